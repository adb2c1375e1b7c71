//! Gmsh files, versions 2.x and 4.1, text and binary.
//!
//! A file is a list of sections `$Name ... $EndName`. Binary files have binary numbers within the
//! sections; names and marks are text in both. Sections that the mesh does not need are passed
//! over.

mod v2;
mod v4;

use std::collections::{BTreeMap, HashMap};

use super::Contents;
use super::cell::Cell;
use super::cursor::Cursor;
use super::error::{Parsed, Problem, ReadFault, quote};
use super::tagged::Tagged;

/// Reads a file.
pub(super) fn read(bytes: &[u8]) -> Parsed<Contents> {
    let mut file = Gmsh::new(bytes);
    while file.section()? {}
    if !file.seen_elements {
        return Err(file.cursor.fault(Problem::Ends { what: "$Elements" }));
    }
    let mut contents = Contents { region_names: file.names, ..Contents::default() };
    let binary = file.binary;
    let finished = file.mesh.finish(&mut contents);
    finished.map_err(|(at, problem)| {
        if binary { ReadFault::binary(at, problem) } else { ReadFault::text(at, problem) }
    })?;
    Ok(contents)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Version {
    Two,
    Four,
}

struct Gmsh<'a> {
    cursor: Cursor<'a>,
    version: Option<Version>,
    binary: bool,
    mesh: Tagged,
    /// The physical tag of each volume, by its elementary tag.
    physical: HashMap<i32, u32>,
    names: BTreeMap<u32, String>,
    seen_elements: bool,
}

impl<'a> Gmsh<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self {
            cursor: Cursor::new(bytes),
            version: None,
            binary: false,
            mesh: Tagged::default(),
            physical: HashMap::new(),
            names: BTreeMap::new(),
            seen_elements: false,
        }
    }

    /// Reads the next section; false at the end of the file.
    fn section(&mut self) -> Parsed<bool> {
        self.cursor.skip_blanks();
        let at = self.cursor.at();
        let Some(mark) = self.cursor.line() else { return Ok(false) };
        let Some(name) = mark.strip_prefix(b"$") else {
            let (what, found) = ("a section that begins with $", quote(mark));
            return Err(self.cursor.fault_at(at, Problem::Expected { what, found }));
        };
        match (name, self.version) {
            (b"MeshFormat", _) => self.format()?,
            (b"PhysicalNames", Some(_)) => self.physical_names()?,
            (b"Nodes", Some(Version::Two)) => self.within(v2::nodes)?,
            (b"Nodes", Some(Version::Four)) => self.within(v4::nodes)?,
            (b"Elements", Some(version)) => {
                self.seen_elements = true;
                self.within(if version == Version::Two { v2::elements } else { v4::elements })?;
            }
            (b"Entities", Some(Version::Four)) => self.within(v4::entities)?,
            (b"PartitionedEntities", Some(Version::Four)) => {
                self.within(v4::partitioned_entities)?;
            }
            (_, None) => return Err(self.cursor.fault(Problem::Missing { what: "$MeshFormat" })),
            _ => return self.pass_over(name).map(|()| true),
        }
        self.end(name)?;
        Ok(true)
    }

    /// Reads the inside of a section in the mode of the file.
    fn within(&mut self, read: fn(&mut Self) -> Parsed<()>) -> Parsed<()> {
        self.cursor.binary = self.binary;
        read(self)?;
        self.cursor.binary = false;
        Ok(())
    }

    /// Checks the mark at the end of a section.
    fn end(&mut self, name: &[u8]) -> Parsed<()> {
        self.cursor.skip_blanks();
        let at = self.cursor.at();
        let mark = self.cursor.line().unwrap_or_default();
        if mark.strip_prefix(b"$End") == Some(name) {
            return Ok(());
        }
        let (what, found) = ("the end of the section", quote(mark));
        Err(self.cursor.fault_at(at, Problem::Expected { what, found }))
    }

    fn pass_over(&mut self, name: &[u8]) -> Parsed<()> {
        let end = [b"$End", name].concat();
        let missing = self.cursor.fault(Problem::Missing { what: "the end of a section" });
        self.cursor.find(&end).ok_or(missing)?;
        self.cursor.line();
        Ok(())
    }

    fn format(&mut self) -> Parsed<()> {
        let at = self.cursor.at();
        let version = self.cursor.token().unwrap_or_default();
        self.version = Some(match version {
            b"2" | b"2.0" | b"2.1" | b"2.2" => Version::Two,
            b"4.1" => Version::Four,
            _ => {
                let (what, given) = ("Gmsh version", quote(version));
                return Err(self.cursor.fault_at(at, Problem::Unsupported { what, given }));
            }
        });
        let binary: u8 = self.cursor.number("0 for text or 1 for binary")?;
        self.binary = binary != 0;
        let size: u8 = self.cursor.number("the size of numbers")?;
        if size != 8 {
            let (what, given) = ("size of numbers", size.to_string());
            return Err(self.cursor.fault(Problem::Unsupported { what, given }));
        }
        self.cursor.line();
        if self.binary {
            // The number one, by which the order of bytes can be told.
            let one = self.cursor.take(4, "the number one")?;
            self.cursor.big_endian = match one {
                [1, 0, 0, 0] => false,
                [0, 0, 0, 1] => true,
                _ => {
                    let (what, found) = ("the number one in four bytes", quote(one));
                    return Err(self.cursor.fault(Problem::Expected { what, found }));
                }
            };
        }
        Ok(())
    }

    /// Reads the type of an element: its cell and its number of nodes.
    fn cell_type(&mut self) -> Parsed<(Cell, usize)> {
        let at = self.cursor.at();
        let kind: i32 = self.cursor.value("a type of elements")?;
        Cell::of_gmsh(kind).ok_or_else(|| {
            let (what, given) = ("element type", kind.to_string());
            self.cursor.fault_at(at, Problem::Unsupported { what, given })
        })
    }

    /// The names of physical groups; of volumes only, because tags of other dimensions are others.
    fn physical_names(&mut self) -> Parsed<()> {
        let count = self.cursor.count("physical names", 6)?;
        for _ in 0..count {
            let dimension: i32 = self.cursor.number("a dimension")?;
            let tag: i32 = self.cursor.number("a physical tag")?;
            let name = String::from_utf8_lossy(self.cursor.line().unwrap_or_default());
            if dimension == 3 {
                self.names.insert(tag.unsigned_abs(), name.trim_matches('"').to_owned());
            }
        }
        Ok(())
    }
}
