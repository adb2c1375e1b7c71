//! How steep a heap is.
//!
//! Around the axis through the middle of a heap, rings and sectors: the highest grain of each sector
//! of a ring is on the surface, and a line is fitted to the mean heights of the rings between the
//! foot and the top.

use gapkit::Vec3;

/// Sectors of a ring.
const SECTORS: usize = 12;

/// The parts of the height between which the slope is that of the surface.
const SLOPE: [f64; 2] = [0.15, 0.85];

/// The angle of repose in degrees: of a heap of these grains, with rings of this width; `None` where
/// there are too few rings.
pub(super) fn angle_of_repose(centers: &[Vec3], width: f64) -> Option<f64> {
    let middle = centers.iter().sum::<Vec3>() / centers.len() as f64;
    let mut rings: Vec<[Option<f64>; SECTORS]> = Vec::new();
    for center in centers {
        let from = center - middle;
        let radius = from.xy().norm();
        let ring = (radius / width) as usize;
        let turn = from.y.atan2(from.x) / std::f64::consts::TAU + 0.5;
        if rings.len() <= ring {
            rings.resize(ring + 1, [None; SECTORS]);
        }
        let top = &mut rings[ring][((turn * SECTORS as f64) as usize).min(SECTORS - 1)];
        *top = Some(top.map_or(center.z, |z: f64| z.max(center.z)));
    }
    let mean = |ring: &[Option<f64>; SECTORS]| {
        let tops: Vec<f64> = ring.iter().flatten().copied().collect();
        // Where most sectors are empty, grains have rolled away.
        (2 * tops.len() > SECTORS).then(|| tops.iter().sum::<f64>() / tops.len() as f64)
    };
    let heights = rings.iter().map(mean).map_while(|height| height);
    let points: Vec<[f64; 2]> =
        heights.enumerate().map(|(ring, z)| [(ring as f64 + 0.5) * width, z]).collect();
    let top = points.iter().map(|p| p[1]).fold(0.0, f64::max);
    let is_slope = |p: &&[f64; 2]| (SLOPE[0] * top..SLOPE[1] * top).contains(&p[1]);
    let slope: Vec<&[f64; 2]> = points.iter().filter(is_slope).collect();
    if slope.len() < 3 {
        return None;
    }
    let count = slope.len() as f64;
    let [x, z] = [0, 1].map(|k| slope.iter().map(|p| p[k]).sum::<f64>() / count);
    let sum = |of: &dyn Fn(&[f64; 2]) -> f64| slope.iter().map(|p| of(p)).sum::<f64>();
    let fall = -sum(&|p| (p[0] - x) * (p[1] - z)) / sum(&|p| (p[0] - x) * (p[0] - x));
    Some(fall.atan().to_degrees())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cones_have_the_angles_that_they_were_made_with() {
        for degrees in [15.0_f64, 25.0, 35.0] {
            let (step, slope) = (0.01, degrees.to_radians().tan());
            let range = -40..=40;
            let columns = range.clone().flat_map(|i| range.clone().map(move |j| [i, j]));
            let at = |[i, j]: [i32; 2]| [f64::from(i) * step + 0.3, f64::from(j) * step];
            let surface = columns.map(at).map(|[x, y]| {
                let top = (0.15 - slope * (x - 0.3).hypot(y)).max(0.0);
                Vec3::new(x, y, top)
            });
            let centers: Vec<Vec3> = surface.collect();
            let found = angle_of_repose(&centers, 2.0 * step).unwrap();
            assert!((found - degrees).abs() < 1.5, "{found} of {degrees}");
        }
        assert!(angle_of_repose(&[Vec3::zeros(), Vec3::x()], 0.1).is_none());
    }
}
