//! Bodies that change: elements, and bodies as a whole, that are switched off and on.

use super::Scene;
use super::body::{Cells, Geometry, Presence};
use super::candidates::renumber::FacetChange;
use super::config::Resolution;
use super::eroded::Eroded;
use super::facet_groups::FacetGroups;
use super::surface::Surface;
use crate::broad::Method;
use crate::error::{Error, Reason};
use crate::mesh;

impl Scene {
    /// Switches elements of a mesh, faces of a shell, or segments of beams off or on, and returns how many have
    /// changed. Elements that are off are no part of the body: what is behind them is exposed, and
    /// the contacts are those of a scene made anew without them, to the last bit. Nodes and elements
    /// keep their numbers; facets are numbered anew.
    ///
    /// There are no contacts until the next detection. Those that are there again have the same ids,
    /// and keep their ages and values.
    ///
    /// ```
    /// use gapkit::mesh::bodies;
    /// use gapkit::scene::{BodyOptions, Config, Scene};
    ///
    /// let mesh = bodies::block([3, 3, 3], [3.0; 3])?;
    /// let mut scene = Scene::new(Config::new(0.01)?)?;
    /// let block = scene.add_mesh(&mesh, BodyOptions::default())?;
    /// assert_eq!(scene.facet_count(block)?, 2 * 6 * 9);
    /// // Without the element in the middle of a side there is a hole of four faces and its bottom.
    /// assert_eq!(scene.set_active(block, &[4], false)?, 1);
    /// assert_eq!(scene.facet_count(block)?, 2 * (6 * 9 + 4));
    /// scene.set_active(block, &[4], true)?;
    /// assert_eq!(scene.facet_count(block)?, 2 * 6 * 9);
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such mesh or shell, or it was removed; if it has no such element; or if
    /// contacts are those of pieces, which do not follow. Nothing has changed then.
    pub fn set_active(
        &mut self,
        body: u32,
        elements: &[u32],
        is_active: bool,
    ) -> Result<usize, Error> {
        self.check_changeable(body)?;
        let count = self.begin_erosion(body)?;
        if let Some(&element) = elements.iter().find(|element| **element as usize >= count) {
            let element = element.into();
            return Err(Reason::NoElement { body, element, count }.into());
        }
        let Geometry::Mesh(mesh) = &mut self.bodies[body as usize].geometry else { return Ok(0) };
        let Some(eroded) = &mut mesh.eroded else { return Ok(0) };
        let first = self.world.spans[body as usize].tets.start;
        let mut changed = 0;
        for &element in elements {
            let Some(tets) = eroded.switch(element, !is_active) else { continue };
            changed += 1;
            for &tet in tets {
                let at = first + tet as usize;
                if self.world.is_off.len() <= at {
                    self.world.is_off.resize(at + 1, false);
                }
                self.world.is_off[at] = !is_active;
            }
        }
        if changed > 0 {
            self.renew_surface(body);
            if is_active {
                self.candidates.forget_containments();
            }
        }
        Ok(changed)
    }

    /// Whether an element of a mesh or a face of a shell is on.
    ///
    /// # Errors
    /// If there is no such mesh.
    pub fn is_active(&self, body: u32, element: u32) -> Result<bool, Error> {
        let mesh = self.mesh(body)?;
        let is_off =
            |eroded: &Eroded| (element as usize) < eroded.count() && eroded.is_off(element);
        let is_on = self.bodies[body as usize].presence == Presence::On;
        Ok(is_on && !mesh.eroded.as_deref().is_some_and(is_off))
    }

    /// Switches a body as a whole off or on. A body that is off has no contacts; its elements stay
    /// as they were switched.
    ///
    /// ```
    /// use gapkit::mesh::bodies;
    /// use gapkit::scene::{BodyOptions, Config, Scene};
    ///
    /// let mesh = bodies::block([1, 1, 1], [1.0; 3])?;
    /// let mut scene = Scene::new(Config::new(0.01)?)?;
    /// scene.add_mesh(&mesh, BodyOptions::default())?;
    /// let ground = scene.add_plane([0.0; 3], [0.0, 0.0, 1.0], BodyOptions::default())?;
    /// assert!(!scene.detect().is_empty());
    /// scene.set_body_active(ground, false)?;
    /// assert!(scene.detect().is_empty());
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such body, or it was removed; or if it is a mesh and contacts are those of
    /// pieces.
    pub fn set_body_active(&mut self, body: u32, is_active: bool) -> Result<(), Error> {
        self.check_changeable(body)?;
        self.set_presence(body, if is_active { Presence::On } else { Presence::Off });
        Ok(())
    }

    /// Removes a body for good. Its number stays taken, so that those of other bodies do not change.
    ///
    /// # Errors
    /// As for [`Scene::set_body_active`].
    pub fn remove_body(&mut self, body: u32) -> Result<(), Error> {
        self.check_changeable(body)?;
        self.set_presence(body, Presence::Removed);
        Ok(())
    }

