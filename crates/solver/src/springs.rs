//! Which springs push, and through which contacts.
//!
//! The scene reports every point of the other surface that is *locally* nearest to a node, and
//! every place where edges cross and are nearest to each other. Over a face that is flat but for a
//! little deformation these come and go by the half-dozen, all within a hair of the same gap. If
//! each had a spring, the stiffness would jump, and with it the energy. So springs belong to nodes
//! and edges, and each has one energy, `k/2` times the square of a closure that changes
//! continuously, whichever contact it comes from at the moment.
//!
//! - A node pushes on another body through the nearest of its contacts with it: the smallest of
//!   several gaps changes continuously. Contacts whose normals are more than a right angle apart do
//!   not count as one: two walls that face each other both push.
//! - An edge pushes through the nearest of its crossings with another body, but only where that is
//!   nearer than all nodes around, and by the energy that it is nearer: `k/2 (c² - n²)`, with the
//!   closure `n` of the nearest of these nodes. Where a crossing goes over into the contact of a
//!   node, at the end of an edge, nothing is left of it; and where an edge comes to lie along a
//!   facet and its crossing goes over to the other side of that, the gap is the same on both sides.

use super::body::Bodies;
use super::carry::Touch;
use super::contact_force::Penalty;
use gapkit::Vec3;
use gapkit::scene::{Contact, Feature, Side};

/// Share of a node or an edge in a contact: where two meshes meet, each of the two surfaces carries
/// half.
const SURFACE_SHARE: f64 = 0.5;

/// Stiffness of edges, relative to the mean stiffness of the nodes of their body.
const EDGE_STIFFNESS: f64 = 0.5;

/// A contact of a node, or of an edge, with another body.
#[derive(Debug, Clone, Copy)]
struct SpringContact {
    /// The two nodes of an edge among those of all bodies, or a node twice.
    holder: [u32; 2],
    /// The body of the holder, and the other one.
    own: u32,
    body: u32,
    contact: u32,
    closure: f64,
    /// Away from the holder.
    normal: Vec3,
    /// Whether no contact in this direction is nearer.
    is_nearest: bool,
}

impl SpringContact {
    /// Whether it acts in the same half-space of directions as another one.
    fn is_same_direction(&self, normal: Vec3) -> bool {
        self.normal.dot(&normal) > 0.0
    }

    fn is_of_node(&self) -> bool {
        self.holder[0] == self.holder[1]
    }
}

/// The springs of all contacts.
#[derive(Debug, Default)]
pub(super) struct Springs {
    /// The stiffness of each node.
    of_nodes: Vec<f64>,
    /// The stiffness of the edges of each body: one for all of them, or the energy would jump where
    /// a crossing goes over from one edge to another.
    of_edges: Vec<f64>,
    candidates: Vec<SpringContact>,
    /// The stiffness of each contact.
    pub(super) stiffness: Vec<f64>,
}

impl Springs {
    /// Those of bodies that alone allow this time step.
    pub(super) fn new(bodies: &Bodies, penalty: &Penalty, dt: f64) -> Self {
        let mut of_nodes = vec![0.0; bodies.mass.len()];
        let mut of_edges = vec![0.0; bodies.list.len()];
        for (body, of_edges) in bodies.list.iter().zip(&mut of_edges) {
            let Some(material) = body.material else { continue };
            let depth = bodies.depth(body);
            for node in body.nodes() {
                let (area, inertial) = (bodies.area[node], bodies.mass[node] / (dt * dt));
                of_nodes[node] = penalty.node_stiffness(material.bulk(), area, depth, inertial);
            }
            let exposed = || body.nodes().filter(|&node| bodies.area[node] > 0.0);
            let sum: f64 = exposed().map(|node| of_nodes[node]).sum();
            *of_edges = EDGE_STIFFNESS * sum / exposed().count() as f64;
        }
        Self { of_nodes, of_edges, ..Self::default() }
    }

    /// Finds the stiffness of each contact from those of the nodes.
    pub(super) fn update(
        &mut self,
        contacts: &[Contact],
        touches: &[Touch],
        offset: f64,
        bodies: &Bodies,
    ) {
        self.collect(contacts, touches, offset, bodies);
        self.stiffness.clear();
        let on_shape = |contact| on_shape(contact, bodies, &self.of_nodes);
        self.stiffness.extend(contacts.iter().map(on_shape));
        for i in 0..self.candidates.len() {
            let candidate = self.candidates[i];
            if candidate.is_nearest && candidate.is_of_node() {
                let k = SURFACE_SHARE * self.of_nodes[candidate.holder[0] as usize];
                self.stiffness[candidate.contact as usize] += k;
            } else if candidate.is_nearest {
                self.add_edge(&contacts[candidate.contact as usize], &candidate, bodies);
            }
        }
        // The springs of many edges may exceed that of a node, which must not pull.
        self.stiffness.iter_mut().for_each(|stiffness| *stiffness = stiffness.max(0.0));
    }

