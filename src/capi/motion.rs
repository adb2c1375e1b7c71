//! Where bodies are, and how they move.

use super::coordinates::Coordinates;
use super::pointer::{slice, slice_mut};
use super::pose::{self, gapkit_pose};
use super::scene::{HostedScene, gapkit_scene, with_scene};
use super::status::{Failure, GAPKIT_BAD_ARGUMENT, GAPKIT_BUFFER_TOO_SMALL, gapkit_status};
use crate::Error;
use crate::scene::Scene;

impl HostedScene {
    /// The host's arrays for a body, which must be as long as those that it was made from.
    ///
    /// # Safety
    /// Pointers that are not NULL must be valid for reading.
    unsafe fn arrays<'a>(
        &self,
        body: u32,
        axes: [*const f64; 3],
        stride: usize,
        count: usize,
    ) -> Result<Coordinates<'a>, Failure> {
        self.check_body(body)?;
        self.check_count(body, count)?;
        // SAFETY: the caller's promise.
        unsafe { Coordinates::new(axes, stride, count) }
    }

    /// Hands vectors of the host to the scene: in place if they are laid out as the nodes of the
    /// body, gathered otherwise.
    fn set_vectors(
        &mut self,
        body: u32,
        host: &Coordinates,
        set: impl FnOnce(&mut Scene, &[[f64; 3]]) -> Result<(), Error>,
    ) -> Result<(), Failure> {
        let Self { scene, numbers, scratch, .. } = self;
        let numbers = &numbers[body as usize];
        let vectors = match host.points {
            Some(points) if numbers.nodes.is_empty() => points,
            _ => {
                let nodes = scene.positions(body)?.len();
                scratch.clear();
                scratch.extend((0..nodes).map(|node| host.at(numbers.place(node))));
                &scratch[..]
            }
        };
        set(scene, vectors).map_err(|error| numbers.refused(GAPKIT_BAD_ARGUMENT, error))
    }
}

/// Moves the nodes of a mesh.
///
/// Node i is at `x[i * stride]`, `y[i * stride]`, `z[i * stride]`; `y` and `z` may be NULL for x +
/// 1 and x + 2. `stride` and pointers may differ from those of `gapkit_scene_add_mesh`, but `count`
/// must be the `node_count` that was given there. The arrays are read in place and not kept. If a
/// coordinate is not finite or beyond 1e50 in magnitude, no node has moved.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_set_positions(
    scene: *mut gapkit_scene,
    body: u32,
    x: *const f64,
    y: *const f64,
    z: *const f64,
    stride: usize,
    count: usize,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        // SAFETY: the caller's pointers, as the header asks.
        let host = unsafe { hosted.arrays(body, [x, y, z], stride, count) }?;
        hosted.set_vectors(body, &host, |scene, positions| scene.set_positions(body, positions))
    })
}

/// Tells how the nodes of a mesh move in the time step `dt` ahead. Contacts are then also reported
/// where the gap will be within the margin at its end; with `dt` 0 they are not, and the velocities
/// are only those of `gapkit_scene_forces`. Bodies without velocities do not move.
/// Arrays as for `gapkit_scene_set_positions`. Velocities may be up to 1e150 in magnitude and move
/// nodes by up to 1e50; if one is not, none has changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_set_velocities(
    scene: *mut gapkit_scene,
    body: u32,
    x: *const f64,
    y: *const f64,
    z: *const f64,
    stride: usize,
    count: usize,
    dt: f64,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        // SAFETY: the caller's pointers, as the header asks.
        let host = unsafe { hosted.arrays(body, [x, y, z], stride, count) }?;
        hosted.set_vectors(body, &host, |scene, velocities| {
            scene.set_velocities(body, velocities, dt)
        })
    })
}

/// Forgets all velocities.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_clear_velocities(scene: *mut gapkit_scene) -> gapkit_status {
    with_scene(scene, |hosted| {
        hosted.scene.clear_velocities();
        Ok(())
    })
}

/// Moves a shape, or a mesh as a whole, from where it was made; NULL moves it back there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_set_pose(
    scene: *mut gapkit_scene,
    body: u32,
    pose: *const gapkit_pose,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        // SAFETY: the caller's pointer, as the header asks.
        let pose = unsafe { pose::read("pose", pose) }?;
        hosted.check_body(body)?;
        hosted.scene.set_pose(body, &pose).map_err(|error| Failure::about("pose", &error))
    })
}

