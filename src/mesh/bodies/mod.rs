//! Bodies made by formula: for demonstrations, tests and benchmarks.
//!
//! All are conforming meshes with positive volumes and closed surfaces. The elements that they are
//! made of, which [`TetMesh::owners`](super::TetMesh::owners) tells, are hexahedra for the block,
//! tetrahedra for the sphere, and wedges for the others.

mod block;
mod cylinder;
mod gear;
mod knot;
mod sphere;
mod sweep;

pub use block::block;
pub use cylinder::{Cylinder, cylinder};
pub use gear::{GearTooth, gear_tooth};
pub use knot::{Knot, knot};
pub use sphere::sphere;

use super::check::MAX_TETS;
use crate::error::Fault;

/// Checks that a number of cells is at least `min`; `limit` says so in the error.
fn at_least(
    min: usize,
    name: &'static str,
    value: usize,
    limit: &'static str,
) -> Result<(), Fault> {
    if value < min { Err(Fault::Count { name, value, limit }) } else { Ok(()) }
}

/// Checks that a mesh can have the product of the counts as elements, before anything is allocated.
fn limit(counts: &[usize]) -> Result<(), Fault> {
    let count = counts.iter().fold(1, |product: usize, &n| product.saturating_mul(n));
    if count > MAX_TETS {
        return Err(Fault::TooMany { what: "tetrahedra", count, limit: MAX_TETS });
    }
    Ok(())
}
