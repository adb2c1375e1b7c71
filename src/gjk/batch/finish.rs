//! From the ends of searches to answers that are proven, and to lanes that are not.

use super::super::answer::{Answer, Outcome};
use super::super::certificate::{CONVEX, DEEP, WIDTH, ZERO};
use super::super::search::{ROUNDING, Stop};
use super::block::Block;
use super::search::{REASONS, State, number};
use crate::Vec3;
use crate::simd::{Quad3, Row, Wide};

/// The bounds of a search and what they prove: see [`certificate`](super::super::certificate).
pub(super) struct Proof<W: Wide> {
    lambda: [W; 4],
    upper: W,
    lower: W,
    axis: Quad3<W>,
    pub(super) beyond: W::Mask,
    overlapping: W::Mask,
    touching: W::Mask,
    /// Where something was proven.
    pub(super) given: W::Mask,
}

/// What the ends of searches prove.
#[inline(always)]
pub(super) fn prove<W: Wide>(block: &Block<W>, state: &State<W>, tolerance: f64) -> Proof<W> {
    let (zero, one) = (W::all(0.0), W::all(1.0));
    let face = &state.face;
    let inside = state.stop.equals(number(Stop::OriginInside));
    let beyond = state.stop.equals(number(Stop::BeyondBound));
    let [p, q, r, t] = face.weights;
    let sum = (p + q) + (r + t);
    let (p, q, r, t) = (p / sum, q / sum, r / sum, t / sum);
    let d = face.last.s;
    let kept = [face.kept[0].s - d, face.kept[1].s - d, face.kept[2].s - d];
    let v = d + kept[0].times(p) + kept[1].times(q);
    let v = Quad3::select(inside, &(v + kept[2].times(r)), &v);
    let upper = v.dot(&v).sqrt();

    let least = W::all(CONVEX);
    let convex = zero.less(sum)
        & least.at_most(p)
        & least.at_most(q)
        & least.at_most(r)
        & least.at_most(t);
    let (p, q, r, t) = (p.max(zero), q.max(zero), r.max(zero), t.max(zero));

    let u = face.direction;
    let length = u.dot(&u).sqrt();
    let known = zero.less(length);
    let inverse = one / length;
    let axis = Quad3::select(known, &u.times(inverse), &Quad3::splat(0.0, 0.0, 0.0));
    let lower = u.dot(&state.w) * inverse;
    let lower = W::select(known & !inside, lower, W::all(f64::NEG_INFINITY));

    let unit = W::all(f64::EPSILON) * block.extent;
    let zero_width = upper.at_most(W::all(ZERO) * unit);
    let volume = kept[0].dot(&kept[1].cross(&kept[2])).abs();
    let extent = unit / W::all(f64::EPSILON);
    let smallest = p.min(q).min(r.min(t));
    let deep = (W::all(DEEP) * unit * extent * extent).less(smallest * volume);
    let overlapping = inside & convex & zero_width & deep;
    let width = W::all(WIDTH) * unit;
    let touching = convex & !inside & zero_width & (-width).at_most(lower);
    let separated = convex & !inside & (upper - lower).at_most(width + W::all(tolerance) * upper);
    let given = beyond | overlapping | touching | separated;
    Proof { lambda: [p, q, r, t], upper, lower, axis, beyond, overlapping, touching, given }
}

/// The numbers of answers, lane by lane.
struct Rows {
    distance: Row,
    lower_bound: Row,
    points: [[Row; 3]; 2],
    direction: [Row; 3],
    weight: [Row; 4],
    names: [Row; 4],
    len: Row,
    stop: Row,
    iterations: Row,
}

