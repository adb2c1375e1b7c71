//! Convex pieces, checked by exact signs, by hulls and by brute force.

mod figures;
#[path = "../common/hull.rs"]
mod hull;
mod protrusion;
#[path = "../common/tets.rs"]
mod tets;

use std::collections::{HashMap, HashSet};

use gapkit::Vec3;
use gapkit::mesh::TetMesh;
use gapkit::partition::{Build, Options, Partition, Piece};
use hull::{above, hull_volume, volume};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tets::{block, block_of_fives, knot, waved};

/// The meshes that every property is tested on.
fn meshes() -> Vec<(&'static str, TetMesh)> {
    vec![
        ("jittered block", block([6, 5, 4]).jittered(0.3, 1).mesh()),
        ("jittered block of fives", block_of_fives([5, 5, 5]).jittered(0.3, 2).mesh()),
        ("slightly jittered block", block([5, 5, 5]).jittered(1e-3, 3).mesh()),
        ("knot", knot(44, 5).mesh()),
    ]
}

fn exact(build: Build) -> Options {
    Options::default().with_build(build).with_tolerance(0.0).expect("a tolerance")
}

/// The boundary facets of a piece with their tetrahedra, counterclockwise from outside: the faces
/// of its tetrahedra that occur once.
fn surface(mesh: &TetMesh, piece: &Piece) -> Vec<[u32; 3]> {
    let mut faces: HashMap<[u32; 3], Vec<[u32; 3]>> = HashMap::new();
    for &tet in piece.tets() {
        let [a, b, c, d] = mesh.tets()[tet as usize];
        for face in [[b, c, d], [a, d, c], [a, b, d], [a, c, b]] {
            let mut key = face;
            key.sort_unstable();
            faces.entry(key).or_default().push(face);
        }
    }
    let mut once: Vec<_> = faces.into_values().filter(|f| f.len() == 1).map(|f| f[0]).collect();
    once.sort_unstable();
    once
}

fn tet_volume(mesh: &TetMesh, tet: u32) -> f64 {
    volume(mesh.tets()[tet as usize].map(|i| mesh.nodes()[i as usize]))
}

#[test]
fn every_tetrahedron_is_in_exactly_one_piece_and_volumes_add_up() {
    for (name, mesh) in meshes() {
        for build in Build::ALL {
            let partition = exact(build).partition(&mesh).unwrap();
            let mut all: Vec<u32> =
                partition.pieces().flat_map(|piece| piece.tets().to_vec()).collect();
            all.sort_unstable();
            assert!(all.iter().copied().eq(0..mesh.tets().len() as u32), "{name} {build:?}");
            for (number, piece) in partition.pieces().enumerate() {
                assert!(piece.tets().is_sorted());
                let owned = |&tet: &u32| partition.owners()[tet as usize] as usize == number;
                assert!(piece.tets().iter().all(owned), "{name} {build:?}");
            }
            let figures = partition.statistics(mesh.nodes()).unwrap();
            assert!(figures.volume_error < 1e-12, "{name} {build:?}: {}", figures.volume_error);
            assert_eq!(figures.pieces, partition.len());
            assert_eq!(figures.hull_excess, 0.0, "{name} {build:?}");
        }
    }
}

#[test]
fn pieces_are_connected_through_faces() {
    for (name, mesh) in meshes() {
        for piece in exact(Build::Fast).partition(&mesh).unwrap().pieces() {
            let corners = |t: u32| mesh.tets()[t as usize];
            let shares =
                |a: u32, b: u32| corners(a).iter().filter(|i| corners(b).contains(i)).count() == 3;
            let mut reached = vec![piece.tets()[0]];
            let mut next = 0;
            while next < reached.len() {
                for &t in piece.tets() {
                    if !reached.contains(&t) && shares(reached[next], t) {
                        reached.push(t);
                    }
                }
                next += 1;
            }
            assert_eq!(reached.len(), piece.tets().len(), "{name}");
        }
    }
}

#[test]
fn at_tolerance_0_pieces_are_convex_by_exact_signs_and_equal_their_hulls() {
    for (name, mesh) in meshes() {
        for build in [Build::Fast, Build::Optimised] {
            let partition = exact(build).partition(&mesh).unwrap();
            assert!(partition.len() < mesh.tets().len() * 2 / 3, "{name}: {}", partition.len());
            assert_convex(name, &mesh, &partition);
        }
    }
}

