//! The floating-point environment: rounding, traps, and what becomes of tiny numbers.
//!
//! Results are promised to the last bit, so they must not depend on how a host has set up the
//! processor: traps that Fortran compilers turn on, rounding upwards for intervals, subnormal
//! numbers taken for zero as fast mathematics does. Work is done in the default environment: to
//! nearest, subnormal numbers kept, and no exception stops it. What the host had, with the
//! exceptions that it had raised, is there again afterwards.

/// While it lives, this thread computes in the default environment.
pub(crate) struct Environment {
    before: control::State,
}

impl Environment {
    /// Remembers the environment of this thread and sets the default one.
    #[inline]
    pub(crate) fn hold_default() -> Self {
        let before = control::get();
        // Setting takes many times longer than asking, and nearly all hosts have the default.
        if !control::is_default(&before) {
            control::set(&control::DEFAULT);
        }
        Self { before }
    }

    /// Sets the default environment for the rest of this thread.
    pub(crate) fn set_default() {
        control::set(&control::DEFAULT);
    }
}

impl Drop for Environment {
    #[inline]
    fn drop(&mut self) {
        // Without asking what there is to be undone: that waits until every number in flight is
        // done, which takes longer than setting.
        control::set(&self.before);
    }
}

#[cfg(all(
    not(miri),
    any(target_arch = "x86_64", all(target_arch = "x86", target_feature = "sse"))
))]
mod control {
    use std::arch::asm;

    /// The register MXCSR.
    pub(super) type State = u32;

    /// All exceptions masked, none raised, to nearest, subnormal numbers kept.
    pub(super) const DEFAULT: State = 0x1f80;

    /// The bits that say which exceptions were raised.
    const RAISED: State = 0x3f;

    #[inline]
    pub(super) fn get() -> State {
        let mut state: State = 0;
        // SAFETY: writes four bytes where the pointer says.
        unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut state, options(nostack, preserves_flags)) };
        state
    }

    #[inline]
    pub(super) fn set(state: &State) {
        // SAFETY: a value that the register had before, or the one that Rust expects in it.
        unsafe { asm!("ldmxcsr [{}]", in(reg) state, options(nostack, preserves_flags)) };
    }

    #[inline]
    pub(super) fn is_default(state: &State) -> bool {
        state & !RAISED == DEFAULT
    }
}

#[cfg(all(not(miri), target_arch = "aarch64"))]
mod control {
    use std::arch::asm;

    /// The registers FPCR and FPSR: what is asked for, and what was raised.
    pub(super) type State = [u64; 2];

    /// No traps, to nearest, subnormal numbers kept, nothing raised.
    pub(super) const DEFAULT: State = [0, 0];

    #[inline]
    pub(super) fn get() -> State {
        let (control, raised): (u64, u64);
        // SAFETY: only reads.
        unsafe {
            asm!("mrs {}, fpcr", out(reg) control, options(nomem, nostack, preserves_flags));
            asm!("mrs {}, fpsr", out(reg) raised, options(nomem, nostack, preserves_flags));
        }
        [control, raised]
    }

    #[inline]
    pub(super) fn set(&[control, raised]: &State) {
        // SAFETY: values that the registers had before, or those that Rust expects in them.
        unsafe {
            asm!("msr fpcr, {}", in(reg) control, options(nostack, preserves_flags));
            asm!("msr fpsr, {}", in(reg) raised, options(nostack, preserves_flags));
        }
    }

    #[inline]
    pub(super) fn is_default(state: &State) -> bool {
        state[0] == DEFAULT[0]
    }
}

/// Elsewhere hosts have to keep the default environment themselves, and under Miri, which interprets
/// no assembly.
#[cfg(any(
    miri,
    not(any(
        target_arch = "x86_64",
        all(target_arch = "x86", target_feature = "sse"),
        target_arch = "aarch64"
    ))
))]
mod control {
    pub(super) type State = ();
    pub(super) const DEFAULT: State = ();
    pub(super) fn get() -> State {}
    pub(super) fn set(_: &State) {}
    pub(super) fn is_default(_: &State) -> bool {
        true
    }
}

#[cfg(all(test, not(miri), target_arch = "x86_64"))]
mod tests {
    use std::hint::black_box;

    use super::*;

    /// Whether subnormal numbers are kept, and 1 / 0. What goes in and comes out is hidden from the
    /// compiler, so that nothing is computed earlier, later or not at all.
    fn work() -> (bool, f64) {
        let (tiny, zero) = black_box((f64::MIN_POSITIVE, 0.0));
        black_box((tiny / 2.0 > 0.0, 1.0 / zero))
    }

    #[test]
    fn what_the_host_had_is_there_again() {
        // Upwards, tiny numbers taken for zero, and an exception raised: all but traps.
        let strange = control::DEFAULT | 0x4000 | 0x8000 | 0x40 | 0x04;
        control::set(&strange);
        let before = work();
        control::set(&strange);
        let held = Environment::hold_default();
        let inside = work();
        let within = control::get();
        drop(held);
        let after = control::get();
        control::set(&control::DEFAULT);
        assert_eq!((before.0, inside), (false, (true, f64::INFINITY)));
        assert!(control::is_default(&within));
        assert_eq!(after, strange);
    }

    #[test]
    fn exceptions_raised_inside_are_not_the_hosts() {
        control::set(&control::DEFAULT);
        let held = Environment::hold_default();
        let (_, infinite) = work();
        let within = control::get();
        drop(held);
        let after = control::get();
        assert!(infinite == f64::INFINITY && within != control::DEFAULT);
        assert_eq!(after, control::DEFAULT);
    }
}
