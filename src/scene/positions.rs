//! Where the nodes and bodies of a scene are, and how fast they move.

use super::body::{Geometry, MeshBody};
use super::{Scene, limits};
use crate::Vec3;
use crate::error::{Error, Reason, check_parameter};
use crate::shape::Pose;

impl Scene {
    /// Moves the nodes of a mesh.
    ///
    /// # Errors
    /// If there is no such mesh, or not one position for each of its nodes, finite and not beyond
    /// [`MAX_COORDINATE`](super::MAX_COORDINATE). Nothing has moved then.
    pub fn set_positions(&mut self, body: u32, positions: &[[f64; 3]]) -> Result<(), Error> {
        check_count(positions, self.mesh(body)?)?;
        limits::check_coordinates(positions)?;
        let nodes = self.world.spans[body as usize].nodes.clone();
        self.world.nodes[nodes].copy_from_slice(positions);
        Ok(())
    }

    /// Moves a rigid shape, or a mesh as a whole from where it was made.
    ///
    /// # Errors
    /// If there is no such body, it is a plane, the pose is not finite, or takes it beyond
    /// [`MAX_COORDINATE`](super::MAX_COORDINATE).
    pub fn set_pose(&mut self, body: u32, pose: &Pose) -> Result<(), Error> {
        self.body(body)?;
        let nodes = self.world.spans[body as usize].nodes.clone();
        match &mut self.bodies[body as usize].geometry {
            Geometry::Shape(shape) => shape.set_pose(pose)?,
            Geometry::Mesh(mesh) => mesh.place(pose, &mut self.world.nodes[nodes])?,
            Geometry::Plane(_) => {
                return Err(Reason::WrongBody { body, wanted: "a mesh or a shape" }.into());
            }
        }
        Ok(())
    }

    /// Sets the velocities of the nodes of a mesh in the time step ahead. Contacts are then also
    /// reported where the gap will be within the margin at its end, so that a fast body is not
    /// missed; not if the time step is 0, where velocities are only those of
    /// [`forces`](crate::forces). Bodies without velocities do not move; after
    /// [`Scene::clear_velocities`] none does.
    ///
    /// # Errors
    /// If there is no such mesh, or not one velocity for each of its nodes, finite and not beyond
    /// [`MAX_VELOCITY`](super::MAX_VELOCITY), or one moves beyond
    /// [`MAX_COORDINATE`](super::MAX_COORDINATE) in the time step, or that is negative.
    pub fn set_velocities(
        &mut self,
        body: u32,
        velocities: &[[f64; 3]],
        dt: f64,
    ) -> Result<(), Error> {
        check_count(velocities, self.mesh(body)?)?;
        check_parameter("time step", dt, false)?;
        limits::check_velocities(velocities, dt)?;
        let nodes = self.world.spans[body as usize].nodes.clone();
        for (own, &velocity) in self.velocities[nodes.clone()].iter_mut().zip(velocities) {
            *own = velocity.into();
        }
        if dt > 0.0 {
            self.step_displacements.resize(self.world.nodes.len(), [0.0; 3]);
        } else if self.step_displacements.is_empty() {
            return Ok(());
        }
        for (displacement, velocity) in self.step_displacements[nodes].iter_mut().zip(velocities) {
            *displacement = velocity.map(|v| v * dt);
        }
        Ok(())
    }

    /// Removes all velocities.
    pub fn clear_velocities(&mut self) {
        self.velocities.fill(Vec3::zeros());
        self.step_displacements.clear();
    }
}

/// Checks that there is one vector for each node.
fn check_count(vectors: &[[f64; 3]], mesh: &MeshBody) -> Result<(), Error> {
    let (given, count) = (vectors.len(), mesh.rest.len());
    if given == count { Ok(()) } else { Err(Reason::PositionCount { given, count }.into()) }
}
