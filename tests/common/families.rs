//! Families of pairs, from plain to nasty, each made from a seed.

use rand::RngExt;

use super::bodies::{
    Random, decade, direction, facing, hanging, hanging_box, moved, one_of, random, stretched,
    turned, turned_together, uniform,
};
use super::{Pair, Points, bodies, power_of_two};

type Make = fn(&mut Random) -> (Points, Points);

/// A family: its name and how its pairs are made.
#[derive(Clone, Copy)]
pub struct Family {
    /// The name in tables.
    pub name: &'static str,
    make: Make,
    seed: u64,
}

impl Family {
    /// The pair with this number.
    pub fn pair(&self, index: u64) -> Pair {
        let (a, b) = (self.make)(&mut random(self.seed, index));
        Pair { family: self.name, a, b }
    }
}

/// Every family.
pub fn all() -> Vec<Family> {
    let table: [(&'static str, Make); 35] = [
        ("tets distant", |r| distant(r, 4)),
        ("tets near", |r| near(r, 4)),
        ("tets overlapping", |r| overlapping(r, 4)),
        ("boxes distant", |r| apart(r, |r| hanging_box(r, 1))),
        ("boxes near", |r| boxes(r, 0.0)),
        ("boxes overlapping", |r| boxes(r, 0.3)),
        ("8 vertices distant", |r| distant(r, 8)),
        ("8 vertices near", |r| near(r, 8)),
        ("8 vertices overlapping", |r| overlapping(r, 8)),
        ("16 vertices distant", |r| distant(r, 16)),
        ("16 vertices near", |r| near(r, 16)),
        ("16 vertices overlapping", |r| overlapping(r, 16)),
        ("40 vertices near", |r| near(r, 40)),
        ("100 vertices near", |r| near(r, 100)),
        ("100 vertices overlapping", |r| overlapping(r, 100)),
        ("slivers", slivers),
        ("slivers lying", slivers_lying),
        ("needles skew", |r| needles(r, false)),
        ("needles parallel", |r| needles(r, true)),
        ("faces parallel", faces),
        ("faces touching", faces_touching),
        ("shared vertex", |r| shared(r, 1)),
        ("shared edge", |r| shared(r, 2)),
        ("shared face", |r| shared(r, 3)),
        ("duplicates", duplicates),
        ("integer grid", grid),
        ("offset", offset),
        ("scaled", scaled),
        ("powers of two", powers),
        ("size ratio", ratio),
        ("points and segments", small_bodies),
        ("kuhn cubes", kuhn),
        ("kuhn cubes turned", kuhn_turned),
        ("flat in one plane", flat),
        ("flat on a grid", flat_grid),
    ];
    let family = |(seed, (name, make))| Family { name, make, seed: seed as u64 };
    table.into_iter().enumerate().map(family).collect()
}

/// A gap of a near pair of size one: log-uniform, and now and then none at all.
fn gap(rng: &mut Random) -> f64 {
    if rng.random_bool(0.05) { 0.0 } else { decade(rng, -16.0, -3.0) }
}

/// A vertex count of the contact feature: vertex, edge or face.
fn feature(rng: &mut Random, count: usize) -> usize {
    rng.random_range(1..=3.min(count))
}

fn apart(rng: &mut Random, body: impl Fn(&mut Random) -> Points) -> (Points, Points) {
    let a = body(rng);
    let by = direction(rng) * uniform(rng, 3.0, 8.0);
    (a, moved(&body(rng), by.into()))
}

fn distant(rng: &mut Random, count: usize) -> (Points, Points) {
    apart(rng, |rng| hanging(rng, count, 1))
}

fn near(rng: &mut Random, count: usize) -> (Points, Points) {
    let (i, j) = (feature(rng, count), feature(rng, count));
    let (a, b) = (hanging(rng, count, i), hanging(rng, count, j));
    let gap = gap(rng);
    let pair = facing(rng, &a, &b, gap);
    turned_together(rng, pair)
}

fn overlapping(rng: &mut Random, count: usize) -> (Points, Points) {
    let (a, b) = (hanging(rng, count, 1), hanging(rng, count, 1));
    let depth =
        if rng.random_bool(0.3) { decade(rng, -16.0, -2.0) } else { uniform(rng, 0.01, 1.0) };
    let pair = facing(rng, &a, &b, -depth);
    turned_together(rng, pair)
}

fn boxes(rng: &mut Random, depth: f64) -> (Points, Points) {
    let (i, j) = (one_of(rng, &[1, 2, 4]), one_of(rng, &[1, 2, 4]));
    let (a, b) = (hanging_box(rng, i), hanging_box(rng, j));
    let gap = if depth > 0.0 { -uniform(rng, 0.0, depth) } else { gap(rng) };
    let pair = facing(rng, &a, &b, gap);
    turned_together(rng, pair)
}

/// Bodies squeezed across the contact plane, so that the sliver stands on it.
fn slivers(rng: &mut Random) -> (Points, Points) {
    let (i, j) = (feature(rng, 4), feature(rng, 4));
    let thin = |rng: &mut Random, top| {
        let thickness = decade(rng, -12.0, -6.0);
        stretched(&hanging(rng, 4, top), [1.0, thickness, 1.0])
    };
    let (a, b) = (thin(rng, i), thin(rng, j));
    let turn = bodies::rotation(rng);
    let b = if rng.random_bool(0.5) { about_z(&b, uniform(rng, 0.0, 3.0)) } else { b };
    let gap = gap(rng);
    let (a, b) = facing(rng, &a, &b, gap);
    (turned(&a, &turn), turned(&b, &turn))
}

/// Bodies squeezed onto the contact plane.
fn slivers_lying(rng: &mut Random) -> (Points, Points) {
    let (i, j) = (feature(rng, 4), feature(rng, 4));
    let lying = |rng: &mut Random, top| {
        let thickness = decade(rng, -12.0, -6.0);
        stretched(&hanging(rng, 4, top), [1.0, 1.0, thickness])
    };
    let (a, b) = (lying(rng, i), lying(rng, j));
    let gap = gap(rng);
    let pair = facing(rng, &a, &b, gap);
    turned_together(rng, pair)
}

fn about_z(points: &Points, angle: f64) -> Points {
    let (sin, cos) = angle.sin_cos();
    points.iter().map(|&[x, y, z]| [cos * x - sin * y, sin * x + cos * y, z]).collect()
}

fn needles(rng: &mut Random, parallel: bool) -> (Points, Points) {
    let needle = |rng: &mut Random| {
        let (i, thickness) = (feature(rng, 4), decade(rng, -12.0, -3.0));
        stretched(&hanging(rng, 4, i), [1.0, thickness, thickness])
    };
    let (a, mut b) = (needle(rng), needle(rng));
    if !parallel {
        b = about_z(&b, uniform(rng, 0.1, 3.0));
    } else if rng.random_bool(0.5) {
        b = about_z(&b, decade(rng, -16.0, -6.0));
    }
    let gap = gap(rng);
    let pair = facing(rng, &a, &b, gap);
    turned_together(rng, pair)
}

/// Faces that lie in parallel planes, and often overlap there.
fn faces(rng: &mut Random) -> (Points, Points) {
    let count = rng.random_range(4..=8);
    let (a, b) = (hanging(rng, count, 3), hanging(rng, count, 4));
    let (a, b) =
        if rng.random_bool(0.5) { (hanging_box(rng, 4), hanging_box(rng, 4)) } else { (a, b) };
    let gap = gap(rng);
    let pair = facing(rng, &a, &b, gap);
    turned_together(rng, pair)
}

/// Faces in one plane; along the axes the contact is exact.
fn faces_touching(rng: &mut Random) -> (Points, Points) {
    let (i, j) = (rng.random_range(1..=4), rng.random_range(3..=4));
    let (a, b) = (hanging(rng, 6, i), hanging(rng, 6, j));
    let pair = facing(rng, &a, &b, 0.0);
    if rng.random_bool(0.5) { pair } else { turned_together(rng, pair) }
}

/// Tetrahedra with common vertices, on two sides of a plane or on the same.
fn shared(rng: &mut Random, count: usize) -> (Points, Points) {
    let mut a = hanging(rng, 4, count);
    a.sort_by(|p, q| q[2].total_cmp(&p[2]));
    let mut b = hanging(rng, 4, 1);
    b[..count].copy_from_slice(&a[..count]);
    let upwards = if rng.random_bool(0.7) { -1.0 } else { 1.0 };
    for p in &mut b[count..] {
        p[2] = upwards * (p[2] - 0.1);
    }
    let (turn_a, turn_b) = (rng.random_range(0..4), rng.random_range(0..4));
    a.rotate_left(turn_a);
    b.rotate_left(turn_b);
    turned_together(rng, (a, b))
}

fn duplicates(rng: &mut Random) -> (Points, Points) {
    let (mut a, mut b) = near(rng, 4);
    for points in [&mut a, &mut b] {
        for _ in 0..rng.random_range(1..6) {
            let again = points[rng.random_range(0..points.len())];
            points.insert(rng.random_range(0..=points.len()), again);
        }
    }
    (a, b)
}

/// Small integers: exact contacts, flat and repeated everything.
fn grid(rng: &mut Random) -> (Points, Points) {
    let body = |rng: &mut Random| -> Points {
        let count = rng.random_range(1..=8);
        let shift = rng.random_range(-2..=2);
        let mut coordinate =
            |k| f64::from(rng.random_range(0..=3) + if k == 0 { shift } else { 0 });
        (0..count).map(|_| std::array::from_fn(&mut coordinate)).collect()
    };
    (body(rng), body(rng))
}

fn offset(rng: &mut Random) -> (Points, Points) {
    let count = one_of(rng, &[4, 8]);
    let (a, b) = near(rng, count);
    let by = (direction(rng) * decade(rng, 3.0, 6.0)).into();
    (moved(&a, by), moved(&b, by))
}

fn scaled(rng: &mut Random) -> (Points, Points) {
    let count = one_of(rng, &[4, 8, 16]);
    let (a, b) = if rng.random_bool(0.7) { near(rng, count) } else { overlapping(rng, count) };
    let by = [decade(rng, -9.0, 6.0); 3];
    (stretched(&a, by), stretched(&b, by))
}

fn powers(rng: &mut Random) -> (Points, Points) {
    let (a, b) = match rng.random_range(0..4) {
        0 => slivers(rng),
        1 => overlapping(rng, 4),
        2 => distant(rng, 8),
        _ => near(rng, 4),
    };
    let by = [power_of_two(rng.random_range(-900..=900)); 3];
    (stretched(&a, by), stretched(&b, by))
}

/// One body up to 2000 times as large as the other.
fn ratio(rng: &mut Random) -> (Points, Points) {
    let (i, j, count) = (feature(rng, 4), feature(rng, 4), one_of(rng, &[4, 8]));
    let a = hanging(rng, count, i);
    let b = stretched(&hanging(rng, 4, j), [1.0 / uniform(rng, 2.0, 2000.0); 3]);
    let gap = gap(rng) * one_of(rng, &[1.0, 1.0, -1.0]);
    let pair = facing(rng, &a, &b, gap);
    let (a, b) = turned_together(rng, pair);
    if rng.random_bool(0.5) { (a, b) } else { (b, a) }
}

/// Points, segments and triangles against anything.
fn small_bodies(rng: &mut Random) -> (Points, Points) {
    let (m, n) = (rng.random_range(1..=3), rng.random_range(1..=8));
    let (i, j) = (feature(rng, m), feature(rng, n));
    let (a, b) = (hanging(rng, m, i), hanging(rng, n, j));
    let tiny = gap(rng);
    let gap = one_of(rng, &[tiny, 0.5, -0.01]);
    let pair = facing(rng, &a, &b, gap);
    let (a, b) = turned_together(rng, pair);
    if rng.random_bool(0.5) { (a, b) } else { (b, a) }
}

/// One of the six tetrahedra round the diagonal of the unit cube at a corner of a grid.
fn kuhn_tet(rng: &mut Random) -> Points {
    let corner: [f64; 3] = std::array::from_fn(|_| f64::from(rng.random_range(0..2)));
    let order = one_of(rng, &[[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]);
    let mut points = vec![corner];
    for axis in order {
        let mut next = points[points.len() - 1];
        next[axis] += 1.0;
        points.push(next);
    }
    let turn = rng.random_range(0..4);
    points.rotate_left(turn);
    points
}

fn kuhn(rng: &mut Random) -> (Points, Points) {
    let by = [one_of(rng, &[1.0, 0.1, 3.7e-3, 1.0 / 3.0]); 3];
    (stretched(&kuhn_tet(rng), by), stretched(&kuhn_tet(rng), by))
}

/// Turned, each vertex by the same arithmetic, so that shared vertices stay the same bits.
fn kuhn_turned(rng: &mut Random) -> (Points, Points) {
    let (a, b) = kuhn(rng);
    let rows = bodies::rotation(rng);
    let by = (direction(rng) * uniform(rng, 0.0, 10.0)).into();
    (moved(&turned(&a, &rows), by), moved(&turned(&b, &rows), by))
}

fn flat(rng: &mut Random) -> (Points, Points) {
    let (m, n) = (rng.random_range(2..=8), rng.random_range(2..=8));
    let a = stretched(&hanging(rng, m, 1), [1.0, 1.0, 0.0]);
    let b = stretched(&hanging(rng, n, 1), [1.0, 1.0, 0.0]);
    let by = uniform(rng, 0.0, 2.5);
    let pair = (a, moved(&b, [by, 0.0, 0.0]));
    turned_together(rng, pair)
}

fn flat_grid(rng: &mut Random) -> (Points, Points) {
    let flat = one_of(rng, &[[1.0, 1.0, 0.0], [1.0, 0.0, 1.0], [0.0, 0.0, 1.0]]);
    let (a, b) = grid(rng);
    (stretched(&a, flat), stretched(&b, flat))
}
