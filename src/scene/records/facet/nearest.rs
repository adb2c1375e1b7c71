//! The nearest feature of a body, wherever it is.

use std::cmp::Ordering;

use super::build_contact::Scope;
use super::{Near, Target, node_facet};
use crate::Vec3;
use crate::broad::Bounds;

/// A search begins no nearer than the farthest point of the body over this, lest it doubles its radius
/// too often.
const MAX_GROWTH: f64 = 4096.0;

/// Which of two targets of a node is nearer; of equally near ones the first.
pub(in crate::scene) fn compare(one: &Near, two: &Near) -> Ordering {
    one.signed.abs().total_cmp(&two.signed.abs()).then(one.target.cmp(&two.target))
}

impl Scope<'_> {
    /// The feature of a body that is nearest to a node, wherever it is. The search starts from how
    /// deep the node was in the last detection.
    pub(in crate::scene) fn nearest_of_all(&self, node: u32, body: u32) -> Option<Near> {
        let nearest = self.nearest([node, body], f64::INFINITY, self.depths.radius(node), |_| true);
        if let Some(near) = nearest {
            self.depths.keep(node, near.signed.abs());
        }
        nearest
    }

    /// The nearest feature of a body to a node, of those within `max_distance` that are wanted.
    /// Within the node's own body, facets next to it are left out. The search begins within a
    /// radius, if there is one to begin with.
    ///
    /// It does not depend on that radius, nor on the order in which facets are visited, nor on how
    /// many are beyond it: bounds leave room for rounding.
    pub(in crate::scene) fn nearest(
        &self,
        [node, body]: [u32; 2],
        max_distance: f64,
        first_radius: Option<f64>,
        wanted: impl Fn(&Near) -> bool,
    ) -> Option<Near> {
        let p = self.world.at(node);
        let around = Bounds::around([p.into()]);
        // Within a radius that doubles until one of them is near enough.
        let farthest = around.joined(&self.boxes[body as usize]).diagonal();
        let end = max_distance.min(4.0 * farthest);
        let first_radius = first_radius.map(|radius| radius.max(farthest / MAX_GROWTH));
        let mut radius =
            first_radius.unwrap_or_else(|| self.margins.largest().max(farthest / 64.0)).min(end);
        loop {
            let best = self.nearest_within(node, body, radius, &wanted);
            if best.is_some_and(|near| near.signed.abs() <= radius) {
                return best;
            }
            if radius >= end {
                return None;
            }
            radius = (2.0 * radius).min(end);
        }
    }

    /// The nearest feature of a body, if it is within the radius; else any or none.
    fn nearest_within(
        &self,
        node: u32,
        body: u32,
        radius: f64,
        wanted: impl Fn(&Near) -> bool,
    ) -> Option<Near> {
        let mut best: Option<Near> = None;
        let is_own = self.world.node_body[node as usize] == body;
        self.each_facet(self.world.at(node), body, radius, |p, facet, max| {
            if is_own && self.world.is_next(node, &self.world.facets[facet as usize]) {
                return max;
            }
            node_facet::measure_point(self.world, p, facet, max, |target, signed| {
                let near = Near { node, body, target, signed };
                if best.is_none_or(|best| compare(&near, &best).is_lt()) && wanted(&near) {
                    best = Some(near);
                }
            });
            best.map_or(max, |best| max.min(best.signed.abs() + self.guard))
        });
        best
    }

    /// Calls a function with each facet of a body whose box is within the radius of a point. It
    /// returns how near other facets must be to be of interest.
    fn each_facet(
        &self,
        p: Vec3,
        body: u32,
        radius: f64,
        mut examine: impl FnMut(Vec3, u32, f64) -> f64,
    ) {
        let world = self.world;
        let pieces = world.spans[body as usize].pieces.clone();
        let around = Bounds::around([p.into()]);
        let first = radius + self.guard;
        let mut max = first;
        self.forest.each(&around.grown(first), |piece| {
            if !pieces.contains(&(piece as usize)) {
                return;
            }
            let mut examine_near = |facet: u32| {
                if world.boxes[facet as usize].distance_squared(&around) <= max * max {
                    max = examine(p, facet, max);
                }
            };
            if self.exhaustive {
                world.piece_facets.of(piece).iter().copied().for_each(&mut examine_near);
            } else {
                let near = around.grown(first + self.block_slack);
                self.blocks.near(piece, &near).for_each(&mut examine_near);
            }
        });
    }

    /// A lower bound on the distance of a node from the surface of another body.
    pub(in crate::scene) fn surface_distance(&self, node: u32, body: u32) -> f64 {
        let is_feature = |near: &Near| !matches!(near.target, Target::Border(_));
        let nearest = self.nearest([node, body], f64::INFINITY, None, is_feature);
        nearest.map_or(0.0, |near| near.signed.abs() - self.guard)
    }
}
