//! The contacts of the last detection at other positions.

use gapkit::mesh::bodies;
use gapkit::scene::{BodyOptions, Change, Contact, Kind, Resolution, Scene};
use gapkit::shape::{Pose, Sphere};
use std::sync::Arc;

use crate::common::{block, config, posed, shifted};
use gapkit::Vec3;

const RESOLUTIONS: [Resolution; 3] = [Resolution::Surface, Resolution::Facet, Resolution::Piece];

const MARGIN: f64 = 0.02;

/// A turned block on another, a plane below and a sphere beside them.
fn scene(resolution: Resolution) -> Scene {
    let settings = config(MARGIN).with_resolution(resolution).with_history(1);
    let mut scene = Scene::new(settings).expect("threads start");
    let options = BodyOptions::default().with_thickness(1e-3).expect("a length");
    scene.add_mesh(&block([4, 5, 2], [1.0, 1.2, 0.4]), options).expect("a mesh");
    let turned =
        posed(&block([3, 4, 2], [0.8, 0.8, 0.4]), &Pose::new(Vec3::zeros(), Vec3::z() * 0.3));
    scene.add_mesh(&shifted(&turned, [0.25, 0.1, 0.405]), options).expect("a mesh");
    scene.add_plane([0.0, 0.0, -0.005], [0.0, 0.0, 1.0], options).expect("a plane");
    let ball = Arc::new(Sphere::new([0.0; 3], 0.5).expect("a radius"));
    scene.add_shape(ball, &Pose::translation(-0.51, 0.6, 0.2), options).expect("a shape");
    scene
}

/// Moves the upper block and bends the lower one.
fn place(scene: &mut Scene, by: f64) {
    let lower = block([4, 5, 2], [1.0, 1.2, 0.4]);
    let bent: Vec<[f64; 3]> =
        lower.nodes().iter().map(|[x, y, z]| [*x, *y, z - 0.5 * by * x * x]).collect();
    scene.set_positions(0, &bent).expect("positions");
    let turn = Pose::new(Vec3::new(0.9, -0.4, -0.4) * by, Vec3::new(0.2, 0.1, 0.4) * by);
    scene.set_pose(1, &turn).expect("a pose");
}

/// A contact as it is without its history.
fn now(contact: &Contact) -> Contact {
    Contact { age: 0, previous: None, ..*contact }
}

#[test]
fn nothing_changes_where_nothing_moved() {
    for resolution in RESOLUTIONS {
        let mut scene = scene(resolution);
        scene.detect();
        place(&mut scene, 1e-3);
        let found = scene.detect().to_vec();
        assert!(found.len() > 3 && found.iter().any(|contact| contact.age == 1), "{resolution:?}");
        assert!(scene.changes().is_empty());
        assert_eq!(scene.update(), gapkit::scene::Update::default(), "{resolution:?}");
        assert_eq!(scene.contacts(), found, "{resolution:?}");
        assert_eq!(scene.changes(), vec![Change::None; found.len()]);
    }
}

#[test]
fn contacts_are_those_of_a_detection_or_followed() {
    let mut sums = [0; 4];
    for resolution in RESOLUTIONS {
        let ways = [(0.0, 1e-4), (0.0, 3e-3), (1e-2, 0.0), (1e-2, -5e-3), (0.0, 3e-2)];
        for (start, by) in ways {
            let mut scene = scene(resolution);
            place(&mut scene, start);
            let before = scene.detect().to_vec();
            for i in 0..before.len() {
                scene.values_mut(i)[0] = i as f64;
            }
            place(&mut scene, by);
            let update = scene.update();
            let updated = scene.contacts().to_vec();
            let changes = scene.changes().to_vec();
            assert_eq!(updated.len(), before.len());
            let mut anew = self::scene(resolution);
            place(&mut anew, by);
            let found = anew.detect().to_vec();
            let mut lost = 0;
            for (i, contact) in updated.iter().enumerate() {
                let old = &before[i];
                assert_eq!((contact.id, contact.age), (old.id, old.age));
                assert_eq!(scene.values(i), [i as f64]);
                let gap = contact.point_b - contact.point_a - contact.normal * contact.gap;
                assert!(gap.norm() < 1e-14);
                if let Some(same) = found.iter().find(|other| other.id == contact.id) {
                    assert_eq!(now(same), now(contact));
                    let is_closed = [old.gap <= 0.0, contact.gap <= 0.0];
                    let change = match is_closed {
                        [true, false] => Change::Opened,
                        [false, true] => Change::Closed,
                        _ => Change::None,
                    };
                    assert_eq!(changes[i], change);
                } else {
                    lost += 1;
                    assert_eq!(changes[i], Change::Lost);
                    assert_eq!((contact.sides, contact.normal), (old.sides, old.normal));
                    let is_area = matches!(contact.kind, Kind::Area | Kind::Corner | Kind::Deep);
                    assert_eq!(contact.area, if is_area { 0.0 } else { old.area });
                }
            }
            assert_eq!(update.lost, lost);
            assert_eq!(update.gained, found.len() - (updated.len() - lost));
            let numbers = [update.opened, update.closed, update.lost, update.gained];
            (0..4).for_each(|k| sums[k] += numbers[k]);
            // What an update did does not show after the next detection.
            let mut plain = self::scene(resolution);
            place(&mut plain, start);
            plain.detect();
            place(&mut plain, by);
            assert_eq!(scene.detect(), plain.detect(), "{resolution:?} {by}");
        }
    }
    assert!(sums.iter().all(|sum| *sum > 10), "{sums:?}");
}

/// A block that is lifted off a plate: the gaps of what was in contact are the height.
#[test]
fn contacts_that_are_lost_are_followed() {
    for resolution in RESOLUTIONS {
        let mut scene = Scene::new(config(MARGIN).with_resolution(resolution)).expect("threads");
        let options = BodyOptions::default();
        scene.add_mesh(&block([3, 3, 1], [1.0, 1.0, 0.5]), options).expect("a mesh");
        let upper = shifted(&block([2, 2, 1], [0.6, 0.6, 0.5]), [0.2, 0.2, 0.5]);
        scene.add_mesh(&upper, options).expect("a mesh");
        let count = scene.detect().len();
        assert!(count > 0);
        for height in [0.01, 0.3, 5.0] {
            scene.set_pose(1, &Pose::translation(0.0, 0.0, height)).expect("a pose");
            let update = scene.update();
            assert!(update.lost == 0 || height > MARGIN, "{update:?}");
            assert!(update.lost == count || height < MARGIN || resolution == Resolution::Piece);
            for contact in scene.contacts() {
                assert!((contact.gap - height).abs() < 1e-12, "{resolution:?} {contact:?}");
            }
        }
        scene.set_pose(1, &Pose::identity()).expect("a pose");
        assert_eq!(scene.update(), gapkit::scene::Update::default());
    }
}

#[test]
fn a_scene_without_contacts_has_nothing_to_update() {
    let mut scene = Scene::new(config(MARGIN)).expect("threads start");
    assert_eq!(scene.update(), gapkit::scene::Update::default());
    let ball = bodies::block([1, 1, 1], [1.0; 3]).expect("a block");
    scene.add_mesh(&ball, BodyOptions::default()).expect("a mesh");
    scene.add_plane([0.0, 0.0, -0.001], [0.0, 0.0, 1.0], BodyOptions::default()).expect("a plane");
    let update = scene.update();
    assert!(update.gained > 0 && scene.contacts().is_empty(), "{update:?}");
}
