//! Which tetrahedra of a body hold a point, by the exact predicate.

use std::ops::Range;

use rayon::prelude::*;
use robust::{Coord3D, orient3d};

use crate::Vec3;
use crate::broad::{Bounds, Forest};
use crate::mesh::FACES;
use crate::scene::world::World;

/// Fewer boxes than this are tested one by one.
const MIN_TREE: usize = 32;

/// Whether a point is in a tetrahedron or on its border; within `slack` of it, if that is not 0, up
/// to rounding. A tetrahedron that is turned inside out holds nothing.
pub(in crate::scene) fn is_in_tet(world: &World, tet: u32, point: [f64; 3], slack: f64) -> bool {
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

/// The tetrahedra of some bodies, found by the boxes of their pieces.
#[derive(Debug, Default)]
pub(in crate::scene) struct TetIndex {
    /// In ascending order of the bodies.
    bodies: Vec<(u32, BodyTets)>,
}

/// The pieces of one body near a region.
#[derive(Debug)]
pub(in crate::scene) struct BodyTets {
    /// The box around all nodes of the body.
    pub(in crate::scene) bounds: Bounds,
    pieces: Vec<u32>,
    boxes: Vec<Bounds>,
    /// Over the boxes, if there are many.
    forest: Option<Forest>,
}

impl TetIndex {
    /// An index of bodies, each with the region in which points will be located; in ascending order
    /// of the bodies.
    pub(in crate::scene) fn new(world: &World, regions: &[(u32, Bounds)]) -> Self {
        let of = |&(body, region): &(u32, Bounds)| {
            (body, BodyTets::new(world, world.spans[body as usize].pieces.clone(), &region))
        };
        Self { bodies: regions.par_iter().map(of).collect() }
    }

    pub(in crate::scene) fn of(&self, body: u32) -> Option<&BodyTets> {
        let at = self.bodies.binary_search_by_key(&body, |(body, _)| *body).ok()?;
        Some(&self.bodies[at].1)
    }
}

impl BodyTets {
    fn new(world: &World, all: Range<usize>, region: &Bounds) -> Self {
        let mut bounds = Bounds::EMPTY;
        let (mut pieces, mut boxes) = (Vec::new(), Vec::new());
        for piece in all {
            let around = world.piece_box(piece as u32);
            bounds = bounds.joined(&around);
            if around.meets(region) {
                pieces.push(piece as u32);
                boxes.push(around);
            }
        }
        let is_large = boxes.len() >= MIN_TREE;
        let forest = is_large.then(|| Forest::new(&boxes, std::slice::from_ref(&(0..boxes.len()))));
        Self { bounds, pieces, boxes, forest }
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
        let has = |at: usize| world.piece_tets.of(self.pieces[at]).iter().any(|&tet| wanted(tet));
        let Some(forest) = &self.forest else {
            return (0..self.boxes.len()).any(|at| self.boxes[at].meets(&around) && has(at));
        };
        let mut is_found = false;
        forest.each(&around, |at| is_found = is_found || has(at as usize));
        is_found
    }
}
