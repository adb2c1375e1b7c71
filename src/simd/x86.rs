//! AVX2 and AVX-512 lanes.
//!
//! The trait methods are always inlined into a function that has the features, see
//! [`packed`](crate::gjk), so the intrinsics become single instructions there.

use std::arch::x86_64::*;

use super::{Lanes, Soa};
use crate::Vec3;

/// 256-bit lanes. May only be used where AVX2 was found.
pub(crate) struct Avx2;

/// 512-bit lanes for eight vertices and more. May only be used where AVX-512 F and VL were found.
pub(crate) struct Avx512;

impl Lanes for Avx2 {
    #[inline(always)]
    fn fill<const N: usize>(points: &[[f64; 3]], origin: &Vec3, soa: &mut Soa<N>) {
        // SAFETY: the caller runs on a machine with AVX2.
        unsafe { fill(points, origin, soa) }
    }

    #[inline(always)]
    fn reach<const N: usize>(soa: &Soa<N>) -> f64 {
        // SAFETY: as above.
        unsafe { reach(soa) }
    }

    #[inline(always)]
    fn sum<const N: usize>(soa: &Soa<N>) -> Vec3 {
        let lanes = soa.lanes();
        // SAFETY: as above.
        unsafe { Vec3::new(sum(&soa.x, lanes), sum(&soa.y, lanes), sum(&soa.z, lanes)) }
    }

    #[inline(always)]
    fn least<const N: usize>(soa: &Soa<N>, u: &Vec3) -> usize {
        // SAFETY: as above.
        unsafe { least4(soa, u) }
    }
}

impl Lanes for Avx512 {
    #[inline(always)]
    fn fill<const N: usize>(points: &[[f64; 3]], origin: &Vec3, soa: &mut Soa<N>) {
        Avx2::fill(points, origin, soa);
    }

    #[inline(always)]
    fn reach<const N: usize>(soa: &Soa<N>) -> f64 {
        Avx2::reach(soa)
    }

    #[inline(always)]
    fn sum<const N: usize>(soa: &Soa<N>) -> Vec3 {
        Avx2::sum(soa)
    }

    #[inline(always)]
    fn least<const N: usize>(soa: &Soa<N>, u: &Vec3) -> usize {
        if N < 8 {
            return Avx2::least(soa, u);
        }
        // SAFETY: the caller runs on a machine with AVX-512 F.
        unsafe { least8(soa, u) }
    }
}

/// Transposes four vertices at a time. Twelve numbers `x0 y0 z0 x1 y1 z1 x2 y2 z2 x3 y3 z3`
/// become three registers by lane permutations and shuffles, without a scalar store.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn fill<const N: usize>(points: &[[f64; 3]], origin: &Vec3, soa: &mut Soa<N>) {
    let lanes = soa.lanes();
    let (ox, oy, oz) =
        (_mm256_set1_pd(origin.x), _mm256_set1_pd(origin.y), _mm256_set1_pd(origin.z));
    for k in (0..lanes).step_by(4) {
        let mut four = [points[0]; 4];
        let group: &[[f64; 3]] = match points.get(k..k + 4) {
            Some(group) => group,
            None => {
                for (slot, p) in four.iter_mut().zip(points.get(k..).unwrap_or(&[])) {
                    *slot = *p;
                }
                &four
            }
        };
        let p = group.as_ptr().cast::<f64>();
        // SAFETY: `group` has four vertices, so twelve numbers from `p` on are readable.
        let (r0, r1, r2) =
            unsafe { (_mm256_loadu_pd(p), _mm256_loadu_pd(p.add(4)), _mm256_loadu_pd(p.add(8))) };
        // r0 = x0 y0 z0 x1, r1 = y1 z1 x2 y2, r2 = z2 x3 y3 z3
        let t0 = _mm256_permute2f128_pd::<0x30>(r0, r1); // x0 y0 x2 y2
        let t1 = _mm256_permute2f128_pd::<0x21>(r0, r2); // z0 x1 z2 x3
        let t2 = _mm256_permute2f128_pd::<0x30>(r1, r2); // y1 z1 y3 z3
        let x = _mm256_shuffle_pd::<0b1010>(t0, t1); // x0 x1 x2 x3
        let y = _mm256_shuffle_pd::<0b0101>(t0, t2); // y0 y1 y2 y3
        let z = _mm256_shuffle_pd::<0b1010>(t1, t2); // z0 z1 z2 z3
        // SAFETY: `k + 4 <= lanes <= N`.
        unsafe {
            _mm256_storeu_pd(soa.x.as_mut_ptr().add(k), _mm256_sub_pd(x, ox));
            _mm256_storeu_pd(soa.y.as_mut_ptr().add(k), _mm256_sub_pd(y, oy));
            _mm256_storeu_pd(soa.z.as_mut_ptr().add(k), _mm256_sub_pd(z, oz));
        }
    }
}

