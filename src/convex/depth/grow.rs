//! Polytopes that grow in the difference of two bodies, in plain and in double-double arithmetic, with as
//! much room as they need.

use super::epa::{self, DoubleDoubleProbe, Expansion, ExpansionEnd, ExpansionGoal, PlainProbe};
use super::kernel::{DoubleDouble, Plain};
use super::polytope::{Insert, Polytope};
use super::scratch::{HeapScratch, Scratch};
use super::witness::{self, Foot};
use crate::Vec3;
use crate::convex::depth::tolerances::DEPTH_GAP;
use crate::convex::difference::{Difference, Side};
use crate::convex::double_double::corner_at;
use crate::convex::search::Vertex;

/// Vertices of a polytope that stays on the stack where the quick way did not end.
const LARGE: usize = 128;

/// The most vertices of any polytope.
const MAX_FACES: usize = 8192;

/// How many of the faces that are lowest are told of a polytope that did not close.
pub(super) const LOW_FACES: usize = 6;

/// Directions of starts are at least this far from each other: at the cosine of 30 degrees.
pub(super) const APART: f64 = 0.866;

/// Offset and normal of some of the lowest faces; infinite where there are no more.
pub(super) type LowFaces = [(f64, Vec3); LOW_FACES];

/// The lowest faces that look in directions apart from each other. What lies beyond a face is at least
/// as high as its offset, so the least depth is where a face is lower than what was found.
fn low_faces(polytope: &Polytope<Plain>) -> LowFaces {
    let mut low = NO_FACES;
    for i in 0..LOW_FACES {
        for (plane, _) in polytope.faces() {
            if plane.d < low[i].0 && low[..i].iter().all(|(_, n)| n.dot(&plane.n) < APART) {
                low[i] = (plane.d, plane.n);
            }
        }
    }
    low
}

/// The foot of the origin on the nearest faces.
fn plain_foot(polytope: &Polytope<Plain>, end: &Expansion, extent: f64) -> Option<Foot> {
    let offset_limit = end.upper + DEPTH_GAP * f64::EPSILON * extent;
    witness::foot(polytope, |p| *p, &(end.normal * end.upper), offset_limit)
}

/// Four points that span a tetrahedron, and all points to start from.
pub(super) type Start<'a, T> = (&'a [Vertex<T>; 4], &'a [Vertex<T>]);

/// The end of an expansion with the corners of its witness face, their weights, and how far these
/// miss.
pub(super) struct Grown<T> {
    pub(super) end: Expansion,
    pub(super) tags: [T; 3],
    pub(super) weights: [f64; 3],
    pub(super) miss: f64,
    /// Where smooth bodies may be less deep than was found.
    pub(super) low: LowFaces,
}

/// Grows a polytope in plain arithmetic, with as much room as it needs.
pub(super) fn grow_plainly<D: Difference>(
    difference: &mut D,
    four: &[Vertex<D::Tag>; 4],
    points: &[Vertex<D::Tag>],
    goal: &ExpansionGoal,
    made: u32,
) -> Grown<D::Tag> {
    let extent = difference.extent();
    let mut scratch = Scratch::<Plain, LARGE, { 2 * LARGE }, { 2 * LARGE }>::new();
    let mut tags = [four[0].tag; LARGE];
    let mut grown =
        grow(difference, &mut scratch.polytope(extent), &mut tags, (four, points), goal, made);
    let mut capacity = LARGE;
    while grown.end.end == ExpansionEnd::Full && capacity < MAX_FACES {
        capacity *= 4;
        let mut scratch = HeapScratch::<Plain>::new(capacity);
        let mut tags = vec![four[0].tag; capacity];
        grown =
            grow(difference, &mut scratch.polytope(extent), &mut tags, (four, points), goal, made);
    }
    grown
}

