//! Meshes in the arrays of the host.

use std::ffi::c_void;

use super::connectivity::{Cell, read_indices, read_kinds, renumber};
use super::coordinates::Coordinates;
use super::elements::{
    GAPKIT_HEX8, GAPKIT_HEX20, GAPKIT_INT32, GAPKIT_LINE2, GAPKIT_ORIENTATION_REFUSE,
    GAPKIT_PYRAMID5, GAPKIT_PYRAMID13, GAPKIT_TET4, GAPKIT_TET10, GAPKIT_WEDGE6, GAPKIT_WEDGE15,
    GAPKIT_WEDGE18, gapkit_element_type, gapkit_index_type, gapkit_orientation,
};
use super::memory::{self, BYTES_PER_NODE, BYTES_PER_TET};
use super::numbers::Numbers;
use super::pointer::{present, slice};
use super::query::choice;
use super::sized::{self, Growing};
use super::status::{Failure, GAPKIT_BAD_ARGUMENT, GAPKIT_BAD_MESH};
use super::status::{gapkit_status, guard};
use crate::mesh::{ElementKind, Elements, Orientation, TetMesh};

/// A hexahedron with a node inside is split into most tetrahedra.
const MAX_TETS_PER_ELEMENT: usize = 48;

/// A mesh in the arrays of the host, which are read and not kept. Set all by `gapkit_mesh_default`,
/// then fill in what is there.
///
/// The connectivity may refer to a part of the nodes only, such as one body of all that the host
/// has: nodes that no element uses are no part of the body. Contacts have the numbers of the host.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct gapkit_mesh {
    /// sizeof(gapkit_mesh)
    pub size: usize,
    /// The x coordinate of the first node. Node i has `x[i * stride]`, `y[i * stride]`,
    /// `z[i * stride]`.
    pub x: *const f64,
    /// The y coordinate of the first node; NULL for x + 1, where the three are side by side.
    pub y: *const f64,
    /// The z coordinate of the first node; NULL for x + 2.
    pub z: *const f64,
    /// How many doubles there are from one node to the next: 3, the default, for x y z side by
    /// side, 1 for three arrays.
    pub stride: usize,
    /// How many nodes the arrays have.
    pub node_count: usize,
    /// The nodes of all elements, one element after the other: int32_t or int64_t, see
    /// `index_type`.
    pub connectivity: *const c_void,
    /// How many numbers the connectivity has; 0, the default, for as many as the elements need. With
    /// a `connectivity_stride` that is `element_count` times as many.
    pub connectivity_count: usize,
    /// How many elements there are.
    pub element_count: usize,
    /// The type of each element as in VTK files; NULL, the default, if all are of `element_type`.
    pub element_types: *const u8,
    /// The number by which the host calls each element; NULL, the default, for counting from
    /// `index_base`.
    pub element_numbers: *const i64,
    /// The region of each element, >= 0, which pieces do not cross; NULL, the default, for one
    /// region.
    pub regions: *const i32,
    /// The type of all elements; GAPKIT_TET4 by default.
    pub element_type: gapkit_element_type,
    /// GAPKIT_INT32, the default, or GAPKIT_INT64
    pub index_type: gapkit_index_type,
    /// The number of the first node, 0 (the default) or 1; of elements too.
    pub index_base: i32,
    /// GAPKIT_ORIENTATION_REFUSE, the default, or GAPKIT_ORIENTATION_REPAIR
    pub orientation: gapkit_orientation,
    /// How many numbers of the connectivity there are from one element to the next, where it has
    /// others between the nodes, such as materials; 0, the default, for none.
    pub connectivity_stride: usize,
    /// The number of each node, >= 0 and different, by which the ids of contacts name it, wherever
    /// it is in the arrays; NULL, the default, for its place in the body. With them a contact has the
    /// same id after elements were deleted or nodes renumbered, in another run and on another
    /// machine.
    pub node_numbers: *const i64,
}

// SAFETY: `repr(C)` with numbers and pointers that may be anything, the size first.
unsafe impl Growing for gapkit_mesh {
    const NAME: &'static str = "mesh";
    const FIRST: usize = size_of::<Self>();

    fn preset() -> Self {
        let none = std::ptr::null();
        Self {
            size: size_of::<Self>(),
            x: none,
            y: none,
            z: none,
            stride: 3,
            node_count: 0,
            connectivity: std::ptr::null(),
            connectivity_count: 0,
            element_count: 0,
            element_types: std::ptr::null(),
            element_numbers: std::ptr::null(),
            regions: std::ptr::null(),
            element_type: GAPKIT_TET4,
            index_type: GAPKIT_INT32,
            index_base: 0,
            orientation: GAPKIT_ORIENTATION_REFUSE,
            connectivity_stride: 0,
            node_numbers: std::ptr::null(),
        }
    }
}

