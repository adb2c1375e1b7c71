//! An unstructured grid as both VTK formats have it.

use super::Contents;
use super::cell::Cell;
use super::error::Problem;
use super::regions::Marks;

/// The arrays of a grid, not checked yet.
#[derive(Debug, Default)]
pub(super) struct Grid {
    pub(super) points: Vec<[f64; 3]>,
    /// The cell type of each cell.
    pub(super) types: Vec<u64>,
    /// Where the nodes of each cell end in `connectivity`.
    pub(super) ends: Vec<u64>,
    pub(super) connectivity: Vec<u64>,
    pub(super) marks: Marks,
}

impl Grid {
    /// Adds the grid behind what is there already.
    pub(super) fn append_to(self, contents: &mut Contents) -> Result<(), Problem> {
        if self.types.len() != self.ends.len() {
            let (given, wanted) = (self.ends.len(), self.types.len());
            return Err(Problem::Count { what: "cells", given, wanted });
        }
        let first = contents.elements.nodes.len();
        let before = (contents.elements.kinds.len() + contents.skipped) as u64;
        contents.elements.nodes.extend(&self.points);
        let mut start = 0;
        for (i, (&number, &end)) in self.types.iter().zip(&self.ends).enumerate() {
            let nodes = self.nodes(start, end)?;
            start = end;
            self.append_cell(contents, i, number, nodes, first, before)?;
        }
        Ok(())
    }

    fn nodes(&self, start: u64, end: u64) -> Result<&[u64], Problem> {
        let range = usize::try_from(start).ok().zip(usize::try_from(end).ok());
        let nodes = range.and_then(|(start, end)| self.connectivity.get(start..end));
        nodes.ok_or_else(|| {
            let found = format!("{start} to {end} of {}", self.connectivity.len());
            Problem::Expected { what: "rising offsets within the connectivity", found }
        })
    }

    fn append_cell(
        &self,
        contents: &mut Contents,
        i: usize,
        number: u64,
        nodes: &[u64],
        first: usize,
        before: u64,
    ) -> Result<(), Problem> {
        let cell = u8::try_from(number)
            .map_or(Cell::Unsupported, |number| Cell::of_vtk(number, nodes.len()));
        let (kind, wanted, order) = match cell {
            Cell::Volume { kind, nodes, order } => (kind, nodes, order),
            Cell::Other => {
                contents.skipped += 1;
                return Ok(());
            }
            Cell::Unsupported => {
                return Err(Problem::Unsupported { what: "cell type", given: number.to_string() });
            }
        };
        if nodes.len() != wanted {
            return Err(Problem::Count { what: "nodes in a cell", given: nodes.len(), wanted });
        }
        let name = self.marks.number(i, before + i as u64);
        let mut kept = [0; 10];
        for (kept, &place) in kept.iter_mut().zip(order) {
            let node = nodes[usize::from(place)];
            let known = usize::try_from(node).ok().filter(|&node| node < self.points.len());
            let known = known.and_then(|node| u32::try_from(first + node).ok());
            *kept = known.ok_or(Problem::NoNode { element: name, node })?;
        }
        contents.elements.push(kind, &kept[..order.len()], name, self.marks.region(i));
        Ok(())
    }
}
