//! Lanes of 512 bits.
//!
//! Everything is inlined into a function that has the features
//! ([`dispatch_wide`](super::dispatch_wide)). Sound as [`avx2`](super::avx2) is: the type is private to
//! `simd`, and a task gets it for a token.

use std::arch::asm;
use std::arch::x86_64::*;

use super::{Nodes, Numbers, Part, Quad3, Records, Several, Wide};

/// Eight numbers in a 512-bit register.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Zmm(__m512d);

macro_rules! operator {
    ($trait:ident, $method:ident, $intrinsic:ident) => {
        impl std::ops::$trait for Zmm {
            type Output = Self;
            #[inline(always)]
            fn $method(self, b: Self) -> Self {
                // SAFETY: whoever has the type has a token of the feature.
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
        // SAFETY: whoever has the type has a token of the feature.
        unsafe {
            let sign = _mm512_castpd_si512(_mm512_set1_pd(-0.0));
            Self(_mm512_castsi512_pd(_mm512_xor_si512(_mm512_castpd_si512(self.0), sign)))
        }
    }
}

impl Numbers for Zmm {}

/// The first, second, third and fourth numbers at these places.
///
/// # Safety
/// Four numbers must be readable at each place; whoever has the type has a token of the feature.
#[inline(always)]
unsafe fn columns(p: [*const f64; 8]) -> [Zmm; 4] {
    // SAFETY: the caller's promise.
    unsafe {
        // Lanes 0 and 4, 1 and 5, 2 and 6, 3 and 7.
        let r0 = two(p[0], p[4]);
        let r1 = two(p[1], p[5]);
        let r2 = two(p[2], p[6]);
        let r3 = two(p[3], p[7]);
        let (xz01, y01) = (_mm512_unpacklo_pd(r0, r1), _mm512_unpackhi_pd(r0, r1));
        let (xz23, y23) = (_mm512_unpacklo_pd(r2, r3), _mm512_unpackhi_pd(r2, r3));
        let low = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
        let high = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
        [
            Zmm(_mm512_permutex2var_pd(xz01, low, xz23)),
            Zmm(_mm512_permutex2var_pd(y01, low, y23)),
            Zmm(_mm512_permutex2var_pd(xz01, high, xz23)),
            Zmm(_mm512_permutex2var_pd(y01, high, y23)),
        ]
    }
}

/// Points whose first three numbers are at these places, by coordinates.
///
/// # Safety
/// As for [`columns`].
#[inline(always)]
unsafe fn transpose8(p: [*const f64; 8]) -> Quad3<Zmm> {
    // SAFETY: the caller's promise.
    let [x, y, z, _] = unsafe { columns(p) };
    Quad3 { x, y, z }
}

/// Places that are this far behind each other.
///
/// # Safety
/// They must be in one array.
#[inline(always)]
unsafe fn rows(p: *const f64, stride: usize) -> [*const f64; 8] {
    // SAFETY: the caller's promise.
    unsafe {
        let (q, two, three) = (p.add(4 * stride), 2 * stride, 3 * stride);
        [p, p.add(stride), p.add(two), p.add(three), q, q.add(stride), q.add(two), q.add(three)]
    }
}

/// Four numbers from one place and four from another.
///
/// # Safety
/// As for [`transpose8`].
#[inline(always)]
unsafe fn two(p: *const f64, q: *const f64) -> __m512d {
    // SAFETY: the caller's promise.
    unsafe {
        let low = _mm512_castpd256_pd512(_mm256_loadu_pd(p));
        _mm512_insertf64x4::<1>(low, _mm256_loadu_pd(q))
    }
}

impl Several for Zmm {
    type Mask = u8;

    const LANES: usize = 8;

    #[inline(always)]
    fn all(x: f64) -> Self {
        // SAFETY: whoever has the type has a token of the feature.
        Self(unsafe { _mm512_set1_pd(x) })
    }

    #[inline(always)]
    fn load(numbers: &[f64]) -> Self {
        let numbers = &numbers[..Self::LANES];
        // SAFETY: as many numbers as there are lanes; whoever has the type has a token of the feature.
        Self(unsafe { _mm512_loadu_pd(numbers.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, numbers: &mut [f64]) {
        let numbers = &mut numbers[..Self::LANES];
        // SAFETY: as many numbers as there are lanes; whoever has the type has a token of the feature.
        unsafe { _mm512_storeu_pd(numbers.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        // SAFETY: whoever has the type has a token of the feature.
        Self(unsafe { _mm512_sqrt_pd(self.0) })
    }

    #[inline(always)]
    fn max(self, b: Self) -> Self {
        // SAFETY: whoever has the type has a token of the feature.
        Self(unsafe { _mm512_max_pd(self.0, b.0) })
    }

    #[inline(always)]
    fn min(self, b: Self) -> Self {
        // SAFETY: whoever has the type has a token of the feature.
        Self(unsafe { _mm512_min_pd(self.0, b.0) })
    }

    #[inline(always)]
    fn less(self, b: Self) -> u8 {
        // SAFETY: whoever has the type has a token of the feature.
        unsafe { _mm512_cmp_pd_mask::<_CMP_LT_OQ>(self.0, b.0) }
    }

    #[inline(always)]
    fn at_most(self, b: Self) -> u8 {
        // SAFETY: whoever has the type has a token of the feature.
        unsafe { _mm512_cmp_pd_mask::<_CMP_LE_OQ>(self.0, b.0) }
    }

    #[inline(always)]
    fn equals(self, b: Self) -> u8 {
        // SAFETY: whoever has the type has a token of the feature.
        unsafe { _mm512_cmp_pd_mask::<_CMP_EQ_OQ>(self.0, b.0) }
    }

    #[inline(always)]
    fn select(mask: u8, yes: Self, no: Self) -> Self {
        // SAFETY: whoever has the type has a token of the feature.
        Self(unsafe { _mm512_mask_blend_pd(mask, no.0, yes.0) })
    }

    #[inline(always)]
    fn mask(bits: u32) -> u8 {
        bits as u8
    }

    #[inline(always)]
    fn bits(mask: u8) -> u32 {
        u32::from(mask)
    }

    #[inline(always)]
    fn columns<const N: usize>(rows: &[&[f64; N]], at: usize) -> [Self; 4] {
        let rows = &rows[..Self::LANES];
        let places = [
            rows[0][at..at + 4].as_ptr(),
            rows[1][at..at + 4].as_ptr(),
            rows[2][at..at + 4].as_ptr(),
            rows[3][at..at + 4].as_ptr(),
            rows[4][at..at + 4].as_ptr(),
            rows[5][at..at + 4].as_ptr(),
            rows[6][at..at + 4].as_ptr(),
            rows[7][at..at + 4].as_ptr(),
        ];
        // SAFETY: four numbers at each place, as the slices say; whoever has the type has a token of the feature.
        unsafe { columns(places) }
    }

    #[inline(always)]
    fn apart<P: Part>(part: P) -> P::Output {
        // SAFETY: whoever has the type has a token of the feature.
        unsafe { apart8(part) }
    }
}

impl Wide for Zmm {
    #[inline(always)]
    fn records(numbers: &[Self; 8], records: &mut Records) {
        let n = numbers;
        // SAFETY: whoever has the type has a token of the feature.
        unsafe {
            let (a, b) = (_mm512_unpacklo_pd(n[0].0, n[1].0), _mm512_unpacklo_pd(n[2].0, n[3].0));
            let (c, d) = (_mm512_unpacklo_pd(n[4].0, n[5].0), _mm512_unpacklo_pd(n[6].0, n[7].0));
            quarters([a, b, c, d], records, 0);
            let (a, b) = (_mm512_unpackhi_pd(n[0].0, n[1].0), _mm512_unpackhi_pd(n[2].0, n[3].0));
            let (c, d) = (_mm512_unpackhi_pd(n[4].0, n[5].0), _mm512_unpackhi_pd(n[6].0, n[7].0));
            quarters([a, b, c, d], records, 1);
        }
    }

    #[inline(always)]
    fn moved(self, by: i64) -> Self {
        // SAFETY: whoever has the type has a token of the feature.
        unsafe {
            let by = _mm_cvtsi64_si128(by);
            Self(_mm512_castsi512_pd(_mm512_sll_epi64(_mm512_castpd_si512(self.0), by)))
        }
    }

    #[inline(always)]
    fn strided(numbers: &[f64], stride: usize) -> Quad3<Self> {
        assert!(stride < numbers.len() && numbers.len() >= 7 * stride + 4);
        let p = numbers.as_ptr();
        // SAFETY: four numbers from the seventh multiple of the stride on are inside the slice; for
        // the feature see above.
        unsafe { transpose8(rows(p, stride)) }
    }

    #[inline(always)]
    fn tetrahedra(numbers: &[f64]) -> [Quad3<Self>; 4] {
        assert!(numbers.len() >= 8 * 12);
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
        unsafe {
            transpose8([
                nodes.at(0, k),
                nodes.at(1, k),
                nodes.at(2, k),
                nodes.at(3, k),
                nodes.at(4, k),
                nodes.at(5, k),
                nodes.at(6, k),
                nodes.at(7, k),
            ])
        }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: whoever has the type has a token of the feature.
        Self(unsafe { _mm512_abs_pd(self.0) })
    }

    #[inline(always)]
    fn join(self, b: Self) -> Self {
        // SAFETY: whoever has the type has a token of the feature.
        unsafe {
            let (a, b) = (_mm512_castpd_si512(self.0), _mm512_castpd_si512(b.0));
            Self(_mm512_castsi512_pd(_mm512_or_si512(a, b)))
        }
    }

    #[inline(always)]
    fn has_bits(self, bits: u64, b: u64) -> u8 {
        // SAFETY: whoever has the type has a token of the feature.
        unsafe {
            let own = _mm512_and_si512(_mm512_castpd_si512(self.0), _mm512_set1_epi64(bits as i64));
            _mm512_cmpeq_epi64_mask(own, _mm512_set1_epi64(b as i64))
        }
    }
}

/// Writes the records of the lanes 0, 2, 4, 6 from `first` on, whose pairs of numbers are the
/// quarters of four registers.
#[inline(always)]
fn quarters(pairs: [__m512d; 4], records: &mut Records, first: usize) {
    let [p, q, r, t] = pairs;
    // SAFETY: eight numbers are writable in each record; whoever has the type has a token of the feature.
    unsafe {
        let low = [_mm512_shuffle_f64x2::<0x44>(p, q), _mm512_shuffle_f64x2::<0x44>(r, t)];
        let high = [_mm512_shuffle_f64x2::<0xee>(p, q), _mm512_shuffle_f64x2::<0xee>(r, t)];
        let lanes = [
            _mm512_shuffle_f64x2::<0x88>(low[0], low[1]),
            _mm512_shuffle_f64x2::<0xdd>(low[0], low[1]),
            _mm512_shuffle_f64x2::<0x88>(high[0], high[1]),
            _mm512_shuffle_f64x2::<0xdd>(high[0], high[1]),
        ];
        for i in 0..4 {
            _mm512_storeu_pd(records.0[first + 2 * i].as_mut_ptr(), lanes[i]);
        }
    }
}

#[inline(never)]
#[target_feature(enable = "avx2,bmi1,avx512f,avx512vl")]
fn apart8<P: Part>(part: P) -> P::Output {
    align_stack();
    part.run()
}

/// Four corners of twelve coordinates.
#[inline(always)]
pub(super) fn corners<W: Copy>(
    [ax, ay, az, bx]: [W; 4],
    [by, bz, cx, cy]: [W; 4],
    [cz, dx, dy, dz]: [W; 4],
) -> [Quad3<W>; 4] {
    [
        Quad3 { x: ax, y: ay, z: az },
        Quad3 { x: bx, y: by, z: bz },
        Quad3 { x: cx, y: cy, z: cz },
        Quad3 { x: dx, y: dy, z: dz },
    ]
}

/// Has the compiler align the stack of the function that this is inlined into. Otherwise it does so
/// only for variables, and registers that it spills lie across two lines of the cache.
#[inline(always)]
pub(super) fn align_stack() {
    #[repr(align(64))]
    struct Line(u8);
    let line = Line(0);
    // SAFETY: the template is empty.
    unsafe {
        asm!("/* {0} {1} */", in(reg) &line, in(reg_byte) line.0, options(nostack, preserves_flags));
    }
}
