//! The Minkowski difference of two shapes given by their support maps.

use crate::Vec3;
use crate::convex::answer::Answer;
use crate::convex::depth::{Effort, SignedGap, deepen};
use crate::convex::difference::{Difference, Frame, Resolve, Side};
use crate::convex::fallback::resolve_unproven;
use crate::convex::query::Query;
use crate::convex::search::{Limits, State, Vertex};
use crate::convex::tolerances::LEAST_EXTENT;
use crate::num::dd::Dd3;
use crate::shape::{LEAST_SQUARE, SupportMap};
use crate::simd::{Four, Part};

/// The difference of two shapes, with `T` to name its vertices.
pub(crate) struct SupportDifference<'a, A: ?Sized, B: ?Sized, T> {
    a: &'a A,
    b: &'a B,
    frame: Frame,
    start: Vec3,
    extent: f64,
    hints: [u32; 2],
    visited: u32,
    tag: std::marker::PhantomData<T>,
}

/// What a vertex of the difference remembers of the two points it comes from.
pub(crate) trait Tag: Copy {
    fn new(ids: [u32; 2], a: Vec3, b: Vec3) -> Self;
    fn ids(self) -> [u32; 2];
    /// The two points; `look_up` finds them by their indices.
    fn pair(self, look_up: impl FnOnce([u32; 2]) -> Option<(Vec3, Vec3)>) -> (Vec3, Vec3);
}

/// Indices only, for shapes with vertices: a small tag makes a quick search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Indexed([u32; 2]);

impl Tag for Indexed {
    #[inline(always)]
    fn new(ids: [u32; 2], _: Vec3, _: Vec3) -> Self {
        Self(ids)
    }

    #[inline(always)]
    fn ids(self) -> [u32; 2] {
        self.0
    }

    #[inline(always)]
    fn pair(self, look_up: impl FnOnce([u32; 2]) -> Option<(Vec3, Vec3)>) -> (Vec3, Vec3) {
        look_up(self.0).expect("invariant: the shape named this vertex itself")
    }
}

/// The points themselves, for smooth shapes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sampled {
    ids: [u32; 2],
    a: Vec3,
    b: Vec3,
}

impl Tag for Sampled {
    fn new(ids: [u32; 2], a: Vec3, b: Vec3) -> Self {
        Self { ids, a, b }
    }

    fn ids(self) -> [u32; 2] {
        self.ids
    }

    fn pair(self, _: impl FnOnce([u32; 2]) -> Option<(Vec3, Vec3)>) -> (Vec3, Vec3) {
        (self.a, self.b)
    }
}

impl<'a, A: SupportMap + ?Sized, B: SupportMap + ?Sized, T: Tag> SupportDifference<'a, A, B, T> {
    #[inline(always)]
    pub(crate) fn new(a: &'a A, b: &'a B, hints: [u32; 2]) -> Self {
        let origin = a.center();
        let apart = origin - b.center();
        let frame = Frame::new(origin, apart.amax().max(a.extent()).max(b.extent()));
        let start = apart * frame.factor;
        // Centres that are no farther apart than that are in the same place.
        let start = if start.norm_squared() > LEAST_SQUARE { start } else { Vec3::x() };
        let tag = std::marker::PhantomData;
        let mut difference = Self { a, b, frame, start, extent: 0.0, hints, visited: 0, tag };
        if frame.factor > 1.0 && !difference.has_vertices() {
            difference.extent = LEAST_EXTENT * f64::MIN_POSITIVE * frame.factor;
        }
        difference
    }

    /// The difference in the middle of a search: its frame, start direction, extent and vertices
    /// visited are those of another difference of the same bodies.
    pub(crate) fn resume<D: Difference>(a: &'a A, b: &'a B, other: &D, calls: u32) -> Self {
        Self {
            a,
            b,
            frame: other.frame(),
            start: other.start(),
            extent: other.extent(),
            hints: other.hints(),
            visited: other.visited(calls),
            tag: std::marker::PhantomData,
        }
    }

    /// The directions along which A and B are asked for their points. Shapes are in world coordinates:
    /// vertices may be so near to each other that products with a direction of local size would be no
    /// normal numbers. Smooth shapes take lengths of directions, which would be too large; how they
    /// compare their own sizes with each other is up to them.
    #[inline(always)]
    fn directions(&self, u: &Vec3) -> [Vec3; 2] {
        if self.frame.factor > 1.0 { self.tiny_directions(u) } else { [-u, *u] }
    }

    #[cold]
    fn tiny_directions(&self, u: &Vec3) -> [Vec3; 2] {
        let long = u * self.frame.factor;
        let of = |count: usize| if count > 0 { long } else { *u };
        [-of(self.a.vertex_count()), of(self.b.vertex_count())]
    }

    #[cold]
    fn has_vertices(&self) -> bool {
        self.a.vertex_count() > 0 && self.b.vertex_count() > 0
    }

