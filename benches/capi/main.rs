//! What the C interface costs: the same work by C calls and by Rust calls, in turns within one run.
//!
//! `cargo bench --bench capi` measures everything, prints the tables and writes them to
//! `docs/benchmarks/capi.md`. `cargo bench --bench capi -- batches scenes` picks some of the tables
//! and only prints.

#![allow(unsafe_code, reason = "the functions are those of C")]

mod batches;
#[path = "../common/mod.rs"]
mod common;
mod peer;
mod scenes;
#[allow(dead_code, reason = "shared with the bench of scenes, which uses the rest")]
#[path = "../scene/stage.rs"]
mod stage;

use common::page::{Table, run};

const TABLES: [Table; 3] = [
    Table {
        name: "batches",
        title: "Batches and single calls",
        text: "Nanoseconds per pair, the fastest of all passes. A batch is all pairs in one call \
               of `gapkit_distance_batch`; in Rust it is `Query::distance_batch`. Single: a call \
               of `gapkit_distance` for each pair; in Rust `PointSet::new` twice and `distance`.",
        fill: batches::fill,
    },
    Table {
        name: "peer",
        title: "Single calls against parry3d-f64",
        text: "Nanoseconds per pair, the fastest of all passes: `gapkit_distance` with all its \
               checks and the whole answer, and parry called from Rust, with its shapes and start \
               direction made before; the faster of its polyhedra and of a plain list of points. \
               Cold searches with witness points.",
        fill: peer::fill,
    },
    Table {
        name: "scenes",
        title: "Scenes",
        text: "The bunny with eight knots of the bench of scenes, and its plates, one thread. A \
               step is new positions for all bodies, a detection, and reading every contact. The C \
               host has x, y and z in one array, or in three. Microseconds per step: the median \
               over all steps, in which the hosts take turns.",
        fill: scenes::fill,
    },
];

fn main() {
    let heading = "# What the C interface costs\n\nMade by `cargo bench --bench capi`. Both sides \
                   of a ratio were measured in turns; the times themselves depend on what else the \
                   machine does.\n";
    run(&TABLES, "capi.md", heading);
}
