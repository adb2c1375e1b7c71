//! A polytope inside the Minkowski difference, as a flat list of triangles.
//!
//! There is no adjacency to keep. A new point removes the faces that see it, the edges that only
//! one of them had are the horizon, and each of these makes a triangle with the point. So the
//! surface stays closed whatever rounding does to the faces, and that is all the lower bound needs:
//! if the triangles of a closed surface all have the origin on their inner side, the solid angles
//! they are seen under are positive, the surface winds around the origin, and a ball that touches
//! no triangle lies inside. Neither convexity nor the sign of an uncertain volume comes into it.

use super::kernel::{FourPlanes, Kernel, Plain, Plane, four_planes};
use crate::Vec3;
use crate::simd::{Quad, Quad3};

/// The corners of a triangle, counterclockwise as seen from outside, and whether the origin is on
/// its inner side beyond doubt.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Triangle {
    pub(crate) corners: [u16; 3],
    sure: bool,
}

impl Triangle {
    pub(super) const NONE: Self = Self { corners: [0; 3], sure: false };
}

/// What became of a point that was offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Insert {
    /// It is the last vertex now.
    Added,
    /// It lies inside, up to rounding.
    Inside,
    /// There is no room for it.
    Full,
    /// The faces that see it have no proper horizon: rounding got the better of them.
    Torn,
}

/// A polytope in the scratch memory given. The faces are kept as three lists: what is read for
/// every one of them lies close together.
pub(crate) struct Polytope<'r, K: Kernel> {
    pub(super) points: &'r mut [K::Point],
    pub(super) planes: &'r mut [K::Plane],
    /// The offsets of the planes; infinite past the last face.
    pub(super) offsets: &'r mut [f64],
    pub(super) triangles: &'r mut [Triangle],
    /// The faces that see a new point.
    pub(super) seen: &'r mut [u16],
    /// For every vertex, as bits, the vertices that an edge of a visible face leads to.
    pub(super) rows: &'r mut [u64],
    pub(super) horizon: &'r mut [[u16; 2]],
    pub(super) words: usize,
    pub(super) vertex_count: usize,
    pub(super) face_count: usize,
    pub(super) visible: f64,
}

