//! All faults of a set of elements.

use std::mem::discriminant;

use super::check::{self, Names};
use super::hanging;
use super::neighbors::join_all;
use super::split::split;
use super::{Elements, Orientation};
use crate::error::Error;
use crate::error::Fault;

/// The faults of one kind that elements have; see [`Elements::faults`].
#[derive(Debug, Clone, PartialEq)]
pub struct Faults {
    /// The first of them, in the order of the nodes or elements: at most [`SHOWN`](Self::SHOWN).
    pub first: Vec<Error>,
    /// How many there are.
    pub count: usize,
}

impl Faults {
    /// How many faults of a kind are kept; a file with one swapped column has them by the million.
    pub const SHOWN: usize = 10;
}

impl Elements {
    /// All that keeps the elements from being a [`TetMesh`](super::TetMesh), where
    /// [`from_elements`](super::TetMesh::from_elements) tells the first fault only. Empty if
    /// nothing does.
    ///
    /// What follows from a fault is not told: an element is checked as far as its nodes are
    /// sound, and faces only between elements that are.
    ///
    /// ```
    /// use gapkit::mesh::{ElementKind, Elements, Orientation};
    ///
    /// let mut elements = Elements::default();
    /// elements.nodes = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// elements.push(ElementKind::Tet4, &[0, 1, 2, 2], 17, 0);
    /// elements.push(ElementKind::Tet4, &[0, 2, 1, 3], 18, 0);
    /// let faults = elements.faults(Orientation::Refuse);
    /// assert_eq!(faults[0].first[0].to_string(), "tetrahedron 17 uses node 2 twice");
    /// assert!(faults[1].first[0].to_string().starts_with("tetrahedron 18 is inverted"));
    /// ```
    #[must_use]
    pub fn faults(&self, orientation: Orientation) -> Vec<Faults> {
        let mut survey = Survey::default();
        let lengths = check::limit("nodes", self.nodes.len(), u32::MAX as usize)
            .and_then(|()| check::lengths(self));
        if survey.is_sound(lengths) {
            survey.collect(self, orientation);
        }
        survey.kinds.into_iter().map(|(_, faults)| faults).collect()
    }
}

/// Faults so far, by kind.
#[derive(Default)]
struct Survey {
    kinds: Vec<(Fault, Faults)>,
}

impl Survey {
    /// Keeps a fault.
    fn tell(&mut self, fault: Fault) {
        let same = |(kind, _): &&mut (Fault, Faults)| discriminant(kind) == discriminant(&fault);
        if let Some((_, faults)) = self.kinds.iter_mut().find(same) {
            faults.count += 1;
            if faults.first.len() < Faults::SHOWN {
                faults.first.push(fault.into());
            }
            return;
        }
        let faults = Faults { first: vec![fault.clone().into()], count: 1 };
        self.kinds.push((fault, faults));
    }

    fn is_sound(&mut self, result: Result<(), Fault>) -> bool {
        result.map_err(|fault| self.tell(fault)).is_ok()
    }

    /// Collects the faults of all nodes, elements and faces.
    fn collect(&mut self, elements: &Elements, orientation: Orientation) {
        let names = Names::of(elements);
        let sound: Vec<bool> = (0..elements.nodes.len())
            .map(|i| self.is_sound(check::node(&elements.nodes[i], || names.node(i))))
            .collect();
        // Elements whose nodes exist and are sound.
        let starts = elements.starts();
        let nodes = |i: usize| &elements.connectivity[starts[i]..][..elements.kinds[i].nodes()];
        let exist = |i: &usize| {
            self.is_sound(check::indices(nodes(*i), sound.len(), *i, names))
                && nodes(*i).iter().all(|&node| sound[node as usize])
        };
        let kept: Vec<usize> = (0..elements.kinds.len()).filter(exist).collect();
        // Elements that have the corners of another.
        let corners = |i: usize| &nodes(kept[i])[..elements.kinds[kept[i]].corners()];
        let mut again = vec![false; kept.len()];
        for (second, first) in check::duplicates(kept.len(), corners) {
            again[second] = true;
            self.tell(check::duplicate((kept[second], kept[first]), names));
        }
        // Volumes, and then the faces between what is left.
        let (mut tets, mut owners) = (Vec::new(), Vec::new());
        for (i, again) in kept.into_iter().zip(again) {
            let (first, kind) = (tets.len(), elements.kinds[i]);
            split(kind, nodes(i), &mut tets);
            let (own, turn) = (&mut tets[first..], orientation.of(kind));
            if !self.is_sound(check::volumes(&elements.nodes, own, turn, i, names)) || again {
                tets.truncate(first);
            }
            owners.resize(tets.len(), i as u32);
        }
        if self.is_sound(check::limit("tetrahedra", tets.len(), check::MAX_TETS)) {
            let owner = |tet: u32| owners[tet as usize];
            let mut has_clash = false;
            let neighbors = join_all(&tets, |clash| {
                has_clash = true;
                self.tell(clash.fault(names, owner));
            });
            // Faces that clash are not joined, and lie on each other.
            if !has_clash {
                let covered = hanging::covered(&elements.nodes, &tets, &neighbors);
                covered.iter().for_each(|face| self.tell(face.fault(names, owner)));
            }
        }
    }
}
