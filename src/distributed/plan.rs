//! Who examines what: the units that each rank gets from others, the scene that is made of them, and
//! the nodes whose positions travel in every step.

use std::collections::BTreeMap;

use super::body::{Bodies, BodyKind};
use super::comm::Channel;
use super::given::{Given, NodeHome, Unit};
use super::near::{self, Boxed, Homes, NO_NODE, Wish};
use super::plain::plain_struct;
use crate::Vec3;
use crate::error::Error;
use crate::mesh::TetMesh;
use crate::num::Bounds;
use crate::scene::{self, Scene};

plain_struct! {
    /// A unit that travels.
    Package {
        body: u32,
        place: u32,
        element: u64,
        slot: u32,
        faces: u8,
        /// Whether its contacts are found by the rank that gets it.
        is_home: u8,
        numbers: [u64; 4],
        owners: [u32; 4],
        indices: [u32; 4],
        rest: [[f64; 3]; 4],
    }
}

/// A node of the scene of a plan.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlanNode {
    pub(super) number: u64,
    pub(super) home: NodeHome,
    rest: [f64; 3],
}

/// A body of the scene of a plan.
#[derive(Debug)]
pub(super) struct PlanBody {
    /// Its number in the distributed scene.
    pub(super) body: u32,
    /// Its nodes among those of the plan; none for shapes and planes.
    pub(super) nodes: std::ops::Range<usize>,
    /// The unit of each facet.
    pub(super) facets: Vec<PlanFacet>,
}

/// A facet of the scene of a plan.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlanFacet {
    pub(super) element: u64,
    /// The place of the facet among the faces of the tetrahedra of its element.
    pub(super) place: u32,
    /// The rank that gave the unit, and its number there.
    pub(super) giver: u32,
    pub(super) slot: u32,
    /// Whether its contacts are found here.
    pub(super) is_home: bool,
}

/// Nodes that travel between this rank and another.
#[derive(Debug)]
pub(super) struct Route {
    pub(super) rank: usize,
    pub(super) nodes: Vec<u32>,
}

/// The plan of this rank.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) scene: Scene,
    pub(super) bodies: Vec<PlanBody>,
    pub(super) nodes: Vec<PlanNode>,
    /// Nodes that are on no facet: they move with another one.
    followers: Vec<[u32; 2]>,
    /// Nodes of this rank that others need, and nodes of the plan that come from others or from this
    /// rank itself; in the order of ranks.
    pub(super) outgoing: Vec<Route>,
    pub(super) incoming: Vec<Route>,
    /// How many nodes come from other ranks.
    pub(super) ghosts: usize,
    pub(super) skin: f64,
    /// Positions of the nodes of this rank when the plan was made, and their step bounds.
    pub(super) positions: Vec<[f64; 3]>,
    pub(super) step_bounds: Vec<f64>,
    pub(super) centers: Vec<Vec3>,
    /// Detections since it was made.
    pub(super) age: usize,
    /// The home of each unit of this rank.
    pub(super) homes: Vec<Option<u32>>,
    /// Where the nodes of the plan are now, and their velocities.
    pub(super) positions_here: Vec<[f64; 3]>,
    pub(super) velocities_here: Vec<[f64; 3]>,
    /// The contacts that were sent to each rank, by their index in the scene of the plan.
    pub(super) sent: BTreeMap<usize, Vec<u32>>,
}

/// What a plan is made from.
pub(super) struct Situation<'a> {
    pub(super) given: &'a Given,
    pub(super) bodies: &'a Bodies,
    pub(super) skin: f64,
    /// The largest displacement of each node in the time step ahead.
    pub(super) step_bounds: Vec<f64>,
}

