//! Where a rigid body is.

use nalgebra::{Quaternion, Translation3, UnitQuaternion};

use super::pointer::present;
use super::status::Failure;
use crate::shape::Pose;

/// A rotation followed by a translation.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct gapkit_pose {
    /// The translation.
    pub translation: [f64; 3],
    /// The rotation as a quaternion x, y, z, w; no rotation is 0, 0, 0, 1. It need not have unit
    /// length, as one that is integrated over time drifts away from it.
    pub rotation: [f64; 4],
}

/// The pose that the caller gives; NULL is where the body was made.
///
/// # Safety
/// A pointer that is not NULL must be valid for reading.
pub(super) unsafe fn read(name: &str, pose: *const gapkit_pose) -> Result<Pose, Failure> {
    if pose.is_null() {
        return Ok(Pose::identity());
    }
    // SAFETY: the caller's promise.
    let gapkit_pose { translation, rotation } = unsafe { present(name, pose)?.read() };
    Ok(of(translation, rotation))
}

/// A pose. The length of the quaternion is checked, and made 1, where the pose is used.
pub(super) fn of(translation: [f64; 3], [x, y, z, w]: [f64; 4]) -> Pose {
    let rotation = UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z));
    Pose::from_parts(Translation3::from(translation), rotation)
}
