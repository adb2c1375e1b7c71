//! Sharp nodes: the corner of a body on a face of another.
//!
//! There the facets have next to no area in common, and contacts of areas alone would be soft. A
//! node is in contact with a body at the nearest point of its surface, with a weight that is 0
//! where a facet around the node faces that surface, which then carries the load, and where the
//! direction is not in the normal cone of the node. So flat parts, rims and balls have none.
//!
//! The weight is a function of the coordinates. A force law that keeps energy takes the least
//! weight since the contact came into being: see the solver.

use smallvec::SmallVec;

use super::common_area::smoothstep;
use super::{Record, SurfaceRule};
use crate::Vec3;
use crate::broad::Bounds;
use crate::scene::contact::{Contact, Kind, Side};
use crate::scene::tolerances::{NO_DIRECTION, SAME_DISTANCE};
use crate::scene::weights::Weighted;
use crate::scene::world::World;

/// The cosine between a facet of the node and the direction to the surface from which on the facet
/// carries the load alone, and the range below over which the node takes over.
const FACING_FACET: [f64; 2] = [0.95, 0.2];

/// The sine by which a direction may be outside the normal cone of a node; the weight falls to 0
/// over this range.
const CONE_GRACE: f64 = 0.3;

/// The cosine between two facets of a node below which it is sharp, and the range below over which
/// it becomes so.
const SHARPNESS: [f64; 2] = [0.9, 0.2];

/// The cosine of two facets that are nearly parallel: two that make at least this with a third make
/// at least [`SHARPNESS`] with each other (half the angle of 0.9 has the cosine 0.97468).
const NEARLY_PARALLEL: f64 = 0.9752;

/// Between these cosines it takes normals of the same rounding to say which side of [`SHARPNESS`] a node
/// is on.
const CLEARLY_SHARP: [f64; 2] = [0.8995, 0.9005];

/// A node near a facet of another body, or of its own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::scene) struct NodeNear {
    pub(in crate::scene) node: u32,
    /// The body that the facet belongs to.
    pub(in crate::scene) body: u32,
    pub(in crate::scene) facet: u32,
    pub(in crate::scene) distance: f64,
}

/// The unit normals of the facets around a node.
type Normals = SmallVec<[Vec3; 8]>;

