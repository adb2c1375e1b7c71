//! When contacts are detected, and how long they remain valid.

use std::time::Instant;

use super::contact_force;
use super::error::Error;
use super::leapfrog::Solver;
use super::link;
use gapkit::Vec3;

impl Solver {
    /// Detects the contacts at the current positions, unless they are known.
    ///
    /// # Errors
    /// If a node has flown away.
    pub fn detect(&mut self) -> Result<(), Error> {
        if !self.is_ready {
            self.prepare();
        }
        if self.is_detected {
            return Ok(());
        }
        let start = Instant::now();
        for (body, number) in self.bodies.list.iter().zip(0..) {
            if body.nodes.is_empty() {
                continue;
            }
            let positions = &self.x[body.nodes()];
            let time = self.time;
            self.scene.set_positions(number, positions).map_err(|error| {
                let lost = positions.iter().position(|x| x.iter().any(|x| !x.is_finite()));
                let node = lost.map(|node| node as u32);
                node.map_or(error.into(), |node| Error::NotFinite { body: number, node, time })
            })?;
        }
        self.scene.detect();
        self.tally.add(self.scene.statistics());
        let contacts = self.scene.contacts();
        self.memories.carry_to(contacts);
        let Self { bodies, pairs, links, pool, .. } = self;
        pool.install(|| link::link(bodies, contacts, pairs, links));
        self.gaps.clear();
        self.gaps.extend(contacts.iter().map(|contact| contact.gap));
        self.detected.copy_from_slice(&self.x);
        self.clock.detection += start.elapsed();
        (self.is_detected, self.is_current) = (true, false);
        Ok(())
    }

    /// The gaps of the known contacts at the current positions: each keeps its area, its weights and
    /// its normal.
    pub(super) fn carry(&mut self) {
        let Self { scene, x, detected, gaps, links, .. } = self;
        for ((contact, gap), link) in scene.contacts().iter().zip(gaps).zip(links) {
            let mut displacement = Vec3::zeros();
            for (&node, &weight) in link.nodes.iter().zip(&link.weights) {
                let node = node as usize;
                displacement += (Vec3::from(x[node]) - Vec3::from(detected[node])) * weight;
            }
            *gap = contact.gap + displacement.dot(&contact.normal);
        }
    }

    /// Whether the contacts of the last detection are still complete: no pair of features that was
    /// beyond the detection distance can have come within the offset. The known contacts are then
    /// carried along.
    pub(super) fn are_contacts_valid(&self) -> bool {
        let max_displacement =
            0.5 * (contact_force::DETECTION_FACTOR - 1.0) * self.settings.penalty.offset;
        let limit = self.settings.reuse * max_displacement;
        let displacement_squared =
            |(x, from): (&[f64; 3], &[f64; 3])| (Vec3::from(*x) - Vec3::from(*from)).norm_squared();
        let farthest =
            self.x.iter().zip(&self.detected).map(displacement_squared).fold(0.0, f64::max);
        // Written so that a NaN leads to a detection.
        self.step > 0 && farthest < limit * limit
    }
}
