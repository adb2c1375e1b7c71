//! Lanes of 256 bits.
//!
//! Sound as [`avx2`](super::avx2) is: the type is private to `simd`, and a task gets it for a token.

use std::arch::x86_64::*;
use std::ops::{BitAnd, BitOr, Not};

use super::zmm::{align_stack, corners};
use super::{Nodes, Numbers, Part, Quad, Quad3, Records, Several, Wide};

/// Four numbers in a 256-bit register.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ymm(__m256d);

macro_rules! operator {
    ($trait:ident, $method:ident, $intrinsic:ident) => {
        impl std::ops::$trait for Ymm {
            type Output = Self;
            #[inline(always)]
            fn $method(self, b: Self) -> Self {
                // SAFETY: whoever has the type has a token of the feature.
                Self(unsafe { $intrinsic(self.0, b.0) })
            }
        }
    };
}

operator!(Add, add, _mm256_add_pd);
operator!(Sub, sub, _mm256_sub_pd);
operator!(Mul, mul, _mm256_mul_pd);
operator!(Div, div, _mm256_div_pd);

impl std::ops::Neg for Ymm {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        // SAFETY: whoever has the type has a token of the feature.
        Self(unsafe { _mm256_xor_pd(self.0, _mm256_set1_pd(-0.0)) })
    }
}

impl Numbers for Ymm {}

impl Quad for Ymm {
    #[inline(always)]
    fn of(numbers: [f64; 4]) -> Self {
        // SAFETY: a register is its four numbers. No intrinsic: rare functions without the feature
        // do this too.
        Self(unsafe { std::mem::transmute::<[f64; 4], __m256d>(numbers) })
    }

    #[inline(always)]
    fn numbers(self) -> [f64; 4] {
        // SAFETY: as in `of`.
        unsafe { std::mem::transmute::<__m256d, [f64; 4]>(self.0) }
    }

    #[inline(always)]
    fn all(x: f64) -> Self {
        // SAFETY: whoever has the type has a token of the feature.
        Self(unsafe { _mm256_set1_pd(x) })
    }

    #[inline(always)]
    fn min(self, b: Self) -> Self {
        // SAFETY: whoever has the type has a token of the feature.
        Self(unsafe { _mm256_min_pd(self.0, b.0) })
    }

    #[inline(always)]
    fn max(self, b: Self) -> Self {
        // SAFETY: whoever has the type has a token of the feature.
        Self(unsafe { _mm256_max_pd(self.0, b.0) })
    }

    #[inline(always)]
    fn within(self, limit: Self, yes: Self, no: Self) -> Self {
        // SAFETY: whoever has the type has a token of the feature.
        unsafe {
            let within = _mm256_cmp_pd::<_CMP_LE_OQ>(self.0, limit.0);
            Self(_mm256_blendv_pd(no.0, yes.0, within))
        }
    }

    #[inline(always)]
    fn bits_within(self, limit: Self) -> u64 {
        // SAFETY: whoever has the type has a token of the feature.
        let bits = unsafe { _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_LE_OQ>(self.0, limit.0)) };
        bits as u64
    }

    #[inline(always)]
    fn inverse_root(self) -> Self {
        // SAFETY: whoever has the type has a token of the feature.
        Self(unsafe { _mm256_div_pd(_mm256_set1_pd(1.0), _mm256_sqrt_pd(self.0)) })
    }

    #[inline(always)]
    fn below(self, limit: Self, yes: Self, no: Self) -> Self {
        // SAFETY: whoever has the type has a token of the feature.
        unsafe {
            let below = _mm256_cmp_pd::<_CMP_LT_OQ>(self.0, limit.0);
            Self(_mm256_blendv_pd(no.0, yes.0, below))
        }
    }
}

/// The first, second, third and fourth numbers at these places.
///
/// # Safety
/// Four numbers must be readable at each place; whoever has the type has a token of the feature.
#[inline(always)]
unsafe fn columns(p: [*const f64; 4]) -> [Ymm; 4] {
    // SAFETY: the caller's promise.
    unsafe {
        let (r0, r1) = (_mm256_loadu_pd(p[0]), _mm256_loadu_pd(p[1]));
        let (r2, r3) = (_mm256_loadu_pd(p[2]), _mm256_loadu_pd(p[3]));
        let (xz01, y01) = (_mm256_unpacklo_pd(r0, r1), _mm256_unpackhi_pd(r0, r1));
        let (xz23, y23) = (_mm256_unpacklo_pd(r2, r3), _mm256_unpackhi_pd(r2, r3));
        [
            Ymm(_mm256_permute2f128_pd::<0x20>(xz01, xz23)),
            Ymm(_mm256_permute2f128_pd::<0x20>(y01, y23)),
            Ymm(_mm256_permute2f128_pd::<0x31>(xz01, xz23)),
            Ymm(_mm256_permute2f128_pd::<0x31>(y01, y23)),
        ]
    }
}

