//! What two lanes do with a register of SSE2, which every x86-64 machine has.

use std::arch::x86_64::*;

pub(super) type Register = __m128d;

/// Two numbers from here on.
///
/// # Safety
/// Two numbers must be readable.
#[inline(always)]
pub(super) unsafe fn load(p: *const f64) -> Register {
    // SAFETY: the caller's promise.
    unsafe { _mm_loadu_pd(p) }
}

/// Writes both numbers.
///
/// # Safety
/// Two numbers must be writable.
#[inline(always)]
pub(super) unsafe fn store(p: *mut f64, a: Register) {
    // SAFETY: the caller's promise.
    unsafe { _mm_storeu_pd(p, a) }
}

macro_rules! operations {
    ($($name:ident($($argument:ident),*) = $value:expr;)*) => {$(
        #[inline(always)]
        pub(super) fn $name($($argument: Register),*) -> Register {
            // SAFETY: on registers alone, of an instruction set that every machine has.
            unsafe { $value }
        }
    )*};
}

operations! {
    add(a, b) = _mm_add_pd(a, b);
    sub(a, b) = _mm_sub_pd(a, b);
    mul(a, b) = _mm_mul_pd(a, b);
    div(a, b) = _mm_div_pd(a, b);
    neg(a) = _mm_xor_pd(a, _mm_set1_pd(-0.0));
    abs(a) = _mm_andnot_pd(_mm_set1_pd(-0.0), a);
    sqrt(a) = _mm_sqrt_pd(a);
    max(a, b) = _mm_max_pd(a, b);
    min(a, b) = _mm_min_pd(a, b);
    less(a, b) = _mm_cmplt_pd(a, b);
    at_most(a, b) = _mm_cmple_pd(a, b);
    equals(a, b) = _mm_cmpeq_pd(a, b);
    and(a, b) = _mm_and_pd(a, b);
    or(a, b) = _mm_or_pd(a, b);
    not(a) = _mm_xor_pd(a, _mm_castsi128_pd(_mm_set1_epi64x(-1)));
    select(mask, yes, no) = _mm_or_pd(_mm_and_pd(mask, yes), _mm_andnot_pd(mask, no));
    // The first numbers of both, and the second ones.
    first(a, b) = _mm_unpacklo_pd(a, b);
    second(a, b) = _mm_unpackhi_pd(a, b);
}

#[inline(always)]
pub(super) fn all(x: f64) -> Register {
    // SAFETY: as in `operations`.
    unsafe { _mm_set1_pd(x) }
}

/// All bits of the lanes whose bit is set.
#[inline(always)]
pub(super) fn mask(bits: u32) -> Register {
    let [first, second] = [bits & 1, bits >> 1 & 1].map(i64::from);
    // SAFETY: as in `operations`.
    unsafe { _mm_castsi128_pd(_mm_set_epi64x(-second, -first)) }
}

/// The sign of each lane.
#[inline(always)]
pub(super) fn bits(a: Register) -> u32 {
    // SAFETY: as in `operations`.
    unsafe { _mm_movemask_pd(a) as u32 }
}

#[inline(always)]
pub(super) fn moved(a: Register, by: i64) -> Register {
    // SAFETY: as in `operations`.
    unsafe { _mm_castsi128_pd(_mm_sll_epi64(_mm_castpd_si128(a), _mm_cvtsi64_si128(by))) }
}

#[inline(always)]
pub(super) fn has_bits(a: Register, bits: u64, b: u64) -> Register {
    // SAFETY: as in `operations`.
    unsafe {
        let own = _mm_and_si128(_mm_castpd_si128(a), _mm_set1_epi64x(bits as i64));
        // There is no comparison of 64 bits: both halves must be equal.
        let halves = _mm_cmpeq_epi32(own, _mm_set1_epi64x(b as i64));
        let swapped = _mm_shuffle_epi32::<0b10_11_00_01>(halves);
        _mm_castsi128_pd(_mm_and_si128(halves, swapped))
    }
}
