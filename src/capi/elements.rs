//! Kinds of elements, and of the numbers in arrays of the host.

/// A kind of element, by its number among the cell types of VTK: one of those below. Nodes are
/// in the order of VTK.
pub type gapkit_element_type = i32;

/// Tetrahedron with four nodes.
pub const GAPKIT_TET4: gapkit_element_type = 10;
/// Hexahedron with eight nodes.
pub const GAPKIT_HEX8: gapkit_element_type = 12;
/// Wedge with six nodes, in either sense.
pub const GAPKIT_WEDGE6: gapkit_element_type = 13;
/// Pyramid with five nodes, the apex last.
pub const GAPKIT_PYRAMID5: gapkit_element_type = 14;
/// Tetrahedron with ten nodes: the corners, then those on its edges. This and the other quadratic
/// elements are cut at all of their nodes, between which they are flat; all share in contact forces.
pub const GAPKIT_TET10: gapkit_element_type = 24;
/// Hexahedron with twenty nodes.
pub const GAPKIT_HEX20: gapkit_element_type = 25;
/// Wedge with fifteen nodes.
pub const GAPKIT_WEDGE15: gapkit_element_type = 26;
/// Pyramid with thirteen nodes.
pub const GAPKIT_PYRAMID13: gapkit_element_type = 27;
/// Hexahedron with 27 nodes, which are also on its faces and inside.
pub const GAPKIT_HEX27: gapkit_element_type = 29;
/// Wedge with eighteen nodes, which are also on its quadrangles.
pub const GAPKIT_WEDGE18: gapkit_element_type = 32;

/// Segment of a beam, between two nodes: see `gapkit_scene_add_beams`.
pub const GAPKIT_LINE2: gapkit_element_type = 3;

/// Triangle with three nodes: a face of a surface, see `gapkit_scene_add_surface`.
pub const GAPKIT_TRI3: gapkit_element_type = 5;
/// Quadrangle with four nodes: a face of a surface.
pub const GAPKIT_QUAD4: gapkit_element_type = 9;
/// Triangle with six nodes.
pub const GAPKIT_TRI6: gapkit_element_type = 22;
/// Quadrangle with eight nodes.
pub const GAPKIT_QUAD8: gapkit_element_type = 23;
/// Quadrangle with nine nodes, the last in the middle.
pub const GAPKIT_QUAD9: gapkit_element_type = 28;

/// The type of the numbers in an array: one of the two below.
pub type gapkit_index_type = i32;

/// int32_t, integer(c_int32_t): the default.
pub const GAPKIT_INT32: gapkit_index_type = 32;
/// int64_t, integer(c_int64_t)
pub const GAPKIT_INT64: gapkit_index_type = 64;

/// What to do with elements whose nodes are in the mirrored order: one of GAPKIT_ORIENTATION_...
pub type gapkit_orientation = i32;

/// They are refused: the default.
pub const GAPKIT_ORIENTATION_REFUSE: gapkit_orientation = 0;
/// They are turned over.
pub const GAPKIT_ORIENTATION_REPAIR: gapkit_orientation = 1;
