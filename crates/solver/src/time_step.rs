//! The stable time step: elements and contacts vote, and the step changes as seldom as possible.
//!
//! Central differences are stable for `dt <= 2 / omega` with the largest frequency of the system, and
//! `omega² <= omega_elements² + omega_contacts²`: by the bound of the worst element, and by the largest row sum
//! of the contact stiffness over the mass of its node.

use rayon::prelude::*;

use super::body::Bodies;

/// The element bound changes with deformation only, which is slow against the time step.
pub(super) const INTERVAL: u64 = 16;

/// A step that is allowed to grow does so only if it can be so many times as large: leapfrog conserves
/// energy best while the step stays as it is.
const WORTH_WHILE: f64 = 1.5;

/// As many elements are one job for a thread.
const JOB: usize = 1024;

/// What limits the time step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Controller {
    /// The element with the highest frequency: body, and its number there.
    Element(u32, u32),
    /// The node that contacts hold the stiffest: body, and its number there.
    Contact(u32, u32),
}

/// The votes, and the step that follows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TimeStep {
    pub(super) dt: f64,
    /// The square of the highest frequency of an element, and which it is.
    pub(super) elements: (f64, u32),
    /// The square of the highest frequency of contacts, and at which node.
    pub(super) contacts: (f64, u32),
}

impl TimeStep {
    pub(super) fn new() -> Self {
        Self { dt: 0.0, elements: (0.0, 0), contacts: (0.0, 0) }
    }

    /// Lets the elements vote.
    pub(super) fn ask_elements(&mut self, bodies: &Bodies, x: &[[f64; 3]]) {
        let vote = |(number, element): (usize, &super::element::Tet)| {
            let material = bodies.material(number)?;
            Some((element.frequency_squared(material, x), number as u32))
        };
        // The largest is the same whoever finds it; of equals the first counts.
        let larger = |a: (f64, u32), b: (f64, u32)| match a.0.total_cmp(&b.0) {
            std::cmp::Ordering::Less => b,
            std::cmp::Ordering::Equal if b.1 < a.1 => b,
            _ => a,
        };
        let elements = bodies.elements.par_iter().enumerate().with_min_len(JOB);
        self.elements = elements.filter_map(vote).reduce(|| (0.0, 0), larger);
    }

    /// The step that elements alone allow, proven.
    pub(super) fn of_elements(&self) -> f64 {
        2.0 / self.elements.0.sqrt()
    }

    /// Settles the step: shrinks it as soon as it must, lets it grow when it is worth while.
    pub(super) fn settle(&mut self, safety: f64, contact_damping: f64) {
        // A dashpot of this share of the critical one brings the limit down: T. Belytschko, W. Liu,
        // B. Moran, Nonlinear Finite Elements for Continua and Structures, 2000, section 6.2.
        let damped = (1.0 + contact_damping * contact_damping).sqrt() - contact_damping;
        let damped = if self.contacts.0 > 0.0 { damped } else { 1.0 };
        let allowed = safety * damped * 2.0 / (self.elements.0 + self.contacts.0).sqrt();
        if self.dt > allowed || self.dt * WORTH_WHILE < allowed {
            self.dt = allowed;
        }
    }

    /// What has the say.
    pub(super) fn controller(&self, bodies: &Bodies) -> Controller {
        if self.contacts.0 > self.elements.0 {
            let node = self.contacts.1 as usize;
            let of = bodies.list.iter().position(|body| body.nodes.contains(&node)).unwrap_or(0);
            return Controller::Contact(of as u32, (node - bodies.list[of].nodes.start) as u32);
        }
        let body = bodies.owners[self.elements.1 as usize];
        let first = bodies.list[body as usize].elements.start as u32;
        Controller::Element(body, self.elements.1 - first)
    }
}
