//! The explicit solver: positions at full steps, velocities half a step later.
//!
//! `v(n+1/2) = v(n-1/2) + a(n) (dt(n-1) + dt(n)) / 2`, `x(n+1) = x(n) + v(n+1/2) dt(n)`, with no
//! step before the first, so that velocities given at the start are those at the start. A constant
//! acceleration is integrated exactly.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use rayon::prelude::*;

use super::approach::Extent;
use super::body::Bodies;
use super::damping;
use super::error::Error;
use super::gather::Gather;
use super::ledger::Work;
use super::material::Material;
use super::settings::Settings;
use super::tally::{Clock, Tally};
use super::time_step::{self, TimeStep};
use gapkit::Vec3;
use gapkit::forces::{self, ContactForces, Motion, Time};
use gapkit::mesh::TetMesh;
use gapkit::scene::{BodyOptions, Config, Resolution, Scene};

/// Number of elements per parallel job.
const ELEMENTS_PER_JOB: usize = 256;

/// Forces on nodes, by where they come from.
#[derive(Debug, Default)]
pub(super) struct Forces {
    pub(super) elastic: Vec<Vec3>,
    pub(super) damping: Vec<Vec3>,
}

/// Deformable bodies and rigid planes that move and touch.
///
/// ```
/// use gapkit::mesh::bodies;
/// use gapkit_solver::{Law, Material, Penalty, Settings, Solver};
///
/// let settings = Settings::new(Penalty::new(0.01)?)?.with_gravity([0.0, 0.0, -9.81]);
/// let mut solver = Solver::new(settings)?;
/// let rubber = Material::new(Law::NeoHookean, 1000.0, 1e6, 0.3)?;
/// solver.add_plane([0.0; 3], [0.0, 0.0, 1.0])?;
/// let block = solver.add_mesh(&bodies::block([2, 2, 2], [1.0; 3])?, rubber, false)?;
/// solver.set_velocity(block, |_| [0.0, 0.0, -1.0].into())?;
/// for _ in 0..10 {
///     solver.step()?;
/// }
/// assert!(solver.entry()?.error.abs() < 1.0);
/// # Ok::<(), gapkit_solver::Error>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    pub(super) settings: Settings,
    pub(super) scene: Scene,
    pub(super) bodies: Bodies,
    gather: Gather,
    pub(super) time: f64,
    pub(super) step: u64,
    pub(super) x: Vec<[f64; 3]>,
    /// Half a step before `x`.
    pub(super) v: Vec<Vec3>,
    /// Nodes whose velocity is prescribed.
    pub(super) held: Vec<(u32, Vec3)>,
    /// Nodes that do not move along a direction.
    pub(super) guided: Vec<(u32, Vec3)>,
    of_elements: Vec<[Vec3; 4]>,
    pub(super) forces: Forces,
    /// What contacts do.
    pub(super) contacts: ContactForces,
    pub(super) time_step: TimeStep,
    pub(super) extents: Vec<Extent>,
    /// The previous time step; 0 at the start.
    pub(super) last_dt: f64,
    /// The largest closure since the last ledger entry.
    pub(super) closest: f64,
    /// The most overlaps at a time, since then, that are too deep for contacts to push.
    pub(super) deep: u64,
    pub(super) work: Work,
    pub(super) start_energy: Option<f64>,
    pub(super) largest_energy: f64,
    pub(super) clock: Clock,
    pub(super) tally: Tally,
    /// Whether the contacts, and the forces, are those of the current positions.
    pub(super) is_detected: bool,
    pub(super) is_current: bool,
    /// Whether forces are evaluated once more at the same time, so that friction must not advance.
    pub(super) is_repeated: bool,
    pub(super) is_ready: bool,
    pub(super) pool: Arc<rayon::ThreadPool>,
}

