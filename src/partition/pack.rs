//! The optimised build: the cheapest choice of unions from the pool that covers everything once.
//!
//! It starts from the fast build or from a greedy choice, whichever is cheaper, and is improved by
//! simulated annealing: a union is put in, what overlaps it is taken out, and what that leaves
//! uncovered is covered again with the best unions of the pool that fit.

use super::closure::Growth;
use super::lists::Lists;
use super::neighbors::Neighbors;
use super::options::{Options, ROUND_OFF};
use super::pool::{self, LARGE};
use super::random::Random;

/// What a piece costs, and what an active piece costs more. In a search for contacts a piece that is
/// not active costs next to nothing, but pieces also cost memory and the look at their defects.
const PIECE: f64 = 0.05;
const ACTIVE: f64 = 1.0;

/// Attempts for each tetrahedron.
const ATTEMPTS: usize = 200;

/// The temperatures at the start and at the end: somewhat and far below the cost of a piece.
const HOT: f64 = 0.3;
const COLD: f64 = 0.01;

/// Larger pieces of the fast build stay as they are, without a look at their hulls.
const HUGE: usize = 1024;

/// Improves the pieces of the fast build. Large pieces stay as they are, if their hulls are near.
pub(super) fn improve(
    nodes: &[[f64; 3]],
    neighbors: &Neighbors,
    sizes: &[f64],
    options: &Options,
    start: &Lists<u32>,
) -> Lists<u32> {
    let mut result = Lists::default();
    let (mut small, mut deep): (Vec<&[u32]>, Vec<&[u32]>) = (Vec::new(), Vec::new());
    let mut growth = Growth::new(nodes, neighbors, sizes, options.limits);
    for piece in start.iter() {
        growth.start(&piece[..piece.len().min(HUGE)]);
        if piece.len() <= HUGE && options.tolerance() > ROUND_OFF && !growth.is_shallow() {
            deep.push(piece);
        } else if piece.len() > LARGE {
            result.push(piece.iter().copied());
        } else {
            small.push(piece);
        }
    }
    let mut tets: Vec<u32> = [small.concat(), deep.concat()].concat();
    tets.sort_unstable();
    if tets.is_empty() {
        return result;
    }
    let make = || {
        let mut growth = Growth::new(nodes, neighbors, sizes, options.limits);
        growth.close_all();
        growth.release(&tets);
        growth
    };
    let mut unions = pool::collect(make, &tets, options.limits.tolerance, options.seed);
    let fast = unions.len()..unions.len() + small.len();
    small.iter().for_each(|piece| unions.push(piece.iter().copied()));
    let mut packing = Packing::new(neighbors, unions, &tets);
    packing.choose(0..tets.len());
    packing.choose(fast);
    packing.choose_greedily(&tets);
    let (before, cost) = (packing.cover.clone(), packing.cost(&tets));
    packing.anneal(ATTEMPTS * tets.len(), options.seed);
    if packing.cost(&tets) > cost {
        packing.cover = before;
    }
    packing.chosen(&tets).for_each(|union| result.push(packing.unions.of(union).iter().copied()));
    result
}

/// A choice of unions that covers each tetrahedron once.
struct Packing {
    unions: Lists<u32>,
    costs: Vec<f64>,
    /// What a union costs less than its tetrahedra one by one.
    savings: Vec<f64>,
    /// The union that is one tetrahedron alone.
    alone: Vec<u32>,
    /// For each tetrahedron the other unions of which it is the first.
    starting: Lists<u32>,
    /// The union that covers each tetrahedron.
    cover: Vec<u32>,
    /// The attempt in which a tetrahedron was last free.
    free: Vec<u64>,
    attempt: u64,
}

impl Packing {
    fn new(neighbors: &Neighbors, unions: Lists<u32>, tets: &[u32]) -> Self {
        let cost = |active: bool| PIECE + if active { ACTIVE } else { 0.0 };
        let active = |&tet: &u32| neighbors.exposed(tet) > 0;
        let costs: Vec<f64> = unions.iter().map(|union| cost(union.iter().any(active))).collect();
        let apart = |union: &[u32]| union.iter().map(|tet| cost(active(tet))).sum::<f64>();
        let savings = unions.iter().zip(&costs).map(|(union, cost)| apart(union) - cost).collect();
        let count = neighbors.len();
        let mut alone = vec![0; count];
        tets.iter().zip(0..).for_each(|(&tet, union)| alone[tet as usize] = union);
        let mut order: Vec<u32> = (tets.len() as u32..unions.len() as u32).collect();
        order.sort_by_key(|&union| unions.of(union as usize)[0]);
        let mut starting = Lists::default();
        let mut rest = &order[..];
        for tet in 0..count as u32 {
            let here = rest.partition_point(|&union| unions.of(union as usize)[0] <= tet);
            starting.push(rest[..here].iter().copied());
            rest = &rest[here..];
        }
        let (cover, free) = (vec![u32::MAX; count], vec![0; count]);
        Self { unions, costs, savings, alone, starting, cover, free, attempt: 0 }
    }

