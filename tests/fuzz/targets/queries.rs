//! Queries on point sets of any bits: bounds, witness points and weights that belong together, the
//! same on every instruction set, and alone or in a batch.

use gapkit::gjk::{Cache, SubAlgorithm};
use gapkit::shape::{Hulls, PointSet};
use gapkit::simd::Isa;
use gapkit::{Answer, Outcome, Query, penetration};

use crate::input::Input;

/// What is promised of a distance, in eps times the extent of the pair.
const PROMISE: f64 = 16.0;

/// What goes in: two bodies, and the largest coordinate difference between any two of their points.
struct Pair {
    a: Vec<[f64; 3]>,
    b: Vec<[f64; 3]>,
    extent: f64,
    far: f64,
}

impl Pair {
    fn read(input: &mut Input) -> Self {
        let kind = input.kind();
        let count = |input: &mut Input| input.pick(&[4, 4, 8, 1, 2, 3, 5, 16, 17, 64, 70]);
        let (na, nb) = (count(input), count(input));
        let a: Vec<_> = (0..na).map(|_| input.point(kind)).collect();
        let other = if input.once_in(6) { input.kind() } else { kind };
        let b: Vec<_> = (0..nb).map(|_| input.point(other)).collect();
        let all = || a.iter().chain(&b);
        let ends = |k: usize| {
            let low = all().fold(f64::INFINITY, |low, p| low.min(p[k]));
            all().fold(f64::NEG_INFINITY, |high, p| high.max(p[k])) - low
        };
        let extent = ends(0).max(ends(1)).max(ends(2));
        let far = all().flatten().fold(0.0, |far: f64, x| far.max(x.abs()));
        Self { a, b, extent, far }
    }
}

pub(crate) fn run(bytes: &[u8]) {
    let pair = Pair::read(&mut Input::new(bytes));
    let sets = (PointSet::new(&pair.a), PointSet::new(&pair.b));
    let (Ok(a), Ok(b)) = sets else { return };
    let plain = Query::default();
    let first = plain.distance(&a, &b);
    check(&pair, "cold", &first);
    let mut cache = Cache::default();
    check(&pair, "tracked, cold", &plain.tracked(&a, &b, &mut cache));
    check(&pair, "tracked", &plain.tracked(&a, &b, &mut cache));
    check(&pair, "polished", &plain.polished().distance(&a, &b));
    check_verified(&plain, &a, &b);
    for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
        let query = plain.with_isa(isa).expect("available");
        assert_eq!(bits(&query.distance(&a, &b)), bits(&first), "{isa:?}");
        check_batch(&query, &pair, &first);
    }
    for sub in SubAlgorithm::ALL {
        check(&pair, sub.name(), &plain.with_sub(sub).distance(&a, &b));
    }
    let gap = penetration::signed_gap(&a, &b);
    let unit = unit(&pair);
    assert!(gap.lower_bound <= gap.gap + unit && gap.gap <= gap.upper_bound + unit, "{gap:?}");
    assert!(gap.lower_bound <= first.distance + unit, "{gap:?} {first:?}");
}

/// No answer is refused that the vertices bear out, however it was found.
fn check_verified(plain: &Query, a: &PointSet, b: &PointSet) {
    let queries = SubAlgorithm::ALL.map(|sub| plain.with_sub(sub)).into_iter();
    for query in queries.chain([*plain, plain.polished()]) {
        let verified = query.verified();
        assert_eq!(bits(&verified.distance(a, b)), bits(&query.distance(a, b)), "{query:?}");
        let [mut cache, mut other] = [Cache::default(); 2];
        for _ in 0..2 {
            let (first, second) =
                (query.tracked(a, b, &mut cache), verified.tracked(a, b, &mut other));
            assert_eq!(bits(&first), bits(&second), "tracked, {query:?}");
        }
    }
}

/// The same pair five times over, in a batch: the bits of the single query.
fn check_batch(query: &Query, pair: &Pair, first: &Answer) {
    const COPIES: usize = 5;
    let flat = |body: &[[f64; 3]]| -> (Vec<[f64; 3]>, Vec<usize>) {
        let points = (0..COPIES).flat_map(|_| body.iter().copied()).collect();
        (points, (0..=COPIES).map(|i| i * body.len()).collect())
    };
    let (a, offsets_a) = flat(&pair.a);
    let (b, offsets_b) = flat(&pair.b);
    let (Ok(a), Ok(b)) = (Hulls::new(&a, &offsets_a), Hulls::new(&b, &offsets_b)) else { return };
    let mut answers = [Answer::default(); COPIES];
    query.distance_batch(&a, &b, &mut answers).expect("as many of each");
    for answer in &answers {
        assert_eq!(bits(answer), bits(first), "in a batch");
    }
}

/// All numbers of an answer; its text tells zeros with a sign from those without.
fn bits(answer: &Answer) -> String {
    format!("{answer:?}")
}

/// What distances may be off by: also what is too short to be seen next to the largest coordinate,
/// since its square is no normal number there.
fn unit(pair: &Pair) -> f64 {
    let subnormal = 64.0 * f64::from_bits(1);
    PROMISE * f64::EPSILON * pair.extent + subnormal
}

fn check(pair: &Pair, name: &str, answer: &Answer) {
    // Extents beyond the range of numbers promise nothing but numbers.
    if pair.extent > f64::MAX / 16.0 {
        return;
    }
    let unit = unit(pair);
    let Answer { distance, lower_bound, direction, .. } = *answer;
    let points = [answer.point_a, answer.point_b];
    let numbers = points.iter().all(|p| p.iter().all(|x| x.is_finite()));
    assert!(numbers && distance >= 0.0 && lower_bound >= 0.0, "{name}: {answer:?}");
    assert!(lower_bound <= distance + unit, "{name}: {answer:?}");
    assert!((direction.norm() - 1.0).abs() <= 1e-12, "{name}: {answer:?}");
    let weights = &answer.weight[..answer.vertex_count];
    let sum: f64 = weights.iter().sum();
    assert!(weights.iter().all(|w| *w >= 0.0) && (sum - 1.0).abs() <= 1e-14, "{name}: {answer:?}");
    for (ids, body) in [(answer.vertex_a, &pair.a), (answer.vertex_b, &pair.b)] {
        assert!(ids[..answer.vertex_count].iter().all(|&i| (i as usize) < body.len()), "{name}");
    }
    if answer.outcome == Outcome::Unproven {
        return;
    }
    let between = answer.point_b - answer.point_a;
    let most = between.amax();
    let apart = if most > 0.0 { (between / most).norm() * most } else { 0.0 };
    let world = 8.0 * f64::EPSILON * pair.far;
    assert!((apart - distance).abs() <= unit + world, "{name}: points {apart:e}, {answer:?}");
    // The plane, against all vertices of both bodies.
    let along = |body: &[[f64; 3]], sign: f64| {
        let origin = answer.point_a;
        let heights = body.iter().map(|p| sign * direction.dot(&(gapkit::Vec3::from(*p) - origin)));
        heights.fold(f64::NEG_INFINITY, f64::max)
    };
    let open = -(along(&pair.a, 1.0) + along(&pair.b, -1.0));
    assert!(lower_bound <= open.max(0.0) + 2.0 * (unit + world), "{name}: {open:e}, {answer:?}");
}
