//! Scenes: bodies that move, and the contacts between them, step by step.
//!
//! A scene holds deformable and rigid meshes, rigid convex shapes and half-spaces. The host moves
//! them and detects contacts:
//!
//! ```
//! use gapkit::mesh::bodies;
//! use gapkit::scene::{BodyOptions, Config, Scene};
//!
//! let block = bodies::block([2, 2, 1], [1.0, 1.0, 0.5])?;
//! let mut scene = Scene::new(Config::new(0.01)?)?;
//! let a = scene.add_mesh(&block, BodyOptions::default())?;
//! scene.add_plane([0.0, 0.0, -0.005], [0.0, 0.0, 1.0], BodyOptions::default())?;
//! scene.detect();
//! // Three points on each of the eight facets of the lower face, 0.005 above the plane.
//! assert_eq!(scene.contacts().len(), 24);
//! assert!(scene.contacts().iter().all(|contact| (contact.gap - 0.005).abs() < 1e-15));
//! let area: f64 = scene.contacts().iter().map(|contact| contact.area).sum();
//! assert!((area - 1.0).abs() < 1e-14);
//! # let _ = a;
//! # Ok::<(), gapkit::Error>(())
//! ```
//!
//! # The stages of a detection
//!
//! | files | stage |
//! |---|---|
//! | `body`, `surface`, `world`, `motion` | bodies as flat arrays; displacements and path lengths |
//! | `candidates` | pairs of pieces whose fattened boxes meet; pieces near planes; parts inside bodies |
//! | `examine` | each candidate is skipped, measured or searched, in jobs |
//! | `facet_pairs` | facets that may be near: searched in lanes, listed, scanned, measured by GJK |
//! | `records::surface` | areas in common, sharp nodes, deep overlaps |
//! | `records::facet` | nodes, edges and facets that are locally nearest |
//! | `records::beam`, `contacts::beams` | segments of beams with all that is near them |
//! | `records::piece`, `records::shape` | pieces as a whole; meshes on rigid shapes and half-spaces |
//! | `grains` | rigid shapes with each other and with half-spaces |
//! | `contacts` | the list in order, areas of facet contacts, ages and values of the host |
//!
//! `pipeline` is the page that shows the whole, `checked` applies its result to the scene.
//!
//! # Work only where something can have changed
//!
//! Pieces whose fattened boxes meet are candidates; the list is valid until something has moved by
//! half of what the boxes were fattened (`candidates`). A candidate that is certified to be far
//! apart is skipped until it can have come near. Otherwise its facets are searched, and those that
//! are or may come near are listed until others can have come near. Where contacts are those of
//! pieces, GJK for two pieces starts from where it ended before. For two shapes, the spheres around
//! them and the direction that separated them before are tried first. None of this changes the
//! contacts: what is reported for two features is computed afresh from their nodes.

mod beams;
mod body;
mod candidates;
mod checked;
mod config;
mod contact;
mod contacts;
mod counts;
mod depths;
mod derivatives;
mod eroded;
mod erosion;
mod examine;
mod excerpt;
mod facet_groups;
mod facet_pairs;
mod facet_side;
mod grains;
mod hash;
mod identity;
mod impact;
mod lengths;
mod limits;
mod margins;
mod mesh_parts;
mod motion;
mod node_gaps;
mod pairs;
mod parts;
mod pipeline;
mod poses;
mod positions;
mod records;
mod remesh;
mod replace;
mod resultant;
mod shells;
mod size;
mod state;
mod statistics;
mod stop;
mod surface;
mod threads;
mod time_step;
mod tolerances;
mod update;
mod weights;
mod world;
#[cfg(feature = "io")]
mod write;

use std::collections::BTreeSet;
use std::convert::Infallible;

pub use body::{BodyOptions, Shape};
pub use config::{Config, Points, Resolution, Skin};
pub use contact::{Contact, Feature, Kind, Part, Side};
pub use derivatives::{Derivatives, Row};
pub use hash::hash;
pub use limits::{MAX_COORDINATE, MAX_VELOCITY};
pub(crate) use limits::{check_coordinates, check_velocities};
pub use resultant::Resultant;
pub use state::State;
pub use statistics::Statistics;
pub use threads::THREAD_NAME;
pub use time_step::StableTimeStep;
pub use update::{Change, Update};