impl SurfaceRule<'_> {
    /// Records the sharp nodes of one facet that are near another: no farther from its box than
    /// `limit`, within their own limit, and not next to it in one body. A node is examined with the
    /// facet that owns it.
    pub(super) fn near_nodes(&self, [one, two]: [u32; 2], limit: f64, near: &mut Vec<NodeNear>) {
        let world = self.world;
        let (own, others) = (&world.facets[one as usize], &world.boxes[two as usize]);
        let sharp = self.tables.sharp_nodes(one);
        for node in (0..3).filter(|k| sharp & (1 << k) != 0).map(|k| own[k]) {
            let x = world.nodes[node as usize];
            if others.gap(&Bounds { min: x, max: x }) > limit || self.is_next(node, one, two) {
                continue;
            }
            let (_, distance) = nearest_on_facet(world, node, world.sorted_nodes(two));
            if distance <= self.node_limit(node, two) {
                near.push(NodeNear { node, body: world.facet_body(two), facet: two, distance });
            }
        }
    }

    /// Whether a node of one facet is next to another in the same body.
    pub(super) fn is_next(&self, node: u32, one: u32, two: u32) -> bool {
        let world = self.world;
        world.facet_body(one) == world.facet_body(two)
            && world.is_next(node, &world.facets[two as usize])
    }

    /// The nodes that a facet owns and that are sharp, or nearly so, a bit each. `normal` is the unit
    /// normal of a facet.
    pub(super) fn sharp_nodes(&self, facet: u32, normal: &impl Fn(u32) -> Vec3) -> u8 {
        let (nodes, owned) = (&self.world.facets[facet as usize], self.world.owned[facet as usize]);
        let mut sharp = 0;
        for k in (0..3).filter(|k| owned & (1 << k) != 0) {
            if self.is_sharp(nodes[k], normal) {
                sharp |= 1 << k;
            }
        }
        sharp
    }

    /// Whether a node is sharp. Normals that are at hand decide it where it is clear; the others are
    /// computed as they are for the weight of the node.
    fn is_sharp(&self, node: u32, normal: &impl Fn(u32) -> Vec3) -> bool {
        let facets = self.world.node_facets.of(node);
        let Some(&first) = facets.first() else { return false };
        let normals: Normals = facets.iter().map(|&facet| normal(facet)).collect();
        if normals.iter().any(|one| one.x.is_nan()) {
            return self.node_sharpness(node) > 0.0;
        }
        let least = normals.iter().map(|one| normals[0].dot(one)).fold(1.0, f64::min);
        if least >= NEARLY_PARALLEL {
            return false;
        }
        if !self.world.is_open(first) {
            if least < CLEARLY_SHARP[0] {
                return true;
            }
            let least = least_cosine(&normals);
            if !(CLEARLY_SHARP[0]..=CLEARLY_SHARP[1]).contains(&least) {
                return least < CLEARLY_SHARP[0];
            }
        }
        self.node_sharpness(node) > 0.0
    }

    /// The largest distance of a node and a facet that are in contact.
    pub(super) fn node_limit(&self, node: u32, facet: u32) -> f64 {
        let bodies = [self.world.node_body[node as usize], self.world.facet_body(facet)];
        let [one, two] = bodies.map(|body| self.thickness(body));
        let nodes = self.world.facets[facet as usize];
        let farthest = nodes.map(|n| self.step(n).norm()).into_iter().fold(0.0, f64::max);
        let max_distance = self.margin(bodies) + one + two + self.step(node).norm() + farthest;
        max_distance.max(self.node_deep(node, facet))
    }

    /// How deep a node may be below a facet.
    fn node_deep(&self, node: u32, facet: u32) -> f64 {
        let own = self.world.node_facets.of(node).iter();
        own.map(|&own| self.world.pair_deep([own, facet])).fold(f64::INFINITY, f64::min)
    }

    /// The contact of a sharp node with a body, from all facets of the body that are near it.
    pub(in crate::scene) fn node_on_body(&self, near: &[NodeNear]) -> Option<Contact> {
        let node = near.first()?.node;
        let order = |m: &&NodeNear, n: &&NodeNear| {
            m.distance.total_cmp(&n.distance).then(m.facet.cmp(&n.facet))
        };
        let nearest = near.iter().min_by(order)?;
        let own = self.normals_around(node);
        let nodes = self.world.sorted_nodes(nearest.facet);
        let (weights, _) = nearest_on_facet(self.world, node, nodes);
        let x = self.world.at(node);
        let offset: Vec3 =
            -(0..3).map(|k| (self.world.at(nodes[k]) - x) * weights[k]).sum::<Vec3>();
        let met = self.normals_at(near, nearest);
        let direction = self.outward(nearest, offset, &own, &met)?;
        let distance = offset.dot(&direction);
        let bodies = [self.world.node_body[node as usize], nearest.body];
        let [one, two] = [self.node_thickness(node), self.facet_thickness(nearest.facet)];
        let closing = nodes.map(|n| (self.step(n) - self.step(node)).dot(&direction));
        let max_distance =
            self.margin(bodies) + one + two + closing.into_iter().fold(0.0, f64::max);
        if distance > max_distance || distance < -self.node_deep(node, nearest.facet) {
            return None;
        }
        let area = self.corner_area(node, &direction, &own, &met)?;
        self.contact(Record {
            sides: [self.node_side(node), self.area_side(nearest.facet, weights)],
            at: x,
            normal: -direction,
            distance,
            area,
            kind: Kind::Corner,
            point: 0,
        })
    }

    /// The size of a facet: its longest edge along an axis.
    fn facet_size(&self, facet: u32) -> f64 {
        let [a, b, c] = self.world.corners(facet);
        (b - a).amax().max((c - b).amax()).max((a - c).amax())
    }

    /// The normals of the facets that share the point of a surface nearest to a node.
    fn normals_at(&self, near: &[NodeNear], nearest: &NodeNear) -> Normals {
        let limit = nearest.distance + SAME_DISTANCE * self.facet_size(nearest.facet);
        let around = near.iter().filter(|n| n.distance <= limit);
        around.map(|n| self.unit_normal(n.facet)).collect()
    }

    /// The direction out of the body at the point of its surface that is nearest to a node, where
    /// the facets have the normals `met`. `offset` leads from there to the node, whose own facets
    /// have the normals `own`.
    fn outward(
        &self,
        nearest: &NodeNear,
        offset: Vec3,
        own: &[Vec3],
        met: &[Vec3],
    ) -> Option<Vec3> {
        let length = offset.norm();
        if length <= NO_DIRECTION * self.facet_size(nearest.facet) {
            // The offset is rounding: the facet that the node's own facets oppose best.
            return met.iter().copied().max_by(|m, n| opposed(own, m).total_cmp(&opposed(own, n)));
        }
        let direction = offset / length;
        let out = self.outer_side(nearest, own, met)?;
        Some(if offset.dot(&out) >= 0.0 { direction } else { -direction })
    }

    /// A direction that is out of the body of the facets with the normals `met`. Of the two sides of
    /// a shell it is the one that a solid faces; another shell is always out.
    fn outer_side(&self, nearest: &NodeNear, own: &[Vec3], met: &[Vec3]) -> Option<Vec3> {
        if !self.world.is_open(nearest.facet) {
            return Some(met.iter().sum());
        }
        let first = self.world.node_facets.of(nearest.node).first();
        if first.is_some_and(|&facet| self.world.is_open(facet)) {
            return Some(Vec3::zeros());
        }
        met.iter().copied().max_by(|m, n| opposed(own, m).total_cmp(&opposed(own, n)))
    }

    pub(super) fn unit_normal(&self, facet: u32) -> Vec3 {
        self.world.area_normal(facet).normalize()
    }

    /// The unit normals of the facets around a node.
    pub(super) fn normals_around(&self, node: u32) -> Normals {
        self.world.node_facets.of(node).iter().map(|&facet| self.unit_normal(facet)).collect()
    }

    /// The area of a sharp node that meets a surface in this direction, from there to the node,
    /// where the facets have the normals `met`. Its own facets, with the normals `own`, have a
    /// third each, as seen along the direction; half of that is left to the other body. `None` if
    /// the node has no weight.
    pub(super) fn corner_area(
        &self,
        node: u32,
        direction: &Vec3,
        own: &[Vec3],
        met: &[Vec3],
    ) -> Option<f64> {
        let x = self.world.at(node);
        let rises = self.world.node_ring.of(node).iter().map(|&next| {
            let along = self.world.at(next) - x;
            along.dot(direction) / along.norm()
        });
        let least = rises.fold(f64::INFINITY, f64::min);
        // Facets that face the surface, or one of the facets that meet there: at a rim the
        // direction may be oblique, though facets lie on each other.
        let most = met.iter().map(|m| opposed(own, m)).fold(opposed(own, direction), f64::max);
        let weight = smoothstep((FACING_FACET[0] - most) / FACING_FACET[1])
            * smoothstep((least + CONE_GRACE) / CONE_GRACE)
            * self.node_sharpness(node);
        let seen = |&facet: &u32| -0.5 * self.world.area_normal(facet).dot(direction);
        let third = |area: f64| area.max(0.0) / 3.0;
        let area: f64 = self.world.node_facets.of(node).iter().map(seen).map(third).sum();
        let area = area + self.rim_area(node, direction);
        let area = 0.5 * weight * area;
        (area > 0.0).then_some(area)
    }

    /// The side of a contact that is a node.
    pub(super) fn node_side(&self, node: u32) -> Side {
        let facet = self.world.node_facets.of(node).first().copied().unwrap_or(0);
        self.side(facet, &Weighted::node(node))
    }
}

