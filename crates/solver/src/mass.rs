//! What each node has: its share of mass, of volume, and of the surface.

use super::element::Tet;
use super::material::Material;
use gapkit::Vec3;
use gapkit::mesh::TetMesh;

/// Adds the lumped masses of elements: a quarter of each to each of its nodes. Of these, what is
/// more than the material has is added to `added` too.
pub(super) fn lump(elements: &[Tet], material: &Material, mass: &mut [f64], added: &mut [f64]) {
    for element in elements {
        let quarter = material.density() * element.volume / 4.0;
        for node in element.nodes {
            mass[node as usize] += element.mass_factor * quarter;
            added[node as usize] += (element.mass_factor - 1.0) * quarter;
        }
    }
}

/// The tributary area of each node at rest: a third of each exposed facet around it.
pub(super) fn areas(mesh: &TetMesh) -> Vec<f64> {
    let mut areas = vec![0.0; mesh.nodes().len()];
    for facet in mesh.boundary().facets() {
        let [a, b, c] = facet.map(|node| Vec3::from(mesh.nodes()[node as usize]));
        let third = (b - a).cross(&(c - a)).norm() / 6.0;
        facet.iter().for_each(|&node| areas[node as usize] += third);
    }
    areas
}

/// The shortest edge of a mesh.
pub(super) fn shortest_edge(mesh: &TetMesh) -> f64 {
    let at = |node: u32| Vec3::from(mesh.nodes()[node as usize]);
    let edges = mesh.tets().iter().flat_map(|&[a, b, c, d]| {
        [(a, b), (a, c), (a, d), (b, c), (b, d), (c, d)].map(|(p, q)| (at(p) - at(q)).norm())
    });
    edges.fold(f64::INFINITY, f64::min)
}
