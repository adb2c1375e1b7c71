//! 256-bit lanes.
//!
//! The trait methods are always inlined into a function that has the features, see
//! `simd::dispatch`, so the intrinsics become single instructions there. What makes them sound is that
//! nobody else can call them: the type is seen in `simd` only, and a task gets it from `dispatch`,
//! which was shown the token that only detection makes.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use super::sse2::{first_lane, opaque};
use super::tokens::Avx2;
use super::ymm::Ymm;
use super::{Lanes, Part, Soa};
use crate::Vec3;

/// Four lanes of an array, from lane `k` on.
#[inline(always)]
fn load4<const N: usize>(c: &[f64; N], k: usize) -> __m256d {
    assert!(k + 4 <= N);
    // SAFETY: four numbers from `k` on are inside the array; whoever has the type has a token of the feature.
    unsafe { _mm256_loadu_pd(c.as_ptr().add(k)) }
}

/// Transposes four vertices into the lanes from `k` on. Twelve numbers
/// `x0 y0 z0 x1 y1 z1 x2 y2 z2 x3 y3 z3` become three registers by permutations, without a scalar
/// store.
#[inline(always)]
fn transpose<const N: usize>(
    four: &[[f64; 3]; 4],
    k: usize,
    o: &Vec3,
    place: &mut MaybeUninit<Soa<N>>,
) {
    assert!(k + 4 <= N);
    let p = four.as_ptr().cast::<f64>();
    // The three arrays of `Soa` follow each other.
    let lanes = place.as_mut_ptr().cast::<f64>();
    // SAFETY: twelve numbers are readable from `p` on, and four can be written from lane `k` on in
    // each array; whoever has the type has a token of the feature.
    unsafe {
        let r0 = _mm256_loadu_pd(p); // x0 y0 z0 x1
        let r1 = _mm256_loadu_pd(p.add(4)); // y1 z1 x2 y2
        let r2 = _mm256_loadu_pd(p.add(8)); // z2 x3 y3 z3
        let t0 = _mm256_permute2f128_pd::<0x30>(r0, r1); // x0 y0 x2 y2
        let t1 = _mm256_permute2f128_pd::<0x21>(r0, r2); // z0 x1 z2 x3
        let t2 = _mm256_permute2f128_pd::<0x30>(r1, r2); // y1 z1 y3 z3
        let x = _mm256_shuffle_pd::<0b1010>(t0, t1);
        let y = _mm256_shuffle_pd::<0b0101>(t0, t2);
        let z = _mm256_shuffle_pd::<0b1010>(t1, t2);
        let (ox, oy, oz) = (_mm256_set1_pd(o.x), _mm256_set1_pd(o.y), _mm256_set1_pd(o.z));
        _mm256_storeu_pd(lanes.add(k), _mm256_sub_pd(x, ox));
        _mm256_storeu_pd(lanes.add(N + k), _mm256_sub_pd(y, oy));
        _mm256_storeu_pd(lanes.add(2 * N + k), _mm256_sub_pd(z, oz));
    }
}

#[inline(always)]
fn sum<const N: usize>(a: &[f64; N], b: &[f64; N], lanes: usize) -> f64 {
    // SAFETY: whoever has the type has a token of the feature.
    unsafe {
        let mut sum = _mm256_sub_pd(load4(a, 0), load4(b, 0));
        for k in (4..lanes).step_by(4) {
            sum = _mm256_add_pd(sum, _mm256_sub_pd(load4(a, k), load4(b, k)));
        }
        let two = _mm_add_pd(_mm256_castpd256_pd128(sum), _mm256_extractf128_pd::<1>(sum));
        _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)))
    }
}

#[cold]
#[inline(never)]
#[target_feature(enable = "avx2,bmi1")]
fn out_of_line_avx2<P: Part>(part: P) -> P::Output {
    part.run()
}

impl Lanes for Avx2 {
    type Quad = Ymm;

