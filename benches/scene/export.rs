//! The scenes as plain arrays for other programs, with our times and contacts.
//!
//! For each stage a folder with `facets.u32` (three nodes each), `bodies.u32` (of each node),
//! `positions.f64` (steps 0 to 200, all nodes each), `contacts.f64` (at step 0: bodies, gap) and
//! `times.txt`.

use std::path::Path;

use gapkit::scene::{Config, Resolution};

use crate::stage::{MARGIN, STEPS, stages};
use crate::steps;

pub(crate) fn write(folder: &Path) {
    let threads =
        std::env::args().find_map(|a| a.strip_prefix("threads=").and_then(|n| n.parse().ok()));
    for stage in stages() {
        let folder = folder.join(stage.name);
        std::fs::create_dir_all(&folder).expect("the folder can be made");
        let write = |name: &str, bytes: Vec<u8>| {
            std::fs::write(folder.join(name), bytes).expect("the folder can be written to");
        };
        let (mut facets, mut bodies, mut first) = (Vec::new(), Vec::new(), 0u32);
        for (mesh, body) in stage.meshes.iter().zip(0u32..) {
            let nodes =
                mesh.boundary().facets().iter().flatten().map(|n| n + first).collect::<Vec<_>>();
            facets.extend(nodes.into_iter().flat_map(u32::to_le_bytes));
            bodies.extend(mesh.nodes().iter().flat_map(|_| body.to_le_bytes()));
            first += mesh.nodes().len() as u32;
        }
        write("facets.u32", facets);
        write("bodies.u32", bodies);
        let all = (0..=STEPS)
            .flat_map(|step| (0..stage.meshes.len()).flat_map(move |body| [(step, body)]));
        let positions = all.flat_map(|(step, body)| stage.positions(body, step));
        write("positions.f64", positions.flatten().flat_map(f64::to_le_bytes).collect());
        let config = Config::new(MARGIN).expect("a margin").with_resolution(Resolution::Facet);
        let mut scene = stage.scene(config);
        let rows = scene.detect().iter().flat_map(|contact| {
            let [a, b] = contact.sides.each_ref().map(|side| f64::from(side.body));
            [a, b, contact.gap]
        });
        write("contacts.f64", rows.flat_map(f64::to_le_bytes).collect());
        let times = steps::times(&stage, Resolution::Facet, threads.unwrap_or(2));
        write(
            "times.txt",
            format!("{} {} {}\n", times.cold, times.mean, times.median).into_bytes(),
        );
    }
}
