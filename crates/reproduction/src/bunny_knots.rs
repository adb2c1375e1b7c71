//! The bunny and the knots: where they stand, what they are made of, how they touch.

use gapkit::Vec3;
use gapkit::broad::Method;
use gapkit::gjk::SubAlgorithm;
use gapkit::mesh::bodies::{self, Knot};
use gapkit::mesh::{Orientation, TetMesh, read};
use gapkit::scene::{BodyOptions, Config, Resolution, Scene};
use gapkit_solver::{Error, Friction, Law, Material, Penalty, Settings, Solver};
use nalgebra::{Rotation3, Unit};

use crate::random::Random;

/// How fine the bodies are.
#[derive(Debug, Clone, Copy)]
pub struct Fineness {
    /// Sections along the rope, sides and rings of a section.
    pub rope: [usize; 3],
    /// The gap, in metres, below which contacts push. It is a quarter of the edges on the surface.
    pub offset: f64,
    /// The file of the bunny.
    bunny: &'static [u8],
}

/// About 4,500 exposed facets together with the coarse bunny. Two rings do not change the surface,
/// but let the rope bend.
pub const COARSE: Fineness = Fineness {
    rope: [44, 5, 2],
    offset: 0.010,
    bunny: include_bytes!("../../../assets/bunny_coarse.vtu"),
};

/// About 17,900 exposed facets together with the fine bunny.
pub const FINE: Fineness = Fineness {
    rope: [112, 8, 2],
    offset: 0.003,
    bunny: include_bytes!("../../../assets/bunny_fine.vtu"),
};

/// What the demo is told.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// How fine the bodies are.
    pub fineness: Fineness,
    /// The sub-algorithm of GJK.
    pub sub: SubAlgorithm,
    /// How candidates are found.
    pub broad: Method,
    /// The number of threads; 0 for one per core.
    pub threads: usize,
    /// Where knots begin depends on it.
    pub seed: u64,
    /// How lively the bodies are.
    pub liveliness: Liveliness,
}

/// What lets knots stay where they fall.
#[derive(Debug, Clone, Copy)]
pub struct Liveliness {
    /// The rate at which deformation fades, per second.
    body_damping: f64,
    /// The rate at which all motion fades, per second: nothing else damps a bunny that rocks.
    drag: f64,
}

/// Knots bounce and roll for many seconds.
pub const LIVELY: Liveliness = Liveliness { body_damping: 4.0, drag: 0.0 };

/// Knots come to rest within a few seconds.
pub const CALM: Liveliness = Liveliness { body_damping: 24.0, drag: 0.5 };

/// The number of the bunny; knots come after it.
const BUNNY: u32 = 1;
const KNOTS: usize = 8;

/// The knots are 0.3 m wide, the bunny is 1 m long.
const SCALE: f64 = 0.05;

/// Soft rubber; the bunny is stiffer, or its ears would fold up.
const DENSITY: f64 = 1000.0;
pub(crate) const YOUNG: f64 = 4e5;
const BUNNY_YOUNG: f64 = 1e6;
const POISSON: f64 = 0.3;
pub(crate) const GRAVITY: f64 = 9.81;

/// Where knots fall from: over the back, the neck and the sides of the bunny, in turn, each above
/// the one before.
const PLACES: [[f64; 2]; 4] = [[0.2, 0.02], [-0.02, -0.1], [0.12, 0.16], [-0.05, 0.08]];
const LOWEST: f64 = 0.95;
const RISE: f64 = 0.15;

/// A knot that would touch another starts higher by this.
const LIFT: f64 = 0.02;

/// Friction of rubber, and damping of contacts.
const FRICTION: f64 = 0.8;
pub(crate) const CONTACT_DAMPING: f64 = 0.3;

/// Contacts are found anew when a node has moved by this share of what they were searched for
/// beyond where they push.
const CONTACT_REUSE: f64 = 0.35;

/// The model at its start.
///
/// # Errors
/// If the options are wrong.
pub fn build(options: &Options) -> Result<Solver, crate::Error> {
    let contents = read::parse("bunny.vtu", options.fineness.bunny)?;
    let bunny = TetMesh::from_elements(&contents.elements, Orientation::Refuse);
    Ok(furnish(options, &bunny.map_err(crate::Error::Body)?)?)
}

