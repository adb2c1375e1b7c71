//! The plane between the centres of two small bodies: enough, where they are clearly apart.

use std::mem::MaybeUninit;

use super::difference::points::PointDifference;
use super::query::Query;
use super::solve::Points;
use crate::Vec3;
use crate::simd::{self, Available, Lanes, Task};

/// The direction from the centre of B to that of A, if the plane normal to it already proves that
/// the bodies are farther apart than the bound: a small function of its own, because the search
/// with all its state takes longer to enter than this takes to run. Only for small bodies, so that
/// those it cannot tell apart do not pay for it.
#[inline(always)]
pub(crate) fn centre_plane_test(
    query: &Query,
    rounding: f64,
    a: Points,
    b: Points,
) -> Option<Vec3> {
    let isa = query.isa.unwrap_or_else(Available::detect);
    let bound = query.bound;
    match a.len().max(b.len()) {
        0..=4 => simd::dispatch(isa, CentrePlaneTest::<4> { bound, rounding, a, b }),
        5..=8 => simd::dispatch(isa, CentrePlaneTest::<8> { bound, rounding, a, b }),
        9..=16 => simd::dispatch(isa, CentrePlaneTest::<16> { bound, rounding, a, b }),
        _ => None,
    }
}

struct CentrePlaneTest<'a, const N: usize> {
    bound: f64,
    rounding: f64,
    a: Points<'a>,
    b: Points<'a>,
}

impl<const N: usize> Task for CentrePlaneTest<'_, N> {
    type Output = Option<Vec3>;
    #[inline(always)]
    fn run<L: Lanes>(self) -> Option<Vec3> {
        let mut scratch = [const { MaybeUninit::uninit() }; 2];
        let difference = PointDifference::<L, N>::new([self.a, self.b], &mut scratch);
        difference.centre_plane_test(self.bound, self.rounding)
    }
}
