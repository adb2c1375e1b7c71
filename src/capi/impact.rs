//! When moving bodies meet.

use nalgebra::{Quaternion, UnitQuaternion};

use super::answer::plain;
use super::callback::{check, violations};
use super::distance::hull;
use super::pointer::{Out, present, slice, slice_mut, vector};
use super::pose::{self, gapkit_pose};
use super::scene::{gapkit_scene, with_scene};
use super::shape::{SHAPES, gapkit_shape};
use super::status::{Failure, GAPKIT_BAD_ARGUMENT, GAPKIT_BUFFER_TOO_SMALL, gapkit_status, guard};
use crate::error::check_point;
use crate::impact::{Motion, NodalImpact, RigidImpact, edge_edge, node_facet, time_of_impact};
use crate::shape::Pose;
use crate::{Error, Vec3};

/// Whether bodies meet within a step: one of the four below.
pub type gapkit_impact_outcome = i32;

/// They do not.
pub const GAPKIT_IMPACT_NONE: gapkit_impact_outcome = 0;
/// They do, after its start.
pub const GAPKIT_IMPACT_WITHIN: gapkit_impact_outcome = 1;
/// They touch or overlap at its start.
pub const GAPKIT_IMPACT_AT_START: gapkit_impact_outcome = 2;
/// They do not before the time that is told; what comes after it was not decided. Only of shapes.
pub const GAPKIT_IMPACT_UNRESOLVED: gapkit_impact_outcome = 3;

/// A rigid motion within a step, from a pose at its start: the origin of the frame of the body moves
/// straight, and the body turns about an axis through it, both at a constant rate.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct gapkit_motion {
    /// The translation at the start.
    pub translation: [f64; 3],
    /// The rotation at the start as a quaternion x, y, z, w, of any length; no rotation is 0, 0,
    /// 0, 1.
    pub rotation: [f64; 4],
    /// By how much the origin of the frame moves in the step.
    pub displacement: [f64; 3],
    /// By how much the body turns in the step: along the axis, with the angle in radians as length,
    /// at most 2^20.
    pub turn: [f64; 3],
}

/// When and where two shapes first meet.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct gapkit_impact {
    /// From 0 at the start of the step to 1 at its end; infinity if they do not meet. Never late:
    /// before it they do not meet.
    pub time: f64,
    /// Their distance at that time; if they do not meet, at the last time that it was computed for.
    pub distance: f64,
    /// Shapes at most this far apart have met: 64 eps times the extent of the pair.
    pub tolerance: f64,
    /// The nearest point of A then.
    pub point_a: [f64; 3],
    /// The nearest point of B then.
    pub point_b: [f64; 3],
    /// The unit vector from A to B then.
    pub normal: [f64; 3],
    /// GAPKIT_IMPACT_NONE, GAPKIT_IMPACT_WITHIN, GAPKIT_IMPACT_AT_START or GAPKIT_IMPACT_UNRESOLVED
    pub outcome: gapkit_impact_outcome,
    /// How many distances were computed.
    pub iterations: u32,
}

/// When and where two features first meet.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct gapkit_nodal_impact {
    /// From 0 at the start of the step to 1 at its end; infinity if they do not meet. Never late,
    /// and early by less than 2^-30.
    pub time: f64,
    /// The weights of the four nodes where they meet: 1 and those in the facet, or those along the
    /// first and along the second edge.
    pub weight: [f64; 4],
    /// Where they meet.
    pub point: [f64; 3],
    /// The unit normal of the facet or of both edges, from the first to the second feature as they
    /// approach; zero if there is none.
    pub normal: [f64; 3],
    /// GAPKIT_IMPACT_NONE, GAPKIT_IMPACT_WITHIN or GAPKIT_IMPACT_AT_START
    pub outcome: gapkit_impact_outcome,
    /// Not used.
    pub reserved: i32,
}

impl From<RigidImpact> for gapkit_impact {
    fn from(impact: RigidImpact) -> Self {
        Self {
            time: impact.time,
            distance: impact.distance,
            tolerance: impact.tolerance,
            point_a: plain(&impact.point_a),
            point_b: plain(&impact.point_b),
            normal: plain(&impact.normal),
            outcome: impact.outcome as i32,
            iterations: impact.iterations,
        }
    }
}

impl From<NodalImpact> for gapkit_nodal_impact {
    fn from(impact: NodalImpact) -> Self {
        Self {
            time: impact.time,
            weight: impact.weights,
            point: plain(&impact.point),
            normal: plain(&impact.normal),
            outcome: impact.outcome as i32,
            reserved: 0,
        }
    }
}

