//! What the tests and benches share: an exact oracle, a checker of answers, and families of pairs.
//!
//! [`oracle`] computes the distance of two point sets in integers, [`certificate`] checks an answer
//! against it (or, without it, against the bounds that the answer itself proves), [`families`]
//! makes the pairs from seeds and [`tally`] sums up what was measured on them. [`depth`] is the
//! oracle of overlapping pairs, and [`deep`] has families of those.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "shared by test binaries, none of which uses all of it"
)]

pub mod bodies;
pub mod certificate;
pub mod deep;
pub mod density;
pub mod depth;
pub mod families;
pub mod fixtures;
pub mod flat;
pub mod oracle;
pub mod planar;
pub mod tally;

/// The vertices of a body.
pub type Points = Vec<[f64; 3]>;

/// Two bodies of a family.
#[derive(Debug, Clone)]
pub struct Pair {
    /// The family's name.
    pub family: &'static str,
    /// The vertices of A.
    pub a: Points,
    /// The vertices of B.
    pub b: Points,
}

impl Pair {
    /// The largest coordinate difference in the pair: what all bounds refer to.
    pub fn size(&self) -> f64 {
        let mut most: f64 = 0.0;
        for axis in 0..3 {
            let column = || self.a.iter().chain(&self.b).map(|p| p[axis]);
            let (low, high) =
                (column().fold(f64::MAX, f64::min), column().fold(f64::MIN, f64::max));
            most = most.max(high - low);
        }
        most
    }

    /// The largest absolute coordinate, on which the rounding of the witness points depends.
    pub fn reach(&self) -> f64 {
        let all = self.a.iter().chain(&self.b).flatten();
        all.fold(0.0, |most, c| most.max(c.abs()))
    }

    /// The pair with every coordinate changed.
    pub fn map(&self, change: impl Fn([f64; 3]) -> [f64; 3]) -> Self {
        let each = |points: &Points| points.iter().map(|&p| change(p)).collect();
        Self { family: self.family, a: each(&self.a), b: each(&self.b) }
    }

    /// The pair with its bodies exchanged.
    pub fn swapped(&self) -> Self {
        Self { family: self.family, a: self.b.clone(), b: self.a.clone() }
    }

    /// The answer of a query on this pair.
    pub fn ask(&self, query: &gapkit::Query) -> gapkit::Answer {
        let (a, b) = self.sets();
        query.distance(&a, &b)
    }

    /// The bodies as point sets.
    pub fn sets(&self) -> (gapkit::shape::PointSet<'_>, gapkit::shape::PointSet<'_>) {
        let set = |points| gapkit::shape::PointSet::new(points).expect("the families are finite");
        (set(&self.a), set(&self.b))
    }
}

/// Two to the power of `exponent`, within the range of normal numbers.
pub fn power_of_two(exponent: i32) -> f64 {
    assert!((-1022..=1023).contains(&exponent));
    f64::from_bits(((exponent + 1023) as u64) << 52)
}