fn furnish(options: &Options, bunny: &TetMesh) -> Result<Solver, Error> {
    let mut solver = Solver::new(settings(options)?)?;
    solver.add_plane([0.0; 3], [0.0, 0.0, 1.0])?;
    let offset = options.fineness.offset;
    let bunny = standing(bunny, offset)?;
    solver.add_mesh(&bunny, material(BUNNY)?, true)?;
    let [sections, sides, rings] = options.fineness.rope;
    let knot = bodies::knot(&Knot::trefoil(sections, sides, rings))?;
    for knot in in_the_air(&bunny, &knot, 0.5 * offset, options.seed)? {
        solver.add_mesh(&knot, material(BUNNY + 1)?, true)?;
    }
    Ok(solver)
}

/// What a body is made of, by its number in the solver. The ground is body 0.
pub(crate) fn material(body: u32) -> Result<Material, Error> {
    let young = if body == BUNNY { BUNNY_YOUNG } else { YOUNG };
    Material::new(Law::NeoHookean, DENSITY, young, POISSON)
}

/// The knots before they fall, apart from each other and the bunny by at least this.
fn in_the_air(
    bunny: &TetMesh,
    knot: &TetMesh,
    apart: f64,
    seed: u64,
) -> Result<Vec<TetMesh>, Error> {
    let mut random = Random::new(seed);
    let mut air = Scene::new(Config::new(apart)?.with_resolution(Resolution::Facet))?;
    air.add_mesh(bunny, BodyOptions::default())?;
    let mut knots = Vec::with_capacity(KNOTS);
    for number in 0..KNOTS {
        let mut height = LOWEST + RISE * number as f64;
        let mut mesh = falling(knot, number, height, &mut random)?;
        let body = air.add_mesh(&mesh, BodyOptions::default())?;
        while !air.detect().is_empty() {
            height += LIFT;
            mesh = falling(knot, number, height, &mut random)?;
            air.set_positions(body, mesh.nodes())?;
        }
        knots.push(mesh);
    }
    Ok(knots)
}

fn settings(options: &Options) -> Result<Settings, Error> {
    let penalty = Penalty::new(options.fineness.offset)?
        .with_damping(CONTACT_DAMPING)?
        .with_friction(Friction::new(FRICTION)?);
    Ok(Settings::new(penalty)?
        .with_gravity([0.0, 0.0, -GRAVITY])
        .with_damping(options.liveliness.body_damping)?
        .with_drag(options.liveliness.drag)?
        .with_contact_reuse(CONTACT_REUSE)?
        .with_threads(options.threads)
        .with_sub(options.sub)
        .with_broad(options.broad))
}

/// The bunny upright on the ground; its file has y upwards.
fn standing(bunny: &TetMesh, offset: f64) -> Result<TetMesh, Error> {
    let lowest = bunny.nodes().iter().map(|node| node[1]).fold(f64::INFINITY, f64::min);
    let place = |node: &[f64; 3]| [node[0], -node[2], node[1] - lowest + offset];
    Ok(TetMesh::new(bunny.nodes().iter().map(place).collect(), bunny.tets().to_vec())?)
}

/// A knot in the air, lying flat but for a tilt.
fn falling(
    knot: &TetMesh,
    number: usize,
    height: f64,
    random: &mut Random,
) -> Result<TetMesh, Error> {
    const MAX_TILT: f64 = 0.25;
    let [x, y] = PLACES[number % PLACES.len()];
    let jitter = |random: &mut Random| 0.02 * (random.next() - 0.5);
    let at = Vec3::new(x + jitter(random), y + jitter(random), height);
    let about = std::f64::consts::TAU * random.next();
    let axis = Unit::new_normalize(Vec3::new(about.cos(), about.sin(), 0.0));
    let tilt = Rotation3::from_axis_angle(&axis, MAX_TILT * random.next());
    let turn = Rotation3::from_axis_angle(&Vec3::z_axis(), std::f64::consts::TAU * random.next());
    let place = |node: &[f64; 3]| (tilt * (turn * Vec3::from(*node)) * SCALE + at).into();
    Ok(TetMesh::new(knot.nodes().iter().map(place).collect(), knot.tets().to_vec())?)
}
