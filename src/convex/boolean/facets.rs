//! The faces and edges that a test goes through: those that a polyhedron keeps, or those of the
//! hull of the vertices of any other body, made for the call.

use std::borrow::Cow;

use crate::error::{Error, Reason};
use crate::shape::{Facets, SupportMap};

/// The faces and edges of a shape.
pub(super) fn facets<'s, S: SupportMap>(
    which: &'static str,
    shape: &'s S,
) -> Result<Cow<'s, Facets>, Error> {
    let refused = || Error::from(Reason::WrongShape { which, what: "polyhedron" });
    if shape.radius() > 0.0 || shape.vertex_count() == 0 {
        return Err(refused());
    }
    if let Some(kept) = shape.facets() {
        return Ok(Cow::Borrowed(kept));
    }
    // From the centre, so that a body far away keeps its digits.
    let center = shape.center();
    let vertex = |i| shape.vertex(i as u32, &center).map(<[f64; 3]>::from);
    let vertices: Vec<[f64; 3]> = (0..shape.vertex_count()).filter_map(vertex).collect();
    let flat = |_| Error::from(Reason::FlatBody { which });
    Facets::of_relative(center, &vertices).map(Cow::Owned).map_err(flat)
}
