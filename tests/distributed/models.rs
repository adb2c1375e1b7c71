//! Bodies that move, cut into parts in several ways.

use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::sync::Arc;

use gapkit::Error;
use gapkit::distributed::{Communicator, Scene, ThreadRank};
use gapkit::mesh::{self, ElementKind, Elements, Orientation, TetMesh, bodies};
use gapkit::scene::{self, BodyOptions, Config};

/// How elements are dealt to ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cut {
    /// Whole bodies.
    Bodies,
    /// Halves of halves, along the longest axis.
    Bisection,
    /// Small blocks in turn.
    Checkerboard,
}

impl Cut {
    pub(crate) const ALL: [Self; 3] = [Self::Bodies, Self::Bisection, Self::Checkerboard];
}

/// A body, and where its nodes are at a time.
pub(crate) struct Moving {
    pub(crate) mesh: TetMesh,
    pub(crate) options: BodyOptions,
    pub(crate) motion: fn([f64; 3], f64) -> [f64; 3],
}

impl Moving {
    pub(crate) fn at(&self, time: f64) -> Vec<[f64; 3]> {
        self.mesh.nodes().iter().map(|&x| (self.motion)(x, time)).collect()
    }
}

pub(crate) struct Model {
    pub(crate) name: &'static str,
    pub(crate) margin: f64,
    pub(crate) bodies: Vec<Moving>,
    /// A plane below all.
    pub(crate) plane: Option<[f64; 3]>,
    pub(crate) steps: usize,
}

fn moved(mesh: &TetMesh, by: impl Fn([f64; 3]) -> [f64; 3]) -> TetMesh {
    let nodes = mesh.nodes().iter().map(|&x| by(x)).collect();
    TetMesh::new(nodes, mesh.tets().to_vec()).expect("a motion that keeps volumes positive")
}

/// Two plates that slide over each other and a plane below.
pub(crate) fn plates() -> Model {
    let low = bodies::block([10, 10, 2], [1.0, 1.0, 0.2]).expect("a block");
    let high = bodies::block([7, 8, 2], [0.7, 0.8, 0.2]).expect("a block");
    let high = moved(&high, |[x, y, z]| [x + 0.11, y + 0.07, z + 0.2]);
    let still = |x: [f64; 3], _: f64| x;
    let slides = |[x, y, z]: [f64; 3], time: f64| {
        let wave = 0.004 * (7.0 * x + 5.0 * y + TAU * time).sin();
        [x + 0.25 * time, y - 0.15 * time, z + wave - 0.001]
    };
    let options = BodyOptions::default();
    Model {
        name: "plates",
        margin: 0.02,
        bodies: vec![
            Moving { mesh: low, options, motion: still },
            Moving { mesh: high, options, motion: slides },
        ],
        plane: Some([0.0, 0.0, -0.01]),
        steps: 200,
    }
}

/// A knot that closes on itself.
pub(crate) fn knot() -> Model {
    let shape = bodies::Knot::trefoil(60, 8, 1);
    let mesh = bodies::knot(&shape).expect("a knot");
    // Flattened until its strands meet.
    let closes = |[x, y, z]: [f64; 3], time: f64| {
        let squeeze = 0.62 - 0.3 * time;
        [x * (1.0 + 0.05 * time), y, z * squeeze + 0.01 * (3.0 * x + TAU * time).sin()]
    };
    let options = BodyOptions::default().with_self_contact(true);
    Model {
        name: "knot",
        margin: 0.1,
        bodies: vec![Moving { mesh, options, motion: closes }],
        plane: None,
        steps: 200,
    }
}

