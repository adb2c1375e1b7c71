//! The bunny with eight knots brought into contact, and how they move.

use gapkit::Vec3;
use gapkit::mesh::{Orientation, TetMesh, bodies};
use gapkit::scene::{BodyOptions, Config, Resolution, Scene};
use gapkit::shape::Pose;

/// The size of the bunny is 1; contacts are reported within a hundredth.
pub(crate) const MARGIN: f64 = 0.01;

/// How far the knots are from the bunny at first.
const GAP: f64 = 0.003;

/// How many steps the motion has.
pub(crate) const STEPS: usize = 200;

/// The meshes where they are at step 0.
pub(crate) struct Stage {
    pub(crate) name: &'static str,
    pub(crate) meshes: Vec<TetMesh>,
}

/// Both sizes: about 4,500 and 17,600 exposed facets.
pub(crate) fn stages() -> [Stage; 2] {
    let stage = |name, knot: bodies::Knot| {
        let knot = bodies::knot(&knot).expect("a knot");
        let knot = moved(&knot, |x| x * 0.05);
        Stage { name, meshes: placed(bunny(name), &knot) }
    };
    [
        stage("coarse", bodies::Knot::trefoil(44, 5, 1)),
        stage("fine", bodies::Knot::trefoil(88, 10, 2)),
    ]
}

fn bunny(size: &str) -> TetMesh {
    let path = format!("{}/assets/bunny_{size}.vtu", env!("CARGO_MANIFEST_DIR"));
    let contents = gapkit::mesh::read(path).expect("the bunny is there");
    let mesh =
        TetMesh::from_elements(&contents.elements, Orientation::Refuse).expect("it is sound");
    let bounds = gapkit::broad::Bounds::around(mesh.nodes().iter().copied());
    let (low, high) = (Vec3::from(bounds.min), Vec3::from(bounds.max));
    moved(&mesh, |x| (x - (low + high) / 2.0) / (high - low).max())
}

fn moved(mesh: &TetMesh, by: impl Fn(Vec3) -> Vec3) -> TetMesh {
    let nodes = mesh.nodes().iter().map(|&x| by(x.into()).into()).collect();
    TetMesh::new(nodes, mesh.tets().to_vec()).expect("still a mesh")
}

/// The bunny, and knots that were moved towards it from all sides until they nearly touch it or
/// each other.
fn placed(bunny: TetMesh, knot: &TetMesh) -> Vec<TetMesh> {
    let mut meshes = vec![bunny];
    for i in 0..8 {
        let angle = std::f64::consts::TAU * f64::from(i) / 8.0;
        let height = [0.6, -0.3, 0.1, -0.7, 0.4, -0.1, 0.7, -0.5][i as usize];
        let from = Vec3::new(angle.cos(), angle.sin(), height).normalize();
        let turn = Vec3::new(f64::from(i), 2.0 - f64::from(i), 0.0);
        let mut distance = 1.2;
        for (step, gap) in [(0.02, 0.02 + GAP), (0.001, GAP)] {
            distance = approach(&meshes, knot, gap, step, distance, |r| Pose::new(from * r, turn));
        }
        let pose = Pose::new(from * distance, turn);
        meshes.push(moved(knot, |x| pose.transform_point(&x.into()).coords));
    }
    meshes
}

/// The first of these distances at which the knot is nearer than the gap to anything.
fn approach(
    meshes: &[TetMesh],
    knot: &TetMesh,
    gap: f64,
    step: f64,
    from: f64,
    pose: impl Fn(f64) -> Pose,
) -> f64 {
    // Nearest features: areas in common do not see corners beside each other.
    let config = Config::new(gap).expect("a margin").with_resolution(Resolution::Facet);
    let mut scene = Scene::new(config).expect("threads");
    let options = BodyOptions::default();
    for mesh in meshes {
        scene.add_mesh(mesh, options.with_groups(2).with_mask(1)).expect("a mesh");
    }
    let body = scene.add_mesh(knot, options).expect("a mesh");
    let mut distance = from;
    while distance > 0.0 {
        scene.set_pose(body, &pose(distance)).expect("a pose");
        if !scene.detect().is_empty() {
            break;
        }
        distance -= step;
    }
    distance
}

impl Stage {
    /// A scene with all bodies at step 0, self-contact on.
    pub(crate) fn scene(&self, config: Config) -> Scene {
        let mut scene = Scene::new(config).expect("threads");
        for mesh in &self.meshes {
            let options = BodyOptions::default().with_self_contact(true);
            scene.add_mesh(mesh, options).expect("a mesh");
        }
        scene
    }

    /// Where the nodes of a body are at a step: they sway by less than half the margin, each step
    /// by less than a hundredth of an edge.
    pub(crate) fn positions(&self, body: usize, step: usize) -> Vec<[f64; 3]> {
        const SWAY: f64 = 0.003;
        let (t, phase) = (0.02 * step as f64, 0.7 * body as f64);
        let sway = |[x, y, z]: [f64; 3]| {
            let part =
                |speed: f64, at: f64| SWAY * ((speed * t + phase + at).sin() - (phase + at).sin());
            [x + part(1.0, 3.0 * y), y + part(1.3, 2.0 * z), z + part(0.7, 2.0 * x)]
        };
        self.meshes[body].nodes().iter().map(|&x| sway(x)).collect()
    }

    pub(crate) fn facet_count(&self) -> usize {
        self.meshes.iter().map(|mesh| mesh.boundary().facets().len()).sum()
    }
}