    fn check_changeable(&self, body: u32) -> Result<(), Error> {
        let found = self.body(body)?;
        if found.presence == Presence::Removed {
            return Err(Reason::RemovedBody { body }.into());
        }
        let is_mesh = matches!(found.geometry, Geometry::Mesh(_));
        if is_mesh && self.config.resolution == Resolution::Piece {
            return Err(Reason::WrongBody { body, wanted: "without contacts of pieces" }.into());
        }
        Ok(())
    }

    fn set_presence(&mut self, body: u32, presence: Presence) {
        let before = std::mem::replace(&mut self.bodies[body as usize].presence, presence);
        if before == presence {
            return;
        }
        if let Geometry::Mesh(_) = self.bodies[body as usize].geometry {
            self.renew_surface(body);
        } else {
            self.renewed.insert(body);
            self.candidates.invalidate();
        }
        self.candidates.forget_containments();
    }

    /// Gets ready to switch elements of a body. Returns how many it has.
    fn begin_erosion(&mut self, body: u32) -> Result<usize, Error> {
        let tets: Vec<[u32; 4]> = match &self.mesh(body)?.eroded {
            Some(eroded) => return Ok(eroded.count()),
            None => self.tets(body)?.collect(),
        };
        let eroded = match &self.mesh(body)?.cells {
            Cells::Solid(_) => {
                let neighbors = mesh::neighbors(&tets)?;
                Eroded::of_solid(tets, self.tet_elements(body)?, neighbors)
            }
            Cells::Surface { skin, .. } if skin.is_open() => {
                Eroded::of_shell(skin.owners().iter().max().map_or(0, |last| *last as usize + 1))
            }
            Cells::Beams => Eroded::of_shell(self.world.spans[body as usize].segments.len()),
            Cells::Surface { .. } => {
                return Err(Reason::WrongBody { body, wanted: "a mesh or a shell" }.into());
            }
        };
        let count = eroded.count();
        if let Geometry::Mesh(mesh) = &mut self.bodies[body as usize].geometry {
            mesh.eroded = Some(Box::new(eroded));
        }
        Ok(count)
    }

    /// Gets ready to find the surface of a solid.
    fn begin_erosion_of_solid(&mut self, body: u32) -> Result<(), Error> {
        let is_solid = matches!(self.mesh(body)?.cells, Cells::Solid(_));
        if is_solid { self.begin_erosion(body).map(|_| ()) } else { Ok(()) }
    }

    /// Makes the surface of a mesh anew, of what is on.
    fn renew_surface(&mut self, body: u32) {
        if self.begin_erosion_of_solid(body).is_err() {
            return;
        }
        let is_on = self.bodies[body as usize].presence == Presence::On;
        let Geometry::Mesh(mesh) = &mut self.bodies[body as usize].geometry else { return };
        let nodes = mesh.rest.len();
        let mut surface = match (&mut mesh.cells, &mut mesh.eroded) {
            (Cells::Solid(_), Some(eroded)) if is_on => eroded.surface(&mesh.rest),
            (Cells::Solid(_), _) => Surface::none(nodes, false),
            (Cells::Surface { groups, skin }, eroded) => {
                let is_wanted =
                    |face: u32| is_on && !eroded.as_ref().is_some_and(|own| own.is_off(face));
                let part = skin.part(is_wanted);
                *groups = FacetGroups::new(&part);
                Surface::of_part(&part, skin.max_thickness(), skin.is_open())
            }
            (Cells::Beams, eroded) => {
                let span = &self.world.spans[body as usize];
                self.world.beams.switch(span.segments.clone(), |segment| {
                    is_on && !eroded.as_ref().is_some_and(|own| own.is_off(segment))
                });
                Surface::none(nodes, true)
            }
        };
        if let (Resolution::Facet, Some(eroded)) = (self.config.resolution, &mesh.eroded) {
            surface.add_node_tets(nodes, eroded.corners(), |tet| !eroded.is_tet_on(tet));
        }
        let owners = match &mesh.cells {
            Cells::Solid(partition) => Some(partition.owners()),
            Cells::Surface { .. } | Cells::Beams => None,
        };
        let span = &self.world.spans[body as usize];
        let change = owners.map(|owners| FacetChange::new(&self.world, span, &surface, owners));
        self.world.replace_surface(body, &surface);
        match change {
            Some(change) => self.renew_facets(body, &change),
            None => self.renew_pieces(body),
        }
        self.history.retire();
    }

    /// Puts facets into the pieces of a solid anew, which are as they were. The candidates stay, if
    /// they cover what is new.
    fn renew_facets(&mut self, body: u32, change: &FacetChange) {
        let Self { world, candidates, config, bodies, .. } = self;
        // Facet contacts keep more of what is around nodes and facets.
        let may_stay = self.is_laid_out
            && config.resolution == Resolution::Surface
            && config.broad == Method::RTree;
        let stays = may_stay && candidates.keep(world, change);
        let pieces = change.pieces(world);
        world.regroup_facets(bodies);
        if stays {
            candidates.renumber_blocks(world, change, &pieces);
        } else {
            candidates.blocks.invalidate();
        }
        self.is_laid_out = stays;
        self.renewed.insert(body);
    }
}