use body::{Body, Cells, Geometry, MeshBody, Plane, Presence};
use candidates::Candidates;
use contacts::history::History;
use mesh_parts::MeshParts;
use motion::Motion;
use pairs::PairRules;
use pipeline::Scratch;
use state::Identity;
use stop::Stop;
use threads::Threads;
use world::World;

use crate::Vec3;
use crate::error::{Error, Reason};
use crate::mesh::TetMesh;
use crate::shape::Pose;

/// Bodies, and the contacts between them.
#[derive(Debug)]
pub struct Scene {
    config: Config,
    bodies: Vec<Body>,
    rules: PairRules,
    world: World,
    is_laid_out: bool,
    candidates: Candidates,
    motion: Motion,
    /// The velocity of each node.
    velocities: Vec<Vec3>,
    /// The displacement of each node in the time step ahead; empty if nothing is looked for there.
    step_displacements: Vec<[f64; 3]>,
    scratch: Scratch,
    history: History,
    identity: Identity,
    /// The bodies that have changed since their part of it was computed.
    renewed: BTreeSet<u32>,
    statistics: Statistics,
    threads: Threads,
}

impl Scene {
    /// An empty scene.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub fn new(config: Config) -> Result<Self, Error> {
        Ok(Self::with_threads(config, Threads::new(config.threads)?))
    }

    fn with_threads(config: Config, threads: Threads) -> Self {
        Self {
            config,
            bodies: Vec::new(),
            rules: PairRules::new(config.margin),
            world: World::default(),
            is_laid_out: false,
            candidates: Candidates::default(),
            motion: Motion::default(),
            velocities: Vec::new(),
            step_displacements: Vec::new(),
            scratch: Scratch::default(),
            history: History::new(config.history),
            identity: Identity::new(config.resolution),
            renewed: BTreeSet::new(),
            statistics: Statistics::default(),
            threads,
        }
    }

    /// The settings.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Adds a mesh, deformable or rigid, and returns its number.
    ///
    /// # Errors
    /// As [`partition`](crate::partition::Options::partition); if a coordinate is beyond
    /// [`MAX_COORDINATE`], the node that has it; and in a process that was forked since the scene
    /// was made.
    pub fn add_mesh(&mut self, mesh: &TetMesh, options: BodyOptions) -> Result<u32, Error> {
        self.check_number(&options)?;
        limits::check_coordinates(mesh.nodes())?;
        self.threads.check()?;
        let partition = self.config.partition();
        let body = self.threads.install(|| MeshBody::new(mesh, &partition))?;
        let parts = self.threads.install(|| MeshParts::of_mesh(mesh));
        Ok(self.add(Geometry::Mesh(Box::new(body)), Some(&parts), options))
    }

    /// Adds a rigid convex shape.
    ///
    /// # Errors
    /// If the pose is not finite, or the shape or its place is beyond [`MAX_COORDINATE`].
    pub fn add_shape(
        &mut self,
        shape: Shape,
        pose: &Pose,
        options: BodyOptions,
    ) -> Result<u32, Error> {
        self.add_shape_if((shape, pose), options, || Ok(()))
    }

    /// Adds the half-space below the plane through a point.
    ///
    /// # Errors
    /// If the point is not finite or beyond [`MAX_COORDINATE`], or the normal has no direction.
    pub fn add_plane(
        &mut self,
        point: impl Into<Vec3>,
        normal: impl Into<Vec3>,
        options: BodyOptions,
    ) -> Result<u32, Error> {
        self.check_number(&options)?;
        Ok(self.add(Geometry::Plane(Plane::new(point.into(), normal.into())?), None, options))
    }

    /// Checks that no other body has the number of a body that is to be added.
    fn check_number(&self, options: &BodyOptions) -> Result<(), Error> {
        let number = options.number.unwrap_or(self.bodies.len() as u64);
        if self.world.taken_numbers.contains(&number) {
            return Err(Reason::BodyNumber { number }.into());
        }
        Ok(())
    }

    /// Adds a body, and its mesh if it has one.
    fn add(&mut self, geometry: Geometry, mesh: Option<&MeshParts>, options: BodyOptions) -> u32 {
        let body = Body { geometry, options, presence: Presence::On };
        self.world.push(&body, mesh);
        self.candidates.blocks.extend(&self.world);
        self.identity.push(&self.world, &body);
        self.rules.margins.push(options.margin);
        self.bodies.push(body);
        self.velocities.resize(self.world.nodes.len(), Vec3::zeros());
        self.step_displacements.clear();
        self.is_laid_out = false;
        self.bodies.len() as u32 - 1
    }

    /// How many bodies there are.
    #[must_use]
    pub fn body_count(&self) -> usize {
        self.bodies.len()
    }

    /// The nodes of a mesh, where they are now; none for shapes and planes.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn positions(&self, body: u32) -> Result<&[[f64; 3]], Error> {
        self.body(body)?;
        Ok(&self.world.nodes[self.world.spans[body as usize].nodes.clone()])
    }

    fn body(&self, body: u32) -> Result<&Body, Error> {
        let count = self.bodies.len();
        self.bodies.get(body as usize).ok_or_else(|| Reason::NoBody { body, count }.into())
    }

    fn mesh(&self, body: u32) -> Result<&MeshBody, Error> {
        match &self.body(body)?.geometry {
            Geometry::Mesh(mesh) => Ok(mesh),
            _ => Err(Reason::WrongBody { body, wanted: "a mesh" }.into()),
        }
    }

    /// Splits the pieces of a mesh that have been bent by more than the limit, in mean edges, and
    /// returns how many there were. The contacts of facets do not depend on it.
    ///
    /// # Errors
    /// If there is no such mesh or the limit is not a number; and in a process that was forked
    /// since the scene was made.
    pub fn split(&mut self, body: u32, limit: f64) -> Result<usize, Error> {
        self.mesh(body)?;
        self.threads.check()?;
        let nodes = self.world.spans[body as usize].nodes.clone();
        let Geometry::Mesh(mesh) = &mut self.bodies[body as usize].geometry else { return Ok(0) };
        let Cells::Solid(partition) = &mut mesh.cells else { return Ok(0) };
        let nodes = &self.world.nodes[nodes];
        let split = self.threads.install(|| partition.split(nodes, limit))?.len();
        if split > 0 {
            self.renew_pieces(body);
        }
        Ok(split)
    }

    /// Lays out the pieces again after those of a body have changed.
    fn renew_pieces(&mut self, body: u32) {
        self.renewed.insert(body);
        self.world.lay_out(&self.bodies);
        self.candidates.blocks.invalidate();
        self.is_laid_out = false;
    }

    /// The contacts of the last detection, in the order of bodies and nodes.
    #[must_use]
    pub fn contacts(&self) -> &[Contact] {
        &self.history.contacts
    }

    /// The host's values of a contact, by its index in [`Scene::contacts`].
    ///
    /// # Panics
    /// If there is no such contact.
    #[must_use]
    pub fn values(&self, contact: usize) -> &[f64] {
        self.history.values(contact)
    }

    /// Mutable access to the host's values of a contact.
    ///
    /// # Panics
    /// If there is no such contact.
    pub fn values_mut(&mut self, contact: usize) -> &mut [f64] {
        self.history.values_mut(contact)
    }

    /// Counts and times of the last detection.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Finds the contacts at the present positions.
    ///
    /// # Panics
    /// Without threads; see [`Scene::has_threads`].
    pub fn detect(&mut self) -> &[Contact] {
        let Ok(()) = self.detect_if(&Stop::never(), || Ok::<(), Infallible>(()));
        &self.history.contacts
    }

    /// The contacts at the present positions, without any change of history, ages or statistics.
    ///
    /// # Panics
    /// Without threads; see [`Scene::has_threads`].
    pub fn query(&mut self) -> Vec<Contact> {
        let Ok((contacts, _)) = self.find_if(&Stop::never(), || Ok::<(), Infallible>(()));
        contacts
    }

    /// Starts afresh if pieces have been added or renumbered.
    fn lay_out(&mut self) {
        if self.is_laid_out {
            return;
        }
        self.candidates.invalidate();
        self.motion.begin(&self.world, &self.bodies);
        self.is_laid_out = true;
    }
}
