//! Convex bodies by formula for several experiments.

use gapkit::mesh::bodies;
use gapkit::shape::{Polyhedron, Search};
use gapkit::{Vec3, shape};
use nalgebra::{Matrix3, Rotation3};

use crate::Error;
use crate::random::Random;

/// A turn about a random axis by a random angle.
pub(super) fn rotation(random: &mut Random) -> Rotation3<f64> {
    let angle = random.between(0.0, std::f64::consts::TAU);
    Rotation3::new(random.direction() * angle)
}

/// The surface of a geodesic sphere of radius 1: `10 layers^2 + 2` vertices.
#[derive(Debug, Clone)]
pub(super) struct Geodesic {
    pub(super) vertices: Vec<Vec3>,
    faces: Vec<[u32; 3]>,
}

impl Geodesic {
    pub(super) fn new(layers: usize) -> Result<Self, Error> {
        let mesh = bodies::sphere(1.0, layers).map_err(Error::Body)?;
        let (mut numbers, mut vertices) = (vec![u32::MAX; mesh.nodes().len()], Vec::new());
        let boundary = mesh.boundary();
        let mut faces = boundary.facets().to_vec();
        for node in faces.iter_mut().flatten() {
            let number = &mut numbers[*node as usize];
            if *number == u32::MAX {
                *number = vertices.len() as u32;
                vertices.push(Vec3::from(mesh.nodes()[*node as usize]));
            }
            *node = *number;
        }
        Ok(Self { vertices, faces })
    }

    /// The polyhedron under a linear map that keeps orientation, and moved.
    pub(super) fn polyhedron(
        &self,
        map: &Matrix3<f64>,
        at: &Vec3,
        search: Search,
    ) -> Result<Polyhedron, Error> {
        let vertices = self.vertices.iter().map(|p| (map * p + at).into()).collect();
        let body = shape::Polyhedron::new(vertices, &self.faces).map_err(Error::Body)?;
        Ok(body.with_search(search))
    }
}
