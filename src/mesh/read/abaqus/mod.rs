//! Abaqus input files: nodes, solid elements and element sets.
//!
//! A line that begins with `*` is a keyword with parameters, one that begins with `**` a comment,
//! and all others are data of the last keyword. Keywords that are not needed are passed over with
//! their data; those that would add nodes or elements from elsewhere are refused.

mod keyword;
mod section;
mod sets;

use std::collections::HashMap;

use super::Contents;
use super::card::{integer, real};
use super::cell::Cell;
use super::cursor::{Cursor, parse};
use super::error::{Parsed, Problem, ReadFault, quote};
use super::tagged::Tagged;
use keyword::Keyword;
use section::Section;
use sets::ElementSets;

/// Keywords that define nodes or elements in forms that are not supported.
const REFUSED: [&str; 8] =
    ["INCLUDE", "NGEN", "NFILL", "NCOPY", "NMAP", "ELGEN", "ELCOPY", "SYSTEM"];

/// Reads a file.
pub(super) fn read(bytes: &[u8]) -> Parsed<Contents> {
    let mut file = Abaqus {
        cursor: Cursor::new(bytes),
        contents: Contents::default(),
        sets: ElementSets::default(),
        scope: Tagged::default(),
        instances: Vec::new(),
        sections: HashMap::new(),
        skipping: false,
    };
    let mut keyword = file.next_keyword(true)?;
    while let Some(current) = keyword {
        keyword = file.block(current)?;
    }
    file.close_scope()?;
    file.contents.region_names = file.sets.names(&file.contents.elements.regions);
    Ok(file.contents)
}

struct Abaqus<'a> {
    cursor: Cursor<'a>,
    contents: Contents,
    sets: ElementSets,
    /// The nodes and elements of the part, whose numbers are its own.
    scope: Tagged,
    /// The parts that have been placed.
    instances: Vec<String>,
    /// The sizes of the sections of sets.
    sections: HashMap<u32, Section>,
    /// Whether the last element of a block that is left out goes on in the next line.
    skipping: bool,
}

/// A line of data, or the keyword that ends the data.
enum Line<'a> {
    Data(usize, &'a [u8]),
    Keyword(Keyword),
}

