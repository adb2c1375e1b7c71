//! The contact law of the library as hosts set it: pressure, friction, materials and masses.

use super::hosted_forces::{Law, at};
use super::pointer::{slice, vector};
use super::scene::{HostedScene, gapkit_scene, with_scene};
use super::sized::{self, Growing};
use super::status::{Failure, GAPKIT_BAD_ARGUMENT, gapkit_status, guard};
use crate::Vec3;
use crate::error::check_parameter;
use crate::forces::{Friction, Material, Penalty, RigidVelocity};

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
