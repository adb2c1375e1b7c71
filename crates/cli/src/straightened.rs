//! What is said of quadratic elements: they are flat between their nodes.

use gapkit::mesh::read::Quadratic;
use serde::Serialize;

/// The quadratic elements of a file, as JSON and in words.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Straightened {
    elements: usize,
    /// Whether there are some of which only the corners take part.
    taken_as_straight: bool,
    /// How far the nodes on edges are off the straight edges, at most, in lengths of the edge.
    max_offset: f64,
}

impl From<Quadratic> for Straightened {
    fn from(quadratic: Quadratic) -> Self {
        let Quadratic { elements, straightened, max_offset } = quadratic;
        Self { elements, taken_as_straight: straightened > 0, max_offset }
    }
}

impl Straightened {
    /// The note, if there are such elements.
    pub(super) fn note(&self) -> Option<String> {
        let Self { elements, taken_as_straight, max_offset } = *self;
        let noun = if elements == 1 { "quadratic element is" } else { "quadratic elements are" };
        let off = if max_offset > 0.0 {
            format!("off straight edges by up to {:.2} % of their length", 100.0 * max_offset)
        } else {
            "on straight edges".to_owned()
        };
        let rest = if taken_as_straight {
            "; of pyramids and hexahedra with nodes on faces only the corners count"
        } else {
            ""
        };
        let text =
            || format!("{elements} {noun} flat between the nodes on edges, which are {off}{rest}");
        (elements > 0).then(text)
    }
}
