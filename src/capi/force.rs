//! What contacts mean for a solver: sums of forces, and the time step.

use std::ffi::c_void;

use super::answer::plain;
use super::pointer::{Out, slice, slice_mut, vector};
use super::scene::{gapkit_scene, with_scene};
use super::status::gapkit_status;
use super::status::{Failure, GAPKIT_BAD_CALLBACK, GAPKIT_BUFFER_TOO_SMALL, GAPKIT_NULL_POINTER};
use crate::Vec3;

/// The sum of forces on a body.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct gapkit_resultant {
    /// The force.
    pub force: [f64; 3],
    /// Its moment.
    pub moment: [f64; 3],
}

/// Adds up, for each body, forces that are given for each contact: `forces` has x y z for each of
/// `force_count` contacts. A force acts on B at its point, and the opposite force on A at its own.
/// Moments are about `point` (x y z). `capacity` is the length of `resultants`, at least the number
/// of bodies.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_resultants(
    scene: *const gapkit_scene,
    forces: *const f64,
    force_count: usize,
    point: *const f64,
    resultants: *mut gapkit_resultant,
    capacity: usize,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks; three numbers are laid out as a vector.
    with_scene(scene, |hosted| unsafe {
        let forces: &[[f64; 3]] = slice("forces", forces.cast(), force_count)?;
        let point = Vec3::from(vector::<3>("point", point)?);
        let bodies = hosted.scene.body_count();
        if capacity < bodies {
            let text = format!("`capacity` is {capacity}; there are {bodies} bodies");
            return Err(Failure::new(GAPKIT_BUFFER_TOO_SMALL, text));
        }
        let forces: Vec<Vec3> = forces.iter().map(|&force| force.into()).collect();
        let sums = hosted.scene.resultants(&forces, point)?;
        let targets = slice_mut("resultants", resultants, bodies)?;
        for (target, sum) in targets.iter_mut().zip(sums) {
            *target = gapkit_resultant { force: plain(&sum.force), moment: plain(&sum.moment) };
        }
        Ok(())
    })
}

/// The mass of a node of a body, by the host's number; infinite for what is held.
pub type gapkit_mass = Option<unsafe extern "C" fn(user: *mut c_void, body: u32, node: i64) -> f64>;

/// The largest stable time step of contacts that act as springs: `stiffness` is the force per area
/// and gap, `mass` tells the mass of a node and is called on this thread. `time_step` becomes
/// INFINITY where no contact limits it, and otherwise `contact` (which may be NULL) becomes the
/// index of the one that does in `gapkit_scene_contacts`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_stable_time_step(
    scene: *const gapkit_scene,
    stiffness: f64,
    mass: gapkit_mass,
    user: *mut c_void,
    time_step: *mut f64,
    contact: *mut usize,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        // SAFETY: the caller's pointers, as the header asks.
        let (out, place) =
            unsafe { (Out::new("time_step", time_step)?, Out::optional("contact", contact)?) };
        let null = || Failure::new(GAPKIT_NULL_POINTER, "`mass` is NULL");
        let mass = mass.ok_or_else(null)?;
        let bad = std::cell::Cell::new(None);
        let limit = hosted.scene.stable_time_step(stiffness, |body, node| {
            let node = hosted.numbers[body as usize].node(node);
            // SAFETY: the host's function with the host's pointer.
            let mass = unsafe { mass(user, body, node) };
            if mass.is_nan() || mass <= 0.0 {
                bad.set(Some((body, node, mass)));
            }
            mass
        })?;
        if let Some((body, node, mass)) = bad.get() {
            let text = format!("the mass of node {node} of body {body} is {mass}; it must be > 0");
            return Err(Failure::new(GAPKIT_BAD_CALLBACK, text));
        }
        out.set(limit.map_or(f64::INFINITY, |limit| limit.time_step));
        if let (Some(place), Some(limit)) = (place, limit) {
            place.set(limit.contact);
        }
        Ok(())
    })
}
