//! Scenes over several ranks.

use std::sync::{Arc, Mutex};

use super::body::{self, gapkit_body_options};
use super::comm::{HostComm, gapkit_comm};
use super::config::gapkit_scene_config;
use super::contact::gapkit_contact;
use super::mesh::{self, gapkit_mesh};
use super::numbers::Numbers;
use super::pointer::{Out, slice_mut, vector};
use super::ranks::{HostedRanks, RANKS, Witness, with_ranks};
use super::sized::{self, check_size};
use super::status::{Failure, GAPKIT_BAD_ARGUMENT, gapkit_status, guard};
use crate::distributed::{Communicator, Scene};

/// Bodies over several ranks, and the contacts between them: those that one scene has, to the last
/// bit. Made by `gapkit_distributed_new` and freed with `gapkit_distributed_free`.
///
/// All calls but those that only set or read are collective: every rank makes them, in the same order.
/// If one fails on some rank, it fails on all, with the same status; `gapkit_last_error` names the
/// rank and the culprit. Contacts are those of GAPKIT_RESOLUTION_SURFACE; deep overlaps are not looked
/// for.
pub struct gapkit_distributed {
    _private: [u8; 0],
}

/// Where the nodes of a contact are. The first `node_count_a` and `node_count_b` of the contact count;
/// the others are -1.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct gapkit_contact_nodes {
    /// The places of the nodes of A in the arrays that this rank gave for the body, counted from 0;
    /// -1 for nodes that this rank does not have.
    pub index_a: [i64; 3],
    /// Those of B.
    pub index_b: [i64; 3],
    /// The places of the nodes of A among the ghosts of this rank, counted from 0; -1 for nodes that
    /// it has.
    pub ghost_a: [i64; 3],
    /// Those of B.
    pub ghost_b: [i64; 3],
    /// The ranks that the nodes of A belong to: the lowest of those that have them.
    pub owner_a: [i32; 3],
    /// Those of B.
    pub owner_b: [i32; 3],
}

/// Makes an empty scene over several ranks; to be freed with `gapkit_distributed_free`. Collective.
/// The settings must be the same on all ranks, but for the threads. Of a communicator that this rank
/// cannot use the others are not told.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_distributed_new(
    config: *const gapkit_scene_config,
    comm: *const gapkit_comm,
    scene: *mut *mut gapkit_distributed,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    guard(|| unsafe {
        let comm = Arc::new(HostComm::new(&sized::read(comm)?)?);
        let _witness = Witness(Arc::clone(&comm));
        let tell = |failure: Failure| {
            comm.fail();
            failure
        };
        let out = Out::new("scene", scene).map_err(tell)?;
        let config = sized::read(config).and_then(|config| config.checked()).map_err(tell)?;
        let scene = Scene::new(config, Arc::<HostComm>::clone(&comm))?;
        let hosted = HostedRanks {
            scene,
            comm: Arc::clone(&comm),
            process: std::process::id(),
            numbers: vec![],
            contacts: vec![],
            nodes: vec![],
        };
        out.set(RANKS.insert(Mutex::new(hosted))?);
        Ok(())
    })
}

/// Frees a scene and all that was borrowed from it; NULL is fine. Not collective.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_distributed_free(scene: *mut gapkit_distributed) -> gapkit_status {
    guard(|| RANKS.remove(scene))
}

/// Adds a mesh, of which this rank gives some elements, or none (`element_count` 0), and tells its
/// number. Collective. `element_numbers` and `node_numbers` of the mesh must be given, >= 0: nodes that
/// several ranks have are one, and faces between elements of two ranks are inner faces. `options` may
/// be NULL for the defaults, and must be the same on all ranks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_distributed_add_mesh(
    scene: *mut gapkit_distributed,
    mesh: *const gapkit_mesh,
    options: *const gapkit_body_options,
    body: *mut u32,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    with_ranks(scene, |hosted| unsafe {
        let read = Out::new("body", body).and_then(|out| {
            let (part, orientation, numbers) = mesh::read_part(mesh)?;
            Ok((out, part, orientation, numbers, body::read(options)?))
        });
        let (out, part, orientation, numbers, options) = hosted.agree(read)?;
        let number = hosted.scene.add_mesh(&part, orientation, options)?;
        hosted.numbers.push((numbers, part.nodes.len()));
        out.set(number);
        Ok(())
    })
}

