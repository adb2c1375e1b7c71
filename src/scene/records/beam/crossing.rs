//! Two segments. Both are strips as wide as they are thick, as seen along the line between their
//! nearest points; the area that both cover is theirs. Segments that cross have it where they are
//! nearest, those that lie alongside at two points of the length that they have in common.

use smallvec::SmallVec;

use super::{Axis, BeamRule, Interval, Touch};
use crate::Vec3;
use crate::scene::body::Geometry;
use crate::scene::contact::Contact;
use crate::scene::tolerances::NO_DIRECTION;

/// A polygon in the plane: rectangles that are clipped by one another have up to eight corners.
type Polygon = SmallVec<[[f64; 2]; 8]>;

impl BeamRule<'_> {
    /// The contacts of two segments.
    pub(in crate::scene) fn on_segment(&self, a: &Axis, b: &Axis, found: &mut Vec<Contact>) {
        if a.body == b.body && self.are_joined(a, b) {
            return;
        }
        let reach = self.reach(a, b.body, b.thickness, &b.nodes);
        let [s, t] = nearest(a, b);
        let towards = b.at(t) - a.at(s);
        let distance = towards.norm();
        if distance > reach || distance <= NO_DIRECTION * (a.length + b.length) {
            return;
        }
        let normal = towards / distance;
        let area = common_area(a, b, &self.seen_along([(a, s), (b, t)], normal));
        if area <= 0.0 {
            return;
        }
        let sine = a.along.cross(&b.along).norm();
        let widest = 2.0 * a.radius.max(b.radius);
        let crossing = (sine * a.length.min(b.length) / widest).min(1.0);
        let alongside = alongside(a, b).filter(|_| crossing < 1.0);
        let share = if alongside.is_some() { crossing } else { 1.0 };
        self.add_pair((a, s), (b, t), (area * share, 0), found);
        for (at, point) in alongside.into_iter().flat_map(|part| part.points()).zip(1..) {
            let foot = (a.at(at) - b.from).dot(&b.along).clamp(0.0, b.length);
            let area = 0.5 * area * (1.0 - share);
            self.add_pair((a, at), (b, foot), (area, point), found);
        }
    }

    /// The direction along which two segments are seen: that between their nearest points, but square to
    /// both where a chain goes on, so that its segments cover what one would.
    fn seen_along(&self, [(a, s), (b, t)]: [(&Axis, f64); 2], normal: Vec3) -> Vec3 {
        let goes_on = |axis: &Axis, place: f64| {
            let end = if place == 0.0 { 0 } else { 1 };
            let is_inside = place > 0.0 && place < axis.length;
            is_inside || self.world().beams.around(axis.nodes[end]).nth(1).is_some()
        };
        let cross = a.along.cross(&b.along);
        match cross.try_normalize(NO_DIRECTION) {
            Some(square) if goes_on(a, s) && goes_on(b, t) => square,
            _ => normal,
        }
    }

    /// How far a node is from the axis of a segment, and the contact of both, if they are in
    /// contact.
    pub(in crate::scene) fn node_on_segment(
        &self,
        node: &Axis,
        b: &Axis,
        found: &mut Vec<Contact>,
    ) -> Option<f64> {
        if b.nodes.contains(&node.nodes[0]) || node.body == b.body && self.are_joined(node, b) {
            return None;
        }
        let t = (node.from - b.from).dot(&b.along).clamp(0.0, b.length);
        let towards = b.at(t) - node.from;
        let distance = towards.norm();
        let reach = self.reach(node, b.body, b.thickness, &b.nodes);
        if distance > reach || distance <= NO_DIRECTION * (b.length + node.from.amax()) {
            return None;
        }
        let normal = towards / distance;
        let mut area = self.corner_area(node, &normal);
        // Two ends that point at each other share what they have.
        let end = if t == 0.0 { Some(0) } else { (t == b.length).then_some(1) };
        if let Some(end) = end {
            let own = b.end(self.world(), end);
            if self.corner_area(&own, &-normal) > 0.0 {
                area *= 0.5;
            }
        }
        let known = found.len();
        let touch =
            Touch { at: 0.0, other: b.side(self.scope, t), normal, distance, area, point: 0 };
        self.add(node, &touch, found);
        (found.len() > known).then_some(distance)
    }

    fn add_pair(
        &self,
        (a, s): (&Axis, f64),
        (b, t): (&Axis, f64),
        (area, point): (f64, u32),
        found: &mut Vec<Contact>,
    ) {
        let towards = b.at(t) - a.at(s);
        let distance = towards.norm();
        let (other, normal) = (b.side(self.scope, t), towards / distance);
        self.add(a, &Touch { at: s, other, normal, distance, area, point }, found);
    }

    /// Whether two segments of one body share a node, or overlap as they were made.
    fn are_joined(&self, a: &Axis, b: &Axis) -> bool {
        if a.nodes.iter().any(|node| b.nodes.contains(node)) {
            return true;
        }
        let Geometry::Mesh(mesh) = &self.bodies[a.body as usize].geometry else { return false };
        let start = self.world().spans[a.body as usize].nodes.start as u32;
        let at_rest = |axis: &Axis| {
            let [from, to] = axis.nodes.map(|node| Vec3::from(mesh.rest[(node - start) as usize]));
            let length = (to - from).norm();
            let along = if length > 0.0 { (to - from) / length } else { Vec3::zeros() };
            Axis { from, along, length, ..*axis }
        };
        let (one, two) = (at_rest(a), at_rest(b));
        let [s, t] = nearest(&one, &two);
        (two.at(t) - one.at(s)).norm() <= a.thickness + b.thickness
    }
}

