//! Times of detection: cold, moving, dense and deep, with more threads and with more contacts; and
//! of the set-up.
//!
//! `cargo bench --bench scene` measures everything, prints the tables and writes them to
//! `docs/benchmarks/scene.md`, with a plot beside it. `cargo bench --bench scene -- steps` picks a
//! table and only prints. `cargo bench --bench scene -- export=FOLDER` writes the scenes for
//! `benches/ipctk/compare.py`, with our times. `count=...` is for `benches/scene/count.sh`.

mod count;
mod export;
mod grains;
mod growth;
#[path = "../common/page.rs"]
mod page;
mod setup;
mod stage;
mod steps;
#[path = "../../tests/common/tets.rs"]
mod tets;

use page::{Table, run};

const TABLES: [Table; 8] = [
    Table {
        name: "steps",
        title: "Bunny and knots",
        text: "The bunny (size 1) with eight knots nearly touching it, self-contact on, margin \
               0.01. Cold: the first detection, the shortest of seven. Moving: mean and median \
               over 200 steps in which everything sways by less than a hundredth of an edge.",
        fill: steps::fill,
    },
    Table {
        name: "deep",
        title: "Crush",
        text: "The same with the knots pushed into the bunny by 30 to 45 % of their size.",
        fill: steps::deep,
    },
    Table {
        name: "dense",
        title: "Plates",
        text: "Two plates of cubes, one layer each, cut into tetrahedra; they lie on each other, \
               0.05 of an edge apart, margin 0.1, and the upper one slides by a hundredth of an \
               edge in each step. Cold: the shortest of seven. Moving: the median of 20 steps.",
        fill: steps::dense,
    },
    Table {
        name: "lanes",
        title: "Lanes",
        text: "Bunny and knots with one thread, by instruction set: pairs of facets one by one \
               (Portable), four or eight at a time. The contacts are the same to the last bit.",
        fill: steps::lanes,
    },
    Table {
        name: "growth",
        title: "Growth",
        text: "The plates with more and more cubes, one thread, the median of 20 steps. Growth is \
               the time per contact against that of the second row. Memory is what the scene \
               holds.\n\n\
               ![time per step](scene.svg)",
        fill: growth::fill,
    },
    Table {
        name: "setup",
        title: "Set-up",
        text: "A block of 55 x 55 x 55 cubes cut into six tetrahedra each, as it is and with its \
               nodes moved by up to 0.15 edges along each axis; one thread, the shortest of \
               three. Checks: from arrays to a mesh. Scene: neighbours, partition, surface, \
               tables and the first detection. Beside it, parry makes the tree of the facets.",
        fill: setup::fill,
    },
    Table {
        name: "spheres",
        title: "Spheres",
        text: "Rigid spheres on a lattice, of which neighbours touch. At rest, and moved in each \
               step by up to a hundredth of their radius along each axis. The median of 12 \
               detections with 2 threads, and how much more it is for twice as many.",
        fill: grains::growth,
    },
    Table {
        name: "grains",
        title: "Grains",
        text: "A lattice of 22 x 22 x 22 grains of one shape, turned at random, that move likewise \
               and turn. The last detection's counts, how often the list of candidates was made \
               in 13 detections, and the median time with 2 threads.",
        fill: grains::each,
    },
];

#[global_allocator]
static ALLOCATOR: growth::Counting = growth::Counting;

/// The argument `name=...` of the command line.
fn argument(name: &str) -> Option<String> {
    std::env::args().find_map(|a| Some(a.strip_prefix(name)?.strip_prefix('=')?.to_owned()))
}

fn main() {
    if let Some(folder) = argument("export") {
        return export::write(folder.as_ref());
    }
    if let Some(what) = argument("count") {
        return count::run(&what);
    }
    let heading = "# Benchmarks of scenes\n\nMade by `cargo bench --bench scene`.\n";
    run(&TABLES, "scene.md", heading);
}
