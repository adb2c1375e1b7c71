//! Two boxes that move straight.
//!
//! The set of differences of two boxes is what is between fifteen pairs of parallel planes: along
//! the axes of each, and along the products of an axis of one with an axis of the other (S.
//! Gottschalk, M. C. Lin, D. Manocha, OBBTree: a hierarchical structure for rapid interference
//! detection, SIGGRAPH 1996, 171-180, doi:10.1145/237170.237244). A ray enters it where it has come
//! between all of them, and misses it if it has left one pair by then (T. L. Kay, J. T. Kajiya, Ray
//! tracing complex scenes, SIGGRAPH 1986, 269-278, doi:10.1145/15922.15916).
//!
//! Where we deviate, and why: that only tells at which plane to look. As for other bodies, the
//! farthest points along its normal say how long the boxes do not meet, and points of both, which
//! are those of a face and a vertex or of two edges, that they do then. Where they do not, as with
//! boxes that overlap at the start, the ray is cast as for other bodies.

use nalgebra::Matrix3;

use super::Lie;
use super::straight::{Corner, End, Ray};
use crate::Vec3;
use crate::shape::{OrientedBox, SupportMap};

/// A normal of the set: along an axis of A, along one of B, or square to one of each.
#[derive(Debug, Clone, Copy)]
enum Normal {
    OfA(usize),
    OfB(usize),
    Across(usize, usize),
}

/// All of them.
const NORMALS: [Normal; 15] = {
    use Normal::{Across, OfA, OfB};
    let mut all = [OfA(0); 15];
    let mut i = 0;
    while i < 3 {
        (all[i], all[3 + i]) = (OfA(i), OfB(i));
        let mut j = 0;
        while j < 3 {
            all[6 + 3 * i + j] = Across(i, j);
            j += 1;
        }
        i += 1;
    }
    all
};

/// Two parallel planes.
#[derive(Debug, Clone, Copy)]
struct Slab {
    normal: Normal,
    /// That of the motion along the normal.
    sign: f64,
    speed: f64,
    /// When the ray comes between them, and when it leaves.
    times: [f64; 2],
}

/// Two boxes as they lie at the start, from the origin of the frame of A.
struct Boxes {
    a: OrientedBox,
    b: OrientedBox,
    /// The axes of B, their magnitudes, the way to its centre, and the motion, along the axes of A.
    axes: Matrix3<f64>,
    sizes: Matrix3<f64>,
    apart: Vec3,
    w: Vec3,
}

/// When two boxes meet, if they are boxes and the planes tell.
#[inline(always)]
pub(super) fn meet<A: SupportMap, B: SupportMap>(
    ray: &Ray<'_, '_, A, B>,
) -> Option<Result<(f64, Lie), End>> {
    let (a, b) = ray.bodies;
    let (one, two) = (a.shape.oriented_box()?, b.shape.oriented_box()?);
    let turned = |given: OrientedBox, turn: &Matrix3<f64>| OrientedBox {
        center: turn * given.center,
        axes: turn * given.axes,
        half: given.half,
    };
    let (a, mut b) = (turned(one, &a.turn), turned(two, &b.turn));
    b.center += ray.between;
    let axes = a.axes.tr_mul(&b.axes);
    let apart = a.axes.tr_mul(&(b.center - a.center));
    let w = a.axes.tr_mul(&ray.w);
    Boxes { a, b, axes, sizes: axes.abs(), apart, w }.meet(ray)
}

