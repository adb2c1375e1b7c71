//! When contacts close within the time step ahead.

use gapkit::mesh::bodies;
use gapkit::scene::{BodyOptions, Config, Resolution, Scene};

/// Two unit cubes, one above the other, and the number of the upper one.
fn cubes(gap: f64, resolution: Resolution, thickness: f64) -> (Scene, u32) {
    let block = bodies::block([1; 3], [1.0; 3]).expect("a block");
    let config = Config::new(0.01).expect("a margin").with_resolution(resolution);
    let mut scene = Scene::new(config).expect("threads");
    let options = BodyOptions::default().with_thickness(thickness).expect("good");
    scene.add_mesh(&block, options).expect("a mesh");
    let upper = scene.add_mesh(&block, options).expect("a mesh");
    let moved: Vec<_> =
        block.nodes().iter().map(|[x, y, z]| [x + 0.25, y + 0.125, z + 1.0 + gap]).collect();
    scene.set_positions(upper, &moved).expect("finite");
    (scene, upper)
}

#[test]
fn a_gap_closes_after_the_share_of_the_step_that_it_takes() {
    for resolution in [Resolution::Surface, Resolution::Facet, Resolution::Piece] {
        for (thickness, falls, expected) in
            [(0.0, 0.5, 0.25), (0.0, 0.125, 1.0), (0.0625, 0.5, 0.0), (0.03125, 0.5, 0.125)]
        {
            let (mut scene, upper) = cubes(0.125, resolution, thickness);
            scene.set_velocities(upper, &[[0.0, 0.0, -falls / 0.5]; 8], 0.5).expect("finite");
            scene.detect();
            assert!(!scene.contacts().is_empty());
            // Contacts of faces: what is at the rim may have other normals.
            let times = scene.contacts().iter().zip(scene.impact_times());
            let faces: Vec<f64> =
                times.filter(|(c, _)| c.normal.z.abs() > 0.999).map(|(_, time)| time).collect();
            assert!(!faces.is_empty());
            for time in faces {
                assert!((time - expected).abs() < 1e-9, "{resolution:?} {thickness}: {time}");
            }
        }
    }
}

#[test]
fn gaps_that_do_not_close_never_do() {
    for velocity in [[0.0; 3], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 0.0, -0.007]] {
        let (mut scene, upper) = cubes(0.0078125, Resolution::Surface, 0.0);
        scene.set_velocities(upper, &[velocity; 8], 1.0).expect("finite");
        scene.detect();
        assert!(!scene.contacts().is_empty());
        assert!(scene.impact_times().all(|time| time == f64::INFINITY), "{velocity:?}");
    }
    // Without velocities nothing moves.
    let (mut scene, _) = cubes(0.0078125, Resolution::Surface, 0.0);
    assert_eq!(scene.impact_times().len(), 0);
    scene.detect();
    assert!(scene.impact_times().all(|time| time == f64::INFINITY));
}

#[test]
fn what_overlaps_is_closed_at_once() {
    let (mut scene, upper) = cubes(-0.0625, Resolution::Surface, 0.0);
    scene.set_velocities(upper, &[[0.0, 0.0, 1.0]; 8], 1.0).expect("finite");
    scene.detect();
    let times = scene.contacts().iter().zip(scene.impact_times());
    let closed: Vec<f64> = times.filter(|(c, _)| c.gap <= 0.0).map(|(_, time)| time).collect();
    assert!(!closed.is_empty() && closed.iter().all(|&time| time == 0.0));
}