/// The largest cosine of a facet of a node with the direction opposite to `towards`.
fn opposed(own: &[Vec3], towards: &Vec3) -> f64 {
    own.iter().map(|n| -n.dot(towards)).fold(f64::NEG_INFINITY, f64::max)
}

/// 1 for a node whose facets have these normals if it is sharp, 0 if the surface is smooth there.
pub(super) fn sharpness(own: &[Vec3]) -> f64 {
    let least = least_cosine(own);
    smoothstep((SHARPNESS[0] - least) / SHARPNESS[1])
}

/// The least cosine of two of some normals.
fn least_cosine(normals: &[Vec3]) -> f64 {
    let mut least = 1.0f64;
    for (i, one) in normals.iter().enumerate() {
        least = normals[i + 1..].iter().map(|two| one.dot(two)).fold(least, f64::min);
    }
    least
}

/// The weights of the point of a facet, given by its sorted nodes, that is nearest to a node; and
/// its distance.
pub(in crate::scene) fn nearest_on_facet(
    world: &World,
    node: u32,
    nodes: [u32; 3],
) -> ([f64; 3], f64) {
    let x = world.at(node);
    let corners = nodes.map(|corner| world.at(corner) - x);
    let [a, b, c] = corners;
    let normal = (b - a).cross(&(c - a));
    let shares = [b.cross(&c), c.cross(&a), a.cross(&b)].map(|cross| cross.dot(&normal));
    let sum = shares[0] + shares[1] + shares[2];
    let distance = |w: &[f64; 3]| (a * w[0] + b * w[1] + c * w[2]).norm();
    if shares.iter().all(|share| *share > 0.0) {
        let weights = shares.map(|share| share / sum);
        return (weights, distance(&weights));
    }
    // On the border: the nearest of the three edges, the first of equally near ones.
    let on_edge = |k: usize| {
        let (from, to) = (corners[k], corners[(k + 1) % 3]);
        let along = to - from;
        let t = (-from.dot(&along) / along.norm_squared()).clamp(0.0, 1.0);
        let mut weights = [0.0; 3];
        (weights[k], weights[(k + 1) % 3]) = (1.0 - t, t);
        (weights, distance(&weights))
    };
    let [first, second, third] = [0, 1, 2].map(on_edge);
    let nearer = |one: ([f64; 3], f64), two: ([f64; 3], f64)| if two.1 < one.1 { two } else { one };
    nearer(nearer(first, second), third)
}
