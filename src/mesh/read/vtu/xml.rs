//! The structure of a VTK XML file: pieces and where their arrays are.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::super::cursor::parse;
use super::super::error::{Parsed, Problem, ReadFault, quote};
use super::super::scalar::Scalar;
use super::array::{Coding, Storage, Stored};
use super::codec::Codec;

/// A file up to its appended data.
#[derive(Debug)]
pub(super) struct File {
    pub(super) coding: Coding,
    pub(super) pieces: Vec<Piece>,
}

/// A piece of a grid.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) at: usize,
    pub(super) points: usize,
    pub(super) cells: usize,
    pub(super) arrays: Vec<Stored>,
}

/// The part of a piece that an array belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    Points,
    Cells,
    CellData,
    /// Point data, field data and anything else that the mesh does not need.
    Other,
}

/// Reads the structure.
pub(super) fn read(bytes: &[u8]) -> Parsed<File> {
    let mut walk = Walk::new(bytes);
    while walk.step()? {}
    let coding = walk.coding.ok_or(ReadFault::text(0, Problem::Missing { what: "<VTKFile>" }))?;
    if walk.pieces.is_empty() {
        return Err(ReadFault::text(walk.at(), Problem::Missing { what: "<Piece>" }));
    }
    Ok(File { coding, pieces: walk.pieces })
}

struct Walk<'a> {
    bytes: &'a [u8],
    reader: Reader<&'a [u8]>,
    coding: Option<Coding>,
    pieces: Vec<Piece>,
    part: Section,
    /// Whether the elements since then are within a `<DataArray>`.
    array: bool,
}

impl<'a> Walk<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let mut reader = Reader::from_reader(bytes);
        reader.config_mut().expand_empty_elements = true;
        Self { bytes, reader, coding: None, pieces: Vec::new(), part: Section::Other, array: false }
    }

    fn at(&self) -> usize {
        usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX).min(self.bytes.len())
    }

    /// Takes the next event; false at the end.
    fn step(&mut self) -> Parsed<bool> {
        let at = self.at();
        match self.reader.read_event() {
            Err(error) => Err(ReadFault::text(self.at(), Problem::Xml(error.to_string()))),
            Ok(Event::Eof) => Err(ReadFault::text(at, Problem::Ends { what: "</VTKFile>" })),
            Ok(Event::Start(tag)) => self.start(&tag, at),
            Ok(Event::End(tag)) => {
                match tag.name().as_ref() {
                    b"VTKFile" => return Ok(false),
                    b"DataArray" => self.array = false,
                    b"Points" | b"Cells" | b"CellData" | b"PointData" => self.part = Section::Other,
                    _ => {}
                }
                Ok(true)
            }
            Ok(Event::Text(text)) => {
                self.text(&text, at);
                Ok(true)
            }
            Ok(_) => Ok(true),
        }
    }

    fn start(&mut self, tag: &BytesStart<'_>, at: usize) -> Parsed<bool> {
        match tag.name().as_ref() {
            b"VTKFile" => self.coding = Some(coding(tag, at)?),
            b"Piece" => {
                let points = count(tag, at, "NumberOfPoints")?;
                let cells = count(tag, at, "NumberOfCells")?;
                self.pieces.push(Piece { at, points, cells, arrays: Vec::new() });
            }
            b"Points" => self.part = Section::Points,
            b"Cells" => self.part = Section::Cells,
            b"CellData" => self.part = Section::CellData,
            b"PointData" => self.part = Section::Other,
            b"DataArray" if self.part != Section::Other => self.data_array(tag, at)?,
            b"AppendedData" => {
                self.appended(tag, at)?;
                return Ok(false);
            }
            _ => {}
        }
        Ok(true)
    }

    fn data_array(&mut self, tag: &BytesStart<'_>, at: usize) -> Parsed<()> {
        let missing = || ReadFault::text(at, Problem::Missing { what: "<Piece>" });
        let name = attribute(tag, at, "Name")?.unwrap_or_default();
        let scalar = Scalar::of_vtu(&attribute(tag, at, "type")?.unwrap_or_default());
        let components = attribute(tag, at, "NumberOfComponents")?;
        // VTK itself takes 1 where there is nothing sensible.
        let components = components.and_then(|value| parse(value.trim().as_bytes())).unwrap_or(1);
        let format = attribute(tag, at, "format")?.unwrap_or_else(|| "ascii".into());
        let place = match format.as_str() {
            "ascii" => Storage::Ascii(0..0),
            "binary" => Storage::Inline(0..0),
            "appended" => Storage::Appended(count(tag, at, "offset")?),
            _ => return Err(unsupported(at, "format", &format)),
        };
        let piece = self.pieces.last_mut().ok_or_else(missing)?;
        piece.arrays.push(Stored { at, part: self.part, name, scalar, components, place });
        self.array = true;
        Ok(())
    }

    /// Keeps where the content of an array is. VTK may put its own elements behind the numbers:
    /// only the first text that is not blank counts.
    fn text(&mut self, text: &[u8], at: usize) {
        let array = self.pieces.last_mut().and_then(|piece| piece.arrays.last_mut());
        let Some(array) = array.filter(|_| self.array && !text.trim_ascii().is_empty()) else {
            return;
        };
        if let Storage::Ascii(range) | Storage::Inline(range) = &mut array.place
            && range.start == range.end
        {
            *range = at..(at + text.len()).min(self.bytes.len());
        }
    }

    fn appended(&mut self, tag: &BytesStart<'_>, at: usize) -> Parsed<()> {
        let encoding = attribute(tag, at, "encoding")?.unwrap_or_else(|| "base64".into());
        let start = self.at();
        let tail = &self.bytes[start..];
        let mark = tail.len() - tail.trim_ascii_start().len();
        if tail.get(mark) != Some(&b'_') {
            return Err(ReadFault::text(start, Problem::Missing { what: "`_` before the data" }));
        }
        let Some(coding) = &mut self.coding else {
            return Err(ReadFault::text(at, Problem::Missing { what: "<VTKFile>" }));
        };
        coding.appended = Some(start + mark + 1);
        coding.raw = match encoding.as_str() {
            "raw" => true,
            "base64" => false,
            _ => return Err(unsupported(at, "encoding", &encoding)),
        };
        Ok(())
    }
}

