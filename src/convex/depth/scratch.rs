//! Where the lists of a polytope live: on the stack as long as it is small.

use super::kernel::{DoubleDouble, Kernel, Plain, Plane};
use super::polytope::{Polytope, Triangle};
use crate::Vec3;
use crate::num::dd::{Dd, Dd3};

/// Scratch for `V` vertices, `F` faces and `R` words of edges on the stack.
pub(crate) struct Scratch<K: Kernel, const V: usize, const F: usize, const R: usize> {
    points: [K::Point; V],
    planes: [K::Plane; F],
    offsets: [f64; F],
    triangles: [Triangle; F],
    seen: [u16; F],
    rows: [u64; R],
    horizon: [[u16; 2]; F],
}

/// Scratch on the heap.
pub(crate) struct HeapScratch<K: Kernel> {
    points: Vec<K::Point>,
    planes: Vec<K::Plane>,
    offsets: Vec<f64>,
    triangles: Vec<Triangle>,
    seen: Vec<u16>,
    rows: Vec<u64>,
    horizon: Vec<[u16; 2]>,
}

macro_rules! scratch {
    ($kernel:ty, $point:expr, $plane:expr) => {
        impl<const V: usize, const F: usize, const R: usize> Scratch<$kernel, V, F, R> {
            #[inline(always)]
            pub(crate) fn new() -> Self {
                Self {
                    points: [$point; V],
                    planes: [$plane; F],
                    offsets: [f64::INFINITY; F],
                    triangles: [Triangle::NONE; F],
                    seen: [0; F],
                    rows: [0; R],
                    horizon: [[0; 2]; F],
                }
            }
        }

        impl HeapScratch<$kernel> {
            /// Scratch for this many vertices and twice as many faces, as Euler's formula asks.
            pub(crate) fn new(vertices: usize) -> Self {
                let faces = 2 * vertices;
                Self {
                    points: vec![$point; vertices],
                    planes: vec![$plane; faces],
                    offsets: vec![f64::INFINITY; faces],
                    triangles: vec![Triangle::NONE; faces],
                    seen: vec![0; faces],
                    rows: vec![0; vertices * vertices.div_ceil(64)],
                    horizon: vec![[0; 2]; faces],
                }
            }
        }
    };
}

scratch!(Plain, Vec3::new(0.0, 0.0, 0.0), Plane::<Vec3, f64>::NONE);
scratch!(DoubleDouble, Dd3::ZERO, Plane::<Dd3, Dd>::NONE);

/// An empty polytope in scratch memory of either kind.
macro_rules! in_room {
    ($scratch:expr, $extent:expr) => {{
        let words = $scratch.points.len().div_ceil(64);
        Polytope {
            points: &mut $scratch.points,
            planes: &mut $scratch.planes,
            offsets: &mut $scratch.offsets,
            triangles: &mut $scratch.triangles,
            seen: &mut $scratch.seen,
            rows: &mut $scratch.rows,
            horizon: &mut $scratch.horizon,
            words,
            vertex_count: 0,
            face_count: 0,
            visible: K::VISIBLE * $extent,
        }
    }};
}

impl<K: Kernel, const V: usize, const F: usize, const R: usize> Scratch<K, V, F, R> {
    /// An empty polytope in this scratch memory.
    #[inline(always)]
    pub(crate) fn polytope(&mut self, extent: f64) -> Polytope<'_, K> {
        in_room!(self, extent)
    }
}

impl<K: Kernel> HeapScratch<K> {
    /// An empty polytope in this scratch memory.
    pub(crate) fn polytope(&mut self, extent: f64) -> Polytope<'_, K> {
        in_room!(self, extent)
    }
}
