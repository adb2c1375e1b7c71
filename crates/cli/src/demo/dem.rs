//! `gapkit demo dem`: rigid grains of several shapes fall into a box.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use gapkit::Vec3;
use gapkit::mesh::bodies;
use gapkit::scene::Shape;
use gapkit::shape::{Capsule, Cuboid, Cylinder, Ellipsoid, Pose, Sphere, SupportMap};
use gapkit::vtk::{Encoding, Surface};
use gapkit_solver::{Error as SolverError, Friction, Grain, GrainEntry, GrainSettings, Grains};
use nalgebra::{Translation3, UnitQuaternion};

use super::folder::Folder;
use super::guide::{self, Presentation};
use super::meter::Meter;
use super::view::{Colour, View};
use super::{interrupt, plot};
use crate::detect::threads;
use crate::error::Error;
use crate::numbers::fixed;
use gapkit_reproduction::random::Random;

const EXAMPLES: &str = "\
Examples:
  gapkit demo dem
  gapkit demo dem --grains 1000 --duration 2

Spheres, boxes, capsules, ellipsoids and cylinders of 1 cm in an open box. Each pair that touches has a spring,
a dashpot and Coulomb friction, which the points where faces of boxes meet share.";

/// Rigid grains of several shapes fall into a box.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// How many grains there are.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    grains: u32,
    /// How long to simulate, in seconds.
    #[arg(long, value_name = "S", default_value_t = 1.0, value_parser = super::duration)]
    duration: f64,
    /// The folder to write; an earlier run in it is replaced.
    #[arg(long, value_name = "DIR", default_value = "dem")]
    out: PathBuf,
    /// Write into the folder even if it has files of others: those with the same names are replaced.
    #[arg(long)]
    force: bool,
    /// How many outputs to write.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = super::bunny_knots::frames())]
    frames: u16,
    /// How many threads to use; 0 means one for each processor.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = threads())]
    threads: u16,
    /// Another start for the random numbers that turn the grains.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// The radius of the sphere, in metres; the other shapes are about as large.
const SIZE: f64 = 0.01;
const DENSITY: f64 = 2500.0;
const STIFFNESS: f64 = 2e5;

/// Half of the inner width of the box.
const HALF: f64 = 0.1;

/// Grains begin on a lattice with this distance, which no two of them can bridge.
const SPACING: f64 = 4.0 * SIZE;

/// Which of five shapes a grain has; neighbours in a row, a column and a layer differ.
fn kind(number: u32) -> u32 {
    (number + number / 5 + number / 25) % 5
}

/// What the shapes are called.
const KINDS: [&str; 5] = ["sphere", "box", "capsule", "ellipsoid", "cylinder"];

/// A shape with its volume and, for unit density, its moments of inertia.
fn shape(kind: u32) -> Result<(Shape, f64, Vec3), gapkit::Error> {
    use std::f64::consts::PI;
    let r = SIZE;
    let box_inertia = |mass: f64, [a, b, c]: [f64; 3]| {
        Vec3::new(b * b + c * c, a * a + c * c, a * a + b * b) * (mass / 3.0)
    };
    Ok(match kind {
        0 => {
            let volume = 4.0 / 3.0 * PI * r.powi(3);
            (Arc::new(Sphere::new([0.0; 3], r)?), volume, Vec3::repeat(0.4 * volume * r * r))
        }
        1 => {
            let half = [0.7 * r, 0.8 * r, r];
            let volume = 8.0 * half.iter().product::<f64>();
            (Arc::new(Cuboid::new([0.0; 3], half)?), volume, box_inertia(volume, half))
        }
        2 => capsule(0.6 * r, 0.6 * r)?,
        3 => {
            let half = [0.6 * r, 0.8 * r, 1.2 * r];
            let volume = 4.0 / 3.0 * PI * half.iter().product::<f64>();
            // An ellipsoid has 3/5 of the moments of the box around it.
            let inertia = box_inertia(volume, half) * 0.6;
            (Arc::new(Ellipsoid::new(half)?), volume, inertia)
        }
        _ => {
            let (radius, half) = (0.8 * r, 0.7 * r);
            let volume = PI * radius * radius * 2.0 * half;
            let across = volume * (3.0 * radius * radius + 4.0 * half * half) / 12.0;
            let inertia = Vec3::new(across, across, 0.5 * volume * radius * radius);
            (Arc::new(Cylinder::new(radius, half)?), volume, inertia)
        }
    })
}

/// A capsule along z: a cylinder of this radius and half length, and two half spheres.
fn capsule(radius: f64, half: f64) -> Result<(Shape, f64, Vec3), gapkit::Error> {
    use std::f64::consts::PI;
    let shape = Capsule::new([0.0, 0.0, -half], [0.0, 0.0, half], radius)?;
    let (rod, ball) = (PI * radius * radius * 2.0 * half, 4.0 / 3.0 * PI * radius.powi(3));
    let along = 0.5 * rod * radius * radius + 0.4 * ball * radius * radius;
    let across = rod * (3.0 * radius * radius + 4.0 * half * half) / 12.0
        + ball * (0.4 * radius * radius + half * half + 0.75 * half * radius);
    Ok((Arc::new(shape), rod + ball, Vec3::new(across, across, along)))
}

