//! From overlapping bodies to their gap: the quick way, and what is done where it does not end.

use super::answer::Found;
use super::epa::{self, DoubleDoubleProbe, Expansion, ExpansionEnd, ExpansionGoal, PlainProbe};
use super::gap::SignedGap;
use super::kernel::{DoubleDouble, Plain};
use super::polytope::{Insert, Polytope};
use super::query::MAX_ITERATIONS;
use super::quick::{Closed, Quick, SMALL};
use super::scratch::{HeapScratch, Scratch};
use super::start::span;
use super::walk::walked;
use super::witness::{self, Foot};
use crate::Vec3;
use crate::convex::Outcome;
use crate::convex::contact::meeting;
use crate::convex::depth::tolerances::{
    CLEAR_DEPTH, DEPTH_GAP, DEPTH_ROUNDING, SMOOTH_TOLERANCE, WITNESS_MISS,
};
use crate::convex::difference::{Difference, Frame, Resolve, Side};
use crate::convex::double_double::corner_at;
use crate::convex::search::{Limits, State, Vertex};

/// Vertices of a polytope that stays on the stack where the quick way did not end.
const LARGE: usize = 128;

/// Supports of the search for witness points.
const SEARCH: u32 = 256;

/// The most vertices of any polytope.
const MAX_FACES: usize = 8192;

/// How much is done for an answer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    /// The largest gap of the bounds against the depth.
    pub(crate) tolerance: f64,
    /// The same for smooth shapes, if that is larger.
    pub(crate) smooth: f64,
    /// Supports in all, and those for smooth shapes.
    pub(crate) iterations: u32,
    pub(crate) smooth_iterations: u32,
    /// Supports made before.
    pub(crate) made: u32,
}

impl Effort {
    #[inline(always)]
    fn goal<D: Difference>(&self, difference: &D, units: f64) -> ExpansionGoal {
        let exact = difference.count(Side::A) > 0 && difference.count(Side::B) > 0;
        let tolerance = if exact { self.tolerance } else { self.tolerance.max(self.smooth) };
        let iterations = if exact { self.iterations } else { self.smooth_iterations };
        let width = units * f64::EPSILON * difference.extent();
        ExpansionGoal { width, tolerance, iterations }
    }
}

/// The gap of bodies whose difference seems to hold the origin in this simplex; `None` if they do
/// not overlap beyond doubt, or if the quick way does not end.
#[inline(always)]
pub(crate) fn overlap<D: Resolve>(
    difference: &mut D,
    quick: &mut Quick<D::Quad, D::Tag>,
    state: &State<D::Tag>,
    effort: &Effort,
    made: &mut u32,
) -> Option<SignedGap> {
    let extent = difference.extent();
    let goal = effort.goal(difference, DEPTH_GAP);
    quick.start(&state.face.vertices());
    let Closed { normal, upper, lower, corners } = quick.expand(difference, &goal, made)?;
    let unit = f64::EPSILON * extent;
    let t = normal * upper;
    let mut foot = quick.foot_on(corners, &t);
    if foot.miss > WITNESS_MISS * unit {
        foot = quick.foot(&t, upper + DEPTH_GAP * unit);
    }
    let clear = lower > CLEAR_DEPTH * unit;
    if !(clear && foot.miss <= WITNESS_MISS * unit) {
        return None;
    }
    let end = Expansion { end: ExpansionEnd::Closed, normal, upper, lower, iterations: *made };
    let mut feet = Feet::new(foot.weights);
    for i in 0..3 {
        feet.name(difference, i, quick.tags()[foot.corners[i]]);
    }
    Some(assemble(&difference.frame(), extent, &end, &feet, DEPTH_ROUNDING, false))
}

/// The gap of bodies that overlap, from where the quick way ended.
#[cold]
#[inline(never)]
pub(crate) fn overlap_slowly<D: Resolve>(
    difference: &mut D,
    quick: &Quick<D::Quad, D::Tag>,
    last: Vertex<D::Tag>,
    effort: &Effort,
) -> SignedGap {
    let mut points = [last; SMALL];
    let count = quick.tags().len();
    for i in 0..count {
        points[i] = Vertex { s: quick.points()[i], tag: quick.tags()[i] };
    }
    difference.deepen(effort, &points[..count])
}