/// Points whose first three numbers are at these places, by coordinates.
///
/// # Safety
/// As for [`columns`].
#[inline(always)]
unsafe fn transpose4(p: [*const f64; 4]) -> Quad3<Ymm> {
    // SAFETY: the caller's promise.
    let [x, y, z, _] = unsafe { columns(p) };
    Quad3 { x, y, z }
}

/// Places that are this far behind each other.
///
/// # Safety
/// They must be in one array.
#[inline(always)]
unsafe fn rows(p: *const f64, stride: usize) -> [*const f64; 4] {
    // SAFETY: the caller's promise.
    unsafe { [p, p.add(stride), p.add(2 * stride), p.add(3 * stride)] }
}

#[inline(never)]
#[target_feature(enable = "avx2,bmi1")]
fn apart4<P: Part>(part: P) -> P::Output {
    align_stack();
    part.run()
}

/// Yes or no in each of four lanes, as all bits or none.
#[derive(Debug, Clone, Copy)]
pub(crate) struct YmmMask(__m256d);

macro_rules! mask_operator {
    ($trait:ident, $method:ident, $intrinsic:ident) => {
        impl $trait for YmmMask {
            type Output = Self;
            #[inline(always)]
            fn $method(self, b: Self) -> Self {
                // SAFETY: whoever has the type has a token of the feature.
                Self(unsafe { $intrinsic(self.0, b.0) })
            }
        }
    };
}

mask_operator!(BitAnd, bitand, _mm256_and_pd);
mask_operator!(BitOr, bitor, _mm256_or_pd);

impl Not for YmmMask {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        // SAFETY: whoever has the type has a token of the feature.
        unsafe { Self(_mm256_xor_pd(self.0, _mm256_castsi256_pd(_mm256_set1_epi64x(-1)))) }
    }
}

impl Several for Ymm {
    type Mask = YmmMask;

    const LANES: usize = 4;

    #[inline(always)]
    fn all(x: f64) -> Self {
        // SAFETY: whoever has the type has a token of the feature.
        Self(unsafe { _mm256_set1_pd(x) })
    }

