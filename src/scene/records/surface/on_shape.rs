//! Facets and sharp nodes on rigid convex shapes.
//!
//! A facet is cut in four until its parts are small against the circle in which it can touch the
//! shape, and each part has three points. They stay on the material and the cuts do not depend on
//! where the shape is, so that the work of their forces over a closed path is zero, whatever their
//! number; areas that are clipped to a moving circle have no such energy.

use super::common_area::facing;
use super::{Record, SurfaceRule};
use crate::Vec3;
use crate::penetration::{self, SignedGap};
use crate::scene::body::{Geometry, ShapeBody};
use crate::scene::contact::{Contact, Kind};
use crate::shape::{PointSet, SupportMap};

/// How often a facet is cut in four, at most: 4^14 parts of three points can still be numbered.
const MAX_CUTS: u32 = 14;

/// The size of a part, relative to the radius of the circle in which a sphere touches a facet.
const RELATIVE_PART: f64 = 0.5;

/// The reach that the cuts are made for is at least this part of the size of the shape: what
/// overlaps would have too many points otherwise.
const MIN_RELATIVE_REACH: f64 = 0.01;

/// A facet that has shrunk by more than this is cut as if it had by this: the parts of one that was a
/// thousand times as large would all be in contact, a million of them.
const MAX_SHRINKING: f64 = 4.0;

/// Points of equal weight that integrate quadratic functions over a triangle.
const POINTS: [[f64; 3]; 3] = [
    [2.0 / 3.0, 1.0 / 6.0, 1.0 / 6.0],
    [1.0 / 6.0, 2.0 / 3.0, 1.0 / 6.0],
    [1.0 / 6.0, 1.0 / 6.0, 2.0 / 3.0],
];

/// A shape that facets are in contact with.
#[derive(Clone, Copy)]
pub(in crate::scene) struct ShapeTarget<'a> {
    pub(in crate::scene) body: u32,
    pub(in crate::scene) shape: &'a ShapeBody,
    pub(in crate::scene) query: &'a penetration::Query,
}

impl ShapeTarget<'_> {
    /// The signed gap of a point.
    fn gap(&self, point: Vec3) -> SignedGap {
        let shape: &dyn SupportMap = &self.shape.posed;
        self.query.signed_gap(&PointSet::checked(&[point.into()]), &shape)
    }
}

/// A facet that is in contact with a shape.
struct CutFacet {
    corners: [Vec3; 3],
    /// The unit normal.
    normal: Vec3,
    /// The area of each point.
    area: f64,
    max_distance: f64,
    cuts: u32,
}

impl CutFacet {
    fn at(&self, weights: &[f64; 3]) -> Vec3 {
        let [a, b, c] = self.corners;
        a * weights[0] + b * weights[1] + c * weights[2]
    }
}

/// A part of a facet: its corners by their barycentric weights, and its number among those that
/// were cut as often.
struct FacetPart {
    corners: [[f64; 3]; 3],
    number: u32,
}

impl FacetPart {
    const WHOLE: Self =
        Self { corners: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], number: 0 };

    /// The four parts between its corners and the middles of its edges. The weights are exact.
    fn cut(&self) -> [Self; 4] {
        let [a, b, c] = self.corners;
        let middle = |p: [f64; 3], q: [f64; 3]| [0, 1, 2].map(|k| 0.5 * (p[k] + q[k]));
        let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
        let part = |corners: [[f64; 3]; 3], k: u32| Self { corners, number: 4 * self.number + k };
        [part([a, ab, ca], 0), part([ab, b, bc], 1), part([ca, bc, c], 2), part([bc, ca, ab], 3)]
    }

    /// Its points, by their weights in the facet.
    fn points(&self) -> [[f64; 3]; 3] {
        let mixed =
            |w: [f64; 3]| [0, 1, 2].map(|i| (0..3).map(|k| w[k] * self.corners[k][i]).sum());
        POINTS.map(mixed)
    }
}

fn longest_edge([a, b, c]: &[Vec3; 3]) -> f64 {
    (b - a).norm().max((c - b).norm()).max((a - c).norm())
}

