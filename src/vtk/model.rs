//! Volumes and surfaces in the data model of the crate vtkio, and the legacy files that it writes.

use std::fmt;
use std::io::Write;
use std::path::Path;

use vtkio::model::{
    Attribute, Attributes, ByteOrder, CellType, Cells, DataArray, DataSet, FieldArray, IOBuffer,
    Piece, PolyDataPiece, UnstructuredGridPiece, Version, VertexNumbers, Vtk,
};

use super::data::{Data, Fields};
use super::error::{Problem, WriteError};
use super::place;
use super::surface::{self, Surface};
use super::volume::Volume;
use crate::mesh::ElementKind;

/// How a legacy file is written. Both keep every bit of the numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Legacy {
    /// As text, for people and for programs that read nothing else.
    Ascii,
    /// Numbers as bytes.
    Binary,
}

/// The format has another way to list cells from version 5 on, which fewer programs know.
const VERSION: (u32, u32) = (4, 2);

impl Volume<'_> {
    /// The volume in the data model of vtkio.
    ///
    /// ```
    /// use gapkit::vtk::Volume;
    ///
    /// let nodes = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let model = Volume::tets(&nodes, &[[0, 1, 2, 3]]).to_vtkio()?;
    /// let mut text = String::new();
    /// model.write_legacy_ascii(&mut text)?;
    /// assert!(text.contains("DATASET UNSTRUCTURED_GRID"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`write`](Self::write), and if there are more than fit into 32 bits.
    pub fn to_vtkio(&self) -> Result<Vtk, WriteError> {
        let (ends, _) = self.check()?;
        let cell_verts = numbers(self.connectivity, &ends)?;
        let types = self.kinds.iter().map(cell_type).collect();
        let data = attributes(&self.point_data, &self.cell_data);
        let points = buffer(self.nodes.into());
        let cells = Cells { cell_verts, types };
        Ok(model(UnstructuredGridPiece { points, cells, data }))
    }

    /// Writes a legacy file, `.vtk`.
    ///
    /// # Errors
    ///
    /// As [`to_vtkio`](Self::to_vtkio), and if the file cannot be written.
    pub fn write_legacy(&self, path: impl AsRef<Path>, form: Legacy) -> Result<(), WriteError> {
        let path = path.as_ref();
        self.to_vtkio().and_then(|model| write(model, path, form)).map_err(|error| error.at(path))
    }
}

impl Surface<'_> {
    /// The surface in the data model of vtkio.
    ///
    /// # Errors
    ///
    /// As [`write`](Self::write), and if there are more than fit into 32 bits.
    pub fn to_vtkio(&self) -> Result<Vtk, WriteError> {
        self.check()?;
        let cells = |cells: &surface::Cells| -> Result<Option<VertexNumbers>, WriteError> {
            let is_empty = cells.ends.is_empty();
            if is_empty { Ok(None) } else { Ok(Some(numbers(&cells.connectivity, &cells.ends)?)) }
        };
        let [verts, lines, polys] = self.kinds();
        Ok(model(PolyDataPiece {
            points: buffer(self.points.into()),
            verts: cells(verts)?,
            lines: cells(lines)?,
            polys: cells(polys)?,
            strips: None,
            data: attributes(&self.point_data, &self.cell_data),
        }))
    }

    /// Writes a legacy file, `.vtk`.
    ///
    /// # Errors
    ///
    /// As [`to_vtkio`](Self::to_vtkio), and if the file cannot be written.
    pub fn write_legacy(&self, path: impl AsRef<Path>, form: Legacy) -> Result<(), WriteError> {
        let path = path.as_ref();
        self.to_vtkio().and_then(|model| write(model, path, form)).map_err(|error| error.at(path))
    }
}

fn model(piece: impl Into<DataSet>) -> Vtk {
    Vtk {
        version: Version::Legacy { major: VERSION.0, minor: VERSION.1 },
        title: "gapkit".to_owned(),
        byte_order: ByteOrder::BigEndian,
        data: piece.into(),
        file_path: None,
    }
}

fn write(mut model: Vtk, path: &Path, form: Legacy) -> Result<(), WriteError> {
    join_fields(&mut model.data);
    let failed = |error: vtkio::Error| WriteError::from(Problem::Model(error.to_string()));
    place::write(path, |writer| match form {
        Legacy::Binary => model.write_legacy(writer).map_err(failed),
        Legacy::Ascii => {
            let mut text = Text { writer, failure: None };
            let written = model.write_legacy_ascii(&mut text);
            match text.failure {
                Some(error) => Err(error.into()),
                None => written.map_err(failed),
            }
        }
    })
}

