//! From contacts to forces on nodes.

use rayon::prelude::*;

use super::body::Bodies;
use super::contact_force::{Force, Layer, Penalty};
use super::leapfrog::{Forces, Solver};
use super::lever::{self, Lever};
use super::memory::Memory;
use gapkit::Vec3;
use gapkit::scene::{Contact, Kind, Part, Side};

/// Number of contacts per parallel job.
const CONTACTS_PER_JOB: usize = 128;

/// The largest force on a node by which friction may turn its facet, in parts of the friction.
/// Facets whose heights are a few times the gap need a tenth of it.
const MAX_LEVERAGE: f64 = 1.0;

/// What the force of a contact depends on beside the contact.
struct Motion<'a> {
    bodies: &'a Bodies,
    penalty: &'a Penalty,
    layers: &'a [Option<Layer>],
    x: &'a [[f64; 3]],
    v: &'a [Vec3],
    /// The last time step, and the time since friction was last evaluated.
    dt: f64,
    slip_time: f64,
    is_first: bool,
}

impl Motion<'_> {
    /// The force of a contact whose gap is this by now.
    fn force(&self, contact: &Contact, gap: f64, memory: &mut Memory) -> Force {
        let layer = self.layer(contact);
        let (Some(layer), false) = (layer, contact.kind == Kind::Deep) else {
            return Force::default();
        };
        let (closure, normal) = (self.penalty.offset - gap, contact.normal);
        let closing = -self.relative_velocity(contact).dot(&normal);
        let stiffness = self.penalty.stiffness_ahead(layer.kappa, closure, closing * self.dt);
        if closure <= 0.0 {
            memory.forget();
            let area = contact.area;
            return Force { closure, area, stiffness: stiffness * area, ..Force::default() };
        }
        let area = if contact.kind == Kind::Corner {
            let is_arriving = self.is_first || closure - closing * self.dt <= 0.0;
            memory.latch(contact.area, is_arriving)
        } else {
            contact.area
        };
        let pressure = self.penalty.pressure(layer.kappa, closure);
        // The damped pressure never pulls.
        let viscosity = self.penalty.viscosity(&layer, closure);
        let viscous = (viscosity * closing).max(-pressure);
        let mut force = Force {
            spring: normal * (pressure * area),
            dashpot: normal * (viscous * area),
            closure,
            area,
            energy: area * self.penalty.energy(layer.kappa, closure),
            stiffness: stiffness * area,
            viscosity: viscosity * area,
            ..Force::default()
        };
        if self.penalty.friction.is_any() {
            self.add_friction(contact, gap, &layer, pressure + viscous, memory, &mut force);
        }
        force
    }

    fn layer(&self, contact: &Contact) -> Option<Layer> {
        let [a, b] = contact.sides.each_ref().map(|side| self.layers[side.body as usize]);
        a.zip(b).map(|(a, b)| a.and(b)).or(a).or(b)
    }

    /// The velocity of the point on B as seen from that on A.
    fn relative_velocity(&self, contact: &Contact) -> Vec3 {
        relative(contact, |body, node| self.v[self.bodies.node(body, node)])
    }

    /// Adds friction, which acts on both sides at a common point of the gap.
    fn add_friction(
        &self,
        contact: &Contact,
        gap: f64,
        layer: &Layer,
        pressure: f64,
        memory: &mut Memory,
        force: &mut Force,
    ) {
        let normal = contact.normal;
        let levers = [0, 1].map(|side| self.lever(contact, side));
        let lengths = self.arms(contact, &levers, gap);
        // From each side to the common point.
        let arms = [normal * lengths[0], normal * -lengths[1]];
        let [a, b] = [0, 1].map(|side| match &levers[side] {
            Some((lever, nodes)) => lever.spin(self.at(nodes)).cross(&arms[side]),
            None => Vec3::zeros(),
        });
        let velocity = self.relative_velocity(contact) + b - a;
        let along = velocity - normal * normal.dot(&velocity);
        let friction = &self.penalty.friction;
        let traction = friction.traction(normal, along, self.slip_time, layer, pressure, memory);
        force.friction = traction * -force.area;
        for (side, on_side) in [(0, -force.friction), (1, force.friction)] {
            if let Some((lever, _)) = &levers[side] {
                force.twists[side] = lever.twist(arms[side].cross(&on_side));
                force.leverage[side] = lengths[side].abs() * lever.compliance();
            }
        }
        let [stiffness, viscosity] = friction.spring_and_dashpot(layer);
        force.stiffness = force.stiffness.max(stiffness * force.area);
        force.viscosity = force.viscosity.max(viscosity * force.area);
    }

    /// How far the common point is from each side. It is nearer to the one that resists turning
    /// less; a sharp node does not resist at all. Against a plane the point is on the facet, since
    /// what the plane does need not balance. Slivers, which would be torn apart, have shorter arms
    /// than the gap needs.
    fn arms(
        &self,
        contact: &Contact,
        levers: &[Option<(Lever, [u32; 3])>; 2],
        gap: f64,
    ) -> [f64; 2] {
        if contact.sides.iter().any(|side| side.nodes().is_empty()) {
            return [0.0; 2];
        }
        let turning =
            levers.each_ref().map(|lever| lever.as_ref().map(|(lever, _)| lever.turning()));
        let shares = match turning {
            [Some(a), Some(b)] => [b / (a + b), a / (a + b)],
            [a, b] => [a, b].map(|side| f64::from(u8::from(side.is_some()))),
        };
        [0, 1].map(|side| {
            let limit = turning[side].map_or(0.0, |turning| MAX_LEVERAGE / turning);
            (gap * shares[side]).clamp(-limit, limit)
        })
    }

    /// The facet of a side that can take up a moment, and its nodes; none of a sharp node or plane.
    fn lever(&self, contact: &Contact, side: usize) -> Option<(Lever, [u32; 3])> {
        let nodes = facet_nodes(self.bodies, contact, side)?;
        Some((Lever::new(nodes.map(|node| self.x[node as usize].into()))?, nodes))
    }

    fn at(&self, nodes: &[u32; 3]) -> [Vec3; 3] {
        nodes.map(|node| self.v[node as usize])
    }
}

