//! Meshes of tetrahedra made in code: blocks, jittered and rotated ones, and a swept knot.

#![allow(dead_code, reason = "shared by tests and benches, none of which uses all of it")]

use std::f64::consts::TAU;

use gapkit::Vec3;
use gapkit::mesh::TetMesh;
use nalgebra::Rotation3;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Nodes and tetrahedra, whose corners may be in any order.
pub(crate) struct Raw {
    pub(crate) nodes: Vec<[f64; 3]>,
    pub(crate) tets: Vec<[u32; 4]>,
}

impl Raw {
    pub(crate) fn mesh(mut self) -> TetMesh {
        for tet in &mut self.tets {
            let [a, b, c, d] = tet.map(|i| Vec3::from(self.nodes[i as usize]));
            if (b - a).cross(&(c - a)).dot(&(d - a)) < 0.0 {
                tet.swap(2, 3);
            }
        }
        TetMesh::new(self.nodes, self.tets).expect("a valid mesh")
    }

    /// Moves every node by up to half of `size` along each axis.
    pub(crate) fn jittered(mut self, size: f64, seed: u64) -> Self {
        let mut rng = StdRng::seed_from_u64(seed);
        for x in self.nodes.iter_mut().flatten() {
            *x += size * rng.random_range(-0.5..0.5);
        }
        self
    }

    pub(crate) fn rotated(mut self) -> Self {
        let rotation = Rotation3::from_euler_angles(0.3, 0.7, 1.1);
        self.nodes.iter_mut().for_each(|p| *p = (rotation * Vec3::from(*p)).into());
        self
    }
}

/// A block of unit cubes, each cut into six tetrahedra along the paths from one corner to the
/// opposite one.
pub(crate) fn block(n: [usize; 3]) -> Raw {
    let id = |[i, j, k]: [usize; 3]| (i + (n[0] + 1) * (j + (n[1] + 1) * k)) as u32;
    const PATHS: [[usize; 3]; 6] =
        [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];
    let tets = cells(n).flat_map(|cell| {
        PATHS.map(|path| {
            let mut at = cell;
            let mut step = |axis: usize| {
                at[axis] += 1;
                id(at)
            };
            [id(cell), step(path[0]), step(path[1]), step(path[2])]
        })
    });
    Raw { tets: tets.collect(), nodes: grid(n) }
}

/// A block of unit cubes, each cut into five tetrahedra, in two ways by turns.
pub(crate) fn block_of_fives(n: [usize; 3]) -> Raw {
    let id = |[i, j, k]: [usize; 3]| (i + (n[0] + 1) * (j + (n[1] + 1) * k)) as u32;
    let tets = cells(n).flat_map(|cell| {
        let flip = (cell[0] + cell[1] + cell[2]) % 2;
        // Corners in bits; those with an even number of bits are the tetrahedron in the middle.
        let corner = |bits: usize| {
            let bits = bits ^ flip;
            id([cell[0] + (bits & 1), cell[1] + (bits >> 1 & 1), cell[2] + (bits >> 2)])
        };
        [[0, 3, 5, 6], [1, 0, 3, 5], [2, 0, 3, 6], [4, 0, 5, 6], [7, 3, 5, 6]]
            .map(|tet| tet.map(corner))
    });
    Raw { tets: tets.collect(), nodes: grid(n) }
}

fn cells(n: [usize; 3]) -> impl Iterator<Item = [usize; 3]> {
    (0..n[2]).flat_map(move |k| (0..n[1]).flat_map(move |j| (0..n[0]).map(move |i| [i, j, k])))
}

fn grid(n: [usize; 3]) -> Vec<[f64; 3]> {
    cells(n.map(|n| n + 1)).map(|cell| cell.map(|x| x as f64)).collect()
}

/// Steps along the knot between two sections.
const STEPS: usize = 64;

