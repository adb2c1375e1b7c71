//! The scenes as plain arrays for other programs, with our times and contacts.
//!
//! For each stage a folder with `facets.u32` (three nodes each), `bodies.u32` (of each node),
//! `positions.f64` (step 0 and all others, all nodes each), `contacts.f64` (of facets at step 0:
//! bodies, gap), `settings.txt` (margin, steps, whether bodies are in contact with themselves) and
//! `times.txt` (a line for each resolution: its name, milliseconds cold, moving mean and median,
//! contacts). `blocks` has the facets and positions of the bodies of the set-up, and their times.
//! With `only=NAME,NAME` just these stages, and no blocks.

use std::path::Path;

use crate::argument;
use crate::setup;
use crate::stage::{RESOLUTIONS, Stage, crush, plates, sparse};
use crate::steps::measure;
use gapkit::mesh::TetMesh;
use gapkit::scene::Resolution;

pub(crate) fn write(folder: &Path) {
    let threads = argument("threads").and_then(|n| n.parse().ok()).unwrap_or(2);
    let stages = sparse().into_iter().chain(crush()).chain([plates(29), plates(91)]);
    let only = argument("only");
    let is_wanted = |stage: &Stage| {
        only.as_ref().is_none_or(|names| names.split(',').any(|name| name == stage.name))
    };
    for stage in stages.filter(is_wanted) {
        write_stage(&folder.join(&stage.name), &stage, threads);
    }
    if only.is_some() {
        return;
    }
    for (name, mesh) in setup::bodies() {
        let folder = folder.join("blocks").join(name);
        let (_, scene) = setup::times(&mesh);
        write_file(&folder, "times.txt", format!("{} {scene}\n", mesh.tets().len()));
        write_file(&folder, "facets.u32", facets(std::slice::from_ref(&mesh)));
        write_file(&folder, "positions.f64", bytes(mesh.nodes()));
    }
}

fn write_stage(folder: &Path, stage: &Stage, threads: usize) {
    let write = |name: &str, bytes: Vec<u8>| write_file(folder, name, bytes);
    let bodies = stage.meshes.iter().zip(0u32..);
    let bodies =
        bodies.flat_map(|(mesh, body)| mesh.nodes().iter().flat_map(move |_| body.to_le_bytes()));
    write("facets.u32", facets(&stage.meshes));
    write("bodies.u32", bodies.collect());
    let mut positions = Vec::new();
    for step in 0..=stage.steps {
        for body in 0..stage.meshes.len() {
            positions.extend(bytes(&stage.positions(body, step)));
        }
    }
    write("positions.f64", positions);
    let mut scene = stage.scene(stage.config(Resolution::Facet, threads));
    let rows = scene.detect().iter().flat_map(|contact| {
        let [a, b] = contact.sides.each_ref().map(|side| f64::from(side.body));
        [a, b, contact.gap]
    });
    write("contacts.f64", rows.flat_map(f64::to_le_bytes).collect());
    let settings = format!("{} {} {}\n", stage.margin, stage.steps, u8::from(stage.self_contact));
    write("settings.txt", settings.into_bytes());
    let mut lines = String::new();
    for resolution in RESOLUTIONS {
        let times = measure(stage, stage.config(resolution, threads));
        let (cold, mean, median) = (times.cold, times.mean, times.median);
        let contacts = times.last.contacts;
        lines += &format!("{resolution:?} {cold} {mean} {median} {contacts}\n");
    }
    write("times.txt", lines.into_bytes());
}

fn write_file(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) {
    std::fs::create_dir_all(folder).expect("the folder can be made");
    std::fs::write(folder.join(name), bytes).expect("the folder can be written to");
}

/// The exposed facets of meshes whose nodes are in one array.
fn facets(meshes: &[TetMesh]) -> Vec<u8> {
    let (mut facets, mut first) = (Vec::new(), 0);
    for mesh in meshes {
        let boundary = mesh.boundary();
        let nodes = boundary.facets().iter().flatten().map(|node| node + first);
        facets.extend(nodes.flat_map(u32::to_le_bytes));
        first += mesh.nodes().len() as u32;
    }
    facets
}

fn bytes(nodes: &[[f64; 3]]) -> Vec<u8> {
    nodes.iter().flatten().flat_map(|x| x.to_le_bytes()).collect()
}
