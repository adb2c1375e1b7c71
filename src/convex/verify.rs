//! A proof that does not trust the search: what an answer says, held against the vertices as they were
//! given.
//!
//! The bounds at the end of a search are made of its state, the vertices of the last simplex and
//! the last support. A state that went wrong on the way, in a register that lost a lane, is
//! consistent with itself, and its bounds meet. Here nothing of it is used: the witness points are
//! blended anew from the vertices that the answer names, and the plane normal to its direction
//! is held against all vertices of both bodies, in plain arithmetic that is compiled once and
//! outside of any loop that searches.

use super::answer::{Answer, Outcome};
use super::query::Query;
use super::search::Stop;
use super::tracking::Cache;
use crate::Vec3;
use crate::convex::tolerances::{
    SHORTEST, VERIFIED, VERIFIED_WEIGHTS, WITNESS_ROUNDING, WITNESS_SUBNORMAL,
};
use crate::shape::{SupportMap, length};
use crate::simd::Available;

/// The answer of a query that asks for verified ones.
pub(crate) fn distance(
    query: &Query,
    a: &dyn SupportMap,
    b: &dyn SupportMap,
    cache: Option<&mut Cache>,
) -> Answer {
    let plain = Query { verify: false, ..*query };
    let answer = match cache {
        Some(cache) => plain.tracked(&a, &b, cache),
        None => plain.distance(&a, &b),
    };
    accepted(&plain, a, b, answer)
}

/// The answer if it holds; otherwise another one, by another way.
#[inline]
pub(crate) fn accepted(
    query: &Query,
    a: &dyn SupportMap,
    b: &dyn SupportMap,
    answer: Answer,
) -> Answer {
    if holds(query, a, b, &answer) { answer } else { anew(query, a, b) }
}

/// The answer from the vertices alone, in double-double arithmetic and on the lanes that every machine
/// has; if it doesn't hold either, nothing is proven.
#[cold]
#[inline(never)]
fn anew(query: &Query, a: &dyn SupportMap, b: &dyn SupportMap) -> Answer {
    let answer = Query { polish: true, isa: Some(Available::Portable), ..*query }.distance(&a, &b);
    if holds(query, a, b, &answer) {
        return answer;
    }
    Answer { outcome: Outcome::Unproven, lower_bound: 0.0, ..answer }
}

/// A body along a direction.
struct Seen {
    /// How far its core reaches.
    height: f64,
    /// Its largest coordinate from the origin.
    extent: f64,
}

impl Seen {
    #[inline(always)]
    fn none() -> Self {
        Self { height: f64::NEG_INFINITY, extent: 0.0 }
    }

    #[inline(always)]
    fn add(&mut self, p: &Vec3, u: &Vec3) {
        let height = p.x * u.x + p.y * u.y + p.z * u.z;
        self.height = if height > self.height { height } else { self.height };
        for c in [p.x, p.y, p.z] {
            self.extent = if c.abs() > self.extent { c.abs() } else { self.extent };
        }
    }
}

/// All vertices of a body along a unit vector; of a body without vertices, its support.
fn seen(shape: &dyn SupportMap, u: &Vec3, origin: &Vec3) -> Seen {
    let mut seen = Seen::none();
    if let Some(points) = shape.points() {
        points.iter().for_each(|p| seen.add(&(Vec3::from(*p) - origin), u));
    } else if shape.vertex_count() > 0 {
        let vertices = 0..shape.vertex_count() as u32;
        vertices.filter_map(|i| shape.vertex(i, origin)).for_each(|p| seen.add(&p, u));
    } else {
        seen.add(&shape.support(u, origin, 0).point, u);
        seen.extent = seen.extent.max(shape.extent() + (shape.center() - origin).amax());
    }
    seen
}

