//! The bodies of a scene as flat arrays, numbered through.

use std::collections::HashSet;
use std::ops::Range;

use rayon::prelude::*;

use super::body::{Body, Geometry};
use super::contact::{Part, Side};
use super::records::facet::targets::turn;
use super::surface::{Edge, Owned, Surface};
use super::tolerances::DISTANCE_ROUNDING;
use crate::Vec3;
use crate::broad::Bounds;
use crate::mesh::TetMesh;
use crate::num::Lists;

/// The size of jobs for threads.
const FACETS_PER_JOB: usize = 1024;

/// Where the parts of a body begin and end in the arrays of the world.
#[derive(Debug, Clone, Default)]
pub(super) struct Span {
    pub(super) nodes: Range<usize>,
    pub(super) facets: Range<usize>,
    pub(super) tets: Range<usize>,
    pub(super) pieces: Range<usize>,
    /// A node of each connected part of the surface.
    pub(super) parts: Vec<u32>,
}

/// What contacts say of a facet: it does not change, and is side by side in memory.
#[derive(Debug, Clone, Copy)]
pub(super) struct FacetSide {
    /// The nodes in ascending order of their numbers, so that what is computed from them has the
    /// same bits in whatever order the mesh has them.
    pub(super) nodes: [u32; 3],
    pub(super) body: u32,
    /// The element, within its body.
    pub(super) element: u32,
    /// The first node of the body.
    pub(super) first_node: u32,
    /// Whether the nodes in this order are clockwise as seen from outside.
    is_turned: bool,
}

impl FacetSide {
    /// A facet of these nodes of a body, whose first node is given.
    fn new(mesh: &TetMesh, list: [u32; 3], body: u32, first_node: u32) -> Self {
        let mut sorted = list;
        sorted.sort_unstable_by_key(|&node| mesh.node_number(node));
        let nodes = sorted.map(|node| node + first_node);
        let is_turned = turn(list, sorted) < 0.0;
        Self { nodes, body, element: 0, first_node, is_turned }
    }

    /// The side of a contact on this facet of its body, with all nodes and without their weights.
    fn of_contact(&self, facet: u32) -> Side {
        Side {
            body: self.body,
            part: Part::Facet(facet),
            element: Some(self.element),
            count: 3,
            nodes: self.nodes.map(|node| node - self.first_node),
            weights: [0.0; 3],
        }
    }

    /// 1 if the nodes in ascending order are counterclockwise as seen from outside, else -1.
    #[inline]
    pub(super) fn turn(&self) -> f64 {
        if self.is_turned { -1.0 } else { 1.0 }
    }
}

/// All nodes, surfaces and pieces. Node, facet, edge and tetrahedron numbers do not depend on the
/// partition.
#[derive(Debug, Default)]
pub(super) struct World {
    pub(super) spans: Vec<Span>,
    /// What ids of contacts call each body, and which numbers are taken.
    pub(super) body_numbers: Vec<u64>,
    pub(super) taken_numbers: HashSet<u64>,
    pub(super) nodes: Vec<[f64; 3]>,
    /// What ids of contacts call each node, within its body.
    pub(super) node_numbers: Vec<u64>,
    pub(super) node_body: Vec<u32>,
    pub(super) node_facets: Lists<u32>,
    pub(super) node_edges: Lists<u32>,
    /// The other ends of these edges.
    pub(super) node_ring: Lists<u32>,
    pub(super) node_tets: Lists<u32>,
    pub(super) tets: Vec<[u32; 4]>,
    /// The element of each tetrahedron, within its body.
    pub(super) elements: Vec<u32>,
    pub(super) facets: Vec<[u32; 3]>,
    pub(super) facet_sides: Vec<FacetSide>,
    /// The side of a contact that is on each facet, with all nodes and without their weights.
    pub(super) contact_sides: Vec<Side>,
    /// A number for each facet, by its body and the numbers of its nodes.
    pub(super) facet_ids: Vec<u64>,
    pub(super) facet_tets: Vec<u32>,
    /// How deep something can be behind each facet and still be in contact with it.
    pub(super) facet_deep: Vec<f64>,
    pub(super) facet_edges: Vec<[u32; 3]>,
    pub(super) facet_piece: Vec<u32>,
    pub(super) owned: Vec<Owned>,
    /// The boxes of the facets where they are now.
    pub(super) boxes: Vec<Bounds>,
    /// The box around these, and its largest coordinate.
    pub(super) bounds: Bounds,
    pub(super) magnitude: f64,
    pub(super) edges: Vec<Edge>,
    pub(super) piece_body: Vec<u32>,
    pub(super) piece_facets: Lists<u32>,
    pub(super) piece_vertices: Lists<u32>,
    pub(super) piece_tets: Lists<u32>,
    /// The largest of the depths of the facets of each piece.
    pub(super) piece_deep: Vec<f64>,
    /// The first element of each piece, within its body; 0 for shapes and planes, which have none.
    pub(super) piece_element: Vec<u32>,
}

