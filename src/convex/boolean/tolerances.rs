//! The tolerances of boolean tests: in units of `eps` times the extent of the pair, unless they say
//! otherwise.

/// What the sum of heights along an axis may be off by, in eps times the size: the rotation between
/// the boxes is a product of two matrices (3), the centres (2) and up to six half extents (6) are
/// multiplied by it and summed.
pub(crate) const BOX_ROUNDING: f64 = 16.0;

/// What the gap along an axis may be off by, in eps times the size: the axis is a unit vector but for
/// rounding (2), and the points are sums of rounded products (4).
pub(crate) const GAP_ROUNDING: f64 = 8.0;

/// A bisection ends at bounds this near to each other, in eps times the size: decisions between them
/// are made by rounding.
pub(crate) const BISECTED: f64 = 16.0;

/// What the difference of the heights of two points may be off by, in eps times the size of the
/// pair and the sum of the coordinates of the direction: the differences to the origins and of these
/// (3), the products with the direction (1.5) and those with the axes of a box (6), and the sums of
/// these (3).
pub(crate) const FACET_ROUNDING: f64 = 16.0;

/// The error of a coordinate of a vector product of two sites, in `eps E^2`: each of its two
/// products is of two factors of `2 E` off by `8 eps E` (32 and the rounding of 2), and their
/// difference is rounded (4).
pub(crate) const PRODUCT: f64 = 72.0;

/// The error of a volume of three sites, in `eps E^3`: three times a coordinate of the product
/// ([`PRODUCT`]) by a site (`2 E`) and of a site (`8 eps E`) by the product (`8 E^2`), and the
/// rounding of three products and two sums of up to `48 E^3`: 432 + 192 + 72.
pub(crate) const VOLUME: f64 = 700.0;

/// Vector products longer than this, in `E^2`, have a direction in f64 that is good enough to aim
/// by.
pub(crate) const CLEAR_DIRECTION: f64 = 1e-12;

/// The error of normalising the product and multiplying it by a site, in `eps E`.
pub(crate) const UNIT_VECTOR: f64 = 16.0;

/// How far a tip may be from square to the sites of its lune.
pub(crate) const SQUARE: f64 = 4.0 * f64::EPSILON;

/// The sine below which two rays count as parallel: their directions are normalised, and a hundred
/// times rounding leaves room for those that were turned together.
pub(crate) const PARALLEL_LINES: f64 = 1e-14;
