//! Pairs that move in small steps: tracking and hill climbing against cold queries and the peer.

use std::fmt::Write;
use std::hint::black_box;

use gapkit::gjk::Cache;
use gapkit::shape::{PointSet, Polyhedron, Pose, Posed, Search};
use gapkit::{Query, Vec3};
use parry3d_f64::math::{Pose as PeerPose, Rotation as PeerRotation};
use parry3d_f64::query::gjk::{CsoPoint, GJKResult, VoronoiSimplex, closest_points};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::common::measure::{Contest, of};
use crate::common::pairs::{Placement, pairs, unit};
use crate::common::peer::{PeerPair, vector};

/// Rotation and translation per step; the bodies have the size 2.
const TURN: f64 = 0.01;
const SHIFT: f64 = 0.005 * 2.0;
const PAIRS: usize = 100;
const STEPS: usize = 100;

/// One pair with the poses of its second body.
struct Motion {
    a: Polyhedron,
    b: Polyhedron,
    poses: Vec<Pose>,
    peer: PeerPair,
}

fn motions(n: usize, search: Search) -> Vec<Motion> {
    let mut rng = StdRng::seed_from_u64(n as u64);
    let motion = |pair: crate::common::pairs::Pair| {
        let axis = Vec3::from(unit(&mut rng)) * TURN;
        let drift = Vec3::from(unit(&mut rng)) * SHIFT;
        let phase = rng.random_range(0.0..0.5);
        let pose = |i: usize| {
            let t = i as f64 + phase;
            // Back and forth, so that the gap stays of the order of the size.
            Pose::new(drift * (t * 0.1).sin() * 10.0, axis * t)
        };
        let (a, b) = pair.hulls(search);
        Motion { a, b, poses: (0..STEPS).map(pose).collect(), peer: PeerPair::new(&pair) }
    };
    pairs(n, Placement::Close, PAIRS).into_iter().map(motion).collect()
}

/// The second body of every step, posed beforehand: the peer gets its poses ready-made too.
fn posed<'a>(motions: &'a [Motion]) -> Vec<Vec<Posed<&'a Polyhedron>>> {
    let of_motion = |m: &'a Motion| {
        m.poses.iter().map(|pose| Posed::new(&m.b, pose).expect("finite")).collect()
    };
    motions.iter().map(of_motion).collect()
}

/// The vertices of the second body at every step, as a finite-element code has them.
fn moved(motions: &[Motion]) -> Vec<Vec<Vec<[f64; 3]>>> {
    let at = |m: &Motion, pose: &Pose| {
        let place = |p: &[f64; 3]| (pose * nalgebra::Point3::from(*p)).coords.into();
        m.b.vertices().iter().map(place).collect()
    };
    motions.iter().map(|m| m.poses.iter().map(|pose| at(m, pose)).collect()).collect()
}

fn point_sets(steps: &[Vec<[f64; 3]>]) -> Vec<PointSet<'_>> {
    steps.iter().map(|nodes| PointSet::new(nodes).expect("finite")).collect()
}

fn run_moved(motions: &[Motion], sets: &[Vec<PointSet>]) {
    let query = Query::default();
    for (motion, steps) in motions.iter().zip(sets) {
        let a = PointSet::new(motion.a.vertices()).expect("finite");
        let mut cache = Cache::default();
        for b in steps {
            black_box(query.tracked(&a, black_box(b), &mut cache));
        }
    }
}

fn run(motions: &[Motion], posed: &[Vec<Posed<&Polyhedron>>], tracked: bool) -> (u64, u64) {
    let query = Query::default();
    let (mut visited, mut supports) = (0, 0);
    for (motion, steps) in motions.iter().zip(posed) {
        let mut cache = Cache::default();
        for b in steps {
            let answer = if tracked {
                query.tracked(&motion.a, black_box(b), &mut cache)
            } else {
                query.distance(&motion.a, black_box(b))
            };
            visited += u64::from(answer.visited);
            supports += u64::from(answer.iterations);
            black_box(answer);
        }
    }
    (visited, supports)
}

/// The peer, started from the normal of the last step or from the centroids.
fn run_peer(motions: &[Motion], poses: &[Vec<PeerPose>], reuse: bool) {
    for (motion, poses) in motions.iter().zip(poses) {
        let (a, b) = &motion.peer.hulls;
        let mut start = motion.peer.start;
        for pose in poses {
            let mut simplex = VoronoiSimplex::new();
            simplex.reset(CsoPoint::from_shapes(pose, a, b, start));
            let result = closest_points(pose, a, b, f64::MAX, true, black_box(&mut simplex));
            if let (true, GJKResult::ClosestPoints(_, _, normal)) = (reuse, &result) {
                start = *normal;
            }
            black_box(result);
        }
    }
}

fn peer_poses(motions: &[Motion]) -> Vec<Vec<PeerPose>> {
    let peer = |pose: &Pose| {
        let rotation = PeerRotation::from_scaled_axis(vector(pose.rotation.scaled_axis().into()));
        PeerPose::from_parts(vector(pose.translation.vector.into()), rotation)
    };
    motions.iter().map(|m| m.poses.iter().map(peer).collect()).collect()
}

/// Times and vertices visited against the size of the hulls.
pub(crate) fn tracking(out: &mut String) {
    writeln!(
        out,
        "| vertices | cold scan | cold climb | tracked scan | tracked climb | tracked, nodes moved \
         | vertices visited, tracked climb | supports | parry | ratio |\n\
         |---|---|---|---|---|---|---|---|---|---|"
    )
    .expect("String");
    for n in [4, 8, 16, 64, 512] {
        let (scan, climb) = (motions(n, Search::Scan), motions(n, Search::HillClimbing));
        let (posed_scan, posed_climb) = (posed(&scan), posed(&climb));
        let poses = peer_poses(&scan);
        let (visited, supports) = run(&climb, &posed_climb, true);
        let nodes = moved(&scan);
        let sets: Vec<Vec<PointSet>> = nodes.iter().map(|steps| point_sets(steps)).collect();
        let mut contest = Contest::default();
        contest.add("1", || _ = run(&scan, &posed_scan, false));
        contest.add("2", || _ = run(&climb, &posed_climb, false));
        contest.add("3", || _ = run(&scan, &posed_scan, true));
        contest.add("4", || _ = run(&climb, &posed_climb, true));
        contest.add("5", || run_moved(&scan, &sets));
        contest.add("parry cold", || run_peer(&scan, &poses, false));
        contest.add("parry warm", || run_peer(&scan, &poses, true));
        let queries = PAIRS * STEPS;
        let times = contest.run(queries, if n > 100 { 2 } else { 5 });
        let parry = of(&times, "parry");
        let best = of(&times, "3").min(of(&times, "4")).min(of(&times, "5"));
        let cells: String = times[..5].iter().map(|(_, time)| format!(" {time:.0} |")).collect();
        let per_query = |count: u64| count as f64 / queries as f64;
        let (visited, supports, ratio) = (per_query(visited), per_query(supports), parry / best);
        writeln!(out, "| {n} |{cells} {visited:.1} | {supports:.2} | {parry:.0} | {ratio:.1}x |")
            .expect("String");
    }
}
