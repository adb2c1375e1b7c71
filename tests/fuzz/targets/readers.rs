//! Every reader of files: a mesh that holds together, or an error that names the file.

use std::path::Path;

use gapkit::mesh::read;
use gapkit::mesh::{Orientation, TetMesh};

/// Endings of file names, by which readers are chosen.
pub(crate) const ENDINGS: [&str; 9] = ["vtu", "vtk", "msh", "inp", "k", "bdf", "stl", "obj", "ply"];

/// The first byte chooses the reader, the others are the file.
pub(crate) fn run(bytes: &[u8]) {
    let Some((&first, file)) = bytes.split_first() else { return };
    let name = format!("fuzz.{}", ENDINGS[usize::from(first) % ENDINGS.len()]);
    // Whether numbers are finite is asked where they are used.
    let _ = read::parse_points(&name, file);
    match read::parse(Path::new(&name), file) {
        Ok(contents) => {
            let elements = &contents.elements;
            let nodes: usize = elements.kinds.iter().map(|kind| kind.nodes()).sum();
            assert_eq!(nodes, elements.connectivity.len());
            assert_eq!(elements.kinds.len(), elements.numbers.len());
            assert_eq!(elements.kinds.len(), elements.regions.len());
            assert!(elements.connectivity.iter().all(|&i| (i as usize) < elements.nodes.len()));
            for orientation in [Orientation::Refuse, Orientation::Repair] {
                if let Ok(mesh) = TetMesh::from_elements(elements, orientation) {
                    assert!(
                        mesh.tets().iter().flatten().all(|&i| (i as usize) < mesh.nodes().len())
                    );
                }
            }
        }
        Err(error) => assert!(error.to_string().starts_with(&name), "{error}"),
    }
}
