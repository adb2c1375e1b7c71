//! The signed gap of each node of a body.

use std::convert::Infallible;

use rayon::prelude::*;

use super::Scene;
use super::records::node::NodeSearch;
use super::size;
use super::tolerances::DISTANCE_ROUNDING;
use crate::broad::Method;
use crate::error::Error;

/// Jobs of threads are no smaller than this.
const MIN_NODES_PER_JOB: usize = 64;

impl Scene {
    /// The signed gap of each node of a mesh to the nearest surface of the other bodies, at the
    /// present positions: the least over the bodies that it can touch of the distance of the node
    /// from the surface of the body, negative if the node is inside, less the thickness of both.
    /// Infinity where that is more than the margin of the two bodies for all of them, and for nodes
    /// that are not exposed.
    ///
    /// A node is inside a mesh if it is in one of its tetrahedra, and however deep it is, the
    /// distance is that of the nearest point of the facets that it faces, if there are any, or of
    /// all. Velocities do not count. Of a one-sided
    /// pair ([`Scene::set_one_sided`]) only the nodes of that side have gaps.
    ///
    /// ```
    /// use gapkit::mesh::bodies;
    /// use gapkit::scene::{BodyOptions, Config, Scene};
    ///
    /// let block = bodies::block([1, 1, 1], [1.0, 1.0, 1.0])?;
    /// let mut scene = Scene::new(Config::new(0.01)?)?;
    /// let body = scene.add_mesh(&block, BodyOptions::default())?;
    /// scene.add_plane([0.0, 0.0, 0.25], [0.0, 0.0, 1.0], BodyOptions::default())?;
    /// let gaps = scene.node_gaps(body)?;
    /// assert_eq!(gaps.iter().filter(|gap| **gap == -0.25).count(), 4);
    /// assert_eq!(gaps.iter().filter(|gap| **gap == f64::INFINITY).count(), 4);
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such mesh, and in a process that was forked since the scene was made.
    pub fn node_gaps(&mut self, body: u32) -> Result<Vec<f64>, Error> {
        self.check_node_gaps(body)?;
        let Ok(gaps) = self.node_gaps_if(body, || Ok::<(), Infallible>(()));
        Ok(gaps)
    }

    /// Fails if nodes of this body cannot have gaps.
    pub(crate) fn check_node_gaps(&self, body: u32) -> Result<(), Error> {
        self.mesh(body)?;
        self.threads.check()
    }

    /// As [`Scene::node_gaps`], for a body that has them, if `check` passes after the shapes were
    /// queried.
    pub(crate) fn node_gaps_if<E>(
        &mut self,
        body: u32,
        check: impl FnOnce() -> Result<(), E>,
    ) -> Result<Vec<f64>, E> {
        let Self { config, bodies, rules, world, scratch, threads, .. } = self;
        let gaps = threads.install(|| {
            world.fit_boxes();
            rules.margins.limit(size::upper_bound(world, bodies));
            let counts = |other: u32| {
                let pair = [body.min(other), body.max(other)];
                let side = usize::from(body > other);
                let is_counted = rules.sides.get(&pair).is_none_or(|sides| sides[side]);
                other != body && is_counted && rules.may_touch(bodies, pair)
            };
            let others: Vec<u32> = (0..bodies.len() as u32).filter(|&b| counts(b)).collect();
            let index = &mut scratch.nodes.index;
            let is_mesh = |body: &u32| !world.spans[*body as usize].facets.is_empty();
            index.update(world, others.iter().copied().filter(is_mesh));
            let guard = DISTANCE_ROUNDING * world.magnitude;
            let exhaustive = config.broad == Method::Brute;
            let query = config.depth;
            let search = NodeSearch { world, bodies, index, guard, exhaustive, query };
            let gap = |node: usize, other: u32| {
                let [one, two] = [body, other].map(|b| bodies[b as usize].options.thickness);
                let margin = rules.margins.of([body, other]);
                let found = search.measure(node as u32, other, margin + one + two + guard)?;
                let thinner = |facet: u32| world.facet_thinner[facet as usize];
                let one =
                    one - world.node_facets.of(node as u32).first().map_or(0.0, |&f| thinner(f));
                let two = two - found.on.map_or(0.0, |(facet, _)| thinner(facet));
                Some(found.distance - one - two).filter(|gap| *gap <= margin)
            };
            let least = |node: usize| {
                let is_exposed = !world.node_facets.of(node as u32).is_empty();
                let all =
                    others.iter().filter(|_| is_exposed).filter_map(|&other| gap(node, other));
                all.fold(f64::INFINITY, f64::min)
            };
            let nodes = world.spans[body as usize].nodes.clone();
            nodes.into_par_iter().with_min_len(MIN_NODES_PER_JOB).map(least).collect()
        });
        check()?;
        Ok(gaps)
    }
}
