//! A box of shells that a falling block crushes: walls fold, fold over each other and lie flat on
//! each other, and nothing passes through a shell.
//!
//! Shells here are membranes of springs with some resistance to bending; how contacts push is
//! [`gapkit::forces`]. The block and the ground are rigid.

use std::collections::BTreeMap;

use gapkit::Vec3;
use gapkit::forces::{ContactForces, Friction, Material, Motion, Penalty, Time};
use gapkit::mesh::{SurfaceMesh, bodies};
use gapkit::scene::{BodyOptions, Config, Scene};
use gapkit::shape::Pose;

const CELLS: usize = 8;
const SIZE: f64 = 0.2;
const THICK: f64 = 0.004;
const DENSITY: f64 = 1000.0;
const MODULUS: f64 = 1e6;
/// A tenth of a cell, as where ridges meet.
const OFFSET: f64 = 2.5e-3;
const DT: f64 = 3e-5;
const DURATION: f64 = 0.14;
const BLOCK_MASS: f64 = 8.0;
const BLOCK_SPEED: f64 = 2.0;
const BLOCK: [f64; 3] = [0.3, 0.3, 0.05];
const GRAVITY: f64 = 9.81;
/// How much stiffer than a plate the shell is in bending: folds that are sharper than its cells meet at
/// single ridges, which are soft.
const BENDING: f64 = 20.0;
/// What slows the shell, per time.
const DRAG: f64 = 30.0;

/// Two nodes that are held at a distance.
struct Spring {
    ends: [usize; 2],
    rest: f64,
    stiffness: f64,
}

/// The middle surface of a closed box, with what resists deformation.
struct Shell {
    nodes: Vec<[f64; 3]>,
    faces: Vec<[u32; 4]>,
    springs: Vec<Spring>,
    /// Three nodes on a straight line, which resist bending.
    lines: Vec<[usize; 3]>,
}

impl Shell {
    /// A box with a corner at the origin. Its sides are pushed inwards by a little, so that it is
    /// known how they buckle.
    fn new() -> Self {
        let cell = SIZE / CELLS as f64;
        let (mut nodes, mut known) = (Vec::new(), BTreeMap::new());
        let mut node = |at: [usize; 3]| {
            *known.entry(at).or_insert_with(|| {
                nodes.push(at.map(|x| x as f64 * cell));
                nodes.len() as u32 - 1
            })
        };
        let (mut faces, mut lines) = (Vec::new(), Vec::new());
        for (normal, level) in (0..3).flat_map(|axis| [(axis, 0), (axis, CELLS)]) {
            let at = |i: usize, j: usize| {
                let mut at = [level; 3];
                (at[(normal + 1) % 3], at[(normal + 2) % 3]) = (i, j);
                at
            };
            for (i, j) in (0..CELLS).flat_map(|i| (0..CELLS).map(move |j| (i, j))) {
                faces.push([at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)].map(&mut node));
            }
            for (i, j) in (0..=CELLS).flat_map(|i| (1..CELLS).map(move |j| (i, j))) {
                lines.push([at(i, j - 1), at(i, j), at(i, j + 1)].map(|x| node(x) as usize));
                lines.push([at(j - 1, i), at(j, i), at(j + 1, i)].map(|x| node(x) as usize));
            }
        }
        let mut shell = Self { nodes, faces, springs: Vec::new(), lines };
        shell.add_springs();
        for x in &mut shell.nodes {
            let middle = |x: f64| 4.0 * x * (SIZE - x) / (SIZE * SIZE);
            let inward = 0.02 * SIZE * middle(x[2]);
            for k in 0..2 {
                let side = if x[k] == 0.0 {
                    1.0
                } else if x[k] == SIZE {
                    -1.0
                } else {
                    0.0
                };
                x[k] += side * inward;
            }
        }
        shell
    }

    /// The edges and the diagonals of all faces.
    fn add_springs(&mut self) {
        let mut pairs = BTreeMap::new();
        for face in &self.faces {
            let [a, b, c, d] = face.map(|node| node as usize);
            for (ends, share) in [
                ([a, b], 0.5),
                ([b, c], 0.5),
                ([c, d], 0.5),
                ([d, a], 0.5),
                ([a, c], 0.5),
                ([b, d], 0.5),
            ] {
                *pairs.entry([ends[0].min(ends[1]), ends[0].max(ends[1])]).or_insert(0.0) += share;
            }
        }
        self.springs.extend(pairs.into_iter().map(|(ends, share)| {
            let [p, q] = ends.map(|node| Vec3::from(self.nodes[node]));
            Spring { ends, rest: (q - p).norm(), stiffness: share * MODULUS * THICK }
        }));
    }

    fn add_forces(&self, x: &[[f64; 3]], forces: &mut [Vec3]) {
        let at = |node: usize| Vec3::from(x[node]);
        for Spring { ends: [a, b], rest, stiffness } in &self.springs {
            let along = at(*b) - at(*a);
            let pull = along * (stiffness * (1.0 - rest / along.norm()));
            forces[*a] += pull;
            forces[*b] -= pull;
        }
        let cell = SIZE / CELLS as f64;
        let stiffness = BENDING * MODULUS * THICK.powi(3) / (12.0 * cell * cell);
        for &[a, b, c] in &self.lines {
            let bend = (at(a) - at(b) * 2.0 + at(c)) * stiffness;
            forces[a] -= bend;
            forces[b] += bend * 2.0;
            forces[c] -= bend;
        }
    }

    /// Its faces as triangles.
    fn triangles(&self) -> Vec<[usize; 3]> {
        let cut = |face: &[u32; 4]| {
            // As the library cuts them: through the smallest node.
            let mut f = face.map(|node| node as usize);
            let smallest = (0..4).min_by_key(|&i| f[i]).unwrap_or(0);
            f.rotate_left(smallest);
            [[f[0], f[1], f[2]], [f[0], f[2], f[3]]]
        };
        self.faces.iter().flat_map(cut).collect()
    }
}

