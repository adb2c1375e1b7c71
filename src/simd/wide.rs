//! A number for each of several pairs: lanes in which whole searches run side by side.

use std::ops::{BitAnd, BitOr, Not};

use super::{Available, Nodes, Numbers, Quad3};

/// The largest number of lanes.
pub(crate) const MAX_LANES: usize = 8;

/// Eight numbers for each lane, one lane after the other. A lane is a line of the cache.
#[repr(align(64))]
pub(crate) struct Records(pub(crate) [[f64; 8]; MAX_LANES]);

impl Records {
    pub(crate) const EMPTY: Self = Self([[0.0; 8]; MAX_LANES]);
}

/// A number in each of several lanes. Every operation rounds as that of plain Rust does.
pub(crate) trait Several: Numbers {
    /// Yes or no in each lane.
    type Mask: Copy
        + BitAnd<Output = Self::Mask>
        + BitOr<Output = Self::Mask>
        + Not<Output = Self::Mask>;

    const LANES: usize;

    fn all(x: f64) -> Self;

    /// The first numbers, one for each lane.
    fn load(numbers: &[f64]) -> Self;

    /// Writes a number for each lane.
    fn store(self, numbers: &mut [f64]);

    fn sqrt(self) -> Self;

    /// The larger ones, and those of `b` where one is not a number.
    fn max(self, b: Self) -> Self;

    /// The smaller ones, and those of `b` where one is not a number.
    fn min(self, b: Self) -> Self;

    /// Where `self < b`; not where one is not a number.
    fn less(self, b: Self) -> Self::Mask;

    /// Where `self <= b`; not where one is not a number.
    fn at_most(self, b: Self) -> Self::Mask;

    /// Where `self == b`.
    fn equals(self, b: Self) -> Self::Mask;

    /// `yes` or `no`, bit by bit.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// The lanes whose bits are set.
    fn mask(bits: u32) -> Self::Mask;

    /// A bit for each lane.
    fn bits(mask: Self::Mask) -> u32;

    /// Four columns of a table, from column `at` on; there is a row for each lane.
    #[inline(always)]
    fn columns<const N: usize>(rows: &[&[f64; N]], at: usize) -> [Self; 4] {
        let mut columns = [Self::all(0.0); 4];
        let mut numbers = [0.0; MAX_LANES];
        for k in 0..4 {
            for lane in 0..Self::LANES {
                numbers[lane] = rows[lane][at + k];
            }
            columns[k] = Self::load(&numbers);
        }
        columns
    }

    /// Runs a part of a task in a function of its own, where it has all registers for itself.
    fn apart<P: Part>(part: P) -> P::Output;

    #[inline(always)]
    fn any(mask: Self::Mask) -> bool {
        Self::bits(mask) != 0
    }
}

/// Lanes of a register, in which whole searches run.
pub(crate) trait Wide: Several {
    /// Writes eight numbers for each lane.
    fn records(numbers: &[Self; 8], records: &mut Records);

    /// A point for each lane: three numbers from every multiple of `stride` on. One more number
    /// must follow the last of them.
    fn strided(numbers: &[f64], stride: usize) -> Quad3<Self>;

    /// The corners of a tetrahedron for each lane, twelve numbers one after the other.
    fn tetrahedra(numbers: &[f64]) -> [Quad3<Self>; 4];

    /// Node `k` of the set of each lane.
    fn node(nodes: &Nodes, k: usize) -> Quad3<Self>;

    fn abs(self) -> Self;

    /// The bits of both.
    fn join(self, b: Self) -> Self;

    /// The bits moved to the left.
    fn moved(self, by: i64) -> Self;

    /// Where `bits` of the number are those of `b`.
    fn has_bits(self, bits: u64, b: u64) -> Self::Mask;

    /// A set of nodes for each lane.
    #[inline(always)]
    fn nodes<'a>(numbers: &'a [f64], indices: &'a [u32], size: usize) -> Option<Nodes<'a>> {
        Nodes::new(numbers, indices, Self::LANES, size)
    }
}

impl<W: Several> Quad3<W> {
    #[inline(always)]
    pub(crate) fn select(mask: W::Mask, yes: &Self, no: &Self) -> Self {
        Self {
            x: W::select(mask, yes.x, no.x),
            y: W::select(mask, yes.y, no.y),
            z: W::select(mask, yes.z, no.z),
        }
    }

    #[inline(always)]
    pub(crate) fn splat(x: f64, y: f64, z: f64) -> Self {
        Self { x: W::all(x), y: W::all(y), z: W::all(z) }
    }
}

/// A part of something that runs on lanes; `run` must be inlined for the instruction set to matter.
pub(crate) trait Part {
    type Output;
    fn run(self) -> Self::Output;
}

/// Something to run on lanes; `run` must be inlined for the instruction set to matter.
pub(crate) trait WideTask {
    type Output;
    fn run<W: Wide>(self) -> Self::Output;
}

/// Runs the task on an instruction set; hands it back if that has no lanes.
pub(crate) fn dispatch_wide<T: WideTask>(isa: Available, task: T) -> Result<T::Output, T> {
    match isa {
        // SAFETY: the token says that the machine has it.
        #[cfg(target_arch = "x86_64")]
        Available::Avx2(_) => Ok(unsafe { on_avx2(task) }),
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Available::Avx512(_) => Ok(unsafe { on_avx512(task) }),
        #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
        _ => Ok(on_two(task)),
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        _ => Err(task),
    }
}

/// Something to run on however many lanes there are; `run` must be inlined for the instruction set
/// to matter.
pub(crate) trait SeveralTask {
    type Output;
    fn run<S: Several>(self) -> Self::Output;
}

impl<T: SeveralTask> WideTask for SeveralLanes<T> {
    type Output = T::Output;

    #[inline(always)]
    fn run<W: Wide>(self) -> T::Output {
        self.0.run::<W>()
    }
}

/// A task that runs on as many lanes as there are.
struct SeveralLanes<T>(T);

/// Runs the task on an instruction set: in one lane if that has no more.
pub(crate) fn dispatch_any<T: SeveralTask>(isa: Available, task: T) -> T::Output {
    dispatch_wide(isa, SeveralLanes(task)).unwrap_or_else(|SeveralLanes(task)| task.run::<f64>())
}

/// What every machine of these has.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(never)]
fn on_two<T: WideTask>(task: T) -> T::Output {
    task.run::<super::two::Two>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1")]
fn on_avx2<T: WideTask>(task: T) -> T::Output {
    task.run::<super::ymm::Ymm>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,avx512f,avx512vl")]
fn on_avx512<T: WideTask>(task: T) -> T::Output {
    task.run::<super::zmm::Zmm>()
}
