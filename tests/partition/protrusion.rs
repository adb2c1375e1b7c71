//! Pieces for a search only, checked by points of hulls of an independent library.

use gapkit::Vec3;
use gapkit::mesh::TetMesh;
use gapkit::partition::{Build, Options, Partition, Piece};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::figures::{bunny, peer_hull};
use super::hull::volume;
use super::tets::{block, knot};

const SAMPLES: usize = 200;

fn by_protrusion(limit: f64, build: Build) -> Options {
    Options::default().with_build(build).with_protrusion(limit).expect("a limit")
}

/// The mean edge of a tetrahedron.
fn size(mesh: &TetMesh, tet: u32) -> f64 {
    let corners = mesh.tets()[tet as usize].map(|i| Vec3::from(mesh.nodes()[i as usize]));
    let pairs = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
    pairs.iter().map(|&[i, j]| (corners[i] - corners[j]).norm()).sum::<f64>() / 6.0
}

fn is_in_body(mesh: &TetMesh, p: Vec3) -> bool {
    mesh.tets().iter().any(|tet| {
        let corners = tet.map(|i| mesh.nodes()[i as usize]);
        let rounding = -1e-9 * volume(corners);
        (0..4).all(|i| {
            let mut part = corners;
            part[i] = p.into();
            volume(part) >= rounding
        })
    })
}

/// The distance of a point from a triangle.
fn distance(p: Vec3, [a, b, c]: [Vec3; 3]) -> f64 {
    let normal = (b - a).cross(&(c - a));
    let edges = [[a, b], [b, c], [c, a]];
    if edges.iter().all(|[u, v]| (v - u).cross(&(p - u)).dot(&normal) >= 0.0) {
        return (p - a).dot(&normal.normalize()).abs();
    }
    let to_edge = |&[u, v]: &[Vec3; 2]| {
        let share = (p - u).dot(&(v - u)) / (v - u).norm_squared();
        (u + (v - u) * share.clamp(0.0, 1.0) - p).norm()
    };
    edges.iter().map(to_edge).fold(f64::INFINITY, f64::min)
}

/// Random points of the hull of a piece that are not in the body.
fn protruding(mesh: &TetMesh, piece: &Piece, random: &mut StdRng) -> Vec<Vec3> {
    let mut point = |count: usize| {
        let mut pick = || {
            let vertex = piece.vertices()[random.random_range(0..piece.vertices().len())];
            (random.random::<f64>(), Vec3::from(mesh.nodes()[vertex as usize]))
        };
        let picked: Vec<(f64, Vec3)> = (0..count).map(|_| pick()).collect();
        let sum: f64 = picked.iter().map(|(weight, _)| weight).sum();
        picked.iter().map(|(weight, p)| p * (weight / sum)).sum::<Vec3>()
    };
    // Two or three vertices often give points on the hull, four give points inside.
    let points: Vec<Vec3> = (0..SAMPLES).map(|i| point(2 + i % 3)).collect();
    points.into_iter().filter(|&p| !is_in_body(mesh, p)).collect()
}

/// Points outside are no deeper below the hull, and no farther from the skin, than allowed. Returns
/// how many there were, and the largest distance in limits.
fn check(mesh: &TetMesh, partition: &Partition, limit: f64) -> (usize, f64) {
    let at = |i: u32| Vec3::from(mesh.nodes()[i as usize]);
    let skin: Vec<[Vec3; 3]> =
        partition.pieces().flat_map(|p| p.exposed()).map(|facet| facet.nodes.map(at)).collect();
    let mut random = StdRng::seed_from_u64(1);
    let (mut count, mut farthest) = (0, 0.0_f64);
    for piece in partition.pieces().filter(|piece| piece.tets().len() > 1) {
        let sizes = piece.tets().iter().map(|&tet| size(mesh, tet));
        let most = limit * sizes.fold(f64::INFINITY, f64::min);
        let (planes, _) = peer_hull(mesh, &piece);
        for p in protruding(mesh, &piece, &mut random) {
            let depths = planes.iter().map(|(normal, top)| top - normal.dot(&p));
            let depth = depths.fold(f64::INFINITY, f64::min);
            assert!(depth <= most * (1.0 + 1e-6) + 1e-9, "{depth} {most}");
            let away = skin.iter().map(|&facet| distance(p, facet)).fold(f64::INFINITY, f64::min);
            (count, farthest) = (count + 1, farthest.max(away / most));
        }
    }
    (count, farthest)
}

#[test]
fn hulls_hardly_stick_out_of_the_body() {
    let meshes = [bunny("coarse"), knot(44, 5).mesh(), block([5, 4, 3]).jittered(0.3, 1).mesh()];
    for mesh in meshes {
        for limit in [0.02, 0.1] {
            let partition = by_protrusion(limit, Build::Fast).partition(&mesh).unwrap();
            let (count, farthest) = check(&mesh, &partition, limit);
            // At a sharp edge of the hull a point may be a little farther away than it is deep.
            assert!(count > 0 && farthest < 1.5, "{count} {farthest}");
        }
    }
}

#[test]
fn a_slot_is_not_closed_however_narrow_it_is() {
    // A fork: the upper half of the middle column is missing, and what is left of it is squeezed.
    let whole = block([3, 1, 2]).mesh();
    let center = |tet: &[u32; 4], axis: usize| {
        tet.iter().map(|&i| whole.nodes()[i as usize][axis]).sum::<f64>() / 4.0
    };
    let in_slot = |tet: &[u32; 4]| (1.0..2.0).contains(&center(tet, 0)) && center(tet, 2) > 1.0;
    let tets: Vec<[u32; 4]> = whole.tets().iter().copied().filter(|tet| !in_slot(tet)).collect();
    let squeeze = |&[x, y, z]: &[f64; 3]| [if x > 1.5 { x - 0.99 } else { x }, y, z];
    let mesh = TetMesh::new(whole.nodes().iter().map(squeeze).collect(), tets).unwrap();
    for build in [Build::Fast, Build::Optimised] {
        let partition = by_protrusion(0.05, build).partition(&mesh).unwrap();
        for piece in partition.pieces() {
            let top = piece.vertices().iter().map(|&i| mesh.nodes()[i as usize]);
            let (left, right): (Vec<_>, Vec<_>) =
                top.filter(|p| p[2] == 2.0).partition(|p| p[0] < 1.005);
            assert!(left.is_empty() || right.is_empty(), "{build:?}");
        }
    }
}

#[test]
fn the_coarse_bunny_has_few_active_pieces() {
    let mesh = bunny("coarse");
    let partition = by_protrusion(0.05, Build::Fast).partition(&mesh).unwrap();
    let figures = partition.statistics(mesh.nodes()).unwrap();
    // The optimised build has 9.7, but takes too long for a test.
    assert!(figures.facets_per_active() >= 7.5, "{}", figures.facets_per_active());
    assert!(figures.volume_error <= 1e-12 && figures.largest <= 64);
    let mut all: Vec<u32> = partition.pieces().flat_map(|piece| piece.tets().to_vec()).collect();
    all.sort_unstable();
    assert!(all.into_iter().eq(0..mesh.tets().len() as u32));
    assert!(check(&mesh, &partition, 0.05).0 > 0);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mesh = block([4, 4, 4]).jittered(0.3, 7).mesh();
    for build in [Build::Fast, Build::Optimised] {
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| by_protrusion(0.05, build).partition(&mesh).unwrap())
        };
        assert!(run(1) == run(3), "{build:?}");
    }
}
