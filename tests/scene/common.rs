//! Bodies moved about.

use gapkit::mesh::TetMesh;

/// The mesh with its nodes moved.
pub(crate) fn moved(mesh: &TetMesh, by: impl Fn([f64; 3]) -> [f64; 3]) -> TetMesh {
    let nodes = mesh.nodes().iter().map(|&x| by(x)).collect();
    TetMesh::new(nodes, mesh.tets().to_vec()).expect("a rigid motion keeps volumes")
}

pub(crate) fn shifted(mesh: &TetMesh, by: [f64; 3]) -> TetMesh {
    moved(mesh, |x| [0, 1, 2].map(|k| x[k] + by[k]))
}

use gapkit::Vec3;
use gapkit::mesh::{self, Orientation, bodies};
use gapkit::scene::{BodyOptions, Config, Contact, Scene};
use gapkit::shape::Pose;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// The coarse bunny, about 1 in size.
pub(crate) fn bunny() -> TetMesh {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/bunny_coarse.vtu");
    let contents = mesh::read(path).expect("the bunny is there");
    let mesh =
        TetMesh::from_elements(&contents.elements, Orientation::Refuse).expect("it is sound");
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for x in mesh.nodes() {
        for k in 0..3 {
            (low[k], high[k]) = (low[k].min(x[k]), high[k].max(x[k]));
        }
    }
    let size = (0..3).map(|k| high[k] - low[k]).fold(0.0, f64::max);
    moved(&mesh, |x| [0, 1, 2].map(|k| (x[k] - 0.5 * (low[k] + high[k])) / size))
}

/// A knot, about 0.3 in size.
pub(crate) fn knot() -> TetMesh {
    let knot = bodies::knot(&bodies::Knot::trefoil(44, 5, 1)).expect("a knot");
    moved(&knot, |x| x.map(|x| 0.05 * x))
}

/// How the knots lie to the bunny.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Placement {
    Apart,
    Near,
    Overlapping,
}

pub(crate) fn random_pose(random: &mut SmallRng, placement: Placement, bunny: &TetMesh) -> Pose {
    let mut unit = || random.random_range(-1.0..1.0);
    let turn = Vec3::new(unit(), unit(), unit()) * 3.0;
    let away = match placement {
        Placement::Apart => 1.5,
        Placement::Near => 0.12,
        Placement::Overlapping => 0.0,
    };
    let node = Vec3::from(bunny.nodes()[random.random_range(0..bunny.nodes().len())]);
    Pose::new(node + node.normalize() * away, turn)
}

/// The bunny and eight knots about it.
pub(crate) fn bunny_and_knots(seed: u64, placement: Placement, config: Config) -> Scene {
    let mut random = SmallRng::seed_from_u64(seed);
    let (bunny, knot) = (bunny(), knot());
    let mut scene = Scene::new(config).expect("threads start");
    let options = BodyOptions::default().with_self_contact(true);
    scene.add_mesh(&bunny, options).expect("a mesh");
    for _ in 0..8 {
        let body = scene.add_mesh(&knot, options).expect("a mesh");
        let pose = random_pose(&mut random, placement, &bunny);
        scene.set_pose(body, &pose).expect("a pose");
    }
    scene
}

/// Asserts that two lists of contacts are the same to the last bit.
pub(crate) fn assert_same(one: &[Contact], two: &[Contact], what: &str) {
    for (a, b) in one.iter().zip(two) {
        assert_eq!(a, b, "{what}");
    }
    assert_eq!(
        one.len(),
        two.len(),
        "{what}: the first that differs: {:?}",
        one.get(two.len()).or(two.get(one.len()))
    );
}