/// Four lanes of an array, from lane `k` on.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn load4<const N: usize>(c: &[f64; N], k: usize) -> __m256d {
    debug_assert!(k + 4 <= N);
    // SAFETY: the caller keeps `k + 4 <= N`.
    unsafe { _mm256_loadu_pd(c.as_ptr().add(k)) }
}

#[inline]
#[target_feature(enable = "avx2")]
unsafe fn reach<const N: usize>(soa: &Soa<N>) -> f64 {
    let sign = _mm256_set1_pd(-0.0);
    let mut most = _mm256_setzero_pd();
    for k in (0..soa.lanes()).step_by(4) {
        for c in [&soa.x, &soa.y, &soa.z] {
            // SAFETY: `k + 4 <= lanes <= N`.
            most = _mm256_max_pd(most, _mm256_andnot_pd(sign, unsafe { load4(c, k) }));
        }
    }
    let two = _mm_max_pd(_mm256_castpd256_pd128(most), _mm256_extractf128_pd::<1>(most));
    _mm_cvtsd_f64(_mm_max_sd(two, _mm_unpackhi_pd(two, two)))
}

#[inline]
#[target_feature(enable = "avx2")]
unsafe fn sum<const N: usize>(c: &[f64; N], lanes: usize) -> f64 {
    // SAFETY: `k + 4 <= lanes <= N` here and below.
    let mut sum = unsafe { load4(c, 0) };
    for k in (4..lanes).step_by(4) {
        sum = _mm256_add_pd(sum, unsafe { load4(c, k) });
    }
    let two = _mm_add_pd(_mm256_castpd256_pd128(sum), _mm256_extractf128_pd::<1>(sum));
    _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)))
}

/// `x ux + y uy + z uz` of four vertices, in the order of the portable lanes.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn along4<const N: usize>(soa: &Soa<N>, k: usize, u: &[__m256d; 3]) -> __m256d {
    // SAFETY: the caller keeps `k + 4 <= N`.
    let (x, y, z) = unsafe { (load4(&soa.x, k), load4(&soa.y, k), load4(&soa.z, k)) };
    let xy = _mm256_add_pd(_mm256_mul_pd(x, u[0]), _mm256_mul_pd(y, u[1]));
    _mm256_add_pd(xy, _mm256_mul_pd(z, u[2]))
}

/// All products first, then their least, then the first lane that equals it.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn least4<const N: usize>(soa: &Soa<N>, u: &Vec3) -> usize {
    let u = [_mm256_set1_pd(u.x), _mm256_set1_pd(u.y), _mm256_set1_pd(u.z)];
    let mut along = [_mm256_setzero_pd(); super::MOST / 4];
    // SAFETY: lanes up to `lanes() <= N` are read, here and below.
    along[0] = unsafe { along4(soa, 0, &u) };
    let mut least = along[0];
    for k in 1..soa.lanes() / 4 {
        along[k] = unsafe { along4(soa, 4 * k, &u) };
        least = _mm256_min_pd(least, along[k]);
    }
    let least = _mm256_min_pd(least, _mm256_permute4x64_pd::<0b01_00_11_10>(least));
    let least = _mm256_min_pd(least, _mm256_permute_pd::<0b0101>(least));
    let mut found = 0u64;
    for k in 0..soa.lanes() / 4 {
        let equal = _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_EQ_OQ>(along[k], least));
        found |= (equal as u64) << (4 * k);
    }
    first_lane(found)
}

#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn least8<const N: usize>(soa: &Soa<N>, u: &Vec3) -> usize {
    let u = [_mm512_set1_pd(u.x), _mm512_set1_pd(u.y), _mm512_set1_pd(u.z)];
    let mut along = [_mm512_setzero_pd(); super::MOST / 8];
    let mut least = _mm512_set1_pd(f64::INFINITY);
    for k in 0..soa.lanes() / 8 {
        // SAFETY: `8 k + 8 <= lanes <= N`.
        let load = |c: &[f64; N]| unsafe { _mm512_loadu_pd(c.as_ptr().add(8 * k)) };
        let (x, y, z) = (load(&soa.x), load(&soa.y), load(&soa.z));
        let xy = _mm512_add_pd(_mm512_mul_pd(x, u[0]), _mm512_mul_pd(y, u[1]));
        along[k] = _mm512_add_pd(xy, _mm512_mul_pd(z, u[2]));
        least = _mm512_min_pd(least, along[k]);
    }
    let least = _mm512_set1_pd(_mm512_reduce_min_pd(least));
    let mut found = 0u64;
    for k in 0..soa.lanes() / 8 {
        let equal = _mm512_cmp_pd_mask::<_CMP_EQ_OQ>(along[k], least);
        found |= u64::from(equal) << (8 * k);
    }
    first_lane(found)
}

/// The first lane found; the first of all where none is (a direction that is not a number).
#[inline(always)]
fn first_lane(found: u64) -> usize {
    if found == 0 { 0 } else { found.trailing_zeros() as usize }
}
