//! Closed forms for the gaps of spheres, capsules and boxes.
//!
//! Each is a function of the two poses alone, as accurate as the general search: the gap within a few
//! `eps` times the size of the pair. Where it could not be, since cores all but touch or edges are
//! all but parallel, the answer is that the general search has to be asked, which is a function of
//! the poses, too.

pub(in crate::scene) mod boxes;
pub(in crate::scene) mod clip;
pub(in crate::scene) mod patch;
pub(in crate::scene) mod segments;

use crate::Vec3;
use crate::scene::grains::table::Grain;
use crate::scene::tolerances::{CLEAR_CORES, MIN_SQUARE, UNIT_ROUNDING};

/// The gap of two grains and where it is.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene) struct Gap {
    pub(in crate::scene) gap: f64,
    /// From A to B, of length 1.
    pub(in crate::scene) normal: Vec3,
    pub(in crate::scene) point_a: Vec3,
    pub(in crate::scene) point_b: Vec3,
}

impl Gap {
    /// Whether all of it is numbers, and the normal has length 1.
    #[inline]
    pub(in crate::scene) fn is_sound(&self) -> bool {
        let is_point = |point: &Vec3| point.iter().all(|x| x.is_finite());
        self.gap.is_finite()
            && (self.normal.norm_squared() - 1.0).abs() <= UNIT_ROUNDING
            && is_point(&self.point_a)
            && is_point(&self.point_b)
    }
}

/// What a closed form says of two grains.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene) enum Form {
    /// Their gap.
    Near(Gap),
    /// They are at least this far apart, which is beyond what was asked.
    Apart(f64),
    /// The general search has to be asked.
    Ask,
}

/// Two points of the cores that are nearest to each other, relative to the centres, and the size of
/// the cores.
struct Nearest {
    a: Vec3,
    b: Vec3,
    size: f64,
}

impl Nearest {
    /// The gap with the radii. Cores that are much nearer than they are large are left to the general
    /// search: what is between them has no direction but for rounding.
    #[inline]
    fn rounded(&self, [a, b]: [&Grain; 2]) -> Form {
        let between = a.to(b) + (self.b - self.a);
        let distance = length(between);
        if distance <= CLEAR_CORES * self.size {
            return Form::Ask;
        }
        let normal = between / distance;
        Form::Near(Gap {
            gap: distance - (a.radius + b.radius),
            normal,
            point_a: a.place(self.a + normal * a.radius),
            point_b: b.place(self.b - normal * b.radius),
        })
    }
}

/// The length of a vector, whose square may be too small for f64.
#[inline]
pub(in crate::scene) fn length(v: Vec3) -> f64 {
    let square = v.norm_squared();
    if square > MIN_SQUARE {
        return square.sqrt();
    }
    let largest = v.amax();
    if largest == 0.0 { 0.0 } else { (v / largest).norm() * largest }
}

/// Two spheres.
#[inline]
pub(in crate::scene) fn points(grains: [&Grain; 2]) -> Form {
    Nearest { a: Vec3::zeros(), b: Vec3::zeros(), size: 0.0 }.rounded(grains)
}
