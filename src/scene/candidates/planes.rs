//! Candidates of half-spaces, which have no box.

use crate::Vec3;
use crate::broad::{Bounds, Forest, Method};
use crate::scene::body::{Body, Geometry, Plane};
use crate::scene::world::World;

/// The boxes of all pieces, grown by half of what must be between two for them not to be candidates.
pub(in crate::scene) struct Grown<'a> {
    pub(in crate::scene) boxes: &'a [Bounds],
    pub(in crate::scene) forest: &'a Forest,
    pub(in crate::scene) half: f64,
}

impl Grown<'_> {
    /// Adds the pairs of planes and whatever is near them; returns how many boxes were compared with a plane.
    pub(in crate::scene) fn add_planes(
        &self,
        world: &World,
        bodies: &[Body],
        method: Method,
        allowed: &impl Fn(u32, u32) -> bool,
        found: &mut Vec<[u32; 2]>,
    ) -> u64 {
        let mut compared = 0;
        for (body, span) in bodies.iter().zip(&world.spans) {
            let Geometry::Plane(plane) = &body.geometry else { continue };
            let own = span.pieces.start as u32;
            // The box has been grown by one half; the other is the plane's.
            let reach = body.options.thickness + self.half;
            let is_low = |bounds: &Bounds| lowest(plane, bounds) <= reach;
            let add = |piece: u32| {
                let pair = [own.min(piece), own.max(piece)];
                if allowed(pair[0], pair[1]) {
                    found.push(pair);
                }
            };
            compared += match method {
                Method::RTree => self.forest.each_where(is_low, add),
                Method::Brute => self.all_where(is_low, add),
            };
        }
        compared
    }

    /// What [`Forest::each_where`] does, without a tree.
    fn all_where(&self, wanted: impl Fn(&Bounds) -> bool, found: impl FnMut(u32)) -> u64 {
        let is_wanted = |(bounds, _): &(&Bounds, u32)| !bounds.is_empty() && wanted(bounds);
        self.boxes.iter().zip(0..).filter(is_wanted).map(|(_, piece)| piece).for_each(found);
        self.boxes.len() as u64
    }
}

/// How far the lowest corner of a box is above a plane. No box within it has a lower one, not even by rounding.
fn lowest(plane: &Plane, bounds: &Bounds) -> f64 {
    let corner = |k: usize| if plane.normal[k] > 0.0 { bounds.min[k] } else { bounds.max[k] };
    plane.height(Vec3::from_fn(|k, _| corner(k)))
}
