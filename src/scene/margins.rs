//! The largest gaps that are reported: that of the scene, and others of bodies and of pairs.
//!
//! Two bodies have the margin that was set for them; else the larger of their own, which is that of
//! the scene where a body has none. What is between them is then what a scene with this margin for
//! all has between them, to the last bit.

use std::collections::HashMap;

#[derive(Debug)]
pub(super) struct Margins {
    scene: f64,
    /// The margin of each body, its own or that of the scene.
    bodies: Vec<f64>,
    pairs: HashMap<[u32; 2], f64>,
    /// Larger margins make no difference: the size of the scene.
    limit: f64,
    /// The share of each body in the distance up to which two bodies are candidates: no pair has a
    /// margin above the sum of its shares. Empty if they have to be found anew.
    shares: Vec<f64>,
    /// The largest of all, as limited.
    largest: f64,
    is_uniform: bool,
}

impl Margins {
    pub(super) fn new(scene: f64) -> Self {
        Self {
            scene,
            bodies: Vec::new(),
            pairs: HashMap::new(),
            limit: f64::INFINITY,
            shares: Vec::new(),
            largest: scene,
            is_uniform: true,
        }
    }

    /// Adds a body.
    pub(super) fn push(&mut self, own: Option<f64>) {
        self.is_uniform &= own.is_none_or(|own| own == self.scene);
        self.bodies.push(own.unwrap_or(self.scene));
        self.shares.clear();
    }

    /// Sets the margin of two bodies, or takes it away. Returns whether that is another one.
    pub(super) fn set(&mut self, [a, b]: [u32; 2], margin: Option<f64>) -> bool {
        let pair = [a.min(b), a.max(b)];
        let before = match margin {
            Some(margin) => self.pairs.insert(pair, margin),
            None => self.pairs.remove(&pair),
        };
        self.is_uniform &= margin.is_none_or(|margin| margin == self.scene);
        self.shares.clear();
        before != margin
    }

    /// Limits all margins to the size of the scene, before each detection.
    pub(super) fn limit(&mut self, size: f64) {
        self.limit = size;
        let all = self.bodies.iter().chain(self.pairs.values()).copied();
        let largest = if self.is_uniform { self.scene } else { all.fold(0.0, f64::max) };
        self.largest = largest.min(size);
        if self.is_uniform || !self.shares.is_empty() {
            return;
        }
        let least = self.bodies.iter().copied().fold(f64::INFINITY, f64::min);
        self.shares.extend(self.bodies.iter().map(|margin| margin - 0.5 * least));
        for (bodies, margin) in &self.pairs {
            for &body in bodies {
                let share = &mut self.shares[body as usize];
                *share = share.max(0.5 * margin);
            }
        }
    }

    /// The margin of two bodies, in either order, or of one with itself.
    #[inline]
    pub(super) fn of(&self, bodies: [u32; 2]) -> f64 {
        self.of_pair(|| bodies)
    }

    /// The margin of a pair of which the bodies have to be looked up: only where it depends on them.
    #[inline]
    pub(super) fn of_pair(&self, bodies: impl FnOnce() -> [u32; 2]) -> f64 {
        self.uniform().unwrap_or_else(|| self.within(bodies(), self.limit))
    }

    /// The margin of all bodies, if they have the same.
    #[inline]
    pub(super) fn uniform(&self) -> Option<f64> {
        self.is_uniform.then_some(self.largest)
    }

    /// The margin of two bodies in a scene of this size.
    pub(super) fn within(&self, bodies: [u32; 2], size: f64) -> f64 {
        self.given(bodies).min(size)
    }

    /// The margin of two bodies as the host gave it.
    pub(super) fn given(&self, [a, b]: [u32; 2]) -> f64 {
        let [one, two] = [a, b].map(|body| self.bodies[body as usize]);
        self.pairs.get(&[a.min(b), a.max(b)]).copied().unwrap_or_else(|| one.max(two))
    }

    /// No pair has a larger one.
    pub(super) fn largest(&self) -> f64 {
        self.largest
    }

    /// The share of a body; see `shares`.
    pub(super) fn share(&self, body: u32) -> f64 {
        let share = self.shares.get(body as usize).copied();
        share.unwrap_or(0.5 * self.scene).min(self.limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_pair_has_a_margin_above_the_sum_of_its_shares() {
        let mut margins = Margins::new(0.1);
        for own in [None, Some(0.02), Some(3.0), None, Some(0.02)] {
            margins.push(own);
        }
        margins.set([3, 0], Some(0.7));
        margins.set([1, 2], Some(0.0));
        margins.set([4, 4], Some(1.5));
        for limit in [1e9, 1.0, 0.05] {
            margins.limit(limit);
            for a in 0..5 {
                for b in 0..5 {
                    let sum = margins.share(a) + margins.share(b);
                    assert!(margins.of([a, b]) <= sum * (1.0 + f64::EPSILON), "{a} {b} {limit}");
                    assert!(margins.of([a, b]) <= margins.largest());
                    assert_eq!(margins.of([a, b]), margins.of([b, a]));
                }
            }
        }
        margins.limit(1e9);
        let found = [[0, 1], [1, 4], [0, 2], [1, 2], [0, 3], [4, 4]].map(|pair| margins.of(pair));
        assert_eq!(found, [0.1, 0.02, 3.0, 0.0, 0.7, 1.5]);
        // A large one makes the boxes of other bodies no larger.
        assert!(margins.share(1) <= 0.01);
    }
}
