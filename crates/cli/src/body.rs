//! `gapkit body`: meshes of bodies made by formula, as files.

use clap::Subcommand;
use gapkit::mesh::TetMesh;
use gapkit::mesh::bodies::{self, Cylinder, GearTooth, Knot};
use gapkit::vtk::{Encoding, Legacy, Surface, Volume};

use super::error::Error;
use super::output::{Kind, Target};
use super::progress::Progress;
use super::stl;

const EXAMPLES: &str = "\
Examples:
  gapkit body block --cells 55 55 55 --out block.vtu && gapkit partition block.vtu
  gapkit body knot --out knot.vtu
  gapkit body knot --scale 0.05 --at 0.2 0.2 0.25 --out knot.vtu
  gapkit body sphere --radius 2 --layers 8 --out sphere.vtu
  gapkit body cylinder --sides 24 --rings 4 --layers 10 --out cylinder.vtu
  gapkit body gear --teeth 30 --out tooth.vtu
  gapkit body gear --ascii --out tooth.vtk

The files hold tetrahedra; the cell data `element` tells which hexahedron or wedge each one was cut
from. An .stl or .vtp file holds the surface alone.";

/// The mesh of a block, a sphere, a cylinder, a gear tooth or a knot, as a file.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(subcommand)]
    body: Body,
    /// Scale the body by this factor.
    #[arg(
        long,
        value_name = "S",
        default_value_t = 1.0,
        value_parser = scale,
        global = true,
        allow_negative_numbers = true
    )]
    scale: f64,
    /// Then move it by so much along each axis.
    #[arg(long, num_args = 3, value_names = ["X", "Y", "Z"], default_values_t = [0.0, 0.0, 0.0],
          global = true, allow_negative_numbers = true)]
    at: Vec<f64>,
    /// Write .vtk files as text.
    #[arg(long, global = true)]
    ascii: bool,
    /// Write the mesh to this .vtu or .vtk file, or its surface to this .vtp or .stl file.
    #[arg(long, value_name = "FILE", global = true, value_parser = target)]
    out: Option<Target>,
}

#[derive(Debug, Subcommand)]
enum Body {
    /// A block of hexahedra, each cut into six tetrahedra.
    Block {
        /// How many hexahedra there are along each axis.
        #[arg(long, num_args = 3, value_names = ["X", "Y", "Z"], default_values_t = [10, 10, 10])]
        cells: Vec<usize>,
        /// How long the block is along each axis [default: 1 for each cell].
        #[arg(long, num_args = 3, value_names = ["X", "Y", "Z"], allow_negative_numbers = true)]
        size: Option<Vec<f64>>,
    },
    /// A solid sphere.
    Sphere {
        /// Its radius.
        #[arg(long, default_value_t = 1.0, allow_negative_numbers = true)]
        radius: f64,
        /// How many layers there are; the sphere has 20 times their cube of tetrahedra.
        #[arg(long, default_value_t = 6)]
        layers: usize,
    },
    /// A cylinder along the z axis.
    Cylinder {
        /// Its radius.
        #[arg(long, default_value_t = 1.0, allow_negative_numbers = true)]
        radius: f64,
        /// Its height.
        #[arg(long, default_value_t = 2.0, allow_negative_numbers = true)]
        height: f64,
        /// How many sectors its section has.
        #[arg(long, default_value_t = 16)]
        sides: usize,
        /// How many rings its section has.
        #[arg(long, default_value_t = 3)]
        rings: usize,
        /// How many layers there are along its axis.
        #[arg(long, default_value_t = 6)]
        layers: usize,
    },
    /// One tooth of an involute spur gear, of module 1 and thickness 1.
    Gear {
        /// How many teeth the gear has.
        #[arg(long, default_value_t = 30)]
        teeth: u32,
        /// How many steps the involute is made of.
        #[arg(long, default_value_t = 8)]
        profile: usize,
    },
    /// A torus knot as a closed rope.
    Knot {
        /// How often it goes around the axis of the torus.
        #[arg(short, default_value_t = 2)]
        p: u32,
        /// How often it goes around the tube of the torus.
        #[arg(short, default_value_t = 3)]
        q: u32,
        /// How many sections there are along the rope.
        #[arg(long, default_value_t = 44)]
        sections: usize,
        /// How many sectors the section of the rope has.
        #[arg(long, default_value_t = 5)]
        sides: usize,
        /// How many rings the section of the rope has.
        #[arg(long, default_value_t = 1)]
        rings: usize,
        /// The radius of the rope.
        #[arg(long, default_value_t = 0.5, allow_negative_numbers = true)]
        rope: f64,
    },
}

