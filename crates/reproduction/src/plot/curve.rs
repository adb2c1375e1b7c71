//! Curves over one number.

use plotters::coord::Shift;
use plotters::element::DashedPathElement;
use plotters::prelude::*;

use super::scale::{Axis, Scale};
use super::{Drawn, Picture, picture};
use crate::Error;

/// The height of the picture, the width of its panels together and of each at least, and that of
/// the legend.
const HEIGHT: u32 = 500;
const WIDTH: u32 = 800;
const MIN_WIDTH: u32 = 400;
const LEGEND: u32 = 260;

/// A curve with its name in the legend.
#[derive(Debug, Clone)]
pub(crate) struct Curve {
    name: String,
    points: Vec<(f64, f64)>,
    /// Only markers.
    loose: bool,
}

impl Curve {
    pub(crate) fn new(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.into(), points, loose: false }
    }

    /// Points that no line joins.
    pub(crate) fn loose(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.into(), points, loose: true }
    }
}

/// Curves over common axes, in one panel or several side by side.
#[derive(Debug, Clone)]
pub(crate) struct Plot {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    /// The heading and the curves of each panel. Curves with the same number have the same name in
    /// all of them.
    pub(crate) panels: Vec<(String, Vec<Curve>)>,
}

impl Plot {
    /// The picture.
    pub(crate) fn draw(&self) -> Result<Picture, Error> {
        picture(&self.name, &self.title, |svg| self.draw_into(svg))
    }

    fn draw_into(&self, svg: &mut String) -> Drawn {
        let width = (WIDTH / self.panels.len() as u32).max(MIN_WIDTH) * self.panels.len() as u32;
        let size = (width + LEGEND, HEIGHT);
        let root = SVGBackend::with_string(svg, size).into_drawing_area();
        root.fill(&WHITE)?;
        let title = TextStyle::from(("sans-serif", 18)).color(&BLACK);
        root.draw(&Text::new(self.title.as_str(), (84, 12), title))?;
        let (left, _) = root.margin(36, 0, 0, 0).split_horizontally(width);
        let areas = left.split_evenly((1, self.panels.len()));
        for (area, (heading, curves)) in areas.iter().zip(&self.panels) {
            self.draw_panel(&root, area, heading, curves)?;
        }
        for (number, curve) in self.panels[0].1.iter().enumerate() {
            let style = Style::new(number);
            let (x, y) = (width as i32 + 6, 66 + 24 * number as i32);
            if !curve.loose {
                style.line(&root, &[(x, y), (x + 44, y)])?;
            }
            style.mark(&root, (x + 22, y))?;
            let text = TextStyle::from(("sans-serif", 13)).color(&BLACK);
            root.draw(&Text::new(curve.name.as_str(), (x + 52, y - 7), text))?;
        }
        root.present()?;
        Ok(())
    }

    fn draw_panel(&self, root: &Root, area: &Root, heading: &str, curves: &[Curve]) -> Drawn {
        let all = || self.panels.iter().flat_map(|(_, curves)| curves).flat_map(|c| &c.points);
        let x = Scale::around(&self.x, all().map(|p| p.0));
        let y = Scale::around(&self.y, all().map(|p| p.1));
        let mut chart = ChartBuilder::on(area)
            .caption(heading, ("sans-serif", 15))
            .margin(10)
            .x_label_area_size(44)
            .y_label_area_size(76)
            .build_cartesian_2d(x, y)?;
        chart
            .configure_mesh()
            .x_desc(self.x.label)
            .y_desc(self.y.label)
            .label_style(("sans-serif", 14))
            .axis_desc_style(("sans-serif", 15))
            .bold_line_style(BLACK.mix(0.15))
            .light_line_style(TRANSPARENT)
            .draw()?;
        for (number, curve) in curves.iter().enumerate() {
            let taken = curve.points.iter().filter(|p| self.x.takes(p.0) && self.y.takes(p.1));
            let pixels: Vec<(i32, i32)> = taken.map(|p| chart.backend_coord(p)).collect();
            Style::new(number).draw(root, &pixels, curve.loose)?;
        }
        Ok(())
    }
}

type Root<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The style of a curve: its marker, its dashes and its colour, each of which tells it apart.
#[derive(Debug, Clone, Copy)]
struct Style {
    number: usize,
    color: RGBColor,
    dashes: Option<(i32, i32)>,
}

impl Style {
    /// Colours of different lightness, which colour-blind eyes can tell apart too.
    const COLORS: [RGBColor; 6] = [
        RGBColor(0, 0, 0),
        RGBColor(204, 76, 2),
        RGBColor(31, 90, 170),
        RGBColor(0, 130, 90),
        RGBColor(150, 60, 140),
        RGBColor(110, 110, 110),
    ];
    const DASHES: [Option<(i32, i32)>; 4] = [None, Some((8, 4)), Some((2, 4)), Some((14, 6))];

    fn new(number: usize) -> Self {
        let color = Self::COLORS[number % Self::COLORS.len()];
        Self { number, color, dashes: Self::DASHES[number % Self::DASHES.len()] }
    }

    fn draw(&self, root: &Root, pixels: &[(i32, i32)], loose: bool) -> Drawn {
        if !loose {
            self.line(root, pixels)?;
        }
        // Markers that would cover each other are thinned out.
        let mut last: Option<(i32, i32)> = None;
        for &(x, y) in pixels {
            let far = |(u, v): (i32, i32)| (x - u).abs().max((y - v).abs()) >= 9;
            if loose || last.is_none_or(far) {
                self.mark(root, (x, y))?;
                last = Some((x, y));
            }
        }
        Ok(())
    }

    fn line(&self, root: &Root, pixels: &[(i32, i32)]) -> Drawn {
        let stroke = self.color.stroke_width(2);
        match self.dashes {
            None => root.draw(&PathElement::new(pixels.to_vec(), stroke))?,
            Some((dash, space)) => {
                let path = DashedPathElement::new(pixels.to_vec(), dash, space, stroke);
                root.draw(&path)?;
            }
        }
        Ok(())
    }

    fn mark(&self, root: &Root, (x, y): (i32, i32)) -> Drawn {
        let full = self.color.filled();
        let (thin, white) = (self.color.stroke_width(2), WHITE.filled());
        let square = [(x - 4, y - 4), (x + 4, y + 4)];
        match self.number % 7 {
            0 => root.draw(&Circle::new((x, y), 4, full))?,
            1 => {
                root.draw(&Rectangle::new(square, white))?;
                root.draw(&Rectangle::new(square, thin))?;
            }
            2 => root.draw(&TriangleMarker::new((x, y), 6, full))?,
            3 => root.draw(&Cross::new((x, y), 4, thin))?,
            4 => {
                root.draw(&Circle::new((x, y), 4, white))?;
                root.draw(&Circle::new((x, y), 4, thin))?;
            }
            5 => root.draw(&Rectangle::new(square, full))?,
            _ => {
                root.draw(&PathElement::new([(x - 6, y), (x + 6, y)], thin))?;
                root.draw(&PathElement::new([(x, y - 6), (x, y + 6)], thin))?;
            }
        }
        Ok(())
    }
}
