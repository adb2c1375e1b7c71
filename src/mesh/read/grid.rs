//! An unstructured grid as both VTK formats have it.

use super::Contents;
use super::cell::Cell;
use super::degenerate;
use super::error::Problem;
use super::quadratic;
use super::regions::{CellLabels, Size};
use super::thin::{ThinCell, ThinKind};
use crate::mesh::ElementKind;

/// Elements have at most so many nodes.
const MAX_NODES: usize = 27;

/// The arrays of a grid, not checked yet.
#[derive(Debug, Default)]
pub(super) struct Grid {
    pub(super) points: Vec<[f64; 3]>,
    /// The cell type of each cell.
    pub(super) types: Vec<u64>,
    /// Where the nodes of each cell end in `connectivity`.
    pub(super) ends: Vec<u64>,
    pub(super) connectivity: Vec<u64>,
    pub(super) labels: CellLabels,
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
            let nodes = self.nodes(start, end).ok_or_else(|| {
                let (element, count) =
                    (self.labels.number(i, before + i as u64), self.connectivity.len());
                Problem::Offsets { element, start, end, count }
            })?;
            start = end;
            self.append_cell(contents, i, number, nodes, first, before)?;
        }
        Ok(())
    }

    fn nodes(&self, start: u64, end: u64) -> Option<&[u64]> {
        self.connectivity.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
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
        let name = self.labels.number(i, before + i as u64);
        let cell = u8::try_from(number)
            .map_or(Cell::Unsupported, |number| Cell::of_vtk(number, nodes.len()));
        let (kind, wanted, order) = match cell {
            Cell::Volume { kind, nodes, order } => (kind, nodes, order),
            Cell::Thin { kind, nodes: wanted, order } => {
                let at = (i, name, first);
                return self.append_thin(contents, kind, (nodes, wanted, order), at);
            }
            Cell::Other => {
                contents.skipped += 1;
                return Ok(());
            }
            Cell::Unsupported => return Err(Problem::CellType { element: name, number }),
        };
        if nodes.len() != wanted {
            let given = nodes.len();
            return Err(Problem::Nodes { element: name, number, given, wanted });
        }
        let mut kept = [0; MAX_NODES];
        for (kept, &place) in kept.iter_mut().zip(order) {
            let node = nodes[usize::from(place)];
            let known = usize::try_from(node).ok().filter(|&node| node < self.points.len());
            let known = known.and_then(|node| u32::try_from(first + node).ok());
            *kept = known.ok_or(Problem::NoNode { element: name, node })?;
        }
        let region = self.labels.region(i);
        let corners = kept.first_chunk().map(|corners: &[u32; 8]| corners.map(u64::from));
        let reduced = corners.filter(|_| kind == ElementKind::Hex8 && wanted == 8);
        if let Some((kind, corners)) = reduced.as_ref().and_then(degenerate::reduce) {
            let corners: Vec<u32> = corners.iter().map(|&node| node as u32).collect();
            contents.elements.push(kind, &corners, name, region);
            return Ok(());
        }
        contents.elements.push(kind, &kept[..order.len()], name, region);
        let mids = quadratic::mids(kind, wanted);
        if !mids.is_empty() {
            let points = |list: &[u64]| -> Vec<[f64; 3]> {
                list.iter().filter_map(|&node| self.points.get(node as usize)).copied().collect()
            };
            contents.quadratic.add(kind, &points(&nodes[..kind.corners()]), &points(&nodes[mids]));
        }
        Ok(())
    }

    /// Adds a shell or a beam.
    fn append_thin(
        &self,
        contents: &mut Contents,
        kind: ThinKind,
        (nodes, wanted, order): (&[u64], usize, &[u8]),
        (i, number, first): (usize, u64, usize),
    ) -> Result<(), Problem> {
        if nodes.len() != wanted {
            let (given, number, element) = (nodes.len(), self.types[i], number);
            return Err(Problem::Nodes { element, number, given, wanted });
        }
        let place = |&place: &u8| {
            let node = nodes[usize::from(place)];
            let known = usize::try_from(node).ok().filter(|&node| node < self.points.len());
            let known = known.and_then(|node| u32::try_from(first + node).ok());
            known.ok_or(Problem::NoNode { element: number, node })
        };
        let nodes = order.iter().map(place).collect::<Result<Vec<u32>, _>>()?;
        contents.skipped += 1;
        let region = self.labels.region(i);
        let cell = |size: Option<f64>| ThinCell { nodes: &nodes, number, region, size };
        match kind {
            ThinKind::Face(kind) => {
                contents.shells.push(&cell(self.labels.size(Size::Thickness, i)), kind);
            }
            ThinKind::Line => contents.beams.push(&cell(self.labels.size(Size::Radius, i))),
        }
        Ok(())
    }
}
