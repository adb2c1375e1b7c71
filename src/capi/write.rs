//! Files for ParaView.

use std::ffi::c_char;

use super::pointer::text;
use super::scene::{gapkit_scene, with_scene};
use super::status::{Failure, gapkit_status};

/// Writes a file for ParaView, chosen by how `path` (UTF-8) ends: `.vtp` has the contacts of the
/// last detection as points with normals, gaps, areas, bodies and elements (by the host's numbers),
/// and as lines from A to B; `.vtu` has the meshes where they are now, as tetrahedra with their
/// elements from 0. A file appears under its name only when it is complete.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_write_vtk(
    scene: *const gapkit_scene,
    path: *const c_char,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        // SAFETY: the caller's text, as the header asks.
        let path = unsafe { text("path", path) }?;
        write(hosted, path)
    })
}

#[cfg(feature = "io")]
fn write(hosted: &super::scene::HostedScene, path: &str) -> Result<(), Failure> {
    use super::status::{GAPKIT_BAD_ARGUMENT, GAPKIT_IO};

    let number = |body: u32, element: u32| hosted.numbers[body as usize].element(element) as u64;
    let written = match std::path::Path::new(path).extension().and_then(|end| end.to_str()) {
        Some("vtp") => hosted.scene.write_contacts_as(path, number),
        Some("vtu") => hosted.scene.write_bodies(path),
        _ => {
            let text = format!("`path` is {path}; it must end with .vtp or .vtu");
            return Err(Failure::new(GAPKIT_BAD_ARGUMENT, text));
        }
    };
    written.map_err(|error| Failure::new(GAPKIT_IO, error.to_string()))
}

#[cfg(not(feature = "io"))]
fn write(_: &super::scene::HostedScene, _: &str) -> Result<(), Failure> {
    use super::status::GAPKIT_NOT_SUPPORTED;

    Err(Failure::new(GAPKIT_NOT_SUPPORTED, "the library was built without the feature `io`"))
}
