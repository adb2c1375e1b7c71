//! One-shot queries on convex polygons in the plane.

use super::answer::gapkit_outcome;
use super::pointer::{Out, points};
use super::status::{Failure, gapkit_status, guard};
use crate::planar::{self, Polygon, sat};

/// The answer of a distance query in the plane; see `gapkit_answer`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct gapkit_planar_answer {
    /// The distance of the witness points; 0 for overlapping polygons. An upper bound.
    pub distance: f64,
    /// No two points of the polygons are nearer than this.
    pub lower_bound: f64,
    /// The nearest point of A.
    pub point_a: [f64; 2],
    /// The nearest point of B.
    pub point_b: [f64; 2],
    /// The unit vector from A to B.
    pub direction: [f64; 2],
    /// The weights of the vertices: >= 0, with sum 1.
    pub weight: [f64; 3],
    /// The vertices of A that carry the witness points, from 0; the first `vertex_count` count.
    pub vertex_a: [i32; 3],
    /// Those of B.
    pub vertex_b: [i32; 3],
    /// How many vertices there are of each polygon.
    pub vertex_count: i32,
    /// GAPKIT_SEPARATED, GAPKIT_TOUCHING, GAPKIT_OVERLAPPING or GAPKIT_ITERATION_LIMIT
    pub outcome: gapkit_outcome,
    /// How many support calls were made.
    pub iterations: u32,
    /// Always 0.
    pub reserved: i32,
}

/// How deep two polygons overlap.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct gapkit_planar_depth {
    /// B moved by depth * normal touches A. Negative for polygons that are apart, at least by so
    /// much.
    pub depth: f64,
    /// The unit vector from A to B.
    pub normal: [f64; 2],
    /// The point of A that lies deepest in B.
    pub point_a: [f64; 2],
    /// The point of B likewise: point_a - point_b = depth * normal.
    pub point_b: [f64; 2],
    /// GAPKIT_SEPARATED, GAPKIT_TOUCHING or GAPKIT_OVERLAPPING
    pub outcome: gapkit_outcome,
    /// Always 0.
    pub reserved: i32,
}

/// # Safety
/// A pointer that is not NULL must be valid for reading two numbers for each point.
unsafe fn polygon<'a>(
    name: &str,
    pointer: *const f64,
    count: usize,
) -> Result<Polygon<'a>, Failure> {
    // SAFETY: the caller's promise.
    let points = unsafe { points(name, pointer, count) }?;
    Polygon::new(points).map_err(|error| Failure::about(name, &error))
}

/// The distance of two convex polygons in the plane.
///
/// `a` and `b` are interleaved coordinates, x y for each of `a_count` and `b_count` vertices in
/// counter-clockwise order; one is a point, two are a segment. Nothing is allocated; any threads
/// may call at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_planar_distance(
    a: *const f64,
    a_count: usize,
    b: *const f64,
    b_count: usize,
    answer: *mut gapkit_planar_answer,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    guard(|| unsafe {
        let out = Out::new("answer", answer)?;
        let (a, b) = (polygon("a", a, a_count)?, polygon("b", b, b_count)?);
        let found = planar::distance(&a, &b);
        let count = found.vertex_count;
        let vertices =
            |list: [u32; 3]| [0, 1, 2].map(|i| if i < count { list[i] as i32 } else { -1 });
        out.set(gapkit_planar_answer {
            distance: found.distance,
            lower_bound: found.lower_bound,
            point_a: found.point_a.into(),
            point_b: found.point_b.into(),
            direction: found.direction.into(),
            weight: [0, 1, 2].map(|i| if i < count { found.weight[i] } else { 0.0 }),
            vertex_a: vertices(found.vertex_a),
            vertex_b: vertices(found.vertex_b),
            vertex_count: count as i32,
            outcome: found.outcome as i32,
            iterations: found.iterations,
            reserved: 0,
        });
        Ok(())
    })
}

/// Whether two convex polygons touch or overlap: `intersects` becomes 1 or 0. Inputs as for
/// `gapkit_planar_distance`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_planar_intersects(
    a: *const f64,
    a_count: usize,
    b: *const f64,
    b_count: usize,
    intersects: *mut i32,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    guard(|| unsafe {
        let out = Out::new("intersects", intersects)?;
        let (a, b) = (polygon("a", a, a_count)?, polygon("b", b, b_count)?);
        out.set(i32::from(planar::intersects(&a, &b)));
        Ok(())
    })
}

/// How deep two convex polygons overlap. Inputs as for `gapkit_planar_distance`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_planar_penetration(
    a: *const f64,
    a_count: usize,
    b: *const f64,
    b_count: usize,
    depth: *mut gapkit_planar_depth,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    guard(|| unsafe {
        let out = Out::new("depth", depth)?;
        let (a, b) = (polygon("a", a, a_count)?, polygon("b", b, b_count)?);
        let found = sat::depth(&a, &b);
        out.set(gapkit_planar_depth {
            depth: found.depth,
            normal: found.normal.into(),
            point_a: found.point_a.into(),
            point_b: found.point_b.into(),
            outcome: found.outcome as i32,
            reserved: 0,
        });
        Ok(())
    })
}
