//! A small polytope in lanes: the first, and mostly the only, attempt at an expansion.
//!
//! The surface is that of `polytope.rs`, but faces are made, tested and given up four at a time.
//! A face that is seen stays in its place with an infinite offset, and new ones are put behind the
//! last: nothing is moved, no lane is written by itself, and every place is written before it is
//! read, so that none has to be cleared first. What does not close here is left to the other one.

use smallvec::SmallVec;

use super::epa::ExpansionGoal;
use super::kernel::{Kernel, Plain, four_planes};
use super::witness::{Foot, blend};
use crate::Vec3;
use crate::convex::difference::Difference;
use crate::convex::search::Vertex;
use crate::simd::{Quad, Quad3};

/// The most vertices.
pub(crate) const SMALL: usize = 32;

/// The most groups of four faces.
const GROUPS: usize = 48;

/// Groups whose faces have a bit each in one word.
const WORD: usize = 16;

/// The faces of a tetrahedron, counterclockwise if the fourth vertex is above the others, and if it
/// is below them.
const FACES: [[[u8; 3]; 4]; 2] =
    [[[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]], [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]]];

/// Four faces: their planes and corners, and a bit for each that has the origin below it beyond
/// doubt.
#[derive(Clone, Copy)]
struct Group<Q> {
    n: Quad3<Q>,
    d: Q,
    corners: [[u8; 3]; 4],
    sure: u64,
}

/// The faces that see a point, a bit for each.
type VisibleFaces = [u64; GROUPS / WORD];

/// The edges around them.
struct Horizon {
    edges: [[u8; 2]; 2 * SMALL],
    len: usize,
}

/// A polytope of up to [`SMALL`] vertices.
pub(crate) struct Quick<Q: Quad, T> {
    points: SmallVec<[Vec3; SMALL]>,
    tags: SmallVec<[T; SMALL]>,
    groups: SmallVec<[Group<Q>; GROUPS]>,
    /// The least offset in each lane, and the group that has it.
    least: Q,
    at: Q,
    visible: f64,
}

/// Where an expansion closed: a face of the difference and its corners.
pub(crate) struct Closed {
    pub(crate) normal: Vec3,
    pub(crate) upper: f64,
    pub(crate) lower: f64,
    pub(crate) corners: [usize; 3],
}

impl<Q: Quad, T: Copy> Quick<Q, T> {
    /// Scratch for a polytope. It is not made and filled in one go: moving it would take longer
    /// than all the rest.
    #[inline(always)]
    pub(crate) fn new(extent: f64) -> Self {
        Self {
            points: SmallVec::new(),
            tags: SmallVec::new(),
            groups: SmallVec::new(),
            least: Q::all(f64::INFINITY),
            at: Q::all(0.0),
            visible: Plain::VISIBLE * extent,
        }
    }

    /// Makes it the tetrahedron of these vertices.
    #[inline(always)]
    pub(crate) fn start(&mut self, vertices: &[Vertex<T>; 4]) {
        for i in 0..4 {
            self.points.push(vertices[i].s);
            self.tags.push(vertices[i].tag);
        }
        let [p, q, r, t] = [vertices[0].s, vertices[1].s, vertices[2].s, vertices[3].s];
        let turned = (q - p).cross(&(r - p)).dot(&(t - p));
        let side = Q::all(turned);
        let (second, third) = (Quad3::<Q>::of([q, t, t, t]), Quad3::<Q>::of([r, q, r, p]));
        let (left, right) = (pick(side, &second, &third), pick(side, &third, &second));
        let corners = FACES[usize::from(turned <= 0.0)];
        self.close(&Quad3::of([p, p, q, r]), &left, &right, corners, 4);
    }

    pub(crate) fn points(&self) -> &[Vec3] {
        &self.points
    }

    pub(crate) fn tags(&self) -> &[T] {
        &self.tags
    }

    /// Grows until a face is one of the difference; `None` if that takes more than there is room
    /// for, or more than plain arithmetic. Counts the supports.
    #[inline(always)]
    pub(crate) fn expand<D: Difference<Tag = T>>(
        &mut self,
        difference: &mut D,
        goal: &ExpansionGoal,
        iterations: &mut u32,
    ) -> Option<Closed> {
        let mut upper = f64::INFINITY;
        loop {
            let (lower, place) = self.nearest();
            let (normal, corners) = self.face(place);
            let found = difference.support(&-normal);
            let h = normal.dot(&found.s);
            *iterations += 1;
            upper = if h < upper { h } else { upper };
            if h - lower <= goal.width + goal.tolerance * upper {
                let [i, j, k] = corners;
                let corners = [i.into(), j.into(), k.into()];
                let closed = Closed { normal, upper: h, lower, corners };
                return self.holds_origin().then_some(closed);
            }
            // Also where the height is not a number.
            let open = h - lower > goal.width && *iterations < goal.iterations;
            if !open || self.points.contains(&found.s) || !self.insert(&found.s) {
                return None;
            }
            self.tags.push(found.tag);
        }
    }