impl SurfaceRule<'_> {
    /// The contacts of a facet with a shape.
    pub(in crate::scene) fn facet_on_shape(
        &self,
        facet: u32,
        target: &ShapeTarget,
        contacts: &mut Vec<Contact>,
    ) {
        let nodes = self.world.sorted_nodes(facet);
        let normal = self.world.area_normal(facet);
        let body = self.world.facet_body(facet);
        let step = nodes.map(|node| self.step(node).norm()).into_iter().fold(0.0, f64::max);
        let bodies = [body, target.body];
        let thickness = self.facet_thickness(facet) + self.thickness(target.body);
        let max_distance = self.margin(bodies) + thickness;
        let corners = nodes.map(|node| self.world.at(node));
        let size = longest_edge(&corners);
        let cuts = self.cuts(facet, size, max_distance, target.shape.bounding_radius);
        let cut = CutFacet {
            corners,
            normal: normal.normalize(),
            area: 0.5 * normal.norm() / (3.0 * f64::from(1 << cuts).powi(2)),
            max_distance: max_distance + step,
            cuts,
        };
        self.part_on_shape(facet, &cut, &FacetPart::WHOLE, (0, target), contacts);
    }

    /// How often a facet of this size is cut in four: by its size when the body was made.
    fn cuts(&self, facet: u32, size: f64, max_distance: f64, radius: f64) -> u32 {
        let body = self.world.facet_body(facet);
        let Geometry::Mesh(mesh) = &self.bodies[body as usize].geometry else { return 0 };
        let start = self.world.spans[body as usize].nodes.start as u32;
        let nodes = self.world.facets[facet as usize];
        let at_rest = nodes.map(|node| Vec3::from(mesh.rest[(node - start) as usize]));
        let longest = longest_edge(&at_rest).min(MAX_SHRINKING * size);
        let reach = max_distance.max(MIN_RELATIVE_REACH * radius);
        let circle = (reach * (2.0 * radius + reach)).sqrt();
        let needed = (longest / (RELATIVE_PART * circle)).log2().ceil();
        // A shape without size needs infinitely many.
        needed.clamp(0.0, f64::from(MAX_CUTS)) as u32
    }

    /// The contacts of a part of a facet that has been cut so often, or of its own parts.
    fn part_on_shape(
        &self,
        facet: u32,
        cut: &CutFacet,
        part: &FacetPart,
        (level, target): (u32, &ShapeTarget),
        contacts: &mut Vec<Contact>,
    ) {
        // Most parts of a large facet are beyond the sphere around the shape.
        let corners = part.corners.each_ref().map(|weights| cut.at(weights));
        let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
        let size = corners.iter().map(|x| (x - middle).norm()).fold(0.0, f64::max);
        let away = (middle - target.shape.posed.center()).norm();
        if away
            > (target.shape.bounding_radius + cut.max_distance + size) * (1.0 + f64::EPSILON * 16.0)
        {
            return;
        }
        if level < cut.cuts {
            for part in part.cut() {
                self.part_on_shape(facet, cut, &part, (level + 1, target), contacts);
            }
            return;
        }
        for (weights, k) in part.points().iter().zip(0..) {
            contacts.extend(self.point_on_shape(facet, cut, weights, target).map(|mut contact| {
                contact.point = 3 * part.number + k;
                contact.id = self.world.contact_id(&contact);
                contact
            }));
        }
    }

    /// The contact of a point of a facet with a shape.
    fn point_on_shape(
        &self,
        facet: u32,
        cut: &CutFacet,
        weights: &[f64; 3],
        target: &ShapeTarget,
    ) -> Option<Contact> {
        let at = cut.at(weights);
        let gap = target.gap(at);
        let weight = facing(cut.normal.dot(&gap.normal));
        let deep = self.world.facet_deep[facet as usize];
        if weight == 0.0 || gap.gap > cut.max_distance || gap.gap < -deep {
            return None;
        }
        self.contact(Record {
            sides: [self.area_side(facet, *weights), Self::whole(target.body)],
            at,
            normal: gap.normal,
            distance: gap.gap,
            area: weight * cut.area,
            kind: Kind::Area,
            point: 0,
        })
    }

    /// The contact of a sharp node with a shape.
    pub(in crate::scene) fn node_on_shape(
        &self,
        node: u32,
        target: &ShapeTarget,
    ) -> Option<Contact> {
        let x = self.world.at(node);
        let gap = target.gap(x);
        let body = self.world.node_body[node as usize];
        let step = self.step(node).dot(&gap.normal).max(0.0);
        let bodies = [body, target.body];
        let thickness = self.node_thickness(node) + self.thickness(target.body);
        let max_distance = self.margin(bodies) + thickness + step;
        if gap.gap > max_distance {
            return None;
        }
        let own = self.normals_around(node);
        let area = self.corner_area(node, &-gap.normal, &own, &[])?;
        self.contact(Record {
            sides: [self.node_side(node), Self::whole(target.body)],
            at: x,
            normal: gap.normal,
            distance: gap.gap,
            area,
            kind: Kind::Corner,
            point: 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All parts after so many cuts.
    fn parts(cuts: u32) -> Vec<FacetPart> {
        let mut list = vec![FacetPart::WHOLE];
        for _ in 0..cuts {
            list = list.iter().flat_map(FacetPart::cut).collect();
        }
        list
    }

    #[test]
    fn parts_cover_the_facet_once() {
        for cuts in 0..5 {
            let list = parts(cuts);
            assert!(list.iter().zip(0..).all(|(part, number)| part.number == number));
            let points = list.iter().flat_map(FacetPart::points);
            // The mean of a quadratic function of the weights over a triangle.
            let mean = points.clone().map(|w| w[0] * w[1]).sum::<f64>() / (3 * list.len()) as f64;
            assert!((mean - 1.0 / 12.0).abs() < 1e-15, "{cuts}: {mean}");
            assert!(points.clone().all(|w| w.iter().all(|x| *x > 0.0)));
            assert!(points.clone().all(|w| (w.iter().sum::<f64>() - 1.0).abs() < 1e-15));
        }
    }
}
