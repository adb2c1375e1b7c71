//! Elements that die and bodies that go: the contacts are those of a scene made anew, and what
//! remains keeps its history.

use std::collections::BTreeMap;

use gapkit::broad::Method;
use gapkit::mesh::{ElementKind, Elements, Orientation, SurfaceMesh, TetMesh};
use gapkit::scene::{BodyOptions, Config, Contact, Resolution, Scene};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::common::{block, shifted};

/// Hexahedra in a block, some of them left out.
fn hexahedra(cells: usize, shift: [f64; 3], is_kept: impl Fn(usize) -> bool) -> TetMesh {
    let at = |i: usize, j: usize, k: usize| (i + (cells + 1) * (j + (cells + 1) * k)) as u32;
    let mut elements = Elements::default();
    for k in 0..=cells {
        for j in 0..=cells {
            for i in 0..=cells {
                let x = [i, j, k].map(|x| x as f64 / cells as f64);
                elements.nodes.push([0, 1, 2].map(|axis| x[axis] + shift[axis]));
            }
        }
    }
    for number in 0..cells.pow(3) {
        let (i, j, k) = (number % cells, number / cells % cells, number / cells / cells);
        let ring = |k: usize| [at(i, j, k), at(i + 1, j, k), at(i + 1, j + 1, k), at(i, j + 1, k)];
        if is_kept(number) {
            let nodes = [ring(k), ring(k + 1)].concat();
            elements.push(ElementKind::Hex8, &nodes, number as u64, 0);
        }
    }
    TetMesh::from_elements(&elements, Orientation::Refuse).expect("a mesh")
}

/// What must be the same to the last bit: all but the numbers of facets and elements, which count
/// what is there.
fn bits(contacts: &[Contact]) -> BTreeMap<u64, Vec<u64>> {
    let of = |contact: &Contact| {
        let vectors = [contact.point_a, contact.point_b, contact.normal];
        let mut list: Vec<u64> =
            vectors.iter().flat_map(|v| v.iter()).map(|x| x.to_bits()).collect();
        list.extend([contact.gap.to_bits(), contact.area.to_bits()]);
        list.push(contact.kind as u64 * 1000 + u64::from(contact.point));
        for side in &contact.sides {
            list.push(side.body.into());
            list.extend(side.nodes().iter().map(|&node| u64::from(node)));
            list.extend(side.weights().iter().map(|w| w.to_bits()));
        }
        (contact.id, list)
    };
    let map: BTreeMap<_, _> = contacts.iter().map(of).collect();
    assert_eq!(map.len(), contacts.len(), "ids are different");
    map
}

fn config(resolution: Resolution) -> Config {
    let config = Config::new(0.02).expect("a margin").with_resolution(resolution);
    config.with_history(1).with_threads(1)
}

