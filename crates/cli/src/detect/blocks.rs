//! The files of `--out`: contacts, and the surfaces of the bodies beside them.

use std::fs;

use gapkit::scene::Scene;
use gapkit::vtk::Blocks;

use super::bodies::Body;
use crate::error::Error;
use crate::output::{Kind, Target};

/// Writes the contacts to a `.vtp` file, or as a block beside those of the bodies.
pub(super) fn write(target: &Target, scene: &Scene, bodies: &[Body]) -> Result<(), Error> {
    let number = |body: u32, element: u32| bodies[body as usize].element(element);
    if target.kind == Kind::Vtp {
        return Ok(scene.write_contacts_as(&target.path, number)?);
    }
    let folder = target.path.with_extension("");
    let failed = |source| Error::Unwritable { path: folder.clone(), source };
    fs::create_dir_all(&folder).map_err(failed)?;
    let contacts = folder.join("contacts.vtp");
    scene.write_contacts_as(&contacts, number)?;
    let mut blocks = Blocks::new(&target.path).block("contacts", contacts);
    for (body, place) in bodies.iter().zip(0..) {
        let file = folder.join(format!("body_{place}.vtp"));
        scene.write_surface(place, &file, |element| number(place, element))?;
        blocks = blocks.block(&body.name, file);
    }
    Ok(blocks.write()?)
}
