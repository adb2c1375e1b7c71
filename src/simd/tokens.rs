//! Tokens of instruction sets: who has one knows that the machine has the instructions.
//!
//! Only detection makes them, so that a function that takes one, or a type of lanes that is handed out
//! for one, can be safe to call.

use super::Isa;

/// The machine has AVX2 and BMI1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Avx2(());

/// The machine has AVX-512 F and VL, and what [`Avx2`] says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Avx512(());

impl Avx2 {
    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub(super) fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1");
        has.then_some(Self(()))
    }

    #[cfg(not(target_arch = "x86_64"))]
    #[inline]
    pub(super) fn detect() -> Option<Self> {
        None
    }
}

impl Avx512 {
    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub(super) fn detect() -> Option<Self> {
        Avx2::detect()?;
        let has = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl");
        has.then_some(Self(()))
    }

    #[cfg(not(target_arch = "x86_64"))]
    #[inline]
    pub(super) fn detect() -> Option<Self> {
        None
    }
}

/// An [`Isa`] that was found on this machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Available {
    Portable,
    Avx2(Avx2),
    Avx512(Avx512),
}

impl Available {
    /// The instruction set, if the machine has it.
    #[inline]
    pub(crate) fn of(isa: Isa) -> Option<Self> {
        match isa {
            Isa::Portable => Some(Self::Portable),
            Isa::Avx2 => Avx2::detect().map(Self::Avx2),
            Isa::Avx512 => Avx512::detect().map(Self::Avx512),
        }
    }

    /// See [`Isa::detect`].
    #[inline]
    pub(crate) fn detect() -> Self {
        Avx2::detect().map_or(Self::Portable, Self::Avx2)
    }

    /// See [`Isa::widest`].
    #[inline]
    pub(crate) fn widest() -> Self {
        // No closures: they are functions of their own.
        match Avx512::detect() {
            Some(token) => Self::Avx512(token),
            None => Self::detect(),
        }
    }

    /// The same for callers, who may name any.
    #[inline]
    pub(super) fn isa(self) -> Isa {
        match self {
            Self::Portable => Isa::Portable,
            Self::Avx2(_) => Isa::Avx2,
            Self::Avx512(_) => Isa::Avx512,
        }
    }
}
