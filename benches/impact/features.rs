//! Nodes and facets, edges and edges.

use std::fmt::Write;
use std::hint::black_box;
use std::path::Path;

use gapkit::Vec3;
use gapkit::impact::{NodalImpact, Outcome, edge_edge, node_facet};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::common::measure::{Contest, of};

type Nodes = [[f64; 3]; 4];
type Ask = fn(&Nodes, &Nodes) -> Result<NodalImpact, gapkit::Error>;

const COUNT: usize = 2000;
const QUERIES: [(&str, Ask); 2] = [("node-facet", node_facet), ("edge-edge", edge_edge)];
type Make = fn(&mut StdRng, usize) -> [Nodes; 2];

const FAMILIES: [(&str, Make); 3] =
    [("random", random), ("through", through), ("touching", touching)];

fn cube(rng: &mut StdRng) -> Nodes {
    [[0; 3]; 4].map(|p| p.map(|_| rng.random_range(-1.0..1.0)))
}

fn random(rng: &mut StdRng, _: usize) -> [Nodes; 2] {
    [cube(rng), cube(rng)]
}

/// The first `split` nodes go through what the others are.
fn through(rng: &mut StdRng, split: usize) -> [Nodes; 2] {
    let base = cube(rng);
    let middle = |range: std::ops::Range<usize>| {
        let count = range.len() as f64;
        range.map(|i| Vec3::from(base[i]) / count).sum::<Vec3>()
    };
    let (to, way) = (middle(split..4) - middle(0..split), Vec3::from(cube(rng)[0]));
    [to + way, to - way].map(|by| {
        let mut nodes = base;
        nodes[..split].iter_mut().for_each(|p| *p = (Vec3::from(*p) + by).into());
        nodes.map(|p| p.map(|x| x + rng.random_range(-0.1..0.1)))
    })
}

fn touching(rng: &mut StdRng, _: usize) -> [Nodes; 2] {
    let mut grid = || [[0; 3]; 4].map(|p| p.map(|_| f64::from(rng.random_range(-8..=8))));
    let (start, mut end) = (grid(), grid());
    end[0] = [0, 1, 2].map(|k| start[2][k] + end[2][k] - start[0][k]);
    [start, end]
}

fn pairs(family: Make, query: usize) -> Vec<[Nodes; 2]> {
    let make = |seed| family(&mut StdRng::seed_from_u64(seed), query + 1);
    (0..COUNT as u64).map(make).collect()
}

fn pass(ask: Ask, pairs: &[[Nodes; 2]]) {
    for [start, end] in pairs {
        drop(black_box(ask(black_box(start), black_box(end))));
    }
}

fn time(ask: Ask, pairs: &[[Nodes; 2]]) -> f64 {
    let mut contest = Contest::default();
    contest.add("gapkit", || pass(ask, pairs));
    of(&contest.run(pairs.len(), 10), "gapkit")
}

pub(crate) fn fill(out: &mut String) {
    writeln!(out, "| features | pairs | gapkit | meet |\n|---|---|---|---|").expect("String");
    for (query, (name, ask)) in QUERIES.into_iter().enumerate() {
        for (family, make) in FAMILIES {
            let pairs = pairs(make, query);
            let met = |[start, end]: &&[Nodes; 2]| {
                ask(start, end).is_ok_and(|impact| impact.outcome != Outcome::None)
            };
            let share = 100.0 * pairs.iter().filter(met).count() as f64 / COUNT as f64;
            let time = time(ask, &pairs);
            writeln!(out, "| {name} | {family} | {time:.0} | {share:.0} % |").expect("String");
        }
    }
}

/// Writes for each query and family the coordinates, start and end, x y z of four nodes each, our
/// times of impact, and how long one took.
pub(crate) fn export(folder: &Path) {
    std::fs::create_dir_all(folder).expect("a folder");
    for (query, (name, ask)) in QUERIES.into_iter().enumerate() {
        for (family, make) in FAMILIES {
            let pairs = pairs(make, query);
            let numbers: Vec<u8> =
                pairs.iter().flatten().flatten().flatten().flat_map(|x| x.to_le_bytes()).collect();
            let times: Vec<u8> = pairs
                .iter()
                .flat_map(|[start, end]| ask(start, end).expect("finite").time.to_le_bytes())
                .collect();
            let file = |end: &str| folder.join(format!("{name} {family}.{end}"));
            std::fs::write(file("nodes"), numbers).expect("written");
            std::fs::write(file("times"), times).expect("written");
            std::fs::write(file("cost"), format!("{}", time(ask, &pairs))).expect("written");
        }
    }
}
