//! Reading meshes and point sets from files.
//!
//! | file | variants |
//! |---|---|
//! | VTK XML, `.vtu` | ASCII, base64, appended raw or base64; plain, zlib, LZ4, LZMA; any number of pieces |
//! | VTK legacy, `.vtk` | ASCII and binary, versions up to 5.1 |
//! | Gmsh, `.msh` | 2.x and 4.1, ASCII and binary |
//! | Abaqus, `.inp` | solid, shell, membrane, beam and truss elements; parts that are not moved |
//! | LS-DYNA, `.k`, `.key`, `.dyn` | solids, shells and beams by parts, with their sections, sets; columns of any width, commas |
//! | Nastran, `.bdf`, `.nas` | solids, shells, bars and rods by properties, sets; small, large and free fields |
//! | STL, OBJ, PLY | as point sets only ([`read_points`]) |
//!
//! A file that is cut off, damaged or of another kind gives an error with the line, or the byte in
//! binary data. No count in a file is believed before the file is seen to be long enough for it, and
//! compressed data expand no more than [`Options`] allow.

mod abaqus;
mod card;
mod cell;
mod cursor;
mod degenerate;
mod dyna;
mod error;
mod gmsh;
mod grid;
mod legacy;
#[cfg(feature = "vtkio")]
mod model;
mod nastran;
mod options;
mod points;
mod quadratic;
mod regions;
mod scalar;
mod sets;
mod tagged;
mod thin;
mod vtu;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::mesh::Elements;
use error::{Parsed, Problem, ReadFault};

pub use error::ReadError;
#[cfg(feature = "vtkio")]
pub use model::{Triangles, from_vtkio, points_from_vtkio, triangles_from_vtkio};
pub use options::Options;
pub use quadratic::Quadratic;
pub use sets::{Members, Set, SetKind};
pub use thin::{Beams, Shells};

/// What a mesh file holds.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Contents {
    /// The nodes and the volume elements, in the order of the file.
    pub elements: Elements,
    /// The names of regions, where the file has any.
    pub region_names: BTreeMap<u32, String>,
    /// How many cells are not among the elements because they are not volumes: points, beams, shells.
    pub skipped: usize,
    /// The shells among these, and the faces that files have on the outside of volumes.
    pub shells: Shells,
    /// The beams among these.
    pub beams: Beams,
    /// The quadratic elements among them.
    pub quadratic: Quadratic,
    /// The sets of nodes and elements of LS-DYNA and Nastran files.
    pub sets: Vec<Set>,
}

/// Reads a mesh.
///
/// Quadratic elements keep all of their nodes, but for pyramids with nodes on their faces and
/// hexahedra with nodes on four of them, which keep their corners. Hexahedra with repeated nodes are the wedges, pyramids or tetrahedra that they are. Volume
/// elements of other kinds are an error, because leaving them out would leave a hole.
/// Wedges keep the order of the file, which may be either; see
/// [`ElementKind`](crate::mesh::ElementKind).
///
/// Shells and beams are [`Contents::shells`] and [`Contents::beams`]: triangles, quadrangles and lines, straight or
/// quadratic. Their thickness or radius is that of the section or property of LS-DYNA, Nastran and
/// Abaqus files, of round bars with the same area where only that is told, and in VTK files the cell
/// data `thickness` and `radius`; files of Gmsh have none.
///
/// Numbers and regions are those of the file; VTK numbers nodes from 0. Elements: in VTK files they
/// are cell data: an array with a name such as `region`, `body`, `material` or `gmsh:physical`
/// gives the regions, one such as `number` or `GlobalElementId` the numbers; otherwise the regions
/// are 0 and the elements are numbered from 0. In Gmsh files the region is the physical tag, or the
/// elementary tag where there is none. In LS-DYNA files it is the part, in Nastran files the
/// property. In Abaqus files the region is the element set of the solid
/// section, or else the first set with the element in it; sets are numbered from 1 and 0 means no
/// set.
///
/// Sets of LS-DYNA files that list their members (`*SET_NODE`, `_SOLID`, `_SHELL`, `_BEAM` and `_PART`, also
/// generated) and `SET1` and `SET3` of Nastran files are [`Contents::sets`].
///
/// # Errors
///
/// If the file cannot be read, is not of a known kind, is damaged, or has no elements.
///
/// ```no_run
/// let mesh = gapkit::mesh::read("bunny.vtu")?;
/// println!("{} nodes, {} cells left out", mesh.elements.nodes.len(), mesh.skipped);
/// # Ok::<(), gapkit::mesh::ReadError>(())
/// ```
pub fn read(path: impl AsRef<Path>) -> Result<Contents, ReadError> {
    Options::default().read(path)
}

