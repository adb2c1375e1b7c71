//! Rays, lines, half-spaces and view pyramids, by decision sphere search.
//!
//! S. Hornus 2017 (doi:10.1016/j.cad.2017.05.009), section 4: a shape that goes on for ever has
//! support points only for the directions in the domain of its Gauss map, so the search starts from
//! that part of the sphere instead of all of it. Our shapes are cones, `apex + cone(rays)`; the
//! domain of their difference is where no ray goes down, that is, each ray bounds it as a support
//! point does.
//!
//! Shapes that hold whole lines have a domain without an inside (a great circle, two points): there
//! the difference is projected along the lines, as the flat shadow it casts.

use crate::convex::boolean::tolerances::PARALLEL_LINES;
use smallvec::SmallVec;

use super::decision::{Axis, Decision, Verdict};
use super::dss::{self, SphereLimits};
use super::region::{Cut, Region};
use super::signs::{PlainSigns, Signs, Site};
use crate::Vec3;
use crate::convex::Query;
use crate::convex::difference::support::{Sampled, SupportDifference};
use crate::convex::difference::{Difference, Side, forward_to_difference};
use crate::convex::search::{Vertex, beyond};
use crate::error::{Error, Reason, check_position};
use crate::num::dd::Dd3;
use crate::shape::{PointSet, SupportMap};

type Directions = SmallVec<[Vec3; 8]>;

/// A convex shape without an end: a point, and the directions in which it goes on from there.
///
/// ```
/// use gapkit::Query;
/// use gapkit::boolean::unbounded::Unbounded;
/// use gapkit::shape::Sphere;
///
/// let ray = Unbounded::ray([0.0; 3], [1.0, 0.0, 0.0])?;
/// let (ahead, behind) = (Sphere::new([5.0, 0.5, 0.0], 1.0)?, Sphere::new([-5.0, 0.5, 0.0], 1.0)?);
/// assert!(ray.against(&Query::default(), &ahead).verdict.may_intersect());
/// assert!(!ray.against(&Query::default(), &behind).verdict.may_intersect());
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Unbounded {
    apex: [f64; 3],
    /// Of unit length.
    rays: Directions,
    /// Of unit length, and square to each other.
    lines: Directions,
}

impl Unbounded {
    /// A ray from a point.
    pub fn ray(origin: impl Into<Vec3>, direction: impl Into<Vec3>) -> Result<Self, Error> {
        Self::cone(origin.into(), &[direction.into()], &[])
    }

    /// A line through a point.
    pub fn line(point: impl Into<Vec3>, direction: impl Into<Vec3>) -> Result<Self, Error> {
        Self::cone(point.into(), &[], &[direction.into()])
    }

    /// What lies below the plane through a point, as seen along its normal.
    pub fn half_space(point: impl Into<Vec3>, normal: impl Into<Vec3>) -> Result<Self, Error> {
        let normal = unit("normal", normal.into())?;
        let side = normal.cross(&Vec3::ith(normal.iamin(), 1.0));
        Self::cone(point.into(), &[-normal], &[side, normal.cross(&side)])
    }

    /// A view pyramid: all points that are seen from the apex between these rays, of which there
    /// are at least three, no two opposite.
    pub fn pyramid(apex: impl Into<Vec3>, edges: &[Vec3]) -> Result<Self, Error> {
        if edges.len() < 3 {
            let (name, value) = ("number of edges of the pyramid", edges.len() as f64);
            return Err(Reason::BadParameter { name, value, limit: ">= 3" }.into());
        }
        Self::cone(apex.into(), edges, &[])
    }

    fn cone(apex: Vec3, rays: &[Vec3], lines: &[Vec3]) -> Result<Self, Error> {
        let apex = check_position("apex", apex)?.into();
        let all = |directions: &[Vec3]| -> Result<Directions, Error> {
            directions.iter().map(|&d| unit("direction", d)).collect()
        };
        Ok(Self { apex, rays: all(rays)?, lines: all(lines)? })
    }

    /// Whether a body and this shape have a point in common; the axis points from this shape to the
    /// body.
    ///
    /// Of the query, only the iteration limit counts.
    #[must_use]
    pub fn against<B: SupportMap>(&self, query: &Query, body: &B) -> Decision {
        let apex = [self.apex];
        let rays = self.rays.clone();
        decide(query, &PointSet::checked(&apex), body, rays, &self.lines)
    }

    /// Whether two such shapes have a point in common; the axis points from this one to the other.
    #[must_use]
    pub fn meets(&self, query: &Query, other: &Self) -> Decision {
        let apexes = [[self.apex], [other.apex]];
        let [a, b] = [PointSet::checked(&apexes[0]), PointSet::checked(&apexes[1])];
        let rays = self.rays.iter().copied().chain(other.rays.iter().map(|r| -r)).collect();
        let lines: Directions = self.lines.iter().chain(&other.lines).copied().collect();
        decide(query, &a, &b, rays, &lines)
    }
}

/// The unit vector along `v`, or what is wrong with it.
fn unit(name: &'static str, v: Vec3) -> Result<Vec3, Error> {
    let v = check_position(name, v)?;
    let length = v.amax();
    if length == 0.0 {
        return Err(Reason::BadParameter { name, value: 0.0, limit: "not zero" }.into());
    }
    Ok((v / length).normalize())
}

