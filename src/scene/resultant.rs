//! Forces on contacts, added up for each body.

use super::Scene;
use crate::Vec3;
use crate::error::{Error, Reason};

/// The sum of forces on a body.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Resultant {
    /// The force.
    pub force: Vec3,
    /// Its moment.
    pub moment: Vec3,
}

impl Scene {
    /// The sums, for each body, of forces given for each contact: the force acts on B at its point,
    /// and the opposite force on A at its own. Moments are about `point`.
    ///
    /// # Errors
    /// If there is not one force for each contact.
    pub fn resultants(&self, forces: &[Vec3], point: Vec3) -> Result<Vec<Resultant>, Error> {
        let contacts = self.contacts();
        if forces.len() != contacts.len() {
            let (given, count) = (forces.len(), contacts.len());
            return Err(Reason::ForceCount { given, count }.into());
        }
        let mut sums = vec![Resultant::default(); self.body_count()];
        for (contact, force) in contacts.iter().zip(forces) {
            let acting = [(-force, contact.point_a), (*force, contact.point_b)];
            for (side, (force, at)) in contact.sides.iter().zip(acting) {
                let sum = &mut sums[side.body as usize];
                sum.force += force;
                sum.moment += (at - point).cross(&force);
            }
        }
        Ok(sums)
    }
}
