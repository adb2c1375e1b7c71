//! A VTK XML file in the making: elements, attributes, arrays.

use std::fmt::Write as _;
use std::io::{self, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::data::{Data, Fields};

/// How numbers are written. All encodings keep every bit.
///
/// ```
/// use gapkit::vtk::Encoding;
///
/// assert_eq!(Encoding::default(), Encoding::Raw);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Encoding {
    /// Bytes behind the XML: the fastest.
    #[default]
    Raw,
    /// Compressed bytes behind the XML: the smallest.
    RawZlib,
    /// Base64 within the XML, for tools that take nothing but XML.
    Base64,
    /// Compressed base64 within the XML.
    Base64Zlib,
}

impl Encoding {
    /// All encodings.
    pub const ALL: [Self; 4] = [Self::Raw, Self::RawZlib, Self::Base64, Self::Base64Zlib];

    fn compressed(self) -> bool {
        matches!(self, Self::RawZlib | Self::Base64Zlib)
    }

    fn appended(self) -> bool {
        matches!(self, Self::Raw | Self::RawZlib)
    }
}

/// What all kinds of files have: data of points and cells and of the whole, an encoding, and a path.
///
/// The methods of a type with the fields `point_data`, `cell_data`, `field_data`, `time` and
/// `encoding`, and with `write_to`; the words say what points and cells are to its callers.
macro_rules! data_and_file {
    ($point:literal, $cell:literal) => {
        #[doc = concat!("Adds one value per ", $point, ".")]
        pub fn point_data(
            mut self,
            name: &str,
            data: impl Into<$crate::vtk::data::Data<'a>>,
        ) -> Self {
            self.point_data.set(name, data.into());
            self
        }

        #[doc = concat!("Adds one value per ", $cell, ".")]
        pub fn cell_data(
            mut self,
            name: &str,
            data: impl Into<$crate::vtk::data::Data<'a>>,
        ) -> Self {
            self.cell_data.set(name, data.into());
            self
        }

        /// Adds data of the file as a whole, of any length: names of bodies, settings.
        pub fn field_data(
            mut self,
            name: &str,
            data: impl Into<$crate::vtk::data::Data<'a>>,
        ) -> Self {
            self.field_data.set(name, data.into());
            self
        }

        /// Tells the time of the file, by which ParaView knows it where no series does.
        pub fn time(mut self, time: f64) -> Self {
            self.time = Some(time);
            self
        }

        /// Chooses how numbers are written.
        pub fn encoding(mut self, encoding: $crate::vtk::file::Encoding) -> Self {
            self.encoding = encoding;
            self
        }

        /// Writes the file.
        ///
        /// # Errors
        ///
        /// If data have another length than the points or cells, if a cell refers to a point that
        /// is not there, or if the file cannot be written.
        pub fn write(
            &self,
            path: impl AsRef<std::path::Path>,
        ) -> Result<(), $crate::vtk::error::WriteError> {
            let path = path.as_ref();
            $crate::vtk::place::write(path, |writer| self.write_to(writer))
                .map_err(|error| error.at(path))
        }
    };
}
pub(super) use data_and_file;

/// The size of a block that is compressed on its own, as VTK has it.
const BLOCK: usize = 1 << 15;

/// The text of a file and the data behind it.
pub(super) struct File {
    text: String,
    appended: Vec<u8>,
    encoding: Encoding,
    open: Vec<&'static str>,
}

impl File {
    pub(super) fn new(kind: &'static str, encoding: Encoding) -> Self {
        let text = String::from("<?xml version=\"1.0\"?>\n");
        let mut file = Self { text, appended: Vec::new(), encoding, open: Vec::new() };
        let mut attributes = vec![
            ("type", kind.to_owned()),
            ("version", "1.0".into()),
            ("byte_order", "LittleEndian".into()),
            ("header_type", "UInt64".into()),
        ];
        if encoding.compressed() {
            attributes.push(("compressor", "vtkZLibDataCompressor".into()));
        }
        file.start("VTKFile", &attributes);
        file.start(kind, &[]);
        file
    }

    /// Opens an element.
    pub(super) fn start(&mut self, name: &'static str, attributes: &[(&str, String)]) {
        self.tag(name, attributes);
        self.text.push_str(">\n");
        self.open.push(name);
    }

    /// Closes the element that was opened last.
    pub(super) fn end(&mut self) {
        if let Some(name) = self.open.pop() {
            let indent = 2 * self.open.len();
            // Writing to a string does not fail.
            let _ = writeln!(self.text, "{:indent$}</{name}>", "");
        }
    }

    fn tag(&mut self, name: &str, attributes: &[(&str, String)]) {
        let indent = 2 * self.open.len();
        let _ = write!(self.text, "{:indent$}<{name}", "");
        for (key, value) in attributes {
            let _ = write!(self.text, " {key}=\"{}\"", escape(value));
        }
    }

