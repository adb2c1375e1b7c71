//! The pairs on which well-known libraries were wrong.

use serde::Deserialize;

use super::Pair;

/// A pair of the fixture file with its signed distance, exact on these vertices.
#[derive(Debug, Clone, Deserialize)]
pub struct HardPair {
    /// Its name in the table of sources.
    pub id: String,
    /// The signed distance, as text; negative for penetration.
    #[serde(rename = "ref")]
    pub reference: String,
    /// The vertices of A.
    #[serde(rename = "A")]
    pub a: Vec<[f64; 3]>,
    /// The vertices of B.
    #[serde(rename = "B")]
    pub b: Vec<[f64; 3]>,
}

impl HardPair {
    /// The bodies.
    pub fn pair(&self) -> Pair {
        Pair { family: "hard pairs", a: self.a.clone(), b: self.b.clone() }
    }

    /// The signed distance, rounded to f64.
    pub fn signed_distance(&self) -> f64 {
        self.reference.parse().expect("the reference is a number")
    }
}

/// All of them.
pub fn hard_pairs() -> Vec<HardPair> {
    let lines = include_str!("../fixtures/hard_pairs.jsonl").lines();
    lines.map(|line| serde_json::from_str(line).expect("one JSON object a line")).collect()
}
