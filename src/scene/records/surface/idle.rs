//! For how long two facets that are near each other contribute nothing: neighbours but one on a
//! smooth surface, which do not face each other and have no node over the other.

use super::SurfaceRule;
use super::corner::nearest_on_facet;

/// How far nodes may move, times the cosine of two facets that do not face each other and relative to
/// their least heights, before they can. With displacements of up to an eighth of the height the
/// normal of a facet turns by less than 2.7 of them over the height; this leaves a factor of 3.
const TURN: f64 = 0.125;

impl SurfaceRule<'_> {
    /// A path length within which two facets at this distance, that contribute nothing now, go on
    /// doing so: they do not come to face each other, no node comes into contact, no edge meets the
    /// other facet. 0 or less if none is known.
    pub(super) fn idle_path(&self, [one, two]: [u32; 2], distance: f64) -> f64 {
        let [n, m] = [one, two].map(|facet| self.tables.numbers(facet).normal());
        let cosine = n.dot(&m);
        if cosine <= 0.0 || distance <= 0.0 {
            return 0.0;
        }
        let turn = TURN * cosine / (1.0 / self.least_height(one) + 1.0 / self.least_height(two));
        let nodes = self.node_path([one, two]).min(self.node_path([two, one]));
        turn.min(nodes).min(distance)
    }

    /// How far the nodes that the first facet owns are beyond where they can be in contact with the
    /// second.
    fn node_path(&self, [one, two]: [u32; 2]) -> f64 {
        let world = self.world;
        let (nodes, owned) = (world.facets[one as usize], world.owned[one as usize]);
        let owned = (0..3).filter(|k| owned & (1 << k) != 0).map(|k| nodes[k]);
        let paths = owned.filter(|&node| !self.is_next(node, one, two)).map(|node| {
            let (_, distance) = nearest_on_facet(world, node, world.sorted_nodes(two));
            distance - self.node_limit(node, two)
        });
        paths.fold(f64::INFINITY, f64::min)
    }

    /// The least height of a facet.
    fn least_height(&self, facet: u32) -> f64 {
        let [a, b, c] = self.world.corners(facet);
        let longest =
            (b - a).norm_squared().max((c - b).norm_squared()).max((a - c).norm_squared());
        self.world.area_normal(facet).norm() / longest.sqrt()
    }
}
