//! Exchanging pieces of a packing: regions of neighbouring pieces are covered again at minimum
//! cost.
//!
//! In each round everything is divided into regions, at random. They do not overlap, so they can be
//! worked on at the same time, and the result does not depend on the number of threads.

use rayon::prelude::*;

use super::cover::{self, CandidateUnion};
use super::neighbors::WALL;
use super::pack::{NONE, Packing};
use super::random::Random;

/// Number of rounds; in each, everything is divided into regions.
const ROUNDS: usize = 400;

/// The number of unions that hold a tetrahedron, in the mean, up to which there are all the rounds, and
/// beyond which there are fewer in proportion: a round takes as long as there are unions. A mesh has
/// some 45 at a tolerance, a block some 200; a few tetrahedra at a tolerance of 10, where every union will do,
/// have thousands.
const USUAL_UNIONS: usize = 500;

/// The least number of rounds.
const MIN_ROUNDS: usize = 8;

/// Maximum random change of costs in the first round (simulated annealing); an active piece costs
/// about one. Without it the choice gets stuck earlier.
const MAX_HEAT: f64 = 0.4;

/// The share of the rounds after which costs are no longer changed.
const COOLED: f64 = 0.8;

impl Packing<'_> {
    /// Exchanges pieces of the choice, and tells after each round the share that is done.
    pub(super) fn exchange_all(&mut self, seed: u64, mut watch: impl FnMut(f64)) {
        let mut random = Random::new(seed);
        let (before, cost) = (self.cover.clone(), self.cost(self.all));
        let rounds = self.rounds();
        for round in 0..rounds {
            let heat = MAX_HEAT * (1.0 - round as f64 / (COOLED * rounds as f64)).max(0.0);
            self.exchange(heat, &mut random);
            watch((round + 1) as f64 / rounds as f64);
        }
        if self.cost(self.all) > cost {
            self.cover = before;
        }
    }

    /// How many rounds there are.
    fn rounds(&self) -> usize {
        let usual = USUAL_UNIONS * self.all.len();
        (ROUNDS * usual / self.sizes().max(1)).clamp(MIN_ROUNDS, ROUNDS)
    }

    /// Divides everything into regions and covers each anew. Without heat the cost does not rise.
    fn exchange(&mut self, heat: f64, random: &mut Random) {
        let regions = self.regions(random);
        let seeds: Vec<u64> = regions.iter().map(|_| random.next()).collect();
        let anew = |(region, &seed): (&Vec<u32>, &u64)| self.cover_anew(region, heat, seed);
        let covers: Vec<Option<Vec<u32>>> = regions.par_iter().zip(&seeds).map(anew).collect();
        covers.into_iter().flatten().flatten().for_each(|union| self.put(union));
    }

    /// Regions of neighbouring pieces, around places chosen at random.
    fn regions(&self, random: &mut Random) -> Vec<Vec<u32>> {
        let mut taken = vec![false; self.neighbors.len()];
        let mut seeds = self.all.to_vec();
        random.shuffle(&mut seeds);
        let mut regions = Vec::new();
        for seed in seeds {
            let mut region: Vec<u32> = Vec::new();
            self.annex(seed, &mut region, &mut taken);
            let mut next = 0;
            while next < region.len() {
                let across = self.neighbors.across[region[next] as usize];
                for code in across.into_iter().filter(|&code| code < WALL) {
                    self.annex(code / 4, &mut region, &mut taken);
                }
                next += 1;
            }
            if !region.is_empty() {
                regions.push(region);
            }
        }
        regions
    }

    /// Adds the piece of a tetrahedron to a region if it fits and is in no other one.
    fn annex(&self, tet: u32, region: &mut Vec<u32>, taken: &mut [bool]) {
        let union = self.cover[tet as usize];
        if union == NONE || taken[tet as usize] {
            return;
        }
        let piece = self.tets(union);
        if region.len() + piece.len() <= cover::MAX_TETS {
            piece.iter().for_each(|&tet| taken[tet as usize] = true);
            region.extend(piece);
        }
    }

    /// Unions that cover a region and do not cost more than those of the choice, with costs that
    /// are changed by up to `heat`.
    fn cover_anew(&self, region: &[u32], heat: f64, seed: u64) -> Option<Vec<u32>> {
        let mut random = Random::new(seed);
        let mut places: Vec<(u32, u32)> = region.iter().copied().zip(0..).collect();
        places.sort_unstable();
        let bit = |tet: &u32| {
            let found = places.binary_search_by_key(tet, |&(tet, _)| tet);
            found.ok().map(|i| 1_u64 << places[i].1)
        };
        let (mut candidates, mut present) = (Vec::new(), 0.0);
        for &union in region.iter().flat_map(|&tet| self.starting.of(tet as usize)) {
            let bits = self.tets(union).iter().try_fold(0, |set, tet| Some(set | bit(tet)?));
            let Some(tets) = bits else {
                continue;
            };
            let cost = self.costs[union as usize] + heat * random.unit();
            if self.is_chosen(union) {
                present += cost;
            }
            candidates.push(CandidateUnion { union, cost, tets });
        }
        cover::cheapest(region.len(), &candidates, present, &mut random)
    }
}
