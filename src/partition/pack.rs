//! The optimised build: the cheapest choice of unions from the pool that covers everything once.
//!
//! It starts from the fast build or from a greedy choice, whichever is cheaper, and goes on by
//! exchanging pieces.

use super::closure::Growth;
use super::exposed::ExposedFacets;
use super::fast;
use super::lean::lean;
use super::neighbors::Neighbors;
use super::options::{Options, Rule};
use super::partition::sorted;
use super::pool::{MAX_UNION_TETS, Pool};
use crate::num::Lists;

/// The additional cost of an active piece: the unit.
const ACTIVE_COST: f64 = 1.0;

/// What every piece costs. In a search for contacts a piece that is not active costs next to
/// nothing, but pieces also cost memory and the update of their defects. Up to the tolerance for
/// rounding, a few active pieces more buy far fewer pieces; with a larger tolerance they would buy
/// less.
const PIECE_COST: f64 = 0.7;
const PIECE_COST_TOLERANT: f64 = 0.05;

/// What every piece costs where those that are not active are grown again at the end.
const PIECE_COST_COVERED: f64 = 0.002;

/// The cost of an excess volume of the hull that equals the mean active piece.
const EXCESS_COST: f64 = 0.5;

/// Improves the pieces of the fast build. Large pieces stay as they are. `watch` receives the share
/// of the work that is done.
pub(super) fn improve(
    nodes: &[[f64; 3]],
    neighbors: &Neighbors,
    sizes: &[f64],
    exposed: Option<&ExposedFacets>,
    options: &Options,
    start: &Lists<u32>,
    watch: &dyn Fn(f64),
) -> Lists<u32> {
    let rule = options.limits.rule();
    let grown = || Growth::new(nodes, neighbors, sizes, options.limits).within(exposed);
    let Sifted { mut kept, small, tets } = sift(&mut grown(), start, rule);
    if tets.is_empty() {
        return kept;
    }
    let make = || {
        let mut growth = grown();
        growth.close_all();
        growth.release(&tets);
        growth
    };
    let mut pool = Pool::collect(make, &tets, rule, options.seed);
    small.iter().for_each(|(piece, excess)| pool.add(piece.clone(), *excess));
    watch(POOL_SHARE);
    let costs = costs(nodes, neighbors, &pool, rule, start);
    let mut packing = Packing::new(neighbors, &pool, costs, &tets);
    packing.start(small.iter().map(|(piece, _)| pool.number(piece)));
    packing.exchange_all(options.seed, |share| watch(POOL_SHARE + (1.0 - POOL_SHARE) * share));
    let chosen = packing.chosen(&tets).map(|union| packing.tets(union));
    if rule != Rule::Protrusion {
        chosen.for_each(|union| kept.push(union.iter().copied()));
        return kept;
    }
    let (active, inactive): (Vec<&[u32]>, Vec<&[u32]>) =
        chosen.partition(|union| is_active(neighbors, union));
    active.into_iter().for_each(|union| kept.push(union.iter().copied()));
    regrow(grown(), &sorted(&inactive.concat()), &mut kept);
    kept
}

/// Grows pieces of the tetrahedra that lean pieces left out.
fn regrow(mut growth: Growth, tets: &[u32], pieces: &mut Lists<u32>) {
    growth.close_all();
    growth.release(tets);
    fast::grow_all(&mut growth, tets, |piece| pieces.push(sorted(piece)));
}

fn is_active(neighbors: &Neighbors, tets: &[u32]) -> bool {
    tets.iter().any(|&tet| neighbors.exposed(tet) > 0)
}

/// Approximate share of the time that the pool takes.
const POOL_SHARE: f64 = 0.5;

/// The pieces of the fast build, by what becomes of them.
struct Sifted {
    /// Large ones, which stay.
    kept: Lists<u32>,
    /// Those that may be chosen again, with the excess volume of their hulls.
    small: Vec<(Vec<u32>, f64)>,
    /// The tetrahedra of all that do not stay.
    tets: Vec<u32>,
}

fn sift(growth: &mut Growth, pieces: &Lists<u32>, rule: Rule) -> Sifted {
    let mut sifted = Sifted { kept: Lists::default(), small: Vec::new(), tets: Vec::new() };
    for piece in pieces.iter() {
        if piece.len() > MAX_UNION_TETS {
            sifted.kept.push(piece.iter().copied());
            continue;
        }
        growth.start(piece);
        let usable = match rule {
            Rule::Convex => Some((piece.to_vec(), 0.0)),
            Rule::Tolerant => growth.excess().map(|excess| (piece.to_vec(), excess)),
            Rule::Protrusion => Some((lean(growth.neighbors, piece), 0.0)),
        };
        sifted.small.extend(usable);
        sifted.tets.extend(piece);
    }
    sifted.tets.sort_unstable();
    sifted
}

