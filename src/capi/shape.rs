//! Rigid convex shapes.

use std::ffi::c_void;
use std::sync::Arc;

use super::callback::{self, CallbackStatus, gapkit_support};
use super::handle::{Kind, Table};
use super::pointer::{self, Out, points, slice, vector};
use super::status::{Failure, GAPKIT_BAD_ARGUMENT, gapkit_status, guard};
use crate::scene::Shape;
use crate::shape::{
    Capsule, Cone, Cuboid, Cylinder, Ellipsoid, MinkowskiSum, Polyhedron, Rounded, Sphere, Zonotope,
};

/// A rigid convex shape, for scenes and for queries. Made by one of the functions below, and freed
/// with `gapkit_shape_free`. A shape does not change: any threads may use it at once, and one shape
/// may be in any number of bodies and scenes, which keep what they need of it when it is freed.
pub struct gapkit_shape {
    _private: [u8; 0],
}

/// A shape, and the status of the host's function, if it is one.
pub(super) struct Entry {
    pub(super) shape: Shape,
    pub(super) callback: Option<CallbackStatus>,
}

pub(super) static SHAPES: Table<Entry> = Table::new(Kind::Shape);

/// # Safety
/// A pointer that is not NULL must be valid for writing.
unsafe fn hand_out(
    out: *mut *mut gapkit_shape,
    make: impl FnOnce() -> Result<Entry, Failure>,
) -> gapkit_status {
    guard(|| {
        // SAFETY: the caller's promise.
        let out = unsafe { Out::new("shape", out) }?;
        out.set(SHAPES.insert(make()?)?);
        Ok(())
    })
}

fn plain<S: crate::shape::SupportMap + Send + Sync + 'static>(
    shape: Result<S, crate::Error>,
) -> Result<Entry, Failure> {
    Ok(Entry { shape: Arc::new(shape?), callback: None })
}

/// A sphere around the origin of its frame.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_shape_sphere(
    radius: f64,
    shape: *mut *mut gapkit_shape,
) -> gapkit_status {
    // SAFETY: the caller's pointer, as the header asks.
    unsafe { hand_out(shape, || plain(Sphere::new([0.0; 3], radius))) }
}

/// A box around the origin of its frame; `half_extents` are half its lengths along x, y and z.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_shape_box(
    half_extents: *const f64,
    shape: *mut *mut gapkit_shape,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    unsafe {
        hand_out(shape, || plain(Cuboid::new([0.0; 3], vector::<3>("half_extents", half_extents)?)))
    }
}

/// All points within `radius` of the segment from `from` to `to` (x y z each).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_shape_capsule(
    from: *const f64,
    to: *const f64,
    radius: f64,
    shape: *mut *mut gapkit_shape,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    unsafe {
        hand_out(shape, || {
            plain(Capsule::new(vector::<3>("from", from)?, vector::<3>("to", to)?, radius))
        })
    }
}

/// An ellipsoid around the origin of its frame with `half_axes` along x, y and z.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_shape_ellipsoid(
    half_axes: *const f64,
    shape: *mut *mut gapkit_shape,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    unsafe { hand_out(shape, || plain(Ellipsoid::new(vector::<3>("half_axes", half_axes)?))) }
}

/// A cylinder around the z axis of its frame, from -half_height to half_height.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_shape_cylinder(
    radius: f64,
    half_height: f64,
    shape: *mut *mut gapkit_shape,
) -> gapkit_status {
    // SAFETY: the caller's pointer, as the header asks.
    unsafe { hand_out(shape, || plain(Cylinder::new(radius, half_height))) }
}

/// A cone around the z axis of its frame, with its base at -half_height and its tip at half_height.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_shape_cone(
    radius: f64,
    half_height: f64,
    shape: *mut *mut gapkit_shape,
) -> gapkit_status {
    // SAFETY: the caller's pointer, as the header asks.
    unsafe { hand_out(shape, || plain(Cone::new(radius, half_height))) }
}