/// Whether what an answer says is so, by the vertices that were given. An answer that proves nothing
/// holds.
pub(crate) fn holds(query: &Query, a: &dyn SupportMap, b: &dyn SupportMap, it: &Answer) -> bool {
    if it.outcome == Outcome::Unproven {
        return true;
    }
    let origin = a.vertex(0, &Vec3::zeros()).unwrap_or_else(|| a.center());
    let (u, radii) = (it.direction, a.radius() + b.radius());
    let (seen_a, seen_b) = (seen(a, &u, &origin), seen(b, &-u, &origin));
    let extent = seen_a.extent.max(seen_b.extent).max(radii).max(it.distance);
    let world = WITNESS_ROUNDING * it.point_a.amax().max(it.point_b.amax());
    let unit = f64::EPSILON * VERIFIED * extent + SHORTEST * extent + WITNESS_SUBNORMAL;
    let unit = unit + f64::EPSILON * world;
    // Extents beyond the range of numbers: nothing was promised.
    if !unit.is_finite() {
        return true;
    }
    let apart = -seen_a.height - seen_b.height - radii;
    holds_plane(query, it, apart, unit) && holds_points(a, b, it, &origin, unit)
}

/// The lower bound, by how far the bodies are apart along the direction.
fn holds_plane(query: &Query, it: &Answer, apart: f64, unit: f64) -> bool {
    let is_normal = (it.direction.norm_squared() - 1.0).abs() <= VERIFIED_WEIGHTS;
    let needs_normal = it.lower_bound > 0.0 || it.outcome != Outcome::Overlapping;
    let is_below = it.lower_bound <= apart.max(0.0) + unit;
    let touches = it.outcome != Outcome::Touching || (apart >= -unit && it.distance <= unit);
    let is_rough = it.stop == Stop::BeyondBound || it.outcome != Outcome::Separated;
    let near = it.distance - it.lower_bound <= 2.0 * unit + query.tolerance * it.distance;
    (is_normal || !needs_normal) && is_below && touches && (is_rough || near)
}

