//! What is evaluated of a contact.

use super::real::Vector;

/// The numbers of a contact, as functions of the nodes around it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Evaluated<R> {
    pub(super) gap: R,
    pub(super) area: R,
    pub(super) normal: Vector<R>,
    /// The weights of the nodes of both sides.
    pub(super) weights: [[R; 3]; 2],
}
