//! A torus knot as a closed rope.
//!
//! The section is carried along by a frame that turns as little as possible: W. Wang, B. Juettler,
//! D. Zheng, Y. Liu, Computation of rotation minimizing frames, ACM Transactions on Graphics 27(1),
//! 2008, article 2. Such a frame does not close. It only needs to close up to a rotation by some
//! sides of the section, so the smallest missing angle is distributed evenly over the sections: the
//! less a section is twisted, the closer it is to convex.

use std::f64::consts::TAU;

use super::sweep::Section;
use super::{at_least, limit};
use crate::Vec3;
use crate::error::Fault;
use crate::error::{Error, check_length};
use crate::mesh::{Orientation, TetMesh};

/// What a torus knot is made of; see [`knot`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Knot {
    /// How often it goes around the axis of the torus.
    pub p: u32,
    /// How often it goes around the tube of the torus; `p` and `q` have no common factor.
    pub q: u32,
    /// How many sections there are along the rope, at equal distances.
    pub sections: usize,
    /// How many sectors the section of the rope has.
    pub sides: usize,
    /// How many rings the section of the rope has.
    pub rings: usize,
    /// The radius of the circle in the middle of the tube of the torus.
    pub major: f64,
    /// The radius of the tube of the torus, on which the rope lies.
    pub minor: f64,
    /// The radius of the rope.
    pub rope: f64,
}

impl Knot {
    /// The trefoil, p = 2 and q = 3, about 6 wide and 3 high.
    ///
    /// ```
    /// use gapkit::mesh::bodies::{Knot, knot};
    ///
    /// let mesh = knot(&Knot::trefoil(44, 5, 1))?;
    /// assert_eq!((mesh.tets().len(), mesh.boundary().facets().len()), (660, 440));
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    #[must_use]
    pub fn trefoil(sections: usize, sides: usize, rings: usize) -> Self {
        Self { p: 2, q: 3, sections, sides, rings, major: 2.0, minor: 1.0, rope: 0.5 }
    }
}

/// A torus knot around the z axis and the origin.
///
/// Volumes are checked, but not whether the rope touches itself: it must be thin enough for its
/// torus.
///
/// ```
/// use gapkit::mesh::bodies::{Knot, knot};
///
/// let cinquefoil = Knot { q: 5, rope: 0.3, ..Knot::trefoil(100, 6, 2) };
/// assert_eq!(knot(&cinquefoil)?.tets().len(), 100 * 6 * 3 * 3);
/// # Ok::<(), gapkit::Error>(())
/// ```
///
/// # Errors
/// If `p` and `q` are not positive and coprime, a radius is not positive and finite, there are
/// fewer than three sections or sides or no ring, or an element is distorted because the rope is
/// too thick or the sections are too few.
pub fn knot(shape: &Knot) -> Result<TetMesh, Error> {
    check(shape)?;
    let (frames, turn) = frames(shape);
    let disc = Section::disc(shape.rope, shape.sides, shape.rings);
    let first = Section::turned_disc(shape.sides, shape.rings, turn);
    let elements = disc.sweep(shape.sections, Some(&first), |at, [u, v]| {
        let CurveFrame { point, tangent, right } = frames[at];
        (point + right * u + tangent.cross(&right) * v).into()
    });
    TetMesh::from_elements(&elements, Orientation::Refuse)
}

fn check(shape: &Knot) -> Result<(), Error> {
    let Knot { p, q, sections, sides, rings, major, minor, rope } = *shape;
    if p == 0 || q == 0 || common_factor(p, q) != 1 {
        return Err(Fault::NotAKnot { p, q }.into());
    }
    at_least(3, "sections", sections, "at least 3")?;
    at_least(3, "sides", sides, "at least 3")?;
    at_least(1, "rings", rings, "at least 1")?;
    limit(&[SAMPLES, 6, sections, sides, rings])?;
    for (name, value) in [("major", major), ("minor", minor), ("rope", rope)] {
        check_length(name, value, true)?;
    }
    Ok(())
}

fn common_factor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { common_factor(b, a % b) }
}

/// A place along the curve, its direction there, and one that is perpendicular to it.
#[derive(Debug, Clone, Copy)]
struct CurveFrame {
    point: Vec3,
    tangent: Vec3,
    right: Vec3,
}

/// The point of the curve at a parameter, and its derivative.
fn curve(shape: &Knot, t: f64) -> (Vec3, Vec3) {
    let (p, q) = (f64::from(shape.p), f64::from(shape.q));
    let ((sin_p, cos_p), (sin_q, cos_q)) = ((p * t).sin_cos(), (q * t).sin_cos());
    let distance_from_axis = shape.major + shape.minor * cos_q;
    let slope = -shape.minor * q * sin_q;
    let point =
        Vec3::new(distance_from_axis * cos_p, distance_from_axis * sin_p, shape.minor * sin_q);
    let ahead = Vec3::new(
        slope * cos_p - distance_from_axis * p * sin_p,
        slope * sin_p + distance_from_axis * p * cos_p,
        shape.minor * q * cos_q,
    );
    (point, ahead)
}

