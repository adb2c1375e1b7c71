//! Checks an answer against everything that is promised about it.
//!
//! All bounds are in eps times the largest coordinate difference of the pair. The plane of
//! `direction` and the blend of the weighted vertices are evaluated in double-double arithmetic,
//! so the answer is checked on the bounds that it proves itself; the exact distance, where it is
//! given, is one more number that must lie between them.

use gapkit::num::dd::{Dd, Dd3};
use gapkit::{Answer, Outcome};

use super::Pair;
use super::oracle::Exact;

/// The promised error of the distance, and of every plane value.
pub const ERROR: f64 = 4.0;

/// The promised width of the bounds; contact within it counts as contact.
pub const WIDTH: f64 = 12.0;

/// What was measured, in eps times the size of the pair.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Measured {
    /// `|distance - exact|`; without the exact distance, how far `distance` is from the norm of
    /// the blended vertices.
    pub error: f64,
    /// `distance - lower_bound`.
    pub width: f64,
    /// `lower_bound - exact`; without the exact distance, `lower_bound` less the plane's value.
    pub excess: f64,
    /// `lower_bound` less the plane's value; overlapping bodies have no plane.
    pub plane: f64,
    /// The error of the witness points against the blended vertices.
    pub witness: f64,
}

/// An answer in units of its pair: scaled by a power of two so that the size is near one.
struct Scaled {
    a: Vec<Dd3>,
    b: Vec<Dd3>,
    unit: f64,
    reach: f64,
    distance: f64,
    lower_bound: f64,
    factor: f64,
    origin: [f64; 3],
}

impl Scaled {
    fn new(pair: &Pair, answer: &Answer) -> Self {
        let size = pair.size();
        let exponent = ((size.to_bits() >> 52) as i32) - 1023;
        let factor =
            if size == 0.0 { 1.0 } else { super::power_of_two(-exponent.clamp(-1000, 1000)) };
        let origin = pair.a[0];
        let local =
            |points: &[[f64; 3]]| points.iter().map(|&p| local(p, origin, factor)).collect();
        Self {
            a: local(&pair.a),
            b: local(&pair.b),
            unit: f64::EPSILON * size * factor,
            reach: f64::EPSILON * pair.reach() * factor,
            distance: answer.distance * factor,
            lower_bound: answer.lower_bound * factor,
            factor,
            origin,
        }
    }
}

/// The exact difference to the origin, scaled.
fn local(p: [f64; 3], origin: [f64; 3], factor: f64) -> Dd3 {
    let [x, y, z] = std::array::from_fn(|i| Dd::difference(p[i], origin[i]).scale(factor));
    Dd3 { x, y, z }
}

/// Checks the answer; the error says which promise it breaks, and by how much.
pub fn check(pair: &Pair, answer: &Answer, exact: Option<&Exact>) -> Result<Measured, String> {
    shape(pair, answer)?;
    let scaled = Scaled::new(pair, answer);
    let plane = plane(&scaled, answer);
    let (blend_a, blend_b) =
        (blend(&scaled.a, &answer.vertex_a, answer), blend(&scaled.b, &answer.vertex_b, answer));
    let blend = norm(blend_a - blend_b);
    let truth = match exact {
        Some(exact) => exact.distance.scale(scaled.factor),
        None => blend,
    };
    let overlapping = answer.outcome == Outcome::Overlapping;
    let alone = exact.is_none() && answer.outcome == Outcome::Separated;
    let lower = if alone { plane } else { truth };
    let unit = if scaled.unit > 0.0 { scaled.unit } else { f64::MIN_POSITIVE };
    let against = |value: f64, reference: Dd| (Dd::from(value) - reference).hi / unit;
    let measured = Measured {
        error: against(scaled.distance, truth).abs(),
        width: (scaled.distance - scaled.lower_bound) / unit,
        excess: against(scaled.lower_bound, lower),
        plane: if overlapping { f64::NEG_INFINITY } else { against(scaled.lower_bound, plane) },
        witness: witness(&scaled, answer, blend_a, blend_b),
    };
    bounds(answer, &measured, blend.hi / unit)?;
    if exact.is_some() && blend.hi - truth.hi < -1e-28 {
        return Err(format!("the blend {:e} is nearer than the exact distance", blend.hi));
    }
    let apart = ((answer.point_b - answer.point_a) * scaled.factor).norm();
    let slack = ERROR * scaled.unit + 2.0 * scaled.reach;
    if (apart - scaled.distance).abs() > slack {
        return Err(format!("the witness points are {apart:e} apart (scaled)"));
    }
    Ok(measured)
}

