//! The Minkowski difference A - B as the search sees it: a support map with named vertices, in
//! coordinates local to the pair.
//!
//! Local coordinates are `(point - origin) * factor`: the origin is a point of A, so that bodies
//! far from zero lose nothing, and the factor is a power of two that differs from one only where
//! the squares and products of the search could overflow or underflow.

pub(crate) mod points;
pub(crate) mod support;

use crate::Vec3;
use crate::convex::answer::Answer;
use crate::convex::depth::{Effort, SignedGap};
use crate::convex::query::Query;
use crate::convex::search::{Limits, State, Vertex};
use crate::num::dd::Dd3;
use crate::simd::{Part, Quad};

/// Which of the two bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    A,
    B,
}

/// The Minkowski difference of two bodies.
pub(crate) trait Difference {
    /// What names a vertex of the difference.
    type Tag: Copy;

    /// Four numbers at a time, on the instruction set of the search.
    type Quad: Quad;

    /// Whether [`pair`](Self::pair) costs less than a branch that decides if it is needed.
    const PAIRS_ARE_CHEAP: bool;

    /// The vertex that is least along `u`, so the difference lies on the far side of it.
    fn support(&mut self, u: &Vec3) -> Vertex<Self::Tag>;

    /// Whether two tags are known to name the same vertex. Where they tell, a search learns that it
    /// has ended before the vertex itself is there.
    #[inline(always)]
    fn is_same(_: Self::Tag, _: Self::Tag) -> bool {
        false
    }

    /// From the centre of B to the centre of A: where a cold search starts.
    fn start(&self) -> Vec3;

    /// A point of the difference up to rounding, and over how many vertices of each body, with the
    /// first repeated as often as needed, it is the mean; `None` if none is known.
    fn inside(&self) -> Option<(Vec3, usize)> {
        None
    }

    /// The largest local coordinate met so far.
    fn extent(&self) -> f64;

    /// The largest local coordinate of all vertices of both bodies; infinite if they have none.
    fn max_coordinate(&self) -> f64;

    /// The indices of the vertex of A and the vertex of B.
    fn ids(&self, tag: Self::Tag) -> [u32; 2];

    /// The points of A and B whose difference the vertex is.
    fn pair(&self, tag: Self::Tag) -> (Vec3, Vec3);

    /// The vertex with these indices; `None` if there is none.
    fn revive(&mut self, ids: [u32; 2]) -> Option<Vertex<Self::Tag>>;

    /// How many vertices a body has; 0 if it has none to name.
    fn count(&self, side: Side) -> usize;

    /// A vertex of a body to double-double precision; `None` if there is no such vertex.
    fn exact(&self, side: Side, index: u32) -> Option<Dd3>;

    /// The frame of the local coordinates.
    fn frame(&self) -> Frame;

    /// How many vertices were visited in this many support calls.
    fn visited(&self, calls: u32) -> u32;

    /// The vertices the next query on this pair should start from.
    fn hints(&self) -> [u32; 2] {
        [0; 2]
    }
}

/// What a view of a difference `D` in its field `difference` leaves to that: names, points and
/// frame.
macro_rules! forward_to_difference {
    () => {
        type Tag = D::Tag;
        type Quad = D::Quad;
        const PAIRS_ARE_CHEAP: bool = D::PAIRS_ARE_CHEAP;
        fn extent(&self) -> f64 {
            self.difference.extent()
        }
        fn max_coordinate(&self) -> f64 {
            self.difference.max_coordinate()
        }
        fn ids(&self, tag: D::Tag) -> [u32; 2] {
            self.difference.ids(tag)
        }
        fn pair(&self, tag: D::Tag) -> ($crate::Vec3, $crate::Vec3) {
            self.difference.pair(tag)
        }
        fn frame(&self) -> $crate::convex::difference::Frame {
            self.difference.frame()
        }
        fn visited(&self, calls: u32) -> u32 {
            self.difference.visited(calls)
        }
    };
}
pub(crate) use forward_to_difference;

/// A difference whose unproven searches are resolved on shapes without a type of their own, so that
/// the long code for them is compiled once and not for every pair of types.
///
/// Its methods are called from within an instruction set. What they do is rare, so it runs without
/// one, in functions that are compiled once.
pub(crate) trait Resolve: Difference {
    /// Runs what is rare, but in need of the instruction set, in a function of its own.
    fn out_of_line<P: Part>(part: P) -> P::Output;

    /// The vertex that is least along `u`, without the instruction set.
    fn rare_support(&mut self, u: &Vec3) -> Vec3;

    /// The answer where the bounds at the end of a search do not meet.
    fn resolve(&mut self, query: &Query, limits: &Limits, end: &State<Self::Tag>) -> Answer;

    /// The gap of bodies that overlap, from these points of the difference on, where the quick way
    /// to it did not end.
    fn deepen(&mut self, effort: &Effort, points: &[Vertex<Self::Tag>]) -> SignedGap;
}

/// Local coordinates: `(point - origin) * factor`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Frame {
    pub(crate) origin: Vec3,
    /// A power of two, and its inverse.
    pub(crate) factor: f64,
    pub(crate) inverse: f64,
}

/// The exponent beyond which local coordinates are rescaled. The products of the search are of
/// degree up to 14 in the coordinates, where it compares squared norms, and needles take another
/// 2^400: 2^±32 leaves room for both. At 2^±64, needles of size 2^-59 end early.
const EXPONENT_LIMIT: i32 = 32;

impl Frame {
    /// Pairs whose extent is between these two need no factor.
    pub(crate) const USUAL: [f64; 2] =
        [1.0 / (1u128 << EXPONENT_LIMIT) as f64, (1u128 << EXPONENT_LIMIT) as f64];

    /// Whether a pair of this extent needs no factor.
    #[inline(always)]
    pub(crate) fn is_usual(extent: f64) -> bool {
        extent > Self::USUAL[0] && extent < Self::USUAL[1]
    }

    /// The frame for a pair of this extent (in world units).
    #[inline(always)]
    pub(crate) fn new(origin: Vec3, extent: f64) -> Self {
        let usual = Self::is_usual(extent);
        let (factor, inverse) = if usual { (1.0, 1.0) } else { powers_of_two(extent) };
        Self { origin, factor, inverse }
    }

    /// A local point in world coordinates.
    #[inline(always)]
    pub(crate) fn world(&self, local: &Vec3) -> Vec3 {
        self.origin + local * self.inverse
    }

    /// A world point in local coordinates, exactly.
    pub(crate) fn exact(&self, point: Dd3) -> Dd3 {
        (point - Dd3::from(self.origin)).scale(self.factor)
    }
}

/// The power of two that brings `extent` near one, and its inverse, both normal numbers.
#[cold]
fn powers_of_two(extent: f64) -> (f64, f64) {
    if extent == 0.0 {
        return (1.0, 1.0);
    }
    let exponent = ((extent.to_bits() >> 52) & 0x7ff) as i32 - 1023;
    let power = |exponent: i32| f64::from_bits(((1023 + exponent.clamp(-1000, 1000)) as u64) << 52);
    (power(-exponent), power(exponent))
}