/// The distance and the witness points, by the vertices that the answer names and their weights.
fn holds_points(
    a: &dyn SupportMap,
    b: &dyn SupportMap,
    it: &Answer,
    origin: &Vec3,
    unit: f64,
) -> bool {
    let between = length(&(it.point_b - it.point_a));
    let most = if it.outcome == Outcome::Overlapping { 0.0 } else { it.distance };
    if between.is_nan() || between > most + unit {
        return false;
    }
    if a.vertex_count() == 0 || b.vertex_count() == 0 {
        return true;
    }
    let blend = |shape: &dyn SupportMap, ids: &[u32; 4]| {
        let (mut sum, mut point) = (0.0, Vec3::zeros());
        for (&id, &weight) in ids.iter().zip(&it.weight).take(it.vertex_count) {
            let vertex = shape.vertex(id, origin)?;
            point += vertex * weight;
            sum += if weight >= 0.0 { weight } else { f64::NAN };
        }
        ((sum - 1.0).abs() <= VERIFIED_WEIGHTS).then_some(point)
    };
    let (Some(p), Some(q)) = (blend(a, &it.vertex_a), blend(b, &it.vertex_b)) else { return false };
    let (ra, rb) = (a.radius(), b.radius());
    let is_at =
        |core: Vec3, point: Vec3, radius: f64| length(&(point - origin - core)) <= radius + unit;
    length(&(q - p)) - (ra + rb) <= most + unit
        && is_at(p, it.point_a, ra)
        && is_at(q, it.point_b, rb)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::certificate::{bounds, verdict};
    use crate::convex::difference::Difference;
    use crate::convex::difference::points::PointDifference;
    use crate::convex::output;
    use crate::convex::search::{self, Face, State};
    use crate::convex::solve::limits;
    use crate::convex::sub::signed_volumes::{self, SignedVolumes};
    use crate::shape::PointSet;
    use crate::simd::Baseline;
    use std::mem::MaybeUninit;

    struct Random(u64);

    impl Random {
        fn unit(&mut self) -> f64 {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        }

        fn tetrahedron(&mut self, x: f64) -> [[f64; 3]; 4] {
            [(); 4].map(|()| [x + self.unit(), self.unit(), self.unit()])
        }
    }

    /// The answer of a search whose state loses a coordinate of all its vertices at the end, as where a
    /// register loses a lane; `None` where its bounds do not prove it.
    fn spoilt(a: &[[f64; 3]], b: &[[f64; 3]], lane: usize) -> Option<Answer> {
        let query = Query::default();
        let mut scratch = [const { MaybeUninit::uninit() }; 2];
        let mut difference = PointDifference::<Baseline, 4>::new([a, b], &mut scratch);
        let limits = limits(&query, &difference);
        let start = difference.start();
        let state = search::begin(&mut difference, &limits, start);
        let state = search::run(&mut difference, &SignedVolumes, &limits, state);
        let mut vertices = state.face.vertices();
        vertices.iter_mut().for_each(|vertex| vertex.s[lane] = 0.0);
        let face = signed_volumes::whole(&vertices, state.face.len)?;
        if face.len == 4 {
            return None;
        }
        let low =
            |p: Vec3, q: &Vec3| if face.direction.dot(q) < face.direction.dot(&p) { *q } else { p };
        let w = vertices[..state.face.len].iter().map(|vertex| vertex.s);
        let w = w.fold(vertices[0].s, |p, q| low(p, &q));
        let state = State { face: Face { ..face }, w, ..state };
        let bounds = bounds(&state);
        let outcome = verdict(&state, &bounds, difference.extent(), 0.0)?;
        Some(output::assembled(&difference, &state, &bounds, outcome))
    }

    /// What a search proves of itself says nothing if its state is spoilt, and the vertices tell.
    #[test]
    fn a_spoilt_state_proves_itself_and_is_refused() {
        let (mut random, query) = (Random(7), Query::default());
        let (mut proven, mut refused) = (0, 0);
        for i in 0..3000 {
            let (a, b) = (random.tetrahedron(0.0), random.tetrahedron(2.5));
            let (p, q) = (PointSet::checked(&a), PointSet::checked(&b));
            let right = query.distance(&p, &q);
            assert!(holds(&query, &p, &q, &right), "{right:?}");
            let Some(answer) = spoilt(&a, &b, i % 3) else { continue };
            let off = (answer.distance - right.distance).abs() / right.distance.max(0.1);
            if off <= 1e-9 {
                continue;
            }
            proven += 1;
            refused += usize::from(!holds(&query, &p, &q, &answer));
            let mended = accepted(&query, &p, &q, answer);
            assert!(
                (mended.distance - right.distance).abs() <= 1e-15 * 8.0,
                "{mended:?} {right:?}"
            );
            assert_eq!(mended.outcome, right.outcome);
        }
        assert!(proven > 500 && refused == proven, "{refused} of {proven}");
    }

    /// Each part of an answer is looked at.
    #[test]
    fn whatever_of_an_answer_is_off_it_is_refused() {
        let (a, b) = (Random(1).tetrahedron(0.0), Random(2).tetrahedron(3.0));
        let (p, q) = (PointSet::checked(&a), PointSet::checked(&b));
        let query = Query::default();
        let right = query.distance(&p, &q);
        assert!(right.outcome == Outcome::Separated && holds(&query, &p, &q, &right));
        let by = Vec3::new(0.0, 1e-9, 0.0);
        let mut weight = right.weight;
        weight[0] += 1e-9;
        let spoilt = [
            Answer { distance: right.distance - 1e-9, ..right },
            Answer { distance: right.distance + 1e-9, ..right },
            Answer { lower_bound: right.lower_bound - 1e-9, ..right },
            Answer { lower_bound: right.distance + 1e-9, ..right },
            Answer { point_a: right.point_a + by, point_b: right.point_b + by, ..right },
            Answer { direction: right.direction * (1.0 + 1e-9), ..right },
            Answer { direction: -right.direction, ..right },
            Answer { weight, ..right },
            Answer { vertex_a: right.vertex_a.map(|i| (i + 1) % 4), ..right },
            Answer { vertex_b: [4; 4], ..right },
            Answer { outcome: Outcome::Touching, ..right },
        ];
        for (i, answer) in spoilt.iter().enumerate() {
            assert!(!holds(&query, &p, &q, answer), "{i}: {answer:?}");
        }
    }
}
