//! Element sets, which become regions.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::super::tagged::Tagged;

/// The sets of a file; a set is known by its number, counted from 1.
#[derive(Debug, Default)]
pub(super) struct ElementSets {
    /// Names as they are spelled first.
    names: Vec<String>,
    /// Numbers by the name in capitals.
    index: HashMap<String, u32>,
    /// First, last and step of the elements of sets, in the order of the part.
    ranges: Vec<(u32, [u64; 3])>,
    /// Sets that hold all of another set.
    included: Vec<(u32, u32)>,
    /// Sets with a material.
    sections: BTreeSet<u32>,
}

impl ElementSets {
    /// The number of the set with this name, which is new if there is none.
    pub(super) fn named(&mut self, name: &str) -> u32 {
        // There are fewer names than bytes in a file, and a set of 2^32 names does not fit
        // anywhere.
        let next = u32::try_from(self.names.len() + 1).unwrap_or(u32::MAX);
        let key = name.trim_matches('"').to_ascii_uppercase();
        *self.index.entry(key).or_insert_with(|| {
            self.names.push(name.to_owned());
            next
        })
    }

    /// Adds elements from the first to the last by steps.
    pub(super) fn range(&mut self, set: u32, range: [u64; 3]) {
        self.ranges.push((set, range));
    }

    /// Adds the elements of another set.
    pub(super) fn include(&mut self, set: u32, other: &str) {
        let other = self.named(other);
        self.included.push((set, other));
    }

    /// Marks a set as one with a material.
    pub(super) fn section(&mut self, name: &str) -> u32 {
        let set = self.named(name);
        self.sections.insert(set);
        set
    }

    /// The names of the sets that are regions of some element, by number.
    pub(super) fn names(self, regions: &[u32]) -> BTreeMap<u32, String> {
        let used: BTreeSet<u32> = regions.iter().copied().collect();
        (1..).zip(self.names).filter(|(set, _)| used.contains(set)).collect()
    }

    /// Gives each element of a part its region, and forgets the members of the sets: other parts
    /// have other elements.
    ///
    /// An element belongs to the first set with it, unless a set with a material has the element
    /// or that whole set in it.
    pub(super) fn apply(&mut self, part: &mut Tagged) {
        let ranges = std::mem::take(&mut self.ranges);
        let sections = std::mem::take(&mut self.sections);
        let within = outer_sections(&std::mem::take(&mut self.included), &sections);
        for own in part.numbers_and_regions() {
            assign(own, &ranges, &sections, &within);
        }
    }
}

/// Gives elements their regions by the ranges of sets.
fn assign(
    (numbers, regions): (&[u64], &mut [u32]),
    ranges: &[(u32, [u64; 3])],
    sections: &BTreeSet<u32>,
    within: &HashMap<u32, u32>,
) {
    let mut places: Vec<(u64, usize)> = numbers.iter().copied().zip(0..).collect();
    places.sort_unstable();
    for &(set, [first, last, step]) in ranges {
        let start = places.partition_point(|&(number, _)| number < first);
        for &(number, place) in places[start..].iter().take_while(|place| place.0 <= last) {
            let old = regions[place];
            let better = old == 0 || (sections.contains(&set) && !sections.contains(&old));
            if better && (number - first).is_multiple_of(step.max(1)) {
                regions[place] = set;
            }
        }
    }
    for region in regions.iter_mut().filter(|region| !sections.contains(region)) {
        *region = within.get(region).copied().unwrap_or(*region);
    }
}

/// For each set that lies within a set with a material, the latter: `included` has pairs of a set
/// and one within it.
fn outer_sections(included: &[(u32, u32)], sections: &BTreeSet<u32>) -> HashMap<u32, u32> {
    let mut inner: HashMap<u32, Vec<u32>> = HashMap::new();
    for &(set, other) in included {
        inner.entry(set).or_default().push(other);
    }
    let mut outer = HashMap::new();
    for &section in sections {
        let mut open = vec![section];
        while let Some(set) = open.pop() {
            for &other in inner.get(&set).into_iter().flatten() {
                // Each set is opened once, so that sets within each other come to an end.
                if let Entry::Vacant(entry) = outer.entry(other) {
                    entry.insert(section);
                    open.push(other);
                }
            }
        }
    }
    outer
}