impl Body {
    fn mesh(&self) -> Result<TetMesh, gapkit::Error> {
        match *self {
            Self::Block { ref cells, ref size } => {
                let cells = [0, 1, 2].map(|k| cells[k]);
                let size = size.as_ref().map(|size| [0, 1, 2].map(|k| size[k]));
                bodies::block(cells, size.unwrap_or(cells.map(|n| n as f64)))
            }
            Self::Sphere { radius, layers } => bodies::sphere(radius, layers),
            Self::Cylinder { radius, height, sides, rings, layers } => {
                bodies::cylinder(&Cylinder { radius, height, sides, rings, layers })
            }
            Self::Gear { teeth, profile } => {
                bodies::gear_tooth(&GearTooth::standard(teeth, profile))
            }
            Self::Knot { p, q, sections, sides, rings, rope } => {
                bodies::knot(&Knot { p, q, rope, ..Knot::trefoil(sections, sides, rings) })
            }
        }
    }
}

fn target(text: &str) -> Result<Target, String> {
    Target::parse(text, "bodies", &[Kind::Vtu, Kind::Vtp, Kind::Stl, Kind::Vtk])
}

fn scale(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    let is_good = value.is_finite() && value > 0.0;
    if is_good { Ok(value) } else { Err("it must be finite and > 0".to_owned()) }
}

/// The nodes, scaled and moved. Far away from the origin rounding may flatten tetrahedra, which is
/// an error.
fn place(mesh: &TetMesh, scale: f64, at: &[f64]) -> Result<Vec<[f64; 3]>, gapkit::Error> {
    let place = |node: &[f64; 3]| [0, 1, 2].map(|k| scale * node[k] + at[k]);
    let nodes: Vec<[f64; 3]> = mesh.nodes().iter().map(place).collect();
    TetMesh::new(nodes.clone(), mesh.tets().to_vec())?;
    Ok(nodes)
}

/// The shares of the job that are done when the mesh is made, and when it is in its place.
const MADE: f64 = 0.4;
const PLACED: f64 = 0.6;

/// The text to print.
pub(super) fn run(args: &Args) -> Result<String, Error> {
    let out = args.out.as_ref().ok_or(Error::NoOut)?;
    let progress = Progress::new("body");
    let mesh = progress.during(0.0, || args.body.mesh()).map_err(Error::Body)?;
    let nodes =
        progress.during(MADE, || place(&mesh, args.scale, &args.at)).map_err(Error::Body)?;
    let form = if args.ascii { Legacy::Ascii } else { Legacy::Binary };
    progress.during(PLACED, || write(out, form, &mesh, &nodes))?;
    let (nodes, tets) = (mesh.nodes().len(), mesh.tets().len());
    let (facets, path) = (mesh.boundary().facets().len(), out.path.display());
    Ok(format!("{path}: {nodes} nodes, {tets} tetrahedra, {facets} exposed facets\n"))
}

fn write(out: &Target, form: Legacy, mesh: &TetMesh, nodes: &[[f64; 3]]) -> Result<(), Error> {
    if out.kind == Kind::Vtk {
        let file = Volume::tets(nodes, mesh.tets()).cell_data("element", mesh.owners());
        return Ok(file.write_legacy(&out.path, form)?);
    }
    if out.kind == Kind::Vtu {
        let file = Volume::tets(nodes, mesh.tets()).cell_data("element", mesh.owners());
        return Ok(file.encoding(Encoding::RawZlib).write(&out.path)?);
    }
    let boundary = mesh.boundary();
    let facets = boundary.facets();
    if out.kind == Kind::Stl {
        return out.write(stl::text(nodes, facets).as_bytes());
    }
    let mut used: Vec<u32> = facets.iter().flatten().copied().collect();
    used.sort_unstable();
    used.dedup();
    let points: Vec<[f64; 3]> = used.iter().map(|&node| nodes[node as usize]).collect();
    let place = |node: u32| used.partition_point(|&known| known < node) as u32;
    let triangles: Vec<[u32; 3]> = facets.iter().map(|facet| facet.map(place)).collect();
    let owner = |facet: usize| mesh.owners()[boundary.tet(facet) as usize];
    let elements: Vec<u32> = (0..facets.len()).map(owner).collect();
    let file = Surface::new(&points).triangles(&triangles).cell_data("element", &elements);
    Ok(file.encoding(Encoding::RawZlib).write(&out.path)?)
}
