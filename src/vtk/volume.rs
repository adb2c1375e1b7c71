//! Volumes: `.vtu`.

use std::io::Write;

use super::data::{Data, Fields};
use super::error::{Problem, WriteError};
use super::file::{Encoding, File, data_and_file};
use crate::mesh::{ElementKind, Elements};

/// Nodes and volume elements with data.
///
/// ```no_run
/// use gapkit::vtk::{Encoding, Volume};
///
/// let nodes = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// Volume::tets(&nodes, &[[0, 1, 2, 3]])
///     .point_data("temperature", &[20.0, 20.0, 20.0, 95.0])
///     .encoding(Encoding::RawZlib)
///     .write("tet.vtu")?;
/// # Ok::<(), gapkit::vtk::WriteError>(())
/// ```
#[derive(Debug, Clone)]
#[must_use = "nothing is written before `write` is called"]
pub struct Volume<'a> {
    pub(super) nodes: &'a [[f64; 3]],
    pub(super) kinds: Kinds<'a>,
    pub(super) connectivity: &'a [u32],
    pub(super) point_data: Fields<'a>,
    pub(super) cell_data: Fields<'a>,
    field_data: Fields<'a>,
    time: Option<f64>,
    encoding: Encoding,
}

/// The kinds of the cells.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kinds<'a> {
    Tets(usize),
    Mixed(&'a [ElementKind]),
}

impl Kinds<'_> {
    pub(super) fn iter(&self) -> impl Iterator<Item = ElementKind> {
        let (count, mixed) = match *self {
            Self::Tets(count) => (count, &[][..]),
            Self::Mixed(kinds) => (0, kinds),
        };
        std::iter::repeat_n(ElementKind::Tet4, count).chain(mixed.iter().copied())
    }
}

impl<'a> Volume<'a> {
    /// Tetrahedra.
    pub fn tets(nodes: &'a [[f64; 3]], tets: &'a [[u32; 4]]) -> Self {
        Self::new(nodes, Kinds::Tets(tets.len()), tets.as_flattened())
    }

    /// Elements of any kinds; their numbers and regions can be added as cell data.
    pub fn elements(elements: &'a Elements) -> Self {
        Self::new(&elements.nodes, Kinds::Mixed(&elements.kinds), &elements.connectivity)
    }

    fn new(nodes: &'a [[f64; 3]], kinds: Kinds<'a>, connectivity: &'a [u32]) -> Self {
        Self {
            nodes,
            kinds,
            connectivity,
            point_data: Fields::default(),
            cell_data: Fields::default(),
            field_data: Fields::default(),
            time: None,
            encoding: Encoding::default(),
        }
    }

    data_and_file!("node", "element");

    /// Writes the content of the file elsewhere.
    ///
    /// # Errors
    ///
    /// As [`write`](Self::write).
    pub fn write_to(&self, writer: &mut dyn Write) -> Result<(), WriteError> {
        let (ends, types) = self.check()?;
        let mut file = File::new("UnstructuredGrid", self.encoding);
        file.field_data(&self.field_data, self.time);
        let count = |count: usize| count.to_string();
        let (points, cells) = (count(self.nodes.len()), count(types.len()));
        file.start("Piece", &[("NumberOfPoints", points), ("NumberOfCells", cells)]);
        file.fields("PointData", &self.point_data);
        file.fields("CellData", &self.cell_data);
        file.start("Points", &[]);
        file.array("Points", self.nodes.into());
        file.end();
        file.start("Cells", &[]);
        file.cells("connectivity", self.connectivity.iter().copied().map(u64::from));
        file.cells("offsets", ends.iter().copied());
        file.array("types", Data::Bytes(&types));
        file.end();
        Ok(file.write_to(writer)?)
    }

    /// Checks everything; returns where the nodes of each cell end, and the type of each cell.
    pub(super) fn check(&self) -> Result<(Vec<u64>, Vec<u8>), Problem> {
        let (mut ends, mut types) = (Vec::new(), Vec::new());
        let mut end = 0;
        for (cell, kind) in self.kinds.iter().enumerate() {
            let nodes = self.connectivity.get(end..end + kind.nodes()).unwrap_or_default();
            let count = self.nodes.len();
            if let Some(&point) = nodes.iter().find(|&&node| node as usize >= count) {
                return Err(Problem::NoPoint { cell, point, count });
            }
            end += kind.nodes();
            ends.push(end as u64);
            types.push(kind as u8);
        }
        if end != self.connectivity.len() {
            return Err(Problem::Connectivity { given: self.connectivity.len(), wanted: end });
        }
        self.point_data.check("points", self.nodes.len())?;
        self.cell_data.check("cells", types.len())?;
        Ok((ends, types))
    }
}
