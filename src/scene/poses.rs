//! Moving many bodies in one call.

use super::Scene;
use super::body::Geometry;
use crate::error::{Error, Reason};
use crate::shape::Pose;

impl Scene {
    /// Moves rigid shapes, or meshes as a whole, as [`Scene::set_pose`] does one by one: all of them,
    /// or none if one is refused. Of several poses of a body the last counts.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use gapkit::scene::{BodyOptions, Config, Scene};
    /// use gapkit::shape::{Pose, Sphere};
    ///
    /// let mut scene = Scene::new(Config::new(0.1)?)?;
    /// let ball = Arc::new(Sphere::new([0.0; 3], 1.0)?);
    /// for _ in 0..2 {
    ///     scene.add_shape(ball.clone(), &Pose::identity(), BodyOptions::default())?;
    /// }
    /// scene.set_poses(&[(0, Pose::translation(-1.0, 0.0, 0.0)), (1, Pose::translation(1.0, 0.0, 0.0))])?;
    /// assert_eq!(scene.detect()[0].gap, 0.0);
    /// assert!(scene.set_poses(&[(0, Pose::identity()), (7, Pose::identity())]).is_err());
    /// assert_eq!(scene.detect()[0].gap, 0.0);
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Scene::set_pose`]. Nothing has moved then.
    pub fn set_poses(&mut self, poses: &[(u32, Pose)]) -> Result<(), Error> {
        for (body, pose) in poses {
            match &self.body(*body)?.geometry {
                Geometry::Shape(shape) => shape.check_pose(pose)?,
                Geometry::Mesh(mesh) => drop(mesh.checked(pose)?),
                Geometry::Plane(_) => {
                    let wanted = "a mesh or a shape";
                    return Err(Reason::WrongBody { body: *body, wanted }.into());
                }
            }
        }
        poses.iter().try_for_each(|(body, pose)| self.set_pose(*body, pose))
    }
}
