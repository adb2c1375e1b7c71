//! Segments on half-spaces and rigid convex shapes.

use super::{Axis, BeamRule, Interval, Touch};
use crate::Vec3;
use crate::scene::body::{Geometry, Plane, ShapeBody};
use crate::scene::contact::Contact;
use crate::scene::weights::Weighted;
use crate::shape::{PointSet, SupportMap};

/// A segment is cut into parts of at most this size, relative to the radius of the circle in which
/// a sphere as large as the shape touches a line.
const RELATIVE_PART: f64 = 0.5;

/// The reach that the cuts are made for is at least this part of the size of the shape.
const MIN_RELATIVE_REACH: f64 = 0.01;

/// The largest number of parts.
const MAX_PARTS: f64 = 4096.0;

impl BeamRule<'_> {
    /// The contacts of an axis with a half-space.
    pub(in crate::scene) fn on_plane(
        &self,
        axis: &Axis,
        (body, plane): (u32, &Plane),
        found: &mut Vec<Contact>,
    ) {
        let reach = self.reach(axis, body, self.bodies[body as usize].options.thickness, &[]);
        let (start, slope) = (plane.height(axis.from), plane.normal.dot(&axis.along));
        let mut part = Interval::of(axis, 0.0);
        part.keep(reach - start, -slope);
        if !part.is_left(axis) {
            return;
        }
        let normal = -plane.normal;
        let mut add = |at: f64, area: f64, point: u32| {
            let other = self.scope.side(body, None, Weighted::default());
            let distance = start + slope * at;
            self.add(axis, &Touch { at, other, normal, distance, area, point }, found);
        };
        if axis.is_node() {
            return add(0.0, self.corner_area(axis, &normal), 0);
        }
        let area = 2.0 * axis.radius * part.length() * axis.sine(&normal);
        let [one, two] = part.points();
        add(one, 0.5 * area, 0);
        add(two, 0.5 * area, 1);
    }

    /// The contacts of an axis with a shape: at points of the material, which do not depend on where
    /// the shape is.
    pub(in crate::scene) fn on_shape(
        &self,
        axis: &Axis,
        (body, shape): (u32, &ShapeBody),
        found: &mut Vec<Contact>,
    ) {
        let reach = self.reach(axis, body, self.bodies[body as usize].options.thickness, &[]);
        let far = shape.bounding_radius + reach;
        let posed: &dyn SupportMap = &shape.posed;
        let mut add = |at: f64, length: f64, point: u32| {
            let x = axis.at(at);
            // Functions of the host are called for what may be near.
            if (x - shape.posed.center()).norm() > far * (1.0 + 16.0 * f64::EPSILON) {
                return;
            }
            let gap = self.scope.depth.signed_gap(&PointSet::checked(&[x.into()]), &posed);
            let area = if axis.is_node() {
                self.corner_area(axis, &gap.normal)
            } else {
                2.0 * axis.radius * length * axis.sine(&gap.normal)
            };
            let other = self.scope.side(body, None, Weighted::default());
            let (normal, distance) = (gap.normal, gap.gap);
            self.add(axis, &Touch { at, other, normal, distance, area, point }, found);
        };
        if axis.is_node() {
            return add(0.0, 0.0, 0);
        }
        let steps = self.step(&axis.nodes);
        let parts = self.parts(axis, reach - steps, shape.bounding_radius);
        let length = axis.length / f64::from(parts);
        for number in 0..parts {
            let from = length * f64::from(number);
            let part = Interval { from, to: from + length, slack: 0.0 };
            let [one, two] = part.points();
            add(one, 0.5 * length, 2 * number);
            add(two, 0.5 * length, 2 * number + 1);
        }
    }

    /// How many parts a segment is cut into: by its length when the body was made.
    fn parts(&self, axis: &Axis, reach: f64, radius: f64) -> u32 {
        let Geometry::Mesh(mesh) = &self.bodies[axis.body as usize].geometry else { return 1 };
        let start = self.world().spans[axis.body as usize].nodes.start as u32;
        let [from, to] = axis.nodes.map(|node| Vec3::from(mesh.rest[(node - start) as usize]));
        let circle = (2.0 * radius * reach.max(MIN_RELATIVE_REACH * radius)).sqrt();
        // A shape without size needs infinitely many.
        ((to - from).norm() / (RELATIVE_PART * circle)).ceil().clamp(1.0, MAX_PARTS) as u32
    }
}
