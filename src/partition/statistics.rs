//! What a partition amounts to, in figures.

use rayon::prelude::*;

use super::hinge;
use super::hull::Hull;
use super::partition::Partition;
use crate::Vec3;
use crate::error::Error;

/// The figures of a partition.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Statistics {
    /// The number of pieces.
    pub pieces: usize,
    /// The number of pieces with a part of the boundary.
    pub active: usize,
    /// The number of tetrahedra.
    pub tets: usize,
    /// The number of facets of the boundary.
    pub exposed: usize,
    /// The number of vertices, counted for each piece.
    pub vertices: usize,
    /// The number of tetrahedra of the largest piece.
    pub largest: usize,
    /// The volume of the mesh, as the sum over its tetrahedra.
    pub volume: f64,
    /// The relative difference of that volume from the sum of the volumes inside the surfaces of
    /// the pieces; it is a few roundings.
    pub volume_error: f64,
    /// What the hulls of the pieces have more than the pieces, relative to the volume of the mesh.
    /// It is exactly 0 if no hinge is reflex.
    pub hull_excess: f64,
}

impl Statistics {
    /// Tetrahedra per piece.
    #[must_use]
    pub fn tets_per_piece(&self) -> f64 {
        ratio(self.tets, self.pieces)
    }

    /// Vertices per piece.
    #[must_use]
    pub fn vertices_per_piece(&self) -> f64 {
        ratio(self.vertices, self.pieces)
    }

    /// Exposed facets per piece that has some.
    #[must_use]
    pub fn facets_per_active(&self) -> f64 {
        ratio(self.exposed, self.active)
    }
}

fn ratio(of: usize, to: usize) -> f64 {
    of as f64 / to.max(1) as f64
}

impl Partition {
    /// The figures, with the nodes at these positions.
    ///
    /// ```
    /// # use gapkit::mesh::TetMesh;
    /// # use gapkit::partition::Partition;
    /// let nodes = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let mesh = TetMesh::new(nodes, vec![[0, 1, 2, 3]])?;
    /// let figures = Partition::new(&mesh)?.statistics(mesh.nodes())?;
    /// assert_eq!((figures.pieces, figures.active, figures.exposed), (1, 1, 4));
    /// assert_eq!(figures.vertices_per_piece(), 4.0);
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is not one finite position for each node of the mesh.
    pub fn statistics(&self, nodes: &[[f64; 3]]) -> Result<Statistics, Error> {
        self.check(nodes)?;
        let at = |list: [u32; 4]| list.map(|i| Vec3::from(nodes[i as usize]));
        let whole = sum(self.neighbors.tets.iter().map(|&tet| volume(at(tet))));
        let inside = sum((0..self.len()).map(|piece| self.volume_inside(piece, nodes)));
        let excess = |piece: usize| self.excess_of(piece, nodes);
        // Added in order, so that the sum does not depend on the number of threads.
        let excesses: Vec<f64> = (0..self.len()).into_par_iter().map(excess).collect();
        Ok(Statistics {
            pieces: self.len(),
            active: self.pieces().filter(|piece| piece.is_active()).count(),
            tets: self.neighbors.len(),
            exposed: self.surfaces.exposed.items().len(),
            vertices: self.surfaces.vertices.items().len(),
            largest: self.tets.iter().map(<[u32]>::len).max().unwrap_or(0),
            volume: whole,
            volume_error: relative((whole - inside).abs(), whole),
            hull_excess: relative(sum(excesses.into_iter()), whole),
        })
    }

    /// What the hull of a piece has more than the piece. A piece without a reflex hinge is its
    /// hull.
    fn excess_of(&self, piece: usize, nodes: &[[f64; 3]]) -> f64 {
        let at = |i: u32| nodes[i as usize];
        let hinges = self.piece(piece).hinges();
        if hinges.iter().all(|hinge| hinge::depth(hinge.map(at)) == 0.0) {
            return 0.0;
        }
        let points: Vec<[f64; 3]> = self.piece(piece).vertices().iter().map(|&i| at(i)).collect();
        let tets = self.tets.of(piece).iter().map(|&tet| self.neighbors.tets[tet as usize]);
        let inside = sum(tets.map(|tet| volume(tet.map(at).map(Vec3::from))));
        (Hull::new(&points).volume - inside).max(0.0)
    }

    /// The volume inside the surface of a piece, by the divergence theorem about its first vertex.
    fn volume_inside(&self, piece: usize, nodes: &[[f64; 3]]) -> f64 {
        let tets = self.tets.of(piece);
        let own = self.owners[tets[0] as usize];
        let origin = nodes[self.neighbors.tets[tets[0] as usize][0] as usize];
        sum(tets.iter().flat_map(|&tet| {
            let across = self.neighbors.across[tet as usize];
            let is_outer =
                move |&corner: &usize| self.owners.get(across[corner] as usize / 4) != Some(&own);
            (0..4).filter(is_outer).map(move |corner| {
                let [a, b, c] = self.neighbors.face(tet, corner).map(|i| nodes[i as usize]);
                volume([origin, a, b, c].map(Vec3::from))
            })
        }))
    }
}

/// The sum by the compensated method of A. Neumaier (Z. Angew. Math. Mech. 54, 1974,
/// doi:10.1002/zamm.19740540106): the rounding of a million additions would pass for an error.
fn sum(terms: impl Iterator<Item = f64>) -> f64 {
    let (sum, lost) = terms.fold((0.0_f64, 0.0), |(sum, lost), term| {
        let next = sum + term;
        let small = if sum.abs() >= term.abs() { (sum - next) + term } else { (term - next) + sum };
        (next, lost + small)
    });
    sum + lost
}

fn relative(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// The signed volume of a tetrahedron.
fn volume([a, b, c, d]: [Vec3; 4]) -> f64 {
    (b - a).cross(&(c - a)).dot(&(d - a)) / 6.0
}
