//! What contacts do: pressure, damping and friction, as forces on nodes.
//!
//! A host that has no contact law of its own moves the nodes of a scene, detects, and evaluates the
//! forces of the contacts; what is needed from one step to the next is kept here. Hosts with their own
//! law need none of it. The law is that of `penalty` and `friction`, on contacts of surfaces
//! ([`Resolution::Surface`](crate::scene::Resolution::Surface)).
//!
//! ```
//! use gapkit::Vec3;
//! use gapkit::forces::{ContactForces, Material, Motion, Penalty, Time};
//! use gapkit::mesh::bodies;
//! use gapkit::scene::{BodyOptions, Config, Scene};
//!
//! let penalty = Penalty::new(0.01)?;
//! let mut scene = Scene::new(Config::new(penalty.detection_distance())?)?;
//! let block = bodies::block([2, 2, 2], [1.0, 1.0, 1.0])?;
//! let body = scene.add_mesh(&block, BodyOptions::default())?;
//! scene.add_plane([0.0, 0.0, -0.005], [0.0, 0.0, 1.0], BodyOptions::default())?;
//! let mut forces = ContactForces::new(penalty);
//! forces.set_material(&scene, body, Material::new(1e6, 1000.0)?)?;
//! // The elements allow steps of 1 ms.
//! forces.set_time_step(&scene, 1e-3)?;
//!
//! scene.detect();
//! let v = vec![Vec3::zeros(); block.nodes().len()];
//! let motion = Motion { x: scene.all_positions(), v: &v, rigid: &[] };
//! forces.evaluate(&scene, &motion, Time::Start)?;
//! let upward: f64 = forces.on_nodes(&scene, body).iter().map(|force| force.z).sum();
//! assert!(upward > 0.0);
//! assert!((forces.pairs()[0].force.z + upward).abs() < 1e-12 * upward);
//! # Ok::<(), gapkit::Error>(())
//! ```
//!
//! | file | what it holds |
//! |---|---|
//! | `penalty`, `friction`, `layer`, `material` | the law, and what it takes from the bodies |
//! | `memory`, `state` | what contacts remember, and how it is kept |
//! | `link`, `pairs` | contacts by their nodes, and by pairs of bodies |
//! | `push`, `force` | what each contact does |
//! | `sums` | what the contacts of a pair do together |
//! | `guard` | what keeps fast nodes from coming through |
//! | `lever`, `spread`, `limits` | from contacts to nodes, and to the time step |

mod force;
mod friction;
mod guard;
mod layer;
mod lever;
mod limits;
mod link;
mod material;
mod memory;
mod motion;
mod pairs;
mod penalty;
mod push;
mod spread;
mod state;
mod sums;

pub use force::Force;
pub use friction::Friction;
pub use guard::Guarded;
pub use limits::Limits;
pub use material::Material;
pub use motion::{Motion, RigidVelocity, Time};
pub use pairs::Pair;
pub use penalty::{DETECTION_FACTOR, Penalty};
pub use state::ForceState;

use layer::Layer;
use link::{CONTACTS_PER_JOB, Link};
use memory::Memories;
use pairs::{Pairs, Scale};

use rayon::prelude::*;

use crate::Vec3;
use crate::error::{Error, Reason, check_parameter};
use crate::scene::{Kind, Scene};

/// What is known of a body: its material, and how deep the layer is that the nodes of its surface
/// have.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Backing {
    material: Material,
    depth: f64,
}

/// The forces of the contacts of a scene, and what they remember.
#[derive(Debug)]
pub struct ContactForces {
    penalty: Penalty,
    backings: Vec<Option<Backing>>,
    pairs: Pairs,
    links: Vec<Link>,
    /// The gaps of the contacts at the present positions.
    gaps: Vec<f64>,
    memories: Memories,
    of_contacts: Vec<Force>,
    on_nodes: Vec<Vec3>,
    /// The row sums of the stiffness and of the viscosity of contacts.
    rows: Vec<[f64; 2]>,
    /// Nodes of fast bodies over facets, in the present step.
    meetings: Vec<guard::Meeting>,
}

