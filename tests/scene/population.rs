//! Random bodies in degenerate places: flush, coplanar, equal, on integer grids, moved by one unit
//! in the last place.

use std::sync::LazyLock;

use gapkit::mesh::{BeamMesh, Orientation, SurfaceMesh, TetMesh, bodies};
use gapkit::scene::{BodyOptions, Config, Scene};
use gapkit::shape::Pose;
use rand::RngExt;
use rand::rngs::SmallRng;

use crate::common::{block, moved, oriented, random_rotation};
use crate::promote::{promote, tetrahedra};

/// How many of the meshes have few facets.
const SMALL_MESHES: usize = 8;

/// Meshes of about unit size, small ones first.
static MESHES: LazyLock<Vec<TetMesh>> = LazyLock::new(|| {
    let tet = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let two = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0; 3]];
    let rope = bodies::Knot { rope: 0.6, ..bodies::Knot::trefoil(14, 3, 1) };
    let tooth = bodies::GearTooth { columns: 1, layers: 1, ..bodies::GearTooth::standard(12, 2) };
    vec![
        block([1, 1, 1], [1.0; 3]),
        block([1, 1, 1], [1.0; 3]),
        block([2, 1, 1], [2.0, 1.0, 1.0]),
        block([2, 2, 1], [1.0; 3]),
        block([1, 2, 2], [1.0, 2.0, 1.0]),
        block([3, 2, 1], [1.0, 1.0, 0.5]),
        oriented(tet, vec![[0, 1, 2, 3]]),
        oriented(two, vec![[0, 1, 2, 3], [1, 2, 3, 4]]),
        bodies::sphere(0.75, 2).expect("a ball"),
        scaled(&bodies::knot(&rope).expect("a knot"), 0.25),
        unit(&bodies::gear_tooth(&tooth).expect("a tooth")),
    ]
});

/// Meshes of quadratic elements that are bent.
static CURVED: LazyLock<Vec<TetMesh>> = LazyLock::new(|| {
    let bent = |mesh: &TetMesh| {
        let mut elements = promote(&tetrahedra(mesh.nodes(), mesh.tets()), false).0;
        for x in &mut elements.nodes {
            let [a, b, c] = *x;
            *x = [a + 0.1 * b * c, b + 0.08 * a * a, c - 0.1 * a * b];
        }
        TetMesh::from_elements(&elements, Orientation::Refuse).expect("a quadratic mesh")
    };
    [block([1, 1, 1], [1.0; 3]), block([2, 1, 1], [1.0, 0.5, 0.5])].iter().map(bent).collect()
});

fn scaled(mesh: &TetMesh, by: f64) -> TetMesh {
    moved(mesh, |x| x.map(|x| by * x))
}

/// The mesh with its lowest corner at the origin and its largest extent 1.
fn unit(mesh: &TetMesh) -> TetMesh {
    let ends = |k: usize| {
        let along = || mesh.nodes().iter().map(move |x| x[k]);
        (along().fold(f64::INFINITY, f64::min), along().fold(f64::NEG_INFINITY, f64::max))
    };
    let ends = [0, 1, 2].map(ends);
    let size = ends.iter().map(|(low, high)| high - low).fold(0.0, f64::max);
    moved(mesh, |x| [0, 1, 2].map(|k| (x[k] - ends[k].0) / size))
}

#[derive(Clone)]
struct Member {
    mesh: TetMesh,
    /// What is there instead of the mesh: its skin, or a part of that as a shell.
    skin: Option<SurfaceMesh>,
    /// Or some of its edges as beams.
    beams: Option<BeamMesh>,
    /// The nodes of the surface.
    surface: Vec<u32>,
    options: BodyOptions,
    /// Where the nodes are, were at the step before, and were at first.
    now: Vec<[f64; 3]>,
    before: Vec<[f64; 3]>,
    first: Vec<[f64; 3]>,
}

