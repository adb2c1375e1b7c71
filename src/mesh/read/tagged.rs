//! Nodes and elements that are called by numbers of the file, in any order and with gaps.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

use super::Contents;
use super::cell::Cell;
use super::degenerate;
use super::error::Problem;
use super::quadratic::{self, Quadratic};
use super::thin::TaggedThin;
use crate::mesh::ElementKind;

/// A mesh under construction whose elements still refer to nodes by their tags.
#[derive(Debug, Default)]
pub(super) struct Tagged {
    nodes: Vec<[f64; 3]>,
    node_numbers: Vec<u64>,
    index: HashMap<u64, u32>,
    kinds: Vec<ElementKind>,
    tags: Vec<u64>,
    numbers: Vec<u64>,
    regions: Vec<u32>,
    /// Where each element stands in the file, for messages.
    places: Vec<usize>,
    /// The quadratic elements, each with where its nodes on edges begin and end in the next.
    quadratic: Vec<(usize, Range<usize>)>,
    mids: Vec<u64>,
    /// The shells and beams.
    pub(super) thin: TaggedThin,
    /// How many cells are no volumes.
    pub(super) skipped: usize,
}

impl Tagged {
    pub(super) fn node(&mut self, tag: u64, point: [f64; 3]) -> Result<(), Problem> {
        let limit = u64::from(u32::MAX);
        let next = u32::try_from(self.nodes.len()).map_err(|_| Problem::TooMany {
            what: "nodes",
            count: limit + 1,
            limit,
        })?;
        match self.index.entry(tag) {
            Entry::Vacant(entry) => entry.insert(next),
            Entry::Occupied(_) => return Err(Problem::Twice { what: "node", tag }),
        };
        self.nodes.push(point);
        self.node_numbers.push(tag);
        Ok(())
    }

    /// Adds a cell with the nodes that the file gives it.
    pub(super) fn cell(&mut self, cell: Cell, tags: &[u64], number: u64, region: u32, at: usize) {
        let (kind, order, nodes) = match cell {
            Cell::Volume { kind, order, nodes } => (kind, order, nodes),
            Cell::Thin { kind, order, .. } => {
                self.skipped += 1;
                let kept = order.iter().map(|&place| tags[usize::from(place)]);
                return self.thin.push((kind, kept), (number, region), at);
            }
            Cell::Other | Cell::Unsupported => {
                self.skipped += 1;
                return;
            }
        };
        let mids = quadratic::mids(kind, nodes);
        if !mids.is_empty() {
            let start = self.mids.len();
            self.mids.extend(tags.get(mids).unwrap_or_default());
            self.quadratic.push((self.kinds.len(), start..self.mids.len()));
        }
        let kept = order.iter().map(|&place| tags[usize::from(place)]);
        let reduced = tags.first_chunk().filter(|_| kind == ElementKind::Hex8 && nodes == 8);
        if let Some((kind, corners)) = reduced.and_then(degenerate::reduce) {
            self.kinds.push(kind);
            self.tags.extend(corners);
        } else {
            self.kinds.push(kind);
            self.tags.extend(kept);
        }
        self.numbers.push(number);
        self.regions.push(region);
        self.places.push(at);
    }

    /// Whether a cell is the last element once more.
    pub(super) fn repeats(&self, cell: Cell, tags: &[u64]) -> bool {
        let Cell::Volume { kind, order, .. } = cell else { return false };
        let kept = order.iter().map(|&place| &tags[usize::from(place)]);
        self.kinds.last() == Some(&kind)
            && self.tags[self.tags.len() - kind.nodes()..].iter().eq(kept)
    }

    /// The numbers and regions of the elements so far, and of the shells and beams.
    pub(super) fn numbers_and_regions(&mut self) -> [(&[u64], &mut [u32]); 2] {
        let thin = &mut self.thin;
        [(&self.numbers, &mut self.regions), (&thin.numbers, &mut thin.regions)]
    }

    /// The quadratic elements. Nodes that are not there are passed over.
    fn straightened(&self) -> Quadratic {
        let mut starts = Vec::with_capacity(self.kinds.len());
        let mut next = 0;
        for kind in &self.kinds {
            starts.push(next);
            next += kind.nodes();
        }
        let point = |tag: &u64| self.index.get(tag).map(|&place| self.nodes[place as usize]);
        let mut all = Quadratic::default();
        for (element, mids) in &self.quadratic {
            let kind = self.kinds[*element];
            let corners = &self.tags[starts[*element]..][..kind.corners()];
            let corners: Vec<[f64; 3]> = corners.iter().filter_map(point).collect();
            let mids: Vec<[f64; 3]> = self.mids[mids.clone()].iter().filter_map(point).collect();
            if corners.len() == kind.corners() {
                all.add(kind, &corners, &mids);
            }
        }
        all
    }

    /// Adds the mesh to what was read before. A fault is told with the place of the element.
    pub(super) fn finish(self, contents: &mut Contents) -> Result<(), (usize, Problem)> {
        let first = contents.elements.nodes.len();
        let quadratic = self.straightened();
        let place = |tag: u64| {
            let place = self.index.get(&tag).map(|&place| place as usize + first);
            place.and_then(|place| u32::try_from(place).ok())
        };
        let Contents { elements, shells, beams, .. } = contents;
        let mut tags = self.tags.iter();
        for (i, kind) in self.kinds.iter().enumerate() {
            for &node in tags.by_ref().take(kind.nodes()) {
                let element = self.numbers[i];
                let missing = (self.places[i], Problem::NoNode { element, node });
                elements.connectivity.push(place(node).ok_or(missing)?);
            }
        }
        let missing =
            |(at, [element, node]): (usize, [u64; 2])| (at, Problem::NoNode { element, node });
        self.thin.finish(place, (shells, beams)).map_err(missing)?;
        elements.nodes.extend(self.nodes);
        elements.node_numbers.extend(self.node_numbers);
        elements.kinds.extend(self.kinds);
        elements.numbers.extend(self.numbers);
        elements.regions.extend(self.regions);
        contents.skipped += self.skipped;
        contents.quadratic.join(quadratic);
        Ok(())
    }
}
