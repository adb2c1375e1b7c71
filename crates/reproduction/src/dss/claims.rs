//! What is claimed of the boolean tests.

use super::race::{
    AXES, DSS, FACES, GJK, GJK_TREE, GREENE, HYBRID, OUR_DSS, OUR_GJK, OUR_HYBRID, Sample,
};
use crate::claim::Bound::{AtLeast, AtMost, Between};
use crate::claim::Claim;

/// The claims, from the samples of each figure, from those at half density by number of vertices, and
/// from how much slower a bisection is.
pub(super) fn all(figures: &[Vec<Sample>], half: &[(f64, Sample)], slower: f64) -> Vec<Claim> {
    let mut claims = failures(figures);
    claims.extend(plane_tests(figures, half));
    claims.extend(times(figures));
    claims.extend(culling(figures));
    claims.extend(faces(figures, half));
    claims.push(
        Claim::reproduced(
            "dss-20",
            "section 7: time of the distance, bisection over GJK",
            slower,
            AtLeast(2.0),
        )
        .timed(),
    );
    claims
}

/// The geometric mean of a ratio.
fn mean<'a>(samples: impl Iterator<Item = &'a Sample>, ratio: impl Fn(&Sample) -> f64) -> f64 {
    let (sum, n) = samples.fold((0.0, 0.0), |(sum, n), s| (sum + ratio(s).ln(), n + 1.0));
    (sum / n).exp()
}

fn failed<'a>(samples: impl Iterator<Item = &'a Sample>, rival: usize) -> f64 {
    samples.map(|s| s.tallies[rival].failed).sum::<u64>() as f64
}

fn time(a: usize, b: usize) -> impl Fn(&Sample) -> f64 {
    move |s| s.tallies[a].time() / s.tallies[b].time()
}

fn planes(a: usize, b: usize) -> impl Fn(&Sample) -> f64 {
    move |s| s.tallies[a].mean_planes() / s.tallies[b].mean_planes()
}

/// Tetrahedra, boxes and polytopes, where not nearly all are apart.
fn general(figures: &[Vec<Sample>]) -> impl Iterator<Item = &Sample> {
    figures[..3].iter().flatten().filter(|s| s.density > 0.01)
}

fn of(figures: &[Vec<Sample>], figure: usize) -> impl Iterator<Item = &Sample> {
    figures[figure].iter().filter(|s| s.density > 0.01)
}

fn failures(all: &[Vec<Sample>]) -> Vec<Claim> {
    let worst = all[0].iter().map(|s| s.tallies[GJK].failure_rate()).fold(0.0, f64::max);
    vec![
        Claim::reproduced(
            "dss-1",
            "f32: failures of GJK per failure of DSS, tetrahedra, boxes and polytopes",
            failed(general(all), GJK) / failed(general(all), DSS).max(1.0),
            AtLeast(100.0),
        ),
        Claim::reproduced(
            "dss-2",
            "f32: the largest failure rate of GJK, tetrahedra",
            worst,
            Between(1e-4, 4e-4),
        ),
    ]
}

fn plane_tests(all: &[Vec<Sample>], half: &[(f64, Sample)]) -> Vec<Claim> {
    let many = half.iter().filter(|(n, _)| *n >= 16.0).map(|(_, s)| s);
    vec![
        Claim::reproduced(
            "dss-4",
            "f32: plane tests, DSS over GJK, 16 vertices and more at 50 % density",
            mean(many, planes(DSS, GJK)),
            AtMost(0.995),
        ),
        Claim::missed(
            "dss-5",
            "f32: plane tests, DSS over GJK, tetrahedra",
            mean(of(all, 0), planes(DSS, GJK)),
            AtMost(0.99),
        ),
    ]
}

