//! Decision sphere search: the separating direction is searched for on the sphere itself.
//!
//! S. Hornus, Detecting the intersection of two convex shapes by searching on the 2-sphere,
//! Computer-Aided Design, 2017, doi:10.1016/j.cad.2017.05.009. Every support point found so far
//! rules out a hemisphere of directions. The next direction is taken from the middle of what is
//! left: either it separates the bodies, or its support point cuts the region through the middle.
//! When nothing is left, the known points hold the origin between them, and the bodies intersect.
//!
//! Where we deviate, and why:
//! - Directions are `u = -n`, towards the difference, as everywhere in gapkit.
//! - A plane separates only if it does so by more than rounding, so that the verdict is a proof.
//! - A corner of the polygon is interpolated on the edge it cuts, and the search is over when
//!   rounding keeps it from getting any smaller; neither happens away from touching.
//! - The exact mode decides every sign beyond doubt: see [`super::exact`].

use smallvec::SmallVec;

use super::decision::{Axis, Decision};
use super::exact::Exact;
use super::in_lanes;
use super::region::{Cut, Region};
use super::signs::{INSIDE, PlainSigns, Signs, Site, Stalled};
use crate::Vec3;
use crate::convex::difference::{Difference, Resolve};
use crate::convex::search::beyond;
use crate::convex::solve::{Points, Strategy, mapped, small};
use crate::convex::sub::Step;
use crate::convex::sub::signed_volumes::SignedVolumes;
use crate::convex::{Query, SubAlgorithm};
use crate::shape::SupportMap;

/// How a search ended.
pub(crate) enum SphereEnd {
    Separated(Axis),
    /// The region became empty, cut by this site.
    Holds(Site),
    /// Rounding stopped it where the bodies touch.
    Touches,
    Limit,
}

/// What bounds a search.
pub(crate) struct SphereLimits {
    /// The radius around the difference, in local units.
    pub(crate) radius: f64,
    pub(crate) plane_tests: u32,
}

/// Searches from scratch.
#[inline(always)]
fn cold<D: Difference, S: Signs>(difference: &mut D, signs: &S, limits: &SphereLimits) -> Decision {
    let mut region = Region::sphere();
    if let Some((s, lanes)) = difference.inside()
        && lanes <= S::MAX_INSIDE
        && s.amax() >= S::MIN_INSIDE * signs.extent(difference.extent())
    {
        // A point of the difference, so the region has a bound before the first plane.
        let site = Site { s, ids: INSIDE };
        if region.cut(signs, &site, 0.0) == Cut::Empty {
            return Decision::intersecting(0);
        }
    }
    let mut plane_tests = 0;
    let end = search(difference, signs, &mut region, limits, &mut plane_tests);
    decision(&end, plane_tests)
}

/// Searches on from this region; counts the planes tested.
#[inline(always)]
pub(crate) fn search<D: Difference, S: Signs>(
    difference: &mut D,
    signs: &S,
    region: &mut Region<S>,
    limits: &SphereLimits,
    plane_tests: &mut u32,
) -> SphereEnd {
    let lean = difference.start();
    loop {
        let u = region.center(&lean);
        *plane_tests += 1;
        let site = support(difference, &u, limits.radius);
        let unit = f64::EPSILON * signs.extent(difference.extent());
        if beyond(u.dot(&site.s), S::ROUNDING * unit, u.dot(&u)) {
            return SphereEnd::Separated(Axis::new(-u));
        }
        match region.cut(signs, &site, unit) {
            Cut::Smaller => {}
            Cut::Empty => return SphereEnd::Holds(site),
            Cut::Unchanged => match signs.stalled(region) {
                Stalled::GiveUp => return SphereEnd::Touches,
                Stalled::Separated(axis) => return SphereEnd::Separated(axis),
                Stalled::Cut(ids) => {
                    let Some(vertex) = difference.revive(ids) else { return SphereEnd::Limit };
                    let site = Site { s: vertex.s, ids };
                    if region.cut(signs, &site, unit) == Cut::Empty {
                        return SphereEnd::Holds(site);
                    }
                }
            },
        }
        if *plane_tests >= limits.plane_tests {
            return SphereEnd::Limit;
        }
    }
}

/// The point of the rounded difference that is least along `u`.
#[inline(always)]
fn support<D: Difference>(difference: &mut D, u: &Vec3, radius: f64) -> Site {
    let vertex = difference.support(u);
    let ids = difference.ids(vertex.tag);
    if radius == 0.0 {
        return Site { s: vertex.s, ids };
    }
    let length = u.norm();
    let inwards = if length > 0.0 { u * (radius / length) } else { Vec3::zeros() };
    Site { s: vertex.s - inwards, ids }
}

