//! The time loop of `c_examples/fe_loop.c` in Rust, step by step the same arithmetic. The hash of
//! all its contacts is kept for `scripts/check_capi.sh`, which compares those of C and Fortran with
//! it.

use gapkit::mesh::{TetMesh, bodies};
use gapkit::scene::{self, BodyOptions, Config, Contact, Scene};

const STEPS: usize = 300;
const DT: f64 = 1e-3;
const DENSITY: f64 = 1.0;
const SPRING: f64 = 200.0;
const PENALTY: f64 = 5e4;
const EDGES: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

struct Code {
    x: Vec<[f64; 3]>,
    v: Vec<[f64; 3]>,
    f: Vec<[f64; 3]>,
    mass: Vec<f64>,
    tets: Vec<[usize; 4]>,
    rest: Vec<[f64; 6]>,
    held: Vec<bool>,
    /// Where the nodes of each block begin, and where those of the last end.
    first: [usize; 3],
}

fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|k| a[k] - b[k])
}

fn length(d: [f64; 3]) -> f64 {
    (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]).sqrt()
}

impl Code {
    fn new(blocks: &[TetMesh; 2]) -> Self {
        let lower = blocks[0].nodes().len();
        let x = blocks.each_ref().map(TetMesh::nodes).concat();
        let tets = [0, lower].into_iter().zip(blocks).flat_map(|(first, block)| {
            block.tets().iter().map(move |tet| tet.map(|node| first + node as usize))
        });
        let count = x.len();
        let mut code = Self {
            v: (0..count).map(|i| [0.0, 0.0, if i < lower { 0.0 } else { -1.0 }]).collect(),
            f: vec![[0.0; 3]; count],
            mass: vec![0.0; count],
            held: x.iter().map(|p| p[2] == 0.0).collect(),
            tets: tets.collect(),
            rest: vec![],
            first: [0, lower, count],
            x,
        };
        code.rest = (0..code.tets.len())
            .map(|t| [0, 1, 2, 3, 4, 5].map(|e| length(code.along(t, e))))
            .collect();
        for t in 0..code.tets.len() {
            let [a, b, c] = [0, 1, 2].map(|e| code.along(t, e));
            let volume = (a[0] * (b[1] * c[2] - b[2] * c[1])
                + a[1] * (b[2] * c[0] - b[0] * c[2])
                + a[2] * (b[0] * c[1] - b[1] * c[0]))
                / 6.0;
            code.tets[t].iter().for_each(|&node| code.mass[node] += DENSITY * volume / 4.0);
        }
        code
    }

    fn along(&self, tet: usize, edge: usize) -> [f64; 3] {
        let [p, q] = EDGES[edge].map(|k| self.x[self.tets[tet][k]]);
        sub(q, p)
    }

    fn add_springs(&mut self) {
        for t in 0..self.tets.len() {
            for e in 0..6 {
                let d = self.along(t, e);
                let l = length(d);
                let pull = SPRING * (l - self.rest[t][e]) / l;
                let [p, q] = EDGES[e].map(|k| self.tets[t][k]);
                for k in 0..3 {
                    self.f[p][k] += pull * d[k];
                    self.f[q][k] -= pull * d[k];
                }
            }
        }
    }

    fn add_contact(&mut self, contact: &Contact) {
        let push = -(PENALTY * contact.area * contact.gap);
        for (side, sign) in contact.sides.iter().zip([-1.0, 1.0]) {
            for (&node, &weight) in side.nodes().iter().zip(side.weights()) {
                let node = self.first[side.body as usize] + node as usize;
                for k in 0..3 {
                    self.f[node][k] += sign * (push * weight * contact.normal[k]);
                }
            }
        }
    }

    fn step(&mut self) {
        for i in (0..self.x.len()).filter(|&i| !self.held[i]) {
            for k in 0..3 {
                self.v[i][k] += DT * (self.f[i][k] / self.mass[i]);
                self.x[i][k] += DT * self.v[i][k];
            }
        }
    }
}

#[test]
fn the_loop_of_the_examples_in_rust() {
    let lower = bodies::block([3, 3, 2], [1.2, 1.2, 0.8]).expect("a block");
    let upper = bodies::block([2, 2, 2], [1.2, 1.2, 0.7]).expect("a block");
    let moved = upper.nodes().iter().map(|[x, y, z]| [x + 0.0, y + 0.0, z + 0.81]).collect();
    let tets = |nodes, tets: &[[u32; 4]]| TetMesh::new(nodes, tets.to_vec()).expect("a mesh");
    let blocks = [tets(lower.nodes().to_vec(), lower.tets()), tets(moved, upper.tets())];
    let mut code = Code::new(&blocks);
    let mut scene = Scene::new(Config::new(0.02).expect("a margin")).expect("threads");
    let bodies = blocks
        .each_ref()
        .map(|block| scene.add_mesh(block, BodyOptions::default()).expect("a body"));
    let mut all = 0u64;
    for _ in 0..STEPS {
        for (i, body) in bodies.into_iter().enumerate() {
            let own = &code.x[code.first[i]..code.first[i + 1]];
            scene.set_positions(body, own).expect("finite");
        }
        all = all.rotate_left(1) ^ scene::hash(scene.detect());
        code.f.fill([0.0; 3]);
        code.add_springs();
        scene.contacts().iter().filter(|c| c.gap < 0.0).for_each(|c| code.add_contact(c));
        code.step();
    }
    assert!(code.v[code.first[1]..].iter().map(|v| v[2]).sum::<f64>() > 0.0, "it bounces");
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/fe_loop.hash");
    std::fs::write(path, format!("{all:016x}\n")).expect("the folder of tests can be written");
}
