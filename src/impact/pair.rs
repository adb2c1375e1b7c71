//! Two features that move straight: a node and a facet, or two edges.

use crate::Vec3;

/// Which features four nodes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Features {
    /// A node, and the three nodes of a facet.
    NodeFacet,
    /// The two nodes of an edge, and the two of another.
    EdgeEdge,
}

/// Where the other nodes are as seen from the first one, at the start and at the end of the step.
#[derive(Debug, Clone, Copy)]
pub(super) struct Relative {
    pub(super) start: [Vec3; 3],
    pub(super) end: [Vec3; 3],
}

impl Relative {
    #[inline(always)]
    pub(super) fn new(start: &[[f64; 3]; 4], end: &[[f64; 3]; 4]) -> Self {
        let seen = |nodes: &[[f64; 3]; 4]| {
            let [origin, u, v, w] = nodes.map(Vec3::from);
            [u - origin, v - origin, w - origin]
        };
        Self { start: seen(start), end: seen(end) }
    }

    /// Where they are at a time within the step.
    #[inline(always)]
    pub(super) fn at(&self, time: f64) -> [Vec3; 3] {
        [0, 1, 2].map(|i| self.start[i] * (1.0 - time) + self.end[i] * time)
    }

    /// The largest coordinate of each of them.
    #[inline(always)]
    pub(super) fn magnitudes(&self) -> [f64; 3] {
        [0, 1, 2].map(|i| larger(largest(&self.start[i]), largest(&self.end[i])))
    }

    /// Whether a coordinate plane is between the features all the time. The signs of differences
    /// are those of exact ones, so this is a proof.
    #[inline(always)]
    pub(super) fn are_apart(&self, features: Features) -> bool {
        match features {
            Features::NodeFacet => (0..3).any(|k| {
                let along = self.along(k);
                along.iter().flatten().all(|&x| x > 0.0) || along.iter().flatten().all(|&x| x < 0.0)
            }),
            // Beyond the first node of the first edge; the other one must be on its other side.
            Features::EdgeEdge => (0..3).any(|k| {
                let [u, v, w] = self.along(k);
                let all = |test: fn(f64, f64) -> bool| {
                    [0, 1].iter().all(|&i| {
                        test(v[i], 0.0) && test(w[i], 0.0) && test(v[i], u[i]) && test(w[i], u[i])
                    })
                };
                all(|x, y| x > y) || all(|x, y| x < y)
            }),
        }
    }

    /// A coordinate of each node, at the start and at the end.
    #[inline(always)]
    fn along(&self, k: usize) -> [[f64; 2]; 3] {
        [0, 1, 2].map(|i| [self.start[i][k], self.end[i][k]])
    }
}

#[inline(always)]
fn largest(v: &Vec3) -> f64 {
    larger(larger(v.x.abs(), v.y.abs()), v.z.abs())
}

/// The larger of two numbers that are numbers.
#[inline(always)]
pub(super) fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}
