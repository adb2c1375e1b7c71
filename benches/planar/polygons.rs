//! Seeded pairs of convex polygons.

use gapkit::Outcome;
use gapkit::planar::{Polygon, Query, distance};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// The vertices of a polygon.
pub(crate) type Points = Vec<[f64; 2]>;

/// How the polygons of a pair lie to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Placement {
    /// Apart, with centres up to five radii from each other.
    Distant,
    /// Overlapping, with centres up to two radii from each other.
    Overlapping,
    /// A distant pair, moved together by the vector between the witness points.
    Touching,
}

impl Placement {
    pub(crate) const ALL: [Self; 3] = [Self::Distant, Self::Overlapping, Self::Touching];
}

/// `count` pairs of polygons with `n` vertices; the same for the same arguments.
pub(crate) fn pairs(n: usize, placement: Placement, count: usize) -> Vec<(Points, Points)> {
    let mut rng = StdRng::seed_from_u64(n as u64 * 31 + placement as u64);
    (0..count).map(|_| pair(&mut rng, n, placement)).collect()
}

fn pair(rng: &mut StdRng, n: usize, placement: Placement) -> (Points, Points) {
    loop {
        let a = polygon(rng, n);
        let mut b = polygon(rng, n);
        let far = if placement == Placement::Overlapping { 2.0 } else { 5.0 };
        let (sin, cos) = rng.random_range(0.0..std::f64::consts::TAU).sin_cos();
        let along = rng.random_range(0.0..far);
        shift(&mut b, [along * cos, along * sin]);
        let Some(outcome) = outcome(&a, &b) else { continue };
        if (outcome == Outcome::Overlapping) != (placement == Placement::Overlapping) {
            continue;
        }
        if placement == Placement::Touching {
            let polygon = |points| Polygon::new(points).expect("checked before");
            let gap = distance(&polygon(&a), &polygon(&b));
            shift(&mut b, (gap.point_a - gap.point_b).into());
            // Rounding may have bent an edge.
            if Polygon::new(&b).is_err() {
                continue;
            }
        }
        return (a, b);
    }
}

/// How they lie to each other; `None` if rounding has bent one of them.
fn outcome(a: &Points, b: &Points) -> Option<Outcome> {
    let (a, b) = (Polygon::new(a).ok()?, Polygon::new(b).ok()?);
    Some(Query::default().outcome(&a, &b))
}

/// A polygon with its vertices at random angles on a turned ellipse.
fn polygon(rng: &mut StdRng, n: usize) -> Points {
    loop {
        let tau = std::f64::consts::TAU;
        let mut angles: Vec<f64> = (0..n).map(|_| rng.random_range(0.0..tau)).collect();
        angles.sort_by(f64::total_cmp);
        let squeeze = [rng.random_range(0.4..1.0), rng.random_range(0.4..1.0)];
        let (sin, cos) = rng.random_range(0.0..tau).sin_cos();
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
