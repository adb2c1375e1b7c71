//! Bodies that are beams.

use super::body::{self, gapkit_body_options};
use super::connectivity::{self, Cell};
use super::coordinates::Coordinates;
use super::mesh::{self, Arrays, gapkit_mesh};
use super::pointer::{Out, slice};
use super::query::choice;
use super::scene::{gapkit_scene, with_scene};
use super::sized;
use super::status::{Failure, GAPKIT_BAD_MESH, gapkit_status};
use crate::mesh::BeamMesh;

/// The only kind of segment.
#[derive(Clone, Copy)]
struct Line;

impl Cell for Line {
    fn node_count(self) -> usize {
        2
    }

    fn text(self) -> &'static str {
        "beam"
    }
}

impl Line {
    fn of_vtk(number: u8) -> Option<Self> {
        (number == 3).then_some(Self)
    }
}

/// Adds beams, deformable or rigid, and tells the number of the body: round segments of the type
/// GAPKIT_LINE2 in `mesh`, whose arrays are read and not kept; `regions` and `orientation` do not
/// count. `radius` has one number for each segment, or one for all: `radius_count` is the number of
/// segments, or 1. Contacts must be those of surfaces, GAPKIT_RESOLUTION_SURFACE.
///
/// They have contacts with everything, and with each other if `self_contact` is set, but with
/// segments that they overlapped as they were added. Areas are lengths times the diameter, as seen
/// along the normal; of beams that cross what both cover; of ends that point at something the cross
/// section.
///
/// `options` may be NULL for the defaults; the `thickness` in them is a layer on top.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_add_beams(
    scene: *mut gapkit_scene,
    mesh: *const gapkit_mesh,
    radius: *const f64,
    radius_count: usize,
    options: *const gapkit_body_options,
    body: *mut u32,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    with_scene(scene, |hosted| unsafe {
        let (out, options) = (Out::new("body", body)?, body::read(options)?);
        hosted.check_threads()?;
        let given = sized::read(mesh)?;
        let Arrays { nodes, connectivity, numbers } = read_segments(&given)?;
        let refused = |error| numbers.refused_part(error);
        let segments = connectivity.as_chunks().0;
        mesh::check_one_or_each("radius_count", radius_count, segments.len())?;
        let list = slice("radius", radius, radius_count)?;
        let used = nodes.len();
        let beams = BeamMesh::new(nodes, segments, list).map_err(refused)?;
        let beams = match mesh::read_node_numbers(&given, used, &numbers)? {
            Some(list) => beams.with_node_numbers(list).map_err(refused)?,
            None => beams,
        };
        let number = hosted.scene.add_beams(&beams, options);
        let number = number.map_err(|error| numbers.refused(GAPKIT_BAD_MESH, error))?;
        hosted.numbers.push(numbers);
        out.set(number);
        Ok(())
    })
}

/// The segments of a mesh of the host.
///
/// # Safety
/// The arrays must be valid for reading.
unsafe fn read_segments(given: &gapkit_mesh) -> Result<Arrays, Failure> {
    let base = i64::from(choice("index_base", &[0, 1], given.index_base)?);
    // SAFETY: the caller's promise.
    unsafe {
        let axes = [given.x, given.y, given.z];
        let coordinates = Coordinates::new(axes, given.stride, given.node_count)?;
        mesh::check_memory(given)?;
        let kinds = connectivity::read_kinds(given, Line::of_vtk)?;
        mesh::read_arrays(given, &coordinates, &kinds, base)
    }
}
