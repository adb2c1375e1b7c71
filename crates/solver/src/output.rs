//! Files for ParaView: the bodies and the contacts at one moment.

use std::path::Path;

use super::leapfrog::Solver;
use gapkit::vtk::{Encoding, Surface, Volume, WriteError};

impl Solver {
    /// Writes all bodies to a `.vtu` file: `displacement` and `velocity` of nodes, `von_mises`,
    /// `body` and `piece` of elements. Pieces are numbered through all bodies.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write_bodies(&self, path: impl AsRef<Path>) -> Result<(), WriteError> {
        let rest_positions = self.bodies.rest_positions.iter();
        let displacement: Vec<[f64; 3]> = self
            .x
            .iter()
            .zip(rest_positions)
            .map(|(x, rest)| [0, 1, 2].map(|k| x[k] - rest[k]))
            .collect();
        let velocity: Vec<[f64; 3]> = self.v.iter().map(|&v| v.into()).collect();
        let tets: Vec<[u32; 4]> = self.tets().collect();
        let von_mises: Vec<f64> = self.von_mises().collect();
        Volume::tets(&self.x, &tets)
            .point_data("displacement", &displacement)
            .point_data("velocity", &velocity)
            .cell_data("von_mises", &von_mises)
            .cell_data("body", &self.bodies.owners)
            .cell_data("piece", &self.pieces())
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
            .encoding(Encoding::RawZlib)
            .write(path)
    }
}