    /// Writes data of points or cells.
    pub(super) fn fields(&mut self, element: &'static str, fields: &Fields<'_>) {
        self.start(element, &[]);
        for (name, data) in fields.iter() {
            self.array(name, data);
        }
        self.end();
    }

    /// Writes data of the file, whose arrays may have any length and so have to tell it.
    pub(super) fn field_data(&mut self, fields: &Fields<'_>, time: Option<f64>) {
        if fields.iter().next().is_none() && time.is_none() {
            return;
        }
        self.start("FieldData", &[]);
        // VTK looks for it under this name.
        let time = time.as_slice();
        let times = [("TimeValue", Data::from(time))].into_iter().take(time.len());
        for (name, data) in fields.iter().chain(times) {
            let length = ("NumberOfTuples", data.len().to_string());
            let shape = ("NumberOfComponents", data.components().to_string());
            self.bytes(name, data.kind(), vec![shape, length], data.bytes());
        }
        self.end();
    }

    /// Writes an array.
    pub(super) fn array(&mut self, name: &str, data: Data<'_>) {
        let shape = ("NumberOfComponents", data.components().to_string());
        self.bytes(name, data.kind(), vec![shape], data.bytes());
    }

    /// Writes numbers of points, or the ends of cells: in 32 bits where they fit, which VTK then
    /// keeps as they are. It would take unsigned ones into arrays of 64 bits.
    pub(super) fn cells(&mut self, name: &str, numbers: impl Iterator<Item = u64> + Clone) {
        let shape = vec![("NumberOfComponents", "1".to_owned())];
        if numbers.clone().all(|number| i32::try_from(number).is_ok()) {
            let bytes: Vec<u8> = numbers.flat_map(|number| (number as i32).to_le_bytes()).collect();
            self.bytes(name, "Int32", shape, bytes);
        } else {
            let bytes: Vec<u8> = numbers.flat_map(|number| (number as i64).to_le_bytes()).collect();
            self.bytes(name, "Int64", shape, bytes);
        }
    }

    fn bytes(&mut self, name: &str, kind: &str, shape: Vec<(&str, String)>, bytes: Vec<u8>) {
        let mut attributes = vec![("type", kind.to_owned()), ("Name", name.to_owned())];
        attributes.extend(shape);
        let element = if kind == "String" { "Array" } else { "DataArray" };
        let (header, body) = self.pack(bytes);
        if self.encoding.appended() {
            attributes.push(("format", "appended".into()));
            attributes.push(("offset", self.appended.len().to_string()));
            self.tag(element, &attributes);
            self.text.push_str("/>\n");
            self.appended.extend(header);
            self.appended.extend(body);
            return;
        }
        attributes.push(("format", "binary".into()));
        self.tag(element, &attributes);
        self.text.push('>');
        // The header of compressed data is encoded apart from them, that of others with them.
        if self.encoding.compressed() {
            STANDARD.encode_string(&header, &mut self.text);
            STANDARD.encode_string(&body, &mut self.text);
        } else {
            STANDARD.encode_string([header, body].concat(), &mut self.text);
        }
        let _ = writeln!(self.text, "</{element}>");
    }

    /// Header and body of an array.
    fn pack(&self, bytes: Vec<u8>) -> (Vec<u8>, Vec<u8>) {
        if !self.encoding.compressed() {
            return ((bytes.len() as u64).to_le_bytes().to_vec(), bytes);
        }
        let blocks = bytes.len().div_ceil(BLOCK);
        let mut header = vec![blocks, BLOCK, bytes.len() % BLOCK];
        let mut body = Vec::new();
        for block in bytes.chunks(BLOCK) {
            let before = body.len();
            body = deflate(block, body);
            header.push(body.len() - before);
        }
        (header.into_iter().flat_map(|word| (word as u64).to_le_bytes()).collect(), body)
    }

    /// Closes the file and writes it.
    pub(super) fn write_to(mut self, writer: &mut dyn Write) -> io::Result<()> {
        while self.open.len() > 1 {
            self.end();
        }
        if !self.appended.is_empty() {
            self.text.push_str("  <AppendedData encoding=\"raw\">\n_");
            writer.write_all(self.text.as_bytes())?;
            writer.write_all(&self.appended)?;
            self.text = String::from("\n  </AppendedData>\n");
        }
        self.end();
        writer.write_all(self.text.as_bytes())
    }
}

/// Compresses a block behind `body`. The fast level takes a tenth of the time of the usual one, for
/// files that are a third larger.
fn deflate(block: &[u8], body: Vec<u8>) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(body, Compression::fast());
    let written = encoder.write_all(block).and_then(|()| encoder.finish());
    written.expect("writing to memory does not fail")
}

/// The text as the value of an attribute. What XML cannot hold at all becomes a question mark.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => {
                let _ = write!(escaped, "&#{};", u32::from(c));
            }
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => escaped.push('?'),
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped() {
        assert_eq!(escape("a<b> & \"c\"\n\u{1}é"), "a&lt;b&gt; &amp; &quot;c&quot;&#10;?é");
    }
}
