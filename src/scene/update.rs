//! The contacts of the last detection at other positions.
//!
//! Newton's method needs unknowns that do not come and go: with a detection in each iteration, a
//! contact at the edge of the margin may be there in every other one, and the iteration ends in a
//! cycle. So the search goes outside and an update inside: the same contacts, each with the gap,
//! normal, points, weights and area that a detection would give it now.

use std::convert::Infallible;

use super::Scene;
use super::body::{Body, Geometry};
use super::contact::{Contact, Kind, Side};
use super::contacts::history::History;
use super::stop::Stop;
use super::world::World;
use crate::Vec3;

/// How a contact changed since the last detection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum Change {
    /// It was open and is, or was closed and is.
    #[default]
    None = 0,
    /// Its gap was at most 0, and is positive.
    Opened = 1,
    /// Its gap was positive, and is at most 0.
    Closed = 2,
    /// A detection would not find it any more. The points of the bodies that were in contact are
    /// followed along the normal as it was; areas in common are 0.
    Lost = 3,
}

/// How many contacts changed since the last detection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Update {
    /// Those that opened.
    pub opened: usize,
    /// Those that closed.
    pub closed: usize,
    /// Those that a detection would not find any more.
    pub lost: usize,
    /// Those that a detection would find, and that are not among the contacts.
    pub gained: usize,
}

impl Scene {
    /// Evaluates the contacts of the last detection at the present positions: none comes, none
    /// goes, and their order, ids, ages and values stay. Each that a detection would find is as
    /// that would find it; for the others see [`Change::Lost`]. After a detection at the same
    /// positions nothing changes.
    ///
    /// ```
    /// use gapkit::mesh::bodies;
    /// use gapkit::scene::{BodyOptions, Config, Scene};
    /// use gapkit::shape::Pose;
    ///
    /// let block = bodies::block([1, 1, 1], [1.0, 1.0, 1.0])?;
    /// let mut scene = Scene::new(Config::new(0.01)?)?;
    /// let body = scene.add_mesh(&block, BodyOptions::default())?;
    /// scene.add_plane([0.0, 0.0, 0.0], [0.0, 0.0, 1.0], BodyOptions::default())?;
    /// let found = scene.detect().len();
    /// scene.set_pose(body, &Pose::translation(0.0, 0.0, 0.005))?;
    /// assert_eq!(scene.update().opened, found);
    /// scene.set_pose(body, &Pose::translation(0.0, 0.0, 0.5))?;
    /// assert_eq!(scene.update().lost, found);
    /// assert!(scene.contacts().iter().all(|contact| (contact.gap - 0.5).abs() < 1e-12));
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Panics
    /// Without threads; see [`Scene::has_threads`].
    pub fn update(&mut self) -> Update {
        let Ok(update) = self.update_if(|| Ok::<(), Infallible>(()));
        update
    }

    /// How each contact changed in the last update; empty after a detection.
    #[must_use]
    pub fn changes(&self) -> &[Change] {
        &self.history.changes
    }

    /// As [`Scene::update`], if `check` passes after the shapes were queried; else the contacts
    /// stay as they were.
    pub(crate) fn update_if<E>(
        &mut self,
        check: impl FnOnce() -> Result<(), E>,
    ) -> Result<Update, E> {
        let (found, _) = self.find_if(&Stop::never(), check)?;
        let Self { world, bodies, history, scratch, .. } = self;
        let update = Positions { world, bodies }.update(history, &found);
        scratch.spare = found;
        Ok(update)
    }
}

/// Where everything is now.
struct Positions<'a> {
    world: &'a World,
    bodies: &'a [Body],
}

impl Positions<'_> {
    /// Updates the contacts with those that were found, both in the order of their keys.
    fn update(&self, history: &mut History, found: &[Contact]) -> Update {
        let mut found = found.iter().peekable();
        let mut update = Update::default();
        let (contacts, closed, changes) = history.begin_update();
        for ((contact, &was_closed), change) in contacts.iter_mut().zip(closed).zip(changes) {
            let key = contact.key();
            while found.next_if(|other| other.key() < key).is_some() {
                update.gained += 1;
            }
            let same = found.next_if(|other| other.key() == key);
            if let Some(now) = same {
                let Contact { id, age, previous, .. } = *contact;
                *contact = Contact { id, age, previous, ..*now };
            } else {
                self.follow(contact);
            }
            *change = match (same.is_some(), was_closed, contact.gap <= 0.0) {
                (false, ..) => Change::Lost,
                (_, true, false) => Change::Opened,
                (_, false, true) => Change::Closed,
                _ => Change::None,
            };
            update.count(*change);
        }
        update.gained += found.count();
        update
    }

    /// Where the points of a contact are, of which a detection knows nothing.
    fn follow(&self, contact: &mut Contact) {
        let thickness = contact.sides.each_ref().map(|side| {
            self.bodies[side.body as usize].options.thickness - self.world.thinner(side)
        });
        let normal = contact.normal;
        let before =
            [contact.point_a - normal * thickness[0], contact.point_b + normal * thickness[1]];
        let [a, b] = [0, 1].map(|side| self.place(&contact.sides[side], before[side]));
        contact.gap = normal.dot(&(b - a)) - thickness[0] - thickness[1];
        contact.point_a = a + normal * thickness[0];
        contact.point_b = contact.point_a + normal * contact.gap;
        // The area of two facets is a function of where they are, and has come to nothing; that of
        // features says how much surface is around them.
        if !matches!(contact.kind, Kind::Nearest | Kind::Fallback) {
            contact.area = 0.0;
        }
    }

    /// The point of a side that its weights stand for. Half-spaces do not move, and of a shape only
    /// its tangent plane is known, as it was.
    fn place(&self, side: &Side, before: Vec3) -> Vec3 {
        match &self.bodies[side.body as usize].geometry {
            Geometry::Mesh(_) => {
                let first = self.world.spans[side.body as usize].nodes.start as u32;
                let terms = side.nodes().iter().zip(side.weights());
                terms.map(|(&node, &weight)| self.world.at(first + node) * weight).sum()
            }
            Geometry::Shape(_) | Geometry::Plane(_) => before,
        }
    }
}

impl Update {
    fn count(&mut self, change: Change) {
        match change {
            Change::None => {}
            Change::Opened => self.opened += 1,
            Change::Closed => self.closed += 1,
            Change::Lost => self.lost += 1,
        }
    }
}
