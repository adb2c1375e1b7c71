//! The contact law of the library: forces on nodes for hosts that have none of their own.

use super::answer::plain;
use super::numbers::Numbers;
use super::pointer::{Out, check_capacity, slice, slice_mut, vector};
use super::scene::{HostedScene, gapkit_scene, with_scene};
use super::sized::{self, Growing};
use super::status::{Failure, GAPKIT_BAD_ARGUMENT, GAPKIT_FOREIGN_STATE, gapkit_status, guard};
use crate::Vec3;
use crate::error::check_parameter;
use crate::forces::{
    ContactForces, ForceState, Friction, Material, Motion, Pair, Penalty, RigidVelocity, Time,
    deep_overlaps,
};
use crate::scene::Scene;

/// How contacts push, and the friction of all pairs of bodies. Set all by
/// `gapkit_force_law_default`, then fill in `offset` and `time_step`.
///
/// With the closure c = offset - gap the pressure is k c^2 / offset up to c = offset, and k (2 c -
/// offset) beyond. A tangential spring and a dashpot remember how far a contact was dragged; it slips
/// where its traction would be more than the coefficient of friction times the pressure.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct gapkit_force_law {
    /// sizeof(gapkit_force_law)
    pub size: usize,
    /// The gap below which contacts push, > 0: the distance at which surfaces are at rest. The margin
    /// of the scene should be 1.5 times as much, so that contacts are known before they push.
    pub offset: f64,
    /// The time step that the elements of all bodies allow, > 0. It bounds the stiffness k.
    pub time_step: f64,
    /// The stiffness k over bulk modulus / depth of the surface elements; 16 by default.
    pub stiffness_factor: f64,
    /// 2 k is at most this times mass per area of the surface nodes / time_step^2; 32 by default.
    pub soft_bound: f64,
    /// The damping of approach and parting, as a share of the critical one; 0 by default.
    pub damping: f64,
    /// The coefficient of friction at rest; 0 by default.
    pub friction: f64,
    /// The coefficient of sliding friction; negative, the default, for that at rest.
    pub kinetic_friction: f64,
    /// The friction coefficient falls from that at rest to that of sliding as exp(-decay * speed).
    pub friction_decay: f64,
    /// The largest friction per area; INFINITY by default.
    pub max_shear_stress: f64,
}

// SAFETY: `repr(C)` with plain numbers, the size first.
unsafe impl Growing for gapkit_force_law {
    const NAME: &'static str = "law";
    const FIRST: usize = size_of::<Self>();

    fn preset() -> Self {
        Self {
            size: size_of::<Self>(),
            offset: 0.0,
            time_step: 0.0,
            stiffness_factor: 16.0,
            soft_bound: 32.0,
            damping: 0.0,
            friction: 0.0,
            kinetic_friction: -1.0,
            friction_decay: 0.0,
            max_shear_stress: f64::INFINITY,
        }
    }
}

impl gapkit_force_law {
    fn checked(&self) -> Result<Penalty, Failure> {
        let friction = gapkit_friction {
            size: size_of::<gapkit_friction>(),
            friction: self.friction,
            kinetic_friction: self.kinetic_friction,
            friction_decay: self.friction_decay,
            max_shear_stress: self.max_shear_stress,
        };
        check_parameter("time_step", self.time_step, true)?;
        Ok(Penalty::new(self.offset)?
            .with_factor(self.stiffness_factor)?
            .with_soft_bound(self.soft_bound)?
            .with_damping(self.damping)?
            .with_friction(friction.checked()?))
    }
}

/// The friction of a pair of bodies. Set all by `gapkit_friction_default`: no friction.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct gapkit_friction {
    /// sizeof(gapkit_friction)
    pub size: usize,
    /// The coefficient at rest; 0 by default.
    pub friction: f64,
    /// The coefficient of sliding; negative, the default, for that at rest.
    pub kinetic_friction: f64,
    /// The coefficient falls from that at rest to that of sliding as exp(-decay * speed).
    pub friction_decay: f64,
    /// The largest friction per area; INFINITY by default.
    pub max_shear_stress: f64,
}

