//! The corners of as many pairs as there are lanes.

use super::super::difference::Frame;
use super::search::beyond;
use crate::convex::tolerances::LOWER_BOUND_ROUNDING;
use crate::shape::{CopiedPoints, Hulls};
use crate::simd::{Part, Quad3, Wide};

/// The largest number of corners of a body in lanes.
pub(super) const MAX_CORNERS: usize = 16;

/// The bits of a name that tell the corner of A; the four above tell that of B.
pub(super) const NAME_A: u64 = 0xf;

/// Pairs of bodies, one in each lane, in local coordinates with the first corner of A as the
/// origin.
pub(super) struct Block<W> {
    a: [Quad3<W>; MAX_CORNERS],
    b: [Quad3<W>; MAX_CORNERS],
    counts: [usize; 2],
    pub(super) origin: Quad3<W>,
    /// The largest local coordinate.
    pub(super) extent: W,
}

/// A point of the difference in each lane, and the names of the corners whose difference it is.
#[derive(Clone, Copy)]
pub(super) struct Vertex<W> {
    pub(super) s: Quad3<W>,
    pub(super) name: W,
}

impl<W: Wide> Vertex<W> {
    #[inline(always)]
    pub(super) fn select(mask: W::Mask, yes: &Self, no: &Self) -> Self {
        let name = W::select(mask, yes.name, no.name);
        Self { s: Quad3::select(mask, &yes.s, &no.s), name }
    }
}

impl<W: Wide> Block<W> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        let zero = Quad3::splat(0.0, 0.0, 0.0);
        let corners = [zero; MAX_CORNERS];
        Self { a: corners, b: corners, counts: [1; 2], origin: zero, extent: W::all(0.0) }
    }

    /// The pairs that need no factor.
    #[inline(always)]
    pub(super) fn usual(&self) -> W::Mask {
        usual(self.extent)
    }

    /// How many lanes a single query would have for the corners of a body.
    #[inline(always)]
    pub(super) fn padded(&self) -> usize {
        padded(self.counts[0].max(self.counts[1]))
    }

    /// The sum of the differences `a - b`: see [`apart`].
    #[inline(always)]
    pub(super) fn apart<const A: usize, const B: usize>(&self) -> Quad3<W> {
        let [a, b] = self.known::<A, B>();
        apart(&self.a[..a], &self.b[..b])
    }

    /// The numbers of corners: those that are known where it is compiled, if they are not zero.
    #[inline(always)]
    fn known<const A: usize, const B: usize>(&self) -> [usize; 2] {
        [if A > 0 { A } else { self.counts[0] }, if B > 0 { B } else { self.counts[1] }]
    }

    /// The vertex of the difference that is least along `u`: of equal ones the first. The numbers
    /// of corners are known where it is compiled, or zero.
    #[inline(always)]
    pub(super) fn support<const A: usize, const B: usize>(&self, u: &Quad3<W>) -> Vertex<W> {
        let counts = self.known::<A, B>();
        // The first corner of A is the origin.
        let (mut a, mut b) = (Quad3::splat(0.0, 0.0, 0.0), self.b[0]);
        let (mut low, mut high) = (W::all(0.0), b.dot(u));
        let (mut name_a, mut name_b) = (W::all(0.0), W::all(0.0));
        for k in 1..counts[0] {
            let corner = self.a[k & (MAX_CORNERS - 1)];
            let along = corner.dot(u);
            let lower = along.less(low);
            low = along.min(low);
            a = Quad3::select(lower, &corner, &a);
            name_a = W::select(lower, W::all(f64::from_bits(k as u64)), name_a);
        }
        for k in 1..counts[1] {
            let corner = self.b[k & (MAX_CORNERS - 1)];
            let along = corner.dot(u);
            let higher = high.less(along);
            high = along.max(high);
            b = Quad3::select(higher, &corner, &b);
            name_b = W::select(higher, W::all(f64::from_bits((k as u64) << 4)), name_b);
        }
        Vertex { s: a - b, name: name_a.join(name_b) }
    }

    /// How many corners the bodies have.
    #[inline(always)]
    pub(super) fn counts(&self) -> [usize; 2] {
        self.counts
    }

    /// The corners with these names.
    #[inline(always)]
    pub(super) fn pair<const A: usize, const B: usize>(&self, name: W) -> [Quad3<W>; 2] {
        let counts = self.known::<A, B>();
        let (mut a, mut b) = (self.a[0], self.b[0]);
        for k in 1..counts[0] {
            let named = name.has_bits(NAME_A, k as u64);
            a = Quad3::select(named, &self.a[k & (MAX_CORNERS - 1)], &a);
        }
        for k in 1..counts[1] {
            let named = name.has_bits(NAME_A << 4, (k as u64) << 4);
            b = Quad3::select(named, &self.b[k & (MAX_CORNERS - 1)], &b);
        }
        [a, b]
    }

    /// How many corners a support call visits.
    #[inline(always)]
    pub(super) fn corners(&self) -> u32 {
        (self.counts[0] + self.counts[1]) as u32
    }
}

