//! The Minkowski difference of two small point sets, kept in lanes.

use super::dd::Dd3;
use super::difference::{Difference, Frame, Side};
use super::search::Vertex;
use crate::Vec3;
use crate::simd::{Lanes, Soa};
use std::marker::PhantomData;

/// Two point sets of at most `N` vertices each, in local coordinates with the first vertex of A
/// as the origin.
pub(crate) struct Packed<'a, L, const N: usize> {
    points: [&'a [[f64; 3]]; 2],
    a: &'a Soa<N>,
    b: &'a Soa<N>,
    frame: Frame,
    extent: f64,
    lanes: PhantomData<L>,
}

impl<'a, L: Lanes, const N: usize> Packed<'a, L, N> {
    /// The pair, with its vertices copied into the lanes given.
    #[inline(always)]
    pub(crate) fn new(points: [&'a [[f64; 3]]; 2], a: &'a mut Soa<N>, b: &'a mut Soa<N>) -> Self {
        let origin = Vec3::from(points[0][0]);
        L::fill(points[0], &origin, a);
        L::fill(points[1], &origin, b);
        let (reach_a, reach_b) = (L::reach(a), L::reach(b));
        let extent = if reach_a > reach_b { reach_a } else { reach_b };
        let frame = Frame::new(origin, extent);
        if frame.factor != 1.0 {
            a.scale(frame.factor);
            b.scale(frame.factor);
        }
        Self { points, a, b, frame, extent: extent * frame.factor, lanes: PhantomData }
    }
}

impl<L: Lanes, const N: usize> Difference for Packed<'_, L, N> {
    type Tag = [u32; 2];

    #[inline(always)]
    fn support(&mut self, u: &Vec3) -> Vertex<[u32; 2]> {
        let i = L::least(self.a, u);
        let j = L::least(self.b, &-u);
        Vertex { s: self.a.get(i) - self.b.get(j), tag: [i as u32, j as u32] }
    }

    #[inline(always)]
    fn start(&self) -> Vec3 {
        let (na, nb) = (self.a.lanes() as f64, self.b.lanes() as f64);
        let apart = L::sum(self.a) * (1.0 / na) - L::sum(self.b) * (1.0 / nb);
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
    fn revive(&mut self, ids: [u32; 2]) -> Option<Vertex<[u32; 2]>> {
        let (i, j) = (ids[0] as usize, ids[1] as usize);
        let known = i < self.points[0].len() && j < self.points[1].len();
        known.then(|| Vertex { s: self.a.get(i) - self.b.get(j), tag: ids })
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