fn build(args: &Args) -> Result<Grains, SolverError> {
    let settings = GrainSettings {
        stiffness: STIFFNESS,
        damping: 0.2,
        friction: Friction::new(0.5)?,
        gravity: Vec3::new(0.0, 0.0, -9.81),
        threads: args.threads.into(),
    };
    let mut grains = Grains::new(settings, 0.1 * SIZE)?;
    grains.add_plane([0.0; 3], [0.0, 0.0, 1.0])?;
    for axis in 0..2 {
        for side in [-1.0, 1.0] {
            let normal = Vec3::ith(axis, -side);
            grains.add_plane(normal * -HALF, normal)?;
        }
    }
    let mut random = Random::new(args.seed);
    let row = ((2.0 * HALF / SPACING) as u32).max(1);
    for number in 0..args.grains {
        let (shape, volume, inertia) = shape(kind(number))?;
        let place = |i: u32| (f64::from(i) - 0.5 * f64::from(row - 1)) * SPACING;
        let (x, y) = (place(number % row), place(number / row % row));
        let z = SPACING * (0.5 + f64::from(number / (row * row)));
        let mut jitter = || 0.2 * SIZE * (random.next() - 0.5);
        let at = Translation3::new(x + jitter(), y + jitter(), z);
        let mut angle = || std::f64::consts::TAU * random.next();
        let turn = UnitQuaternion::from_euler_angles(angle(), angle(), angle());
        let pose = Pose::from_parts(at, turn);
        let (mass, inertia) = (DENSITY * volume, inertia * DENSITY);
        let (velocity, spin) = (Vec3::zeros(), Vec3::zeros());
        grains.add(Grain { shape, mass, inertia, pose, velocity, spin })?;
    }
    Ok(grains)
}

/// The directions in which shapes are drawn, and the triangles between them.
struct Sketch {
    directions: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
}

impl Sketch {
    fn new() -> Result<Self, gapkit::Error> {
        const LAYERS: usize = 5;
        let ball = bodies::sphere(1.0, LAYERS)?;
        let directions = ball.nodes().iter().map(|&node| Vec3::from(node)).collect();
        Ok(Self { directions, triangles: ball.boundary().facets().to_vec() })
    }

    /// The farthest points of a shape in all directions, in space.
    fn draw(&self, grain: &Grain) -> impl Iterator<Item = [f64; 3]> {
        self.directions.iter().map(|direction| {
            let core = grain.shape.support(direction, &Vec3::zeros(), 0).point;
            let point = core + direction * grain.shape.radius();
            grain.pose.transform_point(&point.into()).coords.into()
        })
    }

    fn write(&self, grains: &Grains, folder: &Folder) -> Result<(), Error> {
        let (mut points, mut triangles) = (Vec::new(), Vec::new());
        let (mut body, mut kinds, mut speed) = (Vec::new(), Vec::new(), Vec::new());
        for (grain, number) in grains.grains().iter().zip(0u32..) {
            let first = points.len() as u32;
            points.extend(self.draw(grain));
            triangles.extend(self.triangles.iter().map(|t| t.map(|node| first + node)));
            body.resize(triangles.len(), number);
            kinds.resize(triangles.len(), kind(number));
            speed.resize(triangles.len(), grain.velocity.norm());
        }
        Surface::new(&points)
            .triangles(&triangles)
            .cell_data("body", &body)
            .cell_data("kind", &kinds)
            .cell_data("speed", &speed)
            .field_data("kind_names", &KINDS)
            .time(grains.time())
            .encoding(Encoding::RawZlib)
            .write(folder.bodies_file("vtp"))?;
        Ok(grains.scene().write_contacts(folder.contacts_file())?)
    }
}

const COLOURS: [Colour; 2] = [
    Colour::Categories { array: "kind", first: 0, names: &KINDS },
    Colour::Range { array: "speed", of: "CELLS", legend: "speed (m/s)" },
];

/// Writes the box as a floor and four walls, which are drawn half as high as wide.
fn write_box(folder: &Folder) -> Result<(), Error> {
    let corner = |i: u32| {
        let side = |bit: u32| if i & bit == 0 { -HALF } else { HALF };
        [side(1), side(2), if i & 4 == 0 { 0.0 } else { HALF }]
    };
    let corners: Vec<[f64; 3]> = (0..8).map(corner).collect();
    // Seen from inside, the floor first.
    let sides = [[0, 1, 3, 2], [0, 4, 5, 1], [1, 5, 7, 3], [3, 7, 6, 2], [2, 6, 4, 0]];
    let is_floor: [u8; 5] = [1, 0, 0, 0, 0];
    let planes: [u32; 5] = [0, 3, 2, 4, 1];
    let surface = sides.iter().fold(Surface::new(&corners), |surface, side| surface.polygon(side));
    let surface = surface.cell_data("body", &planes).cell_data("floor", &is_floor);
    Ok(surface.write(folder.file("box.vtp"))?)
}

