//! The edges of surfaces and what is around them.

use std::collections::HashMap;

use gapkit::mesh::TetMesh;

/// The edges of a surface, by their nodes in ascending order, with the third nodes of the facets on
/// both sides.
#[derive(Debug, Default)]
pub(super) struct Edges(HashMap<[u32; 2], [u32; 2]>);

impl Edges {
    pub(super) fn of(mesh: &TetMesh) -> Self {
        let mut edges = HashMap::new();
        for &[a, b, c] in mesh.boundary().facets() {
            for [from, to, far] in [[a, b, c], [b, c, a], [c, a, b]] {
                let sides = edges.entry([from.min(to), from.max(to)]).or_insert([far; 2]);
                sides[usize::from(from > to)] = far;
            }
        }
        Self(edges)
    }

    /// The nodes of an edge and of the facets on both sides.
    pub(super) fn around(&self, edge: [u32; 2]) -> [u32; 4] {
        let [one, two] = self.0.get(&edge).copied().unwrap_or(edge);
        [edge[0], edge[1], one, two]
    }
}
