//! VTK files: volumes, surfaces, and series of them.
//!
//! | type | file | what it holds |
//! |---|---|---|
//! | [`Volume`] | `.vtu` | nodes and volume elements with data |
//! | [`Surface`] | `.vtp` | points, lines and polygons with data |
//! | [`Series`] | `.pvd` | which file belongs to which time |
//! | [`Blocks`] | `.vtm` | several files by name |
//!
//! A file appears under its name only when it is complete, so ParaView may watch a running
//! simulation. Numbers are written in full, as binary data behind the XML; [`Encoding`] has the
//! other encodings.
//!
//! With the feature `vtkio`, volumes and surfaces become values of `vtkio::model`, and legacy files
//! that vtkio writes.
//!
//! ```
//! use gapkit::vtk::{Encoding, Volume};
//!
//! let nodes = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
//! let speed = [[0.0, 0.0, -1.0]; 4];
//! let mut file = Vec::new();
//! Volume::tets(&nodes, &[[0, 1, 2, 3]])
//!     .point_data("speed", &speed)
//!     .cell_data("body", &[7_u32])
//!     .encoding(Encoding::Base64)
//!     .write_to(&mut file)?;
//! assert!(file.starts_with(b"<?xml"));
//! # Ok::<(), gapkit::vtk::WriteError>(())
//! ```

mod blocks;
mod data;
mod error;
mod file;
#[cfg(feature = "vtkio")]
mod model;
mod place;
mod series;
mod surface;
mod volume;

pub use blocks::Blocks;
pub use data::Data;
pub use error::WriteError;
pub use file::Encoding;
#[cfg(feature = "vtkio")]
pub use model::Legacy;
pub use series::Series;
pub use surface::Surface;
pub use volume::Volume;
