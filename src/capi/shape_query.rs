//! One-shot queries on two shapes.

use std::sync::Arc;

use super::answer::{gapkit_answer, gapkit_depth, gapkit_gap};
use super::callback::{CallbackStatus, check, violations};
use super::pointer::Out;
use super::pose::{self, gapkit_pose};
use super::query::{Options, gapkit_query};
use super::shape::{Entry, SHAPES, gapkit_shape};
use super::status::{Failure, gapkit_status, guard};
use crate::boolean::BooleanTest;
use crate::scene::Shape;
use crate::shape::Posed;

/// A shape in the pose of a query.
struct Placed {
    entry: Arc<Entry>,
    posed: Posed<Shape>,
}

impl Placed {
    /// # Safety
    /// A pose that is not NULL must be valid for reading.
    unsafe fn new(
        name: &str,
        shape: *const gapkit_shape,
        pose: *const gapkit_pose,
    ) -> Result<Self, Failure> {
        let entry = SHAPES.get(shape)?;
        // SAFETY: the caller's promise.
        let pose = unsafe { pose::read(name, pose) }?;
        let posed = Posed::new(entry.shape.clone(), &pose);
        Ok(Self { posed: posed.map_err(|error| Failure::about(name, &error))?, entry })
    }

    fn callbacks(&self) -> &[CallbackStatus] {
        self.entry.callback.as_slice()
    }
}

/// Runs a query on two shapes and writes its answer.
///
/// # Safety
/// Pointers that are not NULL must be valid: poses and query for reading, `out` for writing.
unsafe fn run_query<T>(
    [a, b]: [(*const gapkit_shape, *const gapkit_pose); 2],
    query: *const gapkit_query,
    (name, out): (&str, *mut T),
    answer: impl FnOnce(&Options, &Posed<Shape>, &Posed<Shape>) -> Result<T, Failure>,
) -> gapkit_status {
    // SAFETY: the caller's promise.
    guard(|| unsafe {
        let mut given = None;
        let (out, options) = (Out::new(name, out)?, Options::read(query, &mut given)?);
        let (a, b) = (Placed::new("pose_a", a.0, a.1)?, Placed::new("pose_b", b.0, b.1)?);
        let before = [violations(a.callbacks()), violations(b.callbacks())];
        let found = answer(options, &a.posed, &b.posed)?;
        check(a.callbacks(), before[0])?;
        check(b.callbacks(), before[1])?;
        out.set(found);
        Ok(())
    })
}

/// The distance of two shapes in their poses; a pose may be NULL for where the shape was made,
/// `query` for the defaults. Any threads may call at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_shape_distance(
    a: *const gapkit_shape,
    pose_a: *const gapkit_pose,
    b: *const gapkit_shape,
    pose_b: *const gapkit_pose,
    query: *const gapkit_query,
    answer: *mut gapkit_answer,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    unsafe {
        run_query([(a, pose_a), (b, pose_b)], query, ("answer", answer), |options, a, b| {
            Ok(options.distance.distance(a, b).into())
        })
    }
}

/// Whether two shapes touch or overlap; see `gapkit_intersects`. Inputs as for
/// `gapkit_shape_distance`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_shape_intersects(
    a: *const gapkit_shape,
    pose_a: *const gapkit_pose,
    b: *const gapkit_shape,
    pose_b: *const gapkit_pose,
    query: *const gapkit_query,
    intersects: *mut i32,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    unsafe {
        run_query([(a, pose_a), (b, pose_b)], query, ("intersects", intersects), |options, a, b| {
            let decision = options.boolean.decide(&options.distance, a, b)?;
            Ok(i32::from(decision.verdict.may_intersect()))
        })
    }
}

/// How deep two shapes overlap; see `gapkit_penetration`. Inputs as for `gapkit_shape_distance`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_shape_penetration(
    a: *const gapkit_shape,
    pose_a: *const gapkit_pose,
    b: *const gapkit_shape,
    pose_b: *const gapkit_pose,
    query: *const gapkit_query,
    depth: *mut gapkit_depth,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    unsafe {
        run_query([(a, pose_a), (b, pose_b)], query, ("depth", depth), |options, a, b| {
            Ok((&options.depth.penetration(a, b)).into())
        })
    }
}

/// The signed gap of two shapes; see `gapkit_signed_gap`. Inputs as for `gapkit_shape_distance`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_shape_signed_gap(
    a: *const gapkit_shape,
    pose_a: *const gapkit_pose,
    b: *const gapkit_shape,
    pose_b: *const gapkit_pose,
    query: *const gapkit_query,
    gap: *mut gapkit_gap,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    unsafe {
        run_query([(a, pose_a), (b, pose_b)], query, ("gap", gap), |options, a, b| {
            Ok((&options.depth.signed_gap(a, b)).into())
        })
    }
}
