//! One stage and nothing else, for programs that count instructions: see `benches/scene/count.sh`.

use gapkit::scene::Resolution;

use crate::stage::{crush, interface_nodes, plates, sparse};

/// Runs the detections of `STAGE:RESOLUTION:STEPS` with one thread: the first one, and one for each
/// step; not even the first with `none` steps. A stage is `plates29`, or with any other number of
/// cells, `sparse`, `crush`, `fine-sparse` or `fine-crush`.
pub(crate) fn run(what: &str) {
    let mut words = what.split(':');
    let mut word = || words.next().expect("count=STAGE:RESOLUTION:STEPS");
    let name = word();
    let resolution = match word() {
        "surface" => Resolution::Surface,
        "facet" => Resolution::Facet,
        other => panic!("{other} is neither surface nor facet"),
    };
    let steps = match word() {
        "none" => None,
        steps => Some(steps.parse::<usize>().expect("a number of steps")),
    };
    let (stage, nodes) = match name.strip_prefix("plates") {
        Some(cells) => {
            let cells = cells.parse().expect("a number of cells");
            (plates(cells), interface_nodes(cells))
        }
        None => {
            let [coarse, fine] = if name.ends_with("crush") { crush() } else { sparse() };
            (if name.starts_with("fine") { fine } else { coarse }, 0)
        }
    };
    let mut scene = stage.scene(stage.config(resolution, 1));
    for step in 0..steps.map_or(0, |steps| steps + 1) {
        if step > 0 {
            stage.place(&mut scene, step);
        }
        scene.detect();
    }
    println!("contacts {} nodes {nodes}", scene.contacts().len());
}