fn trefoil(t: f64) -> Vec3 {
    let r = 2.0 + (3.0 * t).cos();
    Vec3::new(r * (2.0 * t).cos(), r * (2.0 * t).sin(), (3.0 * t).sin())
}

/// Places at equal distances along the trefoil, each with two directions across it that turn as
/// little as possible and come back to where they began up to some sides of the polygon, which are
/// told too.
fn frames(sections: usize, sides: usize) -> (Vec<[Vec3; 3]>, usize) {
    let count = sections * STEPS;
    let points: Vec<Vec3> = (0..=count).map(|i| trefoil(TAU * i as f64 / count as f64)).collect();
    let mut lengths = vec![0.0];
    points.windows(2).for_each(|p| lengths.push(lengths[lengths.len() - 1] + (p[1] - p[0]).norm()));
    let mut across = vec![Vec3::z()];
    for i in 0..=count {
        let along = (points[(i + 1) % count] - points[(i + count - 1) % count]).normalize();
        let last = across[across.len() - 1];
        across.push((last - along * along.dot(&last)).normalize());
    }
    let along = (points[1] - points[count - 1]).normalize();
    let (first, last) = (across[1], across[count + 1]);
    let whole = along.cross(&last).dot(&first).atan2(last.dot(&first));
    let turns = (whole / TAU * sides as f64).round();
    let missing = whole - turns * TAU / sides as f64;
    let frames = (0..sections)
        .map(|section| {
            let wanted = lengths[count] * section as f64 / sections as f64;
            let i = lengths.partition_point(|&length| length < wanted).min(count - 1);
            let along = (points[(i + 1) % count] - points[(i + count - 1) % count]).normalize();
            let (sin, cos) = (missing * section as f64 / sections as f64).sin_cos();
            let (u, v) = (across[i + 1], along.cross(&across[i + 1]));
            [points[i], u * cos + v * sin, v * cos - u * sin]
        })
        .collect();
    (frames, (-turns as isize).rem_euclid(sides as isize) as usize)
}

/// A trefoil, swept with a polygon round its centre line: three tetrahedra for each side in each
/// section.
pub(crate) fn knot(sections: usize, sides: usize) -> Raw {
    let mut nodes: Vec<[f64; 3]> = Vec::new();
    let (frames, shift) = frames(sections, sides);
    for [at, u, v] in frames {
        nodes.push(at.into());
        for side in 0..sides {
            let (sin, cos) = (side as f64 / sides as f64 * TAU).sin_cos();
            nodes.push((at + (u * cos + v * sin) * 0.5).into());
        }
    }
    let mut tets = Vec::new();
    for section in 0..sections {
        let here = |k: usize| (section * (sides + 1) + k) as u32;
        let there = |k: usize| match (section + 1, k) {
            (next, k) if next < sections => (next * (sides + 1) + k) as u32,
            (_, 0) => 0,
            (_, k) => (1 + (k - 1 + shift) % sides) as u32,
        };
        for side in 0..sides {
            let mut corners = [0, 1 + side, 1 + (side + 1) % sides];
            // In the same order on both sides of a wall, the diagonals agree.
            corners.sort_unstable();
            let [a, b, c] = corners.map(here);
            let [d, e, f] = corners.map(there);
            tets.extend([[a, b, c, f], [a, b, e, f], [a, d, e, f]]);
        }
    }
    Raw { nodes, tets }
}

/// A smooth deformation: waves of this amplitude, relative to the extent of the body.
pub(crate) fn waved(nodes: &[[f64; 3]], amplitude: f64) -> Vec<[f64; 3]> {
    let extent = nodes.iter().flatten().fold(0.0_f64, |most, x| most.max(x.abs()));
    let wave = |x: f64, phase: f64| amplitude * extent * (2.0 * x / extent + phase).sin();
    nodes
        .iter()
        .map(|&[x, y, z]| {
            [x + wave(y, 0.3) + wave(z, 1.0), y + wave(z, 0.7) + wave(x, 2.0), z + wave(x, 1.3)]
        })
        .collect()
}
