//! Whether the segment from one surface to another lies outside every body, or inside both.

use super::build_contact::Scope;
use crate::Vec3;
use crate::broad::Bounds;
use crate::scene::tolerances::{DISTANCE_ROUNDING, GRAZING, NORMAL_GRACE};
use crate::scene::world::World;

/// Whether the ray from a node of the surface along this unit vector leaves the body.
pub(in crate::scene) fn leaves(world: &World, node: u32, along: Vec3) -> bool {
    let x = world.at(node);
    let outward = |facet: &u32| world.area_normal(*facet).normalize().dot(&along) > GRAZING;
    world.node_facets.of(node).iter().all(outward)
        || !world.node_tets.of(node).iter().any(|&tet| enters(world, tet, node, x, along))
}

/// Whether the ray from a node of a tetrahedron along this unit vector enters it.
fn enters(world: &World, tet: u32, node: u32, x: Vec3, along: Vec3) -> bool {
    let nodes = world.tets[tet as usize];
    let mut others = [Vec3::zeros(); 3];
    let far = nodes.into_iter().filter(|&other| other != node);
    for (slot, other) in others.iter_mut().zip(far) {
        *slot = (world.at(other) - x).normalize();
    }
    let [a, b, c] = others;
    let volume = a.dot(&b.cross(&c));
    let shares = [along.dot(&b.cross(&c)), along.dot(&c.cross(&a)), along.dot(&a.cross(&b))];
    shares.iter().all(|share| share * volume.signum() >= -GRAZING)
}

/// A segment between the points of a contact.
#[derive(Clone, Copy)]
pub(in crate::scene) struct Segment<'a> {
    pub(in crate::scene) from: Vec3,
    pub(in crate::scene) along: Vec3,
    /// The nodes of the contact. Facets around them do not count.
    pub(in crate::scene) nodes: &'a [u32],
}

impl Segment<'_> {
    /// Whether no facet of any surface crosses the segment.
    pub(in crate::scene) fn is_clear(&self, scope: &Scope) -> bool {
        !self.meets(scope, |facet| self.crosses(scope.world.corners(facet)))
    }

    /// Whether the segment does not leave one of these bodies on its way, through a facet that
    /// faces along it: at a sine above that by which normals may be off, so that a side wall which
    /// the segment runs along does not count.
    pub(in crate::scene) fn stays_inside(&self, scope: &Scope, bodies: [u32; 2]) -> bool {
        let (world, length) = (scope.world, self.along.norm());
        !self.meets(scope, |facet| {
            let faces_along = || {
                let normal = world.area_normal(facet);
                normal.dot(&self.along) > NORMAL_GRACE * normal.norm() * length
            };
            bodies.contains(&world.facet_body(facet))
                && faces_along()
                && self.crosses(world.corners(facet))
        })
    }

    /// Whether a facet that is wanted is near the segment.
    fn meets(&self, scope: &Scope, wanted: impl Fn(u32) -> bool) -> bool {
        let world = scope.world;
        let bounds = Bounds::around([self.from.into(), (self.from + self.along).into()]);
        let is_met = |facet: &u32| {
            world.boxes[*facet as usize].meets(&bounds)
                && !world.facets[*facet as usize].iter().any(|node| self.nodes.contains(node))
                && wanted(*facet)
        };
        // Facets are where they were when the blocks were fitted, or have moved by less than this.
        let around = bounds.grown(scope.block_slack);
        let mut is_found = false;
        scope.forest.each(&bounds, |piece| {
            is_found = is_found
                || if scope.exhaustive {
                    world.piece_facets.of(piece).iter().any(is_met)
                } else {
                    scope.blocks.near(piece, &around).any(|facet| is_met(&facet))
                };
        });
        is_found
    }

    /// Whether the segment crosses a triangle, with both ends off its plane by more than rounding.
    fn crosses(&self, corners: [Vec3; 3]) -> bool {
        let Self { from, along, .. } = *self;
        let [a, b, c] = corners.map(|x| x - from);
        let sides = [along.dot(&b.cross(&c)), along.dot(&c.cross(&a)), along.dot(&a.cross(&b))];
        if !(sides.iter().all(|s| *s > 0.0) || sides.iter().all(|s| *s < 0.0)) {
            return false;
        }
        let normal = (b - a).cross(&(c - a));
        let (start, step) = (-normal.dot(&a), normal.dot(&along));
        let size = corners.iter().fold(from.amax(), |max, x| max.max(x.amax()));
        let rounding = (DISTANCE_ROUNDING * size).max(GRAZING * along.norm()) * normal.norm();
        let end = start + step;
        (start > rounding && end < -rounding) || (start < -rounding && end > rounding)
    }
}
