//! Points, lines and polygons: `.vtp`.

use std::io::Write;

use super::data::Fields;
use super::error::{Problem, WriteError};
use super::file::{Encoding, File, data_and_file};

/// Points, lines and polygons with data.
///
/// Whatever the order in which they are added, cells are numbered as VTK numbers them: first the
/// vertices, then the lines, then the polygons.
///
/// ```no_run
/// use gapkit::vtk::Surface;
///
/// // Two witness points and the line between them.
/// let points = [[0.0, 0.0, 0.0], [0.0, 0.0, 2.0]];
/// Surface::new(&points)
///     .line(&[0, 1])
///     .cell_data("gap", &[2.0])
///     .write("gap.vtp")?;
/// # Ok::<(), gapkit::vtk::WriteError>(())
/// ```
#[derive(Debug, Clone)]
#[must_use = "nothing is written before `write` is called"]
pub struct Surface<'a> {
    pub(super) points: &'a [[f64; 3]],
    vertices: Cells,
    lines: Cells,
    polygons: Cells,
    pub(super) point_data: Fields<'a>,
    pub(super) cell_data: Fields<'a>,
    field_data: Fields<'a>,
    time: Option<f64>,
    encoding: Encoding,
}

/// Cells of one kind.
#[derive(Debug, Clone, Default)]
pub(super) struct Cells {
    pub(super) connectivity: Vec<u32>,
    pub(super) ends: Vec<u64>,
}

impl Cells {
    fn push(&mut self, points: &[u32]) {
        self.connectivity.extend(points);
        self.ends.push(self.connectivity.len() as u64);
    }
}

impl<'a> Surface<'a> {
    /// Points, without cells yet: ParaView shows points only where they belong to a cell.
    pub fn new(points: &'a [[f64; 3]]) -> Self {
        Self {
            points,
            vertices: Cells::default(),
            lines: Cells::default(),
            polygons: Cells::default(),
            point_data: Fields::default(),
            cell_data: Fields::default(),
            field_data: Fields::default(),
            time: None,
            encoding: Encoding::default(),
        }
    }

    /// Makes each point a cell of its own, so that it is drawn.
    pub fn vertices(mut self) -> Self {
        self.vertices = Cells::default();
        for (_, point) in self.points.iter().zip(0..) {
            self.vertices.push(&[point]);
        }
        self
    }

    /// Makes one point a cell, so that it is drawn.
    pub fn vertex(mut self, point: u32) -> Self {
        self.vertices.push(&[point]);
        self
    }

    /// Adds a line through two or more points.
    pub fn line(mut self, points: &[u32]) -> Self {
        self.lines.push(points);
        self
    }

    /// Adds many lines between two points each.
    pub fn lines(mut self, lines: &[[u32; 2]]) -> Self {
        lines.iter().for_each(|line| self.lines.push(line));
        self
    }

    /// Adds a polygon.
    pub fn polygon(mut self, points: &[u32]) -> Self {
        self.polygons.push(points);
        self
    }

    /// Adds many triangles.
    pub fn triangles(mut self, triangles: &[[u32; 3]]) -> Self {
        triangles.iter().for_each(|triangle| self.polygons.push(triangle));
        self
    }

    data_and_file!("point", "vertex, line and polygon, in this order");

    /// Writes the content of the file elsewhere.
    ///
    /// # Errors
    ///
    /// As [`write`](Self::write).
    pub fn write_to(&self, writer: &mut dyn Write) -> Result<(), WriteError> {
        self.check()?;
        let mut file = File::new("PolyData", self.encoding);
        file.field_data(&self.field_data, self.time);
        let count = |name, cells: &Cells| (name, cells.ends.len().to_string());
        file.start(
            "Piece",
            &[
                ("NumberOfPoints", self.points.len().to_string()),
                count("NumberOfVerts", &self.vertices),
                count("NumberOfLines", &self.lines),
                ("NumberOfStrips", "0".into()),
                count("NumberOfPolys", &self.polygons),
            ],
        );
        file.fields("PointData", &self.point_data);
        file.fields("CellData", &self.cell_data);
        file.start("Points", &[]);
        file.array("Points", self.points.into());
        file.end();
        for (name, cells) in ["Verts", "Lines", "Polys"].into_iter().zip(self.kinds()) {
            file.start(name, &[]);
            file.cells("connectivity", cells.connectivity.iter().copied().map(u64::from));
            file.cells("offsets", cells.ends.iter().copied());
            file.end();
        }
        Ok(file.write_to(writer)?)
    }

    pub(super) fn kinds(&self) -> [&Cells; 3] {
        [&self.vertices, &self.lines, &self.polygons]
    }

    pub(super) fn check(&self) -> Result<(), Problem> {
        let count = self.points.len();
        let mut cells = 0;
        for kind in self.kinds() {
            let bad = kind.connectivity.iter().position(|&point| point as usize >= count);
            if let Some(place) = bad {
                let before = kind.ends.partition_point(|&end| end <= place as u64);
                let point = kind.connectivity[place];
                return Err(Problem::NoPoint { cell: cells + before, point, count });
            }
            cells += kind.ends.len();
        }
        self.point_data.check("points", count)?;
        self.cell_data.check("cells", cells)
    }
}
