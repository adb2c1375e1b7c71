//! The determinants of the systems that the sub-algorithms solve for the barycentric coordinates.

use gapkit::Vec3;
use gapkit::gjk::{Simplex, SubAlgorithm};
use nalgebra::DMatrix;

/// `|det A|` of Johnson (eq. 14) or `|det M|` of Signed Volumes (eq. 20) for the face that holds
/// the nearest point; `None` for a vertex alone, where there is nothing to solve, and where the
/// sub-algorithm fails, for the whole simplex instead: that system is the one that gave no answer.
pub(super) fn of(sub: SubAlgorithm, simplex: &Simplex) -> Option<f64> {
    let points = simplex.points();
    let face: Vec<Vec3> = match sub.solve(simplex) {
        Some(found) => found.keep[..found.len].iter().map(|&i| points[i as usize]).collect(),
        None => points.to_vec(),
    };
    let johnson = matches!(sub, SubAlgorithm::Johnson | SubAlgorithm::JohnsonBackup);
    (face.len() > 1).then(|| if johnson { det_a(&face) } else { det_m(&face) })
}

fn det_a(s: &[Vec3]) -> f64 {
    let entry = |row: usize, column: usize| {
        if row == 0 { 1.0 } else { (s[row] - s[0]).dot(&s[column]) }
    };
    DMatrix::from_fn(s.len(), s.len(), entry).determinant().abs()
}

/// The largest measure of the face in a coordinate axis, a coordinate plane or space.
fn det_m(s: &[Vec3]) -> f64 {
    let axes: &[&[usize]] = match s.len() {
        2 => &[&[0], &[1], &[2]],
        3 => &[&[1, 2], &[2, 0], &[0, 1]],
        _ => &[&[0, 1, 2]],
    };
    let det = |axes: &&[usize]| {
        let entry = |row: usize, column: usize| axes.get(row).map_or(1.0, |&axis| s[column][axis]);
        DMatrix::from_fn(s.len(), s.len(), entry).determinant().abs()
    };
    axes.iter().map(det).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn determinants_are_measures_of_the_face() {
        let s = [Vec3::new(0.0, 0.0, 1.0), Vec3::new(3.0, 0.0, 1.0), Vec3::new(0.0, 2.0, 1.0)];
        // Twice the area, and its square.
        assert!((det_m(&s) - 6.0).abs() < 1e-12);
        assert!((det_a(&s) - 36.0).abs() < 1e-12);
        let around =
            [Vec3::new(-1.0, -1.0, 1.0), Vec3::new(3.0, 0.0, 1.0), Vec3::new(-1.0, 2.0, 1.0)];
        let simplex = Simplex::of(&around).unwrap();
        let found = of(SubAlgorithm::LiteralSignedVolumes, &simplex).unwrap();
        assert!((found - 12.0).abs() < 1e-12);
    }
}
