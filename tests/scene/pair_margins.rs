//! Margins of bodies and of pairs: the contacts of two bodies are those of a scene in which all have
//! the margin of the two.

use std::sync::Arc;

use gapkit::Vec3;
use gapkit::broad::Method;
use gapkit::mesh::{TetMesh, bodies};
use gapkit::scene::{BodyOptions, Config, Contact, Resolution, Scene};
use gapkit::shape::{Pose, Sphere};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::common::{ageless, assert_same, block, posed, random_rotation};

const BODIES: u32 = 8;

/// Meshes about the origin, a ball and a plane, with these margins and with velocities.
fn scene(config: Config, own: &dyn Fn(u32) -> Option<f64>) -> Scene {
    let mut random = SmallRng::seed_from_u64(5);
    let mut scene = Scene::new(config).expect("threads");
    for body in 0..BODIES {
        let options = BodyOptions::default().with_self_contact(body == 2);
        let options = own(body).map_or(Ok(options), |margin| options.with_margin(margin));
        let options = options.expect("a margin").with_thickness(0.01 * f64::from(body % 2));
        let options = options.expect("a thickness");
        let turn = random_rotation(&mut random);
        let mut place = || random.random_range(-0.7..0.7);
        let pose = Pose::new(Vec3::new(place(), place(), place()), turn);
        let mesh: TetMesh = match body {
            6 => {
                let ball = Arc::new(Sphere::new([0.0; 3], 0.3).expect("a ball"));
                scene.add_shape(ball, &pose, options).expect("a shape");
                continue;
            }
            7 => {
                scene.add_plane([0.0, 0.0, -0.9], [0.1, 0.0, 1.0], options).expect("a plane");
                continue;
            }
            0 | 3 => bodies::sphere(0.4, 2).expect("a ball"),
            _ => block([2, 2, 1], [0.8, 0.6, 0.3]),
        };
        scene.add_mesh(&posed(&mesh, &pose), options).expect("a mesh");
    }
    let count = scene.positions(1).expect("a mesh").len();
    scene.set_velocities(1, &vec![[0.2, 0.1, -0.3]; count], 0.2).expect("velocities");
    scene
}

fn own(body: u32) -> Option<f64> {
    [None, Some(0.5), None, Some(0.01), Some(0.3), None, Some(0.02), None][body as usize]
}

/// Margins that were set for pairs.
const PAIRS: [([u32; 2], f64); 5] =
    [([0, 1], 0.02), ([2, 5], 0.7), ([3, 4], 0.0), ([0, 6], 0.7), ([7, 2], 0.6)];

fn with_pairs(config: Config) -> Scene {
    let mut scene = scene(config, &own);
    for ([a, b], margin) in PAIRS {
        scene.set_margin(a, b, Some(margin)).expect("a margin");
    }
    scene
}

/// What the rule says.
fn wanted_margin(scene_margin: f64, a: u32, b: u32) -> f64 {
    let set = PAIRS.iter().find(|(pair, _)| *pair == [a, b] || *pair == [b, a]);
    let of = |body: u32| own(body).unwrap_or(scene_margin);
    set.map_or_else(|| of(a).max(of(b)), |(_, margin)| *margin)
}

fn of_pair(contacts: &[Contact], a: u32, b: u32) -> Vec<Contact> {
    let is_of = |c: &&Contact| c.sides.each_ref().map(|side| side.body) == [a, b];
    ageless(&contacts.iter().filter(is_of).copied().collect::<Vec<_>>())
}

#[test]
fn two_bodies_have_the_contacts_of_a_scene_with_their_margin() {
    for resolution in [Resolution::Surface, Resolution::Facet, Resolution::Piece] {
        let config = |margin: f64| {
            Config::new(margin).expect("a margin").with_resolution(resolution).with_threads(1)
        };
        let mut some = with_pairs(config(0.05));
        let found = some.detect().to_vec();
        let mut differ = 0;
        for a in 0..BODIES {
            for b in a..BODIES {
                let margin = wanted_margin(0.05, a, b);
                assert_eq!(some.margin(b, a).expect("bodies"), margin);
                let mut uniform = scene(config(margin), &|_| None);
                let wanted = of_pair(uniform.detect(), a, b);
                let what = format!("{resolution:?}, {a} and {b}, margin {margin}");
                assert_same(&of_pair(&found, a, b), &wanted, &what);
                let mut usual = scene(config(0.05), &|_| None);
                differ += usize::from(of_pair(usual.detect(), a, b) != wanted);
            }
        }
        println!("{resolution:?}: {} contacts, {differ} pairs differ from 0.05", found.len());
        assert!(differ > 4);
    }
}

#[test]
fn contacts_with_margins_of_pairs_have_the_same_bits_however_they_are_found() {
    for resolution in [Resolution::Surface, Resolution::Facet] {
        let one = Config::new(0.05).expect("a margin").with_resolution(resolution).with_threads(1);
        let wanted = with_pairs(one).detect().to_vec();
        let found = |config: Config| with_pairs(config).detect().to_vec();
        assert_same(&found(one.with_threads(2)), &wanted, "threads");
        assert_same(&found(one.with_broad(Method::Brute)), &wanted, "brute force");
        let skin = one.with_search_distance(0.8).expect("a distance");
        assert_same(&found(skin), &wanted, "a skin");
        // Set after a detection, and taken back.
        let mut scene = scene(one, &own);
        let before = scene.detect().to_vec();
        for ([a, b], margin) in PAIRS {
            scene.set_margin(b, a, Some(margin)).expect("a margin");
        }
        assert_same(&ageless(scene.detect()), &wanted, "set later");
        for ([a, b], _) in PAIRS {
            scene.set_margin(a, b, None).expect("a pair");
        }
        assert_same(&ageless(scene.detect()), &before, "taken back");
    }
}

#[test]
fn margins_that_are_none_are_refused() {
    let mut scene = with_pairs(Config::new(0.05).expect("a margin"));
    let before = scene.detect().to_vec();
    for margin in [-1.0, f64::NAN, f64::INFINITY] {
        assert!(scene.set_margin(0, 1, Some(margin)).is_err());
        assert!(BodyOptions::default().with_margin(margin).is_err());
    }
    assert!(scene.set_margin(0, BODIES, Some(0.1)).is_err());
    assert!(scene.margin(BODIES, 0).is_err());
    assert_eq!(scene.margin(0, 1).expect("bodies"), 0.02);
    assert_same(&ageless(scene.detect()), &before, "refused");
}
