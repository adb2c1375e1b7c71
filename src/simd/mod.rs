//! Instruction sets: small vertex sets as lanes, the same bits on each.
//!
//! A query on two point sets of up to 64 vertices each copies them into structure-of-arrays form
//! on the stack and finds support vertices many lanes at a time. The set is chosen once per
//! query ([`Isa::widest`]) or by the caller. No fused multiply-add is used and sums are taken in
//! one order, so the answers do not depend on the choice.

#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod environment;
mod four;
mod lanes;
#[cfg(target_arch = "aarch64")]
mod neon;
mod nodes;
mod one;
mod scan;
#[cfg(target_arch = "x86_64")]
mod sse2;
mod tokens;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod two;
mod wide;
#[cfg(target_arch = "x86_64")]
mod xmm;
#[cfg(target_arch = "x86_64")]
mod ymm;
#[cfg(target_arch = "x86_64")]
mod zmm;

pub(crate) use environment::Environment;
pub(crate) use four::{Four, Numbers, Quad, Quad3};
pub(crate) use lanes::{Lanes, Portable};
pub(crate) use nodes::Nodes;
pub(crate) use scan::{Block, LANES, farthest};
pub(crate) use tokens::Available;
pub(crate) use wide::{
    MAX_LANES, Part, Records, Several, SeveralTask, Wide, WideTask, dispatch_any, dispatch_wide,
};

use crate::Vec3;
use crate::error::{Error, Reason};

/// The largest number of vertices that are kept in lanes.
pub(crate) const MAX_POINTS: usize = 64;

/// An instruction set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Isa {
    /// What every machine of the architecture has: 128-bit lanes on x86-64 (SSE2) and AArch64
    /// (NEON), plain Rust elsewhere.
    Portable,
    /// 256-bit lanes.
    Avx2,
    /// 512-bit lanes where there are enough vertices to fill them.
    Avx512,
}

impl Isa {
    /// Every instruction set, on whatever machine.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// The one that is fastest for single queries on up to eight vertices on this machine: AVX2
    /// where there is one (512-bit lanes cost those more than they save).
    #[inline]
    #[must_use]
    pub fn detect() -> Self {
        Available::detect().isa()
    }

    /// The one that is fastest for batches, and for queries on more vertices: the one with most
    /// lanes.
    #[inline]
    #[must_use]
    pub fn widest() -> Self {
        Available::widest().isa()
    }

    /// Whether this machine has it.
    #[inline]
    #[must_use]
    pub fn is_available(self) -> bool {
        Available::of(self).is_some()
    }
}

impl Isa {
    fn name(self) -> &'static str {
        match self {
            Self::Portable => "Portable",
            Self::Avx2 => "Avx2",
            Self::Avx512 => "Avx512",
        }
    }

    /// What says so, if this machine has it.
    pub(crate) fn required(self) -> Result<Available, Error> {
        Available::of(self).ok_or_else(|| Reason::NoIsa { isa: self.name() }.into())
    }
}

/// Something to run on an instruction set; `run` must be inlined for the set to matter.
pub(crate) trait Task {
    type Output;

    /// Whether there is enough to fill 512-bit lanes. Narrower ones are quicker otherwise, up to a
    /// third for searches of 8 vertices, and the task is compiled once less.
    const FILLS_512_BITS: bool = false;

    fn run<L: Lanes>(self) -> Self::Output;
}

/// Runs the task on an instruction set. Only here and in [`dispatch_wide`] are types of lanes handed
/// out that not every machine has, each for its token.
#[inline(always)]
pub(crate) fn dispatch<T: Task>(isa: Available, task: T) -> T::Output {
    match isa {
        // SAFETY: the token says that the machine has it.
        #[cfg(target_arch = "x86_64")]
        Available::Avx512(_) if T::FILLS_512_BITS => unsafe { on_avx512(task) },
        // SAFETY: as above; a machine with AVX-512 has AVX2.
        #[cfg(target_arch = "x86_64")]
        Available::Avx2(_) | Available::Avx512(_) => unsafe { on_avx2(task) },
        _ => on_shapes(task),
    }
}

/// What runs on every machine of the architecture.
#[cfg(target_arch = "x86_64")]
pub(crate) type Baseline = sse2::Sse2;
#[cfg(not(target_arch = "x86_64"))]
pub(crate) type Baseline = Portable;

