//! A limit of the time step by how fast bodies approach: none comes through the offset in one step.
//!
//! What is farther than the distance `r` of detection is in no contact. Bodies whose boxes are `d`
//! apart need at least `(d - r) / v` to come within it, where `v` bounds the speed of any point of
//! one as seen from any of the other. From there on, a step takes them on by a part of the offset,
//! less than what detection sees beyond it. So a contact is known before it pushes, with the speed
//! of the approach, and closes by a part of the offset in each step.

use super::leapfrog::Solver;
use super::time_step::Controller;
use gapkit::Vec3;
use gapkit::forces::{DETECTION_FACTOR, Guarded};

/// The part of the offset by which bodies may approach in one step.
const SHARE: f64 = 0.25;

// A contact is known before it pushes.
const _: () = assert!(SHARE < DETECTION_FACTOR - 1.0);

/// Where a body is and how its nodes move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Extent {
    low: Vec3,
    high: Vec3,
    /// The middle of the range of velocities, and the largest difference from it.
    velocity: Vec3,
    spread: f64,
}

impl Extent {
    fn new(x: &[[f64; 3]], v: &[Vec3]) -> Self {
        let empty = [Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY)];
        let range = |[low, high]: [Vec3; 2], p: &Vec3| [low.inf(p), high.sup(p)];
        let [low, high] = x.iter().map(|x| Vec3::from(*x)).fold(empty, |all, x| range(all, &x));
        let [slow, fast] = v.iter().fold(empty, range);
        let velocity = (slow + fast) * 0.5;
        let spread = v.iter().map(|v| (v - velocity).norm_squared()).fold(0.0, f64::max).sqrt();
        Self { low, high, velocity, spread }
    }

    /// How far two boxes are apart.
    fn distance(&self, other: &Self) -> f64 {
        (self.low - other.high).sup(&(other.low - self.high)).sup(&Vec3::zeros()).norm()
    }

    /// The largest speed of a point as seen from the other body.
    fn speed(&self, other: &Self) -> f64 {
        (self.velocity - other.velocity).norm() + self.spread + other.spread
    }

    /// The least height over a plane, and the largest speed towards it.
    fn above(&self, (point, normal): &(Vec3, Vec3)) -> (f64, f64) {
        let corner = self.low.zip_zip_map(
            &self.high,
            normal,
            |low, high, n| {
                if n > 0.0 { low } else { high }
            },
        );
        let towards = self.spread - self.velocity.dot(normal);
        ((corner - point).dot(normal), towards.max(0.0))
    }
}

impl Solver {
    /// The longest step in which no bodies come through the offset, if it is less than `dt`, and
    /// which bodies limit it.
    pub(super) fn approach_limit(&mut self, dt: f64) -> Option<(f64, Controller)> {
        let Self { bodies, x, v, extents, settings, .. } = self;
        let part = SHARE * settings.penalty.offset();
        let seen = settings.penalty.detection_distance();
        let fastest = v.iter().map(Vec3::norm_squared).fold(0.0, f64::max).sqrt();
        // No two points approach faster than this.
        if 2.0 * fastest * dt <= part {
            return None;
        }
        extents.clear();
        extents
            .extend(bodies.list.iter().map(|body| Extent::new(&x[body.nodes()], &v[body.nodes()])));
        let mut limit: Option<(f64, Controller)> = None;
        let mut meet = |bodies: [usize; 2], (distance, speed): (f64, f64)| {
            let free = (distance - seen).max(0.0) + part;
            if speed * limit.map_or(dt, |(dt, _)| dt) > free {
                let [a, b] = bodies.map(|body| body as u32);
                limit = Some((free / speed, Controller::Approach(a, b)));
            }
        };
        let is_mesh = |body: usize| !bodies.list[body].nodes.is_empty();
        for a in (0..extents.len()).filter(|&a| is_mesh(a)) {
            let first = if bodies.list[a].self_contact { a } else { a + 1 };
            for b in (first..extents.len()).filter(|&b| is_mesh(b)) {
                let (one, two) = (&extents[a], &extents[b]);
                meet([a, b], (one.distance(two), one.speed(two)));
            }
        }
        let planes = (0..extents.len()).filter(|&body| !is_mesh(body));
        for (plane, at) in planes.zip(&bodies.planes) {
            for a in (0..extents.len()).filter(|&a| is_mesh(a)) {
                meet([a.min(plane), a.max(plane)], extents[a].above(at));
            }
        }
        limit
    }

    /// Stops nodes of fast bodies that would come through a facet in a step; how long it may be.
    /// Nodes that are held or guided do not give way.
    pub(super) fn guard(&mut self, dt: f64) -> f64 {
        let Self { bodies, scene, contacts, x, v, held, guided, .. } = self;
        let is_fixed = |node: u32| held.iter().chain(&*guided).any(|fixed| fixed.0 == node);
        let inverse_mass =
            |node: u32| if is_fixed(node) { 0.0 } else { 1.0 / bodies.mass[node as usize] };
        let skips = |pair: [u32; 2]| pair.iter().any(|&body| bodies.list[body as usize].is_rigid);
        contacts.guard(scene, &mut Guarded { x, v, dt }, &inverse_mass, &skips)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_and_speeds_bound_those_of_points() {
        let x = [[0.0, 0.0, 0.0], [1.0, 2.0, 3.0]];
        let one = Extent::new(&x, &[Vec3::new(1.0, 0.0, 0.0), Vec3::new(3.0, 0.0, 0.0)]);
        let two = Extent::new(&x.map(|[x, y, z]| [x + 4.0, y, z + 7.0]), &[Vec3::zeros(); 2]);
        assert_eq!(one.distance(&two), 5.0);
        assert_eq!(two.distance(&one), 5.0);
        assert_eq!(one.distance(&one), 0.0);
        assert_eq!(one.speed(&two), 3.0);
        let plane = (Vec3::new(0.0, 0.0, -1.0), Vec3::z());
        assert_eq!(one.above(&plane), (1.0, 1.0));
        let wall = (Vec3::new(2.0, 0.0, 0.0), -Vec3::x());
        assert_eq!(one.above(&wall), (1.0, 3.0));
    }
}
