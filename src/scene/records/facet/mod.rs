//! The facet level: contacts of nodes, edges and facets of two surfaces.
//!
//! Contacts are the locally nearest pairs of features: points a and b on the two surfaces, with
//! `b - a = gap * normal`, the normal in the normal cone of the feature of a, its opposite in that
//! of the feature of b, and the segment between them outside every body if the gap is open, inside
//! both bodies if it is closed. These are:
//! - A node outside the other body, and a point of that body's surface that is *locally* nearest to
//!   the node: no neighbouring point of the surface is nearer. It lies inside a facet, inside an
//!   edge or in a node. The direction must be in the normal cone of the node, with some grace
//!   ([`cones`]), so that nothing beside a rim is in contact with it.
//! - A node inside the other body, or on its surface, and the nearest such point of the surface; or
//!   the point above it on the border of a facet. So the rim of a block that is sunk into another
//!   one of the same section is pushed up, though the side wall is nearer. Where no normal is
//!   admissible within the size of the facets around the node, the nearest point of all makes the
//!   contact, which is marked as a fallback.
//! - Two convex edges that cross, as seen along their common perpendicular, if it is normal to both
//!   surfaces, that is, within the normal cones of both edges. Where the bodies overlap there,
//!   only if neither edge has an end inside the other body, since that end makes a contact already.
//! - Two tetrahedra, where bodies overlap and none of the above says so.
//!
//! Within one body, features make no contact if facets around them share a node.
//!
//! So a node over a flat mesh has one contact and not one with each facet around; a node is never
//! in contact through the body it belongs to; and nothing of this depends on the pieces or on how
//! near features were found. What is computed from a pair of features uses their nodes in ascending
//! order only: it has the same bits whichever facets it was found from. Rounding errors are bounded
//! by the coordinates of these nodes: nothing elsewhere in the scene changes a contact.

pub(in crate::scene) mod area;
mod area_lanes;
pub(in crate::scene) mod build_contact;
pub(in crate::scene) mod clearance;
pub(in crate::scene) mod cones;
pub(in crate::scene) mod deep_crossings;
pub(in crate::scene) mod depths;
pub(in crate::scene) mod edges;
pub(in crate::scene) mod features;
pub(in crate::scene) mod inside;
pub(in crate::scene) mod locate;
pub(in crate::scene) mod nearest;
pub(in crate::scene) mod node_contacts;
pub(in crate::scene) mod node_facet;
pub(in crate::scene) mod outside;
pub(in crate::scene) mod overlap;
pub(in crate::scene) mod skin;
pub(in crate::scene) mod targets;

use crate::scene::world::World;

/// A feature of a surface, by its index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::scene) enum Target {
    Node(u32),
    Edge(u32),
    Facet(u32),
    /// The border of a facet, in the direction of its normal. Only for nodes inside the body, and
    /// only if no other feature is as near.
    Border(u32),
}

/// A node near a feature of another surface (or of its own).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::scene) struct Near {
    pub(in crate::scene) node: u32,
    /// The body that the target belongs to.
    pub(in crate::scene) body: u32,
    pub(in crate::scene) target: Target,
    /// The distance, negative if the node is behind the surface; for borders a little more.
    pub(in crate::scene) signed: f64,
}

/// Two edges that cross near each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::scene) struct Crossing {
    pub(in crate::scene) edges: [u32; 2],
    pub(in crate::scene) gap: f64,
}

impl Crossing {
    /// Upper bound on the rounding error of the gap.
    pub(in crate::scene) fn rounding(&self, world: &World) -> f64 {
        let [[a, b], [c, d]] = self.edges.map(|edge| world.edges[edge as usize].nodes);
        world.rounding(&[a, b, c, d])
    }
}

/// The near features of one or more pairs of pieces.
#[derive(Debug, Default)]
pub(in crate::scene) struct Found {
    pub(in crate::scene) near: Vec<Near>,
    pub(in crate::scene) crossings: Vec<Crossing>,
    /// Edges that meet facets: body of the edge, body of the facet, edge.
    pub(in crate::scene) piercing: Vec<[u32; 3]>,
    /// Nodes inside bodies: node, body.
    pub(in crate::scene) inside: Vec<[u32; 2]>,
    /// The largest path length in each body, if parts may be inside as a whole: scratch memory.
    pub(in crate::scene) path_lengths: Vec<f64>,
}

impl Found {
    pub(in crate::scene) fn clear(&mut self) {
        self.near.clear();
        self.crossings.clear();
        self.piercing.clear();
        self.inside.clear();
    }
}