    /// The points with these indices in local coordinates.
    #[inline(always)]
    fn look_up(&self, ids: [u32; 2]) -> Option<(Vec3, Vec3)> {
        let Frame { origin, factor, .. } = self.frame;
        let a = self.a.vertex(ids[0], &origin)?;
        let b = self.b.vertex(ids[1], &origin)?;
        Some((a * factor, b * factor))
    }
}

impl<A: SupportMap + ?Sized, B: SupportMap + ?Sized, T: Tag> Difference
    for SupportDifference<'_, A, B, T>
{
    type Tag = T;
    type Quad = Four;
    const PAIRS_ARE_CHEAP: bool = false;

    #[inline(always)]
    fn support(&mut self, u: &Vec3) -> Vertex<T> {
        let [down, up] = self.directions(u);
        let pa = self.a.support(&down, &self.frame.origin, self.hints[0]);
        let pb = self.b.support(&up, &self.frame.origin, self.hints[1]);
        let (a, b) = (pa.point * self.frame.factor, pb.point * self.frame.factor);
        self.hints = [pa.vertex, pb.vertex];
        self.visited += pa.visited + pb.visited;
        self.extent = larger(self.extent, &a, &b);
        Vertex { s: a - b, tag: T::new(self.hints, a, b) }
    }

    fn start(&self) -> Vec3 {
        self.start
    }

    #[inline(always)]
    fn extent(&self) -> f64 {
        self.extent
    }

    fn max_coordinate(&self) -> f64 {
        let Frame { origin, factor, .. } = self.frame;
        let count = [self.a.vertex_count(), self.b.vertex_count()];
        if count[0].min(count[1]) == 0 {
            return f64::INFINITY;
        }
        let of_a = (0..count[0]).filter_map(|i| self.a.vertex(i as u32, &origin));
        let of_b = (0..count[1]).filter_map(|i| self.b.vertex(i as u32, &origin));
        of_a.chain(of_b).fold(0.0, |most: f64, p| most.max(p.amax())) * factor
    }

    #[inline(always)]
    fn ids(&self, tag: T) -> [u32; 2] {
        tag.ids()
    }

    #[inline(always)]
    fn pair(&self, tag: T) -> (Vec3, Vec3) {
        tag.pair(|ids| self.look_up(ids))
    }

    #[inline(always)]
    fn revive(&mut self, ids: [u32; 2]) -> Option<Vertex<T>> {
        let (a, b) = self.look_up(ids)?;
        self.extent = larger(self.extent, &a, &b);
        Some(Vertex { s: a - b, tag: T::new(ids, a, b) })
    }

    fn count(&self, side: Side) -> usize {
        match side {
            Side::A => self.a.vertex_count(),
            Side::B => self.b.vertex_count(),
        }
    }

    fn exact(&self, side: Side, index: u32) -> Option<Dd3> {
        let vertex = match side {
            Side::A => self.a.exact_vertex(index),
            Side::B => self.b.exact_vertex(index),
        };
        vertex.map(|v| self.frame.exact(v))
    }

    #[inline(always)]
    fn frame(&self) -> Frame {
        self.frame
    }

    #[inline(always)]
    fn visited(&self, _calls: u32) -> u32 {
        self.visited
    }

    #[inline(always)]
    fn hints(&self) -> [u32; 2] {
        self.hints
    }
}

impl<A: SupportMap, B: SupportMap, T: Tag> Resolve for SupportDifference<'_, A, B, T> {
    #[cold]
    #[inline(never)]
    fn out_of_line<P: Part>(part: P) -> P::Output {
        part.run()
    }

    #[inline(always)]
    fn rare_support(&mut self, u: &Vec3) -> Vec3 {
        self.support(u).s
    }

    fn resolve(&mut self, query: &Query, limits: &Limits, end: &State<T>) -> Answer {
        let (a, b): (&dyn SupportMap, &dyn SupportMap) = (self.a, self.b);
        let mut erased =
            SupportDifference::<dyn SupportMap, dyn SupportMap, T>::resume(a, b, self, 0);
        let answer = resolve_unproven(query, &mut erased, limits, end);
        self.hints = erased.hints;
        answer
    }

    #[cold]
    fn deepen(&mut self, effort: &Effort, points: &[Vertex<T>]) -> SignedGap {
        let (a, b): (&dyn SupportMap, &dyn SupportMap) = (self.a, self.b);
        let mut erased =
            SupportDifference::<dyn SupportMap, dyn SupportMap, T>::resume(a, b, self, 0);
        deepen(&mut erased, effort, points)
    }
}

/// The largest coordinate of both points, or `extent` if that is larger.
#[inline(always)]
fn larger(extent: f64, a: &Vec3, b: &Vec3) -> f64 {
    let mut most = extent;
    for c in [a.x, a.y, a.z, b.x, b.y, b.z] {
        let c = c.abs();
        most = if c > most { c } else { most };
    }
    most
}
