//! An explicit finite-element solver on top of [`scene`](gapkit::scene): deformable bodies that
//! fall, hit, slide and come to rest.
//!
//! It uses nothing but the public interface of the library, and shows how a host code does so: move
//! the nodes, detect, turn each contact into a force that is shared among nodes by their weights.
//! The scheme is that of section 5.3 of M. Montanari, N. Petrinic, E. Barbieri, Improving the GJK
//! algorithm for faster and more reliable distance queries between convex objects, ACM Transactions
//! on Graphics 36(3), 2017, doi:10.1145/3083724: linear tetrahedra and leapfrog. Where we deviate:
//! contacts are those of surfaces and not of pieces, and candidates come from an R-tree.
//!
//! | file | what it holds |
//! |---|---|
//! | `material`, `element`, `mass` | stress from deformation, forces from stress, masses |
//! | `gather` | from elements to nodes, in the same order for any number of threads |
//! | `detection` | which contacts there are, and where they are between detections |
//! | `contact_force`, `friction`, `memory` | what a contact does, and what it remembers |
//! | `link`, `pairs`, `push` | contacts, by pairs of bodies |
//! | `lever`, `spread` | from contacts to nodes |
//! | `damping`, `rigid` | for bodies that come to rest, and for those that do not deform |
//! | `time_step`, `approach`, `leapfrog`, `prescribe` | the motion |
//! | `ledger`, `check`, `crossing` | whether energy is conserved, and whether bodies overlap |
//! | `checkpoint`, `state_file`, `output` | files |
//! | `grain`, `grains` | rigid grains instead of deformable bodies |
//!
//! Nothing depends on the number of threads, to the last bit.

mod approach;
mod body;
mod check;
mod checkpoint;
mod contact_force;
mod crossing;
mod damping;
mod detection;
mod element;
mod error;
mod friction;
mod gather;
mod grain;
mod grains;
mod leapfrog;
mod ledger;
mod lever;
mod link;
mod mass;
mod material;
mod memory;
mod output;
mod pairs;
mod prescribe;
mod push;
mod rigid;
mod settings;
mod spread;
mod state_file;
mod tally;
mod time_step;
mod view;

pub use body::Body;
pub use check::Overlap;
pub use checkpoint::Checkpoint;
pub use contact_force::{Force, Penalty};
pub use damping::RigidMotion;
pub use error::Error;
pub use friction::{Friction, HISTORY};
pub use grain::Grain;
pub use grains::{GrainEntry, GrainSettings, Grains};
pub use leapfrog::Solver;
pub use ledger::{COLUMNS, Entry};
pub use material::{Law, Material, cofactor};
pub use output::Tractions;
pub use pairs::Pair;
pub use settings::Settings;
pub use tally::{Clock, Tally};
pub use time_step::Controller;

/// Compiles and runs the program of the manual.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/solver.md")]
struct Manual;
