//! Every sub-algorithm against exact arithmetic, one step at a time and in whole queries.

#![allow(clippy::unwrap_used)]

use dashu::rational::RBig;
use gapkit::gjk::{Cache, Simplex, Stop, SubAlgorithm, nearest_on_simplex};
use gapkit::shape::{Cuboid, Ellipsoid, PointSet, SupportMap};
use gapkit::{Answer, Outcome, Query, Vec3};
use rand::rngs::Xoshiro256PlusPlus as Random;
use rand::{RngExt, SeedableRng};

type Points = Vec<[f64; 3]>;
type Exact3 = [RBig; 3];

/// Those that measure volumes, areas and lengths; the others solve normal equations, whose error
/// grows with the squared condition of the simplex.
const BY_VOLUMES: [SubAlgorithm; 4] = [
    SubAlgorithm::SignedVolumes,
    SubAlgorithm::LiteralSignedVolumes,
    SubAlgorithm::ExactSigns,
    SubAlgorithm::Barycode,
];

/// The nearest point of a simplex to the origin, by trying every face in rational numbers.
struct Nearest {
    members: usize,
    v: Vec3,
    distance: f64,
}

impl Nearest {
    fn new(points: &[Vec3]) -> Self {
        let exact = |x: f64| RBig::try_from(x).expect("finite");
        let s: Vec<Exact3> = points.iter().map(|p| [exact(p.x), exact(p.y), exact(p.z)]).collect();
        let mut best: Option<(RBig, usize, Exact3)> = None;
        for members in 1..1usize << s.len() {
            let face: Vec<&Exact3> = indices(members).map(|i| &s[i]).collect();
            let Some(v) = projection(&face) else { continue };
            let norm2 = dot(&v, &v);
            if best.as_ref().is_none_or(|(least, ..)| norm2 < *least) {
                best = Some((norm2, members, v));
            }
        }
        let (norm2, members, v) = best.expect("a vertex always has its projection");
        let rounded = |x: &RBig| x.to_f64().value();
        let v = Vec3::new(rounded(&v[0]), rounded(&v[1]), rounded(&v[2]));
        Self { members, v, distance: rounded(&norm2).sqrt() }
    }
}

fn indices(members: usize) -> impl Iterator<Item = usize> {
    (0..4).filter(move |i| members >> i & 1 == 1)
}

