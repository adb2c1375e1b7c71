//! Tributary areas: how the area in common of facing facets is shared among the contacts.
//!
//! Two facets that face each other have an area in common, as seen along the mean of their normals. It is
//! shared among the contacts of their nodes with the other body, by the weights that these have at its
//! centre, and the crossings of their edges. So over flat faces the shares of all contacts add up to the area
//! of contact, whatever the meshes; and a force per area, times the share, does not depend on the mesh.

use rayon::prelude::*;
use smallvec::SmallVec;

use crate::Vec3;
use crate::scene::contact::Contact;
use crate::scene::verlet::{Memory, Pair};
use crate::scene::world::World;

/// The weight of a crossing, against 1 for all nodes of a facet together.
const CROSSING: f64 = 1.0;

/// Polygons of the plane: at most a triangle cut by three lines.
type Polygon = SmallVec<[[f64; 2]; 8]>;

/// Contacts with what they claim.
type Shares = SmallVec<[(u32, f64); 8]>;

/// The body that a facet is in contact with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    Body(u32),
    Several,
}

impl Mark {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::None, mark) | (mark, Self::None) => mark,
            (one, two) if one == two => one,
            _ => Self::Several,
        }
    }

    fn is_with(self, body: u32) -> bool {
        self == Self::Several || self == Self::Body(body)
    }
}

/// Which contacts a feature takes part in.
pub(in crate::scene) struct Claims {
    /// Node, other body, contact.
    nodes: Vec<(u32, u32, u32)>,
    /// Two edges by their nodes, contact.
    crossings: Vec<([u32; 4], u32)>,
}

impl Claims {
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

    /// The contacts of the nodes and edges of two facets, with what each claims.
    fn of_facets(&self, world: &World, facets: [u32; 2], shares: [[f64; 3]; 2]) -> Shares {
        let mut claims = SmallVec::new();
        for i in 0..2 {
            let body = world.facet_body(facets[1 - i]);
            for (node, share) in world.facets[facets[i] as usize].into_iter().zip(shares[i]) {
                let contacts = self.of_node(node, body);
                let each = share.max(0.0) / contacts.len().max(1) as f64;
                claims.extend(contacts.iter().map(|(_, _, contact)| (*contact, each)));
            }
        }
        if !self.crossings.is_empty() {
            for one in world.facet_edges[facets[0] as usize] {
                for two in world.facet_edges[facets[1] as usize] {
                    let [[a, b], [c, d]] = [one, two].map(|edge| world.edges[edge as usize].nodes);
                    for key in [[a, b, c, d], [c, d, a, b]] {
                        if let Ok(at) = self.crossings.binary_search_by_key(&key, |c| c.0) {
                            claims.push((self.crossings[at].1, CROSSING));
                        }
                    }
                }
            }
        }
        claims
    }

    /// With which body each facet has a contact, by a node or an edge.
    fn marks(&self, world: &World) -> Vec<Mark> {
        let mut marks = vec![Mark::None; world.facets.len()];
        let mut mark = |node: u32, body: u32| {
            for &facet in world.node_facets.of(node) {
                let known = &mut marks[facet as usize];
                *known = known.and(Mark::Body(body));
            }
        };
        self.nodes.iter().for_each(|&(node, body, _)| mark(node, body));
        for &([a, b, c, d], _) in &self.crossings {
            let [one, two] = [a, c].map(|node| world.node_body[node as usize]);
            for (node, body) in [(a, two), (b, two), (c, one), (d, one)] {
                mark(node, body);
            }
        }
        marks
    }

    /// The facets that may share area, one of them in contact with the body of the other, from what is
    /// remembered of pieces.
    pub(in crate::scene) fn facing(
        &self,
        world: &World,
        pairs: &[Pair],
        memories: &[Memory],
    ) -> Vec<[u32; 2]> {
        let marks = self.marks(world);
        let of_piece = |piece: u32| {
            let facets = world.piece_facets.of(piece).iter();
            facets.fold(Mark::None, |all, &facet| all.and(marks[facet as usize]))
        };
        let pieces: Vec<Mark> = (0..world.piece_body.len() as u32).map(of_piece).collect();
        let mut facing = Vec::new();
        for (pair, memory) in pairs.iter().zip(memories) {
            let bodies = pair.pieces.map(|piece| world.piece_body[piece as usize]);
            let both = pair.pieces.map(|piece| pieces[piece as usize]);
            if both[0].is_with(bodies[1]) || both[1].is_with(bodies[0]) {
                let live = memory.live.iter().map(|live| live.facets);
                let claimed = |f: &[u32; 2]| {
                    let [one, two] = f.map(|facet| marks[facet as usize]);
                    one.is_with(bodies[1]) || two.is_with(bodies[0])
                };
                facing.extend(live.filter(claimed).map(ordered));
            }
        }
        facing.sort_unstable();
        facing
    }

