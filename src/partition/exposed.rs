//! The exposed facets of the whole mesh, and how deep they lie below a hull.
//!
//! The hull of a piece may overlap the rest of the body as it likes; only where it sticks out of
//! the body can it meet something that the body does not. So what is asked is how deep the surface
//! lies below the hull, wherever it is inside. If no point of the surface is deeper than a limit,
//! then what is deeper is either all body or all outside, since it is convex and the surface does
//! not pass through it. One point of the piece that is deeper tells that it is all body.

use rstar::{AABB, RTree, primitives::GeomWithData, primitives::Rectangle};

use super::hull::Hull;
use super::neighbors::{EXPOSED, Neighbors};
use crate::Vec3;

type Boxed = GeomWithData<Rectangle<[f64; 3]>, [Vec3; 3]>;

/// The exposed facets of a mesh, by place.
pub(super) struct ExposedFacets {
    facets: RTree<Boxed>,
}

impl ExposedFacets {
    pub(super) fn new(nodes: &[[f64; 3]], neighbors: &Neighbors) -> Self {
        let mut facets = Vec::new();
        for tet in 0..neighbors.len() as u32 {
            let across = neighbors.across[tet as usize];
            for corner in (0..4).filter(|&corner| across[corner] == EXPOSED) {
                let corners = neighbors.face(tet, corner).map(|i| nodes[i as usize]);
                let bounds = Rectangle::from_aabb(AABB::from_points(&corners));
                facets.push(Boxed::new(bounds, corners.map(Vec3::from)));
            }
        }
        Self { facets: RTree::bulk_load(facets) }
    }

    /// Whether it is proven that whatever is deeper below the hull of these points than `limit` is
    /// inside the body. The `inner` points are in the body.
    pub(super) fn covers(
        &self,
        points: &[[f64; 3]],
        inner: impl IntoIterator<Item = Vec3>,
        limit: f64,
    ) -> bool {
        let bounds = AABB::from_points(points);
        let mut near = self.facets.locate_in_envelope_intersecting(bounds).peekable();
        if near.peek().is_none() {
            return true;
        }
        let hull = Hull::new(points);
        inner.into_iter().any(|point| hull.is_deep(&point, limit))
            && near.all(|facet| hull.is_near(&[facet.data], limit))
    }
}
