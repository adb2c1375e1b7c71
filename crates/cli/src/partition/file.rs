//! The file of a partition.

use gapkit::mesh::{FACES, OUTSIDE, TetMesh};
use gapkit::partition::Partition;
use gapkit::vtk::{Data, Encoding, Surface, Volume};

use crate::error::Error;
use crate::output::{Kind, Target};

/// The pieces with nodes of their own, so that they can be pulled apart.
#[derive(Default)]
struct SeparatedPieces {
    nodes: Vec<[f64; 3]>,
    /// From the middle of the mesh to that of the piece, for each node.
    offsets: Vec<[f64; 3]>,
    tets: Vec<[u32; 4]>,
    /// The number in the mesh, and the piece, of each tetrahedron.
    of_mesh: Vec<u32>,
    pieces: Vec<u32>,
}

impl SeparatedPieces {
    fn new(mesh: &TetMesh, partition: &Partition) -> Self {
        let middle = mean(mesh.nodes().iter());
        let mut apart = Self::default();
        let mut own = vec![u32::MAX; mesh.nodes().len()];
        for (piece, number) in partition.pieces().zip(0u32..) {
            let first = apart.nodes.len();
            for &tet in piece.tets() {
                let corners = mesh.tets()[tet as usize].map(|node| {
                    let slot = &mut own[node as usize];
                    if *slot == u32::MAX || (*slot as usize) < first {
                        *slot = apart.nodes.len() as u32;
                        apart.nodes.push(mesh.nodes()[node as usize]);
                    }
                    *slot
                });
                apart.tets.push(corners);
                apart.of_mesh.push(tet);
                apart.pieces.push(number);
            }
            let center = mean(apart.nodes[first..].iter());
            let offset = [0, 1, 2].map(|k| center[k] - middle[k]);
            apart.offsets.resize(apart.nodes.len(), offset);
        }
        apart
    }

    /// The faces of pieces, the cell of each, and whether it is on the surface of the mesh.
    fn faces(&self, mesh: &TetMesh, partition: &Partition) -> Faces {
        let (neighbors, owners) = (mesh.neighbors(), partition.owners());
        let mut faces = Faces::default();
        for (cell, &tet) in self.of_mesh.iter().enumerate() {
            for (face, &next) in FACES.iter().zip(&neighbors[tet as usize]) {
                let is_exposed = next == OUTSIDE;
                if is_exposed || owners[next as usize] != owners[tet as usize] {
                    faces.triangles.push(face.map(|corner| self.tets[cell][corner]));
                    faces.cells.push(cell);
                    faces.exposed.push(u8::from(is_exposed));
                }
            }
        }
        faces
    }
}

#[derive(Default)]
struct Faces {
    triangles: Vec<[u32; 3]>,
    cells: Vec<usize>,
    exposed: Vec<u8>,
}

/// Writes the tetrahedra of the pieces, or their surfaces.
pub(super) fn write(
    out: &Target,
    mesh: &TetMesh,
    partition: &Partition,
    defects: &[f64],
) -> Result<(), Error> {
    let apart = SeparatedPieces::new(mesh, partition);
    let is_surface = out.kind == Kind::Vtp;
    let faces = if is_surface { apart.faces(mesh, partition) } else { Faces::default() };
    let cells: Vec<usize> =
        if is_surface { faces.cells.clone() } else { (0..apart.tets.len()).collect() };
    let tet = |&cell: &usize| apart.of_mesh[cell] as usize;
    let pieces: Vec<u32> = cells.iter().map(|&cell| apart.pieces[cell]).collect();
    let defects: Vec<f64> = pieces.iter().map(|&piece| defects[piece as usize]).collect();
    let is_active = |piece: &u32| u8::from(partition.piece(*piece as usize).is_active());
    let active: Vec<u8> = pieces.iter().map(is_active).collect();
    let elements: Vec<u32> = cells.iter().map(tet).map(|tet| mesh.owners()[tet]).collect();
    let regions: Vec<u32> = cells.iter().map(tet).map(|tet| mesh.regions()[tet]).collect();
    let data: [(&str, Data); 5] = [
        ("piece", Data::from(&pieces)),
        ("defect", Data::from(&defects)),
        ("active", Data::from(&active)),
        ("element", Data::from(&elements)),
        ("region", Data::from(&regions)),
    ];
    if is_surface {
        let surface = Surface::new(&apart.nodes)
            .triangles(&faces.triangles)
            .point_data("offset", &apart.offsets);
        (data.into_iter().fold(surface, |surface, (name, data)| surface.cell_data(name, data)))
            .cell_data("exposed", &faces.exposed)
            .encoding(Encoding::RawZlib)
            .write(&out.path)?;
    } else {
        let volume = Volume::tets(&apart.nodes, &apart.tets).point_data("offset", &apart.offsets);
        (data.into_iter().fold(volume, |volume, (name, data)| volume.cell_data(name, data)))
            .encoding(Encoding::RawZlib)
            .write(&out.path)?;
    }
    Ok(())
}

fn mean<'a>(points: impl ExactSizeIterator<Item = &'a [f64; 3]>) -> [f64; 3] {
    let share = 1.0 / points.len().max(1) as f64;
    points.fold([0.0; 3], |sum, p| [0, 1, 2].map(|k| sum[k] + share * p[k]))
}
