//! From contacts to forces on nodes.

use super::body::Bodies;
use super::contact_force::{self, Force};
use super::edges::Crossing;
use super::leapfrog::{Forces, Solver};
use crate::Vec3;
use crate::scene::Contact;

impl Solver {
    /// The forces of all contacts, one after the other: their order is that of the scene.
    pub(super) fn contact_forces(&mut self) {
        let Self { scene, bodies, stiffness, of_contacts, forces, rows, x, v, settings, .. } = self;
        let (claims, detected) = (&self.claims, &self.detected);
        let penalty = &settings.penalty;
        forces.contact.fill(Vec3::zeros());
        forces.friction.fill(Vec3::zeros());
        forces.damping.fill(Vec3::zeros());
        rows.fill(0.0);
        of_contacts.clear();
        let way = |node: usize| Vec3::from(x[node]) - Vec3::from(detected[node]);
        for i in 0..scene.contacts().len() {
            let mut contact = scene.contacts()[i];
            if !self.is_detected {
                let way = contact_force::relative(&contact, |b, n| way(bodies.node(b, n)));
                contact.gap += way.dot(&contact.normal);
            }
            let crossing = Crossing::of(&contact, |body| {
                let body = &bodies.list[body as usize];
                (&body.edges, body.nodes.start)
            });
            let share = crossing.map_or(1.0, |crossing| crossing.weight(x));
            let of_node = |body, node| stiffness[bodies.node(body, node)];
            let k = contact_force::stiffness(&contact, claims.pushes[i], share, of_node);
            let inverse = contact_force::inverse_mass(&contact, |b, n| {
                bodies.mass[bodies.node(b, n)].recip()
            });
            let velocity = contact_force::relative(&contact, |b, n| v[bodies.node(b, n)]);
            let slip = scene.values_mut(i);
            let force = penalty.force(&contact, k, inverse, velocity, self.last_dt, slip);
            of_contacts.push(force);
            spread(bodies, &contact, &force, forces, rows);
            if let Some(crossing) = crossing.filter(|_| force.energy() > 0.0) {
                // The energy is proportional to the weight.
                for (node, slope) in crossing.slopes(x) {
                    forces.contact[node] -= slope * force.energy();
                }
            }
        }
        let stiffest = |most: (f64, u32), (node, row): (usize, &f64)| {
            let squared = row / bodies.mass[node];
            if squared > most.0 { (squared, node as u32) } else { most }
        };
        self.time_step.contacts = rows.iter().enumerate().fold((0.0, 0), stiffest);
    }
}

/// Shares the forces of a contact among its nodes by their weights.
fn spread(
    bodies: &Bodies,
    contact: &Contact,
    force: &Force,
    forces: &mut Forces,
    rows: &mut [f64],
) {
    let meshes = contact.sides.iter().filter(|side| !side.nodes().is_empty()).count();
    for (side, sign) in contact.sides.iter().zip([-1.0, 1.0]) {
        for (&node, &weight) in side.nodes().iter().zip(side.weights()) {
            let node = bodies.node(side.body, node);
            forces.contact[node] += force.spring * (sign * weight);
            forces.damping[node] += force.dashpot * (sign * weight);
            forces.friction[node] += force.friction * (sign * weight);
            rows[node] += force.stiffness * weight * meshes as f64;
        }
    }
}