/// Pieces are convex by exact signs, and as large as their hulls.
fn assert_convex(name: &str, mesh: &TetMesh, partition: &Partition) {
    for piece in partition.pieces() {
        let at = |i: u32| mesh.nodes()[i as usize];
        for [a, b, c] in surface(mesh, &piece) {
            for &p in piece.vertices() {
                assert!(above([a, b, c, p].map(at)) <= 0.0, "{name}");
            }
        }
        let points: Vec<_> = piece.vertices().iter().map(|&i| at(i)).collect();
        let sum: f64 = piece.tets().iter().map(|&t| tet_volume(mesh, t)).sum();
        let hull = hull_volume(&points);
        assert!((hull - sum).abs() <= 1e-12 * sum, "{name}: {hull} {sum}");
    }
}

#[test]
fn blocks_are_one_piece_also_when_rotated_or_cut_in_fives() {
    for build in [Build::Fast, Build::Optimised] {
        let options = Options::default().with_build(build);
        for raw in [
            block([10, 10, 10]),
            block([10, 10, 10]).rotated(),
            block_of_fives([8, 8, 8]),
            block_of_fives([8, 8, 8]).rotated(),
        ] {
            let mesh = raw.mesh();
            let partition = options.partition(&mesh).unwrap();
            assert_eq!(partition.len(), 1);
        }
        let exact = exact(build).partition(&block([10, 10, 10]).mesh()).unwrap();
        assert_eq!(exact.len(), 1);
        assert_eq!(exact.piece(0).vertices().len(), 11 * 11 * 11 - 9 * 9 * 9);
        assert_eq!(exact.piece(0).exposed().len(), 1200);
    }
}

#[test]
fn without_the_round_off_tolerance_a_rotated_block_falls_apart() {
    let mesh = block([6, 6, 6]).rotated().mesh();
    let exact = exact(Build::Fast).partition(&mesh).unwrap();
    assert!(exact.len() > 100, "{}", exact.len());
    assert_eq!(Partition::new(&mesh).unwrap().len(), 1);
}

#[test]
fn hinges_keep_to_the_tolerance() {
    for (name, mesh) in meshes() {
        let mut last = usize::MAX;
        for tolerance in [0.0, 1e-6, 0.02, 0.1] {
            for build in [Build::Fast, Build::Optimised] {
                // The optimised build takes seconds for each.
                if build == Build::Optimised && mesh.tets().len() > 700 {
                    continue;
                }
                let options = Options::default().with_tolerance(tolerance).unwrap();
                let partition = options.with_build(build).partition(&mesh).unwrap();
                let defects = partition.defects(mesh.nodes()).unwrap();
                let worst = defects.into_iter().fold(0.0, f64::max);
                assert!(worst <= tolerance * (1.0 + 1e-12), "{name} {build:?}: {worst}");
                if build == Build::Fast {
                    assert!(partition.len() <= last, "{name} {tolerance}: more pieces");
                    last = partition.len();
                }
            }
        }
    }
}

#[test]
fn caps_are_respected() {
    let mesh = block([6, 6, 6]).mesh();
    for build in [Build::Fast, Build::Optimised] {
        let options = Options::default().with_build(build);
        let partition = options.with_max_tets(12).partition(&mesh).unwrap();
        assert!(partition.pieces().all(|piece| piece.tets().len() <= 12));
        let partition = options.with_max_vertices(8).partition(&mesh).unwrap();
        assert!(partition.pieces().all(|piece| piece.vertices().len() <= 8));
        let partition = options.with_max_tets(0).partition(&mesh).unwrap();
        assert_eq!(partition.len(), mesh.tets().len());
    }
}

#[test]
fn the_same_options_give_the_same_partition_on_any_number_of_threads() {
    let mesh = block([6, 6, 6]).jittered(0.3, 7).mesh();
    let moved = waved(mesh.nodes(), 0.2);
    let cases = Build::ALL.map(|build| [(build, 1e-6), (build, 0.05)]);
    for (build, tolerance) in cases.into_iter().flatten() {
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let options =
                    Options::default().with_build(build).with_tolerance(tolerance).unwrap();
                let mut partition = options.partition(&mesh).unwrap();
                let (defects, bounds) =
                    (partition.defects(&moved).unwrap(), partition.bounds(&moved).unwrap());
                let split = partition.split(&moved, 0.1).unwrap();
                (partition, defects, bounds, split)
            })
        };
        assert!(run(1) == run(3), "{build:?} {tolerance}");
    }
}

