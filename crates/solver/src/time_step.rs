//! The stable time step: a bound from elements and contacts, changed as seldom as possible.
//!
//! The bound of the worst element and that of the contacts, [`Limits`], add up.

use rayon::prelude::*;

use super::body::Bodies;
use gapkit::forces::Limits;

/// Steps between updates of the element bound, which changes slowly, with deformation only.
pub(super) const ELEMENT_INTERVAL: u64 = 16;

/// The step grows only if it can grow by this factor: leapfrog conserves energy best at a constant
/// step.
const MIN_GROWTH: f64 = 1.5;

/// Minimum number of elements per parallel job.
const ELEMENTS_PER_JOB: usize = 1024;

/// What limits the time step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Controller {
    /// The element with the highest frequency: body, and its number there.
    Element(u32, u32),
    /// The node with the highest frequency of contacts: body, and its number there.
    Contact(u32, u32),
    /// Two bodies that approach each other so fast that they would come through the offset.
    Approach(u32, u32),
}

/// The bounds on the frequency, and the time step that follows from them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TimeStep {
    pub(super) dt: f64,
    /// The square of the highest frequency of an element, and which it is.
    pub(super) elements: (f64, u32),
    pub(super) contacts: Limits,
    /// The bodies that limited the last step by their speed.
    approach: Option<Controller>,
}

impl TimeStep {
    pub(super) fn new() -> Self {
        Self { dt: 0.0, elements: (0.0, 0), contacts: Limits::default(), approach: None }
    }

    /// Updates the highest frequency of an element.
    pub(super) fn update_elements(&mut self, bodies: &Bodies, x: &[[f64; 3]]) {
        let all = bodies.are_all_rigid();
        let frequency = |(number, element): (usize, &super::element::Tet)| {
            if bodies.is_rigid(number) && !all {
                return None;
            }
            let material = bodies.material(number)?;
            Some((element.frequency_squared(material, x), number as u32))
        };
        // Independent of the schedule: of equal frequencies the first element counts.
        let larger = |a: (f64, u32), b: (f64, u32)| match a.0.total_cmp(&b.0) {
            std::cmp::Ordering::Less => b,
            std::cmp::Ordering::Equal if b.1 < a.1 => b,
            _ => a,
        };
        let elements = bodies.elements.par_iter().enumerate().with_min_len(ELEMENTS_PER_JOB);
        self.elements = elements.filter_map(frequency).reduce(|| (0.0, 0), larger);
    }

    /// The stable time step of the elements alone.
    pub(super) fn element_limit(&self) -> f64 {
        2.0 / self.elements.0.sqrt()
    }

    /// This share of the longest step that is stable.
    pub(super) fn stable(&self, safety: f64) -> f64 {
        safety * self.contacts.stable_step(self.elements.0)
    }

    /// Limits the step to what is stable and to what bodies that approach allow, and lets it grow
    /// only by a large factor.
    pub(super) fn limit_step(&mut self, stable: f64, approach: Option<(f64, Controller)>) {
        self.approach = approach.map(|(_, controller)| controller);
        let allowed = approach.map_or(stable, |(limit, _)| limit.min(stable));
        if self.dt > allowed || self.dt * MIN_GROWTH < allowed {
            self.dt = allowed;
        }
    }

    /// What limits the time step.
    pub(super) fn controller(&self, bodies: &Bodies) -> Controller {
        if let Some(controller) = self.approach {
            return controller;
        }
        if self.contacts.frequency_squared > self.elements.0 {
            let node = self.contacts.node as usize;
            let of = bodies.list.iter().position(|body| body.nodes.contains(&node)).unwrap_or(0);
            return Controller::Contact(of as u32, (node - bodies.list[of].nodes.start) as u32);
        }
        let body = bodies.owners[self.elements.1 as usize];
        let first = bodies.list[body as usize].elements.start as u32;
        Controller::Element(body, self.elements.1 - first)
    }
}
