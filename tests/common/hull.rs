//! The volume of the hull of a few points, by exact signs.

use gapkit::Vec3;
use robust::{Coord3D, orient3d};

/// Positive where `d` is on the side of the counterclockwise triangle `abc` that it is seen from.
pub(crate) fn above([a, b, c, d]: [[f64; 3]; 4]) -> f64 {
    let [a, b, c, d] = [a, b, c, d].map(|[x, y, z]| Coord3D { x, y, z });
    -orient3d(a, b, c, d)
}

pub(crate) fn volume([a, b, c, d]: [[f64; 3]; 4]) -> f64 {
    let [a, b, c, d] = [a, b, c, d].map(Vec3::from);
    (b - a).cross(&(c - a)).dot(&(d - a)) / 6.0
}

/// The hull grows by one point after the other, by the volume between the point and the faces that
/// it sees. Points in general position are assumed, up to flat sets of four.
pub(crate) fn hull_volume(points: &[[f64; 3]]) -> f64 {
    let at = |face: [usize; 3], p: usize| [face[0], face[1], face[2], p].map(|i| points[i]);
    let fourth = (3..points.len()).find(|&p| above(at([0, 1, 2], p)) != 0.0).expect("not flat");
    let base = if above(at([0, 1, 2], fourth)) < 0.0 { [0, 1, 2] } else { [0, 2, 1] };
    let mut faces = vec![base];
    faces.extend([[0, 1], [1, 2], [2, 0]].map(|[i, j]| [base[j], base[i], fourth]));
    let mut sum = -volume(at(base, fourth));
    for p in (3..points.len()).filter(|&p| p != fourth) {
        let (seen, kept): (Vec<_>, Vec<_>) =
            faces.into_iter().partition(|&face| above(at(face, p)) > 0.0);
        sum += seen.iter().map(|&face| volume(at(face, p))).sum::<f64>();
        let edges: Vec<_> = seen.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
        faces = kept;
        let horizon = edges.iter().filter(|&&[a, b]| !edges.contains(&[b, a]));
        faces.extend(horizon.map(|&[a, b]| [a, b, p]));
    }
    sum
}
