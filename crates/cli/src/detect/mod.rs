//! `gapkit detect`: the contacts between meshes.

mod blocks;
mod bodies;
mod json;
mod report;
mod table;

use std::path::PathBuf;
use std::time::Instant;

use clap::builder::TypedValueParser;
use gapkit::broad::Method;
use gapkit::scene::{BodyOptions, Config, Resolution, Scene};

use super::error::Error;
use super::output::{Kind, Target};
use super::progress::Progress;
use super::reading::Reading;
use bodies::Body;
use report::{Margin, Report};

const EXAMPLES: &str = "\
Examples:
  gapkit body knot --scale 0.05 --at 0.2 0.2 0.25 --out knot.vtu
  gapkit detect assets/bunny_coarse.vtu knot.vtu
  gapkit detect --margin 0.05 --out contacts.vtp assets/bunny_coarse.vtu knot.vtu
  gapkit detect --out contacts.vtm assets/bunny_coarse.vtu knot.vtu
  gapkit detect --json assembly.msh
  gapkit detect --by component merged.vtu
  gapkit detect --self --margin 0.05 knot.vtu

Formats: VTK (.vtu, .vtk), Gmsh (.msh, 2.2 and 4.1), Abaqus (.inp), LS-DYNA (.k, .key, .dyn),
Nastran (.bdf, .nas). Each file is a body. A file by
itself is taken apart: each of its regions is a body. With --by component, each part that is connected by
shared nodes is one, in any number of files, and is called `FILE:component 1`, 2 and so on in the order of their first
elements. Elements and nodes are called by the numbers that they have in the file.

A pair of bodies has as `minimum gap` the smallest gap where they are apart, and as `deepest
penetration` the largest overlap; `contact area` is the sum of the shares of all contacts. The least gap
of all is that of --resolution facet: surfaces that do not face each other, as two corners or crossing
ridges at a distance, have no area in common.

The hash is FNV-1a with 64 bits over all fields of all contacts, bit by bit and in order. Except for
pieces it is the same for any number of threads, either broad phase and any partition into pieces:
two runs with one hash have found the same contacts to the last bit.

The file of --out opens in ParaView. Each contact is a vertex on body A with a line to the point on body
B; colour by `gap`. For the normals, apply the filter Glyph with the orientation array `normal`; Threshold
by `side` = 0 before leaves one arrow for each contact. With a name that ends with .vtm the surfaces of the bodies are
beside the contacts, as blocks with the names of the bodies; colour their facets by `gap` or `contact_area`. The files of
the blocks are in a folder of the same name.

Shells with a thickness, and beams with a radius, are bodies too: by the sections of LS-DYNA, Nastran and
Abaqus files, and the cell data `thickness` and `radius` of VTK files. In a file of faces alone all of them are: the
skin of a solid where they are closed and have no thickness, else a shell.

Quadratic elements are flat between their nodes: a note tells how many there are in a file, and how
far the nodes on edges are off straight edges.

The exit code is 0 whether there are contacts or not. It is 2 for wrong input.";

/// The contacts between meshes, or between the regions of one.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The meshes.
    #[arg(required = true, value_name = "MESH")]
    meshes: Vec<PathBuf>,
    /// Report contacts whose gap is at most M [default: 1 % of the diagonal of the smallest body].
    #[arg(long, value_name = "M", value_parser = margin, allow_negative_numbers = true)]
    margin: Option<f64>,
    /// What is a body.
    #[arg(long, value_enum, default_value_t)]
    by: By,
    /// What a contact is between [default: facet; surface where there are shells or beams, which have no
    /// others].
    #[arg(long, value_enum)]
    resolution: Option<ResolutionArg>,
    /// Find contacts within each body too.
    #[arg(long = "self")]
    within: bool,
    /// How many threads to use; 0 means one for each processor.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = threads())]
    threads: u16,
    /// How candidates are found.
    #[arg(long, value_enum, default_value_t)]
    broad: Broad,
    /// Measure gaps from the outside of a layer of this thickness around all bodies.
    #[arg(long, value_name = "T", default_value_t = 0.0, value_parser = thickness,
          allow_negative_numbers = true)]
    thickness: f64,
    #[command(flatten)]
    reading: Reading,
    /// Turn inverted elements over instead of refusing them.
    #[arg(long)]
    repair: bool,
    /// Write the contacts to this .vtp file, or contacts and surfaces to this .vtm file.
    #[arg(long, value_name = "FILE", value_parser = contacts_file)]
    out: Option<Target>,
    /// Print a JSON object, with every contact.
    #[arg(long)]
    json: bool,
}

/// What is a body, on the command line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum By {
    /// Each file; each region of a file by itself.
    #[default]
    Region,
    /// Each part of a file that is connected by shared nodes, whatever its region.
    Component,
}