/// The foot of the origin on the nearest faces.
fn plain_foot(polytope: &Polytope<Plain>, end: &Expansion, extent: f64) -> Option<Foot> {
    let offset_limit = end.upper + DEPTH_GAP * f64::EPSILON * extent;
    witness::foot(polytope, |p| *p, &(end.normal * end.upper), offset_limit)
}

/// The vertex pairs that carry the witness points, in local coordinates.
pub(crate) struct Feet {
    pub(crate) len: usize,
    pub(crate) ids: [[u32; 2]; 4],
    pub(crate) pairs: [(Vec3, Vec3); 4],
    pub(crate) weights: [f64; 4],
}

impl Feet {
    #[inline(always)]
    pub(crate) fn new([p, q, r]: [f64; 3]) -> Self {
        let pairs = [(Vec3::zeros(), Vec3::zeros()); 4];
        Self { len: 3, ids: [[0; 2]; 4], pairs, weights: [p, q, r, 0.0] }
    }

    /// The first vertex of each body, for want of better.
    pub(crate) fn at<D: Difference>(difference: &mut D) -> Self {
        let tag = difference.support(&Vec3::x()).tag;
        let mut feet = Self::new([1.0, 0.0, 0.0]);
        for i in 0..3 {
            feet.name(difference, i, tag);
        }
        feet
    }

    #[inline(always)]
    pub(crate) fn name<D: Difference>(&mut self, difference: &D, i: usize, tag: D::Tag) {
        (self.ids[i], self.pairs[i]) = (difference.ids(tag), difference.pair(tag));
    }
}

/// The gap in world coordinates; `rounding` is that of the bounds, in eps times the extent.
#[inline(never)]
pub(crate) fn assemble(
    frame: &Frame,
    extent: f64,
    end: &Expansion,
    feet: &Feet,
    rounding: f64,
    refined: bool,
) -> SignedGap {
    let rounding = rounding * f64::EPSILON * extent;
    let last = feet.pairs[feet.len - 1];
    let (mut a, mut b) = last;
    for i in 0..feet.len - 1 {
        a += (feet.pairs[i].0 - last.0) * feet.weights[i];
        b += (feet.pairs[i].1 - last.1) * feet.weights[i];
    }
    // The foot on a smooth surface is missed by what a polytope in it leaves over: both points move
    // by half of it, so that they are apart by the gap along the normal whatever the shapes.
    let off = (b - a) + end.normal * end.upper;
    if off.amax() > 2.0 * WITNESS_MISS * f64::EPSILON * extent {
        (a, b) = (a + off * 0.5, b - off * 0.5);
    }
    let least = end.lower.min(end.upper) - rounding;
    let mut gap = SignedGap {
        gap: -end.upper * frame.inverse,
        lower_bound: -(end.upper + rounding) * frame.inverse,
        upper_bound: if least > 0.0 { -least * frame.inverse } else { 0.0 },
        normal: end.normal,
        point_a: frame.world(&a),
        point_b: frame.world(&b),
        vertex_count: feet.len,
        vertex_a: [0; 4],
        vertex_b: [0; 4],
        weight: feet.weights,
        outcome: Outcome::Overlapping,
        iterations: end.iterations,
        found: Found::Epa,
        refined,
    };
    if end.upper <= 0.0 {
        // Beyond the plane by rounding only: otherwise the search would have found them apart.
        (gap.outcome, gap.upper_bound) = (Outcome::Touching, -gap.lower_bound);
    }
    for i in 0..feet.len {
        [gap.vertex_a[i], gap.vertex_b[i]] = feet.ids[i];
    }
    gap
}

/// Four points that span a tetrahedron, and all points to start from.
type Start<'a, T> = (&'a [Vertex<T>; 4], &'a [Vertex<T>]);

/// The end of an expansion with the corners of its witness face, their weights, and how far these
/// miss.
struct Grown<T> {
    end: Expansion,
    tags: [T; 3],
    weights: [f64; 3],
    miss: f64,
}

