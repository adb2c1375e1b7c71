//! What is carried from one detection to the next: ages, numbers of the host, saved states; and
//! what follows from contacts: resultants and time steps.

use gapkit::Vec3;
use gapkit::error::ErrorKind;
use gapkit::scene::{BodyOptions, Config, Contact, Feature, Resolution, Scene, State};
use gapkit::shape::Pose;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::common::{Placement, block, bunny_and, config, knot_poses, shifted};

const MARGIN: f64 = 0.02;

/// A block over another, and over a plane, with two numbers for each contact.
fn scene() -> Scene {
    scene_of(Resolution::Facet)
}

fn scene_of(resolution: Resolution) -> Scene {
    let config = config(MARGIN).with_history(2).with_resolution(resolution);
    let mut scene = Scene::new(config).expect("threads start");
    let options = BodyOptions::default();
    scene.add_mesh(&block([7, 6, 2], [1.4, 1.3, 0.4]), options).expect("a mesh");
    let upper = shifted(&block([5, 4, 2], [0.9, 0.8, 0.4]), [0.23, 0.31, 0.41]);
    scene.add_mesh(&upper, options).expect("a mesh");
    scene.add_plane([0.0, 0.0, -0.01], [0.0, 0.0, 1.0], options).expect("a plane");
    scene
}

/// Slides the upper block over the lower one.
fn slide(scene: &mut Scene, step: usize) {
    let pose = Pose::translation(0.02 * step as f64, 0.013 * step as f64, 0.0);
    scene.set_pose(1, &pose).expect("a pose");
}

/// Numbers that tell contacts and detections apart.
fn stamp(scene: &mut Scene, step: usize) {
    for i in 0..scene.contacts().len() {
        let id = scene.contacts()[i].id as f64;
        scene.values_mut(i).copy_from_slice(&[id, step as f64]);
    }
}

#[test]
fn ages_and_numbers_live_as_long_as_the_features_touch() {
    let mut scene = scene();
    let (mut born, mut died, mut carried) = (0, 0, 0);
    scene.detect();
    assert!(scene.contacts().iter().all(|contact| contact.age == 0));
    assert!((0..scene.contacts().len()).all(|i| scene.values(i) == [0.0, 0.0]));
    stamp(&mut scene, 0);
    for step in 1..8 {
        let before: Vec<Contact> = scene.contacts().to_vec();
        slide(&mut scene, step);
        scene.detect();
        for (i, contact) in scene.contacts().iter().enumerate() {
            match before.iter().find(|old| old.id == contact.id) {
                Some(old) => {
                    carried += 1;
                    assert_eq!(contact.age, old.age + 1);
                    assert_eq!(scene.values(i), [contact.id as f64, step as f64 - 1.0]);
                    let features = |c: &Contact| c.sides.map(|s| (s.body, s.nodes().to_vec()));
                    assert_eq!(features(contact), features(old));
                }
                None => {
                    born += 1;
                    assert_eq!((contact.age, scene.values(i)), (0, &[0.0, 0.0][..]));
                }
            }
        }
        let lives = |old: &&Contact| scene.contacts().iter().any(|c| c.id == old.id);
        died += before.iter().filter(|old| !lives(old)).count();
        stamp(&mut scene, step);
    }
    println!("{born} born, {died} died, {carried} carried");
    assert!(born > 10 && died > 10 && carried > 100);
}

#[test]
fn a_restored_state_makes_a_step_repeatable() {
    let mut scene = scene();
    for step in 0..3 {
        slide(&mut scene, step);
        scene.detect();
        stamp(&mut scene, step);
    }
    let state = scene.save();
    let go = |scene: &mut Scene| -> (Vec<Contact>, Vec<Vec<f64>>) {
        slide(scene, 3);
        scene.detect();
        let values = (0..scene.contacts().len()).map(|i| scene.values(i).to_vec()).collect();
        (scene.contacts().to_vec(), values)
    };
    let first = go(&mut scene);
    assert!(first.0.iter().any(|contact| contact.age > 0));
    // Elsewhere in between, as after a step that was rejected.
    slide(&mut scene, 30);
    scene.detect();
    stamp(&mut scene, 99);
    assert_ne!(scene.save(), state);
    scene.restore(&state).expect("its own");
    assert_eq!(scene.save(), state);
    assert_eq!(go(&mut scene), first);
}

