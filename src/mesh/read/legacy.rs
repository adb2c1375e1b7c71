//! Legacy VTK files of unstructured grids.
//!
//! Binary numbers have the most significant byte first. From version 5.0 on cells have offsets and
//! connectivity; before, each cell has its number of nodes in front of them.

use super::Contents;
use super::cursor::Cursor;
use super::error::{Parsed, Problem, ReadFault, quote};
use super::grid::Grid;
use super::regions::Role;
use super::scalar::Scalar;

/// Reads a file.
pub(super) fn read(bytes: &[u8]) -> Parsed<Contents> {
    let mut cursor = Cursor::new(bytes);
    let first = cursor.full_line("# vtk DataFile Version")?;
    if !first.starts_with(b"# vtk DataFile Version") {
        return Err(expected(&cursor, "# vtk DataFile Version", first));
    }
    cursor.line();
    let format = cursor.full_line("ASCII or BINARY")?;
    let binary = match format.to_ascii_uppercase().as_slice() {
        b"ASCII" => false,
        b"BINARY" => true,
        _ => return Err(expected(&cursor, "ASCII or BINARY", format)),
    };
    let mut file =
        Legacy { cursor, binary, grid: Grid::default(), cells: 0, data: AttributesOf::None };
    file.cursor.big_endian = true;
    while file.section()? {}
    let at = file.cursor.at();
    let mut contents = Contents::default();
    file.grid.append_to(&mut contents).map_err(|problem| ReadFault::text(at, problem))?;
    Ok(contents)
}

fn expected(cursor: &Cursor<'_>, what: &'static str, found: &[u8]) -> ReadFault {
    cursor.fault(Problem::Expected { what, found: quote(found) })
}

/// What the attributes that follow belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AttributesOf {
    None,
    Points(usize),
    Cells(usize),
}

struct Legacy<'a> {
    cursor: Cursor<'a>,
    binary: bool,
    grid: Grid,
    cells: usize,
    data: AttributesOf,
}

