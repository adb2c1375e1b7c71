//! Hexahedra with repeated nodes: the wedge, pyramid or tetrahedron that they are.
//!
//! Codes that know hexahedra alone write other elements so, each in its own way. What an element is
//! follows from the faces that are left: two triangles and three quadrangles are a wedge, four
//! triangles and a quadrangle a pyramid, and four nodes a tetrahedron.

use crate::mesh::ElementKind;

/// The faces of a hexahedron, counterclockwise as seen from outside.
const FACES: [[usize; 4]; 6] =
    [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]];

/// The element with these corners, in the order of its kind; `None` if no corner is repeated or the
/// element is of no kind.
pub(super) fn reduce(corners: &[u64; 8]) -> Option<(ElementKind, Vec<u64>)> {
    let mut distinct = corners.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.len() == corners.len() {
        return None;
    }
    let faces: Vec<Vec<u64>> =
        FACES.iter().map(|face| outline(&face.map(|place| corners[place]))).collect();
    let of_size = |size: usize| faces.iter().filter(move |face| face.len() == size);
    let other = |face: &[u64]| distinct.iter().copied().find(|node| !face.contains(node));
    match (distinct.len(), of_size(3).count(), of_size(4).count()) {
        (4, 2.., _) => {
            let &[a, b, c] = of_size(3).next()?.as_slice() else { return None };
            Some((ElementKind::Tet4, vec![a, c, b, other(&[a, b, c])?]))
        }
        (5, 4, 1) => {
            let &[a, b, c, d] = of_size(4).next()?.as_slice() else { return None };
            Some((ElementKind::Pyramid5, vec![a, d, c, b, other(&[a, b, c, d])?]))
        }
        (6, 2, 3) => {
            let mut triangles = of_size(3);
            let (near, far) = (triangles.next()?, triangles.next()?);
            let mut nodes = near.clone();
            for node in near {
                nodes.push(partner(*node, near, far, of_size(4))?);
            }
            Some((ElementKind::Wedge6, nodes))
        }
        _ => None,
    }
}

/// The nodes of a face, those that follow themselves once.
fn outline(face: &[u64; 4]) -> Vec<u64> {
    let is_kept = |&place: &usize| face[place] != face[(place + 1) % 4];
    (0..4).filter(is_kept).map(|place| face[place]).collect()
}

/// The node of the far triangle at the other end of the edge from a node of the near one.
fn partner<'a>(
    node: u64,
    near: &[u64],
    far: &[u64],
    mut quadrangles: impl Iterator<Item = &'a Vec<u64>>,
) -> Option<u64> {
    let quadrangle = quadrangles.find(|face| face.contains(&node))?;
    let place = quadrangle.iter().position(|&other| other == node)?;
    let beside = [quadrangle[(place + 1) % 4], quadrangle[(place + 3) % 4]];
    beside.into_iter().find(|other| far.contains(other) && !near.contains(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the corners of a unit cube are.
    const CUBE: [[f64; 3]; 8] = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [1.0, 1.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
        [1.0, 0.0, 1.0],
        [1.0, 1.0, 1.0],
        [0.0, 1.0, 1.0],
    ];

    /// The volume of the cube whose corners were joined so, by the divergence theorem over its
    /// faces, each cut into two triangles; and that of what it was reduced to.
    fn volumes(corners: &[u64; 8]) -> (ElementKind, [f64; 2]) {
        let at = |node: u64| crate::Vec3::from(CUBE[node as usize]);
        let triangle = |[a, b, c]: [u64; 3]| at(a).dot(&at(b).cross(&at(c))) / 6.0;
        let quad = |[a, b, c, d]: [u64; 4]| {
            let one = triangle([a, b, c]) + triangle([a, c, d]);
            0.5 * (one + triangle([b, c, d]) + triangle([b, d, a]))
        };
        let whole: f64 = FACES.iter().map(|face| quad(face.map(|place| corners[place]))).sum();
        let (kind, n) = reduce(corners).expect("it is degenerate");
        let reduced = match kind {
            ElementKind::Tet4 => {
                (at(n[1]) - at(n[0])).cross(&(at(n[2]) - at(n[0]))).dot(&(at(n[3]) - at(n[0])))
                    / 6.0
            }
            ElementKind::Pyramid5 => {
                let sides = (0..4).map(|k| triangle([n[k], n[(k + 1) % 4], n[4]])).sum::<f64>();
                sides - quad([n[0], n[1], n[2], n[3]])
            }
            _ => {
                let ends = triangle([n[0], n[1], n[2]]) - triangle([n[3], n[4], n[5]]);
                let side = |[i, j]: [usize; 2]| quad([n[j], n[i], n[i + 3], n[j + 3]]);
                ends + [[0, 1], [1, 2], [2, 0]].map(side).iter().sum::<f64>()
            }
        };
        (kind, [whole, reduced])
    }

    #[test]
    fn every_way_to_repeat_nodes_keeps_the_volume() {
        use ElementKind::{Pyramid5, Tet4, Wedge6};
        for (corners, kind) in [
            // As LS-DYNA writes them.
            ([0, 1, 2, 3, 4, 4, 4, 4], Pyramid5),
            ([0, 1, 2, 3, 4, 4, 7, 7], Wedge6),
            // As others do.
            ([0, 1, 2, 2, 4, 5, 6, 6], Wedge6),
            ([0, 0, 2, 3, 4, 4, 6, 7], Wedge6),
            ([0, 1, 2, 2, 4, 4, 4, 4], Tet4),
            ([0, 0, 0, 0, 4, 5, 6, 7], Pyramid5),
            ([0, 0, 3, 3, 4, 5, 6, 7], Wedge6),
        ] {
            let (found, [whole, reduced]) = volumes(&corners);
            assert_eq!(found, kind, "{corners:?}");
            assert!(
                (whole - reduced).abs() < 1e-15 && reduced > 0.1,
                "{corners:?} {whole} {reduced}"
            );
        }
        // The bent face of this one is cut along the edge that the others leave.
        assert_eq!(reduce(&[0, 1, 2, 4, 4, 4, 4, 4]), Some((Tet4, vec![0, 4, 1, 2])));
    }

    #[test]
    fn others_are_left_alone() {
        assert_eq!(reduce(&[0, 1, 2, 3, 4, 5, 6, 7]), None);
        assert_eq!(reduce(&[0, 1, 2, 3, 4, 5, 6, 6]), None);
        assert_eq!(reduce(&[0, 1, 0, 1, 0, 1, 0, 1]), None);
        assert_eq!(reduce(&[0, 1, 2, 3, 0, 1, 2, 3]), None);
        assert_eq!(reduce(&[5; 8]), None);
    }
}
