//! A mesh of tetrahedra.

use super::check::{self, Names};
use super::hanging;
use super::neighbors::join;
use super::split::split;
use super::{Boundary, ElementKind, Elements, Summary};
use crate::Vec3;
use crate::error::{Error, Fault};

/// What to do with elements whose nodes are in the mirrored order, so that their volume is
/// negative. Wedges have two orders that are both right, so they are never refused for theirs; see
/// [`ElementKind`].
///
/// ```
/// use gapkit::mesh::{ElementKind, Elements, Orientation, TetMesh};
///
/// let mut elements = Elements::default();
/// elements.nodes = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// elements.push(ElementKind::Tet4, &[0, 2, 1, 3], 1, 0);
/// assert!(TetMesh::from_elements(&elements, Orientation::Refuse).is_err());
/// assert!(TetMesh::from_elements(&elements, Orientation::Repair).is_ok());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Orientation {
    /// They are an error: something went wrong before.
    #[default]
    Refuse,
    /// Their tetrahedra are swapped.
    Repair,
}

impl Orientation {
    /// What to do with an element of this kind.
    pub(super) fn of(self, kind: ElementKind) -> Self {
        if kind.has_two_orders() { Self::Repair } else { self }
    }
}

/// Tetrahedra that were checked: finite nodes, indices in range, positive volumes, at most two
/// tetrahedra at a face, on different sides of it.
///
/// Nodes that no tetrahedron uses and parts that do not touch are allowed; the
/// [`summary`](Self::summary) counts them.
///
/// ```
/// use gapkit::mesh::{ElementKind, bodies};
///
/// let mesh = bodies::block([1, 1, 2], [1.0, 1.0, 2.0])?;
/// assert_eq!((mesh.nodes().len(), mesh.tets().len()), (12, 12));
/// assert_eq!(mesh.element_count(ElementKind::Hex8), 2);
/// assert_eq!(mesh.owners(), [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
/// assert_eq!(mesh.regions(), [0; 12]);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct TetMesh {
    nodes: Vec<[f64; 3]>,
    tets: Vec<[u32; 4]>,
    /// The element that each tetrahedron comes from, as an index into the elements.
    owners: Vec<u32>,
    /// The body or region of each tetrahedron.
    regions: Vec<u32>,
    /// The tetrahedra behind the faces of each; joining faces takes longer than all else that is
    /// asked of a mesh, and everything after it needs them.
    neighbors: Vec<[u32; 4]>,
    /// How many elements there were of each kind, in the order of [`ElementKind::ALL`].
    kinds: [usize; ElementKind::ALL.len()],
    /// What each node is called; empty if it is its index.
    node_numbers: Vec<u64>,
}

impl TetMesh {
    /// A mesh of tetrahedra. Each is its own element; all belong to region 0.
    ///
    /// ```
    /// use gapkit::mesh::TetMesh;
    ///
    /// let nodes = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let mesh = TetMesh::new(nodes.clone(), vec![[0, 1, 2, 3]])?;
    /// assert_eq!(mesh.boundary().facets().len(), 4);
    ///
    /// let error = TetMesh::new(nodes, vec![[0, 1, 2, 7]]).unwrap_err();
    /// assert_eq!(error.to_string(), "local node 3 of tetrahedron 0 is 7, but there are 4 nodes");
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Errors
    /// Names the node whose coordinate is not finite or beyond 2^1000; the tetrahedron that has
    /// an index out of range, a node twice, or a volume that is negative or zero, by the exact
    /// predicate; the two with the same nodes; the face of more than two tetrahedra, or of two
    /// on the same side, or that others cover without sharing it (hanging nodes).
    pub fn new(nodes: Vec<[f64; 3]>, tets: Vec<[u32; 4]>) -> Result<Self, Error> {
        check::limit("tetrahedra", tets.len(), check::MAX_TETS)?;
        let mut kinds = [0; ElementKind::ALL.len()];
        kinds[0] = tets.len();
        let owners = (0..tets.len() as u32).collect();
        let regions = vec![0; tets.len()];
        let (neighbors, node_numbers) = (Vec::new(), Vec::new());
        let mut mesh = Self { nodes, tets, owners, regions, neighbors, kinds, node_numbers };
        check::nodes(&mesh.nodes, Names::TETS)?;
        if mesh.tets.is_empty() {
            return Err(Fault::NoElements.into());
        }
        for (i, tet) in mesh.tets.iter_mut().enumerate() {
            check::indices(tet, mesh.nodes.len(), i, Names::TETS)?;
            let tet = std::slice::from_mut(tet);
            check::volumes(&mesh.nodes, tet, Orientation::Refuse, i, Names::TETS)?;
        }
        check::unique(mesh.tets.len(), |i| &mesh.tets[i][..], Names::TETS)?;
        mesh.join_faces(Names::TETS)?;
        Ok(mesh)
    }

