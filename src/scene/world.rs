//! The bodies of a scene as flat arrays, numbered through.

use std::ops::Range;

use rayon::prelude::*;

use super::body::{Body, Geometry};
use super::records::facet::targets::turn;
use super::surface::{Edge, Owned};
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
    pub(super) tets: Range<usize>,
    pub(super) pieces: Range<usize>,
    /// A node of each connected part of the surface.
    pub(super) parts: Vec<u32>,
}

/// What contacts say of a facet: it does not change, and is side by side in memory.
#[derive(Debug, Clone, Copy)]
pub(super) struct FacetSide {
    /// The nodes in ascending order.
    pub(super) nodes: [u32; 3],
    pub(super) body: u32,
    /// The element, within its body.
    pub(super) element: u32,
    /// The first node and the first facet of the body.
    pub(super) first_node: u32,
    pub(super) first_facet: u32,
    /// Whether the nodes in this order are clockwise as seen from outside.
    is_turned: bool,
}

impl FacetSide {
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
    pub(super) nodes: Vec<[f64; 3]>,
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
    /// Adds the nodes, the surface and the pieces of a body.
    pub(super) fn push(&mut self, body: &Body) {
        let number = self.spans.len() as u32;
        let starts = [self.nodes.len(), self.facets.len(), self.edges.len(), self.tets.len()];
        let mut parts = Vec::new();
        if let Geometry::Mesh(mesh) = &body.geometry {
            let [nodes, facets, edges, tets] = starts.map(|start| start as u32);
            let surface = &mesh.surface;
            self.nodes.extend(&mesh.rest);
            self.node_body.resize(self.nodes.len(), number);
            self.tets.extend(mesh.tets.iter().map(|tet| tet.map(|node| node + nodes)));
            self.elements.extend(&mesh.owners);
            self.facets.extend(surface.facets.iter().map(|f| f.map(|node| node + nodes)));
            self.facet_sides.extend(surface.facets.iter().zip(&surface.tets).map(
                |(list, &tet)| {
                    let mut sorted = *list;
                    sorted.sort_unstable();
                    FacetSide {
                        nodes: sorted.map(|node| node + nodes),
                        body: number,
                        element: mesh.owners[tet as usize],
                        first_node: nodes,
                        first_facet: facets,
                        is_turned: turn(*list, sorted) < 0.0,
                    }
                },
            ));
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
            parts.extend(surface.parts.iter().map(|node| node + nodes));
        }
        self.spans.push(Span {
            nodes: starts[0]..self.nodes.len(),
            facets: starts[1]..self.facets.len(),
            tets: starts[3]..self.tets.len(),
            pieces: 0..0,
            parts,
        });
        self.add_pieces(body, number);
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
        let span = &self.spans[number as usize];
        let (node, facet) = (span.nodes.start as u32, span.facets.start as u32);
        let tet = span.tets.start as u32;
        if let Geometry::Mesh(mesh) = &body.geometry {
            for piece in mesh.partition.pieces() {
                self.piece_vertices.push(piece.vertices().iter().map(|vertex| vertex + node));
                self.piece_tets.push(piece.tets().iter().map(|own| own + tet));
                self.piece_element.push(mesh.owners[piece.tets()[0] as usize]);
            }
            let owners = mesh.partition.owners();
            let facets = mesh.surface.tets.iter().map(|&tet| owners[tet as usize]).zip(0..);
            self.facet_piece.extend(facets.clone().map(|(piece, _)| piece + first as u32));
            let facets = Lists::grouped(mesh.partition.len(), facets);
            let deep = |list: &[u32]| {
                list.iter().map(|&f| mesh.surface.deep[f as usize]).fold(0.0, f64::max)
            };
            self.piece_deep.extend(facets.iter().map(deep));
            self.piece_facets.append(&facets, |item| item + facet);
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

    /// The nodes of a facet in ascending order.
    #[inline]
    pub(super) fn sorted_nodes(&self, facet: u32) -> [u32; 3] {
        self.facet_sides[facet as usize].nodes
    }

    /// Facets as their bodies number them.
    pub(super) fn local_facets(&self, facets: [u32; 2]) -> [u32; 2] {
        facets.map(|facet| facet - self.facet_sides[facet as usize].first_facet)
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
