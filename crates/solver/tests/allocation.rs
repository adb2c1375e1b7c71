//! Once warm, a time step of the solver allocates nothing: the scene, which is not counted, is
//! asked apart.

#![allow(unsafe_code, reason = "an allocator cannot be written without")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

use gapkit::mesh::bodies;
use gapkit_solver::{Friction, Law, Material, Penalty, Settings, Solver};

/// The system's allocator, which counts the calls of all threads.
struct Counting;

static CALLS: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call goes to the system's allocator unchanged; the counter does not allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        CALLS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_warm_step_allocates_nothing() {
    let penalty = Penalty::new(0.01).unwrap().with_damping(0.1).unwrap();
    let penalty = penalty.with_friction(Friction::new(0.5).unwrap());
    let settings = Settings::new(penalty).unwrap().with_damping(1.0).unwrap().with_threads(2);
    let mut solver = Solver::new(settings.with_gravity([0.0, 0.0, -9.81])).unwrap();
    solver.add_plane([0.0; 3], [0.0, 0.0, 1.0]).unwrap();
    let rubber = Material::new(Law::NeoHookean, 1000.0, 1e6, 0.3).unwrap();
    let block = bodies::block([12, 12, 12], [1.0; 3]).unwrap();
    let body = solver.add_mesh(&block, rubber, true).unwrap();
    solver.set_velocity(body, |_| [1.0, 0.0, -1.0].into()).unwrap();
    let counted = solver.install(|solver| {
        let (mut counted, mut touching) = (0, 0);
        for step in 0..60 {
            solver.detect().unwrap();
            let before = CALLS.load(Ordering::Relaxed);
            solver.step().unwrap();
            touching += solver.contacts().filter(|(_, force)| force.closure > 0.0).count();
            if step >= 20 {
                counted += CALLS.load(Ordering::Relaxed) - before;
            }
        }
        assert!(touching > 0, "nothing touches");
        counted
    });
    assert_eq!(counted, 0);
}
