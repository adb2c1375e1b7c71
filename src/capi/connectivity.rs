//! Connectivity in the arrays of the host: kinds of elements, and their nodes.

use super::elements::{GAPKIT_INT32, GAPKIT_INT64};
use super::mesh::gapkit_mesh;
use super::numbers::Numbers;
use super::pointer::{present, slice};
use super::status::{Failure, GAPKIT_BAD_ENUM, GAPKIT_BAD_MESH};
use crate::mesh::ElementKind;

/// A kind of element.
pub(super) trait Cell: Copy {
    fn node_count(self) -> usize;
    fn text(self) -> &'static str;
}

impl Cell for ElementKind {
    fn node_count(self) -> usize {
        self.nodes()
    }

    fn text(self) -> &'static str {
        self.name()
    }
}

/// Node numbers of either type.
#[derive(Clone, Copy)]
pub(super) enum Indices<'a> {
    Short(&'a [i32]),
    Long(&'a [i64]),
}

impl Indices<'_> {
    fn at(&self, place: usize) -> i64 {
        match self {
            Self::Short(list) => i64::from(list[place]),
            Self::Long(list) => list[place],
        }
    }
}

/// # Safety
/// The array of types must be valid for reading.
pub(super) unsafe fn read_kinds<K: Cell>(
    mesh: &gapkit_mesh,
    of_vtk: impl Fn(u8) -> Option<K>,
) -> Result<Vec<K>, Failure> {
    let count = mesh.element_count;
    if count == 0 || i32::try_from(count).is_err() {
        let text = format!("there are {count} elements; there must be 1 to 2^31 - 1");
        return Err(Failure::new(GAPKIT_BAD_MESH, text));
    }
    let kind = |number: i32| u8::try_from(number).ok().and_then(&of_vtk);
    if mesh.element_types.is_null() {
        let unknown = || {
            let text = format!("`element_type` is {}, which is not known", mesh.element_type);
            Failure::new(GAPKIT_BAD_ENUM, text)
        };
        // Whether there is a connectivity at all, before memory is allocated for its elements.
        present("connectivity", mesh.connectivity)?;
        return Ok(vec![kind(mesh.element_type).ok_or_else(unknown)?; count]);
    }
    // SAFETY: the caller's promise.
    let types = unsafe { slice("element_types", mesh.element_types, count) }?;
    let each = |(at, &number): (usize, &u8)| {
        kind(number.into()).ok_or_else(|| {
            let text =
                format!("`element_types`: element {at} has type {number}, which is not known");
            Failure::new(GAPKIT_BAD_ENUM, text)
        })
    };
    types.iter().enumerate().map(each).collect()
}

/// How many numbers of the connectivity are read.
fn connectivity_len<K: Cell>(mesh: &gapkit_mesh, kinds: &[K]) -> Result<usize, Failure> {
    let bad = |text: String| Err(Failure::new(GAPKIT_BAD_MESH, text));
    let (given, stride) = (mesh.connectivity_count, mesh.connectivity_stride);
    if stride == 0 {
        let needed: usize = kinds.iter().map(|kind| kind.node_count()).sum();
        if given != 0 && given != needed {
            return bad(format!(
                "the elements have {needed} nodes, but `connectivity_count` is {given}"
            ));
        }
        return Ok(needed);
    }
    let most = kinds.iter().map(|kind| kind.node_count()).max().unwrap_or(0);
    if stride < most {
        return bad(format!(
            "`connectivity_stride` is {stride}, but there are elements with {most} nodes"
        ));
    }
    let Some(all) = stride.checked_mul(kinds.len()) else {
        return bad(format!("`connectivity_stride` is {stride}"));
    };
    if given != 0 && given != all {
        return bad(format!(
            "{} elements have {all} numbers {stride} apart, but `connectivity_count` is {given}",
            kinds.len()
        ));
    }
    // Behind the nodes of the last element there need not be anything.
    Ok(all - stride + kinds.last().map_or(0, |kind| kind.node_count()))
}

/// # Safety
/// The connectivity must be valid for reading.
pub(super) unsafe fn read_indices<'a, K: Cell>(
    mesh: &gapkit_mesh,
    kinds: &[K],
) -> Result<Indices<'a>, Failure> {
    let needed = connectivity_len(mesh, kinds)?;
    let name = "connectivity";
    // SAFETY: the caller's promise.
    match mesh.index_type {
        GAPKIT_INT32 => {
            Ok(Indices::Short(unsafe { slice(name, mesh.connectivity.cast(), needed) }?))
        }
        GAPKIT_INT64 => {
            Ok(Indices::Long(unsafe { slice(name, mesh.connectivity.cast(), needed) }?))
        }
        other => {
            let text = format!("`index_type` is {other}; it must be 32 or 64");
            Err(Failure::new(GAPKIT_BAD_ENUM, text))
        }
    }
}

/// The connectivity in numbers of the body, which has the nodes that are used, in the host's order.
pub(super) fn renumber<K: Cell>(
    kinds: &[K],
    (indices, stride): (Indices<'_>, usize),
    numbers: &mut Numbers,
) -> Result<Vec<u32>, Failure> {
    let (count, base) = (numbers.host_nodes, numbers.base);
    let mut connectivity = Vec::new();
    let mut used = vec![false; count];
    for (element, kind) in kinds.iter().enumerate() {
        let first = if stride == 0 { connectivity.len() } else { element * stride };
        for local in 0..kind.node_count() {
            let number = indices.at(first + local);
            let place = number.checked_sub(base).and_then(|place| usize::try_from(place).ok());
            let Some(place) = place.filter(|place| *place < count) else {
                let name = numbers.element(element as u32);
                let text = format!(
                    "local node {local} of {} {name} is {number}, but nodes are {base} to {}",
                    kind.text(),
                    count as i64 + base - 1
                );
                return Err(Failure::new(GAPKIT_BAD_MESH, text));
            };
            used[place] = true;
            connectivity.push(place as u32);
        }
    }
    if used.iter().all(|used| *used) {
        return Ok(connectivity);
    }
    numbers.nodes = (0..count as u32).filter(|&place| used[place as usize]).collect();
    let mut local = vec![0; count];
    (0..).zip(&numbers.nodes).for_each(|(node, &place)| local[place as usize] = node);
    connectivity.iter_mut().for_each(|node| *node = local[*node as usize]);
    Ok(connectivity)
}
