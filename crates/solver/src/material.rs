//! Elastic materials for large rotations and moderate strains.
//!
//! Notation: `F` the deformation gradient, `J` its determinant, `P` the first Piola-Kirchhoff
//! stress, `W` the energy per reference volume, `lambda` and `mu` the Lamé constants.

use nalgebra::Matrix3;

use super::element;
use super::error::{Error, check};
use gapkit::mesh::TetMesh;

/// How stress follows from deformation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Law {
    /// `W = mu/2 (F:F - 3) - mu ln J + lambda/2 (J - 1)²`. It has no logarithm in the stress, and
    /// resists being turned inside out.
    #[default]
    NeoHookean,
    /// `W = mu |F - R|² + lambda/2 tr(RᵀF - 1)²` with `R` the rotation in `F`: in one dimension
    /// stress is proportional to strain, so that waves keep their speed.
    Corotational,
}

/// A homogeneous isotropic material.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Material {
    law: Law,
    density: f64,
    lambda: f64,
    mu: f64,
}

impl Material {
    /// A material with this density, Young's modulus and Poisson's ratio.
    ///
    /// # Errors
    /// If density or modulus are not positive, or the ratio is not in [0, 0.5).
    pub fn new(law: Law, density: f64, young: f64, poisson: f64) -> Result<Self, Error> {
        check("density", density, false)?;
        check("Young's modulus", young, false)?;
        if !(0.0..0.5).contains(&poisson) {
            let (name, limit) = ("Poisson's ratio", ">= 0 and < 0.5");
            return Err(Error::Parameter { name, value: poisson, limit });
        }
        let lambda = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson));
        Ok(Self { law, density, lambda, mu: young / (2.0 * (1.0 + poisson)) })
    }

    /// The material, as much softer as it takes for the elements of a mesh to allow this time step, of
    /// which the solver takes its share; and its moduli over those of the material.
    ///
    /// For a part that is much stiffer than all that it meets, and would set the step of all: mass,
    /// weight and inertia stay as they are, and as long as it is still much stiffer, so does what it does
    /// to others. Waves in it are slower by the root of the share.
    ///
    /// ```
    /// use gapkit::mesh::bodies;
    /// use gapkit_solver::{Law, Material};
    ///
    /// let anvil = bodies::block([2, 2, 2], [0.1; 3])?;
    /// let steel = Material::new(Law::NeoHookean, 7800.0, 2e11, 0.3)?;
    /// let (softer, share) = steel.softened(&anvil, 5e-5)?;
    /// assert!(share < 0.1 && (softer.bulk() / steel.bulk() - share).abs() < 1e-15);
    /// assert_eq!(softer.density(), steel.density());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the time step is not positive.
    pub fn softened(self, mesh: &TetMesh, dt: f64) -> Result<(Self, f64), Error> {
        let dt = check("time step of a softened part", dt, false)?;
        let allowed = (2.0 / dt).powi(2);
        let share = (allowed / element::highest_frequency_squared(mesh, &self)).min(1.0);
        Ok((Self { lambda: self.lambda * share, mu: self.mu * share, ..self }, share))
    }

    /// Mass per reference volume.
    #[must_use]
    pub fn density(&self) -> f64 {
        self.density
    }

    /// The bulk modulus.
    #[must_use]
    pub fn bulk(&self) -> f64 {
        self.lambda + 2.0 / 3.0 * self.mu
    }

    /// The largest stiffness that any small strain meets: the largest eigenvalue of the
    /// elasticity tensor.
    #[must_use]
    pub fn stiffest(&self) -> f64 {
        (3.0 * self.bulk()).max(2.0 * self.mu)
    }

    /// The first Piola-Kirchhoff stress.
    #[inline]
    #[must_use]
    pub fn stress(&self, f: &Matrix3<f64>, cofactor: &Matrix3<f64>, j: f64) -> Matrix3<f64> {
        match self.law {
            Law::NeoHookean => f * self.mu + cofactor * (self.lambda * (j - 1.0) - self.mu / j),
            Law::Corotational => {
                let r = rotation(f, cofactor, j);
                let trace = r.dot(f) - 3.0;
                (f - r) * (2.0 * self.mu) + r * (self.lambda * trace)
            }
        }
    }

    /// The energy per reference volume.
    #[must_use]
    pub fn energy(&self, f: &Matrix3<f64>) -> f64 {
        let j = f.determinant();
        match self.law {
            Law::NeoHookean => {
                // F:F - 3 and ln J lose everything at small strains if they are taken as they
                // stand.
                let h = f - Matrix3::identity();
                let stretch = 2.0 * h.trace() + h.norm_squared();
                let growth = growth(&h);
                0.5 * self.mu * stretch - self.mu * growth.ln_1p()
                    + 0.5 * self.lambda * growth * growth
            }
            Law::Corotational => {
                let r = rotation(f, &cofactor(f), j);
                let trace = r.dot(f) - 3.0;
                self.mu * (f - r).norm_squared() + 0.5 * self.lambda * trace * trace
            }
        }
    }

    /// The equivalent stress of von Mises, from the Cauchy stress.
    #[must_use]
    pub fn von_mises(&self, f: &Matrix3<f64>) -> f64 {
        let j = f.determinant();
        let cauchy = self.stress(f, &cofactor(f), j) * f.transpose() / j;
        let deviator = cauchy - Matrix3::identity() * (cauchy.trace() / 3.0);
        (1.5 * deviator.norm_squared()).sqrt()
    }
}

