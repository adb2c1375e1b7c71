//! Recursive bisection: space cut into a box for each rank, of equal weight (M. J. Berger, S. H.
//! Bokhari, A partitioning strategy for nonuniform problems on multiprocessors, IEEE Trans. Comput.
//! C-36, 1987, doi:10.1109/TC.1987.1676942).
//!
//! Where to cut is decided by a few points of each rank that stand for all of its own, so that one
//! gather of a fixed length tells all ranks the same tree.

use super::comm::Channel;
use super::plain::plain_struct;
use crate::error::Error;
use crate::num::Bounds;

/// How many points stand for those of each rank: more where there are few ranks, whose cuts are then
/// the better balanced.
const MIN_SAMPLES: usize = 32;
const ALL_SAMPLES: usize = 4096;

plain_struct! {
    /// A point and its weight.
    Sample {
        at: [f64; 3],
        weight: f64,
    }
}

/// A cut across an axis; what is below is for the lower half of the ranks.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Cut {
    axis: usize,
    at: f64,
}

/// Cuts in the order in which the halves of the ranks are visited, the lower half first.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Tree {
    ranks: usize,
    cuts: Vec<Cut>,
    /// The rank of each box, in the order of the cuts.
    owners: Vec<usize>,
}

plain_struct! {
    /// The box that a rank has most of, and how much.
    Claim {
        leaf: u32,
        weight: f64,
    }
}

impl Tree {
    /// The same tree on all ranks, from the points of each. Collective.
    pub(super) fn of_all(channel: &mut Channel, own: &mut [Sample]) -> Result<Self, Error> {
        let ranks = channel.size();
        let count = (ALL_SAMPLES / ranks).max(MIN_SAMPLES);
        let mut few = Vec::with_capacity(count);
        summarize(own, count, &mut few);
        few.resize(count, Sample::default());
        let mut all = channel.gather(&few)?;
        all.retain(|sample| sample.weight > 0.0);
        let mut tree = Self::new(&mut all, ranks);
        tree.assign(channel, own)?;
        Ok(tree)
    }

    /// Gives boxes to the ranks that have most of what is in them, so that less has to travel.
    /// Collective.
    fn assign(&mut self, channel: &mut Channel, own: &[Sample]) -> Result<(), Error> {
        let mut weights = vec![0.0; self.ranks];
        own.iter().for_each(|sample| weights[self.leaf_of(&sample.at)] += sample.weight);
        let most = (0..self.ranks).max_by(|&i, &j| weights[i].total_cmp(&weights[j])).unwrap_or(0);
        let claims = channel.gather(&[Claim { leaf: most as u32, weight: weights[most] }])?;
        let mut order: Vec<usize> = (0..self.ranks).collect();
        order.sort_by(|&i, &j| claims[j].weight.total_cmp(&claims[i].weight));
        let (mut owners, mut is_placed) = (vec![None; self.ranks], vec![false; self.ranks]);
        for rank in order {
            let owner = &mut owners[claims[rank].leaf as usize];
            if owner.is_none() {
                (*owner, is_placed[rank]) = (Some(rank), true);
            }
        }
        let mut left = (0..self.ranks).filter(|&rank| !is_placed[rank]);
        self.owners = owners.into_iter().map(|o| o.or_else(|| left.next()).unwrap_or(0)).collect();
        Ok(())
    }

    fn new(samples: &mut [Sample], ranks: usize) -> Self {
        let mut tree =
            Self { ranks, cuts: Vec::with_capacity(ranks), owners: (0..ranks).collect() };
        tree.cut(samples, ranks);
        tree
    }

    /// Cuts space for some ranks, by samples that are there.
    fn cut(&mut self, samples: &mut [Sample], ranks: usize) {
        if ranks < 2 {
            return;
        }
        let axis = longest_axis(samples);
        sort(samples, axis);
        let total: f64 = samples.iter().map(|sample| sample.weight).sum();
        let wanted = total * (ranks / 2) as f64 / ranks as f64;
        let (mut sum, mut half) = (0.0, 0);
        while half < samples.len() && sum + 0.5 * samples[half].weight < wanted {
            sum += samples[half].weight;
            half += 1;
        }
        let (low, high) = samples.split_at_mut(half);
        let at = match (low.last(), high.first()) {
            (Some(below), Some(above)) => 0.5 * below.at[axis] + 0.5 * above.at[axis],
            (Some(only), None) | (None, Some(only)) => only.at[axis],
            (None, None) => 0.0,
        };
        self.cuts.push(Cut { axis, at });
        self.cut(low, ranks / 2);
        self.cut(high, ranks - ranks / 2);
    }

    /// The rank of a point.
    pub(super) fn rank_of(&self, point: &[f64; 3]) -> usize {
        self.owners[self.leaf_of(point)]
    }