fn dot(a: &Exact3, b: &Exact3) -> RBig {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

/// The projection of the origin onto the plane of a face, if the face has a plane and its inside
/// holds the projection.
fn projection(face: &[&Exact3]) -> Option<Exact3> {
    let b = face[0];
    let edge = |s: &Exact3| -> Exact3 { std::array::from_fn(|k| &s[k] - &b[k]) };
    let h: Vec<Exact3> = face[1..].iter().map(|s| edge(s)).collect();
    let n = h.len();
    let row = |i: usize| -> Vec<RBig> {
        (0..n).map(|j| dot(&h[i], &h[j])).chain([-dot(&h[i], b)]).collect()
    };
    let mut m: Vec<Vec<RBig>> = (0..n).map(row).collect();
    for column in 0..n {
        let pivot = (column..n).find(|&i| m[i][column] != RBig::ZERO)?;
        m.swap(column, pivot);
        for i in (0..n).filter(|&i| i != column) {
            let factor = &m[i][column] / &m[column][column];
            for k in column..=n {
                let step = &factor * &m[column][k];
                m[i][k] -= step;
            }
        }
    }
    let t: Vec<RBig> = (0..n).map(|i| &m[i][n] / &m[i][i]).collect();
    let sum: RBig = t.iter().fold(RBig::ZERO, |sum, t| sum + t);
    let inside = t.iter().all(|t| *t > RBig::ZERO) && sum < RBig::ONE;
    let mut v = b.clone();
    for (t, h) in t.iter().zip(&h) {
        for k in 0..3 {
            v[k] += t * &h[k];
        }
    }
    inside.then_some(v)
}

/// A cloud of points: thick, thin, flat or a needle, on a grid or not, with a repeated point, near
/// the origin or round it. The flag tells whether it is thick.
fn cloud(rng: &mut Random) -> (Vec<Vec3>, bool) {
    let thickness = [1.0, 1.0, 1e-3, 1e-8, 0.0][rng.random_range(0..5)];
    let width = [1.0, 1.0, 0.1][rng.random_range(0..3)];
    let grid = [0.0, 0.0, 0.25, 0.1][rng.random_range(0..4)];
    let shift = Vec3::from_fn(|_, _| rng.random_range(-1.0..1.0));
    let shift = shift * [0.0, 0.3, 1.0, 3.0][rng.random_range(0..4)];
    let mut points: Vec<Vec3> = Vec::new();
    for _ in 0..rng.random_range(4..20) {
        let p = Vec3::from_fn(|_, _| rng.random_range(-1.0..1.0));
        let p = p.component_mul(&Vec3::new(1.0, width, thickness)) + shift;
        points.push(if grid > 0.0 { p.map(|x| (x / grid).round() * grid) } else { p });
    }
    points.push(points[0]);
    (points, thickness == 1.0 && width == 1.0 && grid == 0.0)
}

/// Runs an exact search over a cloud and shows every simplex it meets.
fn search(cloud: &[Vec3], mut see: impl FnMut(&[Vec3], &Nearest)) {
    let mut simplex = vec![cloud[0]];
    for _ in 0..30 {
        let nearest = Nearest::new(&simplex);
        see(&simplex, &nearest);
        let v = nearest.v;
        let along = |p: &&Vec3, q: &&Vec3| v.dot(p).total_cmp(&v.dot(q));
        let w = *cloud.iter().min_by(along).expect("not empty");
        simplex = indices(nearest.members).map(|i| simplex[i]).collect();
        let gap = v.dot(&(simplex[0] - w));
        if simplex.len() == 4 || simplex.contains(&w) || gap <= 1e-14 * v.norm() {
            return;
        }
        simplex.push(w);
    }
}

/// The norm of the point that a solution blends, less the exact distance, in eps times the size;
/// `None` where the algorithm fails.
fn error(sub: SubAlgorithm, points: &[Vec3], nearest: &Nearest) -> Option<f64> {
    let solution = sub.solve(&Simplex::of(points).unwrap())?;
    let lambda = solution.normalised();
    let kept = solution.keep[..solution.len].iter().map(|&i| i as usize);
    assert!(kept.clone().all(|i| i < points.len()), "{sub}: {solution:?}");
    assert!(lambda[..solution.len].iter().all(|&l| l >= 0.0), "{sub}: {solution:?}");
    assert!(solution.len < 4 || solution.keep == [0, 1, 2, 3], "{sub}: {solution:?}");
    assert!(solution.backup || sub != SubAlgorithm::Backup);
    let v = kept.zip(lambda).fold(Vec3::zeros(), |v, (i, l)| v + points[i] * l);
    let size = points.iter().fold(0.0, |most: f64, s| most.max(s.norm()));
    Some(if size == 0.0 { 0.0 } else { (v.norm() - nearest.distance) / (f64::EPSILON * size) })
}

#[test]
fn steps_of_a_search_agree_with_rational_arithmetic() {
    let mut rng = Random::seed_from_u64(1);
    let (mut met, mut failures, mut wrong) = ([[0; 5]; 5], 0, [0; 8]);
    for _ in 0..2500 {
        let (cloud, thick) = cloud(&mut rng);
        search(&cloud, |points, nearest| {
            met[points.len()][nearest.members.count_ones() as usize] += 1;
            for (k, sub) in SubAlgorithm::ALL.into_iter().enumerate() {
                let Some(error) = error(sub, points, nearest) else {
                    assert_eq!(sub, SubAlgorithm::Johnson, "the others always have an answer");
                    failures += 1;
                    continue;
                };
                // Where v is zero, all of it is rounding, amplified by the squared condition.
                let exact = BY_VOLUMES.contains(&sub) || points.len() < 3;
                let limit = if exact { 4.0 } else { 1e5 };
                assert!(error > -4.0, "{sub} is nearer than the nearest point: {points:?}");
                assert!(error < limit || !(thick || exact), "{sub}: {error} at {points:?}");
                wrong[k] += usize::from(error > 16.0);
            }
        });
    }
    println!("met {met:?}, Johnson failed {failures} times, wrong by more than 16 eps: {wrong:?}");
    // Is the set rich enough? Every kind of end is met (a search seldom gets a tetrahedron whose
    // new vertex alone is nearest), and Johnson's algorithm fails on some.
    for (rank, faces) in [(2, 1..=2), (3, 1..=3), (4, 2..=4)] {
        for len in faces {
            assert!(met[rank][len] >= 10, "only {} of rank {rank} end at {len}", met[rank][len]);
        }
    }
    assert!(failures >= 5, "only {failures} failures of Johnson's algorithm");
}

#[test]
fn nearest_on_simplex_agrees_with_rational_arithmetic_in_any_order() {
    let mut rng = Random::seed_from_u64(2);
    let mut met = [0; 5];
    for _ in 0..3000 {
        let (cloud, _) = cloud(&mut rng);
        let rank = rng.random_range(1..=4);
        // Picked with repetition, so some vertices are the same.
        let mut s: Vec<Vec3> = (0..rank).map(|_| cloud[rng.random_range(0..cloud.len())]).collect();
        if rng.random_bool(0.5) {
            let center = s.iter().sum::<Vec3>() / rank as f64;
            s.iter_mut().for_each(|s| *s -= center);
        }
        let nearest = Nearest::new(&s);
        met[nearest.members.count_ones() as usize] += 1;
        let size = s.iter().fold(0.0, |most: f64, s| most.max(s.norm()));
        for _ in 0..rank {
            s.rotate_left(1);
            let found = nearest_on_simplex(&Vec3::zeros(), &s).unwrap();
            let unit = f64::EPSILON * size;
            assert!((found.distance - nearest.distance).abs() <= 4.0 * unit, "{found:?} {s:?}");
            assert!((found.nearest.norm() - found.distance).abs() <= 4.0 * unit, "{found:?}");
            assert!(found.weights.iter().all(|&w| (0.0..=1.0).contains(&w)));
            assert!((found.weights.iter().sum::<f64>() - 1.0).abs() <= 4.0 * f64::EPSILON);
            let blend = s.iter().zip(found.weights).fold(Vec3::zeros(), |v, (s, w)| v + s * w);
            assert!((blend - found.nearest).norm() <= 4.0 * unit);
        }
    }
    assert!(met[1..].iter().all(|&count| count > 50), "{met:?}");
}

/// How the bodies of a pair are placed.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Place {
    Distant,
    Near,
    Touching,
    Overlapping,
}