#[test]
fn contacts_of_an_eroded_block_are_those_of_a_scene_made_anew() {
    for resolution in [Resolution::Surface, Resolution::Facet] {
        let mut random = SmallRng::seed_from_u64(7);
        let cells = 4;
        let options = BodyOptions::default().with_self_contact(true);
        let upper = [0.11, 0.07, 0.99];
        let mut is_off = vec![false; cells * cells * cells];
        let mut scene = Scene::new(config(resolution)).expect("threads");
        let all = hexahedra(cells, upper, |_| true);
        scene.add_mesh(&block([5, 5, 5], [1.0; 3]), options).expect("a mesh");
        scene.add_mesh(&all, options).expect("a mesh");
        scene
            .add_mesh(&shifted(&block([2, 2, 2], [0.5; 3]), [0.3, 0.2, 1.98]), options)
            .expect("one");
        let mut before: BTreeMap<u64, (u32, f64)> = BTreeMap::new();
        for step in 0..24 {
            // Mostly one dies, seldom one comes back.
            let element = random.random_range(0..is_off.len());
            is_off[element] = random.random_range(0..5) > 0;
            scene.set_active(1, &[element as u32], !is_off[element]).expect("an element");
            let sag = 0.001 * f64::from(step);
            let moved: Vec<[f64; 3]> =
                all.nodes().iter().map(|[x, y, z]| [x + sag, *y, z - sag]).collect();
            scene.set_positions(1, &moved).expect("positions");
            scene.detect();
            let mut anew = Scene::new(config(resolution)).expect("threads");
            anew.add_mesh(&block([5, 5, 5], [1.0; 3]), options).expect("a mesh");
            let left = hexahedra(cells, upper, |number| !is_off[number]);
            anew.add_mesh(&left, options).expect("a mesh");
            let third = shifted(&block([2, 2, 2], [0.5; 3]), [0.3, 0.2, 1.98]);
            anew.add_mesh(&third, options).expect("a mesh");
            anew.set_positions(1, &moved).expect("positions");
            let wanted = bits(anew.detect());
            assert!(wanted.len() > 20, "{resolution:?}: {}", wanted.len());
            assert_eq!(bits(scene.contacts()), wanted, "{resolution:?}, step {step}");
            assert_eq!(scene.facet_count(1).unwrap(), anew.facet_count(1).unwrap());
            // What remains is older by one and has its value.
            let mut now = BTreeMap::new();
            for at in 0..scene.contacts().len() {
                let Contact { id, age, .. } = scene.contacts()[at];
                let known = before.get(&id);
                assert_eq!(age, known.map_or(0, |(age, _)| age + 1), "step {step}");
                assert_eq!(scene.values(at)[0], known.map_or(0.0, |(_, value)| *value));
                scene.values_mut(at)[0] = random.random_range(0.0..1.0);
                now.insert(id, (age, scene.values(at)[0]));
            }
            before = now;
        }
    }
}

#[test]
fn a_body_without_elements_is_gone_and_comes_back_as_it_was() {
    let mut scene = Scene::new(config(Resolution::Surface)).expect("threads");
    let lower = hexahedra(2, [0.0; 3], |_| true);
    scene.add_mesh(&lower, BodyOptions::default()).expect("a mesh");
    scene
        .add_mesh(&hexahedra(2, [0.1, 0.1, 1.005], |_| true), BodyOptions::default())
        .expect("one");
    let wanted = bits(scene.detect());
    assert!(!wanted.is_empty());
    let all: Vec<u32> = (0..8).collect();
    assert_eq!(scene.set_active(0, &all, false).expect("elements"), 8);
    assert!(scene.detect().is_empty() && scene.facet_count(0).unwrap() == 0);
    assert_eq!(scene.set_active(0, &all, true).expect("elements"), 8);
    assert_eq!(scene.set_active(0, &all, true).expect("elements"), 0);
    assert_eq!(bits(scene.detect()), wanted);
    for body in [0, 1] {
        scene.set_body_active(body, false).expect("a body");
        assert!(scene.detect().is_empty());
        assert!(!scene.is_active(body, 0).unwrap());
        scene.set_body_active(body, true).expect("a body");
        assert_eq!(bits(scene.detect()), wanted);
    }
    // A wrong call changes nothing.
    let age = scene.contacts()[0].age;
    let error = scene.set_active(0, &[3, 8], false).unwrap_err().to_string();
    assert_eq!(error, "body 0 has no element 8; it has 8");
    assert!(scene.is_active(0, 3).unwrap() && scene.contacts()[0].age == age);
    assert!(scene.set_active(7, &[0], false).is_err());
    scene.remove_body(1).expect("a body");
    assert!(scene.detect().is_empty());
    assert_eq!(scene.set_body_active(1, true).unwrap_err().to_string(), "body 1 was removed");
    let mut pieces = Scene::new(config(Resolution::Piece)).expect("threads");
    pieces.add_mesh(&lower, BodyOptions::default()).expect("a mesh");
    assert!(pieces.set_active(0, &[0], false).is_err());
}