/// Pairs to put into a block: those from `first` on; lanes past `count` of them repeat the last.
pub(super) struct Fill<'a, W> {
    pub(super) block: &'a mut Block<W>,
    pub(super) scratch: &'a mut [CopiedPoints; 2],
    pub(super) a: &'a Hulls<'a>,
    pub(super) b: &'a Hulls<'a>,
    pub(super) first: usize,
    pub(super) count: usize,
    /// If a plane between the centres is to be tried first: the distance that it must prove.
    pub(super) margin_test: Option<f64>,
}

impl<W: Wide> Fill<'_, W> {
    /// Puts the pairs into the block, unless all of them are clearly farther apart than the bound.
    /// Returns the lanes in which they are.
    #[inline(always)]
    pub(super) fn fill(self) -> W::Mask {
        let Self { first, .. } = self;
        match [self.a.size(first), self.b.size(first)] {
            [4, 4] => W::apart(FillOf::<W, 4, 4>(self)),
            [3, 3] => W::apart(FillOf::<W, 3, 3>(self)),
            _ => W::apart(FillAny(self)),
        }
    }
}

/// Bodies of so many corners, which stay in registers.
struct FillOf<'a, W, const A: usize, const B: usize>(Fill<'a, W>);

impl<W: Wide, const A: usize, const B: usize> Part for FillOf<'_, W, A, B> {
    type Output = W::Mask;

    #[inline(always)]
    fn run(self) -> W::Mask {
        let Fill { block, scratch, a, b, first, count, margin_test } = self.0;
        let [scratch_a, scratch_b] = scratch;
        let mut corners_a = a.lanes::<W>(first, count, scratch_a).few::<W, A>();
        let mut corners_b = b.lanes::<W>(first, count, scratch_b).few::<W, B>();
        let (origin, extent) = localise(&mut corners_a[..A], &mut corners_b[..B]);
        let far: W::Mask = centre_plane_test(&corners_a[..A], &corners_b[..B], extent, margin_test);
        if W::any(!far) {
            block.a[..A].copy_from_slice(&corners_a[..A]);
            block.b[..B].copy_from_slice(&corners_b[..B]);
            (block.counts, block.origin, block.extent) = ([A, B], origin, extent);
        }
        far
    }
}

/// Bodies of any number of corners.
struct FillAny<'a, W>(Fill<'a, W>);

impl<W: Wide> Part for FillAny<'_, W> {
    type Output = W::Mask;

    #[inline(always)]
    fn run(self) -> W::Mask {
        let Fill { block, scratch, a, b, first, count, margin_test } = self.0;
        let [scratch_a, scratch_b] = scratch;
        let a = a.lanes::<W>(first, count, scratch_a);
        let b = b.lanes::<W>(first, count, scratch_b);
        let counts = [a.size.min(MAX_CORNERS), b.size.min(MAX_CORNERS)];
        let (corners_a, corners_b) = (&mut block.a[..counts[0]], &mut block.b[..counts[1]]);
        a.fill(corners_a);
        b.fill(corners_b);
        let (origin, extent) = localise(corners_a, corners_b);
        let far: W::Mask = centre_plane_test(corners_a, corners_b, extent, margin_test);
        (block.counts, block.origin, block.extent) = (counts, origin, extent);
        far
    }
}

