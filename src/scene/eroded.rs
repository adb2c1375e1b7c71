//! What is switched off of a mesh, and the surface of what is left.

use super::depths;
use super::surface::Surface;
use crate::mesh::{Boundary, OUTSIDE};
use crate::num::{Lists, ascending};

/// Elements that are switched off, and the tetrahedra behind faces as they are left.
#[derive(Debug, Default)]
pub(super) struct Eroded {
    /// Whether each element is off.
    is_off: Vec<bool>,
    /// The tetrahedra of each element, and the nodes and the element of each; empty for shells.
    tets: Lists<u32>,
    corners: Vec<[u32; 4]>,
    owners: Vec<u32>,
    /// The tetrahedra behind the faces of each, of all and of those that are on.
    all: Vec<[u32; 4]>,
    now: Vec<[u32; 4]>,
    /// The surface when it was last asked for, and the tetrahedra that were switched since.
    known: Option<Known>,
    switched: Vec<u32>,
}

/// A surface, by its sides: four times the tetrahedron, plus the face; in ascending order.
#[derive(Debug)]
struct Known {
    sides: Vec<u32>,
    neighbors: Vec<[u32; 3]>,
    deep: Vec<f64>,
}

/// Stands for a facet that is not on the surface any more.
const GONE: u32 = u32::MAX;

impl Eroded {
    /// Nothing is off yet. `owners` are the elements of tetrahedra with these neighbours.
    pub(super) fn of_solid(
        corners: Vec<[u32; 4]>,
        owners: &[u32],
        neighbors: Vec<[u32; 4]>,
    ) -> Self {
        let count = owners.iter().max().map_or(0, |last| *last as usize + 1);
        Self {
            is_off: vec![false; count],
            tets: Lists::grouped(count, owners.iter().copied().zip(0..)),
            corners,
            owners: owners.to_vec(),
            now: neighbors.clone(),
            all: neighbors,
            ..Self::default()
        }
    }

    /// The same for a shell with so many faces.
    pub(super) fn of_shell(faces: usize) -> Self {
        Self { is_off: vec![false; faces], ..Self::default() }
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
        let Self { is_off: are_off, tets, owners, all, now, switched, .. } = self;
        switched.extend(tets.of(element));
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

    /// The nodes of the tetrahedra, on or off.
    pub(super) fn corners(&self) -> &[[u32; 4]] {
        &self.corners
    }

    /// The surface of what is on, given the nodes at rest. What is far from elements that were
    /// switched is taken over.
    pub(super) fn surface(&mut self, nodes: &[[f64; 3]]) -> Surface {
        let switched = std::mem::take(&mut self.switched);
        let known = match self.known.take() {
            Some(known) => self.patched(nodes, &known, &switched),
            None => self.made_anew(nodes),
        };
        let boundary = Boundary::of_known(&self.corners, known.sides, known.neighbors);
        let surface =
            Surface::of_boundary(&boundary, (&self.owners, known.deep.clone()), nodes.len());
        let (sides, neighbors) = boundary.into_parts();
        self.known = Some(Known { sides, neighbors, deep: known.deep });
        surface
    }

    pub(super) fn is_tet_on(&self, tet: u32) -> bool {
        !self.is_off[self.owners[tet as usize] as usize]
    }

    fn deep(&self, nodes: &[[f64; 3]], side: u32) -> f64 {
        depths::behind_side(nodes, &self.corners[side as usize / 4])
    }

    fn made_anew(&self, nodes: &[[f64; 3]]) -> Known {
        let sides = self.now.as_flattened().iter().zip(0_u32..);
        let exposed = sides.filter(|(next, _)| **next == OUTSIDE).map(|(_, side)| side);
        let sides = exposed.filter(|side| self.is_tet_on(side / 4)).collect();
        let boundary = Boundary::of_sides(&self.corners, &self.now, sides);
        let (sides, neighbors) = boundary.into_parts();
        let deep = sides.iter().map(|&side| self.deep(nodes, side)).collect();
        Known { sides, neighbors, deep }
    }

    /// The surface after some tetrahedra were switched: other faces are those of these and of the
    /// tetrahedra behind them, and other neighbours are across edges of these.
    fn patched(&self, nodes: &[[f64; 3]], old: &Known, switched: &[u32]) -> Known {
        let around = |&tet: &u32| self.all[tet as usize].into_iter().chain([tet]);
        let touched = ascending(switched.iter().flat_map(around).filter(|&tet| tet != OUTSIDE));
        let bent = ascending(switched.iter().flat_map(|&tet| self.corners[tet as usize]));
        let is_in = |list: &[u32], item: u32| list.binary_search(&item).is_ok();
        let is_exposed = |side: &u32| self.now[*side as usize / 4][*side as usize % 4] == OUTSIDE;
        let fresh = touched.iter().filter(|tet| self.is_tet_on(**tet));
        let mut fresh = fresh.flat_map(|tet| 4 * tet..4 * tet + 4).filter(is_exposed).peekable();
        // The sides in order, with the place of those that stay on the old list.
        let mut list: Vec<(u32, u32)> = Vec::with_capacity(old.sides.len());
        let mut place = vec![GONE; old.sides.len()];
        for (&side, at) in old.sides.iter().zip(0..) {
            while let Some(new) = fresh.next_if(|new| *new < side) {
                list.push((new, GONE));
            }
            let is_again = fresh.next_if_eq(&side).is_some();
            if is_again || !is_in(&touched, side / 4) {
                place[at as usize] = list.len() as u32;
                list.push((side, if is_again { GONE } else { at }));
            }
        }
        list.extend(fresh.map(|new| (new, GONE)));
        let find = |side: u32| {
            let at = list.binary_search_by_key(&side, |own| own.0);
            at.expect("invariant: the turn ends at an exposed side") as u32
        };
        let across = |&(side, from): &(u32, u32)| {
            let facet = Boundary::facet(&self.corners, side);
            [0, 1, 2].map(|k| {
                let ends = [facet[k], facet[(k + 1) % 3]];
                let known = old.neighbors.get(from as usize).map(|list| place[list[k] as usize]);
                let is_bent = ends.iter().all(|end| is_in(&bent, *end));
                match known.filter(|known| *known != GONE && !is_bent) {
                    Some(known) => known,
                    None => {
                        find(Boundary::turn(&self.corners, &self.now, side, facet[(k + 2) % 3]))
                    }
                }
            })
        };
        let neighbors = list.iter().map(across).collect();
        let deep = |&(side, from): &(u32, u32)| {
            old.deep.get(from as usize).copied().unwrap_or_else(|| self.deep(nodes, side))
        };
        let deep = list.iter().map(deep).collect();
        Known { sides: list.iter().map(|own| own.0).collect(), neighbors, deep }
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
