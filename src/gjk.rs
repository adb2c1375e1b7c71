//! The distance of two convex bodies by GJK, to machine precision and with a certificate.
//!
//! E. G. Gilbert, D. W. Johnson, S. S. Keerthi, A fast procedure for computing the distance
//! between complex objects in three-dimensional space, IEEE Journal of Robotics and Automation
//! 4(2), 1988, 193-203, doi:10.1109/56.2083; in the form of Montanari et al. 2017
//! (doi:10.1145/3083724), tracked as in S. Cameron, Enhancing GJK, ICRA 1997.
//!
//! Notation: `s` are points of the Minkowski difference A - B, `v` its point nearest to the
//! origin, `u` any positive multiple of `v`, `w` the vertex that is least along `u`, `p` a vertex
//! of the face that holds `v`, `lambda` barycentric weights. Distances are `|v|`; `u.w / |u|` is a
//! lower bound of every one of them.

pub use crate::convex::sub;
pub use crate::convex::{
    Answer, Cache, Outcome, PointDistance, Query, Separation, Simplex, Solution, Stop,
    SubAlgorithm, SubDistance, distance, nearest_on_simplex,
};