impl Solver {
    /// An empty model.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub fn new(settings: Settings) -> Result<Self, Error> {
        let mut config = Config::new(settings.penalty.detection_distance())?
            .with_resolution(Resolution::Surface)
            .with_threads(settings.threads)
            .with_sub(settings.sub)
            .with_broad(settings.broad)
            .with_partition(settings.partition);
        if let Some(distance) = settings.search {
            config = config.with_search_distance(distance)?;
        }
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(settings.threads)
            .build()
            .map_err(|_| Error::Threads(settings.threads))?;
        Ok(Self {
            settings,
            scene: Scene::new(config)?,
            bodies: Bodies::default(),
            gather: Gather::default(),
            time: 0.0,
            step: 0,
            x: Vec::new(),
            v: Vec::new(),
            held: Vec::new(),
            guided: Vec::new(),
            of_elements: Vec::new(),
            forces: Forces::default(),
            contacts: ContactForces::new(settings.penalty),
            time_step: TimeStep::new(),
            extents: Vec::new(),
            last_dt: 0.0,
            closest: 0.0,
            deep: 0,
            work: Work::default(),
            start_energy: None,
            largest_energy: 0.0,
            clock: Clock::default(),
            tally: Tally::default(),
            is_detected: false,
            is_current: false,
            is_repeated: false,
            is_ready: false,
            pool: Arc::new(pool),
        })
    }

    /// Adds a deformable body at rest, and returns its number. It may touch itself or not.
    ///
    /// # Errors
    /// If the mesh cannot be partitioned.
    pub fn add_mesh(
        &mut self,
        mesh: &TetMesh,
        material: Material,
        self_contact: bool,
    ) -> Result<u32, Error> {
        self.bodies.add_mesh(mesh, material, &self.settings)?;
        let options = BodyOptions::default().with_self_contact(self_contact);
        let number = self.scene.add_mesh(mesh, options)?;
        let behind = gapkit::forces::Material::new(material.bulk(), material.density())?;
        self.contacts.set_material(&self.scene, number, behind)?;
        self.bodies.list[number as usize].self_contact = self_contact;
        self.x.extend(mesh.nodes());
        self.v.resize(self.x.len(), Vec3::zeros());
        self.is_ready = false;
        Ok(number)
    }

    /// Adds a rigid body, which moves and turns, and returns its number. The material gives its
    /// density, and how stiff its contacts are. Its elements do not limit the time step, unless all
    /// bodies are rigid.
    ///
    /// # Errors
    /// As [`add_mesh`](Self::add_mesh).
    pub fn add_rigid(&mut self, mesh: &TetMesh, material: Material) -> Result<u32, Error> {
        let number = self.add_mesh(mesh, material, false)?;
        self.bodies.list[number as usize].is_rigid = true;
        Ok(number)
    }

    /// Adds a rigid half-space, which does not move.
    ///
    /// # Errors
    /// If the point is not finite, or the normal has no direction.
    pub fn add_plane(
        &mut self,
        point: impl Into<Vec3>,
        normal: impl Into<Vec3>,
    ) -> Result<u32, Error> {
        let (point, normal) = (point.into(), normal.into());
        let number = self.scene.add_plane(point, normal, BodyOptions::default())?;
        self.bodies.add_plane(point, normal);
        self.is_ready = false;
        Ok(number)
    }

    /// Allocates the arrays and computes how stiff contacts are.
    pub(super) fn prepare(&mut self) -> Result<(), Error> {
        let Self { bodies, x, .. } = self;
        let count = x.len();
        self.gather = Gather::new(count, &bodies.elements);
        self.of_elements = vec![[Vec3::zeros(); 4]; bodies.elements.len()];
        let zeros = || vec![Vec3::zeros(); count];
        self.forces = Forces { elastic: zeros(), damping: zeros() };
        // From rest positions, so that a run continued from a saved state is as stiff.
        self.time_step.update_elements(bodies, &bodies.rest_positions);
        self.contacts.set_time_step(&self.scene, self.time_step.element_limit())?;
        self.is_ready = true;
        Ok(())
    }

    /// The forces of all contacts, and what they mean for the time step.
    fn contact_forces(&mut self) {
        let Self { scene, contacts, x, v, pool, .. } = self;
        let time = match self.last_dt {
            dt if self.is_repeated => Time::Again(dt),
            0.0 => Time::Start,
            dt => Time::After(dt),
        };
        let motion = Motion { x, v, rigid: &[] };
        pool.install(|| contacts.evaluate_known(scene, &motion, time));
        self.time_step.contacts = contacts.limits(&self.bodies.mass);
        self.closest = self.closest.max(contacts.max_closure());
        self.deep = self.deep.max(forces::deep_overlaps(scene) as u64);
    }

    /// All forces on a node but gravity.
    #[inline]
    pub(super) fn force_on(&self, node: usize) -> Vec3 {
        self.forces.elastic[node] + self.contacts.on_all_nodes()[node] + self.forces.damping[node]
    }

    /// Runs a closure inside the thread pool of the solver, so that not every step has to enter it.
    pub fn install<T: Send>(&mut self, job: impl FnOnce(&mut Self) -> T + Send) -> T {
        let pool = Arc::clone(&self.pool);
        pool.install(|| job(self))
    }

    /// Computes the forces at the current positions, unless they are known.
    pub(super) fn evaluate(&mut self) -> Result<(), Error> {
        if self.is_current {
            return Ok(());
        }
        if !self.is_detected && self.is_ready && self.are_contacts_valid() {
            self.contacts.carry(&self.scene, &self.x);
        } else {
            self.detect()?;
        }
        let start = Instant::now();
        self.element_forces()?;
        let elements = start.elapsed();
        self.contact_forces();
        let contacts = start.elapsed();
        self.damping_forces();
        self.add_work(self.last_dt);
        self.clock.elements += elements;
        self.clock.contacts += contacts - elements;
        self.clock.motion += start.elapsed() - contacts;
        self.is_current = true;
        Ok(())
    }

    fn element_forces(&mut self) -> Result<(), Error> {
        let Self { bodies, of_elements, x, gather, forces, time_step, pool, .. } = self;
        let updates_bound = self.step.is_multiple_of(time_step::ELEMENT_INTERVAL);
        let inverted = AtomicUsize::new(usize::MAX);
        pool.install(|| {
            let jobs = bodies
                .elements
                .par_chunks(ELEMENTS_PER_JOB)
                .zip(of_elements.par_chunks_mut(ELEMENTS_PER_JOB));
            jobs.enumerate().for_each(|(job, (elements, forces))| {
                for (i, (element, out)) in elements.iter().zip(forces).enumerate() {
                    let number = job * ELEMENTS_PER_JOB + i;
                    if bodies.is_rigid(number) {
                        continue;
                    }
                    match bodies.material(number).and_then(|m| element.forces(m, x)) {
                        Some(forces) => *out = forces,
                        None => {
                            inverted.fetch_min(number, Ordering::Relaxed);
                        }
                    }
                }
            });
            gather.sum(of_elements, &mut forces.elastic);
            if updates_bound {
                time_step.update_elements(bodies, x);
            }
        });
        match inverted.into_inner() {
            usize::MAX => Ok(()),
            number => {
                let body = bodies.owners[number];
                let first = bodies.list[body as usize].elements.start;
                Err(Error::Inverted { body, element: (number - first) as u32, time: self.time })
            }
        }
    }

    fn damping_forces(&mut self) {
        let Self { bodies, forces, x, v, settings, .. } = self;
        if !settings.is_damped() {
            return;
        }
        for ((force, mass), v) in forces.damping.iter_mut().zip(&bodies.mass).zip(&*v) {
            *force = v * (-settings.drag * mass);
        }
        if settings.damping > 0.0 {
            for body in bodies.list.iter().filter(|body| !body.nodes.is_empty()) {
                damping::damp(
                    settings.damping,
                    body.nodes(),
                    &bodies.mass,
                    x,
                    v,
                    &mut forces.damping,
                );
            }
        }
    }

    /// Adds half of the work of the current forces over a step at the current velocities to the
    /// ledger; the other half is added at the other end of the step.
    fn add_work(&mut self, dt: f64) {
        self.contacts.add_work(0.5 * dt);
        if self.settings.damping > 0.0 {
            self.work.add_damping(&self.forces.damping, &self.v, 0.5 * dt);
        }
        for &(node, velocity) in &self.held {
            let node = node as usize;
            let acting = self.force_on(node) + self.settings.gravity * self.bodies.mass[node];
            self.work.external -= acting.dot(&velocity) * 0.5 * dt;
        }
    }

    /// Advances by one time step.
    ///
    /// # Errors
    /// If an element was inverted or a node has flown away.
    pub fn step(&mut self) -> Result<(), Error> {
        self.evaluate()?;
        let start = Instant::now();
        let stable = self.time_step.stable(self.settings.safety);
        let approach = self.approach_limit(stable);
        self.time_step.limit_step(stable, approach);
        let mut dt = self.time_step.dt;
        // Velocities, half a step on; those that are prescribed come last.
        let kick = 0.5 * (self.last_dt + dt);
        for node in 0..self.x.len() {
            let acceleration = self.force_on(node) / self.bodies.mass[node] + self.settings.gravity;
            self.v[node] += acceleration * kick;
        }
        for &(node, direction) in &self.guided {
            let v = &mut self.v[node as usize];
            *v -= direction * direction.dot(v);
        }
        self.held.iter().for_each(|&(node, velocity)| self.v[node as usize] = velocity);
        dt = self.guard(dt);
        self.stiffen();
        let powers = Instant::now();
        let Self { contacts, x, v, pool, .. } = self;
        pool.install(|| contacts.update_powers(&Motion { x, v, rigid: &[] }));
        self.add_work(dt);
        let powers = powers.elapsed();
        self.clock.contacts += powers;
        // Positions, a full step on.
        self.drift(dt);
        self.time += dt;
        self.last_dt = dt;
        self.step += 1;
        (self.is_detected, self.is_current) = (false, false);
        self.clock.motion += start.elapsed() - powers;
        Ok(())
    }

    /// Marks contacts and forces as outdated, after the state was changed from outside.
    pub(super) fn invalidate(&mut self) -> Result<(), Error> {
        if !self.is_ready {
            self.prepare()?;
        }
        (self.is_detected, self.is_current) = (false, false);
        Ok(())
    }
}
