//! The cheapest cover of a few tetrahedra by unions that do not overlap.
//!
//! This is a problem of exact cover, solved by branch and bound. The bound comes from prices, as in
//! the dual of the linear problem: if no union costs less than the prices of its tetrahedra
//! together, then a cover of what is left costs at least the prices of that.

use super::random::Random;

/// Maximum number of tetrahedra that can be covered: the bits of a set.
pub(super) const MAX_TETS: usize = 64;

/// Maximum number of steps of the search, which then ends with the best cover found. Most take far
/// fewer.
const MAX_STEPS: usize = 10_000;

/// Maximum number of candidates that it looks at, those included that do not fit: where thousands start
/// at a tetrahedron, most of the time goes there.
const MAX_LOOKS: usize = 100 * MAX_STEPS;

/// Number of times that the prices rise.
const RISES: usize = 12;

/// Maximum fall of a price before the second rise; a piece costs about one.
const MAX_FALL: f64 = 0.3;

/// Costs this close count as equal: they are sums in different orders.
const COST_ROUNDING: f64 = 1e-9;

/// A union that may be in the cover.
#[derive(Clone, Copy)]
pub(super) struct CandidateUnion {
    /// Its number in the pool.
    pub(super) union: u32,
    pub(super) cost: f64,
    /// Its tetrahedra, as bits.
    pub(super) tets: u64,
}

/// The unions of a cover of `count` tetrahedra that costs at most `cost`, if one is found. Among
/// covers of the same cost, chance decides: so the choice can change where nothing is gained at
/// once.
pub(super) fn cheapest(
    count: usize,
    candidates: &[CandidateUnion],
    cost: f64,
    random: &mut Random,
) -> Option<Vec<u32>> {
    let prices = prices(count, candidates, random);
    let mut starting = vec![Vec::new(); count];
    for &candidate in candidates {
        let price: f64 = bits(candidate.tets).map(|tet| prices[tet]).sum();
        starting[candidate.tets.trailing_zeros() as usize].push((candidate, price));
    }
    let excess = |(candidate, price): &(CandidateUnion, f64)| candidate.cost - price;
    for list in &mut starting {
        list.sort_by(|a, b| excess(a).total_cmp(&excess(b)).then(a.0.union.cmp(&b.0.union)));
    }
    let mut search = BranchAndBound {
        starting,
        steps: MAX_STEPS,
        looks: MAX_LOOKS,
        max_cost: cost + COST_ROUNDING,
        chosen: Vec::new(),
        cover: None,
    };
    search.extend(u64::MAX >> (MAX_TETS - count), 0.0, prices.iter().sum());
    search.cover
}

struct BranchAndBound {
    /// The candidates with their prices by the first of their tetrahedra, by ascending excess of
    /// their cost over their price.
    starting: Vec<Vec<(CandidateUnion, f64)>>,
    steps: usize,
    looks: usize,
    /// Only covers that cost less are of use.
    max_cost: f64,
    chosen: Vec<u32>,
    cover: Option<Vec<u32>>,
}

impl BranchAndBound {
    /// Covers what is `left`, at a price of `remaining_price`; what is chosen costs `cost`.
    fn extend(&mut self, left: u64, cost: f64, remaining_price: f64) {
        if left == 0 {
            (self.max_cost, self.cover) = (cost - COST_ROUNDING, Some(self.chosen.clone()));
            return;
        }
        let first = left.trailing_zeros() as usize;
        for i in 0..self.starting[first].len() {
            let (candidate, price) = self.starting[first][i];
            let (cost, remaining_price) = (cost + candidate.cost, remaining_price - price);
            if cost + remaining_price >= self.max_cost || self.steps == 0 || self.looks == 0 {
                return;
            }
            self.looks -= 1;
            if candidate.tets & !left == 0 {
                self.steps -= 1;
                self.chosen.push(candidate.union);
                self.extend(left & !candidate.tets, cost, remaining_price);
                self.chosen.pop();
            }
        }
    }
}

/// The numbers of the bits of a set.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then_some(set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        bit
    })
}

/// Prices with a large sum, none of which makes a candidate dearer than it is. One after the other
/// rises as far as it can; then they fall a little, to rise in another order.
fn prices(count: usize, candidates: &[CandidateUnion], random: &mut Random) -> Vec<f64> {
    let mut containing = vec![Vec::new(); count];
    for (number, candidate) in candidates.iter().enumerate() {
        bits(candidate.tets).for_each(|tet| containing[tet].push(number));
    }
    let mut prices: Vec<f64> = vec![f64::INFINITY; count];
    for candidate in candidates {
        let share = candidate.cost / f64::from(candidate.tets.count_ones());
        bits(candidate.tets).for_each(|tet| prices[tet] = prices[tet].min(share));
    }
    let (mut best, mut max_sum) = (prices.clone(), f64::NEG_INFINITY);
    let mut order: Vec<usize> = (0..count).collect();
    for turn in 0..RISES {
        random.shuffle(&mut order);
        let price = |c: &CandidateUnion| bits(c.tets).map(|tet| prices[tet]).sum::<f64>();
        let mut slack: Vec<f64> = candidates.iter().map(|c| c.cost - price(c)).collect();
        for &tet in &order {
            let min_slack = containing[tet].iter().map(|&c| slack[c]).fold(f64::INFINITY, f64::min);
            prices[tet] += min_slack;
            containing[tet].iter().for_each(|&c| slack[c] -= min_slack);
        }
        let sum = prices.iter().sum();
        if sum > max_sum {
            max_sum = sum;
            best.clone_from(&prices);
        }
        let fall = MAX_FALL / (1.0 + turn as f64);
        prices.iter_mut().for_each(|price| *price -= fall * random.unit());
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random candidates, all tetrahedra alone among them.
    fn candidates(count: usize, random: &mut Random) -> Vec<CandidateUnion> {
        let mut list: Vec<u64> = (0..count).map(|tet| 1 << tet).collect();
        list.extend(
            (0..3 * count).map(|_| (0..3).fold(0, |set, _| set | 1_u64 << random.below(count))),
        );
        let with_cost = |(union, tets)| CandidateUnion { union, cost: 1.0 + random.unit(), tets };
        (0..).zip(list).map(with_cost).collect()
    }

    /// The minimum cost of a cover of what is left, by trying everything.
    fn min_cost(left: u64, candidates: &[CandidateUnion]) -> f64 {
        if left == 0 {
            return 0.0;
        }
        let first = left & left.wrapping_neg();
        let fits = |c: &&CandidateUnion| c.tets & first != 0 && c.tets & !left == 0;
        let costs =
            candidates.iter().filter(fits).map(|c| c.cost + min_cost(left & !c.tets, candidates));
        costs.fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn the_cover_is_the_cheapest_of_all() {
        for seed in 0..50 {
            let mut random = Random::new(seed);
            let candidates = candidates(9, &mut random);
            let wanted = min_cost(0x1ff, &candidates);
            let found = cheapest(9, &candidates, f64::MAX, &mut random).unwrap();
            let chosen = || found.iter().map(|&union| candidates[union as usize]);
            assert_eq!(chosen().fold(0, |set, c| set | c.tets), 0x1ff);
            assert_eq!(chosen().map(|c| c.tets.count_ones()).sum::<u32>(), 9);
            assert!((chosen().map(|c| c.cost).sum::<f64>() - wanted).abs() < 1e-12);
            assert!(cheapest(9, &candidates, wanted - 1e-6, &mut random).is_none());
        }
    }
}
