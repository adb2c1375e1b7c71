//! Contact detection for finite-element and discrete-element codes.
//!
//! gapkit answers how far apart two convex bodies are, to machine precision and with a
//! certificate: every answer carries the distance (an upper bound, from two witness points) and a
//! certified lower bound (from a separating plane), so nobody has to guess an epsilon.
//!
//! ```
//! use gapkit::shape::PointSet;
//!
//! let tet = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
//! let tri = [[0.0, 0.0, 3.0], [1.0, 0.0, 3.0], [0.0, 1.0, 3.0]];
//! let answer = gapkit::distance(&PointSet::new(&tet)?, &PointSet::new(&tri)?);
//! assert_eq!(answer.distance, 2.0);
//! assert_eq!(answer.point_b[2] - answer.point_a[2], 2.0);
//! # Ok::<(), gapkit::Error>(())
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | [`shape`] | support maps: point sets, polyhedra, spheres, capsules, ..., posed and rounded shapes |
//! | [`gjk`] | the distance query: options, answer, tracking; [`gjk::sub`] the sub-algorithms |
//! | [`broad`] | boxes that can be near each other: R-tree, all pairs |
//! | [`boolean`] | tests that only answer yes or no: GJK, decision sphere search, separating axes |
//! | [`impact`] | when moving bodies meet: nodes with facets, edges with edges, convex shapes |
//! | [`num`] | double-double arithmetic and boxes |
//! | [`mesh`] | tetrahedral meshes: checks, boundary, splitting of elements, files, demo bodies |
//! | [`partition`] | convex pieces of a mesh, and what deformation does to them |
//! | [`penetration`] | how deep bodies overlap: EPA, bounds, separating axes; the signed gap |
//! | [`planar`] | convex polygons in the plane |
//! | [`scene`] | bodies that move and the contacts between them |
//! | [`forces`] | pressure, damping and friction of contacts as forces on nodes |
//! | [`distributed`] | scenes over several ranks, as of MPI, with the same contacts |
//! | [`vtk`] | files for ParaView: volumes, surfaces, series |
//! | `capi` | the C interface; its manual is the header `include/gapkit.h` |
//! | [`simd`] | the instruction sets a query may run on, all with the same bits |
//!
//! The library is unit-free: no tolerance in it is absolute. It prints nothing and has no globals
//! but the table of live handles of the C interface.
//!
//! | feature | what it adds |
//! |---|---|
//! | `io` (default) | mesh files ([`mesh::read`](mod@mesh::read)) and VTK files ([`vtk`]) |

pub mod broad;
#[doc(hidden)]
pub mod capi;
mod convex;
pub mod distributed;
pub mod error;
pub mod forces;
pub mod gjk;
pub mod impact;
pub mod mesh;
pub mod num;
pub mod partition;
pub mod planar;
pub mod scene;
pub mod shape;
pub mod simd;
#[cfg(feature = "io")]
pub mod vtk;

pub use convex::boolean::{self, intersects};
pub use convex::depth as penetration;
pub use convex::{Answer, Outcome, Query, distance};
pub use error::Error;

/// A vector or point in space.
pub type Vec3 = nalgebra::Vector3<f64>;

/// Compiles and runs the programs of the README and of the manual.
#[cfg(doctest)]
mod manual {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("../docs/rust.md")]
    struct Rust;
}
