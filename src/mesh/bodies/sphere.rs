//! A solid sphere.

use std::collections::HashMap;

use super::{at_least, limit};
use crate::Vec3;
use crate::error::{Error, check_length};
use crate::mesh::TetMesh;

/// A solid sphere around the origin: an icosahedron, cut into twenty tetrahedra from its centre,
/// each of them into `layers`³ by a regular lattice, whose shells are then blown up to spheres.
///
/// ```
/// let mesh = gapkit::mesh::bodies::sphere(1.0, 3)?;
/// assert_eq!(mesh.tets().len(), 20 * 27);
/// assert_eq!(mesh.boundary().facets().len(), 20 * 9);
/// # Ok::<(), gapkit::Error>(())
/// ```
///
/// # Errors
/// If the radius is not positive and finite, or there is no layer.
pub fn sphere(radius: f64, layers: usize) -> Result<TetMesh, Error> {
    check_length("radius", radius, true)?;
    at_least(1, "layers", layers, "at least 1")?;
    limit(&[20, layers, layers, layers])?;
    let corners = icosahedron();
    let mut ball = SphereBuilder {
        radius,
        layers: layers as u32,
        corners,
        nodes: vec![],
        seen: HashMap::new(),
    };
    let mut tets = Vec::with_capacity(20 * layers.pow(3));
    for face in faces(&corners) {
        ball.fill(face, &mut tets);
    }
    TetMesh::new(ball.nodes, tets)
}

fn icosahedron() -> [Vec3; 12] {
    let golden = (1.0 + 5.0_f64.sqrt()) / 2.0;
    let mut corners = [Vec3::zeros(); 12];
    for (i, corner) in corners.iter_mut().enumerate() {
        let one = if i & 1 == 0 { 1.0 } else { -1.0 };
        let long = if i & 2 == 0 { golden } else { -golden };
        let axis = i / 4;
        corner[(axis + 1) % 3] = one;
        corner[(axis + 2) % 3] = long;
    }
    corners
}

/// The triangles between corners that are next to each other, counterclockwise as seen from
/// outside.
fn faces(corners: &[Vec3; 12]) -> Vec<[usize; 3]> {
    // Edges have length 2; the next distance is twice the golden ratio.
    let near = |i: usize, j: usize| (corners[i] - corners[j]).norm() < 2.5;
    let mut faces = Vec::new();
    for a in 0..12 {
        for b in a + 1..12 {
            for c in b + 1..12 {
                if near(a, b) && near(b, c) && near(c, a) {
                    let outward = corners[a].dot(&corners[b].cross(&corners[c])) > 0.0;
                    faces.push(if outward { [a, b, c] } else { [a, c, b] });
                }
            }
        }
    }
    faces
}

/// A point of the lattice: corners of the icosahedron in ascending order, with their weights.
type LatticePoint = [(usize, u32); 3];

struct SphereBuilder {
    radius: f64,
    layers: u32,
    corners: [Vec3; 12],
    nodes: Vec<[f64; 3]>,
    seen: HashMap<LatticePoint, u32>,
}

impl SphereBuilder {
    /// Cuts the tetrahedron between the centre and a face. The lattice is that of unit cubes cut by
    /// their diagonals (H. Freudenthal, Annals of Mathematics 43, 1942, 580-582) as far as it lies
    /// in `layers >= x >= y >= z >= 0`, which is a union of its simplices.
    fn fill(&mut self, face: [usize; 3], tets: &mut Vec<[u32; 4]>) {
        const PATHS: [[usize; 3]; 6] =
            [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
        for x in 0..self.layers {
            for y in 0..=x {
                for z in 0..=y {
                    for (i, path) in PATHS.iter().enumerate() {
                        let Some([a, b, c, d]) = self.simplex([x, y, z], path, face) else {
                            continue;
                        };
                        // The last three paths are mirrored.
                        tets.push(if i < 3 { [a, b, c, d] } else { [a, b, d, c] });
                    }
                }
            }
        }
    }

    /// The nodes of the path through a cube along its axes in this order, if it stays inside.
    fn simplex(
        &mut self,
        start: [u32; 3],
        path: &[usize; 3],
        face: [usize; 3],
    ) -> Option<[u32; 4]> {
        let mut points = [start; 4];
        for (i, &axis) in path.iter().enumerate() {
            points[i + 1] = points[i];
            points[i + 1][axis] += 1;
        }
        let inside = |[x, y, z]: &[u32; 3]| x >= y && y >= z;
        points.iter().all(inside).then(|| points.map(|point| self.node(point, face)))
    }

    fn node(&mut self, [x, y, z]: [u32; 3], face: [usize; 3]) -> u32 {
        let mut place = [(face[0], x - y), (face[1], y - z), (face[2], z)];
        // Corners without weight must not tell apart the points that faces share.
        for share in place.iter_mut().filter(|share| share.1 == 0) {
            *share = (0, 0);
        }
        place.sort_unstable();
        *self.seen.entry(place).or_insert_with(|| {
            let sum = place.iter().fold(Vec3::zeros(), |sum, &(corner, weight)| {
                sum + self.corners[corner] * f64::from(weight)
            });
            let radius = self.radius * (f64::from(x) / f64::from(self.layers));
            let outward = if x == 0 { sum } else { sum.normalize() };
            self.nodes.push((outward * radius).into());
            self.nodes.len() as u32 - 1
        })
    }
}
