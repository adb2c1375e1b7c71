//! A point of the simplex in barycentric form, as the published sub-algorithms compare them.

use super::super::simplex::Solution;
use crate::Vec3;

/// A blend of some vertices of the simplex, with `v = sum(lambda s)`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Blend {
    /// Bit `i` stands for the vertex at position `i`.
    members: usize,
    lambda: [f64; 4],
    v: Vec3,
}

impl Blend {
    /// The blend of these members; `lambda` is by position and zero elsewhere.
    #[inline]
    pub(super) fn new(s: &[Vec3; 4], members: usize, lambda: [f64; 4]) -> Self {
        let mut v = Vec3::zeros();
        for i in (0..4).filter(|i| members >> i & 1 == 1) {
            v += s[i] * lambda[i];
        }
        Self { members, lambda, v }
    }

    /// One vertex alone.
    #[inline]
    pub(super) fn vertex(s: &[Vec3; 4], i: usize) -> Self {
        let mut lambda = [0.0; 4];
        lambda[i & 3] = 1.0;
        Self { members: 1 << (i & 3), lambda, v: s[i & 3] }
    }

    /// The blend of the vertices at these positions with weights in the same order.
    #[inline]
    pub(super) fn on<const N: usize>(
        s: &[Vec3; 4],
        positions: [usize; N],
        weights: [f64; N],
    ) -> Self {
        let (mut members, mut lambda) = (0, [0.0; 4]);
        for (&i, &weight) in positions.iter().zip(&weights) {
            members |= 1 << (i & 3);
            lambda[i & 3] = weight;
        }
        Self::new(s, members, lambda)
    }

    /// The squared norm of the point; infinite where it is not a number, so that such a candidate
    /// never wins.
    #[inline]
    fn norm2(&self) -> f64 {
        let norm2 = self.v.norm_squared();
        if norm2.is_nan() { f64::INFINITY } else { norm2 }
    }

    /// The one nearer to the origin; of two equal ones the first.
    #[inline]
    pub(super) fn nearer(self, other: Self) -> Self {
        if other.norm2() < self.norm2() { other } else { self }
    }

    /// What the search takes: the members in the order of the simplex, with `v` as direction.
    #[inline]
    pub(super) fn solution(&self) -> Solution {
        if self.members == 0b1111 {
            return Solution::inside(self.lambda);
        }
        let mut solution = Solution::vertex(0, self.v);
        solution.len = 0;
        for i in (0..4).filter(|i| self.members >> i & 1 == 1) {
            solution.keep[solution.len] = i as u8;
            solution.weights[solution.len] = self.lambda[i];
            solution.len += 1;
        }
        solution
    }
}
