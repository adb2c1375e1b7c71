//! The narrow phase against its peer, as ratios within one run.
//!
//! `cargo bench --bench narrow` measures everything, prints the tables and writes them to
//! `docs/benchmarks/narrow.md`. `cargo bench --bench narrow -- cold margin batch threads tracked
//! subs calls` picks some of the tables and only prints.

mod batch;
mod calls;
mod cold;
#[path = "../common/mod.rs"]
mod common;
mod tracked;

use common::page::{Table, run};

const TABLES: [Table; 7] = [
    Table {
        name: "cold",
        title: "Cold distance with witness points",
        text: "Nanoseconds per query by instruction set, with the ratio to parry in brackets. \
               Distant: a gap of 0.1 to 1 of the size; near: 1e-3 to 1e-9 of it; overlapping: \
               centres nearer than a quarter of the size; touching: exactly, on a grid.",
        fill: cold::instruction_sets,
    },
    Table {
        name: "margin",
        title: "Margin queries",
        text: "Nanoseconds until the bodies are proven to be farther apart than the margin, or not.",
        fill: cold::margins,
    },
    Table {
        name: "batch",
        title: "Batches",
        text: "Nanoseconds per pair of `Query::distance_batch`, cold, with witness points, for \
               packed coordinates and, with the most lanes, for indices into an array of nodes; \
               the ratio to parry in brackets. Margin: `Query::within_batch` with the margin 0, \
               and its ratio to parry's boolean test. Asked singly: pairs that lanes did not \
               prove. Without AVX2 all pairs are.",
        fill: batch::against_peer,
    },
    Table {
        name: "threads",
        title: "A million pairs on more threads",
        text: "Nanoseconds per pair of tetrahedra by the number of threads, with the ratio to one \
               thread. Each pair reads 192 bytes of coordinates (packed) and writes an answer of \
               the size given.",
        fill: batch::threads,
    },
    Table {
        name: "tracked",
        title: "Tracked queries",
        text: "Nanoseconds per query for 100 pairs over 100 steps of 0.01 rad and up to 0.005 \
               sizes, bodies posed beforehand, or their nodes moved as a finite-element code does. \
               The ratio is that of our fastest tracked query to parry's (posed, started from its \
               last normal).",
        fill: tracked::tracking,
    },
    Table {
        name: "subs",
        title: "Sub-algorithms in whole queries",
        text: "Nanoseconds per cold query on polyhedra that are scanned or climbed.",
        fill: cold::sub_algorithms,
    },
    Table {
        name: "calls",
        title: "One call of each sub-algorithm",
        text: "Nanoseconds per call by the rank of the simplex.",
        fill: calls::by_rank,
    },
];

fn main() {
    run(
        &TABLES,
        "narrow.md",
        "# Benchmarks of the narrow phase\n\nMade by `cargo bench --bench narrow`. The peer is \
         parry3d-f64 on the same pairs in the same run (the faster of its convex polyhedron and a \
         cloud of points, started from the direction between the centroids); each variant gets its \
         turn in every round, and the fastest pass counts. One thread.\n",
    );
}
