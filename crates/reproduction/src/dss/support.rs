//! Support maps in any precision.
//!
//! The library computes in f64 alone: its promises are errors of a few units in the last place of a
//! double, and the certificates that prove them. The paper measures in f32, and so do these small
//! copies of what it describes.

use nalgebra::{RealField, Vector3};

/// A number of single or double precision.
pub(super) trait Scalar: RealField + Copy {}

impl<T: RealField + Copy> Scalar for T {}

/// A convex body.
pub(super) trait Support<T: Scalar> {
    /// The point farthest along a direction, which need not have unit length.
    fn support(&self, n: &Vector3<T>) -> Vector3<T>;

    /// A point inside.
    fn center(&self) -> Vector3<T>;
}

/// The hull of points.
#[derive(Debug, Clone)]
pub(super) struct Points<T: Scalar> {
    points: Vec<Vector3<T>>,
    center: Vector3<T>,
}

impl<T: Scalar> Points<T> {
    pub(super) fn new(points: &[[f64; 3]]) -> Self {
        let points: Vec<Vector3<T>> = points.iter().map(|&p| rounded(p)).collect();
        let share = T::one() / nalgebra::convert(points.len() as f64);
        let center = points.iter().fold(Vector3::zeros(), |sum, p| sum + p * share);
        Self { points, center }
    }
}

impl<T: Scalar> Support<T> for Points<T> {
    #[inline]
    fn support(&self, n: &Vector3<T>) -> Vector3<T> {
        let mut best = self.points[0];
        let mut height = n.dot(&best);
        for p in &self.points[1..] {
            let along = n.dot(p);
            if along > height {
                (height, best) = (along, *p);
            }
        }
        best
    }

    fn center(&self) -> Vector3<T> {
        self.center
    }
}

/// A box, given by its centre and the vectors to the middles of three faces.
#[derive(Debug, Clone)]
pub(super) struct Block<T: Scalar> {
    center: Vector3<T>,
    half: [Vector3<T>; 3],
}

impl<T: Scalar> Block<T> {
    pub(super) fn new(center: [f64; 3], half: [[f64; 3]; 3]) -> Self {
        Self { center: rounded(center), half: half.map(rounded) }
    }
}

impl<T: Scalar> Support<T> for Block<T> {
    #[inline]
    fn support(&self, n: &Vector3<T>) -> Vector3<T> {
        let side = |at: Vector3<T>, h: &Vector3<T>| {
            if n.dot(h) < T::zero() { at - h } else { at + h }
        };
        self.half.iter().fold(self.center, side)
    }

    fn center(&self) -> Vector3<T> {
        self.center
    }
}

/// A sphere.
#[derive(Debug, Clone)]
pub(super) struct Ball<T: Scalar> {
    center: Vector3<T>,
    radius: T,
}

impl<T: Scalar> Ball<T> {
    pub(super) fn new(center: [f64; 3], radius: f64) -> Self {
        Self { center: rounded(center), radius: nalgebra::convert(radius) }
    }
}

impl<T: Scalar> Support<T> for Ball<T> {
    #[inline]
    fn support(&self, n: &Vector3<T>) -> Vector3<T> {
        self.center + n * (self.radius / n.norm())
    }

    fn center(&self) -> Vector3<T> {
        self.center
    }
}

fn rounded<T: Scalar>(p: [f64; 3]) -> Vector3<T> {
    Vector3::from(p.map(nalgebra::convert))
}
