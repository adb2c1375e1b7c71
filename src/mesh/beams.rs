//! Beams: straight segments between two nodes, with a radius.

use super::check::{self, Names};
use crate::Vec3;
use crate::error::{Error, Fault, Name, check_parameter};

/// What a segment is called in messages.
const NAME: &str = "beam";

/// Beams, trusses, cables and bars of a mesh, that were checked: round segments between two nodes.
/// Chains of segments share nodes; any number of them may meet at one.
///
/// ```
/// use gapkit::mesh::BeamMesh;
///
/// let nodes = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [2.0, 0.5, 0.0]];
/// let beams = BeamMesh::new(nodes.clone(), &[[0, 1], [1, 2]], &[0.1])?;
/// assert_eq!(beams.radii(), [0.1, 0.1]);
/// let error = BeamMesh::new(nodes, &[[0, 1], [1, 1]], &[0.1]).unwrap_err();
/// assert_eq!(error.to_string(), "beam 1 uses node 1 twice");
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct BeamMesh {
    nodes: Vec<[f64; 3]>,
    segments: Vec<[u32; 2]>,
    radii: Vec<f64>,
    node_numbers: Vec<u64>,
}

impl BeamMesh {
    /// Segments with a radius, one for each or one for all.
    ///
    /// # Errors
    /// Names the node whose coordinate is not finite or beyond 2^1000; the segment that has an index
    /// out of range, a node twice, no length, or the nodes of another one; and if a radius is not
    /// finite and > 0, or there is not one for each segment or for all.
    pub fn new(nodes: Vec<[f64; 3]>, segments: &[[u32; 2]], radius: &[f64]) -> Result<Self, Error> {
        check::nodes(&nodes, Names::TETS)?;
        check::limit("beams", segments.len(), check::MAX_TETS)?;
        if segments.is_empty() {
            return Err(Fault::NoElements.into());
        }
        if radius.len() != 1 && radius.len() != segments.len() {
            let (count, given) = (segments.len(), radius.len());
            return Err(Fault::Length { of: NAME_OF_MANY, what: "radii", count, given }.into());
        }
        for &value in radius {
            check_parameter("radius", value, true)?;
        }
        for (at, segment) in segments.iter().enumerate() {
            check_segment(&nodes, *segment, Name { kind: NAME, number: at as u64 })?;
        }
        if let Some(&(second, first)) =
            check::duplicates(segments.len(), |at| &segments[at][..]).first()
        {
            let [first, second] = [first, second].map(|at| Name { kind: NAME, number: at as u64 });
            return Err(Fault::Duplicate { first, second }.into());
        }
        let radii = (0..segments.len()).map(|at| radius[at % radius.len()]).collect();
        Ok(Self { nodes, segments: segments.to_vec(), radii, node_numbers: Vec::new() })
    }

    /// The same beams, whose nodes have these numbers; see
    /// [`TetMesh::with_node_numbers`](super::TetMesh::with_node_numbers).
    ///
    /// # Errors
    /// If there is not one number for each node, or one stands twice.
    pub fn with_node_numbers(self, node_numbers: Vec<u64>) -> Result<Self, Error> {
        check::all_numbers(self.nodes.len(), &node_numbers)?;
        Ok(Self { node_numbers, ..self })
    }

    /// What a node is called: its index, unless the mesh was given other numbers.
    #[must_use]
    pub fn node_number(&self, node: u32) -> u64 {
        self.node_numbers.get(node as usize).copied().unwrap_or(node.into())
    }

    /// The coordinates of the nodes.
    #[must_use]
    pub fn nodes(&self) -> &[[f64; 3]] {
        &self.nodes
    }

    /// The nodes of each segment.
    #[must_use]
    pub fn segments(&self) -> &[[u32; 2]] {
        &self.segments
    }

    /// The radius of each segment.
    #[must_use]
    pub fn radii(&self) -> &[f64] {
        &self.radii
    }
}

/// What segments are called where there are several.
const NAME_OF_MANY: &str = "beams";

/// The nodes of a segment exist, differ, and are apart.
fn check_segment(nodes: &[[f64; 3]], segment: [u32; 2], element: Name) -> Result<(), Fault> {
    if let Some(local) = segment.iter().position(|&node| node as usize >= nodes.len()) {
        let (node, count) = (segment[local], nodes.len());
        return Err(Fault::Index { element, local, node, count });
    }
    let [from, to] = segment.map(|node| Vec3::from(nodes[node as usize]));
    if segment[0] == segment[1] {
        return Err(Fault::Repeated { element, node: segment[0].into() });
    }
    if from == to { Err(Fault::NoLength { element }) } else { Ok(()) }
}
