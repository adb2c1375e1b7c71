//! A polytope inside the Minkowski difference, as a flat list of triangles.
//!
//! There is no adjacency to keep. A new point removes the faces that see it, the edges that only
//! one of them had are the horizon, and each of these makes a triangle with the point. So the
//! surface stays closed whatever rounding does to the faces, and that is all the lower bound needs:
//! if the triangles of a closed surface all have the origin on their inner side, the solid angles
//! they are seen under are positive, the surface winds around the origin, and a ball that touches
//! no triangle lies inside. Neither convexity nor the sign of a doubtful volume comes into it.

use super::kernel::{Careful, Kernel, Plain, Plane};
use crate::Vec3;
use crate::gjk::dd::Dd3;

/// A triangle of the surface, counterclockwise as seen from outside.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Face<P> {
    pub(crate) plane: P,
    pub(crate) corners: [u16; 3],
    /// Whether the origin is on the inner side beyond doubt.
    sure: bool,
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

/// A polytope in the room given.
pub(crate) struct Polytope<'r, K: Kernel> {
    points: &'r mut [K::Point],
    faces: &'r mut [Face<K::Plane>],
    /// For every vertex, as bits, the vertices that an edge of a visible face leads to.
    rows: &'r mut [u64],
    horizon: &'r mut [[u16; 2]],
    words: usize,
    vertex_count: usize,
    face_count: usize,
    visible: f64,
}

/// Room for `V` vertices, `F` faces and `R` words of edges on the stack.
pub(crate) struct Room<K: Kernel, const V: usize, const F: usize, const R: usize> {
    points: [K::Point; V],
    faces: [Face<K::Plane>; F],
    rows: [u64; R],
    horizon: [[u16; 2]; V],
}

/// Room on the heap.
pub(crate) struct HeapRoom<K: Kernel> {
    points: Vec<K::Point>,
    faces: Vec<Face<K::Plane>>,
    rows: Vec<u64>,
    horizon: Vec<[u16; 2]>,
}

macro_rules! rooms {
    ($kernel:ty, $point:expr, $plane:expr) => {
        impl<const V: usize, const F: usize, const R: usize> Room<$kernel, V, F, R> {
            #[inline(always)]
            pub(crate) fn new() -> Self {
                let none = Face { plane: $plane, corners: [0; 3], sure: false };
                Self { points: [$point; V], faces: [none; F], rows: [0; R], horizon: [[0; 2]; V] }
            }
        }

        impl HeapRoom<$kernel> {
            /// Room for this many vertices and twice as many faces, as Euler's formula asks.
            pub(crate) fn new(vertices: usize) -> Self {
                let none = Face { plane: $plane, corners: [0; 3], sure: false };
                Self {
                    points: vec![$point; vertices],
                    faces: vec![none; 2 * vertices],
                    rows: vec![0; vertices * vertices.div_ceil(64)],
                    horizon: vec![[0; 2]; vertices],
                }
            }
        }
    };
}

rooms!(Plain, Vec3::new(0.0, 0.0, 0.0), Plane::<Vec3, f64>::NONE);
rooms!(Careful, Dd3::ZERO, Plane::<Dd3, crate::gjk::dd::Dd>::NONE);

impl<K: Kernel, const V: usize, const F: usize, const R: usize> Room<K, V, F, R> {
    /// An empty polytope in this room.
    #[inline(always)]
    pub(crate) fn polytope(&mut self, extent: f64) -> Polytope<'_, K> {
        Polytope {
            points: &mut self.points,
            faces: &mut self.faces,
            rows: &mut self.rows,
            horizon: &mut self.horizon,
            words: V.div_ceil(64),
            vertex_count: 0,
            face_count: 0,
            visible: K::VISIBLE * extent,
        }
    }
}

impl<K: Kernel> HeapRoom<K> {
    /// An empty polytope in this room.
    pub(crate) fn polytope(&mut self, extent: f64) -> Polytope<'_, K> {
        let words = self.points.len().div_ceil(64);
        Polytope {
            points: &mut self.points,
            faces: &mut self.faces,
            rows: &mut self.rows,
            horizon: &mut self.horizon,
            words,
            vertex_count: 0,
            face_count: 0,
            visible: K::VISIBLE * extent,
        }
    }
}

