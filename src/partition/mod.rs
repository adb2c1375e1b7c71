//! Convex pieces of tetrahedral meshes.
