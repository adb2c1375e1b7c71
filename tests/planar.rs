//! Polygons in the plane, checked against exact arithmetic and against the search in space.

mod common;

use std::sync::Mutex;

use common::Pair;
use common::certificate::{ERROR, Measured, WIDTH, check};
use common::oracle::{self, Exact};
use common::planar::{self as families, Family, Polygons, in_space};
use common::tally::Tally;
use gapkit::gjk::dd::Dd;
use gapkit::planar::{Answer, Polygon, Query, Vec2, sat};
use gapkit::shape::Search;
use gapkit::{Outcome, planar};
use rayon::prelude::*;

/// Pairs of each family.
const PAIRS: u64 = 2_000;

fn exact(pair: &Pair, answer: &Answer) -> Exact {
    let start: Vec<[u32; 2]> =
        (0..answer.vertex_count).map(|i| [answer.vertex_a[i], answer.vertex_b[i]]).collect();
    oracle::distance_from(&pair.a, &pair.b, &start)
}

/// Everything that is promised about one pair.
fn examine(polygons: &Polygons) -> (Answer, Result<Measured, String>) {
    let (a, b) = polygons.checked();
    let answer = planar::distance(&a, &b);
    let pair = polygons.embedded();
    let exact = exact(&pair, &answer);
    let checked = check(&pair, &in_space(&answer), Some(&exact))
        .and_then(|measured| contact(&pair, &answer).map(|()| measured))
        .and_then(|measured| levels(&pair, (&a, &b), &answer, &exact).map(|()| measured))
        .and_then(|measured| axes(&pair, (&a, &b), &answer, &exact).map(|()| measured));
    (answer, checked)
}

/// Overlap is overlap in exact arithmetic, and touching is a line between the polygons, which
/// `check` has looked at.
fn contact(pair: &Pair, answer: &Answer) -> Result<(), String> {
    if answer.outcome == Outcome::Overlapping && !oracle::overlaps(&pair.a, &pair.b) {
        return Err("overlapping, but there is no overlap".into());
    }
    Ok(())
}

/// The other levels and searches, and the search in space, agree.
fn levels(
    pair: &Pair,
    (a, b): (&Polygon, &Polygon),
    answer: &Answer,
    exact: &Exact,
) -> Result<(), String> {
    let unit = f64::EPSILON * pair.size();
    let [scan, climb] =
        [Search::Scan, Search::HillClimbing].map(|search| Query::default().with_search(search));
    let separation = Query::default().separation(a, b);
    if (separation.distance, separation.lower_bound) != (answer.distance, answer.lower_bound) {
        return Err(format!("separation {separation:?}"));
    }
    let near = |distance: f64| (distance - exact.distance.hi).abs() <= ERROR * unit;
    let space = pair.ask(&gapkit::Query::default());
    let others = [
        scan.distance(a, b).distance,
        climb.distance(a, b).distance,
        planar::distance(b, a).distance,
        space.distance,
    ];
    if let Some(distance) = others.into_iter().find(|&distance| !near(distance)) {
        return Err(format!("another search finds {distance:e}, the exact one is {exact:?}"));
    }
    // Within the bound either answer is right.
    let doubtful = exact.distance.hi <= WIDTH * unit;
    for query in [Query::default(), scan, climb] {
        let (meets, outcome) = (query.intersects(a, b), query.outcome(a, b));
        if meets != exact.is_zero() && !(doubtful && meets) {
            return Err(format!("{query:?} intersects: {meets}, the exact distance is {exact:?}"));
        }
        if (outcome == Outcome::Separated) == exact.is_zero() && !doubtful {
            return Err(format!("{query:?} {outcome:?}, the exact distance is {exact:?}"));
        }
        if outcome == Outcome::IterationLimit {
            return Err("no outcome".into());
        }
    }
    Ok(())
}

/// The separating axes agree with the distance, and the depth with one found by brute force.
fn axes(
    pair: &Pair,
    (a, b): (&Polygon, &Polygon),
    answer: &Answer,
    exact: &Exact,
) -> Result<(), String> {
    let unit = f64::EPSILON * pair.size();
    let depth = sat::depth(a, b);
    let axis = sat::separating_axis(a, b);
    if exact.distance.hi > WIDTH * unit && axis.is_none() {
        return Err("no separating axis".into());
    }
    if let Some(axis) = axis
        && !(width_along(a, b, axis) > 0.0)
    {
        return Err(format!("the axis {axis:?} does not separate"));
    }
    // Polygons that are apart may be so along many axes.
    let best = brute_force_depth(a, b);
    if exact.is_zero() && (depth.depth - best).abs() > ERROR * unit {
        return Err(format!("{depth:?}, by brute force {best:e}"));
    }
    if -depth.depth > exact.distance.hi + ERROR * unit {
        return Err(format!("{depth:?}, but the exact distance is {exact:?}"));
    }
    let along = -width_along(a, b, depth.normal);
    if (depth.depth - along).abs() > ERROR * unit {
        return Err(format!("{depth:?}, along its normal {along:e}"));
    }
    let apart = depth.point_a - depth.point_b - depth.normal * depth.depth;
    let reach = f64::EPSILON * pair.reach();
    if apart.amax() > ERROR * (unit + reach) {
        return Err(format!("{depth:?}: the points are off by {apart:?}"));
    }
    let deep = depth.depth > WIDTH * unit;
    if deep != (answer.outcome == Outcome::Overlapping) && depth.depth.abs() > 2.0 * WIDTH * unit {
        return Err(format!("{depth:?}, but the outcome is {:?}", answer.outcome));
    }
    Ok(())
}

