//! Facets and sharp nodes on half-spaces.

use super::common_area::{CommonArea, Triangle};
use super::{Record, SurfaceRule};
use crate::Vec3;
use crate::scene::body::Plane;
use crate::scene::contact::{Contact, Kind};

impl SurfaceRule<'_> {
    /// The contacts of a facet with a half-space.
    pub(in crate::scene) fn facet_on_plane(
        &self,
        facet: u32,
        plane_body: u32,
        plane: &Plane,
        contacts: &mut Vec<Contact>,
    ) {
        let body = self.world.facet_body(facet);
        let side = &self.world.facet_sides[facet as usize];
        let nodes = side.nodes;
        let origin = self.world.at(nodes[0]);
        let corners = nodes.map(|node| self.world.at(node) - origin);
        let Some(a) = Triangle::new(corners, side.turn()) else { return };
        let down = -plane.normal;
        let step = nodes.map(|node| self.step(node).dot(&down)).into_iter().fold(0.0, f64::max);
        let bodies = [body, plane_body];
        let thickness = self.facet_thickness(facet) + self.thickness(plane_body);
        let max_distance = self.margin(bodies) + thickness + step;
        // Heights of corners are those of the nodes, to the last bit: what is flat stays flat.
        let base = plane.height(origin);
        let height = |x: &Vec3| base + plane.normal.dot(x);
        let Some(common) = CommonArea::on_plane(&a, down, height, max_distance) else { return };
        let (points, count) = self.points_of(&common);
        for (x, point) in points[..count].iter().zip(0..) {
            let weights = a.weights(x, &down);
            let at = a.point(&weights);
            contacts.extend(self.contact(Record {
                sides: [self.area_side(facet, weights), Self::whole(plane_body)],
                at: at + origin,
                normal: down,
                distance: height(&at),
                area: common.area / count as f64,
                kind: Kind::Area,
                point,
            }));
        }
    }

    /// The contact of a sharp node with a half-space.
    pub(in crate::scene) fn node_on_plane(
        &self,
        node: u32,
        plane_body: u32,
        plane: &Plane,
    ) -> Option<Contact> {
        let x = self.world.at(node);
        let (height, body) = (plane.height(x), self.world.node_body[node as usize]);
        let step = (-self.step(node).dot(&plane.normal)).max(0.0);
        let bodies = [body, plane_body];
        let thickness = self.node_thickness(node) + self.thickness(plane_body);
        let max_distance = self.margin(bodies) + thickness + step;
        if height > max_distance {
            return None;
        }
        let own = self.normals_around(node);
        let area = self.corner_area(node, &plane.normal, &own, &[])?;
        self.contact(Record {
            sides: [self.node_side(node), Self::whole(plane_body)],
            at: x,
            normal: -plane.normal,
            distance: height,
            area,
            kind: Kind::Corner,
            point: 0,
        })
    }
}
