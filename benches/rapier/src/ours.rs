//! The grains in a scene.

use std::time::Instant;

use gapkit::scene::{BodyOptions, Config, Resolution, Scene};

use crate::lattice::{Kind, Lattice, shape};

pub(crate) struct Ours {
    scene: Scene,
}

impl Ours {
    /// One point for each pair, or patches.
    pub(crate) fn new(kind: Kind, lattice: &Lattice, resolution: Resolution) -> Self {
        let config = Config::new(0.0).expect("a margin").with_resolution(resolution);
        let mut scene = Scene::new(config.with_threads(1)).expect("a thread");
        let kinds = Kind::ALL[..6].iter().map(|&kind| shape(kind)).collect::<Vec<_>>();
        for (i, pose) in lattice.poses.iter().enumerate() {
            let own = kind.of(i);
            let at = Kind::ALL.iter().position(|&k| k == own).expect("a kind");
            scene.add_shape(kinds[at].clone(), pose, BodyOptions::default()).expect("a grain");
        }
        Self { scene }
    }

    /// Moves the grains and finds their contacts. Returns the seconds that each took.
    pub(crate) fn step(&mut self, lattice: &Lattice) -> [f64; 2] {
        let start = Instant::now();
        for (pose, body) in lattice.poses.iter().zip(0..) {
            self.scene.set_pose(body, pose).expect("a pose");
        }
        let moved = start.elapsed().as_secs_f64();
        let start = Instant::now();
        self.scene.detect();
        [moved, start.elapsed().as_secs_f64()]
    }

    /// The pairs that touch, in order, with the depth of each.
    pub(crate) fn touching(&self) -> Vec<([u32; 2], f64)> {
        let mut pairs: Vec<([u32; 2], f64)> = Vec::new();
        for contact in self.scene.contacts().iter().filter(|contact| contact.gap <= 0.0) {
            let bodies = contact.sides.each_ref().map(|side| side.body);
            match pairs.last_mut() {
                Some((last, gap)) if *last == bodies => *gap = gap.min(contact.gap),
                _ => pairs.push((bodies, contact.gap)),
            }
        }
        pairs
    }

    pub(crate) fn contacts(&self) -> usize {
        self.scene.contacts().len()
    }

    pub(crate) fn rebuilds(&self) -> usize {
        self.scene.statistics().rebuilds
    }
}
