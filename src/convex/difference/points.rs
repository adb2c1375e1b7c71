//! The Minkowski difference of two small point sets, kept in lanes.

use crate::Vec3;
use crate::convex::answer::Answer;
use crate::convex::depth::{Effort, SMALL, SignedGap, deepen};
use crate::convex::difference::support::{Indexed, SupportDifference, Tag};
use crate::convex::difference::{Difference, Frame, Resolve, Side};
use crate::convex::fallback::resolve_unproven;
use crate::convex::query::Query;
use crate::convex::search::{Limits, State, Vertex, beyond};
use crate::num::dd::Dd3;
use crate::shape::{LEAST_SQUARE, PointSet, SupportMap};
use crate::simd::{Baseline, Lanes, Part, Soa};
use std::marker::PhantomData;
use std::mem::MaybeUninit;

/// Two point sets of at most `N` vertices each, in local coordinates with the first vertex of A
/// as the origin.
pub(crate) struct PointDifference<'a, L, const N: usize> {
    points: [&'a [[f64; 3]]; 2],
    a: &'a Soa<N>,
    b: &'a Soa<N>,
    lanes: usize,
    frame: Frame,
    extent: f64,
    isa: PhantomData<L>,
}

impl<'a, L: Lanes, const N: usize> PointDifference<'a, L, N> {
    /// The pair, with its vertices copied into the lanes given.
    #[inline(always)]
    pub(crate) fn new(
        points: [&'a [[f64; 3]]; 2],
        [a, b]: &'a mut [MaybeUninit<Soa<N>>; 2],
    ) -> Self {
        // A constant for the small sizes, so that the loops over the lanes unroll.
        let most = points[0].len().max(points[1].len());
        let lanes = if N <= 16 { N } else { most.next_multiple_of(8) };
        let origin = Vec3::from(points[0][0]);
        let a = L::fill(points[0], &origin, lanes, a);
        let b = L::fill(points[1], &origin, lanes, b);
        let extent = L::max_coordinate(a, b, lanes);
        let frame = Frame::new(origin, extent);
        if frame.factor != 1.0 {
            a.scale(frame.factor);
            b.scale(frame.factor);
        }
        let extent = extent * frame.factor;
        Self { points, a, b, lanes, frame, extent, isa: PhantomData }
    }

    /// The direction from the centre of B to that of A, if the plane normal to it already proves
    /// that the bodies are farther apart than `bound`, in world units. `None` also where the test
    /// is not enough to tell.
    #[inline(always)]
    pub(crate) fn centre_plane_test(&self, bound: f64, rounding: f64) -> Option<Vec3> {
        let u = L::apart(self.a, self.b, self.lanes());
        let (low, high) =
            (L::lowest(self.a, self.lanes(), &u), L::lowest(self.b, self.lanes(), &-u));
        // Twice the rounding: the heights are not those of differences, as in the search.
        let bound = bound + 2.0 * rounding * f64::EPSILON * self.extent;
        let usual = self.frame.factor == 1.0;
        let apart = usual && beyond(low + high, bound, u.dot(&u));
        if apart { Some(u) } else { None }
    }

    /// The vertex with these indices, which exist.
    #[inline(always)]
    pub(crate) fn vertex(&self, ids: [u32; 2]) -> Vertex<[u32; 2]> {
        Vertex { s: self.a.get(ids[0] as usize) - self.b.get(ids[1] as usize), tag: ids }
    }

    #[inline(always)]
    fn lanes(&self) -> usize {
        if N <= 16 { N } else { self.lanes }
    }

    /// The same pair on the lanes that every machine has, for what is rare: the bits are the same,
    /// and it is compiled for one instruction set only.
    #[inline(always)]
    fn baseline(&self) -> PointDifference<'a, Baseline, N> {
        let Self { points, a, b, lanes, frame, extent, .. } = *self;
        PointDifference { points, a, b, lanes, frame, extent, isa: PhantomData }
    }
}

/// A direction for bodies whose centres coincide. Out of line, so that a search need not wait for
/// the choice.
#[cold]
#[inline(never)]
fn any_direction() -> Vec3 {
    Vec3::x()
}

