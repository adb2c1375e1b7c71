//! Surface contacts: points of the area that two facing facets have in common (`common_area`),
//! sharp nodes (`corner`), and a warning where bodies overlap deeper than either sees (`deep`).
//!
//! A pressure times the area of a contact, along its normal, spread over the nodes by their
//! weights, is a force that a solver can stand on: it is the integral of a linear pressure over the
//! common area, exactly, whatever the two meshes; it is continuous in the coordinates; and it keeps
//! linear and angular momentum.

mod common_area;
pub(in crate::scene) mod corner;
mod deep;
mod on_plane;
pub(in crate::scene) mod on_shape;
mod polygon;

use self::common_area::{CommonArea, Range, Triangle};
use crate::Vec3;
use crate::scene::body::{Body, Geometry};
use crate::scene::config::Points;
use crate::scene::contact::{Contact, Kind, Part, Side};
use crate::scene::records::facet::targets::turn;
use crate::scene::tolerances::{DISTANCE_ROUNDING, RANGE_SLACK};
use crate::scene::weights::{self, Weighted};
use crate::scene::world::World;

/// Two facets that may have an area in common, in the order of contacts; the first has the lower
/// number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::scene) struct FacingPair {
    pub(in crate::scene) bodies: [u32; 2],
    pub(in crate::scene) facets: [u32; 2],
}

/// The rule of surface contacts, and what it is applied to.
#[derive(Clone, Copy)]
pub(in crate::scene) struct SurfaceRule<'a> {
    pub(in crate::scene) world: &'a World,
    pub(in crate::scene) bodies: &'a [Body],
    pub(in crate::scene) margin: f64,
    pub(in crate::scene) points: Points,
    /// The displacement of each node in the time step ahead; empty without velocities.
    pub(in crate::scene) steps: &'a [[f64; 3]],
}

/// A contact before the thickness of the bodies is taken into account.
struct Record {
    sides: [Side; 2],
    /// The point of A.
    at: Vec3,
    normal: Vec3,
    distance: f64,
    area: f64,
    kind: Kind,
    /// The number of the point among those of the same features.
    point: u32,
}

