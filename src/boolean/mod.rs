//! Yes or no: whether two convex bodies have a point in common.
