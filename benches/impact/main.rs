//! The time of impact against the peer's, as ratios within one run.
//!
//! `cargo bench --bench impact` prints the tables and writes them to `docs/benchmarks/impact.md`;
//! `cargo bench --bench impact -- rigid` picks some of them and only prints; `-- export=FOLDER`
//! writes pairs of features for `benches/ipctk/impact.py`, with our times.

#[path = "../common/mod.rs"]
mod common;

mod features;
mod rigid;

use common::page::{Table, run};

const TABLES: [Table; 2] = [
    Table {
        name: "rigid",
        title: "Convex shapes in rigid motions",
        text: "Nanoseconds per query, with the ratio of parry's time to ours in brackets. Motions \
               are displacements of up to a few sizes of the bodies, of which about half meet; \
               turning: both bodies by up to 1 radian in the step. The peer's cast is linear \
               (`cast_shapes`) without rotation and nonlinear (`cast_shapes_nonlinear`) with it. \
               Ours are generic over shapes; `through pointers` has those \
               whose type is not known (`dyn SupportMap`), which is all that the peer has. \
               `distances` is how many we compute for one answer, `late` how often parry's time \
               is later than ours by more than 1e-6 of the step, `missed` how often it has none \
               where we have one.",
        fill: rigid::fill,
    },
    Table {
        name: "features",
        title: "Nodes with facets, edges with edges",
        text: "Nanoseconds per query in f64 and where exact arithmetic is needed. Random: nodes \
               at random places in a cube at start and end; through: a node through a facet, or \
               an edge across an edge; touching: on an integer grid, touching at some time.",
        fill: features::fill,
    },
];

fn main() {
    if let Some(folder) =
        std::env::args().find_map(|arg| arg.strip_prefix("export=").map(String::from))
    {
        return features::export(folder.as_ref());
    }
    run(
        &TABLES,
        "impact.md",
        "# Benchmarks of the time of impact\n\nMade by `cargo bench --bench impact`. The peer is \
         parry3d-f64 on the same shapes and motions in the same run; each variant gets its turn \
         in every round, and the fastest pass counts. One thread. The features are compared with \
         those of the IPC toolkit in [ipctk_impact.md](ipctk_impact.md).\n",
    );
}
