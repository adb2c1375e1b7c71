//! Scenes over ranks as the host sees them: what calls share.

use std::sync::{Arc, Mutex, TryLockError};

use super::answer::plain;
use super::comm::HostComm;
use super::contact::{GAPKIT_CONTACT_CLOSED, GAPKIT_CONTACT_OPEN, gapkit_contact, kind_of};
use super::coordinates::Coordinates;
use super::distributed::{gapkit_contact_nodes, gapkit_distributed};
use super::handle::{Kind, Table};
use super::numbers::Numbers;
use super::pointer::{slice, slice_mut};
use super::status::{
    Failure, GAPKIT_BAD_ARGUMENT, GAPKIT_BUSY, GAPKIT_FORKED, GAPKIT_NO_BODY, GAPKIT_POISONED,
    gapkit_status, guard,
};
use crate::distributed::{Communicator, Contact, Scene, Side};

/// A scene over ranks with the host's numbering and the contacts as the host sees them.
pub(super) struct HostedRanks {
    pub(super) scene: Scene,
    pub(super) comm: Arc<HostComm>,
    pub(super) process: u32,
    /// The host's numbering of the nodes of each body, and how many of them are used here.
    pub(super) numbers: Vec<(Numbers, usize)>,
    pub(super) contacts: Vec<gapkit_contact>,
    pub(super) nodes: Vec<gapkit_contact_nodes>,
}

pub(super) static RANKS: Table<Mutex<HostedRanks>> = Table::new(Kind::Distributed);

/// Forces on ghosts, and the array of each body that others are added to.
pub(super) type Targets<'a> = (&'a [[f64; 3]], Vec<&'a mut [f64]>);

/// Tells the other ranks if this one panics, so that they do not wait for it.
pub(super) struct Witness(pub(super) Arc<HostComm>);

impl Drop for Witness {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.fail();
        }
    }
}

/// Runs a call on a scene. A panic in it poisons the lock, and the other ranks are told.
pub(super) fn with_ranks(
    scene: *const gapkit_distributed,
    call: impl FnOnce(&mut HostedRanks) -> Result<(), Failure>,
) -> gapkit_status {
    guard(|| {
        let hosted = RANKS.get(scene)?;
        let mut hosted = hosted.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                Failure::new(GAPKIT_BUSY, "another call is at work on this `scene`")
            }
            TryLockError::Poisoned(_) => {
                Failure::new(GAPKIT_POISONED, "this `scene` had a panic before; free it")
            }
        })?;
        if hosted.process != std::process::id() {
            return Err(Failure::new(GAPKIT_FORKED, "this `scene` is in another process"));
        }
        let _witness = Witness(Arc::clone(&hosted.comm));
        call(&mut hosted)
    })
}

impl HostedRanks {
    /// What was read of the arguments, if it was on all ranks.
    pub(super) fn agree<T>(&mut self, read: Result<T, Failure>) -> Result<T, Failure> {
        let status = read.as_ref().err().map(|failure| failure.status);
        let result = read.map_err(|failure| crate::Error::of_host(failure.text));
        let result = self.scene.agree(result);
        result.map_err(|error| match status {
            Some(status) => Failure::new(status, error.to_string()),
            None => error.into(),
        })
    }

    /// Notes what is wrong with arguments of this rank, for the next detection to tell all.
    pub(super) fn noted<T>(&mut self, read: Result<T, Failure>) -> Result<T, Failure> {
        if let Err(failure) = &read {
            self.scene.note(Err(crate::Error::of_host(failure.text.clone())));
        }
        read
    }

    /// What the scene has found wrong, here already.
    pub(super) fn told(&self) -> Result<(), Failure> {
        self.scene.fault().map_or(Ok(()), |error| Err(error.clone().into()))
    }

    /// Vectors of the host for the nodes of a body that are used.
    ///
    /// # Safety
    /// Pointers that are not NULL must be valid for reading.
    pub(super) unsafe fn vectors(
        &self,
        body: u32,
        axes: [*const f64; 3],
        stride: usize,
        count: usize,
    ) -> Result<Vec<[f64; 3]>, Failure> {
        let Some((numbers, used)) = self.numbers.get(body as usize) else {
            let text = format!("there is no body {body}; the scene has {}", self.numbers.len());
            return Err(Failure::new(GAPKIT_NO_BODY, text));
        };
        if count != numbers.host_nodes {
            let text = format!("`count` is {count}; body {body} has {} nodes", numbers.host_nodes);
            return Err(Failure::new(GAPKIT_BAD_ARGUMENT, text));
        }
        if *used == 0 {
            return Ok(vec![]);
        }
        // SAFETY: the caller's promise.
        let host = unsafe { Coordinates::new(axes, stride, count) }?;
        Ok((0..*used).map(|node| host.at(numbers.place(node))).collect())
    }