impl SurfaceRule<'_> {
    /// The contacts of two facets, of which the first has the lower number.
    pub(in crate::scene) fn facets(&self, facets: [u32; 2], contacts: &mut Vec<Contact>) {
        let bodies = facets.map(|facet| self.world.facet_body(facet));
        let nodes = facets.map(|facet| self.sorted_nodes(facet));
        // Relative to a corner, so that nothing is lost far from zero.
        let origin = self.world.at(nodes[0][0]);
        let at = |node: u32| self.world.at(node) - origin;
        let Some([a, b]) = self.triangles(facets, nodes, at) else { return };
        let range = self.range(facets, nodes, bodies);
        let Some(common) = CommonArea::of_facets(&a, &b, &range) else { return };
        if bodies[0] == bodies[1] && self.overlap_at_rest(facets, nodes, bodies[0], range.deep) {
            return;
        }
        let limit = self.limit(&range, &common.normal, nodes);
        let (points, count) = self.points_of(&common);
        for (x, point) in points[..count].iter().zip(0..) {
            let weights = [a.weights(x, &common.normal), b.weights(x, &common.normal)];
            let [p, q] = [a.point(&weights[0]), b.point(&weights[1])];
            // Both are on their facets: so the facets are no farther apart than this.
            let apart = (q - p).norm();
            if apart > limit || apart.is_nan() {
                continue;
            }
            let side = |i: usize| self.facet_side(facets[i], nodes[i], weights[i]);
            contacts.extend(self.contact(Record {
                sides: [side(0), side(1)],
                at: p + origin,
                normal: common.normal,
                distance: common.normal.dot(&(q - p)),
                area: common.area / count as f64,
                kind: Kind::Area,
                point,
            }));
        }
    }

    /// The points that stand for a common area, and how many they are.
    fn points_of(&self, common: &CommonArea) -> ([Vec3; 3], usize) {
        match self.points {
            Points::One => ([common.centroid(); 3], 1),
            Points::Three => (common.points(), 3),
        }
    }

    /// The nodes of a facet in ascending order.
    fn sorted_nodes(&self, facet: u32) -> [u32; 3] {
        let mut nodes = self.world.facets[facet as usize];
        nodes.sort_unstable();
        nodes
    }

    /// Two facets with their corners where `at` says.
    fn triangles(
        &self,
        facets: [u32; 2],
        nodes: [[u32; 3]; 2],
        at: impl Fn(u32) -> Vec3,
    ) -> Option<[Triangle; 2]> {
        let of = |i: usize| {
            let turn = turn(self.world.facets[facets[i] as usize], nodes[i]);
            Triangle::new(nodes[i].map(&at), turn)
        };
        Some([of(0)?, of(1)?])
    }

    fn thickness(&self, body: u32) -> f64 {
        self.bodies[body as usize].options.thickness
    }

    /// How far apart and how deep two facets are in contact.
    fn range(&self, facets: [u32; 2], nodes: [[u32; 3]; 2], bodies: [u32; 2]) -> Range {
        let [one, two] = bodies.map(|body| self.thickness(body));
        let [deep, other] = facets.map(|facet| self.world.facet_deep[facet as usize]);
        let steps =
            (!self.steps.is_empty()).then(|| nodes.map(|nodes| nodes.map(|n| self.step(n))));
        let (reach, deep) = (self.margin + one + two, deep.min(other));
        Range { reach, deep, oblique_deep: deep.min(reach + self.margin), steps }
    }

    /// The displacement of a node in the time step ahead.
    fn step(&self, node: u32) -> Vec3 {
        self.steps.get(node as usize).map_or_else(Vec3::zeros, |step| Vec3::from(*step))
    }

    /// The largest distance of the points of a contact. Candidates are found up to this distance,
    /// so it must be part of the rule: the planes of slivers are not exact enough.
    fn limit(&self, range: &Range, normal: &Vec3, nodes: [[u32; 3]; 2]) -> f64 {
        let coordinate = |node: u32| self.world.at(node).amax();
        let largest = nodes.as_flattened().iter().map(|&node| coordinate(node)).fold(0.0, f64::max);
        let range = range.reach_along(normal).max(range.deep);
        range * (1.0 + RANGE_SLACK) + 0.25 * DISTANCE_ROUNDING * largest
    }

    /// Whether two facets of one body overlap through it as it was made: they are the two sides of
    /// a thin part, and not in contact however they move.
    fn overlap_at_rest(
        &self,
        facets: [u32; 2],
        nodes: [[u32; 3]; 2],
        body: u32,
        deep: f64,
    ) -> bool {
        let Geometry::Mesh(mesh) = &self.bodies[body as usize].geometry else { return false };
        let start = self.world.spans[body as usize].nodes.start as u32;
        let at = |node: u32| Vec3::from(mesh.rest[(node - start) as usize]);
        let origin = at(nodes[0][0]);
        let deep = 2.0 * deep;
        let range = Range { reach: 0.0, deep, oblique_deep: deep, steps: None };
        let triangles = self.triangles(facets, nodes, |node| at(node) - origin);
        triangles.is_some_and(|[a, b]| CommonArea::of_facets(&a, &b, &range).is_some())
    }

    /// The side of a contact that is on a facet.
    fn facet_side(&self, facet: u32, nodes: [u32; 3], weights: [f64; 3]) -> Side {
        let body = self.world.facet_body(facet);
        let span = &self.world.spans[body as usize];
        let nodes = nodes.map(|node| node - span.nodes.start as u32);
        let part = Part::Facet(facet - span.facets.start as u32);
        let element = self.world.elements[self.world.facet_tets[facet as usize] as usize];
        Side::on_facet(body, part, Some(element), weights::positive(nodes, weights))
    }

    /// The side of a contact at a facet, carried by nodes of the world.
    fn side(&self, facet: u32, weighted: &Weighted) -> Side {
        let body = self.world.facet_body(facet);
        let span = &self.world.spans[body as usize];
        let local = weighted.clone().counted_from(span.nodes.start as u32);
        let part = Part::Facet(facet - span.facets.start as u32);
        let element = self.world.elements[self.world.facet_tets[facet as usize] as usize];
        Side::new(body, part, Some(element), &local)
    }

    /// The side of a contact that is a plane or a shape.
    fn whole(body: u32) -> Side {
        Side::new(body, Part::Whole, None, &Weighted::default())
    }

    /// The contact of a record, with the body of the lower number first. `None` if a feature is
    /// too small for the numbers to be sound.
    fn contact(&self, record: Record) -> Option<Contact> {
        let Record { mut sides, mut at, mut normal, distance, area, kind, point } = record;
        if sides[0].body > sides[1].body {
            sides.swap(0, 1);
            at += normal * distance;
            normal = -normal;
        }
        let [one, two] = sides.map(|side| self.thickness(side.body));
        let gap = distance - one - two;
        let point_a = at + normal * one;
        let mut contact = Contact {
            sides,
            point_a,
            point_b: point_a + normal * gap,
            normal,
            gap,
            area,
            kind,
            point,
            id: 0,
            age: 0,
            previous: None,
        };
        contact.id = contact.key().id();
        contact.is_sound().then_some(contact)
    }
}
