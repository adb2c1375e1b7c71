//! The linear tetrahedron, total Lagrangian: everything refers to the shape that is free of stress.

use nalgebra::{Matrix3, SMatrix};

use super::material::{Material, cofactor};
use gapkit::Vec3;
use gapkit::mesh::TetMesh;

/// An element: its nodes, numbered through all bodies, and its shape at rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Tet {
    pub(super) nodes: [u32; 4],
    /// The inverse of the edges from the last node: its rows are the gradients of the shape
    /// functions of the first three.
    inverse: Matrix3<f64>,
    pub(super) volume: f64,
    /// How many times its mass it has: see `Settings::with_mass_scaling`.
    pub(super) mass_factor: f64,
}

/// The edges from the last node, as columns.
#[inline]
fn edges(nodes: [u32; 4], x: &[[f64; 3]]) -> Matrix3<f64> {
    let [a, b, c, d] = nodes.map(|node| Vec3::from(x[node as usize]));
    Matrix3::from_columns(&[a - d, b - d, c - d])
}

impl Tet {
    /// An element at rest; `None` if it is flat.
    pub(super) fn new(nodes: [u32; 4], x: &[[f64; 3]]) -> Option<Self> {
        let edges = edges(nodes, x);
        let inverse = edges.try_inverse()?;
        Some(Self { nodes, inverse, volume: edges.determinant().abs() / 6.0, mass_factor: 1.0 })
    }

    /// The deformation gradient.
    #[inline]
    pub(super) fn gradient(&self, x: &[[f64; 3]]) -> Matrix3<f64> {
        edges(self.nodes, x) * self.inverse
    }

    /// The forces on the nodes, whose sum is zero to rounding; `None` if the element is inverted.
    #[inline]
    pub(super) fn forces(&self, material: &Material, x: &[[f64; 3]]) -> Option<[Vec3; 4]> {
        let f = self.gradient(x);
        let cofactor = cofactor(&f);
        let j = f.column(0).dot(&cofactor.column(0));
        let stress = material.stress(&f, &cofactor, j);
        let h = stress * self.inverse.transpose() * -self.volume;
        let [a, b, c] = [0, 1, 2].map(|k| h.column(k).into_owned());
        (j > 0.0).then(|| [a, b, c, -(a + b + c)])
    }

    /// A bound on the square of the largest frequency with lumped mass, with the smaller of the
    /// shapes now and at rest. For nodal values `u` the gradient is `H = u Gᵀ`, so that
    /// `energy <= V/2 C |H|² <= V/2 C largest(GᵀG) |u|²`, against the kinetic `rho V/8 |u'|²`.
    pub(super) fn frequency_squared(&self, material: &Material, x: &[[f64; 3]]) -> f64 {
        let now = edges(self.nodes, x).try_inverse();
        let steepest = now.map_or(f64::INFINITY, |now| steepest(&now)).max(steepest(&self.inverse));
        4.0 * material.stiffest() / (self.mass_factor * material.density()) * steepest
    }

    /// Gives the element the mass with which its frequency at rest is at most this, squared.
    pub(super) fn scale_mass(&mut self, material: &Material, squared: f64) {
        let own = 4.0 * material.stiffest() / material.density() * steepest(&self.inverse);
        self.mass_factor = (own / squared).max(1.0);
    }
}

/// The largest of the bounds of all elements of a mesh, at rest.
pub(super) fn highest_frequency_squared(mesh: &TetMesh, material: &Material) -> f64 {
    let elements = mesh.tets().iter().filter_map(|&nodes| Tet::new(nodes, mesh.nodes()));
    elements.map(|tet| tet.frequency_squared(material, mesh.nodes())).fold(0.0, f64::max)
}

/// The largest eigenvalue of the sum over all four nodes of gradient times gradient.
fn steepest(inverse: &Matrix3<f64>) -> f64 {
    let rows = [0, 1, 2].map(|k| inverse.row(k).transpose());
    let last = -(rows[0] + rows[1] + rows[2]);
    let g = SMatrix::<f64, 3, 4>::from_columns(&[rows[0], rows[1], rows[2], last]);
    largest_eigenvalue(&(g * g.transpose()))
}

/// The largest eigenvalue of a symmetric matrix: O. Smith, Eigenvalues of a symmetric 3 x 3 matrix,
/// Communications of the ACM 4(4), 1961, 168.
fn largest_eigenvalue(m: &Matrix3<f64>) -> f64 {
    let mean = m.trace() / 3.0;
    let deviator = m - Matrix3::identity() * mean;
    let size = (deviator.norm_squared() / 6.0).sqrt();
    if size <= f64::EPSILON * mean.abs() {
        return mean;
    }
    let angle = ((deviator / size).determinant() / 2.0).clamp(-1.0, 1.0).acos() / 3.0;
    mean + 2.0 * size * angle.cos()
}

#[cfg(test)]
mod tests {
    use super::super::material::Law;
    use super::*;

    #[test]
    fn the_largest_eigenvalue_of_known_matrices() {
        assert_eq!(largest_eigenvalue(&Matrix3::identity()), 1.0);
        let m = Matrix3::from_diagonal(&Vec3::new(3.0, -5.0, 1.0));
        assert!((largest_eigenvalue(&m) - 3.0).abs() < 1e-14);
        let turn = nalgebra::Rotation3::from_euler_angles(0.4, -1.1, 2.0).into_inner();
        assert!((largest_eigenvalue(&(turn * m * turn.transpose())) - 3.0).abs() < 1e-14);
    }

    #[test]
    fn the_bound_is_met_by_no_mode_of_the_element() {
        let x = [[0.1, 0.0, 0.0], [1.0, 0.2, 0.0], [0.0, 0.7, 0.1], [0.2, 0.3, 0.5]];
        let material = Material::new(Law::NeoHookean, 2.0, 3.0, 0.3).unwrap();
        let tet = Tet::new([0, 2, 1, 3], &x).unwrap();
        let mass = material.density() * tet.volume / 4.0;
        let mut stiffness = SMatrix::<f64, 12, 12>::zeros();
        for column in 0..12 {
            const STEP: f64 = 1e-6;
            let (mut up, mut down) = (x, x);
            up[column / 3][column % 3] += STEP;
            down[column / 3][column % 3] -= STEP;
            let [up, down] = [up, down].map(|x| tet.forces(&material, &x).unwrap());
            for (local, &node) in tet.nodes.iter().enumerate() {
                for k in 0..3 {
                    stiffness[(3 * node as usize + k, column)] =
                        (down[local][k] - up[local][k]) / (2.0 * STEP);
                }
            }
        }
        let exact = stiffness.symmetric_eigenvalues().max() / mass;
        let bound = tet.frequency_squared(&material, &x);
        assert!(exact <= bound && bound < 2.5 * exact, "{exact} {bound}");
    }
}
