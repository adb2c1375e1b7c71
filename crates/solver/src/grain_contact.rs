//! What a contact of grains does: spring, dashpot, friction, and what resists rolling.

use super::grain_law::Couple;
use super::grain_settings::GrainSettings;
use super::slip::{self, Resistance};
use gapkit::Vec3;
use gapkit::forces::Friction;
use gapkit::scene::Contact;

/// What a contact does that takes energy: dashpots, friction and what resists rolling.
#[derive(Debug)]
pub(super) struct Dissipation {
    pub(super) grains: [Option<usize>; 2],
    pub(super) point: Vec3,
    /// On the second.
    pub(super) force: Vec3,
    pub(super) moment: Vec3,
}

/// A contact that pushes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Touch {
    pub(super) normal: Vec3,
    pub(super) overlap: f64,
    pub(super) couple: Couple,
    /// The velocity and the angular velocity of B as seen from A.
    pub(super) velocity: Vec3,
    pub(super) turning: Vec3,
    /// The part of the spring of its pair.
    pub(super) share: f64,
}

/// What a contact does to B.
#[derive(Debug, Clone, Copy)]
pub(super) struct Push {
    pub(super) force: Vec3,
    /// The part of the force that takes energy.
    pub(super) dissipative: Vec3,
    /// Beside that of the force.
    pub(super) moment: Vec3,
    pub(super) energy: f64,
}

/// The area of all contacts of a pair.
#[derive(Debug, Default)]
pub(super) struct PairArea {
    bodies: Option<[u32; 2]>,
    sum: f64,
}

impl PairArea {
    /// The share of a contact in the spring of its pair: that of its area, and all of it where a pair
    /// touches in a point. Contacts have to be asked in their order.
    pub(super) fn share(&mut self, contacts: &[Contact], at: usize) -> f64 {
        let bodies = |contact: &Contact| contact.sides.each_ref().map(|side| side.body);
        let own = bodies(&contacts[at]);
        if self.bodies != Some(own) {
            let all = contacts[at..].iter().take_while(|contact| bodies(contact) == own);
            *self = Self { bodies: Some(own), sum: all.map(|contact| contact.area).sum() };
        }
        if self.sum > 0.0 { contacts[at].area / self.sum } else { 1.0 }
    }
}

impl Touch {
    /// What it does to B, and to its history.
    pub(super) fn push(
        &self,
        settings: &GrainSettings,
        friction: &Friction,
        dt: f64,
        history: &mut [f64],
    ) -> Push {
        let GrainSettings { law, damping, rolling, .. } = settings;
        let &Self { normal, overlap, couple, velocity, turning, share } = self;
        let spring = law.spring(&couple, overlap, friction.stiffness()).shared(share);
        let [across, along] = spring.dashpots.map(|critical| damping * critical);
        // The damped force never pulls.
        let viscous = (-across * velocity.dot(&normal)).max(-spring.force);
        let pressing = spring.force + viscous;
        let (mut dissipative, mut moment) = (normal * viscous, Vec3::zeros());
        if friction.is_any() {
            let sliding = velocity - normal * normal.dot(&velocity);
            let limit = friction.coefficient_at(sliding.norm()) * pressing;
            let resistance = Resistance { stiffness: spring.along, viscosity: along, limit };
            dissipative += slip::friction(&resistance, [normal, velocity], dt, history);
        }
        if *rolling > 0.0 {
            let (arm, limit) = (couple.radius, rolling * couple.radius * pressing);
            let [stiffness, viscosity] = [spring.across, across].map(|value| value * arm * arm);
            let resistance = Resistance { stiffness, viscosity, limit };
            moment = slip::rolling(&resistance, [normal, turning], dt, history);
        }
        let force = normal * spring.force + dissipative;
        Push { force, dissipative, moment, energy: spring.energy }
    }
}
