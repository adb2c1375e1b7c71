//! Section 7 of the paper: the distance by bisection with decision sphere search, beside GJK.

use std::hint::black_box;

use gapkit::shape::PointSet;
use gapkit::{Outcome, Query, boolean};

use super::data::{Kind, Set};
use crate::random::Random;
use crate::table::{Table, number};
use crate::timing::{TimedJob, medians};
use crate::{Effort, Error};

const KINDS: [(&str, Kind); 2] =
    [("tetrahedra", Kind::Tetrahedra), ("16 vertices", Kind::Polytopes(16))];

/// Times of both on pairs that are apart, and how much slower the bisection is: the geometric mean.
pub(super) fn table(effort: Effort) -> Result<(Table, f64), Error> {
    let title = "Distance by bisection with decision sphere search, and by GJK, pairs apart";
    let columns = ["bodies", "pairs", "GJK (ns)", "bisection (ns)", "decisions", "planes"];
    let more = ["outside of the bounds"];
    let mut table = Table::new("dss_bisection", title, &[&columns[..], &more].concat());
    let mut slower = 1.0;
    for (name, kind) in KINDS {
        let mut random = Random::new(7);
        let Set::Hulls(hulls) = kind.set(6.0, 60, &mut random) else { continue };
        let sets: Vec<PointSet> = hulls
            .iter()
            .map(|p| PointSet::new(p))
            .collect::<Result<_, _>>()
            .map_err(Error::Body)?;
        let query = Query::default();
        let all = (0..sets.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        let apart =
            |&(i, j): &(usize, usize)| query.outcome(&sets[i], &sets[j]) == Outcome::Separated;
        let pairs: Vec<(usize, usize)> = all.filter(apart).collect();
        let mut jobs: Vec<TimedJob> = vec![
            Box::new(|| {
                for &(i, j) in &pairs {
                    black_box(query.separation(&sets[i], &sets[j]));
                }
            }),
            Box::new(|| {
                for &(i, j) in &pairs {
                    black_box(boolean::bisection(&query, &sets[i], &sets[j]));
                }
            }),
        ];
        let times = medians(&mut jobs, effort.pick(5, 21));
        let (mut decisions, mut planes, mut outside) = (0, 0, 0);
        for &(i, j) in &pairs {
            let exact = query.polished().separation(&sets[i], &sets[j]);
            let found = boolean::bisection(&query, &sets[i], &sets[j]);
            decisions += found.decisions;
            planes += found.plane_tests;
            let holds =
                found.lower_bound <= exact.distance && exact.lower_bound <= found.upper_bound;
            outside += u32::from(!holds);
        }
        let mean = |count: u32| number(f64::from(count) / pairs.len() as f64);
        let each = |time: f64| format!("{:.0}", time / pairs.len() as f64);
        table.row(vec![
            name.to_owned(),
            pairs.len().to_string(),
            each(times[0]),
            each(times[1]),
            mean(decisions),
            mean(planes),
            outside.to_string(),
        ]);
        slower *= (times[1] / times[0]).sqrt();
    }
    Ok((table, slower))
}
