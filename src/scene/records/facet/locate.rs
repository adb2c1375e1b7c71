//! Which tetrahedra of a body hold a point, by the exact predicate.

use std::ops::Range;

use rayon::prelude::*;
use robust::{Coord3D, orient3d};
use smallvec::SmallVec;

use crate::Vec3;
use crate::broad::Bounds;
use crate::mesh::FACES;
use crate::scene::world::World;

/// How many boxes have a box around them in common.
const BRANCHES: usize = 8;

/// Jobs of threads are no smaller than this.
const MIN_PIECES_PER_JOB: usize = 512;

/// How many steps an axis has for the order of pieces.
const PLACES: f64 = 1023.0;

/// Whether a point is in a tetrahedron or on its border; within `slack` of it, if that is not 0, up
/// to rounding. A tetrahedron that is turned inside out holds nothing.
pub(in crate::scene) fn is_in_tet(world: &World, tet: u32, point: [f64; 3], slack: f64) -> bool {
    if world.is_off.get(tet as usize).is_some_and(|is_off| *is_off) {
        return false;
    }
    let nodes = world.tets[tet as usize];
    let corners = nodes.map(|node| world.nodes[node as usize]);
    if !Bounds::around(corners).grown(slack).holds(point) {
        return false;
    }
    if slack == 0.0 {
        let is_behind = |face: &[usize; 3]| side(face.map(|i| corners[i]), point) >= 0.0;
        return FACES.iter().all(is_behind);
    }
    let p = Vec3::from(point);
    FACES.iter().all(|face| {
        let [a, b, c] = face.map(|i| Vec3::from(corners[i]) - p);
        let normal = (b - a).cross(&(c - a));
        -normal.dot(&a) / normal.norm() <= slack
    })
}

/// The side of a triangle that a point is on: positive behind it, 0 in its plane, by an exact sign.
pub(in crate::scene) fn side(triangle: [[f64; 3]; 3], point: [f64; 3]) -> f64 {
    let [a, b, c, d] = [triangle[0], triangle[1], triangle[2], point].map(coordinates);
    orient3d(a, b, c, d)
}

fn coordinates([x, y, z]: [f64; 3]) -> Coord3D<f64> {
    Coord3D { x, y, z }
}

/// The tetrahedra of some bodies, found by the boxes of their pieces. Kept from one detection to the
/// next, so that nothing is allocated.
#[derive(Debug, Default)]
pub(in crate::scene) struct TetIndex {
    /// One for each body.
    trees: Vec<BodyTets>,
    /// The bodies that have been indexed, in ascending order.
    current: Vec<u32>,
}

/// The pieces of one body: boxes, boxes around each eight of them, and so on.
#[derive(Debug, Default)]
pub(in crate::scene) struct BodyTets {
    is_current: bool,
    /// The pieces, counted from the first of the body, neighbours next to each other.
    order: Vec<u32>,
    /// The first piece of the body.
    first: u32,
    /// The boxes of all levels, those of the pieces first, and where the levels start.
    boxes: Vec<Bounds>,
    starts: Vec<usize>,
}

impl TetIndex {
    /// Indexes some bodies, in any order, where they are now.
    pub(in crate::scene) fn update(&mut self, world: &World, bodies: impl Iterator<Item = u32>) {
        let Self { trees, current } = self;
        current.drain(..).for_each(|body| {
            if let Some(tree) = trees.get_mut(body as usize) {
                tree.is_current = false;
            }
        });
        trees.resize_with(world.spans.len(), BodyTets::default);
        for body in bodies {
            if !std::mem::replace(&mut trees[body as usize].is_current, true) {
                current.push(body);
            }
        }
        if !current.is_empty() {
            let all = trees.par_iter_mut().zip(&world.spans);
            let current = all.filter(|(tree, _)| tree.is_current);
            current.for_each(|(tree, span)| tree.fit(world, span.pieces.clone()));
        }
    }

    pub(in crate::scene) fn of(&self, body: u32) -> Option<&BodyTets> {
        self.trees.get(body as usize).filter(|tree| tree.is_current)
    }
}

