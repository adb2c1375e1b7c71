//! What is evaluated of a contact.

use super::real::{Real, Vector};

/// The numbers of a contact, as functions of the nodes around it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Evaluated<R> {
    pub(super) gap: R,
    pub(super) area: R,
    pub(super) normal: Vector<R>,
    /// The weights of the nodes of both sides.
    pub(super) weights: [[R; 3]; 2],
}

impl<R: Real> Evaluated<R> {
    /// The same contact with its sides exchanged.
    pub(super) fn swapped(self) -> Self {
        let [a, b] = self.weights;
        Self { normal: self.normal.times(R::constant(-1.0)), weights: [b, a], ..self }
    }
}
