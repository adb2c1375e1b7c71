//! Work that takes effect only if the functions of the host that it called kept their contract: if
//! one did not, the scene stays as it was.

use super::Scene;
use super::body::{BodyOptions, Geometry, Shape, ShapeBody};
use super::contact::Contact;
use super::pipeline::Detection;
use super::size;
use super::statistics::Statistics;
use super::stop::Stop;
use crate::error::{Error, Reason};
use crate::shape::Pose;

impl Scene {
    /// Whether the threads of the scene are in this process: not if that was forked since the scene
    /// was made, where contacts can be read but not found.
    #[must_use]
    pub fn has_threads(&self) -> bool {
        self.threads.are_here()
    }

    /// Runs something on the threads of the scene.
    ///
    /// # Panics
    /// Without threads; see [`Scene::has_threads`].
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.threads.install(work)
    }

    /// Adds a rigid convex shape if `check` passes after the size of the shape was queried; else
    /// the scene does not change.
    pub(crate) fn add_shape_if<E: From<Error>>(
        &mut self,
        (shape, pose): (Shape, &Pose),
        options: BodyOptions,
        check: impl FnOnce() -> Result<(), E>,
    ) -> Result<u32, E> {
        self.check_number(&options)?;
        let body = ShapeBody::new(shape, pose)?;
        check()?;
        Ok(self.add(Geometry::Shape(body), None, options))
    }

    /// Finds the contacts at the present positions, if `check` passes after the shapes were
    /// queried; else contacts, ages and statistics stay as they were, and nothing is kept of the
    /// shapes' answers.
    pub(super) fn detect_if<E>(
        &mut self,
        stop: &Stop,
        check: impl FnOnce() -> Result<(), E>,
    ) -> Result<(), E> {
        let (contacts, done) = self.find_if(stop, check)?;
        let Self { threads, history, scratch, .. } = self;
        scratch.spare = threads.install(|| history.take(contacts));
        self.statistics = Statistics { contacts: self.history.contacts.len(), ..done };
        tracing::debug!(target: "gapkit::scene", statistics = ?self.statistics, "detected");
        Ok(())
    }

    /// Finds the contacts at the present positions, unless `stop` says that it is enough: it is
    /// asked again and again meanwhile, by all threads of the scene, and should take no longer than
    /// to look at a clock or a flag. Positions that make no sense, as of a step that went wrong, can
    /// bring every facet near every other, and take hours.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    ///
    /// use gapkit::error::ErrorKind;
    /// use gapkit::mesh::bodies;
    /// use gapkit::scene::{BodyOptions, Config, Scene};
    ///
    /// let block = bodies::block([2, 2, 2], [1.0, 1.0, 1.0])?;
    /// let mut scene = Scene::new(Config::new(0.1)?)?;
    /// for _ in 0..2 {
    ///     scene.add_mesh(&block, BodyOptions::default())?;
    /// }
    /// let begun = Instant::now();
    /// let found = scene.detect_unless(|| begun.elapsed() > Duration::from_secs(60))?.len();
    /// let stopped = scene.detect_unless(|| true).map(|_| ());
    /// assert_eq!(stopped.unwrap_err().kind(), ErrorKind::Stopped);
    /// assert_eq!(scene.contacts().len(), found);
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Errors
    /// If it was stopped. Contacts, ages and statistics are those of the detection before then.
    ///
    /// # Panics
    /// Without threads; see [`Scene::has_threads`].
    pub fn detect_unless(&mut self, stop: impl Fn() -> bool + Sync) -> Result<&[Contact], Error> {
        self.detect_unless_if(&stop, || Ok::<(), Error>(()))?;
        Ok(&self.history.contacts)
    }

    /// The same, if `check` passes after the shapes were queried.
    pub(crate) fn detect_unless_if<E: From<Error>>(
        &mut self,
        stop: &(dyn Fn() -> bool + Sync),
        check: impl FnOnce() -> Result<(), E>,
    ) -> Result<(), E> {
        let stop = Stop::when(stop);
        self.detect_if(&stop, || {
            check()?;
            if stop.has_ended() { Err(Error::from(Reason::Stopped).into()) } else { Ok(()) }
        })
    }

    /// Finds the contacts at the present positions if `check` passes after the shapes were queried.
    pub(crate) fn detect_checked<E>(
        &mut self,
        check: impl FnOnce() -> Result<(), E>,
    ) -> Result<(), E> {
        self.detect_if(&Stop::never(), check)
    }

    /// The contacts at the present positions, and the statistics of the detection.
    pub(super) fn find_if<E>(
        &mut self,
        stop: &Stop,
        check: impl FnOnce() -> Result<(), E>,
    ) -> Result<(Vec<Contact>, Statistics), E> {
        self.lay_out();
        let Self { config, bodies, rules, world, candidates, motion, step_displacements, .. } =
            self;
        let Self { scratch, threads, .. } = self;
        let found = threads.install(|| {
            motion.advance(world, bodies);
            world.fit_boxes();
            let size = size::upper_bound(world, bodies);
            let config = &config.within(size);
            rules.margins.limit(size);
            candidates.invalidate_unless_margin(rules.margins.largest());
            Detection { config, bodies, rules, world, step_displacements, size, stop }
                .run(candidates, motion, scratch)
        });
        if let Err(error) = check() {
            // Bounds from wrong answers of shapes must not keep pairs from being examined.
            self.is_laid_out = false;
            return Err(error);
        }
        Ok(found)
    }
}
