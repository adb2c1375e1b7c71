//! The pool: convex unions to choose from.
//!
//! Up to the tolerance for rounding, all of them are enumerated, breadth first over the closures of
//! a union and one neighbour: each convex union can be reached so. There are only a few for each
//! tetrahedron of an unstructured mesh. With a larger tolerance not every union can be reached
//! through closures: the pool then holds every state of several growths from each tetrahedron,
//! which differ in what they prefer, and what active unions become with one tetrahedron more.

use std::collections::HashMap;

use rayon::prelude::*;

use super::closure::Growth;
use super::lean::lean;
use super::options::Rule;
use super::partition::sorted;
use super::random::Random;
use crate::Vec3;
use crate::num::Lists;

/// Maximum number of tetrahedra of a union. On unstructured meshes hardly any is larger.
pub(super) const MAX_UNION_TETS: usize = 64;

/// Maximum number of unions per tetrahedron; on structured parts the enumeration would not end.
const MAX_UNIONS_PER_TET: usize = 24;

/// Growths from each tetrahedron at the boundary where there is a tolerance.
const GROWTHS: u64 = 24;

/// Growths from each one inside, where pieces cost little.
const INNER_GROWTHS: u64 = 8;

/// Growths from each tetrahedron at the boundary where the hull is held against the surface. On the
/// coarse bunny, twice as many gave a tenth fewer active pieces in more than twice the time.
const COVERED_GROWTHS: u64 = 4;

/// Every fourth growth adds one tetrahedron at a time and passes through states that are not
/// convex; the others close every state.
const SINGLE_STEP_PERIOD: u64 = 4;

/// Maximum number of consecutive tetrahedra in a growth that give no union within the tolerance.
const MAX_IDLE: usize = 8;

/// Different unions, each with the volume by which its hull exceeds it.
#[derive(Default)]
pub(super) struct Pool {
    unions: Lists<u32>,
    excess: Vec<f64>,
    known: HashMap<Vec<u32>, u32>,
    /// How many single tetrahedra there are.
    singles: usize,
}

/// A union of tetrahedra, and the volume by which its hull exceeds it.
type Union = (Vec<u32>, f64);

impl Pool {
    /// Collects unions of these tetrahedra. The first ones are the tetrahedra one by one, in order.
    pub(super) fn collect<'a>(
        make: impl Fn() -> Growth<'a> + Sync + Send,
        tets: &[u32],
        rule: Rule,
        seed: u64,
    ) -> Self {
        let mut pool = Self::default();
        tets.iter().for_each(|&tet| pool.add(vec![tet], 0.0));
        pool.singles = tets.len();
        match rule {
            Rule::Convex => pool.enumerate(make()),
            Rule::Tolerant => {
                pool.sample(&make, tets, |growth, tet| states_from(growth, tet, seed));
                pool.extend_all(&make);
            }
            Rule::Protrusion => {
                pool.sample(&make, tets, |growth, tet| covered_from(growth, tet, seed));
            }
        }
        pool
    }

    /// Adds a union, its tetrahedra in ascending order, if it is new.
    pub(super) fn add(&mut self, union: Vec<u32>, excess: f64) {
        if !self.holds(&union) {
            self.unions.push(union.iter().copied());
            self.excess.push(excess);
            self.known.insert(union, self.excess.len() as u32 - 1);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.unions.len()
    }

    pub(super) fn tets(&self, union: usize) -> &[u32] {
        self.unions.of(union)
    }

    pub(super) fn excess(&self, union: usize) -> f64 {
        self.excess[union]
    }

    pub(super) fn holds(&self, union: &[u32]) -> bool {
        self.known.contains_key(union)
    }

    /// The number of a union that it holds.
    pub(super) fn number(&self, union: &[u32]) -> u32 {
        self.known[union]
    }

    /// Adds all unions that can be reached from single tetrahedra, until there are too many.
    fn enumerate(&mut self, mut growth: Growth) {
        let max_len = MAX_UNIONS_PER_TET * self.singles;
        let mut depths = vec![0.0; self.len()];
        let mut next = 0;
        while next < self.len() && self.len() < max_len {
            growth.start(self.unions.of(next));
            growth.deepen(depths[next]);
            next += 1;
            let before = growth.state();
            for candidate in growth.frontier() {
                if !growth.add(candidate) {
                    continue;
                }
                if growth.piece.len() <= MAX_UNION_TETS {
                    self.add(sorted(&growth.piece), 0.0);
                    depths.resize(self.len(), growth.state().deepest);
                }
                growth.back_to(before);
            }
        }
    }

    /// Adds the states of growths from each tetrahedron.
    fn sample<'a>(
        &mut self,
        make: impl Fn() -> Growth<'a> + Sync + Send,
        tets: &[u32],
        states: impl Fn(&mut Growth<'a>, u32) -> Vec<Union> + Sync + Send,
    ) {
        let of = |growth: &mut Growth<'a>, &tet: &u32| states(growth, tet);
        let states: Vec<Vec<Union>> = tets.par_iter().map_init(make, of).collect();
        states.into_iter().flatten().for_each(|(union, excess)| self.add(union, excess));
    }

    /// Adds active unions extended by one tetrahedron, repeatedly.
    fn extend_all<'a>(&mut self, make: impl Fn() -> Growth<'a> + Sync + Send) {
        let (mut from, max_len) = (0, MAX_UNIONS_PER_TET * self.singles);
        while from < self.len() && self.len() < max_len {
            let of = |growth: &mut Growth<'a>, union: usize| self.with_one_more(growth, union);
            let found: Vec<Vec<Union>> =
                (from..self.len()).into_par_iter().map_init(&make, of).collect();
            from = self.len();
            found.into_iter().flatten().for_each(|(union, excess)| self.add(union, excess));
        }
    }

    fn with_one_more(&self, growth: &mut Growth, union: usize) -> Vec<Union> {
        let tets = self.tets(union);
        if tets.len() >= MAX_UNION_TETS
            || !tets.iter().any(|&tet| growth.neighbors.exposed(tet) > 0)
        {
            return Vec::new();
        }
        growth.start(tets);
        let frontier = growth.frontier();
        let one_more = |next: u32| {
            growth.start(tets);
            growth.push(next);
            let found = sorted(&growth.piece);
            let good = !self.holds(&found) && growth.keeps_limits();
            Some((found, good.then(|| growth.excess())??))
        };
        frontier.into_iter().filter_map(one_more).collect()
    }
}

