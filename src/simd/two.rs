//! Lanes of 128 bits: two numbers in a register that every machine of the architecture has, so that
//! they may be used anywhere.

use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

#[cfg(target_arch = "aarch64")]
use super::neon as register;
#[cfg(target_arch = "x86_64")]
use super::xmm as register;
use super::{Nodes, Numbers, Part, Quad3, Records, Several, Wide};
use register::Register;

/// Two numbers in a register.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Two(Register);

/// Yes or no in each of two lanes, as all bits or none.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TwoMask(Register);

macro_rules! operator {
    ($type:ident, $trait:ident, $method:ident, $operation:ident) => {
        impl $trait for $type {
            type Output = Self;
            #[inline(always)]
            fn $method(self, b: Self) -> Self {
                Self(register::$operation(self.0, b.0))
            }
        }
    };
}

operator!(Two, Add, add, add);
operator!(Two, Sub, sub, sub);
operator!(Two, Mul, mul, mul);
operator!(Two, Div, div, div);
operator!(TwoMask, BitAnd, bitand, and);
operator!(TwoMask, BitOr, bitor, or);

impl Neg for Two {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(register::neg(self.0))
    }
}

impl Not for TwoMask {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(register::not(self.0))
    }
}

impl Numbers for Two {}

#[inline(never)]
fn apart2<P: Part>(part: P) -> P::Output {
    part.run()
}

impl Several for Two {
    type Mask = TwoMask;

    const LANES: usize = 2;

    #[inline(always)]
    fn all(x: f64) -> Self {
        Self(register::all(x))
    }

    #[inline(always)]
    fn load(numbers: &[f64]) -> Self {
        let numbers = &numbers[..Self::LANES];
        // SAFETY: as many numbers as there are lanes.
        Self(unsafe { register::load(numbers.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, numbers: &mut [f64]) {
        let numbers = &mut numbers[..Self::LANES];
        // SAFETY: as many numbers as there are lanes.
        unsafe { register::store(numbers.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(register::sqrt(self.0))
    }

    #[inline(always)]
    fn max(self, b: Self) -> Self {
        Self(register::max(self.0, b.0))
    }

    #[inline(always)]
    fn min(self, b: Self) -> Self {
        Self(register::min(self.0, b.0))
    }

    #[inline(always)]
    fn less(self, b: Self) -> TwoMask {
        TwoMask(register::less(self.0, b.0))
    }

    #[inline(always)]
    fn at_most(self, b: Self) -> TwoMask {
        TwoMask(register::at_most(self.0, b.0))
    }

    #[inline(always)]
    fn equals(self, b: Self) -> TwoMask {
        TwoMask(register::equals(self.0, b.0))
    }

    #[inline(always)]
    fn select(mask: TwoMask, yes: Self, no: Self) -> Self {
        Self(register::select(mask.0, yes.0, no.0))
    }

    #[inline(always)]
    fn mask(bits: u32) -> TwoMask {
        TwoMask(register::mask(bits))
    }

    #[inline(always)]
    fn bits(mask: TwoMask) -> u32 {
        register::bits(mask.0)
    }

    #[inline(always)]
    fn apart<P: Part>(part: P) -> P::Output {
        apart2(part)
    }
}

/// The point of each lane, whose three numbers begin at these places.
///
/// # Safety
/// Four numbers must be readable at each place.
#[inline(always)]
unsafe fn transpose2(p: *const f64, q: *const f64) -> Quad3<Two> {
    // SAFETY: the caller's promise.
    unsafe {
        let (xy_p, xy_q) = (register::load(p), register::load(q));
        let (z_p, z_q) = (register::load(p.add(2)), register::load(q.add(2)));
        Quad3 {
            x: Two(register::first(xy_p, xy_q)),
            y: Two(register::second(xy_p, xy_q)),
            z: Two(register::first(z_p, z_q)),
        }
    }
}

impl Wide for Two {
    #[inline(always)]
    fn records(numbers: &[Self; 8], records: &mut Records) {
        for pair in 0..4 {
            let (a, b) = (numbers[2 * pair].0, numbers[2 * pair + 1].0);
            let lanes = [register::first(a, b), register::second(a, b)];
            for lane in 0..2 {
                let place = &mut records.0[lane][2 * pair..2 * pair + 2];
                // SAFETY: there are two numbers.
                unsafe { register::store(place.as_mut_ptr(), lanes[lane]) };
            }
        }
    }

    #[inline(always)]
    fn strided(numbers: &[f64], stride: usize) -> Quad3<Self> {
        assert!(numbers.len() >= 4 && stride <= numbers.len() - 4);
        let p = numbers.as_ptr();
        // SAFETY: four numbers from the stride on are inside the slice.
        unsafe { transpose2(p, p.add(stride)) }
    }

    #[inline(always)]
    fn tetrahedra(numbers: &[f64]) -> [Quad3<Self>; 4] {
        assert!(numbers.len() >= 2 * 12);
        let column = |pair: usize| {
            // SAFETY: twelve numbers for each lane are inside the slice.
            let (a, b) = unsafe {
                let p = numbers.as_ptr().add(2 * pair);
                (register::load(p), register::load(p.add(12)))
            };
            [Self(register::first(a, b)), Self(register::second(a, b))]
        };
        let ([ax, ay], [az, bx], [by, bz]) = (column(0), column(1), column(2));
        let ([cx, cy], [cz, dx], [dy, dz]) = (column(3), column(4), column(5));
        [
            Quad3 { x: ax, y: ay, z: az },
            Quad3 { x: bx, y: by, z: bz },
            Quad3 { x: cx, y: cy, z: cz },
            Quad3 { x: dx, y: dy, z: dz },
        ]
    }

    #[inline(always)]
    fn node(nodes: &Nodes, k: usize) -> Quad3<Self> {
        assert!(nodes.have(Self::LANES, k));
        // SAFETY: there are sets for both lanes, with more than `k` nodes each.
        unsafe { transpose2(nodes.at(0, k), nodes.at(1, k)) }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self(register::abs(self.0))
    }

    #[inline(always)]
    fn join(self, b: Self) -> Self {
        Self(register::or(self.0, b.0))
    }

    #[inline(always)]
    fn moved(self, by: i64) -> Self {
        Self(register::moved(self.0, by))
    }

    #[inline(always)]
    fn has_bits(self, bits: u64, b: u64) -> TwoMask {
        TwoMask(register::has_bits(self.0, bits, b))
    }
}
