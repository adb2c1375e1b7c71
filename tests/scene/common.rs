//! Bodies moved about, scenes of them, and what every contact must satisfy.

use std::collections::HashSet;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use gapkit::Vec3;
use gapkit::broad::Bounds;
use gapkit::mesh::{self, Orientation, TetMesh, bodies};
use gapkit::partition::{Build, Options};
use gapkit::scene::{BodyOptions, Config, Contact, Feature, Part, Resolution, Scene, Side};
use gapkit::shape::Pose;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use robust::{Coord3D, orient3d};

/// The mesh with its nodes moved.
pub(crate) fn moved(mesh: &TetMesh, by: impl Fn([f64; 3]) -> [f64; 3]) -> TetMesh {
    let nodes = mesh.nodes().iter().map(|&x| by(x)).collect();
    TetMesh::new(nodes, mesh.tets().to_vec()).expect("the motion keeps volumes positive")
}

pub(crate) fn shifted(mesh: &TetMesh, by: [f64; 3]) -> TetMesh {
    moved(mesh, |x| [0, 1, 2].map(|k| x[k] + by[k]))
}

/// The mesh in a pose.
pub(crate) fn posed(mesh: &TetMesh, pose: &Pose) -> TetMesh {
    moved(mesh, |x| pose.transform_point(&x.into()).into())
}

pub(crate) fn block(cells: [usize; 3], size: [f64; 3]) -> TetMesh {
    bodies::block(cells, size).expect("a block")
}

/// A tetrahedral mesh whose tetrahedra may be in any orientation.
pub(crate) fn oriented(nodes: Vec<[f64; 3]>, mut tets: Vec<[u32; 4]>) -> TetMesh {
    for tet in &mut tets {
        let [a, b, c, d] = tet.map(|i| Vec3::from(nodes[i as usize]));
        if (b - a).cross(&(c - a)).dot(&(d - a)) < 0.0 {
            tet.swap(2, 3);
        }
    }
    TetMesh::new(nodes, tets).expect("a mesh")
}

/// The mesh with every node moved at random by up to so much along each axis.
pub(crate) fn jittered(mesh: &TetMesh, by: f64, random: &mut SmallRng) -> TetMesh {
    let mut jitter = || random.random_range(-by..by);
    let nodes: Vec<_> = mesh.nodes().iter().map(|x| x.map(|x| x + jitter())).collect();
    TetMesh::new(nodes, mesh.tets().to_vec()).expect("a small jitter keeps volumes positive")
}

/// Whether a point is in a closed tetrahedron, by exact signs.
pub(crate) fn is_in_mesh(tets: &[[u32; 4]], nodes: &[[f64; 3]], point: [f64; 3]) -> bool {
    let coordinates = |[x, y, z]: [f64; 3]| Coord3D { x, y, z };
    tets.iter().any(|tet| {
        let corners = tet.map(|node| nodes[node as usize]);
        if !Bounds::around(corners).holds(point) {
            return false;
        }
        let side = |points: [[f64; 3]; 4]| {
            let [a, b, c, d] = points.map(coordinates);
            orient3d(a, b, c, d)
        };
        let volume = side(corners);
        volume != 0.0
            && (0..4).all(|k| {
                let mut with = corners;
                with[k] = point;
                side(with) * volume.signum() >= 0.0
            })
    })
}

/// A scene of meshes that all have the same options.
pub(crate) fn scene_of(config: Config, options: BodyOptions, meshes: &[TetMesh]) -> Scene {
    let mut scene = Scene::new(config).expect("threads start");
    for mesh in meshes {
        scene.add_mesh(mesh, options).expect("a mesh");
    }
    scene
}

/// A scene of meshes with default options and this margin.
pub(crate) fn simple(margin: f64, meshes: &[TetMesh]) -> Scene {
    scene_of(config(margin), BodyOptions::default(), meshes)
}

/// Settings with contacts of facets.
pub(crate) fn config(margin: f64) -> Config {
    Config::new(margin).expect("a margin").with_resolution(Resolution::Facet)
}

static BUNNY: LazyLock<TetMesh> = LazyLock::new(|| {
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
});

/// The coarse bunny, about 1 in size.
pub(crate) fn bunny() -> &'static TetMesh {
    &BUNNY
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
    /// Each knot touches the bunny, to rounding.
    Touching,
    Overlapping,
}

pub(crate) fn random_rotation(random: &mut SmallRng) -> Vec3 {
    let mut unit = || random.random_range(-1.0..1.0);
    Vec3::new(unit(), unit(), unit()) * 3.0
}

pub(crate) fn random_pose(random: &mut SmallRng, placement: Placement, bunny: &TetMesh) -> Pose {
    let turn = random_rotation(random);
    let node = Vec3::from(bunny.nodes()[random.random_range(0..bunny.nodes().len())]);
    let at = |away: f64| Pose::new(node + node.normalize() * away, turn);
    match placement {
        Placement::Apart => at(1.5),
        Placement::Near => at(0.12),
        Placement::Touching => {
            let apart = [0.12, 0.25, 0.5, 1.0].map(at);
            apart.iter().find_map(touching).expect("a knot is outside the bunny when far enough")
        }
        Placement::Overlapping => at(0.0),
    }
}