    /// The weights of a point on the corners of the face that it hits best, of those no farther
    /// than `offset_limit`: several may lie in one plane.
    #[inline(never)]
    pub(crate) fn foot(&self, t: &Vec3, offset_limit: f64) -> Foot {
        let mut best = Foot { corners: [0; 3], weights: [1.0, 0.0, 0.0], miss: f64::INFINITY };
        for group in &self.groups {
            let d = group.d.numbers();
            for i in (0..4).filter(|i| d[*i] <= offset_limit) {
                let foot = self.foot_on(group.corners[i].map(usize::from), t);
                best = if foot.miss < best.miss { foot } else { best };
            }
        }
        best
    }

    /// The same on the face with these corners.
    #[inline(always)]
    pub(crate) fn foot_on(&self, corners: [usize; 3], t: &Vec3) -> Foot {
        let [i, j, k] = corners;
        let (p, q, r) = (&self.points[i], &self.points[j], &self.points[k]);
        let (weights, miss) = blend(p, q, r, t);
        Foot { corners, weights, miss }
    }

    /// The offset of the face nearest to the origin, and its place.
    #[inline(always)]
    fn nearest(&self) -> (f64, usize) {
        let (least, at) = (self.least.numbers(), self.at.numbers());
        let less = |p: (f64, f64), q: (f64, f64)| if q.0 < p.0 { q } else { p };
        let lane = |i: usize| (least[i], 4.0 * at[i] + i as f64);
        let (d, place) = less(less(lane(0), lane(1)), less(lane(2), lane(3)));
        (d, place as usize)
    }

    #[inline(always)]
    fn face(&self, place: usize) -> (Vec3, [u8; 3]) {
        let (group, i) = (&self.groups[place / 4], place % 4);
        let n = &group.n;
        (Vec3::new(n.x.numbers()[i], n.y.numbers()[i], n.z.numbers()[i]), group.corners[i])
    }

    /// Whether the surface winds around the origin, for certain.
    #[inline(always)]
    fn holds_origin(&self) -> bool {
        let most = Q::all(f64::MAX);
        for group in &self.groups {
            let unproven = group.d.bits_within(most) & !group.sure;
            if unproven != 0 && !self.hold_origin(group, unproven) {
                return false;
            }
        }
        true
    }

    /// Whether the origin is on the inner side of these faces of a group.
    #[cold]
    fn hold_origin(&self, group: &Group<Q>, faces: u64) -> bool {
        (0..4).filter(|i| faces >> i & 1 == 1).all(|i| {
            let [p, q, r] = group.corners[i].map(|corner| &self.points[usize::from(corner)]);
            Plain::holds_origin(p, q, r)
        })
    }

    /// Extends the polytope to a point outside, if there is room and the faces that see it have a
    /// proper horizon.
    #[inline(always)]
    fn insert(&mut self, w: &Vec3) -> bool {
        let seen = self.mark_seen(w);
        let Some(horizon) = self.horizon(&seen) else {
            return false;
        };
        let full = self.points.len() == SMALL;
        if full || self.groups.len() + horizon.len.div_ceil(4) > GROUPS {
            return false;
        }
        let apex = self.points.len() as u8;
        self.points.push(*w);
        for k in (0..horizon.len).step_by(4) {
            let last = horizon.len - 1;
            let edge = |i: usize| horizon.edges[(k + i).min(last) % (2 * SMALL)];
            let [[a, b], [c, d], [e, f], [g, h]] = [edge(0), edge(1), edge(2), edge(3)];
            let point = |i: u8| self.points[usize::from(i)];
            let p = Quad3::of([point(a), point(c), point(e), point(g)]);
            let q = Quad3::of([point(b), point(d), point(f), point(h)]);
            let corners = [[a, b, apex], [c, d, apex], [e, f, apex], [g, h, apex]];
            self.close(&p, &q, &Quad3::all(w), corners, horizon.len - k);
        }
        true
    }

