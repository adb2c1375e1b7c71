//! The plot of an energy ledger.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::folder::{Folder, PLOT};
use crate::error::Error;

/// The size of the picture, and of its margins.
const SIZE: (u32, u32) = (960, 600);

/// The columns that are drawn, and their names in the plot. Losses are drawn so that all curves add
/// up to a level line.
const CURVES: [(&str, &str); 8] = [
    ("kinetic", "kinetic"),
    ("elastic", "elastic"),
    ("gravity", "gravity"),
    ("contact", "contact"),
    ("friction", "lost by friction"),
    ("damping", "lost by damping"),
    ("lost", "lost"),
    ("total", "total"),
];

/// Draws energies over time, those that the ledger has.
pub(super) fn write(folder: &Folder, axes: [&str; 2]) -> Result<(), Error> {
    let time = folder.column("time");
    let curves: Vec<(&str, Vec<f64>)> =
        CURVES.iter().map(|(column, name)| (*name, folder.column(column))).collect();
    let mut picture = String::new();
    draw(&mut picture, &time, &curves, axes)
        .map_err(|error| Error::Demo(format!("{PLOT} cannot be drawn: {error}")))?;
    folder.write(PLOT, picture.as_bytes())
}

fn draw(
    picture: &mut String,
    time: &[f64],
    curves: &[(&str, Vec<f64>)],
    [x, y]: [&str; 2],
) -> Result<(), Box<dyn std::error::Error>> {
    let all = || curves.iter().flat_map(|(_, curve)| curve).copied().filter(|e| e.is_finite());
    let (low, high) = (all().fold(0.0, f64::min), all().fold(f64::MIN_POSITIVE, f64::max));
    let end = time.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let root = SVGBackend::with_string(picture, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(16)
        .x_label_area_size(36)
        .y_label_area_size(64)
        .build_cartesian_2d(0.0..1.18 * end, low..1.05 * high)?;
    chart.configure_mesh().x_desc(x).y_desc(y).light_line_style(TRANSPARENT).draw()?;
    let style = TextStyle::from(("sans-serif", 13)).pos(Pos::new(HPos::Left, VPos::Center));
    for (number, (name, curve)) in curves.iter().enumerate() {
        let color = Palette99::pick(number).to_rgba();
        let points: Vec<(f64, f64)> =
            time.iter().copied().zip(curve.iter().copied()).filter(|p| p.1.is_finite()).collect();
        let Some(&last) = points.last() else { continue };
        chart.draw_series(LineSeries::new(points, color.stroke_width(2)))?;
        let label =
            Text::new((*name).to_owned(), (last.0 + 0.01 * end, last.1), style.color(&color));
        chart.draw_series(std::iter::once(label))?;
    }
    root.present()?;
    Ok(())
}
