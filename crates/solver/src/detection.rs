//! When contacts are detected, and how long they remain valid.

use std::time::Instant;

use super::error::Error;
use super::leapfrog::Solver;
use gapkit::Vec3;
use gapkit::forces::DETECTION_FACTOR;

impl Solver {
    /// Detects the contacts at the current positions, unless they are known.
    ///
    /// # Errors
    /// If a node has flown away.
    pub fn detect(&mut self) -> Result<(), Error> {
        if !self.is_ready {
            self.prepare()?;
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
        self.clock.detection += start.elapsed();
        let start = Instant::now();
        let Self { scene, contacts, pool, .. } = self;
        pool.install(|| contacts.take(scene));
        self.clock.contacts += start.elapsed();
        (self.is_detected, self.is_current) = (true, false);
        Ok(())
    }

    /// Whether the contacts of the last detection are still complete: no pair of features that was
    /// beyond the detection distance can have come within the offset. The known contacts are then
    /// carried along.
    pub(super) fn are_contacts_valid(&self) -> bool {
        let max_displacement = 0.5 * (DETECTION_FACTOR - 1.0) * self.settings.penalty.offset();
        let limit = self.settings.reuse * max_displacement;
        let displacement_squared =
            |(x, from): (&[f64; 3], &[f64; 3])| (Vec3::from(*x) - Vec3::from(*from)).norm_squared();
        let detected = self.scene.all_positions();
        let farthest = self.x.iter().zip(detected).map(displacement_squared).fold(0.0, f64::max);
        // Written so that a NaN leads to a detection.
        self.step > 0 && farthest < limit * limit
    }
}