impl BodyTets {
    /// Fits all boxes to where the pieces are.
    fn fit(&mut self, world: &World, pieces: Range<usize>) {
        let Self { order, first, boxes, starts, .. } = self;
        *first = pieces.start as u32;
        if order.len() != pieces.len() {
            sort_by_place(world, pieces, order);
        }
        starts.clear();
        let (mut len, mut sum) = (order.len(), 0);
        loop {
            starts.push(sum);
            sum += len;
            if len <= BRANCHES {
                break;
            }
            len = len.div_ceil(BRANCHES);
        }
        starts.push(sum);
        boxes.resize(sum, Bounds::EMPTY);
        let own = boxes[..order.len()].par_iter_mut().zip(&*order).with_min_len(MIN_PIECES_PER_JOB);
        own.for_each(|(bounds, piece)| *bounds = world.piece_box(*first + piece));
        for level in starts.windows(3) {
            let (low, high) = boxes[level[0]..level[2]].split_at_mut(level[1] - level[0]);
            for (some, bounds) in low.chunks(BRANCHES).zip(high) {
                *bounds = some.iter().fold(Bounds::EMPTY, |all, one| all.joined(one));
            }
        }
    }

    /// The boxes of a level; the highest has no more than [`BRANCHES`].
    fn level(&self, level: usize) -> &[Bounds] {
        &self.boxes[self.starts[level]..self.starts[level + 1]]
    }

    /// The box around all nodes of the body.
    pub(in crate::scene) fn bounds(&self) -> Bounds {
        let top = self.level(self.starts.len() - 2).iter();
        top.fold(Bounds::EMPTY, |all, one| all.joined(one))
    }

    /// Whether a tetrahedron of a piece whose box is within `slack` of a point is wanted.
    pub(in crate::scene) fn any(
        &self,
        world: &World,
        point: [f64; 3],
        slack: f64,
        wanted: impl Fn(u32) -> bool,
    ) -> bool {
        let around = Bounds { min: point, max: point }.grown(slack);
        let has = |piece: u32| world.piece_tets.of(piece).iter().any(|&tet| wanted(tet));
        self.any_below(self.starts.len() - 2, 0, &around, &has)
    }

    /// Calls a function with each piece whose box is within a distance of a point, near boxes first.
    /// It returns how near others must be to be of interest, which is no more.
    pub(in crate::scene) fn each_near(
        &self,
        point: [f64; 3],
        max: f64,
        examine: &mut impl FnMut(u32, f64) -> f64,
    ) {
        let around = Bounds { min: point, max: point };
        self.near_below(self.starts.len() - 2, 0, (&around, max), examine);
    }

    /// As [`BodyTets::each_near`], for the pieces under one of eight boxes of a level.
    fn near_below(
        &self,
        level: usize,
        first: usize,
        (around, mut max): (&Bounds, f64),
        examine: &mut impl FnMut(u32, f64) -> f64,
    ) -> f64 {
        let mut near: SmallVec<[(f64, usize); BRANCHES]> = SmallVec::new();
        let some = self.level(level)[first..].iter().take(BRANCHES).zip(first..);
        near.extend(some.map(|(bounds, at)| (bounds.distance_squared(around), at)));
        near.sort_unstable_by(|one, two| one.0.total_cmp(&two.0));
        for (squared, at) in near {
            if squared > max * max {
                break;
            }
            max = match level {
                0 => examine(self.first + self.order[at], max),
                _ => self.near_below(level - 1, BRANCHES * at, (around, max), examine),
            };
        }
        max
    }

    /// Whether a piece is wanted that is under one of eight boxes of a level, and near.
    fn any_below(
        &self,
        level: usize,
        first: usize,
        around: &Bounds,
        wanted: &impl Fn(u32) -> bool,
    ) -> bool {
        let some = self.level(level)[first..].iter().take(BRANCHES).zip(first..);
        some.filter(|(bounds, _)| bounds.meets(around)).any(|(_, at)| match level {
            0 => wanted(self.first + self.order[at]),
            _ => self.any_below(level - 1, BRANCHES * at, around, wanted),
        })
    }
}

/// Lists pieces, counted from the first, in an order in which neighbours are near each other: that of
/// the bits of their coordinates in turn (G. M. Morton, A computer oriented geodetic data base, IBM,
/// 1966).
fn sort_by_place(world: &World, pieces: Range<usize>, order: &mut Vec<u32>) {
    let first = pieces.start as u32;
    let boxes = pieces.clone().map(|piece| world.piece_box(piece as u32));
    let all = boxes.fold(Bounds::EMPTY, |all, one| all.joined(&one));
    let place = |piece: u32| {
        let bounds = world.piece_box(first + piece);
        let along = |k: usize| {
            let middle = 0.5 * bounds.min[k] + 0.5 * bounds.max[k];
            (PLACES * ((middle - all.min[k]) / (all.max[k] - all.min[k]))) as u32
        };
        let coordinates = [along(0), along(1), along(2)];
        (0..10).rev().fold(0, |code, bit| {
            coordinates.iter().fold(code, |code, x| code << 1 | (x >> bit & 1))
        })
    };
    order.clear();
    order.extend(0..pieces.len() as u32);
    order.sort_by_cached_key(|&piece| place(piece));
}
