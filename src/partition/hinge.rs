//! The hinge: two facets of a piece at a common edge, and how far it is bent inwards.
//!
//! A hinge `(a, b, x, y)` is the edge `ab` with the far corners of its two facets; around the axis
//! from `a` to `b`, the piece fills the angle counterclockwise from `x` to `y`. The hinge is reflex
//! if that angle is more than half a turn, which the sign of one determinant tells exactly.

use robust::{Coord3D, orient3d};

use crate::Vec3;

fn coord([x, y, z]: [f64; 3]) -> Coord3D<f64> {
    Coord3D { x, y, z }
}

/// The exact sign of the triple product of the edges from `a`; positive where `x`, seen along the
/// axis from `a` to `b`, turns counterclockwise to `y` by less than half a turn.
fn turn([a, b, x, y]: [[f64; 3]; 4]) -> f64 {
    -orient3d(coord(a), coord(b), coord(x), coord(y))
}

/// The depth of a reflex hinge: seen along its edge, the distance of the edge from the chord
/// between the two far corners. It is 0 if and only if the hinge is not reflex, which is exact.
pub(super) fn depth(hinge: [[f64; 3]; 4]) -> f64 {
    let turn = turn(hinge);
    if turn > 0.0 {
        return 0.0;
    }
    let [a, b, x, y] = hinge.map(Vec3::from);
    let edge = b - a;
    // The two facets as seen along the edge, turned by a quarter and longer by the edge.
    let (to_x, to_y) = (edge.cross(&(x - a)), edge.cross(&(y - a)));
    // A flat hinge is no concavity, but both sides of a slit have the same plane too.
    if turn == 0.0 && to_x.dot(&to_y) <= 0.0 {
        return 0.0;
    }
    let chord = to_y - to_x;
    let share = (-to_x.dot(&chord) / chord.norm_squared()).clamp(0.0, 1.0);
    // A slit that is closed has no chord.
    let nearest = if share.is_finite() { to_x + chord * share } else { to_x };
    (nearest.norm() / edge.norm()).max(f64::MIN_POSITIVE)
}

/// The mean length of the edges of a tetrahedron.
pub(super) fn mean_edge(corners: [[f64; 3]; 4]) -> f64 {
    let [a, b, c, d] = corners.map(Vec3::from);
    ((b - a).norm()
        + (c - a).norm()
        + (d - a).norm()
        + (c - b).norm()
        + (d - b).norm()
        + (d - c).norm())
        / 6.0
}
