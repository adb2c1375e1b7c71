//! Convex polygons in the plane: distance, boolean test, separating axes.
