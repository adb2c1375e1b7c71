//! Bodies that are surfaces: skins have the contacts of their volumes, shells those of a closed form.

use gapkit::Vec3;
use gapkit::broad::Method;
use gapkit::mesh::SurfaceMesh;
use gapkit::scene::{BodyOptions, Config, Contact, Kind, Resolution, Scene, Side, hash};
use gapkit::shape::{Pose, Sphere};
use std::sync::Arc;

use crate::common::{Placement, assert_same, block, bunny, knot, knot_poses, shifted};

fn surface_config(margin: f64) -> Config {
    Config::new(margin).expect("a margin")
}

/// A grid of quadrangles in the plane z = 0, moved by a function.
fn sheet(cells: [usize; 2], size: [f64; 2], by: impl Fn([f64; 3]) -> [f64; 3]) -> Grid {
    let mut nodes = Vec::new();
    for j in 0..=cells[1] {
        for i in 0..=cells[0] {
            let part = |k: usize, at: usize| size[k] * at as f64 / cells[k] as f64;
            nodes.push(by([part(0, i), part(1, j), 0.0]));
        }
    }
    let at = |i: usize, j: usize| (i + j * (cells[0] + 1)) as u32;
    let faces = (0..cells[1]).flat_map(|j| {
        (0..cells[0]).map(move |i| [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)])
    });
    Grid { nodes, faces: faces.collect() }
}

struct Grid {
    nodes: Vec<[f64; 3]>,
    faces: Vec<[u32; 4]>,
}

impl Grid {
    fn shell(&self, thickness: &[f64]) -> SurfaceMesh {
        SurfaceMesh::open(self.nodes.clone(), &self.faces, thickness).expect("a shell")
    }
}

fn area(contacts: &[Contact]) -> f64 {
    contacts.iter().map(|contact| contact.area).sum()
}

fn scene_of(margin: f64, surfaces: &[&SurfaceMesh]) -> Scene {
    let mut scene = Scene::new(surface_config(margin)).expect("threads");
    for surface in surfaces {
        scene.add_surface(surface, BodyOptions::default()).expect("a surface");
    }
    scene
}

/// The contacts by trees, checked against brute force.
fn detected(build: &dyn Fn(Config) -> Scene, margin: f64) -> Vec<Contact> {
    let found = build(surface_config(margin)).detect().to_vec();
    let brute = build(surface_config(margin).with_broad(Method::Brute)).detect().to_vec();
    assert_same(&found, &brute, "brute force");
    found
}

#[test]
fn two_plates_have_the_gap_between_their_thicknesses_on_either_side() {
    let (thick, thin, margin) = (0.02, 0.01, 0.05);
    for distance in [0.04, 0.0151, 0.004, 1e-9, -0.004, -0.04] {
        for turned in [false, true] {
            let lower = sheet([4, 3], [1.0, 1.0], |x| x).shell(&[thick]);
            // The upper one is smaller, and its faces may be turned over.
            let mut upper = sheet([3, 5], [0.5, 0.5], |[x, y, _]| [x + 0.21, y + 0.17, distance]);
            if turned {
                upper.faces.iter_mut().step_by(2).for_each(|face| face.reverse());
            }
            let scene = scene_of(margin, &[&lower, &upper.shell(&[thin])]).detect().to_vec();
            assert!((area(&scene) - 0.25).abs() < 1e-13, "{distance}: {}", area(&scene));
            for contact in &scene {
                assert_eq!(contact.kind, Kind::Area);
                let gap = distance.abs() - 0.5 * (thick + thin);
                assert!((contact.gap - gap).abs() < 1e-15, "{distance}: {}", contact.gap);
                let normal = Vec3::new(0.0, 0.0, distance.signum());
                assert!((contact.normal - normal).norm() < 1e-15);
                let on_a = Vec3::new(contact.point_a.x, contact.point_a.y, 0.0) + normal * 0.01;
                assert!((contact.point_a - on_a).norm() < 1e-15);
            }
        }
    }
}

