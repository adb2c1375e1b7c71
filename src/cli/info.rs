//! `gapkit info`: what is in a mesh file, and what is wrong with it.

use std::fmt::Write;
use std::path::PathBuf;

use gapkit::mesh::{self, ElementKind, Orientation, Summary, TetMesh};

use super::error::Error;

const EXAMPLES: &str = "\
Examples:
  gapkit info assets/bunny_coarse.vtu
  gapkit info --repair model.inp

Formats: VTK (.vtu, .vtk), Gmsh (.msh, 2.2 and 4.1), Abaqus (.inp). The first fault found is named with
its element or node, and the exit code is 2.";

/// What is in a mesh file, and what is wrong with it.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The mesh.
    mesh: PathBuf,
    /// Turn inverted elements over instead of refusing them.
    #[arg(long)]
    repair: bool,
}

/// The text to print.
pub(super) fn run(args: &Args) -> Result<String, Error> {
    let contents = mesh::read(&args.mesh)?;
    let orientation = if args.repair { Orientation::Repair } else { Orientation::Refuse };
    let mesh = TetMesh::from_elements(&contents.elements, orientation)
        .map_err(|error| Error::mesh(&args.mesh, error))?;
    let summary = mesh.summary();
    let mut regions = contents.elements.regions.clone();
    regions.sort_unstable();
    regions.dedup();
    let mut text = describe(&summary);
    let mut line = |name: &str, value: String| {
        writeln!(text, "{name:<16} {value}").expect("invariant: a string takes what is written");
    };
    line("regions", regions.len().to_string());
    for (number, name) in &contents.region_names {
        line("", format!("{number}: {name}"));
    }
    line("cells left out", contents.skipped.to_string());
    Ok(text)
}

fn describe(summary: &Summary) -> String {
    let mut lines = vec![
        ("nodes", format!("{} ({} in no element)", summary.nodes, summary.orphans)),
        ("elements", summary.elements.iter().sum::<usize>().to_string()),
    ];
    for (kind, count) in ElementKind::ALL.into_iter().zip(summary.elements) {
        if count > 0 {
            lines.push(("", format!("{count} {}", kind.name())));
        }
    }
    let [x, y, z] = [0, 1, 2].map(|k| format!("{:?} .. {:?}", summary.low[k], summary.high[k]));
    lines.extend([
        ("tetrahedra", summary.tets.to_string()),
        ("components", summary.components.to_string()),
        ("exposed facets", summary.facets.to_string()),
        ("volume", format!("{:?}", summary.volume)),
        ("x", x),
        ("y", y),
        ("z", z),
        ("edges", format!("{:?} .. {:?}", summary.smallest_edge, summary.largest_edge)),
        ("volumes", format!("{:?} .. {:?}", summary.smallest_volume, summary.largest_volume)),
    ]);
    lines.iter().fold(String::new(), |mut text, (name, value)| {
        writeln!(text, "{name:<16} {value}").expect("invariant: a string takes what is written");
        text
    })
}
