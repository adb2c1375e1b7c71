//! Polyhedra: what the constructor refuses, and that climbing finds what a scan finds.
#![allow(clippy::unwrap_used)]

use crate::solids;

use gapkit::Vec3;
use gapkit::shape::{Polyhedron, Search, SupportMap};
use proptest::prelude::*;
use solids::{climbed, icosphere, lathe, random_hull, scanned, subdivided_box};

/// How much lower the climb may end than the scan, in eps times `|direction| * reach`.
const FEW: f64 = 8.0;

/// By how much random hulls are flattened.
const FLAT: [f64; 3] = [1.0, 1.0 / 1024.0, 1.0 / (1u64 << 40) as f64];

/// The height that a search missed, in eps times `|direction| * reach`.
fn miss(shape: &Polyhedron, direction: &Vec3, hint: u32) -> f64 {
    let height = |search: Search| {
        let shape = shape.clone().with_search(search);
        let found = shape.support(direction, &shape.center(), hint);
        direction.dot(&found.point)
    };
    let best = height(Search::Scan);
    let unit = f64::EPSILON * direction.norm() * shape.extent();
    (best - height(Search::HillClimbing).min(height(Search::Hierarchy))) / unit
}

fn tetrahedron() -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
    let vertices = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    (vertices, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
}

/// Vertices as near each other as there are any: the product of their difference with a direction
/// vanishes, and who climbs must not stop there.
#[test]
fn climbs_pass_vertices_that_are_nearly_the_same() {
    for apart in [f64::from_bits(1), 1e-310, 1e-200] {
        let ring = [[-1.0, -1.0], [0.5, -1.0], [1.0, 0.0], [1.0, apart], [0.5, 1.0], [-1.0, 1.0]];
        let mut vertices: Vec<_> = ring.iter().map(|[x, y]| [*x, *y, 0.0]).collect();
        vertices.extend([[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]]);
        let faces: Vec<_> =
            (0..6u32).flat_map(|i| [[i, (i + 1) % 6, 6], [(i + 1) % 6, i, 7]]).collect();
        let shape = Polyhedron::new(vertices, &faces).unwrap();
        for hint in 0..8 {
            for direction in [[0.3, 0.2, 0.0], [3e-160, 2e-160, 0.0], [0.3, -0.2, 1e-9]] {
                assert!(miss(&shape, &direction.into(), hint) <= FEW, "{apart:e} {direction:?}");
            }
        }
    }
}

fn refusal(vertices: Vec<[f64; 3]>, faces: &[[u32; 3]]) -> String {
    Polyhedron::new(vertices, faces).unwrap_err().to_string()
}

#[test]
fn refusals_name_the_culprit() {
    let (vertices, faces) = tetrahedron();
    let mut nan = vertices.clone();
    nan[2][1] = f64::NAN;
    assert!(refusal(nan, &faces).contains("coordinate y of point 2 is NaN"));
    let with = |i: usize, face: [u32; 3]| {
        let mut faces = faces.clone();
        faces[i] = face;
        refusal(vertices.clone(), &faces)
    };
    assert!(with(3, [1, 2, 9]).contains("face 3 refers to vertex 9"));
    assert!(with(3, [1, 2, 2]).contains("face 3 uses vertex 2 twice"));
    assert!(with(3, [1, 3, 2]).contains("edge"));
    assert!(refusal(vertices.clone(), &faces[..3]).contains("edge"));
    assert!(refusal(vertices.clone(), &[]).contains("vertex 0 belongs to no face"));
    let mut loose = vertices.clone();
    loose.push([0.1; 3]);
    assert!(refusal(loose, &faces).contains("vertex 4 belongs to no face"));
    let inside_out: Vec<_> = faces.iter().map(|&[a, b, c]| [a, c, b]).collect();
    assert!(refusal(vertices.clone(), &inside_out).contains("lies outside face"));
    let flat = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];
    assert!(refusal(flat, &faces).contains("no area"));
}

#[test]
fn a_dent_of_one_unit_in_the_last_place_is_refused() {
    let (mut vertices, faces) = subdivided_box(2, Vec3::repeat(1.0));
    assert!(Polyhedron::new(vertices.clone(), &faces).is_ok());
    let inner = vertices.iter().position(|p| *p == [0.0, 0.0, 1.0]).unwrap();
    vertices[inner][2] = 1.0f64.next_down();
    assert!(refusal(vertices, &faces).contains("not convex"));
}

