//! How much the crossing of two edges counts.
//!
//! Where ropes or ridges cross, edges meet edges and no node is near: they must push. But on a nearly flat face
//! crossings come and go with every tremble, and nodes carry the load already. So a crossing counts by how
//! sharp its edges are, and fades where another feature takes over: at the ends of the edges, and where
//! the normal comes to stand on one of the facets beside the edge. Then energy changes continuously.

use std::collections::HashMap;

use crate::Vec3;
use crate::mesh::TetMesh;
use crate::scene::{Contact, Feature};

/// The edges of a surface, by their nodes in ascending order, with the third nodes of the facets on both
/// sides.
#[derive(Debug, Default)]
pub(super) struct Edges(HashMap<[u32; 2], [u32; 2]>);

impl Edges {
    pub(super) fn of(mesh: &TetMesh) -> Self {
        let mut edges = HashMap::new();
        for &[a, b, c] in mesh.boundary().facets() {
            for [from, to, far] in [[a, b, c], [b, c, a], [c, a, b]] {
                let sides = edges.entry([from.min(to), from.max(to)]).or_insert([far; 2]);
                // The facet on which the edge ascends is on the left.
                sides[usize::from(from > to)] = far;
            }
        }
        Self(edges)
    }

    /// From 0 for a flat edge, or a direction that stands on a facet, to 1 for a sharp edge seen from its
    /// middle. `outward` is of unit length.
    pub(super) fn sharpness(&self, nodes: [u32; 2], outward: Vec3, x: &[[f64; 3]]) -> f64 {
        let Some(&far) = self.0.get(&nodes) else { return 0.0 };
        let at = |node: u32| Vec3::from(x[node as usize]);
        let (from, along) = (at(nodes[0]), at(nodes[1]) - at(nodes[0]));
        let left = along.cross(&(at(far[0]) - from)).normalize();
        let right = (at(far[1]) - from).cross(&along).normalize();
        // Sines of the angles between the direction and the normals of both facets.
        let along = along.normalize();
        let turns = [left.cross(&outward).dot(&along), outward.cross(&right).dot(&along)];
        let [one, two] = turns.map(|turn| turn.abs().min(1.0));
        let whole = one + two;
        if whole == 0.0 { 0.0 } else { 4.0 * one * two / whole }.min(1.0)
    }
}

/// How much a contact without nodes counts, from 0 to 1.
pub(super) fn weight<'a>(
    contact: &Contact,
    body: impl Fn(u32) -> (&'a Edges, &'a [[f64; 3]]),
) -> f64 {
    let mut weight = 1.0;
    for (side, outward) in contact.sides.iter().zip([contact.normal, -contact.normal]) {
        let count = side.nodes().len() as i32;
        weight *= side.weights().iter().product::<f64>() * f64::from(count).powi(count);
        if let (Feature::Edge, &[a, b]) = (side.feature(), side.nodes()) {
            let (edges, x) = body(side.body);
            weight *= edges.sharpness([a, b], outward, x);
        }
    }
    weight
}
