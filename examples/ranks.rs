//! What ranks hold and say to each other, with ranks as threads of this process:
//!
//! ```sh
//! cargo run --release --example ranks hash 7      # contacts of plates: on one rank and on seven
//! cargo run --release --example ranks balance     # work where all contact is on one rank of the host
//! cargo run --release --example ranks scale 256   # the same number of facets on each of many ranks
//! ```

use std::error::Error;
use std::sync::Arc;

use gapkit::distributed::{Communicator, Scene, Statistics, ThreadRank, run_ranks};
use gapkit::mesh::{ElementKind, Elements, Orientation};
use gapkit::scene::{BodyOptions, Config};

/// A block of hexahedra, numbered along x, then y, then z; nodes and elements count from the given ones.
#[derive(Clone, Copy)]
struct Block {
    cells: [usize; 3],
    corner: [f64; 3],
    cell: f64,
    first: u64,
}

impl Block {
    fn element_count(&self) -> usize {
        self.cells.iter().product()
    }

    fn node(&self, at: [usize; 3]) -> (u64, [f64; 3]) {
        let [nx, ny, _] = self.cells;
        let number = at[0] + (nx + 1) * (at[1] + (ny + 1) * at[2]);
        let x = [0, 1, 2].map(|k| self.corner[k] + self.cell * at[k] as f64);
        (self.first + number as u64, x)
    }

    /// Adds those elements whose place passes.
    fn add(&self, part: &mut Part, is_own: impl Fn([usize; 3]) -> bool) {
        const CORNERS: [[usize; 3]; 8] = [
            [0, 0, 0],
            [1, 0, 0],
            [1, 1, 0],
            [0, 1, 0],
            [0, 0, 1],
            [1, 0, 1],
            [1, 1, 1],
            [0, 1, 1],
        ];
        let [nx, ny, _] = self.cells;
        for element in 0..self.element_count() {
            let at = [element % nx, element / nx % ny, element / nx / ny];
            if is_own(at) {
                let nodes = CORNERS.map(|c| self.node([0, 1, 2].map(|k| at[k] + c[k])));
                part.push(nodes, self.first + element as u64);
            }
        }
    }
}

/// The elements of a rank.
#[derive(Default)]
struct Part {
    elements: Elements,
    places: std::collections::HashMap<u64, u32>,
}

impl Part {
    fn push(&mut self, nodes: [(u64, [f64; 3]); 8], number: u64) {
        let list = nodes.map(|(node, at)| {
            *self.places.entry(node).or_insert_with(|| {
                self.elements.nodes.push(at);
                self.elements.node_numbers.push(node);
                self.elements.nodes.len() as u32 - 1
            })
        });
        self.elements.push(ElementKind::Hex8, &list, number, 0);
    }
}

/// Two plates that slide; the parts of a rank. By `whole`, all contact is on the first rank of the host.
fn plates(rank: usize, ranks: usize, is_whole: bool) -> [Part; 2] {
    let low = Block { cells: [24, 24, 2], corner: [0.0; 3], cell: 1.0, first: 0 };
    let high = Block { cells: [20, 21, 2], corner: [1.3, 1.7, 2.01], cell: 1.0, first: 0 };
    [low, high].map(|block| {
        let mut part = Part::default();
        let cells = block.cells;
        block.add(&mut part, |at| {
            let owner = if is_whole {
                0
            } else {
                (at[0] * 3 + at[1] * 7) * ranks / (10 * cells[1]) % ranks
            };
            owner == rank
        });
        part
    })
}

/// A field of blocks on a plate: a tile with nine blocks for each rank.
fn field(rank: usize, ranks: usize) -> [Part; 2] {
    let side = (ranks as f64).sqrt().ceil() as usize;
    let cells = 12;
    let plate = Block {
        cells: [side * cells, ranks.div_ceil(side) * cells, 1],
        corner: [0.0; 3],
        cell: 1.0,
        first: 0,
    };
    let (i, j) = (rank % side, rank / side);
    let mut parts = [Part::default(), Part::default()];
    plate.add(&mut parts[0], |at| at[0] / cells == i && at[1] / cells == j);
    for block in 0..9u64 {
        let place = [(block % 3) as usize, (block / 3) as usize];
        let corner = [
            (i * cells + 4 * place[0]) as f64 + 0.6,
            (j * cells + 4 * place[1]) as f64 + 0.7,
            1.01,
        ];
        let first = (rank as u64 * 9 + block) * 1000;
        Block { cells: [3, 3, 2], corner, cell: 0.9, first }.add(&mut parts[1], |_| true);
    }
    parts
}

