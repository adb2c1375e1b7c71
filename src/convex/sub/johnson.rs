//! Johnson's algorithm alone, without the backup procedure.
//!
//! E. G. Gilbert, D. W. Johnson, S. S. Keerthi, A fast procedure for computing the distance
//! between complex objects in three-dimensional space, IEEE Journal of Robotics and Automation
//! 4(2), 1988, 193-203, doi:10.1109/56.2083; with the numbering of subsets of S. Cameron,
//! Enhancing GJK: computing minimum and penetration distances between convex polyhedra, ICRA 1997,
//! section 3.3, doi:10.1109/ROBOT.1997.606761.
//!
//! Subset `m` holds vertex `i` where bit `i` of `m` is set, so every subset comes after its own
//! subsets, and they are tried in that order. The subset `W` is the answer where `Delta_i(W) > 0`
//! for its own vertices and `Delta_i(W + i) <= 0` for all others. Rounding can leave no such
//! subset: then the algorithm has failed, and says so. The direction is `v = sum(lambda s)`.

use super::super::simplex::{Simplex, Solution};
use super::SubDistance;
use super::blend::Blend;
use crate::Vec3;

/// Johnson's algorithm.
#[derive(Debug, Clone, Copy, Default)]
pub struct Johnson;

impl SubDistance for Johnson {
    const DIRECTION_IS_NEAREST_POINT: bool = true;

    fn solve(&self, simplex: &Simplex) -> Option<Solution> {
        Some(Deltas::new(simplex).optimal()?.solution())
    }
}

/// The cofactors `Delta_i(W)` of every subset `W` of the simplex.
pub(super) struct Deltas<'a> {
    s: &'a [Vec3; 4],
    /// One past the last subset.
    end: usize,
    /// By subset and vertex; zero for vertices that are not in the subset.
    delta: [[f64; 4]; 16],
}

impl<'a> Deltas<'a> {
    pub(super) fn new(simplex: &'a Simplex) -> Self {
        let (s, rank) = (simplex.slots(), simplex.rank());
        let mut dot = [[0.0; 4]; 4];
        for i in 0..rank {
            for j in 0..=i {
                dot[i][j] = s[i].dot(&s[j]);
                dot[j][i] = dot[i][j];
            }
        }
        let end = 1 << rank;
        let mut delta = [[0.0; 4]; 16];
        for w in 1..end {
            for i in vertices(w) {
                let y = w & !(1 << i);
                delta[w][i] = if y == 0 {
                    1.0
                } else {
                    let z = y.trailing_zeros() as usize;
                    vertices(y).map(|j| delta[y][j] * (dot[j][z] - dot[j][i])).sum()
                };
            }
        }
        Self { s, end, delta }
    }

    /// The blend of the first subset that meets the conditions.
    pub(super) fn optimal(&self) -> Option<Blend> {
        let is_optimal = |w: &usize| {
            let outside = vertices((self.end - 1) & !w);
            let blocked = |i: usize| self.delta[w | 1 << i][i] <= 0.0;
            self.is_positive(*w) && outside.into_iter().all(blocked)
        };
        (1..self.end).find(is_optimal).map(|w| self.blend(w))
    }

    /// The nearest of the blends with positive weights; only vertices that are not numbers leave
    /// none.
    pub(super) fn nearest(&self) -> Option<Blend> {
        let positive = (1..self.end).filter(|&w| self.is_positive(w));
        positive.map(|w| self.blend(w)).reduce(Blend::nearer)
    }

    fn is_positive(&self, w: usize) -> bool {
        vertices(w).all(|i| self.delta[w][i] > 0.0)
    }

    fn blend(&self, w: usize) -> Blend {
        let sum: f64 = vertices(w).map(|i| self.delta[w][i]).sum();
        Blend::new(self.s, w, self.delta[w].map(|delta| delta / sum))
    }
}

/// The vertices of a subset.
fn vertices(w: usize) -> impl Iterator<Item = usize> {
    (0..4).filter(move |i| w >> i & 1 == 1)
}
