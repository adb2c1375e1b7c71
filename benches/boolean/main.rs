//! Boolean tests against each other and the peer, by collision density and by placement.
//!
//! `cargo bench --bench boolean` measures everything, prints the tables and writes them to
//! `docs/benchmarks/boolean.md`.

#[path = "../common/mod.rs"]
mod common;
#[path = "../../tests/common/density.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the tests")]
mod density;
mod tables;

use common::page::{Table, run};

const TABLES: [Table; 3] = [
    Table {
        name: "placement",
        title: "By placement",
        text: "Nanoseconds per pair, with the ratio to parry in brackets. Distant: a gap of 0.1 to \
               1 of the size; near: 1e-3 to 1e-9 of it; overlapping: centres nearer than a quarter \
               of the size; touching: exactly, on a grid. All bodies are sets of points.",
        fill: tables::by_placement,
    },
    Table {
        name: "isa",
        title: "By instruction set",
        text: "Nanoseconds per pair of the default test, one by one and by \
               `Query::intersects_batch`, with the ratio to parry in brackets. Without AVX2 a \
               batch asks one pair after the other.",
        fill: tables::instruction_sets,
    },
    Table {
        name: "density",
        title: "By collision density",
        text: "The data sets of Hornus 2017: nanoseconds per pair against the share of pairs that \
               intersect; in brackets the mean number of plane tests. \"Axes\" are the separating \
               axis tests that know the shape: tetrahedra, and boxes given by pose and half \
               lengths; \"polyhedra\" and \"box-polyhedron\" go through faces and edges that are kept.",
        fill: tables::by_density,
    },
];

fn main() {
    run(
        &TABLES,
        "boolean.md",
        "# Benchmarks of the boolean tests\n\nMade by `cargo bench --bench boolean`. The peer is \
         parry3d-f64 on the same pairs in the same run (the faster of its convex polyhedron and a \
         cloud of points, GJK started from the direction between the centroids, that ends as soon \
         as the bodies are known to be apart); each variant gets its turn in every round, and the \
         fastest pass counts. One thread.\n",
    );
}