impl World {
    /// Adds a body; the mesh and its surface are given if it has them.
    pub(super) fn push(&mut self, body: &Body, mesh: Option<(&TetMesh, &Surface)>) {
        let [nodes, facets, tets] = [self.nodes.len(), self.facets.len(), self.tets.len()];
        let number = self.spans.len() as u32;
        let named = body.options.number.unwrap_or(number.into());
        self.body_numbers.push(named);
        self.taken_numbers.insert(named);
        let parts = mesh.map_or_else(Vec::new, |(mesh, surface)| {
            self.add_mesh(number, mesh, surface);
            surface.parts.iter().map(|node| node + nodes as u32).collect()
        });
        self.spans.push(Span {
            nodes: nodes..self.nodes.len(),
            facets: facets..self.facets.len(),
            tets: tets..self.tets.len(),
            pieces: 0..0,
            parts,
        });
        self.add_pieces(body, number);
    }

    /// Adds the nodes, tetrahedra and surface of a body.
    fn add_mesh(&mut self, number: u32, mesh: &TetMesh, surface: &Surface) {
        let starts = [self.nodes.len(), self.facets.len(), self.edges.len(), self.tets.len()];
        let [nodes, facets, edges, tets] = starts.map(|start| start as u32);
        self.nodes.extend(mesh.nodes());
        let numbers = (0..mesh.nodes().len() as u32).map(|node| mesh.node_number(node));
        self.node_numbers.extend(numbers);
        self.node_body.resize(self.nodes.len(), number);
        self.tets.extend(mesh.tets().iter().map(|tet| tet.map(|node| node + nodes)));
        self.elements.extend(mesh.owners());
        self.facets.extend(surface.facets.iter().map(|f| f.map(|node| node + nodes)));
        let sides = surface.facets.iter().zip(&surface.tets);
        self.facet_sides.extend(sides.map(|(list, &tet)| FacetSide {
            element: mesh.owners()[tet as usize],
            ..FacetSide::new(mesh, *list, number, nodes)
        }));
        let sides = self.facet_sides[facets as usize..].iter().zip(0..);
        self.contact_sides.extend(sides.map(|(side, facet)| side.of_contact(facet)));
        let new = facets..self.facets.len() as u32;
        let ids: Vec<u64> = new.map(|facet| self.make_facet_id(facet)).collect();
        self.facet_ids.extend(ids);
        self.facet_tets.extend(surface.tets.iter().map(|tet| tet + tets));
        self.facet_deep.extend(&surface.deep);
        self.facet_edges.extend(surface.facet_edges.iter().map(|e| e.map(|i| i + edges)));
        self.owned.extend(&surface.owned);
        self.boxes.resize(self.facets.len(), Bounds::EMPTY);
        self.edges.extend(surface.edges.iter().map(|edge| Edge {
            nodes: edge.nodes.map(|node| node + nodes),
            facets: edge.facets.map(|facet| facet + facets),
            far: edge.far.map(|node| node + nodes),
        }));
        self.node_facets.append(&surface.node_facets, |item| item + facets);
        self.node_edges.append(&surface.node_edges, |item| item + edges);
        self.node_ring.append(&surface.node_ring, |item| item + nodes);
        self.node_tets.append(&surface.node_tets, |item| item + tets);
    }

    /// Numbers the pieces of all bodies anew.
    pub(super) fn lay_out(&mut self, bodies: &[Body]) {
        self.piece_body.clear();
        self.piece_element.clear();
        self.piece_deep.clear();
        self.facet_piece.clear();
        (self.piece_facets, self.piece_vertices, self.piece_tets) = Default::default();
        bodies.iter().zip(0..).for_each(|(body, number)| self.add_pieces(body, number));
    }

