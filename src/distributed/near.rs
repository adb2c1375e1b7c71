//! Which units can be in contact with which, and on which rank that is decided.
//!
//! Boxes of units, grown by how far contacts reach and by half the skin, are sent to the ranks of a
//! first tree, which has as many units in each box; each rank joins those that it got. Of two boxes
//! that meet, the rank of the lowest corner that they have in common tells. How many others a unit meets is its weight in a second tree, which decides the *home* of the unit: the rank
//! that finds its contacts. So the work is shared out evenly wherever it is.

use super::comm::Channel;
use super::plain::plain_struct;
use super::tree::{Sample, Tree};
use crate::broad::Forest;
use crate::error::Error;
use crate::num::Bounds;
use crate::scene::Scene;

/// Stands for a node that is not on an exposed face.
pub(super) const NO_NODE: u64 = u64::MAX;

plain_struct! {
    /// The box of a unit.
    Card {
        min: [f64; 3],
        max: [f64; 3],
        /// The numbers of its nodes on exposed faces: units that share one are never in contact.
        nodes: [u64; 4],
        body: u32,
        slot: u32,
    }
}

plain_struct! {
    /// How many others a unit meets.
    Count {
        slot: u32,
        count: u32,
    }
}

plain_struct! {
    /// A unit that a rank needs.
    Wish {
        slot: u32,
        rank: u32,
    }
}

impl Card {
    fn bounds(&self) -> Bounds {
        Bounds { min: self.min, max: self.max }
    }

    fn center(&self) -> [f64; 3] {
        center(&self.bounds())
    }

    fn shares_a_node(&self, other: &Self) -> bool {
        self.nodes.iter().any(|node| *node != NO_NODE && other.nodes.contains(node))
    }
}

fn center(bounds: &Bounds) -> [f64; 3] {
    [0, 1, 2].map(|k| 0.5 * bounds.min[k] + 0.5 * bounds.max[k])
}

/// A unit of this rank, as the search sees it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Boxed {
    pub(super) bounds: Bounds,
    pub(super) nodes: [u64; 4],
    pub(super) body: u32,
    /// What it meets besides units: rigid shapes and half-spaces.
    pub(super) meets: u32,
}

/// Where units are examined.
#[derive(Debug, Default)]
pub(super) struct Homes {
    /// The home of each unit of this rank, if it is near anything.
    pub(super) ranks: Vec<Option<u32>>,
    /// The units of this rank that others need since they are near theirs.
    pub(super) wishes: Vec<Wish>,
}

/// Finds the homes of units, with the threads of a scene. Collective. `may_touch` tells which bodies
/// can be in contact.
pub(super) fn find_homes(
    channel: &mut Channel,
    threads: &Scene,
    units: &[Boxed],
    may_touch: &(impl Fn(u32, u32) -> bool + Sync),
) -> Result<Homes, Error> {
    let sample = |unit: &Boxed| Sample { at: center(&unit.bounds), weight: 1.0 };
    let mut samples: Vec<Sample> = units.iter().map(sample).collect();
    let first = Tree::of_all(channel, &mut samples)?;
    let cards = send_cards(channel, units, &first)?;
    let of_rank = |(giver, cards): (usize, &Vec<Card>)| -> Vec<(usize, Card)> {
        cards.iter().map(|card| (giver, *card)).collect()
    };
    let list: Vec<(usize, Card)> = cards.iter().enumerate().flat_map(of_rank).collect();
    let own = channel.rank();
    let is_told_here = |corner: &[f64; 3]| first.rank_of(corner) == own;
    let pairs = threads.install(|| meeting(&list, may_touch, &is_told_here));
    let weights = return_counts(channel, units, &list, &pairs)?;
    let mut samples: Vec<Sample> = units.iter().map(sample).collect();
    samples.iter_mut().zip(&weights).for_each(|(s, &weight)| s.weight = f64::from(weight));
    samples.retain(|sample| sample.weight > 0.0);
    let second = Tree::of_all(channel, &mut samples)?;
    let mut wishes = vec![Vec::new(); channel.size()];
    for &[a, b] in &pairs {
        for (one, other) in [(a, b), (b, a)] {
            let rank = second.rank_of(&list[one as usize].1.center()) as u32;
            let (giver, card) = &list[other as usize];
            wishes[*giver].push(Wish { slot: card.slot, rank });
        }
    }
    for list in &mut wishes {
        list.sort_unstable_by_key(|wish| (wish.slot, wish.rank));
        list.dedup();
    }
    let wishes = channel.all_to_all(&wishes)?.into_iter().flatten().collect();
    let home = |(unit, &weight): (&Boxed, &u32)| {
        (weight > 0).then(|| second.rank_of(&center(&unit.bounds)) as u32)
    };
    Ok(Homes { ranks: units.iter().zip(&weights).map(home).collect(), wishes })
}

/// Sends the box of each unit to all ranks of the tree that it meets.
fn send_cards(
    channel: &mut Channel,
    units: &[Boxed],
    tree: &Tree,
) -> Result<Vec<Vec<Card>>, Error> {
    let mut cards = vec![Vec::new(); channel.size()];
    for (unit, slot) in units.iter().zip(0..) {
        let Bounds { min, max } = unit.bounds;
        let card = Card { min, max, nodes: unit.nodes, body: unit.body, slot };
        tree.each_rank(&unit.bounds, &mut |rank| cards[rank].push(card));
    }
    channel.all_to_all(&cards)
}

/// The pairs of cards that can be in contact, of those that are told here.
fn meeting(
    list: &[(usize, Card)],
    may_touch: &(impl Fn(u32, u32) -> bool + Sync),
    is_told_here: &(impl Fn(&[f64; 3]) -> bool + Sync),
) -> Vec<[u32; 2]> {
    let boxes: Vec<Bounds> = list.iter().map(|(_, card)| card.bounds()).collect();
    let forest = Forest::new(&boxes, std::slice::from_ref(&(0..boxes.len())));
    let wanted = |a: u32, b: u32| {
        let [one, two] = [a, b].map(|i| &list[i as usize].1);
        may_touch(one.body, two.body)
            && (one.body != two.body || !one.shares_a_node(two))
            && is_told_here(&[0, 1, 2].map(|k| one.min[k].max(two.min[k])))
    };
    forest.pairs(wanted).0
}

/// Tells ranks how many others their units meet.
fn return_counts(
    channel: &mut Channel,
    units: &[Boxed],
    list: &[(usize, Card)],
    pairs: &[[u32; 2]],
) -> Result<Vec<u32>, Error> {
    let mut counts = vec![0u32; list.len()];
    pairs.as_flattened().iter().for_each(|&unit| counts[unit as usize] += 1);
    let mut answers = vec![Vec::new(); channel.size()];
    for ((giver, card), &count) in list.iter().zip(&counts).filter(|(_, count)| **count > 0) {
        answers[*giver].push(Count { slot: card.slot, count });
    }
    let mut weights: Vec<u32> = units.iter().map(|unit| unit.meets).collect();
    for Count { slot, count } in channel.all_to_all(&answers)?.into_iter().flatten() {
        if let Some(weight) = weights.get_mut(slot as usize) {
            *weight = weight.saturating_add(count);
        }
    }
    Ok(weights)
}
