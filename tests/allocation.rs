//! No query allocates, on any path.

#![allow(unsafe_code, reason = "an allocator cannot be written without")]

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use common::{families, planar};
use gapkit::Query;
use gapkit::boolean::{BooleanAlgorithm, BooleanTest};
use gapkit::gjk::Cache;
use gapkit::penetration::{self, Method};

/// The system's allocator, which counts the calls of each thread.
struct Counting;

thread_local! {
    static CALLS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call goes to the system's allocator unchanged; the counter does not allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        CALLS.with(|calls| calls.set(calls.get() + 1));
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

fn calls() -> u64 {
    CALLS.with(Cell::get)
}

#[test]
fn no_query_allocates() {
    let before = calls();
    drop(Box::new(1));
    assert_eq!(calls(), before + 1, "the allocator counts");
    let loose = Query::default().with_tolerance(1e-3).expect("valid");
    let queries = [Query::default(), Query::default().polished(), loose];
    for family in families::all() {
        let mut cache = Cache::default();
        let mut refined = 0;
        for index in 0..200 {
            let pair = family.pair(index);
            let (a, b) = pair.sets();
            let before = calls();
            for query in &queries {
                refined += u32::from(query.distance(&a, &b).refined);
                let _ = query.separation(&a, &b);
                let _ = query.outcome(&a, &b);
                query.tracked(&a, &b, &mut cache);
            }
            for test in [BooleanAlgorithm::Gjk, BooleanAlgorithm::Dss, BooleanAlgorithm::Hybrid] {
                let _ = test.decide(&queries[0], &a, &b);
            }
            assert_eq!(calls(), before, "{} {index}", family.name);
        }
        assert!(refined > 0, "the refined path was not taken");
    }
}

#[test]
fn faces_that_are_kept_and_levels_of_a_hierarchy_are_found_without_allocation() {
    use gapkit::shape::{Cuboid, Polyhedron, Pose, Posed, Search, SupportMap, Zonotope};
    let golden = |i: usize| {
        let (y, angle) = (1.0 - (i as f64 + 0.5) / 100.0, 2.4 * i as f64);
        let radius = (1.0 - y * y).sqrt();
        [radius * angle.cos(), y, radius * angle.sin()]
    };
    let points: Vec<[f64; 3]> = (0..200).map(golden).collect();
    let hull = Polyhedron::hull(&points).expect("a ball").with_search(Search::Hierarchy);
    assert!(hull.facets().is_some());
    let brick = Cuboid::new([0.0; 3], [0.5, 0.4, 0.3]).expect("valid");
    let generators = [[0.5, 0.1, 0.0], [0.0, 0.6, 0.2], [0.3, 0.0, 0.4], [0.2, 0.2, 0.2]];
    let zonotope = Zonotope::new([0.0; 3], &generators).expect("valid");
    let query = Query::default();
    for step in 0..40 {
        let at = Pose::translation(0.1 * f64::from(step), 0.05, 0.0);
        let moved = Posed::new(brick, &at).expect("valid");
        let other = Posed::new(&hull, &at).expect("valid");
        let before = calls();
        let _ = BooleanAlgorithm::Polyhedra.decide(&query, &hull, &hull).expect("polyhedra");
        let _ = BooleanAlgorithm::BoxPolyhedron.decide(&query, &hull, &moved).expect("a box");
        let _ = (query.distance(&hull, &other), query.distance(&zonotope, &other));
        let _ = gapkit::boolean::bisection(&query, &hull, &other);
        assert_eq!(calls(), before, "{step}");
    }
}

#[test]
fn no_planar_query_allocates() {
    use gapkit::planar::{Query, sat};
    use gapkit::shape::Search;
    let searches = [Search::Scan, Search::HillClimbing];
    let mut refined = 0;
    for family in planar::all() {
        for index in 0..500 {
            let pair = family.pair(index);
            let before = calls();
            let (a, b) = pair.checked();
            for query in searches.map(|search| Query::default().with_search(search)) {
                refined += u32::from(query.distance(&a, &b).refined);
                let _ = query.separation(&a, &b);
                let _ = query.outcome(&a, &b);
                let _ = query.intersects(&a, &b);
            }
            let _ = (sat::separating_axis(&a, &b), sat::depth(&a, &b));
            assert_eq!(calls(), before, "{} {index}", family.name);
        }
    }
    assert!(refined > 0, "the refined path was not taken");
}

#[test]
fn the_depth_of_small_polytopes_needs_no_allocation() {
    for family in common::deep::all() {
        for index in 0..100 {
            let pair = family.pair(index);
            let (a, b) = pair.sets();
            let before = calls();
            for method in Method::ALL {
                let _ = penetration::Query::default().with_method(method).penetration(&a, &b);
            }
            let _ = (penetration::signed_gap(&a, &b), penetration::bounds(&a, &b));
            assert_eq!(calls(), before, "{} {index}", family.name);
        }
    }
}
