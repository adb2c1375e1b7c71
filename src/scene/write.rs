//! Contacts and bodies as files for ParaView.
//!
//! Each contact is a vertex at `point_a` and a line from there to `point_b`. Both ends carry the
//! same data, so that the line has one colour and the Glyph filter may stand on either end; `side`
//! tells them apart.

use std::path::Path;

use super::Scene;
use super::body::Geometry;
use super::contact::{Contact, Part, Side};
use crate::vtk::{Surface, Volume, WriteError};

impl Scene {
    /// Writes the contacts of the last detection to a `.vtp` file.
    ///
    /// A contact is a vertex at `point_a`, and a line from there to `point_b`. Data of the points,
    /// the same at both ends:
    ///
    /// | name | what it is |
    /// |---|---|
    /// | `normal`, `gap`, `area`, `id`, `age` | those of the [`Contact`] |
    /// | `kind` | 0 nearest features, 1 an area in common, 2 a sharp node, 3 a deep overlap, 4 a fallback, 5 a node of one side |
    /// | `body_a`, `body_b` | the bodies |
    /// | `element_a`, `element_b` | the elements of the meshes; -1 for shapes |
    /// | `feature_a`, `feature_b` | 0 a shape, 1 a node, 2 an edge, 3 a facet |
    /// | `side` | 0 at `point_a`, 1 at `point_b` |
    ///
    /// `kind_names` and `feature_names` of the file name the numbers of kinds and features.
    ///
    /// In ParaView the Glyph filter draws the normals: orientation array `normal`, no scale array.
    /// Where one arrow for each contact is wanted, Threshold with `side` = 0 goes before.
    ///
    /// # Errors
    /// If the file cannot be written.
    ///
    /// ```no_run
    /// # use gapkit::scene::{Config, Scene};
    /// # let mut scene = Scene::new(Config::new(0.01)?)?;
    /// scene.detect();
    /// scene.write_contacts("contacts.vtp")?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_contacts(&self, path: impl AsRef<Path>) -> Result<(), WriteError> {
        self.write_contacts_as(path, |_, element| u64::from(element))
    }

    /// As [`Scene::write_contacts`], with the host's own numbers of elements:
    /// `number(body, element)`.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write_contacts_as(
        &self,
        path: impl AsRef<Path>,
        number: impl Fn(u32, u32) -> u64,
    ) -> Result<(), WriteError> {
        with_surface(self.contacts(), &number, |surface| surface.write(path))
    }

    /// The contacts as [`Scene::write_contacts`] writes them, in the data model of vtkio.
    ///
    /// # Errors
    /// If there are more than fit into 32 bits.
    #[cfg(feature = "vtkio")]
    pub fn contacts_to_vtkio(&self) -> Result<vtkio::model::Vtk, WriteError> {
        let number = |_, element| u64::from(element);
        with_surface(self.contacts(), &number, |surface| surface.to_vtkio())
    }

    /// Writes the surface of a mesh where it is now to a `.vtp` file, to be seen beside the contacts
    /// of the last detection. Facets have their `element`, by `number(element)`, the least `gap` of
    /// their contacts, NaN where there are none, the `contact_area` of these, and the `layer` over
    /// them: of a shell half of its thickness. Beams are lines, with their `radius` instead.
    ///
    /// # Errors
    /// If there is no such body, or if the file cannot be written.
    ///
    /// ```no_run
    /// # use gapkit::scene::{Config, Scene};
    /// # let scene = Scene::new(Config::new(0.01)?)?;
    /// scene.write_surface(0, "bunny.vtp", u64::from)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_surface(
        &self,
        body: u32,
        path: impl AsRef<Path>,
        number: impl Fn(u32) -> u64,
    ) -> Result<(), WriteError> {
        let span = self.world.spans.get(body as usize).map_or(0..0, |span| span.segments.clone());
        if !span.is_empty() {
            return self.write_beams(body, path.as_ref(), &number);
        }
        let facets: Vec<[u32; 3]> = self.facets(body)?.collect();
        let elements: Vec<i64> = self.facet_elements(body)?.map(|e| signed(number(e))).collect();
        let layers: Vec<f64> = self.facet_layers(body)?.collect();
        let (gaps, areas) = self.gaps_and_areas(body, facets.len());
        let nodes = self.positions(body)?;
        Surface::new(nodes)
            .triangles(&facets)
            .cell_data("element", &elements)
            .cell_data("gap", &gaps)
            .cell_data("contact_area", &areas)
            .cell_data("layer", &layers)
            .write(path)
    }

    /// The least gap and the area of the contacts of each facet or segment of a body.
    fn gaps_and_areas(&self, body: u32, count: usize) -> (Vec<f64>, Vec<f64>) {
        let (mut gaps, mut areas) = (vec![f64::NAN; count], vec![0.0; count]);
        for contact in self.contacts() {
            for side in contact.sides.iter().filter(|side| side.body == body) {
                let (Part::Facet(part) | Part::Segment(part)) = side.part else { continue };
                let part = part as usize;
                gaps[part] = contact.gap.min(gaps[part]);
                areas[part] += contact.area;
            }
        }
        (gaps, areas)
    }

    fn write_beams(
        &self,
        body: u32,
        path: &Path,
        number: &dyn Fn(u32) -> u64,
    ) -> Result<(), WriteError> {
        let segments: Vec<[u32; 2]> = self.segments(body)?.collect();
        let elements: Vec<i64> = (0..segments.len() as u32).map(|e| signed(number(e))).collect();
        let (gaps, areas) = self.gaps_and_areas(body, segments.len());
        let lines = Surface::new(self.positions(body)?);
        let lines = segments.iter().fold(lines, |lines, ends| lines.line(ends));
        lines
            .cell_data("element", &elements)
            .cell_data("gap", &gaps)
            .cell_data("contact_area", &areas)
            .cell_data("radius", self.segment_radii(body)?)
            .write(path)
    }

    /// Writes the meshes where they are now to a `.vtu` file: tetrahedra with their `body`,
    /// `element` and `piece`. Shapes and half-spaces are left out.
    ///
    /// # Errors
    /// If the file cannot be written.
    ///
    /// ```no_run
    /// # use gapkit::scene::{Config, Scene};
    /// # let scene = Scene::new(Config::new(0.01)?)?;
    /// scene.write_bodies("bodies.vtu")?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_bodies(&self, path: impl AsRef<Path>) -> Result<(), WriteError> {
        let (mut tets, mut owners) = (Vec::new(), Vec::new());
        let (mut elements, mut pieces) = (Vec::new(), Vec::new());
        for (number, body) in self.bodies.iter().enumerate() {
            let Geometry::Mesh(mesh) = &body.geometry else { continue };
            let own = self.world.spans[number].tets.clone();
            tets.extend_from_slice(&self.world.tets[own.clone()]);
            owners.resize(tets.len(), number as u32);
            elements.extend_from_slice(&self.world.elements[own]);
            pieces.extend_from_slice(mesh.cells.tet_pieces());
        }
        Volume::tets(&self.world.nodes, &tets)
            .cell_data("body", &owners)
            .cell_data("element", &elements)
            .cell_data("piece", &pieces)
            .write(path)
    }
}