#[test]
fn faces_of_shells_are_switched_and_skins_only_as_a_whole() {
    let nodes: Vec<[f64; 3]> =
        (0..3).flat_map(|j| (0..3).map(move |i| [f64::from(i), f64::from(j), 0.0])).collect();
    let faces = [[0, 1, 4, 3], [1, 2, 5, 4], [3, 4, 7, 6], [4, 5, 8, 7]];
    let shell = SurfaceMesh::open(nodes, &faces, &[0.1]).expect("a shell");
    let skin = SurfaceMesh::skin_of(&shifted(&block([1, 1, 1], [2.0; 3]), [0.0, 0.0, 0.055]));
    let mut scene = Scene::new(config(Resolution::Surface)).expect("threads");
    scene.add_surface(&shell, BodyOptions::default()).expect("a shell");
    scene.add_surface(&skin, BodyOptions::default()).expect("a skin");
    let area = |scene: &mut Scene| scene.detect().iter().map(|c| c.area).sum::<f64>();
    assert!((area(&mut scene) - 4.0).abs() < 1e-12);
    scene.set_active(0, &[1, 2], false).expect("faces");
    assert!((area(&mut scene) - 2.0).abs() < 1e-12);
    scene.set_active(0, &[1], true).expect("a face");
    assert!((area(&mut scene) - 3.0).abs() < 1e-12);
    assert!(scene.set_active(1, &[0], false).unwrap_err().to_string().contains("mesh or a shell"));
    scene.set_body_active(1, false).expect("a skin");
    assert_eq!(area(&mut scene), 0.0);
    scene.set_body_active(1, true).expect("a skin");
    assert!((area(&mut scene) - 3.0).abs() < 1e-12);
}

#[test]
fn trees_find_what_brute_force_finds_while_elements_die() {
    let upper = hexahedra(3, [0.1, 0.2, 0.99], |_| true);
    let lower = hexahedra(3, [0.0; 3], |_| true);
    let mut scenes = [Method::RTree, Method::Brute].map(|method| {
        let mut scene =
            Scene::new(config(Resolution::Surface).with_broad(method)).expect("threads");
        for mesh in [&lower, &upper] {
            scene.add_mesh(mesh, BodyOptions::default().with_self_contact(true)).expect("a mesh");
        }
        scene
    });
    for element in 0..27 {
        let lists = scenes.each_mut().map(|scene| {
            scene.set_active(element % 2, &[element], false).expect("an element");
            scene.detect().to_vec()
        });
        assert_eq!(lists[0], lists[1], "{element}");
    }
}

/// `cargo test --release --test scene -- --ignored what_erosion_costs --nocapture`
#[test]
#[ignore = "a measurement"]
fn what_erosion_costs() {
    let lower = hexahedra(20, [0.0; 3], |_| true);
    let upper = hexahedra(20, [0.013, 0.017, 0.999], |_| true);
    let make = || {
        let mut scene = Scene::new(config(Resolution::Surface)).expect("threads");
        for mesh in [&lower, &upper] {
            scene.add_mesh(mesh, BodyOptions::default()).expect("a mesh");
        }
        scene
    };
    let step = |scene: &mut Scene, step: u32, dies: bool| {
        let mut times = [0.0; 5];
        let start = std::time::Instant::now();
        if dies {
            // Elements of the face that is pressed, and those behind them.
            scene.set_active(1, &[step % 400 + 400 * (step / 400)], false).expect("an element");
        }
        times[1] = start.elapsed().as_secs_f64();
        let sag = 1e-6 * f64::from(step);
        let moved: Vec<[f64; 3]> =
            upper.nodes().iter().map(|[x, y, z]| [*x, *y, z - sag]).collect();
        scene.set_positions(1, &moved).expect("positions");
        scene.detect();
        times[0] = start.elapsed().as_secs_f64();
        let found = scene.statistics();
        let parts = [found.broad, found.narrow, found.build].map(|time| time.as_secs_f64());
        times[2..].copy_from_slice(&parts);
        times
    };
    let mean = |dies: bool| {
        let mut scene = make();
        scene.detect();
        let times: Vec<[f64; 5]> = (0..200).map(|i| step(&mut scene, i, dies)).collect();
        let mean = |k: usize| times.iter().map(|of| of[k]).sum::<f64>() / 200.0;
        println!(
            "{} rebuilds; {:.2} ms: switching {:.2}, candidates {:.2}, pairs {:.2}, contacts {:.2}; {} contacts",
            scene.statistics().rebuilds,
            1e3 * mean(0),
            1e3 * mean(1),
            1e3 * mean(2),
            1e3 * mean(3),
            1e3 * mean(4),
            scene.contacts().len()
        );
        mean(0)
    };
    let (without, with) = (mean(false), mean(true));
    let start = std::time::Instant::now();
    make().detect();
    let anew = start.elapsed().as_secs_f64();
    println!(
        "a step {:.2} ms, with an element that dies {:.2} ms ({:.1} times), a scene made anew {:.1} ms ({:.0} times that)",
        1e3 * without,
        1e3 * with,
        with / without,
        1e3 * anew,
        anew / with
    );
}

