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

use super::check::MOST_TETS;
use crate::error::Fault;

/// A number of cells that must be at least so large; `limit` says it in words.
fn at_least(
    least: usize,
    name: &'static str,
    value: usize,
    limit: &'static str,
) -> Result<(), Fault> {
    if value < least { Err(Fault::Count { name, value, limit }) } else { Ok(()) }
}

/// The product of the counts is one that a mesh can have, so that nothing is allocated in vain.
fn limit(counts: &[usize]) -> Result<(), Fault> {
    let count = counts.iter().fold(1, |product: usize, &n| product.saturating_mul(n));
    if count > MOST_TETS {
        return Err(Fault::TooMany { what: "tetrahedra", count, limit: MOST_TETS });
    }
    Ok(())
}
