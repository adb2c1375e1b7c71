//! Signed Volumes with the barycode search in its faces.
//!
//! Y. Zhang, Y. Wu, X. Wang, X. Zhou, Barycode-based GJK algorithm, arXiv, 2020,
//! doi:10.48550/arXiv.2011.09117, Algorithms 3 to 5. They are planar; the authors propose them for
//! the faces of the three-dimensional Signed Volumes (Montanari et al. 2017,
//! doi:10.1145/3083724), and that is done here.
//!
//! Where we deviate, and why:
//! - The code is read off the triangle's shade on the coordinate plane where it is largest, with
//!   the projected origin as the origin there. Angles are not kept by that shade, so the tests of
//!   `ConeRegion` and `S1D` take their dot products in space.
//! - A bit of the code is set only where the signs agree strictly. The printed `SSign` takes zero
//!   for negative, so that a point on an edge would be inside or outside with the orientation of
//!   the triangle. Likewise each weight comes from its own area, which cannot be negative then.
//! - The paper gives no answer where the triangle has no area; here its three edges compete.
//! - The direction is `v = sum(lambda s)`, as published.

use super::super::simplex::{Simplex, Solution};
use super::SubDistance;
use super::blend::Blend;
use super::literal::{Printed, compare_signs, project_onto_plane, s3d, shade, widest_plane};
use crate::Vec3;

/// Signed Volumes with the barycode search in its faces.
#[derive(Debug, Clone, Copy, Default)]
pub struct Barycode;

impl SubDistance for Barycode {
    const DIRECTION_IS_NEAREST_POINT: bool = true;

    fn solve(&self, simplex: &Simplex) -> Option<Solution> {
        let s = simplex.slots();
        let nearest = match simplex.rank() {
            1 => Blend::vertex(s, 0),
            2 => s1d(s, [1, 0]),
            3 => s2d(s, [2, 1, 0]),
            _ => s3d::<Printed>(s, |face| s2d(s, face)),
        };
        Some(nearest.solution())
    }
}

/// Algorithm 3 for the triangle `ABC` at these positions.
fn s2d(s: &[Vec3; 4], face @ [a, b, c]: [usize; 3]) -> Blend {
    let triangle = face.map(|i| s[i]);
    let p = project_onto_plane(&triangle[0], &triangle[1], &triangle[2]);
    let (_, plane) = widest_plane::<Printed>(triangle);
    let [pa, pb, pc] = triangle.map(|s| shade(&(s - p), plane));
    let cross = |m: [f64; 2], n: [f64; 2]| m[0] * n[1] - m[1] * n[0];
    let sigma = [cross(pb, pc), cross(pc, pa), cross(pa, pb)];
    let sum = sigma[0] + sigma[1] + sigma[2];
    let bit = |i: usize| u8::from(compare_signs(sum, sigma[i]));
    match bit(0) << 2 | bit(1) << 1 | bit(2) {
        1 => cone_region(s, c, [a, b]),
        2 => cone_region(s, b, [a, c]),
        3 => s1d(s, [b, c]),
        4 => cone_region(s, a, [b, c]),
        5 => s1d(s, [a, c]),
        6 => s1d(s, [a, b]),
        7 => Blend::on(s, face, sigma.map(|sigma| sigma / sum)),
        _ => s1d(s, [a, b]).nearer(s1d(s, [a, c])).nearer(s1d(s, [b, c])),
    }
}

/// Algorithm 4: the origin lies behind the vertex `V`, which is nearest unless its angle is
/// obtuse; then one of its edges may be.
fn cone_region(s: &[Vec3; 4], v: usize, [m, n]: [usize; 2]) -> Blend {
    let (mv, nv) = (s[v] - s[m], s[v] - s[n]);
    if mv.dot(&nv) < 0.0 {
        if s[v].dot(&mv) > 0.0 {
            return s1d(s, [v, m]);
        }
        if s[v].dot(&nv) > 0.0 {
            return s1d(s, [v, n]);
        }
    }
    Blend::vertex(s, v)
}

/// Algorithm 5 for the segment `AB` at these positions.
fn s1d(s: &[Vec3; 4], [a, b]: [usize; 2]) -> Blend {
    let ab = s[b] - s[a];
    let (along_a, along_b) = (s[a].dot(&ab), s[b].dot(&ab));
    if along_a < 0.0 && along_b > 0.0 {
        let sum = along_b - along_a;
        return Blend::on(s, [a, b], [along_b / sum, -along_a / sum]);
    }
    Blend::vertex(s, if along_a < 0.0 { b } else { a })
}