/// The motion that the caller gives; NULL is none, where the body was made.
///
/// # Safety
/// A pointer that is not NULL must be valid for reading.
unsafe fn motion(name: &str, pointer: *const gapkit_motion) -> Result<Motion, Failure> {
    let about = |error: Error| Failure::about(name, &error);
    if pointer.is_null() {
        return Motion::still(&Pose::identity()).map_err(about);
    }
    // SAFETY: the caller's promise.
    let given = unsafe { present(name, pointer)?.read() };
    let [x, y, z, w] = given.rotation;
    // Its length is checked, and made 1, with the motion.
    let rotation = UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z));
    let start = Pose::from_parts(Vec3::from(given.translation).into(), rotation);
    Motion::new(&start, given.displacement.into(), given.turn.into()).map_err(about)
}

/// The motion from one pose to another, turning the shorter way. A pose may be NULL for where the
/// body was made.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_motion_between(
    start: *const gapkit_pose,
    end: *const gapkit_pose,
    motion: *mut gapkit_motion,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    guard(|| unsafe {
        let out = Out::new("motion", motion)?;
        let (start, end) = (pose::read("start", start)?, pose::read("end", end)?);
        let motion = Motion::between(&start, &end)?;
        let rotation = motion.start().rotation.quaternion().coords;
        out.set(gapkit_motion {
            translation: plain(&motion.start().translation.vector),
            rotation: rotation.into(),
            displacement: plain(&motion.displacement()),
            turn: plain(&motion.rotation()),
        });
        Ok(())
    })
}

/// When the hulls of two sets of points first meet, each in its motion; a motion may be NULL for
/// none. Points as for `gapkit_distance`, in the frame that moves. Nothing is allocated; any
/// threads may call at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_time_of_impact(
    a: *const f64,
    a_count: usize,
    motion_a: *const gapkit_motion,
    b: *const f64,
    b_count: usize,
    motion_b: *const gapkit_motion,
    impact: *mut gapkit_impact,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    guard(|| unsafe {
        let out = Out::new("impact", impact)?;
        let (a, b) = (hull("a", a, a_count)?, hull("b", b, b_count)?);
        let [of_a, of_b] = [motion("motion_a", motion_a)?, motion("motion_b", motion_b)?];
        out.set(time_of_impact(&a, &of_a, &b, &of_b).into());
        Ok(())
    })
}

/// When two shapes first meet, each in its motion; a motion may be NULL for none. Any threads may
/// call at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_shape_time_of_impact(
    a: *const gapkit_shape,
    motion_a: *const gapkit_motion,
    b: *const gapkit_shape,
    motion_b: *const gapkit_motion,
    impact: *mut gapkit_impact,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    guard(|| unsafe {
        let out = Out::new("impact", impact)?;
        let [a, b] = [SHAPES.get(a)?, SHAPES.get(b)?];
        let [of_a, of_b] = [motion("motion_a", motion_a)?, motion("motion_b", motion_b)?];
        let before = [&a, &b].map(|entry| violations(entry.callback.as_slice()));
        let found = time_of_impact(&a.shape, &of_a, &b.shape, &of_b);
        check(a.callback.as_slice(), before[0])?;
        check(b.callback.as_slice(), before[1])?;
        out.set(found.into());
        Ok(())
    })
}

type Meet = fn(&[[f64; 3]; 4], &[[f64; 3]; 4]) -> Result<NodalImpact, Error>;

/// # Safety
/// Pointers that are not NULL must be valid: for reading twelve numbers each, and for writing.
unsafe fn one_pair(
    meet: Meet,
    start: *const f64,
    end: *const f64,
    impact: *mut gapkit_nodal_impact,
) -> gapkit_status {
    // SAFETY: the caller's promise; twelve numbers are laid out as four points.
    guard(|| unsafe {
        let out = Out::new("impact", impact)?;
        let [first, last] = [vector::<12>("start", start)?, vector::<12>("end", end)?].map(nodes);
        out.set(meet(&first, &last)?.into());
        Ok(())
    })
}

fn nodes(x: [f64; 12]) -> [[f64; 3]; 4] {
    [0, 3, 6, 9].map(|i| [x[i], x[i + 1], x[i + 2]])
}

/// When a node first meets a facet, each node moving straight from `start` to `end`: x y z of the
/// node, and of the three nodes of the facet. Whether they meet is exact, for degenerate facets and
/// motions too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_impact_node_facet(
    start: *const f64,
    end: *const f64,
    impact: *mut gapkit_nodal_impact,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    unsafe { one_pair(node_facet, start, end, impact) }
}

