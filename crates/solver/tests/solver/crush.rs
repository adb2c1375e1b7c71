//! A box of shells under a falling block: it folds onto itself, and nothing passes through a shell.
//!
//! The box is a membrane of bars that yield, along the edges of triangles and across them, so that it
//! resists bending, too. The block is rigid and does not turn.

use std::collections::BTreeMap;

use gapkit::Vec3;
use gapkit::mesh::{SurfaceMesh, TetMesh, bodies};
use gapkit::scene::{BodyOptions, Config, Contact, Resolution, Scene};
use robust::{Coord3D, orient3d};

/// Cells along each edge of the box, and how thick its walls are.
const CELLS: usize = 6;
const THICKNESS: f64 = 0.02;

/// Mass of the walls by area, and of the block.
const WALL_MASS: f64 = 20.0;
const BLOCK_MASS: f64 = 300.0;
const SPEED: f64 = 4.0;

/// Force of a bar by its strain, the strain at which it yields, and its damping.
const STIFFNESS: f64 = 6e3;
const YIELD: f64 = 0.03;
const BAR_DAMPING: f64 = 2.0;

/// Pressure of contacts: by their closure, stiffer the more of the wall is gone.
const PRESSURE: f64 = 1e8;
const OFFSET: f64 = 0.1 * THICKNESS;
const CONTACT_DAMPING: f64 = 2e4;
const DRAG: f64 = 3.0;

const STEP: f64 = 5e-5;
const STEPS: usize = 6000;

/// The quadrangles of the walls of a unit box, which share nodes along its edges.
fn walls() -> (Vec<[f64; 3]>, Vec<[u32; 4]>) {
    let mut numbers: BTreeMap<[usize; 3], u32> = BTreeMap::new();
    let (mut nodes, mut faces) = (Vec::new(), Vec::new());
    let mut number = |at: [usize; 3]| {
        *numbers.entry(at).or_insert_with(|| {
            // Walls that are a little bent buckle.
            let x = at.map(|i| i as f64 / CELLS as f64);
            let bulge = |t: f64| 0.01 * (std::f64::consts::PI * t).sin();
            let out = |k: usize| (x[k] - 0.5) * 2.0 * bulge(x[2]) * f64::from(u8::from(k < 2));
            nodes.push([0, 1, 2].map(|k| x[k] - out(k)));
            nodes.len() as u32 - 1
        })
    };
    for axis in 0..3 {
        for side in [0, CELLS] {
            for i in 0..CELLS {
                for j in 0..CELLS {
                    let at = |i: usize, j: usize| {
                        let mut at = [0; 3];
                        (at[axis], at[(axis + 1) % 3], at[(axis + 2) % 3]) = (side, i, j);
                        at
                    };
                    let corners = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
                    faces.push(corners.map(&mut number));
                }
            }
        }
    }
    (nodes, faces)
}

/// Two nodes at a distance that changes where it yields.
struct Bar {
    nodes: [usize; 2],
    length: f64,
    weight: f64,
}

/// Bars along all edges of the triangles, weaker ones across each edge.
fn bars(nodes: &[[f64; 3]], triangles: &[[u32; 3]]) -> Vec<Bar> {
    let mut across: BTreeMap<[u32; 2], Vec<u32>> = BTreeMap::new();
    for &[a, b, c] in triangles {
        for (from, to, far) in [(a, b, c), (b, c, a), (c, a, b)] {
            across.entry([from.min(to), from.max(to)]).or_default().push(far);
        }
    }
    let at = |node: u32| Vec3::from(nodes[node as usize]);
    let bar = |[a, b]: [u32; 2], weight: f64| {
        let length = (at(a) - at(b)).norm();
        Bar { nodes: [a as usize, b as usize], length, weight }
    };
    let edges = across.keys().map(|&ends| bar(ends, 1.0));
    let far = across.values().filter_map(|far| match far[..] {
        [a, b] if a != b => Some(bar([a, b], 0.3)),
        _ => None,
    });
    edges.chain(far).collect()
}

/// The forces of bars on their nodes; those that are strained too far get another length.
fn pull(bars: &mut [Bar], x: &[[f64; 3]], v: &[Vec3], force: &mut [Vec3]) {
    for bar in bars {
        let [a, b] = bar.nodes;
        let along = Vec3::from(x[b]) - Vec3::from(x[a]);
        let length = along.norm();
        let unit = along / length;
        let strain = (length - bar.length) / bar.length;
        if strain.abs() > YIELD {
            bar.length = length / (1.0 + YIELD * strain.signum());
        }
        let pull = STIFFNESS * bar.weight * strain.clamp(-YIELD, YIELD);
        let pull = pull + BAR_DAMPING * (v[b] - v[a]).dot(&unit);
        force[a] += unit * pull;
        force[b] -= unit * pull;
    }
}

