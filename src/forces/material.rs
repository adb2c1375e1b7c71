//! What is behind the surface of a body.

use std::f64::consts::PI;

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
/// tetrahedron around it, a third of what is behind each side of the faces of a shell, half of each
/// segment of a beam.
pub(super) fn nodal_volumes(scene: &Scene, body: u32) -> Result<Vec<f64>, Error> {
    let rest = scene.rest_positions(body)?;
    let mut volumes = vec![0.0; rest.len()];
    for tet in scene.tets(body)? {
        let [a, b, c, d] = tet.map(|node| Vec3::from(rest[node as usize]));
        let quarter = (b - a).cross(&(c - a)).dot(&(d - a)) / 24.0;
        tet.iter().for_each(|&node| volumes[node as usize] += quarter);
    }
    if scene.tets(body)?.len() == 0 {
        for (facet, layer) in scene.facets(body)?.zip(scene.facet_layers(body)?) {
            let third = area_of(rest, facet) * layer / 3.0;
            facet.iter().for_each(|&node| volumes[node as usize] += third);
        }
    }
    for (ends, radius) in scene.segments(body)?.zip(scene.segment_radii(body)?) {
        let half = 0.5 * PI * radius * radius * length_of(rest, ends);
        ends.iter().for_each(|&node| volumes[node as usize] += half);
    }
    Ok(volumes)
}

fn area_of(rest: &[[f64; 3]], facet: [u32; 3]) -> f64 {
    let [a, b, c] = facet.map(|node| Vec3::from(rest[node as usize]));
    0.5 * (b - a).cross(&(c - a)).norm()
}

fn length_of(rest: &[[f64; 3]], ends: [u32; 2]) -> f64 {
    let [a, b] = ends.map(|node| Vec3::from(rest[node as usize]));
    (b - a).norm()
}

/// How deep the layer of volume is that the nodes of the surface have, on the mean.
pub(super) fn surface_depth(scene: &Scene, body: u32, volumes: &[f64]) -> Result<f64, Error> {
    let rest = scene.rest_positions(body)?;
    let mut exposed = vec![false; rest.len()];
    let mut area = 0.0;
    for facet in scene.facets(body)? {
        area += area_of(rest, facet);
        facet.iter().for_each(|&node| exposed[node as usize] = true);
    }
    for (ends, radius) in scene.segments(body)?.zip(scene.segment_radii(body)?) {
        area += 2.0 * PI * radius * length_of(rest, ends);
        ends.iter().for_each(|&node| exposed[node as usize] = true);
    }
    let behind = volumes.iter().zip(&exposed).filter(|(_, exposed)| **exposed);
    Ok(behind.map(|(volume, _)| volume).sum::<f64>() / area)
}
