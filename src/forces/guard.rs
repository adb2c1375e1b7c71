//! Nodes that would come through a facet within a step.
//!
//! Forces act on areas. Where a node of a coarse surface comes first, the gaps of its areas are those of
//! their middles, so that a fast node can be through before the little area around it pushes enough, however short
//! the step is. So where bodies approach by more than a part of the offset in a step of the elements,
//! a node over a facet keeps a part of its gap in each step. What is too fast of its approach is taken by
//! an impulse along the normal of the facet, at the foot of the node, which keeps momentum and angular momentum.
//! The energy that it takes is in the books as damping. Impulses of neighbours bear on each other and
//! are found in turn (J. J. Moreau, Numerical aspects of the sweeping process, Computer Methods in
//! Applied Mechanics and Engineering 177, 1999, 329-349, doi:10.1016/S0045-7825(98)00387-9); should a node be
//! left that would come through, the step is as short as it takes.

use super::ContactForces;
use super::link::Link;
use super::pairs::{Pair, Pairs};
use crate::Vec3;
use crate::scene::{Contact, Kind, Scene};

/// The part of its gap that a node keeps in a step.
const KEPT: f64 = 0.1;

/// Rounds of impulses; a few do, unless many nodes hit the same facets.
const MAX_ROUNDS: usize = 16;

/// Halvings of a step: by more than any number has digits.
const MAX_HALVINGS: usize = 64;

/// A node over a facet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meeting {
    node: u32,
    facet: [u32; 3],
    /// The weights of the foot, and the normal at it.
    weights: [f64; 3],
    normal: Vec3,
    gap: f64,
    /// Of the pairs that have met.
    pair: u32,
}

/// Where nodes are, and how they are about to move.
#[derive(Debug)]
pub struct Guarded<'a> {
    /// The positions.
    pub x: &'a [[f64; 3]],
    /// The velocities until the end of the step.
    pub v: &'a mut [Vec3],
    /// How long they last.
    pub dt: f64,
}

impl Guarded<'_> {
    fn now(&self, node: u32) -> Vec3 {
        self.x[node as usize].into()
    }

    fn then(&self, node: u32) -> Vec3 {
        self.now(node) + self.v[node as usize] * self.dt
    }
}

impl Pair {
    /// Whether nodes of these bodies could come through before they are pushed off.
    fn needs_guard(&self, pairs: &Pairs) -> bool {
        self.bodies[0] != self.bodies[1] && self.is_fast(pairs.scale)
    }
}

impl Meeting {
    /// The node over a facet, if it is nearer than the offset and not beside it.
    fn new(node: u32, facet: [u32; 3], offset: f64, step: &Guarded) -> Option<Self> {
        let (p, corners) = (step.now(node), facet.map(|corner| step.now(corner)));
        let area = twice_area(&corners);
        let size = area.norm();
        let normal = area / size;
        let gap = normal.dot(&(p - corners[0]));
        let weights = [0, 1, 2].map(|k| {
            let [q, r] = [corners[(k + 1) % 3], corners[(k + 2) % 3]];
            (r - q).cross(&(p - q)).dot(&normal) / size
        });
        let is_over = (0..3).all(|k| {
            let side = corners[(k + 2) % 3] - corners[(k + 1) % 3];
            weights[k] * size >= -offset * side.norm()
        });
        let is_near = gap > 0.0 && gap < offset;
        (is_near && is_over).then_some(Self { node, facet, weights, normal, gap, pair: 0 })
    }

    /// The gap at the end of the step, over the facet as it is then.
    fn gap_then(&self, step: &Guarded) -> f64 {
        let corners = self.facet.map(|corner| step.then(corner));
        let area = twice_area(&corners);
        area.dot(&(step.then(self.node) - corners[0])) / area.norm()
    }