/// Steps in which the second body slides; statistics of the first step and of the last, and the hash.
fn slide(
    ranks: ThreadRank,
    parts: [Part; 2],
    steps: usize,
    speed: f64,
) -> Result<([Statistics; 2], u64), gapkit::Error> {
    let config = Config::new(0.05)?.with_threads(1);
    let mut scene = Scene::new(config, Arc::new(ranks))?;
    for part in &parts {
        scene.add_mesh(&part.elements, Orientation::Refuse, BodyOptions::default())?;
    }
    let mut seen = [Statistics::default(); 2];
    for step in 0..steps {
        let by = speed * step as f64;
        let moved: Vec<_> =
            parts[1].elements.nodes.iter().map(|x| [x[0] + by, x[1] - 0.6 * by, x[2]]).collect();
        scene.set_positions(1, &moved);
        scene.detect()?;
        seen[usize::from(step > 0)] = *scene.statistics();
    }
    let hash = scene.hash()?;
    Ok((seen, hash))
}

fn hashes(ranks: usize) -> Result<(), gapkit::Error> {
    for ranks in [1, ranks] {
        let run = |rank: ThreadRank| {
            let parts = plates(rank.rank(), rank.size(), false);
            slide(rank, parts, 200, 0.01)
        };
        let results: Result<Vec<_>, _> = run_ranks(ranks, run).into_iter().collect();
        println!("{ranks:3} ranks: hash {:016x}", results?[0].1);
    }
    Ok(())
}

/// The largest and the mean of a number over all ranks.
fn spread(all: &[Statistics], of: impl Fn(&Statistics) -> f64) -> (f64, f64) {
    let sum: f64 = all.iter().map(&of).sum();
    (all.iter().map(&of).fold(0.0, f64::max), sum / all.len() as f64)
}

fn balance() -> Result<(), gapkit::Error> {
    println!("ranks  pairs of the busiest / mean");
    for ranks in [2, 4, 8] {
        let run = |rank: ThreadRank| {
            let parts = plates(rank.rank(), rank.size(), true);
            slide(rank, parts, 10, 0.01)
        };
        let results: Result<Vec<_>, _> = run_ranks(ranks, run).into_iter().collect();
        let last: Vec<Statistics> = results?.iter().map(|(seen, _)| seen[1]).collect();
        let (most, mean) = spread(&last, |s| s.facet_pairs as f64);
        println!("{ranks:5}  {most:.0} / {mean:.0} = {:.2}", most / mean);
    }
    Ok(())
}

fn scale(most: usize) -> Result<(), gapkit::Error> {
    println!(
        "{:>6} {:>7} {:>7} {:>7} {:>10} {:>9} {:>9} {:>11} {:>10} {:>11}",
        "ranks",
        "facets",
        "home",
        "ghosts",
        "neighbours",
        "messages",
        "bytes",
        "node bytes",
        "plan calls",
        "plan bytes"
    );
    for ranks in [4, 16, 64, 256].into_iter().filter(|ranks| *ranks <= most) {
        let run = |rank: ThreadRank| {
            let parts = field(rank.rank(), rank.size());
            slide(rank, parts, 4, 0.001)
        };
        let results: Result<Vec<_>, _> = run_ranks(ranks, run).into_iter().collect();
        let results = results?;
        let first: Vec<Statistics> = results.iter().map(|(seen, _)| seen[0]).collect();
        let last: Vec<Statistics> = results.iter().map(|(seen, _)| seen[1]).collect();
        let mean = |of: &dyn Fn(&Statistics) -> f64| spread(&last, of).1;
        println!(
            "{ranks:6} {:7.0} {:7.0} {:7.0} {:10.1} {:9.1} {:9.0} {:11.0} {:10.0} {:11.0}",
            mean(&|s| s.facets as f64),
            mean(&|s| s.home_facets as f64),
            mean(&|s| s.ghost_nodes as f64),
            mean(&|s| s.neighbors as f64),
            mean(&|s| s.traffic.messages as f64),
            mean(&|s| s.traffic.bytes as f64),
            mean(&|s| s.traffic.node_bytes as f64),
            spread(&first, |s| s.traffic.collectives as f64).1,
            spread(&first, |s| s.traffic.collective_bytes as f64).1,
        );
        assert!(last.iter().all(|s| !s.planned && s.traffic.collectives == 1));
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let what = arguments.next().unwrap_or_else(|| "hash".into());
    let ranks = arguments.next().map(|ranks| ranks.parse()).transpose()?;
    match what.as_str() {
        "hash" => hashes(ranks.unwrap_or(4))?,
        "balance" => balance()?,
        "scale" => scale(ranks.unwrap_or(64))?,
        _ => return Err(format!("{what} is not known: hash, balance or scale").into()),
    }
    Ok(())
}
