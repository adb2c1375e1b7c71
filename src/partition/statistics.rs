//! What a partition amounts to, in figures.

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
    /// The volume between the reflex hinges and their chords, relative to the volume of the mesh:
    /// to first order, what the hulls of the pieces have more than the pieces.
    pub concavity: f64,
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
        let whole: f64 = self.neighbors.tets.iter().map(|&tet| volume(at(tet))).sum();
        let inside: f64 = (0..self.len()).map(|piece| self.volume_inside(piece, nodes)).sum();
        let gaps = self.surfaces.hinges.items().iter().map(|&hinge| (-volume(at(hinge))).max(0.0));
        Ok(Statistics {
            pieces: self.len(),
            active: self.pieces().filter(|piece| piece.is_active()).count(),
            tets: self.neighbors.len(),
            exposed: self.surfaces.exposed.items().len(),
            vertices: self.surfaces.vertices.items().len(),
            largest: self.tets.iter().map(<[u32]>::len).max().unwrap_or(0),
            volume: whole,
            volume_error: relative((whole - inside).abs(), whole),
            concavity: relative(gaps.sum(), whole),
        })
    }

    /// The volume inside the surface of a piece, by the divergence theorem about its first vertex.
    fn volume_inside(&self, piece: usize, nodes: &[[f64; 3]]) -> f64 {
        let tets = self.tets.of(piece);
        let own = self.owners[tets[0] as usize];
        let origin = nodes[self.neighbors.tets[tets[0] as usize][0] as usize];
        let mut sum = 0.0;
        for &tet in tets {
            for (corner, &code) in self.neighbors.across[tet as usize].iter().enumerate() {
                if self.owners.get(code as usize / 4) != Some(&own) {
                    let [a, b, c] = self.neighbors.face(tet, corner).map(|i| nodes[i as usize]);
                    sum += volume([origin, a, b, c].map(Vec3::from));
                }
            }
        }
        sum
    }
}

fn relative(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// The signed volume of a tetrahedron.
fn volume([a, b, c, d]: [Vec3; 4]) -> f64 {
    (b - a).cross(&(c - a)).dot(&(d - a)) / 6.0
}
