//! Surfaces without a volume mesh behind them: the skin of a solid, or a shell.

mod faces;
mod kind;
mod sheets;

use super::check;
use super::{Boundary, TetMesh};
use crate::Vec3;
use crate::error::{Error, Fault, check_parameter};
use faces::CutFaces;
pub use kind::{FaceKind, Faces};

/// A surface of triangles and quadrangles that was checked: the closed skin of a solid, or an open
/// shell with a thickness.
///
/// A face has four nodes; a triangle has its last node twice. Quadrangles are cut into triangles
/// through their smallest node, as the faces of hexahedra are.
///
/// Every facet has three neighbours, as those of a [`Boundary`] have. The surface of a
/// shell is that of its two sides: each triangle has a front, counterclockwise as its nodes are, and
/// a back; at a free edge the front is the neighbour of the back, and at a joint of several faces the
/// sides that face each other are neighbours.
///
/// ```
/// use gapkit::mesh::SurfaceMesh;
///
/// let nodes = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
/// let sheet = SurfaceMesh::open(nodes, &[[0, 1, 2, 3]], &[0.1])?;
/// assert_eq!(sheet.facets(), [[0, 1, 2], [0, 2, 3], [0, 2, 1], [0, 3, 2]]);
/// assert_eq!(sheet.owners(), [0; 4]);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct SurfaceMesh {
    nodes: Vec<[f64; 3]>,
    facets: Vec<[u32; 3]>,
    neighbors: Vec<[u32; 3]>,
    owners: Vec<u32>,
    /// The thickness of the face of each facet; empty for a skin.
    thickness: Vec<f64>,
    /// How high the element behind each facet is; empty if nothing is known of it.
    heights: Vec<f64>,
    node_numbers: Vec<u64>,
}

impl SurfaceMesh {
    /// The skin of a solid: faces that are counterclockwise as seen from outside. Cavities and
    /// parts that do not touch are allowed, and so are parts that touch along an edge.
    ///
    /// ```
    /// use gapkit::mesh::SurfaceMesh;
    ///
    /// let nodes = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let faces = [[1, 2, 3, 3], [0, 3, 2, 2], [0, 1, 3, 3], [0, 2, 1, 1]];
    /// assert!(SurfaceMesh::closed(nodes.clone(), &faces).is_ok());
    /// let error = SurfaceMesh::closed(nodes, &faces[1..]).unwrap_err();
    /// assert!(error.to_string().starts_with("the surface is not closed"));
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Errors
    /// Names the node whose coordinate is not finite or beyond 2^1000; the face that has an index
    /// out of range, a node twice, no area, or the nodes of another one; the edge of a face that is
    /// not joined to another, or to one that is turned over; and if the volume inside is not
    /// positive.
    pub fn closed(nodes: Vec<[f64; 3]>, faces: &[[u32; 4]]) -> Result<Self, Error> {
        Self::closed_of(nodes, &faces.into())
    }

    /// The same of faces of any kind.
    ///
    /// # Errors
    /// As for [`closed`](Self::closed).
    pub fn closed_of(nodes: Vec<[f64; 3]>, faces: &Faces) -> Result<Self, Error> {
        let CutFaces { triangles, owners } = CutFaces::checked(&nodes, faces)?;
        let neighbors = sheets::join_closed(&nodes, &triangles, &owners)?;
        let volume = enclosed_volume(&nodes, &triangles);
        if volume.is_nan() || volume <= 0.0 {
            return Err(Fault::InsideOut { volume }.into());
        }
        let facets = triangles;
        let [thickness, heights] = [Vec::new(), Vec::new()];
        Ok(Self { nodes, facets, neighbors, owners, thickness, heights, node_numbers: Vec::new() })
    }

