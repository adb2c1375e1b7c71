//! LS-DYNA keyword files: nodes, solids, shells, beams, parts and their sections, sets.
//!
//! A line that begins with `*` is a keyword, one that begins with `$` a comment, and all others are
//! cards of the last keyword, in columns or separated by commas. Keywords that are not needed are
//! passed over with their cards; those that would add nodes or elements from elsewhere are refused.
//! Other elements are left out.

mod sections;
mod sets;

use super::Contents;
use super::card::{Card, integer, real};
use super::cell::Cell;
use super::cursor::{Cursor, parse};
use super::error::{Parsed, Problem, ReadFault, quote};
use super::sets::{self as tagged_sets, TaggedSet};
use super::tagged::Tagged;
use crate::mesh::ElementKind;
use sections::Sections;

/// Keywords that bring nodes or elements from elsewhere, or move them.
const REFUSED: [&str; 5] =
    ["INCLUDE", "NODE_TRANSFORM", "NODE_MERGE", "ELEMENT_GENERATE", "ELEMENT_SOLID_H"];

/// Reads a file.
pub(super) fn read(bytes: &[u8]) -> Parsed<Contents> {
    let mut file = Dyna {
        cursor: Cursor::new(bytes),
        width: Width::Standard,
        contents: Contents::default(),
        mesh: Tagged::default(),
        sections: Sections::default(),
        sets: Vec::new(),
    };
    let mut keyword = file.keyword(true)?;
    while let Some(current) = keyword {
        if current.name == "END" {
            break;
        }
        file.block(&current)?;
        keyword = file.keyword(false)?;
    }
    let Dyna { mut contents, mut mesh, sections, sets, .. } = file;
    mesh.thin.size(true, |part| sections.thickness(part));
    mesh.thin.size(false, |part| sections.radius(part));
    let fault = |(at, problem)| ReadFault::text(at, problem);
    mesh.finish(&mut contents).map_err(fault)?;
    tagged_sets::add(sets, &mut contents).map_err(fault)?;
    Ok(contents)
}

/// How wide the columns are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Width {
    Standard,
    /// Whole numbers in ten columns.
    Ten,
    /// All fields in twenty columns.
    Long,
}

impl Width {
    /// The width of whole numbers, and of coordinates.
    fn columns(self) -> [usize; 2] {
        match self {
            Self::Standard => [8, 16],
            Self::Ten => [10, 16],
            Self::Long => [20, 20],
        }
    }
}

/// A keyword, where it is and how wide its columns are.
struct Keyword {
    name: String,
    at: usize,
    width: Width,
}

struct Dyna<'a> {
    cursor: Cursor<'a>,
    /// The width where a keyword says nothing else.
    width: Width,
    contents: Contents,
    mesh: Tagged,
    sections: Sections,
    sets: Vec<TaggedSet>,
}

impl<'a> Dyna<'a> {
    /// Passes over cards up to the next keyword; at the start of the file there must be none.
    fn keyword(&mut self, start: bool) -> Parsed<Option<Keyword>> {
        loop {
            let at = self.cursor.at();
            let Some(line) = self.cursor.line() else { return Ok(None) };
            if let Some(text) = line.strip_prefix(b"*") {
                return Ok(Some(self.keyword_of(text, at)));
            }
            if start && !line.is_empty() && !line.starts_with(b"$") {
                let (what, found) = ("a keyword that begins with *", quote(line));
                return Err(ReadFault::text(at, Problem::Expected { what, found }));
            }
        }
    }

    fn keyword_of(&mut self, text: &[u8], at: usize) -> Keyword {
        let text = String::from_utf8_lossy(text).to_ascii_uppercase();
        let mut words = text.split_ascii_whitespace();
        let mut name = words.next().unwrap_or_default().to_owned();
        let mut width = self.width;
        let marks = [("+", Width::Long), ("-", Width::Standard), ("%", Width::Ten)];
        let rest: Vec<&str> = words.collect();
        for (mark, meaning) in marks {
            if let Some(bare) = name.strip_suffix(mark) {
                (name, width) = (bare.to_owned(), meaning);
            } else if rest.contains(&mark) {
                width = meaning;
            }
        }
        if name == "KEYWORD" {
            for option in rest {
                match option {
                    "LONG=Y" | "LONG=K" => self.width = Width::Long,
                    "I10=Y" => self.width = Width::Ten,
                    _ => {}
                }
            }
        }
        Keyword { name, at, width }
    }

    /// The next card; `None` before a keyword and at the end.
    fn card(&mut self) -> Option<(usize, &'a [u8])> {
        loop {
            let before = self.cursor.clone();
            let at = self.cursor.at();
            let line = self.cursor.raw_line()?;
            if line.starts_with(b"*") {
                self.cursor = before;
                return None;
            }
            if !line.starts_with(b"$") && !line.trim_ascii().is_empty() {
                return Some((at, line));
            }
        }
    }