/// Sets all fields to their defaults, without any arrays. `size` is sizeof(gapkit_mesh) of the
/// caller's header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_mesh_default(mesh: *mut gapkit_mesh, size: usize) -> gapkit_status {
    // SAFETY: the caller's memory, as the header asks.
    guard(|| unsafe { sized::write(mesh, size, &gapkit_mesh::preset()) })
}

/// A mesh of the host, checked, and the host's numbers.
///
/// # Safety
/// A pointer that is not NULL must be valid for reading as much as the size in it says, and so must
/// be the arrays that it points to.
pub(super) unsafe fn read(mesh: *const gapkit_mesh) -> Result<(TetMesh, Numbers), Failure> {
    // SAFETY: the caller's promise.
    let mesh = unsafe { sized::read(mesh) }?;
    // SAFETY: the caller's promise.
    let (all, orientation, numbers) = unsafe { read_elements(&mesh) }?;
    let refused = |error: crate::Error| Failure::new(GAPKIT_BAD_MESH, error.to_string());
    let read = TetMesh::from_elements(&all, orientation).map_err(refused)?;
    // SAFETY: the caller's promise.
    let read = match unsafe { read_node_numbers(&mesh, all.nodes.len(), &numbers) }? {
        Some(list) => read.with_node_numbers(list).map_err(refused)?,
        None => read,
    };
    Ok((read, numbers))
}

/// The part of a mesh that a rank has, not checked yet, and the host's numbers. It may have no
/// elements, but those that it has, and its nodes, must have numbers.
///
/// # Safety
/// As for [`read`].
pub(super) unsafe fn read_part(
    mesh: *const gapkit_mesh,
) -> Result<(Elements, Orientation, Numbers), Failure> {
    // SAFETY: the caller's promise.
    let mesh = unsafe { sized::read(mesh) }?;
    if mesh.element_count == 0 {
        let numbers = Numbers { host_nodes: mesh.node_count, ..Numbers::default() };
        return Ok((Elements::default(), Orientation::Refuse, numbers));
    }
    present("element_numbers", mesh.element_numbers)?;
    present("node_numbers", mesh.node_numbers)?;
    // SAFETY: the caller's promise.
    let (mut all, orientation, numbers) = unsafe { read_elements(&mesh) }?;
    if let Some(number) = numbers.elements.iter().find(|number| **number < 0) {
        let text = format!("`element_numbers`: there is {number}; it must be >= 0");
        return Err(Failure::new(GAPKIT_BAD_MESH, text));
    }
    // SAFETY: the caller's promise.
    let names = unsafe { read_node_numbers(&mesh, all.nodes.len(), &numbers) }?;
    all.node_numbers = names.unwrap_or_default();
    Ok((all, orientation, numbers))
}

/// The elements of a mesh, not checked yet, and the host's numbers.
///
/// # Safety
/// The arrays must be valid for reading.
unsafe fn read_elements(mesh: &gapkit_mesh) -> Result<(Elements, Orientation, Numbers), Failure> {
    let orientations = [Orientation::Refuse, Orientation::Repair];
    let orientation = choice("orientation", &orientations, mesh.orientation)?;
    // SAFETY: the caller's promise.
    let (kinds, Arrays { nodes, connectivity, numbers }) = unsafe {
        let base = i64::from(choice("index_base", &[0, 1], mesh.index_base)?);
        let axes = [mesh.x, mesh.y, mesh.z];
        let coordinates = Coordinates::new(axes, mesh.stride, mesh.node_count)?;
        check_memory(mesh)?;
        let kinds = read_kinds(mesh, ElementKind::of_vtk)?;
        let arrays = read_arrays(mesh, &coordinates, &kinds, base)?;
        (kinds, arrays)
    };
    let used = nodes.len();
    let named = numbers.base != 0 || !numbers.nodes.is_empty();
    let all = Elements {
        nodes,
        node_numbers: if named { names(used, |i| numbers.node(i)) } else { vec![] },
        numbers: names(kinds.len(), |i| numbers.element(i)),
        connectivity,
        kinds,
        // SAFETY: the caller's promise.
        regions: unsafe { read_regions(mesh) }?,
    };
    Ok((all, orientation, numbers))
}

/// The nodes that a mesh uses, its connectivity in numbers of these, and the host's numbers.
pub(super) struct Arrays {
    pub(super) nodes: Vec<[f64; 3]>,
    pub(super) connectivity: Vec<u32>,
    pub(super) numbers: Numbers,
}

