//! Faces that are covered by others without being joined to them: hanging nodes, or quadrangles
//! that their two elements cut along different diagonals.
//!
//! Such faces are inside the mesh and would be exposed all the same. Where a face is covered, each
//! of its corners is also a corner of some face that lies on it from the other side: refinement
//! keeps the nodes that were there. The two sides of a crack lie on each other likewise, but share
//! only the nodes of its front; and faces that meet the corner beside each other cover nothing.

use super::check::Names;
use super::{FACES, OUTSIDE};
use crate::Vec3;
use crate::error::Fault;
use crate::num::Lists;

/// The sine of the angle, and the angle itself, up to which faces count as flat on each other and
/// as beside each other. Quadrangles that are not flat are cut into triangles that lie on each other
/// only as well as this; a hollow between faces that share all their corners is never so flat.
const FLATNESS: f64 = 0.1;

/// A face that is covered, and one of those that cover it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Covered {
    pub(super) face: [u32; 3],
    pub(super) tet: u32,
    pub(super) other: u32,
}

impl Covered {
    /// The fault, by the elements that own the tetrahedra.
    pub(super) fn fault(self, names: Names<'_>, owner: impl Fn(u32) -> u32) -> Fault {
        let [element, other] = [self.tet, self.other].map(|tet| names.name(owner(tet) as usize));
        Fault::Covered { face: names.nodes(self.face), element, other }
    }
}

/// The exposed faces that others cover, in the order of the tetrahedra.
pub(super) fn covered(
    nodes: &[[f64; 3]],
    tets: &[[u32; 4]],
    neighbors: &[[u32; 4]],
) -> Vec<Covered> {
    let sides = neighbors.as_flattened().iter().zip(0_u32..);
    let sides: Vec<u32> =
        sides.filter(|(next, _)| **next == OUTSIDE).map(|(_, side)| side).collect();
    let face = |side: u32| FACES[side as usize % 4].map(|local| tets[side as usize / 4][local]);
    let corners = sides.iter().flat_map(|&side| face(side).map(|node| (node, side)));
    let around = Lists::grouped(nodes.len(), corners);
    let place = |node: u32| Vec3::from(nodes[node as usize]);
    let covers = |node: u32, one: u32, two: u32| {
        let [one, two] = [one, two].map(|side| Sector::at(node, face(side), place));
        one.is_covered_by(&two)
    };
    let of = |&side: &u32| {
        // The faces of a sliver lie on each other with the sliver between them.
        let is_behind = |tet: u32| tet == side / 4 || neighbors[side as usize / 4].contains(&tet);
        let by = |node: u32| {
            let others = around.of(node).iter().copied().filter(|other| !is_behind(other / 4));
            others.into_iter().find(|&other| covers(node, side, other))
        };
        let [a, b, c] = face(side);
        let other = by(a).and_then(|other| by(b).and(by(c)).and(Some(other)))?;
        Some(Covered { face: [a, b, c], tet: side / 4, other: other / 4 })
    };
    sides.iter().filter_map(of).collect()
}

/// The corner of a face: its two edges from there, counterclockwise, and its normal, of length 1.
struct Sector {
    edges: [Vec3; 2],
    normal: Vec3,
}

impl Sector {
    fn at(node: u32, face: [u32; 3], place: impl Fn(u32) -> Vec3) -> Self {
        let turn = face.iter().position(|&corner| corner == node).unwrap_or(0);
        let [x, first, second] = [0, 1, 2].map(|k| place(face[(turn + k) % 3]));
        // Scaled, so that no product overflows or vanishes.
        let unit = |edge: Vec3| (edge / edge.amax()).normalize();
        let edges = [unit(first - x), unit(second - x)];
        Self { edges, normal: edges[0].cross(&edges[1]).normalize() }
    }

    /// Whether another one lies on this from the other side. A face that has no direction is
    /// covered by none.
    fn is_covered_by(&self, other: &Self) -> bool {
        let across = self.normal.cross(&other.normal).norm();
        if !(self.normal.dot(&other.normal) < 0.0 && across <= FLATNESS) {
            return false;
        }
        // Angles in the plane of this one, from its first edge; the other turns the other way.
        let ahead = self.normal.cross(&self.edges[0]);
        let angle = |edge: &Vec3| edge.dot(&ahead).atan2(edge.dot(&self.edges[0]));
        let (from, to) = (angle(&other.edges[1]), angle(&other.edges[0]));
        let end = angle(&self.edges[1]);
        let turn = std::f64::consts::TAU;
        let width = (to - from).rem_euclid(turn);
        // The other one begins within this one, or this one within the other.
        let from = from.rem_euclid(turn);
        let overlap = (end - from).min(width).max((from + width - turn).min(end));
        overlap > FLATNESS
    }
}