/// The test for `A + cone(rays) + span(lines)` and B.
fn decide(
    query: &Query,
    a: &dyn SupportMap,
    b: &dyn SupportMap,
    mut rays: Directions,
    lines: &[Vec3],
) -> Decision {
    let lines = lineality(&mut rays, lines);
    let mut difference =
        SupportDifference::<dyn SupportMap, dyn SupportMap, Sampled>::new(a, b, [0; 2]);
    let radius = (a.radius() + b.radius()) * difference.frame().factor;
    let limits = SphereLimits { radius, plane_tests: query.max_iterations };
    match lines[..] {
        [] => search(&mut difference, &rays, &limits),
        [line] => {
            let mut shadow = Shadow { difference, line };
            let mut decision = search(&mut shadow, &rays, &limits);
            if let Verdict::Disjoint(axis) = &mut decision.verdict {
                // Square to the line, but for rounding.
                axis.direction = shadow.cast(axis.direction);
            }
            decision
        }
        [p, q] => two_sides(&mut difference, p.cross(&q), &rays, radius),
        _ => Decision::intersecting(0),
    }
}

/// An orthonormal basis of the lines that the cone holds; the rays are projected along them. Two
/// opposite rays make a line too.
fn lineality(rays: &mut Directions, lines: &[Vec3]) -> Directions {
    let mut basis = Directions::new();
    let mut found: Directions = lines.into();
    loop {
        for line in found.drain(..) {
            let rest = basis.iter().fold(line, |rest, b| rest - b * rest.dot(b));
            if rest.norm() > PARALLEL_LINES {
                basis.push(rest.normalize());
            }
        }
        let square = |r: &Vec3| basis.iter().fold(*r, |rest, b| rest - b * rest.dot(b));
        *rays = rays.iter().map(square).filter(|r| r.norm() > PARALLEL_LINES).collect();
        rays.iter_mut().for_each(|r| *r = r.normalize());
        let opposite = rays.iter().enumerate().find_map(|(i, r)| {
            let parallel = |q: &&Vec3| q.dot(r) < 0.0 && q.cross(r).norm() <= PARALLEL_LINES;
            rays[i + 1..].iter().find(parallel).copied()
        });
        match opposite {
            Some(line) => found.push(line),
            None => return basis,
        }
    }
}

/// The search from the domain that the rays leave.
fn search<D: Difference>(difference: &mut D, rays: &[Vec3], limits: &SphereLimits) -> Decision {
    let mut region = Region::sphere();
    // Supports along any directions, to know the extent against which rounding is measured.
    let supports = [Vec3::x(), Vec3::y(), Vec3::z()].map(|u| difference.support(&u).s.amax());
    let size = supports.into_iter().fold(difference.extent(), f64::max);
    for ray in rays {
        // A point far out on the ray; its distance does not matter.
        let site = Site { s: ray * size, ids: [u32::MAX; 2] };
        if region.cut(&PlainSigns, &site, f64::EPSILON * size) == Cut::Empty {
            return Decision::intersecting(0);
        }
    }
    let mut plane_tests = 0;
    let end = dss::search(difference, &PlainSigns, &mut region, limits, &mut plane_tests);
    dss::decision(&end, plane_tests)
}

/// Two lines leave the two sides of a plane to test.
fn two_sides<D: Difference>(
    difference: &mut D,
    normal: Vec3,
    rays: &[Vec3],
    radius: f64,
) -> Decision {
    let mut plane_tests = 0;
    for u in [normal, -normal] {
        if rays.iter().any(|r| r.dot(&u) < 0.0) {
            continue;
        }
        plane_tests += 1;
        let least = difference.support(&u).s;
        let bound = radius + PlainSigns::ROUNDING * f64::EPSILON * difference.extent();
        if beyond(u.dot(&least), bound, u.dot(&u)) {
            return Decision::disjoint(Axis::new(-u), plane_tests);
        }
    }
    Decision::intersecting(plane_tests)
}

/// The difference seen along a line.
struct Shadow<D> {
    difference: D,
    /// Of unit length.
    line: Vec3,
}

impl<D> Shadow<D> {
    fn cast(&self, s: Vec3) -> Vec3 {
        s - self.line * s.dot(&self.line)
    }
}

impl<D: Difference> Difference for Shadow<D> {
    forward_to_difference!();
    fn support(&mut self, u: &Vec3) -> Vertex<D::Tag> {
        let Vertex { s, tag } = self.difference.support(&self.cast(*u));
        Vertex { s: self.cast(s), tag }
    }
    fn start(&self) -> Vec3 {
        let start = self.cast(self.difference.start());
        if start == Vec3::zeros() { self.cast(Vec3::ith(self.line.iamin(), 1.0)) } else { start }
    }
    fn revive(&mut self, _: [u32; 2]) -> Option<Vertex<D::Tag>> {
        None
    }
    fn count(&self, _: Side) -> usize {
        0
    }
    fn exact(&self, _: Side, _: u32) -> Option<Dd3> {
        None
    }
}
