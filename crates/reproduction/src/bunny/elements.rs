//! Linear tetrahedra and leapfrog, with nothing of the solver but its materials: what section 5.3 of the
//! paper says of its own finite elements.

use gapkit::Vec3;
use gapkit_solver::{Material, Solver, cofactor};
use nalgebra::Matrix3;
use rayon::prelude::*;

use crate::Error;
use crate::bunny_knots::{self, GRAVITY};

/// The least volume ratio that stress is computed for: an element that is turned inside out is
/// pushed back as if it were nearly flat.
const LEAST_RATIO: f64 = 0.05;

/// A tetrahedron: its edges at rest, inverted, and its volume.
#[derive(Debug, Clone, Copy)]
struct Element {
    nodes: [u32; 4],
    inverse: Matrix3<f64>,
    volume: f64,
    material: Material,
}

/// All deformable bodies.
#[derive(Debug, Clone)]
pub(super) struct Elements {
    elements: Vec<Element>,
    pub(super) mass: Vec<f64>,
    pub(super) x: Vec<[f64; 3]>,
    pub(super) v: Vec<Vec3>,
    forces: Vec<[Vec3; 4]>,
}

fn edges(nodes: [u32; 4], x: &[[f64; 3]]) -> Matrix3<f64> {
    let [a, b, c, d] = nodes.map(|node| Vec3::from(x[node as usize]));
    Matrix3::from_columns(&[b - a, c - a, d - a])
}

impl Elements {
    /// The bodies of a solver, where they are now.
    pub(super) fn of(solver: &Solver) -> Result<Self, Error> {
        let tets: Vec<[u32; 4]> = solver.tets().collect();
        let mut elements = Vec::with_capacity(tets.len());
        for (body, number) in solver.bodies().iter().zip(0..) {
            let material = bunny_knots::material(number)?;
            for nodes in &tets[body.elements()] {
                let rest = edges(*nodes, solver.rest_positions());
                let inverse = rest.try_inverse().unwrap_or_else(Matrix3::zeros);
                let volume = rest.determinant() / 6.0;
                elements.push(Element { nodes: *nodes, inverse, volume, material });
            }
        }
        Ok(Self {
            forces: vec![[Vec3::zeros(); 4]; elements.len()],
            elements,
            mass: solver.masses().to_vec(),
            x: solver.positions().to_vec(),
            v: solver.velocities().to_vec(),
        })
    }

    /// Adds the forces of stress.
    pub(super) fn add_forces(&mut self, sum: &mut [Vec3]) {
        let Self { elements, x, forces, .. } = self;
        let jobs = elements.par_iter().zip(forces.par_iter_mut());
        jobs.for_each(|(element, out)| *out = element.forces(x));
        for (element, forces) in elements.iter().zip(forces) {
            for (node, force) in element.nodes.iter().zip(forces) {
                sum[*node as usize] += *force;
            }
        }
    }

    /// Velocities half a step on from half a step before, and positions a step on.
    pub(super) fn advance(&mut self, forces: &[Vec3], dt: f64) {
        let Self { mass, x, v, .. } = self;
        for (((x, v), force), mass) in x.iter_mut().zip(v).zip(forces).zip(mass) {
            *v += (force / *mass - Vec3::z() * GRAVITY) * dt;
            *x = (Vec3::from(*x) + *v * dt).into();
        }
    }

    pub(super) fn kinetic_energy(&self) -> f64 {
        self.mass.iter().zip(&self.v).map(|(mass, v)| 0.5 * mass * v.norm_squared()).sum()
    }
}

impl Element {
    fn forces(&self, x: &[[f64; 3]]) -> [Vec3; 4] {
        let gradient = edges(self.nodes, x) * self.inverse;
        let ratio = gradient.determinant().max(LEAST_RATIO);
        let stress = self.material.stress(&gradient, &cofactor(&gradient), ratio);
        let forces = stress * self.inverse.transpose() * -self.volume;
        let [b, c, d] = [0, 1, 2].map(|i| Vec3::from(forces.column(i)));
        [-(b + c + d), b, c, d]
    }
}
