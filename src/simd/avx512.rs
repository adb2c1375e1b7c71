//! 512-bit lanes for eight vertices and more, sound as those of 256 bits are.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use super::sse2::{first_lane, opaque};
use super::tokens::{Avx2, Avx512};
use super::ymm::Ymm;
use super::{Lanes, Part, Soa};
use crate::Vec3;

/// Eight lanes of an array, from lane `k` on.
#[inline(always)]
fn load8<const N: usize>(c: &[f64; N], k: usize) -> __m512d {
    assert!(k + 8 <= N);
    // SAFETY: eight numbers from `k` on are inside the array; whoever has the type has a token of the feature.
    unsafe { _mm512_loadu_pd(c.as_ptr().add(k)) }
}

#[cold]
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,avx512f,avx512vl")]
fn out_of_line_avx512<P: Part>(part: P) -> P::Output {
    part.run()
}

impl Lanes for Avx512 {
    type Quad = Ymm;

    #[inline(always)]
    fn out_of_line<P: Part>(part: P) -> P::Output {
        // SAFETY: whoever has the type has a token of the feature.
        unsafe { out_of_line_avx512(part) }
    }

    #[inline(always)]
    fn fill<'a, const N: usize>(
        points: &[[f64; 3]],
        origin: &Vec3,
        lanes: usize,
        place: &'a mut MaybeUninit<Soa<N>>,
    ) -> &'a mut Soa<N> {
        let () = Soa::<N>::CHECKED;
        Avx2::fill(points, origin, lanes, place)
    }

    #[inline(always)]
    fn max_coordinate<const N: usize>(a: &Soa<N>, b: &Soa<N>, lanes: usize) -> f64 {
        Avx2::max_coordinate(a, b, lanes)
    }

    #[inline(always)]
    fn apart<const N: usize>(a: &Soa<N>, b: &Soa<N>, lanes: usize) -> Vec3 {
        Avx2::apart(a, b, lanes)
    }

    #[inline(always)]
    fn lowest<const N: usize>(soa: &Soa<N>, lanes: usize, u: &Vec3) -> f64 {
        Avx2::lowest(soa, lanes, u)
    }

    #[inline(always)]
    fn least<const N: usize>(soa: &Soa<N>, lanes: usize, u: &Vec3) -> usize {
        let () = Soa::<N>::CHECKED;
        if N < 8 {
            return Avx2::least(soa, lanes, u);
        }
        let soa = opaque(soa);
        // SAFETY: whoever has the type has a token of the feature.
        unsafe {
            let u = [_mm512_set1_pd(u.x), _mm512_set1_pd(u.y), _mm512_set1_pd(u.z)];
            let mut along = [_mm512_setzero_pd(); super::MAX_POINTS / 8];
            let mut least = _mm512_set1_pd(f64::INFINITY);
            for k in 0..lanes / 8 {
                let (x, y, z) = (load8(&soa.x, 8 * k), load8(&soa.y, 8 * k), load8(&soa.z, 8 * k));
                let xy = _mm512_add_pd(_mm512_mul_pd(x, u[0]), _mm512_mul_pd(y, u[1]));
                along[k] = _mm512_add_pd(xy, _mm512_mul_pd(z, u[2]));
                least = _mm512_min_pd(least, along[k]);
            }
            let least = _mm512_set1_pd(_mm512_reduce_min_pd(least));
            let mut found = 0u64;
            for k in 0..lanes / 8 {
                let equal = _mm512_cmp_pd_mask::<_CMP_EQ_OQ>(along[k], least);
                found |= u64::from(equal) << (8 * k);
            }
            first_lane(found)
        }
    }
}
