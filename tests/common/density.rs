//! The random data sets of the decision sphere search paper (Hornus 2017, section 6), by collision
//! density: the share of pairs that intersect.

use gapkit::Vec3;
use gapkit::shape::{PointSet, Pose};
use gapkit::{Outcome, Query};
use nalgebra::UnitQuaternion;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// What the bodies are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dataset {
    /// Four points on the unit sphere with the centre inside, moved along x.
    Tetrahedra,
    /// Oriented boxes with half lengths up to one, in a cube.
    Boxes,
    /// Sixteen points on the unit sphere, moved along x.
    Polytopes,
}

/// A body, and the pose and half lengths if it is a box.
#[derive(Debug, Clone)]
pub struct Body {
    /// The vertices.
    pub points: Vec<[f64; 3]>,
    /// Where the box is, and how large.
    pub placed: Option<(Pose, Vec3)>,
}

fn unit(rng: &mut StdRng) -> Vec3 {
    loop {
        let v = Vec3::from([0; 3].map(|_| rng.random_range(-1.0..1.0)));
        if v.norm() > 0.1 && v.norm() < 1.0 {
            return v.normalize();
        }
    }
}

fn holds_center(p: &[Vec3]) -> bool {
    let volume = |a: Vec3, b: Vec3, c: Vec3| a.dot(&b.cross(&c)) > 0.0;
    let signs = [
        volume(p[1], p[2], p[3]),
        volume(p[0], p[3], p[2]),
        volume(p[0], p[1], p[3]),
        volume(p[0], p[2], p[1]),
    ];
    signs.iter().all(|&s| s) || signs.iter().all(|&s| !s)
}

impl Dataset {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Tetrahedra, Self::Boxes, Self::Polytopes];

    /// A body of the set with this spread.
    pub fn body(self, rng: &mut StdRng, spread: f64) -> Body {
        match self {
            Self::Tetrahedra => loop {
                let points: Vec<Vec3> = (0..4).map(|_| unit(rng)).collect();
                if holds_center(&points) {
                    return along_x(rng, &points, spread);
                }
            },
            Self::Polytopes => {
                let points: Vec<Vec3> = (0..16).map(|_| unit(rng)).collect();
                along_x(rng, &points, spread)
            }
            Self::Boxes => {
                let half = Vec3::from([0; 3].map(|_| rng.random_range(0.0..1.0)));
                let at = Vec3::from([0; 3].map(|_| spread * rng.random_range(-0.5..0.5)));
                let (axis, w) = (unit(rng), rng.random_range(-1.0..1.0));
                let turn = nalgebra::Quaternion::new(w, axis.x, axis.y, axis.z);
                let pose = Pose::from_parts(at.into(), UnitQuaternion::new_normalize(turn));
                let corner = |i: usize| {
                    let side = |k: usize| if i >> k & 1 == 1 { half[k] } else { -half[k] };
                    let p = pose * nalgebra::Point3::new(side(0), side(1), side(2));
                    [p.x, p.y, p.z]
                };
                Body { points: (0..8).map(corner).collect(), placed: Some((pose, half)) }
            }
        }
    }

    /// Pairs of bodies; the same for the same arguments.
    pub fn pairs(self, spread: f64, count: usize, seed: u64) -> Vec<(Body, Body)> {
        let mut rng = StdRng::seed_from_u64(seed * 3 + self as u64);
        (0..count).map(|_| (self.body(&mut rng, spread), self.body(&mut rng, spread))).collect()
    }

    /// The spread at which about this share of the pairs intersects: by bisection.
    pub fn spread(self, density: f64) -> f64 {
        if density >= 1.0 {
            return 0.0;
        }
        let share = |spread: f64| {
            let pairs = self.pairs(spread, 2000, 99);
            let hit = |(a, b): &(Body, Body)| {
                let set = |body| PointSet::new(body).expect("finite");
                let (a, b) = (set(&a.points), set(&b.points));
                Query::default().outcome(&a, &b) != Outcome::Separated
            };
            pairs.iter().filter(|pair| hit(pair)).count() as f64 / 2000.0
        };
        let (mut low, mut high) = (0.0, 1000.0);
        for _ in 0..20 {
            let middle: f64 = if low == 0.0 { high / 10.0 } else { (low * high).sqrt() };
            let dense = share(middle) > density;
            (low, high) = if dense { (middle, high) } else { (low, middle) };
            if high < 0.01 {
                break;
            }
        }
        high
    }
}

fn along_x(rng: &mut StdRng, points: &[Vec3], spread: f64) -> Body {
    let by = Vec3::x() * (spread * rng.random_range(0.0..1.0));
    Body { points: points.iter().map(|p| (p + by).into()).collect(), placed: None }
}
