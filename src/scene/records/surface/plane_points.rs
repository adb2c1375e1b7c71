//! Points in a plane, and polygons of them clipped by half-planes; one per lane.
//!
//! A polygon is the set of its directed edges, which lanes can clip without branches: each edge by
//! itself, and one new edge from where the border leaves the half-plane to where it comes back
//! (I. E. Sutherland, G. W. Hodgman, Reentrant polygon clipping, Comm. ACM 17(1), 1974,
//! doi:10.1145/360767.360802, clip lists of vertices). Edges that are gone have both ends in one
//! point and add nothing to sums over the border.

use std::ops::{Add, Sub};

use crate::simd::Several;

/// A point in the plane.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene::records) struct Flat<S> {
    pub(in crate::scene::records) x: S,
    pub(in crate::scene::records) y: S,
}

impl<S: Several> Flat<S> {
    pub(super) const fn both(x: S) -> Self {
        Self { x, y: x }
    }

    #[inline(always)]
    pub(in crate::scene::records) fn cross(&self, b: &Self) -> S {
        self.x * b.y - self.y * b.x
    }

    #[inline(always)]
    pub(super) fn times(&self, by: S) -> Self {
        Self { x: self.x * by, y: self.y * by }
    }

    #[inline(always)]
    fn select(mask: S::Mask, yes: &Self, no: &Self) -> Self {
        Self { x: S::select(mask, yes.x, no.x), y: S::select(mask, yes.y, no.y) }
    }
}

impl<S: Several> Sub for Flat<S> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self { x: self.x - b.x, y: self.y - b.y }
    }
}

impl<S: Several> Add for Flat<S> {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self { x: self.x + b.x, y: self.y + b.y }
    }
}

/// An affine function that is not negative on one side of a line.
pub(in crate::scene::records) trait HalfPlane<S: Several> {
    fn side(&self, x: &Flat<S>) -> S;
}

/// A triangle that is clipped by five lines has eight edges.
const MAX_EDGES: usize = 8;

/// A convex polygon in each lane.
#[derive(Clone, Copy)]
pub(in crate::scene::records) struct Border<S: Several> {
    edges: [[Flat<S>; 2]; MAX_EDGES],
    len: usize,
    /// Where rounding made the border leave a half-plane more than once.
    pub(in crate::scene::records) is_doubtful: S::Mask,
}

impl<S: Several> Border<S> {
    #[inline(always)]
    pub(in crate::scene::records) fn triangle(corners: &[Flat<S>; 3]) -> Self {
        let mut edges = [[Flat::both(S::all(0.0)); 2]; MAX_EDGES];
        for k in 0..3 {
            edges[k] = [corners[k], corners[(k + 1) % 3]];
        }
        Self { edges, len: 3, is_doubtful: S::mask(0) }
    }

    /// Whether some end of an edge is beyond the line, in any of some lanes.
    #[inline(always)]
    pub(super) fn is_cut(&self, by: &impl HalfPlane<S>, lanes: S::Mask) -> bool {
        let mut is_cut = S::mask(0);
        for edge in &self.edges[..self.len] {
            is_cut = is_cut | !S::all(0.0).at_most(by.side(&edge[0]));
        }
        S::any(is_cut & lanes)
    }

    /// Keeps the part on one side of a line.
    #[inline(always)]
    pub(in crate::scene::records) fn clip(&mut self, by: &impl HalfPlane<S>) {
        let zero = S::all(0.0);
        let mut is_open = S::mask(0);
        let mut closing = [Flat::both(zero); 2];
        for edge in &mut self.edges[..self.len] {
            let [from, to] = *edge;
            let (start, end) = (by.side(&from), by.side(&to));
            let (starts_in, ends_in) = (zero.at_most(start), zero.at_most(end));
            let (leaves, enters) = (starts_in & !ends_in, !starts_in & ends_in);
            let crossing = from + (to - from).times(start / (start - end));
            self.is_doubtful = self.is_doubtful | (leaves & is_open);
            is_open = is_open | leaves;
            closing[0] = Flat::select(leaves, &crossing, &closing[0]);
            closing[1] = Flat::select(enters, &crossing, &closing[1]);
            let kept = Flat::select(starts_in | ends_in, &to, &from);
            edge[0] = Flat::select(enters, &crossing, &from);
            edge[1] = Flat::select(leaves, &crossing, &kept);
        }
        self.edges[self.len] = closing;
        self.len += 1;
    }

    /// An end of an edge that is there, if there is one.
    #[inline(always)]
    fn vertex(&self) -> Flat<S> {
        let mut vertex = self.edges[0][0];
        for [from, to] in &self.edges[1..self.len] {
            let is_there = !(from.x.equals(to.x) & from.y.equals(to.y));
            vertex = Flat::select(is_there, from, &vertex);
        }
        vertex
    }

    /// Area, centroid and covariance, by triangles of a fan round a vertex. `turn` is 1 where the
    /// border is counterclockwise, else -1.
    #[inline(always)]
    pub(in crate::scene::records) fn moments(&self, turn: S) -> FlatMoments<S> {
        let (zero, origin) = (S::all(0.0), self.vertex());
        let (mut area, mut first, mut second) = (zero, Flat::both(zero), [zero; 3]);
        for [from, to] in &self.edges[..self.len] {
            let (p, q) = (*from - origin, *to - origin);
            let sum = p + q;
            let part = p.cross(&q) * turn;
            area = area + part;
            first = first + sum.times(part);
            second[0] = second[0] + part * (p.x * p.x + q.x * q.x + sum.x * sum.x);
            second[1] = second[1] + part * (p.x * p.y + q.x * q.y + sum.x * sum.y);
            second[2] = second[2] + part * (p.y * p.y + q.y * q.y + sum.y * sum.y);
        }
        // Twice the area, six times the first and twenty-four times the second moments.
        let (third, twelfth) = (S::all(1.0 / 3.0) / area, S::all(1.0 / 12.0) / area);
        let mean = first.times(third);
        let covariance = [
            second[0] * twelfth - mean.x * mean.x,
            second[1] * twelfth - mean.x * mean.y,
            second[2] * twelfth - mean.y * mean.y,
        ];
        FlatMoments { area: S::all(0.5) * area, centroid: origin + mean, covariance }
    }
}

/// Moments of a polygon in each lane.
#[derive(Clone, Copy)]
pub(in crate::scene::records) struct FlatMoments<S> {
    pub(in crate::scene::records) area: S,
    pub(in crate::scene::records) centroid: Flat<S>,
    /// xx, xy, yy.
    pub(super) covariance: [S; 3],
}

impl<S: Several> FlatMoments<S> {
    /// Three points of equal weight with the centroid and the covariance of the polygon, as
    /// [`Moments::points`](super::polygon::Moments::points).
    #[inline(always)]
    pub(super) fn points(&self) -> [Flat<S>; 3] {
        let zero = S::all(0.0);
        let [xx, xy, yy] = self.covariance;
        // The Cholesky factor.
        let first = xx.max(zero).sqrt();
        let mixed = S::select(zero.less(first), xy / first, zero);
        let second = (yy - mixed * mixed).max(zero).sqrt();
        let root = S::all(std::f64::consts::SQRT_2);
        let (far, near) = (Flat { x: first, y: mixed }.times(root), S::all(-0.5));
        let beside = second * root * S::all(0.5 * 3.0f64.sqrt());
        let back = self.centroid + far.times(near);
        [
            self.centroid + far,
            Flat { x: back.x, y: back.y + beside },
            Flat { x: back.x, y: back.y - beside },
        ]
    }
}
