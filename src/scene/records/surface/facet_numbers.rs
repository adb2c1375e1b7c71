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
        let [a, b, c] = side.nodes.map(|node| world.at(node));
        let (normal, area) = match Triangle::new([a, b, c], side.turn()) {
            Some(triangle) => (triangle.normal, triangle.area * triangle.turn),
            None => (Vec3::repeat(f64::NAN), f64::NAN),
        };
        let largest = |x: &Vec3| more(more(x.x.abs(), x.y.abs()), x.z.abs());
        let magnitude = more(more(largest(&a), largest(&b)), largest(&c));
        let thickness = thickness[side.body as usize] - world.facet_thinner[facet as usize];
        let deep = world.facet_deep[facet as usize];
        // In the order of the places above.
        Self([
            a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z, //
            normal.x, normal.y, normal.z, area, thickness, magnitude, deep,
        ])
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
