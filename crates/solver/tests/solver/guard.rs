//! Nodes so fast that forces alone would let them through a facet.

use gapkit::Vec3;
use gapkit::forces::{ContactForces, Guarded, Material, Motion, Penalty, Time};
use gapkit::mesh::{TetMesh, bodies};
use gapkit::scene::{BodyOptions, Config, Resolution, Scene};

const OFFSET: f64 = 0.01;
const DT: f64 = 1e-3;

/// A plate, and a blunt tip below which it is at a gap, which falls with a speed.
struct Fall {
    scene: Scene,
    forces: ContactForces,
    x: Vec<[f64; 3]>,
    v: Vec<Vec3>,
    masses: Vec<f64>,
}

fn plate() -> TetMesh {
    bodies::block([2, 2, 1], [1.0, 1.0, 0.3]).expect("valid")
}

/// The lowest node of the tip, after those of the plate.
const TIP: usize = 18;

impl Fall {
    fn new(gap: f64, speed: f64) -> Self {
        let penalty = Penalty::new(OFFSET).expect("valid");
        let config = Config::new(penalty.detection_distance()).expect("valid");
        let mut scene = Scene::new(config.with_resolution(Resolution::Surface)).expect("valid");
        let tip = [[0.61, 0.42, 0.3], [0.1, 0.1, 0.35], [0.9, 0.2, 0.36], [0.5, 0.9, 0.34]];
        let tip = TetMesh::new(tip.to_vec(), vec![[0, 1, 2, 3]]).expect("valid");
        let mut forces = ContactForces::new(penalty);
        for mesh in [&plate(), &tip] {
            let body = scene.add_mesh(mesh, BodyOptions::default()).expect("valid");
            forces
                .set_material(&scene, body, Material::new(1e3, 1.0).expect("valid"))
                .expect("valid");
        }
        forces.set_time_step(&scene, DT).expect("valid");
        let masses = [0, 1].map(|body| forces.lumped_masses(&scene, body).expect("valid")).concat();
        let mut v = vec![Vec3::zeros(); masses.len()];
        v[TIP..].fill(Vec3::new(0.3 * speed, 0.1 * speed, -speed));
        let x = scene.all_positions().to_vec();
        let mut fall = Self { scene, forces, x, v, masses };
        // As it comes near, and when it is there.
        fall.place(1.2 * OFFSET, Time::Start);
        fall.place(gap, Time::After(DT));
        fall
    }

    fn place(&mut self, gap: f64, time: Time) {
        let by = gap - (self.x[TIP][2] - 0.3);
        self.x[TIP..].iter_mut().for_each(|x| x[2] += by);
        self.scene.set_positions(1, &self.x[TIP..]).expect("valid");
        self.scene.detect();
        let motion = Motion { x: &self.x, v: &self.v, rigid: &[] };
        self.forces.evaluate(&self.scene, &motion, time).expect("valid");
    }

    fn guard(&mut self, inverse_mass: &dyn Fn(u32) -> f64) -> f64 {
        let mut step = Guarded { x: &self.x, v: &mut self.v, dt: DT };
        self.forces.guard(&self.scene, &mut step, inverse_mass, &|_| false)
    }

    /// How high the tip is over the facet of the plate below it, at the end of a step.
    fn gap_after(&self, dt: f64) -> f64 {
        let then = |i: usize| Vec3::from(self.x[i]) + self.v[i] * dt;
        let tip = then(TIP);
        let over = |facet: &[u32; 3]| {
            let [a, b, c] = facet.map(|i| then(i as usize));
            let area = (b - a).cross(&(c - a));
            let is_left = |p: Vec3, q: Vec3| (q - p).cross(&(tip - p)).dot(&area) >= 0.0;
            let is_over = area.z > 0.0 && is_left(a, b) && is_left(b, c) && is_left(c, a);
            is_over.then(|| area.dot(&(tip - a)) / area.norm())
        };
        plate().boundary().facets().iter().find_map(over).expect("a facet below")
    }

    fn momenta(&self) -> (Vec3, Vec3, f64) {
        let each = self.masses.iter().zip(&self.x).zip(&self.v);
        each.fold((Vec3::zeros(), Vec3::zeros(), 0.0), |(p, l, k), ((m, x), v)| {
            (p + v * *m, l + Vec3::from(*x).cross(v) * *m, k + 0.5 * m * v.norm_squared())
        })
    }
}

#[test]
fn a_fast_node_keeps_a_part_of_its_gap_and_bodies_their_momenta() {
    for gap in [0.9, 0.3, 1e-3, 1e-9] {
        let mut fall = Fall::new(gap * OFFSET, 40.0);
        assert!(fall.gap_after(DT) < 0.0, "it would be through");
        let before = fall.momenta();
        let masses = fall.masses.clone();
        let dt = fall.guard(&|node| 1.0 / masses[node as usize]);
        assert_eq!(dt, DT);
        assert!(fall.gap_after(dt) > 0.04 * gap * OFFSET, "{gap}: {}", fall.gap_after(dt));
        let after = fall.momenta();
        let size = before.2.sqrt();
        assert!((after.0 - before.0).norm() < 1e-13 * size);
        assert!((after.1 - before.1).norm() < 1e-13 * size);
        let taken = fall.forces.pairs()[0].damping;
        assert!(taken > 0.0 && (before.2 - after.2 - taken).abs() < 1e-12 * before.2);
    }
}

#[test]
fn what_is_slow_or_held_is_left_alone() {
    let mut slow = Fall::new(0.3 * OFFSET, 0.5);
    let v = slow.v.clone();
    assert_eq!(slow.guard(&|_| 1.0), DT);
    assert_eq!(slow.v, v);
    // The tip cannot give way, so the plate does; with both held the step is shorter.
    let mut held = Fall::new(0.3 * OFFSET, 40.0);
    let (v, masses) = (held.v.clone(), held.masses.clone());
    let of_plate = |node: u32| match node as usize {
        TIP.. => 0.0,
        i => 1.0 / masses[i],
    };
    assert_eq!(held.guard(&of_plate), DT);
    assert_eq!(held.v[TIP..], v[TIP..]);
    assert!(held.v[..TIP] != v[..TIP]);
    let mut both = Fall::new(0.3 * OFFSET, 40.0);
    let dt = both.guard(&|_| 0.0);
    assert!(dt < DT && 40.0 * dt < 0.3 * OFFSET && dt > 0.0, "{dt}");
    assert_eq!(both.v, v);
}
