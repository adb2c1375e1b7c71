//! The bodies of a scene as flat arrays, numbered through.

use std::collections::HashSet;
use std::ops::Range;

use rayon::prelude::*;

use super::beams::Beams;
use super::body::{Body, Cells, Geometry};
use super::contact::{Part, Side};
use super::facet_side::FacetSide;
use super::mesh_parts::MeshParts;
use super::surface::{Edge, Owned, Surface};
use super::tolerances::DISTANCE_ROUNDING;
use crate::Vec3;
use crate::broad::Bounds;
use crate::num::Lists;

/// The size of jobs for threads.
const FACETS_PER_JOB: usize = 1024;

/// Where the parts of a body begin and end in the arrays of the world.
#[derive(Debug, Clone, Default)]
pub(super) struct Span {
    pub(super) nodes: Range<usize>,
    pub(super) facets: Range<usize>,
    pub(super) edges: Range<usize>,
    pub(super) tets: Range<usize>,
    pub(super) pieces: Range<usize>,
    pub(super) segments: Range<usize>,
    /// A node of each connected part of the surface.
    pub(super) parts: Vec<u32>,
    /// Whether it is a shell, which has no inside.
    pub(super) is_open: bool,
}

impl Span {
    /// Whether a mesh has no tetrahedra that tell what is inside.
    pub(super) fn is_hollow(&self) -> bool {
        self.tets.is_empty()
    }
}

