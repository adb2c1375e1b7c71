//! What holds for pairs of bodies: margins and sides; and the gaps of nodes.

use super::callback;
use super::pointer::slice_mut;
use super::scene::{HostedScene, gapkit_scene, with_scene};
use super::sized::is_set;
use super::status::{Failure, GAPKIT_BAD_ARGUMENT, gapkit_status};

/// Leaves out the contacts of two bodies.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_exclude(
    scene: *mut gapkit_scene,
    a: u32,
    b: u32,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        hosted.check_body(a)?;
        hosted.check_body(b)?;
        Ok(hosted.scene.exclude(a, b)?)
    })
}

/// Sets the margin of two bodies, or of the contacts of one body with itself: the largest gap that
/// is reported between them. Negative for the larger of the margins of the two, which are those of
/// their options or of the scene. Their contacts are those that a scene with this margin for all
/// would have between them, to the last bit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_set_margin(
    scene: *mut gapkit_scene,
    a: u32,
    b: u32,
    margin: f64,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        hosted.check_body(a)?;
        hosted.check_body(b)?;
        Ok(hosted.scene.set_margin(a, b, is_set(margin).then_some(margin))?)
    })
}

/// Makes a pair of bodies one-sided: its contacts are those of the exposed nodes of the body
/// `nodes`, which must be a mesh, with the surface of the body `facets`, and no others: slave nodes
/// and master facets. Set once more with the bodies exchanged, nodes of both count.
///
/// There is one contact of GAPKIT_KIND_NODE for each node whose signed gap, as
/// `gapkit_scene_node_gaps` has it, is within the margin, at any resolution: with the nearest point
/// of the surface, however deep the node is. Its area is a third of the areas of the facets around
/// the node, as seen along the normal; nodes whose facets face away have none. Its id is that of
/// the node and the body: it keeps age and values while the node slides from facet to facet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_set_one_sided(
    scene: *mut gapkit_scene,
    nodes: u32,
    facets: u32,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        hosted.check_body(nodes)?;
        hosted.check_body(facets)?;
        Ok(hosted.scene.set_one_sided(nodes, facets)?)
    })
}

/// Tells the signed gap of each node of a mesh to the nearest surface of the other bodies, at the
/// present positions: the least over the bodies that it can touch of the distance of the node from
/// the surface of the body, negative if the node is inside, less the thickness of both. INFINITY
/// where that is more than the margin of the two bodies for all of them, and for nodes that are not
/// exposed or no part of the body.
///
/// A node is inside a mesh if it is in one of its elements, and however deep it is, the distance is
/// that of the nearest point of the facets that the node faces, if there are any, or of all.
/// Velocities do not count. Of a one-sided pair only the nodes of that side have gaps. `gaps` has
/// one place for each node of the host's arrays: `count` is the `node_count` that was given for the
/// body. The contacts do not change.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_node_gaps(
    scene: *mut gapkit_scene,
    body: u32,
    gaps: *mut f64,
    count: usize,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        hosted.check_body(body)?;
        hosted.check_count(body, count)?;
        hosted.check_threads()?;
        hosted.scene.check_node_gaps(body)?;
        // SAFETY: the caller's memory, as the header asks.
        let gaps = unsafe { slice_mut("gaps", gaps, count) }?;
        let HostedScene { scene, numbers, callbacks, .. } = &mut *hosted;
        let before = callback::violations(callbacks);
        let found = scene.node_gaps_if(body, || callback::check(callbacks, before))?;
        gaps.fill(f64::INFINITY);
        let numbers = &numbers[body as usize];
        found.iter().enumerate().for_each(|(node, gap)| gaps[numbers.place(node)] = *gap);
        Ok(())
    })
}

impl HostedScene {
    /// Checks that the host's arrays for a body are as long as those that it was made from.
    pub(super) fn check_count(&self, body: u32, count: usize) -> Result<(), Failure> {
        let expected = self.numbers[body as usize].host_nodes;
        if count == expected {
            return Ok(());
        }
        let text = format!("`count` is {count}, but body {body} was made from {expected} nodes");
        Err(Failure::new(GAPKIT_BAD_ARGUMENT, text))
    }
}
