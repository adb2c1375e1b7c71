//! What two lanes do with a register of NEON, which every AArch64 machine has.

use std::arch::aarch64::*;

pub(super) type Register = float64x2_t;

/// Two numbers from here on.
///
/// # Safety
/// Two numbers must be readable.
#[inline(always)]
pub(super) unsafe fn load(p: *const f64) -> Register {
    // SAFETY: the caller's promise.
    unsafe { vld1q_f64(p) }
}

/// Writes both numbers.
///
/// # Safety
/// Two numbers must be writable.
#[inline(always)]
pub(super) unsafe fn store(p: *mut f64, a: Register) {
    // SAFETY: the caller's promise.
    unsafe { vst1q_f64(p, a) }
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
    add(a, b) = vaddq_f64(a, b);
    sub(a, b) = vsubq_f64(a, b);
    mul(a, b) = vmulq_f64(a, b);
    div(a, b) = vdivq_f64(a, b);
    neg(a) = vnegq_f64(a);
    abs(a) = vabsq_f64(a);
    sqrt(a) = vsqrtq_f64(a);
    // Not the instructions of that name: those treat zeros and what is not a number differently.
    max(a, b) = vbslq_f64(vcgtq_f64(a, b), a, b);
    min(a, b) = vbslq_f64(vcltq_f64(a, b), a, b);
    less(a, b) = vreinterpretq_f64_u64(vcltq_f64(a, b));
    at_most(a, b) = vreinterpretq_f64_u64(vcleq_f64(a, b));
    equals(a, b) = vreinterpretq_f64_u64(vceqq_f64(a, b));
    and(a, b) = vreinterpretq_f64_u64(vandq_u64(words(a), words(b)));
    or(a, b) = vreinterpretq_f64_u64(vorrq_u64(words(a), words(b)));
    not(a) = vreinterpretq_f64_u64(veorq_u64(words(a), vdupq_n_u64(u64::MAX)));
    select(mask, yes, no) = vbslq_f64(words(mask), yes, no);
    // The first numbers of both, and the second ones.
    first(a, b) = vzip1q_f64(a, b);
    second(a, b) = vzip2q_f64(a, b);
}

#[inline(always)]
fn words(a: Register) -> uint64x2_t {
    // SAFETY: as in `operations`.
    unsafe { vreinterpretq_u64_f64(a) }
}

#[inline(always)]
pub(super) fn all(x: f64) -> Register {
    // SAFETY: as in `operations`.
    unsafe { vdupq_n_f64(x) }
}

/// All bits of the lanes whose bit is set.
#[inline(always)]
pub(super) fn mask(bits: u32) -> Register {
    let both = [bits & 1, bits >> 1 & 1].map(|bit| 0_u64.wrapping_sub(u64::from(bit)));
    // SAFETY: as in `operations`; two numbers are readable.
    unsafe { vreinterpretq_f64_u64(vld1q_u64(both.as_ptr())) }
}

/// The sign of each lane.
#[inline(always)]
pub(super) fn bits(a: Register) -> u32 {
    // SAFETY: as in `operations`.
    unsafe {
        let signs = vshrq_n_u64::<63>(words(a));
        (vgetq_lane_u64::<0>(signs) | vgetq_lane_u64::<1>(signs) << 1) as u32
    }
}

#[inline(always)]
pub(super) fn moved(a: Register, by: i64) -> Register {
    // SAFETY: as in `operations`.
    unsafe { vreinterpretq_f64_u64(vshlq_u64(words(a), vdupq_n_s64(by))) }
}

#[inline(always)]
pub(super) fn has_bits(a: Register, bits: u64, b: u64) -> Register {
    // SAFETY: as in `operations`.
    unsafe {
        let own = vandq_u64(words(a), vdupq_n_u64(bits));
        vreinterpretq_f64_u64(vceqq_u64(own, vdupq_n_u64(b)))
    }
}
