//! A circular cylinder.

use super::sweep::Section;
use super::{at_least, limit};
use crate::error::{Error, check_length};
use crate::mesh::{Orientation, TetMesh};

/// What a cylinder is made of; see [`cylinder`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cylinder {
    /// The radius of the circle that the nodes of the outer ring lie on.
    pub radius: f64,
    /// The height.
    pub height: f64,
    /// How many sectors the disc has.
    pub sides: usize,
    /// How many rings the disc has.
    pub rings: usize,
    /// How many layers there are along the height.
    pub layers: usize,
}

/// A cylinder around the z axis, from z = 0 up: a prism over a regular polygon.
///
/// ```
/// use gapkit::mesh::bodies::{Cylinder, cylinder};
///
/// let shape = Cylinder { radius: 1.0, height: 2.0, sides: 12, rings: 2, layers: 4 };
/// let mesh = cylinder(&shape)?;
/// assert_eq!(mesh.tets().len(), 3 * 4 * 12 * 3);
/// // A regular 12-gon of radius 1 has area 3.
/// assert!((mesh.summary().volume - 6.0).abs() < 1e-13);
/// # Ok::<(), gapkit::Error>(())
/// ```
///
/// # Errors
/// If a length is not positive and finite, there are fewer than three sides, or no ring or layer.
pub fn cylinder(shape: &Cylinder) -> Result<TetMesh, Error> {
    let Cylinder { radius, height, sides, rings, layers } = *shape;
    check_length("radius", radius, true)?;
    check_length("height", height, true)?;
    at_least(3, "sides", sides, "at least 3")?;
    at_least(1, "rings", rings, "at least 1")?;
    at_least(1, "layers", layers, "at least 1")?;
    limit(&[6, sides, rings, layers])?;
    let z = |layer: usize| height * (layer as f64 / layers as f64);
    let disc = Section::disc(radius, sides, rings);
    let elements = disc.sweep(layers + 1, None, |layer, [x, y]| [x, y, z(layer)]);
    TetMesh::from_elements(&elements, Orientation::Refuse)
}
