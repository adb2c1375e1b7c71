//! How deep two convex bodies overlap, and the signed gap that joins depth and distance.
