//! `gapkit demo dem`: rigid grains of several shapes in a box whose walls are taken away.

use std::path::PathBuf;
use std::time::Instant;

use gapkit::Vec3;
use gapkit::mesh::bodies;
use gapkit::shape::{Pose, SupportMap};
use gapkit::vtk::{Encoding, Surface};
use gapkit_solver::{Error as SolverError, Friction, Grain, GrainEntry, GrainSettings, Grains};
use nalgebra::{Translation3, UnitQuaternion};

use super::folder::Folder;
use super::grain_shapes::{KINDS, kind, shape};
use super::guide::{self, Presentation};
use super::heap::angle_of_repose;
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
  gapkit demo dem --grains 2000 --duration 4

Spheres, boxes, capsules, ellipsoids and cylinders of 1 cm are let down into an open box. When they
rest, its walls are taken away, and what is left is a heap with an angle of repose. Each pair that touches
has a spring, a dashpot, Coulomb friction and resistance to rolling, which the points where faces of boxes
meet share. The floor is rougher than the walls.";

/// Rigid grains of several shapes make a heap.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// How many grains there are.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    grains: u32,
    /// How long to simulate, in seconds.
    #[arg(long, value_name = "S", default_value_t = 2.0, value_parser = super::duration)]
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
pub(super) const SIZE: f64 = 0.01;
const DENSITY: f64 = 2500.0;
const STIFFNESS: f64 = 2e5;

/// Half of the inner width of the box, for 2,000 grains; others are as high for their width.
const HALF: f64 = 0.125;

/// Grains begin on a lattice with this distance, which no two of them can bridge: boxes that turn
/// reach farthest.
const SPACING: f64 = 3.2 * SIZE;

/// The walls are taken away when the kinetic energy is this part of the most so far, and at the latest
/// after this part of the duration.
const RESTING: f64 = 2e-3;
const LATEST: f64 = 0.8;

/// The rate by which all motion is damped while grains are let down: they fall with half a metre per
/// second at most.
const DRAG: f64 = 18.0;

/// The groups of grains, of walls and of the floor have frictions of their own.
const GRAINS: u32 = 0;
const WALLS: u32 = 1;
const FLOOR: u32 = 2;

/// Half of the width of the box of so many grains.
fn half_width(grains: u32) -> f64 {
    (HALF * (f64::from(grains) / 2000.0).cbrt()).max(0.6 * SPACING)
}

