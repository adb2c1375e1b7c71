//! Two roofs whose ridges cross at a right angle: area, force and energy in closed form.
//!
//! The lower roof is `z = -t |y|`, the upper one `z = -d + t |x|`, with the slope `t = tan(alpha)`.
//! In each of the four quadrants two planes face each other with the cosine `c = cos(alpha)^2`
//! along a normal whose cosine with both is `k = sqrt((1 + c) / 2)`. At a point of the lower plane
//! the gap is `g = (sin(alpha) (|x| + |y|) - d cos(alpha)) / k`, and both ridges, seen along the
//! normal, bound a triangle in which the closure `r - g` grows linearly from 0 to its apex. With
//! `D = d / t`, `m = sin(alpha)^2 / (1 + c)` and `V = D + r k / sin(alpha) + m D / (1 - m)`, the
//! integrals over the triangle, of which the area is taken across the normal, are
//!
//! - area: `k / cos(alpha) (1 - m) V^2 / 2`,
//! - closure: `t (1 - m) V^3 / 6`,
//! - half of its square: `sin(alpha) t (1 - m) V^4 / (24 k)`.

use gapkit::Vec3;
use gapkit::mesh::TetMesh;
use gapkit::scene::{Contact, Kind};

use super::simple;
use crate::common::{block, moved};

/// A roof with its ridge along x at z = 0.
fn roof(cells: [usize; 2], slope: f64) -> TetMesh {
    moved(&block([cells[0], cells[1], 1], [2.0, 2.0, 1.0]), |[x, y, z]| {
        let (x, y) = (x - 1.0, y - 1.0);
        [x, y, z * (1.5 - slope * y.abs()) - 1.5]
    })
}

/// The same upside down, with its ridge along y at z = -depth.
fn across(roof: &TetMesh, depth: f64) -> TetMesh {
    moved(roof, |[x, y, z]| [y, x, -z - depth])
}

/// Sums over the contacts of areas: area, force on the second body, energy.
fn sums(contacts: &[Contact], reach: f64) -> (f64, Vec3, f64) {
    let areas = contacts.iter().filter(|contact| contact.kind == Kind::Area);
    areas.fold((0.0, Vec3::zeros(), 0.0), |(area, force, energy), contact| {
        let closure = reach - contact.gap;
        let share = closure * contact.area;
        (area + contact.area, force + contact.normal * share, energy + 0.5 * closure * share)
    })
}

/// Area, force along z and energy in closed form.
fn exact(angle: f64, depth: f64, reach: f64) -> [f64; 3] {
    let (sin, cos) = angle.sin_cos();
    let c = cos * cos;
    let (k, m) = ((0.5 * (1.0 + c)).sqrt(), sin * sin / (1.0 + c));
    let d = depth * cos / sin;
    let v = d + reach * k / sin + m * d / (1.0 - m);
    let area = k / cos * (1.0 - m) * v * v / 2.0;
    let closure = sin / cos * (1.0 - m) * v.powi(3) / 6.0;
    let energy = sin * sin / cos * (1.0 - m) * v.powi(4) / (24.0 * k);
    // Four quadrants; the normal has the height cos(alpha) / k.
    [4.0 * area, 4.0 * closure * cos / k, 4.0 * energy]
}

/// Angles, depths and margins at which no plane is deeper than its contact reaches.
const CASES: [(f64, f64, f64); 8] = [
    (10.0, 0.02, 0.0),
    (15.0, 0.02, 0.0),
    (15.0, 1e-4, 0.0),
    (15.0, 0.02, 0.01),
    (30.0, 0.01, 0.02),
    (45.0, 0.01, 0.02),
    (45.0, 0.0, 0.02),
    (45.0, -0.01, 0.02),
];

#[test]
fn crossed_ridges_have_the_area_force_and_energy_of_their_planes() {
    for (degrees, depth, reach) in CASES {
        let angle = f64::to_radians(degrees);
        for (cells, others) in [([1, 2], [1, 2]), ([7, 6], [5, 4]), ([16, 18], [13, 12])] {
            let what = format!("{degrees} degrees, depth {depth}, {cells:?} on {others:?} cells");
            let lower = roof(cells, angle.tan());
            let upper = across(&roof(others, angle.tan()), depth);
            let mut scene = simple(reach, &[lower, upper]);
            let (area, force, energy) = sums(scene.detect(), reach);
            let wanted = exact(angle, depth, reach);
            for (found, wanted) in [area, force.z, energy].into_iter().zip(wanted) {
                let error = (found / wanted - 1.0).abs();
                assert!(error < 1e-9, "{what}: {found} instead of {wanted}, {error:e}");
            }
            let sideways = force.xy().norm() / force.z;
            assert!(sideways < 1e-9, "{what}: {sideways:e}");
        }
    }
}

#[test]
fn crossed_ridges_push_alike_whichever_is_the_first() {
    let (angle, depth) = (f64::to_radians(15.0), 0.02);
    let lower = roof([7, 6], angle.tan());
    let upper = across(&roof([5, 4], angle.tan()), depth);
    let one = sums(simple(0.0, &[lower.clone(), upper.clone()]).detect(), 0.0);
    let two = sums(simple(0.0, &[upper, lower]).detect(), 0.0);
    assert!((one.0 / two.0 - 1.0).abs() < 1e-12);
    assert!((one.1 + two.1).norm() < 1e-12 * one.1.norm());
    assert!((one.2 / two.2 - 1.0).abs() < 1e-12);
    // The border of the area moves as the roofs come nearer, and no force comes of that: the
    // work is less than the energy by the cosine of a plane with the normal, squared.
    let c = angle.cos() * angle.cos();
    let work = 0.25 * depth * one.1.z;
    let ratio = work / one.2;
    assert!((ratio / (2.0 * c / (1.0 + c)) - 1.0).abs() < 1e-9, "{ratio}");
}
