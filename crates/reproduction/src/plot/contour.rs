//! Filled contours over two numbers, in panels with common shades.

use plotters::prelude::*;

use super::scale::{Axis, Scale};
use super::{Drawn, Picture, picture};
use crate::Error;
use crate::table::number;

const SIZE: (u32, u32) = (1040, 480);

/// What of the width the key takes.
const KEY: u32 = 130;

/// How many shades there are.
const SHADES: usize = 8;

/// The steps into which each axis of a panel is cut.
const STEPS: usize = 60;

/// Panels of `z` over the same grid.
#[derive(Debug, Clone)]
pub(crate) struct Contour {
    pub(crate) name: &'static str,
    pub(crate) title: String,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    /// What the shades mean.
    pub(crate) z: &'static str,
    pub(crate) xs: Vec<f64>,
    pub(crate) ys: Vec<f64>,
    /// The name of each panel, and its values by y and x.
    pub(crate) panels: Vec<(String, Vec<Vec<f64>>)>,
}

impl Contour {
    /// The picture.
    pub(crate) fn draw(&self) -> Result<Picture, Error> {
        picture(self.name, &self.title, |svg| self.draw_into(svg))
    }

    /// The logarithms between which the shades are spread.
    fn range(&self) -> (f64, f64) {
        let all = || self.panels.iter().flat_map(|(_, z)| z.iter().flatten()).map(|z| z.log10());
        (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max))
    }

    fn draw_into(&self, svg: &mut String) -> Drawn {
        let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let title = TextStyle::from(("sans-serif", 18));
        root.draw(&Text::new(self.title.as_str(), (76, 10), title))?;
        let (left, key) = root.margin(34, 0, 0, 0).split_horizontally(SIZE.0 - KEY);
        let areas = left.split_evenly((1, self.panels.len()));
        for (area, (name, z)) in areas.iter().zip(&self.panels) {
            self.draw_panel(area, name, z)?;
        }
        let (low, high) = self.range();
        let text = TextStyle::from(("sans-serif", 13));
        key.draw(&Text::new(self.z, (4, 12), text.clone()))?;
        for shade in 0..SHADES {
            let top = 40 + 30 * (SHADES - 1 - shade) as i32;
            let cell = [(4, top), (30, top + 30)];
            key.draw(&Rectangle::new(cell, gray(shade).filled()))?;
            key.draw(&Rectangle::new(cell, BLACK))?;
            let edge = |shade: usize| 10f64.powf(low + (high - low) * shade as f64 / SHADES as f64);
            let words = format!("{} to {}", short(edge(shade)), short(edge(shade + 1)));
            key.draw(&Text::new(words, (36, top + 8), text.clone()))?;
        }
        root.present()?;
        Ok(())
    }

    fn draw_panel(
        &self,
        area: &DrawingArea<SVGBackend, plotters::coord::Shift>,
        name: &str,
        z: &[Vec<f64>],
    ) -> Drawn {
        let ends = |values: &[f64]| (values[0], values[values.len() - 1]);
        let ((x0, x1), (y0, y1)) = (ends(&self.xs), ends(&self.ys));
        let x = Scale::exactly(&self.x, x0, x1);
        let y = Scale::exactly(&self.y, y0, y1);
        let mut chart = ChartBuilder::on(area)
            .caption(name, ("sans-serif", 15))
            .margin(10)
            .x_label_area_size(44)
            .y_label_area_size(72)
            .build_cartesian_2d(x, y)?;
        let (low, high) = self.range();
        let plane = chart.plotting_area().strip_coord_spec();
        let (width, height) = plane.dim_in_pixel();
        for row in 0..STEPS {
            let v = (row as f64 + 0.5) / STEPS as f64;
            let shade = |column: usize| {
                let u = (column as f64 + 0.5) / STEPS as f64;
                let value = self.blend(z, &x, &y, u, v);
                let share = (value - low) / (high - low).max(f64::MIN_POSITIVE);
                ((share * SHADES as f64) as usize).min(SHADES - 1)
            };
            // Steps of one shade in a row are drawn as one.
            let mut from = 0;
            for column in 1..=STEPS {
                if column < STEPS && shade(column) == shade(from) {
                    continue;
                }
                let at = |column: usize| (column as u32 * width / STEPS as u32) as i32;
                let down = |row: usize| ((STEPS - row) as u32 * height / STEPS as u32) as i32;
                let cell = [(at(from), down(row + 1)), (at(column), down(row))];
                plane.draw(&Rectangle::new(cell, gray(shade(from)).filled()))?;
                from = column;
            }
        }
        chart
            .configure_mesh()
            .disable_mesh()
            .x_desc(self.x.label)
            .y_desc(self.y.label)
            .label_style(("sans-serif", 14))
            .axis_desc_style(("sans-serif", 15))
            .draw()?;
        Ok(())
    }

    /// The logarithm of `z`, interpolated, at shares of the axes.
    fn blend(&self, z: &[Vec<f64>], x: &Scale, y: &Scale, u: f64, v: f64) -> f64 {
        let (i, s) = between(&self.xs, x, u);
        let (j, t) = between(&self.ys, y, v);
        let log = |j: usize, i: usize| z[j][i].log10();
        let along = |j: usize| log(j, i) * (1.0 - s) + log(j, i + 1) * s;
        along(j) * (1.0 - t) + along(j + 1) * t
    }
}

/// The interval of a grid that holds a share of the axis, and how far along it is.
fn between(grid: &[f64], scale: &Scale, share: f64) -> (usize, f64) {
    let last = grid.len() - 2;
    let i = (0..last).find(|&i| scale.share(grid[i + 1]) >= share).unwrap_or(last);
    let (from, to) = (scale.share(grid[i]), scale.share(grid[i + 1]));
    (i, (share - from) / (to - from))
}

/// Light for small values.
fn gray(shade: usize) -> RGBColor {
    let light = 245 - (shade * 200 / (SHADES - 1)) as u8;
    RGBColor(light, light, light)
}

fn short(value: f64) -> String {
    if value >= 100.0 { format!("{value:.0}") } else { number(value) }
}