// SAFETY: `repr(C)` with plain numbers, the size first.
unsafe impl Growing for gapkit_friction {
    const NAME: &'static str = "friction";
    const FIRST: usize = size_of::<Self>();

    fn preset() -> Self {
        Self {
            size: size_of::<Self>(),
            friction: 0.0,
            kinetic_friction: -1.0,
            friction_decay: 0.0,
            max_shear_stress: f64::INFINITY,
        }
    }
}

impl gapkit_friction {
    fn checked(&self) -> Result<Friction, Failure> {
        let mut friction = Friction::new(self.friction)?;
        if sized::is_set(self.kinetic_friction) {
            friction = friction.with_kinetic(self.kinetic_friction, self.friction_decay)?;
        }
        if self.max_shear_stress != f64::INFINITY {
            friction = friction.with_max_stress(self.max_shear_stress)?;
        }
        Ok(friction)
    }
}

/// What all contacts do at the present time.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct gapkit_forces {
    /// sizeof(gapkit_forces)
    pub size: usize,
    /// The longest stable step of central differences with elements and contacts as they are, the
    /// elements allowing `time_step` of the law. Take 0.9 of it or less.
    pub stable_time_step: f64,
    /// The elastic energy in contacts, as far as they may give it back.
    pub energy: f64,
    /// What normal forces took from the bodies so far. It differs from `energy` where areas change.
    pub normal_work: f64,
    /// What friction took so far.
    pub friction_work: f64,
    /// What the damping of contacts took so far.
    pub damping_work: f64,
    /// The largest closure of a contact over the offset; above 1 surfaces overlap.
    pub max_closure: f64,
    /// The contacts that push.
    pub pushing: u64,
    /// The overlaps that are so deep that no contact pushes against them. There should be none.
    pub deep: u64,
}

// SAFETY: `repr(C)` with plain numbers, the size first.
unsafe impl Growing for gapkit_forces {
    const NAME: &'static str = "forces";
    const FIRST: usize = size_of::<Self>();

    fn preset() -> Self {
        Self { size: size_of::<Self>(), ..Self::default() }
    }
}

/// Two bodies that have met, or one that has met itself.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct gapkit_force_pair {
    /// The first body.
    pub body_a: u32,
    /// The second body.
    pub body_b: u32,
    /// The contacts that push.
    pub pushing: u64,
    /// The force on the second body.
    pub force: [f64; 3],
    /// The elastic energy in the contacts, as far as they may give it back.
    pub energy: f64,
    /// What the normal forces took so far.
    pub normal_work: f64,
    /// What friction took so far.
    pub friction_work: f64,
    /// What the damping of contacts took so far.
    pub damping_work: f64,
}

impl From<&Pair> for gapkit_force_pair {
    fn from(pair: &Pair) -> Self {
        let [body_a, body_b] = pair.bodies;
        Self {
            body_a,
            body_b,
            pushing: pair.contacts as u64,
            force: plain(&pair.force),
            energy: pair.energy,
            normal_work: pair.normal,
            friction_work: pair.friction,
            damping_work: pair.damping,
        }
    }
}

/// The contact law of a scene, and what it is told of the bodies.
#[derive(Debug, Default)]
pub(super) struct HostedForces {
    law: Option<Law>,
    materials: Vec<Option<Material>>,
    /// The masses of nodes that the host gave, for each body; empty for the lumped ones.
    masses: Vec<Vec<f64>>,
    /// How shapes and half-spaces move.
    rigid: Vec<RigidVelocity>,
}

#[derive(Debug)]
struct Law {
    forces: ContactForces,
    /// The time step of the elements.
    elements: f64,
    /// The masses of all nodes.
    masses: Vec<f64>,
    /// The last step; `None` before forces were evaluated.
    last_step: Option<f64>,
}

