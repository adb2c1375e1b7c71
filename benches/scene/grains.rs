//! Rigid grains: how the time of a detection grows with their number, and what it is for each
//! shape.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;

use gapkit::Vec3;
use gapkit::scene::{BodyOptions, Config, Resolution, Scene, Shape};
use gapkit::shape::{Capsule, Cuboid, Cylinder, Ellipsoid, Polyhedron, Pose, Sphere};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// The distance of neighbours in the lattice; grains are about as large.
const SPACING: f64 = 1.0;

/// How far a grain moves in a step, at most, along each axis: as in a packing that comes to rest.
const STEP: f64 = 0.005 * SPACING;

/// How far contacts are reported.
const MARGIN: f64 = 0.05 * SPACING;

/// Detections of which the median is taken.
const STEPS: usize = 12;

/// Grains along each side of the lattice of one shape.
const SIDE: usize = 22;

/// A lattice of grains that are turned at random and sway about their places.
struct Packing {
    scene: Scene,
    places: Vec<Pose>,
    random: SmallRng,
}

impl Packing {
    fn new(shape: &Shape, count: usize) -> Self {
        let config = Config::new(MARGIN).expect("a margin").with_resolution(Resolution::Piece);
        let mut scene = Scene::new(config.with_threads(2).with_areas(false)).expect("threads");
        let mut random = SmallRng::seed_from_u64(3);
        let side = (count as f64).cbrt().ceil() as usize;
        let places: Vec<Pose> = (0..count)
            .map(|i| {
                let place = [i % side, i / side % side, i / side / side];
                let jitter = || random.random_range(-0.03..0.03);
                let at = Vec3::from(place.map(|k| k as f64 * SPACING)) + vector(jitter);
                Pose::new(at, vector(|| random.random_range(-2.0..2.0)))
            })
            .collect();
        for place in &places {
            scene.add_shape(shape.clone(), place, BodyOptions::default()).expect("a grain");
        }
        Self { scene, places, random }
    }

    /// Moves all grains a little.
    fn sway(&mut self) {
        let random = &mut self.random;
        for (place, body) in self.places.iter_mut().zip(0..) {
            place.translation.vector += vector(|| random.random_range(-STEP..STEP));
            let turn = vector(|| random.random_range(-STEP..STEP));
            place.rotation = Pose::new(Vec3::zeros(), turn).rotation * place.rotation;
            self.scene.set_pose(body, place).expect("a pose");
        }
    }

    /// The median time of a detection after the first, in milliseconds.
    fn measure(&mut self, moves: bool) -> f64 {
        let timed = |_| {
            if moves {
                self.sway();
            }
            let start = Instant::now();
            self.scene.detect();
            start.elapsed().as_secs_f64() * 1e3
        };
        let mut times: Vec<f64> = (0..=STEPS).map(timed).collect();
        times.remove(0);
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    }
}

fn vector(mut number: impl FnMut() -> f64) -> Vec3 {
    Vec3::new(number(), number(), number())
}

/// A polyhedron of twelve vertices on a sphere of this radius.
fn icosahedron(radius: f64) -> Polyhedron {
    let golden = 0.5 * (1.0 + 5f64.sqrt());
    let scale = radius / (1.0 + golden * golden).sqrt();
    let corner = |i: usize| {
        let sign = |bit: usize| if i >> bit & 1 == 0 { scale } else { -scale };
        let mut corner = [0.0; 3];
        corner[(i / 4 + 1) % 3] = sign(0);
        corner[(i / 4 + 2) % 3] = golden * sign(1);
        corner
    };
    let vertices: Vec<[f64; 3]> = (0..12).map(corner).collect();
    Polyhedron::new(vertices.clone(), &faces(&vertices, 2.1 * scale)).expect("an icosahedron")
}

/// The triangles of vertices that are all nearer to each other than this, counterclockwise from
/// outside.
fn faces(vertices: &[[f64; 3]], near: f64) -> Vec<[u32; 3]> {
    let at = |i: u32| Vec3::from(vertices[i as usize]);
    let is_edge = |i: u32, j: u32| (at(i) - at(j)).norm() < near;
    let mut faces = Vec::new();
    let count = vertices.len() as u32;
    for i in 0..count {
        for j in (i + 1..count).filter(|&j| is_edge(i, j)) {
            for k in (j + 1..count).filter(|&k| is_edge(i, k) && is_edge(j, k)) {
                let outward = (at(j) - at(i)).cross(&(at(k) - at(i))).dot(&at(i)) > 0.0;
                faces.push(if outward { [i, j, k] } else { [i, k, j] });
            }
        }
    }
    faces
}

/// Shapes of about the same size, of which neighbours in the lattice touch now and then.
fn shapes() -> [(&'static str, Shape); 6] {
    let r = 0.5 * SPACING;
    let capsule = Capsule::new([0.0, 0.0, -0.4 * r], [0.0, 0.0, 0.4 * r], 0.75 * r);
    [
        ("sphere", Arc::new(Sphere::new([0.0; 3], r).expect("a sphere"))),
        ("box", Arc::new(Cuboid::new([0.0; 3], [0.6 * r, 0.7 * r, 0.8 * r]).expect("a box"))),
        ("capsule", Arc::new(capsule.expect("a capsule"))),
        ("ellipsoid", Arc::new(Ellipsoid::new([0.7 * r, 0.9 * r, 1.2 * r]).expect("half axes"))),
        ("cylinder", Arc::new(Cylinder::new(0.8 * r, 0.7 * r).expect("a cylinder"))),
        ("icosahedron", Arc::new(icosahedron(1.05 * r))),
    ]
}

/// Spheres in growing numbers.
pub(crate) fn growth(out: &mut String) {
    writeln!(
        out,
        "| spheres | contacts | at rest, ms | per doubling | moving, ms | per doubling |\n\
         |---|---|---|---|---|---|"
    )
    .expect("String");
    let shape = &shapes()[0].1;
    let mut last: Option<[f64; 2]> = None;
    for count in [10_000, 20_000, 40_000, 80_000] {
        let mut packing = Packing::new(shape, count);
        let times = [packing.measure(false), packing.measure(true)];
        let ratio = |k: usize| last.map_or(String::new(), |l| format!("{:.2}", times[k] / l[k]));
        let contacts = packing.scene.contacts().len();
        writeln!(
            out,
            "| {count} | {contacts} | {:.2} | {} | {:.2} | {} |",
            times[0],
            ratio(0),
            times[1],
            ratio(1)
        )
        .expect("String");
        last = Some(times);
    }
}

/// A lattice of each shape.
pub(crate) fn each(out: &mut String) {
    writeln!(
        out,
        "| shape | contacts | candidates | queries | lists made | moving, ms |\n|---|---|---|---|---|---|"
    )
    .expect("String");
    let chosen = std::env::var("GAPKIT_SHAPE").ok();
    for (name, shape) in shapes() {
        if chosen.as_ref().is_some_and(|chosen| chosen != name) {
            continue;
        }
        let mut packing = Packing::new(&shape, SIDE.pow(3));
        let time = packing.measure(true);
        let done = packing.scene.statistics();
        writeln!(
            out,
            "| {name} | {} | {} | {} | {} | {time:.2} |",
            done.contacts, done.candidates, done.queries, done.rebuilds
        )
        .expect("String");
    }
}