impl Situation<'_> {
    /// The boxes of the units of this rank, grown by half of how far contacts reach.
    fn boxed(&self) -> Vec<Boxed> {
        self.given.units.iter().map(|unit| self.boxed_unit(unit)).collect()
    }

    fn boxed_unit(&self, unit: &Unit) -> Boxed {
        let on = Unit::exposed_corners(unit.faces);
        let nodes = || unit.exposed_nodes();
        let around = Bounds::around(nodes().map(|node| self.given.positions[node as usize]));
        let step = nodes().map(|node| self.step_bounds[node as usize]).fold(0.0, f64::max);
        let half = self.bodies.reach(unit.body) + step;
        // The same bound as that of candidates in a scene, with more slack.
        let half = half.max(0.5 * unit.deep) * (1.0 + REACH_SLACK)
            + REACH_ROUNDING * around.magnitude()
            + 0.5 * self.skin;
        let bounds = around.grown(half);
        let number = |k: usize| {
            if on[k] { self.given.numbers[unit.nodes[k] as usize] } else { NO_NODE }
        };
        let meets = self.bodies.count_rigid(unit.body, &bounds, self.skin);
        Boxed { bounds, nodes: [0, 1, 2, 3].map(number), body: unit.body, meets }
    }
}

/// What is added to the reach of contacts, relative to it: more than the slack of candidates.
const REACH_SLACK: f64 = 1e-6;

/// What is added for rounding, relative to the largest coordinate: twice that of candidates.
const REACH_ROUNDING: f64 = 128.0 * f64::EPSILON;

impl Plan {
    /// Makes a plan, with the threads of the scene of an earlier one. Collective.
    pub(super) fn new(channel: &mut Channel, now: Situation, scene: Scene) -> Result<Self, Error> {
        let boxed = now.boxed();
        let may_touch = |a: u32, b: u32| now.bodies.may_touch(a, b);
        let homes = near::find_homes(channel, &scene, &boxed, &may_touch)?;
        let packages = send_units(channel, now.given, &homes)?;
        let mut scene = scene.emptied();
        let local = Local::new(&packages);
        let mut bodies = Vec::new();
        let mut fault = Ok(());
        for body in 0..now.bodies.len() as u32 {
            match local.add(now.bodies, body, &mut scene) {
                Ok(added) => bodies.extend(added),
                Err(error) => fault = Err(error),
            }
        }
        channel.agree(fault)?;
        let (incoming, followers) = local.routes(&bodies, channel.size());
        let outgoing = ask_for_nodes(channel, &local.nodes, &incoming)?;
        let own = channel.rank();
        let foreign = incoming.iter().filter(|route| route.rank != own);
        let local_nodes = local.nodes.len();
        Ok(Self {
            scene,
            bodies,
            ghosts: foreign.map(|route| route.nodes.len()).sum(),
            nodes: local.nodes,
            followers,
            outgoing,
            incoming,
            skin: now.skin,
            positions: now.given.positions.clone(),
            step_bounds: now.step_bounds,
            centers: now.bodies.centers(),
            age: 0,
            homes: homes.ranks,
            positions_here: vec![[0.0; 3]; local_nodes],
            velocities_here: vec![[0.0; 3]; local_nodes],
            sent: BTreeMap::new(),
        })
    }

    /// Places the nodes that do not travel where those that they follow have moved.
    pub(super) fn follow(&mut self) {
        for &[node, leader] in &self.followers {
            let [rest, from] = [node, leader].map(|n| self.nodes[n as usize].rest);
            let to = self.positions_here[leader as usize];
            self.positions_here[node as usize] = [0, 1, 2].map(|k| rest[k] + (to[k] - from[k]));
            self.velocities_here[node as usize] = self.velocities_here[leader as usize];
        }
    }
}

