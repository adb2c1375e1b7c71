//! `gapkit info`: what is in a mesh file, and what is wrong with it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use gapkit::mesh::read::Contents;
use gapkit::mesh::{ElementKind, Elements, Faults, Orientation, Summary, TetMesh};
use serde::Serialize;

use super::detect::By;
use super::error::Error;
use super::numbers::{full, json};
use super::progress::Progress;
use super::reading::Reading;
use super::straightened::Straightened;
use super::thin::{self, Sizes};

const EXAMPLES: &str = "\
Examples:
  gapkit info assets/bunny_coarse.vtu
  gapkit info --json assets/bunny_coarse.vtu
  gapkit info --repair model.inp
  gapkit info --by component merged.vtu

Formats: VTK (.vtu, .vtk), Gmsh (.msh, 2.2 and 4.1), Abaqus (.inp), LS-DYNA (.k, .key, .dyn),
Nastran (.bdf, .nas). If the mesh is faulty, all its faults are told, by the numbers that elements and nodes have in the file, and the exit code is 2; of
faults of the same kind, the first ten. In VTK files numbers count from 0.

`components` are connected by faces. --by component lists the parts that are connected by shared nodes, which are the
bodies of `gapkit detect --by component`.";

/// What is in a mesh file, and what is wrong with it.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The mesh.
    mesh: PathBuf,
    #[command(flatten)]
    reading: Reading,
    /// Turn inverted elements over instead of refusing them.
    #[arg(long)]
    repair: bool,
    /// Also list the parts that are bodies of `detect`: regions are listed anyway.
    #[arg(long, value_enum, default_value_t)]
    by: By,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// The shares of the job that are done when the file is read and the mesh made.
const READ: f64 = 0.4;
const MADE: f64 = 0.8;

/// The text to print.
pub(super) fn run(args: &Args) -> Result<String, Error> {
    let progress = Progress::new("info");
    let contents = progress.during(0.0, || args.reading.mesh(&args.mesh))?;
    if contents.elements.kinds.is_empty() {
        return thin_info(args, &contents);
    }
    let orientation = if args.repair { Orientation::Repair } else { Orientation::Refuse };
    let mesh = || TetMesh::from_elements(&contents.elements, orientation);
    let Ok(mesh) = progress.during(READ, mesh) else {
        return Err(refuse(args, &contents, orientation));
    };
    let mut info = progress.during(MADE, || Info::new(&mesh.summary(), &contents));
    if args.by == By::Component {
        let parts = contents.elements.by_component();
        let parts = parts.map_err(|source| Error::mesh(&args.mesh, source))?;
        info.parts = Some(parts.iter().zip(1..).map(Part::of).collect());
    }
    Ok(if args.json { json(&info) } else { info.text() })
}

/// What is in a file without volumes.
fn thin_info(args: &Args, contents: &Contents) -> Result<String, Error> {
    thin::shells(&args.mesh, contents, None)?;
    thin::beams(&args.mesh, contents, None)?;
    let info = ThinInfo {
        nodes: contents.elements.nodes.len(),
        shells: Sizes::of(&contents.shells.thickness),
        beams: Sizes::of(&contents.beams.radii),
        cells_left_out: left_out(contents),
    };
    Ok(if args.json { json(&info) } else { info.text() })
}

/// Cells that are neither volumes, nor shells, nor beams.
fn left_out(contents: &Contents) -> usize {
    let thin = contents.shells.faces.len() + contents.beams.segments.len();
    contents.skipped.saturating_sub(thin)
}

/// What is in a file of shells and beams.
#[derive(Serialize)]
struct ThinInfo {
    nodes: usize,
    shells: Sizes,
    beams: Sizes,
    cells_left_out: usize,
}

impl ThinInfo {
    fn text(&self) -> String {
        let lines = [
            ("nodes", Some(self.nodes.to_string())),
            ("shells", self.shells.text("thickness")),
            ("beams", self.beams.text("radius")),
            ("cells left out", Some(self.cells_left_out.to_string())),
        ];
        let known = lines.into_iter().filter_map(|(name, text)| Some((name, text?)));
        known.map(|(name, value)| format!("{name:<16} {value}\n")).collect()
    }
}

/// All faults of the mesh.
fn refuse(args: &Args, contents: &Contents, orientation: Orientation) -> Error {
    let faults = contents.elements.faults(orientation);
    if args.json {
        let kind = |kind: &Faults| FaultKind {
            count: kind.count,
            first: kind.first.iter().map(ToString::to_string).collect(),
        };
        return Error::Report(json(&Broken { faults: faults.iter().map(kind).collect() }));
    }
    let repairable = !args.repair && contents.elements.faults(Orientation::Repair).is_empty();
    Error::Faulty(describe(&args.mesh, &faults, repairable))
}

fn describe(path: &Path, faults: &[Faults], repairable: bool) -> String {
    let count: usize = faults.iter().map(|kind| kind.count).sum();
    let noun = if count == 1 { "fault" } else { "faults" };
    let mut text = format!("{}: {count} {noun}", path.display());
    for kind in faults {
        for fault in &kind.first {
            text += &format!("\n  {fault}");
        }
        let more = kind.count - kind.first.len();
        if more > 0 {
            text += &format!("\n  and {more} more like these");
        }
    }
    if repairable {
        text += "\n--repair turns all inverted elements over; nothing else is wrong";
    }
    text
}

