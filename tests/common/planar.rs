//! Pairs of convex polygons, from plain to nasty, each made from a seed.
//!
//! Every body is a cloud of points, placed, and then replaced by its exact convex hull: so all
//! polygons are convex to the last bit, however they were turned and squeezed.

use gapkit::planar::{self, Polygon};
use rand::RngExt;

use super::bodies::{Random, decade, one_of, random, uniform};
use super::flat::{angle, both, facing, hanging, moved, stretched, turned, turned_together};
use super::{Pair, power_of_two};

/// The vertices of a polygon.
pub type Flat = Vec<[f64; 2]>;

type Make = fn(&mut Random) -> (Flat, Flat);

/// A family: its name and how its pairs are made.
#[derive(Clone, Copy)]
pub struct Family {
    /// The name in tables.
    pub name: &'static str,
    make: Make,
    seed: u64,
}

/// Two polygons of a family.
#[derive(Debug, Clone)]
pub struct Polygons {
    /// The family's name.
    pub family: &'static str,
    /// The vertices of A.
    pub a: Flat,
    /// The vertices of B.
    pub b: Flat,
}

impl Family {
    /// The pair with this number.
    pub fn pair(&self, index: u64) -> Polygons {
        let (a, b) = (self.make)(&mut random(self.seed + 1000, index));
        Polygons { family: self.name, a, b }
    }
}

impl Polygons {
    /// The polygons, checked.
    pub fn checked(&self) -> (Polygon<'_>, Polygon<'_>) {
        let polygon = |points| Polygon::new(points).expect("the families are convex");
        (polygon(&self.a), polygon(&self.b))
    }

    /// The same polygons in the plane z = 0.
    pub fn embedded(&self) -> Pair {
        let embed = |points: &Flat| points.iter().map(|&[x, y]| [x, y, 0.0]).collect();
        Pair { family: self.family, a: embed(&self.a), b: embed(&self.b) }
    }

    /// The pair with its polygons exchanged.
    pub fn swapped(&self) -> Self {
        Self { family: self.family, a: self.b.clone(), b: self.a.clone() }
    }

    /// The pair with every coordinate times a power of two.
    pub fn scaled(&self, factor: f64) -> Self {
        let scale = |points: &Flat| points.iter().map(|p| p.map(|c| c * factor)).collect();
        Self { family: self.family, a: scale(&self.a), b: scale(&self.b) }
    }
}

/// The answer as one in space, so that it can be checked like those.
pub fn in_space(answer: &planar::Answer) -> gapkit::Answer {
    let embed = |p: planar::Vec2| gapkit::Vec3::new(p.x, p.y, 0.0);
    let four = |[i, j, k]: [u32; 3]| [i, j, k, 0];
    let [p, q, r] = answer.weight;
    gapkit::Answer {
        distance: answer.distance,
        lower_bound: answer.lower_bound,
        point_a: embed(answer.point_a),
        point_b: embed(answer.point_b),
        direction: embed(answer.direction),
        vertex_count: answer.vertex_count,
        vertex_a: four(answer.vertex_a),
        vertex_b: four(answer.vertex_b),
        weight: [p, q, r, 0.0],
        outcome: answer.outcome,
        stop: gapkit::gjk::Stop::DualityGap,
        iterations: answer.iterations,
        sub_calls: 0,
        backup_calls: 0,
        careful: answer.double_double,
        visited: 0,
    }
}

