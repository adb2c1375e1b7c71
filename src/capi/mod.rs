//! The C interface: what `include/gapkit.h` declares.
//!
//! Hosts in C, C++ and Fortran link the library and call these functions; Rust hosts use the rest
//! of the crate, which this module is a thin layer over. The header is made from here by cbindgen,
//! so the documentation of a function is written for its C callers. `docs/abi.md` says what stays
//! as it is.
//!
//! - Every function goes through one guard (`status::guard`): a panic becomes a status, and no
//!   panic crosses the boundary.
//! - Handles are numbers in the form of pointers (`handle`): one that was freed is recognised
//!   without any access to memory.
//! - Structs of the caller begin with their size (`sized`), so that they can grow.
//! - Outputs are written last, and only where everything went well (`pointer::Out`).
//!
//! ```
//! use gapkit::capi::*;
//!
//! let tet = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
//! let tip = [0.0, 0.0, 3.0];
//! let mut answer = gapkit_answer::default();
//! let status = unsafe {
//!     gapkit_distance(tet.as_ptr(), 4, tip.as_ptr(), 1, std::ptr::null(), &mut answer)
//! };
//! assert_eq!((status, answer.distance), (GAPKIT_OK, 2.0));
//! ```

#![allow(unsafe_code, reason = "the boundary is made of pointers")]
#![allow(non_camel_case_types, reason = "one name for a type in Rust, C and Fortran")]
#![allow(
    clippy::missing_safety_doc,
    reason = "the same rule for all: pointers are NULL or valid for what the function says of them"
)]

mod answer;
mod batch;
mod beams;
mod body;
mod callback;
mod comm;
mod config;
mod connectivity;
mod contact;
mod coordinates;
mod demo;
mod derivatives;
mod detect;
mod distance;
mod distributed;
mod elements;
mod erosion;
mod file;
mod force;
mod force_law;
mod forces;
mod fork;
mod handle;
mod hosted_forces;
mod impact;
mod list;
mod log;
mod memory;
mod mesh;
mod motion;
mod numbers;
mod pairs;
mod parts;
mod planar;
mod pointer;
mod pose;
mod query;
mod ranks;
mod scene;
mod shape;
mod shape_query;
mod sized;
mod state;
mod statistics;
mod status;
mod surface;
mod tracking;
mod update;
mod version;
mod write;

pub use answer::*;
pub use batch::*;
pub use beams::*;
pub use body::*;
pub use callback::*;
pub use comm::*;
pub use config::*;
pub use contact::*;
pub use demo::*;
pub use derivatives::*;
pub use detect::*;
pub use distance::*;
pub use distributed::*;
pub use elements::*;
pub use erosion::*;
pub use file::*;
pub use force::*;
pub use force_law::*;
pub use forces::*;
pub use impact::*;
pub use list::*;
pub use log::*;
pub use mesh::*;
pub use motion::*;
pub use pairs::*;
pub use parts::*;
pub use planar::*;
pub use pose::*;
pub use query::*;
pub use scene::*;
pub use shape::*;
pub use shape_query::*;
pub use state::*;
pub use statistics::*;
pub use status::*;
pub use surface::*;
pub use tracking::*;
pub use update::*;
pub use version::*;
pub use write::*;
