//! What contacts say of a facet.

use super::contact::{Part, Side};
use super::records::facet::targets::turn;

/// A facet as a side of contacts: it does not change, and is side by side in memory.
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
    pub(super) is_turned: bool,
}

impl FacetSide {
    /// A facet of these nodes, whose numbers are given, of a body, whose first node is given.
    pub(super) fn new(numbers: &[u64], list: [u32; 3], body: u32, first_node: u32) -> Self {
        let mut sorted = list;
        sorted.sort_unstable_by_key(|&node| numbers[node as usize]);
        let nodes = sorted.map(|node| node + first_node);
        let is_turned = turn(list, sorted) < 0.0;
        Self { nodes, body, element: 0, first_node, is_turned }
    }

    /// The side of a contact on this facet of its body, with all nodes and without their weights.
    pub(super) fn of_contact(&self, facet: u32) -> Side {
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