/// How many chords stand for the curve between two sections when its length is measured.
const SAMPLES: usize = 32;

/// Parameters at equal distances along the curve.
fn parameters(shape: &Knot) -> Vec<f64> {
    let count = SAMPLES * shape.sections;
    let parameter = |i: usize| TAU * i as f64 / count as f64;
    let points: Vec<Vec3> = (0..=count).map(|i| curve(shape, parameter(i)).0).collect();
    let mut lengths = vec![0.0];
    for pair in points.windows(2) {
        lengths.push(lengths[lengths.len() - 1] + (pair[1] - pair[0]).norm());
    }
    let whole = lengths[count];
    let place = |section: usize| {
        let wanted = whole * section as f64 / shape.sections as f64;
        let above = lengths.partition_point(|&length| length <= wanted).clamp(1, count);
        let (a, b) = (lengths[above - 1], lengths[above]);
        parameter(above - 1) + (wanted - a) / (b - a) * (TAU / count as f64)
    };
    (0..shape.sections).map(place).collect()
}

/// The frames, and by how many sides the last one leads to the first one turned.
fn frames(shape: &Knot) -> (Vec<CurveFrame>, usize) {
    let start = |&t: &f64| {
        let (point, ahead) = curve(shape, t);
        CurveFrame { point, tangent: ahead.normalize(), right: Vec3::zeros() }
    };
    let mut frames: Vec<CurveFrame> = parameters(shape).iter().map(start).collect();
    let count = frames.len();
    let tangent = frames[0].tangent;
    frames[0].right = tangent.cross(&Vec3::ith(tangent.iamin(), 1.0)).normalize();
    for i in 1..count {
        frames[i].right = carried(&frames[i - 1], &frames[i]);
    }
    let first = frames[0];
    let back = carried(&frames[count - 1], &first);
    let whole = back.dot(&first.tangent.cross(&first.right)).atan2(back.dot(&first.right));
    let side = TAU / shape.sides as f64;
    let turn = (whole / side).round();
    let missing = whole - turn * side;
    for (i, frame) in frames.iter_mut().enumerate() {
        let (sin, cos) = (-missing * i as f64 / count as f64).sin_cos();
        frame.right = frame.right * cos + frame.tangent.cross(&frame.right) * sin;
    }
    (frames, (turn as isize).rem_euclid(shape.sides as isize) as usize)
}

/// The frame's right at the next place, by two reflections.
fn carried(here: &CurveFrame, next: &CurveFrame) -> Vec3 {
    let mirror = |v: Vec3, normal: &Vec3| {
        let square = normal.norm_squared();
        if square > 0.0 { v - normal * (2.0 * normal.dot(&v) / square) } else { v }
    };
    let chord = next.point - here.point;
    let (right, tangent) = (mirror(here.right, &chord), mirror(here.tangent, &chord));
    mirror(right, &(next.tangent - tangent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_orthonormal_equally_spaced_and_close_up_evenly() {
        let shape = Knot::trefoil(109, 8, 2);
        let (frames, sides) = frames(&shape);
        let turned = |frame: CurveFrame| {
            let (sin, cos) = (TAU * sides as f64 / 8.0).sin_cos();
            CurveFrame {
                right: frame.right * cos + frame.tangent.cross(&frame.right) * sin,
                ..frame
            }
        };
        let ring = |i: usize| if i < frames.len() { frames[i] } else { turned(frames[0]) };
        let step = |i: usize| (ring(i + 1).point - ring(i).point).norm();
        let turn = |i: usize| {
            let (carried, next) = (carried(&ring(i), &ring(i + 1)), ring(i + 1));
            next.right.dot(&next.tangent.cross(&carried)).atan2(next.right.dot(&carried))
        };
        for i in 0..frames.len() {
            assert!(ring(i).right.dot(&ring(i).tangent).abs() < 1e-14);
            assert!((ring(i).right.norm() - 1.0).abs() < 1e-14);
            assert!((step(i) / step(0) - 1.0).abs() < 0.01, "section {i}");
            assert!((turn(i) - turn(0)).abs() < 1e-12, "section {i}");
            assert!(turn(i).abs() * frames.len() as f64 <= TAU / 16.0, "section {i}");
        }
    }

    #[test]
    fn the_rope_of_the_trefoil_does_not_touch_itself() {
        let shape = Knot::trefoil(400, 8, 1);
        let (frames, _) = frames(&shape);
        for (i, a) in frames.iter().enumerate() {
            for (j, b) in frames.iter().enumerate() {
                let along = (i.abs_diff(j)).min(frames.len() - i.abs_diff(j));
                // Sections nearer than three diameters along the rope belong to the same bend.
                if along as f64 / 400.0 * 33.0 > 6.0 * shape.rope {
                    assert!((a.point - b.point).norm() > 2.0 * shape.rope, "{i} and {j}");
                }
            }
        }
    }
}
