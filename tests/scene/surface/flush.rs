//! One block on another, of the same section and nearly so: the force is exact at every gap.

use gapkit::Vec3;
use gapkit::mesh::TetMesh;
use gapkit::scene::{Kind, Scene};

use super::{force, simple};
use crate::common::{block, moved};

const STEPS: usize = 201;
const MARGIN: f64 = 2e-3;

/// A block of square section about the z axis, turned about it, with its lower face at `bottom`.
fn upper(cells: usize, half: f64, turn: f64, bottom: f64) -> TetMesh {
    let (sin, cos) = turn.sin_cos();
    moved(&block([cells, cells, cells], [1.0; 3]), |[x, y, z]| {
        let [x, y] = [x, y].map(|x| 2.0 * half * (x - 0.5));
        [cos * x - sin * y, sin * x + cos * y, bottom + z]
    })
}

/// The same, turned by a right angle without rounding.
fn quarter(mesh: &TetMesh) -> TetMesh {
    moved(mesh, |[x, y, z]| [-y, x, z])
}

/// The area in common of two concentric squares with these half sides, one turned: the square
/// clipped by the sides of the other.
fn common_area(halves: [f64; 2], turn: f64) -> f64 {
    let (sin, cos) = turn.sin_cos();
    let corner = |[x, y]: [f64; 2]| [halves[1] * x, halves[1] * y];
    let mut polygon: Vec<[f64; 2]> =
        [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(corner).to_vec();
    for (nx, ny) in [(cos, sin), (-sin, cos), (-cos, -sin), (sin, -cos)] {
        let inside = |p: &[f64; 2]| halves[0] - nx * p[0] - ny * p[1];
        let mut kept = Vec::new();
        for i in 0..polygon.len() {
            let (p, q) = (polygon[i], polygon[(i + 1) % polygon.len()]);
            let (s, t) = (inside(&p), inside(&q));
            if s >= 0.0 {
                kept.push(p);
            }
            if s * t < 0.0 {
                let at = s / (s - t);
                kept.push([p[0] + (q[0] - p[0]) * at, p[1] + (q[1] - p[1]) * at]);
            }
        }
        polygon = kept;
    }
    let next = |i: usize| polygon[(i + 1) % polygon.len()];
    let cross = |i: usize| polygon[i][0] * next(i)[1] - polygon[i][1] * next(i)[0];
    0.5 * (0..polygon.len()).map(cross).sum::<f64>()
}

/// Lets the gap go from 1e-3 through 0 to -1e-3 and checks the force at each step.
fn check(lower: &TetMesh, upper: &TetMesh, area: f64, what: &str) {
    let mut scene: Scene = simple(MARGIN, &[lower.clone(), upper.clone()]);
    for step in 0..STEPS {
        let wanted = 1e-3 * (1.0 - step as f64 / (STEPS / 2) as f64);
        let positions: Vec<_> =
            upper.nodes().iter().map(|&[x, y, z]| [x, y, z + (1.0 + wanted)]).collect();
        scene.set_positions(1, &positions).expect("positions");
        let gap = (1.0 + wanted) - 1.0;
        let contacts = scene.detect();
        assert!(contacts.iter().all(|c| c.kind != Kind::Deep), "{what}, gap {gap}");
        let found = force(contacts);
        let exact = Vec3::new(0.0, 0.0, -gap * area);
        // Where the force itself is nothing, the rounding of a coordinate is left.
        let tolerance = 1e-9 * exact.norm() + 4.0 * f64::EPSILON * area;
        let error = (found - exact).norm();
        assert!(error <= tolerance, "{what}, gap {gap}: {found} instead of {exact}");
    }
}

#[test]
fn the_force_of_a_block_on_a_block_is_exact_through_zero_gap() {
    let insets = [0.0, 1e-15, -1e-15, 1e-9, -1e-9, 1e-5, -1e-5, 1e-3, -1e-3];
    for (cells, others) in [(1, 1), (2, 3), (4, 4), (8, 5)] {
        let lower = upper(cells, 0.5, 0.0, 0.0);
        for inset in insets {
            let half = 0.5 - inset;
            for turn in [0.0, 0.3, std::f64::consts::FRAC_PI_2] {
                let what = format!("{cells}/{others} cells, inset {inset}, turned {turn}");
                let above = upper(others, half, turn, 0.0);
                check(&lower, &above, common_area([half, 0.5], turn), &what);
            }
            let above = quarter(&upper(others, half, 0.0, 0.0));
            check(&lower, &above, common_area([half, 0.5], 0.0), "a right angle");
        }
    }
}

#[test]
fn unit_cubes_of_integer_coordinates_have_the_force_of_their_face() {
    for cells in 1..=8 {
        let lower = block([cells; 3], [1.0; 3]);
        check(&lower, &lower, 1.0, "equal cubes");
        let beside = moved(&lower, |[x, y, z]| [x + 0.5, y + 0.25, z]);
        check(&lower, &beside, 0.5 * 0.75, "shifted cubes");
    }
}