/// A convex polyhedron, by its vertices (x y z each) and the triangles of its surface: three
/// vertices each, from 0, counter-clockwise as seen from outside. The arrays are copied. That the
/// surface is closed and convex is checked exactly.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_shape_polyhedron(
    vertices: *const f64,
    vertex_count: usize,
    triangles: *const i32,
    triangle_count: usize,
    shape: *mut *mut gapkit_shape,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks; three numbers are laid out as a triangle.
    unsafe {
        hand_out(shape, || {
            let vertices = points::<3>("vertices", vertices, vertex_count)?.to_vec();
            let triangles: &[[i32; 3]] = slice("triangles", triangles.cast(), triangle_count)?;
            plain(Polyhedron::new(vertices, &faces(triangles)?))
        })
    }
}

/// The convex hull of points (x y z each), exactly: its vertices are those that are extreme, in the
/// order given. Points may be there twice, inside the hull, or inside its faces and edges; that all
/// of them lie in one plane is an error. The array is copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_shape_hull(
    points: *const f64,
    count: usize,
    shape: *mut *mut gapkit_shape,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    unsafe {
        hand_out(shape, || plain(Polyhedron::hull(pointer::points::<3>("points", points, count)?)))
    }
}

fn faces(triangles: &[[i32; 3]]) -> Result<Vec<[u32; 3]>, Failure> {
    let face = |(at, triangle): (usize, &[i32; 3])| match triangle.map(u32::try_from) {
        [Ok(a), Ok(b), Ok(c)] => Ok([a, b, c]),
        _ => {
            let text = format!("`triangles`: triangle {at} refers to a negative vertex");
            Err(Failure::new(GAPKIT_BAD_ARGUMENT, text))
        }
    };
    triangles.iter().enumerate().map(face).collect()
}

/// A convex body given by a function of the host; see `gapkit_support` for what it must do.
/// `center` (x y z) is a point in or near the body. `user` is handed to the function; it and what
/// it points to must last as long as the shape and every scene that has it. The function is called
/// here already, along the axes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_shape_function(
    center: *const f64,
    support: gapkit_support,
    user: *mut c_void,
    shape: *mut *mut gapkit_shape,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    unsafe {
        hand_out(shape, || {
            let (body, callback) = callback::body(vector("center", center)?, support, user)?;
            Ok(Entry { shape: Arc::new(body), callback: Some(callback) })
        })
    }
}

/// All points within `radius` of another shape, which may be freed afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_shape_rounded(
    core: *const gapkit_shape,
    radius: f64,
    shape: *mut *mut gapkit_shape,
) -> gapkit_status {
    // SAFETY: the caller's pointer, as the header asks.
    unsafe {
        hand_out(shape, || {
            let core = SHAPES.get(core)?;
            let rounded = Rounded::new(core.shape.clone(), radius)?;
            Ok(Entry { shape: Arc::new(rounded), callback: core.callback.clone() })
        })
    }
}

/// All points `center + sum(t * generator)` with every `t` from -1 to 1: a segment, a box in any
/// orientation, a rhombic dodecahedron. 1 to 16 generators, x y z each.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_shape_zonotope(
    center: *const f64,
    generators: *const f64,
    count: usize,
    shape: *mut *mut gapkit_shape,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    unsafe {
        hand_out(shape, || {
            let center = vector::<3>("center", center)?;
            let generators = pointer::points::<3>("generators", generators, count)?;
            plain(Zonotope::new(center, generators))
        })
    }
}

/// All sums of a point of one shape and a point of another, which may both be freed afterwards. Two
/// shapes with vertices must not have more than 65,536 pairs of them, and only one of the shapes may
/// be a function of the host.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_shape_sum(
    a: *const gapkit_shape,
    b: *const gapkit_shape,
    shape: *mut *mut gapkit_shape,
) -> gapkit_status {
    // SAFETY: the caller's pointer, as the header asks.
    unsafe {
        hand_out(shape, || {
            let (a, b) = (SHAPES.get(a)?, SHAPES.get(b)?);
            if a.callback.is_some() && b.callback.is_some() {
                let text = "`a` and `b` are both functions of the host";
                return Err(Failure::new(GAPKIT_BAD_ARGUMENT, text.to_owned()));
            }
            let callback = a.callback.clone().or_else(|| b.callback.clone());
            let sum = MinkowskiSum::new(a.shape.clone(), b.shape.clone())?;
            Ok(Entry { shape: Arc::new(sum), callback })
        })
    }
}

/// Frees a shape; NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_shape_free(shape: *mut gapkit_shape) -> gapkit_status {
    guard(|| SHAPES.remove(shape))
}
