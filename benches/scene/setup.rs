//! Set-up: how long it takes until a mesh of a million tetrahedra is in a scene.

use std::fmt::Write;
use std::time::Instant;

use gapkit::mesh::TetMesh;
use gapkit::scene::{BodyOptions, Config, Scene};
use parry3d_f64::math::Vector;
use parry3d_f64::shape::TriMesh;

use crate::tets;

/// Cubes along the edges of a block with about a million tetrahedra.
const CELLS: usize = 55;

/// A block on a grid, whose facets are exactly coplanar, and one with its nodes moved at random.
pub(crate) fn bodies() -> [(&'static str, TetMesh); 2] {
    let block = || tets::block([CELLS; 3]);
    [("structured", block().mesh()), ("jittered", block().jittered(0.3, 1).mesh())]
}

pub(crate) fn fill(out: &mut String) {
    writeln!(
        out,
        "| mesh | tets | checks, us per tet | scene, us per tet | both | facets | \
         parry, tree of the facets, us per facet | scene, us per facet |\n\
         |---|---|---|---|---|---|---|---|"
    )
    .expect("String");
    for (name, mesh) in bodies() {
        let (checks, scene) = times(&mesh);
        let facets = mesh.boundary().facets().to_vec();
        let tree = shortest(|| tree_of(&mesh, &facets));
        let each = |seconds: f64| 1e6 * seconds / mesh.tets().len() as f64;
        let of_facets = |seconds: f64| 1e6 * seconds / facets.len() as f64;
        writeln!(
            out,
            "| {name} | {} | {:.2} | {:.2} | {:.2} | {} | {:.2} | {:.2} |",
            mesh.tets().len(),
            each(checks),
            each(scene),
            each(checks + scene),
            facets.len(),
            of_facets(tree),
            of_facets(scene)
        )
        .expect("String");
    }
}

/// The seconds that it takes to check a mesh, and to add it to a scene with one thread: neighbours,
/// partition, surface, tables.
pub(crate) fn times(mesh: &TetMesh) -> (f64, f64) {
    let (nodes, tets) = (mesh.nodes(), mesh.tets());
    let checks = shortest(|| TetMesh::new(nodes.to_vec(), tets.to_vec()).expect("a mesh"));
    let config = Config::new(0.01).expect("a margin").with_threads(1);
    let scene = shortest(|| {
        let mut scene = Scene::new(config).expect("threads");
        scene.add_mesh(mesh, BodyOptions::default()).expect("a mesh");
        // What is left for the first detection belongs to the set-up, too.
        scene.detect();
        scene
    });
    (checks, scene)
}

/// The peer: a surface with its bounding volumes.
fn tree_of(mesh: &TetMesh, facets: &[[u32; 3]]) -> TriMesh {
    let nodes = mesh.nodes().iter().map(|x| Vector::new(x[0], x[1], x[2])).collect();
    TriMesh::new(nodes, facets.to_vec()).expect("a surface")
}

/// The shortest time of three, in seconds.
fn shortest<T>(mut job: impl FnMut() -> T) -> f64 {
    let mut run = || {
        let start = Instant::now();
        let made = job();
        let seconds = start.elapsed().as_secs_f64();
        drop(made);
        seconds
    };
    (0..3).map(|_| run()).fold(f64::INFINITY, f64::min)
}
