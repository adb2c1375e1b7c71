//! The Minkowski difference of two small point sets, kept in lanes.

use super::dd::Dd3;
use super::difference::{Difference, Frame, Side};
use crate::Vec3;
use crate::simd::{Lanes, Soa};
use std::marker::PhantomData;

/// Two point sets of at most `N` vertices each, in local coordinates with the first vertex of A
/// as the origin.
pub(crate) struct Packed<'a, L, const N: usize> {
    points: [&'a [[f64; 3]]; 2],
    a: Soa<N>,
    b: Soa<N>,
    frame: Frame,
    extent: f64,
    lanes: PhantomData<L>,
}

impl<'a, L: Lanes, const N: usize> Packed<'a, L, N> {
    #[inline(always)]
    pub(crate) fn new(points_a: &'a [[f64; 3]], points_b: &'a [[f64; 3]]) -> Self {
        let origin = Vec3::from(points_a[0]);
        let mut a = Soa::for_count(points_a.len());
        let mut b = Soa::for_count(points_b.len());
        L::fill(points_a, &origin, &mut a);
        L::fill(points_b, &origin, &mut b);
        let extent = L::reach(&a).max(L::reach(&b));
        let frame = Frame::new(origin, extent);
        if frame.factor != 1.0 {
            a.scale(frame.factor);
            b.scale(frame.factor);
        }
        let points = [points_a, points_b];
        let extent = extent * frame.factor;
        Self { points, a, b, frame, extent, lanes: PhantomData }
    }
}

impl<L: Lanes, const N: usize> Difference for Packed<'_, L, N> {
    type Tag = [u32; 2];

    #[inline(always)]
    fn support(&mut self, u: &Vec3) -> (Vec3, [u32; 2]) {
        let i = L::least(&self.a, u);
        let j = L::least(&self.b, &-u);
        (self.a.get(i) - self.b.get(j), [i as u32, j as u32])
    }

    #[inline(always)]
    fn start(&self) -> Vec3 {
        let (na, nb) = (self.a.lanes() as f64, self.b.lanes() as f64);
        let apart = L::sum(&self.a) * (1.0 / na) - L::sum(&self.b) * (1.0 / nb);
        if apart == Vec3::zeros() { Vec3::x() } else { apart }
    }

    #[inline(always)]
    fn extent(&self) -> f64 {
        self.extent
    }

    #[inline(always)]
    fn ids(&self, tag: [u32; 2]) -> [u32; 2] {
        tag
    }

    #[inline(always)]
    fn pair(&self, tag: [u32; 2]) -> (Vec3, Vec3) {
        (self.a.get(tag[0] as usize), self.b.get(tag[1] as usize))
    }

    #[inline(always)]
    fn revive(&mut self, ids: [u32; 2]) -> Option<(Vec3, [u32; 2])> {
        let known =
            (ids[0] as usize) < self.points[0].len() && (ids[1] as usize) < self.points[1].len();
        known.then(|| (self.a.get(ids[0] as usize) - self.b.get(ids[1] as usize), ids))
    }

    fn count(&self, side: Side) -> usize {
        self.points[side as usize].len()
    }

    fn exact(&self, side: Side, index: u32) -> Option<Dd3> {
        let point = self.points[side as usize].get(index as usize)?;
        Some(self.frame.exact(Dd3::from(*point)))
    }

    #[inline(always)]
    fn frame(&self) -> Frame {
        self.frame
    }

    #[inline(always)]
    fn visited(&self, calls: u32) -> u32 {
        calls * (self.points[0].len() + self.points[1].len()) as u32
    }
}