    /// The same, from all facets.
    pub(in crate::scene) fn all_facing(&self, world: &World) -> Vec<[u32; 2]> {
        let marks = self.marks(world);
        let facets = 0..world.facets.len() as u32;
        let marked = facets.clone().filter(|&facet| marks[facet as usize] != Mark::None);
        let with = |one: u32| facets.clone().map(move |two| ordered([one, two]));
        let mut facing: Vec<[u32; 2]> = marked.flat_map(with).filter(|[a, b]| a != b).collect();
        facing.sort_unstable();
        facing.dedup();
        facing
    }

    /// Shares out the areas in common of these pairs of facets, which are in order and not repeated.
    pub(in crate::scene) fn share_out(
        &self,
        world: &World,
        facing: &[[u32; 2]],
        reach: impl Fn([u32; 2]) -> f64 + Sync,
        contacts: &mut [Contact],
    ) {
        let of = |&facets: &[u32; 2]| self.shares(world, facets, reach(facets));
        let shares: Vec<Shares> = facing.par_iter().with_min_len(16).map(of).collect();
        for &(contact, share) in shares.iter().flatten() {
            contacts[contact as usize].area += share;
        }
        for contact in contacts.iter_mut().filter(|contact| contact.area == 0.0) {
            contact.area = alone(world, contact);
        }
    }

    /// The shares of the contacts in the area that two facets have in common.
    fn shares(&self, world: &World, facets: [u32; 2], reach: f64) -> Shares {
        let [one, two] = facets.map(|facet| &world.boxes[facet as usize]);
        let is_near = one.distance_squared(two) <= reach * reach;
        // What costs least comes first: most pairs end here.
        let is_useful = is_near
            && are_facing(world, facets)
            && !self.of_facets(world, facets, [[1.0; 3]; 2]).is_empty();
        if !is_useful {
            return Shares::new();
        }
        let Some(common) = Common::new(world, facets, reach) else {
            return Shares::new();
        };
        let mut shares = self.of_facets(world, facets, common.weights);
        let sum: f64 = shares.iter().map(|(_, claim)| claim).sum();
        shares.iter_mut().for_each(|(_, claim)| *claim *= common.area / sum);
        shares.retain(|(_, share)| share.is_finite());
        shares
    }
}

/// Whether two facets look at each other, or past each other, and share no node.
fn are_facing(world: &World, facets: [u32; 2]) -> bool {
    let [n, m] = facets.map(|facet| world.area_normal(facet));
    let [nodes, others] = facets.map(|facet| world.facets[facet as usize]);
    n.dot(&m) < 0.0 && !nodes.iter().any(|node| others.contains(node))
}

fn ordered([one, two]: [u32; 2]) -> [u32; 2] {
    [one.min(two), one.max(two)]
}

/// The share of a contact over which no facets face each other: the node's or edge's part in the facets
/// around it, as seen along the normal; half of it if the other side has nodes too, whose contacts have the rest.
fn alone(world: &World, contact: &Contact) -> f64 {
    let mut least = f64::INFINITY;
    for (i, side) in contact.sides.iter().enumerate() {
        let towards = if i == 0 { contact.normal } else { -contact.normal };
        let start = world.spans[side.body as usize].nodes.start as u32;
        let [first, rest @ ..] = side.nodes() else { continue };
        let holds = |facet: &&u32| {
            rest.iter().all(|node| world.facets[**facet as usize].contains(&(node + start)))
        };
        let facets = world.node_facets.of(first + start).iter().filter(holds);
        let seen = facets.map(|&f| 0.5 * world.area_normal(f).dot(&towards).max(0.0)).sum::<f64>();
        least = least.min(seen * side.nodes().len() as f64 / 3.0);
    }
    let with_shape = contact.sides.iter().any(|side| side.nodes().is_empty());
    let share = if with_shape { 1.0 } else { 0.5 };
    if least.is_finite() { share * least } else { 0.0 }
}

/// What two facing facets have in common as seen along the mean of their normals.
struct Common {
    area: f64,
    /// The barycentric weights of its centre in both facets.
    weights: [[f64; 3]; 2],
}

impl Common {
    /// `None` if they have nothing in common within reach.
    fn new(world: &World, facets: [u32; 2], reach: f64) -> Option<Self> {
        let normals = facets.map(|facet| world.area_normal(facet).normalize());
        let along = (normals[0] - normals[1]).normalize();
        let origin = world.at(world.facets[facets[0] as usize][0]);
        let u = along.cross(&Vec3::ith(along.iamin(), 1.0)).normalize();
        let v = along.cross(&u);
        let corners = facets.map(|facet| world.corners(facet).map(|x| x - origin));
        let flat = corners.map(|list| list.map(|x| [x.dot(&u), x.dot(&v)]));
        let polygon = cut(&flat[0], &flat[1]);
        let (area, center) = area_and_center(&polygon)?;
        let weights = flat.map(|triangle| barycentric(&triangle, center));
        let height =
            |i: usize| -> f64 { (0..3).map(|k| weights[i][k] * corners[i][k].dot(&along)).sum() };
        let gap = height(1) - height(0);
        (gap.abs() <= reach).then_some(Self { area, weights })
    }
}

/// The part of one triangle in another.
fn cut(one: &[[f64; 2]; 3], two: &[[f64; 2]; 3]) -> Polygon {
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
