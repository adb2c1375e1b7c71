//! The exposed surface of a mesh: facets, edges, the facets and edges around nodes.
//!
//! A node or an edge belongs to several facets, but a contact with it should be found once. So each
//! is *owned* by one facet, the first in which it occurs, and examined with that facet only.

use super::depths;
use crate::mesh::{Boundary, SurfaceMesh, TetMesh};
use crate::num::Lists;

/// An edge of the surface, with the two facets that it joins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Edge {
    /// In ascending order, so that whatever is computed of an edge is the same from both sides.
    pub(super) nodes: [u32; 2],
    pub(super) facets: [u32; 2],
    /// The nodes of the two facets that are not on the edge.
    pub(super) far: [u32; 2],
}

impl Edge {
    /// Whether it is a free edge of a shell: its facets are the two sides of one face.
    #[inline]
    pub(super) fn is_free(&self) -> bool {
        self.far[0] == self.far[1]
    }

    /// The end that is not this node.
    #[inline]
    pub(super) fn other(&self, node: u32) -> u32 {
        if self.nodes[0] == node { self.nodes[1] } else { self.nodes[0] }
    }
}

/// What a facet owns: bits 0 to 2 its nodes, bits 3 to 5 its edges.
pub(super) type Owned = u8;

/// Edges, those of each facet, and what each facet owns of them.
type JoinedEdges = (Vec<Edge>, Vec<[u32; 3]>, Vec<Owned>);

/// The surface of one mesh, in its own numbers.
#[derive(Debug)]
pub(super) struct Surface {
    pub(super) facets: Vec<[u32; 3]>,
    /// The tetrahedron of each facet; empty for a surface without a volume.
    pub(super) tets: Vec<u32>,
    /// The element of each facet.
    pub(super) elements: Vec<u32>,
    /// By how much the half thickness of each facet is below the largest; empty if none is.
    pub(super) thinner: Vec<f64>,
    /// Whether facets have no inside, so that something can be on both sides of them.
    pub(super) is_open: bool,
    /// How deep something can be behind each facet and still be in contact with it: half of the
    /// least height of its tetrahedron, so that the two sides of a wall are never in contact.
    pub(super) deep: Vec<f64>,
    /// The edges of facet `[a, b, c]`: ab, bc, ca.
    pub(super) facet_edges: Vec<[u32; 3]>,
    pub(super) owned: Vec<Owned>,
    pub(super) edges: Vec<Edge>,
    /// The facets, edges and tetrahedra around each node; none for nodes that are not exposed.
    pub(super) node_facets: Lists<u32>,
    pub(super) node_edges: Lists<u32>,
    pub(super) node_tets: Lists<u32>,
    /// The nodes at the other ends of the edges around each node.
    pub(super) node_ring: Lists<u32>,
    /// A node of each connected part of the surface: the first.
    pub(super) parts: Vec<u32>,
}

impl Surface {
    /// The surface of a mesh.
    pub(super) fn new(mesh: &TetMesh) -> Self {
        let boundary = mesh.boundary();
        let deep = |facet: usize| {
            depths::behind_side(mesh.nodes(), &mesh.tets()[boundary.tet(facet) as usize])
        };
        let deep = (0..boundary.facets().len()).map(deep).collect();
        let mut surface = Self::of_boundary(&boundary, (mesh.owners(), deep), mesh.nodes().len());
        surface.add_node_tets(mesh.nodes().len(), mesh.tets(), |_| false);
        surface
    }

    /// Finds the tetrahedra around exposed nodes, without those that are off.
    pub(super) fn add_node_tets(
        &mut self,
        nodes: usize,
        tets: &[[u32; 4]],
        is_off: impl Fn(u32) -> bool + Copy,
    ) {
        let exposed = |node: &u32| !self.node_facets.of(*node).is_empty();
        let on = tets.iter().zip(0..).filter(|(_, i)| !is_off(*i));
        let around = on.flat_map(|(tet, i)| tet.map(|node| (node, i)));
        self.node_tets = Lists::grouped(nodes, around.filter(|(node, _)| exposed(node)));
    }

