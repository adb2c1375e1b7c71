//! Grains beside rapier's collision pipeline in double precision, in one run: the same grains at
//! the same places, moving, one thread.
//!
//! `cargo run --release -- [KIND...] [side=22] [steps=10] [only=ours]`, in this folder. Times are
//! medians; steps of both alternate. `only=ours` is for programs that count instructions.

mod lattice;
mod ours;
mod theirs;

use gapkit::scene::Resolution;
use lattice::{Kind, Lattice};
use ours::Ours;
use theirs::Theirs;

/// The argument `name=...`.
fn argument(name: &str) -> Option<String> {
    std::env::args().find_map(|a| Some(a.strip_prefix(name)?.strip_prefix('=')?.to_owned()))
}

fn number(name: &str, default: usize) -> usize {
    argument(name).map_or(default, |text| text.parse().expect("a number"))
}

fn median(mut times: Vec<[f64; 2]>) -> [f64; 2] {
    [0, 1].map(|k| {
        times.sort_by(|a, b| a[k].total_cmp(&b[k]));
        times[times.len() / 2][k]
    })
}

/// The pairs of one list that are not on the other, and how deep the deepest of them is.
fn missing(one: &[([u32; 2], f64)], two: &[([u32; 2], f64)]) -> (usize, f64) {
    let not_there = |(pair, _): &&([u32; 2], f64)| two.binary_search_by_key(pair, |x| x.0).is_err();
    let list: Vec<f64> = one.iter().filter(not_there).map(|(_, gap)| -gap).collect();
    (list.len(), list.into_iter().fold(0.0, f64::max))
}

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).filter(|a| !a.contains('=')).collect();
    let (side, steps) = (number("side", 22), number("steps", 10));
    let resolution = match argument("points").as_deref() {
        Some("patches") => Resolution::Surface,
        _ => Resolution::Piece,
    };
    let alone = argument("only").is_some();
    println!("| kind | grains | touching | lists | ours, us: poses, detection | rapier, us: poses, detection | ns per touching pair | rapier / ours | only ours (deepest) | only rapier (deepest) |");
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for kind in Kind::ALL {
        if !chosen.is_empty() && !chosen.contains(&format!("{kind:?}").to_lowercase()) {
            continue;
        }
        let mut lattice = Lattice::new(side);
        let mut ours = Ours::new(kind, &lattice, resolution);
        let mut theirs = (!alone && kind != Kind::Ellipsoid).then(|| Theirs::new(kind, &lattice));
        let (mut own, mut others) = (Vec::new(), Vec::new());
        // The first step finds everything anew.
        for step in 0..=steps {
            lattice.sway();
            let times = [Some(ours.step(&lattice)), theirs.as_mut().map(|t| t.step(kind, &lattice))];
            if step > 0 {
                own.extend(times[0]);
                others.extend(times[1]);
            }
        }
        let touching = ours.touching();
        let [moved, found] = median(own);
        print!(
            "| {kind:?} | {} | {} ({} contacts) | {} | {:.0}, {:.0} |",
            lattice.poses.len(),
            touching.len(),
            ours.contacts(),
            ours.rebuilds(),
            moved * 1e6,
            found * 1e6
        );
        let each = found * 1e9 / touching.len().max(1) as f64;
        let Some(theirs) = theirs else {
            println!(" | {each:.0} | | | |");
            continue;
        };
        let [their_moved, their_found] = median(others);
        let rapier = theirs.touching();
        let (extra, lacking) = (missing(&touching, &rapier), missing(&rapier, &touching));
        println!(
            " {:.0}, {:.0} | {each:.0} | {:.1} | {} ({:.1e}) | {} ({:.1e}) |",
            their_moved * 1e6,
            their_found * 1e6,
            their_found / found,
            extra.0,
            extra.1,
            lacking.0,
            lacking.1
        );
    }
}
