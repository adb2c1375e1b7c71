//! Scenes: making them, and adding bodies.

use std::sync::{Mutex, TryLockError};

use super::body::{self, gapkit_body_options};
use super::callback::{self, CallbackStatus};
use super::config::gapkit_scene_config;
use super::handle::{Kind, Table};
use super::hosted_forces::HostedForces;
use super::list::{ContactList, Shown};
use super::log::Log;
use super::mesh::{self, gapkit_mesh};
use super::numbers::Numbers;
use super::pointer::{Out, vector};
use super::pose::{self, gapkit_pose};
use super::shape::{SHAPES, gapkit_shape};
use super::sized;
use super::status::{
    Failure, GAPKIT_BAD_MESH, GAPKIT_BUSY, GAPKIT_FORKED, GAPKIT_NO_BODY, GAPKIT_POISONED,
};
use super::status::{gapkit_status, guard};
use crate::scene::Scene;
use crate::shape::Pose;

/// Bodies that move, and the contacts between them. Made by `gapkit_scene_new` and freed with
/// `gapkit_scene_free`.
///
/// Bodies are numbered from 0 in the order in which they were added. Different scenes may be used
/// on different threads at once; one scene by one call at a time, from any thread. A call that
/// meets another one at work on the same scene is refused with GAPKIT_BUSY.
///
/// A process that is forked has the scenes of its parent, but not their threads: there, calls that
/// find contacts, add meshes or split pieces are refused with GAPKIT_FORKED. The scenes can be read
/// and freed, and new ones made.
pub struct gapkit_scene {
    _private: [u8; 0],
}

/// A scene with the host's numbering and the contacts as the host sees them.
pub(super) struct HostedScene {
    pub(super) scene: Scene,
    /// The host's numbering of nodes and elements, for each body; empty for shapes and planes.
    pub(super) numbers: Vec<Numbers>,
    /// The contacts as the host sees them.
    pub(super) contacts: Shown,
    /// The overlaps as the host sees them.
    pub(super) overlaps: ContactList,
    /// Vectors that cannot be read in place.
    pub(super) scratch: Vec<[f64; 3]>,
    /// The poses of one call.
    pub(super) poses: Vec<(u32, Pose)>,
    /// How many values of the host each contact has.
    pub(super) history: usize,
    /// Of the shapes that are functions of the host.
    pub(super) callbacks: Vec<CallbackStatus>,
    /// How many facets were added since the last detection.
    pub(super) new_facets: usize,
    /// For how many contacts there was memory when it was last asked for.
    pub(super) room: usize,
    pub(super) forces: HostedForces,
    pub(super) log: Log,
}

pub(super) static SCENES: Table<Mutex<HostedScene>> = Table::new(Kind::Scene);

/// Runs a call on a scene. A panic in it poisons the lock, and so this scene and no other.
pub(super) fn with_scene(
    scene: *const gapkit_scene,
    call: impl FnOnce(&mut HostedScene) -> Result<(), Failure>,
) -> gapkit_status {
    guard(|| {
        let hosted = SCENES.get(scene)?;
        let mut hosted = hosted.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                Failure::new(GAPKIT_BUSY, "another call is at work on this `scene`")
            }
            TryLockError::Poisoned(_) => {
                Failure::new(GAPKIT_POISONED, "this `scene` had a panic before; free it")
            }
        })?;
        let result = call(&mut hosted);
        if let Err(failure) = &result {
            hosted.log.failure(failure);
        }
        result
    })
}

impl HostedScene {
    /// Checks that there is such a body.
    pub(super) fn check_body(&self, body: u32) -> Result<(), Failure> {
        let count = self.scene.body_count();
        if (body as usize) < count {
            return Ok(());
        }
        let text = format!("there is no body {body}; the scene has {count}");
        Err(Failure::new(GAPKIT_NO_BODY, text))
    }

    /// Fails in a process that was forked since the scene was made.
    pub(super) fn check_threads(&self) -> Result<(), Failure> {
        if self.scene.has_threads() {
            return Ok(());
        }
        let text = "this `scene` was made before a fork, and its threads are in the other process";
        Err(Failure::new(GAPKIT_FORKED, text))
    }
}

/// Makes an empty scene with its own threads; to be freed with `gapkit_scene_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_new(
    config: *const gapkit_scene_config,
    scene: *mut *mut gapkit_scene,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    guard(|| unsafe {
        let out = Out::new("scene", scene)?;
        let config = sized::read(config)?;
        let hosted = HostedScene {
            scene: Scene::new(config.checked()?)?,
            numbers: vec![],
            contacts: Shown::default(),
            overlaps: ContactList::default(),
            scratch: vec![],
            poses: vec![],
            history: config.history as usize,
            callbacks: vec![],
            new_facets: 0,
            room: 0,
            forces: HostedForces::default(),
            log: Log::default(),
        };
        out.set(SCENES.insert(Mutex::new(hosted))?);
        Ok(())
    })
}

/// Frees a scene and all that was borrowed from it; NULL is fine. A scene that was freed before is
/// GAPKIT_BAD_HANDLE, and nothing happens.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_free(scene: *mut gapkit_scene) -> gapkit_status {
    guard(|| SCENES.remove(scene))
}

