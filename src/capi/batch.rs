//! Many pairs in one call.

use super::answer::gapkit_answer;
use super::pointer::{points, slice, slice_mut};
use super::query::{Options, gapkit_query};
use super::status::{Failure, GAPKIT_BAD_ARGUMENT, gapkit_status, guard};
use crate::convex::batch;
use crate::gjk::Query;
use crate::shape::Hulls;

/// More pairs than numbers can count.
fn too_many(pairs: usize) -> Failure {
    Failure::new(GAPKIT_BAD_ARGUMENT, format!("`pair_count` is {pairs}"))
}

/// The bodies of one side.
///
/// # Safety
/// Pointers that are not NULL must be valid for reading `pairs + 1` offsets, and as many points as
/// the last of them says.
unsafe fn hulls<'a>(
    name: &str,
    points: *const f64,
    offsets: *const usize,
    pairs: usize,
) -> Result<Hulls<'a>, Failure> {
    let count = pairs.checked_add(1).ok_or_else(|| too_many(pairs))?;
    // SAFETY: the caller's promise; three numbers are laid out as a point.
    let (points, offsets) = unsafe {
        let offsets: &[usize] = slice(&format!("{name}_offsets"), offsets, count)?;
        (slice(name, points.cast(), offsets[pairs])?, offsets)
    };
    Hulls::new(points, offsets).map_err(|error| Failure::about(name, &error))
}

/// The bodies of one side, given by the numbers of their nodes.
///
/// # Safety
/// A pointer that is not NULL must be valid for reading `corners` numbers for each pair.
unsafe fn elements<'a>(
    name: &str,
    nodes: &'a [[f64; 3]],
    numbers: *const i32,
    corners: usize,
    pairs: usize,
) -> Result<Hulls<'a>, Failure> {
    let count = pairs.checked_mul(corners).ok_or_else(|| too_many(pairs))?;
    // SAFETY: the caller's promise. A negative number is, as unsigned, more than there can be
    // nodes.
    let numbers: &[u32] = unsafe { slice(name, numbers.cast(), count)? };
    Hulls::indexed(nodes, numbers, corners).map_err(|error| Failure::about(name, &error))
}

/// The bodies of both sides, points with offsets.
///
/// # Safety
/// As for [`hulls`].
unsafe fn sides<'a>(
    [a, b]: [(*const f64, *const usize); 2],
    pairs: usize,
) -> Result<[Hulls<'a>; 2], Failure> {
    // SAFETY: the caller's promise.
    unsafe {
        let a = hulls("a", a.0, a.1, pairs)?;
        Ok([a, hulls("b", b.0, b.1, pairs)?])
    }
}

/// The bodies of both sides, numbers of nodes with how many there are for each.
///
/// # Safety
/// As for [`elements`]; `nodes` must be valid for reading three numbers for each.
unsafe fn cells<'a>(
    nodes: (*const f64, usize),
    [a, b]: [(*const i32, usize); 2],
    pairs: usize,
) -> Result<[Hulls<'a>; 2], Failure> {
    // SAFETY: the caller's promise.
    unsafe {
        let nodes = points("nodes", nodes.0, nodes.1)?;
        let a = elements("a", nodes, a.0, a.1, pairs)?;
        Ok([a, elements("b", nodes, b.0, b.1, pairs)?])
    }
}

/// Runs a query on many pairs of bodies, unless there are none.
///
/// # Safety
/// Pointers that are not NULL must be valid: the query for reading, `out` for writing as many
/// answers.
unsafe fn run_query<'a, T>(
    pairs: usize,
    query: *const gapkit_query,
    (name, out): (&str, *mut T),
    bodies: impl FnOnce() -> Result<[Hulls<'a>; 2], Failure>,
    answer: impl FnOnce(&Query, &Hulls, &Hulls, &mut [T]),
) -> gapkit_status {
    guard(|| {
        // SAFETY: the caller's promise.
        let mut given = None;
        // SAFETY: the caller's promise.
        let options = unsafe { Options::read(query, &mut given) }?;
        if pairs == 0 {
            return Ok(());
        }
        let [a, b] = bodies()?;
        // SAFETY: the caller's promise.
        answer(&options.distance, &a, &b, unsafe { slice_mut(name, out, pairs) }?);
        Ok(())
    })
}

