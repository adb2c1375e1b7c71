//! The nodes that carry one side of a contact, with their weights.

use smallvec::SmallVec;

use super::tolerances::WEIGHT_SUM_ROUNDING;
use crate::Vec3;
use crate::convex::nearest_on_simplex;

/// A point of a surface lies in a facet: this many nodes carry it, at most.
pub(super) const MAX_NODES: usize = 3;

/// Nodes with weights; four where all corners of a tetrahedron come together.
type Pairs = SmallVec<[(u32, f64); 4]>;

/// At most three nodes in ascending order, with positive weights of sum 1.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Weighted(Pairs);

impl Weighted {
    /// Nodes with weights, in any order and some perhaps several times. `at` gives the position of
    /// a node. The weighted sum of the nodes stays where it is, to rounding, if it is on the
    /// surface of their hull, or in a plane with all of them.
    pub(super) fn new(
        pairs: impl IntoIterator<Item = (u32, f64)>,
        at: impl Fn(u32) -> Vec3,
    ) -> Self {
        let mut list = merged(pairs);
        if list.len() > MAX_NODES {
            list = reduced(&list, at);
        }
        let sum: f64 = list.iter().map(|(_, weight)| weight).sum();
        if (sum - 1.0).abs() > WEIGHT_SUM_ROUNDING {
            list.iter_mut().for_each(|(_, weight)| *weight /= sum);
        }
        Self(list)
    }

    /// A single node.
    pub(super) fn node(node: u32) -> Self {
        Self(SmallVec::from_slice(&[(node, 1.0)]))
    }

    /// The nodes with their weights.
    pub(super) fn pairs(&self) -> &[(u32, f64)] {
        &self.0
    }

    /// The same weights for nodes that are numbered from another one on.
    pub(super) fn counted_from(mut self, first: u32) -> Self {
        self.0.iter_mut().for_each(|(node, _)| *node -= first);
        self
    }
}

/// The corners of a facet in ascending order that have a positive weight, and how many they are. The
/// weights must not be negative, and add up to 1 within rounding.
#[inline]
pub(super) fn positive(
    nodes: [u32; MAX_NODES],
    weights: [f64; MAX_NODES],
) -> (u8, [u32; MAX_NODES], [f64; MAX_NODES]) {
    let mut kept = (nodes, weights);
    let mut count = 0;
    // Without branches, which would be mispredicted.
    for (node, weight) in nodes.into_iter().zip(weights) {
        (kept.0[count], kept.1[count]) = (node, weight);
        count += usize::from(weight > 0.0);
    }
    for at in 0..MAX_NODES {
        if at >= count {
            (kept.0[at], kept.1[at]) = (0, 0.0);
        }
    }
    (count as u8, kept.0, kept.1)
}

/// Each node once, in ascending order, with the sum of its weights, of which those up to 0 are
/// dropped. What is given for one node is added up in the order of the values, so that the order in
/// which it is given does not count.
fn merged(pairs: impl IntoIterator<Item = (u32, f64)>) -> Pairs {
    let mut given: Pairs = pairs.into_iter().collect();
    given.sort_unstable_by(|one, two| one.0.cmp(&two.0).then(one.1.total_cmp(&two.1)));
    let mut list: Pairs = SmallVec::new();
    for (node, weight) in given {
        match list.last_mut() {
            Some((last, sum)) if *last == node => *sum += weight,
            _ => list.push((node, weight)),
        }
    }
    list.retain(|(_, weight)| *weight > 0.0);
    list
}

