//! How time and memory grow with the number of tetrahedra near contact.

use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use gapkit::mesh::bodies;
use gapkit::scene::{BodyOptions, Config, Scene};
use plotters::prelude::*;

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

pub(crate) fn fill(out: &mut String) {
    writeln!(
        out,
        "| tets | contacts | ms per step | ns per tet | growth | bytes per tet |\n|---|---|---|---|---|---|"
    )
    .expect("String");
    let rows = SIZES.map(measure);
    let each = |row: &Row| row.ms * 1e6 / row.tets as f64;
    for row in &rows {
        writeln!(
            out,
            "| {} | {} | {:.3} | {:.0} | {:.2} | {:.0} |",
            row.tets,
            row.contacts,
            row.ms,
            each(row),
            each(row) / each(&rows[BASE]),
            row.bytes
        )
        .expect("String");
    }
    draw(&rows).expect("docs/benchmarks can be written");
}

fn measure(cells: usize) -> Row {
    let edge = 1.0;
    let side = cells as f64 * edge;
    let lower = bodies::block([cells, cells, 1], [side, side, edge]).expect("a plate");
    let mut nodes = lower.nodes().to_vec();
    let before = HELD.load(Ordering::Relaxed);
    let config = Config::new(0.1 * edge).expect("a margin").with_threads(2);
    let mut scene = Scene::new(config).expect("threads");
    scene.add_mesh(&lower, BodyOptions::default()).expect("a plate");
    let upper = scene.add_mesh(&lower, BodyOptions::default()).expect("a plate");
    nodes.iter_mut().for_each(|x| {
        (x[0], x[1], x[2]) = (x[0] + 0.31 * edge, x[1] + 0.17 * edge, x[2] + 1.05 * edge);
    });
    let mut times: Vec<f64> = (0..20)
        .map(|_| {
            nodes.iter_mut().for_each(|x| x[0] += 0.01 * edge);
            scene.set_positions(upper, &nodes).expect("positions");
            let start = Instant::now();
            scene.detect();
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let tets = 2 * lower.tets().len();
    let bytes = (HELD.load(Ordering::Relaxed) - before) as f64 / tets as f64;
    Row { tets, ms: times[times.len() / 2], bytes, contacts: scene.contacts().len() }
}

fn draw(rows: &[Row]) -> Result<(), Box<dyn std::error::Error>> {
    let path = format!("{}/docs/benchmarks/scene.svg", env!("CARGO_MANIFEST_DIR"));
    let area = SVGBackend::new(&path, (640, 420)).into_drawing_area();
    area.fill(&WHITE)?;
    let (least, most) = (rows[0].ms / 2.0, rows[rows.len() - 1].ms * 2.0);
    let mut chart = ChartBuilder::on(&area)
        .caption("Detection of two plates in contact", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d((500.0..2e6).log_scale(), (least..most).log_scale())?;
    chart.configure_mesh().x_desc("tetrahedra").y_desc("ms per step").draw()?;
    let points = rows.iter().map(|row| (row.tets as f64, row.ms));
    chart
        .draw_series(LineSeries::new(points.clone(), &BLACK))?
        .label("measured")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 20, y)], BLACK));
    chart.draw_series(points.map(|point| Circle::new(point, 4, BLACK.filled())))?;
    let base = rows[BASE].ms / rows[BASE].tets as f64;
    let linear = rows.iter().map(|row| (row.tets as f64, base * row.tets as f64));
    chart
        .draw_series(DashedLineSeries::new(linear, 6, 4, BLACK.into()))?
        .label("linear")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 8, y)], BLACK));
    chart.configure_series_labels().border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}