/// The place of a body in a list that grows as needed.
fn at<T: Clone + Default>(list: &mut Vec<T>, body: u32) -> &mut T {
    let place = body as usize;
    if list.len() <= place {
        list.resize(place + 1, T::default());
    }
    &mut list[place]
}

impl Law {
    /// A law with the materials and masses that are known of the bodies.
    fn new(
        scene: &Scene,
        of: &HostedForces,
        penalty: Penalty,
        elements: f64,
    ) -> Result<Self, Failure> {
        let mut forces = ContactForces::new(penalty);
        for (body, material) in (0..).zip(&of.materials) {
            if let Some(material) = material {
                forces.set_material(scene, body, *material)?;
            }
        }
        forces.set_time_step(scene, elements)?;
        let mut masses = Vec::with_capacity(scene.all_positions().len());
        for body in 0..scene.body_count() as u32 {
            match of.masses.get(body as usize) {
                Some(given) if !given.is_empty() => masses.extend_from_slice(given),
                _ if scene.node_range(body).is_empty() => {}
                _ => masses.extend(forces.lumped_masses(scene, body)?),
            }
        }
        Ok(Self { forces, elements, masses, last_step: None })
    }

    /// Evaluates the forces a time `dt` after the last time.
    fn evaluate(&mut self, scene: &Scene, rigid: &[RigidVelocity], dt: f64) -> Result<(), Failure> {
        let motion = Motion { x: scene.all_positions(), v: scene.all_velocities(), rigid };
        let time = match self.last_step {
            None => Time::Start,
            Some(last) if dt == 0.0 => Time::Again(last),
            Some(_) => Time::After(dt),
        };
        let forces = &mut self.forces;
        scene.install(|| {
            if let Time::After(dt) = time {
                // The forces at the beginning of the step, with the velocity that led to its end.
                forces.update_powers(&motion);
                forces.add_work(0.5 * dt);
            }
            forces.evaluate(scene, &motion, time)?;
            forces.add_work(if let Time::After(dt) = time { 0.5 * dt } else { 0.0 });
            Ok::<(), crate::Error>(())
        })?;
        self.last_step = Some(if dt > 0.0 { dt } else { self.last_step.unwrap_or(0.0) });
        Ok(())
    }

    fn summary(&self, scene: &Scene) -> gapkit_forces {
        let forces = &self.forces;
        let [normal_work, damping_work, friction_work] = forces.work();
        let elements = (2.0 / self.elements).powi(2);
        gapkit_forces {
            stable_time_step: forces.limits(&self.masses).stable_step(elements),
            energy: forces.pairs().iter().map(|pair| pair.energy).sum(),
            normal_work,
            friction_work,
            damping_work,
            max_closure: forces.max_closure() / forces.penalty().offset(),
            pushing: forces.pairs().iter().map(|pair| pair.contacts as u64).sum(),
            deep: deep_overlaps(scene) as u64,
            ..gapkit_forces::preset()
        }
    }
}

impl HostedForces {
    /// The law, with forces evaluated.
    fn evaluated(&self) -> Result<&Law, Failure> {
        let law = self.law.as_ref().filter(|law| law.last_step.is_some());
        law.ok_or_else(|| {
            let text = "no forces are known: call gapkit_scene_forces first";
            Failure::new(GAPKIT_BAD_ARGUMENT, text)
        })
    }

    /// What is kept with a state; nothing without a law.
    pub(super) fn save(&self) -> Vec<u64> {
        let Some(law) = &self.law else { return Vec::new() };
        let step = law.last_step.unwrap_or(-1.0);
        let mut words = vec![step.to_bits()];
        words.extend(law.forces.save().to_words());
        words
    }

