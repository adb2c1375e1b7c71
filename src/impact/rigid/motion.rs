//! Rigid motions within a step.

use nalgebra::{Translation3, UnitQuaternion};

use crate::Vec3;
use crate::error::{Error, Reason, check_position};
use crate::shape::Pose;

/// The largest rotation within a step, in radians.
pub const MAX_ROTATION: f64 = 1_048_576.0;

/// A rigid motion: the origin of the frame of a body moves straight, and the body turns about an
/// axis through it, both at a constant rate.
///
/// ```
/// use gapkit::Vec3;
/// use gapkit::impact::Motion;
/// use gapkit::shape::Pose;
///
/// // Two turns about z in the step, while moving along x.
/// let turns = Vec3::z() * (4.0 * std::f64::consts::PI);
/// let motion = Motion::new(&Pose::identity(), Vec3::x(), turns)?;
/// assert!((motion.at(0.25).rotation.angle() - std::f64::consts::PI).abs() < 1e-12);
/// assert_eq!(motion.at(0.25).translation.vector, Vec3::x() * 0.25);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Motion {
    pub(super) start: Pose,
    pub(super) displacement: Vec3,
    pub(super) rotation: Vec3,
}

impl Motion {
    /// The motion from a pose by a displacement and a rotation vector, whose length is the angle in
    /// radians: velocity and angular velocity times the length of the step.
    ///
    /// # Errors
    /// If a number is not finite or too large, or the rotation of the pose has no length.
    pub fn new(start: &Pose, displacement: Vec3, rotation: Vec3) -> Result<Self, Error> {
        check_position("translation", start.translation.vector)?;
        check_position("displacement", displacement)?;
        let angle = rotation.norm();
        // Written so that what is not a number is refused.
        let is_good = angle <= MAX_ROTATION;
        if !is_good {
            let (name, limit) = ("rotation in the step", "at most 2^20");
            return Err(Reason::BadParameter { name, value: angle, limit }.into());
        }
        let start = Pose::from_parts(start.translation, unit(&start.rotation)?);
        Ok(Self { start, displacement, rotation })
    }

    /// The motion from one pose to another, turning the shorter way.
    ///
    /// # Errors
    /// As [`Motion::new`].
    pub fn between(start: &Pose, end: &Pose) -> Result<Self, Error> {
        check_position("translation", end.translation.vector)?;
        let turn = unit(&end.rotation)? * unit(&start.rotation)?.inverse();
        let displacement = end.translation.vector - start.translation.vector;
        Self::new(start, displacement, turn.scaled_axis())
    }

    /// No motion.
    ///
    /// # Errors
    /// As [`Motion::new`].
    pub fn still(pose: &Pose) -> Result<Self, Error> {
        Self::new(pose, Vec3::zeros(), Vec3::zeros())
    }

    /// The pose at the start.
    #[must_use]
    pub fn start(&self) -> &Pose {
        &self.start
    }

    /// By how much the origin of the frame moves in the step.
    #[must_use]
    pub fn displacement(&self) -> Vec3 {
        self.displacement
    }

    /// By how much the body turns in the step, about this vector.
    #[must_use]
    pub fn rotation(&self) -> Vec3 {
        self.rotation
    }

    /// The pose at a time from 0 to 1.
    #[must_use]
    pub fn at(&self, time: f64) -> Pose {
        let translation = self.start.translation.vector + self.displacement * time;
        Pose::from_parts(Translation3::from(translation), self.rotation_at(time))
    }

    pub(super) fn rotation_at(&self, time: f64) -> UnitQuaternion<f64> {
        UnitQuaternion::from_scaled_axis(self.rotation * time) * self.start.rotation
    }
}

fn unit(rotation: &UnitQuaternion<f64>) -> Result<UnitQuaternion<f64>, Error> {
    let length = rotation.quaternion().norm();
    if !(length.is_finite() && length > 0.0) {
        let name = "norm of the rotation";
        return Err(Reason::BadParameter { name, value: length, limit: "> 0" }.into());
    }
    Ok(UnitQuaternion::new_normalize(*rotation.quaternion()))
}