    /// Lists the contacts of each holder, the nearest with each body first.
    fn collect(&mut self, contacts: &[Contact], touches: &[Touch], offset: f64, bodies: &Bodies) {
        self.candidates.clear();
        for ((contact, number), touch) in contacts.iter().zip(0..).zip(touches) {
            let closure = offset - touch.gap;
            let [a, b] = &contact.sides;
            let counts = [a, b].map(|side| side.nodes().len());
            if counts.contains(&0) {
                continue;
            }
            for (own, other, normal) in [(a, b, touch.normal), (b, a, -touch.normal)] {
                let node = |node: u32| bodies.node(own.body, node) as u32;
                let holder = match *own.nodes() {
                    [one] => [node(one); 2],
                    [one, two] if counts == [2, 2] => [node(one), node(two)],
                    _ => continue,
                };
                let body = other.body;
                self.candidates.push(SpringContact {
                    holder,
                    own: own.body,
                    body,
                    contact: number,
                    closure,
                    normal,
                    is_nearest: false,
                });
            }
        }
        self.candidates.sort_unstable_by(|a, b| {
            let key = |candidate: &SpringContact| (candidate.holder, candidate.body);
            key(a)
                .cmp(&key(b))
                .then(b.closure.total_cmp(&a.closure))
                .then(a.contact.cmp(&b.contact))
        });
        let is_same =
            |a: &SpringContact, b: &SpringContact| (a.holder, a.body) == (b.holder, b.body);
        for group in self.candidates.chunk_by_mut(is_same) {
            for i in 0..group.len() {
                let normal = group[i].normal;
                group[i].is_nearest =
                    !group[..i].iter().any(|nearer| nearer.is_same_direction(normal));
            }
        }
    }

    /// Adds the spring of an edge, less that of the nearest node around.
    fn add_edge(&mut self, crossing: &Contact, candidate: &SpringContact, bodies: &Bodies) {
        let [a, b] = &crossing.sides;
        let k = SURFACE_SHARE * self.of_edges[candidate.own as usize];
        let sides = [(a, b, crossing.normal), (b, a, -crossing.normal)];
        let mut nearest: Option<SpringContact> = None;
        for (own, other, normal) in sides {
            let &[one, two] = own.nodes() else { return };
            for node in bodies.list[own.body as usize].edges.around([one, two]) {
                let node = bodies.node(own.body, node) as u32;
                let found = self.nearest(node, other.body, normal);
                let nearer = |found: &SpringContact| {
                    nearest.is_none_or(|known| found.closure > known.closure)
                };
                nearest = found.filter(nearer).or(nearest);
            }
        }
        match nearest.filter(|node| node.closure > 0.0) {
            Some(node) if node.closure >= candidate.closure => (),
            Some(node) => {
                self.stiffness[candidate.contact as usize] += k;
                self.stiffness[node.contact as usize] -= k;
            }
            None => self.stiffness[candidate.contact as usize] += k,
        }
    }

    /// The nearest contact of a node with a body in some direction.
    fn nearest(&self, node: u32, body: u32, normal: Vec3) -> Option<SpringContact> {
        let key = ([node; 2], body);
        let first =
            self.candidates.partition_point(|candidate| (candidate.holder, candidate.body) < key);
        let candidates = self.candidates[first..].iter();
        let mut candidates =
            candidates.take_while(|candidate| (candidate.holder, candidate.body) == key);
        candidates.find(|candidate| candidate.is_same_direction(normal)).copied()
    }
}

/// The stiffness of a contact with a rigid shape or a plane, which only the mesh has; 0 between
/// meshes.
fn on_shape(contact: &Contact, bodies: &Bodies, of_nodes: &[f64]) -> f64 {
    if contact.sides.iter().all(|side| side.feature() != Feature::Shape) {
        return 0.0;
    }
    let of = |side: &Side| -> f64 {
        side.nodes().iter().map(|&node| of_nodes[bodies.node(side.body, node)]).sum()
    };
    contact.sides.iter().map(of).sum()
}