    /// A mesh of elements, split into tetrahedra that fit together: every quadrilateral is cut by
    /// the diagonal through its smallest node, and quadratic elements at all of their nodes; see
    /// [`ElementKind`].
    ///
    /// ```
    /// use gapkit::mesh::{ElementKind, Elements, Orientation, TetMesh};
    ///
    /// let mut elements = Elements::default();
    /// elements.nodes = vec![
    ///     [0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0],
    ///     [0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [1.0, 1.0, 0.5],
    /// ];
    /// elements.push(ElementKind::Wedge6, &[0, 1, 2, 3, 4, 5], 8, 0);
    /// elements.push(ElementKind::Pyramid5, &[1, 2, 5, 4, 6], 9, 0);
    /// let mesh = TetMesh::from_elements(&elements, Orientation::Refuse)?;
    /// assert_eq!(mesh.owners(), [0, 0, 0, 1, 1]);
    ///
    /// elements.connectivity[6..10].reverse();
    /// let error = TetMesh::from_elements(&elements, Orientation::Refuse).unwrap_err();
    /// assert!(error.to_string().starts_with("pyramid 9 is inverted"));
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new), with the numbers that the elements have; and if the arrays do
    /// not fit each other, or an element is so distorted that only some of its tetrahedra have a
    /// positive volume.
    pub fn from_elements(elements: &Elements, orientation: Orientation) -> Result<Self, Error> {
        let names = Names::of(elements);
        check::nodes(&elements.nodes, names)?;
        check::lengths(elements)?;
        let mut mesh = Self {
            nodes: elements.nodes.clone(),
            tets: Vec::with_capacity(elements.kinds.len()),
            owners: Vec::with_capacity(elements.kinds.len()),
            regions: Vec::new(),
            neighbors: Vec::new(),
            kinds: ElementKind::ALL
                .map(|kind| elements.kinds.iter().filter(|k| **k == kind).count()),
            node_numbers: Vec::new(),
        };
        let starts = elements.starts();
        for (i, &kind) in elements.kinds.iter().enumerate() {
            let nodes = &elements.connectivity[starts[i]..][..kind.nodes()];
            check::indices(nodes, mesh.nodes.len(), i, names)?;
            let first = mesh.tets.len();
            split(kind, nodes, &mut mesh.tets);
            let turn = orientation.of(kind);
            check::volumes(&mesh.nodes, &mut mesh.tets[first..], turn, i, names)?;
            mesh.owners.resize(mesh.tets.len(), i as u32);
        }
        check::limit("tetrahedra", mesh.tets.len(), check::MAX_TETS)?;
        let corners = |i: usize| &elements.connectivity[starts[i]..][..elements.kinds[i].corners()];
        check::unique(elements.kinds.len(), corners, names)?;
        mesh.join_faces(names)?;
        let region = |owner: &u32| elements.regions.get(*owner as usize).copied().unwrap_or(0);
        mesh.regions = mesh.owners.iter().map(region).collect();
        Ok(mesh)
    }

    /// The same mesh, whose nodes have these numbers. Contacts have ids by them, so that a contact
    /// has the same id in a mesh that has lost or changed the order of nodes and elements.
    ///
    /// ```
    /// use gapkit::mesh::bodies;
    ///
    /// let block = bodies::block([1, 1, 1], [1.0; 3])?;
    /// let named = block.clone().with_node_numbers((100..108).collect())?;
    /// assert_eq!(named.node_number(7), 107);
    /// assert!(block.with_node_numbers(vec![3; 8]).is_err());
    /// # Ok::<(), gapkit::Error>(())
    /// ```
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

    /// Finds the neighbours, or the first face that cannot be.
    fn join_faces(&mut self, names: Names<'_>) -> Result<(), Error> {
        let owner = |tet: u32| self.owners[tet as usize];
        self.neighbors = join(&self.tets).map_err(|clash| clash.fault(names, owner))?;
        match hanging::covered(&self.nodes, &self.tets, &self.neighbors).first() {
            Some(first) => Err(first.fault(names, owner).into()),
            None => Ok(()),
        }
    }

    /// The coordinates of the nodes.
    #[must_use]
    pub fn nodes(&self) -> &[[f64; 3]] {
        &self.nodes
    }

    /// The nodes of each tetrahedron: the first three are counterclockwise as seen from the fourth,
    /// so that the volume is positive as VTK has it.
    #[must_use]
    pub fn tets(&self) -> &[[u32; 4]] {
        &self.tets
    }

    /// The index of the element that each tetrahedron comes from.
    #[must_use]
    pub fn owners(&self) -> &[u32] {
        &self.owners
    }

    /// The body or region of each tetrahedron.
    #[must_use]
    pub fn regions(&self) -> &[u32] {
        &self.regions
    }

    /// How many elements of this kind the mesh was made of.
    #[must_use]
    pub fn element_count(&self, kind: ElementKind) -> usize {
        ElementKind::ALL.iter().position(|k| *k == kind).map_or(0, |at| self.kinds[at])
    }

    /// The tetrahedra behind the four faces of each tetrahedron, in the order of
    /// [`FACES`](super::FACES), or [`OUTSIDE`](super::OUTSIDE).
    #[must_use]
    pub fn neighbors(&self) -> &[[u32; 4]] {
        &self.neighbors
    }

    /// The exposed facets.
    #[must_use]
    pub fn boundary(&self) -> Boundary {
        Boundary::new(&self.tets, &self.neighbors)
    }

    /// The least of the four heights of a tetrahedron.
    pub(crate) fn least_height(&self, tet: u32) -> f64 {
        least_height(self.tets[tet as usize].map(|node| Vec3::from(self.nodes[node as usize])))
    }

    /// Counts and sizes, and what is allowed but may be a mistake.
    #[must_use]
    pub fn summary(&self) -> Summary {
        Summary::of(self)
    }
}

/// The least of the four heights of a tetrahedron.
pub(crate) fn least_height([a, b, c, d]: [Vec3; 4]) -> f64 {
    let faces = [(b, c, d), (a, c, d), (a, b, d), (a, b, c)];
    let doubled = faces.map(|(x, y, z)| (y - x).cross(&(z - x)).norm());
    let largest = doubled.into_iter().fold(0.0, f64::max);
    (b - a).cross(&(c - a)).dot(&(d - a)).abs() / largest
}
