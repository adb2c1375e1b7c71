//! What is prescribed: where bodies are at the start, how fast, and which nodes are held.

use super::body::Body;
use super::error::{Error, check};
use super::leapfrog::Solver;
use gapkit::Vec3;
use gapkit::forces::Friction;

impl Solver {
    fn nodes_of(&self, body: u32) -> Result<std::ops::Range<usize>, Error> {
        let (number, count) = (body as usize, self.bodies.list.len());
        let body = self.bodies.list.get(number);
        body.map(Body::nodes).ok_or(Error::Missing { what: "body", number, count })
    }

    fn node_of(&self, body: u32, node: u32) -> Result<usize, Error> {
        let nodes = self.nodes_of(body)?;
        let (number, count) = (node as usize, nodes.len());
        if number >= count {
            return Err(Error::Missing { what: "node", number, count });
        }
        Ok(nodes.start + number)
    }

    /// A node of a body that deforms.
    fn free_node_of(&self, body: u32, node: u32) -> Result<usize, Error> {
        let found = self.node_of(body, node)?;
        if self.bodies.list[body as usize].is_rigid {
            let (name, limit) = ("body of a prescribed node", "one that deforms");
            return Err(Error::Parameter { name, value: body.into(), limit });
        }
        Ok(found)
    }

    /// Deforms a body before the first step: its nodes come to where this takes their positions.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn deform(&mut self, body: u32, position: impl Fn(Vec3) -> Vec3) -> Result<(), Error> {
        for node in self.nodes_of(body)? {
            self.x[node] = position(self.x[node].into()).into();
        }
        (self.is_detected, self.is_current) = (false, false);
        Ok(())
    }

    /// Gives the nodes of a body velocities by their positions, before the first step.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn set_velocity(
        &mut self,
        body: u32,
        velocity: impl Fn(Vec3) -> Vec3,
    ) -> Result<(), Error> {
        for node in self.nodes_of(body)? {
            self.v[node] = velocity(self.x[node].into());
        }
        self.is_current = false;
        Ok(())
    }

    /// Prescribes the velocity of a node of a body.
    ///
    /// # Errors
    /// If there is no such node, or the body is rigid.
    pub fn hold(&mut self, body: u32, node: u32, velocity: impl Into<Vec3>) -> Result<(), Error> {
        let (node, velocity) = (self.free_node_of(body, node)?, velocity.into());
        self.v[node] = velocity;
        self.held.retain(|(known, _)| *known != node as u32);
        self.held.push((node as u32, velocity));
        Ok(())
    }

    /// Sets the friction of two bodies, or of a body with itself, instead of that of all others.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn set_friction(&mut self, bodies: [u32; 2], friction: Friction) -> Result<(), Error> {
        bodies.iter().try_for_each(|&body| self.nodes_of(body).map(|_| ()))?;
        self.contacts.set_friction(bodies, friction);
        Ok(())
    }

    /// Lets a node of a body move across this direction only, as on rollers.
    ///
    /// # Errors
    /// If there is no such node, the body is rigid, or the direction has no length.
    pub fn guide(&mut self, body: u32, node: u32, across: impl Into<Vec3>) -> Result<(), Error> {
        let (node, direction) = (self.free_node_of(body, node)?, across.into());
        let direction = direction / check("length of a direction", direction.norm(), false)?;
        let v = self.v[node];
        self.v[node] = v - direction * direction.dot(&v);
        self.guided.push((node as u32, direction));
        Ok(())
    }
}