/// The distances of many pairs of hulls.
///
/// The points of the bodies A of all pairs are one after the other in `a`, x y z for each; those of
/// pair i are the points `a_offsets[i]` up to, but without, `a_offsets[i + 1]`. So there are
/// `pair_count + 1` offsets, counted in points. Likewise `b`. `answers` has the length
/// `pair_count`; `query` may be NULL. All input is checked before the first answer is written. The
/// answers are those of `gapkit_distance`, bit for bit; hulls of up to 16 points are searched
/// several at a time where as many in a row have the same number of points. The call uses one
/// thread; several may each work on a part of the arrays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_distance_batch(
    a: *const f64,
    a_offsets: *const usize,
    b: *const f64,
    b_offsets: *const usize,
    pair_count: usize,
    query: *const gapkit_query,
    answers: *mut gapkit_answer,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    unsafe {
        let bodies = || sides([(a, a_offsets), (b, b_offsets)], pair_count);
        run_query(pair_count, query, ("answers", answers), bodies, batch::distances)
    }
}

/// The distances of many pairs of elements or facets, as a finite-element code has them: by the
/// numbers of their nodes.
///
/// `nodes` has x y z for each of `node_count` nodes. Body A of pair i is the hull of the nodes
/// `a[i * a_corners]` up to, but without, `a[(i + 1) * a_corners]`, counted from 0: 4 corners for
/// tetrahedra, 3 for triangles, 1 for points, up to 16. Likewise `b`. The vertices in the answers
/// are those of the bodies, from 0. Everything else as for `gapkit_distance_batch`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_distance_elements(
    nodes: *const f64,
    node_count: usize,
    a: *const i32,
    a_corners: usize,
    b: *const i32,
    b_corners: usize,
    pair_count: usize,
    query: *const gapkit_query,
    answers: *mut gapkit_answer,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    unsafe {
        let bodies = || cells((nodes, node_count), [(a, a_corners), (b, b_corners)], pair_count);
        run_query(pair_count, query, ("answers", answers), bodies, batch::distances)
    }
}

/// Which of many pairs of hulls may be nearer than `query->bound`: `within` becomes 1 or 0 for
/// each. 0 is a proof that they are farther apart; with a bound of 0, that they neither touch nor
/// overlap. This takes a fraction of the time of a distance. Everything else as for
/// `gapkit_distance_batch`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_within_batch(
    a: *const f64,
    a_offsets: *const usize,
    b: *const f64,
    b_offsets: *const usize,
    pair_count: usize,
    query: *const gapkit_query,
    within: *mut i32,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    unsafe {
        let bodies = || sides([(a, a_offsets), (b, b_offsets)], pair_count);
        run_query(pair_count, query, ("within", within), bodies, batch::within)
    }
}

/// The same for elements or facets: bodies as for `gapkit_distance_elements`, output as for
/// `gapkit_within_batch`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_within_elements(
    nodes: *const f64,
    node_count: usize,
    a: *const i32,
    a_corners: usize,
    b: *const i32,
    b_corners: usize,
    pair_count: usize,
    query: *const gapkit_query,
    within: *mut i32,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    unsafe {
        let bodies = || cells((nodes, node_count), [(a, a_corners), (b, b_corners)], pair_count);
        run_query(pair_count, query, ("within", within), bodies, batch::within)
    }
}

/// Which of many pairs of hulls touch or overlap: `intersects` becomes 1 or 0 for each, as by
/// `gapkit_intersects` with GAPKIT_BOOLEAN_GJK, whatever `query->boolean_test` is. Everything else
/// as for `gapkit_distance_batch`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_intersects_batch(
    a: *const f64,
    a_offsets: *const usize,
    b: *const f64,
    b_offsets: *const usize,
    pair_count: usize,
    query: *const gapkit_query,
    intersects: *mut i32,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    unsafe {
        let bodies = || sides([(a, a_offsets), (b, b_offsets)], pair_count);
        run_query(pair_count, query, ("intersects", intersects), bodies, batch::intersects)
    }
}

/// The same for elements or facets: bodies as for `gapkit_distance_elements`, output as for
/// `gapkit_intersects_batch`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_intersects_elements(
    nodes: *const f64,
    node_count: usize,
    a: *const i32,
    a_corners: usize,
    b: *const i32,
    b_corners: usize,
    pair_count: usize,
    query: *const gapkit_query,
    intersects: *mut i32,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    unsafe {
        let bodies = || cells((nodes, node_count), [(a, a_corners), (b, b_corners)], pair_count);
        run_query(pair_count, query, ("intersects", intersects), bodies, batch::intersects)
    }
}
