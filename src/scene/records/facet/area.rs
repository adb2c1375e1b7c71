//! Tributary areas: how the area in common of facing facets is shared among the contacts.
//!
//! Two facets that face each other have an area in common, as seen along the mean of their normals.
//! It is shared among the contacts of their nodes with the other body, by the weights that these
//! have at its centre, and the crossings of their edges. So over flat faces the shares of all
//! contacts add up to the area of contact, whatever the meshes; and a force per area, times the
//! share, does not depend on the mesh.

use rayon::prelude::*;
use smallvec::SmallVec;

use crate::Vec3;
use crate::scene::contact::Contact;
use crate::scene::world::World;

/// The weight of a crossing, relative to 1 for all nodes of a facet together.
const CROSSING_WEIGHT: f64 = 1.0;

/// The size of jobs for threads.
const PAIRS_PER_JOB: usize = 1024;

/// Polygons in the plane: at most a triangle clipped by three lines.
type Polygon = SmallVec<[[f64; 2]; 8]>;

/// Contacts with their weights in an area.
type ContactWeights = SmallVec<[(u32, f64); 8]>;

/// The body that a facet or piece is in contact with: none, one or several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TouchedBody(u32);

impl TouchedBody {
    const NONE: Self = Self(u32::MAX);
    const SEVERAL: Self = Self(u32::MAX - 1);

    fn add(&mut self, body: u32) {
        let is_new = *self == Self::NONE || self.0 == body;
        *self = if is_new { Self(body) } else { Self::SEVERAL };
    }

    fn is_with(self, body: u32) -> bool {
        self == Self::SEVERAL || self.0 == body
    }
}

/// The bodies that each facet and each piece are in contact with.
#[derive(Debug, Default)]
pub(in crate::scene) struct TouchedBodies {
    facets: Vec<TouchedBody>,
    pieces: Vec<TouchedBody>,
}

impl TouchedBodies {
    /// Whether one of two facets is in contact with the body of the other.
    fn is_touching(&self, world: &World, facets: [u32; 2]) -> bool {
        let touched = facets.map(|facet| self.facets[facet as usize]);
        touched[0].is_with(world.facet_body(facets[1]))
            || touched[1].is_with(world.facet_body(facets[0]))
    }
}

/// The contacts of nodes and edges.
pub(in crate::scene) struct FeatureContacts {
    /// Node, other body, contact.
    nodes: Vec<(u32, u32, u32)>,
    /// Two edges by their nodes, each of them first once, contact.
    crossings: Vec<([u32; 4], u32)>,
}

impl FeatureContacts {
    pub(in crate::scene) fn new(world: &World, contacts: &[Contact]) -> Self {
        let (mut nodes, mut crossings) = (Vec::new(), Vec::new());
        for (contact, number) in contacts.iter().zip(0..) {
            let global = contact.sides.each_ref().map(|side| {
                let start = world.spans[side.body as usize].nodes.start as u32;
                side.nodes().iter().map(|node| node + start).collect::<SmallVec<[u32; 3]>>()
            });
            for i in 0..2 {
                if let [node] = global[i][..] {
                    nodes.push((node, contact.sides[1 - i].body, number));
                }
            }
            if let ([a, b], [c, d]) = (&global[0][..], &global[1][..]) {
                crossings.push(([*a, *b, *c, *d], number));
                crossings.push(([*c, *d, *a, *b], number));
            }
        }
        nodes.sort_unstable();
        crossings.sort_unstable();
        Self { nodes, crossings }
    }

    fn of_node(&self, node: u32, body: u32) -> &[(u32, u32, u32)] {
        let from = self.nodes.partition_point(|c| (c.0, c.1) < (node, body));
        let count = self.nodes[from..].partition_point(|c| (c.0, c.1) == (node, body));
        &self.nodes[from..from + count]
    }

    /// The contacts of the nodes and edges of two facets, with the weight of each.
    fn of_facets(&self, world: &World, facets: [u32; 2], shares: [[f64; 3]; 2]) -> ContactWeights {
        let mut weights = SmallVec::new();
        let nodes = facets.map(|facet| world.facets[facet as usize]);
        let bodies = nodes.map(|nodes| world.node_body[nodes[0] as usize]);
        for i in 0..2 {
            for (node, share) in nodes[i].into_iter().zip(shares[i]) {
                let contacts = self.of_node(node, bodies[1 - i]);
                let each = share.max(0.0) / contacts.len().max(1) as f64;
                weights.extend(contacts.iter().map(|(_, _, contact)| (*contact, each)));
            }
        }
        weights.extend(self.crossings_of(nodes).map(|contact| (contact, CROSSING_WEIGHT)));
        weights
    }

