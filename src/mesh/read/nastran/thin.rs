//! Shells and bars, and the properties that tell how thick they are.

use std::collections::HashMap;

use super::super::card::{integer, real};
use super::super::cell::Cell;
use super::super::error::Parsed;
use super::super::tagged::Tagged;
use super::super::thin::radius_of;
use super::Entry;
use crate::mesh::FaceKind;

/// How thick shells are, and the radii of bars, by the numbers of properties.
#[derive(Debug, Default)]
pub(super) struct Properties {
    pub(super) thickness: HashMap<u32, f64>,
    pub(super) radii: HashMap<u32, f64>,
}

impl Properties {
    /// Whether an entry was a property of shells or bars. Numbers that make no sense are none.
    pub(super) fn read(&mut self, name: &str, entry: &Entry<'_>) -> bool {
        let size = |place: usize| real(entry.field(place), entry.at).unwrap_or(0.0);
        let (is_shell, size) = match name {
            "PSHELL" => (true, size(2)),
            "PROD" | "PBAR" | "PBEAM" => (false, radius_of(size(2))),
            "PTUBE" => (false, 0.5 * size(2)),
            // Dimensions are on the next line: of rods and tubes the first is the radius.
            "PBARL" | "PBEAML" => {
                let is_round = matches!(entry.field(3), b"ROD" | b"TUBE");
                (false, if is_round { size(8) } else { 0.0 })
            }
            _ => return false,
        };
        let number = integer(entry.field(0), "the number of a property", entry.at);
        if let Some(number) = number.ok().and_then(|number| u32::try_from(number).ok()) {
            let sizes = if is_shell { &mut self.thickness } else { &mut self.radii };
            sizes.insert(number, size);
        }
        true
    }
}

/// Adds a shell or a bar; false if the entry is none.
pub(super) fn thin(name: &str, entry: &Entry<'_>, mesh: &mut Tagged) -> Parsed<bool> {
    let (linear, quadratic) = match name {
        "CTRIA3" | "CTRIAR" => (FaceKind::Tri3, FaceKind::Tri3),
        "CQUAD4" | "CQUADR" => (FaceKind::Quad4, FaceKind::Quad4),
        "CTRIA6" => (FaceKind::Tri3, FaceKind::Tri6),
        "CQUAD8" => (FaceKind::Quad4, FaceKind::Quad8),
        "CQUAD" => (FaceKind::Quad4, FaceKind::Quad9),
        "CBAR" | "CBEAM" | "CBEAM3" | "CROD" | "CTUBE" | "CONROD" => {
            return bar(name, entry, mesh).map(|()| true);
        }
        _ => return Ok(false),
    };
    let number = integer(entry.field(0), "the number of an element", entry.at)?;
    let region = entry.property(number)?;
    // Where nodes on edges are missing, the others are left out too.
    let is_full = (0..quadratic.nodes()).all(|place| !entry.field(place + 2).is_empty());
    let kind = if is_full { quadratic } else { linear };
    mesh.cell(Cell::face(kind), &nodes(entry, 2, kind.nodes())?, number, region, entry.at);
    Ok(true)
}

/// Adds a bar; a rod may tell its cross section itself.
fn bar(name: &str, entry: &Entry<'_>, mesh: &mut Tagged) -> Parsed<()> {
    let number = integer(entry.field(0), "the number of an element", entry.at)?;
    if name == "CONROD" {
        mesh.cell(Cell::line(2), &nodes(entry, 1, 2)?, number, 0, entry.at);
        mesh.thin.size_last(radius_of(real(entry.field(4), entry.at).unwrap_or(0.0)));
        return Ok(());
    }
    let region = entry.property(number)?;
    mesh.cell(Cell::line(2), &nodes(entry, 2, 2)?, number, region, entry.at);
    Ok(())
}

fn nodes(entry: &Entry<'_>, first: usize, count: usize) -> Parsed<Vec<u64>> {
    let node = |place: usize| integer(entry.field(place), "the number of a node", entry.at);
    (first..first + count).map(node).collect()
}
