//! Surface contacts: points of the area that two facing facets have in common (`common_area`),
//! sharp nodes (`corner`), and a warning where bodies overlap deeper than either sees (`deep`).
//!
//! A pressure times the area of a contact, along its normal, spread over the nodes by their
//! weights, is a force that a solver can stand on: it is the integral of a linear pressure over the
//! common area, exactly, whatever the two meshes; it is continuous in the coordinates; and it keeps
//! linear and angular momentum.

pub(in crate::scene) mod area_job;
pub(in crate::scene::records) mod area_points;
pub(in crate::scene) mod common_area;
pub(in crate::scene) mod corner;
pub(in crate::scene) mod deep;
pub(in crate::scene::records) mod facet_numbers;
pub(in crate::scene::records) mod facing;
mod idle;
mod on_plane;
pub(in crate::scene) mod on_shape;
pub(in crate::scene::records) mod plane_points;
mod polygon;
mod rims;
pub(in crate::scene::records) mod select;
pub(in crate::scene) mod tables;

use self::common_area::{CommonArea, Range, Triangle};
use self::tables::SurfaceTables;
use crate::Vec3;
use crate::scene::body::{Body, Geometry};
use crate::scene::config::Points;
use crate::scene::contact::{Contact, Kind, Part, Side};
use crate::scene::margins::Margins;
use crate::scene::tolerances::{DISTANCE_ROUNDING, RANGE_SLACK};
use crate::scene::weights::Weighted;
use crate::scene::world::World;

/// The rule of surface contacts, and what it is applied to.
#[derive(Clone, Copy)]
pub(in crate::scene) struct SurfaceRule<'a> {
    pub(in crate::scene) world: &'a World,
    pub(in crate::scene) bodies: &'a [Body],
    pub(in crate::scene) margins: &'a Margins,
    pub(in crate::scene) points: Points,
    /// The displacement of each node in the time step ahead; empty without velocities.
    pub(in crate::scene) steps: &'a [[f64; 3]],
    /// What is computed once for each facet on the list of near pairs.
    pub(in crate::scene) tables: &'a SurfaceTables,
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
    /// The points that stand for a common area, and how many they are.
    fn points_of(&self, common: &CommonArea) -> ([Vec3; 3], usize) {
        match self.points {
            Points::One => ([common.centroid(); 3], 1),
            Points::Three => (common.points(), 3),
        }
    }

    #[inline]
    fn margin(&self, bodies: [u32; 2]) -> f64 {
        self.margins.of(bodies)
    }

    /// The margin of the bodies of two facets.
    #[inline]
    fn facet_margin(&self, facets: [u32; 2]) -> f64 {
        self.margins.of_pair(|| facets.map(|facet| self.world.facet_body(facet)))
    }

    fn thickness(&self, body: u32) -> f64 {
        self.bodies[body as usize].options.thickness
    }

    #[inline]
    pub(in crate::scene::records) fn facet_thickness(&self, facet: u32) -> f64 {
        self.world.facet_thickness(self.bodies, facet)
    }

    /// The thickness of a node: that of the first facet around it.
    fn node_thickness(&self, node: u32) -> f64 {
        let first = self.world.node_facets.of(node).first();
        first.map_or(0.0, |&facet| self.facet_thickness(facet))
    }

    fn side_thickness(&self, side: &Side) -> f64 {
        self.thickness(side.body) - self.world.thinner(side)
    }

    /// How far apart and how deep two facets are in contact.
    fn range(&self, facets: [u32; 2]) -> Range {
        let [one, two] = facets.map(|facet| self.facet_thickness(facet));
        let deep = self.world.pair_deep(facets);
        let steps_of = |facet: u32| self.world.sorted_nodes(facet).map(|node| self.step(node));
        let steps = (!self.steps.is_empty()).then(|| facets.map(steps_of));
        let margin = self.facet_margin(facets);
        let max_distance = margin + one + two;
        Range { max_distance, deep, oblique_deep: deep.min(max_distance + margin), steps }
    }

    /// The displacement of a node in the time step ahead.
    fn step(&self, node: u32) -> Vec3 {
        self.steps.get(node as usize).map_or_else(Vec3::zeros, |step| Vec3::from(*step))
    }

    /// The largest distance of the points of a contact.
    fn limit(&self, range: &Range, normal: &Vec3, facets: [u32; 2]) -> f64 {
        let nodes = facets.map(|facet| self.world.sorted_nodes(facet));
        let coordinate = |node: u32| self.world.at(node).amax();
        let largest = nodes.as_flattened().iter().map(|&node| coordinate(node)).fold(0.0, f64::max);
        let range = range.max_distance_along(normal).max(range.deep);
        range * (1.0 + RANGE_SLACK) + 0.25 * DISTANCE_ROUNDING * largest
    }

    /// Whether two facets of one body overlap through it as it was made: they are the two sides of
    /// a thin part, and not in contact however they move.
    fn overlap_at_rest(&self, facets: [u32; 2]) -> bool {
        let sides = facets.map(|facet| &self.world.facet_sides[facet as usize]);
        let body = &self.bodies[sides[0].body as usize];
        let Geometry::Mesh(mesh) = &body.geometry else { return false };
        let first = sides[0].first_node;
        let at = |node: u32| Vec3::from(mesh.rest[(node - first) as usize]);
        let origin = at(sides[0].nodes[0]);
        let of =
            |i: usize| Triangle::new(sides[i].nodes.map(|node| at(node) - origin), sides[i].turn());
        let [deep, other] = facets.map(|facet| self.world.facet_deep[facet as usize]);
        let deep = 2.0 * deep.min(other);
        let range = Range { max_distance: 0.0, deep, oblique_deep: deep, steps: None };
        let (Some(a), Some(b)) = (of(0), of(1)) else { return false };
        CommonArea::of_facets(&a, &b, &range).is_some()
    }

    /// The side of a contact at a facet, carried by nodes of the world.
    fn side(&self, facet: u32, weighted: &Weighted) -> Side {
        let body = self.world.facet_body(facet);
        let span = &self.world.spans[body as usize];
        let local = weighted.clone().counted_from(span.nodes.start as u32);
        let part = Part::Facet(facet - span.facets.start as u32);
        let element = self.world.facet_sides[facet as usize].element;
        Side::new(body, part, Some(element), &local)
    }

    /// The side of a contact that is a plane or a shape.
    fn whole(body: u32) -> Side {
        Side::new(body, Part::Whole, None, &Weighted::default())
    }

    /// The contact of a record, with the body of the lower number first. `None` if a feature is
    /// too small for the numbers to be sound.
    fn contact(&self, record: Record) -> Option<Contact> {
        let Record { mut sides, mut at, mut normal, distance, area, kind, mut point } = record;
        if sides[0].body > sides[1].body {
            sides.swap(0, 1);
            // A sharp node is the first side of its record.
            point = if kind == Kind::Corner { 1 } else { point };
            at += normal * distance;
            normal = -normal;
        }
        let [one, two] = sides.each_ref().map(|side| self.side_thickness(side));
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
        contact.id = self.world.contact_id(&contact);
        contact.is_sound().then_some(contact)
    }
}