    /// The surface of a boundary, given the element of each tetrahedron and the depth of each facet, of
    /// so many nodes; without the tetrahedra around nodes.
    pub(super) fn of_boundary(
        boundary: &Boundary,
        (owners, deep): (&[u32], Vec<f64>),
        nodes: usize,
    ) -> Self {
        let facets = boundary.facets().to_vec();
        let tets: Vec<u32> = (0..facets.len()).map(|facet| boundary.tet(facet)).collect();
        let elements = tets.iter().map(|&tet| owners[tet as usize]).collect();
        let edges = edges(&facets, boundary.neighbors());
        Self { tets, deep, elements, ..Self::joined(facets, edges, nodes) }
    }

    /// Those of the outer faces of a mesh that are exposed: a bit for each face of a tetrahedron.
    pub(super) fn of_excerpt(mesh: &TetMesh, exposed: &[u8]) -> Self {
        let boundary = mesh.boundary();
        let is_exposed =
            |&f: &usize| exposed[boundary.tet(f) as usize] >> boundary.face(f) & 1 != 0;
        let list: Vec<usize> = (0..boundary.facets().len()).filter(is_exposed).collect();
        let facets: Vec<_> = list.iter().map(|&facet| boundary.facets()[facet]).collect();
        let tets = list.iter().map(|&facet| boundary.tet(facet)).collect();
        let edges = open_edges(&facets);
        let all = (mesh.nodes(), mesh.tets(), mesh.owners());
        let mut surface = Self::of_facets(facets, tets, edges, all);
        surface.add_node_tets(mesh.nodes().len(), mesh.tets(), |_| false);
        surface
    }

    /// Facets of tetrahedra, with their edges.
    fn of_facets(
        facets: Vec<[u32; 3]>,
        tets: Vec<u32>,
        edges: JoinedEdges,
        (nodes, all, owners): (&[[f64; 3]], &[[u32; 4]], &[u32]),
    ) -> Self {
        let deep = tets.iter().map(|&tet| depths::behind_side(nodes, &all[tet as usize])).collect();
        let elements = tets.iter().map(|&tet| owners[tet as usize]).collect();
        Self { tets, deep, elements, ..Self::joined(facets, edges, nodes.len()) }
    }

    /// No surface of so many nodes.
    pub(super) fn none(nodes: usize, is_open: bool) -> Self {
        Self { is_open, ..Self::joined(Vec::new(), JoinedEdges::default(), nodes) }
    }

    /// A surface without a volume.
    pub(super) fn of_skin(skin: &SurfaceMesh) -> Self {
        Self::of_part(skin, skin.max_thickness(), skin.is_open())
    }

    /// A part of a surface, of which the largest thickness and whether it is open are given.
    pub(super) fn of_part(skin: &SurfaceMesh, thickness: f64, is_open: bool) -> Self {
        let (nodes, most) = (skin.nodes().len(), 0.5 * thickness);
        let half = skin.thickness().iter().map(|thickness| 0.5 * thickness);
        let has_thinner = half.clone().any(|own| own < most);
        Self {
            deep: depths::behind_facets(skin),
            elements: skin.owners().to_vec(),
            thinner: if has_thinner { half.map(|own| most - own).collect() } else { Vec::new() },
            is_open,
            ..Self::joined(skin.facets().to_vec(), edges(skin.facets(), skin.neighbors()), nodes)
        }
    }

    /// Facets with their edges, and nothing behind them.
    fn joined(facets: Vec<[u32; 3]>, edges: JoinedEdges, nodes: usize) -> Self {
        let (edges, facet_edges, mut owned) = edges;
        own_nodes(&facets, nodes, &mut owned);
        let corners = |(list, i): (&[u32; 3], u32)| list.map(|node| (node, i));
        let node_facets = Lists::grouped(nodes, facets.iter().zip(0..).flat_map(corners));
        let ends = |(edge, i): (&Edge, u32)| edge.nodes.map(|node| (node, i));
        let node_edges = Lists::grouped(nodes, edges.iter().zip(0..).flat_map(ends));
        let ring = |edge: &Edge| [(edge.nodes[0], edge.nodes[1]), (edge.nodes[1], edge.nodes[0])];
        let node_ring = Lists::grouped(nodes, edges.iter().flat_map(ring));
        let parts = parts(&facets, &edges, &node_edges, nodes);
        Self {
            facets,
            tets: Vec::new(),
            elements: Vec::new(),
            thinner: Vec::new(),
            is_open: false,
            deep: Vec::new(),
            facet_edges,
            owned,
            edges,
            node_facets,
            node_edges,
            node_tets: Lists::grouped(nodes, std::iter::empty()),
            node_ring,
            parts,
        }
    }
}

