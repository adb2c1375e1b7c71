//! A shape moved rigidly.

use nalgebra::{Isometry3, Matrix3, UnitQuaternion};

use super::{OrientedBox, Support, SupportMap};
use crate::Vec3;
use crate::error::{Error, Reason, check_position};
use crate::num::dd::{Dd, Dd3};

/// A rotation followed by a translation.
pub type Pose = Isometry3<f64>;

/// A shape rotated and then translated.
///
/// The body is the image of the shape under the f64 matrix of the rotation. Its points are
/// computed from the shape's centre outwards and the position comes in last, after the origin of
/// the query is subtracted from it, so neither a pose nor a shape far from zero costs accuracy.
///
/// ```
/// use gapkit::shape::{Cuboid, Pose, Posed};
/// use gapkit::Vec3;
///
/// let cube = Cuboid::new([0.0; 3], [1.0; 3])?;
/// let turned = Pose::new(Vec3::new(4.0, 0.0, 0.0), Vec3::z() * std::f64::consts::FRAC_PI_4);
/// let gap = gapkit::distance(&cube, &Posed::new(&cube, &turned)?).distance;
/// assert!((gap - (3.0 - 2f64.sqrt())).abs() < 1e-15);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Posed<S> {
    shape: S,
    rotation: Matrix3<f64>,
    translation: Vec3,
    /// The centre of the shape, unmoved.
    pivot: Vec3,
    /// The centre moved, as the high and the low word of a double-double number.
    center: Vec3,
    center_low: Vec3,
}

impl<S: SupportMap> Posed<S> {
    /// The shape in this pose, or which part of the pose is not finite.
    pub fn new(shape: S, pose: &Pose) -> Result<Self, Error> {
        let zero = Vec3::zeros();
        let (rotation, pivot) = (Matrix3::identity(), check_position("centre", shape.center())?);
        let mut posed =
            Self { shape, rotation, translation: zero, pivot, center: pivot, center_low: zero };
        posed.set_pose(pose)?;
        Ok(posed)
    }

    /// Moves the shape from its original place to this pose. Nothing changes if the pose is
    /// refused.
    pub fn set_pose(&mut self, pose: &Pose) -> Result<(), Error> {
        let translation = Self::check_pose(pose)?;
        // Integrated poses drift from unit length, which would scale the body.
        let rotation = UnitQuaternion::new_normalize(*pose.rotation.quaternion());
        (self.rotation, self.translation) = (*rotation.to_rotation_matrix().matrix(), translation);
        let center = self.place(Dd3::from(self.pivot));
        self.center = center.round();
        self.center_low = Vec3::new(center.x.lo, center.y.lo, center.z.lo);
        Ok(())
    }

    /// Checks that a pose is finite and has a rotation. Returns its translation.
    pub(crate) fn check_pose(pose: &Pose) -> Result<Vec3, Error> {
        let translation = check_position("translation", pose.translation.vector)?;
        let length = pose.rotation.quaternion().norm();
        if !(length.is_finite() && length > 0.0) {
            let name = "norm of the rotation";
            return Err(Reason::BadParameter { name, value: length, limit: "> 0" }.into());
        }
        Ok(translation)
    }

    /// The shape before it was moved.
    #[must_use]
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// The matrix of the rotation.
    #[inline]
    pub(crate) fn rotation(&self) -> &Matrix3<f64> {
        &self.rotation
    }

    /// What the centre has beyond the digits of f64.
    #[inline]
    pub(crate) fn center_low(&self) -> &Vec3 {
        &self.center_low
    }

    /// A point of the shape, moved, in double-double arithmetic.
    fn place(&self, p: Dd3) -> Dd3 {
        let row = |i: usize| {
            let r = |j: usize| Dd::from(self.rotation[(i, j)]);
            p.x * r(0) + p.y * r(1) + p.z * r(2) + Dd::from(self.translation[i])
        };
        Dd3 { x: row(0), y: row(1), z: row(2) }
    }

    /// A point relative to the unmoved centre, moved, relative to the origin.
    #[inline(always)]
    fn place_relative(&self, p: &Vec3, origin: &Vec3) -> Vec3 {
        self.rotation * p + ((self.center - origin) + self.center_low)
    }
}

impl<S: SupportMap> SupportMap for Posed<S> {
    #[inline]
    fn support(&self, direction: &Vec3, origin: &Vec3, hint: u32) -> Support {
        let found = self.shape.support(&self.rotation.tr_mul(direction), &self.pivot, hint);
        Support { point: self.place_relative(&found.point, origin), ..found }
    }

    #[inline]
    fn center(&self) -> Vec3 {
        self.center
    }

    #[inline]
    fn radius(&self) -> f64 {
        self.shape.radius()
    }

    #[inline]
    fn extent(&self) -> f64 {
        self.shape.extent()
    }

    fn bounding_radius(&self) -> f64 {
        self.shape.bounding_radius()
    }

    #[inline]
    fn vertex(&self, index: u32, origin: &Vec3) -> Option<Vec3> {
        self.shape.vertex(index, &self.pivot).map(|p| self.place_relative(&p, origin))
    }

    fn exact_vertex(&self, index: u32) -> Option<Dd3> {
        self.shape.exact_vertex(index).map(|p| self.place(p))
    }

    #[inline]
    fn vertex_count(&self) -> usize {
        self.shape.vertex_count()
    }

    #[inline]
    fn oriented_box(&self) -> Option<OrientedBox> {
        let inner = self.shape.oriented_box()?;
        Some(OrientedBox {
            center: self.center + self.rotation * (inner.center - self.pivot),
            axes: self.rotation * inner.axes,
            half: inner.half,
        })
    }
}
