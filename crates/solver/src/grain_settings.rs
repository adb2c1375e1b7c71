//! How grains push, and what acts on them.

use super::error::{Error, check};
use super::grain_law::GrainLaw;
use gapkit::Vec3;
use gapkit::forces::Friction;

/// How grains push, and what acts on them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GrainSettings {
    /// The spring.
    pub law: GrainLaw,
    /// The share of critical damping, across the surface and along it while a contact sticks.
    pub damping: f64,
    /// The friction of all that have no other: see
    /// [`Grains::set_friction`](super::Grains::set_friction).
    pub friction: Friction,
    /// The largest moment that resists rolling, over the normal force and the radius.
    pub rolling: f64,
    /// The acceleration of everything.
    pub gravity: Vec3,
    /// The threads of the scene.
    pub threads: usize,
}

impl GrainSettings {
    /// Linear springs of this stiffness, and nothing else; one thread.
    #[must_use]
    pub fn linear(stiffness: f64) -> Self {
        Self::new(GrainLaw::Linear { stiffness })
    }

    /// Springs of this law, and nothing else; one thread.
    #[must_use]
    pub fn new(law: GrainLaw) -> Self {
        let gravity = Vec3::zeros();
        Self { law, damping: 0.0, friction: Friction::NONE, rolling: 0.0, gravity, threads: 1 }
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        self.law.check()?;
        check("contact damping", self.damping, true)?;
        check("rolling resistance", self.rolling, true)?;
        Ok(())
    }
}

/// The frictions of groups of bodies.
#[derive(Debug, Default)]
pub(super) struct Frictions {
    /// The group of each body.
    pub(super) groups: Vec<u32>,
    /// In the order of the groups.
    known: Vec<([u32; 2], Friction)>,
}

impl Frictions {
    pub(super) fn set(&mut self, groups: [u32; 2], friction: Friction) {
        let groups = [groups[0].min(groups[1]), groups[0].max(groups[1])];
        match self.known.binary_search_by_key(&groups, |known| known.0) {
            Ok(at) => self.known[at].1 = friction,
            Err(at) => self.known.insert(at, (groups, friction)),
        }
    }

    /// The friction of two bodies, if it is not that of all others.
    #[inline]
    pub(super) fn of(&self, bodies: [u32; 2]) -> Option<&Friction> {
        if self.known.is_empty() {
            return None;
        }
        let [a, b] = bodies.map(|body| self.groups[body as usize]);
        let groups = [a.min(b), a.max(b)];
        let at = self.known.binary_search_by_key(&groups, |known| known.0).ok()?;
        Some(&self.known[at].1)
    }
}