impl<K: Kernel> Polytope<'_, K> {
    /// Makes it the tetrahedron of these points, whose order is changed if it is left-handed.
    #[inline(always)]
    pub(crate) fn tetrahedron(&mut self, [p, q, r, t]: [K::Point; 4]) {
        self.points[..4].copy_from_slice(&[p, q, r, t]);
        (self.vertex_count, self.face_count) = (4, 0);
        let below = K::height(&K::plane(&p, &q, &r).0, &t) <= 0.0;
        let faces = if below {
            [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]]
        } else {
            [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]
        };
        for corners in faces {
            self.close(corners);
        }
    }

    /// Adds the face with these corners.
    #[inline(always)]
    fn close(&mut self, corners: [u16; 3]) {
        let [p, q, r] = corners.map(|i| self.points[usize::from(i)]);
        let (plane, sure) = K::plane(&p, &q, &r);
        self.faces[self.face_count] = Face { plane, corners, sure };
        self.face_count += 1;
    }

    /// The vertices.
    pub(crate) fn points(&self) -> &[K::Point] {
        &self.points[..self.vertex_count]
    }

    /// The faces.
    pub(crate) fn faces(&self) -> &[Face<K::Plane>] {
        &self.faces[..self.face_count]
    }

    /// The face nearest to the origin; outside of a face counts as nearer than on it.
    #[inline(always)]
    pub(crate) fn nearest(&self) -> Face<K::Plane> {
        let faces = self.faces();
        let (mut least, mut at) = (f64::INFINITY, 0);
        for (i, face) in faces.iter().enumerate() {
            let offset = K::offset(&face.plane);
            let nearer = offset < least;
            least = if nearer { offset } else { least };
            at = if nearer { i } else { at };
        }
        faces[at]
    }

    /// Whether the surface winds around the origin, for certain.
    #[inline(always)]
    pub(crate) fn holds_origin(&self) -> bool {
        self.faces().iter().all(|face| face.sure || self.holds_origin_at(face))
    }

    #[cold]
    fn holds_origin_at(&self, face: &Face<K::Plane>) -> bool {
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
        let hidden = self.part(w);
        if hidden == self.face_count {
            return Insert::Inside;
        }
        let Some(edges) = self.find_horizon(hidden) else {
            return Insert::Torn;
        };
        if self.vertex_count == self.points.len() || hidden + edges > self.faces.len() {
            return Insert::Full;
        }
        let apex = self.vertex_count as u16;
        self.points[self.vertex_count] = *w;
        self.vertex_count += 1;
        self.face_count = hidden;
        for k in 0..edges {
            let [i, j] = self.horizon[k];
            self.close([i, j, apex]);
        }
        Insert::Added
    }

    /// Moves the faces that see the point to the end; returns how many do not.
    #[inline(always)]
    fn part(&mut self, w: &K::Point) -> usize {
        let faces = &mut self.faces[..self.face_count];
        let (mut i, mut end) = (0, faces.len());
        while i < end {
            if K::height(&faces[i].plane, w) > self.visible {
                end -= 1;
                faces.swap(i, end);
            } else {
                i += 1;
            }
        }
        end
    }

    /// The edges that only one of the faces from `hidden` on has; `None` if they do not form loops
    /// that pass every vertex at most once. Returns their number.
    #[inline(always)]
    fn find_horizon(&mut self, hidden: usize) -> Option<usize> {
        let words = self.words;
        let visible = &self.faces[hidden..self.face_count];
        for face in visible {
            for [i, j] in edges(face.corners) {
                self.rows[i * words + j / 64] |= 1 << (j % 64);
            }
        }
        let (mut count, mut proper) = (0, true);
        for face in visible {
            for [i, j] in edges(face.corners) {
                if self.rows[j * words + i / 64] >> (i % 64) & 1 == 0 {
                    proper &= count < self.horizon.len();
                    self.horizon[count.min(self.horizon.len() - 1)] = [i as u16, j as u16];
                    count += 1;
                }
            }
        }
        for face in visible {
            for i in face.corners.map(usize::from) {
                self.rows[i * words..(i + 1) * words].fill(0);
            }
        }
        proper &= count > 0;
        let edges = &self.horizon[..count.min(self.horizon.len())];
        for [i, _] in edges {
            let mark = &mut self.rows[usize::from(*i) * words];
            proper &= *mark == 0;
            *mark = 1;
        }
        for [i, _] in edges {
            self.rows[usize::from(*i) * words] = 0;
        }
        proper.then_some(count)
    }
}

/// The directed edges of a triangle.
#[inline(always)]
fn edges([i, j, k]: [u16; 3]) -> [[usize; 2]; 3] {
    let [i, j, k] = [i, j, k].map(usize::from);
    [[i, j], [j, k], [k, i]]
}