impl<K: Kernel> Polytope<'_, K> {
    /// Makes it the tetrahedron of these points, whose order is changed if it is left-handed.
    #[inline(always)]
    pub(crate) fn tetrahedron(&mut self, [p, q, r, t]: [K::Point; 4]) {
        self.points[..4].copy_from_slice(&[p, q, r, t]);
        self.vertex_count = 4;
        let below = K::height(&K::plane(&p, &q, &r).0, &t) <= 0.0;
        let faces = if below {
            [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]]
        } else {
            [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]
        };
        for (i, corners) in faces.into_iter().enumerate() {
            self.close(i, corners);
        }
        self.face_count = 4;
    }

    /// Makes a face of these corners.
    #[inline(always)]
    fn close(&mut self, at: usize, corners: [u16; 3]) {
        let [i, j, k] = corners.map(usize::from);
        let (plane, sure) = K::plane(&self.points[i], &self.points[j], &self.points[k]);
        self.offsets[at] = K::offset(&plane);
        self.planes[at] = plane;
        self.triangles[at] = Triangle { corners, sure };
    }

    /// The vertices.
    #[inline(always)]
    pub(crate) fn points(&self) -> &[K::Point] {
        &self.points[..self.vertex_count]
    }

    /// The faces: their planes and their corners.
    pub(crate) fn faces(&self) -> impl Iterator<Item = (&K::Plane, &Triangle)> {
        self.planes[..self.face_count].iter().zip(&self.triangles[..self.face_count])
    }

    /// The plane of the face nearest to the origin; outside of a face counts as nearer than on it.
    #[inline(always)]
    pub(crate) fn nearest(&self) -> K::Plane {
        // The number of faces is rounded up to four: past the last one the offsets are infinite.
        let rows = self.offsets[..self.face_count.next_multiple_of(4)].as_chunks::<4>().0;
        let mut least = [f64::INFINITY; 4];
        for row in rows {
            for k in 0..4 {
                least[k] = if row[k] < least[k] { row[k] } else { least[k] };
            }
        }
        let less = |x: f64, y: f64| if x < y { x } else { y };
        let least = less(less(least[0], least[2]), less(least[1], least[3]));
        let mut at = 0;
        while at + 1 < self.face_count && self.offsets[at] != least {
            at += 1;
        }
        self.planes[at]
    }

    /// Whether the surface winds around the origin, for certain.
    #[inline(always)]
    pub(crate) fn holds_origin(&self) -> bool {
        let faces = &self.triangles[..self.face_count];
        faces.iter().all(|face| face.sure || self.holds_origin_at(face))
    }

    #[cold]
    fn holds_origin_at(&self, face: &Triangle) -> bool {
        let [p, q, r] = face.corners.map(|i| &self.points[usize::from(i)]);
        K::holds_origin(p, q, r)
    }

    /// Whether the point is a vertex.
    #[inline(always)]
    pub(crate) fn has(&self, w: &K::Point) -> bool {
        self.points().iter().any(|p| K::same(p, w))
    }

    /// Extends the polytope to a point outside.
    #[inline(never)]
    pub(crate) fn insert(&mut self, w: &K::Point) -> Insert {
        let (seen, edges) = match self.make_room(w) {
            Ok(found) => found,
            Err(why) => return why,
        };
        let apex = self.vertex_count as u16 - 1;
        for k in 0..edges {
            let [i, j] = self.horizon[k];
            self.close(usize::from(self.seen[k]), [i, j, apex]);
        }
        self.trim(seen, edges);
        Insert::Added
    }

    /// Takes the point in as a vertex. Returns how many faces see it and how many edges their
    /// horizon has; the list of faces seen then names the places of the new ones.
    #[inline(always)]
    fn make_room(&mut self, w: &K::Point) -> Result<(usize, usize), Insert> {
        let seen = self.mark_seen(w);
        if seen == 0 {
            return Err(Insert::Inside);
        }
        let Some(edges) = self.find_horizon(seen) else {
            return Err(Insert::Torn);
        };
        let count = self.face_count + edges - seen;
        if self.vertex_count == self.points.len() || count > self.planes.len() {
            return Err(Insert::Full);
        }
        self.points[self.vertex_count] = *w;
        self.vertex_count += 1;
        // The new faces take the places of those that go, and then the next ones.
        for k in seen..edges {
            self.seen[k] = self.face_count as u16;
            self.face_count += 1;
        }
        Ok((seen, edges))
    }

    /// Removes the faces seen that no new one has taken the place of.
    #[inline(always)]
    fn trim(&mut self, seen: usize, edges: usize) {
        for k in (edges..seen).rev() {
            self.remove(usize::from(self.seen[k]));
        }
    }

    /// Puts the last face in the place of this one.
    #[cold]
    fn remove(&mut self, at: usize) {
        self.face_count -= 1;
        let last = self.face_count;
        (self.planes[at], self.triangles[at]) = (self.planes[last], self.triangles[last]);
        self.offsets[at] = self.offsets[last];
        self.offsets[last] = f64::INFINITY;
    }

    /// Lists the faces that see the point.
    #[inline(always)]
    fn mark_seen(&mut self, w: &K::Point) -> usize {
        let planes = &self.planes[..self.face_count];
        let list = &mut self.seen[..self.face_count];
        let mut seen = 0;
        // Written without a branch on what is seen: it would be mispredicted half of the time.
        for (i, plane) in planes.iter().enumerate() {
            list[seen] = i as u16;
            seen += usize::from(K::height(plane, w) > self.visible);
        }
        seen
    }

    /// The edges that only one of the faces seen has; `None` if they do not form loops that pass
    /// every vertex at most once. Returns their number.
    fn find_horizon(&mut self, seen: usize) -> Option<usize> {
        let words = self.words;
        let seen = &self.seen[..seen];
        for &face in seen {
            for [i, j] in edges(self.triangles[usize::from(face)].corners) {
                self.rows[i * words + j / 64] |= 1 << (j % 64);
            }
        }
        // No loop is as long as there are places, so the last one takes what does not count.
        let (mut count, most) = (0, self.horizon.len() - 1);
        for &face in seen {
            for [i, j] in edges(self.triangles[usize::from(face)].corners) {
                self.horizon[count.min(most)] = [i as u16, j as u16];
                count += usize::from(self.rows[j * words + i / 64] >> (i % 64) & 1 == 0);
            }
        }
        for &face in seen {
            for i in self.triangles[usize::from(face)].corners.map(usize::from) {
                self.rows[i * words..(i + 1) * words].fill(0);
            }
        }
        let mut proper = count > 0 && count <= most;
        let loops = &self.horizon[..count.min(most)];
        for [i, _] in loops {
            let mark = &mut self.rows[usize::from(*i) * words];
            proper &= *mark == 0;
            *mark = 1;
        }
        for [i, _] in loops {
            self.rows[usize::from(*i) * words] = 0;
        }
        proper.then_some(count)
    }
}

