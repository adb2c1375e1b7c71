//! When contacts are found, and when those that are known still do.

use std::time::Instant;

use super::contact_force;
use super::error::Error;
use super::leapfrog::Solver;
use gapkit::Vec3;

impl Solver {
    /// Finds the contacts where the bodies are now, unless that has been done.
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
        self.touch_as_found();
        self.detected.copy_from_slice(&self.x);
        self.clock.detection += start.elapsed();
        (self.is_detected, self.is_current) = (true, false);
        Ok(())
    }

    /// Whether the contacts that are known may still do: nothing can have come from beyond what was looked at
    /// to where contacts push. They are carried along then as they were found.
    pub(super) fn is_near_enough(&self) -> bool {
        let reach = 0.5 * (contact_force::FORESIGHT - 1.0) * self.settings.penalty.offset;
        let most = self.settings.drift * reach;
        let way =
            |(x, from): (&[f64; 3], &[f64; 3])| (Vec3::from(*x) - Vec3::from(*from)).norm_squared();
        let farthest = self.x.iter().zip(&self.detected).map(way).fold(0.0, f64::max);
        // Written so that what is not a number is looked at.
        self.step > 0 && farthest < most * most
    }
}
