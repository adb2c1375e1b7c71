//! The contacts are the same however they are found.

use gapkit::broad::Method;
use gapkit::partition::{Build, Options};
use gapkit::scene::{Config, Contact, Scene};
use gapkit::simd::Isa;

use crate::common::{Placement, ageless, assert_same, bunny_and, check_rules, config, knot_poses};

const MARGIN: f64 = 0.01;

/// Ways to find the contacts of a scene with this margin.
pub(crate) fn settings(config: Config) -> Vec<(&'static str, Config)> {
    let tolerant = Options::default().with_tolerance(0.1).expect("a tolerance").with_max_tets(64);
    let search = |distance| config.with_search_distance(distance).expect("above the margin");
    vec![
        ("default", config),
        ("one thread", config.with_threads(1)),
        ("four threads", config.with_threads(4)),
        ("single tetrahedra", config.with_partition(Options::default().with_build(Build::Trivial))),
        ("exact pieces", config.with_partition(Options::default())),
        ("tolerance", config.with_partition(tolerant)),
        ("no skipping", config.with_skipping(false)),
        ("large skin", search(0.2)),
        ("no skin", search(config.margin())),
        ("plain instructions", config.with_isa(Isa::Portable).expect("every machine has them")),
    ]
}

/// Compares all settings with brute force at these seeds. The scenes go from one placement to the
/// next, so that what they remember of the last one is put to the test too.
fn compare(seeds: std::ops::Range<u64>, placement: impl Fn(u64) -> Placement) {
    let start = knot_poses(seeds.start, placement(seeds.start));
    let mut brute = bunny_and(&start, config(MARGIN).with_broad(Method::Brute));
    let settings = settings(config(MARGIN)).into_iter();
    let mut scenes: Vec<_> = settings.map(|(name, c)| (name, bunny_and(&start, c))).collect();
    for seed in seeds {
        let placement = placement(seed);
        let poses = knot_poses(seed, placement);
        let place = |scene: &mut Scene| {
            for (pose, body) in poses.iter().zip(1..) {
                scene.set_pose(body, pose).expect("a pose");
            }
        };
        place(&mut brute);
        let wanted = ageless(brute.detect());
        let inside = wanted.iter().filter(|contact| contact.gap < 0.0).count();
        println!("{seed} {placement:?}: {} contacts, {inside} inside", wanted.len());
        check_rules(&brute, &format!("{seed} {placement:?}"));
        for (name, scene) in &mut scenes {
            place(scene);
            assert_same(&scene.query(), &wanted, &format!("{seed} {placement:?} {name}"));
        }
        match placement {
            Placement::Touching => check_touch(&wanted, seed),
            Placement::Apart => assert_eq!(wanted, []),
            Placement::Near | Placement::Overlapping => assert!(wanted.len() > 100),
        }
    }
}

fn check_touch(contacts: &[Contact], seed: u64) {
    for body in 1..=8 {
        let gaps = contacts.iter().filter(|c| c.sides.map(|s| s.body) == [0, body]);
        let least = gaps.map(|contact| contact.gap).fold(f64::INFINITY, f64::min);
        assert!(least.abs() <= 1e-14, "{seed}: knot {body} should touch, its gap is {least:e}");
    }
}

#[test]
fn every_setting_finds_what_brute_force_finds_apart_and_near() {
    compare(0..8, |seed| [Placement::Apart, Placement::Near][seed as usize % 2]);
}

#[test]
fn every_setting_finds_what_brute_force_finds_at_touch() {
    compare(8..14, |_| Placement::Touching);
}

#[test]
fn every_setting_finds_what_brute_force_finds_in_overlap() {
    compare(14..20, |_| Placement::Overlapping);
}
