//! The hull of points.

use gapkit::Vec3;
use gapkit::shape::{Polyhedron, SupportMap};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

fn vector(random: &mut SmallRng, size: f64) -> Vec3 {
    Vec3::from_fn(|_, _| random.random_range(-size..size))
}

/// How far points reach along a direction, by brute force.
fn farthest(points: &[[f64; 3]], direction: &Vec3) -> f64 {
    points.iter().map(|p| direction.dot(&Vec3::from(*p))).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn a_hull_reaches_as_far_as_its_points_in_all_directions() {
    let mut random = SmallRng::seed_from_u64(8);
    for round in 0..200 {
        let count = random.random_range(4..300);
        let points: Vec<[f64; 3]> = (0..count)
            .map(|_| {
                let p = vector(&mut random, 1.0);
                // In a ball, on a sphere, on a coarse grid with many in one plane and twice.
                let p = match round % 3 {
                    0 => p,
                    1 => p.normalize(),
                    _ => p.map(|x| (3.0 * x).round()),
                };
                p.into()
            })
            .collect();
        let Ok(hull) = Polyhedron::hull(&points) else {
            assert!(round % 3 == 2 && count < 20, "{count}");
            continue;
        };
        for _ in 0..50 {
            let direction = vector(&mut random, 1.0);
            let reach = direction.dot(&hull.support(&direction, &Vec3::zeros(), 0).point);
            assert_eq!(reach, farthest(&points, &direction));
        }
        // Each vertex is a point, each once, in their order.
        let mut rest = points.iter();
        assert!(hull.vertices().iter().all(|vertex| rest.any(|point| point == vertex)));
    }
}

#[test]
fn points_of_a_grid_that_are_inside_faces_and_edges_are_no_vertices() {
    let grid: Vec<[f64; 3]> =
        (0..1000).map(|i| [i % 10, i / 10 % 10, i / 100].map(f64::from)).collect();
    assert_eq!(Polyhedron::hull(&grid).expect("a cube").vertices().len(), 8);
    // Thin, far from zero.
    let thin = |i: i32| [f64::from(i % 2), f64::from(i / 2), 1e6];
    let mut points: Vec<[f64; 3]> = (0..4).map(thin).collect();
    points.push([0.5, 0.5, 1e6 + 2f64.powi(-20)]);
    assert_eq!(Polyhedron::hull(&points).expect("a pyramid").vertices().len(), 5);
}

#[test]
fn points_in_a_plane_on_a_line_or_none_have_no_hull() {
    let plane: Vec<[f64; 3]> = (0..9).map(|i| [f64::from(i % 3), f64::from(i / 3), 0.3]).collect();
    let text = Polyhedron::hull(&plane).unwrap_err().to_string();
    assert_eq!(text, "all 9 points of the hull lie in one plane");
    assert!(Polyhedron::hull(&plane[..3]).is_err() && Polyhedron::hull(&[[1.0; 3]; 7]).is_err());
    assert!(Polyhedron::hull(&[]).is_err());
    let error = Polyhedron::hull(&[[0.0; 3], [0.0, f64::NAN, 0.0]]).unwrap_err().to_string();
    assert!(error.contains("coordinate y of point 1"), "{error}");
}
