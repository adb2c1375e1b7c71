//! Polygons to make pairs of, and how they are put next to each other.

use rand::RngExt;
use robust::{Coord, orient2d};

use super::bodies::{Random, uniform};
use super::planar::Flat;

/// The convex hull in counter-clockwise order without collinear vertices, exactly.
pub fn hull(points: &Flat) -> Flat {
    let mut sorted = points.clone();
    sorted.sort_by(|p, q| p[0].total_cmp(&q[0]).then(p[1].total_cmp(&q[1])));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let half = |points: &mut dyn Iterator<Item = [f64; 2]>| {
        let mut chain: Flat = Vec::new();
        for p in points {
            while chain.len() >= 2 && !left(chain[chain.len() - 2], chain[chain.len() - 1], p) {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut lower = half(&mut sorted.iter().copied());
    lower.extend(half(&mut sorted.iter().rev().copied()));
    lower
}

pub fn left(p: [f64; 2], q: [f64; 2], r: [f64; 2]) -> bool {
    let [p, q, r] = [p, q, r].map(|[x, y]| Coord { x, y });
    orient2d(p, q, r) > 0.0
}

/// The hull, started from a random vertex: searches start from vertex order in places.
pub fn finished(rng: &mut Random, points: &Flat) -> Flat {
    let mut points = hull(points);
    let turn = rng.random_range(0..points.len());
    points.rotate_left(turn);
    points
}

pub fn both(rng: &mut Random, (a, b): (Flat, Flat)) -> (Flat, Flat) {
    (finished(rng, &a), finished(rng, &b))
}

pub fn moved(points: &Flat, by: [f64; 2]) -> Flat {
    points.iter().map(|p| [p[0] + by[0], p[1] + by[1]]).collect()
}

pub fn stretched(points: &Flat, by: [f64; 2]) -> Flat {
    points.iter().map(|p| [p[0] * by[0], p[1] * by[1]]).collect()
}

pub fn turned(points: &Flat, angle: f64) -> Flat {
    let (sin, cos) = angle.sin_cos();
    points.iter().map(|&[x, y]| [x * cos - y * sin, x * sin + y * cos]).collect()
}

pub fn angle(rng: &mut Random) -> f64 {
    uniform(rng, 0.0, std::f64::consts::TAU)
}

/// A body of `count` points below y = 0, `top` of them on that line; round, so that most of them
/// are vertices.
pub fn hanging(rng: &mut Random, count: usize, top: usize) -> Flat {
    (0..count)
        .map(|i| {
            if i < top {
                return [uniform(rng, -0.3, 0.3), 0.0];
            }
            let (sin, cos) = angle(rng).sin_cos();
            [cos, 0.9 * sin - 1.0]
        })
        .collect()
}

/// Body `a` as it hangs and `b` standing above it, `gap` apart, with the points or edges on top
/// over each other.
pub fn facing(rng: &mut Random, a: Flat, b: &Flat, gap: f64) -> (Flat, Flat) {
    let middle = |rng: &mut Random, points: &Flat| {
        let top: Vec<f64> = points.iter().filter(|p| p[1] == 0.0).map(|p| p[0]).collect();
        let weights: Vec<f64> = top.iter().map(|_| uniform(rng, 0.05, 1.0)).collect();
        let sum: f64 = weights.iter().sum();
        top.iter().zip(&weights).map(|(x, weight)| x * weight / sum).sum::<f64>()
    };
    let shift = middle(rng, &a) - middle(rng, b);
    let b = moved(&stretched(b, [1.0, -1.0]), [shift, gap]);
    (a, b)
}

/// Both bodies turned alike, or left along the axes so that exact degeneracies stay exact.
pub fn turned_together(rng: &mut Random, (a, b): (Flat, Flat)) -> (Flat, Flat) {
    match rng.random_range(0..4) {
        0 => (a, b),
        1 => {
            let quarter = |points: &Flat| points.iter().map(|&[x, y]| [-y, x]).collect();
            (quarter(&a), quarter(&b))
        }
        _ => {
            let by = angle(rng);
            (turned(&a, by), turned(&b, by))
        }
    }
}