    fn block(&mut self, keyword: &Keyword) -> Parsed<()> {
        let name = keyword.name.as_str();
        if REFUSED.iter().any(|refused| name.starts_with(refused)) {
            let (what, given) = ("keyword", format!("*{name}"));
            return Err(ReadFault::text(keyword.at, Problem::Unsupported { what, given }));
        }
        match name {
            "NODE" => self.nodes(keyword.width),
            "ELEMENT_SOLID" | "ELEMENT_SOLID_ORTHO" | "ELEMENT_SOLID_TET4TOTET10" => {
                self.solids(keyword)
            }
            "PART" => self.parts(keyword.width),
            "ELEMENT_SHELL" | "ELEMENT_SHELL_THICKNESS" => self.shells(keyword),
            "ELEMENT_BEAM" => self.beams(keyword.width),
            _ if name.starts_with("SECTION_SHELL") || name.starts_with("SECTION_BEAM") => {
                self.section(keyword)
            }
            _ if name.starts_with("SET_") => self.set(keyword),
            _ if name.starts_with("ELEMENT_") => {
                while self.card().is_some() {
                    self.mesh.skipped += 1;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn nodes(&mut self, width: Width) -> Parsed<()> {
        let [whole, wide] = width.columns();
        while let Some((at, line)) = self.card() {
            let fields = Card::new(line, &[whole, wide, wide, wide]);
            let tag = integer(fields.get(0), "the number of a node", at)?;
            let mut point = [0.0; 3];
            for (axis, coordinate) in point.iter_mut().enumerate() {
                // What is blank is 0.
                if !fields.get(axis + 1).is_empty() {
                    *coordinate = real(fields.get(axis + 1), at)?;
                }
            }
            self.mesh.node(tag, point).map_err(|problem| ReadFault::text(at, problem))?;
        }
        Ok(())
    }

    /// Elements with their nodes on the same card, or on the next.
    fn solids(&mut self, keyword: &Keyword) -> Parsed<()> {
        let widths = [keyword.width.columns()[0]; 10];
        while let Some((at, line)) = self.card() {
            let first = Card::new(line, &widths);
            let number = integer(first.get(0), "the number of an element", at)?;
            let part = integer(first.get(1), "the number of a part", at)?;
            let mut nodes = numbers(&first, 2, at)?;
            if nodes.is_empty() {
                let missing = Problem::Missing { what: "the card with the nodes of this element" };
                let (at, line) = self.card().ok_or_else(|| ReadFault::text(at, missing))?;
                nodes = numbers(&Card::new(line, &widths), 0, at)?;
            }
            if keyword.name.ends_with("_ORTHO") {
                // Two cards with directions.
                self.card();
                self.card();
            }
            let region = region(part, at)?;
            self.solid(&nodes, number, region, at)?;
        }
        Ok(())
    }

    fn solid(&mut self, nodes: &[u64], number: u64, region: u32, at: usize) -> Parsed<()> {
        let cell = match nodes.len() {
            4 => Cell::volume(ElementKind::Tet4, 4),
            6 => Cell::volume(ElementKind::Wedge6, 6),
            8 => Cell::volume(ElementKind::Hex8, 8),
            10 => Cell::volume(ElementKind::Tet10, 10),
            given => {
                let problem = Problem::Count { what: "nodes in an element", given, wanted: 8 };
                return Err(ReadFault::text(at, problem));
            }
        };
        self.mesh.cell(cell, nodes, number, region, at);
        Ok(())
    }

    /// A title, then a card whose first number is that of the part.
    fn parts(&mut self, width: Width) -> Parsed<()> {
        let whole = if width == Width::Long { 20 } else { 10 };
        while let Some((_, title)) = self.card() {
            let Some((at, line)) = self.card() else { break };
            let card = Card::new(line, &[whole; 2]);
            let part = integer(card.get(0), "the number of a part", at)?;
            if let (Ok(part), Some(section)) = (u32::try_from(part), parse(card.get(1))) {
                self.sections.of_parts.insert(part, section);
            }
            let name = String::from_utf8_lossy(title.trim_ascii()).into_owned();
            if let (Ok(part), false) = (u32::try_from(part), name.is_empty()) {
                self.contents.region_names.insert(part, name);
            }
        }
        Ok(())
    }
}

/// A part as a region.
fn region(part: u64, at: usize) -> Parsed<u32> {
    u32::try_from(part).map_err(|_| {
        let (what, found) = ("the number of a part", part.to_string());
        ReadFault::text(at, Problem::Expected { what, found })
    })
}

/// The numbers of a card from a field on, without those that are blank or 0 at its end.
fn numbers(card: &Card<'_>, first: usize, at: usize) -> Parsed<Vec<u64>> {
    let mut numbers = Vec::new();
    for place in first..card.len() {
        let field = card.get(place);
        let is_blank = field.is_empty();
        numbers.push(if is_blank { 0 } else { integer(field, "the number of a node", at)? });
    }
    while numbers.last() == Some(&0) {
        numbers.pop();
    }
    Ok(numbers)
}
