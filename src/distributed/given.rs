//! What the host gave on this rank: nodes, and the tetrahedra that have exposed faces.

use std::collections::HashMap;

use super::join::SharedUnit;
use super::plain::plain_struct;
use crate::Vec3;
use crate::error::{Error, Fault};
use crate::mesh::{ElementKind, Elements, FACES, Orientation, TetMesh};
use crate::num::Lists;

plain_struct! {
    /// The rank that a node belongs to, and the index of the node there.
    NodeHome {
        rank: u32,
        index: u32,
    }
}

/// A tetrahedron with exposed faces: what travels, since its facets and how deep contacts can be
/// behind them come with it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unit {
    pub(super) body: u32,
    /// The number of the element, and the place of the tetrahedron among those of the element.
    pub(super) element: u64,
    pub(super) place: u32,
    /// A bit for each exposed face, in the order of [`FACES`].
    pub(super) faces: u8,
    /// Nodes of this rank.
    pub(super) nodes: [u32; 4],
    /// Upper bound on how deep something behind its facets can be and still be in contact.
    pub(super) deep: f64,
}

impl Unit {
    /// Which of its four nodes are on exposed faces.
    pub(super) fn exposed_corners(faces: u8) -> [bool; 4] {
        let on = |corner: usize| {
            (0..4).any(|face| faces >> face & 1 != 0 && FACES[face].contains(&corner))
        };
        [0, 1, 2, 3].map(on)
    }

    /// Its nodes that are on exposed faces.
    pub(super) fn exposed_nodes(&self) -> impl Iterator<Item = u32> {
        let corners = Self::exposed_corners(self.faces);
        self.nodes.into_iter().zip(corners).filter(|(_, on)| *on).map(|(node, _)| node)
    }
}

/// The part of a body that one rank has, checked by itself.
#[derive(Debug)]
pub(super) struct Part {
    /// Nodes and elements in ascending order of their numbers; `None` without elements.
    pub(super) mesh: Option<TetMesh>,
    /// The index of each node of the mesh in the arrays of the host.
    pub(super) order: Vec<u32>,
    /// The numbers of the elements, in ascending order.
    pub(super) elements: Vec<u64>,
    /// The place of each tetrahedron in its element.
    pub(super) places: Vec<u32>,
}

impl Part {
    /// Checks the elements of this rank. Faces that are cut by the border of the part are not known
    /// as such yet.
    pub(super) fn new(given: &Elements, orientation: Orientation) -> Result<Self, Error> {
        let count = given.kinds.len();
        for (of, what, count, length) in [
            ("elements", "numbers", count, given.numbers.len()),
            ("nodes", "numbers of nodes", given.nodes.len(), given.node_numbers.len()),
        ] {
            if count != length {
                return Err(Fault::Length { of, what, count, given: length }.into());
            }
        }
        let needed: usize = given.kinds.iter().map(|kind| kind.nodes()).sum();
        if needed != given.connectivity.len() {
            return Err(Fault::Connectivity { needed, given: given.connectivity.len() }.into());
        }
        let order = sorted_by(&given.node_numbers);
        let sorted = in_order(given, &order);
        let elements = sorted.numbers.clone();
        if count == 0 {
            return Ok(Self { mesh: None, order, elements, places: Vec::new() });
        }
        let mesh = TetMesh::from_elements(&sorted, orientation)?;
        let mesh = mesh.with_node_numbers(sorted.node_numbers)?;
        let mut last = (u32::MAX, 0);
        let places = mesh.owners().iter().map(|&owner| {
            last = if owner == last.0 { (owner, last.1 + 1) } else { (owner, 0) };
            last.1
        });
        let places = places.collect();
        Ok(Self { mesh: Some(mesh), order, elements, places })
    }
}

/// The order in which numbers ascend.
fn sorted_by(numbers: &[u64]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..numbers.len() as u32).collect();
    order.sort_by_key(|&i| numbers[i as usize]);
    order
}

/// The same elements with nodes and elements in ascending order of their numbers: so every rank cuts
/// faces in the same way, and lists facets in the same order.
fn in_order(given: &Elements, order: &[u32]) -> Elements {
    let mut place = vec![0; order.len()];
    order.iter().zip(0..).for_each(|(&node, at)| place[node as usize] = at);
    let starts: Vec<usize> = given
        .kinds
        .iter()
        .scan(0, |at, kind: &ElementKind| {
            *at += kind.nodes();
            Some(*at - kind.nodes())
        })
        .collect();
    let mut sorted = Elements {
        nodes: order.iter().map(|&node| given.nodes[node as usize]).collect(),
        node_numbers: order.iter().map(|&node| given.node_numbers[node as usize]).collect(),
        ..Elements::default()
    };
    for i in sorted_by(&given.numbers) {
        let kind = given.kinds[i as usize];
        let nodes = &given.connectivity[starts[i as usize]..][..kind.nodes()];
        // An index that is out of range stays so, and is refused by name.
        let nodes: Vec<u32> =
            nodes.iter().map(|&n| place.get(n as usize).copied().unwrap_or(n)).collect();
        sorted.push(kind, &nodes, given.numbers[i as usize], 0);
    }
    sorted
}