/// Writes the answers of the first lanes.
#[inline(always)]
pub(super) fn report<W: Wide>(
    block: &Block<W>,
    state: &State<W>,
    proof: &Proof<W>,
    answers: &mut [Answer],
) {
    let rows = rows(block, state, proof);
    let overlapping = W::bits(proof.overlapping);
    let touching = W::bits(proof.touching & !proof.beyond);
    let corners = block.corners();
    for (lane, answer) in answers.iter_mut().enumerate() {
        let at = |row: &Row| row.0[lane];
        let outcome = match (overlapping >> lane & 1, touching >> lane & 1) {
            (1, _) => Outcome::Overlapping,
            (_, 1) => Outcome::Touching,
            _ => Outcome::Separated,
        };
        let stop = REASONS[at(&rows.stop) as usize % REASONS.len()];
        let iterations = at(&rows.iterations) as u32;
        let names = [0, 1, 2, 3].map(|i: usize| at(&rows.names[i]).to_bits());
        let vector = |rows: &[Row; 3]| Vec3::new(at(&rows[0]), at(&rows[1]), at(&rows[2]));
        *answer = Answer {
            distance: at(&rows.distance),
            lower_bound: at(&rows.lower_bound),
            point_a: vector(&rows.points[0]),
            point_b: vector(&rows.points[1]),
            direction: vector(&rows.direction),
            vertex_count: at(&rows.len) as usize,
            vertex_a: names.map(|name| name as u32),
            vertex_b: names.map(|name| (name >> 32) as u32),
            weight: [0, 1, 2, 3].map(|i: usize| at(&rows.weight[i])),
            outcome,
            stop,
            iterations,
            sub_calls: (iterations - 1).saturating_sub(u32::from(stop != Stop::OriginInside)),
            backup_calls: 0,
            careful: false,
            visited: iterations * corners,
        };
    }
}

#[inline(always)]
fn rows<W: Wide>(block: &Block<W>, state: &State<W>, proof: &Proof<W>) -> Rows {
    let zero = W::all(0.0);
    let face = &state.face;
    let mut rows = Rows {
        distance: Row::ZERO,
        lower_bound: Row::ZERO,
        points: [[Row::ZERO; 3]; 2],
        direction: [Row::ZERO; 3],
        weight: [Row::ZERO; 4],
        names: [Row::ZERO; 4],
        len: Row::ZERO,
        stop: Row::ZERO,
        iterations: Row::ZERO,
    };
    W::select(proof.overlapping, zero, proof.upper).store(&mut rows.distance);
    let lower = proof.lower - W::all(ROUNDING * f64::EPSILON) * block.extent;
    let lower = W::select(zero.less(lower) & !proof.overlapping, lower, zero);
    lower.store(&mut rows.lower_bound);
    store(&-proof.axis, &mut rows.direction);

    let [a, b] = block.pair(face.last.name);
    let [ap, bp] = block.pair(face.kept[0].name);
    let [aq, bq] = block.pair(face.kept[1].name);
    let (mut point_a, mut point_b) = (a, b);
    point_a = point_a + (ap - a).times(proof.lambda[0]) + (aq - a).times(proof.lambda[1]);
    point_b = point_b + (bp - b).times(proof.lambda[0]) + (bq - b).times(proof.lambda[1]);
    let inside = W::all(3.0).less(face.len);
    if W::any(inside) {
        let [ar, br] = block.pair(face.kept[2].name);
        let (more_a, more_b) =
            ((ar - a).times(proof.lambda[2]), (br - b).times(proof.lambda[2]));
        point_a = Quad3::select(inside, &(point_a + more_a), &point_a);
        point_b = Quad3::select(inside, &(point_b + more_b), &point_b);
    }
    store(&(block.origin + point_a), &mut rows.points[0]);
    store(&(block.origin + point_b), &mut rows.points[1]);

    for i in 0..4 {
        proof.lambda[i].store(&mut rows.weight[i]);
    }
    for i in 0..3 {
        face.kept[i].name.store(&mut rows.names[i]);
    }
    face.last.name.store(&mut rows.names[3]);
    face.len.store(&mut rows.len);
    state.stop.store(&mut rows.stop);
    state.iterations.store(&mut rows.iterations);
    rows
}

#[inline(always)]
fn store<W: Wide>(vector: &Quad3<W>, rows: &mut [Row; 3]) {
    vector.x.store(&mut rows[0]);
    vector.y.store(&mut rows[1]);
    vector.z.store(&mut rows[2]);
}