/// The force of a contact along its normal.
fn push(contact: &Contact, opening: f64) -> f64 {
    let closure = OFFSET - contact.gap;
    if closure <= 0.0 {
        return 0.0;
    }
    // At the full thickness the middles of walls would meet.
    let left = (1.0 - closure / (0.9 * THICKNESS)).max(0.05);
    let damped = (PRESSURE * closure - CONTACT_DAMPING * opening).max(0.0);
    contact.area * damped / left
}

fn coord([x, y, z]: [f64; 3]) -> Coord3D<f64> {
    Coord3D { x, y, z }
}

/// Whether an edge passes through a triangle, by exact signs.
fn pierces([p, q]: [[f64; 3]; 2], [a, b, c]: [[f64; 3]; 3]) -> bool {
    let sign = |list: [[f64; 3]; 4]| {
        let [a, b, c, d] = list.map(coord);
        orient3d(a, b, c, d)
    };
    let sides = [sign([a, b, c, p]), sign([a, b, c, q])];
    if sides[0] * sides[1] >= 0.0 {
        return false;
    }
    let around = [sign([p, q, a, b]), sign([p, q, b, c]), sign([p, q, c, a])];
    around.iter().all(|s| *s > 0.0) || around.iter().all(|s| *s < 0.0)
}

/// A surface as triangles and edges.
struct Sheet<'a> {
    x: &'a [[f64; 3]],
    triangles: &'a [[u32; 3]],
}

/// How often edges of one sheet pass through triangles of another, which may be the same.
fn piercings(one: &Sheet, two: &Sheet, is_same: bool) -> usize {
    let at = |sheet: &Sheet, node: u32| sheet.x[node as usize];
    let mut count = 0;
    for own in one.triangles {
        for (from, to) in [(own[0], own[1]), (own[1], own[2]), (own[2], own[0])] {
            let ends = [at(one, from), at(one, to)];
            for other in two.triangles {
                let is_joined = is_same && (other.contains(&from) || other.contains(&to));
                let corners = other.map(|node| at(two, node));
                let is_apart = (0..3).any(|k| {
                    let low = corners.iter().map(|c| c[k]).fold(f64::INFINITY, f64::min);
                    let high = corners.iter().map(|c| c[k]).fold(f64::NEG_INFINITY, f64::max);
                    ends[0][k].min(ends[1][k]) > high || ends[0][k].max(ends[1][k]) < low
                });
                count += usize::from(!is_joined && !is_apart && pierces(ends, corners));
            }
        }
    }
    count
}

/// The box, the block over it, and the ground.
struct Model {
    scene: Scene,
    triangles: Vec<[u32; 3]>,
    bars: Vec<Bar>,
    mass: Vec<f64>,
    x: Vec<[f64; 3]>,
    v: Vec<Vec3>,
    block: TetMesh,
    lift: f64,
    speed: f64,
}

impl Model {
    fn new() -> Self {
        let (x, faces) = walls();
        let shell = SurfaceMesh::open(x.clone(), &faces, &[THICKNESS]).expect("walls");
        let triangles = shell.facets()[..shell.facets().len() / 2].to_vec();
        let mut mass = vec![0.0; x.len()];
        for triangle in &triangles {
            let [a, b, c] = triangle.map(|node| Vec3::from(x[node as usize]));
            let area = 0.5 * (b - a).cross(&(c - a)).norm();
            triangle.iter().for_each(|&node| mass[node as usize] += WALL_MASS * area / 3.0);
        }
        let config = Config::new(2.0 * THICKNESS).expect("a margin").with_threads(1);
        let config = config.with_resolution(Resolution::Surface);
        let mut scene = Scene::new(config).expect("threads");
        let options = BodyOptions::default().with_self_contact(true);
        scene.add_surface(&shell, options).expect("the box");
        let block = bodies::block([3, 3, 2], [0.9, 0.9, 0.4]).expect("a block");
        scene.add_mesh(&block, BodyOptions::default()).expect("the block");
        scene.add_plane([0.0; 3], [0.0, 0.0, 1.0], BodyOptions::default()).expect("ground");
        let lift = 1.0 + 0.5 * THICKNESS + 0.01;
        let x: Vec<[f64; 3]> = x.iter().map(|[a, b, c]| [*a, *b, c + 0.5 * THICKNESS]).collect();
        let v = vec![Vec3::zeros(); x.len()];
        let bars = bars(&x, &triangles);
        Self { scene, triangles, bars, mass, x, v, block, lift, speed: -SPEED }
    }