fn pair(rng: &mut Random, count: usize, place: Place) -> (Points, Points) {
    let mut body = || -> Points {
        (0..count).map(|_| std::array::from_fn(|_| rng.random_range(-1.0..1.0))).collect()
    };
    let (a, mut b) = (body(), body());
    if place == Place::Overlapping {
        return (a, b);
    }
    b.iter_mut().for_each(|p| p[0] += 4.0);
    let gap = match place {
        Place::Distant => return (a, b),
        Place::Near => 10f64.powf(rng.random_range(-9.0..-3.0)),
        _ => 0.0,
    };
    let apart = query(SubAlgorithm::SignedVolumes, &a, &b);
    let step = apart.direction * (apart.distance - gap);
    b.iter_mut().for_each(|p| (0..3).for_each(|k| p[k] -= step[k]));
    (a, b)
}

fn query(sub: SubAlgorithm, a: &Points, b: &Points) -> Answer {
    let (a, b) = (PointSet::new(a).unwrap(), PointSet::new(b).unwrap());
    Query::default().with_sub(sub).distance(&a, &b)
}

/// The largest coordinate difference.
fn extent(a: &Points, b: &Points) -> f64 {
    let column = |k: usize| a.iter().chain(b).map(move |p| p[k]);
    let width = |k| column(k).fold(f64::MIN, f64::max) - column(k).fold(f64::MAX, f64::min);
    width(0).max(width(1)).max(width(2))
}