    /// A shell: faces with a thickness, one for each or one for all. They need not be
    /// turned alike; an edge may belong to any number of them.
    ///
    /// ```
    /// use gapkit::mesh::SurfaceMesh;
    ///
    /// // Three triangles at one edge.
    /// let nodes =
    ///     vec![[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    /// let faces = [[0, 1, 2, 2], [0, 1, 3, 3], [0, 1, 4, 4]];
    /// let joint = SurfaceMesh::open(nodes, &faces, &[0.1, 0.1, 0.2])?;
    /// assert_eq!(joint.facets().len(), 6);
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`closed`](Self::closed), but for edges and the volume; and if a thickness is not
    /// finite and >= 0, or there is not one for each face or for all.
    pub fn open(
        nodes: Vec<[f64; 3]>,
        faces: &[[u32; 4]],
        thickness: &[f64],
    ) -> Result<Self, Error> {
        Self::open_of(nodes, &faces.into(), thickness)
    }

    /// The same of faces of any kind.
    ///
    /// # Errors
    /// As for [`open`](Self::open).
    pub fn open_of(nodes: Vec<[f64; 3]>, faces: &Faces, thickness: &[f64]) -> Result<Self, Error> {
        let CutFaces { triangles, owners } = CutFaces::checked(&nodes, faces)?;
        if thickness.len() != 1 && thickness.len() != faces.len() {
            let (count, given) = (faces.len(), thickness.len());
            let what = "thicknesses";
            return Err(Fault::Length { of: "faces", what, count, given }.into());
        }
        for &value in thickness {
            check_parameter("thickness", value, false)?;
        }
        let back = triangles.iter().map(|&[a, b, c]| [a, c, b]);
        let facets: Vec<[u32; 3]> = triangles.iter().copied().chain(back).collect();
        let owners = [&owners[..], &owners[..]].concat();
        let neighbors = sheets::join_sides(&nodes, &facets);
        let of = |&face: &u32| thickness[face as usize % thickness.len()];
        let thickness = owners.iter().map(of).collect();
        let (heights, node_numbers) = (Vec::new(), Vec::new());
        Ok(Self { nodes, facets, neighbors, owners, thickness, heights, node_numbers })
    }

    /// The skin of a mesh: its exposed facets, with its nodes, and which elements are behind and how
    /// high these are.
    #[must_use]
    pub fn skin_of(mesh: &TetMesh) -> Self {
        let boundary: Boundary = mesh.boundary();
        let count = boundary.facets().len();
        let nodes = 0..mesh.nodes().len() as u32;
        Self {
            nodes: mesh.nodes().to_vec(),
            facets: boundary.facets().to_vec(),
            neighbors: boundary.neighbors().to_vec(),
            owners: (0..count).map(|facet| mesh.owners()[boundary.tet(facet) as usize]).collect(),
            thickness: Vec::new(),
            heights: (0..count).map(|facet| mesh.least_height(boundary.tet(facet))).collect(),
            node_numbers: nodes.map(|node| mesh.node_number(node)).collect(),
        }
    }

    /// The same surface, whose nodes have these numbers; see [`TetMesh::with_node_numbers`].
    ///
    /// # Errors
    /// If there is not one number for each node, or one stands twice.
    pub fn with_node_numbers(self, node_numbers: Vec<u64>) -> Result<Self, Error> {
        check::all_numbers(self.nodes.len(), &node_numbers)?;
        Ok(Self { node_numbers, ..self })
    }

    /// What a node is called: its index, unless the surface was given other numbers.
    #[must_use]
    pub fn node_number(&self, node: u32) -> u64 {
        self.node_numbers.get(node as usize).copied().unwrap_or(node.into())
    }

    /// The coordinates of the nodes.
    #[must_use]
    pub fn nodes(&self) -> &[[f64; 3]] {
        &self.nodes
    }

    /// The nodes of each facet, counterclockwise as seen from outside; of a shell all fronts, then
    /// all backs in the same order.
    #[must_use]
    pub fn facets(&self) -> &[[u32; 3]] {
        &self.facets
    }

    /// The three neighbours of each facet `[a, b, c]`: across the edge from a to b, from b to c and
    /// from c to a.
    #[must_use]
    pub fn neighbors(&self) -> &[[u32; 3]] {
        &self.neighbors
    }

    /// The face that each facet is a part of.
    #[must_use]
    pub fn owners(&self) -> &[u32] {
        &self.owners
    }

    /// The thickness of the face of each facet; empty for a skin.
    #[must_use]
    pub fn thickness(&self) -> &[f64] {
        &self.thickness
    }

    /// The largest thickness of a face; 0 for a skin.
    pub(crate) fn max_thickness(&self) -> f64 {
        self.thickness.iter().copied().fold(0.0, f64::max)
    }

    /// The surface of those faces that are wanted, with the same nodes and numbers of faces; of a
    /// skin all or none.
    pub(crate) fn part(&self, wanted: impl Fn(u32) -> bool) -> Self {
        if self.owners.iter().all(|&face| wanted(face)) {
            return self.clone();
        }
        let kept: Vec<usize> =
            (0..self.facets.len()).filter(|&facet| wanted(self.owners[facet])).collect();
        let facets: Vec<[u32; 3]> = kept.iter().map(|&facet| self.facets[facet]).collect();
        Self {
            neighbors: sheets::join_sides(&self.nodes, &facets),
            owners: kept.iter().map(|&facet| self.owners[facet]).collect(),
            thickness: kept
                .iter()
                .filter_map(|&facet| self.thickness.get(facet).copied())
                .collect(),
            heights: Vec::new(),
            nodes: self.nodes.clone(),
            node_numbers: self.node_numbers.clone(),
            facets,
        }
    }

    /// How high the element behind each facet is; empty if that is not known.
    pub(crate) fn heights(&self) -> &[f64] {
        &self.heights
    }

    /// Whether it is a shell, which has no inside.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.thickness.is_empty()
    }
}

/// The volume inside a closed surface.
fn enclosed_volume(nodes: &[[f64; 3]], facets: &[[u32; 3]]) -> f64 {
    // In units of the largest coordinate about a node, in which nothing overflows.
    let origin = facets.first().map_or_else(Vec3::zeros, |f| Vec3::from(nodes[f[0] as usize]));
    let used = || facets.iter().flatten().map(|&node| Vec3::from(nodes[node as usize]) - origin);
    let size = used().map(|x| x.amax()).fold(0.0, f64::max);
    let at = |node: u32| (Vec3::from(nodes[node as usize]) - origin) / size;
    let six = |facet: &[u32; 3]| {
        let [a, b, c] = facet.map(at);
        a.cross(&b).dot(&c)
    };
    facets.iter().map(six).sum::<f64>() / 6.0 * size * size * size
}