    /// The contacts of edges of one facet with edges of another.
    fn crossings_of(&self, [ones, twos]: [[u32; 3]; 2]) -> impl Iterator<Item = u32> {
        let from = move |node: u32| {
            let start = self.crossings.partition_point(|(nodes, _)| nodes[0] < node);
            self.crossings[start..].iter().take_while(move |(nodes, _)| nodes[0] == node)
        };
        let is_between = move |nodes: &[u32; 4]| {
            ones.contains(&nodes[1]) && twos.contains(&nodes[2]) && twos.contains(&nodes[3])
        };
        let found = ones.into_iter().flat_map(from).filter(move |(nodes, _)| is_between(nodes));
        found.map(|(_, contact)| *contact)
    }

    /// Finds the bodies that each facet and each piece are in contact with, by a node or an edge.
    fn mark_touched(&self, world: &World, touched: &mut TouchedBodies) {
        touched.facets.clear();
        touched.facets.resize(world.facets.len(), TouchedBody::NONE);
        touched.pieces.clear();
        touched.pieces.resize(world.piece_body.len(), TouchedBody::NONE);
        let mut mark = |node: u32, body: u32| {
            for &facet in world.node_facets.of(node) {
                touched.facets[facet as usize].add(body);
                touched.pieces[world.facet_piece[facet as usize] as usize].add(body);
            }
        };
        self.nodes.iter().for_each(|&(node, body, _)| mark(node, body));
        for &([a, b, c, _], _) in &self.crossings {
            let other = world.node_body[c as usize];
            mark(a, other);
            mark(b, other);
        }
    }

    /// Distributes the common areas of facets of which one is in contact with the body of the
    /// other, among pairs that are near.
    pub(in crate::scene) fn distribute(
        &self,
        search: &AreaSearch<impl Fn([u32; 2]) -> f64 + Sync>,
        pairs: &[[u32; 2]],
        touched: &mut TouchedBodies,
        contacts: &mut [Contact],
    ) {
        self.mark_touched(search.world, touched);
        let of_job = |pairs: &[[u32; 2]]| {
            let mut shares = Vec::new();
            let touching = pairs.iter().filter(|pair| touched.is_touching(search.world, **pair));
            touching.for_each(|&facets| self.add_shares(search, facets, &mut shares));
            shares
        };
        let shares = pairs.par_chunks(PAIRS_PER_JOB).flat_map_iter(of_job).collect();
        add_up(search.world, shares, contacts);
    }

    /// Adds the shares of the contacts in the common area of two facets.
    fn add_shares(
        &self,
        search: &AreaSearch<impl Fn([u32; 2]) -> f64>,
        facets: [u32; 2],
        shares: &mut Vec<Share>,
    ) {
        let (world, search_radius) = (search.world, (search.search_radius)(facets));
        let [one, two] = facets.map(|facet| &world.boxes[facet as usize]);
        // The cheapest test first: most pairs fail it.
        if one.distance_squared(two) > search_radius * search_radius || !are_facing(world, facets) {
            return;
        }
        let Some(common) = CommonArea::new(world, facets, search_radius) else { return };
        let weights = self.of_facets(world, facets, common.weights);
        let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
        let share =
            |&(contact, weight): &(u32, f64)| Share { contact, area: weight * (common.area / sum) };
        shares.extend(weights.iter().map(share).filter(|share| share.area.is_finite()));
    }
}

/// The facets, and the search radius of two of them.
pub(in crate::scene) struct AreaSearch<'a, R> {
    pub(in crate::scene) world: &'a World,
    pub(in crate::scene) search_radius: R,
}

/// The share of a contact in the common area of two facets.
struct Share {
    contact: u32,
    area: f64,
}

/// Adds up the shares in the order of facets, in which they are given; it does not depend on threads
/// or pieces.
fn add_up(world: &World, shares: Vec<Share>, contacts: &mut [Contact]) {
    for share in shares {
        contacts[share.contact as usize].area += share.area;
    }
    for contact in contacts.iter_mut().filter(|contact| contact.area == 0.0) {
        contact.area = isolated_area(world, contact);
    }
}

/// Whether the normals of two facets are opposed and they share no node.
fn are_facing(world: &World, facets: [u32; 2]) -> bool {
    let [n, m] = facets.map(|facet| world.area_normal(facet));
    let [nodes, others] = facets.map(|facet| world.facets[facet as usize]);
    n.dot(&m) < 0.0 && !nodes.iter().any(|node| others.contains(node))
}

/// The area of a contact without facing facets: the share of the node or edge in the facets around
/// it, projected along the normal; half of it if the other side has nodes too, whose contacts have
/// the other half.
fn isolated_area(world: &World, contact: &Contact) -> f64 {
    let mut min = f64::INFINITY;
    for (i, side) in contact.sides.iter().enumerate() {
        let towards = if i == 0 { contact.normal } else { -contact.normal };
        let start = world.spans[side.body as usize].nodes.start as u32;
        let [first, others @ ..] = side.nodes() else { continue };
        let holds = |facet: &&u32| {
            others.iter().all(|node| world.facets[**facet as usize].contains(&(node + start)))
        };
        let facets = world.node_facets.of(first + start).iter().filter(holds);
        let seen = facets.map(|&f| 0.5 * world.area_normal(f).dot(&towards).max(0.0)).sum::<f64>();
        min = min.min(seen * side.nodes().len() as f64 / 3.0);
    }
    let with_shape = contact.sides.iter().any(|side| side.nodes().is_empty());
    let share = if with_shape { 1.0 } else { 0.5 };
    if min.is_finite() { share * min } else { 0.0 }
}