/// All nodes and units of this rank, those of all bodies one after the other.
#[derive(Debug, Default)]
pub(super) struct Given {
    pub(super) rank: u32,
    /// The first node of each body, and the end.
    pub(super) starts: Vec<usize>,
    pub(super) numbers: Vec<u64>,
    pub(super) homes: Vec<NodeHome>,
    pub(super) rest: Vec<[f64; 3]>,
    pub(super) positions: Vec<[f64; 3]>,
    pub(super) velocities: Vec<[f64; 3]>,
    pub(super) units: Vec<Unit>,
    /// The units of this rank, and those of others, that have an exposed face at each node.
    pub(super) node_units: Lists<u32>,
    pub(super) node_others: Lists<SharedUnit>,
    /// The nodes that are on exposed faces of this rank.
    pub(super) exposed: Vec<u32>,
    /// Nodes that other ranks own, by body and number.
    by_number: HashMap<(u32, u64), u32>,
}

impl Given {
    pub(super) fn new(rank: u32) -> Self {
        Self { rank, ..Self::default() }
    }

    /// Adds the nodes of a body as the host gave them, its units, and the units of other ranks at
    /// its nodes.
    pub(super) fn push(
        &mut self,
        given: &Elements,
        homes: Vec<NodeHome>,
        units: Vec<Unit>,
        others: &[(u32, SharedUnit)],
    ) {
        let first = self.numbers.len() as u32;
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        let body = self.starts.len() as u32 - 1;
        self.numbers.extend(&given.node_numbers);
        let foreign = homes.iter().zip(first..).filter(|(home, _)| home.rank != self.rank);
        let number = |node: u32| self.numbers[node as usize];
        self.by_number.extend(foreign.map(|(_, node)| ((body, number(node)), node)));
        self.homes.extend(homes);
        self.rest.extend(&given.nodes);
        self.positions.extend(&given.nodes);
        self.velocities.resize(self.numbers.len(), [0.0; 3]);
        self.starts.push(self.numbers.len());
        let count = given.nodes.len();
        let slot = self.units.len() as u32;
        let around = units.iter().zip(slot..).flat_map(|(unit, i)| {
            unit.exposed_nodes().map(move |node| (node - first, i)).collect::<Vec<_>>()
        });
        let around: Vec<(u32, u32)> = around.collect();
        self.node_units.append(&Lists::grouped(count, around.iter().copied()), |item| item);
        let others = others.iter().map(|(node, other)| (node - first, *other));
        let others: Vec<(u32, SharedUnit)> = others.collect();
        self.node_others.append(&Lists::grouped(count, others.iter().copied()), |item| item);
        self.units.extend(units);
        let all = first..self.numbers.len() as u32;
        self.exposed.extend(all.filter(|&node| !self.node_units.of(node).is_empty()));
    }

    /// Notes that a body has no nodes.
    pub(super) fn skip_body(&mut self) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.starts.push(self.numbers.len());
    }

    /// The nodes of a body.
    pub(super) fn nodes_of(&self, body: u32) -> std::ops::Range<usize> {
        self.starts[body as usize]..self.starts[body as usize + 1]
    }

    /// The node of a body with this number, if this rank has it.
    pub(super) fn find(&self, body: u32, number: u64) -> Option<u32> {
        self.by_number.get(&(body, number)).copied()
    }

    /// The body of a node, and its index there.
    pub(super) fn place_of(&self, node: u32) -> (u32, u32) {
        let body = self.starts.partition_point(|start| *start <= node as usize) - 1;
        (body as u32, node - self.starts[body] as u32)
    }

    /// The units of a part, given which of its faces are exposed. `first` is the node of this rank
    /// that the nodes of the body begin with.
    pub(super) fn units_of(part: &Part, exposed: &[u8], body: u32, first: u32) -> Vec<Unit> {
        let Some(mesh) = &part.mesh else { return Vec::new() };
        let with_faces = exposed.iter().enumerate().filter(|(_, faces)| **faces != 0);
        let unit = |(tet, &faces): (usize, &u8)| Unit {
            body,
            element: part.elements[mesh.owners()[tet] as usize],
            place: part.places[tet],
            faces,
            nodes: mesh.tets()[tet].map(|node| part.order[node as usize] + first),
            deep: 0.5 * shortest_edge(mesh, tet),
        };
        with_faces.map(unit).collect()
    }
}

/// No height of a tetrahedron is longer than its shortest edge: each is at most as long as any edge
/// from its node, and one of the heights has the shortest edge.
fn shortest_edge(mesh: &TetMesh, tet: usize) -> f64 {
    let at = mesh.tets()[tet].map(|node| Vec3::from(mesh.nodes()[node as usize]));
    let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    pairs.iter().map(|&(i, j)| (at[i] - at[j]).norm()).fold(f64::INFINITY, f64::min)
}
