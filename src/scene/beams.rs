//! Bodies that are beams: round segments between nodes.

use std::ops::Range;

use super::Scene;
use super::body::{BodyOptions, Geometry, MeshBody};
use super::config::Resolution;
use super::limits;
use super::mesh_parts::MeshParts;
use crate::error::{Error, Reason};
use crate::mesh::BeamMesh;

/// The segments of all beams, in the order of their bodies.
#[derive(Debug, Default)]
pub(super) struct Beams {
    pub(super) nodes: Vec<[u32; 2]>,
    pub(super) bodies: Vec<u32>,
    pub(super) radius: Vec<f64>,
    /// By how much the radius of each is below the largest of its body.
    pub(super) thinner: Vec<f64>,
    /// Whether each takes part in contact.
    pub(super) is_on: Vec<bool>,
    /// Nodes and the segments around them, in order.
    around: Vec<[u32; 2]>,
}

impl Beams {
    /// Adds those of a body whose first node is given.
    pub(super) fn add(&mut self, body: u32, first_node: u32, mesh: &BeamMesh) {
        let first = self.nodes.len();
        let most = largest(mesh.radii());
        self.nodes.extend(mesh.segments().iter().map(|ends| ends.map(|node| node + first_node)));
        self.bodies.resize(self.nodes.len(), body);
        self.radius.extend(mesh.radii());
        self.thinner.extend(mesh.radii().iter().map(|radius| most - radius));
        self.is_on.resize(self.nodes.len(), true);
        self.sort_around(first);
    }

    /// Finds the segments around the nodes of those from one on, which are of a body behind all others.
    pub(super) fn sort_around(&mut self, first: usize) {
        let own = self.nodes[first..].iter().zip(first as u32..);
        let known = self.around.len();
        self.around.extend(own.flat_map(|(ends, segment)| ends.map(|node| [node, segment])));
        self.around[known..].sort_unstable();
    }

    /// Switches segments on, or off, by their numbers within the range.
    pub(super) fn switch(&mut self, range: Range<usize>, is_on: impl Fn(u32) -> bool) {
        self.is_on[range].iter_mut().zip(0..).for_each(|(own, number)| *own = is_on(number));
    }

    /// The segments around a node that are on, in order.
    pub(super) fn around(&self, node: u32) -> impl Iterator<Item = u32> {
        let from = self.around.partition_point(|own| own[0] < node);
        let own = self.around[from..].iter().take_while(move |own| own[0] == node);
        own.map(|own| own[1]).filter(|segment| self.is_on[*segment as usize])
    }
}

fn largest(radii: &[f64]) -> f64 {
    radii.iter().copied().fold(0.0, f64::max)
}

impl Scene {
    /// Adds beams, deformable or rigid, and returns the number of the body.
    ///
    /// Each segment is round, with the axis between its nodes, and has contacts with facets, convex
    /// edges and nodes of meshes, with segments of other beams (of its own with
    /// [`BodyOptions::with_self_contact`], but those that overlap as they were made), with shapes
    /// and with half-spaces. They are of [`Kind::Area`](super::Kind::Area): a length of the segment
    /// as seen along the normal times its diameter; of two beams that cross the area that both
    /// cover, as seen along the normal. Ends that point at something, and kinks, are of
    /// [`Kind::Corner`](super::Kind::Corner), with the cross section as area at most.
    ///
    /// Contacts are where the axis is outside of solids, or less deep than surfaces see; a beam
    /// whose axis has passed through another one or a shell is in contact with the other side.
    ///
    /// ```
    /// use gapkit::mesh::BeamMesh;
    /// use gapkit::scene::{BodyOptions, Config, Scene};
    ///
    /// let beam = |ends: [[f64; 3]; 2]| BeamMesh::new(ends.to_vec(), &[[0, 1]], &[0.1]);
    /// let mut scene = Scene::new(Config::new(0.05)?)?;
    /// let low = beam([[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]])?;
    /// let high = beam([[0.0, -1.0, 0.22], [0.0, 1.0, 0.22]])?;
    /// scene.add_beams(&low, BodyOptions::default())?;
    /// scene.add_beams(&high, BodyOptions::default())?;
    /// let [contact] = scene.detect() else { panic!("beams that cross touch once") };
    /// assert!((contact.gap - 0.02).abs() < 1e-15);
    /// assert!((contact.area - 0.2 * 0.2).abs() < 1e-15);
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Errors
    /// If contacts are not those of surfaces, the default of [`Resolution`]; if a coordinate or a
    /// radius is beyond [`MAX_COORDINATE`](super::MAX_COORDINATE); and in a process that was forked
    /// since the scene was made.
    pub fn add_beams(&mut self, mesh: &BeamMesh, options: BodyOptions) -> Result<u32, Error> {
        if self.config.resolution != Resolution::Surface {
            return Err(Reason::NeedsSurfaceContacts { what: "a beam" }.into());
        }
        self.check_number(&options)?;
        limits::check_coordinates(mesh.nodes())?;
        let options = options.with_thickness(options.thickness + largest(mesh.radii()))?;
        self.threads.check()?;
        let body = Geometry::Mesh(Box::new(MeshBody::of_beams(mesh.nodes())));
        Ok(self.add(body, Some(&MeshParts::of_beams(mesh)), options))
    }

    /// The nodes of each segment of beams, in the order in which they were added; none for other
    /// bodies.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn segments(&self, body: u32) -> Result<impl Iterator<Item = [u32; 2]> + '_, Error> {
        self.body(body)?;
        let span = &self.world.spans[body as usize];
        let first = span.nodes.start as u32;
        let own = &self.world.beams.nodes[span.segments.clone()];
        Ok(own.iter().map(move |ends| ends.map(|node| node - first)))
    }

    /// The radius of each segment of beams.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn segment_radii(&self, body: u32) -> Result<&[f64], Error> {
        self.body(body)?;
        Ok(&self.world.beams.radius[self.world.spans[body as usize].segments.clone()])
    }
}