#[test]
fn surfaces_are_what_the_tetrahedra_show() {
    for (name, mesh) in meshes() {
        let partition = Partition::new(&mesh).unwrap();
        let mut exposed = 0;
        for piece in partition.pieces() {
            let facets = surface(&mesh, &piece);
            let nodes: HashSet<u32> = facets.iter().flatten().copied().collect();
            assert!(piece.vertices().is_sorted());
            assert_eq!(piece.vertices().iter().copied().collect::<HashSet<_>>(), nodes, "{name}");
            let turned = |[a, b, c]: [u32; 3]| [[a, b, c], [b, c, a], [c, a, b]];
            let outside: HashSet<_> = facets.iter().flat_map(|&f| turned(f)).collect();
            for facet in piece.exposed() {
                assert!(outside.contains(&facet.nodes), "{name}");
                assert!(piece.tets().contains(&facet.tet));
                let corners = mesh.tets()[facet.tet as usize];
                assert!(facet.nodes.iter().all(|node| corners.contains(node)));
            }
            assert_eq!(piece.is_active(), !piece.exposed().is_empty());
            exposed += piece.exposed().len();
        }
        let faces = mesh.tets().len() * 4;
        let trivial = Options::default().with_build(Build::Trivial).partition(&mesh).unwrap();
        let free: usize = trivial.pieces().map(|piece| piece.exposed().len()).sum();
        assert_eq!(exposed, free);
        assert_eq!((faces - free) % 2, 0);
    }
}

#[test]
fn a_climb_from_any_vertex_ends_at_the_farthest_one() {
    let mut rng = StdRng::seed_from_u64(5);
    let mut all = meshes();
    all.push(("rotated block", block([4, 4, 4]).rotated().mesh()));
    for (name, mesh) in all {
        let at = |piece: &Piece, v: usize| Vec3::from(mesh.nodes()[piece.vertices()[v] as usize]);
        for piece in Partition::new(&mesh).unwrap().pieces() {
            for _ in 0..4 {
                let d = Vec3::from_fn(|_, _| rng.random_range(-1.0..1.0));
                let height = |v: usize| d.dot(&at(&piece, v));
                let most = (0..piece.vertices().len()).map(height).fold(f64::MIN, f64::max);
                for start in 0..piece.vertices().len() {
                    let mut here = start;
                    let higher = |here: usize| {
                        let rises = |&&next: &&u32| height(next as usize) > height(here);
                        piece.neighbours(here).iter().find(rises).copied()
                    };
                    while let Some(next) = higher(here) {
                        here = next as usize;
                    }
                    assert!(height(here) >= most - 1e-12, "{name}: {} {most}", height(here));
                }
            }
        }
    }
}

/// The mean length of the edges of the tetrahedra of a piece, with its nodes here.
fn mean_edge(mesh: &TetMesh, piece: &Piece, nodes: &[[f64; 3]]) -> f64 {
    let at = |i: u32| Vec3::from(nodes[i as usize]);
    let edges = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
    let lengths = piece.tets().iter().flat_map(|&tet| {
        let corners = mesh.tets()[tet as usize];
        edges.map(|[i, j]| (at(corners[i]) - at(corners[j])).norm())
    });
    lengths.sum::<f64>() / (6 * piece.tets().len()) as f64
}

/// The defect by brute force: every edge of the surface, seen along itself.
fn defect(mesh: &TetMesh, piece: &Piece, nodes: &[[f64; 3]]) -> f64 {
    let at = |i: u32| Vec3::from(nodes[i as usize]);
    let mut facets: HashMap<[u32; 2], u32> = HashMap::new();
    for [a, b, c] in surface(mesh, piece) {
        for [a, b, c] in [[a, b, c], [b, c, a], [c, a, b]] {
            facets.insert([a, b], c);
        }
    }
    let mut deepest = 0.0_f64;
    for (&[a, b], &x) in &facets {
        let y = facets[&[b, a]];
        let axis = (at(b) - at(a)).normalize();
        let flat = |i: u32| (at(i) - at(a)) - axis * axis.dot(&(at(i) - at(a)));
        let outward = (at(b) - at(a)).cross(&(at(x) - at(a)));
        if outward.dot(&(at(y) - at(a))) <= 0.0 {
            continue;
        }
        let (p, q) = (flat(x), flat(y));
        let share = (p.dot(&(p - q)) / (p - q).norm_squared()).clamp(0.0, 1.0);
        deepest = deepest.max((p + (q - p) * share).norm());
    }
    deepest / mean_edge(mesh, piece, nodes)
}

