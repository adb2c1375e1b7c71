//! Polyhedra and directions for the tests of shapes.
#![allow(dead_code)]

use std::collections::HashMap;

use gapkit::Vec3;
use gapkit::shape::{Polyhedron, Search};
use parry3d_f64::math::Vector;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

type Solid = (Vec<[f64; 3]>, Vec<[u32; 3]>);

/// A box with each face cut into `n` by `n` squares, each of them two triangles.
pub(crate) fn subdivided_box(n: usize, half: Vec3) -> Solid {
    let (mut vertices, mut known) = (Vec::new(), HashMap::new());
    let mut index = |p: [usize; 3]| {
        *known.entry(p).or_insert_with(|| {
            let at = |axis: usize| half[axis] * (2.0 * p[axis] as f64 / n as f64 - 1.0);
            vertices.push([at(0), at(1), at(2)]);
            vertices.len() as u32 - 1
        })
    };
    let mut faces = Vec::new();
    for axis in 0..3 {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        for side in [0, n] {
            for i in 0..n {
                for j in 0..n {
                    let mut corner = |di: usize, dj: usize| {
                        let mut p = [side; 3];
                        (p[u], p[v]) = (i + di, j + dj);
                        index(p)
                    };
                    let (a, b, c, d) = (corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1));
                    let two = [[a, b, c], [a, c, d]];
                    faces.extend(if side == n { two } else { two.map(|[a, b, c]| [a, c, b]) });
                }
            }
        }
    }
    (vertices, faces)
}

/// An octahedron whose faces are cut in four `levels` times, with all vertices on the unit sphere.
pub(crate) fn icosphere(levels: u32) -> Solid {
    let mut vertices: Vec<Vec3> =
        vec![Vec3::x(), Vec3::y(), Vec3::z(), -Vec3::x(), -Vec3::y(), -Vec3::z()];
    let mut faces: Vec<[u32; 3]> = vec![
        [0, 1, 2],
        [1, 3, 2],
        [3, 4, 2],
        [4, 0, 2],
        [1, 0, 5],
        [3, 1, 5],
        [4, 3, 5],
        [0, 4, 5],
    ];
    for _ in 0..levels {
        let mut middles = HashMap::new();
        let mut middle = |a: u32, b: u32, vertices: &mut Vec<Vec3>| {
            *middles.entry((a.min(b), a.max(b))).or_insert_with(|| {
                vertices.push((vertices[a as usize] + vertices[b as usize]).normalize());
                vertices.len() as u32 - 1
            })
        };
        let mut finer = Vec::new();
        for [a, b, c] in faces {
            let ab = middle(a, b, &mut vertices);
            let bc = middle(b, c, &mut vertices);
            let ca = middle(c, a, &mut vertices);
            finer.extend([[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]);
        }
        faces = finer;
    }
    (vertices.into_iter().map(Into::into).collect(), faces)
}

/// Rings of 16 vertices around the z axis, each turned by half a step against the last, between
/// two poles. The profile lists radius and height from the upper pole to the lower one.
pub(crate) fn lathe(profile: &[[f64; 2]]) -> Solid {
    const N: u32 = 16;
    let rings = &profile[1..profile.len() - 1];
    let mut vertices = vec![[0.0, 0.0, profile[0][1]]];
    for (k, [radius, z]) in rings.iter().enumerate() {
        for i in 0..N {
            let turn = f64::from(i) + if k % 2 == 1 { 0.5 } else { 0.0 };
            let angle = turn * 2.0 * std::f64::consts::PI / f64::from(N);
            vertices.push([radius * angle.cos(), radius * angle.sin(), *z]);
        }
    }
    let last = vertices.len() as u32;
    vertices.push([0.0, 0.0, profile[profile.len() - 1][1]]);
    let at = |k: usize, i: u32| 1 + k as u32 * N + i % N;
    let mut faces = Vec::new();
    for i in 0..N {
        faces.push([0, at(0, i), at(0, i + 1)]);
        faces.push([last, at(rings.len() - 1, i + 1), at(rings.len() - 1, i)]);
        for k in 1..rings.len() {
            // Between two vertices of a ring lies one of the next.
            let (odd, even) = ((k % 2) as u32, 1 - (k % 2) as u32);
            faces.push([at(k - 1, i), at(k, i + even), at(k - 1, i + 1)]);
            faces.push([at(k, i), at(k, i + 1), at(k - 1, i + odd)]);
        }
    }
    (vertices, faces)
}

/// The hull of random points on a sphere, then flattened by a power of two; `None` if the peer's
/// hull is not convex by the exact predicate.
pub(crate) fn random_hull(seed: u64, count: usize, flat: f64) -> Option<Polyhedron> {
    let mut random = SmallRng::seed_from_u64(seed);
    let mut point = || {
        let mut c = || random.random_range(-1.0..1.0);
        let p = Vec3::new(c(), c(), c()).normalize();
        Vector::new(p.x, p.y, p.z)
    };
    let points: Vec<Vector> = (0..count).map(|_| point()).collect();
    let (vertices, faces) = parry3d_f64::transformation::try_convex_hull(&points).ok()?;
    let vertices = vertices.iter().map(|p| [p.x, p.y, p.z * flat]).collect();
    Polyhedron::new(vertices, &faces).ok()
}

/// Directions spread over the sphere, and those along the axes.
pub(crate) fn directions(count: usize) -> Vec<Vec3> {
    let golden = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    let mut all: Vec<Vec3> = (0..count)
        .map(|i| {
            let z = 1.0 - 2.0 * (i as f64 + 0.5) / count as f64;
            let (rho, angle) = ((1.0 - z * z).sqrt(), golden * i as f64);
            Vec3::new(rho * angle.cos(), rho * angle.sin(), z)
        })
        .collect();
    for axis in [Vec3::x(), Vec3::y(), Vec3::z()] {
        all.extend([axis, -axis]);
    }
    all
}

pub(crate) fn scanned(shape: &Polyhedron) -> Polyhedron {
    shape.clone().with_search(Search::Scan)
}

pub(crate) fn climbed(shape: &Polyhedron) -> Polyhedron {
    shape.clone().with_search(Search::HillClimbing)
}
