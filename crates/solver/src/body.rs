//! The bodies of a model, as flat arrays over all of them.

use std::ops::Range;

use super::element::Tet;
use super::error::Error;
use super::mass;
use super::material::Material;
use super::settings::Settings;
use gapkit::Vec3;
use gapkit::mesh::TetMesh;
use gapkit::partition::Partition;

/// A deformable body, or a rigid plane, which has no nodes.
#[derive(Debug)]
pub struct Body {
    pub(super) nodes: Range<usize>,
    pub(super) elements: Range<usize>,
    pub(super) material: Option<Material>,
    pub(super) partition: Option<Partition>,
    /// Whether it may touch itself.
    pub(super) self_contact: bool,
    pub(super) is_rigid: bool,
    pub(super) shortest_edge: f64,
    /// Its exposed facets, by the numbers that nodes have among all bodies.
    pub(super) facets: Vec<[u32; 3]>,
}

impl Body {
    /// Its nodes among those of all bodies.
    #[must_use]
    pub fn nodes(&self) -> Range<usize> {
        self.nodes.clone()
    }

    /// Its elements among those of all bodies.
    #[must_use]
    pub fn elements(&self) -> Range<usize> {
        self.elements.clone()
    }

    /// Its convex pieces; none for a plane.
    #[must_use]
    pub fn partition(&self) -> Option<&Partition> {
        self.partition.as_ref()
    }

    /// Its exposed facets, by the numbers that nodes have among all bodies.
    #[must_use]
    pub fn facets(&self) -> &[[u32; 3]] {
        &self.facets
    }

    /// Its shortest edge at rest; infinite for a plane.
    #[must_use]
    pub fn shortest_edge(&self) -> f64 {
        self.shortest_edge
    }
}

/// All bodies.
#[derive(Debug, Default)]
pub(super) struct Bodies {
    pub(super) list: Vec<Body>,
    pub(super) elements: Vec<Tet>,
    /// The body of each element.
    pub(super) owners: Vec<u32>,
    pub(super) rest_positions: Vec<[f64; 3]>,
    pub(super) mass: Vec<f64>,
    /// The part of the mass that scaling has added.
    pub(super) added: Vec<f64>,
    /// The tributary area of each node on the surface at rest.
    pub(super) area: Vec<f64>,
    /// A point and the normal of each plane.
    pub(super) planes: Vec<(Vec3, Vec3)>,
}

impl Bodies {
    pub(super) fn add_plane(&mut self, point: Vec3, normal: Vec3) {
        self.planes.push((point, normal.normalize()));
        let (nodes, elements) = (self.rest_positions.len(), self.elements.len());
        self.list.push(Body {
            nodes: nodes..nodes,
            elements: elements..elements,
            material: None,
            partition: None,
            self_contact: false,
            is_rigid: false,
            shortest_edge: f64::INFINITY,
            facets: Vec::new(),
        });
    }

    pub(super) fn add_mesh(
        &mut self,
        mesh: &TetMesh,
        material: Material,
        settings: &Settings,
    ) -> Result<(), Error> {
        let body = self.list.len() as u32;
        let (first_node, first_element) = (self.rest_positions.len(), self.elements.len());
        let partition = settings.partition.partition(mesh)?;
        let boundary = mesh.boundary();
        let facets = boundary.facets();
        self.rest_positions.extend(mesh.nodes());
        for (number, tet) in mesh.tets().iter().enumerate() {
            let nodes = tet.map(|node| node + first_node as u32);
            let inverted = Error::Inverted { body, element: number as u32, time: 0.0 };
            self.elements.push(Tet::new(nodes, &self.rest_positions).ok_or(inverted)?);
        }
        self.owners.resize(self.elements.len(), body);
        self.mass.resize(self.rest_positions.len(), 0.0);
        self.added.resize(self.rest_positions.len(), 0.0);
        let elements = &mut self.elements[first_element..];
        if settings.scaled_step > 0.0 {
            let squared = (2.0 * settings.safety / settings.scaled_step).powi(2);
            elements.iter_mut().for_each(|element| element.scale_mass(&material, squared));
        }
        mass::lump(elements, &material, &mut self.mass, &mut self.added);
        self.area.extend(mass::areas(mesh));
        self.list.push(Body {
            nodes: first_node..self.rest_positions.len(),
            elements: first_element..self.elements.len(),
            material: Some(material),
            partition: Some(partition),
            self_contact: false,
            is_rigid: false,
            shortest_edge: mass::shortest_edge(mesh),
            facets: facets.iter().map(|f| f.map(|node| node + first_node as u32)).collect(),
        });
        Ok(())
    }

    /// Whether an element does not deform.
    #[inline]
    pub(super) fn is_rigid(&self, element: usize) -> bool {
        self.list[self.owners[element] as usize].is_rigid
    }

    /// Whether no body deforms.
    pub(super) fn are_all_rigid(&self) -> bool {
        self.list.iter().all(|body| body.is_rigid || body.nodes.is_empty())
    }

    /// The material of each body; planes have none and no elements either.
    pub(super) fn material(&self, element: usize) -> Option<&Material> {
        self.list[self.owners[element] as usize].material.as_ref()
    }
}
