//! Four blocks on each other and an arch of wedges, which stand on a rigid plane and have to stay
//! there: what is wrong with a contact shows as motion out of nothing.
//!
//! A half circle of wedges stands by its weight if its thickness is more than 0.1075 of its radius:
//! J. Heyman, The safety of masonry arches, International Journal of Mechanical Sciences 11(4), 1969,
//! 363-385, doi:10.1016/0020-7403(69)90070-8. It is 0.3 here.

use gapkit::Vec3;
use gapkit::mesh::{TetMesh, bodies};
use gapkit_solver::{Error, Friction, Law, Material, Penalty, Settings, Solver};

/// The blocks, which come after the plane, and the wedges after them.
pub const BLOCKS: u32 = 4;

/// The wedges of the arch.
pub const WEDGES: u32 = 9;

/// The gap, in metres, below which contacts push. Bodies begin at nearly this, since a small part of
/// it carries their weight.
const OFFSET: f64 = 0.002;
const BEGIN: f64 = 0.985;

const DENSITY: f64 = 1000.0;
const YOUNG: f64 = 2e6;
const POISSON: f64 = 0.3;
const GRAVITY: f64 = 9.81;

/// The edge of a block, and the angles by which blocks are turned about the vertical.
const EDGE: f64 = 0.2;
const ANGLES: [f64; BLOCKS as usize] = [0.0, 0.2, -0.1, 0.4];

/// The middle radius, the thickness and the width of the arch, and how far it is from the blocks.
const RADIUS: f64 = 0.5;
const THICKNESS: f64 = 0.15;
const WIDTH: f64 = 0.2;
const ASIDE: f64 = 0.8;

const FRICTION: f64 = 0.6;
const CONTACT_DAMPING: f64 = 0.5;
/// It acts on deformation only, of which there is little when the stack swings up and down.
const BODY_DAMPING: f64 = 1000.0;

/// The model at its start. No threads means one for each processor.
///
/// # Errors
/// If the threads cannot be started.
pub fn build(threads: usize) -> Result<Solver, Error> {
    let penalty = Penalty::new(OFFSET)?
        .with_damping(CONTACT_DAMPING)?
        .with_friction(Friction::new(FRICTION)?);
    let settings = Settings::new(penalty)?
        .with_gravity([0.0, 0.0, -GRAVITY])
        .with_damping(BODY_DAMPING)?
        .with_threads(threads);
    let mut solver = Solver::new(settings)?;
    solver.add_plane([0.0; 3], [0.0, 0.0, 1.0])?;
    let material = Material::new(Law::NeoHookean, DENSITY, YOUNG, POISSON)?;
    for number in 0..BLOCKS as usize {
        solver.add_mesh(&block(number)?, material, false)?;
    }
    for number in 0..WEDGES {
        solver.add_mesh(&wedge(number)?, material, false)?;
    }
    Ok(solver)
}

/// The weight of the blocks from this one, the lowest of which is 0, to the top.
#[must_use]
pub fn weight_above(number: u32) -> f64 {
    f64::from(BLOCKS - number) * EDGE.powi(3) * DENSITY * GRAVITY
}

fn placed(mesh: &TetMesh, place: impl Fn(&[f64; 3]) -> [f64; 3]) -> Result<TetMesh, Error> {
    Ok(TetMesh::new(mesh.nodes().iter().map(place).collect(), mesh.tets().to_vec())?)
}

fn block(number: usize) -> Result<TetMesh, Error> {
    // Meshes that do not match, too.
    let mesh = bodies::block([2 + number % 2, 2, 2], [EDGE; 3])?;
    let bottom = BEGIN * OFFSET + number as f64 * (EDGE + BEGIN * OFFSET);
    let (sin, cos) = ANGLES[number].sin_cos();
    placed(&mesh, |&[x, y, z]| {
        let (x, y) = (x - 0.5 * EDGE, y - 0.5 * EDGE);
        [cos * x - sin * y - ASIDE, sin * x + cos * y, z + bottom]
    })
}

/// A wedge of the half circle, from the right to the left.
fn wedge(number: u32) -> Result<TetMesh, Error> {
    let mesh = bodies::block([2, 2, 2], [THICKNESS, WIDTH, 1.0])?;
    let angle = std::f64::consts::PI / f64::from(WEDGES);
    placed(&mesh, |&[x, y, z]| {
        let (sin, cos) = ((f64::from(number) + z) * angle).sin_cos();
        let radius = RADIUS - 0.5 * THICKNESS + x;
        // Faces are moved apart along their normals, so that gaps are the same everywhere.
        let apart = (0.5 - z) * BEGIN * OFFSET;
        let [along, up] = [radius * cos - apart * sin, radius * sin + apart * cos];
        [along + 0.3, y - 0.5 * WIDTH, up + 0.5 * BEGIN * OFFSET]
    })
}

/// How far the lowest point of the crown has come down.
#[must_use]
pub fn crown_sag(solver: &Solver) -> f64 {
    let crown = &solver.bodies()[(1 + BLOCKS + WEDGES / 2) as usize];
    let height = |x: &[[f64; 3]]| x.iter().map(|x| x[2]).fold(f64::INFINITY, f64::min);
    let [rest, now] =
        [solver.rest_positions(), solver.positions()].map(|x| height(&x[crown.nodes()]));
    rest - now
}

/// The largest speed of any node.
#[must_use]
pub fn fastest(solver: &Solver) -> f64 {
    solver.velocities().iter().map(Vec3::norm).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reactions of blocks are those of their weight, within `limit`.
    fn stands(end: f64, limit: f64) {
        let mut solver = build(1).expect("valid");
        let mut most = 0.0_f64;
        while solver.time() < end {
            solver.step().expect("valid");
            if solver.steps().is_multiple_of(20) {
                most = most.max(solver.entry().expect("valid").kinetic);
            }
        }
        let entry = solver.entry().expect("valid");
        let (kinetic, sag) = (entry.kinetic / most, crown_sag(&solver));
        println!(
            "{end} s: kinetic {:e} J, {kinetic:e} of the most, crown {sag:e} m, error {} %, {:e} m/s",
            entry.kinetic,
            entry.error,
            fastest(&solver)
        );
        for number in 0..BLOCKS {
            let pair = solver.pairs().iter().find(|p| p.bodies == [number, number + 1]);
            let share = pair.expect("they touch").force.z / weight_above(number);
            println!("under block {number}: {share} of the weight");
            assert!((share - 1.0).abs() < limit, "{number}: {share}");
        }
        assert!(sag.abs() < 0.01, "{sag}");
        assert!(entry.error.abs() < 0.5, "{} %", entry.error);
        assert_eq!(solver.overlap().nodes, 0);
    }

    #[test]
    fn blocks_and_an_arch_of_wedges_stand() {
        stands(0.2, 1.0);
    }

    #[test]
    #[ignore = "minutes"]
    fn blocks_and_an_arch_of_wedges_stand_for_ten_seconds() {
        stands(10.0, 1e-3);
    }
}
