//! Convex shapes as support maps: all the search needs to know of a body is its farthest point
//! along a direction.
//!
//! Vertex shapes ([`PointSet`], [`Polyhedron`], [`Cuboid`], and any of them [`Posed`] or
//! [`Rounded`]) name the vertex they found; the search then returns vertex indices with weights,
//! can be tracked from one query to the next, and can be finished in double-double arithmetic.
//! Smooth shapes ([`Ellipsoid`], [`Cylinder`], [`Cone`], [`Function`]) have no vertices to name.
//!
//! A radius is never part of the support map: [`Sphere`], [`Capsule`] and [`Rounded`] report it
//! apart, and the query applies it after the search on the core shape, so a sphere costs as much
//! as a point and stays as exact as one.

mod capsule;
mod cone;
mod cuboid;
mod cylinder;
mod ellipsoid;
mod facets;
mod function;
mod hierarchy;
mod hull;
mod hulls;
mod points;
mod polyhedron;
mod posed;
mod rounded;
mod scale;
mod sphere;
mod sum;
mod surface;
mod zonotope;

pub use capsule::Capsule;
pub use cone::Cone;
pub use cuboid::{Cuboid, OrientedBox};
pub use cylinder::Cylinder;
pub use ellipsoid::Ellipsoid;
pub use facets::Facets;
pub(crate) use facets::{Edge, Plane};
pub use function::Function;
pub use hulls::Hulls;
pub(crate) use hulls::{CopiedPoints, MAX_INDEXED};
pub use points::PointSet;
pub use polyhedron::{Polyhedron, Search};
pub use posed::{Pose, Posed};
pub use rounded::Rounded;
use scale::usual_factor;
pub(crate) use scale::{LEAST_SQUARE, length, unit};
pub use sphere::Sphere;
pub use sum::MinkowskiSum;
pub use zonotope::Zonotope;

use crate::Vec3;
use crate::num::dd::Dd3;

/// The index reported by shapes that have no vertices.
pub const NO_VERTEX: u32 = u32::MAX;

/// A support point, and what is known about it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Support {
    /// The point, relative to the origin given in the call.
    pub point: Vec3,
    /// Its vertex index, or [`NO_VERTEX`].
    pub vertex: u32,
    /// How many vertices were visited to find it.
    pub visited: u32,
}

/// A convex body, given by its support map.
///
/// Only [`support`](Self::support) and [`center`](Self::center) are needed; the other methods tell
/// the search that it may use a faster or more exact method.
pub trait SupportMap {
    /// The point of the core shape farthest along `direction`, relative to `origin`.
    ///
    /// `direction` is not normalised; where bodies share a point it may be zero, and any point of
    /// the body is then as far as any other. The result is `point - origin`: a shape that can
    /// subtract the origin before rounding (see [`Posed`]) keeps its accuracy far away from zero.
    /// `hint` is the vertex found by an earlier call, or any other number: it may only make the
    /// call faster.
    fn support(&self, direction: &Vec3, origin: &Vec3, hint: u32) -> Support;

    /// A point in or near the body, from which the search starts.
    fn center(&self) -> Vec3;

    /// The radius to add all around the core shape.
    fn radius(&self) -> f64 {
        0.0
    }

    /// The size of the core shape as seen from its centre, at least roughly: only its order of
    /// magnitude matters, and only for coordinates beyond 2^±32.
    fn extent(&self) -> f64 {
        let center = self.center();
        let along = |axis: Vec3| self.support(&axis, &center, 0).point.amax();
        along(Vec3::x()).max(along(Vec3::y())).max(along(Vec3::z()))
    }

    /// How far the body reaches from its centre, its radius included, or a little more: no point of
    /// it is farther.
    fn bounding_radius(&self) -> f64 {
        let center = self.center();
        let far = |axis: Vec3| self.support(&axis, &center, 0).point.dot(&axis).abs();
        let along = |k: usize| far(Vec3::ith(k, 1.0)).max(far(Vec3::ith(k, -1.0)));
        let vertices = (0..self.vertex_count() as u32).filter_map(|i| self.vertex(i, &center));
        let core = match self.vertex_count() {
            // The corners of its box.
            0 => length(&Vec3::from_fn(|k, _| along(k))),
            _ => vertices.map(|vertex| length(&vertex)).fold(0.0, f64::max),
        };
        core + self.radius()
    }

    /// The vertex with this index, relative to `origin`; `None` for smooth shapes and for indices
    /// out of range.
    fn vertex(&self, index: u32, origin: &Vec3) -> Option<Vec3> {
        let _ = (index, origin);
        None
    }

    /// The vertex with this index to double-double precision; `None` for smooth shapes and for
    /// indices out of range.
    fn exact_vertex(&self, index: u32) -> Option<Dd3> {
        let _ = index;
        None
    }

    /// How many vertices [`vertex`](Self::vertex) and [`exact_vertex`](Self::exact_vertex) know; 0
    /// for smooth shapes. Where it is not 0, [`support`](Self::support) must name one of them.
    fn vertex_count(&self) -> usize {
        0
    }

    /// The plain vertex array, where the core shape is the hull of one.
    fn points(&self) -> Option<&[[f64; 3]]> {
        None
    }

    /// The sphere that the body is, if it is one.
    fn as_sphere(&self) -> Option<&Sphere> {
        None
    }

    /// The box that the core shape is, if it is one.
    fn oriented_box(&self) -> Option<OrientedBox> {
        None
    }

    /// The faces and edges of the core shape, if it keeps them.
    fn facets(&self) -> Option<&Facets> {
        None
    }
}

/// Pointers to shapes are shapes, of known type or not.
macro_rules! through_pointer {
    ($pointer:ty) => {
        impl<S: SupportMap + ?Sized> SupportMap for $pointer {
            #[inline]
            fn support(&self, direction: &Vec3, origin: &Vec3, hint: u32) -> Support {
                (**self).support(direction, origin, hint)
            }
            fn center(&self) -> Vec3 {
                (**self).center()
            }
            fn radius(&self) -> f64 {
                (**self).radius()
            }
            fn extent(&self) -> f64 {
                (**self).extent()
            }
            fn bounding_radius(&self) -> f64 {
                (**self).bounding_radius()
            }
            fn vertex(&self, index: u32, origin: &Vec3) -> Option<Vec3> {
                (**self).vertex(index, origin)
            }
            fn exact_vertex(&self, index: u32) -> Option<Dd3> {
                (**self).exact_vertex(index)
            }
            fn vertex_count(&self) -> usize {
                (**self).vertex_count()
            }
            fn points(&self) -> Option<&[[f64; 3]]> {
                (**self).points()
            }
            #[inline]
            fn as_sphere(&self) -> Option<&Sphere> {
                (**self).as_sphere()
            }
            fn oriented_box(&self) -> Option<OrientedBox> {
                (**self).oriented_box()
            }
            fn facets(&self) -> Option<&Facets> {
                (**self).facets()
            }
        }
    };
}

through_pointer!(&S);
through_pointer!(Box<S>);
through_pointer!(std::sync::Arc<S>);
