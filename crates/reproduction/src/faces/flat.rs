//! Figure 7: triangles that are nearly a line, with the origin inside and outside.

use gapkit::Vec3;
use gapkit::gjk::{Simplex, SubAlgorithm};
use nalgebra::Rotation3;

use crate::claim::Bound::{AtLeast, AtMost};
use crate::claim::Claim;
use crate::random::Random;
use crate::table::{Table, number};

/// A sub-algorithm fails where it has no answer, or one that is off by this share of the size.
const WRONG: f64 = 1e-6;

/// Powers of ten of the heights of the triangles, whose base is about 2.
const HEIGHTS: [i32; 8] = [-2, -4, -6, -7, -8, -10, -13, -15];

const SUBS: [SubAlgorithm; 3] =
    [SubAlgorithm::Johnson, SubAlgorithm::LiteralSignedVolumes, SubAlgorithm::SignedVolumes];

/// From this power of ten on, areas are at least a million times their rounding.
const SOUND: i32 = -10;

/// Shares of failures for triangles of one height: by place (overlapping, distant) and sub-algorithm.
pub(super) struct Height {
    power: i32,
    failures: [[f64; SUBS.len()]; 2],
}

pub(super) fn measure(count: usize) -> Vec<Height> {
    let mut random = Random::new(7);
    let share = |power: i32, apart: f64, random: &mut Random| {
        let mut failed = [0.0; SUBS.len()];
        for _ in 0..count {
            let height = 10.0_f64.powi(power) * random.between(0.5, 2.0);
            let simplex = triangle(height, apart, random);
            for (sub, failed) in SUBS.iter().zip(&mut failed) {
                *failed += f64::from(u8::from(fails(*sub, &simplex, apart)));
            }
        }
        failed.map(|n| n / count as f64)
    };
    let height = |power| {
        let failures = [0.0, 1.0].map(|apart| share(power, apart, &mut random));
        Height { power, failures }
    };
    HEIGHTS.map(height).into()
}

/// A flat triangle around the origin, or this far from it with an edge, turned in the plane.
fn triangle(height: f64, apart: f64, random: &mut Random) -> Simplex {
    let turn = Rotation3::from_axis_angle(&Vec3::z_axis(), random.between(0.0, 6.3));
    let (left, right) = (random.between(0.8, 1.2), random.between(0.8, 1.2));
    // The last one is the newest, and the face that is looked for has to hold it.
    let corners = [[random.between(-0.5, 0.5), 2.0 * height], [-left, -height], [right, -height]];
    let lift = if apart > 0.0 { apart + height } else { 0.0 };
    let points = corners.map(|[x, y]| turn * Vec3::new(x, y + lift, 0.0));
    Simplex::of(&points).expect("three points")
}

fn fails(sub: SubAlgorithm, simplex: &Simplex, apart: f64) -> bool {
    let Some(found) = sub.solve(simplex) else { return true };
    let weights = found.normalised();
    let kept = found.keep[..found.len].iter().zip(weights);
    let v: Vec3 = kept.map(|(&i, weight)| simplex.points()[i as usize] * weight).sum();
    let size = simplex.points().iter().map(Vec3::norm).fold(0.0, f64::max);
    let error = (v.norm() - apart).abs();
    error.is_nan() || error > WRONG * size
}

pub(super) fn table(heights: &[Height]) -> Table {
    let columns =
        ["height of the triangle", "overlapping, Johnson", "overlapping, SV", "overlapping, ours"];
    let more = ["distant, Johnson", "distant, SV", "distant, ours"];
    let title = "Figure 7: share of nearly flat triangles on which a sub-algorithm fails";
    let mut table = Table::new("faces_fig7", title, &[&columns[..], &more].concat());
    for Height { power, failures } in heights {
        let mut cells = vec![format!("1e{power}")];
        cells.extend(failures.iter().flatten().map(|&share| number(share)));
        table.row(cells);
    }
    table
}

pub(super) fn claims(heights: &[Height]) -> Vec<Claim> {
    let most_from = |power: i32, place: usize, sub: usize| {
        let high = heights.iter().filter(|height| height.power >= power);
        high.map(|height| height.failures[place][sub]).fold(0.0, f64::max)
    };
    let most = |place: usize, sub: usize| most_from(i32::MIN, place, sub);
    vec![
        Claim::reproduced(
            "faces-2",
            "flat triangles around the origin: the largest share on which Johnson fails",
            most(0, 0),
            AtLeast(0.9),
        ),
        Claim::reproduced(
            "faces-3",
            "flat triangles that are distant: the largest share on which Johnson fails",
            most(1, 0),
            AtMost(0.0),
        ),
        Claim::reproduced(
            "faces-4",
            "both, heights of 1e-10 and more: the largest share on which Signed Volumes fails",
            most_from(SOUND, 0, 1).max(most(1, 1)),
            AtMost(0.0),
        ),
    ]
}
