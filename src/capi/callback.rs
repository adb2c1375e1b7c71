//! Functions of the host that the library calls.

use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::status::{Failure, GAPKIT_BAD_CALLBACK, GAPKIT_NULL_POINTER};
use crate::Vec3;
use crate::shape::Function;

/// The support map of a convex body: sets `point` (x y z) to the point of the body that is farthest
/// along `direction` (x y z: finite, with its largest number between 2^-256 and 2^256 in magnitude,
/// so that neither it nor its square is zero or overflows).
///
/// It is called from several threads at once, those of a scene and those that query the shape; so
/// it must not change anything without a lock. It must return in the ordinary way: no exception and
/// no longjmp. Calls of the library from inside it are allowed, but not on the scene that is at
/// work, which is GAPKIT_BUSY. It runs in the default floating-point environment: see the head of
/// this file.
pub type gapkit_support =
    Option<unsafe extern "C" fn(user: *mut c_void, direction: *const f64, point: *mut f64)>;

/// A pointer of the host, handed back to its functions and otherwise left alone.
#[derive(Clone, Copy)]
pub(super) struct User(pub(super) *mut c_void);

// SAFETY: it is not followed here, and the header says that several threads call functions.
unsafe impl Send for User {}
// SAFETY: as above.
unsafe impl Sync for User {}

/// The number of times that a function of the host has violated its contract. It only grows: calls
/// on several threads may use the same function, and each of them must notice.
#[derive(Debug, Clone, Default)]
pub(super) struct CallbackStatus(Arc<AtomicU64>);

/// The number of violations so far.
pub(super) fn violations(callbacks: &[CallbackStatus]) -> u64 {
    callbacks.iter().fold(0, |sum, callback| sum.wrapping_add(callback.0.load(Ordering::Relaxed)))
}

/// Fails if there are more violations than there were `before`.
pub(super) fn check(callbacks: &[CallbackStatus], before: u64) -> Result<(), Failure> {
    if violations(callbacks) == before {
        return Ok(());
    }
    let text = "the support function of a shape returned a point that is not finite";
    Err(Failure::new(GAPKIT_BAD_CALLBACK, text))
}

/// The body behind a function of the host. Points that are not finite are replaced by the centre,
/// which is harmless, and counted.
pub(super) fn body(
    center: [f64; 3],
    support: gapkit_support,
    user: *mut c_void,
) -> Result<(Function<impl Fn(&Vec3) -> Vec3 + Send + Sync>, CallbackStatus), Failure> {
    let null = || Failure::new(GAPKIT_NULL_POINTER, "`support` is NULL");
    let (support, user, status) =
        (support.ok_or_else(null)?, User(user), CallbackStatus::default());
    let (violated, middle) = (status.clone(), Vec3::from(center));
    let farthest = move |direction: &Vec3| {
        // Taken whole, so that the closure has the promise of `User` and not the bare pointer.
        let User(user) = { user };
        let mut point = center;
        // SAFETY: the host's function; both arrays have three numbers.
        unsafe { support(user, direction.as_slice().as_ptr(), point.as_mut_ptr()) };
        if point.iter().all(|x| x.abs() <= f64::MAX) {
            return Vec3::from(point);
        }
        violated.0.fetch_add(1, Ordering::Relaxed);
        middle
    };
    let body = Function::new(center, farthest).map_err(|error| Failure::about("center", &error))?;
    check(std::slice::from_ref(&status), 0)?;
    Ok((body, status))
}