#[inline(never)]
fn on_shapes<T: Task>(task: T) -> T::Output {
    task.run::<Baseline>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1")]
fn on_avx2<T: Task>(task: T) -> T::Output {
    task.run::<tokens::Avx2>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,avx512f,avx512vl")]
fn on_avx512<T: Task>(task: T) -> T::Output {
    task.run::<tokens::Avx512>()
}

/// Up to `N` vertices, one array per coordinate. Lanes past the last vertex repeat the first.
#[repr(C, align(64))]
pub(crate) struct Soa<const N: usize> {
    pub(crate) x: [f64; N],
    pub(crate) y: [f64; N],
    pub(crate) z: [f64; N],
}

impl<const N: usize> Soa<N> {
    /// What `fill` and `least` rely on, tested when they are compiled: whole registers of four lanes or
    /// more, indices that a mask bounds, and a bit of a word for each lane.
    pub(crate) const CHECKED: () = assert!(N >= 4 && N <= MAX_POINTS && N.is_power_of_two());

    /// The origin, `N` times.
    const ORIGIN: Self = Self { x: [0.0; N], y: [0.0; N], z: [0.0; N] };

    /// The vertex with this index, which is less than `N`, a power of two.
    #[inline(always)]
    pub(crate) fn get(&self, i: usize) -> Vec3 {
        let i = i & (N - 1);
        Vec3::new(self.x[i], self.y[i], self.z[i])
    }

    /// Multiplies every coordinate by a power of two.
    #[cold]
    pub(crate) fn scale(&mut self, factor: f64) {
        for c in self.x.iter_mut().chain(&mut self.y).chain(&mut self.z) {
            *c *= factor;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::MaybeUninit;

    /// Everything the lanes of one kind compute for two vertex sets, as bits.
    fn all<L: Lanes, const N: usize>(a: &[[f64; 3]], b: &[[f64; 3]], u: &Vec3) -> Vec<u64> {
        let lanes = if N <= 16 { N } else { a.len().max(b.len()).next_multiple_of(8) };
        let origin = Vec3::from(a[0]);
        let mut scratch = [const { MaybeUninit::uninit() }; 2];
        let [scratch_a, scratch_b] = &mut scratch;
        let a = &*L::fill::<N>(a, &origin, lanes, scratch_a);
        let b = &*L::fill::<N>(b, &origin, lanes, scratch_b);
        let apart = L::apart(a, b, lanes);
        let mut out = vec![L::least(a, lanes, u) as u64, L::least(b, lanes, u) as u64];
        let lowest = L::lowest(a, lanes, u);
        out.extend(
            [L::max_coordinate(a, b, lanes), apart.x, apart.y, apart.z, lowest].map(f64::to_bits),
        );
        out.extend((0..lanes).flat_map(|i| [b.x[i], b.y[i], b.z[i]]).map(f64::to_bits));
        out
    }

    fn check<const N: usize>(a: &[[f64; 3]], b: &[[f64; 3]], u: &Vec3) {
        let plain = all::<Portable, N>(a, b, u);
        #[cfg(target_arch = "x86_64")]
        {
            assert_eq!(plain, all::<sse2::Sse2, N>(a, b, u));
            struct Check<'a, const N: usize>(&'a [[f64; 3]], &'a [[f64; 3]], &'a Vec3);
            impl<const N: usize> Task for Check<'_, N> {
                type Output = Vec<u64>;
                const FILLS_512_BITS: bool = true;
                fn run<L: Lanes>(self) -> Vec<u64> {
                    all::<L, N>(self.0, self.1, self.2)
                }
            }
            for isa in Isa::ALL.into_iter().filter_map(Available::of) {
                assert_eq!(plain, dispatch(isa, Check::<N>(a, b, u)), "{isa:?}");
            }
        }
    }

    #[test]
    fn every_kind_of_lanes_gives_the_same_bits() {
        let mut seed = 1u64;
        let mut random = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            // Few distinct values, so that ties are common.
            ((seed >> 60) as f64 - 7.5) / 3.0
        };
        let mut point = || [random(), random(), random()];
        for count in 1..=MAX_POINTS {
            for _ in 0..20 {
                let a: Vec<_> = (0..count).map(|_| point()).collect();
                let b: Vec<_> = (0..count.div_ceil(2)).map(|_| point()).collect();
                let u = Vec3::from(point());
                match count {
                    0..=4 => check::<4>(&a, &b, &u),
                    5..=8 => check::<8>(&a, &b, &u),
                    9..=16 => check::<16>(&a, &b, &u),
                    _ => check::<MAX_POINTS>(&a, &b, &u),
                }
            }
        }
    }
}
