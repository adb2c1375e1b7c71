//! Scenes over several ranks: each holds some elements of the bodies, and the contacts are those of
//! one rank, to the last bit.
//!
//! Ranks talk through a [`Communicator`], which has the shape of MPI: one rank ([`OneRank`]), ranks
//! that are threads of one process ([`run_ranks`]), or whatever the host has. All calls but those that
//! read are collective: every rank makes them, in the same order.
//!
//! ```
//! use std::sync::Arc;
//! use gapkit::distributed::{Communicator, Scene, run_ranks};
//! use gapkit::mesh::{ElementKind, Elements, Orientation};
//! use gapkit::scene::{BodyOptions, Config};
//!
//! // Two tetrahedra on a plane, one on each of two ranks; they share the face of nodes 1, 2 and 3.
//! let hashes = run_ranks(2, |ranks| {
//!     let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0; 3]];
//!     let numbers: [u64; 4] = if ranks.rank() == 0 { [0, 1, 2, 3] } else { [1, 2, 3, 4] };
//!     let mut part = Elements::default();
//!     part.nodes = numbers.iter().map(|&number| corners[number as usize]).collect();
//!     part.node_numbers = numbers.to_vec();
//!     part.push(ElementKind::Tet4, &[0, 1, 2, 3], 10 + ranks.rank() as u64, 0);
//!     let mut scene = Scene::new(Config::new(0.1)?.with_threads(1), Arc::new(ranks))?;
//!     scene.add_mesh(&part, Orientation::Repair, BodyOptions::default())?;
//!     scene.add_plane([0.0, 0.0, -0.05], [0.0, 0.0, 1.0], BodyOptions::default())?;
//!     scene.detect()?;
//!     scene.hash()
//! });
//! assert!(hashes[0].is_ok() && hashes[0] == hashes[1]);
//! ```
//!
//! # How
//!
//! | files | stage |
//! |---|---|
//! | `comm` | communicators; what is sent is counted |
//! | `given`, `join` | the part of this rank; which nodes and faces it shares with others |
//! | `tree`, `near` | boxes near each other; where their contacts are found, by recursive bisection |
//! | `plan` | units and their neighbours on the ranks that need them, each with an ordinary scene of them |
//! | `detect`, `exchange` | positions travel, contacts are found |
//! | `report`, `forces` | contacts on the ranks of their nodes; forces on nodes of other ranks |
//! | `memory` | ages and values of the host |
//!
//! There is no second detection: a rank has an ordinary [`scene`](crate::scene) of the facets that the
//! plan gives it, its own and those of others. A contact of surfaces is a function of two facets, or
//! of a node with the facets around it and the facets near it; whoever has these has the contact. The
//! plan lasts until something has moved by half its skin.

mod body;
mod comm;
mod contact;
mod detect;
mod exchange;
mod forces;
mod given;
mod join;
mod memory;
mod near;
mod plain;
mod plan;
mod report;
mod scene;
mod state;
mod statistics;
mod tree;

pub use comm::{Broken, Communicator, OneRank, Reduction, ThreadRank, Traffic, run_ranks};
pub use contact::{Contact, Node, Side};
pub use scene::Scene;
pub use state::State;
pub use statistics::Statistics;
