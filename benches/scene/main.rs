//! Times of detection: cold, moving, with more threads and with more tetrahedra.
//!
//! `cargo bench --bench scene` measures everything, prints the tables and writes them to
//! `docs/benchmarks/scene.md`, with a plot beside it. `cargo bench --bench scene -- steps` picks a
//! table and only prints. `cargo bench --bench scene -- export=FOLDER` writes the scenes for
//! `benches/ipctk/compare.py`, with our times.

mod export;
mod grains;
mod growth;
#[path = "../common/page.rs"]
mod page;
mod stage;
mod steps;

use page::{Table, run};

const TABLES: [Table; 5] = [
    Table {
        name: "steps",
        title: "Bunny and knots",
        text: "The bunny (size 1) with eight knots nearly touching it, self-contact on, margin 0.01. \
               Cold: the first detection, the shortest of seven. Moving: mean and median over 200 steps in \
               which everything sways by less than a hundredth of an edge.",
        fill: steps::fill,
    },
    Table {
        name: "lanes",
        title: "Lanes",
        text: "The same with one thread, by instruction set: pairs of facets one by one (Portable), four or eight at a time. \
               The contacts are the same to the last bit.",
        fill: steps::lanes,
    },
    Table {
        name: "growth",
        title: "Growth",
        text: "Two plates of cubes, one layer each, cut into tetrahedra of which all are near the contact; the \
               upper one slides by a hundredth of an edge in each step. The median of 20 steps with 2 threads; \
               growth is the time per tetrahedron against that of 10,000. Memory is what the scene holds.\n\n\
               ![time per step](scene.svg)",
        fill: growth::fill,
    },
    Table {
        name: "spheres",
        title: "Spheres",
        text: "Rigid spheres on a lattice, of which neighbours touch. At rest, and moved in each step by up to a \
               hundredth of their radius along each axis. The median of 12 detections with 2 threads, and how much more it \
               is for twice as many.",
        fill: grains::growth,
    },
    Table {
        name: "grains",
        title: "Grains",
        text: "A lattice of 22 x 22 x 22 grains of one shape, turned at random, that move likewise and turn. The last \
               detection's counts, how often the list of candidates was made in 13 detections, and the median time \
               with 2 threads.",
        fill: grains::each,
    },
];

#[global_allocator]
static ALLOCATOR: growth::Counting = growth::Counting;

fn main() {
    if let Some(folder) = std::env::args().find_map(|a| a.strip_prefix("export=").map(String::from))
    {
        export::write(folder.as_ref());
        return;
    }
    let heading = "# Benchmarks of scenes\n\nMade by `cargo bench --bench scene`.\n";
    run(&TABLES, "scene.md", heading);
}
