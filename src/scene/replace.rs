//! Another surface for a body of the world: those of the bodies behind it are put off and on again.

use std::ops::Range;

use super::body::{Body, Cells, Geometry};
use super::surface::{Edge, Surface};
use super::world::{Span, World};
use crate::num::Lists;

/// Applies something to every list that has an entry for each facet, of two worlds.
macro_rules! each_facet_list {
    ($one:expr, $two:expr, $work:expr) => {
        each_facet_list!(@ $one, $two, $work, facets facet_sides contact_sides facet_ids facet_tets
            facet_thinner facet_deep facet_edges owned boxes);
    };
    (@ $one:expr, $two:expr, $work:expr, $($name:ident)*) => {
        $($work(&mut $one.$name, &mut $two.$name);)*
    };
}

/// Moves the entries from a place on to another list, and drops those before it from `start` on.
macro_rules! cut_list {
    ($range:expr) => {
        |list: &mut Vec<_>, tail: &mut Vec<_>| {
            *tail = list.split_off($range.end);
            list.truncate($range.start);
        }
    };
}

impl World {
    /// Replaces the surface of a body, whose nodes and tetrahedra stay. Pieces have to be laid out
    /// anew afterwards.
    pub(super) fn replace_surface(&mut self, number: u32, surface: &Surface) {
        let span = self.spans[number as usize].clone();
        let mut tail = self.cut(&span);
        let numbers = self.node_numbers[span.nodes.clone()].to_vec();
        let starts = [span.nodes.start as u32, span.tets.start as u32];
        self.add_surface(number, surface, &numbers, starts);
        let ends = [self.facets.len(), self.edges.len()];
        self.append(&mut tail, [span.facets.end, span.edges.end], ends);
        let own = &mut self.spans[number as usize];
        own.facets.end = ends[0];
        own.edges.end = ends[1];
        own.parts = surface.parts.iter().map(|node| node + starts[0]).collect();
        for later in &mut self.spans[number as usize + 1..] {
            let move_by = |at: &mut usize, old: usize, new: usize| *at = *at + new - old;
            for (range, k) in [(&mut later.facets, 0), (&mut later.edges, 1)] {
                let old = [span.facets.end, span.edges.end][k];
                move_by(&mut range.start, old, ends[k]);
                move_by(&mut range.end, old, ends[k]);
            }
        }
    }

    /// Takes the surfaces behind that of a body away, and its own for good.
    fn cut(&mut self, span: &Span) -> Self {
        let mut tail = Self::default();
        each_facet_list!(self, tail, cut_list!(span.facets));
        tail.edges = self.edges.split_off(span.edges.end);
        self.edges.truncate(span.edges.start);
        let cut = |list: &mut Lists<u32>| {
            let rest = list.split_off(span.nodes.end);
            list.split_off(span.nodes.start);
            rest
        };
        tail.node_facets = cut(&mut self.node_facets);
        tail.node_edges = cut(&mut self.node_edges);
        tail.node_ring = cut(&mut self.node_ring);
        tail.node_tets = cut(&mut self.node_tets);
        tail
    }

    /// Puts surfaces behind all others, of which facets and edges began at `old` and begin at `new`.
    fn append(&mut self, tail: &mut Self, old: [usize; 2], new: [usize; 2]) {
        let facet = |at: u32| (at as usize + new[0] - old[0]) as u32;
        let edge = |at: u32| (at as usize + new[1] - old[1]) as u32;
        tail.facet_edges.iter_mut().for_each(|edges| *edges = edges.map(edge));
        each_facet_list!(self, tail, Vec::append);
        let moved = tail.edges.iter().map(|own| Edge { facets: own.facets.map(facet), ..*own });
        self.edges.extend(moved);
        self.node_facets.append(&tail.node_facets, facet);
        self.node_edges.append(&tail.node_edges, edge);
        self.node_ring.append(&tail.node_ring, |node| node);
        self.node_tets.append(&tail.node_tets, |tet| tet);
    }

    /// The piece of each of some facets, given that of each tetrahedron of their body.
    pub(super) fn pieces_of_facets(
        &self,
        owners: &[u32],
        tet: u32,
        facets: Range<usize>,
    ) -> Vec<u32> {
        let owner = |own: &u32| owners[(own - tet) as usize];
        self.facet_tets[facets].iter().map(owner).collect()
    }

    /// Puts the facets of all bodies into their pieces anew; the pieces are as they were.
    pub(super) fn regroup_facets(&mut self, bodies: &[Body]) {
        self.facet_piece.clear();
        self.piece_deep.clear();
        self.piece_facets = Lists::default();
        for (body, number) in bodies.iter().zip(0..) {
            let Span { facets, tets, pieces, .. } = &self.spans[number];
            let (facets, tet, first) = (facets.clone(), tets.start as u32, pieces.start as u32);
            if let Geometry::Mesh(mesh) = &body.geometry {
                let list = match &mesh.cells {
                    Cells::Solid(partition) => {
                        self.pieces_of_facets(partition.owners(), tet, facets.clone())
                    }
                    Cells::Surface { groups, .. } => groups.of_facets.clone(),
                    Cells::Beams => Vec::new(),
                };
                self.group_facets(first, &list, mesh.cells.len(), facets);
            } else {
                self.piece_facets.push([]);
                self.piece_deep.push(0.0);
            }
        }
    }
}