/// The common area of two facing facets, projected along the mean of their normals.
struct CommonArea {
    area: f64,
    /// The barycentric weights of its centre in both facets.
    weights: [[f64; 3]; 2],
}

impl CommonArea {
    /// `None` if there is none within the search radius.
    fn new(world: &World, facets: [u32; 2], search_radius: f64) -> Option<Self> {
        let normals = facets.map(|facet| world.area_normal(facet).normalize());
        // Both facets in the coordinates u, v of a plane across the mean normal, and heights over
        // it.
        let along = (normals[0] - normals[1]).normalize();
        let origin = world.at(world.facets[facets[0] as usize][0]);
        let u = along.cross(&Vec3::ith(along.iamin(), 1.0)).normalize();
        let v = along.cross(&u);
        let corners = facets.map(|facet| world.corners(facet).map(|x| x - origin));
        let heights = corners.map(|list| list.map(|x| x.dot(&along)));
        let flat = corners.map(|list| list.map(|x| [x.dot(&u), x.dot(&v)]));
        // Most pairs end here: too far above each other, or side by side.
        let coordinate = |k: usize| flat.map(|list| list.map(|x| x[k]));
        let is_apart = |lists: [[f64; 3]; 2], by: f64| {
            let [[a, b], [c, d]] = lists.map(extent);
            c - b > by || a - d > by
        };
        if is_apart(heights, search_radius)
            || is_apart(coordinate(0), 0.0)
            || is_apart(coordinate(1), 0.0)
        {
            return None;
        }
        // The overlap of the projected triangles, and the gap at its centre.
        let polygon = clip(&flat[0], &flat[1]);
        let (area, center) = area_and_center(&polygon)?;
        let weights = flat.map(|triangle| barycentric(&triangle, center));
        let height = |i: usize| -> f64 { (0..3).map(|k| weights[i][k] * heights[i][k]).sum() };
        let gap = height(1) - height(0);
        (gap.abs() <= search_radius).then_some(Self { area, weights })
    }
}

/// The smallest and the largest of three numbers.
fn extent([a, b, c]: [f64; 3]) -> [f64; 2] {
    [a.min(b).min(c), a.max(b).max(c)]
}

/// The part of one triangle inside another (I. E. Sutherland, G. W. Hodgman, Reentrant polygon
/// clipping, Comm. ACM 17(1), 1974, doi:10.1145/360767.360802).
fn clip(one: &[[f64; 2]; 3], two: &[[f64; 2]; 3]) -> Polygon {
    let mut polygon: Polygon = one.iter().copied().collect();
    let turn = cross(two[0], two[1], two[2]).signum();
    for k in 0..3 {
        let (x, y) = (two[k], two[(k + 1) % 3]);
        let side = |p: [f64; 2]| turn * cross(x, y, p);
        let mut kept = Polygon::new();
        for i in 0..polygon.len() {
            let (p, q) = (polygon[i], polygon[(i + 1) % polygon.len()]);
            let (s, t) = (side(p), side(q));
            if s >= 0.0 {
                kept.push(p);
            }
            if (s > 0.0 && t < 0.0) || (s < 0.0 && t > 0.0) {
                let r = s / (s - t);
                kept.push([p[0] + (q[0] - p[0]) * r, p[1] + (q[1] - p[1]) * r]);
            }
        }
        polygon = kept;
    }
    polygon
}

/// Twice the area of a triangle, positive if it is counterclockwise.
fn cross(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn area_and_center(polygon: &Polygon) -> Option<(f64, [f64; 2])> {
    let (mut area, mut center) = (0.0, [0.0; 2]);
    for i in 1..polygon.len().max(1) - 1 {
        let [a, b, c] = [polygon[0], polygon[i], polygon[i + 1]];
        let part = cross(a, b, c).abs() / 2.0;
        area += part;
        for k in 0..2 {
            center[k] += part * (a[k] + b[k] + c[k]) / 3.0;
        }
    }
    (area > 0.0).then(|| (area, center.map(|x| x / area)))
}

fn barycentric(triangle: &[[f64; 2]; 3], p: [f64; 2]) -> [f64; 3] {
    let [a, b, c] = *triangle;
    let sum = cross(a, b, c);
    [cross(p, b, c) / sum, cross(a, p, c) / sum, cross(a, b, p) / sum]
}
