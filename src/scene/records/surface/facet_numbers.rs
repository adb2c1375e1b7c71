//! What the rule of surface contacts needs of a facet: sixteen numbers side by side, computed once
//! in a detection whatever the number of pairs that the facet is in.

use super::common_area::Triangle;
use crate::Vec3;
use crate::num::more;
use crate::scene::world::World;

/// How many numbers there are for a facet.
pub(in crate::scene::records) const NUMBERS: usize = 16;

/// The places of the numbers: three corners in ascending order of their nodes, the outward unit
/// normal (not a number for a facet that has none), and single ones.
pub(super) const CORNERS: usize = 0;
pub(super) const NORMAL: usize = 9;
/// The area, negative if the corners are clockwise as seen from outside.
pub(super) const AREA: usize = 12;
/// The thickness of the body.
pub(super) const THICKNESS: usize = 13;
/// The largest absolute coordinate.
pub(super) const MAGNITUDE: usize = 14;
/// How deep something can be behind the facet.
pub(super) const DEEP: usize = 15;

/// The numbers of a facet, two lines of the cache.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(in crate::scene) struct FacetNumbers(pub(super) [f64; NUMBERS]);

impl FacetNumbers {
    pub(super) const NONE: Self = Self([0.0; NUMBERS]);

    pub(super) fn new(world: &World, thickness: &[f64], facet: u32) -> Self {
        let side = &world.facet_sides[facet as usize];
        let corners = world.sorted_nodes(facet).map(|node| world.at(node));
        let mut numbers = [f64::NAN; NUMBERS];
        for (place, corner) in numbers[CORNERS..].chunks_exact_mut(3).zip(&corners) {
            place.copy_from_slice(corner.as_slice());
        }
        if let Some(triangle) = Triangle::new(corners, side.turn()) {
            numbers[NORMAL..NORMAL + 3].copy_from_slice(triangle.normal.as_slice());
            numbers[AREA] = triangle.area * triangle.turn;
        }
        numbers[THICKNESS] = thickness[side.body as usize];
        let coordinates = &numbers[CORNERS..CORNERS + 9];
        numbers[MAGNITUDE] = coordinates.iter().fold(0.0, |max, x| more(max, x.abs()));
        numbers[DEEP] = world.facet_deep[facet as usize];
        Self(numbers)
    }

    /// The facet relative to a point; `None` if it has no normal.
    pub(in crate::scene::records) fn triangle(&self, origin: &Vec3) -> Option<Triangle> {
        let at = |i: usize| Vec3::from_column_slice(&self.0[i..i + 3]);
        let corners = [0, 3, 6].map(|i| at(CORNERS + i) - origin);
        let (normal, area) = (at(NORMAL), self.0[AREA]);
        let turn = area.signum();
        (!area.is_nan()).then_some(Triangle { corners, normal, turn, area: area * turn })
    }

    /// The outward unit normal, if it has one.
    #[inline]
    pub(super) fn normal(&self) -> Vec3 {
        Vec3::new(self.0[NORMAL], self.0[NORMAL + 1], self.0[NORMAL + 2])
    }

    /// All of them.
    #[inline(always)]
    pub(in crate::scene::records) fn row(&self) -> &[f64; NUMBERS] {
        &self.0
    }

    pub(in crate::scene::records) fn first_corner(&self) -> Vec3 {
        Vec3::from_column_slice(&self.0[..3])
    }
}