#[test]
fn bytes_of_a_state_are_the_state_and_any_others_are_refused() {
    for resolution in [Resolution::Surface, Resolution::Facet, Resolution::Piece] {
        let mut scene = scene_of(resolution);
        for step in 0..3 {
            slide(&mut scene, step);
            scene.detect();
            stamp(&mut scene, step);
        }
        let state = scene.save();
        let bytes = state.to_bytes();
        assert_eq!(bytes.len(), state.byte_count());
        let read = State::from_bytes(&bytes).expect("a state");
        assert_eq!(read, state);
        scene.restore(&read).expect("its own");
        assert_eq!(scene.save(), state);
        for cut in 0..bytes.len().min(300) {
            let error = State::from_bytes(&bytes[..cut]).expect_err("cut");
            assert_eq!(error.kind(), ErrorKind::Damaged, "{cut}");
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert!(State::from_bytes(&longer).is_err());
        for byte in (0..bytes.len()).step_by(131) {
            let mut flipped = bytes.clone();
            flipped[byte] ^= 1 << (byte % 8);
            let error = State::from_bytes(&flipped).expect_err("flipped");
            assert_eq!(error.kind(), ErrorKind::Damaged, "{byte}: {error}");
        }
    }
}

/// Bytes with a right checksum that nothing wrote: whatever they hold, nothing else happens than
/// that they are refused, or restored.
#[test]
fn bytes_that_were_made_up_do_no_harm() {
    let mut scene = scene_of(Resolution::Surface);
    scene.detect();
    let bytes = scene.save().to_bytes();
    let mut random = SmallRng::seed_from_u64(1);
    let (mut refused, mut foreign) = (0, 0);
    for _ in 0..500 {
        let mut other = bytes.clone();
        let word = 8 * random.random_range(3..other.len() / 8 - 1);
        let number =
            if random.random() { u64::from(random.random::<u16>()) } else { random.random() };
        other[word..word + 8].copy_from_slice(&number.to_le_bytes());
        let end = other.len() - 8;
        let checksum = fnv(&other[..end]);
        other[end..].copy_from_slice(&checksum.to_le_bytes());
        match State::from_bytes(&other) {
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::Damaged);
                refused += 1;
            }
            Ok(state) => foreign += usize::from(scene.restore(&state).is_err()),
        }
        scene.detect();
    }
    assert!(refused > 50 && foreign > 20, "{refused} {foreign}");
}

