//! Beams: the contacts of a round segment with what is near its axis.
//!
//! The axis is cut by what it is over: the insides of facets, the wedges of convex edges and the cones
//! of nodes (their Voronoi regions), which are bounded by planes, so that each part is an interval. Flat
//! faces share the axis among them and leave nothing over; in a groove both walls have it. A part
//! of length l, as seen along its normal, has the area l times the diameter, at two points that
//! integrate linear gaps exactly; over an edge that it crosses also at the nearest one.

mod crossing;
mod surface;
mod whole;

use crate::Vec3;
use crate::scene::body::Body;
use crate::scene::contact::{Contact, Kind, Part, Side};
use crate::scene::margins::Margins;
use crate::scene::records::facet::build_contact::{Meeting, Scope};
use crate::scene::tolerances::RANGE_SLACK;
use crate::scene::weights::Weighted;
use crate::scene::world::World;

/// Parts of an axis that are shorter than this, relative to it, come from rounding between
/// neighbours.
const MIN_PART: f64 = 1e-12;

/// Points of half the weight each that integrate cubic functions over an interval, from its middle
/// in halves of its length: 1 / sqrt(3).
const GAUSS: f64 = 0.577_350_269_189_625_8;

/// What segments are examined in.
#[derive(Clone, Copy)]
pub(in crate::scene) struct BeamRule<'a> {
    pub(in crate::scene) scope: &'a Scope<'a>,
    pub(in crate::scene) bodies: &'a [Body],
    pub(in crate::scene) margins: &'a Margins,
    /// The largest displacement of a node in the time step ahead.
    pub(in crate::scene) max_step: f64,
    /// Half of how deep something can be behind a facet.
    pub(in crate::scene) half_deep: f64,
}

/// The axis of a segment, or a node of one as an axis without length.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene) struct Axis {
    pub(in crate::scene) segment: u32,
    pub(in crate::scene) body: u32,
    /// The nodes at its ends; twice the same for a node.
    nodes: [u32; 2],
    from: Vec3,
    /// The unit vector to its other end; zero for a node.
    along: Vec3,
    length: f64,
    radius: f64,
    /// Radius and layer.
    thickness: f64,
}

/// A contact before it is known which side is first.
struct Touch {
    /// Where on the axis.
    at: f64,
    other: Side,
    /// From the axis to the other side.
    normal: Vec3,
    /// Of the axis from the other side, without thicknesses.
    distance: f64,
    area: f64,
    point: u32,
}

impl Axis {
    pub(in crate::scene) fn of_segment(rule: &BeamRule, segment: u32) -> Self {
        let world = rule.scope.world;
        let at = segment as usize;
        let (nodes, body) = (world.beams.nodes[at], world.beams.bodies[at]);
        let [from, to] = nodes.map(|node| world.at(node));
        let length = (to - from).norm();
        let along = if length > 0.0 { (to - from) / length } else { Vec3::zeros() };
        let thickness = rule.bodies[body as usize].options.thickness - world.beams.thinner[at];
        Self {
            segment,
            body,
            nodes,
            from,
            along,
            length,
            radius: world.beams.radius[at],
            thickness,
        }
    }

    /// One of its ends.
    pub(in crate::scene) fn end(&self, world: &World, end: usize) -> Self {
        let node = self.nodes[end];
        let (along, length) = (Vec3::zeros(), 0.0);
        Self { nodes: [node; 2], from: world.at(node), along, length, ..*self }
    }

    /// Whether it is a node, and not a segment.
    pub(in crate::scene) fn is_node(&self) -> bool {
        self.nodes[0] == self.nodes[1]
    }

    /// The node at its start.
    pub(in crate::scene) fn node(&self) -> u32 {
        self.nodes[0]
    }

    fn at(&self, place: f64) -> Vec3 {
        self.from + self.along * place
    }

    fn side(&self, scope: &Scope, place: f64) -> Side {
        let span = &scope.world.spans[self.body as usize];
        let weighted = if self.is_node() {
            Weighted::node(self.nodes[0])
        } else {
            let t = (place / self.length).clamp(0.0, 1.0);
            scope.weighted([(self.nodes[0], 1.0 - t), (self.nodes[1], t)])
        };
        let number = self.segment - span.segments.start as u32;
        let local = weighted.counted_from(span.nodes.start as u32);
        Side::new(self.body, Part::Segment(number), Some(number), &local)
    }

    /// The sine of the angle with a unit vector.
    fn sine(&self, normal: &Vec3) -> f64 {
        self.along.cross(normal).norm().min(1.0)
    }
}

