//! The contacts are the same however they are found.

use gapkit::broad::Method;
use gapkit::partition::{Build, Options};
use gapkit::scene::{Config, Contact};

use crate::common::{Placement, assert_same, bunny_and_knots};

const MARGIN: f64 = 0.01;

fn settings() -> Vec<(&'static str, Config)> {
    let config = Config::new(MARGIN).unwrap();
    let tolerant = Options::default().with_tolerance(0.1).unwrap().with_max_tets(64);
    vec![
        ("default", config),
        ("one thread", config.with_threads(1)),
        ("four threads", config.with_threads(4)),
        ("single tetrahedra", config.with_partition(Options::default().with_build(Build::Trivial))),
        ("tolerance", config.with_partition(tolerant)),
        ("no skipping", config.with_skipping(false)),
        ("large skin", config.with_search_distance(0.2).unwrap()),
        ("no skin", config.with_search_distance(MARGIN).unwrap()),
    ]
}

#[test]
fn every_setting_finds_what_brute_force_finds() {
    for seed in 0..20 {
        let placement =
            [Placement::Apart, Placement::Near, Placement::Overlapping][seed as usize % 3];
        let brute = Config::new(MARGIN).unwrap().with_broad(Method::Brute);
        let wanted: Vec<Contact> = bunny_and_knots(seed, placement, brute).detect().to_vec();
        let inside = wanted.iter().filter(|contact| contact.gap < 0.0).count();
        println!("{seed} {placement:?}: {} contacts, {inside} inside", wanted.len());
        for (name, config) in settings() {
            let mut scene = bunny_and_knots(seed, placement, config);
            assert_same(scene.detect(), &wanted, &format!("{seed} {placement:?} {name}"));
        }
    }
}
