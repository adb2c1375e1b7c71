//! The contacts of a node with a body: outside it one for each locally nearest feature, inside it
//! one.

use smallvec::SmallVec;

use super::build_contact::{Meeting, Scope};
use super::nearest::compare;
use super::outside::{self, Segment};
use super::targets::TargetPoint;
use super::{Near, Target, cones};
use crate::scene::contact::{Contact, Kind};
use crate::scene::tolerances::{CLEARLY_NEAREST, GRAZING_NODE};

/// The contacts of a node outside a body, from the features of the body that are near it. `nearest`
/// are the distances of the two nearest features of all bodies.
pub(in crate::scene) fn of_outside_node(
    scope: &Scope,
    near: &[Near],
    nearest: [f64; 2],
    contacts: &mut Vec<Contact>,
) {
    let world = scope.world;
    let is_border = |near: &Near| matches!(near.target, Target::Border(_));
    let has_border = near.iter().any(is_border);
    let is_in_front = |near: &&Near| near.signed >= 0.0 || near.signed >= -near.rounding(world);
    let mut is_grazing = false;
    for near in near.iter().filter(|near| !is_border(near)).filter(is_in_front) {
        if let Some(contact) = scope.open_contact(near, nearest) {
            contacts.push(contact);
            // It has the contact with what it grazes.
            is_grazing |= has_border && scope.grazes(near);
        }
    }
    // On the surface to rounding, or beside it: the facet that the node is below the border of.
    if has_border && !is_grazing && near.iter().any(|near| scope.grazes(near)) {
        let is_below = |near: &&Near| {
            is_border(near)
                && near.signed.abs() <= scope.search_limit(near)
                && near.signed <= GRAZING_NODE * near.size(world)
        };
        let mut list: SmallVec<[&Near; 8]> = near.iter().filter(is_below).collect();
        list.sort_unstable_by(|one, two| compare(one, two));
        contacts.extend(list.iter().find_map(|near| scope.closed_contact(near)));
    }
}

/// The contact of a node inside a body, given the features of the body that are near it: the
/// nearest with a normal in the cone of the node, or else the nearest.
pub(in crate::scene) fn of_inside_node(
    scope: &Scope,
    [node, body]: [u32; 2],
    near: &[Near],
) -> Option<Contact> {
    let world = scope.world;
    let limit = scope.min_search_radius([world.node_body[node as usize], body]);
    // Up to this distance the features are all known.
    let is_known = |near: &&Near| near.signed.abs() <= limit && near.is_behind(world);
    let mut list: SmallVec<[&Near; 32]> = near.iter().filter(is_known).collect();
    list.sort_unstable_by(|one, two| compare(one, two));
    if let Some(contact) = list.iter().find_map(|near| scope.closed_contact(near)) {
        return Some(contact);
    }
    let all = scope.nearest_of_all(node, body)?;
    let farther = limit.max(cones::longest_edge(world, node));
    // What is admissible is no nearer than the nearest of all.
    if all.signed.abs() <= farther {
        let is_admissible =
            |near: &Near| near.is_behind(world) && scope.closed_contact(near).is_some();
        let first_radius = Some(2.0 * all.signed.abs()).filter(|radius| *radius > 0.0);
        if let Some(near) = scope.nearest([node, body], farther, first_radius, is_admissible) {
            return scope.closed_contact(&near);
        }
    }
    let is_feature = |near: &Near| !matches!(near.target, Target::Border(_));
    let is_fallback = |near: &Near| is_feature(near) && near.is_behind(world);
    let known = list.iter().find(|near| is_feature(near)).map(|near| **near);
    let nearest = known.or_else(|| Some(all).filter(is_fallback)).or_else(|| {
        let first_radius = scope.depths.radius(node);
        scope.nearest([node, body], f64::INFINITY, first_radius, is_fallback)
    })?;
    let contact = scope.contact_at(&nearest, nearest.point(world, true))?;
    Some(Contact { kind: Kind::Fallback, ..contact })
}

impl Scope<'_> {
    /// Up to which distance all features near the node are known, in every detection.
    fn search_limit(&self, near: &Near) -> f64 {
        self.min_search_radius([self.world.node_body[near.node as usize], near.body])
    }

    /// Whether the node is on the surface, to rounding or a little more.
    fn grazes(&self, near: &Near) -> bool {
        let limit = self.search_limit(near).min(GRAZING_NODE * near.size(self.world));
        near.signed.abs() <= limit
    }

    /// The contact of a node outside a body and a feature near it, if the normal is in the cone of
    /// the node and the segment between them is outside every body.
    fn open_contact(&self, near: &Near, nearest: [f64; 2]) -> Option<Contact> {
        let world = self.world;
        let point = near.point(world, false);
        let (from, towards) = (world.at(near.node), -point.normal);
        if !cones::is_node_normal(world, near.node, &towards) {
            return None;
        }
        let contact = self.contact_at(near, point)?;
        if !outside::leaves(world, near.node, towards) {
            return None;
        }
        let nodes = near.nodes(world);
        let segment = Segment { from, along: towards * near.signed, nodes: &nodes };
        // What is in between is nearer: a feature of another body, which was found, or one of its
        // own body.
        let slack = CLEARLY_NEAREST * near.size(world);
        let is_nearest = near.signed <= nearest[0]
            && near.signed > slack
            && near.signed + slack < nearest[1]
            && self.clearance.holds(self, near);
        let is_free = near.signed <= world.rounding(&nodes) || is_nearest || segment.is_clear(self);
        is_free.then_some(contact)
    }

    /// The contact of a node inside a body and a feature near it, if the normal is in the cone of
    /// the node and the segment between them is inside both bodies.
    fn closed_contact(&self, near: &Near) -> Option<Contact> {
        let world = self.world;
        let point = near.point(world, self.is_inside(near.node, near.body));
        if !cones::is_node_normal(world, near.node, &-point.normal) {
            return None;
        }
        let (from, along) = (world.at(near.node), point.offset);
        let contact = self.contact_at(near, point)?;
        let nodes = near.nodes(world);
        let bodies = [world.node_body[near.node as usize], near.body];
        let segment = Segment { from, along, nodes: &nodes };
        let is_inside =
            near.signed.abs() <= world.rounding(&nodes) || segment.stays_inside(self, bodies);
        is_inside.then_some(contact)
    }

    /// The contact of a node and a point of a feature, if the gap is within the margin.
    fn contact_at(&self, near: &Near, point: TargetPoint) -> Option<Contact> {
        let TargetPoint { offset, normal, weighted, facet } = point;
        let p = self.world.at(near.node);
        let sides = [self.node_side(near.node), self.side(near.body, Some(facet), weighted)];
        // What is inside by exact signs has no positive gap by rounding.
        let is_inside = self.is_inside(near.node, near.body);
        let gap = -offset.dot(&normal);
        let gap = if is_inside { gap.min(0.0) } else { gap };
        self.build(sides, Meeting { p, q: p + offset, normal: -normal, distance: gap })
    }
}
