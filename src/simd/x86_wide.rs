//! Lanes of 256 and 512 bits.
//!
//! As in [`x86`](super::x86), everything is inlined into a function that has the features
//! ([`dispatch_wide`](super::dispatch_wide)), and only there may it be used: this is what makes the intrinsics
//! sound.

use std::arch::x86_64::*;
use std::ops::{BitAnd, BitOr, Not};

use super::x86::Ymm;
use super::{MOST_WIDE, Numbers, Quad3, Row, Wide};

/// Eight numbers in a 512-bit register. May only be used where AVX-512 F and VL were found.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Zmm(__m512d);

macro_rules! operator {
    ($trait:ident, $method:ident, $intrinsic:ident) => {
        impl std::ops::$trait for Zmm {
            type Output = Self;
            #[inline(always)]
            fn $method(self, b: Self) -> Self {
                // SAFETY: for the feature see above.
                Self(unsafe { $intrinsic(self.0, b.0) })
            }
        }
    };
}

operator!(Add, add, _mm512_add_pd);
operator!(Sub, sub, _mm512_sub_pd);
operator!(Mul, mul, _mm512_mul_pd);
operator!(Div, div, _mm512_div_pd);

impl std::ops::Neg for Zmm {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        // SAFETY: for the feature see above.
        unsafe {
            let sign = _mm512_castpd_si512(_mm512_set1_pd(-0.0));
            Self(_mm512_castsi512_pd(_mm512_xor_si512(_mm512_castpd_si512(self.0), sign)))
        }
    }
}

impl Numbers for Zmm {}

/// The three numbers of a point and a zero.
#[inline(always)]
fn point(p: &[f64; 3]) -> __m256d {
    // SAFETY: three numbers are read; for the feature see above.
    unsafe { _mm256_maskload_pd(p.as_ptr(), _mm256_setr_epi64x(-1, -1, -1, 0)) }
}

impl Wide for Zmm {
    type Mask = u8;

    const LANES: usize = 8;

    #[inline(always)]
    fn all(x: f64) -> Self {
        // SAFETY: for the feature see above.
        Self(unsafe { _mm512_set1_pd(x) })
    }

