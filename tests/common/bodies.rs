//! Bodies to make pairs of, and how they are put next to each other.
//!
//! A body hangs below the plane z = 0 with a vertex, an edge or a face in it. Two of them, one
//! turned upside down and lifted by a gap, have that gap as their distance before rounding: near
//! pairs need no distance algorithm to be made.

use gapkit::Vec3;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::Points;

/// The generator of all random pairs: a named algorithm, so that seeds keep their meaning.
pub type Random = Xoshiro256PlusPlus;

/// The generator for one pair.
pub fn random(family: u64, index: u64) -> Random {
    Random::seed_from_u64(family << 40 ^ index)
}

/// A number between `low` and `high`.
pub fn uniform(rng: &mut Random, low: f64, high: f64) -> f64 {
    rng.random_range(low..high)
}

/// A power of ten with an exponent between `low` and `high`.
pub fn decade(rng: &mut Random, low: f64, high: f64) -> f64 {
    10f64.powf(uniform(rng, low, high))
}

/// One of these.
pub fn one_of<T: Copy>(rng: &mut Random, choices: &[T]) -> T {
    choices[rng.random_range(0..choices.len())]
}

/// A unit vector.
pub fn direction(rng: &mut Random) -> Vec3 {
    loop {
        let v = Vec3::from_fn(|_, _| uniform(rng, -1.0, 1.0));
        if (0.01..1.0).contains(&v.norm_squared()) {
            return v.normalize();
        }
    }
}

/// The rows of a rotation.
pub fn rotation(rng: &mut Random) -> [Vec3; 3] {
    let x = direction(rng);
    let y = loop {
        let across = x.cross(&direction(rng));
        if across.norm() > 0.1 {
            break across.normalize();
        }
    };
    [x, y, x.cross(&y)]
}

/// The points turned.
pub fn turned(points: &Points, rows: &[Vec3; 3]) -> Points {
    points.iter().map(|&p| rows.map(|row| row.dot(&Vec3::from(p)))).collect()
}

/// The points moved.
pub fn moved(points: &Points, by: [f64; 3]) -> Points {
    points.iter().map(|p| std::array::from_fn(|i| p[i] + by[i])).collect()
}

/// The points scaled along each axis.
pub fn stretched(points: &Points, by: [f64; 3]) -> Points {
    points.iter().map(|p| std::array::from_fn(|i| p[i] * by[i])).collect()
}

/// A body of `count` vertices below z = 0, `top` of them in that plane.
pub fn hanging(rng: &mut Random, count: usize, top: usize) -> Points {
    let depth = |i: usize, rng: &mut Random| if i < top { 0.0 } else { uniform(rng, -1.0, -0.1) };
    let mut points: Points = (0..count)
        .map(|i| [uniform(rng, -1.0, 1.0), uniform(rng, -1.0, 1.0), depth(i, rng)])
        .collect();
    // The search starts from vertex order in places, so the contact must not always come first.
    let turn = rng.random_range(0..count);
    points.rotate_left(turn);
    points
}

/// A box below z = 0 with a corner, an edge or a face in that plane.
pub fn hanging_box(rng: &mut Random, top: usize) -> Points {
    let half: [f64; 3] = std::array::from_fn(|_| uniform(rng, 0.2, 1.0));
    let corner =
        |i: usize| std::array::from_fn(|k| if i >> k & 1 == 1 { half[k] } else { -half[k] });
    let corners: Points = (0..8).map(corner).collect();
    let (sin, cos) = uniform(rng, 0.1, 1.4).sin_cos();
    let tilted = match top {
        1 => turned(&corners, &rotation(rng)),
        2 => turned(&corners, &[Vec3::x(), Vec3::new(0.0, cos, -sin), Vec3::new(0.0, sin, cos)]),
        _ => corners,
    };
    let high = tilted.iter().fold(f64::MIN, |high, p| high.max(p[2]));
    moved(&tilted, [0.0, 0.0, -high])
}

/// The points of a body that lie in z = 0 up to rounding, blended at random.
fn contact_point(rng: &mut Random, points: &Points) -> [f64; 3] {
    let low = points.iter().fold(f64::MAX, |low, p| low.min(p[2]));
    let top: Points = points.iter().copied().filter(|p| p[2] >= 1e-9 * low).collect();
    let weights: Vec<f64> = top.iter().map(|_| uniform(rng, 0.05, 1.0)).collect();
    let sum: f64 = weights.iter().sum();
    let mut point = [0.0; 3];
    for (p, weight) in top.iter().zip(&weights) {
        for k in 0..2 {
            point[k] += p[k] * weight / sum;
        }
    }
    point
}

/// Body `a` as it hangs and `b` standing above it, `gap` apart.
pub fn facing(rng: &mut Random, a: &Points, b: &Points, gap: f64) -> (Points, Points) {
    let b = stretched(b, [1.0, 1.0, -1.0]);
    let (p, q) = (contact_point(rng, a), contact_point(rng, &stretched(&b, [1.0, 1.0, -1.0])));
    let b = moved(&b, [p[0] - q[0], p[1] - q[1], gap]);
    (a.clone(), b)
}

/// Both bodies turned alike, or left along the axes so that exact degeneracies stay exact.
pub fn turned_together(rng: &mut Random, (a, b): (Points, Points)) -> (Points, Points) {
    match rng.random_range(0..4) {
        0 => (a, b),
        1 => {
            let rows = [Vec3::y(), Vec3::z(), Vec3::x()];
            (turned(&a, &rows), turned(&b, &rows))
        }
        _ => {
            let rows = rotation(rng);
            (turned(&a, &rows), turned(&b, &rows))
        }
    }
}
