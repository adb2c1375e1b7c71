//! Polygons in the plane, checked against exact arithmetic and against the search in space.

use crate::common;
use std::sync::Mutex;

use common::Pair;
use common::certificate::{ERROR, Measured, WIDTH, check};
use common::oracle::{self, Exact};
use common::planar::{self as families, Family, Polygons, in_space};
use common::tally::Tally;
use gapkit::num::dd::Dd;
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

/// A pair with its answer and the exact one.
#[derive(Clone, Copy)]
struct Examined<'a> {
    pair: &'a Pair,
    a: &'a Polygon<'a>,
    b: &'a Polygon<'a>,
    answer: &'a Answer,
    exact: &'a Exact,
}

/// Everything that is promised about one pair.
fn examine(polygons: &Polygons) -> (Answer, Result<Measured, String>) {
    let (a, b) = polygons.checked();
    let answer = planar::distance(&a, &b);
    let pair = polygons.embedded();
    let exact = exact(&pair, &answer);
    let examined = Examined { pair: &pair, a: &a, b: &b, answer: &answer, exact: &exact };
    let checked = check(&pair, &in_space(&answer), Some(&exact))
        .and_then(|measured| contact(&examined).map(|()| measured))
        .and_then(|measured| levels(&examined).map(|()| measured))
        .and_then(|measured| axes(&examined).map(|()| measured));
    (answer, checked)
}

/// Overlap is overlap in exact arithmetic, and touching is a line between the polygons, which
/// `check` has tested.
fn contact(&Examined { pair, answer, .. }: &Examined) -> Result<(), String> {
    if answer.outcome == Outcome::Overlapping && !oracle::overlaps(&pair.a, &pair.b) {
        return Err("overlapping, but there is no overlap".into());
    }
    Ok(())
}

/// A vertex more, as near to another one as there is, changes nothing.
#[test]
fn vertices_that_are_nearly_the_same_hide_none() {
    let plain = [[-1.0, -1.0], [0.5, -1.0], [1.0, 0.0], [0.5, 1.0], [-1.0, 1.0]];
    for apart in [f64::from_bits(1), 1e-310, 1e-200, 1e-60] {
        let mut twins = plain.to_vec();
        twins.insert(3, [1.0, apart]);
        let (plain, twins) = (Polygon::new(&plain).expect("convex"), Polygon::new(&twins));
        let twins = twins.expect("convex");
        for k in 0..720 {
            let (sin, cos) = (f64::from(k) * std::f64::consts::TAU / 720.0).sin_cos();
            for reach in [0.3, 1.4, 2.0] {
                let at = [[reach * cos, reach * sin]];
                let point = Polygon::new(&at).expect("a point");
                let unit = 16.0 * f64::EPSILON;
                for (a, b, c) in [(&plain, &twins, &point), (&twins, &plain, &point)] {
                    let (one, two) = (planar::distance(a, c), planar::distance(b, c));
                    assert!((one.distance - two.distance).abs() <= unit, "{at:?} {one:?} {two:?}");
                    assert_eq!(one.outcome, two.outcome, "{at:?}");
                    let (one, two) = (sat::depth(a, c), sat::depth(c, b));
                    // From outside, an edge more may show a wider gap.
                    let is_off = (one.depth - two.depth).abs() > unit;
                    assert!(!is_off || one.depth.max(two.depth) < 0.0, "{at:?} {one:?} {two:?}");
                }
            }
        }
    }
}

/// The other levels and searches, and the search in space, agree.
fn levels(examined: &Examined) -> Result<(), String> {
    let Examined { pair, a, b, answer, exact } = *examined;
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
        if outcome == Outcome::Unproven {
            return Err("no outcome".into());
        }
    }
    Ok(())
}

/// The separating axes agree with the distance, and the depth with one found by brute force.
fn axes(examined: &Examined) -> Result<(), String> {
    let Examined { pair, a, b, answer, exact } = *examined;
    let unit = f64::EPSILON * pair.size();
    let depth = sat::depth(a, b);
    let axis = sat::separating_axis(a, b);
    if exact.distance.hi > WIDTH * unit && axis.is_none() {
        return Err("no separating axis".into());
    }
    if let Some(axis) = axis
        && width_along(a, b, axis) <= 0.0
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
    assert!(total.refined > 0, "no pair took the refined path");
    assert_eq!(total.failures, 0);
}

/// What is said of a polygon that is refused.
fn refusal(points: &[[f64; 2]]) -> String {
    Polygon::new(points).expect_err("refused").to_string()
}