#[test]
fn whole_queries_agree_with_the_default() {
    const PAIRS: usize = 500;
    let mut rng = Random::seed_from_u64(3);
    let (mut failed, mut backups, mut at_zero) = (0, 0, 0);
    for place in [Place::Distant, Place::Near, Place::Touching, Place::Overlapping] {
        for count in [4, 8, 16] {
            let (mut outcomes, mut undecided) = ([0; 4], [0; 8]);
            for _ in 0..PAIRS {
                let (a, b) = pair(&mut rng, count, place);
                let default = query(SubAlgorithm::SignedVolumes, &a, &b);
                outcomes[default.outcome as usize] += 1;
                let limit = 16.0 * f64::EPSILON * extent(&a, &b);
                for (k, sub) in SubAlgorithm::ALL.into_iter().enumerate() {
                    let answer = query(sub, &a, &b);
                    failed += usize::from(answer.stop == Stop::SubFailed);
                    at_zero += usize::from(answer.stop == Stop::RelativeZero);
                    if sub == SubAlgorithm::Backup {
                        assert_eq!(answer.backup_calls, answer.sub_calls);
                    } else {
                        backups += answer.backup_calls;
                    }
                    if answer.outcome == Outcome::Unproven {
                        undecided[k] += 1;
                        continue;
                    }
                    let error = (answer.distance - default.distance).abs();
                    assert!(error <= limit, "{sub}: {answer:?}, not {default:?}: {a:?} {b:?}");
                    assert!(answer.lower_bound <= default.distance);
                }
            }
            println!("{place:?} {count}: {outcomes:?}, undecided {undecided:?}");
            // Johnson's algorithm takes flat tetrahedra at contact for ones that hold the origin.
            let most = if place == Place::Touching { PAIRS / 5 } else { PAIRS / 20 };
            assert!(undecided.iter().all(|&n| n <= most), "{place:?} {count}: {undecided:?}");
            assert_eq!(undecided[0], 0, "the default leaves no pair undecided");
            let overlapping = outcomes[Outcome::Overlapping as usize];
            assert!(place != Place::Overlapping || overlapping > PAIRS / 2, "{outcomes:?}");
        }
    }
    assert!(failed >= 10, "only {failed} failures of Johnson's algorithm");
    assert!(backups >= 10, "only {backups} calls of the backup procedure");
    // Without eq. 9 only those that hit zero exactly end so: 2757 of the 12,000 touching ones.
    assert!(at_zero > 4500, "only {at_zero} searches end at relative zero");
}

/// Smooth shapes have no last simplex, and their support is known to the root of eps only.
#[test]
fn smooth_shapes_agree_with_the_default() {
    let egg = Ellipsoid::new([1.0, 0.7, 0.4]).unwrap();
    for gap in [1.0, 1e-2, 1e-4] {
        let block = Cuboid::new([2.0 + gap, 0.3, 0.1], [1.0, 0.4, 0.5]).unwrap();
        for sub in SubAlgorithm::ALL {
            let answer = Query::default().with_sub(sub).distance(&egg, &block);
            assert!((answer.distance - gap).abs() < 1e-14, "{sub} at {gap}: {answer:?}");
            assert!(answer.lower_bound <= gap, "{sub} at {gap}: {answer:?}");
            assert_ne!(answer.outcome, Outcome::Overlapping, "{sub} at {gap}: {answer:?}");
        }
    }
}