const COLUMNS: &str =
    "step,time,kinetic,gravity,contact,lost,total,error_percent,contacts,overlap_over_size";

fn presentation(title: &str) -> Presentation<'_> {
    Presentation {
        title,
        bodies: "cells have body, kind (of shape, named by\n                kind_names of the field data) and speed (half a step before the time of the file); box.vtp is the box",
        contacts: "with their normal, gap, body_a, body_b, id, age; kind and feature_a, feature_b, which\n                kind_names and feature_names (field data) name",
        units: guide::SI,
        names: &[],
        columns: "\
step and time; kinetic, gravity and contact energy; what friction and damping took; their total, and
in percent of the most kinetic energy so far; contacts that push; the deepest overlap over the radius of a sphere.",
        can_resume: false,
        view: View {
            colours: &COLOURS,
            has_edges: false,
            opacity: 0.5,
            contacts: "arrows",
            vectors: "normal",
            arrow: 1.5 * SIZE,
            eye: [0.2, -0.4, 0.3],
            center: [0.0, 0.0, 0.03],
            ground: HALF,
        },
        axes: ["time (s)", "energy (J)"],
    }
}

/// A line of the ledger.
fn row(steps: u64, time: f64, entry: &GrainEntry, [total, error]: [f64; 2]) -> String {
    let GrainEntry { kinetic, gravity, contact, lost, contacts, overlap } = entry;
    let overlap = overlap / SIZE;
    format!(
        "{steps},{time},{kinetic},{gravity},{contact},{lost},{total},{error},{contacts},{overlap}"
    )
}

/// The text to print.
pub(super) fn run(args: &Args) -> Result<String, Error> {
    interrupt::watch();
    let start = Instant::now();
    let mut grains = build(args)?;
    let title = format!("gapkit demo dem: {} rigid grains fall into a box", args.grains);
    let mut folder = Folder::new(&args.out, COLUMNS, "dem", args.force)?;
    presentation(&title).write(&folder)?;
    write_box(&folder)?;
    let sketch = Sketch::new().map_err(Error::Body)?;
    let mut meter = Meter::new("dem", 0.0, args.duration);
    let (mut steps, mut deepest, mut max_kinetic) = (0, 0.0_f64, f64::MIN_POSITIVE);
    let mut is_interrupted = false;
    while folder.frames <= args.frames.into() && !is_interrupted {
        grains.step()?;
        steps += 1;
        is_interrupted = interrupt::is_pressed();
        let entry = *grains.entry();
        deepest = deepest.max(entry.overlap);
        max_kinetic = max_kinetic.max(entry.kinetic);
        let total = entry.kinetic + entry.gravity + entry.contact + entry.lost;
        let error = 100.0 * total / max_kinetic;
        let output_time = folder.frames as f64 * args.duration / f64::from(args.frames);
        // What was computed since the last output is not lost.
        if grains.time() >= output_time || is_interrupted {
            sketch.write(&grains, &folder)?;
            folder.add(grains.time(), &row(steps, grains.time(), &entry, [total, error]))?;
        }
        if meter.is_due() {
            meter.tell(grains.time(), steps, entry.contacts, error);
        }
    }
    drop(meter);
    plot::write(&folder, presentation(&title).axes)?;
    let spent = start.elapsed().as_secs_f64();
    let (entry, clock) = (grains.entry(), grains.clock());
    let last = folder.column("kinetic").last().copied().unwrap_or(0.0);
    let error = folder.column("error_percent").last().copied().unwrap_or(0.0);
    let text = format!(
        "{title}\n\n\
         time {:.3} of {}, {steps} steps of {:.2e}, {:.0} steps/s\n\
         contact detection {:.2} s of {spent:.2} s\n\
         {} contacts push at the end; deepest overlap of the run {:.2} % of the size of a grain\n\
         kinetic energy {last:.2e} J at the end, {max_kinetic:.2e} J at its most; energy error {} %\nfiles in {}; see README.txt there\n",
        grains.time(),
        args.duration,
        grains.time_step(),
        f64::from(u32::try_from(steps).unwrap_or(u32::MAX)) / spent,
        clock.detection.as_secs_f64(),
        entry.contacts,
        100.0 * deepest / SIZE,
        fixed(error, 2),
        args.out.display()
    );
    // Ctrl-C may have come with the last step.
    let is_cut = is_interrupted && grains.time() < args.duration;
    let end = format!("{text}interrupted; this demo has no --resume and begins anew\n");
    if is_cut { Err(Error::Interrupted(end)) } else { Ok(text) }
}
