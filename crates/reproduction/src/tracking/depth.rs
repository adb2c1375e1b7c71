//! Cameron's bounds of the depth against the true depth.

use gapkit::Vec3;
use gapkit::penetration::{bounds, penetration};
use gapkit::shape::{Search, SupportMap};

use super::motion::{Apart, Family, Motion, Sequence};
use crate::Effort;
use crate::Error;
use crate::claim::Bound::{AtLeast, AtMost};
use crate::claim::Claim;
use crate::plot::{Axis, Curve, Picture, Plot};
use crate::random::Random;
use crate::table::{Table, number};

/// The bodies.
const HULLS: Family = Family::Hulls(100);

/// Depths are sorted into this many bins.
const BINS: usize = 12;

/// Depths that differ by less than this share are the same.
const SAME: f64 = 1e-9;

/// An overlapping pair.
pub(super) struct Pair {
    depth: f64,
    lower: f64,
    upper: f64,
    closed: bool,
}

/// The depths of pairs that overlap in a motion.
pub(super) fn measure(effort: Effort) -> Result<Vec<Pair>, Error> {
    let mut random = Random::new(5);
    let motion = Motion { apart: Apart::Interfering, turn: 6.0 };
    let mut pairs = Vec::new();
    for _ in 0..effort.pick(60, 400) {
        let sequence = Sequence::new(HULLS, motion, Search::HillClimbing, &mut random)?;
        for (a, b) in sequence.steps()? {
            let depth = penetration(&a, &b).depth;
            if depth > 0.0 {
                let found = bounds(&a, &b);
                let (lower, upper) = (found.lower_bound, found.upper_bound);
                pairs.push(Pair { depth, lower, upper, closed: found.closed });
            }
        }
    }
    Ok(pairs)
}

/// The share of collisions whose first depth follows from the direction of the last distance, where
/// the origin has gone through the face that was nearest (Figure 6a, points 2 and 3).
pub(super) fn followed(effort: Effort) -> Result<f64, Error> {
    let mut random = Random::new(6);
    let (mut followed, count) = (0, effort.pick(100, 500));
    for _ in 0..count {
        let sequence = Sequence::collision(HULLS, &mut random)?;
        let mut normal = Vec3::zeros();
        for (a, b) in sequence.steps()? {
            let depth = penetration(&a, &b);
            if depth.depth > 0.0 {
                let origin = a.center();
                let high = a.support(&normal, &origin, 0).point;
                let low = b.support(&-normal, &origin, 0).point;
                let along = normal.dot(&(high - low));
                followed += u32::from(along <= depth.depth * (1.0 + SAME));
                break;
            }
            normal = depth.normal;
        }
    }
    Ok(f64::from(followed) / f64::from(count))
}

/// Pairs by depth.
fn bins(pairs: &[Pair]) -> Vec<Vec<&Pair>> {
    let max_depth = pairs.iter().map(|pair| pair.depth).fold(f64::MIN_POSITIVE, f64::max);
    let mut bins: Vec<Vec<&Pair>> = (0..BINS).map(|_| Vec::new()).collect();
    for pair in pairs {
        bins[((pair.depth / max_depth * BINS as f64) as usize).min(BINS - 1)].push(pair);
    }
    bins.retain(|bin| !bin.is_empty());
    bins
}

fn mean(bin: &[&Pair], value: impl Fn(&Pair) -> f64) -> f64 {
    bin.iter().map(|pair| value(pair)).sum::<f64>() / bin.len() as f64
}

pub(super) fn plot(pairs: &[Pair]) -> Result<Picture, Error> {
    let bins = bins(pairs);
    let curve = |name: &str, value: fn(&Pair) -> f64| {
        let points = bins.iter().map(|bin| (mean(bin, |pair| pair.depth), mean(bin, value)));
        Curve::new(name, points.collect())
    };
    Plot {
        name: "tracking_depth".into(),
        title: "Bounds of the depth (section 5)".into(),
        x: Axis::linear("true depth"),
        y: Axis::linear("bound, mean of a bin"),
        panels: vec![(
            String::new(),
            vec![
                curve("upper bound", |pair| pair.upper),
                curve("true depth", |pair| pair.depth),
                curve("lower bound", |pair| pair.lower),
            ],
        )],
    }
    .draw()
}

pub(super) fn table(pairs: &[Pair]) -> Table {
    let columns = ["true depth", "pairs", "lower bound", "upper bound", "bounds that meet"];
    let title = "Bounds of the depth of hulls of 100 points, means by depth";
    let mut table = Table::new("tracking_depth", title, &columns);
    for bin in bins(pairs) {
        let means = [mean(&bin, |p| p.lower), mean(&bin, |p| p.upper)].map(number);
        let [lower, upper] = means;
        let closed = 100.0 * mean(&bin, |p| f64::from(u8::from(p.closed)));
        let depth = number(mean(&bin, |p| p.depth));
        table.row(vec![depth, bin.len().to_string(), lower, upper, format!("{closed:.0} %")]);
    }
    table
}

pub(super) fn claims(pairs: &[Pair], followed: f64) -> Vec<Claim> {
    let tolerance = |pair: &Pair| 1e-12 * pair.upper;
    let wrong = pairs.iter().filter(|pair| {
        pair.lower > pair.depth + tolerance(pair) || pair.upper < pair.depth - tolerance(pair)
    });
    vec![
        Claim::reproduced(
            "tracking-8",
            "overlapping pairs whose depth is not between the bounds",
            wrong.count() as f64,
            AtMost(0.0),
        ),
        Claim::reproduced(
            "tracking-9",
            "collisions: share of first depths that follow from the last distance",
            followed,
            AtLeast(0.9),
        ),
    ]
}
