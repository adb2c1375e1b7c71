//! What is switched off of a mesh, and the surface of what is left.

use super::surface::Surface;
use crate::mesh::{Boundary, OUTSIDE};
use crate::num::Lists;

/// Elements that are switched off, and the tetrahedra behind faces as they are left.
#[derive(Debug)]
pub(super) struct Eroded {
    /// Whether each element is off.
    is_off: Vec<bool>,
    /// The tetrahedra of each element, and the element of each; empty for shells.
    tets: Lists<u32>,
    owners: Vec<u32>,
    /// The tetrahedra behind the faces of each, of all and of those that are on.
    all: Vec<[u32; 4]>,
    now: Vec<[u32; 4]>,
}

impl Eroded {
    /// Nothing is off yet. `owners` are the elements of tetrahedra with these neighbours.
    pub(super) fn of_solid(owners: &[u32], neighbors: Vec<[u32; 4]>) -> Self {
        let count = owners.iter().max().map_or(0, |last| *last as usize + 1);
        let tets = Lists::grouped(count, owners.iter().copied().zip(0..));
        let (is_off, owners) = (vec![false; count], owners.to_vec());
        Self { is_off, tets, owners, now: neighbors.clone(), all: neighbors }
    }

    /// The same for a shell with so many faces.
    pub(super) fn of_shell(faces: usize) -> Self {
        let (tets, owners, all, now) = (Lists::default(), Vec::new(), Vec::new(), Vec::new());
        Self { is_off: vec![false; faces], tets, owners, all, now }
    }

    /// How many elements there are, on or off.
    pub(super) fn count(&self) -> usize {
        self.is_off.len()
    }

    pub(super) fn is_off(&self, element: u32) -> bool {
        self.is_off[element as usize]
    }

    /// The elements that are off, in ascending order.
    pub(super) fn off(&self) -> impl Iterator<Item = u32> {
        self.is_off.iter().zip(0..).filter(|(is_off, _)| **is_off).map(|(_, element)| element)
    }

    /// Switches an element on or off. Returns its tetrahedra, if it was not so before.
    pub(super) fn switch(&mut self, element: u32, is_off: bool) -> Option<&[u32]> {
        if std::mem::replace(&mut self.is_off[element as usize], is_off) == is_off {
            return None;
        }
        let Self { is_off: are_off, tets, owners, all, now } = self;
        // First off, then joined again to what is on, among it the others of the element.
        for &tet in tets.of(element) {
            unlink(all, now, tet);
        }
        if !is_off {
            for &tet in tets.of(element) {
                link(all, now, tet, |other| !are_off[owners[other as usize] as usize]);
            }
        }
        Some(self.tets.of(element))
    }

    /// The surface of what is on, given the nodes at rest, all tetrahedra and their elements.
    pub(super) fn surface(
        &self,
        (nodes, tets, owners): (&[[f64; 3]], &[[u32; 4]], &[u32]),
    ) -> Surface {
        let is_on = |side: &u32| !self.is_off[owners[*side as usize / 4] as usize];
        let sides = self.now.as_flattened().iter().zip(0_u32..);
        let exposed = sides.filter(|(next, _)| **next == OUTSIDE).map(|(_, side)| side);
        let boundary = Boundary::of_sides(tets, &self.now, exposed.filter(is_on).collect());
        Surface::of_boundary(&boundary, (nodes, tets, owners))
    }
}

/// The place of a tetrahedron among the neighbours of another.
fn back(all: &[[u32; 4]], other: u32, tet: u32) -> usize {
    let place = all[other as usize].iter().position(|&next| next == tet);
    place.expect("invariant: being neighbours is mutual")
}

fn unlink(all: &[[u32; 4]], now: &mut [[u32; 4]], tet: u32) {
    for other in all[tet as usize].into_iter().filter(|&other| other != OUTSIDE) {
        now[other as usize][back(all, other, tet)] = OUTSIDE;
    }
    now[tet as usize] = [OUTSIDE; 4];
}

fn link(all: &[[u32; 4]], now: &mut [[u32; 4]], tet: u32, is_on: impl Fn(u32) -> bool) {
    for (k, other) in all[tet as usize].into_iter().enumerate() {
        if other != OUTSIDE && is_on(other) {
            now[tet as usize][k] = other;
            now[other as usize][back(all, other, tet)] = tet;
        }
    }
}