    /// What [`HostedForces::save`] kept, if this scene has a law.
    pub(super) fn read(
        &self,
        scene: &Scene,
        words: &[u64],
    ) -> Result<Option<(Option<f64>, ForceState)>, Failure> {
        match (words.split_first(), &self.law) {
            (None, None) => Ok(None),
            (None, Some(_)) => Ok(Some((None, ForceState::default()))),
            (Some(_), None) => {
                let text = "`state` has forces; set the same force law before";
                Err(Failure::new(GAPKIT_FOREIGN_STATE, text))
            }
            (Some((&step, words)), Some(_)) => {
                let step = Some(f64::from_bits(step)).filter(|step| *step >= 0.0);
                let state = ForceState::from_words(words)?;
                state.check_bodies(scene)?;
                Ok(Some((step, state)))
            }
        }
    }

    /// Goes back to what was kept, with the contacts of the same state.
    pub(super) fn restore(
        &mut self,
        scene: &Scene,
        kept: Option<(Option<f64>, ForceState)>,
    ) -> Result<(), Failure> {
        let (Some(law), Some((step, state))) = (&mut self.law, kept) else { return Ok(()) };
        law.forces.restore(scene, &state)?;
        law.last_step = step;
        Ok(())
    }
}

/// Sets the default law; `offset` and `time_step` must be filled in. `size` is
/// sizeof(gapkit_force_law) of the caller's header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_force_law_default(
    law: *mut gapkit_force_law,
    size: usize,
) -> gapkit_status {
    // SAFETY: the caller's memory, as the header asks.
    guard(|| unsafe { sized::write(law, size, &gapkit_force_law::preset()) })
}

/// Sets no friction. `size` is sizeof(gapkit_friction) of the caller's header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_friction_default(
    friction: *mut gapkit_friction,
    size: usize,
) -> gapkit_status {
    // SAFETY: the caller's memory, as the header asks.
    guard(|| unsafe { sized::write(friction, size, &gapkit_friction::preset()) })
}

/// Tells what a mesh consists of, from which `gapkit_scene_set_force_law` takes the stiffness of its
/// contacts: the bulk modulus (a pressure) and the density (mass per volume), both > 0. Between two
/// bodies the softer one counts. To be called before the law is set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_set_material(
    scene: *mut gapkit_scene,
    body: u32,
    bulk_modulus: f64,
    density: f64,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        hosted.check_mesh(body)?;
        *at(&mut hosted.forces.materials, body) = Some(Material::new(bulk_modulus, density)?);
        Ok(())
    })
}

/// Sets the masses of the nodes of a mesh, by which contacts limit the time step, instead of those
/// that the density gives: for scaled masses, or INFINITY for nodes that are held. `count` is the
/// `node_count` that the mesh was added with. To be called before the law is set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_set_masses(
    scene: *mut gapkit_scene,
    body: u32,
    masses: *const f64,
    count: usize,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        hosted.check_mesh(body)?;
        hosted.check_count(body, count)?;
        // SAFETY: the caller's array, as the header asks.
        let given = unsafe { slice("masses", masses, count) }?;
        let numbers = &hosted.numbers[body as usize];
        let nodes = 0..hosted.scene.node_range(body).len();
        let own: Vec<f64> = nodes.map(|node| given[numbers.place(node)]).collect();
        if let Some(node) = own.iter().position(|mass| mass.is_nan() || *mass <= 0.0) {
            let (name, mass) = (numbers.node(node as u32), own[node]);
            let text = format!("the mass of node {name} of body {body} is {mass}; it must be > 0");
            return Err(Failure::new(GAPKIT_BAD_ARGUMENT, text));
        }
        *at(&mut hosted.forces.masses, body) = own;
        Ok(())
    })
}

/// Sets the contact law of a scene. All meshes must have a material. What contacts remembered under
/// another law is forgotten. If it fails, the law is as before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_set_force_law(
    scene: *mut gapkit_scene,
    law: *const gapkit_force_law,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        // SAFETY: the caller's struct, as the header asks.
        let given = unsafe { sized::read(law) }?;
        let HostedScene { scene, forces, .. } = hosted;
        forces.law = Some(Law::new(scene, forces, given.checked()?, given.time_step)?);
        Ok(())
    })
}