/// Adds a mesh, deformable or rigid, and tells its number. The arrays are read and not kept.
/// `options` may be NULL for the defaults.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_add_mesh(
    scene: *mut gapkit_scene,
    mesh: *const gapkit_mesh,
    options: *const gapkit_body_options,
    body: *mut u32,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    with_scene(scene, |hosted| unsafe {
        let (out, options) = (Out::new("body", body)?, body::read(options)?);
        hosted.check_threads()?;
        let (mesh, numbers) = mesh::read(mesh)?;
        let refused = |error| numbers.refused(GAPKIT_BAD_MESH, error);
        let number = hosted.scene.add_mesh(&mesh, options).map_err(refused)?;
        hosted.numbers.push(numbers);
        hosted.new_facets += hosted.scene.facet_count(number)?;
        out.set(number);
        Ok(())
    })
}

/// Adds a rigid convex shape in a pose (NULL for where it was made) and tells its number. `options`
/// may be NULL. The shape may be freed afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_add_shape(
    scene: *mut gapkit_scene,
    shape: *const gapkit_shape,
    pose: *const gapkit_pose,
    options: *const gapkit_body_options,
    body: *mut u32,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    with_scene(scene, |hosted| unsafe {
        let (out, options) = (Out::new("body", body)?, body::read(options)?);
        let (entry, pose) = (SHAPES.get(shape)?, pose::read("pose", pose)?);
        let callbacks = entry.callback.as_slice();
        let before = callback::violations(callbacks);
        let check = || callback::check(callbacks, before);
        let number = hosted.scene.add_shape_if((entry.shape.clone(), &pose), options, check)?;
        hosted.numbers.push(Numbers::default());
        hosted.callbacks.extend(entry.callback.clone());
        out.set(number);
        Ok(())
    })
}

/// Adds the half-space below the plane through `point` with `normal` (x y z each, of any length but
/// zero), and tells its number. `options` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_add_plane(
    scene: *mut gapkit_scene,
    point: *const f64,
    normal: *const f64,
    options: *const gapkit_body_options,
    body: *mut u32,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    with_scene(scene, |hosted| unsafe {
        let (out, options) = (Out::new("body", body)?, body::read(options)?);
        let (point, normal) = (vector::<3>("point", point)?, vector::<3>("normal", normal)?);
        let number = hosted.scene.add_plane(point, normal, options)?;
        hosted.numbers.push(Numbers::default());
        out.set(number);
        Ok(())
    })
}

/// Tells how many bodies there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_body_count(
    scene: *const gapkit_scene,
    count: *mut usize,
) -> gapkit_status {
    // SAFETY: the caller's pointer, as the header asks.
    with_scene(scene, |hosted| unsafe {
        Out::new("count", count)?.set(hosted.scene.body_count());
        Ok(())
    })
}

/// Tells how many nodes, exposed facets and convex pieces a body has; shapes and planes have no
/// nodes and facets and are one piece. Each of the three may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_body_size(
    scene: *const gapkit_scene,
    body: u32,
    nodes: *mut usize,
    facets: *mut usize,
    pieces: *mut usize,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        // SAFETY: the caller's pointers, as the header asks.
        let outs = unsafe {
            [
                Out::optional("nodes", nodes)?,
                Out::optional("facets", facets)?,
                Out::optional("pieces", pieces)?,
            ]
        };
        hosted.check_body(body)?;
        let counts = [
            hosted.scene.positions(body)?.len(),
            hosted.scene.facet_count(body)?,
            hosted.scene.piece_count(body)?,
        ];
        outs.into_iter().zip(counts).for_each(|(out, count)| {
            if let Some(out) = out {
                out.set(count);
            }
        });
        Ok(())
    })
}

/// Splits the pieces of a mesh that have been bent by more than `limit`, in mean edges, and tells
/// how many there were (`split` may be NULL). It may save time; the contacts of facets do not
/// depend on it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_split(
    scene: *mut gapkit_scene,
    body: u32,
    limit: f64,
    split: *mut usize,
) -> gapkit_status {
    // SAFETY: the caller's pointer, as the header asks.
    with_scene(scene, |hosted| unsafe {
        let out = Out::optional("split", split)?;
        hosted.check_body(body)?;
        hosted.check_threads()?;
        let count = hosted.scene.split(body, limit)?;
        if let Some(out) = out {
            out.set(count);
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::super::status::{GAPKIT_BAD_HANDLE, GAPKIT_OK, GAPKIT_PANIC};
    use super::*;

    fn scene() -> *mut gapkit_scene {
        let config = <gapkit_scene_config as sized::Growing>::preset();
        let mut scene = std::ptr::null_mut();
        // SAFETY: both pointers are valid.
        assert_eq!(unsafe { gapkit_scene_new(&config, &mut scene) }, GAPKIT_OK);
        scene
    }

    #[test]
    fn a_panic_poisons_one_scene_and_no_other() {
        let (bad, good) = (scene(), scene());
        assert_eq!(with_scene(bad, |_| panic!("a bug")), GAPKIT_PANIC);
        assert_eq!(with_scene(bad, |_| Ok(())), GAPKIT_POISONED);
        assert_eq!(with_scene(good, |_| Ok(())), GAPKIT_OK);
        // SAFETY: handles are looked up and not followed.
        unsafe {
            assert_eq!(gapkit_scene_free(bad), GAPKIT_OK);
            assert_eq!(gapkit_scene_free(bad), GAPKIT_BAD_HANDLE);
            assert_eq!(gapkit_scene_free(good), GAPKIT_OK);
        }
    }

    #[test]
    fn a_call_from_within_a_call_is_refused() {
        let scene = scene();
        let status = with_scene(scene, |_| {
            assert_eq!(with_scene(scene, |_| Ok(())), GAPKIT_BUSY);
            Ok(())
        });
        assert_eq!(status, GAPKIT_OK);
        // SAFETY: handles are looked up and not followed.
        assert_eq!(unsafe { gapkit_scene_free(scene) }, GAPKIT_OK);
    }
}
