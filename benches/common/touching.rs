//! Pairs that touch exactly: all their coordinates are multiples of a power of two.
//!
//! Meshes that were cut from one block, or that rest on each other, touch like this: nothing is
//! rounded, and every test for a sign meets an exact zero.

use gapkit::{Outcome, Query};
use rand::RngExt;
use rand::rngs::StdRng;

use super::pairs::{Pair, hull};

/// Coordinates are multiples of this: coarse for small bodies, which then have flush edges too.
fn grid(vertices: usize) -> f64 {
    if vertices > 16 { 1.0 / 1024.0 } else { 1.0 / 64.0 }
}

/// Two bodies on both sides of a plane across one of the axes, with one to three vertices each in
/// that plane, listed first.
pub(super) fn pair(rng: &mut StdRng, mut body: impl FnMut(&mut StdRng) -> Vec<[f64; 3]>) -> Pair {
    loop {
        let (in_a, in_b) = (rng.random_range(1..=3), rng.random_range(1..=3));
        let a = flattened(body(rng), in_a, 1.0);
        let mut b = flattened(body(rng), in_b, -1.0);
        let by = if rng.random_bool(0.5) {
            [0, 1, 2].map(|k| a[0][k] - b[0][k])
        } else {
            let step = grid(a.len());
            let (p, q) = (mean(&a[..in_a]), mean(&b[..in_b]));
            [a[0][0] - b[0][0], rounded(p[1] - q[1], step), rounded(p[2] - q[2], step)]
        };
        for p in &mut b {
            *p = [0, 1, 2].map(|k| p[k] + by[k]);
        }
        let turn = rng.random_range(0..3);
        let pair = Pair { a: turned(a, turn), b: turned(b, turn) };
        let (a, b) = pair.sets();
        let touching = Query::default().outcome(&a, &b) == Outcome::Touching;
        if touching && hull(&pair.a).is_some() && hull(&pair.b).is_some() {
            return pair;
        }
    }
}

/// Two boxes along the axes with a part of a face in common.
pub(super) fn boxes(rng: &mut StdRng) -> Pair {
    let step = grid(8);
    let mut number = |low: f64, high: f64| rounded(rng.random_range(low..high), step);
    let mut half = || [number(0.3, 1.0), number(0.3, 1.0), number(0.3, 1.0)];
    let (a, b) = (half(), half());
    let across = [number(-0.3, 0.3), number(-0.3, 0.3)];
    let turn = rng.random_range(0..3);
    Pair {
        a: turned(corners(a, [0.0; 3]), turn),
        b: turned(corners(b, [a[0] + b[0], across[0], across[1]]), turn),
    }
}

fn corners(half: [f64; 3], center: [f64; 3]) -> Vec<[f64; 3]> {
    let side = |i: usize, k: usize| if i >> k & 1 == 1 { half[k] } else { -half[k] };
    (0..8).map(|i| [0, 1, 2].map(|k| center[k] + side(i, k))).collect()
}

/// The body on the grid, with the vertices first that are farthest along x, or against it, and the
/// first of these in one plane.
fn flattened(mut body: Vec<[f64; 3]>, in_plane: usize, side: f64) -> Vec<[f64; 3]> {
    let step = grid(body.len());
    for p in &mut body {
        *p = p.map(|c| rounded(c, step));
    }
    body.sort_by(|p, q| (side * q[0]).total_cmp(&(side * p[0])));
    let plane = body[0][0];
    for p in &mut body[..in_plane] {
        p[0] = plane;
    }
    body
}

fn rounded(c: f64, step: f64) -> f64 {
    (c / step).round() * step
}

fn mean(points: &[[f64; 3]]) -> [f64; 3] {
    [0, 1, 2].map(|k| points.iter().map(|p| p[k]).sum::<f64>() / points.len() as f64)
}

/// The points with their coordinates moved on by this number of places.
fn turned(points: Vec<[f64; 3]>, by: usize) -> Vec<[f64; 3]> {
    let turn = |p: [f64; 3]| [p[by % 3], p[(by + 1) % 3], p[(by + 2) % 3]];
    points.into_iter().map(turn).collect()
}
