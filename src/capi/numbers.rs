//! What the host calls its nodes and elements.

use super::status::{Failure, GAPKIT_BAD_MESH, gapkit_status, status_of};
use crate::error::{Error, ErrorKind};

/// The host's numbers for the nodes and elements of a body.
#[derive(Debug, Clone, Default)]
pub(super) struct Numbers {
    /// The place of each node in the host's arrays, in ascending order; empty if they are the same.
    pub(super) nodes: Vec<u32>,
    /// How many nodes the host's arrays have.
    pub(super) host_nodes: usize,
    /// The number of each element; empty if they count from the base.
    pub(super) elements: Vec<i64>,
    /// Whether the host counts from 0 or from 1.
    pub(super) base: i64,
}

impl Numbers {
    /// The place of a node in the host's arrays.
    #[inline]
    pub(super) fn place(&self, node: usize) -> usize {
        self.nodes.get(node).map_or(node, |&place| place as usize)
    }

    /// The number of a node.
    #[inline]
    pub(super) fn node(&self, node: u32) -> i64 {
        self.place(node as usize) as i64 + self.base
    }

    /// An error about a node, which is called as the host calls it; a wrong value has this status.
    pub(super) fn refused(&self, value: gapkit_status, error: Error) -> Failure {
        let named = error.with_node_numbers(|node| self.node(node as u32) as u64);
        let is_value = named.kind() == ErrorKind::Value;
        let status = if is_value { value } else { status_of(&named) };
        Failure::new(status, named.to_string())
    }

    /// An error about a face or segment, or a node of one, which are called as the host calls them.
    pub(super) fn refused_part(&self, error: Error) -> Failure {
        let named = error.with_face_numbers(
            |part| self.element(part as u32) as u64,
            |node| self.node(node as u32) as u64,
        );
        Failure::new(GAPKIT_BAD_MESH, named.to_string())
    }

    /// The number of an element.
    #[inline]
    pub(super) fn element(&self, element: u32) -> i64 {
        let counted = i64::from(element) + self.base;
        self.elements.get(element as usize).copied().unwrap_or(counted)
    }
}
