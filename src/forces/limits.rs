//! What contacts mean for the time step.
//!
//! Central differences are stable for `omega² dt² / 4 + gamma dt / 2 <= 1`, with the largest frequency
//! `omega` of the system and the largest rate `gamma` of dashpots whose velocities are half a step old.
//! Both are bounded by the largest row sums of stiffness and viscosity over the mass of a node
//! (S. Gershgorin, 1931); bounds of elements and of contacts add up.

use super::ContactForces;

/// Bounds on frequencies and rates of contacts.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Limits {
    /// The square of the highest frequency.
    pub frequency_squared: f64,
    /// The node that has it, among those of all meshes.
    pub node: u32,
    /// The highest rate of damping.
    pub damping: f64,
}

impl Limits {
    /// The longest step that is stable with elements whose own limit is `2 / sqrt(elements)`.
    #[must_use]
    pub fn stable_step(&self, elements: f64) -> f64 {
        let (squared, half) = (elements + self.frequency_squared, 0.5 * self.damping);
        2.0 / (half + (half * half + squared).sqrt())
    }
}

impl ContactForces {
    /// The bounds with these masses of the nodes of all meshes; infinite for what is held.
    #[must_use]
    pub fn limits(&self, masses: &[f64]) -> Limits {
        let mut limits = Limits::default();
        for (node, (row, mass)) in self.rows.iter().zip(masses).enumerate() {
            let squared = row[0] / mass;
            if squared > limits.frequency_squared {
                (limits.frequency_squared, limits.node) = (squared, node as u32);
            }
            limits.damping = limits.damping.max(row[1] / mass);
        }
        limits
    }
}