    #[inline(always)]
    fn load(numbers: &[f64]) -> Self {
        let numbers = &numbers[..Self::LANES];
        // SAFETY: as many numbers as there are lanes; whoever has the type has a token of the feature.
        Self(unsafe { _mm256_loadu_pd(numbers.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, numbers: &mut [f64]) {
        let numbers = &mut numbers[..Self::LANES];
        // SAFETY: as many numbers as there are lanes; whoever has the type has a token of the feature.
        unsafe { _mm256_storeu_pd(numbers.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        // SAFETY: whoever has the type has a token of the feature.
        Self(unsafe { _mm256_sqrt_pd(self.0) })
    }

    #[inline(always)]
    fn max(self, b: Self) -> Self {
        // SAFETY: whoever has the type has a token of the feature.
        Self(unsafe { _mm256_max_pd(self.0, b.0) })
    }

    #[inline(always)]
    fn min(self, b: Self) -> Self {
        // SAFETY: whoever has the type has a token of the feature.
        Self(unsafe { _mm256_min_pd(self.0, b.0) })
    }

    #[inline(always)]
    fn less(self, b: Self) -> YmmMask {
        // SAFETY: whoever has the type has a token of the feature.
        YmmMask(unsafe { _mm256_cmp_pd::<_CMP_LT_OQ>(self.0, b.0) })
    }

    #[inline(always)]
    fn at_most(self, b: Self) -> YmmMask {
        // SAFETY: whoever has the type has a token of the feature.
        YmmMask(unsafe { _mm256_cmp_pd::<_CMP_LE_OQ>(self.0, b.0) })
    }

    #[inline(always)]
    fn equals(self, b: Self) -> YmmMask {
        // SAFETY: whoever has the type has a token of the feature.
        YmmMask(unsafe { _mm256_cmp_pd::<_CMP_EQ_OQ>(self.0, b.0) })
    }

    #[inline(always)]
    fn select(mask: YmmMask, yes: Self, no: Self) -> Self {
        // SAFETY: whoever has the type has a token of the feature.
        Self(unsafe { _mm256_blendv_pd(no.0, yes.0, mask.0) })
    }

    #[inline(always)]
    fn mask(bits: u32) -> YmmMask {
        // SAFETY: whoever has the type has a token of the feature.
        unsafe {
            let each = _mm256_setr_epi64x(1, 2, 4, 8);
            let set = _mm256_and_si256(_mm256_set1_epi64x(i64::from(bits)), each);
            YmmMask(_mm256_castsi256_pd(_mm256_cmpeq_epi64(set, each)))
        }
    }

    #[inline(always)]
    fn bits(mask: YmmMask) -> u32 {
        // SAFETY: whoever has the type has a token of the feature.
        unsafe { _mm256_movemask_pd(mask.0) as u32 }
    }

    #[inline(always)]
    fn columns<const N: usize>(rows: &[&[f64; N]], at: usize) -> [Self; 4] {
        let rows = &rows[..Self::LANES];
        let places = [
            rows[0][at..at + 4].as_ptr(),
            rows[1][at..at + 4].as_ptr(),
            rows[2][at..at + 4].as_ptr(),
            rows[3][at..at + 4].as_ptr(),
        ];
        // SAFETY: four numbers at each place, as the slices say; whoever has the type has a token of the feature.
        unsafe { columns(places) }
    }

    #[inline(always)]
    fn apart<P: Part>(part: P) -> P::Output {
        // SAFETY: whoever has the type has a token of the feature.
        unsafe { apart4(part) }
    }
}

impl Wide for Ymm {
    #[inline(always)]
    fn records(numbers: &[Self; 8], records: &mut Records) {
        for half in 0..2 {
            let n = &numbers[4 * half..];
            // SAFETY: four numbers are writable from the half of a record on; for the feature see
            // above.
            unsafe {
                let (a, c) =
                    (_mm256_unpacklo_pd(n[0].0, n[1].0), _mm256_unpackhi_pd(n[0].0, n[1].0));
                let (b, d) =
                    (_mm256_unpacklo_pd(n[2].0, n[3].0), _mm256_unpackhi_pd(n[2].0, n[3].0));
                let lanes = [
                    _mm256_permute2f128_pd::<0x20>(a, b),
                    _mm256_permute2f128_pd::<0x20>(c, d),
                    _mm256_permute2f128_pd::<0x31>(a, b),
                    _mm256_permute2f128_pd::<0x31>(c, d),
                ];
                for lane in 0..4 {
                    _mm256_storeu_pd(records.0[lane].as_mut_ptr().add(4 * half), lanes[lane]);
                }
            }
        }
    }

    #[inline(always)]
    fn moved(self, by: i64) -> Self {
        // SAFETY: whoever has the type has a token of the feature.
        unsafe {
            let by = _mm_cvtsi64_si128(by);
            Self(_mm256_castsi256_pd(_mm256_sll_epi64(_mm256_castpd_si256(self.0), by)))
        }
    }

    #[inline(always)]
    fn strided(numbers: &[f64], stride: usize) -> Quad3<Self> {
        assert!(stride < numbers.len() && numbers.len() >= 3 * stride + 4);
        let p = numbers.as_ptr();
        // SAFETY: four numbers from the third multiple of the stride on are inside the slice; for
        // the feature see above.
        unsafe { transpose4(rows(p, stride)) }
    }

    #[inline(always)]
    fn tetrahedra(numbers: &[f64]) -> [Quad3<Self>; 4] {
        assert!(numbers.len() >= 4 * 12);
        let p = numbers.as_ptr();
        // SAFETY: twelve numbers for each lane are inside the slice; whoever has the type has a token of the feature.
        unsafe {
            let (q, r) = (p.add(4), p.add(8));
            corners(columns(rows(p, 12)), columns(rows(q, 12)), columns(rows(r, 12)))
        }
    }

    #[inline(always)]
    fn node(nodes: &Nodes, k: usize) -> Quad3<Self> {
        assert!(nodes.have(Self::LANES, k));
        // SAFETY: there are sets for all lanes, with more than `k` nodes each; for the feature see
        // above.
        unsafe { transpose4([nodes.at(0, k), nodes.at(1, k), nodes.at(2, k), nodes.at(3, k)]) }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: whoever has the type has a token of the feature.
        Self(unsafe { _mm256_andnot_pd(_mm256_set1_pd(-0.0), self.0) })
    }

    #[inline(always)]
    fn join(self, b: Self) -> Self {
        // SAFETY: whoever has the type has a token of the feature.
        Self(unsafe { _mm256_or_pd(self.0, b.0) })
    }

    #[inline(always)]
    fn has_bits(self, bits: u64, b: u64) -> YmmMask {
        // SAFETY: whoever has the type has a token of the feature.
        unsafe {
            let bits = _mm256_set1_epi64x(bits as i64);
            let own = _mm256_and_si256(_mm256_castpd_si256(self.0), bits);
            let equal = _mm256_cmpeq_epi64(own, _mm256_set1_epi64x(b as i64));
            YmmMask(_mm256_castsi256_pd(equal))
        }
    }
}
