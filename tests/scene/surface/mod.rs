//! Surface contacts: forces against closed forms, through zero gap, at flush rims and under noise.

mod flush;
mod gears;
mod known;
mod loads;
mod noise;
mod overlaps;
mod quadratic;
mod ridges;
mod same;
mod thin;

use gapkit::Vec3;
use gapkit::mesh::TetMesh;
use gapkit::scene::{BodyOptions, Config, Contact, Kind, Resolution, Scene};

use crate::common::{config, scene_of};

/// Settings with surface contacts.
pub(crate) fn surfaces(margin: f64) -> Config {
    config(margin).with_resolution(Resolution::Surface)
}

/// A scene of meshes with surface contacts.
fn simple(margin: f64, meshes: &[TetMesh]) -> Scene {
    scene_of(surfaces(margin), BodyOptions::default(), meshes)
}

/// The sum of `-gap * area * normal`: the force on the second body where the pressure is the depth.
fn force(contacts: &[Contact]) -> Vec3 {
    contacts.iter().map(|contact| contact.normal * (-contact.gap * contact.area)).sum()
}

/// The sum of the areas of contacts of areas.
fn area(contacts: &[Contact]) -> f64 {
    contacts.iter().filter(|contact| contact.kind == Kind::Area).map(|c| c.area).sum()
}