/// What is wrong with a mesh, as JSON.
#[derive(Serialize)]
struct Broken {
    faults: Vec<FaultKind>,
}

/// Faults of one kind, of which the first are told.
#[derive(Serialize)]
struct FaultKind {
    count: usize,
    first: Vec<String>,
}

/// What is in a mesh that has no faults. A size that is too large for a number is `null` in JSON.
#[derive(Serialize)]
struct Info {
    nodes: usize,
    unused_nodes: usize,
    elements: BTreeMap<&'static str, usize>,
    tetrahedra: usize,
    components: usize,
    exposed_facets: usize,
    volume: f64,
    low: [f64; 3],
    high: [f64; 3],
    edges: [f64; 2],
    volumes: [f64; 2],
    regions: Vec<Region>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<Vec<Part>>,
    cells_left_out: usize,
    shells: Sizes,
    beams: Sizes,
    quadratic: Straightened,
    faults: [FaultKind; 0],
}

#[derive(Serialize)]
struct Region {
    number: u32,
    name: Option<String>,
    elements: usize,
}

impl Info {
    fn new(summary: &Summary, contents: &Contents) -> Self {
        let kinds = ElementKind::ALL.into_iter().zip(summary.elements);
        Self {
            nodes: summary.nodes,
            unused_nodes: summary.orphans,
            elements: kinds.map(|(kind, count)| (kind.name(), count)).collect(),
            tetrahedra: summary.tets,
            components: summary.components,
            exposed_facets: summary.facets,
            volume: summary.volume,
            low: summary.low,
            high: summary.high,
            edges: [summary.smallest_edge, summary.largest_edge],
            volumes: [summary.smallest_volume, summary.largest_volume],
            regions: regions(contents),
            parts: None,
            cells_left_out: contents.skipped,
            shells: Sizes::of(&contents.shells.thickness),
            beams: Sizes::of(&contents.beams.radii),
            quadratic: contents.quadratic.into(),
            faults: [],
        }
    }

    fn text(&self) -> String {
        let mut lines = vec![
            ("nodes", format!("{} ({} at no corner of an element)", self.nodes, self.unused_nodes)),
            ("elements", self.elements.values().sum::<usize>().to_string()),
        ];
        let kinds = self.elements.iter().filter(|(_, count)| **count > 0);
        lines.extend(kinds.map(|(kind, count)| ("", format!("{count} {kind}"))));
        let range = |[from, to]: [f64; 2]| format!("{} .. {}", full(from), full(to));
        let [x, y, z] = [0, 1, 2].map(|axis| range([self.low[axis], self.high[axis]]));
        lines.extend([
            ("tetrahedra", self.tetrahedra.to_string()),
            ("components", self.components.to_string()),
            ("exposed facets", self.exposed_facets.to_string()),
            ("volume", full(self.volume)),
            ("x", x),
            ("y", y),
            ("z", z),
            ("edges", range(self.edges)),
            ("volumes", range(self.volumes)),
            ("regions", self.regions.len().to_string()),
        ]);
        lines.extend(self.regions.iter().map(|region| ("", region.text())));
        if let Some(parts) = &self.parts {
            lines.push(("parts", parts.len().to_string()));
            lines.extend(parts.iter().map(|part| ("", part.text())));
        }
        lines.extend(self.shells.text("thickness").map(|text| ("shells", text)));
        lines.extend(self.beams.text("radius").map(|text| ("beams", text)));
        lines.push(("cells left out", self.cells_left_out.to_string()));
        lines.extend(self.quadratic.note().map(|note| ("note", note)));
        lines.iter().fold(String::new(), |mut text, (name, value)| {
            writeln!(text, "{name:<16} {value}")
                .expect("invariant: a string takes what is written");
            text
        })
    }
}

/// A part that is connected by shared nodes.
#[derive(Serialize)]
struct Part {
    component: u32,
    elements: usize,
    first_element: u64,
}

impl Part {
    fn of((elements, component): (&Elements, u32)) -> Self {
        let first_element = elements.numbers.first().copied().unwrap_or(0);
        Self { component, elements: elements.kinds.len(), first_element }
    }

    fn text(&self) -> String {
        let Self { component, elements, first_element } = self;
        let noun = if *elements == 1 { "element" } else { "elements" };
        format!("component {component}: {elements} {noun}, the first is {first_element}")
    }
}

impl Region {
    fn text(&self) -> String {
        let name = self.name.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
        let noun = if self.elements == 1 { "element" } else { "elements" };
        format!("{}{name}: {} {noun}", self.number, self.elements)
    }
}

/// The regions that have elements, and those that only have a name.
fn regions(contents: &Contents) -> Vec<Region> {
    let names = contents.region_names.keys().map(|&number| (number, 0));
    let mut counts: BTreeMap<u32, usize> = names.collect();
    for &region in &contents.elements.regions {
        *counts.entry(region).or_insert(0) += 1;
    }
    let region = |(number, elements)| Region {
        number,
        name: contents.region_names.get(&number).cloned(),
        elements,
    };
    counts.into_iter().map(region).collect()
}
