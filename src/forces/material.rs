//! What is behind the surface of a body.

use crate::Vec3;
use crate::error::{Error, check_parameter};
use crate::scene::Scene;

/// What the stiffness of contacts is taken from: bulk modulus and density of a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Material {
    pub(super) bulk: f64,
    pub(super) density: f64,
}

impl Material {
    /// A material with this bulk modulus (a pressure) and density (mass per volume at rest).
    ///
    /// # Errors
    /// If one is not positive.
    pub fn new(bulk: f64, density: f64) -> Result<Self, Error> {
        let bulk = check_parameter("bulk modulus", bulk, true)?;
        Ok(Self { bulk, density: check_parameter("density", density, true)? })
    }
}

/// The part of the volume of a mesh that each of its nodes has at rest: a quarter of each
/// tetrahedron around it.
pub(super) fn nodal_volumes(scene: &Scene, body: u32) -> Result<Vec<f64>, Error> {
    let rest = scene.rest_positions(body)?;
    let mut volumes = vec![0.0; rest.len()];
    for tet in scene.tets(body)? {
        let [a, b, c, d] = tet.map(|node| Vec3::from(rest[node as usize]));
        let quarter = (b - a).cross(&(c - a)).dot(&(d - a)) / 24.0;
        tet.iter().for_each(|&node| volumes[node as usize] += quarter);
    }
    Ok(volumes)
}

/// How deep the layer of volume is that the nodes of the surface have, on the mean.
pub(super) fn surface_depth(scene: &Scene, body: u32, volumes: &[f64]) -> Result<f64, Error> {
    let rest = scene.rest_positions(body)?;
    let mut exposed = vec![false; rest.len()];
    let mut area = 0.0;
    for facet in scene.facets(body)? {
        let [a, b, c] = facet.map(|node| Vec3::from(rest[node as usize]));
        area += 0.5 * (b - a).cross(&(c - a)).norm();
        facet.iter().for_each(|&node| exposed[node as usize] = true);
    }
    let behind = volumes.iter().zip(&exposed).filter(|(_, exposed)| **exposed);
    Ok(behind.map(|(volume, _)| volume).sum::<f64>() / area)
}
