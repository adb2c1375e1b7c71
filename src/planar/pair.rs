//! Two polygons as the search sees them: the support map of A - B.
//!
//! A vertex of the difference is one rounded subtraction of the caller's coordinates, whatever they
//! are offset by. Where products of coordinates could leave the range of f64, the difference is
//! scaled by a power of two; `SCALED` keeps the factor out of the usual searches.

use super::support::Find;
use super::{Polygon, Vec2};
use crate::Vec3;
use crate::convex::difference::Frame;
use crate::num::PowersOfTwo;
use std::marker::PhantomData;

/// A vertex of the difference, with the vertices of A and B that it comes from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Vertex {
    pub(crate) s: Vec2,
    pub(crate) a: u32,
    pub(crate) b: u32,
}

/// Two polygons, and the scale of their difference.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pair<'a, F, const SCALED: bool> {
    pub(crate) a: &'a Polygon<'a>,
    pub(crate) b: &'a Polygon<'a>,
    /// The largest coordinate difference, scaled.
    pub(crate) extent: f64,
    /// A power of two, and its inverse.
    pub(crate) factor: f64,
    pub(crate) inverse: f64,
    find: PhantomData<F>,
}

/// The largest coordinate difference of two polygons.
#[inline(always)]
pub(crate) fn extent(a: &Polygon, b: &Polygon) -> f64 {
    let more = |p: f64, q: f64| if p > q { p } else { q };
    let less = |p: f64, q: f64| if p < q { p } else { q };
    let x = more(a.high.x, b.high.x) - less(a.low.x, b.low.x);
    let y = more(a.high.y, b.high.y) - less(a.low.y, b.low.y);
    more(x, y)
}

/// Whether a pair of this extent can be searched as it is.
#[inline(always)]
pub(crate) fn is_usual(extent: f64) -> bool {
    Frame::is_usual(extent)
}

impl<'a, F, const SCALED: bool> Pair<'a, F, SCALED> {
    /// The pair with this largest coordinate difference, in world units.
    #[inline(always)]
    pub(crate) fn new(a: &'a Polygon<'a>, b: &'a Polygon<'a>, extent: f64) -> Self {
        let find = PhantomData;
        if !SCALED {
            return Self { a, b, extent, factor: 1.0, inverse: 1.0, find };
        }
        let Frame { factor, inverse, .. } = Frame::new(Vec3::zeros(), extent);
        Self { a, b, extent: extent * factor, factor, inverse, find }
    }
}

impl<F: Find, const SCALED: bool> Pair<'_, F, SCALED> {
    /// The unit of all error bounds: eps times the largest coordinate difference.
    #[inline(always)]
    pub(crate) fn unit(&self) -> f64 {
        f64::EPSILON * self.extent
    }

    /// From the centre of B to the centre of A: where the search starts. Not zero.
    #[inline(always)]
    pub(crate) fn start(&self) -> Vec2 {
        let mut apart = self.a.center - self.b.center;
        if SCALED {
            apart *= self.factor;
        }
        if apart.x == 0.0 && apart.y == 0.0 { Vec2::x() } else { apart }
    }

    /// The vertex that comes from these vertices of A and B.
    #[inline(always)]
    pub(crate) fn vertex(&self, i: usize, j: usize) -> Vertex {
        let mut s = self.a.at(i) - self.b.at(j);
        if SCALED {
            s *= self.factor;
        }
        Vertex { s, a: i as u32, b: j as u32 }
    }

    /// A direction by which the vertices can be compared as they are in the world: as long as brings
    /// the products with them to where they have all their digits.
    #[inline(always)]
    pub(crate) fn among_vertices(&self, u: Vec2) -> Vec2 {
        if !SCALED {
            return u;
        }
        let [first, second] = PowersOfTwo::of(u.amax()).inverse;
        u * first * second * self.factor
    }

    /// The first support: the vertex that is lowest along `u`.
    #[inline(always)]
    pub(crate) fn first(&self, u: Vec2) -> Vertex {
        let [i, j] = F::first(self.a, self.b, self.among_vertices(u));
        self.vertex(i, j)
    }

    /// The vertex that is lowest along `u`; a climb starts from the last one.
    #[inline(always)]
    pub(crate) fn support(&self, u: Vec2, last: &Vertex) -> Vertex {
        let u = self.among_vertices(u);
        let [i, j] = F::next(self.a, self.b, u, [last.a as usize, last.b as usize]);
        self.vertex(i, j)
    }
}
