//! Bodies from surfaces: skins of solids, and shells.

use super::body::{self, gapkit_body_options};
use super::connectivity::{self, Cell};
use super::coordinates::Coordinates;
use super::mesh::{self, Arrays, gapkit_mesh};
use super::pointer::{Out, slice};
use super::query::choice;
use super::scene::{gapkit_scene, with_scene};
use super::sized;
use super::status::{Failure, GAPKIT_BAD_MESH, gapkit_status};
use crate::mesh::{FaceKind, Faces, SurfaceMesh};

impl Cell for FaceKind {
    fn node_count(self) -> usize {
        self.nodes()
    }

    fn text(self) -> &'static str {
        self.name()
    }
}

/// Adds a surface, deformable or rigid, and tells its number: faces of the types GAPKIT_TRI3,
/// GAPKIT_QUAD4, GAPKIT_TRI6, GAPKIT_QUAD8 and GAPKIT_QUAD9 in `mesh`, whose arrays are read and not
/// kept; `regions` and `orientation` do not count. Contacts must be those of surfaces, GAPKIT_RESOLUTION_SURFACE.
///
/// With `thickness` NULL it is the skin of a solid: closed, and counterclockwise as seen from outside,
/// which is checked. Its contacts are those of a volume mesh with the same facets.
///
/// Else it is a shell with a thickness for each face, or one for all: `thickness_count` is the number
/// of faces, or 1. Both sides act, gaps are smaller by half of the thickness, and there is no inside.
/// Edges may be free, or belong to any number of faces, and faces need not be turned alike.
///
/// `options` may be NULL for the defaults; the `thickness` in them is a layer on top.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_add_surface(
    scene: *mut gapkit_scene,
    mesh: *const gapkit_mesh,
    thickness: *const f64,
    thickness_count: usize,
    options: *const gapkit_body_options,
    body: *mut u32,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    with_scene(scene, |hosted| unsafe {
        let (out, options) = (Out::new("body", body)?, body::read(options)?);
        hosted.check_threads()?;
        let given = sized::read(mesh)?;
        let (faces, Arrays { nodes, numbers, .. }) = read_faces(&given)?;
        let refused = |error| numbers.refused_part(error);
        let used = nodes.len();
        let surface = if thickness.is_null() {
            SurfaceMesh::closed_of(nodes, &faces).map_err(refused)?
        } else {
            mesh::check_one_or_each("thickness_count", thickness_count, faces.len())?;
            let list = slice("thickness", thickness, thickness_count)?;
            SurfaceMesh::open_of(nodes, &faces, list).map_err(refused)?
        };
        let surface = match mesh::read_node_numbers(&given, used, &numbers)? {
            Some(list) => surface.with_node_numbers(list).map_err(refused)?,
            None => surface,
        };
        let number = hosted.scene.add_surface(&surface, options);
        let number = number.map_err(|error| numbers.refused(GAPKIT_BAD_MESH, error))?;
        hosted.numbers.push(numbers);
        hosted.new_facets += hosted.scene.facet_count(number)?;
        out.set(number);
        Ok(())
    })
}

/// The faces of a mesh of the host.
///
/// # Safety
/// The arrays must be valid for reading.
unsafe fn read_faces(given: &gapkit_mesh) -> Result<(Faces, Arrays), Failure> {
    let base = i64::from(choice("index_base", &[0, 1], given.index_base)?);
    // SAFETY: the caller's promise.
    let (kinds, arrays) = unsafe {
        let axes = [given.x, given.y, given.z];
        let coordinates = Coordinates::new(axes, given.stride, given.node_count)?;
        mesh::check_memory(given)?;
        let kinds = connectivity::read_kinds(given, FaceKind::of_vtk)?;
        let arrays = mesh::read_arrays(given, &coordinates, &kinds, base)?;
        (kinds, arrays)
    };
    let (mut rest, mut faces) = (&arrays.connectivity[..], Faces::default());
    for kind in kinds {
        let (face, behind) = rest.split_at(kind.nodes());
        rest = behind;
        faces.push(kind, face);
    }
    Ok((faces, arrays))
}
