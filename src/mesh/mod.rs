//! Tetrahedral meshes: what a finite-element code has, checked once and split into tetrahedra.
//!
//! A mesh comes as [`Elements`] (any mixture of tetrahedra, hexahedra, wedges and pyramids, as
//! files and host codes have them) and becomes a [`TetMesh`], on which everything else works. A
//! mesh that exists is valid; one that is not is refused with the element or the node that is at
//! fault.
//!
//! ```
//! use gapkit::mesh::{ElementKind, Elements, Orientation, TetMesh};
//!
//! // A unit cube with a pyramid on top.
//! let mut elements = Elements::default();
//! elements.nodes = vec![
//!     [0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0],
//!     [0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [1.0, 1.0, 1.0], [0.0, 1.0, 1.0],
//!     [0.5, 0.5, 2.0],
//! ];
//! elements.push(ElementKind::Hex8, &[0, 1, 2, 3, 4, 5, 6, 7], 101, 0);
//! elements.push(ElementKind::Pyramid5, &[4, 5, 6, 7, 8], 102, 0);
//! let mesh = TetMesh::from_elements(&elements, Orientation::Refuse)?;
//! let summary = mesh.summary();
//! assert_eq!((summary.components, summary.facets), (1, 14));
//! assert!((summary.volume - 4.0 / 3.0).abs() < 1e-15);
//! # Ok::<(), gapkit::Error>(())
//! ```

pub mod bodies;
#[cfg(feature = "io")]
pub mod read;

mod beams;
mod boundary;
mod check;
mod components;
mod elements;
mod grouped;
mod hanging;
mod neighbors;
mod regions;
mod skin;
mod split;
mod summary;
mod survey;
mod tet;
mod volume;

pub use beams::BeamMesh;
pub use boundary::Boundary;
pub use elements::{ElementKind, Elements};
pub use neighbors::{FACES, OUTSIDE, neighbors};
#[cfg(feature = "io")]
pub use read::{ReadError, read, read_points};
pub use skin::{FaceKind, Faces, SurfaceMesh};
pub use summary::Summary;
pub use survey::Faults;
pub(crate) use tet::least_height;
pub use tet::{Orientation, TetMesh};
