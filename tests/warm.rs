//! A detection that keeps its candidates allocates nothing, on any thread, also where nodes are deep
//! inside bodies. One test, since the allocator counts for the whole program.

#![allow(unsafe_code, reason = "an allocator cannot be written without")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

use gapkit::mesh::{TetMesh, bodies};
use gapkit::scene::{BodyOptions, Config, Resolution, Scene};

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

/// The nodes of a mesh, moved.
fn moved(mesh: &TetMesh, by: [f64; 3]) -> Vec<[f64; 3]> {
    mesh.nodes().iter().map(|x| [x[0] + by[0], x[1] + by[1], x[2] + by[2]]).collect()
}

/// Two meshes that are alike, the second above the first, above a plane.
struct Stage {
    name: &'static str,
    mesh: TetMesh,
    /// How far above.
    height: f64,
    /// How many contacts there are at least.
    contacts: usize,
    /// Whether the contacts are those of nodes of the second with the first.
    one_sided: bool,
}

/// Plates with an open gap, plates that touch with nodes inside, the same with nodes of one side, and
/// blocks that are pushed into each other by 40 % of their size.
fn stages() -> [Stage; 4] {
    let plate = bodies::block([12, 12, 1], [12.0, 12.0, 1.0]).expect("a plate");
    let block = bodies::block([6, 6, 6], [6.0, 6.0, 6.0]).expect("a block");
    [
        Stage { name: "open", mesh: plate.clone(), height: 1.05, contacts: 100, one_sided: false },
        Stage {
            name: "closed",
            mesh: plate.clone(),
            height: 0.99,
            contacts: 100,
            one_sided: false,
        },
        Stage { name: "nodes", mesh: plate, height: 0.99, contacts: 100, one_sided: true },
        Stage { name: "deep", mesh: block, height: 3.6, contacts: 10, one_sided: false },
    ]
}

/// How often memory was asked for in each of some steps, in which the second mesh slides.
fn allocations(stage: &Stage, resolution: Resolution, threads: usize) -> Vec<u64> {
    let config = Config::new(0.1).expect("a margin").with_history(3);
    let config = config.with_resolution(resolution).with_threads(threads);
    let mut scene = Scene::new(config).expect("threads");
    for _ in 0..2 {
        scene.add_mesh(&stage.mesh, BodyOptions::default()).expect("a mesh");
    }
    if stage.one_sided {
        scene.set_one_sided(1, 0).expect("meshes");
    }
    scene.add_plane([0.0, 0.0, -0.05], [0.0, 0.0, 1.0], BodyOptions::default()).expect("a plane");
    let place = |step: usize| [0.31 + 1e-4 * step as f64, 0.17 + 2e-4 * step as f64, stage.height];
    let positions: Vec<_> = (0..40).map(|step| moved(&stage.mesh, place(step))).collect();
    let step = |positions: &Vec<[f64; 3]>| {
        let before = CALLS.load(Ordering::Relaxed);
        scene.set_positions(1, positions).expect("positions");
        assert!(scene.detect().len() > stage.contacts);
        let after = CALLS.load(Ordering::Relaxed);
        (scene.statistics().rebuilt, after - before)
    };
    let counts: Vec<_> = positions.iter().map(step).collect();
    // Buffers have grown to their sizes after some steps.
    counts.iter().skip(10).filter(|(rebuilt, _)| !rebuilt).map(|(_, count)| *count).collect()
}

#[test]
fn a_warm_step_allocates_nothing() {
    let before = CALLS.load(Ordering::Relaxed);
    drop(Box::new(1));
    assert!(CALLS.load(Ordering::Relaxed) > before, "the allocator counts");
    let stages = stages();
    for (resolution, threads) in
        [Resolution::Surface, Resolution::Facet].into_iter().flat_map(|r| [(r, 1), (r, 2)])
    {
        for stage in &stages {
            let counts = allocations(stage, resolution, threads);
            println!("{resolution:?}, {threads} threads, {}: {counts:?}", stage.name);
            assert!(counts.len() > 20);
            // The queue of the threads takes a block for some dozen calls.
            assert!(counts.iter().filter(|&&count| count > 0).count() <= 2, "{counts:?}");
        }
    }
}