#[test]
fn a_surface_that_wraps_twice_is_refused() {
    // A bipyramid over a pentagram: every face points outwards and no edge is reflex.
    let mut vertices = vec![[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]];
    for i in 0..5 {
        let angle = f64::from(i) * 4.0 * std::f64::consts::PI / 5.0;
        vertices.push([angle.cos(), angle.sin(), 0.0]);
    }
    let mut faces = Vec::new();
    for i in 0..5 {
        let (a, b) = (2 + i, 2 + (i + 1) % 5);
        faces.extend([[0, a, b], [1, b, a]]);
    }
    assert!(refusal(vertices, &faces).contains("not convex"));
    // Two copies of one tetrahedron.
    let (mut vertices, mut faces) = tetrahedron();
    vertices.extend(vertices.clone());
    faces.extend(faces.clone().iter().map(|face| face.map(|v| v + 4)));
    assert!(refusal(vertices, &faces).contains("2 times"));
}

#[test]
fn extreme_sizes_are_checked_all_the_same() {
    for scale in [2f64.powi(990), 2f64.powi(-1000), 2f64.powi(-1060)] {
        let (mut vertices, faces) = subdivided_box(2, Vec3::repeat(scale));
        assert!(Polyhedron::new(vertices.clone(), &faces).is_ok(), "{scale}");
        let inner = vertices.iter().position(|p| *p == [0.0, 0.0, scale]).unwrap();
        vertices[inner][2] = scale * 0.75;
        assert!(refusal(vertices, &faces).contains("not convex"), "{scale}");
    }
}

#[test]
fn climbing_is_the_default_for_many_vertices_only() {
    let (vertices, faces) = tetrahedron();
    let small = Polyhedron::new(vertices, &faces).unwrap();
    assert_eq!(small.search(), Search::Scan);
    assert_eq!(small.points().unwrap().len(), 4);
    let (vertices, faces) = icosphere(2);
    let large = Polyhedron::new(vertices, &faces).unwrap();
    assert_eq!(large.search(), Search::HillClimbing);
    assert!(large.points().is_none());
    assert!(large.with_search(Search::Scan).points().is_some());
}

#[test]
fn neighbours_are_mutual_and_as_many_as_edges() {
    let (vertices, faces) = icosphere(2);
    let ball = Polyhedron::new(vertices, &faces).unwrap();
    let mut total = 0;
    for v in 0..ball.vertex_count() as u32 {
        total += ball.neighbours(v).len();
        assert!(ball.neighbours(v).iter().all(|&n| ball.neighbours(n).contains(&v)));
    }
    assert_eq!(total, 3 * faces.len());
}

#[test]
fn a_climb_leaves_the_plateau_that_faces_the_other_way() {
    let (vertices, faces) = subdivided_box(6, Vec3::new(1.0, 2.0, 0.5));
    let shape = Polyhedron::new(vertices, &faces).unwrap();
    for axis in [Vec3::x(), Vec3::y(), Vec3::z()] {
        for direction in [axis, -axis, axis * 1e-30, axis + Vec3::repeat(1e-17)] {
            for hint in 0..shape.vertex_count() as u32 {
                assert_eq!(miss(&shape, &direction, hint), 0.0, "{direction} from {hint}");
            }
        }
    }
}

#[test]
fn a_climb_crosses_a_cluster_of_vertices() {
    // The edges at the top rise by less than the rounding of heights, seen from the centre, but
    // lead to a rim that is higher by 5e-7. Climbing by heights alone stays at the top.
    let top = [[0.0, 0.0], [1e-13, -2e-20], [3e-13, -1.2e-19], [1e-12, -8.2e-19]];
    let rest = [[1.0, -1.5e-6], [1.0, -1.0], [0.0, -1.5]];
    let (vertices, faces) = lathe(&[&top[..], &rest[..]].concat());
    let shape = Polyhedron::new(vertices, &faces).unwrap();
    let mut directions = solids::directions(200);
    directions.extend((0..50).map(|i| {
        let angle = f64::from(i);
        Vec3::new(2e-6 * angle.cos(), 2e-6 * angle.sin(), 1.0)
    }));
    for direction in directions {
        for hint in 0..shape.vertex_count() as u32 {
            let miss = miss(&shape, &direction, hint);
            assert!(miss <= FEW, "missed {miss} eps from {hint} along {direction}");
        }
    }
}

#[test]
fn random_hulls_are_mostly_accepted() {
    for flat in FLAT {
        let good = (0..20).filter(|&seed| random_hull(seed, 300, flat).is_some()).count();
        assert!(good >= 15, "{good} of 20 at {flat}");
    }
}

