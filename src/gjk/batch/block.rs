//! The corners of as many pairs as there are lanes.

use super::super::difference::Frame;
use crate::shape::Hulls;
use crate::simd::{Part, Quad3, Wide};

/// The largest number of corners of a body in lanes.
pub(super) const MOST_CORNERS: usize = 16;

/// The bits of a name that tell the corner of A; the four above tell that of B.
pub(super) const NAME_A: u64 = 0xf;

/// Pairs of bodies, one in each lane, in local coordinates with the first corner of A as the origin.
pub(super) struct Block<W> {
    a: [Quad3<W>; MOST_CORNERS],
    b: [Quad3<W>; MOST_CORNERS],
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
        let corners = [zero; MOST_CORNERS];
        Self { a: corners, b: corners, counts: [1; 2], origin: zero, extent: W::all(0.0) }
    }

    /// The pairs that need no factor.
    #[inline(always)]
    pub(super) fn usual(&self) -> W::Mask {
        let [least, most] = Frame::USUAL;
        W::all(least).less(self.extent) & self.extent.less(W::all(most))
    }

    /// How many lanes a single query would have for the corners of a body.
    #[inline(always)]
    pub(super) fn padded(&self) -> usize {
        match self.counts[0].max(self.counts[1]) {
            0..=4 => 4,
            5..=8 => 8,
            _ => 16,
        }
    }

    /// The sum of the differences `a - b` corner by corner, in the order of a single query: four running
    /// sums, with the first corner where one body has fewer.
    #[inline(always)]
    pub(super) fn apart(&self) -> Quad3<W> {
        let [p, q, r, t] =
            [self.difference(0), self.difference(1), self.difference(2), self.difference(3)];
        let mut sum = [p, q, r, t];
        for k in (4..self.padded()).step_by(4) {
            sum[0] = sum[0] + self.difference(k);
            sum[1] = sum[1] + self.difference(k + 1);
            sum[2] = sum[2] + self.difference(k + 2);
            sum[3] = sum[3] + self.difference(k + 3);
        }
        (sum[0] + sum[2]) + (sum[1] + sum[3])
    }

    #[inline(always)]
    fn difference(&self, k: usize) -> Quad3<W> {
        let (i, j) = (
            if k < self.counts[0] { k & (MOST_CORNERS - 1) } else { 0 },
            if k < self.counts[1] { k & (MOST_CORNERS - 1) } else { 0 },
        );
        self.a[i] - self.b[j]
    }

    /// The vertex of the difference that is least along `u`: of equal ones the first. The numbers of corners are known
    /// where it is compiled, or zero.
    #[inline(always)]
    pub(super) fn support<const A: usize, const B: usize>(&self, u: &Quad3<W>) -> Vertex<W> {
        let counts =
            [if A > 0 { A } else { self.counts[0] }, if B > 0 { B } else { self.counts[1] }];
        // The first corner of A is the origin.
        let (mut a, mut b) = (Quad3::splat(0.0, 0.0, 0.0), self.b[0]);
        let (mut low, mut high) = (W::all(0.0), b.dot(u));
        let (mut name_a, mut name_b) = (W::all(0.0), W::all(0.0));
        for k in 1..counts[0] {
            let corner = self.a[k & (MOST_CORNERS - 1)];
            let along = corner.dot(u);
            let lower = along.less(low);
            low = along.min(low);
            a = Quad3::select(lower, &corner, &a);
            name_a = W::select(lower, W::all(f64::from_bits(k as u64)), name_a);
        }
        for k in 1..counts[1] {
            let corner = self.b[k & (MOST_CORNERS - 1)];
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

    /// The least height of the difference along `u`.
    #[inline(always)]
    pub(super) fn lowest(&self, u: &Quad3<W>) -> W {
        let (mut low, mut high) = (self.a[0].dot(u), self.b[0].dot(u));
        for k in 1..self.counts[0] {
            low = self.a[k & (MOST_CORNERS - 1)].dot(u).min(low);
        }
        for k in 1..self.counts[1] {
            high = self.b[k & (MOST_CORNERS - 1)].dot(u).max(high);
        }
        low - high
    }

    /// The corners with these names.
    #[inline(always)]
    pub(super) fn pair(&self, name: W) -> [Quad3<W>; 2] {
        let (mut a, mut b) = (self.a[0], self.b[0]);
        for k in 1..self.counts[0] {
            let named = name.has_bits(NAME_A, k as u64);
            a = Quad3::select(named, &self.a[k & (MOST_CORNERS - 1)], &a);
        }
        for k in 1..self.counts[1] {
            let named = name.has_bits(NAME_A << 4, (k as u64) << 4);
            b = Quad3::select(named, &self.b[k & (MOST_CORNERS - 1)], &b);
        }
        [a, b]
    }

    /// How many corners a support call looks at.
    #[inline(always)]
    pub(super) fn corners(&self) -> u32 {
        (self.counts[0] + self.counts[1]) as u32
    }
}

/// Puts pairs into a block: those from `first` on; lanes past `count` of them repeat the last.
pub(super) struct Fill<'a, W> {
    pub(super) block: &'a mut Block<W>,
    pub(super) a: &'a Hulls<'a>,
    pub(super) b: &'a Hulls<'a>,
    pub(super) first: usize,
    pub(super) count: usize,
}

impl<W: Wide> Part for Fill<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { block, a, b, first, count } = self;
        let (a, b) = (a.lanes::<W>(first, count), b.lanes::<W>(first, count));
        let counts = [a.size.min(MOST_CORNERS), b.size.min(MOST_CORNERS)];
        let (corners_a, corners_b) = (&mut block.a[..counts[0]], &mut block.b[..counts[1]]);
        a.fill(corners_a);
        b.fill(corners_b);
        let origin = corners_a[0];
        let mut most = W::all(0.0);
        for corner in corners_a {
            *corner = *corner - origin;
            most = reach(corner, most);
        }
        for corner in corners_b {
            *corner = *corner - origin;
            most = reach(corner, most);
        }
        (block.counts, block.origin) = (counts, origin);
        block.extent = most;
    }
}

/// The larger of `most` and the coordinates.
#[inline(always)]
fn reach<W: Wide>(corner: &Quad3<W>, most: W) -> W {
    corner.x.abs().max(corner.y.abs()).max(corner.z.abs().max(most))
}
