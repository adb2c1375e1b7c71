//! Seeded pairs of convex polygons. The benchmark of polygons uses the same.

use gapkit::Outcome;
use gapkit::planar::{Polygon, Query, distance};

/// The vertices of a polygon.
pub(super) type Points = Vec<[f64; 2]>;

/// How the polygons of a pair lie to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Placement {
    /// Apart, with centres up to five radii from each other.
    Distant,
    /// Overlapping, with centres up to two radii from each other.
    Overlapping,
    /// A distant pair, moved together by the vector between the witness points.
    Touching,
}

impl Placement {
    pub(super) const ALL: [Self; 3] = [Self::Distant, Self::Overlapping, Self::Touching];
}

/// A pair of polygons with `n` vertices; `random` gives numbers from 0 to 1.
pub(super) fn pair(
    random: &mut impl FnMut() -> f64,
    n: usize,
    placement: Placement,
) -> (Points, Points) {
    loop {
        let a = polygon(random, n);
        let mut b = polygon(random, n);
        let far = if placement == Placement::Overlapping { 2.0 } else { 5.0 };
        let (sin, cos) = (std::f64::consts::TAU * random()).sin_cos();
        let along = far * random();
        shift(&mut b, [along * cos, along * sin]);
        let Some(outcome) = outcome(&a, &b) else { continue };
        if (outcome == Outcome::Overlapping) != (placement == Placement::Overlapping) {
            continue;
        }
        // Rounding may bend an edge.
        if placement == Placement::Touching && !join(&a, &mut b) {
            continue;
        }
        return (a, b);
    }
}

/// Moves the second polygon to where it touches the first; whether that left it convex.
fn join(a: &Points, b: &mut Points) -> bool {
    let (Ok(first), Ok(second)) = (Polygon::new(a), Polygon::new(b)) else { return false };
    let gap = distance(&first, &second);
    shift(b, (gap.point_a - gap.point_b).into());
    Polygon::new(b).is_ok()
}

/// How they lie to each other; `None` if rounding has bent one of them.
fn outcome(a: &Points, b: &Points) -> Option<Outcome> {
    let (a, b) = (Polygon::new(a).ok()?, Polygon::new(b).ok()?);
    Some(Query::default().outcome(&a, &b))
}

/// A polygon with its vertices at random angles on a turned ellipse.
fn polygon(random: &mut impl FnMut() -> f64, n: usize) -> Points {
    loop {
        let tau = std::f64::consts::TAU;
        let mut angles: Vec<f64> = (0..n).map(|_| tau * random()).collect();
        angles.sort_by(f64::total_cmp);
        let squeeze = [0.4 + 0.6 * random(), 0.4 + 0.6 * random()];
        let (sin, cos) = (tau * random()).sin_cos();
        let points: Points = (angles.iter())
            .map(|angle| {
                let (y, x) = angle.sin_cos();
                let (x, y) = (x * squeeze[0], y * squeeze[1]);
                [x * cos - y * sin, x * sin + y * cos]
            })
            .collect();
        if Polygon::new(&points).is_ok() {
            return points;
        }
    }
}

fn shift(points: &mut Points, by: [f64; 2]) {
    for p in points {
        *p = [p[0] + by[0], p[1] + by[1]];
    }
}
