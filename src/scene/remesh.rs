//! Another mesh for a body, as after remeshing: the bodies around it are taken over as they are.

use super::Scene;
use super::beams::Beams;
use super::body::{Cells, Geometry, MeshBody, Presence};
use super::config::Resolution;
use super::facet_side::FacetSide;
use super::limits;
use super::mesh_parts::MeshParts;
use super::surface::Edge;
use super::world::{NO_TET, Span, World};
use crate::Vec3;
use crate::error::{Error, Reason};
use crate::mesh::TetMesh;
use crate::num::Lists;

impl Scene {
    /// Exchanges the mesh of a body for another one, with other nodes and elements, as after
    /// remeshing. The body is where the new mesh is, at rest, with all of its elements on; it keeps its number
    /// and its options. Other bodies stay as they are.
    ///
    /// There are no contacts until the next detection. Those that are there again, by the numbers of
    /// their nodes ([`TetMesh::with_node_numbers`]), have the same ids, and keep their ages and values.
    /// The nodes have no velocities until they are set.
    ///
    /// ```
    /// use gapkit::mesh::bodies;
    /// use gapkit::scene::{BodyOptions, Config, Scene};
    ///
    /// let mut scene = Scene::new(Config::new(0.01)?)?;
    /// let block = scene.add_mesh(&bodies::block([1, 1, 1], [1.0; 3])?, BodyOptions::default())?;
    /// scene.add_plane([0.0; 3], [0.0, 0.0, 1.0], BodyOptions::default())?;
    /// assert_eq!(scene.detect().len(), 6);
    /// scene.replace_mesh(block, &bodies::block([2, 2, 2], [1.0; 3])?)?;
    /// assert_eq!(scene.detect().len(), 24);
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Scene::add_mesh`]; if the body is no solid mesh, was removed or is off; and if contacts
    /// are those of pieces. Nothing has changed then.
    pub fn replace_mesh(&mut self, body: u32, mesh: &TetMesh) -> Result<(), Error> {
        let wrong = |wanted| Err(Reason::WrongBody { body, wanted }.into());
        if !matches!(self.mesh(body)?.cells, Cells::Solid(_)) {
            return wrong("a solid mesh");
        }
        if self.bodies[body as usize].presence != Presence::On {
            return wrong("switched on");
        }
        if self.config.resolution == Resolution::Piece {
            return wrong("without contacts of pieces");
        }
        limits::check_coordinates(mesh.nodes())?;
        self.threads.check()?;
        let partition = self.config.partition();
        let made = self.threads.install(|| MeshBody::new(mesh, &partition))?;
        let parts = self.threads.install(|| MeshParts::of_mesh(mesh));
        let old = std::mem::take(&mut self.world);
        let velocities = std::mem::take(&mut self.velocities);
        let steps = std::mem::take(&mut self.step_displacements);
        self.bodies[body as usize].geometry = Geometry::Mesh(Box::new(made));
        for (number, own) in self.bodies.iter().enumerate() {
            if number == body as usize {
                let count = self.world.nodes.len();
                self.world.push(own, Some(&parts));
                self.world.body_numbers[number] = old.body_numbers[number];
                self.velocities.resize(count + mesh.nodes().len(), Vec3::zeros());
            } else {
                self.world.adopt(&old, number as u32);
                let nodes = old.spans[number].nodes.clone();
                self.velocities.extend(&velocities[nodes.clone()]);
                self.step_displacements.extend(steps.get(nodes).unwrap_or_default());
            }
            if !steps.is_empty() {
                self.step_displacements.resize(self.world.nodes.len(), [0.0; 3]);
            }
        }
        self.world.taken_numbers = old.taken_numbers;
        self.world.rename_facets(body);
        self.renew_pieces(body);
        self.history.retire();
        Ok(())
    }
}

impl World {
    /// Adds a body of another world behind all others, but for its pieces.
    fn adopt(&mut self, old: &Self, number: u32) {
        let span = &old.spans[number as usize];
        let shift = |new: usize, start: usize| move |at: u32| (at as usize + new - start) as u32;
        let starts = [self.nodes.len(), self.facets.len(), self.edges.len(), self.tets.len()];
        let node = shift(starts[0], span.nodes.start);
        let facet = shift(starts[1], span.facets.start);
        let edge = shift(starts[2], span.edges.start);
        let tet = shift(starts[3], span.tets.start);
        self.nodes.extend_from_slice(&old.nodes[span.nodes.clone()]);
        self.node_numbers.extend_from_slice(&old.node_numbers[span.nodes.clone()]);
        self.node_body.resize(self.nodes.len(), number);
        self.tets.extend(old.tets[span.tets.clone()].iter().map(|corners| corners.map(node)));
        self.elements.extend_from_slice(&old.elements[span.tets.clone()]);
        if old.is_off.len() > span.tets.start {
            self.is_off.resize(starts[3], false);
            let end = old.is_off.len().min(span.tets.end);
            self.is_off.extend_from_slice(&old.is_off[span.tets.start..end]);
        }
        self.adopt_facets(old, span, (node, edge, tet));
        self.edges.extend(old.edges[span.edges.clone()].iter().map(|own| Edge {
            nodes: own.nodes.map(node),
            facets: own.facets.map(facet),
            far: own.far.map(node),
        }));
        let lists = span.nodes.clone();
        extend(&mut self.node_facets, &old.node_facets, lists.clone(), facet);
        extend(&mut self.node_edges, &old.node_edges, lists.clone(), edge);
        extend(&mut self.node_ring, &old.node_ring, lists.clone(), node);
        extend(&mut self.node_tets, &old.node_tets, lists, tet);
        let segments = self.beams.adopt(&old.beams, span.segments.clone(), node);
        self.body_numbers.push(old.body_numbers[number as usize]);
        self.has_open |= span.is_open;
        self.spans.push(Span {
            nodes: starts[0]..self.nodes.len(),
            facets: starts[1]..self.facets.len(),
            edges: starts[2]..self.edges.len(),
            tets: starts[3]..self.tets.len(),
            pieces: 0..0,
            segments,
            parts: span.parts.iter().map(|part| node(*part)).collect(),
            is_open: span.is_open,
        });
    }

    /// Adds the facets of a body of another world.
    fn adopt_facets(
        &mut self,
        old: &Self,
        span: &Span,
        (node, edge, tet): (impl Fn(u32) -> u32, impl Fn(u32) -> u32, impl Fn(u32) -> u32),
    ) {
        let range = span.facets.clone();
        self.facets.extend(old.facets[range.clone()].iter().map(|own| own.map(&node)));
        self.facet_sides.extend(old.facet_sides[range.clone()].iter().map(|own| FacetSide {
            nodes: own.nodes.map(&node),
            first_node: node(own.first_node),
            ..*own
        }));
        self.contact_sides.extend_from_slice(&old.contact_sides[range.clone()]);
        self.facet_ids.extend_from_slice(&old.facet_ids[range.clone()]);
        let behind = |&own: &u32| if own == NO_TET { NO_TET } else { tet(own) };
        self.facet_tets.extend(old.facet_tets[range.clone()].iter().map(behind));
        self.facet_thinner.extend_from_slice(&old.facet_thinner[range.clone()]);
        self.facet_deep.extend_from_slice(&old.facet_deep[range.clone()]);
        self.facet_edges.extend(old.facet_edges[range.clone()].iter().map(|own| own.map(&edge)));
        self.owned.extend_from_slice(&old.owned[range.clone()]);
        self.boxes.extend_from_slice(&old.boxes[range]);
    }

    /// Names the facets of a body by its number once more.
    fn rename_facets(&mut self, body: u32) {
        let Span { facets, is_open, .. } = self.spans[body as usize].clone();
        for facet in facets {
            self.facet_ids[facet] = self.make_facet_id(facet as u32, is_open);
        }
    }
}

/// Adds some of the lists of others, with a change to their items.
fn extend(
    lists: &mut Lists<u32>,
    old: &Lists<u32>,
    range: std::ops::Range<usize>,
    change: impl Fn(u32) -> u32,
) {
    range.for_each(|list| lists.push(old.of(list).iter().map(|item| change(*item))));
}

impl Beams {
    /// Adds some of the segments of others; returns where they are.
    fn adopt(
        &mut self,
        old: &Self,
        range: std::ops::Range<usize>,
        node: impl Fn(u32) -> u32,
    ) -> std::ops::Range<usize> {
        let first = self.nodes.len();
        self.nodes.extend(old.nodes[range.clone()].iter().map(|ends| ends.map(&node)));
        self.bodies.extend_from_slice(&old.bodies[range.clone()]);
        self.radius.extend_from_slice(&old.radius[range.clone()]);
        self.thinner.extend_from_slice(&old.thinner[range.clone()]);
        self.is_on.extend_from_slice(&old.is_on[range]);
        self.sort_around(first);
        first..self.nodes.len()
    }
}