/// What holds for every answer, whatever the pair.
fn shape(pair: &Pair, answer: &Answer) -> Result<(), String> {
    let Answer { distance, lower_bound, point_a, point_b, direction, weight, .. } = answer;
    let points = point_a.iter().chain(point_b).chain(direction).chain(weight);
    if points.chain([distance, lower_bound]).any(|x| !x.is_finite()) {
        return Err("a number in the answer is not finite".into());
    }
    if answer.outcome == Outcome::Unproven {
        return Err(format!("no proof: {:?} after {}", answer.stop, answer.iterations));
    }
    if !(1..=4).contains(&answer.vertex_count) {
        return Err(format!("{} vertices", answer.vertex_count));
    }
    for i in 0..answer.vertex_count {
        let [i, j] = [answer.vertex_a[i], answer.vertex_b[i]].map(|i| i as usize);
        if i >= pair.a.len() || j >= pair.b.len() {
            return Err(format!("no vertex pair ({i}, {j})"));
        }
    }
    let weight = &weight[..answer.vertex_count];
    let sum: f64 = weight.iter().sum();
    if weight.iter().any(|&w| w < 0.0) || (sum - 1.0).abs() > 4.0 * f64::EPSILON {
        return Err(format!("weights {weight:?}, sum {sum:e}"));
    }
    if (direction.norm() - 1.0).abs() > 4.0 * f64::EPSILON {
        return Err(format!("direction {direction:?}, norm {:e}", direction.norm()));
    }
    if *lower_bound < 0.0 || lower_bound > distance {
        return Err(format!("bounds {lower_bound:e} and {distance:e}"));
    }
    Ok(())
}

/// The promises about the bounds; `blend` is the norm of the blended vertices.
fn bounds(answer: &Answer, measured: &Measured, blend: f64) -> Result<(), String> {
    let Measured { error, width, excess, plane: deficit, witness } = *measured;
    // Touching bodies have a plane between them only up to the width of the bounds.
    let slack = if answer.outcome == Outcome::Touching { WIDTH } else { ERROR };
    let limits = [
        ("error", error, ERROR),
        ("width", width, WIDTH),
        ("lower bound above the distance", excess, ERROR),
        ("lower bound above the plane's value", deficit, slack),
        ("witness points off the blended vertices", witness, ERROR),
    ];
    for (what, value, limit) in limits {
        if value > limit || value.is_nan() {
            return Err(format!("{what}: {value:.2} eps"));
        }
    }
    if answer.outcome != Outcome::Separated && blend > WIDTH {
        return Err(format!("{:?}, with the blend {blend:.2} eps off", answer.outcome));
    }
    Ok(())
}

/// The gap that the plane normal to `direction` proves.
fn plane(scaled: &Scaled, answer: &Answer) -> Dd {
    let u = Dd3::from(answer.direction);
    let along = |p: &Dd3| u.dot(*p);
    let least = |x: Dd, y: Dd| if y < x { y } else { x };
    let low = scaled.b.iter().map(along).reduce(least).expect("a body has vertices");
    let high = scaled.a.iter().map(|p| -along(p)).reduce(least).expect("a body has vertices");
    (low + high) / norm(u)
}

/// The weighted vertices of one body.
fn blend(points: &[Dd3], vertices: &[u32; 4], answer: &Answer) -> Dd3 {
    let mut sum = Dd::ZERO;
    let mut point = Dd3::ZERO;
    for i in 0..answer.vertex_count {
        let weight = Dd::from(answer.weight[i]);
        sum = sum + weight;
        point = point + points[vertices[i] as usize].times(weight);
    }
    point.times(Dd::from(1.0) / sum)
}

/// The largest coordinate error of the witness points, in eps times the size plus the rounding
/// that their own magnitude brings.
fn witness(scaled: &Scaled, answer: &Answer, blend_a: Dd3, blend_b: Dd3) -> f64 {
    let off = |point: gapkit::Vec3, blend: Dd3| {
        let gap = local(point.into(), scaled.origin, scaled.factor) - blend;
        gap.round().amax()
    };
    let off = off(answer.point_a, blend_a).max(off(answer.point_b, blend_b));
    let unit = scaled.unit + scaled.reach;
    if unit > 0.0 { off / unit } else { off }
}

fn norm(v: Dd3) -> Dd {
    v.dot(v).sqrt()
}