/// Moves many shapes, or meshes as a whole, from where they were made: all of them, or none if one is
/// refused.
///
/// Number i of `count` is the body `bodies[i]`, or body i if `bodies` is NULL. Its translation is at
/// `translations[i * translation_stride]`, x y z; its rotation at `rotations[i * rotation_stride]`, a
/// quaternion x y z w as in `gapkit_pose`, of any length but 0. Without `rotations`, which may be
/// NULL, bodies are not turned. Strides are in numbers, at least 3 and 4: for an array of
/// `gapkit_pose` both are 7. The arrays are read in place and not kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_set_poses(
    scene: *mut gapkit_scene,
    bodies: *const u32,
    count: usize,
    translations: *const f64,
    translation_stride: usize,
    rotations: *const f64,
    rotation_stride: usize,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        // SAFETY: the caller's pointers, as the header asks.
        let (numbers, places, turns) = unsafe {
            (
                if bodies.is_null() { None } else { Some(slice("bodies", bodies, count)?) },
                Rows::<3>::new("translation", translations, (translation_stride, count))?,
                if rotations.is_null() {
                    None
                } else {
                    Some(Rows::<4>::new("rotation", rotations, (rotation_stride, count))?)
                },
            )
        };
        // Before memory is used for as many as there cannot be.
        let body = |i: usize| numbers.map_or(i as u32, |list| list[i]);
        if let Some(end) = count.checked_sub(1)
            && numbers.is_none()
        {
            hosted.check_body(u32::try_from(end).unwrap_or(u32::MAX))?;
        }
        (0..count).try_for_each(|i| hosted.check_body(body(i)))?;
        hosted.poses.clear();
        let turn = |i: usize| turns.as_ref().map_or([0.0, 0.0, 0.0, 1.0], |rows| rows.at(i));
        hosted.poses.extend((0..count).map(|i| (body(i), pose::of(places.at(i), turn(i)))));
        let HostedScene { scene, poses, .. } = hosted;
        scene.set_poses(poses).map_err(|error| Failure::about("translations, rotations", &error))
    })
}

/// Rows of `N` numbers of the host, a stride apart.
struct Rows<'a, const N: usize> {
    numbers: &'a [f64],
    stride: usize,
}

impl<'a, const N: usize> Rows<'a, N> {
    /// # Safety
    /// A pointer that is not NULL must be valid for reading `count` rows.
    unsafe fn new(
        name: &str,
        first: *const f64,
        (stride, count): (usize, usize),
    ) -> Result<Self, Failure> {
        if stride < N {
            let text = format!("`{name}_stride` is {stride}; it must be at least {N}");
            return Err(Failure::new(GAPKIT_BAD_ARGUMENT, text));
        }
        let length =
            if count == 0 { 0 } else { (count - 1).saturating_mul(stride).saturating_add(N) };
        // SAFETY: the caller's promise.
        let numbers = unsafe { slice(&format!("{name}s"), first, length) }?;
        Ok(Self { numbers, stride })
    }

    fn at(&self, row: usize) -> [f64; N] {
        std::array::from_fn(|k| self.numbers[row * self.stride + k])
    }
}

/// Copies where the nodes of a body are now, x y z for each node that its elements use, in the
/// order of the host's arrays. `capacity` is the length of `positions`, in nodes;
/// `gapkit_scene_body_size` tells how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_positions(
    scene: *const gapkit_scene,
    body: u32,
    positions: *mut f64,
    capacity: usize,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        hosted.check_body(body)?;
        let nodes = hosted.scene.positions(body)?;
        if capacity < nodes.len() {
            let text = format!("`capacity` is {capacity}; body {body} has {} nodes", nodes.len());
            return Err(Failure::new(GAPKIT_BUFFER_TOO_SMALL, text));
        }
        // SAFETY: the caller's memory, as the header asks; three numbers are laid out as a point.
        let target = unsafe { slice_mut("positions", positions.cast::<[f64; 3]>(), nodes.len()) }?;
        target.copy_from_slice(nodes);
        Ok(())
    })
}
