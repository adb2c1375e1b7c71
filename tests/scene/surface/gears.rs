//! Gears in mesh: the involute, whose flanks meet on the line of action, and the rack, whose flanks
//! are planes.

use std::f64::consts::PI;

use gapkit::Vec3;
use gapkit::mesh::{TetMesh, bodies};
use gapkit::scene::Kind;
use gapkit::shape::Pose;

use super::{area, force, simple};
use crate::common::{block, moved, posed};

const TEETH: u32 = 24;

/// The pressure angle of 20 degrees.
const PRESSURE_ANGLE: f64 = PI / 9.0;

/// The radius of the pitch circle for module 1, and of the base circle.
fn radii() -> [f64; 2] {
    let pitch = 0.5 * f64::from(TEETH);
    [pitch, pitch * PRESSURE_ANGLE.cos()]
}

/// A tooth, turned about the axis of its gear until its right flank is at the pitch point, and then
/// on.
fn tooth(layers: usize, turn: f64) -> TetMesh {
    let tooth = bodies::GearTooth { columns: 1, layers, ..bodies::GearTooth::standard(TEETH, 192) };
    let mesh = bodies::gear_tooth(&tooth).expect("a tooth");
    let at_pitch = 0.5 * PI / f64::from(TEETH);
    posed(&mesh, &Pose::new(Vec3::zeros(), Vec3::z() * (at_pitch + turn)))
}

/// Two teeth in mesh, turned by `turn` from where they touch at the pitch point. The second is
/// turned back by `back`.
fn pair(turn: f64, back: f64) -> [TetMesh; 2] {
    let [pitch, _] = radii();
    // Half a turn about the pitch point, at (0, pitch).
    let other = moved(&tooth(3, back - turn), |[x, y, z]| [-x, 2.0 * pitch - y, z]);
    [tooth(2, turn), other]
}

/// Flanks that touch at the pitch point and turn on touch on the line of action, where their radii
/// of curvature are `base (tan(20 degrees) +- turn)`. Turned back, one is `base * back` away on
/// that line. About there the gap is that of a parabola, `g0 + s^2 / (2 rho)` with `1 / rho` the
/// sum of the curvatures: within the margin m it has the width `2 w`, `w = sqrt(2 rho (m - g0))`,
/// and the integral of `m - g` over it is `4/3 w (m - g0)`.
#[test]
fn involute_gears_push_along_the_line_of_action() {
    const MARGIN: f64 = 5e-3;
    let [pitch, base] = radii();
    let tan = PRESSURE_ANGLE.tan();
    for turn in [-0.1, -0.05, 0.0, 0.05, 0.1] {
        for gap in [0.0, 1e-3, 2e-3] {
            let mut scene = simple(MARGIN, &pair(turn, gap / base));
            let contacts = scene.detect();
            assert!(contacts.iter().all(|contact| contact.kind == Kind::Area));
            let (one, two) = (base * (tan + turn), base * (tan - turn));
            let (closure, rho) = (MARGIN - gap, one * two / (one + two));
            let width = (2.0 * rho * closure).sqrt();
            let ratio = area(contacts) / (2.0 * width);
            assert!((ratio - 1.0).abs() < 0.005, "turn {turn}, gap {gap}: area {ratio}");
            let (mut push, mut torques) = (Vec3::zeros(), [0.0; 2]);
            for contact in contacts {
                let share = contact.normal * ((MARGIN - contact.gap) * contact.area);
                push += share;
                let arms = [contact.point_a, contact.point_a - Vec3::y() * (2.0 * pitch)];
                torques = [0, 1].map(|i| torques[i] + arms[i].cross(&share).z);
            }
            let ratio = push.norm() / (4.0 / 3.0 * width * closure);
            assert!((ratio - 1.0).abs() < 0.005, "turn {turn}, gap {gap}: force {ratio}");
            // The line of action is a tangent to both base circles: it is the lever arm of both
            // gears.
            let line = Vec3::new(PRESSURE_ANGLE.cos(), PRESSURE_ANGLE.sin(), 0.0);
            let off = (push / push.norm() - line).norm();
            assert!(off < 1e-3, "turn {turn}, gap {gap}: {push}");
            for torque in torques {
                let arm = torque.abs() / push.norm();
                assert!((arm / base - 1.0).abs() < 1e-3, "turn {turn}, gap {gap}: {arm}");
            }
        }
    }
}

/// How far the tips of racks reach into each other.
const HEIGHT: f64 = 1.2;

/// A tooth of a rack of width 0.8: its flanks are planes, from z = 0 to its tip at z = 1.
fn rack_tooth(cells: [usize; 3]) -> TetMesh {
    moved(&block(cells, [2.0, 0.8, 1.0]), |[x, y, z]| {
        [(x - 1.0) * (0.5 - PRESSURE_ANGLE.tan() * z), y, z]
    })
}

#[test]
fn racks_have_the_area_and_force_of_their_flanks() {
    let (sin, cos) = PRESSURE_ANGLE.sin_cos();
    for gap in [-1e-9, -1e-6, -1e-3, -0.01] {
        // The distance of the teeth at which the planes of their flanks are so far apart.
        let pitch = 1.0 - PRESSURE_ANGLE.tan() * HEIGHT + gap / cos;
        let upper =
            |x: f64| moved(&rack_tooth([3, 5, 4]), |[along, y, z]| [x - along, y, HEIGHT - z]);
        let mut scene = simple(0.0, &[rack_tooth([2, 3, 3]), upper(-pitch), upper(pitch)]);
        let contacts = scene.detect();
        // From the tips of the upper teeth to that of the lower one, on both flanks.
        let length = (1.0 - (HEIGHT - 1.0 - gap * sin)) / cos;
        let exact = 2.0 * 0.8 * length;
        assert!((area(contacts) / exact - 1.0).abs() < 1e-12, "{gap}: {}", area(contacts));
        assert!(contacts.iter().all(|contact| (contact.gap - gap).abs() < 1e-15), "{gap}");
        let push = force(contacts) / (-gap * exact);
        let off = (push - Vec3::new(0.0, 0.0, sin)).norm();
        assert!(off < 1e-15 / gap.abs() + 1e-12, "{gap}: {push}");
    }
}