#[test]
fn candidates_that_outlive_elements_find_what_brute_force_finds() {
    let (mut detections, mut rebuilds) = (0, 0);
    for seed in 0..12 {
        let mut random = SmallRng::seed_from_u64(seed);
        let meshes = [
            hexahedra(3, [0.0; 3], |_| true),
            hexahedra(4, [0.1, 0.2, 0.995], |_| true),
            hexahedra(2, [0.95, 0.1, 0.3], |_| true),
        ];
        let mut scenes = [Method::RTree, Method::Brute].map(|method| {
            let mut scene =
                Scene::new(config(Resolution::Surface).with_broad(method)).expect("threads");
            for mesh in &meshes {
                let options = BodyOptions::default().with_self_contact(seed % 3 > 0);
                scene.add_mesh(mesh, options).expect("a mesh");
            }
            scene
                .add_plane([0.0, 0.0, 0.001], [0.0, 0.1, 1.0], BodyOptions::default())
                .expect("one");
            scene
        });
        let mut shift = [[0.0; 3]; 3];
        for step in 0..40 {
            // Up to three times between two detections, some elements go and some come back.
            for _ in 0..random.random_range(0..4) {
                let body = random.random_range(0..3);
                let count = meshes[body].element_count(ElementKind::Hex8) as u32;
                let some: Vec<u32> =
                    (0..random.random_range(1..4)).map(|_| random.random_range(0..count)).collect();
                let is_active = random.random_range(0..4) == 0;
                for scene in &mut scenes {
                    scene.set_active(body as u32, &some, is_active).expect("elements");
                }
            }
            if random.random_range(0..12) == 0 {
                let body = random.random_range(0..3);
                for scene in &mut scenes {
                    scene.set_body_active(body, step % 3 > 0).expect("a body");
                }
            }
            for (body, mesh) in meshes.iter().enumerate() {
                let by = if random.random_range(0..15) == 0 { 0.05 } else { 1e-3 };
                shift[body] = shift[body].map(|x| x + random.random_range(-by..by));
                let bend = random.random_range(-1e-3..1e-3);
                let at = shift[body];
                let moved: Vec<[f64; 3]> = mesh
                    .nodes()
                    .iter()
                    .map(|x| [x[0] + at[0], x[1] + at[1] + bend * x[0] * x[2], x[2] + at[2]])
                    .collect();
                for scene in &mut scenes {
                    scene.set_positions(body as u32, &moved).expect("positions");
                }
            }
            let lists = scenes.each_mut().map(|scene| scene.detect().to_vec());
            let [trees, brute] = &lists;
            let only = |one: &[Contact], two: &[Contact]| {
                let is_other = |contact: &&Contact| !two.contains(contact);
                let brief = |c: &Contact| (c.kind, c.sides.map(|s| (s.body, s.part)), c.gap, c.age);
                one.iter().filter(is_other).map(brief).take(4).collect::<Vec<_>>()
            };
            let differ = [only(trees, brute), only(brute, trees)];
            assert!(trees == brute, "seed {seed}, step {step}: {differ:?}");
        }
        detections += 40;
        rebuilds += scenes[0].statistics().rebuilds;
    }
    // Else it would not be seen whether what stays is right.
    assert!(3 * rebuilds < 2 * detections, "{rebuilds} of {detections}");
}