/// Bodies, and where they are.
#[derive(Clone)]
pub(crate) struct Population {
    members: Vec<Member>,
    has_far: bool,
    /// The displacement of each body in the time step ahead.
    velocities: Option<Vec<[f64; 3]>>,
}

/// The number of a mesh: of five lives one has larger ones.
fn choose_mesh(random: &mut SmallRng) -> usize {
    let count = if random.random_range(0..5) == 0 { MESHES.len() } else { SMALL_MESHES };
    random.random_range(0..count)
}

fn pick(random: &mut SmallRng, list: &[f64]) -> f64 {
    list[random.random_range(0..list.len())]
}

/// Moves a coordinate by one unit in the last place.
fn by_one_ulp(x: f64, up: bool) -> f64 {
    if up { x.next_up() } else { x.next_down() }
}

impl Population {
    pub(crate) fn new(random: &mut SmallRng) -> Self {
        let count = random.random_range(2..5);
        let thickness = pick(random, &[0.0, 0.0, 0.0, 0.0, 0.1, 1e-6]);
        let self_contact = random.random_range(0..3) == 0;
        let options = BodyOptions::default().with_thickness(thickness).expect("a thickness");
        let options = options.with_self_contact(self_contact);
        // Often all bodies are of one kind.
        let kind = choose_mesh(random);
        let same = random.random_range(0..3) > 0;
        let mut members: Vec<Member> = (0..count)
            .map(|_| {
                let other = choose_mesh(random);
                Member::new(&MESHES[if same { kind } else { other }], options)
            })
            .collect();
        let has_far = random.random_range(0..8) == 0;
        if has_far {
            let far = moved(&MESHES[0], |x| x.map(|x| 1e14 + 1e12 * x));
            members.push(Member::new(&far, BodyOptions::default()));
        }
        let mut population = Self { members, has_far, velocities: None };
        population.begin(random);
        population
    }

    /// Makes some of the bodies skins or shells.
    pub(crate) fn hollow_out(&mut self, random: &mut SmallRng) {
        for member in self.near() {
            let skin = SurfaceMesh::skin_of(&member.mesh);
            let faces: Vec<[u32; 4]> =
                skin.facets().iter().map(|&[a, b, c]| [a, b, c, c]).collect();
            member.skin = match random.random_range(0..4) {
                0 => None,
                1 => Some(skin),
                _ => {
                    let count = random.random_range(1..=faces.len());
                    let thickness = pick(random, &[0.0, 0.1, 0.1, 0.02, 1e-6]);
                    let of = |face: usize| {
                        if face.is_multiple_of(3) { 0.5 * thickness } else { thickness }
                    };
                    let list: Vec<f64> = (0..count).map(of).collect();
                    let nodes = member.mesh.nodes().to_vec();
                    Some(SurfaceMesh::open(nodes, &faces[..count], &list).expect("a shell"))
                }
            };
        }
    }

    /// Exchanges some of the bodies for others of quadratic elements.
    pub(crate) fn bend(&mut self, random: &mut SmallRng) {
        for member in self.near() {
            if random.random_range(0..2) == 0 {
                let mesh = &CURVED[random.random_range(0..CURVED.len())];
                *member = Member::new(mesh, member.options);
            }
        }
        self.begin(random);
    }

    /// Makes some of the bodies beams, along some of the edges of their surfaces.
    pub(crate) fn make_beams(&mut self, random: &mut SmallRng) {
        for member in self.near() {
            if random.random_range(0..2) == 0 {
                continue;
            }
            let mut edges: Vec<[u32; 2]> = Vec::new();
            for &[a, b, c] in member.mesh.boundary().facets() {
                edges.extend([[a, b], [b, c], [c, a]].map(|[x, y]| [x.min(y), x.max(y)]));
            }
            edges.sort_unstable();
            edges.dedup();
            let count = random.random_range(1..=edges.len().min(40));
            let first = random.random_range(0..=edges.len() - count);
            let radius = pick(random, &[1e-6, 0.01, 0.05, 0.05, 0.3]);
            let of = |i: usize| if i.is_multiple_of(3) { 0.5 * radius } else { radius };
            let radii: Vec<f64> = (0..count).map(of).collect();
            let nodes = member.mesh.nodes().to_vec();
            let list = &edges[first..first + count];
            member.beams = Some(BeamMesh::new(nodes, list, &radii).expect("beams"));
        }
    }