/// What each union costs.
fn costs(
    nodes: &[[f64; 3]],
    neighbors: &Neighbors,
    pool: &Pool,
    rule: Rule,
    start: &Lists<u32>,
) -> Vec<f64> {
    let volume = |tets: &[u32]| tets.iter().map(|&tet| neighbors.volume(nodes, tet)).sum::<f64>();
    let active: Vec<f64> =
        start.iter().filter(|tets| is_active(neighbors, tets)).map(volume).collect();
    // Inside other regions there may be no active piece; then no excess matters.
    let mean = active.iter().sum::<f64>() / active.len() as f64;
    let dear = if mean > 0.0 { EXCESS_COST / mean } else { 0.0 };
    let piece = match rule {
        Rule::Convex => PIECE_COST,
        Rule::Tolerant => PIECE_COST_TOLERANT,
        Rule::Protrusion => PIECE_COST_COVERED,
    };
    let cost = |union: usize| {
        let activity = if is_active(neighbors, pool.tets(union)) { ACTIVE_COST } else { 0.0 };
        piece + activity + dear * pool.excess(union)
    };
    (0..pool.len()).map(cost).collect()
}

/// A choice of unions that covers each tetrahedron once.
pub(super) struct Packing<'a> {
    pub(super) neighbors: &'a Neighbors,
    pool: &'a Pool,
    /// What each union costs.
    pub(super) costs: Vec<f64>,
    /// The tetrahedra to cover.
    pub(super) all: &'a [u32],
    /// For each tetrahedron the unions of which it is the first.
    pub(super) starting: Lists<u32>,
    /// The union that covers each tetrahedron, or [`NONE`].
    pub(super) cover: Vec<u32>,
}

/// The cover of tetrahedra that are not to be covered.
pub(super) const NONE: u32 = u32::MAX;

impl<'a> Packing<'a> {
    fn new(neighbors: &'a Neighbors, pool: &'a Pool, costs: Vec<f64>, all: &'a [u32]) -> Self {
        let count = neighbors.len();
        let first = |union: u32| pool.tets(union as usize)[0];
        let mut order: Vec<u32> = (0..pool.len() as u32).collect();
        order.sort_by_key(|&union| first(union));
        let mut starting = Lists::default();
        let mut remaining = &order[..];
        for tet in 0..count as u32 {
            let here = remaining.iter().take_while(|&&union| first(union) == tet).count();
            starting.push(remaining[..here].iter().copied());
            remaining = &remaining[here..];
        }
        Self { neighbors, pool, costs, all, starting, cover: vec![NONE; count] }
    }

    pub(super) fn tets(&self, union: u32) -> &'a [u32] {
        self.pool.tets(union as usize)
    }

    /// The tetrahedra of all unions, each as often as it is in one.
    pub(super) fn sizes(&self) -> usize {
        (0..self.pool.len()).map(|union| self.pool.tets(union).len()).sum()
    }

    pub(super) fn is_chosen(&self, union: u32) -> bool {
        self.cover[self.tets(union)[0] as usize] == union
    }

    pub(super) fn put(&mut self, union: u32) {
        self.tets(union).iter().for_each(|&tet| self.cover[tet as usize] = union);
    }

    /// The unions of the choice that start at one of these tetrahedra.
    fn chosen(&self, tets: &[u32]) -> impl Iterator<Item = u32> {
        let union = |&tet: &u32| self.cover[tet as usize];
        let is_first = move |tet: &&u32| self.tets(union(tet))[0] == **tet;
        tets.iter().filter(is_first).map(union)
    }

    /// What those cost.
    pub(super) fn cost(&self, tets: &[u32]) -> f64 {
        self.chosen(tets).map(|union| self.costs[union as usize]).sum()
    }

    /// Chooses these unions and single tetrahedra elsewhere, or a greedy choice if that is cheaper.
    fn start(&mut self, unions: impl Iterator<Item = u32>) {
        // The first unions of the pool are the tetrahedra one by one.
        (0..self.all.len() as u32).for_each(|single| self.put(single));
        unions.for_each(|union| self.put(union));
        let (before, cost) = (self.cover.clone(), self.cost(self.all));
        self.choose_greedily();
        if self.cost(self.all) > cost {
            self.cover = before;
        }
    }

    /// Covers everything anew, in descending order of what unions save against single tetrahedra.
    fn choose_greedily(&mut self) {
        let mut alone = vec![0.0; self.cover.len()];
        for (&tet, cost) in self.all.iter().zip(&self.costs) {
            alone[tet as usize] = *cost;
        }
        let saving = |union: u32| {
            let apart: f64 = self.tets(union).iter().map(|&tet| alone[tet as usize]).sum();
            apart - self.costs[union as usize]
        };
        let mut order: Vec<(f64, u32)> =
            (0..self.pool.len() as u32).map(|union| (saving(union), union)).collect();
        order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        self.cover.fill(NONE);
        for (_, union) in order {
            if self.tets(union).iter().all(|&tet| self.cover[tet as usize] == NONE) {
                self.put(union);
            }
        }
    }
}
