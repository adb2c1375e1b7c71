//! Meshes that are measured, and how they move: the bunny with eight knots near it or pushed into
//! it, and plates that lie on each other.

use gapkit::Vec3;
use gapkit::mesh::{Orientation, TetMesh, bodies};
use gapkit::scene::{BodyOptions, Config, Resolution, Scene};
use gapkit::shape::Pose;

/// How far the knots are from the bunny at first.
const GAP: f64 = 0.003;

/// What surfaces and facets are measured with.
pub(crate) const RESOLUTIONS: [Resolution; 2] = [Resolution::Surface, Resolution::Facet];

/// How the bodies move.
#[derive(Clone, Copy)]
enum Motion {
    /// All of them sway by less than a third of the margin, in each step by less than a hundredth
    /// of an edge.
    Sway,
    /// The second slides along x, by this length in each step.
    Slide(f64),
}

/// The meshes where they are at step 0.
pub(crate) struct Stage {
    pub(crate) name: String,
    pub(crate) meshes: Vec<TetMesh>,
    /// Contacts are reported within this distance.
    pub(crate) margin: f64,
    /// How many steps the motion has.
    pub(crate) steps: usize,
    pub(crate) self_contact: bool,
    motion: Motion,
}

/// Bunny and knots in both sizes, with about 4,500 and 17,600 exposed facets.
pub(crate) fn sparse() -> [Stage; 2] {
    ["coarse", "fine"].map(|size| among_knots(size.into(), size, |_| 0.0))
}

/// The same with the knots pushed into the bunny, by 30 to 45 % of their size.
pub(crate) fn crush() -> [Stage; 2] {
    let depth = |knot: u32| 0.3 + 0.15 * f64::from(knot) / 7.0;
    ["coarse", "fine"].map(|size| among_knots(format!("{size} crush"), size, depth))
}

/// Two plates of cubes, one layer each, that are cut into tetrahedra, with this number of cubes
/// along an edge. They lie on each other, 0.05 of an edge apart, and slide by a hundredth of an
/// edge in each step.
pub(crate) fn plates(cells: usize) -> Stage {
    let side = cells as f64;
    let lower = bodies::block([cells, cells, 1], [side, side, 1.0]).expect("a plate");
    let upper = moved(&lower, |x| x + Vec3::new(0.31, 0.17, 1.05));
    Stage {
        name: format!("plates {cells}"),
        meshes: vec![lower, upper],
        margin: 0.1,
        steps: 20,
        self_contact: false,
        motion: Motion::Slide(0.01),
    }
}

fn among_knots(name: String, size: &str, depth: impl Fn(u32) -> f64) -> Stage {
    let knot = match size {
        "coarse" => bodies::Knot::trefoil(44, 5, 1),
        _ => bodies::Knot::trefoil(88, 10, 2),
    };
    let knot = moved(&bodies::knot(&knot).expect("a knot"), |x| x * 0.05);
    Stage {
        name,
        meshes: placed(bunny(size), &knot, depth),
        // The size of the bunny is 1.
        margin: 0.01,
        steps: 200,
        self_contact: true,
        motion: Motion::Sway,
    }
}

fn bunny(size: &str) -> TetMesh {
    let path = format!("{}/assets/bunny_{size}.vtu", env!("CARGO_MANIFEST_DIR"));
    let contents = gapkit::mesh::read(path).expect("the bunny is there");
    let mesh =
        TetMesh::from_elements(&contents.elements, Orientation::Refuse).expect("it is sound");
    let (low, high) = corners(&mesh);
    moved(&mesh, |x| (x - (low + high) / 2.0) / (high - low).max())
}

/// The corners of the box around a mesh.
fn corners(mesh: &TetMesh) -> (Vec3, Vec3) {
    let bounds = gapkit::broad::Bounds::around(mesh.nodes().iter().copied());
    (Vec3::from(bounds.min), Vec3::from(bounds.max))
}

