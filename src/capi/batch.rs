//! Many pairs in one call.

use super::answer::gapkit_answer;
use super::pointer::{slice, slice_mut};
use super::query::{Options, gapkit_query};
use super::status::{Failure, GAPKIT_BAD_ARGUMENT, gapkit_status, guard};
use crate::shape::Hulls;

/// The bodies of one side.
///
/// # Safety
/// Pointers that are not NULL must be valid for reading `pairs + 1` offsets, and as many points as the last
/// of them says.
unsafe fn hulls<'a>(
    name: &str,
    points: *const f64,
    offsets: *const usize,
    pairs: usize,
) -> Result<Hulls<'a>, Failure> {
    let many = || Failure::new(GAPKIT_BAD_ARGUMENT, format!("`pair_count` is {pairs}"));
    let count = pairs.checked_add(1).ok_or_else(many)?;
    // SAFETY: the caller's promise; three numbers are laid out as a point.
    let (points, offsets) = unsafe {
        let offsets: &[usize] = slice(&format!("{name}_offsets"), offsets, count)?;
        (slice(name, points.cast(), offsets[pairs])?, offsets)
    };
    Hulls::new(points, offsets).map_err(|error| Failure::of(name, error))
}

/// The distances of many pairs of hulls.
///
/// The points of the bodies A of all pairs are one after the other in `a`, x y z for each; those of pair i are
/// the points `a_offsets[i]` up to, but without, `a_offsets[i + 1]`. So there are `pair_count + 1` offsets,
/// counted in points. Likewise `b`. `answers` has room for `pair_count` answers; `query` may be NULL. All input is
/// checked before the first answer is written. The call uses one thread; several may each work on a part of
/// the arrays.
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
    guard(|| unsafe {
        let options = Options::read(query)?;
        if pair_count == 0 {
            return Ok(());
        }
        let a = hulls("a", a, a_offsets, pair_count)?;
        let b = hulls("b", b, b_offsets, pair_count)?;
        for (pair, answer) in slice_mut("answers", answers, pair_count)?.iter_mut().enumerate() {
            let found = options.distance.distance(&a.get(pair), &b.get(pair));
            *answer = gapkit_answer::from(&found);
        }
        Ok(())
    })
}
