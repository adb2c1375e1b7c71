//! The stable time step of contacts in an explicit solver, and overlaps at the start.

use std::convert::Infallible;

use super::Scene;
use super::contact::{Contact, Side};
use super::stop::Stop;
use crate::error::{Error, check_parameter};

/// The largest stable time step, and the contact that limits it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StableTimeStep {
    /// The time step.
    pub time_step: f64,
    /// The contact, by its index in [`Scene::contacts`].
    pub contact: usize,
}

impl Scene {
    /// The largest stable time step of contacts that act as springs: `stiffness` is the force per
    /// area and gap, and `mass` gives the mass of a node of a body (infinite for what is held). A
    /// contact of stiffness k between masses that act together as m is stable up to
    /// `2 sqrt(m / k)`. `None` if there is no contact that limits it.
    ///
    /// # Errors
    /// If the stiffness is not positive.
    pub fn stable_time_step(
        &self,
        stiffness: f64,
        mass: impl Fn(u32, u32) -> f64,
    ) -> Result<Option<StableTimeStep>, Error> {
        check_parameter("stiffness", stiffness, true)?;
        let limits = self.contacts().iter().enumerate().filter_map(|(contact, of)| {
            let inverse: f64 = of.sides.iter().map(|side| inverse_mass(side, &mass)).sum();
            let squared = 4.0 / (inverse * stiffness * of.area);
            squared.is_finite().then(|| StableTimeStep { time_step: squared.sqrt(), contact })
        });
        Ok(limits.min_by(|a, b| a.time_step.total_cmp(&b.time_step)))
    }

    /// The contacts that penetrate at the present positions, deepest first: to be checked before
    /// the first step. The scene does not change.
    ///
    /// # Panics
    /// Without threads; see [`Scene::has_threads`].
    pub fn overlaps(&mut self) -> Vec<Contact> {
        let Ok(contacts) = self.overlaps_if(|| Ok::<(), Infallible>(()));
        contacts
    }

    /// As [`Scene::overlaps`], if `check` passes after the shapes were queried.
    pub(crate) fn overlaps_if<E>(
        &mut self,
        check: impl FnOnce() -> Result<(), E>,
    ) -> Result<Vec<Contact>, E> {
        let (mut contacts, _) = self.find_if(&Stop::never(), check)?;
        contacts.retain(|contact| contact.gap < 0.0);
        contacts.sort_by(|a, b| a.gap.total_cmp(&b.gap));
        Ok(contacts)
    }
}

/// The acceleration of a point under a unit force, which the nodes share by their weights.
fn inverse_mass(side: &Side, mass: &impl Fn(u32, u32) -> f64) -> f64 {
    side.nodes().iter().zip(side.weights()).map(|(&node, w)| w * w / mass(side.body, node)).sum()
}
