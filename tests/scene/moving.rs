//! Bodies that move step by step: nothing that is remembered changes the contacts.

use std::sync::Arc;

use gapkit::Vec3;
use gapkit::broad::Method;
use gapkit::mesh::{TetMesh, bodies};
use gapkit::partition::{Build, Options};
use gapkit::scene::{BodyOptions, Config, Scene};
use gapkit::shape::{Pose, Sphere};

use crate::common::{ageless, assert_same, block, check_rules, config, shifted};

const MARGIN: f64 = 0.05;

/// A ring-like body with self-contact, two blocks and a ball over a plane.
struct Dance {
    meshes: [TetMesh; 3],
}

impl Dance {
    fn new() -> Self {
        // The rope is so thick that the strands are nearer to each other than the margin at times.
        let rope = bodies::Knot { rope: 0.88, ..bodies::Knot::trefoil(28, 5, 1) };
        let knot = bodies::knot(&rope).expect("a knot");
        let knot = shifted(&crate::common::moved(&knot, |x| x.map(|x| 0.25 * x)), [0.0, 0.0, 1.0]);
        let lower = shifted(&block([4, 4, 1], [2.0, 2.0, 0.4]), [-1.0, -1.0, 0.0]);
        let upper = shifted(&block([2, 2, 3], [0.5, 0.5, 0.8]), [-0.2, -0.3, 1.4]);
        Self { meshes: [knot, lower, upper] }
    }

    fn scene(&self, config: Config) -> Scene {
        let options = BodyOptions::default().with_self_contact(true);
        let mut scene = crate::common::scene_of(config, options, &self.meshes);
        let ball = Arc::new(Sphere::new([0.0; 3], 0.2).expect("a ball"));
        scene.add_shape(ball, &Pose::identity(), options).expect("a shape");
        scene.add_plane([0.0, 0.0, -0.03], [0.0, 0.0, 1.0], options).expect("a plane");
        scene
    }

    /// Where a mesh is: a slow rigid motion and a smooth wave through the body.
    fn positions(&self, body: usize, step: usize) -> Vec<[f64; 3]> {
        let (t, phase) = (0.01 * step as f64, 1.3 * body as f64);
        let shift = Vec3::new((t + phase).sin(), (0.8 * t).cos() - 1.0, (0.6 * t + phase).cos());
        let turn = Vec3::new(0.1 * t, 0.05 * t, 0.2 * t) * body as f64;
        let pose = Pose::new(shift * 0.3, turn);
        let wave = |x: f64| 0.04 * (2.0 * x + 1.7 * t + phase).sin();
        let place = |x: &[f64; 3]| {
            let bent = [x[0] + wave(x[1]), x[1] + wave(x[2]), x[2] + wave(x[0])];
            pose.transform_point(&bent.into()).into()
        };
        self.meshes[body].nodes().iter().map(place).collect()
    }

    fn set(&self, scene: &mut Scene, step: usize) {
        for body in 0..self.meshes.len() {
            let positions = self.positions(body, step);
            scene.set_positions(body as u32, &positions).expect("finite positions");
        }
        let t = 0.01 * step as f64;
        let at = Vec3::new(0.9 * t.cos(), 0.9 * t.sin(), 0.7 + 0.2 * (2.0 * t).sin());
        scene.set_pose(3, &Pose::new(at, Vec3::zeros())).expect("a pose");
    }

    /// How the meshes move towards the next step, made larger so that it counts.
    fn set_velocities(&self, scene: &mut Scene, step: usize) {
        for body in 0..self.meshes.len() {
            let [now, next] = [step, step + 1].map(|step| self.positions(body, step));
            let velocity = |(x, y): (&[f64; 3], &[f64; 3])| [0, 1, 2].map(|k| y[k] - x[k]);
            let velocities: Vec<_> = now.iter().zip(&next).map(velocity).collect();
            scene.set_velocities(body as u32, &velocities, 20.0).expect("finite velocities");
        }
    }
}

#[test]
fn five_hundred_steps_are_as_without_skipping_and_as_brute_force() {
    let dance = Dance::new();
    let search = |skin: f64| config(MARGIN).with_search_distance(MARGIN + skin).unwrap();
    let mut brute = dance.scene(config(MARGIN).with_broad(Method::Brute));
    let mut plain = dance.scene(config(MARGIN).with_skipping(false));
    let trivial = Options::default().with_build(Build::Trivial);
    let mut others = [
        ("default", dance.scene(config(MARGIN))),
        ("large skin", dance.scene(search(0.2))),
        ("small skin", dance.scene(search(0.02))),
        ("no skin", dance.scene(search(0.0))),
        ("single tetrahedra", dance.scene(config(MARGIN).with_partition(trivial))),
        ("splitting", dance.scene(config(MARGIN))),
    ];
    let (mut total, mut inside, mut selves, mut split, mut skipped) = (0, 0, 0, 0, 0);
    let mut rebuilds = Vec::new();
    for step in 0..500 {
        dance.set(&mut plain, step);
        plain.detect();
        let wanted = plain.contacts();
        total += wanted.len();
        inside += wanted.iter().filter(|contact| contact.gap < 0.0).count();
        selves += wanted.iter().filter(|c| c.sides[0].body == c.sides[1].body).count();
        for (name, scene) in &mut others {
            dance.set(scene, step);
            if *name == "splitting" && step % 20 == 10 {
                split += (0..3).map(|body| scene.split(body, 0.005).unwrap()).sum::<usize>();
            }
            assert_same(scene.detect(), wanted, &format!("step {step}, {name}"));
            skipped += scene.statistics().skipped;
        }
        if step % 10 == 0 {
            dance.set(&mut brute, step);
            assert_same(&brute.query(), &ageless(wanted), &format!("step {step}, brute"));
            check_rules(&plain, &format!("step {step}"));
        }
    }
    rebuilds.extend(others.iter().map(|(name, scene)| (*name, scene.statistics().rebuilds)));
    println!("{total} contacts, {inside} inside, {selves} of one body; {split} pieces split");
    println!("{skipped} pairs skipped; lists made: {rebuilds:?}");
    assert!(total > 5000 && inside > 500 && selves > 0 && split > 0 && skipped > 0);
    // The list lasts: that is what the skin is for.
    assert!(rebuilds[0].1 < 250 && rebuilds[1].1 < rebuilds[2].1 && rebuilds[2].1 < rebuilds[3].1);
}

#[test]
fn steps_with_velocities_are_as_brute_force() {
    let dance = Dance::new();
    let mut brute = dance.scene(config(MARGIN).with_broad(Method::Brute));
    let mut scenes = [
        ("default", dance.scene(config(MARGIN))),
        ("no skipping", dance.scene(config(MARGIN).with_skipping(false))),
    ];
    let mut more = 0;
    for step in (0..500).step_by(7) {
        dance.set(&mut brute, step);
        brute.clear_velocities();
        let without = brute.query().len();
        dance.set_velocities(&mut brute, step);
        let wanted = brute.query();
        more += wanted.len().abs_diff(without);
        for (name, scene) in &mut scenes {
            dance.set(scene, step);
            dance.set_velocities(scene, step);
            assert_same(&scene.query(), &wanted, &format!("step {step}, {name}"));
            if step % 3 == 0 {
                // At rest again, and fast again at the next step.
                scene.clear_velocities();
                assert_eq!(scene.query().len(), without, "step {step}, {name}");
            }
        }
    }
    println!("{more} contacts more");
    assert!(more > 100);
}