/// `det(1 + H) - 1` without cancellation.
fn growth(h: &Matrix3<f64>) -> f64 {
    let minors = cofactor(h).trace();
    h.trace() + minors + h.determinant()
}

/// The matrix of cofactors: `J` times the inverse transposed. Its columns are cross products.
#[inline]
#[must_use]
pub fn cofactor(f: &Matrix3<f64>) -> Matrix3<f64> {
    let [a, b, c] = [f.column(0), f.column(1), f.column(2)];
    Matrix3::from_columns(&[b.cross(&c), c.cross(&a), a.cross(&b)])
}

/// Maximum number of Newton steps for the polar decomposition, which doubles the number of correct
/// digits in each step: strains of 1 need no more.
const MAX_POLAR_STEPS: usize = 12;

/// The iteration ends when a step changes no more than this, squared: its next error is below
/// rounding.
const POLAR_CHANGE: f64 = 1e-20;

/// The rotation nearest to `F`: N. Higham, Computing the polar decomposition with applications,
/// SIAM Journal on Scientific and Statistical Computing 7(4), 1986, 1160-1174.
fn rotation(f: &Matrix3<f64>, cofactor_of: &Matrix3<f64>, j: f64) -> Matrix3<f64> {
    let mut r = (f + cofactor_of / j) * 0.5;
    for _ in 0..MAX_POLAR_STEPS {
        let cofactor = cofactor(&r);
        let next = (r + cofactor / r.column(0).dot(&cofactor.column(0))) * 0.5;
        let change = (next - r).norm_squared();
        r = next;
        if change < POLAR_CHANGE {
            break;
        }
    }
    r
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deformed() -> Matrix3<f64> {
        let turn = nalgebra::Rotation3::from_euler_angles(0.4, -1.1, 2.0).into_inner();
        turn * Matrix3::new(1.1, 0.05, -0.02, 0.01, 0.9, 0.03, 0.0, -0.04, 1.05)
    }

    #[test]
    fn stress_is_the_derivative_of_energy() {
        for law in [Law::NeoHookean, Law::Corotational] {
            let material = Material::new(law, 1.0, 3.0, 0.3).unwrap();
            let f = deformed();
            let stress = material.stress(&f, &cofactor(&f), f.determinant());
            for i in 0..9 {
                const STEP: f64 = 1e-6;
                let (mut up, mut down) = (f, f);
                up[i] += STEP;
                down[i] -= STEP;
                let slope = (material.energy(&up) - material.energy(&down)) / (2.0 * STEP);
                assert!((slope - stress[i]).abs() < 1e-8, "{law:?} {i}: {slope} {}", stress[i]);
            }
        }
    }

    #[test]
    fn a_rotation_is_free_of_stress() {
        let turn = nalgebra::Rotation3::from_euler_angles(0.4, -1.1, 2.0).into_inner();
        for law in [Law::NeoHookean, Law::Corotational] {
            let material = Material::new(law, 1.0, 3.0, 0.3).unwrap();
            assert!(material.stress(&turn, &cofactor(&turn), 1.0).norm() < 1e-14);
            assert!(material.energy(&turn).abs() < 1e-14);
            assert!(material.von_mises(&turn) < 1e-14);
        }
    }

    #[test]
    fn small_strains_meet_the_moduli() {
        let (young, poisson, strain) = (3.0, 0.3, 1e-6);
        for law in [Law::NeoHookean, Law::Corotational] {
            let material = Material::new(law, 1.0, young, poisson).unwrap();
            let across = 1.0 - poisson * strain;
            let f = Matrix3::from_diagonal(&gapkit::Vec3::new(1.0 + strain, across, across));
            let stress = material.stress(&f, &cofactor(&f), f.determinant());
            assert!((stress[0] / (young * strain) - 1.0).abs() < 1e-5);
            assert!(stress[(1, 1)].abs() < 1e-5 * stress[0]);
            assert!((material.energy(&f) / (0.5 * young * strain * strain) - 1.0).abs() < 1e-4);
        }
    }
}