/// Every family.
pub fn all() -> Vec<Family> {
    let table: [(&'static str, Make); 30] = [
        ("triangles distant", |r| distant(r, 3)),
        ("triangles near", |r| near(r, 3)),
        ("triangles overlapping", |r| overlapping(r, 3)),
        ("4 vertices near", |r| near(r, 4)),
        ("4 vertices overlapping", |r| overlapping(r, 4)),
        ("8 vertices distant", |r| distant(r, 8)),
        ("8 vertices near", |r| near(r, 8)),
        ("24 vertices distant", |r| distant(r, 24)),
        ("24 vertices near", |r| near(r, 24)),
        ("24 vertices overlapping", |r| overlapping(r, 24)),
        ("100 vertices near", |r| near(r, 100)),
        ("1 to 30 vertices", mixed),
        ("points and segments", small),
        ("parallel edges", |r| edges(r, false)),
        ("touching edges", |r| edges(r, true)),
        ("shared vertex", |r| shared(r, 1)),
        ("shared edge", |r| shared(r, 2)),
        ("slivers standing", |r| slivers(r, false)),
        ("slivers lying", |r| slivers(r, true)),
        ("needles", |r| needles(r, -12.0)),
        ("needles, extreme", |r| needles(r, -60.0)),
        ("size ratio", ratio),
        ("offset", offset),
        ("powers of two", powers),
        ("integer grid", grid),
        ("boxes on a grid", boxes),
        ("repeated vertices", repeated),
        ("collinear vertices", collinear),
        ("flat polygons", flat),
        ("mirrored", mirrored),
    ];
    let family = |(seed, (name, make))| Family { name, make, seed: seed as u64 };
    table.into_iter().enumerate().map(family).collect()
}

/// A gap of a near pair of size one: log-uniform, and now and then none at all.
fn gap(rng: &mut Random) -> f64 {
    if rng.random_bool(0.1) { 0.0 } else { decade(rng, -17.0, -2.0) }
}

fn distant(rng: &mut Random, count: usize) -> (Flat, Flat) {
    let (a, b) = (hanging(rng, count, 1), hanging(rng, count, 1));
    let (sin, cos) = angle(rng).sin_cos();
    let by = uniform(rng, 2.0, 8.0);
    let pair = (a, moved(&b, [by * cos, by * sin]));
    both(rng, pair)
}

fn at_gap(rng: &mut Random, counts: [usize; 2], gap: f64) -> (Flat, Flat) {
    let [a, b] = counts.map(|count| {
        let top = rng.random_range(1..=2.min(count));
        hanging(rng, count, top)
    });
    let pair = facing(rng, a, &b, gap);
    let pair = turned_together(rng, pair);
    both(rng, pair)
}

fn near(rng: &mut Random, count: usize) -> (Flat, Flat) {
    let gap = gap(rng);
    at_gap(rng, [count; 2], gap)
}

fn overlapping(rng: &mut Random, count: usize) -> (Flat, Flat) {
    let depth =
        if rng.random_bool(0.3) { decade(rng, -17.0, -2.0) } else { uniform(rng, 0.01, 1.5) };
    at_gap(rng, [count; 2], -depth)
}

fn mixed(rng: &mut Random) -> (Flat, Flat) {
    let counts = [rng.random_range(1..=30), rng.random_range(1..=30)];
    let gap = match rng.random_range(0..3) {
        0 => uniform(rng, 0.1, 2.0),
        1 => gap(rng),
        _ => -uniform(rng, 0.0, 1.0),
    };
    at_gap(rng, counts, gap)
}

fn small(rng: &mut Random) -> (Flat, Flat) {
    let counts = [rng.random_range(1..=3), rng.random_range(1..=2)];
    let gap = if rng.random_bool(0.3) { -gap(rng) } else { gap(rng) };
    at_gap(rng, counts, gap)
}

/// Polygons with an edge on top, over each other.
fn edges(rng: &mut Random, touching: bool) -> (Flat, Flat) {
    let counts = [rng.random_range(3..=12), rng.random_range(3..=12)];
    let [a, b] = counts.map(|count| hanging(rng, count, 2));
    let gap = if touching { 0.0 } else { gap(rng) };
    let pair = facing(rng, a, &b, gap);
    let pair = turned_together(rng, pair);
    both(rng, pair)
}

/// Polygons on both sides of a line through one or two common vertices.
fn shared(rng: &mut Random, common: usize) -> (Flat, Flat) {
    let count = rng.random_range(3..=10);
    let (mut a, b) = (hanging(rng, count, common), hanging(rng, count, common));
    let mut b = stretched(&b, [1.0, -1.0]);
    b[..common].copy_from_slice(&a[..common]);
    let by = angle(rng);
    if rng.random_bool(0.5) {
        (a, b) = (turned(&a, by), turned(&b, by));
    }
    both(rng, (a, b))
}

/// Polygons squeezed across or along the line between them.
fn slivers(rng: &mut Random, lying: bool) -> (Flat, Flat) {
    let count = rng.random_range(3..=8);
    let [a, b] = [(); 2].map(|()| {
        let top = rng.random_range(1..=2);
        let thin = decade(rng, -14.0, -2.0);
        let by = if lying { [1.0, thin] } else { [thin, 1.0] };
        stretched(&hanging(rng, count, top), by)
    });
    let gap = gap(rng);
    let pair = facing(rng, a, &b, gap);
    let pair = turned_together(rng, pair);
    both(rng, pair)
}

/// Long thin polygons across each other or nearly parallel.
fn needles(rng: &mut Random, thinnest: f64) -> (Flat, Flat) {
    let [a, b] = [(); 2].map(|()| {
        let count = rng.random_range(2..=6);
        let thin = decade(rng, thinnest, -6.0);
        stretched(&moved(&hanging(rng, count, 1), [0.0, 0.5]), [1.0, thin])
    });
    let tilt = one_of(rng, &[0.0, 1e-16, 1e-12, 1e-8, 1e-3, 1.0]) * uniform(rng, -1.0, 1.0);
    let by = [uniform(rng, -1.0, 1.0), gap(rng) * one_of(rng, &[1.0, -1.0])];
    let pair = (a, moved(&turned(&b, tilt), by));
    let pair = turned_together(rng, pair);
    both(rng, pair)
}

fn ratio(rng: &mut Random) -> (Flat, Flat) {
    let counts = [rng.random_range(1..=12), rng.random_range(3..=12)];
    let [a, b] = counts.map(|count| hanging(rng, count, 1));
    let small = 1.0 / one_of(rng, &[10.0, 300.0, 2000.0, 1e6]);
    let gap = if rng.random_bool(0.3) { -uniform(rng, 0.0, 1.0) } else { gap(rng) };
    let (mut a, mut b) = facing(rng, stretched(&a, [small; 2]), &b, gap * small);
    if rng.random_bool(0.5) {
        (a, b) = (b, a);
    }
    let pair = turned_together(rng, (a, b));
    both(rng, pair)
}

fn offset(rng: &mut Random) -> (Flat, Flat) {
    let count = rng.random_range(1..=12);
    let (a, b) = if rng.random_bool(0.5) { near(rng, count) } else { overlapping(rng, count) };
    let far = decade(rng, 1.0, 12.0);
    let (sin, cos) = angle(rng).sin_cos();
    let by = [far * cos, far * sin];
    both(rng, (moved(&a, by), moved(&b, by)))
}

fn powers(rng: &mut Random) -> (Flat, Flat) {
    let (a, b) = mixed(rng);
    let factor = power_of_two(one_of(rng, &[-900, -500, -40, 40, 500, 900]));
    (stretched(&a, [factor; 2]), stretched(&b, [factor; 2]))
}

fn grid_cloud(rng: &mut Random, count: usize) -> Flat {
    (0..count).map(|_| [(); 2].map(|()| f64::from(rng.random_range(-4..=4)))).collect()
}

fn grid(rng: &mut Random) -> (Flat, Flat) {
    let counts = [rng.random_range(1..=8), rng.random_range(1..=8)];
    let [a, b] = counts.map(|count| grid_cloud(rng, count));
    let by = [(); 2].map(|()| f64::from(rng.random_range(-5..=5)));
    both(rng, (a, moved(&b, by)))
}

fn boxes(rng: &mut Random) -> (Flat, Flat) {
    let [a, b] = [(); 2].map(|()| {
        let [x, y] = [(); 2].map(|()| f64::from(rng.random_range(-4..=4)));
        let [w, h] = [(); 2].map(|()| f64::from(rng.random_range(1..=4)));
        vec![[x, y], [x + w, y], [x + w, y + h], [x, y + h]]
    });
    both(rng, (a, b))
}

/// Some vertices given several times.
fn repeated(rng: &mut Random) -> (Flat, Flat) {
    let (a, b) = match rng.random_range(0..3) {
        0 => grid(rng),
        1 => mixed(rng),
        _ => small(rng),
    };
    let again = |rng: &mut Random, points: &Flat| {
        let mut all = Vec::new();
        for &p in points {
            all.extend(vec![p; rng.random_range(1..=3)]);
        }
        let turn = rng.random_range(0..all.len());
        all.rotate_left(turn);
        all
    };
    (again(rng, &a), again(rng, &b))
}

/// Polygons on a grid with the middles of their edges as vertices.
fn collinear(rng: &mut Random) -> (Flat, Flat) {
    let (a, b) = grid(rng);
    let halved = |points: &Flat| {
        let next = points.iter().cycle().skip(1);
        let halves =
            points.iter().zip(next).map(|(p, q)| [(p[0] + q[0]) / 2.0, (p[1] + q[1]) / 2.0]);
        points.iter().copied().zip(halves).flat_map(|(p, half)| [p, half]).collect()
    };
    (halved(&a), halved(&b))
}

/// Segments that go there and back, on a grid, next to polygons and other segments.
fn flat(rng: &mut Random) -> (Flat, Flat) {
    let [a, b] = [(); 2].map(|()| {
        let from = [(); 2].map(|()| f64::from(rng.random_range(-4..=4)));
        let by = [(); 2].map(|()| f64::from(rng.random_range(-2..=2)));
        let at = |k: f64| [from[0] + k * by[0], from[1] + k * by[1]];
        vec![at(0.0), at(1.0), at(2.0), at(1.0)]
    });
    if rng.random_bool(0.5) {
        return (a, b);
    }
    let (other, _) = grid(rng);
    if rng.random_bool(0.5) { (a, other) } else { (other, a) }
}

/// A polygon and its mirror image in a line that it touches, or overlaps by rounding.
fn mirrored(rng: &mut Random) -> (Flat, Flat) {
    let (count, top) = (rng.random_range(3..=24), rng.random_range(1..=2));
    let a = hanging(rng, count, top);
    let b = stretched(&a, [1.0, -1.0]);
    let pair = if rng.random_bool(0.3) { (a, b) } else { turned_together(rng, (a, b)) };
    both(rng, pair)
}
