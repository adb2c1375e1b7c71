//! The plot of an energy ledger.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::folder::{Folder, PLOT};
use crate::error::Error;

/// The size of the picture, and of its margins.
const SIZE: (u32, u32) = (960, 600);

/// The height of a label as a share of that of the chart.
const LABEL: f64 = 0.032;

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
    let end_of = |curve: &[f64]| curve.iter().rev().copied().find(|e| e.is_finite());
    let ends: Vec<f64> =
        curves.iter().map(|(_, curve)| end_of(curve).unwrap_or(f64::NAN)).collect();
    let heights = spread(&ends, LABEL * (1.05 * high - low), 1.05 * high);
    for (number, (name, curve)) in curves.iter().enumerate() {
        let color = Palette99::pick(number).to_rgba();
        let points: Vec<(f64, f64)> =
            time.iter().copied().zip(curve.iter().copied()).filter(|p| p.1.is_finite()).collect();
        let Some(&last) = points.last() else { continue };
        chart.draw_series(LineSeries::new(points, color.stroke_width(2)))?;
        let at = (last.0 + 0.01 * end, heights[number]);
        let label = Text::new((*name).to_owned(), at, style.color(&color));
        chart.draw_series(std::iter::once(label))?;
    }
    root.present()?;
    Ok(())
}

/// Heights that are as near as can be to those given, in the same order, each `apart` above the one below and none
/// above `top`. What is not a number stays so.
fn spread(heights: &[f64], apart: f64, top: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..heights.len()).filter(|&i| heights[i].is_finite()).collect();
    order.sort_by(|&a, &b| heights[a].total_cmp(&heights[b]));
    let mut spread = heights.to_vec();
    for pair in order.windows(2) {
        spread[pair[1]] = spread[pair[1]].max(spread[pair[0]] + apart);
    }
    let mut limit = top;
    for &i in order.iter().rev() {
        spread[i] = spread[i].min(limit);
        limit = spread[i] - apart;
    }
    spread
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_at_one_height_are_drawn_apart() {
        let heights = spread(&[1.0, 0.0, f64::NAN, 1.0, 1.0], 0.25, 1.0);
        assert_eq!((heights[0], heights[1], heights[3], heights[4]), (0.5, 0.0, 0.75, 1.0));
        assert!(heights[2].is_nan());
        assert_eq!(spread(&[0.0, 5.0], 1.0, 10.0), [0.0, 5.0]);
    }
}
