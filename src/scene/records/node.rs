//! The signed gap of a node from the surface of another body, for hosts that think in slave nodes
//! and master facets.
//!
//! For a mesh it is the distance of the nearest point of its facets, negative if the node is in one
//! of its closed tetrahedra, by exact signs: a node is inside however deep it is. Inside, only facets
//! that the node faces count, if there are any: the nearest one may be a side wall, which the rim of
//! a flush block does not face, or the far side of a plate. For a rigid shape or a half-space it is
//! the signed gap of the point.

use smallvec::SmallVec;

use crate::Vec3;
use crate::broad::Bounds;
use crate::penetration;
use crate::scene::body::{Body, Geometry, ShapeBody};
use crate::scene::records::facet::locate::{TetIndex, is_in_tet};
use crate::scene::records::facet::skin::is_in_skin;
use crate::scene::records::surface::corner::nearest_on_facet;
use crate::scene::tolerances::{NO_DIRECTION, SAME_DISTANCE};
use crate::scene::world::World;
use crate::shape::{PointSet, SupportMap};

/// A node faces a facet if the cosine of its normal with that of a facet around the node, or with
/// their mean, is less than this: clearly more than a right angle, which the walls of blocks make.
const FACED: f64 = -0.3;

/// The unit normals of the facets around a node, and their mean.
type Normals = SmallVec<[Vec3; 12]>;

/// The point of a surface that is nearest to a node.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene) struct NodeGap {
    /// Negative if the node is inside.
    pub(in crate::scene) distance: f64,
    /// The unit vector from the node to the body; the other way round if the node is inside.
    pub(in crate::scene) normal: Vec3,
    /// The facet, if the body is a mesh, and the weights of its nodes in ascending order.
    pub(in crate::scene) on: Option<(u32, [f64; 3])>,
}

impl NodeGap {
    fn new(nearest: &NearFacet, distance: f64, outward: Vec3) -> Self {
        Self { distance, normal: -outward, on: Some((nearest.facet, nearest.weights)) }
    }
}

/// A facet, the weights of its point that is nearest to a node, and how far that is.
#[derive(Debug, Clone, Copy)]
struct NearFacet {
    facet: u32,
    weights: [f64; 3],
    distance: f64,
}

/// What nodes are measured against.
#[derive(Clone, Copy)]
pub(in crate::scene) struct NodeSearch<'a> {
    pub(in crate::scene) world: &'a World,
    pub(in crate::scene) bodies: &'a [Body],
    /// The tetrahedra and facets of the meshes, by pieces.
    pub(in crate::scene) index: &'a TetIndex,
    /// Upper bound on the rounding error of every distance in the scene. Nothing that is found
    /// depends on it.
    pub(in crate::scene) guard: f64,
    /// Whether all facets and tetrahedra are examined, without the index.
    pub(in crate::scene) exhaustive: bool,
    pub(in crate::scene) query: penetration::Query,
}