    /// The number of the box of a point.
    fn leaf_of(&self, point: &[f64; 3]) -> usize {
        let (mut first, mut ranks, mut cut) = (0, self.ranks, 0);
        while ranks > 1 {
            let Cut { axis, at } = self.cuts[cut];
            let half = ranks / 2;
            if point[axis] < at {
                (ranks, cut) = (half, cut + 1);
            } else {
                // The lower half has one cut less than ranks.
                (first, ranks, cut) = (first + half, ranks - half, cut + half);
            }
        }
        first
    }

    /// Calls the function with the ranks of all points of a box.
    pub(super) fn each_rank(&self, bounds: &Bounds, visit: &mut impl FnMut(usize)) {
        self.each_below(bounds, [0, self.ranks, 0], visit);
    }

    fn each_below(
        &self,
        bounds: &Bounds,
        [first, ranks, cut]: [usize; 3],
        visit: &mut impl FnMut(usize),
    ) {
        if ranks == 1 {
            visit(self.owners[first]);
            return;
        }
        let Cut { axis, at } = self.cuts[cut];
        let half = ranks / 2;
        if bounds.min[axis] < at {
            self.each_below(bounds, [first, half, cut + 1], visit);
        }
        if bounds.max[axis] >= at {
            self.each_below(bounds, [first + half, ranks - half, cut + half], visit);
        }
    }
}

fn longest_axis(samples: &[Sample]) -> usize {
    let bounds = Bounds::around(samples.iter().map(|sample| sample.at));
    let length = |k: &usize| bounds.max[*k] - bounds.min[*k];
    (0..3).max_by(|j, k| length(j).total_cmp(&length(k))).unwrap_or(0)
}

/// Sorts points along an axis, with no two orders for the same points.
fn sort(samples: &mut [Sample], axis: usize) {
    let key = |s: &Sample| [axis, (axis + 1) % 3, (axis + 2) % 3].map(|k| s.at[k]);
    samples.sort_unstable_by(|one, two| {
        let (a, b) = (key(one), key(two));
        let order = (0..3).map(|k| a[k].total_cmp(&b[k])).find(|order| order.is_ne());
        order.unwrap_or_else(|| one.weight.total_cmp(&two.weight))
    });
}

/// At most `count` points that stand for the given ones: the middles of groups of neighbours.
fn summarize(samples: &mut [Sample], count: usize, few: &mut Vec<Sample>) {
    if samples.len() <= count {
        few.extend_from_slice(samples);
        return;
    }
    if count == 1 {
        let weight: f64 = samples.iter().map(|sample| sample.weight).sum();
        let mean = |k: usize| samples.iter().map(|s| s.at[k] * s.weight).sum::<f64>() / weight;
        if weight > 0.0 {
            few.push(Sample { at: [0, 1, 2].map(mean), weight });
        }
        return;
    }
    let axis = longest_axis(samples);
    let half = samples.len() / 2;
    samples.select_nth_unstable_by(half, |one, two| one.at[axis].total_cmp(&two.at[axis]));
    let (low, high) = samples.split_at_mut(half);
    summarize(low, count / 2, few);
    summarize(high, count - count / 2, few);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points near those of a grid, of which no two are level: cuts cannot part what is level.
    /// Weights from 1 to 5.
    fn grid() -> Vec<Sample> {
        let at = |i: usize| {
            let part = |step: f64| (i as f64 * step).fract();
            let place = [(i % 20) as f64, (i / 20 % 15) as f64, (i / 300) as f64];
            let off = [part(0.618_033_988_7), part(0.414_213_562_4), part(0.732_050_807_6)];
            [place[0] + off[0], place[1] + off[1], place[2] + off[2]]
        };
        (0..3000).map(|i| Sample { at: at(i), weight: (1 + i % 5) as f64 }).collect()
    }

    #[test]
    fn ranks_have_the_same_weight_and_boxes_have_the_ranks_of_their_points() {
        for ranks in [1, 2, 3, 7, 16, 61] {
            let tree = Tree::new(&mut grid(), ranks);
            let mut weights = vec![0.0; ranks];
            grid().iter().for_each(|sample| weights[tree.rank_of(&sample.at)] += sample.weight);
            let mean = 9000.0 / ranks as f64;
            let most = weights.iter().copied().fold(0.0, f64::max);
            assert!(most <= 1.5 * mean, "{ranks} ranks: {weights:?}");
            for (one, two) in grid().iter().zip(grid().iter().skip(40)) {
                let bounds = Bounds::around([one.at, two.at]);
                let mut found = Vec::new();
                tree.each_rank(&bounds, &mut |rank| found.push(rank));
                for sample in grid().iter().filter(|sample| bounds.holds(sample.at)) {
                    assert!(found.contains(&tree.rank_of(&sample.at)));
                }
            }
        }
    }

    #[test]
    fn few_points_keep_the_weight_of_all() {
        let mut few = Vec::new();
        summarize(&mut grid(), 100, &mut few);
        assert!(few.len() <= 100);
        assert_eq!(few.iter().map(|sample| sample.weight).sum::<f64>(), 9000.0);
    }
}