/// How often an edge of the middle surface passes through a triangle of it that it shares no node
/// with.
fn crossings(triangles: &[[usize; 3]], x: &[[f64; 3]]) -> usize {
    let at = |node: usize| Vec3::from(x[node]);
    let rounding = 1e-9 * (SIZE / CELLS as f64).powi(3);
    let volume = |a: Vec3, b: Vec3, c: Vec3, d: Vec3| (b - a).cross(&(c - a)).dot(&(d - a));
    let is_apart = |one: &[Vec3], two: &[Vec3]| {
        (0..3).any(|k| {
            let range = |list: &[Vec3]| {
                list.iter().fold([f64::MAX, f64::MIN], |[a, b], v| [a.min(v[k]), b.max(v[k])])
            };
            let ([a, b], [c, d]) = (range(one), range(two));
            b < c || d < a
        })
    };
    let edges: std::collections::BTreeSet<[usize; 2]> = triangles
        .iter()
        .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]].map(|[p, q]| [p.min(q), p.max(q)]))
        .collect();
    let mut count = 0;
    for &[p, q] in &edges {
        for t in triangles.iter().filter(|t| !t.contains(&p) && !t.contains(&q)) {
            let ([from, to], [a, b, c]) = ([at(p), at(q)], t.map(at));
            if is_apart(&[from, to], &[a, b, c]) {
                continue;
            }
            // Faces in one plane have volumes of nothing but rounding.
            let sides = [volume(a, b, c, from), volume(a, b, c, to)];
            let meets = sides[0] * sides[1] < 0.0 && sides.iter().all(|v| v.abs() > rounding);
            let turns = [(a, b), (b, c), (c, a)].map(|(s, e)| volume(from, to, s, e) > 0.0);
            count += usize::from(meets && (turns == [true; 3] || turns == [false; 3]));
        }
    }
    count
}

/// The box, the ground and the block.
struct Model {
    shell: Shell,
    scene: Scene,
    forces: ContactForces,
    bodies: [u32; 2],
    masses: Vec<f64>,
    x: Vec<[f64; 3]>,
    v: Vec<Vec3>,
    /// Of the bottom of the block.
    height: f64,
    speed: f64,
}

