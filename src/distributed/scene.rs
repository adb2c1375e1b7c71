//! The scene that all ranks have in common.

use std::sync::Arc;

use super::body::{Bodies, BodyKind};
use super::comm::{Channel, Communicator, Reduction};
use super::contact::Contact;
use super::detect;
use super::given::{Given, Part, Unit};
use super::join;
use super::memory::Memory;
use super::plan::Plan;
use super::report::Report;
use super::statistics::Statistics;
use crate::Vec3;
use crate::error::{Error, Reason, check_parameter};
use crate::mesh::{Elements, Orientation};
use crate::scene::{self, BodyOptions, Config, Resolution, Shape};
use crate::shape::Pose;

/// Bodies over several ranks, and the contacts between them.
#[derive(Debug)]
pub struct Scene {
    pub(super) channel: Channel,
    pub(super) config: Config,
    pub(super) bodies: Bodies,
    pub(super) given: Given,
    /// The time step of the velocities; 0 without.
    pub(super) dt: f64,
    /// The first thing that was wrong since the last detection.
    pub(super) fault: Option<Error>,
    pub(super) plan: Option<Plan>,
    /// The threads, while there is no plan.
    pub(super) idle: Option<scene::Scene>,
    pub(super) memory: Memory,
    pub(super) report: Report,
    pub(super) relative_skin: f64,
    pub(super) statistics: Statistics,
}

impl Scene {
    /// An empty scene. Collective.
    ///
    /// # Errors
    /// If the settings of ranks differ (but for their threads), contacts are not those of surfaces,
    /// or threads cannot be started: on all ranks.
    pub fn new(config: Config, communicator: Arc<dyn Communicator>) -> Result<Self, Error> {
        let mut channel = Channel::new(communicator);
        let supported = match config.resolution() {
            Resolution::Surface => Ok(()),
            Resolution::Facet => Err(Reason::NotDistributed { what: "facet contacts" }.into()),
            Resolution::Piece => Err(Reason::NotDistributed { what: "piece contacts" }.into()),
        };
        let made = supported.and_then(|()| scene::Scene::new(config.without_warnings()));
        let idle = channel.agree(made)?;
        let rank = channel.rank() as u32;
        let mut scene = Self {
            bodies: Bodies::new(&config),
            channel,
            config,
            given: Given::new(rank),
            dt: 0.0,
            fault: None,
            plan: None,
            idle: Some(idle),
            memory: Memory::default(),
            report: Report::default(),
            relative_skin: detect::FIRST_SKIN,
            statistics: Statistics::default(),
        };
        scene.check_same("the settings", &format!("{:?}", config.with_threads(0)))?;
        Ok(scene)
    }

