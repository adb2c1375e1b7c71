//! Seeded pairs of convex bodies at a chosen distance.

use gapkit::shape::{PointSet, Polyhedron, Search};
use gapkit::{Outcome, Query};
use parry3d_f64::transformation::convex_hull;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::peer::vectors;
use super::touching;

/// How the bodies of a pair lie to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Placement {
    /// A gap of 1 to 4 of their size.
    Far,
    /// A gap of 0.1 to 1 of their size.
    Distant,
    /// A gap of 0.03 to 0.1 of their size.
    Close,
    /// A gap of 1e-3 to 1e-9 of their size.
    Near,
    /// Overlapping, with centres nearer than a quarter of their size.
    Overlapping,
    /// Touching exactly, in a plane of a grid: up to three vertices of each are in it.
    Touching,
}

impl Placement {
    /// Those of the tables.
    pub(crate) const ALL: [Self; 4] =
        [Self::Distant, Self::Near, Self::Overlapping, Self::Touching];
}

/// Two bodies with all their vertices on their hulls.
pub(crate) struct Pair {
    pub(crate) a: Vec<[f64; 3]>,
    pub(crate) b: Vec<[f64; 3]>,
}

impl Pair {
    pub(crate) fn sets(&self) -> (PointSet<'_>, PointSet<'_>) {
        (PointSet::new(&self.a).expect("finite"), PointSet::new(&self.b).expect("finite"))
    }

    pub(crate) fn hulls(&self, search: Search) -> (Polyhedron, Polyhedron) {
        let of = |points| hull(points).expect("checked when made").with_search(search);
        (of(&self.a), of(&self.b))
    }
}

/// The hull by the peer, whose tolerance leaves a few thin ones not quite convex: `None` for those.
pub(super) fn hull(points: &[[f64; 3]]) -> Option<Polyhedron> {
    let (vertices, faces) = convex_hull(&vectors(points));
    if vertices.len() < points.len() {
        return None;
    }
    Polyhedron::new(vertices.iter().map(|p| [p.x, p.y, p.z]).collect(), &faces).ok()
}

/// A random unit vector.
pub(crate) fn unit(rng: &mut StdRng) -> [f64; 3] {
    loop {
        let v = [0; 3].map(|_| rng.random_range(-1.0..1.0));
        let n: f64 = v.iter().map(|c| c * c).sum::<f64>().sqrt();
        if n > 0.1 && n < 1.0 {
            return v.map(|c| c / n);
        }
    }
}

/// A body of `n` vertices on the unit sphere, squeezed along the axes, all of them on its hull.
fn body(rng: &mut StdRng, n: usize) -> Vec<[f64; 3]> {
    loop {
        let squeeze = [0; 3].map(|_| rng.random_range(0.5..1.0));
        let points: Vec<[f64; 3]> = (0..n)
            .map(|_| {
                let u = unit(rng);
                [0, 1, 2].map(|k| squeeze[k] * u[k])
            })
            .collect();
        if hull(&points).is_some() {
            return points;
        }
    }
}

/// `count` pairs of `n`-vertex bodies; the same for the same arguments.
pub(crate) fn pairs(n: usize, placement: Placement, count: usize) -> Vec<Pair> {
    let mut rng = StdRng::seed_from_u64(n as u64 * 31 + placement as u64);
    (0..count).map(|_| pair(&mut rng, n, placement)).collect()
}

/// `count` pairs of boxes with half lengths of 0.3 to 1, turned at random unless they are to touch.
pub(crate) fn boxes(placement: Placement, count: usize) -> Vec<Pair> {
    let mut rng = StdRng::seed_from_u64(77 + placement as u64);
    if placement == Placement::Touching {
        return (0..count).map(|_| touching::boxes(&mut rng)).collect();
    }
    (0..count).map(|_| placed(&mut rng, placement, turned_box)).collect()
}

fn turned_box(rng: &mut StdRng) -> Vec<[f64; 3]> {
    let half = [0; 3].map(|_| rng.random_range(0.3..1.0));
    let turn = nalgebra::Vector3::from(unit(rng)) * rng.random_range(0.0..3.0);
    let turn = nalgebra::Rotation3::new(turn);
    let side = |i: usize, k: usize| if i >> k & 1 == 1 { half[k] } else { -half[k] };
    let corner = |i| (turn * nalgebra::Vector3::new(side(i, 0), side(i, 1), side(i, 2))).into();
    (0..8).map(corner).collect()
}

fn pair(rng: &mut StdRng, n: usize, placement: Placement) -> Pair {
    if placement == Placement::Touching {
        return touching::pair(rng, |rng| body(rng, n));
    }
    loop {
        let pair = placed(rng, placement, |rng| body(rng, n));
        if hull(&pair.b).is_some() {
            return pair;
        }
    }
}

fn placed(
    rng: &mut StdRng,
    placement: Placement,
    mut body: impl FnMut(&mut StdRng) -> Vec<[f64; 3]>,
) -> Pair {
    loop {
        let a = body(rng);
        let mut b = body(rng);
        let u = unit(rng);
        let along = match placement {
            Placement::Far => reach(&a, &b, u, rng.random_range(2.0..8.0)),
            Placement::Close => reach(&a, &b, u, rng.random_range(0.06..0.2)),
            Placement::Distant => reach(&a, &b, u, rng.random_range(0.2..2.0)),
            Placement::Near => reach(&a, &b, u, 10f64.powf(rng.random_range(-9.0..-3.0))),
            Placement::Overlapping => rng.random_range(0.0..0.5),
            Placement::Touching => return touching::pair(rng, body),
        };
        shift(&mut b, u, along);
        let pair = Pair { a, b };
        let (a, b) = pair.sets();
        // Tetrahedra with their corners on two spheres may miss each other however near.
        let overlapping = Query::default().outcome(&a, &b) == Outcome::Overlapping;
        if overlapping == (placement == Placement::Overlapping) {
            return pair;
        }
    }
}

fn shift(b: &mut [[f64; 3]], u: [f64; 3], along: f64) {
    for p in b {
        for k in 0..3 {
            p[k] += along * u[k];
        }
    }
}

/// How far B must move along `u` to leave this gap: by bisection.
fn reach(a: &[[f64; 3]], b: &[[f64; 3]], u: [f64; 3], gap: f64) -> f64 {
    let (mut low, mut high) = (0.0, 16.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        let mut moved = b.to_vec();
        shift(&mut moved, u, middle);
        let sets = (PointSet::new(a).expect("finite"), PointSet::new(&moved).expect("finite"));
        let near = Query::default().distance(&sets.0, &sets.1).distance < gap;
        (low, high) = if near { (middle, high) } else { (low, middle) };
    }
    high
}
