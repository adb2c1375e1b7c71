//! Convex bodies: distance, depth, yes or no, in space and in the plane, with all sub-algorithms,
//! against exact arithmetic, closed forms and each other.
//!
//! One program, because each takes as long to link as many of the tests take to run.

#[path = "../common/mod.rs"]
mod common;
#[path = "../solids/mod.rs"]
mod solids;

mod accuracy;
mod batch;
mod boolean;
mod boolean_faces;
mod families_known;
mod oracle;
mod outward;
mod penetration;
mod penetration_shapes;
mod penetration_sweep;
mod planar;
mod polish;
mod properties;
mod shapes;
mod shapes_distance;
mod shapes_polyhedron;
mod shapes_sums;
mod smooth;
mod smooth_distance;
mod soak;
mod sub_algorithms;
mod unbounded;
