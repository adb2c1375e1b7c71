//! Self-contact of a body with thin walls.

use std::f64::consts::TAU;

use gapkit::Vec3;
use gapkit::mesh::TetMesh;
use gapkit::scene::{BodyOptions, Contact, Scene};

use crate::common::{check_rules, config, oriented, scene_of};

const SIDES: usize = 24;
const RINGS: usize = 6;
const RADIUS: f64 = 1.0;
const WALL: f64 = 0.05;

/// A straight tube along z with one element through the wall.
fn tube() -> TetMesh {
    let (mut nodes, mut tets) = (Vec::new(), Vec::new());
    for ring in 0..=RINGS {
        for side in 0..SIDES {
            let (sin, cos) = (TAU * side as f64 / SIDES as f64).sin_cos();
            let z = 0.3 * ring as f64;
            nodes.extend([RADIUS - WALL, RADIUS].map(|r| [r * cos, r * sin, z]));
        }
    }
    let node =
        |ring: usize, side: usize, out: usize| (2 * (ring * SIDES + side % SIDES) + out) as u32;
    for ring in 0..RINGS {
        for side in 0..SIDES {
            // Corners in bits: outer 1, next side 2, next ring 4; six ways from the first to the
            // last, so that the diagonals of neighbours agree.
            let corner = |bits: usize| node(ring + (bits >> 2), side + (bits >> 1 & 1), bits & 1);
            for [one, two] in [[1, 3], [1, 5], [2, 3], [2, 6], [4, 5], [4, 6]] {
                tets.push([0, one, two, 7].map(corner));
            }
        }
    }
    oriented(nodes, tets)
}

fn scene(margin: f64, self_contact: bool) -> Scene {
    let options = BodyOptions::default().with_self_contact(self_contact);
    scene_of(config(margin), options, &[tube()])
}

/// The nodes with the tube pressed flat along x, so that the inner walls are `between` apart in the
/// middle.
fn pressed(between: f64) -> Vec<[f64; 3]> {
    let inner = RADIUS - WALL;
    let press = |x: f64| {
        // The wall keeps its thickness: what is beyond the inner radius is carried along.
        let (near, beyond) = (x.clamp(-inner, inner), x - x.clamp(-inner, inner));
        near * (0.5 * between / inner) + beyond
    };
    tube().nodes().iter().map(|&[x, y, z]| [press(x), y, z]).collect()
}

#[test]
fn a_wall_thinner_than_the_margin_is_not_in_contact_with_itself() {
    // Up to where the next but one side of the polygon comes within the margin along the inside.
    for margin in [0.06, 0.1, 0.2] {
        assert!(margin > WALL);
        let mut scene = scene(margin, true);
        assert_eq!(scene.detect(), [], "margin {margin}");
    }
}

/// Whether a contact is between the inner wall on the one side and the inner wall on the other.
fn is_across(contact: &Contact, tube: &TetMesh) -> bool {
    let at = |side: usize| {
        contact.sides[side].nodes().iter().map(|&n| Vec3::from(tube.nodes()[n as usize])).collect()
    };
    let [one, two]: [Vec<Vec3>; 2] = [at(0), at(1)];
    let inner = |x: &Vec3| x.xy().norm() < RADIUS - 0.5 * WALL;
    let sides = one[0].x * two[0].x < 0.0;
    sides && one.iter().chain(&two).all(inner)
}

#[test]
fn inner_walls_pressed_together_are_in_contact() {
    let tube = tube();
    for (between, margin) in [(0.08, 0.1), (0.04, 0.1), (0.001, 0.06)] {
        let mut scene = scene(margin, true);
        scene.detect();
        scene.set_positions(0, &pressed(between)).unwrap();
        scene.detect();
        check_rules(&scene, "tube");
        let across: Vec<_> =
            scene.contacts().iter().filter(|contact| is_across(contact, &tube)).collect();
        println!(
            "{between} {margin}: {} contacts, {} across",
            scene.contacts().len(),
            across.len()
        );
        assert!(across.len() > RINGS, "{} contacts", across.len());
        let least = scene.contacts().iter().map(|c| c.gap).fold(f64::INFINITY, f64::min);
        assert!(least > 0.0, "nothing overlaps, but a gap is {least}");
        let most = across.iter().map(|contact| contact.gap).fold(0.0, f64::max);
        assert!(most <= margin && (most - between).abs() <= 0.1 * between, "{most} of {between}");
        for contact in across {
            assert!(contact.normal.x.abs() > 0.9, "{contact:#?}");
        }
        // Not through the wall: from inside to outside there is none.
        let is_inner = |node: &u32| node.is_multiple_of(2);
        for contact in scene.contacts() {
            let kinds = contact.sides.map(|side| side.nodes().iter().all(is_inner));
            assert!(kinds[0] && kinds[1], "through the wall: {contact:#?}");
        }
    }
}

#[test]
fn self_contact_that_is_off_is_off() {
    let mut scene = scene(0.1, false);
    scene.set_positions(0, &pressed(0.04)).unwrap();
    assert_eq!(scene.detect(), []);
}