    #[inline(always)]
    fn out_of_line<P: Part>(part: P) -> P::Output {
        // SAFETY: whoever has the type has a token of the feature.
        unsafe { out_of_line_avx2(part) }
    }

    #[inline(always)]
    fn fill<'a, const N: usize>(
        points: &[[f64; 3]],
        origin: &Vec3,
        lanes: usize,
        place: &'a mut MaybeUninit<Soa<N>>,
    ) -> &'a mut Soa<N> {
        let () = Soa::<N>::CHECKED;
        let (fours, rest) = points.as_chunks::<4>();
        if N <= 16 && points.len() == N {
            for k in 0..N / 4 {
                transpose(&fours[k], 4 * k, origin, place);
            }
            // SAFETY: all `N` lanes of the three arrays were written.
            return unsafe { place.assume_init_mut() };
        }
        place.write(Soa::ORIGIN);
        for (k, four) in fours.iter().enumerate() {
            transpose(four, 4 * k, origin, place);
        }
        let mut last = [points[0]; 4];
        last[..rest.len()].copy_from_slice(rest);
        if !rest.is_empty() {
            transpose(&last, 4 * fours.len(), origin, place);
        }
        for k in (points.len().next_multiple_of(4)..lanes).step_by(4) {
            transpose(&[points[0]; 4], k, origin, place);
        }
        // SAFETY: written as a whole above.
        unsafe { place.assume_init_mut() }
    }

    #[inline(always)]
    fn max_coordinate<const N: usize>(a: &Soa<N>, b: &Soa<N>, lanes: usize) -> f64 {
        // SAFETY: whoever has the type has a token of the feature.
        unsafe {
            let sign = _mm256_set1_pd(-0.0);
            let mut most = [_mm256_setzero_pd(); 2];
            for k in (0..lanes).step_by(4) {
                for (side, soa) in [a, b].into_iter().enumerate() {
                    for c in [&soa.x, &soa.y, &soa.z] {
                        let size = _mm256_andnot_pd(sign, load4(c, k));
                        most[side] = _mm256_max_pd(most[side], size);
                    }
                }
            }
            let most = _mm256_max_pd(most[0], most[1]);
            let two = _mm_max_pd(_mm256_castpd256_pd128(most), _mm256_extractf128_pd::<1>(most));
            _mm_cvtsd_f64(_mm_max_sd(two, _mm_unpackhi_pd(two, two)))
        }
    }

    #[inline(always)]
    fn apart<const N: usize>(a: &Soa<N>, b: &Soa<N>, lanes: usize) -> Vec3 {
        Vec3::new(sum(&a.x, &b.x, lanes), sum(&a.y, &b.y, lanes), sum(&a.z, &b.z, lanes))
    }

    #[inline(always)]
    fn lowest<const N: usize>(soa: &Soa<N>, lanes: usize, u: &Vec3) -> f64 {
        // SAFETY: whoever has the type has a token of the feature.
        unsafe {
            let u = [_mm256_set1_pd(u.x), _mm256_set1_pd(u.y), _mm256_set1_pd(u.z)];
            let mut least = _mm256_set1_pd(f64::INFINITY);
            for k in 0..lanes / 4 {
                least = _mm256_min_pd(along4(soa, k, &u), least);
            }
            let two = _mm256_extractf128_pd::<1>(least);
            let two = _mm_min_pd(two, _mm256_castpd256_pd128(least));
            _mm_cvtsd_f64(_mm_min_sd(_mm_unpackhi_pd(two, two), two))
        }
    }

    #[inline(always)]
    fn least_vertex<const N: usize>(soa: &Soa<N>, lanes: usize, u: &Vec3) -> (usize, Vec3) {
        if N == 4 {
            return least_of_four(soa, u);
        }
        let index = Self::least(soa, lanes, u);
        (index, soa.get(index))
    }

    /// All products first, then their least, then the first lane that equals it.
    #[inline(always)]
    fn least<const N: usize>(soa: &Soa<N>, lanes: usize, u: &Vec3) -> usize {
        let () = Soa::<N>::CHECKED;
        let soa = if N > 4 { opaque(soa) } else { soa };
        // SAFETY: whoever has the type has a token of the feature.
        unsafe {
            let u = [_mm256_set1_pd(u.x), _mm256_set1_pd(u.y), _mm256_set1_pd(u.z)];
            let mut along = [_mm256_setzero_pd(); super::MAX_POINTS / 4];
            for k in 0..lanes / 4 {
                along[k] = along4(soa, k, &u);
            }
            // Two chains of minima are shorter than one.
            let mut least = [along[0], along[lanes / 4 - 1]];
            for k in 1..lanes / 4 - 1 {
                least[k & 1] = _mm256_min_pd(least[k & 1], along[k]);
            }
            let least = if N == 4 { along[0] } else { _mm256_min_pd(least[0], least[1]) };
            let least = _mm256_min_pd(least, _mm256_permute4x64_pd::<0b01_00_11_10>(least));
            let least = _mm256_min_pd(least, _mm256_permute_pd::<0b0101>(least));
            let mut found = 0u64;
            for k in 0..lanes / 4 {
                let equal = _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_EQ_OQ>(along[k], least));
                found |= (equal as u64) << (4 * k);
            }
            first_lane(found)
        }
    }
}

