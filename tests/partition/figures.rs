//! The figures of partitions: what the documentation promises, and hulls by an independent library.

use std::cell::RefCell;

use gapkit::Vec3;
use gapkit::mesh::bodies::{self, Knot};
use gapkit::mesh::{self, Orientation, TetMesh};
use gapkit::partition::{Build, Options, Partition, Piece, Statistics};
use nalgebra::Rotation3;
use parry3d_f64::math::Vector;
use parry3d_f64::transformation::convex_hull;

use super::{assert_convex, exact, mean_edge, meshes, surface, tet_volume};

pub(super) fn bunny(name: &str) -> TetMesh {
    let path = format!("{}/assets/bunny_{name}.vtu", env!("CARGO_MANIFEST_DIR"));
    let elements = mesh::read(path).expect("an asset").elements;
    TetMesh::from_elements(&elements, Orientation::Refuse).expect("a valid mesh")
}

fn optimised(tolerance: f64) -> Options {
    let options = Options::default().with_build(Build::Optimised);
    options.with_tolerance(tolerance).expect("a tolerance")
}

fn figures(mesh: &TetMesh, partition: &Partition) -> Statistics {
    let figures = partition.statistics(mesh.nodes()).expect("the same nodes");
    assert!(figures.volume_error <= 1e-12, "{}", figures.volume_error);
    figures
}

/// The planes and the volume of the hull of a piece, by the peer.
pub(super) fn peer_hull(mesh: &TetMesh, piece: &Piece) -> (Vec<(Vec3, f64)>, f64) {
    let point = |&i: &u32| {
        let [x, y, z] = mesh.nodes()[i as usize];
        Vector::new(x, y, z)
    };
    let points: Vec<Vector> = piece.vertices().iter().map(point).collect();
    let (corners, faces) = convex_hull(&points);
    let at =
        |i: u32| Vec3::new(corners[i as usize].x, corners[i as usize].y, corners[i as usize].z);
    let (mut planes, mut six) = (Vec::new(), 0.0);
    for [a, b, c] in faces.into_iter().map(|face| face.map(at)) {
        let normal = (b - a).cross(&(c - a));
        six += (a - at(0)).dot(&normal);
        planes.push((normal.normalize(), normal.normalize().dot(&a)));
    }
    (planes, six / 6.0)
}

#[test]
fn the_coarse_bunny_has_large_pieces_at_round_off() {
    let mesh = bunny("coarse");
    let partition = optimised(1e-6).partition(&mesh).unwrap();
    let figures = figures(&mesh, &partition);
    assert!(figures.tets_per_piece() >= 3.6, "{}", figures.tets_per_piece());
    assert!(figures.facets_per_active() >= 2.35, "{}", figures.facets_per_active());
    assert!(figures.hull_excess <= 1e-6, "{}", figures.hull_excess);
}

#[test]
fn the_coarse_bunny_has_few_active_pieces_with_a_tolerance_and_hulls_are_near() {
    let mesh = bunny("coarse");
    let partition = optimised(0.1).partition(&mesh).unwrap();
    let figures = figures(&mesh, &partition);
    assert!(figures.facets_per_active() >= 5.4, "{}", figures.facets_per_active());
    assert!(figures.hull_excess <= 0.035, "{}", figures.hull_excess);
    let hulls: f64 = partition.pieces().map(|piece| peer_hull(&mesh, &piece).1).sum();
    let excess = hulls / figures.volume - 1.0;
    assert!((excess - figures.hull_excess).abs() < 1e-6, "{excess} {}", figures.hull_excess);
}

/// The largest depth of points on the surface of a piece below its hull, in mean edges.
fn sampled_depth(mesh: &TetMesh, piece: &Piece) -> f64 {
    const STEPS: usize = 8;
    let at = |i: u32| Vec3::from(mesh.nodes()[i as usize]);
    let (planes, _) = peer_hull(mesh, piece);
    let mut deepest = 0.0_f64;
    for [a, b, c] in surface(mesh, piece).into_iter().map(|facet| facet.map(at)) {
        for i in 0..=STEPS {
            for j in 0..=STEPS - i {
                let [u, v] = [i, j].map(|k| k as f64 / STEPS as f64);
                let p = a + (b - a) * u + (c - a) * v;
                let depths = planes.iter().map(|(n, top)| top - n.dot(&p));
                deepest = deepest.max(depths.fold(f64::INFINITY, f64::min));
            }
        }
    }
    deepest / mean_edge(mesh, piece, mesh.nodes())
}