/// Makes the first corner of A the origin; returns it and the largest local coordinate.
#[inline(always)]
fn localise<W: Wide>(a: &mut [Quad3<W>], b: &mut [Quad3<W>]) -> (Quad3<W>, W) {
    let origin = a[0];
    let mut most = W::all(0.0);
    a[0] = Quad3::splat(0.0, 0.0, 0.0);
    for corner in &mut a[1..] {
        *corner = *corner - origin;
        most = max_coordinate(corner, most);
    }
    for corner in b {
        *corner = *corner - origin;
        most = max_coordinate(corner, most);
    }
    (origin, most)
}

/// Where the pairs need no factor.
#[inline(always)]
fn usual<W: Wide>(extent: W) -> W::Mask {
    let [least, most] = Frame::USUAL;
    W::all(least).less(extent) & extent.less(W::all(most))
}

/// Where the plane between the centres already proves that the bodies are farther apart than the
/// bound, if there is one.
#[inline(always)]
fn centre_plane_test<W: Wide>(
    a: &[Quad3<W>],
    b: &[Quad3<W>],
    extent: W,
    bound: Option<f64>,
) -> W::Mask {
    let usual = usual(extent);
    let Some(bound) = bound else { return usual & !usual };
    let u = apart(a, b);
    let bound = W::all(bound) + W::all(2.0 * LOWER_BOUND_ROUNDING * f64::EPSILON) * extent;
    usual & beyond(lowest(a, b, &u), bound, u.dot(&u))
}

/// How many lanes a single query would have for so many corners.
#[inline(always)]
fn padded(corners: usize) -> usize {
    match corners {
        0..=4 => 4,
        5..=8 => 8,
        _ => 16,
    }
}

/// The sum of the differences `a - b` corner by corner, in the order of a single query: four
/// running sums, with the first corner where one body has fewer.
#[inline(always)]
fn apart<W: Wide>(a: &[Quad3<W>], b: &[Quad3<W>]) -> Quad3<W> {
    let mut sum =
        [difference(a, b, 0), difference(a, b, 1), difference(a, b, 2), difference(a, b, 3)];
    for k in (4..padded(a.len().max(b.len()))).step_by(4) {
        sum[0] = sum[0] + difference(a, b, k);
        sum[1] = sum[1] + difference(a, b, k + 1);
        sum[2] = sum[2] + difference(a, b, k + 2);
        sum[3] = sum[3] + difference(a, b, k + 3);
    }
    (sum[0] + sum[2]) + (sum[1] + sum[3])
}

#[inline(always)]
fn difference<W: Wide>(a: &[Quad3<W>], b: &[Quad3<W>], k: usize) -> Quad3<W> {
    *a.get(k).unwrap_or(&a[0]) - *b.get(k).unwrap_or(&b[0])
}

/// The least height of the difference along `u`. The first corner of A is the origin.
#[inline(always)]
fn lowest<W: Wide>(a: &[Quad3<W>], b: &[Quad3<W>], u: &Quad3<W>) -> W {
    let (mut low, mut high) = (W::all(0.0), b[0].dot(u));
    for corner in &a[1..] {
        low = corner.dot(u).min(low);
    }
    for corner in &b[1..] {
        high = corner.dot(u).max(high);
    }
    low - high
}

/// The larger of `most` and the coordinates.
#[inline(always)]
fn max_coordinate<W: Wide>(corner: &Quad3<W>, most: W) -> W {
    corner.x.abs().max(corner.y.abs()).max(corner.z.abs().max(most))
}