impl ContactForces {
    /// Forces by this law, of no contacts yet.
    #[must_use]
    pub fn new(penalty: Penalty) -> Self {
        Self {
            penalty,
            backings: Vec::new(),
            pairs: Pairs { default: penalty.friction, ..Pairs::default() },
            links: Vec::new(),
            gaps: Vec::new(),
            memories: Memories::default(),
            of_contacts: Vec::new(),
            on_nodes: Vec::new(),
            rows: Vec::new(),
            meetings: Vec::new(),
        }
    }

    /// The law.
    #[must_use]
    pub fn penalty(&self) -> &Penalty {
        &self.penalty
    }

    /// Sets what a mesh, a shell or beams consist of, from which the stiffness of their contacts is
    /// taken. Between two bodies the softer one counts; shapes and half-spaces have none.
    ///
    /// # Errors
    /// If there is no such mesh, or it is a surface without thickness, behind which nothing is known.
    pub fn set_material(
        &mut self,
        scene: &Scene,
        body: u32,
        material: Material,
    ) -> Result<(), Error> {
        let volumes = material::nodal_volumes(scene, body)?;
        if volumes.is_empty() {
            return Err(Reason::WrongBody { body, wanted: "a mesh" }.into());
        }
        if volumes.iter().all(|volume| *volume == 0.0) {
            return Err(
                Reason::WrongBody { body, wanted: "a body with a volume or a thickness" }.into()
            );
        }
        let depth = material::surface_depth(scene, body, &volumes)?;
        if self.backings.len() <= body as usize {
            self.backings.resize(body as usize + 1, None);
        }
        self.backings[body as usize] = Some(Backing { material, depth });
        Ok(())
    }

    /// The mass of each node of a mesh: a quarter of each tetrahedron around it, or its share of a
    /// shell or of beams.
    ///
    /// # Errors
    /// If there is no such body, or it has no material.
    pub fn lumped_masses(&self, scene: &Scene, body: u32) -> Result<Vec<f64>, Error> {
        let mut masses = material::nodal_volumes(scene, body)?;
        let density = self.backing(body)?.material.density;
        masses.iter_mut().for_each(|mass| *mass *= density);
        Ok(masses)
    }

    fn backing(&self, body: u32) -> Result<&Backing, Error> {
        let known = self.backings.get(body as usize).and_then(Option::as_ref);
        known.ok_or_else(|| Reason::NoMaterial { body }.into())
    }

    /// Sets the friction of two bodies, or of a body with itself, instead of that of all others.
    pub fn set_friction(&mut self, bodies: [u32; 2], friction: Friction) {
        self.pairs.set_friction(bodies, friction);
    }

    /// The frictions that were set for two bodies, in the order of these.
    #[must_use]
    pub fn frictions(&self) -> &[([u32; 2], Friction)] {
        &self.pairs.frictions
    }

    /// Sets the time step that the elements of all bodies allow, which bounds the stiffness of
    /// contacts. To be called when all bodies have their materials, and again if one has another.
    ///
    /// # Errors
    /// If it is not positive, or a mesh has no material.
    pub fn set_time_step(&mut self, scene: &Scene, dt: f64) -> Result<(), Error> {
        check_parameter("time step of the elements", dt, true)?;
        let layer = |body: u32| {
            if scene.node_range(body).is_empty() {
                return Ok(None);
            }
            let Backing { material, depth } = self.backing(body)?;
            Ok(Some(Layer::new(&self.penalty, material, *depth, dt)))
        };
        let layers = (0..scene.body_count() as u32).map(layer).collect::<Result<_, Error>>()?;
        self.pairs.scale = Scale { offset: self.penalty.offset, dt };
        self.pairs.set_layers(layers);
        Ok(())
    }

    /// Takes over the contacts of a detection: what is known of those that were there before is
    /// kept. [`ContactForces::evaluate`] does so itself.
    pub fn take(&mut self, scene: &Scene) {
        let contacts = scene.contacts();
        self.memories.carry_to(contacts);
        link::link(scene, &mut self.pairs, &mut self.links);
        let gaps = contacts.par_iter().map(|contact| contact.gap);
        gaps.with_min_len(CONTACTS_PER_JOB).collect_into_vec(&mut self.gaps);
    }