/// Sets the friction between two bodies, or of a body with itself, instead of that of the law, which
/// must have been set before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_set_friction(
    scene: *mut gapkit_scene,
    a: u32,
    b: u32,
    friction: *const gapkit_friction,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        hosted.check_body(a)?;
        hosted.check_body(b)?;
        // SAFETY: the caller's struct, as the header asks.
        let friction = unsafe { sized::read(friction) }?.checked()?;
        hosted.law()?.forces.set_friction([a, b], friction);
        Ok(())
    })
}

/// Tells how a shape or a half-space moves, for the damping and friction of its contacts: the
/// velocity (x y z) of a point of it, its angular velocity (x y z, NULL for 0) and the point (x y z,
/// NULL for the origin). The pose is set apart.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_set_rigid_velocity(
    scene: *mut gapkit_scene,
    body: u32,
    velocity: *const f64,
    spin: *const f64,
    point: *const f64,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    with_scene(scene, |hosted| unsafe {
        hosted.check_body(body)?;
        if !hosted.scene.node_range(body).is_empty() {
            let text = format!("body {body} is a mesh; its nodes have velocities");
            return Err(Failure::new(GAPKIT_BAD_ARGUMENT, text));
        }
        let optional = |name: &str, from: *const f64| {
            if from.is_null() { Ok([0.0; 3]) } else { vector::<3>(name, from) }
        };
        let velocity = Vec3::from(vector::<3>("velocity", velocity)?);
        let [spin, point] = [optional("spin", spin)?, optional("point", point)?].map(Vec3::from);
        *at(&mut hosted.forces.rigid, body) = RigidVelocity { velocity, spin, point };
        Ok(())
    })
}

/// Evaluates the forces of the contacts of the last detection or update, a time `dt` after the last
/// call; 0 at the first, and where forces are evaluated once more at the same time. Velocities are
/// those of `gapkit_scene_set_velocities` (with `dt` 0 there, if nothing is to be looked for ahead):
/// of leapfrog schemes those half a step ago, which led to the positions. What contacts remember is
/// kept by `gapkit_scene_save` and `gapkit_state_write`, too; after a state was restored, call this
/// with `dt` 0 at the same positions and velocities. `size` is sizeof(gapkit_forces) of the caller's
/// header. The same bits for any number of threads.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_forces(
    scene: *mut gapkit_scene,
    dt: f64,
    forces: *mut gapkit_forces,
    size: usize,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        sized::check_target(forces, size)?;
        check_parameter("dt", dt, false)?;
        hosted.check_threads()?;
        hosted.law()?;
        let HostedScene { scene, forces: HostedForces { law, rigid, .. }, .. } = hosted;
        let Some(law) = law else { return Ok(()) };
        law.evaluate(scene, rigid, dt)?;
        // SAFETY: the caller's memory, as the header asks.
        unsafe { sized::write(forces, size, &law.summary(scene)) }
    })
}

/// Adds the forces of contacts on the nodes of a mesh to arrays of the host: to `x[i * stride]`,
/// `y[i * stride]`, `z[i * stride]` for node i; `y` and `z` may be NULL for x + 1 and x + 2. `count` is
/// the `node_count` that the mesh was added with. Forces are those of the last `gapkit_scene_forces`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_add_forces(
    scene: *const gapkit_scene,
    body: u32,
    x: *mut f64,
    y: *mut f64,
    z: *mut f64,
    stride: usize,
    count: usize,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        hosted.check_mesh(body)?;
        hosted.check_count(body, count)?;
        let law = hosted.forces.evaluated()?;
        let on_nodes = law.forces.on_nodes(&hosted.scene, body);
        // SAFETY: the caller's arrays, as the header asks.
        unsafe { add_vectors([x, y, z], stride, on_nodes, &hosted.numbers[body as usize]) }
    })
}