/// The first of four vertices that is least along `u`, and where it is: by a tournament of the
/// vertices themselves. The way by an index and memory takes longer, and the search waits for it in
/// every step.
#[inline(always)]
fn least_of_four<const N: usize>(soa: &Soa<N>, u: &Vec3) -> (usize, Vec3) {
    // SAFETY: whoever has the type has a token of the feature.
    unsafe {
        let u = [_mm256_set1_pd(u.x), _mm256_set1_pd(u.y), _mm256_set1_pd(u.z)];
        let height = along4(soa, 0, &u);
        let index = _mm256_castsi256_pd(_mm256_set_epi64x(3, 2, 1, 0));
        let all = [load4(&soa.x, 0), load4(&soa.y, 0), load4(&soa.z, 0), index];
        // A lane that counts, 0 or 2, gives way to its neighbour only if that is less.
        let next = _mm256_permute_pd::<0b0101>(height);
        let less = _mm256_cmp_pd::<_CMP_LT_OQ>(next, height);
        let height = _mm256_blendv_pd(height, next, less);
        // And lane 0 to lane 2.
        let after = _mm256_extractf128_pd::<1>(height);
        let last = _mm_cmplt_sd(after, _mm256_castpd256_pd128(height));
        let mut best = [_mm_setzero_pd(); 4];
        for k in 0..4 {
            let two = _mm256_blendv_pd(all[k], _mm256_permute_pd::<0b0101>(all[k]), less);
            let after = _mm256_extractf128_pd::<1>(two);
            best[k] = _mm_blendv_pd(_mm256_castpd256_pd128(two), after, last);
        }
        let index = _mm_cvtsi128_si64(_mm_castpd_si128(best[3]));
        let [x, y, z, _] = best;
        (index as usize, Vec3::new(_mm_cvtsd_f64(x), _mm_cvtsd_f64(y), _mm_cvtsd_f64(z)))
    }
}

/// The heights of the `k`-th four vertices, in the order of operations of the portable lanes.
#[inline(always)]
fn along4<const N: usize>(soa: &Soa<N>, k: usize, u: &[__m256d; 3]) -> __m256d {
    // SAFETY: whoever has the type has a token of the feature.
    unsafe {
        let (x, y, z) = (load4(&soa.x, 4 * k), load4(&soa.y, 4 * k), load4(&soa.z, 4 * k));
        let xy = _mm256_add_pd(_mm256_mul_pd(x, u[0]), _mm256_mul_pd(y, u[1]));
        _mm256_add_pd(xy, _mm256_mul_pd(z, u[2]))
    }
}
