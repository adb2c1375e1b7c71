//! Meshes, surfaces and points from the data model of the crate vtkio, whoever filled it: checked as
//! files are.

use std::path::Path;

use vtkio::model::{
    Attribute, Cells, DataSet, IOBuffer, Piece, PolyDataPiece, UnstructuredGridPiece,
    VertexNumbers, Vtk,
};

use super::error::{Problem, ReadError, ReadFault};
use super::grid::Grid;
use super::regions::{CellLabels, Role};
use super::{Contents, some_elements, some_points};

/// The triangles of a surface.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Triangles {
    /// The points, in the order of the model.
    pub points: Vec<[f64; 3]>,
    /// The corners of triangles; polygons are cut into fans.
    pub triangles: Vec<[u32; 3]>,
}

/// The mesh in a model of an unstructured grid, as [`read`](super::read()) has that of a file.
///
/// ```
/// use gapkit::mesh;
/// use gapkit::vtk::Volume;
///
/// let nodes = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let model = Volume::tets(&nodes, &[[0, 1, 2, 3]]).cell_data("region", &[7_u32]).to_vtkio()?;
/// let mesh = mesh::read::from_vtkio(&model)?;
/// assert_eq!((mesh.elements.nodes, mesh.elements.regions), (nodes.to_vec(), vec![7]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the model is no unstructured grid, has pieces in other files that were not loaded, or is wrong
/// as a file may be.
pub fn from_vtkio(model: &Vtk) -> Result<Contents, ReadError> {
    let read = || {
        let DataSet::UnstructuredGrid { pieces, .. } = &model.data else {
            return Err(kind(&model.data));
        };
        let mut contents = Contents::default();
        for piece in pieces {
            grid(inline(piece)?)?.append_to(&mut contents)?;
        }
        Ok(contents)
    };
    let checked = read().map_err(ReadFault::whole).and_then(some_elements);
    checked.map_err(|fault| refused(model, fault))
}

/// The surface in a model of polygons.
///
/// # Errors
///
/// If the model is not one of polygons, has strips, has pieces in other files that were not loaded,
/// or is wrong as a file may be.
pub fn triangles_from_vtkio(model: &Vtk) -> Result<Triangles, ReadError> {
    let read = || {
        let DataSet::PolyData { pieces, .. } = &model.data else {
            return Err(kind(&model.data));
        };
        let mut surface = Triangles::default();
        for piece in pieces {
            append(inline(piece)?, &mut surface)?;
        }
        Ok(surface)
    };
    read().map_err(|problem| refused(model, ReadFault::whole(problem)))
}

/// The points of a model of an unstructured grid or of polygons, such as contacts.
///
/// # Errors
///
/// If the model is of another kind, has no points, or has pieces in other files that were not
/// loaded.
pub fn points_from_vtkio(model: &Vtk) -> Result<Vec<[f64; 3]>, ReadError> {
    let read = || {
        let mut all = Vec::new();
        match &model.data {
            DataSet::UnstructuredGrid { pieces, .. } => {
                for piece in pieces {
                    all.extend(points(&inline(piece)?.points)?);
                }
            }
            DataSet::PolyData { pieces, .. } => {
                for piece in pieces {
                    all.extend(points(&inline(piece)?.points)?);
                }
            }
            other => return Err(kind(other)),
        }
        Ok(all)
    };
    let checked = read().map_err(ReadFault::whole).and_then(some_points);
    checked.map_err(|fault| refused(model, fault))
}

fn refused(model: &Vtk, fault: ReadFault) -> ReadError {
    ReadError::new(model.file_path.as_deref().unwrap_or(Path::new("model of vtkio")), &[], fault)
}

fn kind(data: &DataSet) -> Problem {
    let given = match data {
        DataSet::ImageData { .. } => "ImageData",
        DataSet::StructuredGrid { .. } => "StructuredGrid",
        DataSet::RectilinearGrid { .. } => "RectilinearGrid",
        DataSet::UnstructuredGrid { .. } => "UnstructuredGrid",
        DataSet::PolyData { .. } => "PolyData",
        DataSet::Field { .. } => "Field",
    };
    Problem::Unsupported { what: "data set", given: given.to_owned() }
}

fn inline<P>(piece: &Piece<P>) -> Result<&P, Problem> {
    match piece {
        Piece::Inline(piece) => Ok(piece),
        Piece::Loaded(_) | Piece::Source(..) => {
            Err(Problem::Missing { what: "a piece in another file, which was not loaded," })
        }
    }
}

