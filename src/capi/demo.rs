//! Bodies made by formula, for hosts that have no mesh at hand.

use super::handle::{Kind, Table};
use super::mesh::gapkit_mesh;
use super::pointer::{Out, slice, vector};
use super::sized::{self, Growing};
use super::status::{Failure, gapkit_status, guard};
use crate::mesh::{TetMesh, bodies};

/// A mesh made by formula. Made by one of the functions below, and freed with `gapkit_demo_free`.
/// It does not change: any threads may use it at once.
pub struct gapkit_demo {
    _private: [u8; 0],
}

pub(super) static DEMOS: Table<TetMesh> = Table::new(Kind::Demo);

/// # Safety
/// A pointer that is not NULL must be valid for writing.
unsafe fn hand_out(
    out: *mut *mut gapkit_demo,
    make: impl FnOnce() -> Result<TetMesh, Failure>,
) -> gapkit_status {
    guard(|| {
        // SAFETY: the caller's promise.
        let out = unsafe { Out::new("demo", out) }?;
        out.set(DEMOS.insert(make()?)?);
        Ok(())
    })
}

/// A block with one corner at the origin and the opposite one at `size` (x y z), of `cells` (three
/// numbers) hexahedra along the axes, each cut into six tetrahedra.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_demo_block(
    cells: *const usize,
    size: *const f64,
    demo: *mut *mut gapkit_demo,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    unsafe {
        hand_out(demo, || {
            let cells = slice("cells", cells, 3)?;
            let size = vector::<3>("size", size)?;
            Ok(bodies::block([cells[0], cells[1], cells[2]], size)?)
        })
    }
}

/// A solid sphere around the origin, of 20 * layers^3 tetrahedra.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_demo_sphere(
    radius: f64,
    layers: usize,
    demo: *mut *mut gapkit_demo,
) -> gapkit_status {
    // SAFETY: the caller's pointer, as the header asks.
    unsafe { hand_out(demo, || Ok(bodies::sphere(radius, layers)?)) }
}

/// A cylinder around the z axis, from z = 0 up, with the given numbers of sides, rings and layers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_demo_cylinder(
    radius: f64,
    height: f64,
    sides: usize,
    rings: usize,
    layers: usize,
    demo: *mut *mut gapkit_demo,
) -> gapkit_status {
    // SAFETY: the caller's pointer, as the header asks.
    unsafe {
        hand_out(demo, || {
            Ok(bodies::cylinder(&bodies::Cylinder { radius, height, sides, rings, layers })?)
        })
    }
}

/// A trefoil knot, about 6 wide and 3 high, with the given numbers of sections along the rope and
/// of sides and rings of each section.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_demo_knot(
    sections: usize,
    sides: usize,
    rings: usize,
    demo: *mut *mut gapkit_demo,
) -> gapkit_status {
    // SAFETY: the caller's pointer, as the header asks.
    unsafe { hand_out(demo, || Ok(bodies::knot(&bodies::Knot::trefoil(sections, sides, rings))?)) }
}

/// One tooth of an involute gear of module 1, with `profile` steps along its profile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_demo_gear_tooth(
    teeth: u32,
    profile: usize,
    demo: *mut *mut gapkit_demo,
) -> gapkit_status {
    // SAFETY: the caller's pointer, as the header asks.
    unsafe {
        hand_out(demo, || Ok(bodies::gear_tooth(&bodies::GearTooth::standard(teeth, profile))?))
    }
}

/// Lends the arrays of a demo body as a mesh of tetrahedra: coordinates side by side, connectivity
/// in int32 from 0. They last until the body is freed, and must not be changed. `size` is
/// sizeof(gapkit_mesh) of the caller's header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_demo_mesh(
    demo: *const gapkit_demo,
    mesh: *mut gapkit_mesh,
    size: usize,
) -> gapkit_status {
    guard(|| {
        let body = DEMOS.get(demo)?;
        let view = gapkit_mesh {
            x: body.nodes().as_flattened().as_ptr(),
            node_count: body.nodes().len(),
            connectivity: body.tets().as_flattened().as_ptr().cast(),
            connectivity_count: body.tets().as_flattened().len(),
            element_count: body.tets().len(),
            ..gapkit_mesh::preset()
        };
        // SAFETY: the caller's memory, as the header asks.
        unsafe { sized::write(mesh, size, &view) }
    })
}

/// Frees a demo body; NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_demo_free(demo: *mut gapkit_demo) -> gapkit_status {
    guard(|| DEMOS.remove(demo))
}
