//! The tolerances of a scene, all relative: to the largest coordinate, the size of a feature, or
//! the sine of an angle.

/// Rounding error of a distance, relative to the largest coordinate that goes into it. Filters take
/// that of the scene, which is not less; what is reported depends on that of the features only.
pub(super) const DISTANCE_ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Rounding error of the height of a point over the plane of a facet, times the area of the facet,
/// relative to the cube of the largest coordinate difference.
pub(super) const PLANE_SIDE_ROUNDING: f64 = 256.0 * f64::EPSILON;

/// Rounding error of the separation of two shapes and of their gap, relative to the largest number
/// that goes into either.
pub(super) const SEPARATION_ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Rounding error of poses and of heights over planes, relative to the largest coordinate.
pub(super) const HEIGHT_ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Rounding error of the displacement of a posed point, relative to its coordinates.
pub(super) const POSE_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Rounding error of the square of a unit vector.
pub(super) const UNIT_ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Rounding error of the sum of a few weights that were divided by their sum. Sums farther from 1
/// are divided by once more; others keep their bits.
pub(super) const WEIGHT_SUM_ROUNDING: f64 = 4.0 * f64::EPSILON;

/// What is added to the size of a scene for rounding, relative to it.
pub(super) const SIZE_SLACK: f64 = 1.0 / 16.0;

/// Barycentric weights up to this count as 0: a point so near to the border of a facet or the end
/// of an edge, relative to its size, is on it. Far above rounding, so that neighbours agree which
/// of them has a point that lies between them, and far below anything that matters.
pub(super) const ON_FEATURE: f64 = 1e-10;

/// Barycentric weights above this are inside a facet without a test of its edges.
pub(super) const CLEARLY_INSIDE: f64 = 1e3 * ON_FEATURE;

/// Sine of the angle by which a direction may be outside a normal cone: it is off by rounding over
/// the sine of the angle between two edges.
pub(super) const NORMAL_CONE: f64 = 1e-9;

/// Sine of the angle by which the normal of a contact may be outside the normal cone of a node:
/// surfaces that are tilted against each other, or curved, have their contacts at all nodes that
/// are near, and what is beside a node is not in contact with it. Where two neighbours at a right
/// angle are both at the limit, the normal is off by a sine of 0.57.
pub(super) const NORMAL_GRACE: f64 = 0.4;

/// A node this near to a surface, relative to the size of a facet there, is in contact with what is
/// behind it as if it were inside. More than [`ON_FEATURE`], up to which the node, and not the
/// crossing of an edge next to it, makes the contact.
pub(super) const GRAZING_NODE: f64 = 10.0 * ON_FEATURE;

/// By how much a feature must be nearer to a node than all others, relative to its size, for nothing
/// to be in between: features that are nearer by less than [`ON_FEATURE`] may not have been recorded.
pub(super) const CLEARLY_NEAREST: f64 = 100.0 * ON_FEATURE;

/// By how much a facet whose border a node is over counts as farther, relative to its size: a
/// feature that is locally nearest has the contact where it is as near.
pub(super) const BORDER_PENALTY: f64 = 2.0 * ON_FEATURE;

/// Sine of the angle below which edges count as parallel. Their nodes make the contact then.
pub(super) const PARALLEL_EDGES: f64 = 1e-6;

/// Sine of the angle by which two facets must be bent at an edge for it to count as convex. The
/// nodes of flat parts make contacts; their edges add nothing.
pub(super) const FLAT_EDGE: f64 = 1e-8;

/// A direction this near to the border of a tetrahedron, as a sine, counts as inside it: one that
/// grazes a surface does not leave it. Also the distance from the ends of a segment, relative to its
/// length, within which a crossing does not count.
pub(super) const GRAZING: f64 = 1e-9;

/// Areas in common below this, relative to the smaller facet, are none: what touches at a border is
/// decided by rounding there, and its force is nothing.
pub(super) const MIN_COMMON_AREA: f64 = 1e-12;

/// Candidates are found up to this much beyond the range of surface contacts, relative to it: more
/// than the rounding of its lengths.
pub(super) const RANGE_SLACK: f64 = 1e-9;

/// Facets whose distances from a node differ by less than this, relative to their size, share the
/// nearest point.
pub(super) const SAME_DISTANCE: f64 = 1e-9;

/// An offset shorter than this, relative to the size of a facet, has no direction: coordinates that
/// are moved by rounding would turn it.
pub(super) const NO_DIRECTION: f64 = 1e-6;

/// Smaller squares have lost digits to underflow.
pub(super) const MIN_SQUARE: f64 = f64::MIN_POSITIVE / f64::EPSILON;

/// Cores of grains that are nearer than this part of their size are left to the general search: the
/// direction between them is off by rounding over their distance.
pub(super) const CLEAR_CORES: f64 = 1.0 / 1024.0;

/// Sine of the angle below which the axes of two capsules are parallel: rounding.
pub(super) const PARALLEL_SEGMENTS: f64 = 4.0 * f64::EPSILON;

/// Rounding error of the separation of two boxes along an axis of length 1, relative to their sizes
/// and distance.
pub(super) const AXIS_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Sine of the angle below which two edges of boxes are parallel: rounding.
pub(super) const PARALLEL_EDGES_OF_BOXES: f64 = 32.0 * f64::EPSILON;

/// Sine of the angle below which the cross product of two edges of boxes is no axis to report:
/// rounding over it is what the gap would be off by.
pub(super) const SHARP_AXIS: f64 = 1.0 / 1024.0;

/// Of two faces that are all but parallel that of the first box carries a patch, unless the other is
/// better by this part of the size: it must not be rounding that chooses.
pub(super) const FACE_FIRST: f64 = 1e-6;

/// Corners over a face whose heights differ by less than this part of the size share the point of
/// contact: rounding, by which that point is off the surfaces.
pub(super) const SAME_HEIGHT: f64 = 1e-13;

/// A face reaches this much farther, relative to its size, for the face over it: of faces with the
/// same border it must not be rounding that names the corners.
pub(super) const SAME_BORDER: f64 = 1e-6;
