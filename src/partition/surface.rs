//! The surfaces of the pieces: vertices, adjacency, exposed facets and hinges.

use rayon::prelude::*;

use super::fan::fan;
use super::hinge;
use super::neighbors::{EDGES, EXPOSED, Neighbors};
use super::piece::Facet;
use crate::num::Lists;

/// As many pieces are worked on together, so that there is one allocation for many of them.
const CHUNK: usize = 1024;

/// What all pieces show outwards.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Surfaces {
    pub(super) vertices: Lists<u32>,
    /// For each vertex of each piece.
    pub(super) neighbours: Lists<u32>,
    pub(super) exposed: Lists<Facet>,
    pub(super) hinges: Lists<[u32; 4]>,
}

impl Surfaces {
    /// The surfaces of pieces with these tetrahedra; `owners` has the piece of each tetrahedron.
    pub(super) fn new(
        nodes: &[[f64; 3]],
        neighbors: &Neighbors,
        tets: &Lists<u32>,
        owners: &[u32],
    ) -> Self {
        let pieces: Vec<usize> = (0..tets.len()).collect();
        let chunks: Vec<Self> = pieces
            .par_chunks(CHUNK)
            .map(|chunk| {
                let mut part = Self::default();
                chunk.iter().for_each(|&piece| part.add(nodes, neighbors, tets.of(piece), owners));
                part
            })
            .collect();
        let mut all = Self::default();
        chunks.iter().for_each(|part| all.append(part));
        all
    }

    fn append(&mut self, other: &Self) {
        self.vertices.append(&other.vertices, |item| item);
        self.neighbours.append(&other.neighbours, |item| item);
        self.exposed.append(&other.exposed, |item| item);
        self.hinges.append(&other.hinges, |item| item);
    }

    /// Adds a copy of the surface of one piece of another set.
    pub(super) fn copy(&mut self, other: &Self, piece: usize) {
        let start = other.vertices.start(piece);
        for vertex in start..start + other.vertices.of(piece).len() {
            self.neighbours.push(other.neighbours.of(vertex).iter().copied());
        }
        self.vertices.push(other.vertices.of(piece).iter().copied());
        self.exposed.push(other.exposed.of(piece).iter().copied());
        self.hinges.push(other.hinges.of(piece).iter().copied());
    }

    /// Adds the surface of one piece.
    fn add(&mut self, nodes: &[[f64; 3]], neighbors: &Neighbors, tets: &[u32], owners: &[u32]) {
        let own = owners[tets[0] as usize];
        let inside = |tet: u32| owners[tet as usize] == own;
        let (mut edges, mut hinges) = (Vec::new(), Vec::new());
        for &tet in tets {
            for edge in EDGES {
                let Some(fan) = fan(neighbors, tet, edge, inside) else {
                    continue;
                };
                let [a, b] = [edge[0], edge[1]].map(|i| neighbors.tets[tet as usize][i]);
                // Each fan is found from all its tetrahedra, in both senses, and counted at the end
                // that is first as seen along the edge from its smaller node.
                if tet != fan.tets[usize::from(a > b)] {
                    continue;
                }
                let [x, y] = fan.ends;
                edges.push([a, b]);
                if fan.several {
                    hinges.push([a, b, x, y]);
                }
            }
        }
        let reflex = |h: &&[u32; 4]| hinge::depth(h.map(|i| nodes[i as usize])) > 0.0;
        edges.extend(hinges.iter().filter(reflex).map(|&[_, _, x, y]| [x, y]));
        self.add_edges(&edges);
        self.hinges.push(hinges);
        self.exposed.push(tets.iter().flat_map(|&tet| exposed(neighbors, tet)));
    }

    /// Adds the vertices and the adjacency of a piece with these edges.
    fn add_edges(&mut self, edges: &[[u32; 2]]) {
        let mut vertices: Vec<u32> = edges.as_flattened().to_vec();
        vertices.sort_unstable();
        vertices.dedup();
        let local = |node: u32| vertices.partition_point(|&vertex| vertex < node) as u32;
        let mut both: Vec<[u32; 2]> = edges
            .iter()
            .map(|&[a, b]| [local(a), local(b)])
            .flat_map(|[a, b]| [[a, b], [b, a]])
            .collect();
        both.sort_unstable();
        both.dedup();
        for ring in both.chunk_by(|one, two| one[0] == two[0]) {
            self.neighbours.push(ring.iter().map(|&[_, to]| to));
        }
        self.vertices.push(vertices);
    }
}

fn exposed(neighbors: &Neighbors, tet: u32) -> impl Iterator<Item = Facet> {
    let is_exposed = move |&corner: &usize| neighbors.across[tet as usize][corner] == EXPOSED;
    (0..4).filter(is_exposed).map(move |corner| Facet { nodes: neighbors.face(tet, corner), tet })
}