fn states_from(growth: &mut Growth, tet: u32, seed: u64) -> Vec<Union> {
    let mut states = Vec::new();
    let turns = if growth.neighbors.exposed(tet) > 0 { GROWTHS } else { INNER_GROWTHS };
    for turn in 0..turns {
        let mut random = Random::new(seed ^ (u64::from(tet) * GROWTHS + turn));
        let preference = Preference::new(&mut random, turn);
        growth.start(&[tet]);
        let start = growth.center(tet);
        let mut idle = 0;
        while growth.piece.len() < MAX_UNION_TETS && idle < MAX_IDLE {
            let penalty = |next: u32| preference.penalty(growth, start, next, &mut random);
            let order = by_value(growth.frontier(), penalty);
            let good = if turn % SINGLE_STEP_PERIOD != SINGLE_STEP_PERIOD - 1 {
                if !order.into_iter().any(|next| growth.add(next)) {
                    break;
                }
                true
            } else {
                let Some(&next) = order.first() else {
                    break;
                };
                growth.push(next);
                growth.keeps_limits()
            };
            idle += 1;
            if let Some(excess) = good.then(|| growth.excess()).flatten() {
                states.push((sorted(&growth.piece), excess));
                idle = 0;
            }
        }
    }
    states
}

/// The lean states of growths within the surface; overlap of hulls inside the body costs nothing.
fn covered_from(growth: &mut Growth, tet: u32, seed: u64) -> Vec<Union> {
    let mut states = Vec::new();
    let turns = if growth.neighbors.exposed(tet) > 0 { COVERED_GROWTHS } else { 0 };
    for turn in 0..turns {
        let mut random = Random::new(seed ^ (u64::from(tet) * COVERED_GROWTHS + turn));
        let preference = Preference::new(&mut random, turn);
        growth.start(&[tet]);
        let start = growth.center(tet);
        loop {
            let penalty = |next: u32| preference.penalty(growth, start, next, &mut random);
            let order = by_value(growth.frontier(), penalty);
            if !order.into_iter().any(|next| growth.add(next)) {
                break;
            }
            states.push((lean(growth.neighbors, &growth.piece), 0.0));
        }
    }
    states
}

/// These items by ascending value.
fn by_value(items: Vec<u32>, mut value: impl FnMut(u32) -> f64) -> Vec<u32> {
    let mut valued: Vec<(f64, u32)> = items.into_iter().map(|item| (value(item), item)).collect();
    valued.sort_by(|one, two| one.0.total_cmp(&two.0).then(one.1.cmp(&two.1)));
    valued.into_iter().map(|(_, item)| item).collect()
}

/// Weights of the preferences of a growth: tetrahedra that share several faces with it, near ones,
/// exposed ones, flat or long pieces, random ones.
struct Preference {
    shared: f64,
    exposed: f64,
    noise: f64,
    squeeze: Vec3,
}

impl Preference {
    fn new(random: &mut Random, turn: u64) -> Self {
        let along = Vec3::from_fn(|_, _| random.unit() - 0.5);
        Self {
            shared: if turn.is_multiple_of(2) { 1.0 } else { random.unit() },
            exposed: if turn.is_multiple_of(3) { 0.0 } else { random.unit() },
            noise: if turn < 4 { 0.0 } else { 0.5 * random.unit() },
            squeeze: if turn % 4 < 2 { Vec3::zeros() } else { along * 4.0 },
        }
    }

    /// The penalty of a tetrahedron as the next one of a growth that started here.
    fn penalty(&self, growth: &Growth, start: Vec3, next: u32, random: &mut Random) -> f64 {
        let away = (growth.center(next) - start) / growth.mean();
        let far = away.norm() + self.squeeze.dot(&away).abs();
        let exposed = growth.neighbors.exposed(next) as f64;
        let shared = growth.shared(next) as f64;
        far - self.exposed * exposed - self.shared * shared + self.noise * random.unit()
    }
}