fn times(all: &[Vec<Sample>]) -> Vec<Claim> {
    vec![
        Claim::reproduced(
            "dss-6",
            "f32: time, GJK over DSS, tetrahedra, boxes and polytopes",
            mean(general(all), time(GJK, DSS)),
            AtLeast(1.1),
        )
        .timed(),
        Claim::missed(
            "dss-7",
            "f64, library: time, GJK over DSS, tetrahedra, boxes and polytopes",
            mean(general(all), time(OUR_GJK, OUR_DSS)),
            AtLeast(1.0),
        )
        .timed(),
        Claim::reproduced(
            "dss-8",
            "f64, library: time, DSS over separating axes, boxes",
            mean(of(all, 1).filter(|s| s.density > 0.5), time(OUR_DSS, AXES)),
            AtLeast(1.8),
        )
        .timed(),
    ]
}

fn culling(all: &[Vec<Sample>]) -> Vec<Claim> {
    let halfway = |s: &&Sample| s.density > 0.1 && s.density < 0.9;
    let culling = || all[3..].iter().flatten().filter(halfway);
    let boxes = || all[3].iter().filter(halfway);
    vec![
        Claim::reproduced(
            "dss-9",
            "f32, frustum culling: plane tests, DSS over GJK",
            mean(culling(), planes(DSS, GJK)),
            Between(1.0, 1.06),
        ),
        Claim::missed(
            "dss-10",
            "f32, frustum culling: time, DSS over GJK",
            mean(culling(), time(DSS, GJK)),
            AtLeast(1.0),
        )
        .timed(),
        Claim::reproduced(
            "dss-11",
            "f64, library, frustum culling of boxes: time, DSS over GJK",
            mean(boxes(), time(OUR_DSS, OUR_GJK)),
            AtLeast(1.2),
        )
        .timed(),
        Claim::reproduced(
            "dss-12",
            "f32, frustum culling: failures, hybrid over GJK",
            failed(culling(), HYBRID) / failed(culling(), GJK).max(1.0),
            AtMost(0.01),
        ),
        Claim::reproduced(
            "dss-13",
            "f64, library, frustum culling: time, hybrid over GJK",
            mean(culling(), time(OUR_HYBRID, OUR_GJK)),
            AtMost(1.2),
        )
        .timed(),
    ]
}

/// The tests that go through faces and edges, and the hierarchy of vertices.
fn faces(all: &[Vec<Sample>], half: &[(f64, Sample)]) -> Vec<Claim> {
    let by_density = |one: &&Sample, other: &&Sample| one.density.total_cmp(&other.density);
    let least = || all[2].iter().min_by(by_density).into_iter();
    let most = || all[2].iter().max_by(by_density).into_iter();
    let largest = || half.iter().rev().take(1).map(|(_, s)| s);
    let of_size = |n: f64| half.iter().find(|(size, _)| *size == n).map(|(_, s)| s);
    let generic = |n: f64| of_size(n).map_or(f64::NAN, |s| s.tallies[FACES].time());
    let tetra = |s: &Sample| s.tallies[FACES].max_planes;
    vec![
        Claim::missed(
            "dss-14",
            "tetrahedra: the most plane tests of all faces and pairs of edges",
            all[0].iter().map(tetra).max().map_or(f64::NAN, f64::from),
            AtLeast(32.0),
        ),
        Claim::missed(
            "dss-15",
            "16 vertices, lowest density: time, all faces and pairs of edges over DSS",
            mean(least(), time(FACES, OUR_DSS)),
            AtMost(1.0),
        )
        .timed(),
        Claim::reproduced(
            "dss-16",
            "16 vertices, highest density: time, all faces and pairs of edges over DSS",
            mean(most(), time(FACES, OUR_DSS)),
            AtLeast(5.0),
        )
        .timed(),
        Claim::reproduced(
            "dss-17",
            "all faces and pairs of edges: growth of time from 16 to 64 vertices over that of the square",
            generic(64.0) / generic(16.0) / 16.0,
            Between(0.5, 2.0),
        )
        .timed(),
        Claim::reproduced(
            "dss-18",
            "512 vertices: time of our GJK on an array of points over that with the hierarchy",
            mean(largest(), time(OUR_GJK, GJK_TREE)),
            AtLeast(2.5),
        )
        .timed(),
        Claim::missed(
            "dss-19",
            "frustum culling of boxes: time, DSS over Greene's test",
            mean(all[3].iter(), time(OUR_DSS, GREENE)),
            AtLeast(2.73),
        )
        .timed(),
    ]
}