/// Reads a mesh from the content of a file; the path is for its extension and for messages.
///
/// # Errors
///
/// As [`read`].
///
/// ```
/// let text = "*NODE\n1, 0, 0, 0\n2, 1, 0, 0\n3, 0, 1, 0\n5, 0, 0, 1\n\
///             *ELEMENT, TYPE=C3D4, ELSET=body\n7, 1, 2, 3, 5\n";
/// let mesh = gapkit::mesh::read::parse("tet.inp", text.as_bytes())?;
/// assert_eq!(mesh.elements.connectivity, [0, 1, 2, 3]);
/// assert_eq!(mesh.elements.numbers, [7]);
/// assert_eq!(mesh.region_names[&mesh.elements.regions[0]], "body");
/// # Ok::<(), gapkit::mesh::ReadError>(())
/// ```
pub fn parse(path: impl AsRef<Path>, bytes: &[u8]) -> Result<Contents, ReadError> {
    Options::default().parse(path, bytes)
}

/// Reads the points of an STL, OBJ or PLY file, or the nodes of a mesh.
///
/// Points are in the order of the file. The corners of an STL file appear once each, in the order
/// of their first appearance.
///
/// # Errors
///
/// If the file cannot be read, is not of a known kind, is damaged, or has no points.
///
/// ```no_run
/// let points = gapkit::mesh::read_points("bracket.stl")?;
/// let shape = gapkit::shape::PointSet::new(&points);
/// # Ok::<(), gapkit::mesh::ReadError>(())
/// ```
pub fn read_points(path: impl AsRef<Path>) -> Result<Vec<[f64; 3]>, ReadError> {
    Options::default().read_points(path)
}

/// Reads points from the content of a file; the path is for its extension and for messages.
///
/// # Errors
///
/// As [`read_points`].
///
/// ```
/// let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
/// let points = gapkit::mesh::read::parse_points("triangle.obj", text.as_bytes())?;
/// assert_eq!(points, [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
/// # Ok::<(), gapkit::mesh::ReadError>(())
/// ```
pub fn parse_points(path: impl AsRef<Path>, bytes: &[u8]) -> Result<Vec<[f64; 3]>, ReadError> {
    Options::default().parse_points(path, bytes)
}

const MESHES: &str = ".vtu, .vtk, .msh, .inp, .k and .bdf";

#[derive(Debug, Clone, Copy)]
enum Format {
    Vtu,
    Legacy,
    Gmsh,
    Abaqus,
    Dyna,
    Nastran,
}

impl Format {
    /// The format by the first bytes, and by the extension where they do not tell.
    fn of(path: &Path, bytes: &[u8]) -> Option<Self> {
        // Their comments begin as a file of Gmsh does.
        match extension(path).as_str() {
            "k" | "key" | "dyn" => return Some(Self::Dyna),
            "bdf" | "nas" => return Some(Self::Nastran),
            _ => {}
        }
        let start = bytes.trim_ascii_start();
        if start.starts_with(b"# vtk") {
            return Some(Self::Legacy);
        }
        if start.starts_with(b"$") {
            return Some(Self::Gmsh);
        }
        if start.starts_with(b"<") {
            return Some(Self::Vtu);
        }
        match extension(path).as_str() {
            "vtu" => Some(Self::Vtu),
            "vtk" => Some(Self::Legacy),
            "msh" => Some(Self::Gmsh),
            "inp" => Some(Self::Abaqus),
            _ => None,
        }
    }
}

fn mesh(format: Format, bytes: &[u8], options: &Options) -> Parsed<Contents> {
    match format {
        Format::Vtu => vtu::read(bytes, options.max_expansion),
        Format::Legacy => legacy::read(bytes),
        Format::Gmsh => gmsh::read(bytes),
        Format::Abaqus => abaqus::read(bytes),
        Format::Dyna => dyna::read(bytes),
        Format::Nastran => nastran::read(bytes),
    }
}

fn some_elements(mut contents: Contents) -> Parsed<Contents> {
    let Contents { elements, shells, beams, .. } = &contents;
    if elements.kinds.is_empty() && shells.faces.is_empty() && beams.segments.is_empty() {
        return Err(ReadFault::whole(Problem::Nothing {
            what: "volume elements, shells or beams",
        }));
    }
    quadratic::sort_nodes(&mut contents.elements);
    Ok(contents)
}

fn some_points(points: Vec<[f64; 3]>) -> Parsed<Vec<[f64; 3]>> {
    if points.is_empty() {
        return Err(ReadFault::whole(Problem::Nothing { what: "points" }));
    }
    Ok(points)
}

fn load(path: &Path) -> Result<Vec<u8>, ReadError> {
    fs::read(path).map_err(|source| ReadError::unreadable(path, source))
}

fn extension(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}
