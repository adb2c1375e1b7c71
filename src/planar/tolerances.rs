//! The tolerances of the searches in the plane, in units of eps times the extent of the pair.

/// The duality gap at which a search ends: less than what counts as proven, and more than the
/// rounding of the supports.
pub(crate) const DUALITY_GAP: f64 = 2.0;

/// What the rounding of a support can add to a lower bound.
pub(crate) const SUPPORT_ROUNDING: f64 = 4.0;

/// A nearest point within this of the origin is contact: with the rounding of the point it stays
/// within the promised 4.
pub(crate) const CONTACT_RADIUS: f64 = 3.0;

/// The least that rounding makes of a weight that is not negative: each is half an eps off, and the
/// third is what the others leave of one.
pub(crate) const NEGATIVE_WEIGHT: f64 = -2.0 * f64::EPSILON;

/// The largest gap between the raw bounds that counts as proven. The error of the distance is at
/// most this and the rounding of the lower bound, together the promised 4; with the rounding that
/// the reported bound is lowered by, the width stays below 8.
pub(crate) const PROVEN_WIDTH: f64 = 3.0;

/// The overlap along an axis at which polygons still count as touching: the promised 12 less the
/// rounding of the axis itself.
pub(crate) const TOUCHING_OVERLAP: f64 = 11.0;

/// An origin within this of an edge lies on it, times the 1-norm of the edge: more than the
/// rounding of an area (4), and more than the 12 units by which touching polygons may overlap, so
/// that these end on the edge that touches.
pub(crate) const ON_EDGE: f64 = 16.0;

/// Vertices no farther apart than this, against the width of their polygon, are not climbed between:
/// 2^-100. The products of longer edges with the directions of a search are normal numbers.
pub(crate) const TWINS: f64 = f64::from_bits((1023 - 100) << 52);

/// The least product of a direction and a vertex for which that holds, on a polygon that is not
/// smaller than rounding: 2^-150 times as much is left for edges between vertices that are no twins.
pub(crate) const LEAST_CLIMB: f64 = 1e-230;

/// A vertex is certainly above the centre if it is by this, in eps times the width of the polygon
/// and the 1-norm of the direction: more than the rounding of the difference and its product, which
/// is 2.
pub(crate) const HEIGHT_ROUNDING: f64 = 4.0;