/// A nodal vector at the point on B less that at the point on A.
pub(super) fn relative(contact: &Contact, of_node: impl Fn(u32, u32) -> Vec3) -> Vec3 {
    let [a, b] = contact.sides.each_ref().map(|side| {
        let pairs = side.nodes().iter().zip(side.weights());
        pairs.fold(Vec3::zeros(), |sum, (&node, &weight)| sum + of_node(side.body, node) * weight)
    });
    b - a
}

/// The nodes of the facet that carries a side of a contact; none if a sharp node or a plane does.
fn facet_nodes(bodies: &Bodies, contact: &Contact, side: usize) -> Option<[u32; 3]> {
    // The nearest point of the other surface may be a node as well; the sharp one is A's then.
    let sharp = usize::from(contact.sides[0].nodes().len() != 1);
    if contact.kind == Kind::Corner && side == sharp {
        return None;
    }
    let Side { body, part, .. } = contact.sides[side];
    let Part::Facet(facet) = part else { return None };
    Some(bodies.list[body as usize].facets[facet as usize])
}

impl Solver {
    /// The forces of all contacts. What each does is found in parallel, and added up in the order
    /// of the scene.
    pub(super) fn contact_forces(&mut self) {
        let Self { scene, bodies, of_contacts, forces, rows, v, x, settings, pool, .. } = self;
        let contacts = scene.contacts();
        let motion = Motion {
            bodies,
            penalty: &settings.penalty,
            layers: &self.layers,
            x,
            v,
            dt: self.last_dt,
            slip_time: if self.is_repeated { 0.0 } else { self.last_dt },
            is_first: self.step == 0,
        };
        of_contacts.resize(contacts.len(), Force::default());
        let memories = self.memories.list.par_chunks_mut(CONTACTS_PER_JOB);
        let found = of_contacts.par_chunks_mut(CONTACTS_PER_JOB);
        let gaps = self.gaps.par_chunks(CONTACTS_PER_JOB);
        let jobs = contacts.par_chunks(CONTACTS_PER_JOB).zip(gaps).zip(memories).zip(found);
        pool.install(|| {
            jobs.for_each(|(((contacts, gaps), memories), found)| {
                for (i, contact) in contacts.iter().enumerate() {
                    found[i] = motion.force(contact, gaps[i], &mut memories[i]);
                }
            });
        });
        forces.contact.fill(Vec3::zeros());
        forces.friction.fill(Vec3::zeros());
        forces.damping.fill(Vec3::zeros());
        rows.fill([0.0; 2]);
        for (contact, force) in contacts.iter().zip(&*of_contacts) {
            spread(&motion, contact, force, forces, rows);
        }
        self.limit_by_contacts();
    }

