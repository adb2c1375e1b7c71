//! Scenes that make no sense, and hosts that do not wait for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use gapkit::error::ErrorKind;
use gapkit::mesh::bodies;
use gapkit::scene::{BodyOptions, Config, Resolution, Scene, hash};
use gapkit::shape::{Pose, Sphere};

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

/// A facet that was large when its body was made, or that everything is near to, has no more points on a
/// ball than others have: a million of parts were in contact before, each with three points.
#[test]
fn facets_have_few_points_on_a_ball_whatever_their_size() {
    for (rest, now, margin) in
        [(1e4, 1.0, 0.05), (1e9, 1.0, 0.05), (1.0, 1.0, 1e9), (1e6, 1e6, 1e9)]
    {
        let mut scene =
            Scene::new(config(margin).with_resolution(Resolution::Surface)).expect("threads");
        let block = bodies::block([1, 1, 1], [rest; 3]).expect("a block");
        let nodes: Vec<_> = block.nodes().iter().map(|x| x.map(|c| c / rest * now)).collect();
        let mesh = scene.add_mesh(&block, BodyOptions::default()).expect("a body");
        let ball = Arc::new(Sphere::new([0.0; 3], 0.5).expect("a ball"));
        let pose = Pose::translation(0.5 * now, 0.5 * now, now + 0.49);
        scene.add_shape(ball, &pose, BodyOptions::default()).expect("a ball");
        scene.set_positions(mesh, &nodes).expect("positions");
        let count = scene.detect().len();
        assert!((1..40_000).contains(&count), "{rest:e} {now:e} {margin:e}: {count}");
    }
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

/// Ends within the time that the host gives it, and not much later. Says how long the host was not asked
/// at most.
fn ends(name: &str, scene: &mut Scene, [limit, late]: [Duration; 2]) {
    let (begun, last, longest) = (Instant::now(), AtomicU64::new(0), AtomicU64::new(0));
    let stop = || {
        let now = begun.elapsed();
        let before = last.fetch_max(now.as_micros() as u64, Ordering::Relaxed);
        let unasked = (now.as_micros() as u64).saturating_sub(before);
        longest.fetch_max(unasked, Ordering::Relaxed);
        now > limit
    };
    let found = scene.detect_unless(stop).map(<[_]>::len);
    let took = begun.elapsed();
    let unasked = Duration::from_micros(longest.into_inner());
    let last = took.saturating_sub(Duration::from_micros(last.into_inner()));
    println!(
        "{name}: {found:?} after {took:.2?}, not asked for {unasked:.2?}, {last:.2?} at the end"
    );
    assert!(took < limit + late, "{name}: {took:?}");
}

#[test]
fn coincident_bodies_end_when_the_host_says_so() {
    let mut scene = coincident(config(0.1), [2, 2, 2], 30);
    // Others may be at work on the machine.
    ends("30 bodies of 48 tets", &mut scene, [Duration::from_millis(300), Duration::from_secs(8)]);
}

/// `cargo test --release --test scene -- --ignored loads_end --nocapture`, on a quiet machine
#[test]
#[ignore = "takes a minute and 2 GB"]
fn loads_end_within_ten_seconds_or_when_the_host_says_so() {
    let limit = [8, 2].map(Duration::from_secs);
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