    fn block_nodes(&self) -> Vec<[f64; 3]> {
        let by = [0.03, 0.07, self.lift];
        self.block.nodes().iter().map(|x| [0, 1, 2].map(|k| x[k] + by[k])).collect()
    }

    /// Adds the forces of contacts. Returns that on the block upwards.
    fn contact_forces(&mut self, force: &mut [Vec3]) -> f64 {
        let block = self.block_nodes();
        self.scene.set_positions(0, &self.x).expect("positions");
        self.scene.set_positions(1, &block).expect("positions");
        self.scene.detect();
        let mut lift = 0.0;
        let of_side = |side: &gapkit::scene::Side| match side.body {
            0 => {
                let list = side.nodes().iter().zip(side.weights());
                list.map(|(&node, weight)| self.v[node as usize] * *weight).sum::<Vec3>()
            }
            1 => Vec3::new(0.0, 0.0, self.speed),
            _ => Vec3::zeros(),
        };
        for contact in self.scene.contacts() {
            let [a, b] = &contact.sides;
            let opening = (of_side(b) - of_side(a)).dot(&contact.normal);
            let size = push(contact, opening);
            for (side, sign) in [(a, -1.0), (b, 1.0)] {
                let push = contact.normal * (sign * size);
                match side.body {
                    0 => {
                        for (&node, weight) in side.nodes().iter().zip(side.weights()) {
                            force[node as usize] += push * *weight;
                        }
                    }
                    1 => lift += push.z,
                    _ => {}
                }
            }
        }
        lift
    }

    fn step(&mut self) {
        let mut force = vec![Vec3::zeros(); self.x.len()];
        pull(&mut self.bars, &self.x, &self.v, &mut force);
        let lift = self.contact_forces(&mut force);
        for node in 0..self.x.len() {
            let gravity = Vec3::new(0.0, 0.0, -9.81);
            let acceleration = force[node] / self.mass[node] + gravity - self.v[node] * DRAG;
            self.v[node] += acceleration * STEP;
            for k in 0..3 {
                self.x[node][k] += self.v[node][k] * STEP;
            }
        }
        self.speed += (lift / BLOCK_MASS - 9.81) * STEP;
        self.lift += self.speed * STEP;
    }

    /// How often anything passes through a wall.
    fn piercings(&self) -> usize {
        let nodes = self.block_nodes();
        let boundary = self.block.boundary();
        let walls = Sheet { x: &self.x, triangles: &self.triangles };
        let block = Sheet { x: &nodes, triangles: boundary.facets() };
        piercings(&walls, &walls, true)
            + piercings(&walls, &block, false)
            + piercings(&block, &walls, false)
    }

    /// Writes both bodies to the folder that the environment names, if it does.
    fn show(&self, number: usize) {
        let Ok(folder) = std::env::var("GAPKIT_CRUSH") else { return };
        std::fs::create_dir_all(&folder).expect("a folder");
        for (body, name) in [(0, "box"), (1, "block")] {
            let path = format!("{folder}/{name}_{number:03}.vtp");
            self.scene.write_surface(body, path, u64::from).expect("a file");
        }
    }
}

/// `GAPKIT_CRUSH=FOLDER` writes what it looks like.
#[test]
fn nothing_passes_through_the_walls_of_a_crushed_box() {
    let mut model = Model::new();
    let (mut selves, mut lowest) = (0, f64::INFINITY);
    assert_eq!(model.piercings(), 0);
    for step in 0..STEPS {
        model.step();
        lowest = lowest.min(model.lift);
        let is_own = |contact: &&Contact| contact.sides.iter().all(|side| side.body == 0);
        selves = selves.max(model.scene.contacts().iter().filter(is_own).count());
        if step % 100 == 99 {
            assert_eq!(model.piercings(), 0, "at {:.4} s", step as f64 * STEP);
            model.show(step / 100);
        }
    }
    let below = model.x.iter().map(|x| x[2]).fold(f64::INFINITY, f64::min);
    println!("the block came down to {lowest:.3}, {selves} contacts of the box with itself");
    assert!(lowest < 0.6, "the box is crushed: {lowest}");
    assert!(selves > 50, "it has folded onto itself: {selves}");
    assert!(below > 0.0, "the middle of the walls stays over the ground: {below}");
}
