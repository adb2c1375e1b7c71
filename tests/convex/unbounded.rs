//! Rays, lines, half-spaces and view pyramids against closed forms and against long finite bodies.

use gapkit::boolean::unbounded::Unbounded;
use gapkit::boolean::{BooleanAlgorithm, BooleanTest, Verdict};
use gapkit::shape::{Cuboid, Ellipsoid, PointSet, Pose, Posed, Sphere};
use gapkit::{Query, Vec3};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

const PAIRS: usize = 4000;

fn vector(rng: &mut StdRng) -> Vec3 {
    Vec3::from([0; 3].map(|_| rng.random_range(-1.0..1.0)))
}

/// Counts of both answers, so that a test on one kind of pairs only is noticed.
#[derive(Default)]
struct Both(usize, usize);

impl Both {
    fn count(&mut self, hit: bool) {
        if hit { self.0 += 1 } else { self.1 += 1 }
    }
    fn check(&self) {
        assert!(self.0 > PAIRS / 20 && self.1 > PAIRS / 20, "{} hit, {} miss", self.0, self.1);
    }
}

#[test]
fn rays_and_lines_hit_spheres_as_the_closed_form_says() {
    let mut rng = StdRng::seed_from_u64(1);
    let (mut rays, mut lines) = (Both::default(), Both::default());
    for _ in 0..PAIRS {
        let (p, d, c) = (vector(&mut rng), vector(&mut rng), vector(&mut rng) * 2.0);
        let r = rng.random_range(0.1..1.0);
        let sphere = Sphere::new(c, r).unwrap();
        let along = (c - p).dot(&d) / d.dot(&d);
        let distance = |t: f64| (p + d * t - c).norm();
        let decide = |shape: Unbounded| shape.against(&Query::default(), &sphere).verdict;
        for (verdict, nearest, both) in [
            (decide(Unbounded::ray(p, d).unwrap()), distance(along.max(0.0)), &mut rays),
            (decide(Unbounded::line(p, d).unwrap()), distance(along), &mut lines),
        ] {
            if (nearest - r).abs() > 1e-12 {
                assert_eq!(verdict.may_intersect(), nearest < r, "{p} {d} {c} {r}");
                both.count(nearest < r);
            }
            if let Verdict::Disjoint(axis) = verdict {
                // The shape is below the sphere along the axis, and does not go up along it.
                let n = axis.unit();
                assert!(n.dot(&p) < n.dot(&c) - r && n.dot(&d) <= 1e-15 * d.norm());
            }
        }
    }
    rays.check();
    lines.check();
}

#[test]
fn half_spaces_hit_boxes_whose_lowest_corner_is_below() {
    let mut rng = StdRng::seed_from_u64(2);
    let mut both = Both::default();
    for _ in 0..PAIRS {
        let (p, n, c) = (vector(&mut rng), vector(&mut rng), vector(&mut rng) * 2.0);
        let half = vector(&mut rng).abs();
        let lowest = n.dot(&(c - p)) - n.abs().dot(&half);
        let body = Cuboid::new(c, half).unwrap();
        let space = Unbounded::half_space(p, n).unwrap();
        let verdict = space.against(&Query::default(), &body).verdict;
        assert_eq!(verdict.may_intersect(), lowest <= 0.0, "{p} {n} {c} {half}");
        if let Verdict::Disjoint(axis) = verdict {
            assert!(axis.unit().dot(&n.normalize()) > 1.0 - 1e-14);
        }
        both.count(lowest <= 0.0);
    }
    both.check();
}

/// A pyramid of four rays about a direction.
fn view(rng: &mut StdRng) -> (Vec3, [Vec3; 4]) {
    let forward = vector(rng).normalize();
    let side = forward.cross(&Vec3::ith(forward.iamin(), 1.0)).normalize();
    let up = forward.cross(&side);
    let (w, h) = (rng.random_range(0.2..1.0), rng.random_range(0.2..1.0));
    let edges = [(w, h), (w, -h), (-w, -h), (-w, h)].map(|(x, y)| forward + side * x + up * y);
    (vector(rng), edges)
}

#[test]
fn view_pyramids_agree_with_long_finite_ones() {
    let mut rng = StdRng::seed_from_u64(3);
    let mut both = Both::default();
    for _ in 0..PAIRS {
        let (apex, edges) = view(&mut rng);
        let pyramid = Unbounded::pyramid(apex, &edges).unwrap();
        let mut points = vec![apex.into()];
        points.extend(edges.map(|e| <[f64; 3]>::from(apex + e * 100.0)));
        let long = PointSet::new(&points).unwrap();
        let center = vector(&mut rng) * 3.0;
        let half = vector(&mut rng).abs() * 0.5 + Vec3::repeat(0.1);
        let body = Posed::new(Ellipsoid::new(half).unwrap(), &Pose::new(center, vector(&mut rng)))
            .unwrap();
        let expected = gapkit::distance(&long, &body);
        let verdict = pyramid.against(&Query::default(), &body).verdict;
        if expected.distance == 0.0 || expected.distance > 1e-10 {
            assert_eq!(
                verdict.may_intersect(),
                expected.distance == 0.0,
                "{apex} {edges:?} {center}"
            );
            both.count(expected.distance == 0.0);
        }
    }
    both.check();
}