/// The first node of each connected part.
fn parts(facets: &[[u32; 3]], edges: &[Edge], node_edges: &Lists<u32>, nodes: usize) -> Vec<u32> {
    let mut is_seen = vec![false; nodes];
    let (mut parts, mut stack) = (Vec::new(), Vec::new());
    for &start in facets.iter().flatten() {
        if is_seen[start as usize] {
            continue;
        }
        parts.push(start);
        stack.push(start);
        is_seen[start as usize] = true;
        while let Some(node) = stack.pop() {
            for &edge in node_edges.of(node) {
                let other = edges[edge as usize].other(node);
                if !std::mem::replace(&mut is_seen[other as usize], true) {
                    stack.push(other);
                }
            }
        }
    }
    parts
}

fn edges(facets: &[[u32; 3]], neighbors: &[[u32; 3]]) -> JoinedEdges {
    let mut edges: Vec<Edge> = Vec::with_capacity(facets.len() * 3 / 2);
    let mut facet_edges = vec![[u32::MAX; 3]; facets.len()];
    let mut owned = vec![0; facets.len()];
    for (i, facet) in facets.iter().enumerate() {
        for k in 0..3 {
            if facet_edges[i][k] != u32::MAX {
                continue;
            }
            let (from, to, far) = (facet[k], facet[(k + 1) % 3], facet[(k + 2) % 3]);
            let other = neighbors[i][k];
            let across = facets[other as usize];
            let side = (0..3)
                .find(|&m| across[m] == to && across[(m + 1) % 3] == from)
                .expect("invariant: neighbours share an edge, in opposite directions");
            let number = edges.len() as u32;
            (facet_edges[i][k], facet_edges[other as usize][side]) = (number, number);
            owned[i] |= 8 << k;
            edges.push(Edge {
                nodes: [from.min(to), from.max(to)],
                facets: [i as u32, other],
                far: [far, across[(side + 2) % 3]],
            });
        }
    }
    (edges, facet_edges, owned)
}

/// The edges of a surface that may be open: facets with the same two nodes are joined two by two, and
/// one that is left is on both sides of its edge.
fn open_edges(facets: &[[u32; 3]]) -> JoinedEdges {
    let ends = |facet: &[u32; 3], k: usize| {
        let (from, to) = (facet[k], facet[(k + 1) % 3]);
        [from.min(to), from.max(to)]
    };
    let sides = facets.iter().zip(0u32..).flat_map(|(f, i)| [0, 1, 2].map(|k| (ends(f, k), i, k)));
    let mut sides: Vec<([u32; 2], u32, usize)> = sides.collect();
    sides.sort_unstable();
    let (mut edges, mut owned) = (Vec::new(), vec![0; facets.len()]);
    let mut facet_edges = vec![[u32::MAX; 3]; facets.len()];
    for group in sides.chunk_by(|one, two| one.0 == two.0) {
        for two in group.chunks(2) {
            let ((nodes, one, k), (_, other, side)) = (two[0], two[two.len() - 1]);
            let far = |facet: u32, k: usize| facets[facet as usize][(k + 2) % 3];
            for (facet, k) in [(one, k), (other, side)] {
                facet_edges[facet as usize][k] = edges.len() as u32;
            }
            owned[one as usize] |= 8 << k;
            let far = [far(one, k), far(other, side)];
            edges.push(Edge { nodes, facets: [one, other], far });
        }
    }
    (edges, facet_edges, owned)
}

fn own_nodes(facets: &[[u32; 3]], nodes: usize, owned: &mut [Owned]) {
    let mut taken = vec![false; nodes];
    for (facet, owned) in facets.iter().zip(owned) {
        for (k, &node) in facet.iter().enumerate() {
            if !std::mem::replace(&mut taken[node as usize], true) {
                *owned |= 1 << k;
            }
        }
    }
}
