//! One-shot queries on two hulls of points.

use std::mem::MaybeUninit;

use super::answer::{gapkit_answer, gapkit_depth, gapkit_gap};
use super::pointer::{Out, points};
use super::query::{Options, gapkit_query};
use super::status::{Failure, gapkit_status, guard};
use crate::boolean::BooleanTest;
use crate::convex::solve::solve_into;
use crate::shape::PointSet;

/// The hull of points of the caller.
///
/// # Safety
/// A pointer that is not NULL must be valid for reading three numbers for each point.
#[inline(always)]
pub(super) unsafe fn hull<'a>(
    name: &str,
    pointer: *const f64,
    count: usize,
) -> Result<PointSet<'a>, Failure> {
    // SAFETY: the caller's promise.
    let points = unsafe { points(name, pointer, count) }?;
    match PointSet::new(points) {
        Ok(set) => Ok(set),
        Err(error) => Err(Failure::about(name, &error)),
    }
}

/// Runs a query on two hulls and writes its answer.
///
/// # Safety
/// Pointers that are not NULL must be valid: points and query for reading, `out` for writing.
unsafe fn run_query<T>(
    [a, b]: [(*const f64, usize); 2],
    query: *const gapkit_query,
    (name, out): (&str, *mut T),
    answer: impl FnOnce(&Options, &PointSet, &PointSet, &mut MaybeUninit<T>) -> Result<(), Failure>,
) -> gapkit_status {
    // SAFETY: the caller's promise.
    guard(move || unsafe {
        let mut given = None;
        let (mut out, options) = (Out::new(name, out)?, Options::read(query, &mut given)?);
        let (a, b) = (hull("a", a.0, a.1)?, hull("b", b.0, b.1)?);
        answer(options, &a, &b, out.place())
    })
}

/// The distance of the convex hulls of two sets of points, with witness points, vertices and
/// weights.
///
/// `a` and `b` are interleaved coordinates, x y z for each of `a_count` and `b_count` points, which
/// may be in any order, repeated, coplanar or a single one. `query` may be NULL for the defaults.
/// Nothing is allocated; any threads may call at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_distance(
    a: *const f64,
    a_count: usize,
    b: *const f64,
    b_count: usize,
    query: *const gapkit_query,
    answer: *mut gapkit_answer,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    unsafe {
        run_query([(a, a_count), (b, b_count)], query, ("answer", answer), |options, a, b, out| {
            solve_into(&options.distance, a, b, out);
            Ok(())
        })
    }
}

/// Whether two hulls touch or overlap: `intersects` becomes 1 or 0. 0 is a proof that they do not;
/// 1 may also mean that they are within rounding of each other, or that the test could not decide.
/// The test is `query->boolean_test`. Inputs as for `gapkit_distance`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_intersects(
    a: *const f64,
    a_count: usize,
    b: *const f64,
    b_count: usize,
    query: *const gapkit_query,
    intersects: *mut i32,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    unsafe {
        run_query(
            [(a, a_count), (b, b_count)],
            query,
            ("intersects", intersects),
            |options, a, b, out| {
                let decision = options.boolean.decide(&options.distance, a, b)?;
                out.write(i32::from(decision.verdict.may_intersect()));
                Ok(())
            },
        )
    }
}

/// How deep two hulls overlap, with its bounds, the normal and the deepest points. Inputs as for
/// `gapkit_distance`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_penetration(
    a: *const f64,
    a_count: usize,
    b: *const f64,
    b_count: usize,
    query: *const gapkit_query,
    depth: *mut gapkit_depth,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    unsafe {
        run_query([(a, a_count), (b, b_count)], query, ("depth", depth), |options, a, b, out| {
            out.write((&options.depth.penetration(a, b)).into());
            Ok(())
        })
    }
}

/// The signed gap of two hulls: their distance, or minus their depth; continuous through contact.
/// Inputs as for `gapkit_distance`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_signed_gap(
    a: *const f64,
    a_count: usize,
    b: *const f64,
    b_count: usize,
    query: *const gapkit_query,
    gap: *mut gapkit_gap,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    unsafe {
        run_query([(a, a_count), (b, b_count)], query, ("gap", gap), |options, a, b, out| {
            out.write((&options.depth.signed_gap(a, b)).into());
            Ok(())
        })
    }
}
