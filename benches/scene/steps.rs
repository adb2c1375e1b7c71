//! Cold and moving detection.

use std::fmt::Write;
use std::time::Instant;

use gapkit::scene::{Config, Scene, Statistics};
use gapkit::simd::Isa;

use crate::stage::{RESOLUTIONS, Stage, crush, interface_nodes, plates, sparse};

/// Milliseconds.
#[derive(Clone, Copy)]
pub(crate) struct Times {
    pub(crate) cold: f64,
    pub(crate) mean: f64,
    pub(crate) median: f64,
    pub(crate) last: Statistics,
    pub(crate) rebuilds: usize,
}

/// Bunny and knots that nearly touch.
pub(crate) fn fill(out: &mut String) {
    rows(out, &sparse());
}

/// Bunny and knots that are pushed into it.
pub(crate) fn deep(out: &mut String) {
    rows(out, &crush());
}

fn rows(out: &mut String, stages: &[Stage]) {
    writeln!(
        out,
        "| scene | facets | resolution | threads | cold, ms | moving mean, ms | median, ms | \
         speed-up cold | moving | rebuilds | candidates | contacts |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|"
    )
    .expect("String");
    for stage in stages {
        let facets = stage.facet_count();
        for resolution in RESOLUTIONS {
            let [one, two] =
                [1, 2].map(|threads| measure(stage, stage.config(resolution, threads)));
            for (threads, times) in [(1, &one), (2, &two)] {
                writeln!(
                    out,
                    "| {} | {facets} | {resolution:?} | {threads} | {:.2} | {:.3} | {:.3} | {:.2} | \
                     {:.2} | {} | {} | {} |",
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

/// Plates that lie on each other.
pub(crate) fn dense(out: &mut String) {
    writeln!(
        out,
        "| cells | resolution | contacts | interface nodes | cold, ms | moving, 1 thread, ms | \
         2 threads, ms | speed-up | us per contact | us per interface node |\n\
         |---|---|---|---|---|---|---|---|---|---|"
    )
    .expect("String");
    for cells in [29, 91] {
        let stage = plates(cells);
        let nodes = interface_nodes(cells);
        for resolution in RESOLUTIONS {
            let [one, two] =
                [1, 2].map(|threads| measure(&stage, stage.config(resolution, threads)));
            let contacts = one.last.contacts;
            let each = |count: usize| 1e3 * one.median / count as f64;
            writeln!(
                out,
                "| {cells} | {resolution:?} | {contacts} | {nodes} | {:.2} | {:.2} | {:.2} | {:.2} | \
                 {:.2} | {:.2} |",
                one.cold,
                one.median,
                two.median,
                one.median / two.median,
                each(contacts),
                each(nodes)
            )
            .expect("String");
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
    for stage in sparse() {
        let mut one = None;
        for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
            let config = stage.config(RESOLUTIONS[0], 1);
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

/// The times of a stage with these settings.
pub(crate) fn measure(stage: &Stage, config: Config) -> Times {
    let cold = (0..7).map(|_| timed(&mut stage.scene(config))).fold(f64::INFINITY, f64::min);
    let mut scene = stage.scene(config);
    scene.detect();
    let before = scene.statistics().rebuilds;
    let mut list = Vec::with_capacity(stage.steps);
    for step in 1..=stage.steps {
        stage.place(&mut scene, step);
        list.push(timed(&mut scene));
    }
    let mean = list.iter().sum::<f64>() / list.len() as f64;
    list.sort_by(f64::total_cmp);
    let (median, last) = (list[list.len() / 2], *scene.statistics());
    Times { cold, mean, median, last, rebuilds: last.rebuilds - before }
}

/// The milliseconds of a detection.
pub(crate) fn timed(scene: &mut Scene) -> f64 {
    let start = Instant::now();
    scene.detect();
    start.elapsed().as_secs_f64() * 1e3
}