/// The names of [`Kind`](super::Kind) and [`Feature`](super::Feature), by their numbers.
const KIND_NAMES: [&str; 6] = ["nearest", "area", "corner", "deep", "fallback", "node"];
const FEATURE_NAMES: [&str; 4] = ["shape", "node", "edge", "facet"];

/// Does something with the points and lines of contacts.
fn with_surface<T>(
    contacts: &[Contact],
    number: &dyn Fn(u32, u32) -> u64,
    run: impl FnOnce(&Surface<'_>) -> T,
) -> T {
    let count = contacts.len() as u32;
    let points = contacts.iter().map(|contact| contact.point_a);
    let points = points.chain(contacts.iter().map(|contact| contact.point_b));
    let points: Vec<[f64; 3]> = points.map(Into::into).collect();
    let ends: Vec<u8> =
        [0, 1].into_iter().flat_map(|end| contacts.iter().map(move |_| end)).collect();
    let normals: Vec<[f64; 3]> = at_both_ends(contacts, |contact| contact.normal.into());
    let gaps = at_both_ends(contacts, |contact| contact.gap);
    let areas = at_both_ends(contacts, |contact| contact.area);
    let ids = at_both_ends(contacts, |contact| contact.id);
    let kinds = at_both_ends(contacts, |contact| contact.kind as u8);
    let ages = at_both_ends(contacts, |contact| contact.age);
    let element =
        |side: &Side| side.element.map_or(-1, |element| signed(number(side.body, element)));
    let bodies = [0, 1].map(|side| at_both_ends(contacts, |c| c.sides[side].body));
    let elements = [0, 1].map(|side| at_both_ends(contacts, |c| element(&c.sides[side])));
    let features = [0, 1].map(|side| at_both_ends(contacts, |c| c.sides[side].feature() as u8));
    let mut surface = Surface::new(&points)
        .point_data("normal", &normals)
        .point_data("gap", &gaps)
        .point_data("area", &areas)
        .point_data("id", &ids)
        .point_data("age", &ages)
        .point_data("kind", &kinds)
        .point_data("side", &ends)
        .field_data("kind_names", &KIND_NAMES)
        .field_data("feature_names", &FEATURE_NAMES);
    for (side, name) in ["a", "b"].into_iter().enumerate() {
        surface = surface
            .point_data(&format!("body_{name}"), &bodies[side])
            .point_data(&format!("element_{name}"), &elements[side])
            .point_data(&format!("feature_{name}"), &features[side]);
    }
    run(&(0..count).fold(surface, |surface, i| surface.vertex(i).line(&[i, count + i])))
}

/// The value of each contact at `point_a`, then of each at `point_b`.
fn at_both_ends<T>(contacts: &[Contact], value: impl Fn(&Contact) -> T) -> Vec<T> {
    contacts.iter().chain(contacts).map(value).collect()
}

/// As a signed number, of which -1 stands for none; numbers that are too large become the largest.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
