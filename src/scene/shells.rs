//! Bodies that are surfaces: skins of solids, and shells.

use super::Scene;
use super::body::{BodyOptions, Geometry, MeshBody};
use super::config::Resolution;
use super::limits;
use super::mesh_parts::MeshParts;
use crate::error::{Error, Reason};
use crate::mesh::SurfaceMesh;

impl Scene {
    /// Adds a surface, deformable or rigid, and returns its number.
    ///
    /// The contacts of the skin of a solid are those of its volume mesh, to the last bit. But how deep
    /// something can be and still be in contact is taken from the size of its facets and the
    /// thickness of the body where the elements are not known, as
    /// [`SurfaceMesh::skin_of`] knows them; and whether a body is inside itself is not told.
    ///
    /// A shell has contacts on both sides, whose gaps are smaller by half of its thickness, and has
    /// no inside: where another shell has passed through its middle, they are in contact with their
    /// other sides. Free edges that meet a surface head-on are contacts of their nodes, with an area
    /// of their length times the thickness.
    ///
    /// ```
    /// use gapkit::mesh::SurfaceMesh;
    /// use gapkit::scene::{BodyOptions, Config, Scene};
    ///
    /// let sheet = |z: f64| {
    ///     let nodes = vec![[0.0, 0.0, z], [1.0, 0.0, z], [1.0, 1.0, z], [0.0, 1.0, z]];
    ///     SurfaceMesh::open(nodes, &[[0, 1, 2, 3]], &[0.1])
    /// };
    /// let mut scene = Scene::new(Config::new(0.01)?)?;
    /// scene.add_surface(&sheet(0.0)?, BodyOptions::default())?;
    /// scene.add_surface(&sheet(0.105)?, BodyOptions::default())?;
    /// assert!(scene.detect().iter().all(|contact| (contact.gap - 0.005).abs() < 1e-15));
    /// let area: f64 = scene.contacts().iter().map(|contact| contact.area).sum();
    /// assert!((area - 1.0).abs() < 1e-14);
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Errors
    /// If contacts are not those of surfaces, the default of [`Resolution`]; if a coordinate or a
    /// thickness is beyond [`MAX_COORDINATE`](super::MAX_COORDINATE); and in a process that was
    /// forked since the scene was made.
    pub fn add_surface(&mut self, mesh: &SurfaceMesh, options: BodyOptions) -> Result<u32, Error> {
        if self.config.resolution != Resolution::Surface {
            let what = "a surface without a volume";
            return Err(Reason::NeedsSurfaceContacts { what }.into());
        }
        self.check_number(&options)?;
        limits::check_coordinates(mesh.nodes())?;
        let half = mesh.thickness().iter().fold(0.0, |most: f64, own| most.max(0.5 * own));
        let options = options.with_thickness(options.thickness + half)?;
        self.threads.check()?;
        let (body, parts) =
            self.threads.install(|| (MeshBody::of_skin(mesh), MeshParts::of_skin(mesh)));
        Ok(self.add(Geometry::Mesh(Box::new(body)), Some(&parts), options))
    }
}