/// When two edges first meet, each node moving straight from `start` to `end`: x y z of the two
/// nodes of an edge, and of the two of the other. Whether they meet is exact, for parallel edges and
/// those of no length too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_impact_edge_edge(
    start: *const f64,
    end: *const f64,
    impact: *mut gapkit_nodal_impact,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    unsafe { one_pair(edge_edge, start, end, impact) }
}

/// # Safety
/// Pointers that are not NULL must be valid: for reading three numbers for each node and four for
/// each pair, and for writing as many impacts.
unsafe fn many_pairs(
    meet: Meet,
    (start, end, node_count): (*const f64, *const f64, usize),
    (numbers, pairs): (*const i32, usize),
    impacts: *mut gapkit_nodal_impact,
) -> gapkit_status {
    // SAFETY: the caller's promise; three numbers are laid out as a point, four as those of a pair.
    guard(|| unsafe {
        let numbers: &[[i32; 4]] = slice("nodes", numbers.cast(), pairs)?;
        let impacts = slice_mut("impacts", impacts, pairs)?;
        let [start, end] = [("start", start), ("end", end)]
            .map(|(name, pointer)| slice::<[f64; 3]>(name, pointer.cast(), node_count));
        let (start, end) = (start?, end?);
        for (name, points) in [("start", start), ("end", end)] {
            let mut points = points.iter().enumerate();
            let good = points.try_for_each(|(i, point)| check_point(i, point));
            good.map_err(|error| Failure::about(name, &error))?;
        }
        let is_node = |&node: &i32| usize::try_from(node).is_ok_and(|node| node < node_count);
        if let Some(at) = numbers.iter().flatten().position(|node| !is_node(node)) {
            let (pair, node) = (at / 4, numbers[at / 4][at % 4]);
            let text = format!("`nodes`: pair {pair} has node {node}; there are {node_count}");
            return Err(Failure::new(GAPKIT_BAD_ARGUMENT, text));
        }
        for (impact, nodes) in impacts.iter_mut().zip(numbers) {
            let [first, last] = [start, end].map(|of| nodes.map(|node| of[node as usize]));
            *impact = meet(&first, &last)?.into();
        }
        Ok(())
    })
}

/// When nodes first meet facets, for many pairs: `start` and `end` have x y z for each of
/// `node_count` nodes, `nodes` has for each pair the number of the node and those of the three
/// nodes of the facet, from 0. `impacts` has the length `pair_count`. All input is checked before
/// the first impact is written. The call uses one thread; several may each work on a part of the
/// pairs. The impacts are those of `gapkit_impact_node_facet`, bit for bit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_impact_node_facets(
    start: *const f64,
    end: *const f64,
    node_count: usize,
    nodes: *const i32,
    pair_count: usize,
    impacts: *mut gapkit_nodal_impact,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    unsafe { many_pairs(node_facet, (start, end, node_count), (nodes, pair_count), impacts) }
}

/// When edges first meet edges, for many pairs: `nodes` has for each pair the two nodes of an edge
/// and the two of the other. Everything else as for `gapkit_impact_node_facets`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_impact_edge_edges(
    start: *const f64,
    end: *const f64,
    node_count: usize,
    nodes: *const i32,
    pair_count: usize,
    impacts: *mut gapkit_nodal_impact,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    unsafe { many_pairs(edge_edge, (start, end, node_count), (nodes, pair_count), impacts) }
}

/// When the contacts of the last detection close, as fractions of the time step that
/// `gapkit_scene_set_velocities` told: 0 where a gap is closed already, infinity where it does not
/// close within the step. `times` has room for `count` numbers, at least one for each contact, and
/// is in their order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_impact_times(
    scene: *const gapkit_scene,
    times: *mut f64,
    count: usize,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        let needed = hosted.scene.contacts().len();
        if count < needed {
            let text = format!("`count` is {count}; there are {needed} contacts");
            return Err(Failure::new(GAPKIT_BUFFER_TOO_SMALL, text));
        }
        // SAFETY: the caller's memory, as the header asks.
        let times = unsafe { slice_mut("times", times, needed) }?;
        times.iter_mut().zip(hosted.scene.impact_times()).for_each(|(to, time)| *to = time);
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::impact::Outcome;

    #[test]
    fn outcomes_have_their_numbers() {
        assert_eq!(GAPKIT_IMPACT_NONE, Outcome::None as i32);
        assert_eq!(GAPKIT_IMPACT_WITHIN, Outcome::Impact as i32);
        assert_eq!(GAPKIT_IMPACT_AT_START, Outcome::AtStart as i32);
        assert_eq!(GAPKIT_IMPACT_UNRESOLVED, Outcome::Unresolved as i32);
    }
}