/// A part of an axis, from one place to another.
#[derive(Debug, Clone, Copy)]
struct Interval {
    from: f64,
    to: f64,
    /// What counts as zero for a node, in lengths.
    slack: f64,
}

impl Interval {
    fn of(axis: &Axis, slack: f64) -> Self {
        Self { from: 0.0, to: axis.length, slack: if axis.is_node() { slack } else { 0.0 } }
    }

    /// Keeps where a linear function of the place is not negative.
    fn keep(&mut self, start: f64, slope: f64) {
        if slope == 0.0 {
            if start < -self.slack {
                self.to = f64::NEG_INFINITY;
            }
            return;
        }
        let zero = -start / slope;
        if slope > 0.0 {
            self.from = self.from.max(zero);
        } else {
            self.to = self.to.min(zero);
        }
    }

    /// Whether something is left for an axis.
    fn is_left(&self, axis: &Axis) -> bool {
        self.to - self.from >= MIN_PART * axis.length
    }

    fn length(&self) -> f64 {
        self.to - self.from
    }

    /// The two points of half the weight each.
    fn points(&self) -> [f64; 2] {
        let (middle, half) = (0.5 * (self.from + self.to), 0.5 * self.length());
        [middle - GAUSS * half, middle + GAUSS * half]
    }
}

impl BeamRule<'_> {
    fn world(&self) -> &World {
        self.scope.world
    }

    /// The largest displacement of some nodes in the time step ahead.
    fn step(&self, nodes: &[u32]) -> f64 {
        let of = |&node: &u32| {
            let steps = self.scope.step_displacements;
            steps.get(node as usize).map_or(0.0, |step| Vec3::from(*step).norm())
        };
        nodes.iter().map(of).fold(0.0, f64::max)
    }

    /// How far the axis can be from nodes of another body, or of none, and be in contact.
    fn reach(&self, axis: &Axis, body: u32, thickness: f64, nodes: &[u32]) -> f64 {
        let steps = self.step(&axis.nodes) + self.step(nodes);
        self.margins.of([axis.body, body]) + axis.thickness + thickness + steps
    }

    /// How far boxes of facets of a body can be beyond those of segments.
    pub(in crate::scene) fn grown(&self, body: u32) -> f64 {
        let own = self.bodies[body as usize].options.thickness + self.margins.share(body);
        (own + self.max_step).max(self.half_deep) * (1.0 + 4.0 * RANGE_SLACK)
    }

    /// Adds the contact, if its gap is within the margin or will be in the time step ahead.
    fn add(&self, axis: &Axis, touch: &Touch, contacts: &mut Vec<Contact>) {
        let (scope, own) = (self.scope, axis.side(self.scope, touch.at));
        let place = |side: &Side| match side.part {
            Part::Segment(number) => (side.body, number),
            _ => (side.body, 0),
        };
        // A node that meets its own body is the first side, on whichever segments it and the other
        // are: it has one key, as it has one id.
        let is_own = axis.is_node() && own.body == touch.other.body;
        let is_first = is_own || place(&own) <= place(&touch.other);
        let Touch { normal, distance, .. } = *touch;
        let p = axis.at(touch.at);
        let meeting = Meeting { p, q: p + normal * distance, normal, distance };
        let mut contact = if is_first {
            scope.between([own, touch.other], meeting)
        } else {
            scope.between([touch.other, own], meeting.reversed())
        };
        contact.area = touch.area;
        (contact.kind, contact.point) = if axis.is_node() {
            (Kind::Corner, u32::from(!is_first))
        } else {
            (Kind::Area, touch.point)
        };
        contact.id = self.world().contact_id(&contact);
        if touch.area > 0.0 && scope.is_kept(&contact) {
            contacts.push(contact);
        }
    }

    /// The area of a node that points along a direction: its cross section, less the more the
    /// segments around it lie across.
    pub(in crate::scene) fn corner_area(&self, axis: &Axis, normal: &Vec3) -> f64 {
        let (world, node) = (self.world(), axis.nodes[0]);
        let away = |segment: u32| {
            let [from, to] = world.beams.nodes[segment as usize];
            let other = if from == node { to } else { from };
            let along = world.at(other) - axis.from;
            -(along / along.norm()).dot(normal)
        };
        let least = world.beams.around(node).map(away).fold(1.0, f64::min);
        std::f64::consts::PI * axis.radius * axis.radius * least.max(0.0)
    }
}
