//! How time and memory grow with the number of contacts.

use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

use gapkit::scene::Resolution;
use plotters::prelude::*;

use crate::stage::{RESOLUTIONS, plates};
use crate::steps::timed;

/// Cubes along an edge of plates with about 1,000, 10,000, 100,000 and 1,000,000 tetrahedra in all.
const SIZES: [usize; 4] = [9, 29, 91, 289];

/// The row against which growth is given.
const BASE: usize = 1;

static HELD: AtomicUsize = AtomicUsize::new(0);

/// Counts the bytes that are held.
pub(crate) struct Counting;

// SAFETY: everything is passed on to the system's allocator.
#[expect(unsafe_code, reason = "an allocator that counts")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        HELD.fetch_add(layout.size(), Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }
}

struct Row {
    tets: usize,
    ms: f64,
    bytes: f64,
    contacts: usize,
}

impl Row {
    /// Nanoseconds per contact.
    fn each(&self) -> f64 {
        self.ms * 1e6 / self.contacts as f64
    }
}

pub(crate) fn fill(out: &mut String) {
    writeln!(
        out,
        "| resolution | tets | contacts | ms per step | ns per contact | growth | bytes per tet |\n\
         |---|---|---|---|---|---|---|"
    )
    .expect("String");
    let series = RESOLUTIONS.map(|resolution| SIZES.map(|cells| measure(cells, resolution)));
    for (rows, resolution) in series.iter().zip(RESOLUTIONS) {
        for row in rows {
            writeln!(
                out,
                "| {resolution:?} | {} | {} | {:.3} | {:.0} | {:.2} | {:.0} |",
                row.tets,
                row.contacts,
                row.ms,
                row.each(),
                row.each() / rows[BASE].each(),
                row.bytes
            )
            .expect("String");
        }
    }
    draw(&series).expect("docs/benchmarks can be written");
}

fn measure(cells: usize, resolution: Resolution) -> Row {
    let stage = plates(cells);
    let before = HELD.load(Ordering::Relaxed);
    let mut scene = stage.scene(stage.config(resolution, 1));
    scene.detect();
    let mut times: Vec<f64> = (1..=stage.steps)
        .map(|step| {
            stage.place(&mut scene, step);
            timed(&mut scene)
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let tets = stage.tet_count();
    let bytes = (HELD.load(Ordering::Relaxed) - before) as f64 / tets as f64;
    Row { tets, ms: times[times.len() / 2], bytes, contacts: scene.contacts().len() }
}

fn draw(series: &[[Row; SIZES.len()]; 2]) -> Result<(), Box<dyn std::error::Error>> {
    let path = format!("{}/docs/benchmarks/scene.svg", env!("CARGO_MANIFEST_DIR"));
    let area = SVGBackend::new(&path, (640, 420)).into_drawing_area();
    area.fill(&WHITE)?;
    let all = || series.iter().flatten();
    let ends = |of: fn(&Row) -> f64| {
        let (least, most) =
            (all().map(of).fold(f64::INFINITY, f64::min), all().map(of).fold(0.0, f64::max));
        (0.5 * least..2.0 * most).log_scale()
    };
    let mut chart = ChartBuilder::on(&area)
        .caption("A moving step of two plates in contact, one thread", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(ends(|row| row.contacts as f64), ends(|row| row.ms))?;
    chart.configure_mesh().x_desc("contacts").y_desc("ms per step").draw()?;
    for ((rows, resolution), colour) in series.iter().zip(RESOLUTIONS).zip([BLACK, BLUE]) {
        let points = rows.iter().map(|row| (row.contacts as f64, row.ms));
        chart
            .draw_series(LineSeries::new(points.clone(), &colour))?
            .label(format!("{resolution:?}").to_lowercase())
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], colour));
        chart.draw_series(points.map(|point| Circle::new(point, 4, colour.filled())))?;
        let base = rows[BASE].each() * 1e-6;
        let linear = rows.iter().map(|row| (row.contacts as f64, base * row.contacts as f64));
        chart.draw_series(DashedLineSeries::new(linear, 6, 4, colour.into()))?;
    }
    chart.configure_series_labels().border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}
