//! Shells and beams of files as bodies.

use std::collections::BTreeSet;
use std::path::Path;

use gapkit::mesh::read::Contents;
use gapkit::mesh::{BeamMesh, Faces, SurfaceMesh};
use serde::Serialize;

use super::error::Error;
use super::numbers::full;

/// A surface or beams, with the numbers that the file has for its elements and nodes.
pub(super) struct Thin<M> {
    pub(super) mesh: M,
    pub(super) elements: Vec<u64>,
    pub(super) nodes: Vec<u64>,
}

/// The nodes that some elements use.
struct Used {
    places: Vec<u32>,
}

impl Used {
    fn of<'a>(nodes: impl Iterator<Item = &'a u32>) -> Self {
        let places: BTreeSet<u32> = nodes.copied().collect();
        Self { places: places.into_iter().collect() }
    }

    fn local(&self, node: u32) -> u32 {
        self.places.partition_point(|&known| known < node) as u32
    }

    fn points(&self, contents: &Contents) -> Vec<[f64; 3]> {
        self.places.iter().map(|&node| contents.elements.nodes[node as usize]).collect()
    }

    fn numbers(&self, contents: &Contents) -> Vec<u64> {
        let list = &contents.elements.node_numbers;
        let number = |&node: &u32| list.get(node as usize).copied().unwrap_or(node.into());
        self.places.iter().map(number).collect()
    }
}

/// Whether the faces of a file are bodies: those with a thickness are, and all if there is nothing else.
/// Others may be those of the volumes.
fn is_body(contents: &Contents, face: usize) -> bool {
    contents.elements.kinds.is_empty() || contents.shells.thickness[face].is_some()
}

/// The regions of the faces that are bodies.
pub(super) fn shell_regions(contents: &Contents) -> BTreeSet<u32> {
    let regions = contents.shells.regions.iter().enumerate();
    regions.filter(|(face, _)| is_body(contents, *face)).map(|(_, region)| *region).collect()
}

/// The regions of the beams that have a radius.
pub(super) fn beam_regions(contents: &Contents) -> BTreeSet<u32> {
    let beams = &contents.beams;
    let of = |(region, radius): (&u32, &Option<f64>)| radius.map(|_| *region);
    beams.regions.iter().zip(&beams.radii).filter_map(of).collect()
}

/// The faces of a region, or all: the skin of a solid, if none has a thickness and they are closed, or
/// a shell. None if there are none.
pub(super) fn shells(
    path: &Path,
    contents: &Contents,
    region: Option<u32>,
) -> Result<Option<Thin<SurfaceMesh>>, Error> {
    let shells = &contents.shells;
    let is_wanted = |face: &usize| {
        is_body(contents, *face) && region.is_none_or(|region| shells.regions[*face] == region)
    };
    let list: Vec<usize> = (0..shells.faces.len()).filter(is_wanted).collect();
    if list.is_empty() {
        return Ok(None);
    }
    let all: Vec<_> = shells.faces.iter().collect();
    let used = Used::of(list.iter().flat_map(|&face| all[face].1));
    let mut faces = Faces::default();
    for &face in &list {
        let nodes: Vec<u32> = all[face].1.iter().map(|&node| used.local(node)).collect();
        faces.push(all[face].0, &nodes);
    }
    let (elements, nodes) = (
        list.iter().map(|&face| shells.numbers[face]).collect::<Vec<u64>>(),
        used.numbers(contents),
    );
    let points = used.points(contents);
    let has_thickness = list.iter().any(|&face| shells.thickness[face].is_some());
    let skin = SurfaceMesh::closed_of(points.clone(), &faces).ok().filter(|_| !has_thickness);
    let thickness: Vec<f64> =
        list.iter().map(|&face| shells.thickness[face].unwrap_or(0.0)).collect();
    let mesh = skin.map_or_else(|| SurfaceMesh::open_of(points, &faces, &thickness), Ok);
    let mesh = mesh.map_err(|source| {
        let face = |face: u64| elements[face as usize];
        Error::mesh(path, source.with_face_numbers(face, |node| nodes[node as usize]))
    })?;
    Ok(Some(Thin { mesh, elements, nodes }))
}

/// The beams of a region, or all, that have a radius. None if there are none.
pub(super) fn beams(
    path: &Path,
    contents: &Contents,
    region: Option<u32>,
) -> Result<Option<Thin<BeamMesh>>, Error> {
    let beams = &contents.beams;
    let is_wanted = |at: &usize| {
        beams.radii[*at].is_some() && region.is_none_or(|region| beams.regions[*at] == region)
    };
    let list: Vec<usize> = (0..beams.segments.len()).filter(is_wanted).collect();
    if list.is_empty() {
        return Ok(None);
    }
    let used = Used::of(list.iter().flat_map(|&at| &beams.segments[at]));
    let segments: Vec<[u32; 2]> =
        list.iter().map(|&at| beams.segments[at].map(|node| used.local(node))).collect();
    let radii: Vec<f64> = list.iter().filter_map(|&at| beams.radii[at]).collect();
    let elements: Vec<u64> = list.iter().map(|&at| beams.numbers[at]).collect();
    let nodes = used.numbers(contents);
    let mesh = BeamMesh::new(used.points(contents), &segments, &radii).map_err(|source| {
        let segment = |segment: u64| elements[segment as usize];
        Error::mesh(path, source.with_face_numbers(segment, |node| nodes[node as usize]))
    })?;
    Ok(Some(Thin { mesh, elements, nodes }))
}

/// What there is to tell of shells or beams.
#[derive(Serialize)]
pub(super) struct Sizes {
    elements: usize,
    /// How many have a thickness or radius.
    sized: usize,
    /// The least and the largest of these.
    sizes: Option<[f64; 2]>,
}

impl Sizes {
    pub(super) fn of(sizes: &[Option<f64>]) -> Self {
        let ends = |[low, high]: [f64; 2], size: &f64| [low.min(*size), high.max(*size)];
        let known = || sizes.iter().flatten();
        let range = known().fold([f64::INFINITY, f64::NEG_INFINITY], ends);
        let sized = known().count();
        Self { elements: sizes.len(), sized, sizes: (sized > 0).then_some(range) }
    }

    /// A line for each of shells and beams, if there are any.
    pub(super) fn text(&self, what: &str) -> Option<String> {
        let Self { elements, sized, sizes } = self;
        let known = match sizes {
            Some([low, high]) if low == high => format!("{sized} with {what} {}", full(*low)),
            Some([low, high]) => {
                format!("{sized} with {what} {} .. {}", full(*low), full(*high))
            }
            None => format!("none with a {what}"),
        };
        (*elements > 0).then(|| format!("{elements} ({known})"))
    }
}