/// A floor, four walls whose numbers are returned, and grains over it.
fn build(args: &Args) -> Result<(Grains, Vec<u32>), SolverError> {
    let settings = GrainSettings {
        damping: 0.2,
        friction: Friction::new(0.5)?,
        rolling: 0.05,
        gravity: Vec3::new(0.0, 0.0, -9.81),
        threads: args.threads.into(),
        ..GrainSettings::linear(STIFFNESS)
    };
    let half = half_width(args.grains);
    let mut grains = Grains::new(settings, 0.1 * SIZE)?;
    let floor = grains.add_plane([0.0; 3], [0.0, 0.0, 1.0])?;
    grains.set_group(floor, FLOOR)?;
    let mut walls = Vec::new();
    for axis in 0..2 {
        for side in [-1.0, 1.0] {
            let normal = Vec3::ith(axis, -side);
            let wall = grains.add_plane(normal * -half, normal)?;
            grains.set_group(wall, WALLS)?;
            walls.push(wall);
        }
    }
    grains.set_friction([GRAINS, FLOOR], Friction::new(0.8)?);
    grains.set_friction([GRAINS, WALLS], Friction::new(0.2)?);
    let mut random = Random::new(args.seed);
    let row = ((2.0 * half / SPACING) as u32).max(1);
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
    Ok((grains, walls))
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
fn write_box(folder: &Folder, half: f64) -> Result<(), Error> {
    let corner = |i: u32| {
        let side = |bit: u32| if i & bit == 0 { -half } else { half };
        [side(1), side(2), if i & 4 == 0 { 0.0 } else { half }]
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

/// What is known of a run.
struct Report {
    grains: Grains,
    walls: Vec<u32>,
    steps: u64,
    deepest: f64,
    /// The least mechanical energy so far, and the most by which it has grown since.
    least: f64,
    grown: f64,
    max_kinetic: f64,
    is_interrupted: bool,
}

impl Report {
    /// A step; walls are taken away, and the drag ends, when it is time to.
    fn step(&mut self, duration: f64) -> Result<(), SolverError> {
        let entry = self.grains.entry();
        let rests = entry.contacts > 0 && entry.kinetic < RESTING * self.max_kinetic;
        if rests || self.grains.time() >= LATEST * duration {
            for wall in self.walls.drain(..) {
                self.grains.remove_plane(wall)?;
                self.grains.set_drag(0.0)?;
            }
        }
        self.grains.step()?;
        self.steps += 1;
        let entry = self.grains.entry();
        let energy = entry.kinetic + entry.gravity + entry.contact;
        self.least = self.least.min(energy);
        self.grown = self.grown.max(energy - self.least);
        self.deepest = self.deepest.max(entry.overlap);
        self.max_kinetic = self.max_kinetic.max(entry.kinetic);
        Ok(())
    }

    /// The total energy, and what it is in percent of the most kinetic one: what is off the balance.
    fn balance(&self) -> [f64; 2] {
        let entry = self.grains.entry();
        let total = entry.kinetic + entry.gravity + entry.contact + entry.lost;
        [total, 100.0 * total / self.max_kinetic]
    }

    fn angle(&self) -> String {
        let place = |grain: &Grain| grain.pose.translation.vector;
        let centers: Vec<Vec3> = self.grains.grains().iter().map(place).collect();
        match angle_of_repose(&centers, 2.0 * SIZE) {
            Some(slope) if self.grains.entry().kinetic > RESTING * self.max_kinetic => {
                format!("the heap still moves, with a slope of {slope:.1} degrees")
            }
            Some(angle) => format!("angle of repose {angle:.1} degrees"),
            None => "too few grains for an angle of repose".to_owned(),
        }
    }

    fn text(&self, title: &str, args: &Args, spent: f64) -> String {
        let (entry, clock) = (self.grains.entry(), self.grains.clock());
        let kinetic = entry.kinetic;
        format!(
            "{title}\n\n\
             time {:.3} of {}, {} steps of {:.2e}, {:.0} steps/s\n\
             contact detection {:.2} s, forces {:.2} s of {spent:.2} s\n\
             {} contacts push at the end; deepest overlap of the run {:.2} % of the size of a grain\n\
             kinetic energy {kinetic:.2e} J at the end, {:.2e} J at its most; energy error {} %, it grew by {:.1e} % at most\n\
             {}\nfiles in {}; see README.txt there\n",
            self.grains.time(),
            args.duration,
            self.steps,
            self.grains.time_step(),
            self.steps as f64 / spent,
            clock.detection.as_secs_f64(),
            clock.contacts.as_secs_f64(),
            entry.contacts,
            100.0 * self.deepest / SIZE,
            self.max_kinetic,
            fixed(self.balance()[1], 2),
            100.0 * self.grown / self.max_kinetic,
            self.angle(),
            args.out.display()
        )
    }
}

/// The text to print.
pub(super) fn run(args: &Args) -> Result<String, Error> {
    interrupt::watch();
    let start = Instant::now();
    let (mut grains, walls) = build(args)?;
    grains.set_drag(DRAG)?;
    let title = format!("gapkit demo dem: a heap of {} rigid grains", args.grains);
    let mut folder = Folder::new(&args.out, COLUMNS, "dem", args.force)?;
    presentation(&title).write(&folder)?;
    write_box(&folder, half_width(args.grains))?;
    let sketch = Sketch::new().map_err(Error::Body)?;
    let mut meter = Meter::new("dem", 0.0, args.duration);
    let mut run = Report {
        grains,
        walls,
        steps: 0,
        deepest: 0.0,
        least: f64::INFINITY,
        grown: 0.0,
        max_kinetic: f64::MIN_POSITIVE,
        is_interrupted: false,
    };
    while folder.frames <= args.frames.into() && !run.is_interrupted {
        run.step(args.duration)?;
        run.is_interrupted = interrupt::is_pressed();
        let (entry, time) = (*run.grains.entry(), run.grains.time());
        let output_time = folder.frames as f64 * args.duration / f64::from(args.frames);
        // What was computed since the last output is not lost.
        if time >= output_time || run.is_interrupted {
            sketch.write(&run.grains, &folder)?;
            folder.add(time, &row(run.steps, time, &entry, run.balance()))?;
        }
        if meter.is_due() {
            meter.tell(time, run.steps, entry.contacts, run.balance()[1]);
        }
    }
    drop(meter);
    plot::write(&folder, presentation(&title).axes)?;
    let text = run.text(&title, args, start.elapsed().as_secs_f64());
    // Ctrl-C may have come with the last step.
    let is_cut = run.is_interrupted && run.grains.time() < args.duration;
    let end = format!("{text}interrupted; this demo has no --resume and begins anew\n");
    if is_cut { Err(Error::Interrupted(end)) } else { Ok(text) }
}