impl Polytope<'_, Plain> {
    /// The same as [`insert`](Self::insert), with four new faces at a time.
    #[inline(always)]
    pub(crate) fn insert_in_lanes<Q: Quad>(&mut self, w: &Vec3) -> Insert {
        let (seen, edges) = match self.make_room(w) {
            Ok(found) => found,
            Err(why) => return why,
        };
        let apex = self.vertex_count as u16 - 1;
        for k in (0..edges).step_by(4) {
            self.close_four::<Q>(w, apex, k, edges);
        }
        self.trim(seen, edges);
        Insert::Added
    }

    /// Makes the faces over up to four edges of the horizon, from the edge `k` on.
    #[inline(always)]
    fn close_four<Q: Quad>(&mut self, w: &Vec3, apex: u16, k: usize, edges: usize) {
        let last = edges - 1;
        let four = [k, (k + 1).min(last), (k + 2).min(last), (k + 3).min(last)];
        let [a, b, c, d] = [
            self.horizon[four[0]],
            self.horizon[four[1]],
            self.horizon[four[2]],
            self.horizon[four[3]],
        ];
        let points = &*self.points;
        let p = Quad3::<Q>::of([
            points[usize::from(a[0])],
            points[usize::from(b[0])],
            points[usize::from(c[0])],
            points[usize::from(d[0])],
        ]);
        let q = Quad3::<Q>::of([
            points[usize::from(a[1])],
            points[usize::from(b[1])],
            points[usize::from(c[1])],
            points[usize::from(d[1])],
        ]);
        let FourPlanes { n, d, sure, flat } = four_planes(&p, &q, &Quad3::all(w));
        let [nx, ny, nz, d] = [n.x.numbers(), n.y.numbers(), n.z.numbers(), d.numbers()];
        for i in 0..4 {
            let (at, [x, y]) = (usize::from(self.seen[four[i]]), self.horizon[four[i]]);
            if flat >> i & 1 == 1 {
                self.close(at, [x, y, apex]);
                continue;
            }
            let plane = Plane { n: Vec3::new(nx[i], ny[i], nz[i]), d: d[i] };
            self.offsets[at] = plane.d;
            self.planes[at] = plane;
            self.triangles[at] = Triangle { corners: [x, y, apex], sure: sure >> i & 1 == 1 };
        }
    }
}

/// The directed edges of a triangle.
#[inline(always)]
fn edges([i, j, k]: [u16; 3]) -> [[usize; 2]; 3] {
    let [i, j, k] = [i, j, k].map(usize::from);
    [[i, j], [j, k], [k, i]]
}