#[test]
fn defects_after_deformation_are_those_of_brute_force() {
    for (name, mesh) in meshes() {
        for tolerance in [1e-6, 0.1] {
            let partition =
                Options::default().with_tolerance(tolerance).unwrap().partition(&mesh).unwrap();
            for amplitude in [0.01, 0.05, 0.2] {
                let moved = waved(mesh.nodes(), amplitude);
                let defects = partition.defects(&moved).unwrap();
                for (piece, found) in partition.pieces().zip(defects) {
                    let brute = defect(&mesh, &piece, &moved);
                    assert!((brute - found).abs() < 1e-12, "{name} {amplitude}: {brute} {found}");
                }
            }
        }
    }
}

#[test]
fn splitting_brings_pieces_within_the_limit_and_leaves_the_others_alone() {
    for (name, mesh) in meshes() {
        for (tolerance, limit) in [(0.0, 0.0), (1e-6, 0.02), (0.1, 0.1), (0.1, 0.05)] {
            let options = Options::default().with_tolerance(tolerance).unwrap();
            let before = options.partition(&mesh).unwrap();
            let moved = waved(mesh.nodes(), 0.2);
            let mut after = before.clone();
            let new: HashSet<usize> = after.split(&moved, limit).unwrap().into_iter().collect();
            let defects = before.defects(&moved).unwrap();
            for (number, piece) in before.pieces().enumerate() {
                assert_eq!(new.contains(&number), defects[number] > limit, "{name}");
                if !new.contains(&number) {
                    same(&piece, &after.piece(number));
                }
            }
            assert!((before.len()..after.len()).all(|number| new.contains(&number)));
            let worst = after.defects(&moved).unwrap().into_iter().fold(0.0, f64::max);
            assert!(worst <= limit * (1.0 + 1e-12), "{name}: {worst}");
            let mut all: Vec<u32> = after.pieces().flat_map(|p| p.tets().to_vec()).collect();
            all.sort_unstable();
            assert!(all.iter().copied().eq(0..mesh.tets().len() as u32), "{name}");
            for (number, piece) in after.pieces().enumerate() {
                assert!(piece.tets().iter().all(|&t| after.owners()[t as usize] == number as u32));
            }
            assert!(after.split(&moved, limit).unwrap().is_empty(), "{name}");
        }
    }
}

fn same(one: &Piece, two: &Piece) {
    assert_eq!(one.tets(), two.tets());
    assert_eq!(one.vertices(), two.vertices());
    assert_eq!(one.exposed(), two.exposed());
    assert_eq!(one.hinges(), two.hinges());
    for vertex in 0..one.vertices().len() {
        assert_eq!(one.neighbours(vertex), two.neighbours(vertex));
    }
}

#[test]
fn boxes_hold_the_moved_pieces_tightly() {
    let mesh = knot(44, 5).mesh();
    let partition = Partition::new(&mesh).unwrap();
    let moved = waved(mesh.nodes(), 0.1);
    for (piece, bounds) in partition.pieces().zip(partition.bounds(&moved).unwrap()) {
        for axis in 0..3 {
            let along = piece.tets().iter().flat_map(|&tet| mesh.tets()[tet as usize]);
            let along: Vec<f64> = along.map(|i| moved[i as usize][axis]).collect();
            assert_eq!(bounds.min[axis], along.iter().copied().fold(f64::INFINITY, f64::min));
            assert_eq!(bounds.max[axis], along.iter().copied().fold(f64::NEG_INFINITY, f64::max));
        }
    }
}

#[test]
fn wrong_input_is_refused_by_name() {
    let mesh = block([1, 1, 1]).mesh();
    let mut partition = Partition::new(&mesh).unwrap();
    let error = partition.defects(&mesh.nodes()[1..]).unwrap_err();
    assert_eq!(error.to_string(), "7 positions were given for 8 nodes");
    let mut moved = mesh.nodes().to_vec();
    moved[3][1] = f64::NAN;
    assert!(partition.bounds(&moved).unwrap_err().to_string().contains("point 3"));
    assert!(partition.split(mesh.nodes(), f64::NAN).is_err());
    assert!(Options::default().with_tolerance(-1.0).is_err());
}