/// The signed width of the gap along an axis from A to B.
fn width_along(a: &Polygon, b: &Polygon, n: Vec2) -> f64 {
    let origin = a.vertices()[0];
    let along = |p: &[f64; 2], n: Vec2| {
        let at = |k: usize| Dd::difference(p[k], origin[k]) * Dd::from(n[k]);
        at(0) + at(1)
    };
    let least = |polygon: &Polygon, n: Vec2| {
        let heights = polygon.vertices().iter().map(|p| along(p, n));
        heights.reduce(|p, q| if q < p { q } else { p }).expect("a polygon has vertices")
    };
    let gap = least(b, n) + least(a, -n);
    let length2 = Dd::from(n.x) * Dd::from(n.x) + Dd::from(n.y) * Dd::from(n.y);
    (gap / length2.sqrt()).hi
}

/// The least overlap over all edges of both polygons and, since the polygons may be flat, over all
/// connections of two vertices.
fn brute_force_depth(a: &Polygon, b: &Polygon) -> f64 {
    let size = |polygon: &Polygon| {
        polygon.vertices().iter().flatten().fold(0.0, |m: f64, c| m.max(c.abs()))
    };
    let exponent = ((size(a).max(size(b)).to_bits() >> 52) as i32 - 1023).clamp(-1000, 1000);
    let factor = common::power_of_two(-exponent);
    let scaled = |polygon: &Polygon| -> Vec<[f64; 2]> {
        polygon.vertices().iter().map(|p| p.map(|c| c * factor)).collect()
    };
    let (pa, pb) = (scaled(a), scaled(b));
    let (a, b) = (Polygon::new(&pa).expect("as before"), Polygon::new(&pb).expect("as before"));
    let mut most = f64::NEG_INFINITY;
    let mut offer = |n: Vec2| {
        if n != Vec2::zeros() {
            let n = n / n.amax();
            most = most.max(width_along(&a, &b, n)).max(width_along(&a, &b, -n));
        }
    };
    let edges = |points: &[[f64; 2]]| -> Vec<Vec2> {
        let next = points.iter().cycle().skip(1);
        points.iter().zip(next).map(|(p, q)| Vec2::from(*q) - Vec2::from(*p)).collect()
    };
    let all: Vec<Vec2> = edges(&pa).into_iter().chain(edges(&pb)).collect();
    for e in &all {
        offer(Vec2::new(e.y, -e.x));
    }
    let flat = |points: &[[f64; 2]]| {
        edges(points).iter().all(|e| edges(points).iter().all(|f| e.x * f.y == e.y * f.x))
    };
    if flat(&pa) && flat(&pb) {
        for e in all {
            offer(e);
        }
        offer(Vec2::from(pb[0]) - Vec2::from(pa[0]));
    }
    offer_none(&mut most);
    -most * (1.0 / factor)
}

/// Two equal points have no axis at all, and touch.
fn offer_none(most: &mut f64) {
    if *most == f64::NEG_INFINITY {
        *most = 0.0;
    }
}

fn tally(family: &Family) -> Tally {
    let printed = Mutex::new(0);
    let one = |index: u64| {
        let polygons = family.pair(index);
        let (answer, checked) = examine(&polygons);
        if let Err(why) = &checked {
            let mut printed = printed.lock().expect("no panic");
            *printed += 1;
            if *printed <= 2 {
                println!("{} {index}: {why}\n{polygons:?}\n{answer:?}", family.name);
            }
        }
        Tally::of(&in_space(&answer), &checked)
    };
    (0..PAIRS).into_par_iter().map(one).reduce(Tally::default, Tally::join)
}

#[test]
fn every_family_keeps_the_promises() {
    println!("{}", Tally::HEADING);
    let mut total = Tally::default();
    for family in families::all() {
        let tally = tally(&family);
        println!("{}", tally.row(family.name));
        total = total.join(tally);
    }
    println!("{}", total.row("all"));
    assert!(total.pairs >= 50_000);
    for outcome in [Outcome::Separated, Outcome::Touching, Outcome::Overlapping] {
        assert!(total.count(outcome) * 20 >= total.pairs, "too few pairs are {outcome:?}");
    }
    assert!(total.careful > 0, "no pair took the careful path");
    assert_eq!(total.failures, 0);
}
