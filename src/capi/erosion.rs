//! Bodies that change: elements and bodies that are switched off and on.

use super::mesh::{self, gapkit_mesh};
use super::numbers::Numbers;
use super::pointer::{Out, slice};
use super::scene::{gapkit_scene, with_scene};
use super::sized::flag;
use super::status::{Failure, GAPKIT_BAD_ARGUMENT, GAPKIT_BAD_MESH, gapkit_status};

/// Switches elements of a mesh, or faces of a shell, off (`active` 0) or on (1): `count` of them, by
/// the host's numbers. What is behind elements that are off is exposed; the contacts are those of a
/// scene made anew without them. `changed`, which may be NULL, becomes how many were not so before.
///
/// There are no contacts until the next detection. Those that are there again have the same ids, and
/// keep their ages and values. Contacts must not be those of pieces.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_set_active(
    scene: *mut gapkit_scene,
    body: u32,
    elements: *const i64,
    count: usize,
    active: i32,
    changed: *mut usize,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    with_scene(scene, |hosted| unsafe {
        let out = Out::optional("changed", changed)?;
        hosted.check_body(body)?;
        let is_active = flag("active", active)?;
        let list = slice("elements", elements, count)?;
        let numbers = &hosted.numbers[body as usize];
        let places = places(list, numbers)?;
        let switched = hosted.scene.set_active(body, &places, is_active);
        let switched = switched.map_err(|error| {
            let named = error
                .with_face_numbers(|element| numbers.element(element as u32) as u64, |node| node);
            Failure::from(named)
        })?;
        if switched > 0 {
            hosted.show();
        }
        if let Some(out) = out {
            out.set(switched);
        }
        Ok(())
    })
}

/// The places of elements that the host calls by these numbers.
fn places(list: &[i64], numbers: &Numbers) -> Result<Vec<u32>, Failure> {
    let unknown = |number: i64| {
        Failure::new(GAPKIT_BAD_ARGUMENT, format!("`elements`: there is no element {number}"))
    };
    if numbers.elements.is_empty() {
        let place = |&number: &i64| {
            let counted = number.checked_sub(numbers.base);
            counted.and_then(|at| u32::try_from(at).ok()).ok_or_else(|| unknown(number))
        };
        return list.iter().map(place).collect();
    }
    let known: std::collections::HashMap<i64, u32> =
        numbers.elements.iter().copied().zip(0..).collect();
    list.iter().map(|&number| known.get(&number).copied().ok_or_else(|| unknown(number))).collect()
}

/// Switches a body as a whole off (`active` 0) or on (1). A body that is off has no contacts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_set_body_active(
    scene: *mut gapkit_scene,
    body: u32,
    active: i32,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        hosted.check_body(body)?;
        hosted.scene.set_body_active(body, flag("active", active)?)?;
        hosted.show();
        Ok(())
    })
}

/// Removes a body for good. Its number stays taken, so that those of other bodies do not change.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_remove_body(
    scene: *mut gapkit_scene,
    body: u32,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        hosted.check_body(body)?;
        hosted.scene.remove_body(body)?;
        hosted.show();
        Ok(())
    })
}

/// Exchanges the mesh of a body for another one, as after remeshing: with other nodes and elements,
/// which are called by the numbers in `mesh` from now on. The body is where the new mesh is, with all of
/// its elements on; it keeps its number and its options, and other bodies stay as they are.
///
/// There are no contacts until the next detection. Those that are there again, by the `node_numbers` of
/// the meshes, have the same ids, and keep their ages and values. If it fails, nothing has changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_replace_mesh(
    scene: *mut gapkit_scene,
    body: u32,
    mesh: *const gapkit_mesh,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        hosted.check_body(body)?;
        hosted.check_threads()?;
        // SAFETY: the caller's pointers, as the header asks.
        let (mesh, numbers) = unsafe { mesh::read(mesh) }?;
        let replaced = hosted.scene.replace_mesh(body, &mesh);
        replaced.map_err(|error| numbers.refused(GAPKIT_BAD_MESH, error))?;
        hosted.numbers[body as usize] = numbers;
        hosted.new_facets += hosted.scene.facet_count(body)?;
        hosted.show();
        Ok(())
    })
}
