//! Scenes that make no sense, and hosts that do not wait for them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use gapkit::error::ErrorKind;
use gapkit::mesh::bodies;
use gapkit::scene::{BodyOptions, Config, Resolution, Scene, hash};
use gapkit::shape::Pose;

use crate::common::config;

/// Bodies that coincide.
fn coincident(config: Config, cells: [usize; 3], count: usize) -> Scene {
    let mut scene = Scene::new(config).expect("threads");
    let block = bodies::block(cells, [1.0, 1.0, 1.0]).expect("a block");
    for _ in 0..count {
        scene.add_mesh(&block, BodyOptions::default()).expect("a body");
    }
    scene
}

/// Whatever a detection was doing when it was stopped, the contacts are those from before, and the
/// next detection finds what it would have found.
#[test]
fn a_detection_that_is_stopped_changes_nothing() {
    for resolution in [Resolution::Surface, Resolution::Facet, Resolution::Piece] {
        for threads in [1, 3] {
            let config = config(0.1).with_resolution(resolution).with_threads(threads);
            let mut scene = coincident(config, [2, 2, 2], 4);
            scene.set_pose(1, &Pose::translation(0.0, 0.0, 1.05)).expect("a pose");
            let before = hash(scene.detect());
            let ages: Vec<u32> = scene.contacts().iter().map(|contact| contact.age).collect();
            scene.set_pose(2, &Pose::translation(0.3, 0.2, 0.5)).expect("a pose");
            let mut stops = 0;
            // Stopped when it asks for the first time, the second, and so on.
            let mut patience = 0;
            loop {
                let asked = AtomicUsize::new(0);
                let stop = || asked.fetch_add(1, Ordering::Relaxed) >= patience;
                match scene.detect_unless(stop).map(|_| ()) {
                    Ok(()) => break,
                    Err(error) => assert_eq!(error.kind(), ErrorKind::Stopped),
                }
                stops += 1;
                patience = patience + patience / 3 + 1;
                assert_eq!(hash(scene.contacts()), before, "{resolution:?}, {patience}");
                let now = scene.contacts().iter().map(|contact| contact.age);
                assert!(now.eq(ages.iter().copied()));
            }
            assert!(stops > 3, "{resolution:?}: stopped {stops} times");
            let found = hash(scene.contacts());
            let mut other = coincident(config, [2, 2, 2], 4);
            other.set_pose(1, &Pose::translation(0.0, 0.0, 1.05)).expect("a pose");
            other.detect();
            other.set_pose(2, &Pose::translation(0.3, 0.2, 0.5)).expect("a pose");
            assert_eq!(hash(other.detect()), found, "{resolution:?}");
        }
    }
}

/// Ends within the time that the host gives it, and not much later.
fn ends(name: &str, scene: &mut Scene, limit: Duration) {
    let begun = Instant::now();
    let found = scene.detect_unless(|| begun.elapsed() > limit).map(<[_]>::len);
    println!("{name}: {found:?} after {:.2?}", begun.elapsed());
    assert!(begun.elapsed() < limit + Duration::from_secs(8), "{name}: {:?}", begun.elapsed());
}

#[test]
fn coincident_bodies_end_when_the_host_says_so() {
    let mut scene = coincident(config(0.1), [2, 2, 2], 30);
    ends("30 bodies of 48 tets", &mut scene, Duration::from_millis(300));
}

/// `cargo test --release --test scene -- --ignored loads_end --nocapture`
#[test]
#[ignore = "takes a minute and 2 GB"]
fn loads_end_within_ten_seconds_or_when_the_host_says_so() {
    let limit = Duration::from_secs(8);
    for resolution in [Resolution::Surface, Resolution::Facet] {
        let base = config(0.1).with_resolution(resolution);
        let mut scene = coincident(base, [2, 2, 2], 100);
        ends(&format!("100 coincident bodies, {resolution:?}"), &mut scene, limit);
        let far = config(1e9).with_resolution(resolution);
        let mut scene = coincident(far, [1, 1, 1], 400);
        for body in 0..400u32 {
            let at = [body % 8, body / 8 % 8, body / 64].map(|k| 1.5 * f64::from(k));
            scene.set_pose(body, &Pose::translation(at[0], at[1], at[2])).expect("a pose");
        }
        ends(&format!("400 cubes at a margin of 1e9, {resolution:?}"), &mut scene, limit);
        let mut scene = coincident(base, [60, 60, 60], 2);
        ends(&format!("two meshes of 1.3 million tets, {resolution:?}"), &mut scene, limit);
    }
}