impl NodeSearch<'_> {
    /// The signed gap of a node from another body, without layers, if it is at most `max_distance`.
    pub(in crate::scene) fn measure(
        &self,
        node: u32,
        body: u32,
        max_distance: f64,
    ) -> Option<NodeGap> {
        let found = match &self.bodies[body as usize].geometry {
            Geometry::Mesh(_) => self.gap_of_mesh(node, body, max_distance)?,
            Geometry::Shape(shape) => self.gap_of_shape(node, shape, max_distance)?,
            Geometry::Plane(plane) => {
                let distance = plane.height(self.world.at(node));
                NodeGap { distance, normal: -plane.normal, on: None }
            }
        };
        (found.distance <= max_distance).then_some(found)
    }

    fn gap_of_shape(&self, node: u32, shape: &ShapeBody, max_distance: f64) -> Option<NodeGap> {
        let at = self.world.at(node);
        // Functions of the host are called for nodes that may be near.
        let away = (at - shape.posed.center()).norm();
        if away > shape.bounding_radius + max_distance + self.guard + away * 16.0 * f64::EPSILON {
            return None;
        }
        let posed: &dyn SupportMap = &shape.posed;
        let gap = self.query.signed_gap(&PointSet::checked(&[at.into()]), &posed);
        Some(NodeGap { distance: gap.gap, normal: gap.normal, on: None })
    }

    fn gap_of_mesh(&self, node: u32, body: u32, max_distance: f64) -> Option<NodeGap> {
        let any = |_: u32| true;
        if !self.is_inside(node, body) {
            let nearest = self.nearest([node, body], max_distance, any)?;
            let outward = self.outward([node, body], &nearest, 1.0, any);
            return Some(NodeGap::new(&nearest, nearest.distance, outward));
        }
        let own = self.normals_around(node);
        let faced = |facet: u32| {
            let normal = self.world.area_normal(facet).normalize();
            own.iter().any(|n| n.dot(&normal) < FACED)
        };
        let inside = |nearest: NearFacet, outward: Vec3| {
            // Not -0 where the node is on the surface.
            NodeGap::new(&nearest, 0.0 - nearest.distance, outward)
        };
        if let Some(nearest) = self.nearest([node, body], f64::INFINITY, faced) {
            let outward = self.outward([node, body], &nearest, -1.0, faced);
            return Some(inside(nearest, outward));
        }
        let nearest = self.nearest([node, body], f64::INFINITY, any)?;
        let outward = self.outward([node, body], &nearest, -1.0, any);
        Some(inside(nearest, outward))
    }

    fn normals_around(&self, node: u32) -> Normals {
        let facets = self.world.node_facets.of(node).iter();
        let mut normals: Normals =
            facets.map(|&facet| self.world.area_normal(facet).normalize()).collect();
        let sum: Vec3 = normals.iter().sum();
        normals.extend(sum.try_normalize(NO_DIRECTION));
        normals
    }

    /// Whether a node is in a tetrahedron of another body.
    fn is_inside(&self, node: u32, body: u32) -> bool {
        let (world, point) = (self.world, self.world.nodes[node as usize]);
        if world.spans[body as usize].is_hollow() {
            return is_in_skin(world, body, point);
        }
        let has = |tet: u32| is_in_tet(world, tet, point, 0.0);
        match self.index.of(body) {
            Some(pieces) if !self.exhaustive => pieces.any(world, point, 0.0, has),
            _ => world.spans[body as usize].tets.clone().any(|tet| has(tet as u32)),
        }
    }

    /// The nearest facet that counts within a distance of a node; of equally near ones the first.
    fn nearest(
        &self,
        [node, body]: [u32; 2],
        max_distance: f64,
        counts: impl Fn(u32) -> bool,
    ) -> Option<NearFacet> {
        let mut best: Option<NearFacet> = None;
        self.each_near([node, body], max_distance, |found| {
            let is_better = best.is_none_or(|best| {
                let order = found.distance.total_cmp(&best.distance);
                order.then(found.facet.cmp(&best.facet)).is_lt()
            });
            if is_better && counts(found.facet) {
                best = Some(found);
            }
            best.map_or(max_distance, |best| best.distance)
        });
        best
    }

    /// Calls a function with each facet whose box is within a distance of a node. It returns how
    /// near others must be to be of interest, which is no more.
    fn each_near(
        &self,
        [node, body]: [u32; 2],
        max_distance: f64,
        mut examine: impl FnMut(NearFacet) -> f64,
    ) {
        let world = self.world;
        let point = world.nodes[node as usize];
        let around = Bounds { min: point, max: point };
        let mut of_facet = |facet: u32, max: f64| {
            if world.boxes[facet as usize].distance_squared(&around) > max * max {
                return max;
            }
            let (weights, distance) = nearest_on_facet(world, node, world.sorted_nodes(facet));
            max.min(examine(NearFacet { facet, weights, distance }) + self.guard)
        };
        let max = max_distance + self.guard;
        match self.index.of(body) {
            Some(pieces) if !self.exhaustive => pieces.each_near(point, max, &mut |piece, max| {
                world.piece_facets.of(piece).iter().fold(max, |max, &facet| of_facet(facet, max))
            }),
            _ => {
                let facets = world.spans[body as usize].facets.clone();
                facets.fold(max, |max, facet| of_facet(facet as u32, max));
            }
        }
    }

    /// The unit vector out of a body at the point of its surface that is nearest to a node, of the
    /// facets that count; `sign` is -1 if the node is inside.
    fn outward(
        &self,
        [node, body]: [u32; 2],
        nearest: &NearFacet,
        sign: f64,
        counts: impl Fn(u32) -> bool,
    ) -> Vec3 {
        let world = self.world;
        let x = world.at(node);
        let nodes = world.sorted_nodes(nearest.facet);
        let towards: Vec3 = (0..3).map(|k| (world.at(nodes[k]) - x) * nearest.weights[k]).sum();
        let offset = -towards * sign;
        let normal = world.area_normal(nearest.facet).normalize();
        let [a, b, c] = nodes.map(|node| world.at(node));
        let size = (b - a).amax().max((c - b).amax()).max((a - c).amax());
        let has_direction = nearest.distance > NO_DIRECTION * size;
        // Over the inside of a facet its normal is the direction, and has no error of the offset.
        if nearest.weights.iter().all(|weight| *weight > 0.0)
            && (!has_direction || offset.dot(&normal) > 0.0)
        {
            return normal;
        }
        if has_direction {
            return offset / offset.norm();
        }
        // On the surface: the mean of the facets that meet there.
        let limit = nearest.distance + SAME_DISTANCE * size;
        let mut met: SmallVec<[u32; 16]> = SmallVec::new();
        self.each_near([node, body], limit, |found| {
            if found.distance <= limit && counts(found.facet) {
                met.push(found.facet);
            }
            limit
        });
        met.sort_unstable();
        let sum: Vec3 = met.iter().map(|&facet| world.area_normal(facet).normalize()).sum();
        let length = sum.norm();
        if length > NO_DIRECTION { sum / length } else { normal }
    }
}