impl Model {
    fn new() -> Self {
        let shell = Shell::new();
        // What is as stiff as the time step allows, since this loop does not adapt it.
        let penalty = Penalty::new(OFFSET).expect("valid").with_soft_bound(0.25).expect("valid");
        let penalty = penalty.with_damping(0.2).expect("valid");
        let penalty = penalty.with_friction(Friction::new(0.3).expect("valid"));
        let config = Config::new(penalty.detection_distance()).expect("valid").with_threads(1);
        let mut scene = Scene::new(config).expect("threads");
        let sheet = SurfaceMesh::open(shell.nodes.clone(), &shell.faces, &[THICK]).expect("valid");
        let options = BodyOptions::default().with_self_contact(true);
        let own = scene.add_surface(&sheet, options).expect("a shell");
        let block = bodies::block([6, 6, 1], BLOCK).expect("valid");
        let block = scene.add_mesh(&block, BodyOptions::default()).expect("a block");
        let ground = [0.0, 0.0, -0.5 * THICK - OFFSET];
        scene.add_plane(ground, [0.0, 0.0, 1.0], BodyOptions::default()).expect("a plane");
        let mut forces = ContactForces::new(penalty);
        let material = Material::new(MODULUS, DENSITY).expect("valid");
        forces.set_material(&scene, own, material).expect("a shell has a thickness");
        forces.set_material(&scene, block, material).expect("a mesh");
        forces.set_time_step(&scene, DT).expect("valid");
        let masses = forces.lumped_masses(&scene, own).expect("it has a material");
        let (x, v) = (shell.nodes.clone(), vec![Vec3::zeros(); shell.nodes.len()]);
        let height = SIZE + 0.5 * THICK + OFFSET;
        let bodies = [own, block];
        Self { shell, scene, forces, bodies, masses, x, v, height, speed: -BLOCK_SPEED }
    }

    fn step(&mut self, time: Time) {
        let [own, block] = self.bodies;
        self.scene.set_positions(own, &self.x).expect("finite");
        let aside = 0.5 * (SIZE - BLOCK[0]);
        self.scene.set_pose(block, &Pose::translation(aside, aside, self.height)).expect("finite");
        self.scene.detect();
        let mut v = self.v.clone();
        v.resize(self.scene.all_positions().len(), Vec3::new(0.0, 0.0, self.speed));
        let motion = Motion { x: self.scene.all_positions(), v: &v, rigid: &[] };
        self.forces.evaluate(&self.scene, &motion, time).expect("all is known");
        let mut forces = self.forces.on_nodes(&self.scene, own).to_vec();
        self.shell.add_forces(&self.x, &mut forces);
        for (((x, v), force), mass) in
            self.x.iter_mut().zip(&mut self.v).zip(forces).zip(&self.masses)
        {
            *v += (force / *mass - Vec3::z() * GRAVITY - *v * DRAG) * DT;
            *x = (Vec3::from(*x) + *v * DT).into();
        }
        let push: f64 = self.forces.on_nodes(&self.scene, block).iter().map(|f| f.z).sum();
        self.speed += (push / BLOCK_MASS - GRAVITY) * DT;
        self.height += self.speed * DT;
    }
}

#[test]
fn a_box_of_shells_that_a_block_crushes_does_not_pass_through_itself() {
    let mut model = Model::new();
    let total: f64 = model.masses.iter().sum();
    let wanted = 6.0 * SIZE * SIZE * THICK * DENSITY;
    assert!((total / wanted - 1.0).abs() < 0.03, "{total} of {wanted}");
    let triangles = model.shell.triangles();
    assert_eq!(crossings(&triangles, &model.x), 0);
    let (mut lowest, mut most, mut folds) = (f64::INFINITY, 0.0f64, 0);
    for step in 0..(DURATION / DT) as usize {
        model.step(if step == 0 { Time::Start } else { Time::After(DT) });
        most = most.max(model.forces.max_closure());
        if step % 50 == 0 {
            assert_eq!(crossings(&triangles, &model.x), 0, "step {step}");
            let out = |x: &[f64; 3]| x[2] > model.height || x[2] < -0.5 * THICK - OFFSET;
            assert!(!model.x.iter().any(out), "step {step}: through the block or the ground");
            let own = |c: &&gapkit::scene::Contact| c.sides[0].body == c.sides[1].body;
            folds = folds.max(model.scene.contacts().iter().filter(own).count());
        }
        lowest = lowest.min(model.height);
    }
    // Folds lie on each other, and the block has come far down.
    assert!(folds > 100 && lowest < 0.5 * SIZE, "{folds} {lowest}");
    // No layer is pressed to nothing: the closure of two shells is below offset and thickness.
    assert!(most < OFFSET + 0.9 * THICK, "{most}");
}