/// Where two axes are nearest to each other; of parallel ones in the middle of what they have in
/// common.
fn nearest(a: &Axis, b: &Axis) -> [f64; 2] {
    let between = a.from - b.from;
    let cross = a.along.cross(&b.along);
    let sine = cross.norm_squared();
    let s = if sine > NO_DIRECTION * NO_DIRECTION {
        b.along.cross(&cross).dot(&between) / -sine
    } else {
        let ends = [0.0, b.length].map(|t| (b.at(t) - a.from).dot(&a.along));
        let (low, high) = (ends[0].min(ends[1]).max(0.0), ends[0].max(ends[1]).min(a.length));
        0.5 * (low + high)
    };
    let s = s.clamp(0.0, a.length);
    let t = (a.at(s) - b.from).dot(&b.along);
    if (0.0..=b.length).contains(&t) {
        return [s, t];
    }
    let t = t.clamp(0.0, b.length);
    [(b.at(t) - a.from).dot(&a.along).clamp(0.0, a.length), t]
}

/// The part of the first axis whose feet are on the second, if they are not square to each other.
fn alongside(a: &Axis, b: &Axis) -> Option<Interval> {
    let (start, slope) = ((a.from - b.from).dot(&b.along), a.along.dot(&b.along));
    let mut part = Interval::of(a, 0.0);
    part.keep(start, slope);
    part.keep(b.length - start, -slope);
    part.is_left(a).then_some(part)
}

/// The area that the strips of two segments have in common, as seen along a direction.
fn common_area(a: &Axis, b: &Axis, normal: &Vec3) -> f64 {
    let flat = |x: Vec3| x - normal * x.dot(normal);
    let first = flat(a.along);
    let Some(first) = first.try_normalize(NO_DIRECTION) else { return 0.0 };
    let second = normal.cross(&first);
    let seen = |x: Vec3| [x.dot(&first), x.dot(&second)];
    let (length, radius) = (seen(a.along * a.length)[0], a.radius);
    let start = seen(b.from - a.from);
    let along = seen(b.along * b.length);
    let size = along[0].hypot(along[1]);
    if size <= NO_DIRECTION * b.length {
        return 0.0;
    }
    let across = [-along[1] * b.radius / size, along[0] * b.radius / size];
    let corner = |t: f64, side: f64| [0, 1].map(|k| start[k] + t * along[k] + side * across[k]);
    let mut polygon: Polygon =
        [corner(0.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(0.0, 1.0)]
            .into_iter()
            .collect();
    for (axis, sign, limit) in
        [(0, 1.0, 0.0), (0, -1.0, length), (1, 1.0, radius), (1, -1.0, radius)]
    {
        polygon = clipped(&polygon, |x| limit + sign * x[axis]);
    }
    area(&polygon)
}

/// The part of a polygon where a linear function is not negative.
fn clipped(polygon: &Polygon, height: impl Fn(&[f64; 2]) -> f64) -> Polygon {
    let mut kept = Polygon::new();
    for (i, x) in polygon.iter().enumerate() {
        let y = &polygon[(i + 1) % polygon.len()];
        let [p, q] = [height(x), height(y)];
        if p >= 0.0 {
            kept.push(*x);
        }
        if (p < 0.0) != (q < 0.0) {
            let t = p / (p - q);
            kept.push([0, 1].map(|k| x[k] + (y[k] - x[k]) * t));
        }
    }
    kept
}

fn area(polygon: &Polygon) -> f64 {
    let Some(&[x, y]) = polygon.first() else { return 0.0 };
    let twice = polygon.windows(2).map(|pair| {
        let [p, q] = [pair[0], pair[1]].map(|c| [c[0] - x, c[1] - y]);
        p[0] * q[1] - p[1] * q[0]
    });
    0.5 * twice.sum::<f64>()
}