/// Sends units to their homes, to the homes of the units around their nodes, and to those of units
/// that they are near. Returns what came, with the ranks that gave it.
fn send_units(
    channel: &mut Channel,
    given: &Given,
    homes: &Homes,
) -> Result<Vec<(u32, Package)>, Error> {
    let own = channel.rank();
    let mut wishes = vec![Vec::new(); channel.size()];
    for (unit, home) in given.units.iter().zip(&homes.ranks) {
        let Some(rank) = *home else { continue };
        for node in unit.exposed_nodes() {
            let others = given.node_others.of(node).iter();
            others.for_each(|o| wishes[o.rank as usize].push(Wish { slot: o.slot, rank }));
            let units = given.node_units.of(node).iter();
            wishes[own].extend(units.map(|&slot| Wish { slot, rank }));
        }
    }
    for list in &mut wishes {
        list.sort_unstable_by_key(|wish| (wish.slot, wish.rank));
        list.dedup();
    }
    let mut wishes: Vec<Wish> = channel.all_to_all(&wishes)?.into_iter().flatten().collect();
    wishes.extend(&homes.wishes);
    wishes.sort_unstable_by_key(|wish| (wish.rank, wish.slot));
    wishes.dedup();
    let mut packages = vec![Vec::new(); channel.size()];
    for wish in wishes {
        let is_home = homes.ranks[wish.slot as usize] == Some(wish.rank);
        packages[wish.rank as usize].push(pack(given, wish.slot, is_home));
    }
    let lists = channel.all_to_all(&packages)?;
    let of = |(giver, list): (u32, Vec<Package>)| {
        list.into_iter().map(move |package| (giver, package)).collect::<Vec<_>>()
    };
    Ok((0..).zip(lists).flat_map(of).collect())
}

fn pack(given: &Given, slot: u32, is_home: bool) -> Package {
    let Unit { body, element, place, faces, nodes, .. } = given.units[slot as usize];
    let home = |node: u32| given.homes[node as usize];
    Package {
        body,
        place,
        element,
        slot,
        faces,
        is_home: is_home.into(),
        numbers: nodes.map(|node| given.numbers[node as usize]),
        owners: nodes.map(|node| home(node).rank),
        indices: nodes.map(|node| home(node).index),
        rest: nodes.map(|node| given.rest[node as usize]),
    }
}

/// Tells the ranks of nodes which of them this rank needs in every step.
fn ask_for_nodes(
    channel: &mut Channel,
    nodes: &[PlanNode],
    incoming: &[Route],
) -> Result<Vec<Route>, Error> {
    let mut asked = vec![Vec::new(); channel.size()];
    for route in incoming {
        let index = |&node: &u32| nodes[node as usize].home.index;
        asked[route.rank] = route.nodes.iter().map(index).collect();
    }
    let lists = channel.all_to_all(&asked)?.into_iter().enumerate();
    let routes = lists.filter(|(_, nodes)| !nodes.is_empty());
    Ok(routes.map(|(rank, nodes)| Route { rank, nodes }).collect())
}

/// The units of a rank, in the order of bodies and elements, and their nodes, in the order of bodies
/// and numbers.
struct Local {
    units: Vec<(u32, Package)>,
    /// The nodes of each unit.
    corners: Vec<[u32; 4]>,
    nodes: Vec<PlanNode>,
    node_body: Vec<u32>,
}

impl Local {
    fn new(packages: &[(u32, Package)]) -> Self {
        let mut units = packages.to_vec();
        units.sort_unstable_by_key(|(_, unit)| (unit.body, unit.element, unit.place));
        let node = |unit: &Package, k: usize| {
            let home = NodeHome { rank: unit.owners[k], index: unit.indices[k] };
            (unit.body, PlanNode { number: unit.numbers[k], home, rest: unit.rest[k] })
        };
        let mut list: Vec<(u32, PlanNode)> =
            units.iter().flat_map(|(_, unit)| [0, 1, 2, 3].map(|k| node(unit, k))).collect();
        list.sort_unstable_by_key(|(body, node)| (*body, node.number));
        list.dedup_by_key(|(body, node)| (*body, node.number));
        let find = |body: u32, number: u64| {
            let found = list.binary_search_by_key(&(body, number), |(b, n)| (*b, n.number));
            found.unwrap_or(0) as u32
        };
        let corners = units.iter().map(|(_, unit)| unit.numbers.map(|n| find(unit.body, n)));
        let corners = corners.collect();
        let (node_body, nodes) = list.into_iter().unzip();
        Self { units, corners, nodes, node_body }
    }

