//! An explicit finite-element solver on top of [`scene`](gapkit::scene): deformable bodies that
//! fall, hit, slide and come to rest.
//!
//! It uses nothing but the public interface of the library, and shows how a host code does so: move
//! the nodes, detect, evaluate the forces of the contacts.
//! The scheme is that of section 5.3 of M. Montanari, N. Petrinic, E. Barbieri, Improving the GJK
//! algorithm for faster and more reliable distance queries between convex objects, ACM Transactions
//! on Graphics 36(3), 2017, doi:10.1145/3083724: linear tetrahedra and leapfrog. Where we deviate:
//! contacts are those of surfaces and not of pieces, and candidates come from an R-tree.
//!
//! | file | what it holds |
//! |---|---|
//! | `material`, `element`, `mass` | stress from deformation, forces from stress, masses |
//! | `gather` | from elements to nodes, in the same order for any number of threads |
//! | `detection` | which contacts there are, and where they are between detections; what they do is
//! [`forces`](gapkit::forces) |
//! | `damping`, `rigid` | for bodies that come to rest, and for those that do not deform |
//! | `time_step`, `approach`, `leapfrog`, `prescribe` | the motion |
//! | `ledger`, `check`, `crossing` | whether energy is conserved, and whether bodies overlap |
//! | `checkpoint`, `state_file`, `output` | files |
//! | `grain`, `grains`, `grain_law`, `grain_contact`, `grain_settings`, `slip` | rigid grains instead of deformable bodies |
//!
//! Nothing depends on the number of threads, to the last bit.

mod approach;
mod body;
mod check;
mod checkpoint;
mod crossing;
mod damping;
mod detection;
mod element;
mod error;
mod gather;
mod grain;
mod grain_contact;
mod grain_law;
mod grain_settings;
mod grains;
mod leapfrog;
mod ledger;
mod mass;
mod material;
mod output;
mod prescribe;
mod rigid;
mod settings;
mod slip;
mod state_file;
mod tally;
mod time_step;
mod view;

pub use body::Body;
pub use check::Overlap;
pub use checkpoint::Checkpoint;
pub use damping::RigidMotion;
pub use error::Error;
pub use gapkit::forces::{Force, Friction, Pair, Penalty};
pub use grain::Grain;
pub use grain_law::GrainLaw;
pub use grain_settings::GrainSettings;
pub use grains::{GrainEntry, Grains};
pub use leapfrog::Solver;
pub use ledger::{COLUMNS, Entry};
pub use material::{Law, Material, cofactor};
pub use output::Tractions;
pub use settings::Settings;
pub use slip::HISTORY;
pub use tally::{Clock, Tally};
pub use time_step::Controller;

/// Compiles and runs the program of the manual.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/solver.md")]
struct Manual;
