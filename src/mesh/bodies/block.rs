//! A rectangular block.

use super::{at_least, limit};
use crate::error::{Error, check_length};
use crate::mesh::{ElementKind, Elements, Orientation, TetMesh};

/// A block with one corner at the origin and the opposite one at `size`, of `cells` equal hexahedra
/// along each axis, each split into six tetrahedra.
///
/// ```
/// let mesh = gapkit::mesh::bodies::block([4, 3, 2], [4.0, 3.0, 2.0])?;
/// assert_eq!(mesh.tets().len(), 6 * 24);
/// assert_eq!(mesh.boundary().facets().len(), 4 * (4 * 3 + 3 * 2 + 2 * 4));
/// # Ok::<(), gapkit::Error>(())
/// ```
///
/// # Errors
/// If there are no cells along an axis, or the size is not positive and finite.
pub fn block(cells: [usize; 3], size: [f64; 3]) -> Result<TetMesh, Error> {
    for (axis, name) in ["cells along x", "cells along y", "cells along z"].into_iter().enumerate()
    {
        at_least(1, name, cells[axis], "at least 1")?;
    }
    for (axis, name) in ["size along x", "size along y", "size along z"].into_iter().enumerate() {
        check_length(name, size[axis], true)?;
    }
    limit(&[6, cells[0], cells[1], cells[2]])?;
    TetMesh::from_elements(&hexahedra(cells, size), Orientation::Refuse)
}

fn hexahedra([nx, ny, nz]: [usize; 3], size: [f64; 3]) -> Elements {
    let mut elements = Elements::default();
    let at = |axis: usize, i: usize, n: usize| size[axis] * (i as f64 / n as f64);
    for k in 0..=nz {
        for j in 0..=ny {
            for i in 0..=nx {
                elements.nodes.push([at(0, i, nx), at(1, j, ny), at(2, k, nz)]);
            }
        }
    }
    let node = |i: usize, j: usize, k: usize| (i + (nx + 1) * (j + (ny + 1) * k)) as u32;
    for k in 0..nz {
        for j in 0..ny {
            for i in 0..nx {
                let ring = |k| {
                    [node(i, j, k), node(i + 1, j, k), node(i + 1, j + 1, k), node(i, j + 1, k)]
                };
                let ([a, b, c, d], [e, f, g, h]) = (ring(k), ring(k + 1));
                let number = elements.kinds.len() as u64;
                elements.push(ElementKind::Hex8, &[a, b, c, d, e, f, g, h], number, 0);
            }
        }
    }
    elements
}