#[test]
fn no_point_of_a_piece_is_deeper_below_its_hull_than_two_tolerances() {
    let mut deepest = 0.0_f64;
    for mesh in [bunny("coarse"), bodies::knot(&Knot::trefoil(44, 5, 1)).unwrap()] {
        for tolerance in [0.02, 0.2] {
            let options = Options::default().with_tolerance(tolerance).unwrap();
            for piece in options.partition(&mesh).unwrap().pieces() {
                let depth = sampled_depth(&mesh, &piece) / tolerance;
                assert!(depth <= 2.0 + 1e-6, "{tolerance}: {depth}");
                deepest = deepest.max(depth);
            }
        }
    }
    // Some piece comes near the limit, so that the limit is what holds it.
    assert!(deepest > 1.5, "{deepest}");
}

#[test]
fn both_bunnies_are_convex_by_exact_signs_and_hulls() {
    for (name, build) in
        [("coarse", Build::Fast), ("fine", Build::Fast), ("coarse", Build::Optimised)]
    {
        let mesh = bunny(name);
        let partition = exact(build).partition(&mesh).unwrap();
        assert_eq!(figures(&mesh, &partition).hull_excess, 0.0);
        assert_convex(name, &mesh, &partition);
    }
}

#[test]
fn the_knot_is_one_piece_for_each_section_with_a_small_tolerance() {
    let mesh = bodies::knot(&Knot::trefoil(44, 5, 1)).unwrap();
    let partition = optimised(0.02).partition(&mesh).unwrap();
    assert_eq!(figures(&mesh, &partition).pieces, 44);
    // Each wedge is in the piece of its section.
    for piece in partition.pieces() {
        let section = |tet: u32| mesh.owners()[tet as usize] / 5;
        assert!(piece.tets().iter().all(|&tet| section(tet) == section(piece.tets()[0])));
    }
}

#[test]
fn a_million_tetrahedra_are_one_convex_piece_also_when_rotated() {
    let block = bodies::block([55; 3], [55.0; 3]).unwrap();
    let rotation = Rotation3::from_euler_angles(0.3, 0.7, 1.1);
    let turned = block.nodes().iter().map(|&p| (rotation * Vec3::from(p)).into()).collect();
    let turned = TetMesh::new(turned, block.tets().to_vec()).unwrap();
    for mesh in [block, turned] {
        let partition = Partition::new(&mesh).unwrap();
        let figures = figures(&mesh, &partition);
        assert_eq!((figures.pieces, figures.tets), (1, 998_250));
        assert!(figures.hull_excess <= 1e-12, "{}", figures.hull_excess);
    }
}

#[test]
fn the_excess_is_that_of_independent_hulls_after_deformation() {
    for (name, mesh) in meshes() {
        let partition = Partition::new(&mesh).unwrap();
        let moved = super::tets::waved(mesh.nodes(), 0.05);
        let figures = partition.statistics(&moved).unwrap();
        let moved = TetMesh::new(moved, mesh.tets().to_vec()).unwrap();
        let excess = |piece: Piece| {
            let inside: f64 = piece.tets().iter().map(|&tet| tet_volume(&moved, tet)).sum();
            peer_hull(&moved, &piece).1 - inside
        };
        let excess = partition.pieces().map(excess).sum::<f64>() / figures.volume;
        assert!(figures.hull_excess > 1e-5, "{name}: {}", figures.hull_excess);
        assert!((excess - figures.hull_excess).abs() < 1e-6, "{name}: {excess} {figures:?}");
    }
}

#[test]
fn progress_rises_to_the_end_and_changes_nothing() {
    let (_, mesh) = meshes().remove(0);
    for build in [Build::Fast, Build::Optimised] {
        let options = Options::default().with_build(build);
        let shares = RefCell::new(Vec::new());
        let watched = options.partition_watched(&mesh, &|share| shares.borrow_mut().push(share));
        assert!(watched.unwrap() == options.partition(&mesh).unwrap());
        let shares = shares.into_inner();
        assert!(shares.is_sorted() && shares.len() > 20, "{build:?}: {shares:?}");
        assert!(shares.iter().all(|share| (0.0..=1.0 + 1e-12).contains(share)));
        assert!(shares.last().is_some_and(|&share| share > 0.98), "{build:?}: {shares:?}");
    }
}

/// Where every union will do, a few tetrahedra have thousands each: 40 took half a minute.
#[test]
fn rounds_are_fewer_where_every_union_will_do() {
    let mesh = bodies::block([2, 2, 2], [1.0; 3]).unwrap();
    let bent = |p: &[f64; 3]| [p[0] + 0.1 * p[1] * p[1], p[1], p[2] - 0.07 * p[0] * p[2]];
    let nodes = mesh.nodes().iter().map(bent).collect();
    let mesh = TetMesh::new(nodes, mesh.tets().to_vec()).unwrap();
    let calls = [0.05, 10.0].map(|tolerance| {
        let calls = RefCell::new(0);
        let options = optimised(tolerance);
        options.partition_watched(&mesh, &|_| *calls.borrow_mut() += 1).unwrap();
        calls.into_inner()
    });
    assert!(calls[0] > 400 && calls[1] < 200, "{calls:?}");
}