/// FNV-1a.
fn fnv(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

#[test]
fn the_state_of_another_scene_is_refused() {
    let options = BodyOptions::default();
    let of = |config: Config, bodies: &[([usize; 3], BodyOptions)]| {
        let mut scene = Scene::new(config.with_threads(1)).expect("threads start");
        for ((cells, options), i) in bodies.iter().zip(0..) {
            let mesh = shifted(&block(*cells, [1.0, 1.0, 0.5]), [0.1, 0.1, 0.51 * f64::from(i)]);
            scene.add_mesh(&mesh, *options).expect("a mesh");
        }
        scene.detect();
        scene
    };
    let plain = config(MARGIN);
    let [small, large] = [([2, 2, 1], options), ([3, 3, 2], options)];
    let mut scene = of(plain, &[small, large]);
    let before = scene.save();
    assert!(!scene.contacts().is_empty());
    let others = [
        ("more nodes", of(plain, &[small, ([4, 3, 2], options)]), "body 1 is another"),
        ("as many nodes", of(plain, &[small, ([2, 3, 3], options)]), "body 1 is another"),
        ("another order", of(plain, &[large, small]), "body 0 is another"),
        ("more bodies", of(plain, &[small, large, small]), "3 bodies, here there are 2"),
        ("options", of(plain, &[small, (large.0, options.with_self_contact(true))]), "body 1"),
        ("history", of(plain.with_history(3), &[small, large]), "3 values each, here they have 0"),
        ("resolution", of(plain.with_resolution(Resolution::Piece), &[small, large]), "Piece"),
    ];
    for (name, other, words) in others {
        let error = scene.restore(&other.save()).expect_err(name).to_string();
        assert!(error.contains("another scene") && error.contains(words), "{name}: {error}");
        assert_eq!(scene.save(), before, "{name}");
    }
    // One made alike, wherever its bodies are; and one with a body more than then.
    let mut alike = of(plain, &[small, large]);
    alike.set_pose(1, &Pose::translation(0.0, 0.0, 9.0)).expect("a pose");
    alike.restore(&before).expect("made alike");
    assert_eq!(alike.contacts(), scene.contacts());
    scene.add_plane([0.0, 0.0, -0.01], [0.0, 0.0, 1.0], options).expect("a plane");
    scene.restore(&before).expect("a body was added since");
}

#[test]
fn a_state_of_pieces_is_refused_after_they_were_split() {
    let mut scene =
        Scene::new(config(MARGIN).with_resolution(Resolution::Piece)).expect("threads start");
    let mesh = block([4, 4, 1], [1.0, 1.0, 0.25]);
    scene.add_mesh(&mesh, BodyOptions::default()).expect("a mesh");
    scene.add_plane([0.0; 3], [0.0, 0.0, 1.0], BodyOptions::default()).expect("a plane");
    scene.detect();
    let state = scene.save();
    let bent: Vec<[f64; 3]> =
        mesh.nodes().iter().map(|&[x, y, z]| [x, y, z + 0.8 * (x - 0.5) * (x - 0.5)]).collect();
    scene.set_positions(0, &bent).expect("positions");
    scene.restore(&state).expect("where bodies are does not count");
    assert!(scene.split(0, 0.001).expect("a mesh") > 0);
    let error = scene.restore(&state).expect_err("other pieces").to_string();
    assert!(error.contains("body 0 is another"), "{error}");
}

#[test]
fn queries_change_nothing() {
    let mut scene = scene();
    scene.detect();
    stamp(&mut scene, 0);
    let state = scene.save();
    let statistics = *scene.statistics();
    slide(&mut scene, 2);
    let queried = scene.query();
    assert_eq!(*scene.statistics(), statistics);
    assert!(!queried.is_empty() && queried.iter().all(|contact| contact.age == 0));
    assert_eq!(scene.overlaps(), []);
    assert_eq!(scene.save(), state);
    // Sunk by more and less: deepest first, and only what overlaps.
    scene.set_pose(1, &Pose::new(Vec3::new(0.0, 0.0, -0.05), Vec3::x() * 0.01)).unwrap();
    let overlaps = scene.overlaps();
    assert!(overlaps.len() > 10 && overlaps.iter().all(|contact| contact.gap < 0.0));
    assert!(overlaps.windows(2).all(|pair| pair[0].gap <= pair[1].gap));
    assert_eq!(scene.save(), state);
    assert_eq!(scene.detect().iter().filter(|contact| contact.gap < 0.0).count(), overlaps.len());
}

#[test]
fn ids_are_the_same_in_every_run() {
    let poses = knot_poses(1, Placement::Near);
    let [one, two] = [1, 3].map(|threads| {
        let mut scene = bunny_and(&poses, config(0.01).with_threads(threads));
        scene.detect().iter().map(|contact| contact.id).collect::<Vec<_>>()
    });
    assert!(one.len() > 100);
    assert_eq!(one, two);
}

#[test]
fn forces_on_all_bodies_are_in_balance() {
    let mut scene = bunny_and(&knot_poses(15, Placement::Overlapping), config(0.01));
    scene.detect();
    let contacts = scene.contacts();
    let force = |contact: &Contact| contact.normal * (0.1 - contact.gap);
    let forces: Vec<Vec3> = contacts.iter().map(force).collect();
    let about = Vec3::new(0.3, -0.2, 0.1);
    let resultants = scene.resultants(&forces, about).unwrap();
    assert_eq!(resultants.len(), 9);
    let scale: f64 = forces.iter().map(|force| force.norm()).sum();
    let force: Vec3 = resultants.iter().map(|resultant| resultant.force).sum();
    let moment: Vec3 = resultants.iter().map(|resultant| resultant.moment).sum();
    assert!(scale > 10.0 && force.norm() <= 1e-15 * scale, "{force}");
    assert!(moment.norm() <= 1e-14 * scale, "{moment}");
    // By hand for one body.
    let mut wanted = [Vec3::zeros(); 2];
    for (contact, force) in contacts.iter().zip(&forces) {
        for (i, sign, at) in [(0, -1.0, contact.point_a), (1, 1.0, contact.point_b)] {
            if contact.sides[i].body == 3 {
                wanted[0] += force * sign;
                wanted[1] += (at - about).cross(&(force * sign));
            }
        }
    }
    assert!(wanted[0].norm() > 0.0);
    assert!((resultants[3].force - wanted[0]).norm() <= 1e-14 * scale);
    assert!((resultants[3].moment - wanted[1]).norm() <= 1e-14 * scale);
    assert!(scene.resultants(&forces[1..], about).is_err());
}

#[test]
fn the_stable_time_step_is_that_of_the_stiffest_contact() {
    let mut scene = scene();
    scene.detect();
    let mass = |body: u32, node: u32| 0.5 + f64::from(body) + 0.01 * f64::from(node);
    let limit = scene.stable_time_step(1e4, mass).unwrap().unwrap();
    let mut least = (f64::INFINITY, 0);
    for (i, contact) in scene.contacts().iter().enumerate() {
        // A force of 1 moves the point of each side by the sum of squared weights over masses.
        let inverse = |side: &gapkit::scene::Side| -> f64 {
            let terms = side.nodes().iter().zip(side.weights());
            terms.map(|(&node, w)| w * w / mass(side.body, node)).sum()
        };
        let (m, k) = (1.0 / contact.sides.iter().map(inverse).sum::<f64>(), 1e4 * contact.area);
        let step = 2.0 * (m / k).sqrt();
        if step < least.0 {
            least = (step, i);
        }
    }
    assert_eq!(limit.contact, least.1);
    assert!((limit.time_step - least.0).abs() <= 1e-14 * least.0);
    let held = scene.stable_time_step(1e4, |_, _| f64::INFINITY).unwrap();
    assert_eq!(held, None);
    assert!(scene.stable_time_step(0.0, mass).is_err());
    // A node on the plane alone: 2 sqrt(m / k).
    let mut one = Scene::new(config(MARGIN)).unwrap();
    one.add_mesh(&block([1, 1, 1], [1.0; 3]), BodyOptions::default()).unwrap();
    one.add_plane(Vec3::zeros(), Vec3::new(1.0, 1.0, 1.0), BodyOptions::default()).unwrap();
    let [contact] = one.detect() else { panic!("one corner") };
    assert_eq!(contact.sides[0].feature(), Feature::Node);
    let wanted = 2.0 * (3.0 / (50.0 * contact.area)).sqrt();
    let limit = one.stable_time_step(50.0, |_, _| 3.0).unwrap().unwrap();
    assert!((limit.time_step - wanted).abs() <= 1e-15 * wanted);
}