    /// A life begins: all bodies but the far one are put elsewhere, often on a grid.
    pub(crate) fn begin(&mut self, random: &mut SmallRng) {
        let on_a_grid = random.random_range(0..4) > 0;
        for member in self.near() {
            let mesh = &member.mesh;
            member.put(if on_a_grid { on_grid(mesh, random) } else { anywhere(mesh, random) });
        }
        self.choose_velocities(random);
    }

    /// All bodies but the far one.
    fn near(&mut self) -> &mut [Member] {
        let near = self.members.len() - usize::from(self.has_far);
        &mut self.members[..near]
    }

    fn choose_velocities(&mut self, random: &mut SmallRng) {
        let size = pick(random, &[0.0, 0.1, 1.0]);
        let one = |random: &mut SmallRng| [0, 1, 2].map(|_| size * random.random_range(-1.0..1.0));
        let all = (0..self.members.len()).map(|_| one(random)).collect();
        self.velocities = (random.random_range(0..6) == 0).then_some(all);
    }

    pub(crate) fn scene(&self, config: Config) -> Scene {
        let mut scene = Scene::new(config).expect("threads start");
        for member in &self.members {
            match (&member.skin, &member.beams) {
                (_, Some(beams)) => scene.add_beams(beams, member.options).expect("beams"),
                (Some(skin), _) => scene.add_surface(skin, member.options).expect("a surface"),
                _ => scene.add_mesh(&member.mesh, member.options).expect("a mesh"),
            };
        }
        scene
    }

    /// Moves the bodies of a scene to where they are.
    pub(crate) fn place(&self, scene: &mut Scene) {
        scene.clear_velocities();
        for (member, body) in self.members.iter().zip(0..) {
            scene.set_positions(body, &member.now).expect("positions");
            if let Some(velocities) = &self.velocities {
                let own = vec![velocities[body as usize]; member.now.len()];
                scene.set_velocities(body, &own, 1.0).expect("velocities");
            }
        }
    }

    /// One step of a life.
    pub(crate) fn step(&mut self, random: &mut SmallRng) {
        for member in self.near() {
            let now = member.moved(random);
            member.before = std::mem::replace(&mut member.now, now);
        }
        if random.random_range(0..4) == 0 {
            self.choose_velocities(random);
        }
    }

    /// The bodies without the far one, if there is one.
    pub(crate) fn without_far(&self) -> Option<Self> {
        let mut near = self.clone();
        near.has_far = false;
        near.members.pop();
        self.has_far.then_some(near)
    }

    /// The nodes of surfaces that are in other bodies: body, node, other body. Bodies with
    /// tetrahedra that are turned inside out are left out.
    pub(crate) fn inside(
        &self,
        is_in: impl Fn(&[[u32; 4]], &[[f64; 3]], [f64; 3]) -> bool,
    ) -> Vec<(u32, u32, u32)> {
        let mut list = Vec::new();
        for (one, body) in self.members.iter().zip(0..) {
            let others = self.members.iter().zip(0..).filter(|(_, other)| *other != body);
            for (two, other) in others.filter(|(two, _)| two.is_upright()) {
                for &node in &one.surface {
                    if is_in(two.mesh.tets(), &two.now, one.now[node as usize]) {
                        list.push((body, node, other));
                    }
                }
            }
        }
        list
    }
}