#[test]
fn each_face_has_its_own_thickness() {
    let thickness = [0.01, 0.03, 0.02, 0.04];
    let lower = sheet([4, 1], [4.0, 1.0], |x| x).shell(&thickness);
    let upper = sheet([1, 1], [4.0, 1.0], |[x, y, _]| [x, y, 0.03]).shell(&[0.0]);
    let build = |config: Config| {
        let mut scene = Scene::new(config).expect("threads");
        for surface in [&lower, &upper] {
            scene.add_surface(surface, BodyOptions::default()).expect("a surface");
        }
        scene
    };
    let contacts = detected(&build, 0.02);
    for (element, own) in thickness.iter().enumerate() {
        let here: Vec<Contact> = contacts
            .iter()
            .filter(|contact| contact.sides[0].element == Some(element as u32))
            .copied()
            .collect();
        // The first is too thin to be within the margin.
        let wanted = if element == 0 { 0.0 } else { 1.0 };
        assert!((area(&here) - wanted).abs() < 1e-13, "{element}: {}", area(&here));
        assert!(here.iter().all(|contact| (contact.gap - (0.03 - 0.5 * own)).abs() < 1e-15));
    }
}

#[test]
fn a_shell_on_a_solid_holds_beyond_its_middle() {
    let solid = block([2, 2, 2], [1.0; 3]);
    let thickness = 0.02;
    for distance in [0.03, 0.005, 0.0, -0.005, -0.05] {
        let shell = sheet([3, 3], [0.6, 0.6], |[x, y, _]| [x + 0.2, y + 0.2, 1.0 + distance]);
        let shell = shell.shell(&[thickness]);
        let build = |config: Config| {
            let mut scene = Scene::new(config).expect("threads");
            scene.add_mesh(&solid, BodyOptions::default()).expect("a mesh");
            scene.add_surface(&shell, BodyOptions::default()).expect("a surface");
            scene
        };
        let contacts = detected(&build, 0.05);
        let areas: Vec<Contact> =
            contacts.iter().filter(|contact| contact.kind == Kind::Area).copied().collect();
        assert!((area(&areas) - 0.36).abs() < 1e-13, "{distance}: {}", area(&areas));
        for contact in &areas {
            assert!((contact.gap - (distance - 0.5 * thickness)).abs() < 1e-15);
            assert!((contact.normal - Vec3::z()).norm() < 1e-15);
        }
    }
}

#[test]
fn a_strip_that_is_folded_meets_itself() {
    // Two legs, 0.05 apart, joined by a half circle.
    let (distance, thickness) = (0.05f64, 0.02);
    let radius = 0.5 * distance;
    let turn = std::f64::consts::PI * radius;
    let fold = |[x, y, _]: [f64; 3]| {
        let beyond = x - 1.0;
        if beyond <= 0.0 {
            return [x, y, 0.0];
        }
        if beyond < turn {
            let angle = beyond / radius;
            return [1.0 + radius * angle.sin(), y, radius - radius * angle.cos()];
        }
        [1.0 - (beyond - turn), y, distance]
    };
    let strip = sheet([40, 2], [2.0 + turn, 0.5], fold).shell(&[thickness]);
    let options = BodyOptions::default().with_self_contact(true);
    let build = |config: Config| {
        let mut scene = Scene::new(config).expect("threads");
        scene.add_surface(&strip, options).expect("a surface");
        scene
    };
    let contacts = detected(&build, 0.04);
    // Elements that are straight as a whole, along the strip.
    let length = (2.0 + turn) / 40.0;
    let ends = [(1.0 / length).floor(), ((1.0 + turn) / length).ceil()];
    let is_straight = |side: &Side| {
        let at = f64::from(side.element.expect("a face") % 40);
        at + 1.0 <= ends[0] || at >= ends[1]
    };
    let flat: Vec<Contact> =
        contacts.iter().filter(|c| c.sides.iter().all(is_straight)).copied().collect();
    assert!(flat.iter().all(|contact| (contact.gap - (distance - thickness)).abs() < 1e-13));
    assert!(flat.iter().all(|contact| contact.normal.z.abs() > 1.0 - 1e-13));
    let common = f64::min(ends[0] * length, 2.0 + turn - ends[1] * length);
    assert!((area(&flat) - 0.5 * common).abs() < 1e-12, "{} of {common}", area(&flat));
}

/// A plate of 1 by 1 with another one standing on its middle line.
fn joint() -> Grid {
    let mut grid = sheet([4, 4], [1.0, 1.0], |x| x);
    let web = sheet([4, 3], [1.0, 0.6], |[x, z, _]| [x, 0.5, z]);
    let first = grid.nodes.len() as u32;
    // The lowest row of the web is the middle row of the plate.
    let number = |node: u32| if node < 5 { 10 + node } else { first + node - 5 };
    grid.nodes.extend(&web.nodes[5..]);
    grid.faces.extend(web.faces.iter().map(|face| face.map(number)));
    grid
}

