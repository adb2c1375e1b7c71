//! Polygons of any bits.

use gapkit::Outcome;
use gapkit::planar::{self, Polygon, Query, Vec2, sat};

use crate::input::Input;

/// What is promised of a distance, and what the world coordinates of points are rounded by, in eps
/// times the extent of the pair and of the coordinates.
const PROMISE: f64 = 16.0;

pub(crate) fn run(bytes: &[u8]) {
    let input = &mut Input::new(bytes);
    let kind = input.kind();
    let polygon = |input: &mut Input| -> Vec<[f64; 2]> {
        let count = input.pick(&[3, 1, 2, 3, 4, 4, 6, 9]);
        let mut points: Vec<_> =
            (0..count).map(|_| [input.number(kind), input.number(kind)]).collect();
        // Mostly in the order in which they are seen from one of them: few others are convex.
        if !input.once_in(4) {
            let [x, y] = points[0];
            points[1..]
                .sort_by(|p, q| (p[1] - y).atan2(p[0] - x).total_cmp(&(q[1] - y).atan2(q[0] - x)));
        }
        points
    };
    let (a, b) = (polygon(input), polygon(input));
    let far = a.iter().chain(&b).flatten().fold(0.0, |far: f64, x| far.max(x.abs()));
    let (Ok(a), Ok(b)) = (Polygon::new(&a), Polygon::new(&b)) else { return };
    let answer = planar::distance(&a, &b);
    let query = Query::default();
    let (meets, separation) = (query.intersects(&a, &b), query.separation(&a, &b));
    let (axis, depth) = (sat::separating_axis(&a, &b), sat::depth(&a, &b));
    if far > 1e300 {
        return;
    }
    let unit = PROMISE * (2.0 * f64::EPSILON * far + f64::from_bits(1));
    assert!(answer.lower_bound <= answer.distance + unit, "{answer:?}");
    assert!(
        (separation.distance - answer.distance).abs() <= 2.0 * unit,
        "{answer:?} {separation:?}"
    );
    assert!(answer.lower_bound <= 2.0 * unit || !meets, "{answer:?}");
    // The line, against all vertices of both polygons.
    let open = |n: &Vec2| {
        let heights = |p: &Polygon| p.vertices().iter().map(|x| n.dot(&Vec2::from(*x))).collect();
        let [of_a, of_b]: [Vec<f64>; 2] = [heights(&a), heights(&b)];
        let highest = of_a.into_iter().fold(f64::NEG_INFINITY, f64::max);
        of_b.into_iter().fold(f64::INFINITY, f64::min) - highest
    };
    let along = open(&answer.direction);
    assert!(answer.lower_bound <= along.max(0.0) + 2.0 * unit, "{along:e} open, {answer:?}");
    if let Some(axis) = axis {
        assert!(open(&axis) >= -2.0 * unit, "{:e} open, {axis:?}", open(&axis));
    }
    let along = open(&depth.normal);
    assert!((along + depth.depth).abs() <= 2.0 * unit, "{along:e} open, {depth:?}");
    assert!(axis.is_none() || answer.outcome != Outcome::Overlapping, "{answer:?} {axis:?}");
    assert!(!depth.depth.is_nan(), "{depth:?}");
    let between = answer.point_b - answer.point_a;
    let most = between.amax();
    let apart = if most > 0.0 { (between / most).norm() * most } else { 0.0 };
    let is_proven = answer.outcome != Outcome::Unproven;
    assert!(!is_proven || (apart - answer.distance).abs() <= unit, "points {apart:e}, {answer:?}");
    let sum: f64 = answer.weight[..answer.vertex_count].iter().sum();
    assert!((sum - 1.0).abs() <= 1e-14, "{answer:?}");
}