    /// This rank.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.channel.rank()
    }

    /// How many ranks there are.
    #[must_use]
    pub fn size(&self) -> usize {
        self.channel.size()
    }

    /// How many bodies there are.
    #[must_use]
    pub fn body_count(&self) -> usize {
        self.bodies.len()
    }

    /// How many values of the host each contact has.
    #[must_use]
    pub fn history(&self) -> usize {
        self.config.history()
    }

    /// Fails on all ranks if a text is not the same on all.
    fn check_same(&mut self, what: &'static str, text: &str) -> Result<(), Error> {
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        let all = self.channel.gather(&[hash])?;
        match all.iter().position(|other| *other != all[0]) {
            Some(rank) => Err(Reason::RanksDiffer { what, rank }.into()),
            None => Ok(()),
        }
    }

    fn check_number(&self, options: &BodyOptions) -> Result<(), Error> {
        let number = options.number().unwrap_or(self.bodies.len() as u64);
        let is_taken = (0..self.bodies.len() as u32).any(|body| self.bodies.number(body) == number);
        if is_taken { Err(Reason::BodyNumber { number }.into()) } else { Ok(()) }
    }

    /// Adds a mesh, of which each rank gives some elements, or none; its number. Collective. Nodes and
    /// elements are known by their numbers: nodes that several ranks have are one, and faces between
    /// elements of two ranks are inner faces. Positions and velocities are given in the order of the
    /// nodes here.
    ///
    /// # Errors
    /// If the part of a rank is not a mesh (see [`TetMesh`](crate::mesh::TetMesh)), an element is on
    /// two ranks, a node is not at the same place on all that have it, or a face has more than two
    /// tetrahedra: on all ranks, and nothing has changed.
    pub fn add_mesh(
        &mut self,
        part: &Elements,
        orientation: Orientation,
        options: BodyOptions,
    ) -> Result<u32, Error> {
        self.channel.check()?;
        self.check_same("the options of a body", &format!("mesh {options:?}"))?;
        let checked = self.check_number(&options);
        let checked = checked.and_then(|()| scene::check_coordinates(&part.nodes));
        let own = checked.and_then(|()| Part::new(part, orientation));
        let own = self.channel.agree(own)?;
        let mut count = [own.elements.len() as f64];
        self.channel.reduce(&mut count, Reduction::Sum)?;
        if count[0] == 0.0 {
            return Err(crate::error::Fault::NoElements.into());
        }
        let first = self.given.numbers.len() as u32;
        join::elements(&mut self.channel, &own.elements)?;
        let numbers = (&part.node_numbers[..], &part.nodes[..]);
        let nodes = join::nodes(&mut self.channel, numbers, first)?;
        let exposed = join::exposed_faces(&mut self.channel, &own, &nodes)?;
        let body = self.bodies.len() as u32;
        let units = Given::units_of(&own, &exposed, body, first);
        let others = self.others_at(&own, &units, part, &nodes.is_shared)?;
        self.given.push(part, nodes.homes, units, &others);
        self.drop_plan()?;
        Ok(self.bodies.push(options, BodyKind::Mesh))
    }

    /// The units of other ranks at the nodes of a part.
    fn others_at(
        &mut self,
        own: &Part,
        units: &[Unit],
        part: &Elements,
        is_shared: &[bool],
    ) -> Result<Vec<(u32, join::SharedUnit)>, Error> {
        let first = self.given.numbers.len() as u32;
        let slot = self.given.units.len() as u32;
        let number = |node: u32| part.node_numbers[(node - first) as usize];
        let shared = |node: &u32| is_shared[(node - first) as usize];
        let cards = units.iter().zip(slot..).flat_map(|(unit, i)| {
            let nodes = unit.exposed_nodes().filter(shared);
            nodes.map(move |node| (number(node), i)).collect::<Vec<_>>()
        });
        let cards: Vec<(u64, u32)> = cards.collect();
        let node_of = |number: u64| {
            let key = |&node: &u32| part.node_numbers[node as usize];
            let found = own.order.binary_search_by_key(&number, key).ok()?;
            Some(own.order[found] + first)
        };
        join::shared_units(&mut self.channel, &cards, node_of)
    }

    /// Adds a rigid convex shape, the same on all ranks; its number. Collective.
    ///
    /// # Errors
    /// As [`Scene::add_shape`](crate::scene::Scene::add_shape), on all ranks.
    pub fn add_shape(
        &mut self,
        shape: Shape,
        pose: &Pose,
        options: BodyOptions,
    ) -> Result<u32, Error> {
        self.channel.check()?;
        self.check_same("the shapes", &format!("shape {pose:?} {options:?}"))?;
        let checked = self.check_number(&options).and_then(|()| {
            let mut trial = scene::Scene::new(self.config.with_threads(1))?;
            trial.add_shape(Arc::clone(&shape), pose, BodyOptions::default())
        });
        self.channel.agree(checked)?;
        self.drop_plan()?;
        let radius = shape.bounding_radius();
        self.given.skip_body();
        Ok(self.bodies.push(options, BodyKind::Shape { shape, pose: *pose, radius }))
    }

    /// Adds the half-space below a plane, the same on all ranks; its number. Collective.
    ///
    /// # Errors
    /// As [`Scene::add_plane`](crate::scene::Scene::add_plane), on all ranks.
    pub fn add_plane(
        &mut self,
        point: impl Into<Vec3>,
        normal: impl Into<Vec3>,
        options: BodyOptions,
    ) -> Result<u32, Error> {
        let (point, normal) = (point.into(), normal.into());
        self.channel.check()?;
        self.check_same("the planes", &format!("plane {point:?} {normal:?} {options:?}"))?;
        let checked = self.check_number(&options).and_then(|()| {
            let mut trial = scene::Scene::new(self.config.with_threads(1))?;
            trial.add_plane(point, normal, BodyOptions::default())
        });
        self.channel.agree(checked)?;
        self.drop_plan()?;
        self.given.skip_body();
        Ok(self.bodies.push(options, BodyKind::Plane { point, normal }))
    }

    /// Keeps the first fault, for the next detection to tell all ranks.
    pub(crate) fn note(&mut self, result: Result<(), Error>) {
        if let (Err(error), None) = (result, &self.fault) {
            self.fault = Some(error);
        }
    }

    /// What was wrong since the last detection.
    pub(crate) fn fault(&self) -> Option<&Error> {
        self.fault.as_ref()
    }

    /// A result that is an error on all ranks if it is one on any. Collective.
    pub(crate) fn agree<T>(&mut self, result: Result<T, Error>) -> Result<T, Error> {
        self.channel.agree(result)
    }

    fn check_mesh(&self, body: u32, count: usize) -> Result<std::ops::Range<usize>, Error> {
        if body as usize >= self.bodies.len() {
            return Err(Reason::NoBody { body, count: self.bodies.len() }.into());
        }
        if !self.bodies.is_mesh(body) {
            return Err(Reason::WrongBody { body, wanted: "a mesh" }.into());
        }
        let nodes = self.given.nodes_of(body);
        if nodes.len() != count {
            return Err(Reason::PositionCount { given: count, count: nodes.len() }.into());
        }
        Ok(nodes)
    }

    /// Moves the nodes of a mesh that this rank has. Of a node that several ranks have, the position
    /// that its owner gives counts. What is wrong with them is told by the next detection, on all
    /// ranks; the nodes stay where they were then.
    pub fn set_positions(&mut self, body: u32, positions: &[[f64; 3]]) {
        let checked = self.check_mesh(body, positions.len()).and_then(|nodes| {
            let number = |node: u64| self.given.numbers[nodes.start + node as usize];
            scene::check_coordinates(positions).map_err(|e| e.with_node_numbers(number))?;
            Ok(nodes)
        });
        match checked {
            Ok(nodes) => self.given.positions[nodes].copy_from_slice(positions),
            Err(error) => self.note(Err(error)),
        }
    }

    /// Sets the velocities of the nodes of a mesh that this rank has, in the time step ahead; see
    /// [`Scene::set_velocities`](crate::scene::Scene::set_velocities). The time step must be the same
    /// for all bodies and ranks. What is wrong is told by the next detection, on all ranks.
    pub fn set_velocities(&mut self, body: u32, velocities: &[[f64; 3]], dt: f64) {
        let checked = self.check_mesh(body, velocities.len()).and_then(|nodes| {
            let number = |node: u64| self.given.numbers[nodes.start + node as usize];
            check_parameter("time step", dt, false)?;
            scene::check_velocities(velocities, dt).map_err(|e| e.with_node_numbers(number))?;
            Ok(nodes)
        });
        match checked {
            Ok(nodes) => {
                self.given.velocities[nodes].copy_from_slice(velocities);
                self.dt = dt;
            }
            Err(error) => self.note(Err(error)),
        }
    }

    /// Moves a rigid shape, in the same way on all ranks. What is wrong is told by the next detection.
    pub fn set_pose(&mut self, body: u32, pose: &Pose) {
        let count = self.bodies.len();
        let result = match self.bodies.kind_mut(body) {
            Some(BodyKind::Shape { pose: own, .. }) => {
                let is_good =
                    pose.translation.vector.iter().all(|x| x.abs() <= scene::MAX_COORDINATE)
                        && pose.rotation.quaternion().norm_squared() > 0.0;
                if is_good {
                    *own = *pose;
                    Ok(())
                } else {
                    let (name, value) = ("translation", pose.translation.vector.amax());
                    Err(Reason::BadParameter { name, value, limit: "at most 1e50" }.into())
                }
            }
            Some(_) => Err(Reason::WrongBody { body, wanted: "a shape" }.into()),
            None => Err(Reason::NoBody { body, count }.into()),
        };
        self.note(result);
    }

    /// The contacts of the last detection that this rank reports: those whose first node belongs to
    /// it, in the order of bodies, elements and nodes.
    #[must_use]
    pub fn contacts(&self) -> &[Contact] {
        &self.report.contacts
    }

    /// The host's values of a contact, by its index in [`Scene::contacts`].
    ///
    /// # Panics
    /// If there is no such contact.
    #[must_use]
    pub fn values(&self, contact: usize) -> &[f64] {
        let each = self.config.history();
        &self.report.values[contact * each..][..each]
    }

    /// Mutable access to the host's values of a contact. They stay with it, also if another rank
    /// reports it later.
    ///
    /// # Panics
    /// If there is no such contact.
    pub fn values_mut(&mut self, contact: usize) -> &mut [f64] {
        let each = self.config.history();
        &mut self.report.values[contact * each..][..each]
    }

    /// What the last detection did on this rank.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }
}
