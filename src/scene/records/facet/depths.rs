//! How deep nodes were inside bodies in the last detection. The search for the nearest feature of a
//! body starts with this radius; what it finds does not depend on it.

use std::sync::atomic::{AtomicU64, Ordering};

/// What the search takes more than the last depth, relative to it: bodies move little in a step.
const ROOM: f64 = 1.0625;

/// The bits of the last depth of each node of the world; 0 for nodes that have none. From any
/// thread: a depth of another body, or of another detection, is as good.
#[derive(Debug, Default)]
pub(in crate::scene) struct Depths(Vec<AtomicU64>);

impl Depths {
    /// Makes room for nodes.
    pub(in crate::scene) fn fit(&mut self, nodes: usize) {
        self.0.resize_with(nodes, AtomicU64::default);
    }

    /// The radius within which the nearest feature of a body may be, if the node was inside one.
    pub(super) fn radius(&self, node: u32) -> Option<f64> {
        let last = f64::from_bits(self.0.get(node as usize)?.load(Ordering::Relaxed));
        (last > 0.0).then_some(ROOM * last)
    }

    /// Keeps the depth of a node for the next detection.
    pub(super) fn keep(&self, node: u32, depth: f64) {
        if let Some(last) = self.0.get(node as usize) {
            last.store(depth.to_bits(), Ordering::Relaxed);
        }
    }
}
