//! What a mesh of a scene consists of, by the host's numbers.

use super::pointer::{Out, check_capacity, slice_mut};
use super::scene::{HostedScene, gapkit_scene, with_scene};
use super::status::{Failure, gapkit_status};

/// An array of the caller that may be NULL: it is not written then.
///
/// # Safety
/// A pointer that is not NULL must be valid for writing `count` values.
unsafe fn optional<'a, T>(
    name: &str,
    list: *mut T,
    count: usize,
) -> Result<Option<&'a mut [T]>, Failure> {
    if list.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller's promise.
    unsafe { slice_mut(name, list, count) }.map(Some)
}

impl HostedScene {
    fn host_nodes<const N: usize>(&self, body: u32, local: [u32; N]) -> [i64; N] {
        local.map(|node| self.numbers[body as usize].node(node))
    }

    fn host_element(&self, body: u32, element: u32) -> i64 {
        self.numbers[body as usize].element(element)
    }
}

/// Copies the tetrahedra of a mesh: into `nodes` the four nodes of each, into `elements` the element
/// that each is a part of, both by the host's numbers, and into `pieces` the convex piece that each
/// is in, from 0. Each of the three may be NULL. `capacity` is the number of tetrahedra that there
/// is room for; `count` becomes how many there are: 0 for shapes and planes. With all three NULL
/// the capacity does not matter.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_tets(
    scene: *const gapkit_scene,
    body: u32,
    nodes: *mut i64,
    elements: *mut i64,
    pieces: *mut u32,
    capacity: usize,
    count: *mut usize,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks; four numbers are laid out as an array.
    with_scene(scene, |hosted| unsafe {
        let out = Out::new("count", count)?;
        hosted.check_body(body)?;
        let tets = hosted.scene.tets(body)?;
        let total = tets.len();
        if !(nodes.is_null() && elements.is_null() && pieces.is_null()) {
            check_capacity(capacity, total, "tetrahedra")?;
        }
        let nodes = optional("nodes", nodes.cast::<[i64; 4]>(), total)?;
        let elements = optional("elements", elements, total)?;
        let pieces = optional("pieces", pieces, total)?;
        for (to, tet) in nodes.into_iter().flatten().zip(tets) {
            *to = hosted.host_nodes(body, tet);
        }
        let owners = hosted.scene.tet_elements(body)?;
        for (to, &owner) in elements.into_iter().flatten().zip(owners) {
            *to = hosted.host_element(body, owner);
        }
        if let Some(pieces) = pieces {
            pieces.copy_from_slice(hosted.scene.tet_pieces(body)?);
        }
        out.set(total);
        Ok(())
    })
}

/// Copies the exposed facets of a mesh, which the facets of contacts number: into `nodes` the three
/// nodes of each, counter-clockwise as seen from outside, and into `elements` its element, both by
/// the host's numbers. Each of the two may be NULL. `capacity` is the number of facets that there
/// is room for; `gapkit_scene_body_size` tells how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_facets(
    scene: *const gapkit_scene,
    body: u32,
    nodes: *mut i64,
    elements: *mut i64,
    capacity: usize,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks; three numbers are laid out as an array.
    with_scene(scene, |hosted| unsafe {
        hosted.check_body(body)?;
        let facets = hosted.scene.facets(body)?;
        let total = facets.len();
        check_capacity(capacity, total, "facets")?;
        let nodes = optional("nodes", nodes.cast::<[i64; 3]>(), total)?;
        let elements = optional("elements", elements, total)?;
        for (to, facet) in nodes.into_iter().flatten().zip(facets) {
            *to = hosted.host_nodes(body, facet);
        }
        let owners = hosted.scene.tet_elements(body)?;
        for (to, tet) in elements.into_iter().flatten().zip(hosted.scene.facet_tets(body)?) {
            *to = hosted.host_element(body, owners[tet as usize]);
        }
        Ok(())
    })
}
