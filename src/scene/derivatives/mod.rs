//! Derivatives of contacts by the coordinates of the nodes around them, for implicit codes.
//!
//! A contact is a function of at most six nodes. The rule that made it is evaluated once more with
//! numbers that carry their derivatives, so that these are those of the rule itself: of the gap,
//! the area, the normal and the weights, the clipping of the polygon included. They exist wherever
//! the polygon does not change its number of corners.

mod area;
mod evaluated;
mod feature;
mod real;
#[cfg(test)]
mod tests;

use super::body::Geometry;
use super::contact::{Contact, Kind, Part, Side};
use super::{Scene, size};
use crate::Vec3;
use area::{Facet, Limits};
use evaluated::Evaluated;
use real::{COLUMNS, Dual, Vector};

/// Derivatives by the coordinates of the nodes of a contact: x, y and z of three nodes of A, then
/// of three nodes of B. Where there are fewer nodes, the columns that are left are 0.
pub type Row = [f64; 18];

/// The derivatives of a contact, and the nodes that they belong to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Derivatives {
    /// How many nodes there are on each side.
    pub counts: [usize; 2],
    /// The nodes of both sides, as their bodies number them, in ascending order: for a point of an
    /// area all three of each facet, whatever their weights.
    pub nodes: [[u32; 3]; 2],
    /// The weights of these nodes.
    pub weights: [[f64; 3]; 2],
    /// The derivatives of the gap.
    pub gap_by: Row,
    /// Those of the area; 0 where it is not a function of these nodes alone, as for sharp nodes and
    /// nearest features, whose area is best held fixed in an iteration.
    pub area_by: Row,
    /// Those of the coordinates of the normal.
    pub normal_by: [Row; 3],
    /// Those of the weights.
    pub weights_by: [[Row; 3]; 2],
}

impl Derivatives {
    /// The derivatives of the forces on the nodes under a pressure between the surfaces which is a
    /// function of the gap: rows as the columns, x, y and z of each node. `slope` is the derivative
    /// of the pressure by the gap. The force on the nodes of B is pressure times area times weight
    /// along the normal, and the opposite on those of A.
    ///
    /// ```
    /// use gapkit::mesh::bodies;
    /// use gapkit::scene::{BodyOptions, Config, Scene};
    /// use gapkit::shape::Pose;
    ///
    /// let block = bodies::block([1, 1, 1], [1.0, 1.0, 1.0])?;
    /// let mut scene = Scene::new(Config::new(0.01)?)?;
    /// let lower = scene.add_mesh(&block, BodyOptions::default())?;
    /// let upper = scene.add_mesh(&block, BodyOptions::default())?;
    /// scene.set_pose(upper, &Pose::translation(0.1, 0.2, 0.999))?;
    /// scene.detect();
    /// let contact = scene.contacts()[0];
    /// let derivatives = scene.derivatives(0).expect("of two facets");
    /// let stiffness = derivatives.forces_by(&contact, -1e9 * contact.gap, -1e9);
    /// // A body that moves as a whole, both together, changes nothing.
    /// let together: f64 = (0..6).map(|node| stiffness[2][3 * node + 2]).sum();
    /// assert!(together.abs() < 1e-6 * stiffness[2][2].abs());
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    #[must_use]
    pub fn forces_by(&self, contact: &Contact, pressure: f64, slope: f64) -> [Row; COLUMNS] {
        let mut rows = [[0.0; COLUMNS]; COLUMNS];
        let Contact { area, normal, .. } = contact;
        for (i, row) in rows.iter_mut().enumerate() {
            let (side, node, axis) = (i / 9, i % 9 / 3, i % 3);
            let sign = if side == 0 { -1.0 } else { 1.0 };
            let (weight, along) = (self.weights[side][node], normal[axis]);
            for (j, place) in row.iter_mut().enumerate() {
                let force = slope * self.gap_by[j] * area + pressure * self.area_by[j];
                let turned = weight * self.normal_by[axis][j];
                let moved = self.weights_by[side][node][j] * along;
                *place = sign * (force * weight * along + pressure * area * (turned + moved));
            }
        }
        rows
    }
}

impl Scene {
    /// The derivatives of a contact, by its index in [`Scene::contacts`], at the present positions.
    /// `None` for contacts with rigid shapes, of pieces, of warnings of deep overlap, of features
    /// that coincide, and for indices without a contact.
    #[must_use]
    pub fn derivatives(&self, contact: usize) -> Option<Derivatives> {
        let contact = self.history.contacts.get(contact)?;
        let stencil = self.stencil(contact)?;
        let evaluated = self.evaluate(contact, &stencil)?;
        let row = |dual: Dual| dual.slopes;
        Some(Derivatives {
            counts: stencil.counts,
            nodes: stencil.nodes,
            weights: evaluated.weights.map(|side| side.map(|weight| weight.value)),
            gap_by: row(evaluated.gap),
            area_by: row(evaluated.area),
            normal_by: evaluated.normal.0.map(row),
            weights_by: evaluated.weights.map(|side| side.map(row)),
        })
    }

