//! What a detection says it did.

use gapkit::scene::{BodyOptions, Resolution, Scene};
use gapkit::shape::Pose;

use crate::common::{
    Placement, ageless, assert_same, block, bunny_and, config, knot_poses, scene_of, shifted,
};

/// A grid of blocks, each near its neighbours but beyond the margin.
fn grid(spacing: f64, resolution: Resolution) -> Scene {
    let one = block([2, 2, 2], [1.0; 3]);
    let places = (0..27).map(|i| [i % 3, i / 3 % 3, i / 9].map(|k| f64::from(k) * spacing));
    let blocks: Vec<_> = places.map(|place| shifted(&one, place)).collect();
    let config = config(0.01).with_resolution(resolution).with_search_distance(0.2);
    scene_of(config.expect("above the margin"), BodyOptions::default(), &blocks)
}

#[test]
fn an_unmoved_scene_skips_all_that_is_apart() {
    for resolution in [Resolution::Facet, Resolution::Piece] {
        let mut scene = grid(1.1, resolution);
        assert_eq!(scene.detect(), []);
        let first = *scene.statistics();
        assert!(first.candidates > 100 && first.rebuilt && first.rebuilds == 1, "{first:?}");
        assert_eq!(first.skipped, 0);
        for _ in 0..3 {
            assert_eq!(scene.detect(), []);
            let next = *scene.statistics();
            assert!(!next.rebuilt && next.rebuilds == 1, "{next:?}");
            assert_eq!((next.skipped, next.queries, next.facet_pairs), (next.candidates, 0, 0));
            assert_eq!((next.iterations, next.sub_calls), (0, 0));
        }
        // One block moves by less than the skin allows: the list is still good.
        scene.set_pose(13, &Pose::translation(0.02, 0.0, 0.0)).unwrap();
        scene.detect();
        assert!(!scene.statistics().rebuilt);
        scene.set_pose(13, &Pose::translation(0.5, 0.0, 0.0)).unwrap();
        scene.detect();
        assert!(scene.statistics().rebuilt && scene.statistics().rebuilds == 2);
        assert!(!scene.contacts().is_empty());
    }
}

#[test]
fn counts_add_up() {
    for placement in [Placement::Apart, Placement::Near, Placement::Overlapping] {
        let mut scene = bunny_and(&knot_poses(3, placement), config(0.01));
        for step in 0..3 {
            scene.detect();
            let s = *scene.statistics();
            println!("{placement:?} {step}: {s:?}");
            assert_eq!(s.contacts, scene.contacts().len());
            // Candidates are skipped once their near facets are known.
            assert!(s.skipped <= s.candidates, "{s:?}");
            assert!(step == 0 || s.skipped == s.candidates, "{s:?}");
            assert!(s.iterations >= s.queries as u64, "{s:?}");
            assert!(s.sub_calls >= s.backup_calls, "{s:?}");
            assert!(s.sub_calls <= s.iterations, "{s:?}");
            let is_near = placement != Placement::Apart;
            // Parts of one body that are not in contact are left alone too, after a second look
            // that tells how far they are apart.
            assert!(is_near || step == 0 || s.skipped == s.candidates, "{s:?}");
            assert!(is_near || step < 1 || s.skipped > s.candidates / 2, "{s:?}");
            assert_eq!(s.contacts > 0, is_near, "{s:?}");
            assert!(s.facet_pairs > 0 || !is_near, "{s:?}");
        }
    }
}

#[test]
fn without_skipping_nothing_is_skipped() {
    let poses = knot_poses(5, Placement::Near);
    let mut plain = bunny_and(&poses, config(0.01).with_skipping(false));
    let mut scene = bunny_and(&poses, config(0.01));
    for _ in 0..3 {
        plain.detect();
        assert_eq!(plain.statistics().skipped, 0);
        assert_same(scene.detect(), plain.contacts(), "skipping");
    }
    let (all, some) = (plain.statistics(), scene.statistics());
    assert_eq!(all.candidates, some.candidates);
    assert!(some.skipped > 0 && some.facet_pairs < all.facet_pairs, "{some:?} {all:?}");
    assert_same(&scene.query(), &ageless(plain.contacts()), "query");
}