/// One decimal each, and touching but for rounding: the last tetrahedron of the search is flat.
const FLAT_A: [[f64; 3]; 4] =
    [[-0.2, 0.5, 0.0], [0.1, 0.1, -0.8], [0.0, 0.8, -1.0], [-0.8, -0.8, -0.4]];
const FLAT_B: [[f64; 3]; 3] = [[0.1, 0.2, -0.9], [0.3, 0.9, 0.4], [0.0, 0.1, -0.3]];

#[test]
fn johnson_fails_where_the_tetrahedron_is_flat_and_says_so() {
    let (a, b) = (FLAT_A.to_vec(), FLAT_B.to_vec());
    let alone = query(SubAlgorithm::Johnson, &a, &b);
    assert_eq!((alone.stop, alone.outcome), (Stop::SubFailed, Outcome::Unproven));
    assert!(alone.distance > 0.2 && alone.lower_bound == 0.0, "the last iterate, and no proof");

    let helped = query(SubAlgorithm::JohnsonBackup, &a, &b);
    assert!(helped.backup_calls > 0 && helped.outcome == Outcome::Touching, "{helped:?}");
    assert!(helped.distance < 1e-15);
    assert!(query(SubAlgorithm::SignedVolumes, &a, &b).distance < 1e-15);
}

#[test]
fn johnson_fails_on_a_repeated_vertex_and_the_backup_does_not() {
    let twice = Vec3::new(-0.2, -0.7, 0.0);
    let s = [Vec3::new(-0.6, 0.1, 0.6), twice, twice, Vec3::new(0.5, 0.0, -0.4)];
    assert_eq!(SubAlgorithm::Johnson.solve(&Simplex::of(&s).unwrap()), None);
    let nearest = Nearest::new(&s);
    let error = error(SubAlgorithm::JohnsonBackup, &s, &nearest).unwrap();
    assert!(error.abs() < 4.0, "{error}");
    assert!(SubAlgorithm::JohnsonBackup.solve(&Simplex::of(&s).unwrap()).unwrap().backup);
}

/// At the small scale the normal of a revived face is tiny against eps times its vertices: taken
/// for the nearest point, it would end the search.
#[test]
fn tracked_queries_agree_at_any_scale() {
    let mut rng = Random::seed_from_u64(4);
    for scale in [1.0, 2f64.powi(-55), 2f64.powi(55)] {
        for sub in SubAlgorithm::ALL {
            let (mut a, mut b) = pair(&mut rng, 8, Place::Distant);
            a.iter_mut().chain(&mut b).for_each(|p| *p = p.map(|x| x * scale));
            let (query, mut cache) = (Query::default().with_sub(sub), Cache::default());
            for _ in 0..30 {
                let mut noise = || rng.random_range(-0.3..0.3) * scale;
                b.iter_mut().for_each(|p| *p = p.map(|x| x + noise()));
                let (a, b) = (PointSet::new(&a).unwrap(), PointSet::new(&b).unwrap());
                let cold = gapkit::distance(&a, &b);
                let tracked = query.tracked(&a, &b, &mut cache);
                assert_eq!(tracked.outcome, cold.outcome, "{sub} at {scale}: {tracked:?}");
                assert!((tracked.distance - cold.distance).abs() < 1e-14 * scale, "{sub}");
                let again = query.tracked(&a, &b, &mut cache);
                assert!(
                    again.iterations == 1 && (again.distance - cold.distance).abs() < 1e-14 * scale
                );
            }
        }
    }
}