impl By {
    fn name(self) -> &'static str {
        match self {
            Self::Region => "region",
            Self::Component => "component",
        }
    }
}

/// The names of the resolutions on the command line.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum ResolutionArg {
    /// Convex pieces, one contact for each pair: for rigid bodies.
    Piece,
    /// The locally nearest pairs of nodes, edges and facets: for the least gap.
    Facet,
    /// The area that facing facets have in common, and sharp nodes: for forces.
    Surface,
}

impl ResolutionArg {
    fn name(self) -> &'static str {
        match self {
            Self::Piece => "piece",
            Self::Facet => "facet",
            Self::Surface => "surface",
        }
    }
}

impl From<ResolutionArg> for Resolution {
    fn from(resolution: ResolutionArg) -> Self {
        match resolution {
            ResolutionArg::Piece => Self::Piece,
            ResolutionArg::Facet => Self::Facet,
            ResolutionArg::Surface => Self::Surface,
        }
    }
}

/// The names of the broad phases on the command line.
#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
pub(crate) enum Broad {
    /// An R-tree over pieces.
    #[default]
    Rtree,
    /// Every pair: slow, and the same contacts.
    Brute,
}

impl From<Broad> for Method {
    fn from(broad: Broad) -> Self {
        match broad {
            Broad::Rtree => Self::RTree,
            Broad::Brute => Self::Brute,
        }
    }
}

/// More threads than any machine has would only use up its memory.
pub(crate) fn threads() -> impl TypedValueParser<Value = u16> {
    clap::value_parser!(u16).range(0..=1024)
}

fn margin(text: &str) -> Result<f64, String> {
    let value = text.parse().map_err(|_| "not a number".to_owned())?;
    Config::new(value).map(|_| value).map_err(|error| error.to_string())
}

fn thickness(text: &str) -> Result<f64, String> {
    let value = text.parse().map_err(|_| "not a number".to_owned())?;
    let checked = BodyOptions::default().with_thickness(value);
    checked.map(|_| value).map_err(|error| error.to_string())
}

fn contacts_file(text: &str) -> Result<Target, String> {
    Target::parse(text, "contacts", &[Kind::Vtp, Kind::Vtm])
}

/// The text to print.
pub(super) fn run(args: &Args) -> Result<String, Error> {
    if let Some(out) = &args.out {
        out.spare(&args.meshes)?;
    }
    let start = Instant::now();
    let progress = Progress::new("detect");
    let (bodies, files) = progress.during(0.0, || bodies::read(args))?;
    let margin = Margin::new(args.margin, &bodies);
    let is_thin = bodies.iter().any(|body| body.model.is_thin());
    let usual = if is_thin { ResolutionArg::Surface } else { ResolutionArg::Facet };
    let resolution = args.resolution.unwrap_or(usual);
    let mut scene = scene(args, margin.value, resolution)?;
    add(args, &mut scene, &bodies, &progress)?;
    let prepared = start.elapsed().as_secs_f64();
    let start = Instant::now();
    progress.during(share(bodies.len(), bodies.len()), || scene.detect().len());
    let detected = start.elapsed().as_secs_f64();
    drop(progress);
    if let Some(target) = &args.out {
        blocks::write(target, &scene, &bodies)?;
    }
    let report = Report {
        args,
        files: &files,
        bodies: &bodies,
        scene: &scene,
        margin,
        resolution,
        seconds: [prepared, detected],
    };
    Ok(if args.json { json::text(&report) } else { table::text(&report) })
}

fn scene(args: &Args, margin: f64, resolution: ResolutionArg) -> Result<Scene, Error> {
    let config = Config::new(margin)
        .map_err(|source| Error::Argument { name: "--margin", source })?
        .with_resolution(resolution.into())
        .with_broad(args.broad.into())
        .with_threads(args.threads.into());
    Scene::new(config).map_err(|source| Error::Argument { name: "--threads", source })
}

fn add(args: &Args, scene: &mut Scene, bodies: &[Body], progress: &Progress) -> Result<(), Error> {
    let options = BodyOptions::default()
        .with_thickness(args.thickness)
        .map_err(|source| Error::Argument { name: "--thickness", source })?
        .with_self_contact(args.within);
    for (done, body) in bodies.iter().enumerate() {
        let added = progress.during(share(done, bodies.len()), || body.model.add(scene, options));
        added.map_err(|source| {
            let named = source.with_node_numbers(|node| body.node(node as u32));
            Error::mesh(&body.file, named)
        })?;
    }
    Ok(())
}

/// The share of the job that is done before the next body, or before the detection.
fn share(done: usize, bodies: usize) -> f64 {
    done as f64 / (bodies + 1) as f64
}
