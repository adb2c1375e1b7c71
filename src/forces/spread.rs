//! From contacts to forces on nodes.
//!
//! Each body adds up what its contacts do, in the order of the scene, so that the sums have the same
//! bits for any number of threads.

use std::ops::Range;

use super::ContactForces;
use super::force::Force;
use super::link::Link;
use super::pairs::Pairs;
use crate::Vec3;
use crate::scene::Scene;

/// The contacts, by pairs of bodies.
struct Contacts<'a> {
    links: &'a [Link],
    forces: &'a [Force],
    pairs: &'a Pairs,
}

/// What is added up for the nodes of some bodies that follow each other.
struct Sums<'a> {
    /// The first of these bodies, and its first node.
    body: u32,
    node: u32,
    forces: &'a mut [Vec3],
    /// The row sums of the stiffness and of the viscosity of contacts.
    rows: &'a mut [[f64; 2]],
}

impl ContactForces {
    /// Shares the forces of contacts among their nodes by weights, and adds up the row sums of
    /// stiffness and viscosity.
    pub(super) fn spread(&mut self, scene: &Scene) {
        let contacts =
            Contacts { links: &self.links, forces: &self.of_contacts, pairs: &self.pairs };
        let bodies = 0..scene.body_count() as u32;
        let sums = Sums { body: 0, node: 0, forces: &mut self.on_nodes, rows: &mut self.rows };
        contacts.spread(scene, bodies, sums);
    }
}

impl Contacts<'_> {
    /// Adds up for some bodies, in parallel.
    fn spread(&self, scene: &Scene, bodies: Range<u32>, sums: Sums) {
        if bodies.len() < 2 {
            return self.add(sums);
        }
        let body = bodies.start + bodies.len() as u32 / 2;
        let start = scene.node_range(body).start as u32;
        let at = (start - sums.node) as usize;
        let (forces, rows) = (sums.forces.split_at_mut(at), sums.rows.split_at_mut(at));
        let [one, two] = [
            Sums { forces: forces.0, rows: rows.0, ..sums },
            Sums { body, node: start, forces: forces.1, rows: rows.1 },
        ];
        rayon::join(
            || self.spread(scene, bodies.start..body, one),
            || self.spread(scene, body..bodies.end, two),
        );
    }

    /// Adds up for one body.
    fn add(&self, mut sums: Sums) {
        sums.forces.fill(Vec3::zeros());
        sums.rows.fill([0.0; 2]);
        for pair in self.pairs.of_body(sums.body) {
            let sides = self.pairs.list[pair].bodies.map(|body| body == sums.body);
            for i in self.pairs.ranges[pair].clone() {
                let (link, force) = (&self.links[i], &self.forces[i]);
                if force.stiffness > 0.0 {
                    let limits = Limits::new(link, force);
                    for side in (0..2).filter(|&side| sides[side] && link.is_mesh[side]) {
                        sums.add_side(link, force, &limits, side);
                    }
                }
            }
        }
    }
}

/// The rows of the stiffness and the viscosity of a contact. With the force per relative velocity or
/// displacement `k` across the surface and `t` along it, weights `w` and levers `l` of nodes, the
/// block of nodes i and j has at most the norm `max(k, t) wi wj + t (wi lj + wj li + li lj)`.
struct Limits {
    across: [f64; 2],
    along: [f64; 2],
    /// Sums over all nodes of weights, and of weights and levers.
    weights: f64,
    sum: f64,
    levers: [f64; 2],
}

impl Limits {
    #[inline]
    fn new(link: &Link, force: &Force) -> Self {
        let weights: f64 = link.is_mesh.iter().map(|&is| f64::from(u8::from(is))).sum();
        Self {
            across: [force.stiffness.max(force.along[0]), force.viscosity.max(force.along[1])],
            along: force.along,
            weights,
            sum: weights + 3.0 * (force.leverage[0] + force.leverage[1]),
            levers: force.leverage,
        }
    }

    /// The row sum of a node with a weight.
    #[inline]
    fn row(&self, side: usize, weight: f64, k: usize) -> f64 {
        let plain = weight * self.weights;
        self.across[k] * plain + self.along[k] * ((weight + self.levers[side]) * self.sum - plain)
    }
}

impl Sums<'_> {
    #[inline]
    fn add_side(&mut self, link: &Link, force: &Force, limits: &Limits, side: usize) {
        let total = force.total();
        for k in 3 * side..3 * side + 3 {
            let (node, weight) = ((link.nodes[k] - self.node) as usize, link.weights[k]);
            self.forces[node] += total * weight + force.normal * force.turns[k];
            let row = &mut self.rows[node];
            (0..2).for_each(|k| row[k] += limits.row(side, weight.abs(), k));
        }
    }
}
