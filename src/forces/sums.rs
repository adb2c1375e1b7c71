//! Sums over the contacts of pairs of bodies, in parallel.
//!
//! The contacts of a pair are halved until they are few, and the sums of the halves are added: an order
//! that depends on their number alone, so that the sums have the same bits for any number of threads,
//! and whatever else is in the scene.

use std::ops::{Add, Range};

use super::force::Force;
use super::link::Link;
use super::pairs::Pair;
use crate::Vec3;

/// Number of contacts per parallel job.
const CONTACTS_PER_JOB: usize = 256;

/// Contacts that follow each other.
#[derive(Debug)]
pub(super) struct Contacts<'a> {
    pub(super) links: &'a [Link],
    pub(super) forces: &'a mut [Force],
}

/// What the contacts of a pair do by their laws.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Sums {
    /// The elastic energy.
    pub(super) elastic: f64,
    /// How many push, and the largest closure of them.
    pub(super) pushing: usize,
    pub(super) closure: f64,
    /// The largest speed of approach.
    pub(super) closing: f64,
    /// What springs give to the bodies per time, and what they take.
    pub(super) given: f64,
    pub(super) taken: f64,
    /// What friction takes per time where it slides.
    pub(super) rubbed: f64,
}

/// What is left of it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Total {
    pub(super) force: Vec3,
    pub(super) powers: [f64; 3],
}

impl Sums {
    #[inline]
    pub(super) fn of(force: &Force) -> Self {
        let [spring, _, friction] = force.powers;
        Self {
            elastic: force.energy,
            pushing: usize::from(force.closure > 0.0),
            closure: force.closure.max(0.0),
            closing: force.closing.max(0.0),
            given: spring.max(0.0),
            taken: spring.min(0.0),
            rubbed: if force.is_sliding { -friction } else { 0.0 },
        }
    }
}

impl Add for Sums {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self {
            elastic: self.elastic + other.elastic,
            pushing: self.pushing + other.pushing,
            closure: self.closure.max(other.closure),
            closing: self.closing.max(other.closing),
            given: self.given + other.given,
            taken: self.taken + other.taken,
            rubbed: self.rubbed + other.rubbed,
        }
    }
}

impl Add for Total {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        let powers = [0, 1, 2].map(|k| self.powers[k] + other.powers[k]);
        Self { force: self.force + other.force, powers }
    }
}

impl Contacts<'_> {
    fn split_at(&mut self, at: usize) -> [Contacts<'_>; 2] {
        let (links, forces) = (self.links.split_at(at), self.forces.split_at_mut(at));
        [
            Contacts { links: links.0, forces: forces.0 },
            Contacts { links: links.1, forces: forces.1 },
        ]
    }

    /// The sum of what each contact has.
    pub(super) fn sum<S>(&mut self, of: &(impl Fn(&Link, &mut Force) -> S + Sync)) -> S
    where
        S: Add<Output = S> + Default + Send,
    {
        if self.forces.len() <= CONTACTS_PER_JOB {
            let each = self.links.iter().zip(&mut *self.forces);
            return each.fold(S::default(), |sum, (link, force)| sum + of(link, force));
        }
        let [mut one, mut two] = self.split_at(self.forces.len() / 2);
        let (one, two) = rayon::join(|| one.sum(of), || two.sum(of));
        one + two
    }
}

/// Does something with each pair and its contacts, in parallel.
pub(super) fn for_pairs(
    pairs: &mut [Pair],
    ranges: &[Range<usize>],
    mut contacts: Contacts,
    job: &(impl Fn(&mut Pair, &mut Contacts) + Sync),
) {
    if let [] | [_] = pairs {
        return pairs.iter_mut().for_each(|pair| job(pair, &mut contacts));
    }
    let middle = pairs.len() / 2;
    let (pairs, ranges) = (pairs.split_at_mut(middle), ranges.split_at(middle));
    let at = ranges.0.iter().map(Range::len).sum();
    let is_small = contacts.forces.len() <= CONTACTS_PER_JOB;
    let [one, two] = contacts.split_at(at);
    let first = || for_pairs(pairs.0, ranges.0, one, job);
    let second = || for_pairs(pairs.1, ranges.1, two, job);
    if is_small {
        first();
        second();
    } else {
        rayon::join(first, second);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_have_the_same_bits_for_any_number_of_threads() {
        let forces: Vec<Force> = (1..=5000_i32)
            .map(|i| {
                let power = 1.0 / f64::from(i) - 0.001;
                Force { energy: power * power, powers: [power; 3], ..Force::default() }
            })
            .collect();
        let links = vec![Link::default(); forces.len()];
        let of_threads = |count: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build().unwrap();
            let mut contacts = Contacts { links: &links, forces: &mut forces.clone() };
            pool.install(|| contacts.sum(&|_, force| Sums::of(force)))
        };
        let sums = of_threads(1);
        assert_eq!(sums, of_threads(3));
        let elastic: f64 = forces.iter().map(|force| force.energy).sum();
        assert!((sums.elastic / elastic - 1.0).abs() < 1e-14);
        let power: f64 = forces.iter().map(|force| force.powers[0]).sum();
        assert!((sums.given + sums.taken - power).abs() < 1e-12 && sums.taken < 0.0);
    }
}