    /// Finds the faces that see the point and gives them up; the nearest one is that of the others.
    #[inline(always)]
    fn mark_seen(&mut self, w: &Vec3) -> VisibleFaces {
        let (w, none) = (Quad3::all(w), Q::all(f64::INFINITY));
        let limit = Q::all(-self.visible);
        let (mut least, mut at) = (none, Q::all(0.0));
        let (mut number, one) = (Q::all(0.0), Q::all(1.0));
        let mut seen = [0; GROUPS / WORD];
        for (word, groups) in self.groups.chunks_mut(WORD).enumerate() {
            let mut bits = 0;
            for (i, group) in groups.iter_mut().enumerate() {
                // What is not a number sees nothing.
                let depth = group.d - group.n.dot(&w);
                bits |= depth.bits_within(limit) << (4 * i);
                group.d = depth.within(limit, none, group.d);
                at = group.d.below(least, number, at);
                least = group.d.min(least);
                number = number + one;
            }
            seen[word] = bits;
        }
        (self.least, self.at) = (least, at);
        seen
    }

    /// The edges that only one of the faces seen has; `None` if they do not form loops that pass
    /// every vertex at most once.
    #[inline(always)]
    fn horizon(&self, seen: &VisibleFaces) -> Option<Horizon> {
        let mut rows = [0u32; SMALL];
        self.each(seen, |[i, j]| rows[i] |= 1 << j);
        let mut horizon = Horizon { edges: [[0; 2]; 2 * SMALL], len: 0 };
        let (mut starts, mut twice) = (0u32, 0u32);
        self.each(seen, |[i, j]| {
            let open = !(rows[j] >> i) & 1;
            horizon.edges[horizon.len % (2 * SMALL)] = [i as u8, j as u8];
            horizon.len += open as usize;
            twice |= starts & open << i;
            starts |= open << i;
        });
        (horizon.len > 0 && twice == 0).then_some(horizon)
    }

    /// Calls `visit` with every directed edge of the faces seen.
    #[inline(always)]
    fn each(&self, seen: &VisibleFaces, mut visit: impl FnMut([usize; 2])) {
        for (groups, bits) in self.groups.chunks(WORD).zip(seen) {
            let mut bits = *bits;
            while bits != 0 {
                let place = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let [i, j, k] = groups[place / 4].corners[place % 4];
                let [i, j, k] = [i as usize % SMALL, j as usize % SMALL, k as usize % SMALL];
                visit([i, j]);
                visit([j, k]);
                visit([k, i]);
            }
        }
    }

    /// Makes up to four faces, of which this many count.
    #[inline(always)]
    fn close(
        &mut self,
        p: &Quad3<Q>,
        q: &Quad3<Q>,
        r: &Quad3<Q>,
        corners: [[u8; 3]; 4],
        count: usize,
    ) {
        let four = four_planes(p, q, r);
        let (mut n, mut d, mut sure) = (four.n, four.d, four.sure);
        if four.flat != 0 {
            (n, d, sure) = self.segments(n, d, sure, four.flat, &corners);
        }
        let none = Q::all(f64::INFINITY);
        let d = Q::of([0.0, 1.0, 2.0, 3.0]).below(Q::all(count as f64), d, none);
        self.at = d.below(self.least, Q::all(self.groups.len() as f64), self.at);
        self.least = d.min(self.least);
        self.groups.push(Group { n, d, corners, sure });
    }

    /// The planes with those of flat triangles put right.
    #[cold]
    fn segments(
        &self,
        n: Quad3<Q>,
        d: Q,
        sure: u64,
        flat: u64,
        corners: &[[u8; 3]; 4],
    ) -> (Quad3<Q>, Q, u64) {
        let (mut x, mut y, mut z) = (n.x.numbers(), n.y.numbers(), n.z.numbers());
        let mut d = d.numbers();
        for i in (0..4).filter(|i| flat >> i & 1 == 1) {
            let [p, q, r] = corners[i].map(|corner| &self.points[usize::from(corner)]);
            let (plane, _) = Plain::plane(p, q, r);
            (x[i], y[i], z[i], d[i]) = (plane.n.x, plane.n.y, plane.n.z, plane.d);
        }
        (Quad3 { x: Q::of(x), y: Q::of(y), z: Q::of(z) }, Q::of(d), sure & !flat)
    }
}

/// The first where the number is not positive, and the second where it is.
#[inline(always)]
fn pick<Q: Quad>(number: Q, first: &Quad3<Q>, second: &Quad3<Q>) -> Quad3<Q> {
    let zero = Q::all(0.0);
    Quad3 {
        x: number.within(zero, first.x, second.x),
        y: number.within(zero, first.y, second.y),
        z: number.within(zero, first.z, second.z),
    }
}