/// Adds vectors of nodes to arrays of the host.
///
/// # Safety
/// Pointers that are not NULL must be valid for as many nodes as the host has.
unsafe fn add_vectors(
    [x, y, z]: [*mut f64; 3],
    stride: usize,
    vectors: &[Vec3],
    numbers: &Numbers,
) -> Result<(), Failure> {
    let least = if y.is_null() || z.is_null() { 3 } else { 1 };
    if stride < least {
        let text = format!("`stride` is {stride}; it must be at least {least}");
        return Err(Failure::new(GAPKIT_BAD_ARGUMENT, text));
    }
    let length = (numbers.host_nodes - 1).saturating_mul(stride).saturating_add(1);
    // The other axes may be in the same memory, so that there is no slice of all three.
    for (axis, (name, array)) in [("x", x), ("y", y), ("z", z)].into_iter().enumerate() {
        // SAFETY: within the array of x where the others are NULL.
        let array = if axis > 0 && array.is_null() { unsafe { axis_of(x, axis) } } else { array };
        // SAFETY: the caller's promise.
        let target = unsafe { slice_mut(name, array, length) }?;
        for (node, vector) in vectors.iter().enumerate() {
            target[numbers.place(node) * stride] += vector[axis];
        }
    }
    Ok(())
}

/// The next axes of an array of vectors.
///
/// # Safety
/// As for the array; NULL stays NULL.
unsafe fn axis_of(x: *mut f64, axis: usize) -> *mut f64 {
    // SAFETY: the caller's promise.
    if x.is_null() { x } else { unsafe { x.add(axis) } }
}

/// Copies the force of each contact on B, x y z for each in the order of `gapkit_scene_contacts`:
/// pressure, damping and friction together. The opposite force acts on A. `capacity` is the length of
/// `forces` in contacts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_contact_forces(
    scene: *const gapkit_scene,
    forces: *mut f64,
    capacity: usize,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        let list = hosted.forces.evaluated()?.forces.of_contacts();
        check_capacity(capacity, list.len(), "contacts")?;
        // SAFETY: the caller's memory, as the header asks; three numbers are laid out as a vector.
        let target = unsafe { slice_mut("forces", forces.cast::<[f64; 3]>(), list.len()) }?;
        for (place, force) in target.iter_mut().zip(list) {
            *place = plain(&force.total());
        }
        Ok(())
    })
}

/// Copies forces and energies of the pairs of bodies that have met so far, in the order of their
/// numbers, and tells how many there are. With `pairs` NULL and `capacity` 0 only `count` is set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_force_pairs(
    scene: *const gapkit_scene,
    pairs: *mut gapkit_force_pair,
    capacity: usize,
    count: *mut usize,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        // SAFETY: the caller's pointer, as the header asks.
        let out = unsafe { Out::new("count", count) }?;
        let list = hosted.forces.evaluated()?.forces.pairs();
        if !(pairs.is_null() && capacity == 0) {
            check_capacity(capacity, list.len(), "pairs")?;
            // SAFETY: the caller's memory, as the header asks.
            let target = unsafe { slice_mut("pairs", pairs, list.len()) }?;
            target.iter_mut().zip(list).for_each(|(place, pair)| *place = pair.into());
        }
        out.set(list.len());
        Ok(())
    })
}

impl HostedScene {
    /// The law, which must have been set.
    fn law(&mut self) -> Result<&mut Law, Failure> {
        self.forces.law.as_mut().ok_or_else(|| {
            let text = "there is no contact law: call gapkit_scene_set_force_law first";
            Failure::new(GAPKIT_BAD_ARGUMENT, text)
        })
    }

    /// Checks that a body is a mesh.
    fn check_mesh(&self, body: u32) -> Result<(), Failure> {
        self.check_body(body)?;
        if self.scene.node_range(body).is_empty() {
            let text = format!("body {body} is not a mesh");
            return Err(Failure::new(GAPKIT_BAD_ARGUMENT, text));
        }
        Ok(())
    }
}
