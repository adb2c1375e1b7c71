//! The expanding polytope algorithm.
//!
//! G. van den Bergen, Proximity queries and penetration depth computation on 3D game objects, Game
//! Developers Conference 2001. A polytope inside the Minkowski difference P grows by the support
//! point along its face nearest to the origin, until that face is one of P. It may start from the
//! simplex of GJK or from any polytope that another search leaves behind, as S. Hornus, Detecting
//! the intersection of two convex shapes by searching on the 2-sphere, Computer-Aided Design 90
//! (2017), 71-83, doi:10.1016/j.cad.2017.05.009, section 5.4, proposes for the decision sphere
//! search.
//!
//! Where we deviate, and why:
//! - Distances are signed: a polytope that does not hold the origin yet, because rounding put the
//!   origin on the wrong side of a face or because the start was no good, grows towards it as it
//!   grows towards the boundary. So no start is refused, and nothing has to be thrown.
//! - The faces are a flat list without adjacency: see `polytope.rs`.
//! - Every direction that was tried gives an upper bound, `h(n)`, and the surface at the end a
//!   lower one. Where they do not meet, the polytope grows on in double-double arithmetic, from the
//!   exact vertices.
//! - A smooth shape has no last face; it ends at a tolerance, or with bounds apart at the limit of
//!   iterations.

use super::kernel::{DoubleDouble, Kernel, Plain};
use super::polytope::{Insert, Polytope};
use crate::Vec3;
use crate::convex::difference::Difference;
use crate::convex::double_double::{DdVertex, support};
use crate::num::dd::Dd3;

/// When an expansion may end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ExpansionGoal {
    /// The largest gap of the bounds, in local units.
    pub(crate) width: f64,
    /// The largest gap of the bounds against the depth.
    pub(crate) tolerance: f64,
    /// Supports in all.
    pub(crate) iterations: u32,
}

/// Why an expansion ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExpansionEnd {
    /// The bounds met.
    Closed,
    /// Rounding keeps the bounds apart.
    Stalled,
    /// The limit was reached.
    Limit,
    /// The polytope needs more scratch memory.
    Full,
}

/// The end of an expansion, in local units.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Expansion {
    pub(crate) end: ExpansionEnd,
    /// The unit normal with the least `h` and that value.
    pub(crate) normal: Vec3,
    pub(crate) upper: f64,
    /// The least distance of a face, or of the origin outside of it.
    pub(crate) lower: f64,
    pub(crate) iterations: u32,
}

/// The difference as seen by a kernel.
pub(crate) trait Probe<K: Kernel> {
    type Tag: Copy;
    /// The point that is farthest along the normal of the plane, its name, and how far it is.
    fn farthest(&mut self, plane: &K::Plane) -> Option<(K::Point, Self::Tag, f64)>;
    fn normal(plane: &K::Plane) -> Vec3;

    /// Extends the polytope to the point.
    #[inline(always)]
    fn insert(polytope: &mut Polytope<K>, w: &K::Point) -> Insert {
        polytope.insert(w)
    }
}

/// Support points in plain arithmetic.
pub(crate) struct PlainProbe<'d, D>(pub(crate) &'d mut D);

impl<D: Difference> Probe<Plain> for PlainProbe<'_, D> {
    type Tag = D::Tag;

    #[inline(always)]
    fn farthest(&mut self, plane: &<Plain as Kernel>::Plane) -> Option<(Vec3, D::Tag, f64)> {
        let found = self.0.support(&-plane.n);
        Some((found.s, found.tag, plane.n.dot(&found.s)))
    }

    #[inline(always)]
    fn normal(plane: &<Plain as Kernel>::Plane) -> Vec3 {
        plane.n
    }

    #[inline(always)]
    fn insert(polytope: &mut Polytope<Plain>, w: &Vec3) -> Insert {
        polytope.insert_in_lanes::<D::Quad>(w)
    }
}

/// Exact vertices.
pub(crate) struct DoubleDoubleProbe<'d, D>(pub(crate) &'d mut D);

impl<D: Difference> Probe<DoubleDouble> for DoubleDoubleProbe<'_, D> {
    type Tag = [u32; 2];

    fn farthest(
        &mut self,
        plane: &<DoubleDouble as Kernel>::Plane,
    ) -> Option<(Dd3, [u32; 2], f64)> {
        let DdVertex { s, ids, .. } = support(self.0, -plane.n, self.0.extent())?;
        Some((s, ids, plane.n.dot(s).hi))
    }

    fn normal(plane: &<DoubleDouble as Kernel>::Plane) -> Vec3 {
        plane.n.round()
    }
}

/// Grows the polytope until a face of it is one of the difference.
#[inline(always)]
pub(crate) fn expand<K: Kernel, P: Probe<K>>(
    probe: &mut P,
    polytope: &mut Polytope<K>,
    tags: &mut [P::Tag],
    goal: &ExpansionGoal,
    made: u32,
) -> Expansion {
    let (mut normal, mut upper, mut iterations) = (Vec3::x(), f64::INFINITY, made);
    loop {
        let plane = polytope.nearest();
        let lower = K::offset(&plane);
        let Some((w, tag, h)) = probe.farthest(&plane) else {
            return Expansion { end: ExpansionEnd::Stalled, normal, upper, lower, iterations };
        };
        iterations += 1;
        if h < upper {
            (upper, normal) = (h, P::normal(&plane));
        }
        let enough = goal.width + goal.tolerance * upper;
        // A bound that is not a number is not open: it ends the expansion, and closes nothing.
        let open = h - lower > goal.width;
        let end = if h - lower <= enough && polytope.holds_origin() {
            (upper, normal) = (h, P::normal(&plane));
            ExpansionEnd::Closed
        } else if !open || polytope.has(&w) {
            let closed = upper - lower <= enough && polytope.holds_origin();
            if closed { ExpansionEnd::Closed } else { ExpansionEnd::Stalled }
        } else if iterations >= goal.iterations {
            ExpansionEnd::Limit
        } else {
            let at = polytope.points().len();
            match P::insert(polytope, &w) {
                Insert::Added => {
                    tags[at] = tag;
                    continue;
                }
                Insert::Full => ExpansionEnd::Full,
                Insert::Inside | Insert::Torn => ExpansionEnd::Stalled,
            }
        };
        let lower = if polytope.holds_origin() { lower } else { lower.min(0.0) };
        return Expansion { end, normal, upper, lower, iterations };
    }
}
