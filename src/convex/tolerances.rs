//! The tolerances of the distance search and its certificate. All are relative: multiples of `eps`
//! times the extent of the pair, unless they say otherwise. `docs/accuracy.md` has the table.

/// The duality gap at which a search at machine precision ends, in eps times the extent: less than
/// what counts as proven, so that a search that could still close the gap does so, and more than
/// the rounding of the supports. Of 105,000 hard pairs, 3,088 go on in double-double arithmetic at
/// 2, 3,109 at 4 and 3,146 at 1.
pub(crate) const SEARCH_GAP: f64 = 2.0;

/// What the rounding of a support can add to a lower bound, in eps times the extent.
pub(crate) const LOWER_BOUND_ROUNDING: f64 = 4.0;

/// A nearest point within this many eps of zero, against the largest vertex norm, is zero
/// (Montanari et al. 2017, eq. 9).
pub(crate) const RELATIVE_ZERO: f64 = 1.0;

/// The largest gap between the raw bounds that counts as proven, in eps times the extent. The error
/// of the distance is at most this and the rounding of the lower bound, together the promised 4; at
/// 8, one of 26,000 hard pairs is off by up to 7.9. With the [`LOWER_BOUND_ROUNDING`] that the
/// reported lower bound is lowered by, the width stays below 8.
pub(crate) const BOUNDS_WIDTH: f64 = 3.0;

/// A nearest point within this of the origin is contact, in eps times the extent. With 4, rounding
/// brings the error of reporting zero up to 4.7 (one pair of 100,000).
pub(crate) const CONTACT_ZERO: f64 = 3.0;

/// Twelve times the largest cross product of two edges of the difference, 48 squared extents.
pub(crate) const DEEP_INSIDE: f64 = 576.0;

/// The least that rounding makes of a weight that is not negative. Two such weights are set to
/// zero, and the sum of the others must stay within 4 eps of one: at -4 eps, one of 1.4 million
/// hard pairs is off by 4.5.
pub(crate) const NEGATIVE_WEIGHT: f64 = -f64::EPSILON;

/// How far the bodies are moved apart to find the plane between touching ones, in eps times the
/// extent: less than the promised 12, more than the noise of the search.
pub(crate) const NUDGE: f64 = 8.0;

/// The depth below a plane at which the bodies still count as touching, in eps times the extent:
/// the promised 12 less the rounding of the plane itself.
pub(crate) const CONTACT_DEPTH: f64 = 11.0;

/// Bodies that still overlap when they are moved apart by this, against the extent, overlap beyond
/// doubt, unless the difference is thinner than [`THIN_SIMPLEX`]: the depth is at least the product
/// of the two, shared among the vertices, and 12 eps are 2.7e-15.
pub(crate) const CLEAR_OVERLAP: f64 = 1e-9;

/// The least thickness of the difference for [`CLEAR_OVERLAP`] to mean anything, against the
/// extent.
pub(crate) const THIN_SIMPLEX: f64 = 1e-2;

/// How near the bounds of smooth shapes are brought, in eps times the extent: nearer than the
/// points are rounded makes no sense.
pub(crate) const SMOOTH_GOAL: f64 = 4.0;

/// A nearest point this near to the origin is the origin, against the extent: the resolution of
/// double-double arithmetic with two digits to spare.
pub(crate) const DOUBLE_DOUBLE_ZERO: f64 = 1e-30;

/// How far the distance may be from that of the witness points, in eps times the extent: what is
/// promised of its error.
pub(crate) const WITNESS: f64 = 16.0;

/// What the rounding of the witness points may add, in eps times their largest coordinate: half a
/// unit in each of three coordinates, for two points.
pub(crate) const WITNESS_ROUNDING: f64 = 2.0;

/// What an answer may be off by to be verified, in eps times the extent: what is promised of its error,
/// of bounds and witness points that are each rounded once more.
pub(crate) const VERIFIED: f64 = 16.0;

/// The same for the sum of weights and the square of a unit vector: some roundings of numbers of about
/// one.
pub(crate) const VERIFIED_WEIGHTS: f64 = 1e-13;

/// The same where nothing is relative any more: some of the smallest numbers there are.
pub(crate) const WITNESS_SUBNORMAL: f64 = 64.0 * f64::from_bits(1);

/// The least height, in local units times the length of the direction, whose square is a number
/// with all its digits: what is compared by its square and is less proves nothing.
pub(crate) const LEAST_HEIGHT: f64 = 1e-140;

/// The least product of a direction and a vertex by which vertices can be told apart: the rounding of
/// such products is a normal number.
pub(crate) const LEAST_PRODUCT: f64 = 1e-280;

/// What is shorter than this in local units, 2^-500, may be zero: its square is no normal number.
pub(crate) const SHORTEST: f64 = f64::from_bits((1023 - 500) << 52);

/// The least extent of a pair with a smooth shape, in the smallest normal number: points of smooth
/// shapes are rounded to subnormal numbers, each coordinate of both bodies some four times (rotation,
/// centre, difference), which the 4 eps of the extent that a lower bound gives up must cover.
pub(crate) const LEAST_EXTENT: f64 = 4.0;

/// A blend this near to the point means that the tetrahedron holds it, in eps times the extent.
/// The volumes of a flat tetrahedron can all be positive by rounding while it is far from the
/// point: the test with flat simplices fails without it.
pub(crate) const POINT_ZERO: f64 = 4.0;
