//! From contacts to forces on nodes.

use super::body::Bodies;
use super::carry::Touch;
use super::contact_force::Force;
use super::leapfrog::{Forces, Solver};
use gapkit::Vec3;
use gapkit::scene::Contact;

impl Solver {
    /// The forces of all contacts, one after the other: their order is that of the scene.
    pub(super) fn contact_forces(&mut self) {
        let Self { scene, bodies, of_contacts, forces, rows, v, settings, .. } = self;
        let touches = &self.touches;
        let penalty = &settings.penalty;
        forces.contact.fill(Vec3::zeros());
        forces.friction.fill(Vec3::zeros());
        forces.damping.fill(Vec3::zeros());
        rows.fill(0.0);
        of_contacts.clear();
        self.springs.update(scene.contacts(), touches, penalty.offset, bodies);
        // The force of each contact, from its relative velocity and reduced mass.
        for i in 0..scene.contacts().len() {
            let contact = scene.contacts()[i];
            let touch = &touches[i];
            let inverse = touch.sum(&contact, |b, n, w| w * w / bodies.mass[bodies.node(b, n)]);
            let velocity = touch.relative(&contact, |b, n| v[bodies.node(b, n)]);
            let slip = scene.values_mut(i);
            let force = penalty.force(
                touch,
                self.springs.stiffness[i],
                inverse[0] + inverse[1],
                velocity,
                self.last_dt,
                slip,
            );
            of_contacts.push(force);
            spread(bodies, &contact, touch, &force, forces, rows);
        }
        // The highest frequency of contacts, for the time step, and the largest closure.
        let stiffest = |max: (f64, u32), (node, row): (usize, &f64)| {
            let squared = row / bodies.mass[node];
            if squared > max.0 { (squared, node as u32) } else { max }
        };
        let closest = |max: f64, force: &Force| force.closure.max(max);
        self.closest = of_contacts.iter().fold(self.closest, closest);
        self.time_step.contacts = rows.iter().enumerate().fold((0.0, 0), stiffest);
    }
}

/// Shares the forces of a contact among its nodes by their weights.
fn spread(
    bodies: &Bodies,
    contact: &Contact,
    touch: &Touch,
    force: &Force,
    forces: &mut Forces,
    rows: &mut [f64],
) {
    let meshes = contact.sides.iter().filter(|side| !side.nodes().is_empty()).count();
    for (side, sign) in [(0, -1.0), (1, 1.0)] {
        let own = &contact.sides[side];
        for (&node, &weight) in own.nodes().iter().zip(&touch.weights[side]) {
            let node = bodies.node(own.body, node);
            forces.contact[node] += force.spring * (sign * weight);
            forces.damping[node] += force.dashpot * (sign * weight);
            forces.friction[node] += force.friction * (sign * weight);
            rows[node] += force.stiffness * weight * meshes as f64;
        }
    }
}
