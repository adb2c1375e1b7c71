//! The checks on a mesh. Each finds the first culprit in the order of the nodes or elements.

use std::cmp::Ordering;

use super::grouped::grouped;
use super::{ElementKind, Elements, Orientation, volume};
use crate::error::MAX_MAGNITUDE;
use crate::error::{Fault, Name};

/// Maximum number of tetrahedra: their faces are numbered in u32.
pub(super) const MAX_TETS: usize = (1 << 30) - 1;

/// How elements and nodes are called: by their kind and the number that the host gave them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Names<'a> {
    kinds: &'a [ElementKind],
    numbers: &'a [u64],
    nodes: &'a [u64],
}

impl<'a> Names<'a> {
    /// Tetrahedra and nodes that are called by their index.
    pub(super) const TETS: Self = Self { kinds: &[], numbers: &[], nodes: &[] };

    pub(super) fn of(elements: &'a Elements) -> Self {
        let Elements { kinds, numbers, node_numbers: nodes, .. } = elements;
        Self { kinds, numbers, nodes }
    }

    pub(super) fn name(&self, element: usize) -> Name {
        Name {
            kind: self.kinds.get(element).copied().unwrap_or(ElementKind::Tet4).name(),
            number: self.numbers.get(element).copied().unwrap_or(element as u64),
        }
    }

    pub(super) fn node(&self, node: usize) -> u64 {
        self.nodes.get(node).copied().unwrap_or(node as u64)
    }

    pub(super) fn nodes<const N: usize>(&self, nodes: [u32; N]) -> [u64; N] {
        nodes.map(|node| self.node(node as usize))
    }
}

pub(super) fn limit(what: &'static str, count: usize, limit: usize) -> Result<(), Fault> {
    if count > limit { Err(Fault::TooMany { what, count, limit }) } else { Ok(()) }
}

/// Every node is fit for use, and they can be counted.
pub(super) fn nodes(nodes: &[[f64; 3]], names: Names<'_>) -> Result<(), Fault> {
    limit("nodes", nodes.len(), u32::MAX as usize)?;
    nodes.iter().enumerate().try_for_each(|(i, point)| node(point, || names.node(i)))
}

/// Every coordinate is finite, and differences cannot overflow.
pub(super) fn node(point: &[f64; 3], number: impl Fn() -> u64) -> Result<(), Fault> {
    for (axis, &value) in ['x', 'y', 'z'].into_iter().zip(point) {
        if !value.is_finite() {
            return Err(Fault::NotFinite { node: number(), axis, value });
        }
        if value.abs() > MAX_MAGNITUDE {
            return Err(Fault::TooLarge { node: number(), axis, value });
        }
    }
    Ok(())
}

/// The arrays have the lengths that the kinds ask for.
pub(super) fn lengths(elements: &Elements) -> Result<(), Fault> {
    let count = elements.kinds.len();
    limit("elements", count, MAX_TETS)?;
    if count == 0 {
        return Err(Fault::NoElements);
    }
    let needed = elements.kinds.iter().map(|kind| kind.nodes()).sum();
    let given = elements.connectivity.len();
    if needed != given {
        return Err(Fault::Connectivity { needed, given });
    }
    for (what, given) in [("numbers", elements.numbers.len()), ("regions", elements.regions.len())]
    {
        if given != 0 && given != count {
            return Err(Fault::Length { of: "elements", what, count, given });
        }
    }
    let (count, given) = (elements.nodes.len(), elements.node_numbers.len());
    if given != 0 && given != count {
        return Err(Fault::Length { of: "nodes", what: "numbers of nodes", count, given });
    }
    Ok(())
}

/// There is a number for each of so many nodes, and none stands twice.
pub(super) fn all_numbers(count: usize, list: &[u64]) -> Result<(), Fault> {
    if list.len() != count {
        let what = "numbers of nodes";
        return Err(Fault::Length { of: "nodes", what, count, given: list.len() });
    }
    numbers(list)
}

/// No number stands twice.
fn numbers(numbers: &[u64]) -> Result<(), Fault> {
    if numbers.windows(2).all(|pair| pair[0] < pair[1]) {
        return Ok(());
    }
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    let twice = sorted.windows(2).find(|pair| pair[0] == pair[1]);
    twice.map_or(Ok(()), |pair| Err(Fault::NumberTwice { number: pair[0] }))
}

/// The nodes of an element exist and differ.
pub(super) fn indices(
    nodes: &[u32],
    count: usize,
    element: usize,
    names: Names<'_>,
) -> Result<(), Fault> {
    let element = || names.name(element);
    if let Some(local) = nodes.iter().position(|&node| node as usize >= count) {
        return Err(Fault::Index { element: element(), local, node: nodes[local], count });
    }
    let again = (1..nodes.len()).find(|&i| nodes[..i].contains(&nodes[i]));
    let number = |i: usize| names.node(nodes[i] as usize);
    again.map_or(Ok(()), |i| Err(Fault::Repeated { element: element(), node: number(i) }))
}

/// The tetrahedra of one element have positive volumes, by the exact predicate; if all are negative
/// and this is to be repaired, they are swapped.
pub(super) fn volumes(
    nodes: &[[f64; 3]],
    tets: &mut [[u32; 4]],
    orientation: Orientation,
    element: usize,
    names: Names<'_>,
) -> Result<(), Fault> {
    let element = || names.name(element);
    let sign = |tet: &[u32; 4]| volume::sign(tet.map(|node| nodes[node as usize]));
    let first = tets.first().map_or(Ordering::Equal, sign);
    let odd = tets.iter().map(sign).position(|other| other != first || other == Ordering::Equal);
    if let Some(at) = odd {
        // The one that is not positive is the culprit, whichever came first.
        let at = if sign(&tets[at]) == Ordering::Greater { 0 } else { at };
        return Err(match (tets.len(), sign(&tets[at])) {
            (1, _) => Fault::Flat { element: element() },
            (_, sign) => {
                let how = if sign == Ordering::Equal { "flat" } else { "inverted" };
                Fault::Distorted { element: element(), nodes: names.nodes(tets[at]), how }
            }
        });
    }
    if first == Ordering::Less {
        if orientation == Orientation::Refuse {
            return Err(Fault::Inverted { element: element() });
        }
        tets.iter_mut().for_each(|tet| tet.swap(2, 3));
    }
    Ok(())
}

/// The elements that have the same corners as one before them, in whatever order, each with that
/// one.
pub(super) fn duplicates<'a>(
    count: usize,
    corners: impl Fn(usize) -> &'a [u32],
) -> Vec<(usize, usize)> {
    let sorted = grouped(count, |element| {
        // Elements with fewer nodes are filled up with a number that no node has.
        let mut key = [u32::MAX; 8];
        let corners = corners(element);
        key[..corners.len()].copy_from_slice(corners);
        key.sort_unstable();
        key
    });
    let pairs = sorted.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    let mut pairs: Vec<_> = pairs.map(|pair| (pair[1].1 as usize, pair[0].1 as usize)).collect();
    pairs.sort_unstable();
    pairs
}

/// No two elements have the same corners.
pub(super) fn unique<'a>(
    count: usize,
    corners: impl Fn(usize) -> &'a [u32],
    names: Names<'_>,
) -> Result<(), Fault> {
    match duplicates(count, corners).first() {
        Some(&pair) => Err(duplicate(pair, names)),
        None => Ok(()),
    }
}

pub(super) fn duplicate((second, first): (usize, usize), names: Names<'_>) -> Fault {
    Fault::Duplicate { first: names.name(first), second: names.name(second) }
}