/// Stands for no tetrahedron.
pub(super) const NO_TET: u32 = u32::MAX;

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
    /// Whether each tetrahedron is switched off; shorter if none of the last is.
    pub(super) is_off: Vec<bool>,
    /// The element of each tetrahedron, within its body.
    pub(super) elements: Vec<u32>,
    pub(super) facets: Vec<[u32; 3]>,
    pub(super) facet_sides: Vec<FacetSide>,
    /// The side of a contact that is on each facet, with all nodes and without their weights.
    pub(super) contact_sides: Vec<Side>,
    /// A number for each facet, by its body and the numbers of its nodes.
    pub(super) facet_ids: Vec<u64>,
    pub(super) facet_tets: Vec<u32>,
    /// By how much the thickness of each facet is below that of its body.
    pub(super) facet_thinner: Vec<f64>,
    /// Whether there are shells.
    pub(super) has_open: bool,
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
    pub(super) beams: Beams,
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
    /// Adds a body, and its mesh if it has one.
    pub(super) fn push(&mut self, body: &Body, mesh: Option<&MeshParts>) {
        let [nodes, facets, tets] = [self.nodes.len(), self.facets.len(), self.tets.len()];
        let [edges, segments] = [self.edges.len(), self.beams.nodes.len()];
        let number = self.spans.len() as u32;
        let named = body.options.number.unwrap_or(number.into());
        self.body_numbers.push(named);
        self.taken_numbers.insert(named);
        let parts = mesh.map_or_else(Vec::new, |mesh| {
            self.add_mesh(number, mesh);
            if let Some(beams) = mesh.beams {
                self.beams.add(number, nodes as u32, beams);
            }
            mesh.surface.parts.iter().map(|node| node + nodes as u32).collect()
        });
        let is_open = mesh.is_some_and(|mesh| mesh.surface.is_open);
        self.has_open |= is_open;
        self.spans.push(Span {
            nodes: nodes..self.nodes.len(),
            facets: facets..self.facets.len(),
            edges: edges..self.edges.len(),
            tets: tets..self.tets.len(),
            pieces: 0..0,
            segments: segments..self.beams.nodes.len(),
            parts,
            is_open,
        });
        self.add_pieces(body, number);
    }

    /// Adds the nodes, tetrahedra and surface of a body.
    fn add_mesh(&mut self, number: u32, mesh: &MeshParts) {
        let starts = [self.nodes.len() as u32, self.tets.len() as u32];
        self.nodes.extend(mesh.nodes);
        self.node_numbers.extend(&mesh.node_numbers);
        self.node_body.resize(self.nodes.len(), number);
        self.tets.extend(mesh.tets.iter().map(|tet| tet.map(|node| node + starts[0])));
        self.elements.extend(mesh.tet_elements);
        self.add_surface(number, &mesh.surface, &mesh.node_numbers, starts);
    }

    /// Adds the surface of a body, whose first node and tetrahedron are given, behind all others.
    pub(super) fn add_surface(
        &mut self,
        number: u32,
        surface: &Surface,
        node_numbers: &[u64],
        [nodes, tets]: [u32; 2],
    ) {
        let [facets, edges] = [self.facets.len() as u32, self.edges.len() as u32];
        self.add_facets(number, surface, node_numbers, nodes);
        self.facet_tets.extend(surface.tets.iter().map(|tet| tet + tets));
        self.facet_tets.resize(self.facets.len(), NO_TET);
        self.facet_thinner.extend(&surface.thinner);
        self.facet_thinner.resize(self.facets.len(), 0.0);
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

    /// Adds the facets of a body whose first node is given, and what contacts say of them.
    fn add_facets(&mut self, number: u32, surface: &Surface, numbers: &[u64], first_node: u32) {
        let first = self.facets.len();
        self.facets.extend(surface.facets.iter().map(|f| f.map(|node| node + first_node)));
        let sides = surface.facets.iter().zip(&surface.elements);
        self.facet_sides.extend(sides.map(|(list, &element)| FacetSide {
            element,
            ..FacetSide::new(numbers, *list, number, first_node)
        }));
        let sides = self.facet_sides[first..].iter().zip(0..);
        self.contact_sides.extend(sides.map(|(side, facet)| side.of_contact(facet)));
        let new = first as u32..self.facets.len() as u32;
        let ids: Vec<u64> = new.map(|facet| self.make_facet_id(facet, surface.is_open)).collect();
        self.facet_ids.extend(ids);
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
        let [node, tet] = [nodes.start, tets.start].map(|start| start as u32);
        match &body.geometry {
            Geometry::Mesh(mesh) => {
                let pieces = match &mesh.cells {
                    Cells::Solid(partition) => {
                        for piece in partition.pieces() {
                            let vertices = piece.vertices().iter();
                            self.piece_vertices.push(vertices.map(|vertex| vertex + node));
                            self.piece_tets.push(piece.tets().iter().map(|own| own + tet));
                            let first = piece.tets()[0] as usize;
                            self.piece_element.push(self.elements[tets.start + first]);
                        }
                        self.pieces_of_facets(partition.owners(), tet, facets.clone())
                    }
                    Cells::Surface { groups, .. } => {
                        self.piece_vertices.append(&groups.nodes, |vertex| vertex + node);
                        for &first in &groups.first {
                            self.piece_tets.push([]);
                            let side = &self.facet_sides[facets.start + first as usize];
                            self.piece_element.push(side.element);
                        }
                        groups.of_facets.clone()
                    }
                    Cells::Beams => Vec::new(),
                };
                self.group_facets(first as u32, &pieces, mesh.cells.len(), facets);
            }
            Geometry::Shape(_) | Geometry::Plane(_) => {
                self.piece_vertices.push([]);
                self.piece_tets.push([]);
                self.piece_facets.push([]);
                self.piece_deep.push(0.0);
                self.piece_element.push(0);
            }
        }
        let end = self.piece_element.len();
        self.piece_body.resize(end, number);
        self.spans[number as usize].pieces = first..end;
    }

    /// Puts the facets of a body into its pieces, which are counted from the first of all.
    pub(super) fn group_facets(
        &mut self,
        first: u32,
        pieces: &[u32],
        count: usize,
        facets: Range<usize>,
    ) {
        self.facet_piece.extend(pieces.iter().map(|piece| piece + first));
        let grouped = Lists::grouped(count, pieces.iter().copied().zip(0..));
        let deep = &self.facet_deep[facets.clone()];
        let deepest = |list: &[u32]| list.iter().map(|&f| deep[f as usize]).fold(0.0, f64::max);
        self.piece_deep.extend(grouped.iter().map(deepest));
        self.piece_facets.append(&grouped, |item| item + facets.start as u32);
    }

    /// By how much the thickness of a side is below that of its body.
    #[inline]
    pub(super) fn thinner(&self, side: &Side) -> f64 {
        match side.part {
            Part::Facet(facet) => {
                self.facet_thinner[self.spans[side.body as usize].facets.start + facet as usize]
            }
            Part::Segment(segment) => {
                self.beams.thinner[self.spans[side.body as usize].segments.start + segment as usize]
            }
            Part::Piece(_) | Part::Whole => 0.0,
        }
    }

    /// The thickness of a facet, given all bodies.
    #[inline]
    pub(super) fn facet_thickness(&self, bodies: &[Body], facet: u32) -> f64 {
        let body = self.facet_body(facet) as usize;
        bodies[body].options.thickness - self.facet_thinner[facet as usize]
    }

    /// Whether the body of a facet has no inside.
    #[inline]
    pub(super) fn is_open(&self, facet: u32) -> bool {
        self.has_open && self.spans[self.facet_body(facet) as usize].is_open
    }

    /// How deep two facets can be in contact: the smaller of their depths. Two shells have no
    /// inside: beyond each other they are in contact with their other sides.
    #[inline]
    pub(super) fn pair_deep(&self, facets: [u32; 2]) -> f64 {
        if self.has_open && facets.iter().all(|&facet| self.is_open(facet)) {
            return 0.0;
        }
        let [one, two] = facets.map(|facet| self.facet_deep[facet as usize]);
        one.min(two)
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
        let ends = self.beams.nodes.as_flattened().iter();
        let all = all.joined(&Bounds::around(ends.map(|&node| self.nodes[node as usize])));
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