#[test]
fn bad_polygons_are_refused_by_the_name_of_the_vertex() {
    assert_eq!(refusal(&[]), "polygon has no points");
    assert!(refusal(&[[0.0, 0.0], [f64::NAN, 0.0]]).contains("coordinate x of point 1 is NaN"));
    assert!(refusal(&[[0.0, f64::INFINITY]]).contains("coordinate y of point 0 is inf"));
    assert!(refusal(&[[2f64.powi(1001), 0.0]]).contains("coordinate x of point 0"));
    let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let mut clockwise = square;
    clockwise.reverse();
    assert!(refusal(&clockwise).starts_with("the polygon turns clockwise at vertex 1"));
    let dented = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 1.0], [0.0, 4.0]];
    assert!(refusal(&dented).starts_with("the polygon turns clockwise at vertex 3"));
    let bow_tie = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
    assert!(refusal(&bow_tie).starts_with("the polygon turns clockwise at vertex 2"));
    let star: Vec<[f64; 2]> = (0..5)
        .map(|k| (f64::from(k) * 0.8 * std::f64::consts::PI).sin_cos())
        .map(|(y, x)| [x, y])
        .collect();
    assert!(refusal(&star).contains("begins to wind around a second time at vertex"));
    let twice = [square, square].concat();
    assert!(refusal(&twice).contains("begins to wind around a second time at vertex 0"));
    let spike = [[0.0, 0.0], [4.0, 0.0], [6.0, 0.0], [4.0, 0.0], [4.0, 4.0]];
    assert!(refusal(&spike).starts_with("the polygon turns clockwise at vertex 3"));
    // The same one bit off, where only exact arithmetic can tell.
    let bent = [[0.0, 0.0], [1.0, 1.0 - f64::EPSILON / 2.0], [2.0, 2.0], [0.0, 3.0]];
    assert!(Polygon::new(&bent).is_ok());
    let bent = [[0.0, 0.0], [1.0, 1.0 + f64::EPSILON], [2.0, 2.0], [0.0, 3.0]];
    assert!(refusal(&bent).contains("clockwise at vertex 1"));
}

#[test]
fn scaling_by_a_power_of_two_changes_no_digit() {
    for family in families::all().iter().filter(|family| family.name != "powers of two") {
        for index in 0..100 {
            let polygons = family.pair(index);
            // Coordinates that would become denormal lose digits.
            let all = || polygons.a.iter().chain(&polygons.b).flatten().copied();
            if all().any(|c| c != 0.0 && c.abs() < 1e-30) {
                continue;
            }
            let (a, b) = polygons.checked();
            for exponent in [-20, -800, 800] {
                let factor = common::power_of_two(exponent);
                let scaled = polygons.scaled(factor);
                let (c, d) = scaled.checked();
                let (plain, other) = (planar::distance(&a, &b), planar::distance(&c, &d));
                let found = (other.distance, other.lower_bound, other.direction, other.outcome);
                let same = (plain.distance * factor, plain.lower_bound * factor);
                let same = (same.0, same.1, plain.direction, plain.outcome);
                assert_eq!(found, same, "{} {index}", family.name);
            }
        }
    }
}

#[test]
fn the_order_of_the_polygons_and_the_first_vertex_do_not_matter() {
    for family in families::all() {
        for index in 0..200 {
            let polygons = family.pair(index);
            let (a, b) = polygons.checked();
            let answer = planar::distance(&a, &b);
            let swapped = polygons.swapped();
            let (c, d) = swapped.checked();
            let other = planar::distance(&c, &d);
            let unit = f64::EPSILON * polygons.embedded().size();
            let name = family.name;
            assert!((answer.distance - other.distance).abs() <= ERROR * unit, "{name} {index}");
            let mut turned = polygons.clone();
            turned.a.rotate_left(1);
            turned.b.rotate_right(1);
            let (e, f) = turned.checked();
            let other = planar::distance(&e, &f);
            assert!((answer.distance - other.distance).abs() <= ERROR * unit, "{name} {index}");
        }
    }
}

/// A contact that is exact has an exact answer.
#[test]
fn contacts_on_a_grid_are_told_apart() {
    let square = |x: f64, y: f64| [[x, y], [x + 2.0, y], [x + 2.0, y + 2.0], [x, y + 2.0]];
    let a = square(0.0, 0.0);
    let cases = [
        (square(2.0, 0.0), Outcome::Touching, 0.0),
        (square(2.0, 2.0), Outcome::Touching, 0.0),
        (square(-2.0, 1.0), Outcome::Touching, 0.0),
        (square(1.0, 0.0), Outcome::Overlapping, 0.0),
        (square(0.0, 0.0), Outcome::Overlapping, 0.0),
        (square(1.0, 1.0), Outcome::Overlapping, 0.0),
        (square(5.0, 6.0), Outcome::Separated, 5.0),
        (square(3.0, 0.0), Outcome::Separated, 1.0),
    ];
    for (b, outcome, distance) in cases {
        let (a, b) = (Polygon::new(&a).expect("convex"), Polygon::new(&b).expect("convex"));
        for search in [Search::Scan, Search::HillClimbing] {
            let query = Query::default().with_search(search);
            let answer = query.distance(&a, &b);
            assert_eq!((answer.outcome, answer.distance), (outcome, distance), "{b:?}");
            assert_eq!(query.outcome(&a, &b), outcome, "{b:?}");
            assert_eq!(query.intersects(&a, &b), outcome != Outcome::Separated, "{b:?}");
        }
        assert_eq!(sat::depth(&a, &b).outcome, outcome, "{b:?}");
    }
}

/// What the caller limits is not gone on with by other means, and still bounds the distance.
#[test]
fn a_limit_on_the_iterations_is_kept() {
    let mut limited = 0;
    for family in families::all() {
        for index in 0..100 {
            let polygons = family.pair(index);
            let (a, b) = polygons.checked();
            let exact = planar::distance(&a, &b);
            for limit in 0..6 {
                let answer = Query::default().with_max_iterations(limit).distance(&a, &b);
                assert!(
                    answer.refined || answer.iterations <= limit.max(2),
                    "{} {index}",
                    family.name
                );
                if answer.outcome == Outcome::Unproven {
                    limited += 1;
                    let unit = f64::EPSILON * polygons.embedded().size();
                    assert!(answer.distance >= exact.distance - ERROR * unit);
                    assert!(answer.lower_bound <= exact.distance);
                }
            }
        }
    }
    assert!(limited > 1000, "{limited}");
}
