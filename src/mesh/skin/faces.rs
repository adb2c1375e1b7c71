//! The faces of a surface as triangles.

use super::kind::Faces;
use crate::Vec3;
use crate::error::{Fault, Name};
use crate::mesh::check::{self, Names};

/// The triangles of faces, and the face of each.
pub(super) struct CutFaces {
    pub(super) triangles: Vec<[u32; 3]>,
    pub(super) owners: Vec<u32>,
}

impl CutFaces {
    /// Cuts faces into triangles, after checking them.
    pub(super) fn checked(nodes: &[[f64; 3]], faces: &Faces) -> Result<Self, Fault> {
        check::nodes(nodes, Names::TETS)?;
        check::limit("faces", faces.len(), check::MAX_TETS)?;
        if faces.is_empty() {
            return Err(Fault::NoElements);
        }
        let (mut triangles, mut owners) = (Vec::new(), Vec::new());
        let name = |i: usize| Name { kind: faces.kinds()[i].name(), number: i as u64 };
        for (i, (kind, face)) in faces.iter().enumerate() {
            check_indices(face, nodes.len(), || name(i))?;
            triangles.extend(kind.triangles(face));
            owners.resize(triangles.len(), i as u32);
        }
        let flat = triangles.iter().position(|triangle| !has_area(nodes, *triangle));
        if let Some(at) = flat {
            return Err(Fault::NoArea { element: name(owners[at] as usize) });
        }
        let corners = |i: usize| &triangles[i][..];
        if let Some(&(second, first)) = check::duplicates(triangles.len(), corners).first() {
            let [first, second] = [first, second].map(|i| name(owners[i] as usize));
            return Err(Fault::Duplicate { first, second });
        }
        Ok(Self { triangles, owners })
    }
}

/// The nodes of a face exist and differ.
fn check_indices(corners: &[u32], count: usize, element: impl Fn() -> Name) -> Result<(), Fault> {
    if let Some(local) = corners.iter().position(|&node| node as usize >= count) {
        return Err(Fault::Index { element: element(), local, node: corners[local], count });
    }
    let again = (1..corners.len()).find(|&i| corners[..i].contains(&corners[i]));
    again.map_or(Ok(()), |i| Err(Fault::Repeated { element: element(), node: corners[i].into() }))
}

fn has_area(nodes: &[[f64; 3]], triangle: [u32; 3]) -> bool {
    let [a, b, c] = triangle.map(|node| Vec3::from(nodes[node as usize]));
    // Scaled, so that no product overflows or vanishes.
    let unit = |edge: Vec3| edge / edge.amax();
    unit(b - a).cross(&unit(c - a)).amax() > 0.0
}