/// The answer at the end of a search.
#[inline(always)]
pub(crate) fn decision(end: &SphereEnd, plane_tests: u32) -> Decision {
    match end {
        SphereEnd::Separated(axis) => Decision::disjoint(*axis, plane_tests),
        SphereEnd::Holds(_) | SphereEnd::Touches => Decision::intersecting(plane_tests),
        SphereEnd::Limit => Decision::undecided(plane_tests),
    }
}

/// The search in f64; `radius` in world units.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlainSearch {
    pub(super) radius: f64,
}

impl Strategy for PlainSearch {
    type Output = Decision;

    #[inline(always)]
    fn run<D: Resolve, S: Step>(self, query: &Query, difference: &mut D, _: &S) -> Decision {
        let limits = SphereLimits {
            radius: self.radius * difference.frame().factor,
            plane_tests: query.max_iterations,
        };
        cold(difference, &PlainSigns, &limits)
    }

    #[inline(never)]
    fn on_points(self, query: &Query, a: Points, b: Points) -> Decision {
        // The plane between the centres knows of no radius.
        if self.radius > 0.0 {
            return small(query, a, b, self);
        }
        in_lanes(query, PlainSigns::ROUNDING, a, b, self)
    }

    #[inline(never)]
    fn on_shapes(self, query: &Query, a: &dyn SupportMap, b: &dyn SupportMap) -> Decision {
        mapped(query, &a, &b, &SignedVolumes, self)
    }
}

/// The search with exact signs on these points.
#[derive(Debug, Clone, Copy)]
pub(super) struct ExactSearch<'p> {
    pub(super) a: Points<'p>,
    pub(super) b: Points<'p>,
}

impl Strategy for ExactSearch<'_> {
    type Output = Decision;

    #[inline(always)]
    fn run<D: Resolve, S: Step>(self, _: &Query, difference: &mut D, _: &S) -> Decision {
        let signs = Exact::new(self.a, self.b, difference);
        // Every other step at least finds a vertex of the difference that was not known, so this is
        // never reached.
        let vertices = self.a.len().saturating_mul(self.b.len());
        let plane_tests = u32::try_from(vertices.saturating_mul(2).max(64)).unwrap_or(u32::MAX);
        cold(difference, &signs, &SphereLimits { radius: 0.0, plane_tests })
    }

    #[inline(never)]
    fn on_points(self, query: &Query, a: Points, b: Points) -> Decision {
        in_lanes(query, Exact::ROUNDING, a, b, self)
    }

    #[inline(never)]
    fn on_shapes(self, query: &Query, a: &dyn SupportMap, b: &dyn SupportMap) -> Decision {
        mapped(query, &a, &b, &SignedVolumes, self)
    }
}

/// Vertices of the difference that hold the origin between them, by their indices in A and B.
pub type Enclosing = SmallVec<[[u32; 2]; 12]>;

/// The search in f64 for the vertices that bound the last region, and the one that emptied it.
#[derive(Debug, Clone, Copy)]
pub(super) struct EnclosingSearch;

impl Strategy for EnclosingSearch {
    type Output = Option<Enclosing>;

    #[inline(always)]
    fn run<D: Resolve, S: Step>(self, query: &Query, difference: &mut D, _: &S) -> Self::Output {
        // Without the point inside the difference, which is no vertex.
        let mut region = Region::sphere();
        let limits = SphereLimits { radius: 0.0, plane_tests: query.max_iterations };
        match search(difference, &PlainSigns, &mut region, &limits, &mut 0) {
            SphereEnd::Holds(site) => {
                let mut found: Enclosing = region.bounds().iter().map(|site| site.ids).collect();
                found.push(site.ids);
                Some(found)
            }
            _ => None,
        }
    }

    #[inline(never)]
    fn on_points(self, query: &Query, a: Points, b: Points) -> Self::Output {
        small(query, a, b, self)
    }

    #[inline(never)]
    fn on_shapes(self, query: &Query, a: &dyn SupportMap, b: &dyn SupportMap) -> Self::Output {
        mapped(query, &a, &b, &SignedVolumes, self)
    }
}

/// The query that a strategy of this module is run with: no sub-algorithm takes part.
pub(super) fn query(query: &Query) -> Query {
    Query { sub: SubAlgorithm::SignedVolumes, bound: 0.0, polish: false, ..*query }
}