fn grow<D: Difference>(
    difference: &mut D,
    polytope: &mut Polytope<Plain>,
    tags: &mut [D::Tag],
    (four, points): Start<D::Tag>,
    goal: &ExpansionGoal,
    made: u32,
) -> Grown<D::Tag> {
    let extent = difference.extent();
    polytope.tetrahedron(four.map(|vertex| vertex.s));
    for i in 0..4 {
        tags[i] = four[i].tag;
    }
    for point in points {
        let at = polytope.points().len();
        if !polytope.has(&point.s) && polytope.insert(&point.s) == Insert::Added {
            tags[at] = point.tag;
        }
    }
    let end = epa::expand(&mut PlainProbe(difference), polytope, tags, goal, made);
    let foot = plain_foot(polytope, &end, extent);
    let is_smooth = difference.count(Side::A) == 0 || difference.count(Side::B) == 0;
    let low =
        if is_smooth && end.end != ExpansionEnd::Closed { low_faces(polytope) } else { NO_FACES };
    Grown { low, ..grown(end, foot, tags) }
}

/// No face that is known.
const NO_FACES: LowFaces = [(f64::INFINITY, Vec3::new(0.0, 0.0, 0.0)); LOW_FACES];

fn grown<T: Copy>(end: Expansion, foot: Option<Foot>, tags: &[T]) -> Grown<T> {
    let foot = foot.unwrap_or(Foot { corners: [0; 3], weights: [1.0, 0.0, 0.0], miss: f64::MAX });
    let Foot { corners, weights, miss } = foot;
    Grown { end, tags: corners.map(|i| tags[i]), weights, miss, low: NO_FACES }
}

/// Grows a polytope in double-double arithmetic, from the exact vertices; `None` if there are none.
pub(super) fn grow_in_double_double<D: Difference>(
    difference: &mut D,
    four: &[Vertex<D::Tag>; 4],
    points: &[Vertex<D::Tag>],
    goal: &ExpansionGoal,
    made: u32,
) -> Option<Grown<D::Tag>> {
    let extent = difference.extent();
    let mut scratch = Scratch::<DoubleDouble, LARGE, { 2 * LARGE }, { 2 * LARGE }>::new();
    let mut ids = [[0; 2]; LARGE];
    let start = (four, points);
    let mut grown =
        grow_exactly(difference, &mut scratch.polytope(extent), &mut ids, start, goal, made)?;
    let mut capacity = LARGE;
    while grown.end.end == ExpansionEnd::Full && capacity < MAX_FACES {
        capacity *= 4;
        let mut scratch = HeapScratch::<DoubleDouble>::new(capacity);
        let mut ids = vec![[0; 2]; capacity];
        let polytope = &mut scratch.polytope(extent);
        grown = grow_exactly(difference, polytope, &mut ids, start, goal, made)?;
    }
    let tag = |difference: &mut D, ids| difference.revive(ids).map(|vertex| vertex.tag);
    let [p, q, r] = grown.tags;
    let tags = [tag(difference, p)?, tag(difference, q)?, tag(difference, r)?];
    Some(Grown { end: grown.end, tags, weights: grown.weights, miss: grown.miss, low: NO_FACES })
}

fn grow_exactly<D: Difference>(
    difference: &mut D,
    polytope: &mut Polytope<DoubleDouble>,
    ids: &mut [[u32; 2]],
    (four, points): Start<D::Tag>,
    goal: &ExpansionGoal,
    made: u32,
) -> Option<Grown<[u32; 2]>> {
    let extent = difference.extent();
    let mut corners = [crate::num::dd::Dd3::ZERO; 4];
    for i in 0..4 {
        ids[i] = difference.ids(four[i].tag);
        corners[i] = corner_at(difference, ids[i])?.s;
    }
    polytope.tetrahedron(corners);
    for point in points {
        let at = polytope.points().len();
        let corner = corner_at(difference, difference.ids(point.tag))?;
        if !polytope.has(&corner.s) && polytope.insert(&corner.s) == Insert::Added {
            ids[at] = corner.ids;
        }
    }
    let end = epa::expand(&mut DoubleDoubleProbe(difference), polytope, ids, goal, made);
    let offset_limit = end.upper + DEPTH_GAP * f64::EPSILON * extent;
    let foot = witness::foot(polytope, |p| p.round(), &(end.normal * end.upper), offset_limit);
    Some(grown(end, foot, ids))
}
