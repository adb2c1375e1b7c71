//! The pool: convex unions to choose from.
//!
//! Up to the tolerance for rounding, all of them are enumerated, breadth first over the closures of a
//! union and one neighbour: each convex union can be reached so. There are only a few for each
//! tetrahedron of an unstructured mesh. With a larger tolerance there are too many; the pool then
//! holds every state of several growths from each tetrahedron, which differ in what they prefer.

use std::collections::HashSet;

use rayon::prelude::*;

use super::closure::Growth;
use super::lists::Lists;
use super::options::ROUND_OFF;
use super::random::Random;
use crate::Vec3;

/// Unions with more tetrahedra are not extended. On unstructured meshes there are hardly any.
pub(super) const LARGE: usize = 64;

/// The enumeration ends with so many unions for each tetrahedron; structured parts have no end.
const MOST_PER_TET: usize = 24;

/// Growths from each tetrahedron where there is a tolerance.
const GROWTHS: u64 = 16;

/// As many of them close every state; the others add one tetrahedron at a time and pass through
/// states that are not convex.
const CLOSING: u64 = 12;

/// A growth ends after so many tetrahedra in a row that gave no union within the tolerance.
const PATIENCE: usize = 8;

/// Collects unions of these tetrahedra. The first ones are the tetrahedra one by one, in order.
pub(super) fn collect<'a>(
    make: impl Fn() -> Growth<'a> + Sync + Send,
    tets: &[u32],
    tolerance: f64,
    seed: u64,
) -> Lists<u32> {
    if tolerance <= ROUND_OFF { enumerate(make(), tets) } else { sample(make, tets, seed) }
}

/// All unions that can be reached from single tetrahedra, until there are too many.
fn enumerate(mut growth: Growth, tets: &[u32]) -> Lists<u32> {
    let mut pool = Lists::default();
    let mut depths = Vec::new();
    let mut known: HashSet<Vec<u32>> = HashSet::new();
    for &tet in tets {
        pool.push([tet]);
        depths.push(0.0);
    }
    let mut next = 0;
    while next < pool.len() && pool.len() < MOST_PER_TET * tets.len() {
        let union = pool.of(next).to_vec();
        growth.start(&union);
        growth.deepen(depths[next]);
        next += 1;
        let before = growth.state();
        for candidate in growth.frontier() {
            if !growth.add(candidate) {
                continue;
            }
            let found = super::partition::sorted(&growth.piece);
            if found.len() <= LARGE && !known.contains(&found) {
                pool.push(found.iter().copied());
                depths.push(growth.state().deepest);
                known.insert(found);
            }
            growth.back_to(before);
        }
    }
    pool
}

/// The states of growths from each tetrahedron.
fn sample<'a>(make: impl Fn() -> Growth<'a> + Sync + Send, tets: &[u32], seed: u64) -> Lists<u32> {
    let states: Vec<Vec<Vec<u32>>> =
        tets.par_iter().map_init(make, |growth, &tet| states_from(growth, tet, seed)).collect();
    let mut pool = Lists::default();
    tets.iter().for_each(|&tet| pool.push([tet]));
    let mut known: HashSet<Vec<u32>> = HashSet::new();
    for state in states.into_iter().flatten() {
        if !known.contains(&state) {
            pool.push(state.iter().copied());
            known.insert(state);
        }
    }
    pool
}

fn states_from(growth: &mut Growth, tet: u32, seed: u64) -> Vec<Vec<u32>> {
    let mut states = Vec::new();
    for turn in 0..GROWTHS {
        let mut random = Random::new(seed ^ (u64::from(tet) * GROWTHS + turn));
        let taste = Taste::new(&mut random, turn);
        growth.start(&[tet]);
        let start = growth.center(tet);
        let mut idle = 0;
        while growth.piece.len() < LARGE && idle < PATIENCE {
            let dislike = |next: u32| taste.of(growth, start, next, &mut random);
            let order = by_value(growth.frontier(), dislike);
            let good = if turn < CLOSING {
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
            if good && growth.is_shallow() {
                states.push(super::partition::sorted(&growth.piece));
                idle = 0;
            }
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

/// What a growth prefers: what touches it with several faces, near tetrahedra, exposed ones, flat or
/// long pieces, anything.
struct Taste {
    shared: f64,
    exposed: f64,
    noise: f64,
    squeeze: Vec3,
}

impl Taste {
    fn new(random: &mut Random, turn: u64) -> Self {
        let along = Vec3::from_fn(|_, _| random.unit() - 0.5);
        Self {
            shared: if turn.is_multiple_of(2) { 1.0 } else { random.unit() },
            exposed: if turn.is_multiple_of(3) { 0.0 } else { random.unit() },
            noise: if turn < 4 { 0.0 } else { 0.5 * random.unit() },
            squeeze: if turn % 4 < 2 { Vec3::zeros() } else { along * 4.0 },
        }
    }

    /// How little a growth that started here wants a tetrahedron next.
    fn of(&self, growth: &Growth, start: Vec3, next: u32, random: &mut Random) -> f64 {
        let away = (growth.center(next) - start) / growth.mean();
        let far = away.norm() + self.squeeze.dot(&away).abs();
        let exposed = growth.neighbors.exposed(next) as f64;
        let shared = growth.shared(next) as f64;
        far - self.exposed * exposed - self.shared * shared + self.noise * random.unit()
    }
}
