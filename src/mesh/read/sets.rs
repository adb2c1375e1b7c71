//! Sets of nodes and elements that a file names.

use super::Contents;
use super::error::Problem;

/// What a set of a file is of, as the file says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SetKind {
    /// Nodes.
    Nodes,
    /// Volume elements.
    Solids,
    /// Shells.
    Shells,
    /// Beams.
    Beams,
    /// Elements of all three sorts.
    Elements,
    /// All elements of some regions.
    Regions,
}

/// A set of nodes or elements that the file names, by the numbers of the file. A set may be a short line
/// that stands for many: [`Contents::members`] finds them.
///
/// ```
/// let text = "*KEYWORD\n*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n9,0,0,1\n*ELEMENT_SOLID\n7,1,1,2,3,9\n\
///             *SET_NODE_LIST_TITLE\nground\n4\n1,2,3\n*SET_PART_LIST\n5\n1\n";
/// let mesh = gapkit::mesh::read::parse("tet.k", text.as_bytes())?;
/// let [ground, all] = &mesh.sets[..] else { panic!("two sets") };
/// assert_eq!((ground.number, ground.name.as_str()), (4, "ground"));
/// assert_eq!(mesh.members(ground).nodes, [0, 1, 2]);
/// assert_eq!(mesh.members(all).elements, [0]);
/// # Ok::<(), gapkit::mesh::ReadError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Set {
    /// What it is of.
    pub kind: SetKind,
    /// Its number in the file. Sets of other kinds may have the same.
    pub number: u64,
    /// Its title; empty if it has none.
    pub name: String,
    /// First and last of the numbers in it, in ascending order; not all of them need to be there.
    pub ranges: Vec<[u64; 2]>,
}

/// The members of a set by their places in [`Contents`], in ascending order. Elements that were left
/// out are left out here, too.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Members {
    /// Places among the nodes.
    pub nodes: Vec<u32>,
    /// Places among the volume elements.
    pub elements: Vec<u32>,
    /// Places among the shells.
    pub shells: Vec<u32>,
    /// Places among the beams; an element with a node in its middle is there twice.
    pub beams: Vec<u32>,
}

impl Contents {
    /// The members of a set of this file.
    #[must_use]
    pub fn members(&self, set: &Set) -> Members {
        let Self { elements, shells, beams, .. } = self;
        let by_number = |numbers: &[u64], is_of: bool| {
            let found = (0..).zip(numbers).filter(|(_, number)| is_of && set.has(**number));
            found.map(|(place, _)| place).collect()
        };
        let of = |numbers: &[u64], regions: &[u32], kind: SetKind| {
            if set.kind == SetKind::Regions {
                let found = (0..).zip(regions).filter(|(_, region)| set.has(u64::from(**region)));
                return found.map(|(place, _)| place).collect();
            }
            by_number(numbers, set.kind == kind || set.kind == SetKind::Elements)
        };
        Members {
            nodes: by_number(&elements.node_numbers, set.kind == SetKind::Nodes),
            elements: of(&elements.numbers, &elements.regions, SetKind::Solids),
            shells: of(&shells.numbers, &shells.regions, SetKind::Shells),
            beams: of(&beams.numbers, &beams.regions, SetKind::Beams),
        }
    }
}

impl Set {
    /// Whether a number is in the set.
    #[must_use]
    pub fn has(&self, number: u64) -> bool {
        let at = self.ranges.partition_point(|[_, last]| *last < number);
        self.ranges.get(at).is_some_and(|[first, _]| *first <= number)
    }
}

/// A set as a file has it.
#[derive(Debug)]
pub(super) struct TaggedSet {
    pub(super) kind: SetKind,
    pub(super) number: u64,
    pub(super) name: String,
    /// Where it stands in the file, for messages.
    pub(super) at: usize,
    /// Numbers that are named one by one, and first and last of those that are not.
    pub(super) single: Vec<u64>,
    pub(super) ranges: Vec<[u64; 2]>,
}

/// Adds sets to what was read, after checking the nodes that they name. A fault is told with the place
/// of the set.
pub(super) fn add(sets: Vec<TaggedSet>, contents: &mut Contents) -> Result<(), (usize, Problem)> {
    if sets.is_empty() {
        return Ok(());
    }
    let mut nodes = contents.elements.node_numbers.clone();
    nodes.sort_unstable();
    for TaggedSet { kind, number, name, at, single, ranges } in sets {
        let is_missing = |node: &&u64| nodes.binary_search(node).is_err();
        if let (SetKind::Nodes, Some(&node)) = (kind, single.iter().find(is_missing)) {
            return Err((at, Problem::NoMember { set: number, node }));
        }
        let ranges = merged(single.iter().map(|&one| [one; 2]).chain(ranges));
        contents.sets.push(Set { kind, number, name, ranges });
    }
    Ok(())
}

/// Ranges in order that do not overlap: a file may name the same number many times.
fn merged(ranges: impl Iterator<Item = [u64; 2]>) -> Vec<[u64; 2]> {
    let mut list: Vec<[u64; 2]> = ranges.filter(|[first, last]| first <= last).collect();
    list.sort_unstable();
    let mut merged: Vec<[u64; 2]> = Vec::with_capacity(list.len());
    for [first, last] in list {
        match merged.last_mut() {
            Some(before) if first <= before[1] => before[1] = before[1].max(last),
            _ => merged.push([first, last]),
        }
    }
    merged
}