    /// The impulse that leaves a part of the gap, and the energy that it takes; `None` if it is left.
    fn push(&self, step: &mut Guarded, inverse_mass: &dyn Fn(u32) -> f64) -> Option<f64> {
        let missing = KEPT * self.gap - self.gap_then(step);
        if missing <= 0.5 * KEPT * self.gap {
            return None;
        }
        let inverse = [0, 1, 2].map(|k| self.weights[k] * inverse_mass(self.facet[k]));
        let of_node = inverse_mass(self.node);
        let sum = of_node + (0..3).map(|k| self.weights[k] * inverse[k]).sum::<f64>();
        // Written so that what is held altogether, and what is not a number, is left alone.
        let is_free = sum > 0.0 && missing.is_finite();
        if !is_free {
            return None;
        }
        let change = missing / step.dt;
        let before = self.opening(step.v);
        let impulse = self.normal * (change / sum);
        step.v[self.node as usize] += impulse * of_node;
        for k in 0..3 {
            step.v[self.facet[k] as usize] -= impulse * inverse[k];
        }
        Some(-0.5 * (before + self.opening(step.v)) * change / sum)
    }

    /// How fast the gap grows.
    fn opening(&self, v: &[Vec3]) -> f64 {
        let foot = |k: usize| v[self.facet[k] as usize] * self.weights[k];
        self.normal.dot(&(v[self.node as usize] - foot(0) - foot(1) - foot(2)))
    }
}

fn twice_area([a, b, c]: &[Vec3; 3]) -> Vec3 {
    (b - a).cross(&(c - a))
}

/// The nodes of each side of a contact over the facet of the other.
fn meetings(link: &Link, offset: f64, step: &Guarded) -> impl Iterator<Item = Meeting> {
    let over = |side: usize| {
        let facet = link.side(1 - side);
        let is_met = link.is_mesh[side] && link.is_facet[1 - side];
        let count = if link.is_facet[side] { 3 } else { 1 };
        let nodes = link.side(side).into_iter().take(if is_met { count } else { 0 });
        nodes.filter_map(move |node| Meeting::new(node, facet, offset, step))
    };
    over(0).chain(over(1)).map(|meeting| Meeting { pair: link.pair, ..meeting })
}

impl ContactForces {
    /// Changes the velocities of a step so that no node comes through a facet in it, where bodies
    /// approach so fast that forces alone would not do. Positions are those of the forces, velocities those that will
    /// move them; what is held has an inverse mass of 0. Bodies that `skips` names, such as rigid ones, are
    /// left alone. Returns how long the step may be.
    pub fn guard(
        &mut self,
        scene: &Scene,
        step: &mut Guarded,
        inverse_mass: &dyn Fn(u32) -> f64,
        skips: &dyn Fn([u32; 2]) -> bool,
    ) -> f64 {
        let Self { pairs, links, meetings: list, penalty, .. } = self;
        list.clear();
        let is_first = |contact: &Contact| match contact.kind {
            Kind::Deep => false,
            Kind::Area => contact.point == 0,
            _ => true,
        };
        for (pair, range) in pairs.list.iter().zip(&pairs.ranges) {
            if pair.needs_guard(pairs) && !skips(pair.bodies) {
                let of_pair = scene.contacts()[range.clone()].iter().zip(&links[range.clone()]);
                let firsts = of_pair.filter(|(contact, _)| is_first(contact));
                list.extend(firsts.flat_map(|(_, link)| meetings(link, penalty.offset, step)));
            }
        }
        for _ in 0..MAX_ROUNDS {
            let mut is_done = true;
            for meeting in &*list {
                if let Some(taken) = meeting.push(step, inverse_mass) {
                    pairs.list[meeting.pair as usize].damping += taken;
                    is_done = false;
                }
            }
            if is_done {
                break;
            }
        }
        let safe = |step: &Guarded| list.iter().all(|meeting| meeting.gap_then(step) > 0.0);
        for _ in 0..MAX_HALVINGS {
            if safe(step) {
                break;
            }
            step.dt *= 0.5;
        }
        step.dt
    }
}
