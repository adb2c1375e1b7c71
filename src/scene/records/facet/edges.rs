//! The distance of two edges, and whether they make a contact.

use super::Crossing;
use super::node_facet::away;
use crate::Vec3;
use crate::scene::tolerances::{FLAT_EDGE, NORMAL_CONE, ON_FEATURE, PARALLEL_EDGES};
use crate::scene::world::World;

/// The distance of two edges. Records them if they make a contact within the search radius.
pub(in crate::scene) fn measure(
    world: &World,
    edges: [u32; 2],
    search_radius: f64,
    crossings: &mut Vec<Crossing>,
) -> f64 {
    let line = Lines::new(world, edges);
    if let Some(normal) = line.crossing() {
        let distance = line.between.dot(&normal).abs();
        if distance <= search_radius
            && let Some(normal) = outward(world, edges, normal)
        {
            crossings.push(Crossing { edges, gap: line.between.dot(&normal) });
        }
        return distance;
    }
    line.segments()
}

/// Two edges as lines.
pub(in crate::scene) struct Lines {
    one: Vec3,
    two: Vec3,
    /// From the first node of the first to the first node of the second.
    between: Vec3,
}

impl Lines {
    pub(in crate::scene) fn new(world: &World, edges: [u32; 2]) -> Self {
        let [[a, b], [c, d]] =
            edges.map(|edge| world.edges[edge as usize].nodes.map(|node| world.at(node)));
        Self { one: b - a, two: d - c, between: c - a }
    }

    /// The parameters along both edges at which the lines are nearest to each other; `None` if they
    /// are parallel.
    pub(in crate::scene) fn nearest(&self) -> Option<[f64; 2]> {
        let cross = self.one.cross(&self.two);
        let cc = cross.norm_squared();
        let product = self.one.norm_squared() * self.two.norm_squared();
        // Written so that an edge without length is parallel to all.
        if cc > PARALLEL_EDGES * PARALLEL_EDGES * product {
            let place = |along: &Vec3| self.between.cross(along).dot(&cross) / cc;
            Some([place(&self.two), place(&self.one)])
        } else {
            None
        }
    }

    /// A unit vector along the common perpendicular, if the lines are nearest inside both edges.
    fn crossing(&self) -> Option<Vec3> {
        let inside = |t: &f64| *t > ON_FEATURE && *t < 1.0 - ON_FEATURE;
        let places = self.nearest()?;
        places.iter().all(inside).then(|| self.one.cross(&self.two).normalize())
    }

    /// The distance of the edges, at an end of one of them.
    fn segments(&self) -> f64 {
        let Self { one, two, between } = *self;
        let from = |point: Vec3, along: Vec3| {
            let t = (point.dot(&along) / along.norm_squared()).clamp(0.0, 1.0);
            (point - along * t).norm_squared()
        };
        let squares = [
            from(between, one),
            from(between + two, one),
            from(-between, two),
            from(one - between, two),
        ];
        squares.iter().fold(f64::INFINITY, |min, s| min.min(*s)).sqrt()
    }
}

/// Which of the two directions points from the first body to the second: the one in both normal
/// cones.
pub(in crate::scene) fn outward(world: &World, edges: [u32; 2], normal: Vec3) -> Option<Vec3> {
    let [one, two] = edges.map(|edge| Wedge::new(world, edge));
    if !one.is_convex() || !two.is_convex() {
        return None;
    }
    [normal, -normal].into_iter().find(|n| one.has_normal(n) && two.has_normal(&-n))
}

/// Whether an edge can be convex: `false` where the surface is surely flat or concave there, as a
/// filter that needs no lengths.
pub(in crate::scene) fn may_be_convex(world: &World, edge: u32) -> bool {
    let edge = &world.edges[edge as usize];
    let [x, y] = edge.nodes.map(|node| world.at(node));
    let [one, two] = edge.facets.map(|facet| world.area_normal(facet));
    // The height of the second facet over the plane of the first, at its far node, is this over the
    // length of a normal; its width is the length of the other normal over that of the edge.
    let height = (world.at(edge.far[1]) - x).dot(&one);
    let limit = 0.5 * FLAT_EDGE;
    let squares = one.norm_squared() * two.norm_squared() * (limit * limit);
    // Written so that what is not a number can be convex.
    !(height >= 0.0 || height * height * (y - x).norm_squared() < squares)
}

/// The directions in the two facets of an edge, away from it.
struct Wedge {
    sides: [Vec3; 2],
    /// The normal of the first facet.
    normal: Vec3,
}

impl Wedge {
    fn new(world: &World, edge: u32) -> Self {
        let edge = &world.edges[edge as usize];
        let [x, y] = edge.nodes.map(|node| world.at(node));
        let sides = edge.far.map(|far| away(x, y, world.at(far)).normalize());
        Self { sides, normal: world.area_normal(edge.facets[0]).normalize() }
    }

    fn is_convex(&self) -> bool {
        self.normal.dot(&self.sides[1]) < -FLAT_EDGE
    }

    /// Whether the surface falls away from the edge on both sides, as seen along this direction.
    fn has_normal(&self, direction: &Vec3) -> bool {
        self.sides.iter().all(|side| direction.dot(side) <= NORMAL_CONE)
    }
}