/// Text that goes to a file; what goes wrong there is kept.
struct Text<'a> {
    writer: &'a mut dyn Write,
    failure: Option<std::io::Error>,
}

impl fmt::Write for Text<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.writer.write_all(text.as_bytes()).map_err(|error| {
            self.failure = Some(error);
            fmt::Error
        })
    }
}

/// Makes the arrays those of a field, of which readers take all: of scalars that stand alone VTK takes
/// the first, unless told.
fn join_fields(data: &mut DataSet) {
    let attributes = match data {
        DataSet::UnstructuredGrid { pieces, .. } => pieces.first_mut().and_then(|piece| {
            if let Piece::Inline(piece) = piece { Some(&mut piece.data) } else { None }
        }),
        DataSet::PolyData { pieces, .. } => pieces.first_mut().and_then(|piece| {
            if let Piece::Inline(piece) = piece { Some(&mut piece.data) } else { None }
        }),
        _ => None,
    };
    let Some(Attributes { point, cell }) = attributes else { return };
    for list in [point, cell] {
        let array = |attribute: Attribute| match attribute {
            Attribute::DataArray(array) => {
                let (name, elem) = (word(&array.name), array.num_comp() as u32);
                Some(FieldArray { name, elem, data: array.data })
            }
            Attribute::Field { .. } => None,
        };
        let data_array: Vec<FieldArray> = list.drain(..).filter_map(array).collect();
        if !data_array.is_empty() {
            list.push(Attribute::Field { name: "FieldData".to_owned(), data_array });
        }
    }
}

/// The name as one word, as VTK has it: what could not stand in one becomes its number.
fn word(name: &str) -> String {
    let mut word = String::with_capacity(name.len());
    for byte in name.bytes() {
        match byte {
            b'"' | b'%' | ..=b' ' | 127.. => word.push_str(&format!("%{byte:02X}")),
            _ => word.push(char::from(byte)),
        }
    }
    word
}

/// The cells of one kind. vtkio counts in 32 bits and ends the process where that is not enough.
fn numbers(connectivity: &[u32], ends: &[u64]) -> Result<VertexNumbers, Problem> {
    let count = connectivity.len() + ends.len();
    if u32::try_from(count).is_err() {
        return Err(Problem::Model(format!("{count} numbers of cells are too many for it")));
    }
    let connectivity = connectivity.iter().map(|&node| u64::from(node)).collect();
    Ok(VertexNumbers::XML { connectivity, offsets: ends.to_vec() })
}

fn cell_type(kind: ElementKind) -> CellType {
    match kind {
        ElementKind::Tet4 => CellType::Tetra,
        ElementKind::Tet10 => CellType::QuadraticTetra,
        ElementKind::Hex8 => CellType::Hexahedron,
        ElementKind::Wedge6 => CellType::Wedge,
        ElementKind::Pyramid5 => CellType::Pyramid,
        ElementKind::Hex20 => CellType::QuadraticHexahedron,
        ElementKind::Wedge15 => CellType::QuadraticWedge,
        ElementKind::Pyramid13 => CellType::QuadraticPyramid,
        ElementKind::Hex27 => CellType::TriquadraticHexahedron,
        ElementKind::Wedge18 => CellType::BiquadraticQuadraticWedge,
    }
}

fn attributes(point: &Fields<'_>, cell: &Fields<'_>) -> Attributes {
    let arrays = |fields: &Fields<'_>| {
        let array = |(name, data): (&str, Data<'_>)| {
            let array = match data {
                Data::Vectors(_) => DataArray::vectors(name),
                _ => DataArray::scalars(name, 1),
            };
            // The model has no texts.
            let is_text = matches!(data, Data::Texts(_));
            (!is_text).then(|| Attribute::DataArray(array.with_data(buffer(data))))
        };
        fields.iter().filter_map(array).collect()
    };
    Attributes { point: arrays(point), cell: arrays(cell) }
}

fn buffer(data: Data<'_>) -> IOBuffer {
    match data {
        Data::Reals(values) => IOBuffer::F64(values.to_vec()),
        Data::Vectors(values) => IOBuffer::F64(values.as_flattened().to_vec()),
        Data::Naturals(values) => IOBuffer::U32(values.to_vec()),
        Data::Integers(values) => IOBuffer::I32(values.to_vec()),
        Data::Bytes(values) => IOBuffer::U8(values.to_vec()),
        Data::Longs(values) => IOBuffer::I64(values.to_vec()),
        Data::Words(values) => IOBuffer::U64(values.to_vec()),
        Data::Texts(_) => IOBuffer::U8(Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_word() {
        assert_eq!(word("von_mises"), "von_mises");
        assert_eq!(word("a b\n%\"é"), "a%20b%0A%25%22%C3%A9");
    }
}