fn grid(piece: &UnstructuredGridPiece) -> Result<Grid, Problem> {
    let Cells { cell_verts, types } = &piece.cells;
    let (connectivity, ends) = cells(cell_verts, types.len())?;
    let types = types.iter().map(|&kind| kind as u64).collect();
    let count = ends.len();
    let mut labels = CellLabels::default();
    for (name, values) in piece.data.cell.iter().flat_map(scalars) {
        if let Some(role) = Role::of(name)
            && values.len() == count
        {
            labels.offer(role, &reals(values));
        }
    }
    Ok(Grid { points: points(&piece.points)?, types, ends, connectivity, labels })
}

/// The arrays of an attribute that have one number for each cell.
fn scalars(attribute: &Attribute) -> Vec<(&str, &IOBuffer)> {
    match attribute {
        Attribute::DataArray(array) if array.num_comp() == 1 => vec![(&array.name, &array.data)],
        Attribute::DataArray(_) => Vec::new(),
        Attribute::Field { data_array, .. } => {
            let single = data_array.iter().filter(|array| array.elem == 1);
            single.map(|array| (array.name.as_str(), &array.data)).collect()
        }
    }
}

/// The nodes of all cells, and where those of each end.
fn cells(numbers: &VertexNumbers, count: usize) -> Result<(Vec<u64>, Vec<u64>), Problem> {
    match numbers {
        VertexNumbers::XML { connectivity, offsets } => {
            // Some writers begin with a zero.
            let is_leading = offsets.len() == count + 1 && offsets.first() == Some(&0);
            Ok((connectivity.clone(), offsets[usize::from(is_leading)..].to_vec()))
        }
        VertexNumbers::Legacy { vertices, .. } => {
            let (mut connectivity, mut ends) = (Vec::new(), Vec::new());
            let mut rest = vertices.as_slice();
            while let Some((&size, after)) = rest.split_first() {
                let (nodes, after) = after
                    .split_at_checked(size as usize)
                    .ok_or(Problem::Ends { what: "the nodes of a cell" })?;
                connectivity.extend(nodes.iter().map(|&node| u64::from(node)));
                ends.push(connectivity.len() as u64);
                rest = after;
            }
            Ok((connectivity, ends))
        }
    }
}

fn points(buffer: &IOBuffer) -> Result<Vec<[f64; 3]>, Problem> {
    let values = reals(buffer);
    let (points, rest) = values.as_chunks();
    if rest.is_empty() {
        Ok(points.to_vec())
    } else {
        let (given, wanted) = (values.len(), 3 * points.len() + 3);
        Err(Problem::Count { what: "coordinates", given, wanted })
    }
}

fn reals(buffer: &IOBuffer) -> Vec<f64> {
    macro_rules! convert {
        ($($kind:ident),*) => {
            match buffer {
                $(IOBuffer::$kind(values) => values.iter().map(|&value| value as f64).collect(),)*
            }
        };
    }
    convert!(Bit, U8, I8, U16, I16, U32, I32, U64, I64, F32, F64)
}

/// Adds the polygons of a piece; vertices and lines are no part of a surface.
fn append(piece: &PolyDataPiece, surface: &mut Triangles) -> Result<(), Problem> {
    if piece.strips.as_ref().is_some_and(|strips| strips.num_cells() > 0) {
        return Err(Problem::Unsupported { what: "cells", given: "strips".to_owned() });
    }
    let first = surface.points.len();
    let points = points(&piece.points)?;
    let Some(polygons) = &piece.polys else {
        surface.points.extend(points);
        return Ok(());
    };
    let (connectivity, ends) = cells(polygons, polygons.num_cells().saturating_sub(1))?;
    let mut start = 0;
    for (element, &end) in (0..).zip(&ends) {
        let range = usize::try_from(start).ok().zip(usize::try_from(end).ok());
        let nodes = range.and_then(|(start, end)| connectivity.get(start..end));
        let count = connectivity.len();
        let nodes = nodes.ok_or(Problem::Offsets { element, start, end, count })?;
        let corner = |&node: &u64| {
            let known = usize::try_from(node).ok().filter(|&node| node < points.len());
            let known = known.and_then(|node| u32::try_from(first + node).ok());
            known.ok_or(Problem::NoNode { element, node })
        };
        let corners = nodes.iter().map(corner).collect::<Result<Vec<u32>, Problem>>()?;
        let fan = corners.windows(2).skip(1).map(|pair| [corners[0], pair[0], pair[1]]);
        surface.triangles.extend(fan);
        start = end;
    }
    surface.points.extend(points);
    Ok(())
}