/// The bunny between knots that turn, as near as the margin and nearer.
pub(crate) fn bunny_and_knots() -> Model {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/bunny_coarse.vtu");
    let contents = mesh::read(file).expect("the bunny");
    let bunny =
        TetMesh::from_elements(&contents.elements, Orientation::Refuse).expect("a sound bunny");
    let around = gapkit::num::Bounds::around(bunny.nodes().iter().copied());
    let size = around.diagonal();
    let center = [0, 1, 2].map(|k| 0.5 * (around.min[k] + around.max[k]));
    let bunny = moved(&bunny, |x| [0, 1, 2].map(|k| (x[k] - center[k]) / size));
    let knot = bodies::knot(&bodies::Knot::trefoil(40, 6, 1)).expect("a knot");
    let around = gapkit::num::Bounds::around(knot.nodes().iter().copied());
    let scale = 0.55 / around.diagonal();
    let placed =
        |dx: f64, dy: f64| moved(&knot, |[x, y, z]| [x * scale + dx, y * scale + dy, z * scale]);
    let still = |x: [f64; 3], _: f64| x;
    let nears = |[x, y, z]: [f64; 3], time: f64| {
        [x - 0.2 * time, y + 0.01 * (9.0 * z + TAU * time).sin(), z + 0.05 * time]
    };
    let turns = |[x, y, z]: [f64; 3], time: f64| {
        let (sine, cosine) = (0.4 * time).sin_cos();
        [x * cosine - y * sine + 0.1 * time, x * sine + y * cosine, z - 0.03 * time]
    };
    let options = BodyOptions::default();
    let itself = options.with_self_contact(true);
    Model {
        name: "bunny and knots",
        margin: 0.02,
        bodies: vec![
            Moving { mesh: bunny, options, motion: still },
            Moving { mesh: placed(0.45, 0.05), options: itself, motion: nears },
            Moving { mesh: placed(-0.45, 0.0), options: itself, motion: turns },
        ],
        plane: None,
        steps: 200,
    }
}

/// The rank of each tetrahedron of each body.
pub(crate) fn deal(model: &Model, cut: Cut, ranks: usize) -> Vec<Vec<usize>> {
    let middles = |mesh: &TetMesh| -> Vec<[f64; 3]> {
        let of = |tet: &[u32; 4]| {
            [0, 1, 2].map(|k| tet.iter().map(|&n| mesh.nodes()[n as usize][k]).sum::<f64>() / 4.0)
        };
        mesh.tets().iter().map(of).collect()
    };
    let of_body = |(body, moving): (usize, &Moving)| {
        let middles = middles(&moving.mesh);
        match cut {
            Cut::Bodies => vec![body % ranks; middles.len()],
            Cut::Bisection => {
                let mut dealt = vec![0; middles.len()];
                let mut all: Vec<usize> = (0..middles.len()).collect();
                bisect(&mut all, &middles, 0, ranks, &mut dealt);
                dealt
            }
            Cut::Checkerboard => {
                let around = gapkit::num::Bounds::around(middles.iter().copied());
                let cell = |x: &[f64; 3]| {
                    let of = |k: usize| ((x[k] - around.min[k]) / around.diagonal() * 9.0) as usize;
                    (of(0) + 2 * of(1) + 3 * of(2)) % ranks
                };
                middles.iter().map(cell).collect()
            }
        }
    };
    model.bodies.iter().enumerate().map(of_body).collect()
}

fn bisect(all: &mut [usize], at: &[[f64; 3]], first: usize, ranks: usize, dealt: &mut [usize]) {
    if ranks == 1 {
        all.iter().for_each(|&tet| dealt[tet] = first);
        return;
    }
    let around = gapkit::num::Bounds::around(all.iter().map(|&tet| at[tet]));
    let length = |k: &usize| around.max[*k] - around.min[*k];
    let axis = (0..3).max_by(|j, k| length(j).total_cmp(&length(k))).expect("an axis");
    all.sort_by(|&i, &j| at[i][axis].total_cmp(&at[j][axis]));
    let half = all.len() * (ranks / 2) / ranks;
    let (low, high) = all.split_at_mut(half);
    bisect(low, at, first, ranks / 2, dealt);
    bisect(high, at, first + ranks / 2, ranks - ranks / 2, dealt);
}

/// The part of a mesh that a rank has, and the nodes of the mesh that its nodes are. They are in a
/// scrambled order, and their numbers are far apart.
pub(crate) fn part_of(mesh: &TetMesh, dealt: &[usize], rank: usize) -> (Elements, Vec<u32>) {
    let own = || mesh.tets().iter().zip(dealt).zip(0u64..).filter(|((_, r), _)| **r == rank);
    let mut nodes: Vec<u32> = own().flat_map(|((tet, _), _)| *tet).collect();
    nodes.sort_unstable();
    nodes.dedup();
    nodes.sort_by_key(|node| node.wrapping_mul(0x9e37_79b9));
    let place: BTreeMap<u32, u32> = nodes.iter().copied().zip(0..).collect();
    let mut part = Elements {
        nodes: nodes.iter().map(|&node| mesh.nodes()[node as usize]).collect(),
        node_numbers: nodes.iter().map(|&node| node_number(node)).collect(),
        ..Elements::default()
    };
    for ((tet, _), number) in own() {
        part.push(ElementKind::Tet4, &tet.map(|node| place[&node]), element_number(number), 0);
    }
    (part, nodes)
}