    /// Adds the pieces of a body behind all others.
    fn add_pieces(&mut self, body: &Body, number: u32) {
        let first = self.piece_body.len();
        let Span { nodes, facets, tets, .. } = self.spans[number as usize].clone();
        let [node, facet, tet] = [nodes.start, facets.start, tets.start].map(|start| start as u32);
        if let Geometry::Mesh(mesh) = &body.geometry {
            for piece in mesh.partition.pieces() {
                self.piece_vertices.push(piece.vertices().iter().map(|vertex| vertex + node));
                self.piece_tets.push(piece.tets().iter().map(|own| own + tet));
                self.piece_element.push(self.elements[tets.start + piece.tets()[0] as usize]);
            }
            let owners = mesh.partition.owners();
            let owner = |own: &u32| owners[(own - tet) as usize];
            let pieces = self.facet_tets[facets.clone()].iter().map(owner);
            self.facet_piece.extend(pieces.clone().map(|piece| piece + first as u32));
            let grouped = Lists::grouped(mesh.partition.len(), pieces.zip(0..));
            let deep = &self.facet_deep[facets];
            let deepest = |list: &[u32]| list.iter().map(|&f| deep[f as usize]).fold(0.0, f64::max);
            self.piece_deep.extend(grouped.iter().map(deepest));
            self.piece_facets.append(&grouped, |item| item + facet);
        } else {
            self.piece_vertices.push([]);
            self.piece_tets.push([]);
            self.piece_facets.push([]);
            self.piece_deep.push(0.0);
            self.piece_element.push(0);
        }
        let end = self.piece_element.len();
        self.piece_body.resize(end, number);
        self.spans[number as usize].pieces = first..end;
    }

    #[inline]
    pub(super) fn at(&self, node: u32) -> Vec3 {
        Vec3::from(self.nodes[node as usize])
    }

    #[inline]
    pub(super) fn corners(&self, facet: u32) -> [Vec3; 3] {
        self.facets[facet as usize].map(|node| self.at(node))
    }

    /// The normal of a facet, with twice its area as length.
    #[inline]
    pub(super) fn area_normal(&self, facet: u32) -> Vec3 {
        let [a, b, c] = self.corners(facet);
        (b - a).cross(&(c - a))
    }

    /// Fits the boxes of the facets to where the nodes are.
    pub(super) fn fit_boxes(&mut self) {
        let Self { nodes, facets, boxes, .. } = self;
        let fit = |(facets, boxes): (&[[u32; 3]], &mut [Bounds])| {
            let mut all = Bounds::EMPTY;
            for (facet, bounds) in facets.iter().zip(boxes) {
                *bounds = Bounds::around(facet.map(|node| nodes[node as usize]));
                all = all.joined(bounds);
            }
            all
        };
        let jobs = facets.par_chunks(FACETS_PER_JOB).zip(boxes.par_chunks_mut(FACETS_PER_JOB));
        let all = jobs.map(fit).reduce(|| Bounds::EMPTY, |one, two| one.joined(&two));
        self.magnitude = all.magnitude();
        self.bounds = all;
    }

    /// The box around a piece.
    pub(super) fn piece_box(&self, piece: u32) -> Bounds {
        let vertices = self.piece_vertices.of(piece);
        Bounds::around(vertices.iter().map(|&node| self.nodes[node as usize]))
    }

    /// Whether a facet around a node shares a node with another facet, given by its nodes.
    #[inline]
    pub(super) fn is_next(&self, node: u32, others: &[u32; 3]) -> bool {
        others.contains(&node) || self.node_ring.of(node).iter().any(|next| others.contains(next))
    }

    #[inline]
    pub(super) fn facet_body(&self, facet: u32) -> u32 {
        self.facet_sides[facet as usize].body
    }

    /// The nodes of a facet in ascending order of their numbers.
    #[inline]
    pub(super) fn sorted_nodes(&self, facet: u32) -> [u32; 3] {
        self.facet_sides[facet as usize].nodes
    }

    /// Upper bound on the rounding error of a distance between these nodes.
    #[inline]
    pub(super) fn rounding(&self, nodes: &[u32]) -> f64 {
        let max = |max: f64, node: &u32| {
            self.nodes[*node as usize].iter().fold(max, |max, x| max.max(x.abs()))
        };
        DISTANCE_ROUNDING * nodes.iter().fold(0.0, max)
    }
}
