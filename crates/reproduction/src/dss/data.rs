//! The random bodies of section 6 of the paper.

use gapkit::Vec3;
use nalgebra::Rotation3;

use crate::bodies::rotation;
use crate::random::Random;

/// The vertices of a body.
pub(super) type Hull = Vec<[f64; 3]>;

/// A box: its centre, half lengths and axes.
#[derive(Debug, Clone)]
pub(super) struct Brick {
    pub(super) center: Vec3,
    pub(super) half: Vec3,
    pub(super) axes: Rotation3<f64>,
}

impl Brick {
    pub(super) fn corners(&self) -> Hull {
        let corner = |i: usize| {
            let side = |k: usize| if i >> k & 1 == 1 { self.half[k] } else { -self.half[k] };
            (self.center + self.axes * Vec3::new(side(0), side(1), side(2))).into()
        };
        (0..8).map(corner).collect()
    }
}

/// A sphere.
#[derive(Debug, Clone)]
pub(super) struct Globe {
    pub(super) center: Vec3,
    pub(super) radius: f64,
}

/// Bodies whose numbers f32 can hold, so that both precisions see the same.
#[derive(Debug, Clone)]
pub(super) enum Set {
    /// Each is tested against each other.
    Hulls(Vec<Hull>),
    Bricks(Vec<Brick>),
    /// Each of the first is tested against each of the second.
    FrustumBricks(Vec<Hull>, Vec<Brick>),
    FrustumGlobes(Vec<Hull>, Vec<Globe>),
}

/// What is tested against what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Tetrahedra,
    Boxes,
    /// Hulls of this many points on the unit sphere.
    Polytopes(usize),
    FrustumBoxes,
    FrustumSpheres,
}

impl Kind {
    /// Random bodies; the larger the spread, the fewer of them meet.
    pub(super) fn set(self, spread: f64, count: usize, random: &mut Random) -> Set {
        let far = spread * INSCRIBED;
        match self {
            Self::Tetrahedra => Set::Hulls(some(count, random, |r| tetrahedron(spread, r))),
            Self::Boxes => Set::Bricks(some(count, random, |r| oriented_box(spread, r))),
            Self::Polytopes(n) => Set::Hulls(some(count, random, |r| polytope(n, spread, r))),
            Self::FrustumBoxes => Set::FrustumBricks(
                some(count, random, frustum),
                some(count, random, |r| small_box(far, r)),
            ),
            Self::FrustumSpheres => Set::FrustumGlobes(
                some(count, random, frustum),
                some(count, random, |r| small_globe(far, r)),
            ),
        }
    }
}

fn some<T>(count: usize, random: &mut Random, body: impl Fn(&mut Random) -> T) -> Vec<T> {
    (0..count).map(|_| body(random)).collect()
}

fn single(p: Vec3) -> Vec3 {
    p.map(|x| f64::from(x as f32))
}

/// A hull, moved along x by up to the spread.
fn along_x(points: &[Vec3], spread: f64, random: &mut Random) -> Hull {
    let by = Vec3::x() * (spread * random.next());
    points.iter().map(|p| single(p + by).into()).collect()
}

/// Four points of the unit sphere with its centre between them.
fn tetrahedron(spread: f64, random: &mut Random) -> Hull {
    loop {
        let p: Vec<Vec3> = (0..4).map(|_| random.direction()).collect();
        let volume = |a: usize, b: usize, c: usize| p[a].dot(&p[b].cross(&p[c])) > 0.0;
        let sides = [volume(1, 2, 3), volume(0, 3, 2), volume(0, 1, 3), volume(0, 2, 1)];
        if sides == [sides[0]; 4] {
            return along_x(&p, spread, random);
        }
    }
}

fn polytope(n: usize, spread: f64, random: &mut Random) -> Hull {
    let p: Vec<Vec3> = (0..n).map(|_| random.direction()).collect();
    along_x(&p, spread, random)
}

fn triple(random: &mut Random) -> Vec3 {
    Vec3::new(random.next(), random.next(), random.next())
}

/// Half lengths up to one, anywhere in a cube with the spread as its side.
fn oriented_box(spread: f64, random: &mut Random) -> Brick {
    let center = single((triple(random).add_scalar(-0.5)) * spread);
    Brick { center, half: single(triple(random)), axes: rotation(random) }
}

/// The frustum of the paper: 80 degrees wide, 16:9, from 0.1 to 100.
const NEAR: f64 = 0.1;
const FAR: f64 = 100.0;
const WIDE: f64 = 0.839_099_631_177_28;
const HIGH: f64 = WIDE * 9.0 / 16.0;

/// The radius of its largest inscribed sphere, which touches the far plane and the upper and the
/// lower one: with `s = HIGH / sqrt(1 + HIGH^2)`, `FAR s / (1 + s)`.
const INSCRIBED: f64 = 29.914_919_68;

/// A frustum turned about the centre of that sphere, which is the origin.
fn frustum(random: &mut Random) -> Hull {
    let turn = rotation(random);
    let corner = |i: usize| {
        let side = |bit: usize| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
        let z = if i >> 2 & 1 == 1 { FAR } else { NEAR };
        let p = Vec3::new(side(0) * WIDE * z, side(1) * HIGH * z, z - (FAR - INSCRIBED));
        single(turn * p).into()
    };
    (0..8).map(corner).collect()
}

/// Anywhere in a ball around the origin.
fn in_ball(radius: f64, random: &mut Random) -> Vec3 {
    let far = radius * random.next().cbrt();
    single(random.direction() * far)
}

/// A box along the axes with edges up to one.
fn small_box(radius: f64, random: &mut Random) -> Brick {
    let half = single(triple(random) * 0.5);
    Brick { center: in_ball(radius, random), half, axes: Rotation3::identity() }
}

fn small_globe(radius: f64, random: &mut Random) -> Globe {
    let size = f64::from(random.next() as f32);
    Globe { center: in_ball(radius, random), radius: size }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inscribed_sphere_touches_the_far_and_the_upper_plane() {
        let s = HIGH / (1.0 + HIGH * HIGH).sqrt();
        assert!((INSCRIBED - FAR * s / (1.0 + s)).abs() < 1e-7, "{}", FAR * s / (1.0 + s));
        assert!((WIDE - 40_f64.to_radians().tan()).abs() < 1e-12);
    }
}
