//! From a mesh file to its convex pieces, as a file that ParaView colours by piece.
//!
//! ```sh
//! cargo run --release --example partition_to_vtk -- assets/bunny_coarse.vtu pieces.vtu
//! ```

use gapkit::mesh::{self, Orientation, TetMesh};
use gapkit::partition::Partition;
use gapkit::vtk::Volume;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let input = arguments.next().unwrap_or_else(|| "assets/bunny_coarse.vtu".to_owned());
    let output = arguments.next().unwrap_or_else(|| "pieces.vtu".to_owned());

    let contents = mesh::read(&input)?;
    let mesh = TetMesh::from_elements(&contents.elements, Orientation::Refuse)?;
    let partition = Partition::new(&mesh)?;
    println!("{} tetrahedra in {} convex pieces", mesh.tets().len(), partition.len());

    Volume::tets(mesh.nodes(), mesh.tets())
        .cell_data("piece", partition.owners())
        .write(&output)?;
    println!("{output}: open it in ParaView and colour by piece");
    Ok(())
}