    #[inline(always)]
    fn load(row: &Row) -> Self {
        // SAFETY: eight numbers are readable; for the feature see above.
        Self(unsafe { _mm512_loadu_pd(row.0.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, row: &mut Row) {
        // SAFETY: eight numbers are writable; for the feature see above.
        unsafe { _mm512_storeu_pd(row.0.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn points(p: &[&[f64; 3]; MOST_WIDE]) -> Quad3<Self> {
        // SAFETY: for the feature see above.
        unsafe {
            // Lanes 0 and 4, 1 and 5, 2 and 6, 3 and 7.
            let r0 = _mm512_insertf64x4::<1>(_mm512_castpd256_pd512(point(p[0])), point(p[4]));
            let r1 = _mm512_insertf64x4::<1>(_mm512_castpd256_pd512(point(p[1])), point(p[5]));
            let r2 = _mm512_insertf64x4::<1>(_mm512_castpd256_pd512(point(p[2])), point(p[6]));
            let r3 = _mm512_insertf64x4::<1>(_mm512_castpd256_pd512(point(p[3])), point(p[7]));
            let (xz01, y01) = (_mm512_unpacklo_pd(r0, r1), _mm512_unpackhi_pd(r0, r1));
            let (xz23, y23) = (_mm512_unpacklo_pd(r2, r3), _mm512_unpackhi_pd(r2, r3));
            let low = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
            let high = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
            Quad3 {
                x: Self(_mm512_permutex2var_pd(xz01, low, xz23)),
                y: Self(_mm512_permutex2var_pd(y01, low, y23)),
                z: Self(_mm512_permutex2var_pd(xz01, high, xz23)),
            }
        }
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        // SAFETY: for the feature see above.
        Self(unsafe { _mm512_sqrt_pd(self.0) })
    }

    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: for the feature see above.
        Self(unsafe { _mm512_abs_pd(self.0) })
    }

    #[inline(always)]
    fn max(self, b: Self) -> Self {
        // SAFETY: for the feature see above.
        Self(unsafe { _mm512_max_pd(self.0, b.0) })
    }

    #[inline(always)]
    fn min(self, b: Self) -> Self {
        // SAFETY: for the feature see above.
        Self(unsafe { _mm512_min_pd(self.0, b.0) })
    }

    #[inline(always)]
    fn join(self, b: Self) -> Self {
        // SAFETY: for the feature see above.
        unsafe {
            let (a, b) = (_mm512_castpd_si512(self.0), _mm512_castpd_si512(b.0));
            Self(_mm512_castsi512_pd(_mm512_or_si512(a, b)))
        }
    }

    #[inline(always)]
    fn less(self, b: Self) -> u8 {
        // SAFETY: for the feature see above.
        unsafe { _mm512_cmp_pd_mask::<_CMP_LT_OQ>(self.0, b.0) }
    }

    #[inline(always)]
    fn at_most(self, b: Self) -> u8 {
        // SAFETY: for the feature see above.
        unsafe { _mm512_cmp_pd_mask::<_CMP_LE_OQ>(self.0, b.0) }
    }

    #[inline(always)]
    fn equals(self, b: Self) -> u8 {
        // SAFETY: for the feature see above.
        unsafe { _mm512_cmp_pd_mask::<_CMP_EQ_OQ>(self.0, b.0) }
    }

    #[inline(always)]
    fn has_bits(self, bits: u64, b: u64) -> u8 {
        // SAFETY: for the feature see above.
        unsafe {
            let own = _mm512_and_si512(_mm512_castpd_si512(self.0), _mm512_set1_epi64(bits as i64));
            _mm512_cmpeq_epi64_mask(own, _mm512_set1_epi64(b as i64))
        }
    }

    #[inline(always)]
    fn select(mask: u8, yes: Self, no: Self) -> Self {
        // SAFETY: for the feature see above.
        Self(unsafe { _mm512_mask_blend_pd(mask, no.0, yes.0) })
    }

    #[inline(always)]
    fn bits(mask: u8) -> u32 {
        u32::from(mask)
    }

    #[inline(always)]
    fn mask(bits: u32) -> u8 {
        bits as u8
    }
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
                // SAFETY: for the feature see above.
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
        // SAFETY: for the feature see above.
        unsafe { Self(_mm256_xor_pd(self.0, _mm256_castsi256_pd(_mm256_set1_epi64x(-1)))) }
    }
}

impl Wide for Ymm {
    type Mask = YmmMask;

    const LANES: usize = 4;

    #[inline(always)]
    fn all(x: f64) -> Self {
        // SAFETY: for the feature see above.
        Self(unsafe { _mm256_set1_pd(x) })
    }

    #[inline(always)]
    fn load(row: &Row) -> Self {
        // SAFETY: four numbers are readable; for the feature see above.
        Self(unsafe { _mm256_loadu_pd(row.0.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, row: &mut Row) {
        // SAFETY: four numbers are writable; for the feature see above.
        unsafe { _mm256_storeu_pd(row.0.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn points(p: &[&[f64; 3]; MOST_WIDE]) -> Quad3<Self> {
        // SAFETY: for the feature see above.
        unsafe {
            let (r0, r1, r2, r3) = (point(p[0]), point(p[1]), point(p[2]), point(p[3]));
            let (xz01, y01) = (_mm256_unpacklo_pd(r0, r1), _mm256_unpackhi_pd(r0, r1));
            let (xz23, y23) = (_mm256_unpacklo_pd(r2, r3), _mm256_unpackhi_pd(r2, r3));
            Quad3 {
                x: Self(_mm256_permute2f128_pd::<0x20>(xz01, xz23)),
                y: Self(_mm256_permute2f128_pd::<0x20>(y01, y23)),
                z: Self(_mm256_permute2f128_pd::<0x31>(xz01, xz23)),
            }
        }
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        // SAFETY: for the feature see above.
        Self(unsafe { _mm256_sqrt_pd(self.0) })
    }

    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: for the feature see above.
        Self(unsafe { _mm256_andnot_pd(_mm256_set1_pd(-0.0), self.0) })
    }

    #[inline(always)]
    fn max(self, b: Self) -> Self {
        // SAFETY: for the feature see above.
        Self(unsafe { _mm256_max_pd(self.0, b.0) })
    }

    #[inline(always)]
    fn min(self, b: Self) -> Self {
        // SAFETY: for the feature see above.
        Self(unsafe { _mm256_min_pd(self.0, b.0) })
    }

    #[inline(always)]
    fn join(self, b: Self) -> Self {
        // SAFETY: for the feature see above.
        Self(unsafe { _mm256_or_pd(self.0, b.0) })
    }

    #[inline(always)]
    fn less(self, b: Self) -> YmmMask {
        // SAFETY: for the feature see above.
        YmmMask(unsafe { _mm256_cmp_pd::<_CMP_LT_OQ>(self.0, b.0) })
    }

    #[inline(always)]
    fn at_most(self, b: Self) -> YmmMask {
        // SAFETY: for the feature see above.
        YmmMask(unsafe { _mm256_cmp_pd::<_CMP_LE_OQ>(self.0, b.0) })
    }

    #[inline(always)]
    fn equals(self, b: Self) -> YmmMask {
        // SAFETY: for the feature see above.
        YmmMask(unsafe { _mm256_cmp_pd::<_CMP_EQ_OQ>(self.0, b.0) })
    }

    #[inline(always)]
    fn has_bits(self, bits: u64, b: u64) -> YmmMask {
        // SAFETY: for the feature see above.
        unsafe {
            let bits = _mm256_set1_epi64x(bits as i64);
            let own = _mm256_and_si256(_mm256_castpd_si256(self.0), bits);
            let equal = _mm256_cmpeq_epi64(own, _mm256_set1_epi64x(b as i64));
            YmmMask(_mm256_castsi256_pd(equal))
        }
    }

    #[inline(always)]
    fn select(mask: YmmMask, yes: Self, no: Self) -> Self {
        // SAFETY: for the feature see above.
        Self(unsafe { _mm256_blendv_pd(no.0, yes.0, mask.0) })
    }

    #[inline(always)]
    fn bits(mask: YmmMask) -> u32 {
        // SAFETY: for the feature see above.
        unsafe { _mm256_movemask_pd(mask.0) as u32 }
    }

    #[inline(always)]
    fn mask(bits: u32) -> YmmMask {
        let lane = |k: u32| -i64::from(bits >> k & 1);
        let [a, b, c, d] = [lane(0), lane(1), lane(2), lane(3)];
        // SAFETY: for the feature see above.
        YmmMask(unsafe { _mm256_castsi256_pd(_mm256_setr_epi64x(a, b, c, d)) })
    }
}