/// Adds the half-space below the plane through a point, the same on all ranks, and tells its number.
/// Collective.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_distributed_add_plane(
    scene: *mut gapkit_distributed,
    point: *const f64,
    normal: *const f64,
    options: *const gapkit_body_options,
    body: *mut u32,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    with_ranks(scene, |hosted| unsafe {
        let read = Out::new("body", body).and_then(|out| {
            let (point, normal) = (vector::<3>("point", point)?, vector::<3>("normal", normal)?);
            Ok((out, point, normal, body::read(options)?))
        });
        let (out, point, normal, options) = hosted.agree(read)?;
        let number = hosted.scene.add_plane(point, normal, options)?;
        hosted.numbers.push((Numbers::default(), 0));
        out.set(number);
        Ok(())
    })
}

/// Moves the nodes of a mesh that this rank has; arrays as for `gapkit_scene_set_positions`. Not
/// collective. What is wrong is told here, and by the next `gapkit_distributed_detect` on all ranks;
/// no node has moved then. A rank that gave no nodes need not call it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_distributed_set_positions(
    scene: *mut gapkit_distributed,
    body: u32,
    x: *const f64,
    y: *const f64,
    z: *const f64,
    stride: usize,
    count: usize,
) -> gapkit_status {
    with_ranks(scene, |hosted| {
        // SAFETY: the caller's pointers, as the header asks.
        let vectors = unsafe { hosted.vectors(body, [x, y, z], stride, count) };
        let vectors = hosted.noted(vectors)?;
        hosted.scene.set_positions(body, &vectors);
        hosted.told()
    })
}

/// Tells how the nodes of a mesh that this rank has move in the time step `dt` ahead, which must be the
/// same for all bodies and ranks; see `gapkit_scene_set_velocities` and
/// `gapkit_distributed_set_positions`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_distributed_set_velocities(
    scene: *mut gapkit_distributed,
    body: u32,
    x: *const f64,
    y: *const f64,
    z: *const f64,
    stride: usize,
    count: usize,
    dt: f64,
) -> gapkit_status {
    with_ranks(scene, |hosted| {
        // SAFETY: the caller's pointers, as the header asks.
        let vectors = unsafe { hosted.vectors(body, [x, y, z], stride, count) };
        let vectors = hosted.noted(vectors)?;
        hosted.scene.set_velocities(body, &vectors, dt);
        hosted.told()
    })
}

/// Finds the contacts at the present positions, and tells how many of them this rank reports: those
/// whose first node belongs to it. `count` may be NULL. Collective. If it fails, on all ranks, the
/// contacts are those of the detection before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_distributed_detect(
    scene: *mut gapkit_distributed,
    count: *mut usize,
) -> gapkit_status {
    with_ranks(scene, |hosted| {
        // SAFETY: the caller's pointer, as the header asks.
        let out = unsafe { Out::optional("count", count) };
        let out = hosted.noted(out);
        hosted.scene.detect()?;
        hosted.show();
        if let Some(out) = out? {
            out.set(hosted.contacts.len());
        }
        Ok(())
    })
}

