//! Nastran bulk data: grid points, solids, shells, bars and sets.
//!
//! An entry has a name and fields: in eight columns each, in sixteen if the name ends with `*`, or
//! separated by commas; it goes on in lines that begin with blanks, `+`, `*` or a comma. Entries that
//! are not needed are passed over; those that would add or move nodes are refused.

mod sets;
mod thin;

use super::Contents;
use super::card::{Card, integer, real};
use super::cell::Cell;
use super::cursor::Cursor;
use super::error::{Parsed, Problem, ReadFault};
use super::sets as tagged_sets;
use super::tagged::Tagged;
use crate::mesh::ElementKind;
use thin::{Properties, thin};

/// Elements that are neither volumes nor shells or beams.
const OTHERS: [&str; 6] = ["CBEND", "CBUSH", "CGAP", "CONM2", "CSHEAR", "CWELD"];

/// Reads a file.
pub(super) fn read(bytes: &[u8]) -> Parsed<Contents> {
    let mut cursor = Cursor::new(bytes);
    let (mut mesh, mut has_entries) = (Tagged::default(), false);
    let (mut properties, mut tagged) = (Properties::default(), Vec::new());
    while let Some(entry) = Entry::next(&mut cursor) {
        match entry.name.as_str() {
            "ENDDATA" => break,
            "GRID" => grid(&entry, &mut mesh)?,
            "CTETRA" => solid(&entry, ElementKind::Tet4, 10, &mut mesh)?,
            "CHEXA" => solid(&entry, ElementKind::Hex8, 20, &mut mesh)?,
            "CPENTA" => solid(&entry, ElementKind::Wedge6, 15, &mut mesh)?,
            "CPYRAM" | "CPYRA" => solid(&entry, ElementKind::Pyramid5, 13, &mut mesh)?,
            "GRDSET" => return Err(unsupported(&entry, "entry", entry.name.clone())),
            name if name.starts_with("INCLUDE") => {
                return Err(unsupported(&entry, "data from another file", entry.name.clone()));
            }
            "SET1" | "SET3" => {
                sets::set(&entry, &mut tagged)?;
                continue;
            }
            name if properties.read(name, &entry) => continue,
            name if thin(name, &entry, &mut mesh)? => continue,
            name => {
                mesh.skipped += usize::from(OTHERS.contains(&name));
                continue;
            }
        }
        has_entries = true;
    }
    if !has_entries {
        return Err(ReadFault::whole(Problem::Missing { what: "GRID" }));
    }
    mesh.thin.size(true, |property| properties.thickness.get(&property).copied());
    mesh.thin.size(false, |property| properties.radii.get(&property).copied());
    let mut contents = Contents::default();
    let fault = |(at, problem)| ReadFault::text(at, problem);
    mesh.finish(&mut contents).map_err(fault)?;
    tagged_sets::add(tagged, &mut contents).map_err(fault)?;
    Ok(contents)
}

fn unsupported(entry: &Entry<'_>, what: &'static str, given: String) -> ReadFault {
    ReadFault::text(entry.at, Problem::Unsupported { what, given })
}

/// A name and its fields.
struct Entry<'a> {
    name: String,
    fields: Vec<&'a [u8]>,
    at: usize,
}

/// The fields of a line between its name and the mark of the next: eight, or four wide ones.
const NARROW: [usize; 9] = [8; 9];
const WIDE: [usize; 5] = [8, 16, 16, 16, 16];

/// More fields than a solid has are not kept, but of sets.
const MAX_FIELDS: usize = 32;

impl<'a> Entry<'a> {
    /// The next entry; `None` at the end.
    fn next(cursor: &mut Cursor<'a>) -> Option<Self> {
        let (at, line) = line(cursor)?;
        let (name, mut fields) = split(line);
        loop {
            let before = cursor.clone();
            match self::line(cursor) {
                Some((_, line)) if goes_on(line) => {
                    if fields.len() < MAX_FIELDS || sets::is_set(name) {
                        fields.extend(split(line).1);
                    }
                }
                _ => {
                    *cursor = before;
                    break;
                }
            }
        }
        let name = String::from_utf8_lossy(name.strip_suffix(b"*").unwrap_or(name));
        Some(Self { name: name.trim().to_ascii_uppercase(), fields, at })
    }

    /// The property of an element, by default that with the number of the element.
    fn property(&self, number: u64) -> Parsed<u32> {
        let field = self.field(1);
        let what = "the number of a property";
        let property = if field.is_empty() { number } else { integer(field, what, self.at)? };
        u32::try_from(property).map_err(|_| {
            let found = property.to_string();
            ReadFault::text(self.at, Problem::Expected { what, found })
        })
    }

    fn field(&self, place: usize) -> &'a [u8] {
        self.fields.get(place).copied().unwrap_or_default()
    }
}

/// The next line that is no comment and not blank.
fn line<'a>(cursor: &mut Cursor<'a>) -> Option<(usize, &'a [u8])> {
    loop {
        let at = cursor.at();
        let line = cursor.raw_line()?;
        if !line.starts_with(b"$") && !line.trim_ascii().is_empty() {
            return Some((at, line));
        }
    }
}

/// Whether a line belongs to the entry before it.
fn goes_on(line: &[u8]) -> bool {
    let head = Card::new(line, &NARROW[..1]).get(0);
    head.is_empty() || matches!(head[0], b'+' | b'*')
}

/// The name of a line and its fields, of which there are always eight, or four wide ones.
fn split(line: &[u8]) -> (&[u8], Vec<&[u8]>) {
    let is_wide = !line.contains(&b',') && line[..line.len().min(8)].contains(&b'*');
    let (widths, count) = if is_wide { (&WIDE[..], 4) } else { (&NARROW[..], 8) };
    let card = Card::new(line, widths);
    (card.get(0), (1..=count).map(|place| card.get(place)).collect())
}

fn grid(entry: &Entry<'_>, mesh: &mut Tagged) -> Parsed<()> {
    let tag = integer(entry.field(0), "the number of a node", entry.at)?;
    if !matches!(entry.field(1), b"" | b"0") {
        let given = String::from_utf8_lossy(entry.field(1)).into_owned();
        return Err(unsupported(entry, "a node in coordinate system", given));
    }
    let mut point = [0.0; 3];
    for (axis, coordinate) in point.iter_mut().enumerate() {
        // What is blank is 0.
        if !entry.field(axis + 2).is_empty() {
            *coordinate = real(entry.field(axis + 2), entry.at)?;
        }
    }
    mesh.node(tag, point).map_err(|problem| ReadFault::text(entry.at, problem))
}

/// Adds a solid. Where nodes on edges are missing, the others are left out too.
fn solid(entry: &Entry<'_>, kind: ElementKind, quadratic: usize, mesh: &mut Tagged) -> Parsed<()> {
    let number = integer(entry.field(0), "the number of an element", entry.at)?;
    let region = entry.property(number)?;
    let given = |place: &usize| !entry.field(place + 2).is_empty();
    let (corners, is_full) = (kind.nodes(), (0..quadratic).all(|place| given(&place)));
    let count = if is_full { quadratic } else { corners };
    let mut nodes = Vec::with_capacity(count);
    for place in 0..count {
        nodes.push(integer(entry.field(place + 2), "the number of a node", entry.at)?);
    }
    let cell = if is_full { Cell::of_nastran(kind) } else { Cell::volume(kind, count) };
    mesh.cell(cell, &nodes, number, region, entry.at);
    Ok(())
}