#[test]
fn two_unbounded_shapes() {
    let query = Query::default();
    let line = |p: [f64; 3], d: [f64; 3]| Unbounded::line(p, d).unwrap();
    let ray = |p: [f64; 3], d: [f64; 3]| Unbounded::ray(p, d).unwrap();
    let x = line([0.0; 3], [1.0, 0.0, 0.0]);
    let hit = |a: &Unbounded, b: &Unbounded| a.meets(&query, b).verdict.may_intersect();
    // Skew, crossing, parallel and identical lines.
    assert!(!hit(&x, &line([0.0, 0.0, 1e-9], [0.0, 1.0, 0.0])));
    assert!(hit(&x, &line([5.0, 0.0, 0.0], [0.0, 1.0, 0.0])));
    assert!(!hit(&x, &line([0.0, 1.0, 0.0], [-1.0, 0.0, 0.0])));
    assert!(hit(&x, &line([7.0, 0.0, 0.0], [-1.0, 0.0, 0.0])));
    // Rays towards and away from the line, and along it.
    assert!(hit(&x, &ray([0.0, 2.0, 0.0], [0.3, -1.0, 0.0])));
    assert!(!hit(&x, &ray([0.0, 2.0, 0.0], [0.3, 1.0, 0.0])));
    assert!(!hit(&x, &ray([0.0, 2.0, 0.0], [1.0, 0.0, 0.0])));
    // Two rays on one line, facing each other and facing away.
    let (east, west) = ([1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]);
    assert!(hit(&ray([0.0; 3], east), &ray([5.0, 0.0, 0.0], west)));
    assert!(!hit(&ray([0.0; 3], west), &ray([5.0, 0.0, 0.0], east)));
    // Half-spaces: the same way they always meet, back to back only if they overlap.
    let below = |z: f64, up: f64| Unbounded::half_space([0.0, 0.0, z], [0.0, 0.0, up]).unwrap();
    assert!(hit(&below(0.0, 1.0), &below(-5.0, 1.0)));
    assert!(!hit(&below(0.0, 1.0), &below(1.0, -1.0)));
    assert!(hit(&below(1.0, 1.0), &below(0.0, -1.0)));
    // A line parallel to a half-space's plane, above and below, and one that crosses it.
    assert!(!hit(&below(-1.0, 1.0), &x) && hit(&below(1.0, 1.0), &x));
    assert!(hit(&below(-1.0, 1.0), &line([0.0; 3], [1.0, 0.0, 1e-3])));
}

#[test]
fn random_rays_meet_pyramids_as_long_segments_do() {
    let mut rng = StdRng::seed_from_u64(5);
    let mut both = Both::default();
    for _ in 0..PAIRS {
        let (apex, edges) = view(&mut rng);
        let (p, d) = (vector(&mut rng) * 2.0, vector(&mut rng).normalize());
        let pyramid = Unbounded::pyramid(apex, &edges).unwrap();
        let verdict = pyramid.meets(&Query::default(), &Unbounded::ray(p, d).unwrap()).verdict;
        let mut points = vec![apex.into()];
        points.extend(edges.map(|e| <[f64; 3]>::from(apex + e * 1e5)));
        let segment: [[f64; 3]; 2] = [p.into(), (p + d * 1e4).into()];
        let (long, segment) = (PointSet::new(&points).unwrap(), PointSet::new(&segment).unwrap());
        let expected =
            BooleanAlgorithm::ExactDss.decide(&Query::default(), &long, &segment).unwrap();
        let hit = expected.verdict.may_intersect();
        assert_eq!(verdict.may_intersect(), hit, "{apex} {edges:?} {p} {d}");
        both.count(hit);
    }
    both.check();
}

#[test]
fn bad_directions_are_refused() {
    let text = |result: Result<Unbounded, gapkit::Error>| result.unwrap_err().to_string();
    assert!(text(Unbounded::ray([0.0; 3], [0.0; 3])).contains("direction is 0"));
    assert!(text(Unbounded::line([f64::NAN, 0.0, 0.0], [1.0; 3])).contains("apex is NaN"));
    assert!(text(Unbounded::half_space([0.0; 3], [f64::INFINITY; 3])).contains("normal is inf"));
    assert!(text(Unbounded::pyramid([0.0; 3], &[Vec3::x()])).contains("number of edges"));
}