#[test]
fn useless_directions_and_hints_give_some_vertex() {
    let (vertices, faces) = icosphere(2);
    for search in Search::ALL {
        let shape = Polyhedron::new(vertices.clone(), &faces).unwrap().with_search(search);
        for direction in [Vec3::zeros(), Vec3::repeat(f64::NAN), Vec3::repeat(f64::INFINITY)] {
            let found = shape.support(&direction, &Vec3::zeros(), u32::MAX);
            assert!((found.vertex as usize) < shape.vertex_count());
            assert!(found.point.norm() <= 1.0 + 1e-15);
        }
    }
}

#[test]
fn a_hierarchy_visits_few_vertices_of_a_large_hull() {
    for (levels, count) in [(4, 1026), (5, 4098)] {
        let (vertices, faces) = icosphere(levels);
        let ball = Polyhedron::new(vertices, &faces).unwrap().with_search(Search::Hierarchy);
        assert_eq!((ball.vertex_count(), ball.search()), (count, Search::Hierarchy));
        let directions = solids::directions(500);
        let visited = directions.iter().map(|d| ball.support(d, &Vec3::zeros(), 0).visited);
        let (sum, most) = visited.fold((0, 0), |(sum, most), n| (sum + n, most.max(n)));
        // The coarsest level has 64 vertices. Where a vertex has six neighbours, as it has on average,
        // a set that nothing can be added to is a seventh of all, and what it leaves out is one step from
        // what it keeps: two rings for each set.
        let sets = (f64::from(count as u32) / 64.0).ln() / (7f64 / 6.0).ln();
        let (mean, bound) = (f64::from(sum) / directions.len() as f64, 64.0 + 2.0 * 6.0 * sets);
        assert!(mean < bound && most < 600, "{count}: {mean} {most} {bound}");
        assert!(ball.points().is_none());
    }
}

#[test]
fn small_and_flattened_hulls_have_no_levels_and_are_scanned() {
    let (vertices, faces) = tetrahedron();
    let small = Polyhedron::new(vertices, &faces).unwrap().with_search(Search::Hierarchy);
    assert_eq!(small.support(&Vec3::x(), &Vec3::zeros(), 3).visited, 4);
    // And back again.
    assert!(small.with_search(Search::Scan).points().is_some());
}

#[test]
fn a_tracked_climb_visits_few_vertices() {
    let (vertices, faces) = icosphere(4);
    let ball = Polyhedron::new(vertices, &faces).unwrap();
    let first = ball.support(&Vec3::new(0.3, 0.5, 0.8), &Vec3::zeros(), 0);
    let again = ball.support(&Vec3::new(0.301, 0.5, 0.8), &Vec3::zeros(), first.vertex);
    assert!(again.visited <= 14, "{}", again.visited);
    let query = gapkit::Query::default();
    let other = gapkit::shape::Sphere::new([1.0, 2.0, 2.0], 0.5).unwrap();
    let (a, b) = (query.distance(&scanned(&ball), &other), query.distance(&climbed(&ball), &other));
    assert!((a.distance - b.distance).abs() <= 1e-15);
    assert!(b.visited < a.visited / 10);
}

proptest! {
    #[test]
    fn climbing_equals_the_scan_on_random_hulls(
        seed in any::<u64>(), count in 8usize..600, hint in any::<u32>(),
        flat in prop::sample::select(FLAT.to_vec())
    ) {
        let Some(shape) = random_hull(seed, count, flat) else { return Ok(()) };
        let hint = hint % shape.vertex_count() as u32;
        for direction in solids::directions(20) {
            let miss = miss(&shape, &direction, hint);
            prop_assert!(miss <= FEW, "missed {miss} eps");
        }
    }

    #[test]
    fn climbing_equals_the_scan_on_boxes_and_balls(
        n in 2usize..7, hint in any::<u32>(), x in -1.0f64..1.0, y in -1.0f64..1.0,
        z in -1.0f64..1.0, along in 0usize..8, tilt in -60i32..0
    ) {
        // Directions near axes and diagonals, where many vertices are level.
        let mut direction = Vec3::new(x, y, z) * 2f64.powi(tilt);
        for axis in 0..3 {
            direction[axis] += f64::from(u8::from(along >> axis & 1 == 1));
        }
        let solids = [subdivided_box(n, Vec3::new(1.0, 0.1, 7.0)), icosphere(n as u32 / 2)];
        for (vertices, faces) in solids {
            let shape = Polyhedron::new(vertices, &faces).unwrap();
            let hint = hint % shape.vertex_count() as u32;
            for direction in [direction, -direction] {
                let miss = miss(&shape, &direction, hint);
                prop_assert!(miss <= FEW, "missed {miss} eps");
            }
        }
    }
}