impl Boxes {
    #[inline(always)]
    fn meet<A: SupportMap, B: SupportMap>(
        &self,
        ray: &Ray<'_, '_, A, B>,
    ) -> Option<Result<(f64, Lie), End>> {
        let slabs = NORMALS.map(|normal| self.slab(normal));
        let [mut first, mut last] = [&slabs[0]; 2];
        for slab in &slabs {
            // Written so that what is not a number is passed over.
            if slab.times[0] > first.times[0] {
                first = slab;
            }
            if slab.times[1] < last.times[1] {
                last = slab;
            }
        }
        let misses = first.times[0] > last.times[1];
        let mut n = self.normal(first);
        if misses && first.times[0] <= 1.0 {
            // Before the one plane and then behind the other: between them is one along the motion.
            n = n / first.speed - self.normal(last) / last.speed;
        }
        let (corner, time) = match ray.touch(&n) {
            Ok(found) => found,
            Err(end) => return Some(Err(end)),
        };
        if misses || time <= 0.0 {
            return None;
        }
        let [point_a, point_b] = self.nearest(first.normal, &corner, ray.w * time);
        let (apart, direction) = (point_b - point_a, -corner.normal);
        let lie = Lie { distance: apart.dot(&direction), point_a, point_b, direction };
        ray.is_near(&apart).then_some(Ok((time, lie)))
    }

    #[inline(always)]
    fn slab(&self, normal: Normal) -> Slab {
        let Self { axes, sizes, apart, w, .. } = self;
        let (p, q) = (&self.a.half, &self.b.half);
        let (d, v, reach) = match normal {
            Normal::OfA(i) => (apart[i], w[i], p[i] + (sizes * q)[i]),
            Normal::OfB(j) => {
                let axis = axes.column(j);
                (axis.dot(apart), axis.dot(w), q[j] + sizes.column(j).dot(p))
            }
            Normal::Across(i, j) => {
                let [k, l] = [(i + 1) % 3, (i + 2) % 3];
                let [m, n] = [(j + 1) % 3, (j + 2) % 3];
                let along = |v: &Vec3| v[l] * axes[(k, j)] - v[k] * axes[(l, j)];
                let of_a = p[k] * sizes[(l, j)] + p[l] * sizes[(k, j)];
                let of_b = q[m] * sizes[(i, n)] + q[n] * sizes[(i, m)];
                (along(apart), along(w), of_a + of_b)
            }
        };
        let (sign, speed) = (if v > 0.0 { 1.0 } else { -1.0 }, v.abs());
        let d = d * sign;
        Slab { normal, sign, speed, times: [-(d + reach) / speed, (reach - d) / speed] }
    }

    /// The normal along which the ray moves.
    #[inline(always)]
    fn normal(&self, slab: &Slab) -> Vec3 {
        let (a, b) = (&self.a.axes, &self.b.axes);
        let normal: Vec3 = match slab.normal {
            Normal::OfA(i) => a.column(i).into(),
            Normal::OfB(j) => b.column(j).into(),
            Normal::Across(i, j) => a.column(i).cross(&b.column(j)),
        };
        normal * slab.sign
    }

    /// The points of A and B that are nearest when B has moved by `way`: of a vertex, which is the
    /// farthest along the normal, with the other box, or of the edges at the farthest points.
    #[inline(always)]
    fn nearest(&self, normal: Normal, corner: &Corner, way: Vec3) -> [Vec3; 2] {
        let (a, b) = (&self.a, &self.b);
        let [p, q] = [corner.a, corner.a + corner.c];
        match normal {
            Normal::OfA(_) => [nearest_of(a, q + way), q + way],
            Normal::OfB(_) => [p, nearest_of(b, p - way) + way],
            Normal::Across(i, j) => {
                let [u, v]: [Vec3; 2] = [a.axes.column(i).into(), b.axes.column(j).into()];
                // From the middles of the edges.
                let one = p - u * u.dot(&(p - a.center));
                let two = q - v * v.dot(&(q - b.center)) + way;
                let (between, cosine) = (two - one, u.dot(&v));
                let square = 1.0 - cosine * cosine;
                let s = (between.dot(&u) - cosine * between.dot(&v)) / square;
                let s = s.max(-a.half[i]).min(a.half[i]);
                let t = (cosine * s - between.dot(&v)).max(-b.half[j]).min(b.half[j]);
                [one + u * s, two + v * t]
            }
        }
    }
}

/// The point of a box nearest to another point.
#[inline(always)]
fn nearest_of(given: &OrientedBox, point: Vec3) -> Vec3 {
    let along = given.axes.tr_mul(&(point - given.center));
    given.center + given.axes * along.inf(&given.half).sup(&-given.half)
}
