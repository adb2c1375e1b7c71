//! Tetrahedral meshes: what a finite-element code has, checked once and split into tetrahedra.
//!
//! A mesh comes as [`Elements`] (any mixture of tetrahedra, hexahedra, wedges and pyramids, as files and
//! host codes have them) and becomes a [`TetMesh`], on which everything else works.

mod elements;
#[cfg(feature = "io")]
pub mod read;
mod tet;

pub use elements::{ElementKind, Elements};
#[cfg(feature = "io")]
pub use read::{ReadError, read, read_points};
pub use tet::TetMesh;
