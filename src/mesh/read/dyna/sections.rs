//! Shells and beams, and the sections that tell how thick they are.

use std::collections::HashMap;

use super::super::card::{Card, integer, real};
use super::super::cell::Cell;
use super::super::cursor::parse;
use super::super::error::{Parsed, Problem, ReadFault};
use super::super::thin::radius_of;
use super::{Dyna, Keyword, Width, numbers, region};
use crate::mesh::FaceKind;

/// Trusses, whose section is an area.
const TRUSS: &str = "3";

/// The sections of parts, and what they tell.
#[derive(Debug, Default)]
pub(super) struct Sections {
    pub(super) of_parts: HashMap<u32, u64>,
    thickness: HashMap<u64, f64>,
    radii: HashMap<u64, f64>,
}

impl Sections {
    pub(super) fn thickness(&self, part: u32) -> Option<f64> {
        self.of_parts.get(&part).and_then(|section| self.thickness.get(section)).copied()
    }

    pub(super) fn radius(&self, part: u32) -> Option<f64> {
        self.of_parts.get(&part).and_then(|section| self.radii.get(section)).copied()
    }
}

impl Dyna<'_> {
    /// Shells of three or four nodes, or of six or eight; with their thickness at the corners on the next card if
    /// the keyword says so.
    pub(super) fn shells(&mut self, keyword: &Keyword) -> Parsed<()> {
        let whole = keyword.width.columns()[0];
        while let Some((at, line)) = self.card() {
            let card = Card::new(line, &[whole; 10]);
            let number = integer(card.get(0), "the number of an element", at)?;
            let part = region(integer(card.get(1), "the number of a part", at)?, at)?;
            let mut nodes = numbers(&card, 2, at)?;
            let kind = match nodes.len() {
                3 => FaceKind::Tri3,
                4 => FaceKind::Quad4,
                // A triangle has its third corner twice.
                7 if nodes[2] == nodes[3] => {
                    nodes.remove(3);
                    FaceKind::Tri6
                }
                6 => FaceKind::Tri6,
                8 => FaceKind::Quad8,
                given => {
                    let problem = Problem::Count { what: "nodes in a shell", given, wanted: 4 };
                    return Err(ReadFault::text(at, problem));
                }
            };
            self.mesh.cell(Cell::face(kind), &nodes, number, part, at);
            if keyword.name.ends_with("_THICKNESS") {
                self.thickness_of_last(kind.corners())?;
            }
        }
        Ok(())
    }

    /// The mean of the thicknesses at the corners.
    fn thickness_of_last(&mut self, corners: usize) -> Parsed<()> {
        let Some((at, line)) = self.card() else { return Ok(()) };
        let card = Card::new(line, &[16; 5]);
        let mut sum = 0.0;
        for place in 0..corners {
            let field = card.get(place);
            sum += if field.is_empty() { 0.0 } else { real(field, at)? };
        }
        self.mesh.thin.size_last(sum / corners as f64);
        Ok(())
    }

    /// Beams of two nodes; a third one tells where their section points.
    pub(super) fn beams(&mut self, width: Width) -> Parsed<()> {
        let whole = width.columns()[0];
        while let Some((at, line)) = self.card() {
            let card = Card::new(line, &[whole; 5]);
            let number = integer(card.get(0), "the number of an element", at)?;
            let part = region(integer(card.get(1), "the number of a part", at)?, at)?;
            let ends = [2, 3].map(|place| integer(card.get(place), "the number of a node", at));
            let [from, to] = ends;
            self.mesh.cell(Cell::line(2), &[from?, to?], number, part, at);
        }
        Ok(())
    }

    /// Sections of two cards each: a number and a formulation, then sizes.
    pub(super) fn section(&mut self, keyword: &Keyword) -> Parsed<()> {
        let width = if keyword.width == Width::Long { 20 } else { 10 };
        let is_shell = keyword.name.starts_with("SECTION_SHELL");
        loop {
            if keyword.name.ends_with("_TITLE") {
                self.card();
            }
            let Some((_, line)) = self.card() else { return Ok(()) };
            let head = Card::new(line, &[width; 2]);
            // Layers have more cards, which are no sections.
            let Some(section) = parse(head.get(0)) else { continue };
            let Some((at, line)) = self.card() else { return Ok(()) };
            let field = Card::new(line, &[width]).get(0);
            let size = real(field, at).unwrap_or(0.0);
            if is_shell {
                self.sections.thickness.insert(section, size);
            } else {
                // Others than trusses have an outer diameter.
                let is_truss = head.get(1) == TRUSS.as_bytes();
                let radius = if is_truss { radius_of(size) } else { 0.5 * size };
                self.sections.radii.insert(section, radius);
            }
        }
    }
}