pub(crate) fn node_number(node: u32) -> u64 {
    (1 << 40) + 3 * u64::from(node)
}

pub(crate) fn element_number(element: u64) -> u64 {
    (1 << 41) + 5 * element
}

/// A model on one of some ranks.
pub(crate) struct Ranked<'a> {
    pub(crate) model: &'a Model,
    pub(crate) scene: Scene,
    nodes: Vec<Vec<u32>>,
}

impl<'a> Ranked<'a> {
    pub(crate) fn new(
        model: &'a Model,
        dealt: &[Vec<usize>],
        ranks: ThreadRank,
        history: usize,
    ) -> Result<Self, Error> {
        Self::on(model, dealt, Arc::new(ranks), history)
    }

    pub(crate) fn on(
        model: &'a Model,
        dealt: &[Vec<usize>],
        ranks: Arc<dyn Communicator>,
        history: usize,
    ) -> Result<Self, Error> {
        let rank = ranks.rank();
        let config = Config::new(model.margin)?.with_threads(1).with_history(history);
        let mut scene = Scene::new(config, ranks)?;
        let mut nodes = Vec::new();
        for (body, dealt) in model.bodies.iter().zip(dealt) {
            let (part, own) = part_of(&body.mesh, dealt, rank);
            scene.add_mesh(&part, Orientation::Refuse, body.options)?;
            nodes.push(own);
        }
        if let Some(point) = model.plane {
            scene.add_plane(point, [0.0, 0.0, 1.0], BodyOptions::default())?;
        }
        Ok(Self { model, scene, nodes })
    }

    /// Where the nodes of a body that this rank has are at a step.
    pub(crate) fn own_positions(&self, body: usize, step: usize) -> Vec<[f64; 3]> {
        let all = self.model.bodies[body].at(step as f64 / self.model.steps as f64);
        self.nodes[body].iter().map(|&node| all[node as usize]).collect()
    }

    /// A force of zero for each node that this rank has of each body.
    pub(crate) fn no_forces(&self) -> Vec<Vec<[f64; 3]>> {
        self.nodes.iter().map(|nodes| vec![[0.0; 3]; nodes.len()]).collect()
    }

    /// What this rank has for its nodes, in the order of all nodes of all bodies.
    pub(crate) fn by_node(&self, lists: &[Vec<[f64; 3]>]) -> Vec<[f64; 3]> {
        let mut all = Vec::new();
        for ((moving, nodes), list) in self.model.bodies.iter().zip(&self.nodes).zip(lists) {
            let first = all.len();
            all.resize(first + moving.mesh.nodes().len(), [0.0; 3]);
            nodes.iter().zip(list).for_each(|(&node, value)| all[first + node as usize] = *value);
        }
        all
    }

    /// Moves everything to where it is at a step.
    pub(crate) fn place(&mut self, step: usize) {
        let time = step as f64 / self.model.steps as f64;
        for ((moving, nodes), body) in self.model.bodies.iter().zip(&self.nodes).zip(0..) {
            let all = moving.at(time);
            let own: Vec<_> = nodes.iter().map(|&node| all[node as usize]).collect();
            self.scene.set_positions(body, &own);
        }
    }
}

/// The model in an ordinary scene, with the same numbers.
pub(crate) fn alone(model: &Model, history: usize) -> scene::Scene {
    let config = Config::new(model.margin).expect("a margin").with_history(history);
    let mut scene = scene::Scene::new(config).expect("threads");
    for body in &model.bodies {
        let numbers = (0..body.mesh.nodes().len() as u32).map(node_number).collect();
        // Each tetrahedron is an element, as for the ranks.
        let mesh = moved(&body.mesh, |x| x).with_node_numbers(numbers).expect("numbers");
        scene.add_mesh(&mesh, body.options).expect("a mesh");
    }
    if let Some(point) = model.plane {
        scene.add_plane(point, [0.0, 0.0, 1.0], BodyOptions::default()).expect("a plane");
    }
    scene
}