#[test]
fn a_joint_of_three_sheets_has_contacts_on_all_its_sides() {
    let (thickness, margin) = (0.02, 0.01);
    let tee = joint().shell(&[thickness]);
    let plate = |by: &dyn Fn([f64; 3]) -> [f64; 3]| sheet([2, 2], [0.3, 0.3], by).shell(&[0.01]);
    let gap = 0.002;
    let away = gap + 0.5 * (thickness + 0.01);
    // Below, above on both sides of the web, and on both sides of the web.
    let below = plate(&|[x, y, _]| [x + 0.3, y + 0.35, -away]);
    let left = plate(&|[x, y, _]| [x + 0.3, y + 0.1, away]);
    let right = plate(&|[x, y, _]| [x + 0.3, y + 0.6, away]);
    let front = plate(&|[x, z, _]| [x + 0.3, 0.5 - away, z + 0.2]);
    let behind = plate(&|[x, z, _]| [x + 0.3, 0.5 + away, z + 0.2]);
    for (other, normal) in [
        (&below, -Vec3::z()),
        (&left, Vec3::z()),
        (&right, Vec3::z()),
        (&front, -Vec3::y()),
        (&behind, Vec3::y()),
    ] {
        let build = |config: Config| {
            let mut scene = Scene::new(config).expect("threads");
            for surface in [&tee, other] {
                scene.add_surface(surface, BodyOptions::default()).expect("a surface");
            }
            scene
        };
        let contacts = detected(&build, margin);
        assert!((area(&contacts) - 0.09).abs() < 1e-13, "{normal}: {}", area(&contacts));
        for contact in &contacts {
            assert!((contact.gap - gap).abs() < 1e-15);
            assert!((contact.normal - normal).norm() < 1e-15);
        }
    }
}

/// Adds what something stands on.
type Ground<'a> = &'a dyn Fn(&mut Scene);

#[test]
fn a_plate_on_its_edge_stands_on_a_plane_a_solid_and_a_shell() {
    let thickness = 0.02;
    let standing =
        |z: f64| sheet([5, 2], [1.0, 0.4], |[x, y, _]| [x, 0.5, y + z]).shell(&[thickness]);
    let up = Vec3::z();
    let grounds: [(&str, Ground); 3] = [
        ("plane", &|scene| {
            scene.add_plane([0.0; 3], up, BodyOptions::default()).expect("a plane");
        }),
        ("solid", &|scene| {
            let solid = shifted(&block([3, 3, 1], [1.4, 1.4, 0.5]), [-0.2, -0.2, -0.5]);
            scene.add_mesh(&solid, BodyOptions::default()).expect("a mesh");
        }),
        ("shell", &|scene| {
            let floor = sheet([3, 3], [1.4, 1.4], |[x, y, z]| [x - 0.2, y - 0.2, z]);
            scene.add_surface(&floor.shell(&[0.0]), BodyOptions::default()).expect("a shell");
        }),
    ];
    for (name, ground) in grounds {
        for height in [0.015, 0.005] {
            let build = |config: Config| {
                let mut scene = Scene::new(config).expect("threads");
                scene.add_surface(&standing(height), BodyOptions::default()).expect("a shell");
                ground(&mut scene);
                scene
            };
            let contacts = detected(&build, 0.01);
            assert_eq!(contacts.len(), 6, "{name} at {height}");
            for contact in &contacts {
                assert_eq!(contact.kind, Kind::Corner);
                assert!((contact.gap - (height - 0.5 * thickness)).abs() < 1e-15);
                assert!((contact.normal + up).norm() < 1e-14, "{name}: {contact:?}");
            }
            // Half of the area of the edge is left to the other body.
            let wanted = 0.5 * thickness * 1.0;
            assert!((area(&contacts) - wanted).abs() < 1e-15, "{name}: {}", area(&contacts));
        }
    }
}