/// Reads the arrays of a mesh of elements of these kinds.
///
/// # Safety
/// The arrays must be valid for reading.
pub(super) unsafe fn read_arrays<K: Cell>(
    mesh: &gapkit_mesh,
    coordinates: &Coordinates<'_>,
    kinds: &[K],
    base: i64,
) -> Result<Arrays, Failure> {
    // SAFETY: the caller's promise.
    let (indices, elements) = unsafe {
        let indices = read_indices(mesh, kinds)?;
        (indices, optional("element_numbers", mesh.element_numbers, mesh.element_count)?)
    };
    let mut numbers =
        Numbers { nodes: vec![], host_nodes: mesh.node_count, elements: elements.to_vec(), base };
    let connectivity = renumber(kinds, (indices, mesh.connectivity_stride), &mut numbers)?;
    let used = if numbers.nodes.is_empty() { mesh.node_count } else { numbers.nodes.len() };
    let nodes = (0..used).map(|node| coordinates.at(numbers.place(node))).collect();
    Ok(Arrays { nodes, connectivity, numbers })
}

/// What the ids of contacts call the nodes that are used, if the host says so.
///
/// # Safety
/// The array of numbers must be valid for reading.
pub(super) unsafe fn read_node_numbers(
    mesh: &gapkit_mesh,
    used: usize,
    numbers: &Numbers,
) -> Result<Option<Vec<u64>>, Failure> {
    if mesh.node_numbers.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller's promise.
    let list = unsafe { slice("node_numbers", mesh.node_numbers, mesh.node_count) }?;
    let each = |node: usize| {
        let number = list[numbers.place(node)];
        u64::try_from(number).map_err(|_| {
            let name = numbers.node(node as u32);
            let text = format!("`node_numbers`: node {name} has {number}; it must be >= 0");
            Failure::new(GAPKIT_BAD_MESH, text)
        })
    };
    (0..used).map(each).collect::<Result<_, _>>().map(Some)
}

/// Fails if there is no memory for as many tetrahedra as the elements are split into.
pub(super) fn check_memory(mesh: &gapkit_mesh) -> Result<(), Failure> {
    let tets = match mesh.element_type {
        _ if !mesh.element_types.is_null() => MAX_TETS_PER_ELEMENT,
        GAPKIT_LINE2 | GAPKIT_TET4 => 1,
        GAPKIT_WEDGE6 | GAPKIT_PYRAMID5 => 3,
        GAPKIT_HEX8 => 6,
        GAPKIT_TET10 => 8,
        GAPKIT_HEX20 | GAPKIT_WEDGE15 | GAPKIT_PYRAMID13 | GAPKIT_WEDGE18 => 24,
        _ => MAX_TETS_PER_ELEMENT,
    };
    let bytes = mesh.element_count.saturating_mul(tets * BYTES_PER_TET);
    let all = bytes.saturating_add(mesh.node_count.saturating_mul(BYTES_PER_NODE));
    memory::check(all, &format!("{} elements", mesh.element_count))
}

/// The numbers by which messages call things; negative ones, which hosts may use for elements,
/// wrap.
fn names(count: usize, number: impl Fn(u32) -> i64) -> Vec<u64> {
    (0..count as u32).map(|i| number(i) as u64).collect()
}

/// # Safety
/// A pointer that is not NULL must be valid for reading `count` values.
unsafe fn optional<'a, T>(name: &str, list: *const T, count: usize) -> Result<&'a [T], Failure> {
    if list.is_null() {
        return Ok(&[]);
    }
    // SAFETY: the caller's promise.
    unsafe { slice(name, list, count) }
}

/// # Safety
/// The array of regions must be valid for reading.
unsafe fn read_regions(mesh: &gapkit_mesh) -> Result<Vec<u32>, Failure> {
    // SAFETY: the caller's promise.
    let regions = unsafe { optional("regions", mesh.regions, mesh.element_count) }?;
    let each = |(at, &region): (usize, &i32)| {
        u32::try_from(region).map_err(|_| {
            let text = format!("`regions`: element {at} has region {region}; it must be >= 0");
            Failure::new(GAPKIT_BAD_ARGUMENT, text)
        })
    };
    regions.iter().enumerate().map(each).collect()
}

/// Refuses a list that has neither one entry for all elements nor one for each.
pub(super) fn check_one_or_each(
    argument: &str,
    given: usize,
    elements: usize,
) -> Result<(), Failure> {
    if given == 1 || given == elements {
        return Ok(());
    }
    let text = format!("`{argument}` is {given}; it must be 1 or {elements}");
    Err(Failure::new(GAPKIT_BAD_ARGUMENT, text))
}
