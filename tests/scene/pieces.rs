//! One contact for each pair of pieces.

use gapkit::Vec3;
use gapkit::broad::Method;
use gapkit::gjk::SubAlgorithm;
use gapkit::partition::Options;
use gapkit::scene::{BodyOptions, Config, Part, Resolution};
use gapkit::simd::Isa;

use crate::common::{
    Placement, ageless, assert_same, block, bunny_and, check_rules, config, knot_poses, scene_of,
    shifted, simple,
};

fn pieces(margin: f64) -> Config {
    config(margin).with_resolution(Resolution::Piece)
}

#[test]
fn convex_bodies_of_one_piece_have_one_contact() {
    for gap in [0.01, -0.01] {
        let lower = block([2, 2, 1], [1.0, 1.0, 0.5]);
        let upper = shifted(&block([1, 2, 1], [0.3, 0.4, 0.5]), [0.21, 0.33, 0.5 + gap]);
        // One piece for each, whatever its size.
        let config = pieces(0.02).with_partition(Options::default());
        let mut scene = scene_of(config, BodyOptions::default(), &[lower, upper]);
        scene.detect();
        check_rules(&scene, "pieces");
        let [contact] = scene.contacts() else { panic!("{gap}: {:#?}", scene.contacts()) };
        assert_eq!(contact.sides.map(|side| side.part), [Part::Piece(0); 2]);
        assert!((contact.gap - gap).abs() <= 1e-14, "{contact:#?}");
        assert!((contact.normal - Vec3::z()).norm() <= 1e-14, "{contact:#?}");
    }
}

#[test]
fn pieces_touch_however_they_are_found() {
    for (seed, placement) in
        [(1, Placement::Near), (2, Placement::Touching), (3, Placement::Overlapping)]
    {
        let poses = knot_poses(seed, placement);
        let mut wanted =
            bunny_and(&poses, pieces(0.01).with_broad(Method::Brute).with_skipping(false));
        wanted.detect();
        check_rules(&wanted, &format!("{placement:?}"));
        println!("{placement:?}: {} contacts", wanted.contacts().len());
        assert!(wanted.contacts().len() > 8);
        for (name, config) in [
            ("default", pieces(0.01)),
            ("one thread", pieces(0.01).with_threads(1)),
            ("four threads", pieces(0.01).with_threads(4)),
            ("large skin", pieces(0.01).with_search_distance(0.2).unwrap()),
        ] {
            let mut scene = bunny_and(&poses, config);
            for _ in 0..2 {
                let found = ageless(scene.detect());
                assert_same(&found, wanted.contacts(), &format!("{placement:?} {name}"));
            }
        }
    }
}

#[test]
fn the_smallest_gap_of_pieces_apart_is_that_of_facets() {
    let bodies = [
        block([3, 2, 2], [1.0, 1.0, 0.5]),
        shifted(&block([2, 2, 1], [0.3, 0.4, 0.5]), [1.1, 0.33, 0.43]),
    ];
    let least = |contacts: &[gapkit::scene::Contact]| {
        contacts.iter().map(|contact| contact.gap).fold(f64::INFINITY, f64::min)
    };
    let facets = least(simple(0.2, &bodies).detect());
    let pieces = least(scene_of(pieces(0.2), BodyOptions::default(), &bodies).detect());
    assert!((facets - 0.1).abs() <= 1e-14 && (pieces - 0.1).abs() <= 1e-14, "{facets} {pieces}");
}

#[test]
fn tetrahedra_side_by_side_touch_as_one_by_one() {
    let tets = Options::default().with_max_tets(1);
    for (seed, placement) in
        [(1, Placement::Near), (2, Placement::Touching), (3, Placement::Overlapping)]
    {
        let poses = knot_poses(seed, placement);
        // The backup procedure does not run in lanes.
        let singly = pieces(0.01).with_partition(tets).with_sub(SubAlgorithm::Backup);
        let mut wanted = bunny_and(&poses, singly.with_broad(Method::Brute).with_skipping(false));
        wanted.detect();
        check_rules(&wanted, &format!("{placement:?}"));
        assert!(wanted.contacts().len() > 8);
        for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
            let config = pieces(0.01).with_partition(tets).with_isa(isa).unwrap();
            let mut scene = bunny_and(&poses, config);
            for _ in 0..2 {
                let found = ageless(scene.detect());
                assert_same(&found, wanted.contacts(), &format!("{placement:?} {isa:?}"));
                let s = scene.statistics();
                assert!(s.queries > 0 && s.queries <= s.candidates - s.skipped, "{s:?}");
            }
        }
    }
}