#[test]
fn a_sphere_rests_on_either_side_of_a_shell() {
    let shell = sheet([20, 20], [1.0, 1.0], |x| x).shell(&[0.02]);
    for side in [1.0, -1.0] {
        let mut scene = scene_of(0.01, &[&shell]);
        let ball = Arc::new(Sphere::new(Vec3::zeros(), 0.2).expect("a sphere"));
        let pose = Pose::translation(0.5, 0.5, side * 0.212);
        scene.add_shape(ball, &pose, BodyOptions::default()).expect("a ball");
        let least = scene.detect().iter().map(|c| c.gap).fold(f64::INFINITY, f64::min);
        assert!((least - 0.002).abs() < 1e-3, "{least}");
        assert!(scene.contacts().iter().all(|c| c.normal.z * side > 0.0));
    }
}

/// The faces of a skin, as a host has them that knows nothing else.
fn bare(skin: &SurfaceMesh) -> SurfaceMesh {
    let faces: Vec<[u32; 4]> = skin.facets().iter().map(|&[a, b, c]| [a, b, c, c]).collect();
    SurfaceMesh::closed(skin.nodes().to_vec(), &faces).expect("a closed surface")
}

#[test]
fn the_bunny_and_knots_by_their_skins_have_the_hash_of_their_volumes() {
    let meshes = [bunny().clone(), knot()];
    let skins = meshes.each_ref().map(SurfaceMesh::skin_of);
    let faces = skins.each_ref().map(bare);
    let mut found = 0;
    for (seed, placement) in
        [(1, Placement::Apart), (2, Placement::Touching), (5, Placement::Overlapping)]
    {
        let poses = knot_poses(seed, placement);
        // Knots that overlap are deeper than what is known without the elements.
        let poses_of_faces = if seed == 1 { &poses[..] } else { &poses[..1] };
        let list = |kind: usize, poses: &[Pose]| {
            let mut scene = Scene::new(surface_config(0.02)).expect("threads");
            let add = |scene: &mut Scene, i: usize| match kind {
                0 => scene.add_mesh(&meshes[i], BodyOptions::default()).expect("a mesh"),
                1 => scene.add_surface(&skins[i], BodyOptions::default()).expect("a skin"),
                _ => scene.add_surface(&faces[i], BodyOptions::default()).expect("faces"),
            };
            add(&mut scene, 0);
            for pose in poses {
                let body = add(&mut scene, 1);
                scene.set_pose(body, pose).expect("a pose");
            }
            scene.detect().to_vec()
        };
        let volumes = list(0, &poses);
        found += volumes.len();
        assert_same(&list(1, &poses), &volumes, "skins and volumes");
        assert_eq!(hash(&list(1, &poses)), hash(&volumes));
        if placement != Placement::Overlapping {
            // Elements are those of the faces.
            let mut volumes = list(0, poses_of_faces);
            let mut faces = list(2, poses_of_faces);
            for side in volumes.iter_mut().chain(&mut faces).flat_map(|c| &mut c.sides) {
                side.element = None;
            }
            assert_same(&faces, &volumes, "faces and volumes");
        }
    }
    assert!(found > 1000, "{found}");
}

#[test]
fn a_skin_from_faces_is_that_of_the_mesh() {
    let mesh = block([2, 3, 2], [1.0, 2.0, 1.0]);
    let skin = SurfaceMesh::skin_of(&mesh);
    let faces: Vec<[u32; 4]> = skin.facets().iter().map(|&[a, b, c]| [a, b, c, c]).collect();
    let made = SurfaceMesh::closed(mesh.nodes().to_vec(), &faces).expect("a closed surface");
    assert_eq!(made.facets(), skin.facets());
    assert_eq!(made.neighbors(), skin.neighbors());
    // Two blocks that touch along an edge.
    let two = vec![[0, 1, 0], [1, 0, 0]];
    let mut nodes: Vec<[f64; 3]> = Vec::new();
    let mut quads = Vec::new();
    let number = |nodes: &mut Vec<[f64; 3]>, x: [f64; 3]| {
        let at = nodes.iter().position(|y| *y == x).unwrap_or(nodes.len());
        if at == nodes.len() {
            nodes.push(x);
        }
        at as u32
    };
    for cell in &two {
        let faces = [
            [[0, 0, 0], [0, 1, 0], [1, 1, 0], [1, 0, 0]],
            [[0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]],
            [[0, 0, 0], [1, 0, 0], [1, 0, 1], [0, 0, 1]],
            [[0, 1, 0], [0, 1, 1], [1, 1, 1], [1, 1, 0]],
            [[0, 0, 0], [0, 0, 1], [0, 1, 1], [0, 1, 0]],
            [[1, 0, 0], [1, 1, 0], [1, 1, 1], [1, 0, 1]],
        ];
        for face in faces {
            quads.push(face.map(|x| {
                let x = [0, 1, 2].map(|k| f64::from(x[k] + cell[k]));
                number(&mut nodes, x)
            }));
        }
    }
    let made = SurfaceMesh::closed(nodes, &quads).expect("a closed surface");
    // Neighbours are of the same block.
    let of = |facet: usize| made.owners()[facet] / 6;
    for (facet, neighbors) in made.neighbors().iter().enumerate() {
        assert!(neighbors.iter().all(|&next| of(next as usize) == of(facet)));
    }
}

