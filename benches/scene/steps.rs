//! Cold and moving detection of the bunny and the knots.

use std::fmt::Write;
use std::time::Instant;

use gapkit::scene::{Config, Resolution, Scene, Statistics};
use gapkit::simd::Isa;

use crate::stage::{MARGIN, STEPS, Stage, stages};

/// Milliseconds.
#[derive(Clone, Copy)]
pub(crate) struct Times {
    pub(crate) cold: f64,
    pub(crate) mean: f64,
    pub(crate) median: f64,
    pub(crate) last: Statistics,
    pub(crate) rebuilds: usize,
}

pub(crate) fn fill(out: &mut String) {
    writeln!(
        out,
        "| scene | facets | resolution | threads | cold, ms | moving mean, ms | median, ms | speed-up cold | moving | \
         rebuilds | candidates | contacts |\n|---|---|---|---|---|---|---|---|---|---|---|---|"
    )
    .expect("String");
    for stage in stages() {
        let facets = stage.facet_count();
        for resolution in [Resolution::Surface, Resolution::Facet] {
            let one = times(&stage, resolution, 1);
            for (threads, times) in [(1, &one), (2, &times(&stage, resolution, 2))] {
                writeln!(
                out,
                "| {} | {facets} | {resolution:?} | {threads} | {:.2} | {:.3} | {:.3} | {:.2} | {:.2} | {} | {} | {} |",
                stage.name,
                times.cold,
                times.mean,
                times.median,
                one.cold / times.cold,
                one.median / times.median,
                times.rebuilds,
                times.last.candidates,
                times.last.contacts
            )
            .expect("String");
            }
        }
    }
}

/// One thread with the lanes of each instruction set.
pub(crate) fn lanes(out: &mut String) {
    writeln!(
        out,
        "| scene | lanes | cold, ms | moving mean, ms | median, ms | speed-up cold | moving |\n\
         |---|---|---|---|---|---|---|"
    )
    .expect("String");
    for stage in stages() {
        let mut one = None;
        for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
            let config = Config::new(MARGIN).expect("a margin").with_threads(1);
            let times = measure(&stage, config.with_isa(isa).expect("available"));
            let one: &Times = one.get_or_insert(times);
            writeln!(
                out,
                "| {} | {isa:?} | {:.2} | {:.3} | {:.3} | {:.2} | {:.2} |",
                stage.name,
                times.cold,
                times.mean,
                times.median,
                one.cold / times.cold,
                one.median / times.median
            )
            .expect("String");
        }
    }
}

pub(crate) fn times(stage: &Stage, resolution: Resolution, threads: usize) -> Times {
    let config = Config::new(MARGIN).expect("a margin").with_resolution(resolution);
    measure(stage, config.with_threads(threads))
}

fn measure(stage: &Stage, config: Config) -> Times {
    let cold = (0..7).map(|_| timed(&mut stage.scene(config))).fold(f64::INFINITY, f64::min);
    let mut scene = stage.scene(config);
    scene.detect();
    let before = scene.statistics().rebuilds;
    let mut list = Vec::with_capacity(STEPS);
    for step in 1..=STEPS {
        for body in 0..stage.meshes.len() {
            let positions = stage.positions(body, step);
            scene.set_positions(body as u32, &positions).expect("positions");
        }
        list.push(timed(&mut scene));
    }
    let mean = list.iter().sum::<f64>() / STEPS as f64;
    list.sort_by(f64::total_cmp);
    let (median, last) = (list[STEPS / 2], *scene.statistics());
    Times { cold, mean, median, last, rebuilds: last.rebuilds - before }
}

fn timed(scene: &mut Scene) -> f64 {
    let start = Instant::now();
    scene.detect();
    start.elapsed().as_secs_f64() * 1e3
}
