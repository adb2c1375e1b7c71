//! Work that counts only if all was well with what the scene was told meanwhile: functions of the
//! host may break their word, and then nothing has happened.

use super::Scene;
use super::body::{BodyOptions, Geometry, Shape, ShapeBody};
use super::contact::Contact;
use super::detect::Detection;
use super::size;
use super::statistics::Statistics;
use crate::error::Error;
use crate::shape::Pose;

impl Scene {
    /// Whether the threads of the scene are in this process: not if that was forked since the scene
    /// was made, where contacts can be read but not found.
    #[must_use]
    pub fn has_threads(&self) -> bool {
        self.threads.are_here()
    }

    /// Adds a rigid convex shape if all is well after the shape was asked for its size; else
    /// nothing has changed.
    pub(crate) fn add_shape_if<E: From<Error>>(
        &mut self,
        shape: Shape,
        pose: &Pose,
        options: BodyOptions,
        check: impl FnOnce() -> Result<(), E>,
    ) -> Result<u32, E> {
        let body = ShapeBody::new(shape, pose)?;
        check()?;
        Ok(self.add(Geometry::Shape(body), options))
    }

    /// Finds the contacts where everything is now, if all is well after the shapes were asked; else
    /// contacts, ages and statistics stay as they were, and nothing is kept of what the shapes
    /// said.
    pub(crate) fn detect_if<E>(&mut self, check: impl FnOnce() -> Result<(), E>) -> Result<(), E> {
        let (contacts, done) = self.find_if(check)?;
        self.history.take(contacts);
        self.statistics = Statistics { contacts: self.history.contacts.len(), ..done };
        tracing::debug!(target: "gapkit::scene", statistics = ?self.statistics, "detected");
        Ok(())
    }

    /// The contacts where everything is now, and what was done for them.
    pub(super) fn find_if<E>(
        &mut self,
        check: impl FnOnce() -> Result<(), E>,
    ) -> Result<(Vec<Contact>, Statistics), E> {
        self.lay_out();
        let Self {
            config, bodies, excluded, world, candidates, motion, step_displacements, ..
        } = self;
        let Self { scratch, threads, .. } = self;
        let found = threads.install(|| {
            motion.advance(world, bodies);
            world.fit_boxes();
            let size = size::upper_bound(world, bodies);
            let config = &config.within(size);
            candidates.invalidate_unless_margin(config.margin);
            Detection { config, bodies, excluded, world, step_displacements, size }
                .run(candidates, motion, scratch)
        });
        if let Err(error) = check() {
            // What was certified with wrong answers of shapes must not keep pairs from being looked
            // at.
            self.is_laid_out = false;
            return Err(error);
        }
        Ok(found)
    }
}