fn moved(mesh: &TetMesh, by: impl Fn(Vec3) -> Vec3) -> TetMesh {
    let nodes = mesh.nodes().iter().map(|&x| by(x.into()).into()).collect();
    TetMesh::new(nodes, mesh.tets().to_vec()).expect("still a mesh")
}

/// The bunny, and knots that were moved towards it from all sides until they nearly touch it or
/// each other, and then on by a part of their size.
fn placed(bunny: TetMesh, knot: &TetMesh, depth: impl Fn(u32) -> f64) -> Vec<TetMesh> {
    let (low, high) = corners(knot);
    let size = (high - low).max();
    let mut meshes = vec![bunny];
    let mut pushed = Vec::new();
    for i in 0..8 {
        let angle = std::f64::consts::TAU * f64::from(i) / 8.0;
        let height = [0.6, -0.3, 0.1, -0.7, 0.4, -0.1, 0.7, -0.5][i as usize];
        let from = Vec3::new(angle.cos(), angle.sin(), height).normalize();
        let turn = Vec3::new(f64::from(i), 2.0 - f64::from(i), 0.0);
        let mut distance = 1.2;
        for (step, gap) in [(0.02, 0.02 + GAP), (0.001, GAP)] {
            distance = approach(&meshes, knot, gap, step, distance, |r| Pose::new(from * r, turn));
        }
        let at = |distance: f64| {
            let pose = Pose::new(from * distance, turn);
            moved(knot, |x| pose.transform_point(&x.into()).coords)
        };
        meshes.push(at(distance));
        pushed.push(at(distance - size * depth(i as u32)));
    }
    meshes.truncate(1);
    meshes.extend(pushed);
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
    // Instructions are counted, also those of threads that wait for others.
    let config = config.with_threads(1);
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
    /// The settings of a scene.
    pub(crate) fn config(&self, resolution: Resolution, threads: usize) -> Config {
        let config = Config::new(self.margin).expect("a margin").with_resolution(resolution);
        config.with_threads(threads)
    }

    /// A scene with all bodies at step 0.
    pub(crate) fn scene(&self, config: Config) -> Scene {
        let mut scene = Scene::new(config).expect("threads");
        let options = BodyOptions::default().with_self_contact(self.self_contact);
        for mesh in &self.meshes {
            scene.add_mesh(mesh, options).expect("a mesh");
        }
        scene
    }

    /// Moves all bodies to where they are at a step.
    pub(crate) fn place(&self, scene: &mut Scene, step: usize) {
        for body in 0..self.meshes.len() {
            scene.set_positions(body as u32, &self.positions(body, step)).expect("positions");
        }
    }

    /// Where the nodes of a body are at a step.
    pub(crate) fn positions(&self, body: usize, step: usize) -> Vec<[f64; 3]> {
        const SWAY: f64 = 0.003;
        let nodes = self.meshes[body].nodes();
        if let Motion::Slide(by) = self.motion {
            let by = if body == 1 { by * step as f64 } else { 0.0 };
            return nodes.iter().map(|&[x, y, z]| [x + by, y, z]).collect();
        }
        let (t, phase) = (0.02 * step as f64, 0.7 * body as f64);
        let sway = |[x, y, z]: [f64; 3]| {
            let part =
                |speed: f64, at: f64| SWAY * ((speed * t + phase + at).sin() - (phase + at).sin());
            [x + part(1.0, 3.0 * y), y + part(1.3, 2.0 * z), z + part(0.7, 2.0 * x)]
        };
        nodes.iter().map(|&x| sway(x)).collect()
    }

    pub(crate) fn facet_count(&self) -> usize {
        self.meshes.iter().map(|mesh| mesh.boundary().facets().len()).sum()
    }

    pub(crate) fn tet_count(&self) -> usize {
        self.meshes.iter().map(|mesh| mesh.tets().len()).sum()
    }
}

/// The nodes of the faces of plates that lie on each other.
pub(crate) fn interface_nodes(cells: usize) -> usize {
    2 * (cells + 1) * (cells + 1)
}