    /// The forces on ghosts, and the arrays of the bodies.
    ///
    /// # Safety
    /// Pointers that are not NULL must be valid, for reading and for writing.
    pub(super) unsafe fn targets<'a>(
        &self,
        ghosts: *const f64,
        ghost_count: usize,
        (forces, body_count, stride): (*const *mut f64, usize, usize),
    ) -> Result<Targets<'a>, Failure> {
        let bodies = self.numbers.len();
        if body_count != bodies || stride < 3 {
            let text = format!(
                "`body_count` is {body_count} and `stride` {stride}; there are {bodies} bodies, and \
                 3 forces for a node at least"
            );
            return Err(Failure::new(GAPKIT_BAD_ARGUMENT, text));
        }
        // SAFETY: the caller's promise; three numbers are laid out as a vector.
        let ghosts = unsafe { slice("ghosts", ghosts.cast::<[f64; 3]>(), ghost_count) }?;
        // SAFETY: the caller's promise.
        let list = unsafe { slice("forces", forces, body_count) }?;
        let target = |(&pointer, (numbers, used)): (&*mut f64, &(Numbers, usize))| {
            let count = match numbers.host_nodes {
                0 => 0,
                _ if *used == 0 => 0,
                nodes => (nodes - 1) * stride + 3,
            };
            // SAFETY: the caller's promise.
            unsafe { slice_mut("forces", pointer, count) }
        };
        let targets = list.iter().zip(&self.numbers).map(target).collect::<Result<_, _>>()?;
        Ok((ghosts, targets))
    }

    /// Makes the lists that are lent.
    pub(super) fn show(&mut self) {
        let contacts = self.scene.contacts();
        self.contacts.clear();
        self.contacts.extend(contacts.iter().map(shown));
        let numbers = &self.numbers;
        self.nodes.clear();
        self.nodes.extend(contacts.iter().map(|contact| {
            let [a, b] = contact.sides.each_ref().map(|side| places(side, numbers));
            gapkit_contact_nodes {
                index_a: a.0,
                index_b: b.0,
                ghost_a: a.1,
                ghost_b: b.1,
                owner_a: a.2,
                owner_b: b.2,
            }
        }));
    }
}

/// The indices, ghosts and owners of the nodes of a side.
fn places(side: &Side, numbers: &[(Numbers, usize)]) -> ([i64; 3], [i64; 3], [i32; 3]) {
    let (mut indices, mut ghosts, mut owners) = ([-1; 3], [-1; 3], [-1; 3]);
    for (k, node) in side.nodes().iter().enumerate() {
        let place = |index: u32| numbers[side.body as usize].0.place(index as usize) as i64;
        indices[k] = node.index.map_or(-1, place);
        ghosts[k] = node.ghost.map_or(-1, i64::from);
        owners[k] = node.owner as i32;
    }
    (indices, ghosts, owners)
}

fn shown(contact: &Contact) -> gapkit_contact {
    let [a, b] = &contact.sides;
    let nodes = |side: &Side| {
        let mut numbers = [-1; 3];
        side.nodes().iter().zip(&mut numbers).for_each(|(n, place)| *place = n.number as i64);
        numbers
    };
    let weights = |side: &Side| {
        let mut weights = [0.0; 3];
        weights[..side.weights().len()].copy_from_slice(side.weights());
        weights
    };
    let facet = |side: &Side| side.element.map_or(-1, |_| i64::from(side.place));
    gapkit_contact {
        gap: contact.gap,
        area: contact.area,
        normal: plain(&contact.normal),
        point_a: plain(&contact.point_a),
        point_b: plain(&contact.point_b),
        weight_a: weights(a),
        weight_b: weights(b),
        node_a: nodes(a),
        node_b: nodes(b),
        element_a: a.element.map_or(-1, |number| number as i64),
        element_b: b.element.map_or(-1, |number| number as i64),
        facet_a: facet(a),
        facet_b: facet(b),
        id: contact.id,
        previous: contact.previous.map_or(-1, i64::from),
        body_a: a.body,
        body_b: b.body,
        node_count_a: a.nodes().len() as i32,
        node_count_b: b.nodes().len() as i32,
        age: contact.age,
        status: if contact.gap <= 0.0 { GAPKIT_CONTACT_CLOSED } else { GAPKIT_CONTACT_OPEN },
        kind: kind_of(contact.kind),
        point: contact.point,
    }
}