#[test]
fn what_is_inside_a_skin_is_told_as_by_its_volume() {
    // A small block deep in a large one: a warning, and the signed gaps of its nodes.
    let large = block([3, 3, 3], [3.0; 3]);
    let small = shifted(&block([1, 1, 1], [0.25; 3]), [1.375, 1.5, 1.25]);
    let lists = [true, false].map(|by_skin| {
        let mut scene = Scene::new(surface_config(0.01)).expect("threads");
        for mesh in [&large, &small] {
            if by_skin {
                let skin = SurfaceMesh::skin_of(mesh);
                scene.add_surface(&skin, BodyOptions::default()).expect("a skin");
            } else {
                scene.add_mesh(mesh, BodyOptions::default()).expect("a mesh");
            }
        }
        let contacts = scene.detect().to_vec();
        (contacts, scene.node_gaps(1).expect("gaps"))
    });
    assert!(lists[0].0.iter().any(|contact| contact.kind == Kind::Deep));
    assert_same(&lists[0].0, &lists[1].0, "skins and volumes");
    assert!(lists[0].1.iter().all(|gap| *gap < -1.0));
    assert_eq!(lists[0].1, lists[1].1);
}

#[test]
fn wrong_surfaces_are_refused_with_the_culprit() {
    let mesh = block([1, 1, 1], [1.0; 3]);
    let skin = SurfaceMesh::skin_of(&mesh);
    let nodes = mesh.nodes().to_vec();
    let faces: Vec<[u32; 4]> = skin.facets().iter().map(|&[a, b, c]| [a, b, c, c]).collect();
    let refused = |nodes: &[[f64; 3]], faces: &[[u32; 4]]| {
        SurfaceMesh::closed(nodes.to_vec(), faces).unwrap_err().to_string()
    };
    assert!(refused(&nodes, &faces[1..]).starts_with("the surface is not closed: the edge"));
    let mut turned = faces.clone();
    turned[3].swap(0, 1);
    assert!(refused(&nodes, &turned).contains("not closed"));
    let out: Vec<[u32; 4]> = faces.iter().map(|&[a, b, c, _]| [a, c, b, b]).collect();
    assert!(refused(&nodes, &out).starts_with("the surface is inside out"));
    let mut wrong = faces.clone();
    wrong[4] = [0, 1, 99, 99];
    assert_eq!(refused(&nodes, &wrong), "local node 2 of triangle 4 is 99, but there are 8 nodes");
    wrong[4] = [0, 1, 1, 2];
    assert_eq!(refused(&nodes, &wrong), "quadrangle 4 uses node 1 twice");
    wrong[4] = faces[2];
    assert_eq!(refused(&nodes, &wrong), "triangle 4 has the same nodes as triangle 2");
    let mut flat = nodes.clone();
    flat[3] = flat[1];
    assert!(refused(&flat, &faces).contains("has no area"));
    flat[3] = [f64::NAN; 3];
    assert!(refused(&flat, &faces).contains("node 3"));
    let open = |thickness: &[f64]| {
        SurfaceMesh::open(nodes.clone(), &faces, thickness).unwrap_err().to_string()
    };
    assert!(open(&[-1.0]).contains("thickness"));
    assert!(open(&[0.1, 0.1]).contains("thicknesses"));
    assert!(SurfaceMesh::closed(nodes.clone(), &[]).is_err());
    // At other resolutions the scene stays as it was.
    for resolution in [Resolution::Facet, Resolution::Piece] {
        let mut scene =
            Scene::new(surface_config(0.1).with_resolution(resolution)).expect("threads");
        let error = scene.add_surface(&skin, BodyOptions::default()).unwrap_err().to_string();
        assert!(error.contains("resolution of surfaces"), "{error}");
        assert_eq!(scene.body_count(), 0);
    }
}