    fn put(&mut self, union: u32) {
        for &tet in self.unions.of(union as usize) {
            self.cover[tet as usize] = union;
        }
    }

    fn choose(&mut self, unions: std::ops::Range<usize>) {
        unions.for_each(|union| self.put(union as u32));
    }

    /// The unions of the choice, by their first tetrahedra.
    fn chosen(&self, tets: &[u32]) -> impl Iterator<Item = usize> {
        let is_first = |tet: &&u32| {
            let union = self.cover[**tet as usize] as usize;
            self.unions.of(union)[0] == **tet
        };
        tets.iter().filter(is_first).map(|&tet| self.cover[tet as usize] as usize)
    }

    fn cost(&self, tets: &[u32]) -> f64 {
        self.chosen(tets).map(|union| self.costs[union]).sum()
    }

    /// Covers everything anew, best savings first, and keeps that if it is cheaper.
    fn choose_greedily(&mut self, tets: &[u32]) {
        let (before, cost) = (self.cover.clone(), self.cost(tets));
        self.attempt += 1;
        tets.iter().for_each(|&tet| self.free[tet as usize] = self.attempt);
        for union in self.fitting(tets) {
            self.put(union);
        }
        if self.cost(tets) > cost {
            self.cover = before;
        }
    }

    /// Unions that cover these tetrahedra, which are marked as free: best savings first, and what is
    /// left one by one.
    fn fitting(&mut self, tets: &[u32]) -> Vec<u32> {
        let mut fitting: Vec<u32> = Vec::new();
        for &tet in tets {
            let fits = |union: &&u32| self.is_free(**union);
            fitting.extend(self.starting.of(tet as usize).iter().filter(fits));
        }
        let savings = &self.savings;
        let saving = |union: &u32| savings[*union as usize];
        fitting.sort_unstable_by(|a, b| saving(b).total_cmp(&saving(a)).then(a.cmp(b)));
        fitting.retain(|&union| {
            let tets = self.unions.of(union as usize);
            let fits = tets.iter().all(|&tet| self.free[tet as usize] == self.attempt);
            if fits {
                tets.iter().for_each(|&tet| self.free[tet as usize] = 0);
            }
            fits
        });
        let left = tets.iter().filter(|&&tet| self.free[tet as usize] == self.attempt);
        fitting.extend(left.map(|&tet| self.alone[tet as usize]));
        fitting
    }

    fn is_free(&self, union: u32) -> bool {
        let free = |&tet: &u32| self.free[tet as usize] == self.attempt;
        self.unions.of(union as usize).iter().all(free)
    }

    fn anneal(&mut self, attempts: usize, seed: u64) {
        let mut random = Random::new(seed);
        for i in 0..attempts {
            let heat = HOT * (COLD / HOT).powf(i as f64 / attempts as f64);
            // Of two unions, first the one that saves more: much of the pool is not worth a try.
            let [one, two] = [(); 2].map(|()| random.below(self.unions.len()));
            let choose = 2 * i < attempts && self.savings[two] > self.savings[one];
            let union = if choose { two } else { one };
            self.try_union(union as u32, heat, &mut random);
        }
    }

    fn try_union(&mut self, union: u32, heat: f64, random: &mut Random) {
        let tets = self.unions.of(union as usize);
        if self.cover[tets[0] as usize] == union {
            return;
        }
        let mut out: Vec<u32> = tets.iter().map(|&tet| self.cover[tet as usize]).collect();
        out.sort_unstable();
        out.dedup();
        let cost = |list: &[u32]| list.iter().map(|&u| self.costs[u as usize]).sum::<f64>();
        let before = cost(&out);
        self.attempt += 1;
        let mut freed: Vec<u32> = Vec::new();
        for &old in &out {
            freed.extend(self.unions.of(old as usize));
        }
        freed.iter().for_each(|&tet| self.free[tet as usize] = self.attempt);
        tets.iter().for_each(|&tet| self.free[tet as usize] = 0);
        freed.retain(|&tet| self.free[tet as usize] != 0);
        let own = self.costs[union as usize];
        let cover = self.fitting(&freed);
        let after = own + cover.iter().map(|&u| self.costs[u as usize]).sum::<f64>();
        if after <= before || random.unit() < ((before - after) / heat).exp() {
            cover.into_iter().for_each(|union| self.put(union));
            self.put(union);
        }
    }
}
