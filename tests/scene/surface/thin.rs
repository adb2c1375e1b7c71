//! Self-contact: nothing at rest for thin parts, and a fold that closes is seen.

use std::f64::consts::TAU;

use gapkit::mesh::{TetMesh, bodies};
use gapkit::scene::{BodyOptions, Scene};

use super::{area, force, surfaces};
use crate::common::{block, moved, scene_of};

fn alone(mesh: &TetMesh, margin: f64) -> Scene {
    let options = BodyOptions::default().with_self_contact(true);
    scene_of(surfaces(margin), options, std::slice::from_ref(mesh))
}

/// A strip bent to a tube wall, one element thick.
fn tube(wall: f64) -> TetMesh {
    let flat = block([30, 4, 1], [0.95 * TAU, 1.0, wall]);
    moved(&flat, |[x, y, z]| {
        let (sin, cos) = x.sin_cos();
        [(1.0 + z) * cos, y, -(1.0 + z) * sin]
    })
}

/// A wedge with this angle at its tip, which is cut off a little.
fn wedge(degrees: f64, skew: f64) -> TetMesh {
    let slope = degrees.to_radians().tan();
    moved(&block([8, 3, 2], [1.0; 3]), |[x, y, z]| {
        let height = slope * (0.02 + x);
        [x + skew * y, y, (z - 0.5) * height]
    })
}

/// A strip bent to a U with two legs that are `between` apart.
fn strip(between: f64) -> TetMesh {
    let (thick, length) = (0.02, 0.4);
    let radius = 0.5 * between;
    let half = 0.5 * std::f64::consts::PI * (radius + 0.5 * thick);
    let flat = block([40, 4, 2], [2.0 * (length + half), 0.1, thick]);
    moved(&flat, |[x, y, z]| {
        let s = x - (length + half);
        let r = radius + z;
        if s.abs() <= half {
            let (sin, cos) = (s / (radius + 0.5 * thick)).sin_cos();
            [r * cos, -y, r * sin]
        } else {
            [-(s.abs() - half), -y, r * s.signum()]
        }
    })
}

#[test]
fn thin_parts_at_rest_are_not_in_contact_with_themselves() {
    let shapes = [
        ("tube wall", tube(0.05)),
        ("plate", block([8, 8, 1], [0.4, 0.4, 0.005])),
        ("ball", bodies::sphere(0.5, 4).expect("a ball")),
        ("U", strip(0.06)),
        ("wedge of 10 degrees", wedge(10.0, 0.0)),
        ("wedge of 30 degrees", wedge(30.0, 0.0)),
        ("skewed wedge of 10 degrees", wedge(10.0, 0.7)),
        ("skewed wedge of 30 degrees", wedge(30.0, 0.7)),
    ];
    for (name, mesh) in shapes {
        for margin in [0.0, 1e-3, 5e-3] {
            let mut scene = alone(&mesh, margin);
            let found = scene.detect();
            assert!(found.is_empty(), "{name}, margin {margin}: {:?}", found[0]);
        }
    }
}

#[test]
fn the_legs_of_a_strip_that_closes_push_each_other() {
    let mesh = strip(0.06);
    let mut scene = alone(&mesh, 1e-3);
    for gap in [5e-4, 1e-9, -1e-9, -2e-3] {
        // The legs are moved towards each other as they are, the bow between them is pressed.
        let shift = 0.5 * (0.06 - gap);
        let ramp = |x: f64| ((0.02 - x) / 0.02).clamp(0.0, 1.0);
        let nodes: Vec<_> = mesh
            .nodes()
            .iter()
            .map(|&[x, y, z]| [x, y, z - shift * z.signum() * ramp(x)])
            .collect();
        scene.set_positions(0, &nodes).expect("positions");
        let contacts = scene.detect();
        // The straight legs lie on each other; next to the bow facets are oblique.
        let legs: Vec<_> = contacts.iter().filter(|c| c.point_a.x < -0.05).copied().collect();
        let found = area(&legs);
        assert!((found / (0.35 * 0.1) - 1.0).abs() < 0.1, "{gap}: {found}");
        assert!(legs.iter().all(|c| (c.gap - gap).abs() < 1e-12), "{gap}");
        let push = force(&legs);
        assert!((push.z.abs() - gap.abs() * found).abs() < 1e-12, "{gap}: {push}");
    }
}
