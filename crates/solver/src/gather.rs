//! From elements to nodes, in parallel and always in the same order.
//!
//! Each node adds up the forces of its elements in the order of their numbers, so that the sums
//! have the same bits for any number of threads.

use rayon::prelude::*;

use super::element::Tet;
use gapkit::Vec3;

/// Number of nodes per parallel job.
const NODES_PER_JOB: usize = 512;

/// The corners of elements that meet in each node.
#[derive(Debug, Default)]
pub(super) struct Gather {
    starts: Vec<u32>,
    corners: Vec<u32>,
}

impl Gather {
    pub(super) fn new(nodes: usize, elements: &[Tet]) -> Self {
        let mut starts = vec![0u32; nodes + 1];
        for node in elements.iter().flat_map(|element| element.nodes) {
            starts[node as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut corners = vec![0; 4 * elements.len()];
        for (node, corner) in elements.iter().flat_map(|element| element.nodes).zip(0..) {
            corners[next[node as usize] as usize] = corner;
            next[node as usize] += 1;
        }
        Self { starts, corners }
    }

    /// The sum of what the elements have at each node.
    pub(super) fn sum(&self, of_elements: &[[Vec3; 4]], of_nodes: &mut [Vec3]) {
        let corners = of_elements.as_flattened();
        of_nodes.par_chunks_mut(NODES_PER_JOB).enumerate().for_each(|(job, nodes)| {
            for (node, sum) in nodes.iter_mut().enumerate() {
                let node = job * NODES_PER_JOB + node;
                let range = self.starts[node] as usize..self.starts[node + 1] as usize;
                let list = self.corners[range].iter();
                *sum = list.fold(Vec3::zeros(), |sum, &corner| sum + corners[corner as usize]);
            }
        });
    }
}
