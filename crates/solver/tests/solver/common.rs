//! Models that several tests use.

use gapkit::Vec3;
use gapkit::mesh::TetMesh;
use gapkit::mesh::bodies::{self, Knot};
use gapkit_solver::{Law, Material, Penalty, Settings, Solver};
use nalgebra::Rotation3;

pub(crate) const OFFSET: f64 = 0.006;

pub(crate) fn rubber() -> Material {
    Material::new(Law::NeoHookean, 1000.0, 4e5, 0.3).expect("valid")
}

/// Contacts without friction and damping.
pub(crate) fn plain() -> Settings {
    let penalty = Penalty::new(OFFSET).expect("valid");
    Settings::new(penalty).expect("valid").with_threads(1)
}

/// A mesh, moved and turned.
pub(crate) fn placed(mesh: &TetMesh, scale: f64, angles: [f64; 3], at: [f64; 3]) -> TetMesh {
    let turn = Rotation3::from_euler_angles(angles[0], angles[1], angles[2]);
    let place = |node: &[f64; 3]| (turn * Vec3::from(*node) * scale + Vec3::from(at)).into();
    TetMesh::new(mesh.nodes().iter().map(place).collect(), mesh.tets().to_vec()).expect("valid")
}

/// A trefoil, 0.3 wide.
pub(crate) fn knot(angles: [f64; 3], at: [f64; 3]) -> TetMesh {
    knot_of(FIVE_SIDES, angles, at)
}

/// Sections and sides of a rope with sharp ridges, and of a rounder one.
pub(crate) const FIVE_SIDES: [usize; 2] = [36, 5];
pub(crate) const EIGHT_SIDES: [usize; 2] = [48, 8];

fn knot_of([sections, sides]: [usize; 2], angles: [f64; 3], at: [f64; 3]) -> TetMesh {
    let knot = bodies::knot(&Knot::trefoil(sections, sides, 1)).expect("valid");
    placed(&knot, 0.05, angles, at)
}

/// Two knots that fly at each other off centre.
pub(crate) fn colliding(settings: Settings) -> Solver {
    colliding_ropes(FIVE_SIDES, settings)
}

pub(crate) fn colliding_ropes(rope: [usize; 2], settings: Settings) -> Solver {
    let mut solver = Solver::new(settings).expect("valid");
    for (number, side) in [(0.0, -1.0), (1.0, 1.0)] {
        let mesh =
            knot_of(rope, [0.3 * number, 0.4, number], [0.18 * side, 0.02 * side, 0.03 * side]);
        let body = solver.add_mesh(&mesh, rubber(), false).expect("valid");
        solver.set_velocity(body, |_| Vec3::new(-side, 0.0, 0.0)).expect("valid");
    }
    solver
}

/// Two knots, one on the other, that fall on a plane.
pub(crate) fn falling(settings: Settings) -> Solver {
    let mut solver = Solver::new(settings.with_gravity([0.0, 0.0, -9.81])).expect("valid");
    solver.add_plane([0.0; 3], [0.0, 0.0, 1.0]).expect("valid");
    for (number, height) in [(0.0, 0.11), (1.0, 0.28)] {
        let mesh = knot([0.2, -0.1, number], [0.02 * number, 0.0, height]);
        let body = solver.add_mesh(&mesh, rubber(), true).expect("valid");
        solver.set_velocity(body, |_| Vec3::new(0.0, 0.3, -2.0)).expect("valid");
    }
    solver
}

/// A number from the environment.
pub(crate) fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Random numbers, the same in every run (splitmix64).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        low + (high - low) * ((x ^ (x >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}