impl Legacy<'_> {
    /// Reads the section with the next keyword; false at the end of the file.
    fn section(&mut self) -> Parsed<bool> {
        let Some(token) = self.cursor.token() else { return Ok(false) };
        let token = String::from_utf8_lossy(token).to_ascii_uppercase();
        match token.as_str() {
            "DATASET" => self.dataset()?,
            "POINTS" => self.points()?,
            "CELLS" => self.cells()?,
            "CELL_TYPES" => {
                let count = self.cursor.count("cell types", if self.binary { 4 } else { 2 })?;
                self.grid.types = self.array(Scalar::I32, count)?;
            }
            "POINT_DATA" => {
                self.data = AttributesOf::Points(self.cursor.number("the number of points")?)
            }
            "CELL_DATA" => {
                self.data = AttributesOf::Cells(self.cursor.number("the number of cells")?)
            }
            "METADATA" => self.metadata(),
            "FIELD" => self.field()?,
            _ => self.attribute(&token)?,
        }
        Ok(true)
    }

    fn dataset(&mut self) -> Parsed<()> {
        let kind = self.cursor.full_line("the kind of the data set")?;
        if kind.eq_ignore_ascii_case(b"UNSTRUCTURED_GRID") {
            return Ok(());
        }
        let (what, given) = ("data set", quote(kind));
        Err(self.cursor.fault(Problem::Unsupported { what, given }))
    }

    fn points(&mut self) -> Parsed<()> {
        let count = self.cursor.count("points", 3)?;
        let scalar = self.scalar()?;
        let values: Vec<f64> = self.array(scalar, count.saturating_mul(3))?;
        self.grid.points = values.as_chunks().0.to_vec();
        Ok(())
    }

    fn cells(&mut self) -> Parsed<()> {
        let count = self.cursor.count("cells", 1)?;
        let size = self.cursor.count("numbers of cells", 1)?;
        let before = self.cursor.clone();
        if self.cursor.token().is_some_and(|token| token.eq_ignore_ascii_case(b"OFFSETS")) {
            return self.offsets(count, size);
        }
        self.cursor = before;
        let values: Vec<u64> = self.array(Scalar::I32, size)?;
        let mut remaining = values.as_slice();
        for _ in 0..count {
            let cell = remaining
                .split_first()
                .and_then(|(&nodes, after)| after.split_at_checked(usize::try_from(nodes).ok()?));
            let Some((nodes, after)) = cell else {
                return Err(self.cursor.fault(Problem::Ends { what: "the nodes of a cell" }));
            };
            self.grid.connectivity.extend(nodes);
            self.grid.ends.push(self.grid.connectivity.len() as u64);
            remaining = after;
        }
        self.cells = count;
        Ok(())
    }

    /// The cells of version 5: `count` offsets, of which the first is 0.
    fn offsets(&mut self, count: usize, size: usize) -> Parsed<()> {
        let scalar = self.scalar()?;
        let mut ends = self.array(scalar, count)?;
        if !ends.is_empty() {
            ends.remove(0);
        }
        self.cells = ends.len();
        self.grid.ends = ends;
        let token = self.cursor.token().unwrap_or_default();
        if !token.eq_ignore_ascii_case(b"CONNECTIVITY") {
            return Err(expected(&self.cursor, "CONNECTIVITY", token));
        }
        let scalar = self.scalar()?;
        self.grid.connectivity = self.array(scalar, size)?;
        Ok(())
    }

    fn scalar(&mut self) -> Parsed<Scalar> {
        let token = self.cursor.token().unwrap_or_default();
        let scalar = Scalar::of_legacy(&String::from_utf8_lossy(token));
        scalar.ok_or_else(|| expected(&self.cursor, "a type of numbers", token))
    }

    /// An array that starts on the next line, or with the next token of a text.
    fn array<U: super::scalar::Target>(&mut self, scalar: Scalar, count: usize) -> Parsed<Vec<U>> {
        if self.binary {
            self.cursor.line();
        }
        self.cursor.binary = self.binary;
        let values = scalar.read(&mut self.cursor, count);
        self.cursor.binary = false;
        values
    }

    /// Information about an array, up to a blank line.
    fn metadata(&mut self) {
        self.cursor.line();
        while self.cursor.line().is_some_and(|line| !line.is_empty()) {}
    }

    fn field(&mut self) -> Parsed<()> {
        self.cursor.token();
        let arrays = self.cursor.count("arrays", 4)?;
        for _ in 0..arrays {
            let mut name = self.token("the name of an array")?;
            // Information about the array before.
            while name.eq_ignore_ascii_case("METADATA") {
                self.metadata();
                name = self.token("the name of an array")?;
            }
            let components: usize = self.cursor.number("the number of components")?;
            let tuples: usize = self.cursor.number("the number of tuples")?;
            let kind = self.token("a type of numbers")?;
            self.values(&name, &kind, components, tuples)?;
        }
        Ok(())
    }

    fn attribute(&mut self, token: &str) -> Parsed<()> {
        let tuples = match self.data {
            AttributesOf::Points(tuples) | AttributesOf::Cells(tuples) => tuples,
            AttributesOf::None => {
                return Err(expected(&self.cursor, "a section", token.as_bytes()));
            }
        };
        if token == "LOOKUP_TABLE" {
            self.cursor.token();
            let count = self.cursor.count("colours", 4)?;
            // Colours are bytes in binary files.
            return self.values("", "unsigned_char", 4, count);
        }
        let name = self.token("the name of an array")?;
        if token == "COLOR_SCALARS" {
            let components = self.cursor.number("the number of components")?;
            return self.values("", "unsigned_char", components, tuples);
        }
        if token == "TEXTURE_COORDINATES" {
            let components = self.cursor.number("the number of components")?;
            let kind = self.token("a type of numbers")?;
            return self.values("", &kind, components, tuples);
        }
        let kind = self.token("a type of numbers")?;
        let components = match token {
            "SCALARS" => self.scalar_components()?,
            "GLOBAL_IDS" | "PEDIGREE_IDS" => 1,
            "VECTORS" | "NORMALS" => 3,
            "TENSORS6" => 6,
            "TENSORS" => 9,
            _ => return Err(expected(&self.cursor, "an attribute", token.as_bytes())),
        };
        self.values(&name, &kind, components, tuples)
    }

    /// The number of components behind `SCALARS name type`, and the name of the colours.
    fn scalar_components(&mut self) -> Parsed<usize> {
        let components = match self.cursor.line() {
            Some(b"") => 1,
            Some(line) => super::cursor::parse(line)
                .ok_or_else(|| expected(&self.cursor, "the number of components", line))?,
            None => 1,
        };
        let before = self.cursor.clone();
        let table = self.cursor.token().unwrap_or_default();
        if table.eq_ignore_ascii_case(b"LOOKUP_TABLE") {
            self.cursor.token();
        } else {
            // The numbers begin here; what reads them starts at the end of a line.
            self.cursor = before;
            self.cursor.seek(self.cursor.at().saturating_sub(1));
        }
        Ok(components)
    }

    fn token(&mut self, what: &'static str) -> Parsed<String> {
        let token = self.cursor.token().ok_or_else(|| self.cursor.fault(Problem::Ends { what }))?;
        Ok(String::from_utf8_lossy(token).into_owned())
    }

    /// Reads the numbers of an attribute, and keeps those that are regions or numbers of cells.
    fn values(&mut self, name: &str, kind: &str, components: usize, tuples: usize) -> Parsed<()> {
        let count = components.saturating_mul(tuples);
        if matches!(kind, "string" | "bit" | "variant" | "vtkvariant") {
            return self.odd_values(kind, count);
        }
        let Some(scalar) = Scalar::of_legacy(kind) else {
            return Err(expected(&self.cursor, "a type of numbers", kind.as_bytes()));
        };
        let values: Vec<f64> = self.array(scalar, count)?;
        let cells = matches!(self.data, AttributesOf::Cells(_)) && values.len() == self.cells;
        if let Some(role) = Role::of(name).filter(|_| cells) {
            self.grid.labels.offer(role, &values);
        }
        Ok(())
    }

    /// Passes over a string in binary data. The two highest bits in front of it tell in how many
    /// bytes its length is: eight, four, two or one.
    fn binary_string(&mut self) -> Parsed<()> {
        const WHAT: &str = "a string";
        let first = *self.cursor.take(1, WHAT)?.first().unwrap_or(&0);
        let more = [7, 3, 1, 0][usize::from(first >> 6)];
        let rest = self.cursor.take(more, WHAT)?;
        let length = rest.iter().fold(u64::from(first & 0x3f), |sum, &b| sum << 8 | u64::from(b));
        let length = self.cursor.check_count("letters", length, 1)?;
        self.cursor.take(length, WHAT).map(drop)
    }

    /// Passes over values that are no numbers.
    fn odd_values(&mut self, kind: &str, count: usize) -> Parsed<()> {
        match (kind, self.binary) {
            ("string", false) => {
                self.cursor.line();
                let count = self.cursor.check_count("strings", count as u64, 1)?;
                for _ in 0..count {
                    self.cursor.line();
                }
                Ok(())
            }
            ("string", true) => {
                self.cursor.line();
                self.cursor.binary = true;
                let count = self.cursor.check_count("strings", count as u64, 1)?;
                let passed = (0..count).try_for_each(|_| self.binary_string());
                self.cursor.binary = false;
                passed
            }
            ("bit", true) => self.array::<f64>(Scalar::U8, count.div_ceil(8)).map(drop),
            ("bit", false) => self.array::<f64>(Scalar::U8, count).map(drop),
            _ => {
                let (what, given) = ("type of array", kind.to_owned());
                Err(self.cursor.fault(Problem::Unsupported { what, given }))
            }
        }
    }
}
