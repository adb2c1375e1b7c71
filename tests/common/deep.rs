//! Families of overlapping pairs.

use gapkit::Vec3;
use rand::RngExt;

use super::bodies::{
    Random, decade, direction, facing, hanging, hanging_box, moved, one_of, random, rotation,
    stretched, turned, turned_together, uniform,
};
use super::{Pair, Points};

type Make = fn(&mut Random) -> (Points, Points);

/// A family of overlapping pairs.
#[derive(Clone, Copy)]
pub struct DeepFamily {
    /// The name in tables.
    pub name: &'static str,
    make: Make,
    seed: u64,
}

impl DeepFamily {
    /// The pair with this number.
    pub fn pair(&self, index: u64) -> Pair {
        let (a, b) = (self.make)(&mut random(self.seed, index));
        Pair { family: self.name, a, b }
    }
}

/// Every family.
pub fn all() -> Vec<DeepFamily> {
    let table: [(&'static str, Make); 18] = [
        ("tets", |r| piercing(r, 4)),
        ("boxes", boxes),
        ("8 vertices", |r| piercing(r, 8)),
        ("16 vertices", |r| piercing(r, 16)),
        ("contained", contained),
        ("coaxial boxes", coaxial),
        ("concentric", concentric),
        ("ratio 500", |r| ratio(r, 500.0)),
        ("ratio 1700", |r| ratio(r, 1700.0)),
        ("nearly parallel faces", nearly_parallel),
        ("overlap of 1e-12", shallow),
        ("slivers crossing", |r| slivers(r, false)),
        ("slivers lying", |r| slivers(r, true)),
        ("needles", needles),
        ("integer grid", grid),
        ("shared features", shared),
        ("far from zero", far),
        ("scaled", scaled),
    ];
    let family = |(i, (name, make))| DeepFamily { name, make, seed: 1000 + i as u64 };
    table.into_iter().enumerate().map(family).collect()
}

fn count(rng: &mut Random) -> usize {
    one_of(rng, &[4, 4, 8, 16])
}

/// Bodies that reach into each other by up to their size.
fn piercing(rng: &mut Random, count: usize) -> (Points, Points) {
    let (i, j) = (rng.random_range(1..=3), rng.random_range(1..=3));
    let (a, b) = (hanging(rng, count, i), hanging(rng, count, j));
    let depth = uniform(rng, 0.001, 0.8);
    let pair = facing(rng, &a, &b, -depth);
    turned_together(rng, pair)
}

fn boxes(rng: &mut Random) -> (Points, Points) {
    let (i, j) = (one_of(rng, &[1, 2, 4]), one_of(rng, &[1, 2, 4]));
    let (a, b) = (hanging_box(rng, i), hanging_box(rng, j));
    let depth = uniform(rng, 0.001, 0.4);
    let pair = facing(rng, &a, &b, -depth);
    turned_together(rng, pair)
}

/// A small body somewhere inside a large one.
fn contained(rng: &mut Random) -> (Points, Points) {
    let n = count(rng);
    let large = if rng.random_bool(0.5) { hanging_box(rng, 1) } else { hanging(rng, n, 1) };
    let center = middle(&large);
    let small = turned(&hanging(rng, 4, 1), &rotation(rng));
    let small = stretched(&small, [uniform(rng, 0.001, 0.05); 3]);
    let small = moved(&small, center);
    if rng.random_bool(0.5) { (large, small) } else { (small, large) }
}

fn middle(points: &Points) -> [f64; 3] {
    std::array::from_fn(|i| points.iter().map(|p| p[i]).sum::<f64>() / points.len() as f64)
}

/// Boxes along the same axes, with faces in parallel planes and often in one.
fn coaxial(rng: &mut Random) -> (Points, Points) {
    let (a, b) = (hanging_box(rng, 4), hanging_box(rng, 4));
    let (p, q) = (middle(&a), middle(&b));
    let mut by: [f64; 3] = std::array::from_fn(|i| p[i] - q[i]);
    let axis = rng.random_range(0..3);
    let any = uniform(rng, -0.2, 0.2);
    by[axis] += one_of(rng, &[0.0, 0.125, any]);
    turned_together(rng, (a, moved(&b, by)))
}

/// The same body turned about its middle, or the body itself.
fn concentric(rng: &mut Random) -> (Points, Points) {
    let n = count(rng);
    let a = if rng.random_bool(0.5) { hanging_box(rng, 1) } else { hanging(rng, n, 1) };
    let center = middle(&a);
    let a = moved(&a, center.map(|c| -c));
    let b = match rng.random_range(0..3) {
        0 => a.clone(),
        1 => turned(&a, &[Vec3::y(), -Vec3::x(), Vec3::z()]),
        _ => turned(&a, &rotation(rng)),
    };
    (a, b)
}

fn ratio(rng: &mut Random, ratio: f64) -> (Points, Points) {
    let n = count(rng);
    let (i, j) = (rng.random_range(1..=3), rng.random_range(1..=3));
    let a = hanging(rng, n, i);
    let b = stretched(&hanging(rng, 4, j), [1.0 / ratio; 3]);
    let depth = uniform(rng, 0.01, 0.9) / ratio;
    let pair = facing(rng, &a, &b, -depth);
    let (a, b) = turned_together(rng, pair);
    if rng.random_bool(0.5) { (a, b) } else { (b, a) }
}

/// Faces in contact that are parallel up to 1e-12 to 1e-6.
fn nearly_parallel(rng: &mut Random) -> (Points, Points) {
    let (a, b) = if rng.random_bool(0.5) {
        (hanging_box(rng, 4), hanging_box(rng, 4))
    } else {
        (hanging(rng, 6, 3), hanging(rng, 6, 4))
    };
    let depths = [uniform(rng, 0.01, 0.2), decade(rng, -9.0, -2.0)];
    let depth = one_of(rng, &depths);
    let (a, b) = facing(rng, &a, &b, -depth);
    let axis = Vec3::new(uniform(rng, -1.0, 1.0), uniform(rng, -1.0, 1.0), 0.0);
    let tilt = axis * decade(rng, -12.0, -6.0);
    let tilted = |p: &[f64; 3]| (Vec3::from(*p) + tilt.cross(&Vec3::from(*p))).into();
    let b = b.iter().map(tilted).collect();
    turned_together(rng, (a, b))
}

fn shallow(rng: &mut Random) -> (Points, Points) {
    let (i, j, n) = (rng.random_range(1..=3), rng.random_range(1..=3), count(rng));
    let (a, b) = (hanging(rng, n, i), hanging(rng, n, j));
    let depth = 1e-12 * uniform(rng, 0.5, 2.0);
    let pair = facing(rng, &a, &b, -depth);
    turned_together(rng, pair)
}

/// Thin bodies through each other, or lying on each other.
fn slivers(rng: &mut Random, lying: bool) -> (Points, Points) {
    let thin = |rng: &mut Random| {
        let thickness = decade(rng, -12.0, -3.0);
        let by = if lying { [1.0, 1.0, thickness] } else { [1.0, thickness, 1.0] };
        (stretched(&hanging(rng, 4, 1), by), thickness)
    };
    let ((a, p), (b, q)) = (thin(rng), thin(rng));
    let depth = uniform(rng, 0.05, 0.6) * if lying { p.min(q) } else { 1.0 };
    let pair = facing(rng, &a, &b, -depth);
    turned_together(rng, pair)
}

fn needles(rng: &mut Random) -> (Points, Points) {
    let needle = |rng: &mut Random| {
        let thickness = decade(rng, -9.0, -3.0);
        (stretched(&hanging(rng, 4, 1), [1.0, thickness, thickness]), thickness)
    };
    let ((a, p), (b, q)) = (needle(rng), needle(rng));
    let angles = [uniform(rng, 0.1, 3.0), decade(rng, -12.0, -3.0)];
    let angle = one_of(rng, &angles);
    let (sin, cos) = angle.sin_cos();
    let rows = [Vec3::new(cos, -sin, 0.0), Vec3::new(sin, cos, 0.0), Vec3::z()];
    let b = turned(&b, &rows);
    let depth = uniform(rng, 0.05, 0.9) * p.min(q);
    let pair = facing(rng, &a, &b, -depth);
    turned_together(rng, pair)
}

fn grid(rng: &mut Random) -> (Points, Points) {
    let body = |rng: &mut Random| -> Points {
        let count = rng.random_range(4..=8);
        (0..count).map(|_| std::array::from_fn(|_| f64::from(rng.random_range(0..=3)))).collect()
    };
    (body(rng), body(rng))
}

/// Bodies with some vertices in common, on the same side.
fn shared(rng: &mut Random) -> (Points, Points) {
    let a = turned(&hanging(rng, 4, 1), &rotation(rng));
    let mut b = turned(&hanging(rng, 4, 1), &rotation(rng));
    let count = rng.random_range(1..=4);
    b[..count].copy_from_slice(&a[..count]);
    (a, b)
}

fn far(rng: &mut Random) -> (Points, Points) {
    let n = count(rng);
    let (a, b) = piercing(rng, n);
    let by = (direction(rng) * decade(rng, 2.0, 6.0)).into();
    (moved(&a, by), moved(&b, by))
}

fn scaled(rng: &mut Random) -> (Points, Points) {
    let n = count(rng);
    let (a, b) = piercing(rng, n);
    let by = [decade(rng, -12.0, 12.0); 3];
    (stretched(&a, by), stretched(&b, by))
}
