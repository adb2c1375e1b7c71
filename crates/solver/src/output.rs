//! Files for ParaView: the bodies and the contacts at one moment.

use std::path::Path;

use super::leapfrog::Solver;
use gapkit::Vec3;
use gapkit::vtk::{Encoding, Surface, Volume, WriteError};

/// What contacts do to the surfaces, for each node of all bodies; zero where there are none.
#[derive(Debug, Clone, PartialEq)]
pub struct Tractions {
    /// The force per area, of which the part against the outward normal is the pressure.
    pub traction: Vec<[f64; 3]>,
    /// The pressure: positive where the surface is pushed inwards.
    pub pressure: Vec<f64>,
}

impl Solver {
    /// The force of contacts on each node over the area of its part of the surface: a third of the
    /// facets around it that face the force, where they are now, as seen along their normal. So the
    /// rim of a face has the pressure of its inside. Known when the forces of contacts are; see
    /// [`contacts`](Self::contacts).
    #[must_use]
    pub fn tractions(&self) -> Tractions {
        let forces = self.contacts.on_all_nodes();
        // For each node the normal of what faces the force.
        let mut normals = vec![Vec3::zeros(); self.x.len()];
        self.at_corners(|node, facet| {
            normals[node] += facet * (-facet.normalize().dot(&forces[node])).max(0.0);
        });
        normals.iter_mut().for_each(|n| *n = n.try_normalize(0.0).unwrap_or_default());
        let mut areas = vec![0.0; self.x.len()];
        self.at_corners(|node, facet| areas[node] += facet.dot(&normals[node]).max(0.0));
        let each = areas.iter().zip(&normals).zip(forces);
        let (traction, pressure) = each
            .map(|((&area, normal), force)| {
                let traction = if area > 0.0 { force / area } else { Vec3::zeros() };
                // Without the sign of a zero.
                (<[f64; 3]>::from(traction), 0.0 - traction.dot(normal))
            })
            .unzip();
        Tractions { traction, pressure }
    }

    /// Goes through the corners of all facets: the node, and a third of the area along the normal.
    fn at_corners(&self, mut visit: impl FnMut(usize, Vec3)) {
        for facet in self.bodies.list.iter().flat_map(|body| &body.facets) {
            let [a, b, c] = facet.map(|node| Vec3::from(self.x[node as usize]));
            let share = (b - a).cross(&(c - a)) / 6.0;
            facet.iter().for_each(|&node| visit(node as usize, share));
        }
    }

    /// The velocities of all nodes at the present moment, where the forces are known.
    fn velocities_now(&self) -> Vec<[f64; 3]> {
        let mut all: Vec<Vec3> = (0..self.x.len()).map(|node| self.velocity_now(node)).collect();
        for &(node, direction) in &self.guided {
            let free = all[node as usize];
            all[node as usize] = free - direction * direction.dot(&free);
        }
        for &(node, velocity) in &self.held {
            all[node as usize] = velocity;
        }
        all.into_iter().map(Into::into).collect()
    }

    /// Writes all bodies to a `.vtu` file: of nodes `displacement`, `velocity`, and `pressure` and
    /// `traction` of contacts on the surface; of elements `von_mises`, `body` and `piece`. Pieces
    /// are numbered through all bodies. `names` are those of the bodies, planes among them, which
    /// the file has as `body_names`. Everything is of the same moment if [`entry`](Self::entry) has
    /// been called at it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write_bodies(&self, path: impl AsRef<Path>, names: &[&str]) -> Result<(), WriteError> {
        let rest_positions = self.bodies.rest_positions.iter();
        let displacement: Vec<[f64; 3]> = self
            .x
            .iter()
            .zip(rest_positions)
            .map(|(x, rest)| [0, 1, 2].map(|k| x[k] - rest[k]))
            .collect();
        let tets: Vec<[u32; 4]> = self.tets().collect();
        let von_mises: Vec<f64> = self.von_mises().collect();
        let Tractions { traction, pressure } = self.tractions();
        Volume::tets(&self.x, &tets)
            .point_data("displacement", &displacement)
            .point_data("velocity", &self.velocities_now())
            .point_data("pressure", &pressure)
            .point_data("traction", &traction)
            .cell_data("von_mises", &von_mises)
            .cell_data("body", &self.bodies.owners)
            .cell_data("piece", &self.pieces())
            .field_data("body_names", names)
            .time(self.time)
            .encoding(Encoding::RawZlib)
            .write(path)
    }

    /// The piece of each element, numbered through all bodies.
    fn pieces(&self) -> Vec<u32> {
        let mut pieces = Vec::with_capacity(self.bodies.elements.len());
        let mut first = 0;
        for partition in self.bodies.list.iter().filter_map(|body| body.partition.as_ref()) {
            pieces.extend(partition.owners().iter().map(|piece| first + piece));
            first += partition.len() as u32;
        }
        pieces
    }

    /// Writes the contacts that push to a `.vtp` file: a vertex at the point on A of each, with
    /// `gap`, `normal`, `force` on B, `pressure`,
    /// `body_a`, `body_b`, `id` and `age`.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write_contacts(&self, path: impl AsRef<Path>) -> Result<(), WriteError> {
        let pushing = || self.contacts().filter(|(_, force)| force.spring.norm_squared() > 0.0);
        let points: Vec<[f64; 3]> = pushing().map(|(contact, _)| contact.point_a.into()).collect();
        let gap: Vec<f64> = pushing().map(|(contact, _)| contact.gap).collect();
        let normal: Vec<[f64; 3]> = pushing().map(|(contact, _)| contact.normal.into()).collect();
        let force: Vec<[f64; 3]> = pushing().map(|(_, force)| force.total().into()).collect();
        let pressure: Vec<f64> = pushing()
            .map(|(_, force)| (force.spring + force.dashpot).norm() / force.area)
            .collect();
        let id: Vec<u64> = pushing().map(|(contact, _)| contact.id).collect();
        let age: Vec<u32> = pushing().map(|(contact, _)| contact.age).collect();
        let [a, b] = [0, 1].map(|i| pushing().map(|(c, _)| c.sides[i].body).collect::<Vec<u32>>());
        Surface::new(&points)
            .vertices()
            .point_data("gap", &gap)
            .point_data("normal", &normal)
            .point_data("force", &force)
            .point_data("pressure", &pressure)
            .point_data("body_a", &a)
            .point_data("body_b", &b)
            .point_data("id", &id)
            .point_data("age", &age)
            .time(self.time)
            .encoding(Encoding::RawZlib)
            .write(path)
    }
}
