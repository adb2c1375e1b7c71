//! Candidates with half-spaces, which have no box.

use super::Surroundings;
use crate::Vec3;
use crate::broad::{Bounds, Forest, Method};
use crate::scene::body::{Geometry, Plane};

/// The boxes of all pieces, grown by their share of the distance beyond which two are no candidates.
pub(in crate::scene) struct FattenedBoxes<'a> {
    pub(in crate::scene) boxes: &'a [Bounds],
    pub(in crate::scene) forest: &'a Forest,
    pub(in crate::scene) skin: f64,
}

impl FattenedBoxes<'_> {
    /// Adds the pairs of planes and pieces near them. Returns the number of boxes that were
    /// compared with a plane.
    pub(in crate::scene) fn add_planes(
        &self,
        now: &Surroundings<impl Fn(u32, u32) -> bool + Sync>,
        allowed: &impl Fn(u32, u32) -> bool,
        found: &mut Vec<[u32; 2]>,
    ) -> u64 {
        let mut compared = 0;
        for ((body, span), number) in now.bodies.iter().zip(&now.world.spans).zip(0..) {
            let Geometry::Plane(plane) = &body.geometry else { continue };
            let own = span.pieces.start as u32;
            // The box has been grown by its share of the distance; this is the plane's.
            let half_skin = 0.5 * self.skin;
            let search_radius = body.options.thickness + now.margins.share(number) + half_skin;
            let is_low = |bounds: &Bounds| lowest(plane, bounds) <= search_radius;
            let add = |piece: u32| {
                let pair = [own.min(piece), own.max(piece)];
                if allowed(pair[0], pair[1]) {
                    found.push(pair);
                }
            };
            compared += match now.config.broad {
                Method::RTree => self.forest.each_where(is_low, add),
                Method::Brute => self.all_where(is_low, add),
            };
        }
        compared
    }

    /// The same as [`Forest::each_where`], without a tree.
    fn all_where(&self, wanted: impl Fn(&Bounds) -> bool, found: impl FnMut(u32)) -> u64 {
        let is_wanted = |(bounds, _): &(&Bounds, u32)| !bounds.is_empty() && wanted(bounds);
        self.boxes.iter().zip(0..).filter(is_wanted).map(|(_, piece)| piece).for_each(found);
        self.boxes.len() as u64
    }
}

/// The height of the lowest corner of a box above a plane. No box within it has a lower one, not
/// even by rounding.
fn lowest(plane: &Plane, bounds: &Bounds) -> f64 {
    let corner = |k: usize| if plane.normal[k] > 0.0 { bounds.min[k] } else { bounds.max[k] };
    plane.height(Vec3::from_fn(|k, _| corner(k)))
}
