//! The partition: every tetrahedron in exactly one piece.

use rayon::prelude::*;

use super::closure::Growth;
use super::exposed::ExposedFacets;
use super::fast;
use super::hinge::mean_edge;
use super::neighbors::{MAX_TETS, Neighbors};
use super::options::{Build, Options, Rule};
use super::pack;
use super::piece::Piece;
use super::shallow;
use super::surface::Surfaces;
use crate::error::{Error, Reason};
use crate::mesh::TetMesh;
use crate::num::Lists;

/// The share of the time of the optimised build that goes into the fast one, about.
const GROWN: f64 = 0.05;

/// How often the fast build tells how far it is.
const TELLS: usize = 100;

/// The convex pieces of a mesh.
///
/// ```
/// use gapkit::mesh::TetMesh;
/// use gapkit::partition::Partition;
///
/// // Two tetrahedra on both sides of a triangle.
/// let nodes =
///     vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.2, 0.2, 1.0], [0.2, 0.2, -1.0]];
/// let mesh = TetMesh::new(nodes, vec![[0, 1, 2, 3], [0, 2, 1, 4]])?;
/// let partition = Partition::new(&mesh)?;
/// assert_eq!(partition.len(), 1);
/// assert_eq!(partition.piece(0).tets(), [0, 1]);
/// assert_eq!(partition.piece(0).exposed().len(), 6);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Partition {
    pub(super) options: Options,
    pub(super) neighbors: Neighbors,
    /// How many nodes the mesh has.
    pub(super) node_count: usize,
    pub(super) tets: Lists<u32>,
    /// The piece of each tetrahedron.
    pub(super) owners: Vec<u32>,
    pub(super) surfaces: Surfaces,
}

impl Options {
    /// Partitions a mesh. Pieces do not cross from one region into another.
    ///
    /// ```
    /// use gapkit::mesh::TetMesh;
    /// use gapkit::partition::{Build, Options};
    /// let nodes = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let mesh = TetMesh::new(nodes, vec![[0, 1, 2, 3]])?;
    /// let partition = Options::default().with_build(Build::Trivial).partition(&mesh)?;
    /// assert_eq!(partition.piece(0).neighbours(0), [1, 2, 3]);
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the mesh has more tetrahedra than can be numbered.
    pub fn partition(&self, mesh: &TetMesh) -> Result<Partition, Error> {
        self.partition_watched(mesh, &|_| ())
    }

    /// Partitions a mesh, and tells from time to time which share of the work is done, from 0 to 1:
    /// roughly, but never less than before.
    ///
    /// # Errors
    /// As for [`Options::partition`].
    pub fn partition_watched(
        &self,
        mesh: &TetMesh,
        watch: &dyn Fn(f64),
    ) -> Result<Partition, Error> {
        if mesh.tets().len() > MAX_TETS {
            let (count, limit) = (mesh.tets().len(), MAX_TETS);
            return Err(Reason::TooMany { count, limit }.into());
        }
        let neighbors = Neighbors::new(mesh);
        let tets = self.pieces(mesh.nodes(), &neighbors, watch);
        let owners = owners(&tets, neighbors.len());
        let surfaces = Surfaces::new(mesh.nodes(), &neighbors, &tets, &owners);
        let node_count = mesh.nodes().len();
        Ok(Partition { options: *self, neighbors, node_count, tets, owners, surfaces })
    }

    /// The tetrahedra of each piece.
    fn pieces(&self, nodes: &[[f64; 3]], neighbors: &Neighbors, watch: &dyn Fn(f64)) -> Lists<u32> {
        let seeds: Vec<u32> = (0..neighbors.len() as u32).collect();
        let mut lists = Lists::default();
        if self.build == Build::Trivial {
            seeds.iter().for_each(|&tet| lists.push([tet]));
            return lists;
        }
        let size = |tet: &[u32; 4]| mean_edge(tet.map(|i| nodes[i as usize]));
        let sizes: Vec<f64> = neighbors.tets.par_iter().map(size).collect();
        let exposed = self.limits.protrusion.map(|_| ExposedFacets::new(nodes, neighbors));
        let exposed = exposed.as_ref();
        let mut growth = Growth::new(nodes, neighbors, &sizes, self.limits).within(exposed);
        let optimised = self.build == Build::Optimised;
        let share = if optimised { GROWN } else { 1.0 };
        let (mut done, mut told) = (0, 0);
        fast::grow_all(&mut growth, &seeds, |piece| {
            lists.push(sorted(piece));
            done += piece.len();
            if done >= told + seeds.len() / TELLS {
                watch(share * done as f64 / seeds.len() as f64);
                told = done;
            }
        });
        if self.limits.rule() == Rule::Tolerant {
            lists = shallow::divide_deep(nodes, neighbors, &sizes, self.limits, &lists);
        }
        if optimised {
            let watch = |part: f64| watch(GROWN + (1.0 - GROWN) * part);
            lists = pack::improve(nodes, neighbors, &sizes, exposed, self, &lists, &watch);
        }
        lists
    }
}

pub(super) fn sorted(tets: &[u32]) -> Vec<u32> {
    let mut list = tets.to_vec();
    list.sort_unstable();
    list
}

fn owners(tets: &Lists<u32>, count: usize) -> Vec<u32> {
    let mut owners = vec![0; count];
    for (piece, number) in tets.iter().zip(0..) {
        piece.iter().for_each(|&tet| owners[tet as usize] = number);
    }
    owners
}

impl Partition {
    /// Partitions a mesh with the default options.
    ///
    /// # Errors
    /// As for [`Options::partition`].
    pub fn new(mesh: &TetMesh) -> Result<Self, Error> {
        Options::default().partition(mesh)
    }

    /// The options it was made with.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// How many pieces there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tets.len()
    }

    /// Whether there is no piece, which is so for a mesh without tetrahedra.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A piece by its number.
    ///
    /// # Panics
    /// If there is no such piece.
    #[must_use]
    pub fn piece(&self, number: usize) -> Piece<'_> {
        Piece { surfaces: &self.surfaces, tets: self.tets.of(number), number }
    }

    /// All pieces, in order.
    pub fn pieces(&self) -> impl ExactSizeIterator<Item = Piece<'_>> {
        (0..self.len()).map(|number| self.piece(number))
    }

    /// The number of the piece that holds each tetrahedron of the mesh.
    #[must_use]
    pub fn owners(&self) -> &[u32] {
        &self.owners
    }
}
