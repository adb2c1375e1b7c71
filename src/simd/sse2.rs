//! 128-bit lanes, which every x86-64 machine has, and what all lanes of x86 share.

#[cfg(not(miri))]
use std::arch::asm;
use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use super::{Four, Lanes, Portable, Soa};
use crate::Vec3;

/// 128-bit lanes.
pub(crate) struct Sse2;

/// The same reference, of which the compiler knows nothing more: loads through it stay where they
/// are used. Otherwise they leave the search's loop, only to be spilled onto the stack.
#[cfg(not(miri))]
#[inline(always)]
pub(super) fn opaque<T>(reference: &T) -> &T {
    let mut pointer = std::ptr::from_ref(reference);
    // SAFETY: the empty template changes neither memory nor the register, so the pointer stays the
    // valid reference that it came from.
    #[expect(
        clippy::pointers_in_nomem_asm_block,
        reason = "the pointer is passed through, not used"
    )]
    unsafe {
        asm!("/* {0} */", inout(reg) pointer, options(nomem, nostack, preserves_flags));
        &*pointer
    }
}

/// Miri interprets no assembly.
#[cfg(miri)]
pub(super) fn opaque<T>(reference: &T) -> &T {
    reference
}

/// The first lane found; the first of all where none is (a direction that is not a number).
#[inline(always)]
pub(super) fn first_lane(found: u64) -> usize {
    (found.trailing_zeros() & 63) as usize
}

/// Transposes two vertices into the lanes from `k` on, without a scalar store.
#[inline(always)]
fn transpose2<const N: usize>(
    two: &[[f64; 3]; 2],
    k: usize,
    o: &Vec3,
    place: &mut MaybeUninit<Soa<N>>,
) {
    assert!(k + 2 <= N);
    let p = two.as_ptr().cast::<f64>();
    let lanes = place.as_mut_ptr().cast::<f64>();
    // SAFETY: six numbers are readable from `p` on, and two can be written from lane `k` on in
    // each array; every x86-64 machine has SSE2.
    unsafe {
        let (r0, r1, r2) = (_mm_loadu_pd(p), _mm_loadu_pd(p.add(2)), _mm_loadu_pd(p.add(4)));
        let x = _mm_shuffle_pd::<0b10>(r0, r1);
        let y = _mm_shuffle_pd::<0b01>(r0, r2);
        let z = _mm_shuffle_pd::<0b10>(r1, r2);
        _mm_storeu_pd(lanes.add(k), _mm_sub_pd(x, _mm_set1_pd(o.x)));
        _mm_storeu_pd(lanes.add(N + k), _mm_sub_pd(y, _mm_set1_pd(o.y)));
        _mm_storeu_pd(lanes.add(2 * N + k), _mm_sub_pd(z, _mm_set1_pd(o.z)));
    }
}

impl Lanes for Sse2 {
    type Quad = Four;

    #[inline(always)]
    fn fill<'a, const N: usize>(
        points: &[[f64; 3]],
        origin: &Vec3,
        lanes: usize,
        place: &'a mut MaybeUninit<Soa<N>>,
    ) -> &'a mut Soa<N> {
        let () = Soa::<N>::CHECKED;
        if N > 16 || points.len() != N {
            return Portable::fill(points, origin, lanes, place);
        }
        let (twos, _) = points.as_chunks::<2>();
        for k in 0..N / 2 {
            transpose2(&twos[k], 2 * k, origin, place);
        }
        // SAFETY: all `N` lanes of the three arrays were written.
        unsafe { place.assume_init_mut() }
    }

    #[inline(always)]
    fn least<const N: usize>(soa: &Soa<N>, lanes: usize, u: &Vec3) -> usize {
        let () = Soa::<N>::CHECKED;
        assert!(lanes <= N);
        let soa = if N > 4 { opaque(soa) } else { soa };
        // SAFETY: every x86-64 machine has SSE2, and lanes up to `lanes <= N` are read.
        unsafe {
            let u = [_mm_set1_pd(u.x), _mm_set1_pd(u.y), _mm_set1_pd(u.z)];
            let mut along = [_mm_setzero_pd(); super::MAX_POINTS / 2];
            for k in 0..lanes / 2 {
                let load = |c: &[f64; N]| _mm_loadu_pd(c.as_ptr().add(2 * k));
                let xy = _mm_add_pd(_mm_mul_pd(load(&soa.x), u[0]), _mm_mul_pd(load(&soa.y), u[1]));
                along[k] = _mm_add_pd(xy, _mm_mul_pd(load(&soa.z), u[2]));
            }
            let mut least = [along[0], along[1]];
            for k in 2..lanes / 2 {
                least[k & 1] = _mm_min_pd(least[k & 1], along[k]);
            }
            let least = _mm_min_pd(least[0], least[1]);
            let least = _mm_min_pd(least, _mm_shuffle_pd::<0b01>(least, least));
            let mut found = 0u64;
            for k in 0..lanes / 2 {
                let equal = _mm_movemask_pd(_mm_cmpeq_pd(along[k], least));
                found |= (equal as u64) << (2 * k);
            }
            first_lane(found)
        }
    }
}