/// The knot moved from this pose to the bunny, along the shortest way between them; `None` if they
/// overlap.
fn touching(from: &Pose) -> Option<Pose> {
    let mut pose = *from;
    // The margin grows until there is something within it: a large one costs time.
    for margin in [0.02, 0.08, 0.32, 1.3] {
        let pieces = Options::default().with_build(Build::Trivial);
        let bodies = [bunny().clone(), posed(&knot(), &pose)];
        let mut scene =
            scene_of(config(margin).with_partition(pieces), BodyOptions::default(), &bodies);
        let nearest = scene.detect().iter().min_by(|a, b| a.gap.total_cmp(&b.gap)).copied();
        if let Some(nearest) = nearest {
            pose.translation.vector -= nearest.normal * nearest.gap;
            return (nearest.gap > 0.0).then_some(pose);
        }
    }
    None
}

/// The bunny and knots about it.
pub(crate) fn bunny_and(poses: &[Pose], config: Config) -> Scene {
    let mut scene = Scene::new(config).expect("threads start");
    let options = BodyOptions::default().with_self_contact(true);
    scene.add_mesh(bunny(), options).expect("a mesh");
    let knot = knot();
    for pose in poses {
        let body = scene.add_mesh(&knot, options).expect("a mesh");
        scene.set_pose(body, pose).expect("a pose");
    }
    scene
}

/// Where eight knots are placed.
pub(crate) fn knot_poses(seed: u64, placement: Placement) -> Vec<Pose> {
    let mut random = SmallRng::seed_from_u64(seed);
    (0..8).map(|_| random_pose(&mut random, placement, bunny())).collect()
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

/// The contacts as if they were found for the first time.
pub(crate) fn ageless(contacts: &[Contact]) -> Vec<Contact> {
    contacts.iter().map(|contact| Contact { age: 0, previous: None, ..*contact }).collect()
}

/// The largest absolute coordinate of any node: what rounding is relative to.
pub(crate) fn magnitude(scene: &Scene) -> f64 {
    let nodes = |body: u32| scene.positions(body).expect("a body").iter().flatten();
    let most = |body: u32| nodes(body).fold(0.0f64, |most, x| most.max(x.abs()));
    (0..scene.body_count() as u32).map(most).fold(0.0, f64::max)
}

/// The weighted sum of the nodes of a side; `None` for shapes.
pub(crate) fn carried_point(scene: &Scene, side: &Side) -> Option<Vec3> {
    if side.feature() == Feature::Shape {
        return None;
    }
    let positions = scene.positions(side.body).expect("a body");
    let terms = side.nodes().iter().zip(side.weights());
    Some(terms.map(|(&node, w)| Vec3::from(positions[node as usize]) * *w).sum())
}

/// The piece of a side: facets are told by their nodes, of which the first that holds them is
/// named.
fn piece_of(side: &Side) -> Option<u32> {
    match side.part {
        Part::Piece(piece) => Some(piece),
        Part::Whole | Part::Facet(_) | Part::Segment(_) => None,
    }
}

/// Asserts what holds for all contacts of bodies without thickness.
pub(crate) fn check_rules(scene: &Scene, what: &str) {
    let rounding = f64::EPSILON * magnitude(scene).max(1.0);
    let (mut keys, mut ids) = (HashSet::new(), HashSet::new());
    for contact in scene.contacts() {
        let key = contact.sides.map(|side| (side.body, piece_of(&side), side.nodes().to_vec()));
        assert!(keys.insert(key), "{what}: twice: {contact:#?}");
        assert!(ids.insert(contact.id), "{what}: the number of another: {contact:#?}");
        assert!(contact.sides[0].body <= contact.sides[1].body, "{what}: {contact:#?}");
        assert!((contact.normal.norm() - 1.0).abs() <= 4.0 * f64::EPSILON, "{what}: {contact:#?}");
        let way = contact.point_b - contact.point_a;
        let off = (way - contact.normal * contact.gap).norm();
        assert!(off <= 64.0 * rounding, "{what}: off by {off:e}: {contact:#?}");
        check_weights(scene, contact, rounding, what);
    }
}

/// Asserts that the weights carry the points, and that a force along the normal is in balance.
fn check_weights(scene: &Scene, contact: &Contact, rounding: f64, what: &str) {
    let (mut force, mut moment) = (Vec3::zeros(), Vec3::zeros());
    let points = [(-contact.normal, contact.point_a), (contact.normal, contact.point_b)];
    for (side, (acting, point)) in contact.sides.iter().zip(points) {
        if let Some(carried) = carried_point(scene, side) {
            let sum: f64 = side.weights().iter().sum();
            assert!((sum - 1.0).abs() <= 4.0 * f64::EPSILON, "{what}: sum {sum}");
            assert!(side.weights().iter().all(|w| *w >= 0.0), "{what}: {contact:#?}");
            let off = (carried - point).norm();
            assert!(off <= 4.0 * rounding, "{what}: point off by {off:e}: {contact:#?}");
            let positions = scene.positions(side.body).expect("a body");
            for (&node, weight) in side.nodes().iter().zip(side.weights()) {
                force += acting * *weight;
                moment += Vec3::from(positions[node as usize]).cross(&(acting * *weight));
            }
        } else {
            force += acting;
            moment += point.cross(&acting);
        }
    }
    assert!(force.norm() <= 8.0 * f64::EPSILON, "{what}: force {force}: {contact:#?}");
    assert!(moment.norm() <= 128.0 * rounding, "{what}: moment {moment}: {contact:#?}");
}

/// Does jobs on all processors. Returns what each of those says that fail.
pub(crate) fn failures(
    jobs: std::ops::Range<u64>,
    job: impl Fn(u64) -> Option<String> + Sync,
) -> Vec<String> {
    let next = AtomicU64::new(jobs.start);
    let work = || {
        let taken = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        taken.take_while(|number| *number < jobs.end).filter_map(&job).collect::<Vec<_>>()
    };
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
    })
}