/// Lends the contacts that this rank reports, in the order of bodies, elements and nodes, and where
/// their nodes are; `nodes` may be NULL. Nodes and elements have the numbers that the host gave. They
/// stay where they are until the next detection. `size` is sizeof(gapkit_contact), `nodes_size`
/// sizeof(gapkit_contact_nodes) of the caller's header. Not collective.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_distributed_contacts(
    scene: *const gapkit_distributed,
    contacts: *mut *const gapkit_contact,
    nodes: *mut *const gapkit_contact_nodes,
    count: *mut usize,
    size: usize,
    nodes_size: usize,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    with_ranks(scene, |hosted| unsafe {
        let (contacts, count) = (Out::new("contacts", contacts)?, Out::new("count", count)?);
        let nodes = Out::optional("nodes", nodes)?;
        let own = size_of::<gapkit_contact>();
        check_size("contact", own, own, size)?;
        let own = size_of::<gapkit_contact_nodes>();
        check_size("contact_nodes", own, own, nodes_size)?;
        let is_empty = hosted.contacts.is_empty();
        let none = std::ptr::null();
        contacts.set(if is_empty { none } else { hosted.contacts.as_ptr() });
        if let Some(nodes) = nodes {
            let none = std::ptr::null();
            nodes.set(if is_empty { none } else { hosted.nodes.as_ptr() });
        }
        count.set(hosted.contacts.len());
        Ok(())
    })
}

/// Copies the values of the host of a contact of this rank, by its index, into `values`, or with `set`
/// 1 from there. There are `history` of the settings, which is `count`. They stay with the contact, also
/// if another rank reports it later. Not collective.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_distributed_values(
    scene: *mut gapkit_distributed,
    contact: usize,
    values: *mut f64,
    count: usize,
    set: i32,
) -> gapkit_status {
    with_ranks(scene, |hosted| {
        let (each, contacts) = (hosted.scene.history(), hosted.scene.contacts().len());
        if count != each || contact >= contacts {
            let text = format!("there are {each} values for each of {contacts} contacts");
            return Err(Failure::new(GAPKIT_BAD_ARGUMENT, text));
        }
        let set = sized::flag("set", set)?;
        // SAFETY: the caller's pointer, as the header asks.
        let values = unsafe { slice_mut("values", values, count) }?;
        if set {
            hosted.scene.values_mut(contact).copy_from_slice(values);
        } else {
            values.copy_from_slice(hosted.scene.values(contact));
        }
        Ok(())
    })
}

/// Tells how many nodes carry contacts of this rank that it does not have. Not collective.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_distributed_ghost_count(
    scene: *const gapkit_distributed,
    count: *mut usize,
) -> gapkit_status {
    with_ranks(scene, |hosted| {
        // SAFETY: the caller's pointer, as the header asks.
        unsafe { Out::new("count", count) }?.set(hosted.scene.ghost_count());
        Ok(())
    })
}

/// Sends the forces on ghosts (x y z for each of `ghost_count`) home, and adds those that come to the
/// host's arrays: `forces` has a pointer for each body, to x y z of its first node, and `stride` doubles
/// from there to the next node; NULL for planes, and for bodies of which this rank has no nodes. A node
/// that several ranks have gets its force on its owner. Collective.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_distributed_exchange_forces(
    scene: *mut gapkit_distributed,
    ghosts: *const f64,
    ghost_count: usize,
    forces: *const *mut f64,
    body_count: usize,
    stride: usize,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    with_ranks(scene, |hosted| unsafe {
        let read = hosted.targets(ghosts, ghost_count, (forces, body_count, stride));
        let (ghosts, mut targets) = hosted.agree(read)?;
        let HostedRanks { scene, numbers, .. } = hosted;
        scene.exchange_forces(ghosts, |body, node, force| {
            let place = numbers[body as usize].0.place(node as usize);
            let target = &mut targets[body as usize][place * stride..][..3];
            target.iter_mut().zip(force).for_each(|(sum, force)| *sum += force);
        })?;
        Ok(())
    })
}

/// Tells a hash of all contacts on all ranks, with ages and values: the same on all ranks, for any
/// number of them. Collective.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_distributed_hash(
    scene: *mut gapkit_distributed,
    hash: *mut u64,
) -> gapkit_status {
    with_ranks(scene, |hosted| {
        // SAFETY: the caller's pointer, as the header asks.
        let out = unsafe { Out::new("hash", hash) };
        let out = hosted.agree(out)?;
        out.set(hosted.scene.hash()?);
        Ok(())
    })
}
