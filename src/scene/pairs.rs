//! What the host says of pairs of bodies: which make no contact, which are one-sided, and their
//! margins.

use std::collections::{BTreeMap, HashSet};

use super::Scene;
use super::body::{Body, Geometry, Presence};
use super::margins::Margins;
use crate::error::{Error, Reason, check_parameter};

/// The rules of pairs of bodies, each with the lower number first.
#[derive(Debug)]
pub(super) struct PairRules {
    pub(super) excluded: HashSet<[u32; 2]>,
    /// One-sided pairs, in order: whether the nodes of the first body are in contact with the
    /// surface of the second, and those of the second with the first.
    pub(super) sides: BTreeMap<[u32; 2], [bool; 2]>,
    pub(super) margins: Margins,
}

impl PairRules {
    pub(super) fn new(margin: f64) -> Self {
        Self { excluded: HashSet::new(), sides: BTreeMap::new(), margins: Margins::new(margin) }
    }

    /// Whether two bodies can be in contact in any way.
    pub(super) fn may_touch(&self, bodies: &[Body], pair: [u32; 2]) -> bool {
        let [one, two] = pair.map(|body| &bodies[body as usize]);
        let is_excluded = !self.excluded.is_empty() && self.excluded.contains(&pair);
        let are_on = [one, two].iter().all(|body| body.presence == Presence::On);
        one.options.can_touch(&two.options) && !is_excluded && are_on
    }

    /// Whether two bodies can be in contact, or one with itself, in other ways than by nodes of one
    /// side.
    pub(super) fn can_touch(&self, bodies: &[Body], [a, b]: [u32; 2]) -> bool {
        self.meets(bodies, [a, b]) && (a == b || !self.is_one_sided([a.min(b), a.max(b)]))
    }

    /// Whether two bodies can be in contact in any way, or a mesh with itself.
    pub(super) fn meets(&self, bodies: &[Body], [a, b]: [u32; 2]) -> bool {
        if a == b {
            let one = &bodies[a as usize];
            return one.options.touches_itself() && matches!(one.geometry, Geometry::Mesh(_));
        }
        self.may_touch(bodies, [a.min(b), a.max(b)])
    }

    pub(super) fn is_one_sided(&self, pair: [u32; 2]) -> bool {
        !self.sides.is_empty() && self.sides.contains_key(&pair)
    }
}

impl Scene {
    /// Leaves out the contacts of two bodies.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn exclude(&mut self, a: u32, b: u32) -> Result<(), Error> {
        self.body(a)?;
        self.body(b)?;
        self.rules.excluded.insert([a.min(b), a.max(b)]);
        self.candidates.invalidate();
        Ok(())
    }

    /// Sets the margin of two bodies, or of the contacts of one body with itself; `None` for the
    /// larger of the margins of the two, which are those of their options or of the scene.
    ///
    /// Their contacts are those that a scene with this margin for all would have between them, to
    /// the last bit.
    ///
    /// ```
    /// use gapkit::mesh::bodies;
    /// use gapkit::scene::{BodyOptions, Config, Scene};
    ///
    /// let block = bodies::block([1, 1, 1], [1.0, 1.0, 1.0])?;
    /// let mut scene = Scene::new(Config::new(0.0)?)?;
    /// let body = scene.add_mesh(&block, BodyOptions::default())?;
    /// let floor = scene.add_plane([0.0, 0.0, -0.5], [0.0, 0.0, 1.0], BodyOptions::default())?;
    /// assert!(scene.detect().is_empty());
    /// scene.set_margin(body, floor, Some(0.6))?;
    /// assert!(!scene.detect().is_empty());
    /// assert_eq!(scene.margin(floor, body)?, 0.6);
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such body, or the margin is not >= 0.
    pub fn set_margin(&mut self, a: u32, b: u32, margin: Option<f64>) -> Result<(), Error> {
        self.body(a)?;
        self.body(b)?;
        margin.map(|margin| check_parameter("margin", margin, false)).transpose()?;
        if self.rules.margins.set([a, b], margin) {
            self.candidates.invalidate();
        }
        Ok(())
    }

    /// The largest gap of two bodies that is reported.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn margin(&self, a: u32, b: u32) -> Result<f64, Error> {
        self.body(a)?;
        self.body(b)?;
        Ok(self.rules.margins.given([a, b]))
    }

    /// Makes a pair one-sided: its contacts are those of the exposed nodes of the first body, which
    /// must be a mesh, with the surface of the second, and no others. For hosts that think in slave
    /// nodes and master facets. Set once more with the bodies exchanged, nodes of both count.
    ///
    /// There is one contact for each node whose signed gap, as [`Scene::node_gaps`] has it, is
    /// within the margin, of [`Kind::Node`](super::Kind::Node), at any resolution: with the nearest
    /// point of the surface, however deep the node is. Its area is a third of the areas of the
    /// facets around the node, as seen along the normal; those that face away have none. Its id is
    /// that of the node and the body, so that it keeps ages and values while the node slides from
    /// facet to facet.
    ///
    /// ```
    /// use gapkit::mesh::bodies;
    /// use gapkit::scene::{BodyOptions, Config, Kind, Scene};
    ///
    /// let block = bodies::block([2, 2, 1], [1.0, 1.0, 0.5])?;
    /// let mut scene = Scene::new(Config::new(0.01)?)?;
    /// let nodes = scene.add_mesh(&block, BodyOptions::default())?;
    /// let facets = scene.add_plane([0.0, 0.0, -0.005], [0.0, 0.0, 1.0], BodyOptions::default())?;
    /// scene.set_one_sided(nodes, facets)?;
    /// // One for each of the nine nodes of the lower face.
    /// assert_eq!(scene.detect().len(), 9);
    /// assert!(scene.contacts().iter().all(|contact| contact.kind == Kind::Node));
    /// let area: f64 = scene.contacts().iter().map(|contact| contact.area).sum();
    /// assert!((area - 1.0).abs() < 1e-14);
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such body, the first is no mesh, or they are the same.
    pub fn set_one_sided(&mut self, nodes: u32, facets: u32) -> Result<(), Error> {
        self.mesh(nodes)?;
        self.body(facets)?;
        if nodes == facets {
            return Err(Reason::WrongBody { body: facets, wanted: "another body" }.into());
        }
        let sides = self.rules.sides.entry([nodes.min(facets), nodes.max(facets)]).or_default();
        sides[usize::from(nodes > facets)] = true;
        self.candidates.invalidate();
        Ok(())
    }
}