    /// The highest frequency and damping rate of contacts, for the time step; the largest closure,
    /// and the overlaps that no contact pushes against.
    fn limit_by_contacts(&mut self) {
        let Self { rows, bodies, of_contacts, scene, .. } = self;
        let stiffest = |max: (f64, u32), (node, row): (usize, &[f64; 2])| {
            let squared = row[0] / bodies.mass[node];
            if squared > max.0 { (squared, node as u32) } else { max }
        };
        self.time_step.contacts = rows.iter().enumerate().fold((0.0, 0), stiffest);
        let rates = rows.iter().zip(&bodies.mass).map(|(row, mass)| row[1] / mass);
        self.time_step.damping = rates.fold(0.0, f64::max);
        let closest = |max: f64, force: &Force| force.closure.max(max);
        self.closest = of_contacts.iter().fold(self.closest, closest);
        let deep = scene.contacts().iter().filter(|contact| contact.kind == Kind::Deep).count();
        self.deep = self.deep.max(deep as u64);
    }
}

/// Shares the forces of a contact among its nodes by their weights, and adds to the row sums of
/// stiffness and viscosity.
fn spread(
    motion: &Motion,
    contact: &Contact,
    force: &Force,
    forces: &mut Forces,
    rows: &mut [[f64; 2]],
) {
    let bodies = motion.bodies;
    let levers = [0, 1].map(|side| arms_of(motion, contact, force, side));
    // The sums over the nodes of each side of what a unit force does to them.
    let reach: f64 = [0, 1]
        .map(|side| {
            let arms = levers[side].map_or(0.0, |(_, arms)| arms.iter().map(Vec3::norm).sum());
            let is_mesh = !contact.sides[side].nodes().is_empty();
            f64::from(u8::from(is_mesh)) + force.leverage[side] * arms
        })
        .iter()
        .sum();
    let limits = [force.stiffness * reach, force.viscosity * reach];
    let mut limit = |node: usize, share: f64| {
        (0..2).for_each(|k| rows[node][k] += limits[k] * share);
    };
    for (i, sign) in [(0, -1.0), (1, 1.0)] {
        let side = &contact.sides[i];
        for (&node, &weight) in side.nodes().iter().zip(side.weights()) {
            let node = bodies.node(side.body, node);
            limit(node, weight);
            if force.closure > 0.0 {
                forces.contact[node] += force.spring * (sign * weight);
                forces.damping[node] += force.dashpot * (sign * weight);
                forces.friction[node] += force.friction * (sign * weight);
            }
        }
        let Some((nodes, arms)) = levers[i] else { continue };
        for (node, arm) in nodes.into_iter().zip(arms) {
            forces.friction[node as usize] += force.twists[i].cross(&arm);
            limit(node as usize, force.leverage[i] * arm.norm());
        }
    }
}

/// The nodes of a facet that friction twists, and their arms.
fn arms_of(
    motion: &Motion,
    contact: &Contact,
    force: &Force,
    side: usize,
) -> Option<([u32; 3], [Vec3; 3])> {
    if force.leverage[side] == 0.0 {
        return None;
    }
    let nodes = facet_nodes(motion.bodies, contact, side)?;
    Some((nodes, lever::arms(&nodes.map(|node| Vec3::from(motion.x[node as usize])))))
}
