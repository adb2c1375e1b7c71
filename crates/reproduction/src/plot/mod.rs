//! Plots that can be read in black and white: every curve has its own marker and dashes.

mod contour;
mod curve;
mod scale;

pub(super) use contour::Contour;
pub(super) use curve::{Curve, Plot};
pub(super) use scale::Axis;

use crate::Error;

/// A picture with a name for its file.
#[derive(Debug, Clone)]
pub(super) struct Picture {
    /// The name of the .svg file, without its ending.
    pub(super) name: String,
    pub(super) title: String,
    pub(super) svg: String,
}

type Drawn = Result<(), Box<dyn std::error::Error>>;

/// What a drawing function draws.
fn picture(
    name: &str,
    title: &str,
    draw: impl FnOnce(&mut String) -> Drawn,
) -> Result<Picture, Error> {
    let mut svg = String::new();
    draw(&mut svg).map_err(|error| Error::Files(format!("{name}.svg cannot be drawn: {error}")))?;
    Ok(Picture { name: name.to_owned(), title: title.to_owned(), svg })
}