    /// Adds what is here of a body to a scene; `None` if nothing is.
    fn add(
        &self,
        bodies: &Bodies,
        body: u32,
        scene: &mut Scene,
    ) -> Result<Option<PlanBody>, Error> {
        let options = bodies.options(body).with_number(bodies.number(body));
        match bodies.kind(body) {
            BodyKind::Mesh => return self.add_mesh(options, body, scene),
            BodyKind::Shape { shape, pose, .. } => {
                scene.add_shape(shape.clone(), pose, options)?;
            }
            BodyKind::Plane { point, normal } => {
                scene.add_plane(*point, *normal, options)?;
            }
        }
        Ok(Some(PlanBody { body, nodes: 0..0, facets: Vec::new() }))
    }

    fn add_mesh(
        &self,
        options: scene::BodyOptions,
        body: u32,
        scene: &mut Scene,
    ) -> Result<Option<PlanBody>, Error> {
        let first = self.units.partition_point(|(_, unit)| unit.body < body);
        let end = self.units.partition_point(|(_, unit)| unit.body <= body);
        if first == end {
            return Ok(None);
        }
        let start = self.node_body.partition_point(|b| *b < body);
        let nodes = start..self.node_body.partition_point(|b| *b <= body);
        let rest = self.nodes[nodes.clone()].iter().map(|node| node.rest).collect();
        let numbers = self.nodes[nodes.clone()].iter().map(|node| node.number).collect();
        let corners = &self.corners[first..end];
        let tets = corners.iter().map(|list| list.map(|node| node - start as u32)).collect();
        let mesh = TetMesh::new(rest, tets)?.with_node_numbers(numbers)?;
        let units = &self.units[first..end];
        let exposed: Vec<u8> = units.iter().map(|(_, unit)| unit.faces).collect();
        scene.add_excerpt(&mesh, &exposed, options)?;
        let facets = units.iter().flat_map(|(giver, unit)| {
            let faces = (0..4u32).filter(|face| unit.faces >> face & 1 != 0);
            faces.map(|face| PlanFacet {
                element: unit.element,
                place: 4 * unit.place + face,
                giver: *giver,
                slot: unit.slot,
                is_home: unit.is_home != 0,
            })
        });
        Ok(Some(PlanBody { body, nodes, facets: facets.collect() }))
    }

    /// The nodes that travel, by the rank that they belong to, and those that follow others.
    fn routes(&self, bodies: &[PlanBody], ranks: usize) -> (Vec<Route>, Vec<[u32; 2]>) {
        debug_assert!(
            bodies.iter().map(|body| body.nodes.len()).sum::<usize>() == self.nodes.len()
        );
        let mut travels = vec![false; self.nodes.len()];
        for ((_, unit), corners) in self.units.iter().zip(&self.corners) {
            let on = Unit::exposed_corners(unit.faces);
            (0..4).filter(|&k| on[k]).for_each(|k| travels[corners[k] as usize] = true);
        }
        let mut followers = Vec::new();
        let mut is_led = travels.clone();
        for ((_, unit), corners) in self.units.iter().zip(&self.corners) {
            let on = Unit::exposed_corners(unit.faces);
            let leader = (0..4).find(|&k| on[k]).unwrap_or(0);
            for &node in corners {
                if !std::mem::replace(&mut is_led[node as usize], true) {
                    followers.push([node, corners[leader]]);
                }
            }
        }
        let mut lists = vec![Vec::new(); ranks];
        for (node, number) in self.nodes.iter().zip(0..).filter(|(_, n)| travels[*n as usize]) {
            lists[node.home.rank as usize].push(number);
        }
        let routes = lists.into_iter().enumerate().filter(|(_, nodes)| !nodes.is_empty());
        (routes.map(|(rank, nodes)| Route { rank, nodes }).collect(), followers)
    }
}