/// Four nodes as three that carry the same point (Carathéodory's theorem on the surface of a hull):
/// of the triangles of three of them the one nearest to the point, of equally near ones the first,
/// with the weights of the nearest point there.
fn reduced(list: &[(u32, f64)], at: impl Fn(u32) -> Vec3) -> Pairs {
    let first = at(list[0].0);
    // Relative to a node, so that nothing is lost far from zero.
    let corners: SmallVec<[Vec3; 4]> = list.iter().map(|(node, _)| at(*node) - first).collect();
    let total: f64 = list.iter().map(|(_, weight)| weight).sum();
    let terms = list.iter().zip(&corners).map(|((_, weight), corner)| corner * (weight / total));
    let point = terms.sum::<Vec3>();
    let mut best: Option<(f64, Pairs)> = None;
    for without in 0..list.len() {
        let kept: SmallVec<[usize; 4]> = (0..list.len()).filter(|&i| i != without).collect();
        let triangle: SmallVec<[Vec3; 4]> = kept.iter().map(|&i| corners[i]).collect();
        // Never refused: three finite corners.
        let Ok(found) = nearest_on_simplex(&point, &triangle) else { continue };
        if best.as_ref().is_none_or(|(min, _)| found.distance < *min) {
            let pairs = kept.iter().zip(found.weights).map(|(&i, weight)| (list[i].0, weight));
            best = Some((found.distance, pairs.filter(|(_, weight)| *weight > 0.0).collect()));
        }
    }
    best.map_or_else(|| list[..1].iter().copied().collect(), |(_, pairs)| pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn carried(weighted: &Weighted, nodes: &[Vec3]) -> Vec3 {
        weighted.pairs().iter().map(|&(node, weight)| nodes[node as usize] * weight).sum()
    }

    /// All orders of four pairs.
    fn orders(pairs: [(u32, f64); 4]) -> Vec<[(u32, f64); 4]> {
        let mut orders = Vec::new();
        for code in 0..256usize {
            let order = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 & 3];
            if (0..4).all(|i| order.contains(&i)) {
                orders.push(order.map(|i| pairs[i]));
            }
        }
        orders
    }

    #[test]
    fn four_nodes_in_a_plane_become_three_that_carry_the_same_point() {
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let nodes = square.map(|[x, y]| Vec3::new(x, y, x + 2.0 * y));
        let pairs = [(0, 0.1), (1, 0.2), (2, 0.3), (3, 0.4)];
        let point: Vec3 = pairs.iter().map(|&(node, weight)| nodes[node as usize] * weight).sum();
        let wanted = Weighted::new(pairs, |node| nodes[node as usize]);
        assert_eq!(wanted.pairs().len(), 3);
        assert!((carried(&wanted, &nodes) - point).norm() <= 4.0 * f64::EPSILON);
        for order in orders(pairs) {
            assert_eq!(Weighted::new(order, |node| nodes[node as usize]), wanted);
        }
    }

    #[test]
    fn the_smallest_weight_goes_and_not_the_last_node() {
        let nodes = [Vec3::zeros(), Vec3::x(), Vec3::y(), Vec3::z()];
        let pairs = [(0, 1e-17), (1, 0.2), (2, 0.18), (3, 0.62)];
        let found = Weighted::new(pairs, |node| nodes[node as usize]);
        let kept: Vec<u32> = found.pairs().iter().map(|pair| pair.0).collect();
        assert_eq!(kept, [1, 2, 3]);
        let sum: f64 = found.pairs().iter().map(|pair| pair.1).sum();
        assert!((sum - 1.0).abs() <= WEIGHT_SUM_ROUNDING, "{found:?}");
        assert!((found.pairs()[2].1 - 0.62).abs() <= 4.0 * f64::EPSILON, "{found:?}");
    }

    #[test]
    fn what_is_left_of_weights_is_made_a_whole_again() {
        let at = |_| Vec3::zeros();
        let found = Weighted::new([(7, 0.5), (3, 0.25), (5, -1e-12), (7, 0.25 - 1e-10)], at);
        let sum: f64 = found.pairs().iter().map(|pair| pair.1).sum();
        assert_eq!(found.pairs().iter().map(|pair| pair.0).collect::<Vec<_>>(), [3, 7]);
        assert!((sum - 1.0).abs() <= WEIGHT_SUM_ROUNDING, "{found:?}");
        // Weights that are good keep their bits.
        let third = [(1, 1.0 / 3.0), (2, 2.0 / 3.0)];
        assert_eq!(Weighted::new(third, at).pairs(), third);
    }
}