    /// The nodes that a contact depends on.
    fn stencil(&self, contact: &Contact) -> Option<Stencil> {
        let mut stencil =
            Stencil { counts: [0; 2], nodes: [[0; 3]; 2], at: [[Vec3::zeros(); 3]; 2] };
        let mut origin = None;
        for (i, side) in contact.sides.iter().enumerate() {
            let span = &self.world.spans[side.body as usize];
            let first = span.nodes.start as u32;
            let (count, nodes) = match (contact.kind, side.part) {
                (_, Part::Whole) => (0, [0; 3]),
                (Kind::Area, Part::Facet(facet)) => {
                    let facet = span.facets.start as u32 + facet;
                    (3, self.world.sorted_nodes(facet).map(|node| node - first))
                }
                (Kind::Nearest | Kind::Corner | Kind::Fallback | Kind::Node, Part::Facet(_)) => {
                    (side.nodes().len(), side.nodes)
                }
                _ => return None,
            };
            (stencil.counts[i], stencil.nodes[i]) = (count, nodes);
            for k in 0..count {
                let at = self.world.at(first + nodes[k]);
                // Near the origin numbers are finest.
                stencil.at[i][k] = at - *origin.get_or_insert(at);
            }
        }
        Some(stencil)
    }

    fn evaluate(&self, contact: &Contact, stencil: &Stencil) -> Option<Evaluated<Dual>> {
        let [a, b] = &contact.sides;
        let geometry = |side: &Side| &self.bodies[side.body as usize].geometry;
        match (geometry(a), geometry(b)) {
            (Geometry::Mesh(_), Geometry::Mesh(_)) => self.between_meshes(contact, stencil),
            (Geometry::Mesh(_), Geometry::Plane(plane)) => {
                self.on_plane(contact, stencil, [plane.point, plane.normal], 0)
            }
            (Geometry::Plane(plane), Geometry::Mesh(_)) => {
                let found = self.on_plane(contact, stencil, [plane.point, plane.normal], 1)?;
                Some(found.swapped())
            }
            _ => None,
        }
    }

    fn between_meshes(&self, contact: &Contact, stencil: &Stencil) -> Option<Evaluated<Dual>> {
        let corners = [0, 1].map(|side| stencil.variables(side));
        let limits = self.limits(contact);
        if contact.kind == Kind::Area {
            let [a, b] = [0, 1].map(|i| Facet::new(corners[i], self.turn(&contact.sides[i])));
            return area::on_facet([&a, &b], &limits, contact.point as usize);
        }
        let [one, two] = [0, 1].map(|side| &corners[side][..stencil.counts[side]]);
        feature::between([one, two], &contact.normal, [contact.area, limits.thickness])
    }

    /// The contact of a mesh, which is this side, with a half-space; the mesh comes first.
    fn on_plane(
        &self,
        contact: &Contact,
        stencil: &Stencil,
        [point, normal]: [Vec3; 2],
        side: usize,
    ) -> Option<Evaluated<Dual>> {
        let corners = stencil.variables(side);
        let limits = self.limits(contact);
        let own = &contact.sides[side];
        let first = self.world.spans[own.body as usize].nodes.start as u32;
        // As the corners, which are relative to the first.
        let plane = [point - self.world.at(first + stencil.nodes[side][0]), normal];
        if contact.kind == Kind::Area {
            let facet = Facet::new(corners, self.turn(own));
            return area::on_plane(&facet, plane, &limits, contact.point as usize);
        }
        (stencil.counts[side] == 1)
            .then(|| feature::on_plane(&corners[0], plane, [contact.area, limits.thickness]))
    }

    /// 1 if the nodes of the facet of a side are counterclockwise in ascending order, else -1.
    fn turn(&self, side: &Side) -> f64 {
        let first = self.world.spans[side.body as usize].facets.start;
        let Part::Facet(facet) = side.part else { return 1.0 };
        self.world.facet_sides[first + facet as usize].turn()
    }

    /// How far apart and how deep the sides of a contact are seen.
    fn limits(&self, contact: &Contact) -> Limits {
        let size = size::upper_bound(&self.world, &self.bodies);
        let margin = self.rules.margins.within(contact.bodies(), size);
        let thickness: f64 = contact
            .sides
            .iter()
            .map(|side| {
                self.bodies[side.body as usize].options.thickness - self.world.thinner(side)
            })
            .sum();
        let facet = |side: &Side| match side.part {
            Part::Facet(facet) => {
                Some(self.world.spans[side.body as usize].facets.start as u32 + facet)
            }
            _ => None,
        };
        let deep = match contact.sides.each_ref().map(facet) {
            [Some(one), Some(two)] => self.world.pair_deep([one, two]),
            [Some(one), None] | [None, Some(one)] => self.world.facet_deep[one as usize],
            [None, None] => f64::INFINITY,
        };
        let max_distance = margin + thickness;
        let steps = (!self.step_displacements.is_empty())
            .then(|| contact.sides.each_ref().map(|side| self.corner_steps(side)));
        let (oblique_deep, points) = (deep.min(max_distance + margin), self.config.points);
        Limits { max_distance, deep, oblique_deep, steps, thickness, points }
    }

    /// The displacements of the corners of a facet in the time step ahead; 0 for what is not one.
    fn corner_steps(&self, side: &Side) -> [Vec3; 3] {
        let Part::Facet(facet) = side.part else { return [Vec3::zeros(); 3] };
        let first = self.world.spans[side.body as usize].facets.start as u32;
        let step = |node: u32| Vec3::from(self.step_displacements[node as usize]);
        self.world.sorted_nodes(first + facet).map(step)
    }
}

/// The nodes that a contact depends on.
struct Stencil {
    counts: [usize; 2],
    /// As their bodies number them.
    nodes: [[u32; 3]; 2],
    /// Where they are, from the first of them.
    at: [[Vec3; 3]; 2],
}

impl Stencil {
    /// The nodes of a side as variables.
    fn variables(&self, side: usize) -> [Vector<Dual>; 3] {
        let mut column = 9 * side;
        self.at[side].map(|at| {
            Vector([at.x, at.y, at.z].map(|value| {
                column += 1;
                Dual::variable(value, column - 1)
            }))
        })
    }
}