impl<'a> Abaqus<'a> {
    /// The next line that is not a comment; `None` at the end of the file.
    fn next(&mut self) -> Parsed<Option<Line<'a>>> {
        loop {
            let at = self.cursor.at();
            let Some(line) = self.cursor.line() else { return Ok(None) };
            if line.is_empty() || line.starts_with(b"**") {
                continue;
            }
            if !line.starts_with(b"*") {
                return Ok(Some(Line::Data(at, line)));
            }
            let mut text = String::from_utf8_lossy(line).into_owned();
            // A keyword line that ends with a comma goes on in the next.
            while text.ends_with(',') {
                match self.cursor.line() {
                    Some(more) if !more.starts_with(b"*") && !more.is_empty() => {
                        text += &String::from_utf8_lossy(more);
                    }
                    _ => return Err(ReadFault::text(at, Problem::Ends { what: "a parameter" })),
                }
            }
            return Ok(Some(Line::Keyword(Keyword::new(at, &text))));
        }
    }

    /// Passes over data up to the next keyword. At the start of the file there must be none.
    fn next_keyword(&mut self, start: bool) -> Parsed<Option<Keyword>> {
        while let Some(line) = self.next()? {
            match line {
                Line::Keyword(keyword) => return Ok(Some(keyword)),
                Line::Data(at, line) if start => {
                    let (what, found) = ("a keyword that begins with *", quote(line));
                    return Err(ReadFault::text(at, Problem::Expected { what, found }));
                }
                Line::Data(..) => {}
            }
        }
        Ok(None)
    }

    /// Reads a keyword with its data; returns the keyword behind.
    fn block(&mut self, keyword: Keyword) -> Parsed<Option<Keyword>> {
        let name = keyword.name.as_str();
        if REFUSED.contains(&name) {
            return Err(unsupported(&keyword, "keyword", format!("*{name}")));
        }
        match name {
            "NODE" => self.nodes(&keyword),
            "ELEMENT" => self.elements(&keyword),
            "ELSET" => self.set(&keyword),
            "SOLID SECTION" | "SHELL SECTION" | "MEMBRANE SECTION" | "BEAM SECTION" => {
                self.section(&keyword)
            }
            "PART" | "END PART" | "ASSEMBLY" => {
                self.close_scope()?;
                self.next_keyword(false)
            }
            "INSTANCE" => self.instance(&keyword),
            _ => self.next_keyword(false),
        }
    }

    /// Ends a part: numbers that follow are those of another.
    fn close_scope(&mut self) -> Parsed<()> {
        let mut scope = std::mem::take(&mut self.scope);
        self.sets.apply(&mut scope);
        let sections = std::mem::take(&mut self.sections);
        scope.thin.size(true, |region| sections.get(&region).map(|own| own.thickness));
        scope.thin.size(false, |region| sections.get(&region).map(|own| own.radius));
        let finished = scope.finish(&mut self.contents);
        finished.map_err(|(at, problem)| ReadFault::text(at, problem))
    }

    /// A part is read where it is defined, so it must be placed once and without being moved.
    fn instance(&mut self, keyword: &Keyword) -> Parsed<Option<Keyword>> {
        let part = keyword.get("PART").unwrap_or_default().to_ascii_uppercase();
        if self.instances.contains(&part) {
            return Err(unsupported(keyword, "a second *INSTANCE of part", part));
        }
        self.instances.push(part);
        match self.next()? {
            Some(Line::Data(at, line)) => {
                let (what, given) = ("an *INSTANCE that is moved by", quote(line));
                Err(ReadFault::text(at, Problem::Unsupported { what, given }))
            }
            Some(Line::Keyword(keyword)) => Ok(Some(keyword)),
            None => Ok(None),
        }
    }

    /// A set of elements, and how thick these are.
    fn section(&mut self, keyword: &Keyword) -> Parsed<Option<Keyword>> {
        let set = keyword.get("ELSET").map(|set| self.sets.section(set));
        let (at, line) = match self.next()? {
            Some(Line::Data(at, line)) => (at, line),
            Some(Line::Keyword(keyword)) => return Ok(Some(keyword)),
            None => return Ok(None),
        };
        if let Some(set) = set {
            self.sections.insert(set, Section::of(keyword, line, at)?);
        }
        self.next_keyword(false)
    }

    fn nodes(&mut self, keyword: &Keyword) -> Parsed<Option<Keyword>> {
        refuse_input(keyword)?;
        if keyword.get("SYSTEM").is_some_and(|system| !system.eq_ignore_ascii_case("R")) {
            return Err(unsupported(keyword, "parameter", "SYSTEM".into()));
        }
        while let Some(line) = self.next()? {
            let (at, line) = match line {
                Line::Keyword(keyword) => return Ok(Some(keyword)),
                Line::Data(at, line) => (at, line),
            };
            let mut fields = fields(line);
            let tag = integer(fields.next().unwrap_or_default(), "the number of a node", at)?;
            let mut point = [0.0; 3];
            // Coordinates that are left out are 0; more numbers are a direction.
            for (coordinate, field) in point.iter_mut().zip(fields) {
                if !field.is_empty() {
                    *coordinate = real(field, at)?;
                }
            }
            self.scope.node(tag, point).map_err(|problem| ReadFault::text(at, problem))?;
        }
        Ok(None)
    }

    fn elements(&mut self, keyword: &Keyword) -> Parsed<Option<Keyword>> {
        refuse_input(keyword)?;
        let missing = || ReadFault::text(keyword.at, Problem::Missing { what: "TYPE" });
        let kind = keyword.get("TYPE").ok_or_else(missing)?;
        let cell = Cell::of_abaqus(kind);
        let wanted = match cell {
            Cell::Volume { nodes, .. } | Cell::Thin { nodes, .. } => nodes,
            Cell::Other => 0,
            Cell::Unsupported => return Err(unsupported(keyword, "element type", kind.into())),
        };
        let set = keyword.get("ELSET").map(|name| self.sets.named(name));
        self.skipping = false;
        let mut list: Vec<u64> = Vec::new();
        let mut start = keyword.at;
        while let Some(line) = self.next()? {
            let (at, line) = match line {
                Line::Data(at, line) => (at, line),
                Line::Keyword(next) => {
                    return if list.is_empty() { Ok(Some(next)) } else { Err(short(start)) };
                }
            };
            if cell == Cell::Other {
                self.skip(line);
                continue;
            }
            if list.is_empty() {
                start = at;
            }
            for field in fields(line).filter(|field| !field.is_empty()) {
                list.push(integer(field, "the number of an element or node", at)?);
            }
            if let [number, nodes @ ..] = list.as_slice()
                && nodes.len() >= wanted
            {
                if nodes.len() > wanted {
                    let (what, given) = ("nodes in an element", nodes.len());
                    return Err(ReadFault::text(at, Problem::Count { what, given, wanted }));
                }
                self.scope.cell(cell, nodes, *number, set.unwrap_or(0), start);
                list.clear();
            }
        }
        if list.is_empty() { Ok(None) } else { Err(short(start)) }
    }

    /// Counts an element that is left out; its nodes may go on in the next line.
    fn skip(&mut self, line: &[u8]) {
        if !self.skipping {
            self.scope.skipped += 1;
        }
        self.skipping = line.ends_with(b",");
    }

    fn set(&mut self, keyword: &Keyword) -> Parsed<Option<Keyword>> {
        let name = keyword.get("ELSET").unwrap_or_default();
        let set = self.sets.named(name);
        let generate = keyword.get("GENERATE").is_some();
        while let Some(line) = self.next()? {
            let (at, line) = match line {
                Line::Keyword(keyword) => return Ok(Some(keyword)),
                Line::Data(at, line) => (at, line),
            };
            if generate {
                let mut ends = [0, 0, 1];
                for (end, field) in ends.iter_mut().zip(fields(line)) {
                    *end = if field.is_empty() { 1 } else { integer(field, "a number", at)? };
                }
                self.sets.range(set, ends);
                continue;
            }
            for field in fields(line).filter(|field| !field.is_empty()) {
                match parse(field) {
                    Some(element) => self.sets.range(set, [element, element, 1]),
                    // The name of another set.
                    None => self.sets.include(set, &String::from_utf8_lossy(field)),
                }
            }
        }
        Ok(None)
    }
}

fn short(at: usize) -> ReadFault {
    ReadFault::text(at, Problem::Missing { what: "a node of this element" })
}

fn unsupported(keyword: &Keyword, what: &'static str, given: String) -> ReadFault {
    ReadFault::text(keyword.at, Problem::Unsupported { what, given })
}

/// Data in another file are not read.
fn refuse_input(keyword: &Keyword) -> Parsed<()> {
    match keyword.get("INPUT") {
        Some(file) => Err(unsupported(keyword, "data from another file", file.into())),
        None => Ok(()),
    }
}

fn fields(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|&byte| byte == b',').map(<[u8]>::trim_ascii)
}