impl<L: Lanes, const N: usize> Difference for PointDifference<'_, L, N> {
    type Tag = [u32; 2];
    type Quad = L::Quad;
    const PAIRS_ARE_CHEAP: bool = true;

    #[inline(always)]
    fn support(&mut self, u: &Vec3) -> Vertex<[u32; 2]> {
        let (i, a) = L::least_vertex(self.a, self.lanes(), u);
        let (j, b) = L::least_vertex(self.b, self.lanes(), &-u);
        Vertex { s: a - b, tag: [i as u32, j as u32] }
    }

    #[inline(always)]
    fn is_same(p: [u32; 2], q: [u32; 2]) -> bool {
        p == q
    }

    #[inline(always)]
    fn start(&self) -> Vec3 {
        let apart = L::apart(self.a, self.b, self.lanes());
        if apart.dot(&apart) > LEAST_SQUARE { apart } else { any_direction() }
    }

    #[inline(always)]
    fn inside(&self) -> Option<(Vec3, usize)> {
        let lanes = self.lanes();
        Some((L::apart(self.a, self.b, lanes) * (1.0 / lanes as f64), lanes))
    }

    #[inline(always)]
    fn extent(&self) -> f64 {
        self.extent
    }

    #[inline(always)]
    fn max_coordinate(&self) -> f64 {
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
        if i >= self.points[0].len() || j >= self.points[1].len() {
            return None;
        }
        Some(self.vertex(ids))
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

impl<L: Lanes, const N: usize> Resolve for PointDifference<'_, L, N> {
    #[inline(always)]
    fn out_of_line<P: Part>(part: P) -> P::Output {
        L::out_of_line(part)
    }

    #[inline(always)]
    fn rare_support(&mut self, u: &Vec3) -> Vec3 {
        self.baseline().support_point(u)
    }

    #[inline(always)]
    fn resolve(&mut self, query: &Query, limits: &Limits, end: &State<[u32; 2]>) -> Answer {
        self.baseline().resolve_on_shapes(query, limits, end)
    }

    #[inline(always)]
    fn deepen(&mut self, effort: &Effort, points: &[Vertex<[u32; 2]>]) -> SignedGap {
        self.baseline().deepen_on_shapes(effort, points)
    }
}

impl<const N: usize> PointDifference<'_, Baseline, N> {
    #[cold]
    #[inline(never)]
    fn support_point(&mut self, u: &Vec3) -> Vec3 {
        self.support(u).s
    }

    #[cold]
    #[inline(never)]
    fn resolve_on_shapes(
        &mut self,
        query: &Query,
        limits: &Limits,
        end: &State<[u32; 2]>,
    ) -> Answer {
        let [a, b] = self.points.map(PointSet::checked);
        let (pa, pb): (&dyn SupportMap, &dyn SupportMap) = (&a, &b);
        let name = |ids| Indexed::new(ids, Vec3::zeros(), Vec3::zeros());
        let end = &State {
            face: end.face.renamed(name),
            w: end.w,
            stop: end.stop,
            iterations: end.iterations,
            sub_calls: end.sub_calls,
            backup_calls: end.backup_calls,
        };
        resolve_unproven(
            query,
            &mut SupportDifference::resume(pa, pb, self, end.iterations),
            limits,
            end,
        )
    }

    #[cold]
    #[inline(never)]
    fn deepen_on_shapes(&mut self, effort: &Effort, points: &[Vertex<[u32; 2]>]) -> SignedGap {
        let [a, b] = self.points.map(PointSet::checked);
        let (pa, pb): (&dyn SupportMap, &dyn SupportMap) = (&a, &b);
        let rename = |vertex: Vertex<[u32; 2]>| Vertex {
            s: vertex.s,
            tag: Indexed::new(vertex.tag, Vec3::zeros(), Vec3::zeros()),
        };
        let mut renamed = [rename(points[0]); SMALL];
        let count = points.len().min(SMALL);
        for i in 0..count {
            renamed[i] = rename(points[i]);
        }
        deepen(&mut SupportDifference::resume(pa, pb, self, 0), effort, &renamed[..count])
    }
}