/// The gap of bodies that overlap, from these points of their difference on.
#[cold]
#[inline(never)]
pub(crate) fn deepen<D: Difference>(
    difference: &mut D,
    effort: &Effort,
    points: &[Vertex<D::Tag>],
) -> SignedGap {
    let four = match span(difference, points) {
        Ok(four) => four,
        Err(normal) => return flat(difference, points[0], normal, effort.made),
    };
    let goal = effort.goal(difference, DEPTH_GAP);
    let plain = grow_plainly(difference, &four, points, &goal, effort.made);
    let exact = difference.count(Side::A) > 0 && difference.count(Side::B) > 0;
    if exact && plain.end.end == ExpansionEnd::Stalled {
        let iterations = goal.iterations.saturating_add(plain.end.iterations);
        let goal = ExpansionGoal { iterations, ..effort.goal(difference, 1.0) };
        let made = plain.end.iterations;
        if let Some(refined) = grow_in_double_double(difference, &four, points, &goal, made) {
            return conclude(difference, &refined, 1.0, true);
        }
    }
    // Who is content with a polytope that is farther from the surface, or limits the search, does
    // not wait for a walk.
    let is_enough = match plain.end.end {
        ExpansionEnd::Closed => goal.tolerance > SMOOTH_TOLERANCE,
        ExpansionEnd::Limit => effort.iterations < MAX_ITERATIONS,
        ExpansionEnd::Stalled | ExpansionEnd::Full => false,
    };
    if !exact
        && !is_enough
        && let Some(gap) = walked(difference, &plain.end)
    {
        return gap;
    }
    conclude(difference, &plain, DEPTH_ROUNDING, false)
}

/// Grows a polytope in plain arithmetic, with as much room as it needs.
fn grow_plainly<D: Difference>(
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
    grown(end, foot, tags)
}

fn grown<T: Copy>(end: Expansion, foot: Option<Foot>, tags: &[T]) -> Grown<T> {
    let foot = foot.unwrap_or(Foot { corners: [0; 3], weights: [1.0, 0.0, 0.0], miss: f64::MAX });
    let Foot { corners, weights, miss } = foot;
    Grown { end, tags: corners.map(|i| tags[i]), weights, miss }
}

/// Grows a polytope in double-double arithmetic, from the exact vertices; `None` if there are none.
fn grow_in_double_double<D: Difference>(
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
    Some(Grown { end: grown.end, tags, weights: grown.weights, miss: grown.miss })
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

/// The gap at the end of an expansion, with witness points that meet it.
fn conclude<D: Difference>(
    difference: &mut D,
    grown: &Grown<D::Tag>,
    rounding: f64,
    refined: bool,
) -> SignedGap {
    let (extent, end) = (difference.extent(), grown.end);
    let mut feet = Feet::new(grown.weights);
    for i in 0..3 {
        feet.name(difference, i, grown.tags[i]);
    }
    let miss = WITNESS_MISS * f64::EPSILON * extent;
    if grown.miss > miss
        && let Some(better) = met(difference, &end, miss)
    {
        feet = better;
    }
    assemble(&difference.frame(), extent, &end, &feet, rounding, refined)
}

/// The vertices that carry the foot of the origin on the boundary, by a search for it.
pub(crate) fn met<D: Difference>(difference: &mut D, end: &Expansion, miss: f64) -> Option<Feet> {
    if difference.count(Side::A) == 0 || difference.count(Side::B) == 0 {
        return None;
    }
    let limits = Limits { tolerance: 0.0, bound: f64::INFINITY, iterations: SEARCH };
    let met = meeting(difference, &limits, -end.normal * end.upper, miss)?;
    let mut feet = Feet::new([0.0; 3]);
    (feet.len, feet.weights) = (met.len, met.lambda);
    for i in 0..met.len {
        let tag = difference.revive(met.ids[i])?.tag;
        feet.name(difference, i, tag);
    }
    Some(feet)
}

/// Bodies that overlap without an inside in common: flat in one plane.
fn flat<D: Difference>(
    difference: &mut D,
    vertex: Vertex<D::Tag>,
    normal: Vec3,
    made: u32,
) -> SignedGap {
    let extent = difference.extent();
    let (up, down) = (-difference.support(&normal).s, difference.support(&-normal).s);
    let (up, down) = (normal.dot(&up), normal.dot(&down));
    let (normal, upper) = if up < down { (-normal, up) } else { (normal, down) };
    let end =
        Expansion { end: ExpansionEnd::Closed, normal, upper, lower: 0.0, iterations: made + 2 };
    let mut feet = Feet::new([1.0, 0.0, 0.0]);
    for i in 0..3 {
        feet.name(difference, i, vertex.tag);
    }
    let miss = WITNESS_MISS * f64::EPSILON * extent;
    let feet = met(difference, &end, miss).unwrap_or(feet);
    let gap = assemble(&difference.frame(), extent, &end, &feet, DEPTH_ROUNDING, false);
    SignedGap { outcome: Outcome::Touching, ..gap }
}
