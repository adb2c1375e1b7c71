//! Points of the area that two facets have in common, or a facet and a half-space: the rule of
//! `records::surface::common_area`, step by step, for any kind of number.

use super::evaluated::Evaluated;
use super::real::{Real, Vector};
use crate::Vec3;
use crate::scene::config::Points;
use crate::scene::records::surface::common_area::{FULLY_FACING, OBLIQUE, OPPOSITE};

/// A facet, its nodes in ascending order.
#[derive(Clone, Copy)]
pub(super) struct Facet<R> {
    corners: [Vector<R>; 3],
    normal: Vector<R>,
    /// 1 if the corners are counterclockwise as seen from outside, else -1.
    turn: f64,
}

impl<R: Real> Facet<R> {
    pub(super) fn new(corners: [Vector<R>; 3], turn: f64) -> Self {
        let [a, b, c] = corners;
        let normal = (b - a).cross(&(c - a)).unit().times(R::constant(turn));
        Self { corners, normal, turn }
    }

    /// The weights of a point as seen along a direction.
    fn weights(&self, point: &Vector<R>, along: &Vector<R>) -> [R; 3] {
        let [a, b, c] = self.corners.map(|corner| corner - *point);
        let shares = [b.cross(&c), c.cross(&a), a.cross(&b)].map(|cross| cross.dot(along));
        let sum = shares[0] + shares[1] + shares[2];
        shares.map(|share| share / sum)
    }

    fn point(&self, weights: &[R; 3]) -> Vector<R> {
        let [a, b, c] = self.corners;
        a.times(weights[0]) + b.times(weights[1]) + c.times(weights[2])
    }
}

/// How far apart and how deep facets are in contact, which does not depend on where they are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    pub(super) max_distance: f64,
    pub(super) deep: f64,
    pub(super) oblique_deep: f64,
    /// The displacements of the corners in the time step ahead.
    pub(super) steps: Option<[[Vec3; 3]; 2]>,
    /// The thickness of both bodies together.
    pub(super) thickness: f64,
    pub(super) points: Points,
}

impl Limits {
    fn deep_at<R: Real>(&self, cosine: R) -> R {
        let oblique = smoothstep(cosine / R::constant(OBLIQUE));
        let opposite = smoothstep((cosine - R::constant(OPPOSITE[0])) / R::constant(OPPOSITE[1]));
        R::constant(self.oblique_deep) * oblique
            + R::constant(self.deep - self.oblique_deep) * opposite
    }

    fn max_distance_along<R: Real>(&self, normal: &Vector<R>) -> R {
        let max_distance = R::constant(self.max_distance);
        let Some(steps) = &self.steps else { return max_distance };
        let [a, b] = steps
            .map(|side| side.map(|step| Vector::constant([step.x, step.y, step.z]).dot(normal)));
        let closing = a[0].max(a[1]).max(a[2]) - b[0].min(b[1]).min(b[2]);
        max_distance + closing.max(R::constant(0.0))
    }
}

fn smoothstep<R: Real>(x: R) -> R {
    let x = x.max(R::constant(0.0)).min(R::constant(1.0));
    x * x * (R::constant(3.0) - R::constant(2.0) * x)
}

/// A point of the area in common of two facets.
pub(super) fn on_facet<R: Real>(
    [a, b]: [&Facet<R>; 2],
    limits: &Limits,
    point: usize,
) -> Option<Evaluated<R>> {
    let cosine = -a.normal.dot(&b.normal);
    let normal = (a.normal - b.normal).unit();
    let (max_distance, deep) = (limits.max_distance_along(&normal), limits.deep_at(cosine));
    let slope = normal.dot(&b.normal);
    let gap = |x: &Vector<R>| (b.corners[0] - *x).dot(&b.normal) / slope;
    let mut polygon = a.corners.to_vec();
    for k in 0..3 {
        let (p, q) = (b.corners[k], b.corners[(k + 1) % 3]);
        let inward = normal.cross(&(q - p)).times(R::constant(-b.turn));
        clip(&mut polygon, |x| inward.dot(&(*x - p)));
    }
    clip(&mut polygon, |x| max_distance - gap(x));
    clip(&mut polygon, |x| gap(x) + deep);
    let at = Sampled::new(a, &polygon, normal, limits.points)?.point(point);
    let weights = [a.weights(&at.0, &normal), b.weights(&at.0, &normal)];
    let [p, q] = [a.point(&weights[0]), b.point(&weights[1])];
    let distance = normal.dot(&(q - p));
    let weight = smoothstep(cosine / R::constant(FULLY_FACING));
    Some(Evaluated {
        gap: distance - R::constant(limits.thickness),
        area: at.1 * weight,
        normal,
        weights,
    })
}