    /// Moves the contacts with their nodes, from where they were taken over: each keeps its area, its
    /// weights and its normal. The scene is that of the last detection.
    pub fn carry(&mut self, scene: &Scene, x: &[[f64; 3]]) {
        let from = scene.all_positions();
        for ((contact, gap), link) in scene.contacts().iter().zip(&mut self.gaps).zip(&self.links) {
            let mut displacement = Vec3::zeros();
            for (&node, &weight) in link.nodes.iter().zip(&link.weights) {
                let node = node as usize;
                displacement += (Vec3::from(x[node]) - Vec3::from(from[node])) * weight;
            }
            *gap = contact.gap + displacement.dot(&contact.normal);
        }
    }

    /// Evaluates the forces of the contacts of the last detection. What each does is found in
    /// parallel, on the threads of the caller, and added up in the order of the scene.
    ///
    /// # Errors
    /// If there is not one position and velocity for each node of the scene, or the time step of the
    /// elements was not set since a body was added.
    pub fn evaluate(&mut self, scene: &Scene, motion: &Motion, time: Time) -> Result<(), Error> {
        self.check(scene, motion)?;
        self.take(scene);
        self.evaluate_known(scene, motion, time);
        Ok(())
    }

    fn check(&self, scene: &Scene, motion: &Motion) -> Result<(), Error> {
        let count = scene.all_positions().len();
        for given in [motion.x.len(), motion.v.len()] {
            if given != count {
                return Err(Reason::PositionCount { given, count }.into());
            }
        }
        let (given, count) = (self.pairs.layers.len(), scene.body_count());
        if given == count { Ok(()) } else { Err(Reason::NoTimeStep { given, count }.into()) }
    }

    /// As [`ContactForces::evaluate`], of contacts that were taken over and perhaps carried along.
    ///
    /// # Panics
    /// If the motion does not have all nodes of the scene.
    pub fn evaluate_known(&mut self, scene: &Scene, motion: &Motion, time: Time) {
        self.on_nodes.resize(motion.x.len(), Vec3::zeros());
        self.rows.resize(motion.x.len(), [0.0; 2]);
        self.push(scene.contacts(), motion, time);
        self.pairs.limit(&self.links, &mut self.of_contacts, time);
        self.spread(scene);
    }

    /// The powers of the forces at other velocities.
    pub fn update_powers(&mut self, motion: &Motion) {
        // Contacts that were taken over and not evaluated do nothing yet.
        self.of_contacts.resize(self.links.len(), Force::default());
        self.pairs.update_powers(&self.links, &mut self.of_contacts, motion);
    }

    /// Adds the work of the forces over the time `dt` at their present powers.
    pub fn add_work(&mut self, dt: f64) {
        self.pairs.add_work(dt);
    }

    /// What the contacts do, in the order of [`Scene::contacts`].
    #[must_use]
    pub fn of_contacts(&self) -> &[Force] {
        &self.of_contacts
    }

    /// The forces on the nodes of a mesh.
    ///
    /// # Panics
    /// If there is no such body, or forces were not evaluated since it was added.
    #[must_use]
    pub fn on_nodes(&self, scene: &Scene, body: u32) -> &[Vec3] {
        &self.on_nodes[scene.node_range(body)]
    }

    /// The forces on the nodes of all meshes.
    #[must_use]
    pub fn on_all_nodes(&self) -> &[Vec3] {
        &self.on_nodes
    }

    /// The pairs of bodies that have met so far, in the order of their numbers.
    #[must_use]
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs.list
    }

    /// What all pairs took so far by normal forces, damping and friction.
    #[must_use]
    pub fn work(&self) -> [f64; 3] {
        self.pairs.work()
    }

    /// The largest closure of a contact; 0 if none pushes.
    #[must_use]
    pub fn max_closure(&self) -> f64 {
        self.pairs.list.iter().map(|pair| pair.closure).fold(0.0, f64::max)
    }
}

/// How many overlaps of a scene are so deep that no contact pushes against them.
#[must_use]
pub fn deep_overlaps(scene: &Scene) -> usize {
    scene.contacts().iter().filter(|contact| contact.kind == Kind::Deep).count()
}
