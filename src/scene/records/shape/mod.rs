//! Meshes with rigid shapes and half-spaces.

pub(in crate::scene) mod contact;
pub(in crate::scene) mod separation;

use crate::scene::body::{Geometry, Plane, ShapeBody};
use crate::scene::candidates::shape_box;
use crate::scene::config::Resolution;
use crate::scene::contact::Contact;
use crate::scene::examine::{Narrow, Output};
use crate::scene::records::piece;
use crate::scene::records::surface::on_shape::ShapeTarget;

/// The lower bound of a pair in contact: it is examined again, however little it moves.
const IN_CONTACT: f64 = 0.0;

impl Narrow<'_> {
    /// Examines a piece of a mesh and a shape or a plane. Returns a lower bound on its distance.
    pub(in crate::scene) fn examine_with_shape(
        &self,
        pieces: [u32; 2],
        geometry: [&Geometry; 2],
        search_radius: f64,
        output: &mut Output,
    ) -> f64 {
        let bodies = pieces.map(|piece| self.body_of(piece));
        match geometry {
            [Geometry::Mesh(_), Geometry::Plane(plane)] => {
                self.mesh_on_plane(pieces[0], bodies[1], plane, output);
                IN_CONTACT
            }
            [Geometry::Mesh(_), Geometry::Shape(shape)] => match self.config.resolution {
                Resolution::Piece => {
                    self.piece_on_shape(pieces[0], (bodies[1], shape), search_radius, output)
                }
                Resolution::Facet | Resolution::Surface => {
                    self.facets_on_shape(pieces[0], (bodies[1], shape), search_radius, output)
                }
            },
            [Geometry::Shape(_) | Geometry::Plane(_), Geometry::Mesh(_)] => {
                let (pieces, geometry) = ([pieces[1], pieces[0]], [geometry[1], geometry[0]]);
                self.examine_with_shape(pieces, geometry, search_radius, output)
            }
            // Meshes are searched, and grains are on a list of their own.
            _ => IN_CONTACT,
        }
    }

    /// The nodes of a piece on a plane; at the resolution of surfaces its facets and sharp nodes.
    fn mesh_on_plane(&self, piece: u32, plane_body: u32, plane: &Plane, output: &mut Output) {
        if self.config.resolution == Resolution::Surface {
            let rule = &self.surface;
            for &facet in self.scope.world.piece_facets.of(piece) {
                rule.facet_on_plane(facet, plane_body, plane, &mut output.contacts);
            }
            let on = |node: u32| rule.node_on_plane(node, plane_body, plane);
            output.contacts.extend(self.owned_nodes(piece).filter_map(on));
            return;
        }
        let on = |node: u32| contact::node_on_plane(&self.scope, node, plane_body, plane);
        output.contacts.extend(self.owned_nodes(piece).filter_map(on));
    }

    /// A piece as a whole on a shape, unless their boxes are beyond the search radius. Returns a
    /// lower bound on their distance.
    fn piece_on_shape(
        &self,
        piece: u32,
        (shape_body, shape): (u32, &ShapeBody),
        search_radius: f64,
        output: &mut Output,
    ) -> f64 {
        let gap = self.scope.world.piece_box(piece).gap(&shape_box(&shape.posed));
        if self.config.skips() && gap > search_radius {
            return gap;
        }
        let contact = piece::piece_on_shape(&self.scope, piece, shape_body, &shape.posed);
        output.contacts.extend(contact);
        IN_CONTACT
    }

    /// The facets of a piece on a shape. Returns the smallest gap between their boxes and the
    /// shape's.
    fn facets_on_shape(
        &self,
        piece: u32,
        (shape_body, shape): (u32, &ShapeBody),
        search_radius: f64,
        output: &mut Output,
    ) -> f64 {
        let (scope, contacts) = (&self.scope, &mut output.contacts);
        let around = shape_box(&shape.posed);
        let near = around.grown(search_radius);
        let target = ShapeTarget { body: shape_body, shape, query: &self.config.depth };
        let mut lower_bound = f64::INFINITY;
        for &facet in scope.world.piece_facets.of(piece) {
            let bounds = &scope.world.boxes[facet as usize];
            if bounds.meets(&near) {
                output.statistics.queries += 1;
                if self.config.resolution == Resolution::Surface {
                    self.surface_on_shape(facet, &target, contacts);
                } else {
                    contact::facet_on_shape(scope, facet, shape_body, &shape.posed, contacts);
                }
            }
            lower_bound = lower_bound.min(bounds.gap(&around));
        }
        lower_bound
    }

    /// The surface contacts of a facet, and of the nodes that it owns, with a shape.
    fn surface_on_shape(&self, facet: u32, target: &ShapeTarget, contacts: &mut Vec<Contact>) {
        let world = self.scope.world;
        self.surface.facet_on_shape(facet, target, contacts);
        let nodes = world.facets[facet as usize];
        let owned = world.owned[facet as usize];
        let own = (0..3).filter(|k| owned & (1 << k) != 0).map(|k| nodes[k]);
        contacts.extend(own.filter_map(|node| self.surface.node_on_shape(node, target)));
    }

    fn owned_nodes(&self, piece: u32) -> impl Iterator<Item = u32> {
        let world = self.scope.world;
        world.piece_facets.of(piece).iter().flat_map(|&facet| {
            let owned = world.owned[facet as usize];
            let nodes = world.facets[facet as usize];
            (0..3).filter(move |k| owned & (1 << k) != 0).map(move |k| nodes[k])
        })
    }
}