/// How the file codes its data.
fn coding(tag: &BytesStart<'_>, at: usize) -> Parsed<Coding> {
    let get = |name| attribute(tag, at, name);
    let kind = get("type")?.unwrap_or_default();
    if kind != "UnstructuredGrid" {
        return Err(unsupported(at, "data set", &kind));
    }
    let header = get("header_type")?.unwrap_or_else(|| "UInt32".into());
    let order = get("byte_order")?.unwrap_or_else(|| "LittleEndian".into());
    let compressor = get("compressor")?.unwrap_or_default();
    Ok(Coding {
        wide: match header.as_str() {
            "UInt32" => false,
            "UInt64" => true,
            _ => return Err(unsupported(at, "header type", &header)),
        },
        big_endian: match order.as_str() {
            "LittleEndian" => false,
            "BigEndian" => true,
            _ => return Err(unsupported(at, "byte order", &order)),
        },
        codec: match compressor.as_str() {
            "" => None,
            name => {
                let unknown = || unsupported(at, "compressor", name);
                Some(Codec::of_vtk(name).ok_or_else(unknown)?)
            }
        },
        appended: None,
        raw: false,
    })
}

fn unsupported(at: usize, what: &'static str, given: &str) -> ReadFault {
    ReadFault::text(at, Problem::Unsupported { what, given: quote(given.as_bytes()) })
}

fn attribute(tag: &BytesStart<'_>, at: usize, name: &str) -> Parsed<Option<String>> {
    let bad = |error: &dyn ToString| ReadFault::text(at, Problem::Xml(error.to_string()));
    match tag.try_get_attribute(name) {
        Err(error) => Err(bad(&error)),
        Ok(None) => Ok(None),
        Ok(Some(attribute)) => match attribute.unescape_value() {
            Ok(value) => Ok(Some(value.into_owned())),
            // VTK does not escape the names of arrays.
            Err(_) => Ok(Some(String::from_utf8_lossy(&attribute.value).into_owned())),
        },
    }
}

fn count(tag: &BytesStart<'_>, at: usize, name: &'static str) -> Parsed<usize> {
    let value = attribute(tag, at, name)?;
    let value = value.ok_or(ReadFault::text(at, Problem::Missing { what: name }))?;
    parse(value.trim().as_bytes()).ok_or_else(|| {
        ReadFault::text(at, Problem::Expected { what: name, found: quote(value.as_bytes()) })
    })
}
