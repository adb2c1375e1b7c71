//! A convex polygon on the sphere of directions, cut by hemispheres.

use nalgebra::Vector3;

use super::support::Scalar;

/// Maximum number of sides of a region: a test makes at most 20 cuts.
const MAX_SIDES: usize = 24;

/// What a cut leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    Nothing,
    Something,
}

/// A spherical polygon. Side `i` has the inner normal `normals[i]` and ends at `vertices[i]`, where
/// the next one starts; a lune has two sides.
#[derive(Debug, Clone, Copy)]
pub(super) struct Region<T: Scalar> {
    normals: [Vector3<T>; MAX_SIDES],
    vertices: [Vector3<T>; MAX_SIDES],
    len: usize,
}

impl<T: Scalar> Region<T> {
    /// The directions along which neither point is high: the hemispheres away from them.
    pub(super) fn lune(p: &Vector3<T>, q: &Vector3<T>) -> Option<Self> {
        let zero = Vector3::zeros();
        let mut region = Self { normals: [zero; MAX_SIDES], vertices: [zero; MAX_SIDES], len: 2 };
        (region.normals[0], region.normals[1]) = (-p.try_normalize(T::zero())?, -q.normalize());
        let end = region.normals[0].cross(&region.normals[1]).try_normalize(T::zero())?;
        (region.vertices[0], region.vertices[1]) = (end, -end);
        Some(region)
    }

    /// About the middle: the mean of the vertices, and for a lune that of its normals.
    pub(super) fn center(&self) -> Vector3<T> {
        let points = if self.len == 2 { &self.normals } else { &self.vertices };
        let sum = points[..self.len].iter().fold(Vector3::zeros(), |sum, p| sum + p);
        sum.normalize()
    }

    /// Takes away the hemisphere around a point.
    pub(super) fn cut(&mut self, p: &Vector3<T>) -> Left {
        let kept = |i: usize| p.dot(&self.vertices[i % self.len]) < T::zero();
        let all = (0..self.len).all(kept);
        // The first vertex that is kept after one that is not.
        let first = (0..self.len).find(|&i| kept(i) && !kept(i + self.len - 1));
        let Some(first) = first else {
            return if all { Left::Something } else { Left::Nothing };
        };
        let count = (1..self.len).find(|&i| !kept(first + i)).unwrap_or(self.len);
        let old = *self;
        for i in 0..=count {
            self.normals[i] = old.normals[(first + i) % old.len];
            self.vertices[i] = old.vertices[(first + i) % old.len];
        }
        let normal = -p.normalize();
        self.normals[count + 1] = normal;
        self.vertices[count] = self.normals[count].cross(&normal).normalize();
        self.vertices[count + 1] = normal.cross(&self.normals[0]).normalize();
        self.len = count + 2;
        Left::Something
    }
}
