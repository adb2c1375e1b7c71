//! Signed Volumes with the signs of all volumes and areas decided exactly.
//!
//! M. Montanari, N. Petrinic, E. Barbieri, Improving the GJK algorithm for faster and more
//! reliable distance queries between convex objects, ACM Transactions on Graphics 36(3), 2017,
//! doi:10.1145/3083724, section 4.3, with the predicates of J. R. Shewchuk, Adaptive precision
//! floating-point arithmetic and fast robust geometric predicates, Discrete & Computational
//! Geometry 18, 1997, 305-363, doi:10.1007/PL00009321.
//!
//! Everything else is as in [`super::literal`], the direction `v = sum(lambda s)` included. The
//! signs are exact for the vertices as given and for the projected origin as rounded: in space
//! they are beyond doubt, in a face they are as good as that projection is.

use robust::{Coord, Coord3D, orient2d, orient3d};

use super::super::simplex::{Simplex, Solution};
use super::SubDistance;
use super::literal::{Measures, signed_volumes};
use crate::Vec3;

/// Signed Volumes by adaptive predicates.
#[derive(Debug, Clone, Copy, Default)]
pub struct ExactSigns;

impl SubDistance for ExactSigns {
    const DIRECTION_IS_NEAREST_POINT: bool = true;

    fn solve(&self, simplex: &Simplex) -> Option<Solution> {
        Some(signed_volumes::<Adaptive>(simplex).solution())
    }
}

/// Volumes and areas by adaptive predicates: close values with the right sign.
struct Adaptive;

impl Measures for Adaptive {
    fn volumes(s: [Vec3; 4]) -> (f64, [f64; 4]) {
        let volume = |s: [Vec3; 4]| {
            let [a, b, c, d] = s.map(|s| Coord3D { x: s.x, y: s.y, z: s.z });
            orient3d(a, b, c, d)
        };
        let cofactor = |j: usize| {
            let mut fictitious = s;
            fictitious[j] = Vec3::zeros();
            volume(fictitious)
        };
        (volume(s), [cofactor(0), cofactor(1), cofactor(2), cofactor(3)])
    }

    fn area(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
        let [a, b, c] = [a, b, c].map(|[x, y]| Coord { x, y });
        orient2d(a, b, c)
    }
}