#[test]
fn numbers_that_are_not_numbers_do_no_harm() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for rank in 1..=4 {
            for place in 0..rank * 3 {
                let mut s = [Vec3::x(), Vec3::y(), Vec3::z(), Vec3::repeat(-1.0)];
                s[place / 3][place % 3] = bad;
                for sub in SubAlgorithm::ALL {
                    if let Some(solution) = sub.solve(&Simplex::of(&s[..rank]).unwrap()) {
                        let kept = &solution.keep[..solution.len];
                        assert!((1..=rank).contains(&solution.len), "{sub}: {solution:?}");
                        assert!(kept.iter().all(|&i| (i as usize) < rank), "{sub}: {solution:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn names_round_trip_and_unknown_ones_are_told_the_known() {
    for sub in SubAlgorithm::ALL {
        assert_eq!(sub.to_string().parse(), Ok(sub));
    }
    let message = "jonson".parse::<SubAlgorithm>().unwrap_err().to_string();
    assert!(message.starts_with("unknown sub-algorithm `jonson`"), "{message}");
    assert!(SubAlgorithm::ALL.iter().all(|sub| message.contains(sub.name())), "{message}");
}

#[test]
fn tetrahedra_of_subnormal_size_are_as_far_apart_as_larger_ones() {
    let mut random = Random::seed_from_u64(5);
    for _ in 0..200 {
        // Coordinates that are whole multiples of the least number there is, and no larger than 2^20.
        let mut tet = |shift: f64| -> [[f64; 3]; 4] {
            [0; 4].map(|_| {
                let mut at = || f64::from(random.random_range(-(1 << 18)..1 << 18));
                [at() + shift, at(), at()]
            })
        };
        let large = [tet(0.0), tet(700_000.0)];
        // In two steps, since no factor is so small.
        let small = large.map(|tet| tet.map(|p| p.map(|x| x * 2f64.powi(-1000) * 2f64.powi(-74))));
        let of = |pair: &[[[f64; 3]; 4]; 2], sub| {
            let [a, b] = [0, 1].map(|i| PointSet::new(&pair[i]).unwrap());
            Query::default().with_sub(sub).distance(&a, &b)
        };
        for sub in SubAlgorithm::ALL {
            let [exact, found] = [of(&large, sub), of(&small, sub)];
            let scaled = found.distance * 2f64.powi(1000) * 2f64.powi(74);
            // Half of the least number is what rounding leaves.
            assert!((scaled - exact.distance).abs() <= 4.0, "{sub}: {exact:?} {found:?}");
            assert_eq!(found.outcome, exact.outcome, "{sub}");
        }
    }
}

#[test]
fn answers_that_are_not_proven_have_weights_that_sum_to_one() {
    let mut random = Random::seed_from_u64(7);
    let mut unproven = 0;
    for _ in 0..30_000 {
        let mut set = |count: usize| -> Vec<[f64; 3]> {
            let mut number = || match random.random_range(0..4) {
                0 => 0.0,
                1 => f64::from(random.random_range(-3..4)),
                2 => f64::from(random.random_range(-3..4)) * (1.0 + f64::EPSILON),
                _ => random.random_range(-1.0..1.0) * 2f64.powi(random.random_range(-60..60)),
            };
            (0..count).map(|_| [number(), number(), number()]).collect()
        };
        let (a, b) = (set(4), set(5));
        let (a, b) = (PointSet::new(&a).unwrap(), PointSet::new(&b).unwrap());
        for sub in [SubAlgorithm::LiteralSignedVolumes, SubAlgorithm::ExactSigns] {
            let answer = Query::default().with_sub(sub).distance(&a, &b);
            unproven += usize::from(answer.outcome == Outcome::Unproven);
            let weights = &answer.weight[..answer.vertex_count];
            let sum: f64 = weights.iter().sum();
            assert!((sum - 1.0).abs() <= 1e-14, "{sub}: {answer:?}");
            assert!(weights.iter().all(|weight| *weight >= 0.0), "{sub}: {answer:?}");
            let apart = (answer.point_b - answer.point_a).norm();
            let size = a.extent().max(b.extent()).max(apart);
            assert!((apart - answer.distance).abs() <= 1e-12 * size, "{sub}: {answer:?}");
        }
    }
    assert!(unproven > 20, "{unproven}");
}