/// A point of the part of a facet that is within reach of a half-space, of which a point and the
/// normal are given.
pub(super) fn on_plane<R: Real>(
    a: &Facet<R>,
    plane: [Vec3; 2],
    limits: &Limits,
    point: usize,
) -> Option<Evaluated<R>> {
    let [origin, up] = plane.map(|vector| Vector::<R>::constant(vector.into()));
    let down = up.times(R::constant(-1.0));
    let cosine = a.normal.dot(&down);
    let height = |x: &Vector<R>| up.dot(&(*x - origin));
    let max_distance = limits.max_distance_along(&down);
    let mut polygon = a.corners.to_vec();
    clip(&mut polygon, |x| max_distance - height(x));
    let at = Sampled::new(a, &polygon, down, limits.points)?.point(point);
    let weights = a.weights(&at.0, &down);
    let weight = smoothstep(cosine / R::constant(FULLY_FACING));
    Some(Evaluated {
        gap: height(&a.point(&weights)) - R::constant(limits.thickness),
        area: at.1 * weight,
        normal: down,
        weights: [weights, [R::constant(0.0); 3]],
    })
}

/// Keeps the part of a polygon where an affine function is not negative.
fn clip<R: Real>(polygon: &mut Vec<Vector<R>>, side: impl Fn(&Vector<R>) -> R) {
    let sides: Vec<R> = polygon.iter().map(side).collect();
    let whole = std::mem::take(polygon);
    for (i, p) in whole.iter().enumerate() {
        let next = (i + 1) % whole.len();
        let (from, to) = (sides[i], sides[next]);
        if from.value() >= 0.0 {
            polygon.push(*p);
        }
        if from.value() * to.value() < 0.0 {
            polygon.push(*p + (whole[next] - *p).times(from / (from - to)));
        }
    }
}

/// A polygon by its moments, and the points that stand for it.
struct Sampled<R> {
    area: R,
    centroid: Vector<R>,
    /// uu, uv, vv.
    covariance: [R; 3],
    axes: [Vector<R>; 2],
    points: Points,
}

impl<R: Real> Sampled<R> {
    /// The part of a facet, as seen along a normal. `None` if there is nothing of it.
    fn new(a: &Facet<R>, polygon: &[Vector<R>], normal: Vector<R>, points: Points) -> Option<Self> {
        let (&origin, others) = polygon.split_first().filter(|_| polygon.len() >= 3)?;
        let edge = a.corners[1] - a.corners[0];
        let u = (edge - normal.times(edge.dot(&normal))).unit();
        let axes = [u, normal.cross(&u)];
        let zero = R::constant(0.0);
        let (mut area, mut first, mut second) = (zero, Vector([zero; 3]), [zero; 3]);
        for pair in others.windows(2) {
            let [p, q] = [pair[0] - origin, pair[1] - origin];
            let part = normal.dot(&p.cross(&q)) * R::constant(0.5);
            area = area + part;
            first = first + (p + q).times(part / R::constant(3.0));
            for x in [p, q, p + q] {
                let (along, across) = (x.dot(&axes[0]), x.dot(&axes[1]));
                let twelfth = part / R::constant(12.0);
                second[0] = second[0] + twelfth * along * along;
                second[1] = second[1] + twelfth * along * across;
                second[2] = second[2] + twelfth * across * across;
            }
        }
        let mean = first.times(R::constant(1.0) / area);
        let (along, across) = (mean.dot(&axes[0]), mean.dot(&axes[1]));
        let about = [along * along, along * across, across * across];
        let mut terms = second.into_iter().zip(about).map(|(sum, square)| sum / area - square);
        let mut next = || terms.next().unwrap_or(zero);
        let covariance = [next(), next(), next()];
        let area = area * R::constant(a.turn);
        (area.value() > 0.0).then_some(Self {
            area,
            centroid: origin + mean,
            covariance,
            axes,
            points,
        })
    }

    /// One of the points, and its share of the area.
    fn point(&self, number: usize) -> (Vector<R>, R) {
        if self.points == Points::One {
            return (self.centroid, self.area);
        }
        let [uu, uv, vv] = self.covariance;
        let first = uu.sqrt();
        let mixed = uv / first;
        let second = (vv - mixed * mixed).sqrt();
        let half_root_three = 0.5 * 3.0f64.sqrt();
        let root = std::f64::consts::SQRT_2;
        let places = [[1.0, 0.0], [-0.5, half_root_three], [-0.5, -half_root_three]];
        let [x, y] = places[number.min(2)].map(|x| R::constant(root * x));
        let [u, v] = &self.axes;
        let at = self.centroid + u.times(first * x) + v.times(mixed * x + second * y);
        (at, self.area / R::constant(3.0))
    }
}