/// On an integer grid or halves of it, turned by right angles, perhaps a little off.
fn on_grid(mesh: &TetMesh, random: &mut SmallRng) -> Vec<[f64; 3]> {
    let shift = [0, 1, 2].map(|_| pick(random, &[-1.0, -0.5, 0.0, 0.0, 0.5, 1.0, 1.0]));
    let turns = random.random_range(0..4);
    let off = pick(random, &[0.0, 0.0, 0.0, 1e-15, 1e-12, 1e-9, -1e-6, 1e-3, -1e-2]);
    let axis = random.random_range(0..3);
    let place = |x: &[f64; 3]| {
        let mut x = (0..turns).fold(*x, |[x, y, z], _| [-y, x, z]);
        x[axis] += off;
        [0, 1, 2].map(|k| x[k] + shift[k])
    };
    mesh.nodes().iter().map(place).collect()
}

fn anywhere(mesh: &TetMesh, random: &mut SmallRng) -> Vec<[f64; 3]> {
    let shift = gapkit::Vec3::from_fn(|_, _| random.random_range(-1.0..1.0));
    let pose = Pose::new(shift, random_rotation(random));
    mesh.nodes().iter().map(|x| pose.transform_point(&(*x).into()).into()).collect()
}

impl Member {
    fn new(mesh: &TetMesh, options: BodyOptions) -> Self {
        let mut surface: Vec<u32> = mesh.boundary().facets().iter().flatten().copied().collect();
        surface.sort_unstable();
        surface.dedup();
        let [now, before, first] = [(); 3].map(|()| mesh.nodes().to_vec());
        Self { mesh: mesh.clone(), skin: None, beams: None, surface, options, now, before, first }
    }

    /// Puts the nodes where a life begins.
    fn put(&mut self, nodes: Vec<[f64; 3]>) {
        self.now.clone_from(&nodes);
        self.before.clone_from(&nodes);
        self.first = nodes;
    }

    /// Whether no tetrahedron is turned inside out.
    fn is_upright(&self) -> bool {
        self.mesh.tets().iter().all(|tet| {
            let [a, b, c, d] = tet.map(|node| gapkit::Vec3::from(self.now[node as usize]));
            (b - a).cross(&(c - a)).dot(&(d - a)) > 0.0
        })
    }

    /// Where the nodes go in a step.
    fn moved(&self, random: &mut SmallRng) -> Vec<[f64; 3]> {
        let along = |by: [f64; 3]| {
            self.now.iter().map(|x| [0, 1, 2].map(|k| x[k] + by[k])).collect::<Vec<_>>()
        };
        let mut vector = |size: f64| [0, 1, 2].map(|_| size * random.random_range(-1.0..1.0));
        let small = vector(0.02);
        let jump = vector(1.5);
        let axis = random.random_range(0..3);
        match random.random_range(0..12) {
            0 | 1 => self.now.clone(),
            2 => self.before.clone(),
            3 => self.first.clone(),
            4 => along(jump),
            5 | 6 => along(small),
            7 => {
                let mut by = [0.0; 3];
                by[axis] = pick(random, &[0.5, -0.5, 1.0, -1.0, 1e-9, -1e-9, 1e-3, -1e-3]);
                along(by)
            }
            8 => {
                let up = random.random_range(0..2) == 0;
                let mut nodes = self.now.clone();
                nodes.iter_mut().for_each(|x| x[axis] = by_one_ulp(x[axis], up));
                nodes
            }
            9 => self.now.iter().map(|[x, y, z]| [-y, *x, *z]).collect(),
            10 => {
                let turn = random_rotation(random) * 0.01;
                let pose = Pose::new(gapkit::Vec3::zeros(), turn);
                self.now.iter().map(|x| pose.transform_point(&(*x).into()).into()).collect()
            }
            // Every node for itself: the mesh deforms.
            _ => {
                let by = pick(random, &[1e-15, 1e-6, 0.01, 0.05]);
                let mut jitter = || by * random.random_range(-1.0..1.0);
                self.now.iter().map(|x| x.map(|x| x + jitter())).collect()
            }
        }
    }
}
