//! The tolerances of depths: in units of `eps` times the extent of the pair, unless they say
//! otherwise.

/// How near the bounds must come in plain arithmetic, in eps times the extent: more than the
/// rounding of two heights, less than the promised 16 with the rounding of the result.
pub(crate) const DEPTH_GAP: f64 = 4.0;

/// What rounding can add to `n.s` for a unit normal, in eps times the extent: the vertex is off by
/// two in each coordinate (two local ones and their difference), so by 3.5 along any normal, the
/// product sum by 5.2, and the length of the normal by 1.5 eps, which is 2.6 for the largest depth
/// there can be.
pub(crate) const DEPTH_ROUNDING: f64 = 12.0;

/// How far the blended vertices may miss the foot, in eps times the extent: as far as the bounds
/// may be apart, and the rounding of the blend.
pub(crate) const WITNESS_MISS: f64 = 6.0;

/// With a spread below this, against the extent, a better point is searched for.
pub(crate) const SMALL_SPREAD: f64 = 1e-3;

/// A difference that is thinner than this is flat, in eps times the extent: the thickness at which
/// the distance search calls bodies touching.
pub(crate) const FLAT_DIFFERENCE: f64 = 8.0;

/// The sine of the angle of two edges below which a triangle counts as a segment, in eps: its
/// normal would be noise.
pub(crate) const FLAT_TRIANGLE: f64 = 16.0;

/// What rounding can add to a determinant, in eps times the lengths of its columns: two
/// subtractions, three products and two sums in each of the six terms, with one to spare.
pub(crate) const DETERMINANT: f64 = 8.0;

/// Bodies that are deeper than this overlap for certain, in eps times the extent: the rounding of
/// the lower bound, twice.
pub(crate) const CLEAR_DEPTH: f64 = 2.0 * DEPTH_ROUNDING;

/// The relative tolerance for smooth shapes, whose polytopes grow with its inverse.
pub(crate) const SMOOTH_TOLERANCE: f64 = 1e-6;

/// How far beyond the plane the point is, against the extent: little, for the steps to be long; but
/// a search that is within eps of the distance is within eps over it of the square of the angle,
/// and of the depth.
pub(crate) const WALK_BEYOND: f64 = 1.0 / 16.0;

/// A walk ends when a step turns the normal by less than this angle: the points at its end are apart
/// from those of the normal by as much, against the extent.
pub(crate) const WALK_TURN: f64 = 1e-10;

/// How far a vertex may seem to lie above a face of the hull, in eps times the extent to the third:
/// an edge is off by 3.5 eps extents and a normal by 7 times the lengths of two edges, which are up
/// to 3.5 extents each, and that is multiplied by the two diameters; with the rounding of the
/// product sums, 560.
pub(crate) const SCREENED_FACET: f64 = 560.0;

/// How far a vertex may seem to lie above a face of the hull, against the extent to the third.
pub(crate) const EXACT_FACET: f64 = 1e-26;

/// A sine below which two edges are parallel in double-double arithmetic, with two digits to spare.
pub(crate) const PARALLEL_EDGES: f64 = 1e-28;

/// [`EXACT_FACET`] in plain arithmetic: that of the first pass, [`SCREENED_FACET`].
pub(crate) const PLAIN_FACET: f64 = 560.0 * f64::EPSILON;
