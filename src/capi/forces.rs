//! What the contact law of the library does: forces on nodes for hosts that have none of their own.

use super::answer::plain;
use super::hosted_forces::HostedForces;
use super::numbers::Numbers;
use super::pointer::{Out, check_capacity, slice_mut};
use super::scene::{HostedScene, gapkit_scene, with_scene};
use super::sized::{self, Growing};
use super::status::{Failure, GAPKIT_BAD_ARGUMENT, gapkit_status};
use crate::Vec3;
use crate::error::check_parameter;
use crate::forces::Pair;

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
