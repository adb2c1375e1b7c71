//! Beams: against each other, shells, solids, shapes and half-spaces, by closed forms and by GJK.

use std::f64::consts::PI;
use std::sync::Arc;

use gapkit::Vec3;
use gapkit::broad::Method;
use gapkit::gjk;
use gapkit::mesh::{BeamMesh, SurfaceMesh, TetMesh};
use gapkit::scene::{BodyOptions, Config, Contact, Kind, Part, Scene};
use gapkit::shape::{Cuboid, PointSet, Pose, Sphere};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::common::{assert_same, block, shifted};

type Build<'a> = &'a dyn Fn(&mut Scene);

fn beam(ends: [[f64; 3]; 2], radius: f64) -> BeamMesh {
    BeamMesh::new(ends.to_vec(), &[[0, 1]], &[radius]).expect("a beam")
}

/// A straight chain of so many segments.
fn chain(ends: [[f64; 3]; 2], count: usize, radius: f64) -> BeamMesh {
    let at = |i: usize| {
        let t = i as f64 / count as f64;
        [0, 1, 2].map(|k| ends[0][k] + (ends[1][k] - ends[0][k]) * t)
    };
    let segments: Vec<[u32; 2]> = (0..count as u32).map(|i| [i, i + 1]).collect();
    BeamMesh::new((0..=count).map(at).collect(), &segments, &[radius]).expect("a chain")
}

fn add(scene: &mut Scene, beams: &BeamMesh) {
    scene.add_beams(beams, BodyOptions::default()).expect("beams");
}

/// The contacts, which do not depend on the broad phase or the number of threads.
fn detected(margin: f64, build: Build) -> Vec<Contact> {
    let config = Config::new(margin).expect("a margin");
    let lists = [(Method::RTree, 1), (Method::RTree, 3), (Method::Brute, 1)].map(|(broad, n)| {
        let mut scene = Scene::new(config.with_broad(broad).with_threads(n)).expect("threads");
        build(&mut scene);
        scene.detect().to_vec()
    });
    assert_same(&lists[1], &lists[0], "threads");
    assert_same(&lists[2], &lists[0], "brute force");
    let mut ids: Vec<u64> = lists[0].iter().map(|contact| contact.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), lists[0].len(), "ids are different");
    for contact in &lists[0] {
        let along = contact.point_b - contact.point_a;
        assert!((along - contact.normal * contact.gap).norm() < 1e-14);
        assert!(contact.area > 0.0 && (contact.normal.norm() - 1.0).abs() < 1e-14);
    }
    lists[0].clone()
}

fn area(contacts: &[Contact]) -> f64 {
    contacts.iter().map(|contact| contact.area).sum()
}

#[test]
fn beams_that_cross_have_the_area_of_both_at_the_crossing() {
    let (one, two, gap) = (0.05, 0.02, 0.003);
    for degrees in [90.0_f64, 60.0, 30.0, 15.0] {
        let (s, c) = degrees.to_radians().sin_cos();
        let height = one + two + gap;
        for (at, count) in [(0.0, 1), (0.3, 1), (0.05, 7)] {
            // Segments that are short against their crossing share it with those beside.
            let count = if degrees < 30.0 { 1 } else { count };
            let ends = [-1.0, 1.0].map(|t| [at + t * c, t * s, height]);
            // Of a chain the segments next to the crossing are a little farther.
            let found = detected(0.05, &|scene| {
                add(scene, &chain([[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]], count, one));
                add(scene, &beam(ends, two));
            });
            let wanted = 4.0 * one * two / s;
            assert!((area(&found) - wanted).abs() < 1e-13, "{degrees}: {}", area(&found));
            assert!(found.len() == 1 || count > 1, "{degrees} at {at}: {}", found.len());
            for contact in found.iter().filter(|_| count == 1) {
                assert_eq!(contact.kind, Kind::Area);
                assert!((contact.gap - gap).abs() < 1e-15, "{}", contact.gap);
                assert!((contact.normal - Vec3::z()).norm() < 1e-14);
                let crossing = Vec3::new(at, 0.0, one);
                assert!((contact.point_a - crossing).norm() < 1e-14);
                assert_eq!(contact.sides.map(|side| side.part), [Part::Segment(0); 2]);
            }
        }
    }
}

#[test]
fn beams_alongside_have_the_length_in_common_times_the_thinner_one() {
    let (one, two, gap) = (0.05, 0.02, -0.004);
    let height = one + two + gap;
    for counts in [[1, 1], [4, 3]] {
        let found = detected(0.01, &|scene| {
            add(scene, &chain([[0.0; 3], [2.0, 0.0, 0.0]], counts[0], one));
            let ends = [[1.3, 0.0, height], [0.4, 0.0, height]];
            add(scene, &chain(ends, counts[1], two));
        });
        assert!((area(&found) - 0.9 * 2.0 * two).abs() < 1e-13, "{}", area(&found));
        assert!(found.iter().all(|c| (c.gap - gap).abs() < 1e-14), "gaps");
        assert!(found.iter().all(|c| (c.normal - Vec3::z()).norm() < 1e-13), "normals");
        // A uniform pressure has the middle of the common length as its centre.
        let moment: f64 = found.iter().map(|c| c.area * c.point_a.x).sum();
        assert!((moment / area(&found) - 0.85).abs() < 1e-13);
    }
}

/// Two shells that meet in a right angle along the x axis and rise to both sides.
fn groove(thickness: f64) -> SurfaceMesh {
    let h = 0.5_f64.sqrt();
    let mut nodes = Vec::new();
    for x in [0.0, 0.7, 1.3, 2.0] {
        nodes.extend([[x, -h, h], [x, 0.0, 0.0], [x, h, h]]);
    }
    let mut faces = Vec::new();
    for i in [0, 3, 6] {
        faces.extend([[i, i + 1, i + 4, i + 3], [i + 1, i + 2, i + 5, i + 4]]);
    }
    SurfaceMesh::open(nodes, &faces, &[thickness]).expect("a groove")
}

#[test]
fn a_beam_in_a_groove_of_shells_has_both_walls() {
    let (radius, thickness) = (0.1, 0.02);
    for gap in [0.004, 0.0, -0.003] {
        let height = (radius + 0.5 * thickness + gap) * 2.0_f64.sqrt();
        for count in [1, 5] {
            let found = detected(0.01, &|scene| {
                let shell = groove(thickness);
                scene.add_surface(&shell, BodyOptions::default()).expect("a shell");
                add(scene, &chain([[0.3, 0.0, height], [1.6, 0.0, height]], count, radius));
            });
            let h = 0.5_f64.sqrt();
            for normal in [Vec3::new(0.0, h, h), Vec3::new(0.0, -h, h)] {
                let wall: Vec<Contact> =
                    found.iter().filter(|c| (c.normal - normal).norm() < 1e-13).copied().collect();
                let wanted = 1.3 * 2.0 * radius;
                assert!((area(&wall) - wanted).abs() < 1e-13, "{gap}: {}", area(&wall));
                assert!(wall.iter().all(|c| (c.gap - gap).abs() < 1e-14));
            }
            assert!((area(&found) - 2.0 * 1.3 * 2.0 * radius).abs() < 1e-12, "nothing else");
        }
    }
}

#[test]
fn a_beam_across_a_groove_from_below_touches_its_ridge() {
    let (radius, thickness, gap) = (0.1, 0.02, 0.002);
    let height = -(radius + 0.5 * thickness + gap);
    let found = detected(0.01, &|scene| {
        scene.add_surface(&groove(thickness), BodyOptions::default()).expect("a shell");
        add(scene, &beam([[1.0, -1.0, height], [1.0, 1.0, height]], radius));
    });
    let least = found.iter().map(|c| c.gap).fold(f64::INFINITY, f64::min);
    assert!((least - gap).abs() < 1e-15, "{least}");
    let at = found.iter().find(|c| c.gap == least).expect("one");
    assert!((at.normal + Vec3::z()).norm() < 1e-14);
}

/// The name of what a beam lies on, and what adds it.
type Ground = (&'static str, Box<dyn Fn(&mut Scene)>);

/// What a beam lies on, at z = 0.
fn grounds() -> [Ground; 4] {
    let solid = shifted(&block([3, 4, 1], [3.0, 2.0, 0.5]), [-0.5, -1.0, -0.5]);
    let shell = SurfaceMesh::open(
        vec![[-0.5, -1.0, -0.01], [2.5, -1.0, -0.01], [2.5, 1.0, -0.01], [-0.5, 1.0, -0.01]],
        &[[0, 1, 2, 3]],
        &[0.02],
    )
    .expect("a shell");
    let cuboid = Arc::new(Cuboid::new([0.0; 3], [1.5, 1.0, 0.25]).expect("a box"));
    let options = BodyOptions::default();
    [
        (
            "plane",
            Box::new(move |scene| {
                scene.add_plane([0.0; 3], [0.0, 0.0, 1.0], options).expect("a plane");
            }),
        ),
        (
            "solid",
            Box::new(move |scene| {
                scene.add_mesh(&solid, options).expect("a mesh");
            }),
        ),
        (
            "shell",
            Box::new(move |scene| {
                scene.add_surface(&shell, options).expect("a shell");
            }),
        ),
        (
            "box",
            Box::new(move |scene| {
                let pose = Pose::translation(1.0, 0.0, -0.25);
                scene.add_shape(cuboid.clone(), &pose, options).expect("a box");
            }),
        ),
    ]
}

#[test]
fn a_beam_on_flat_ground_has_its_length_times_its_diameter() {
    let radius = 0.05;
    for (name, ground) in grounds() {
        for (gap, count) in [(0.004, 1), (-0.006, 3)] {
            let height = radius + gap;
            let found = detected(0.01, &|scene| {
                add(scene, &chain([[0.0, 0.1, height], [1.2, -0.3, height]], count, radius));
                ground(scene);
            });
            let length = 1.2_f64.hypot(0.4);
            let wanted = 2.0 * radius * length;
            assert!((area(&found) - wanted).abs() < 1e-12, "{name} {gap}: {}", area(&found));
            for contact in &found {
                assert!((contact.gap - gap).abs() < 1e-14, "{name}: {}", contact.gap);
                assert!((contact.normal + Vec3::z()).norm() < 1e-13, "{name}");
            }
            let middle: Vec3 =
                found.iter().map(|c| c.point_a * c.area).sum::<Vec3>() / area(&found);
            assert!((middle - Vec3::new(0.6, -0.1, 0.0)).xy().norm() < 1e-12, "{name}");
        }
    }
}

#[test]
fn a_beam_that_stands_on_its_end_has_its_cross_section() {
    let (radius, gap) = (0.05, 0.003);
    for (name, ground) in grounds() {
        let bottom = radius + gap;
        let found = detected(0.01, &|scene| {
            add(scene, &beam([[0.7, 0.13, 1.0], [0.7, 0.13, bottom]], radius));
            ground(scene);
        });
        let [contact] = &found[..] else { panic!("{name}: {}", found.len()) };
        assert_eq!(contact.kind, Kind::Corner, "{name}");
        assert!((contact.area - PI * radius * radius).abs() < 1e-15, "{name}");
        assert!((contact.gap - gap).abs() < 1e-14, "{name}: {}", contact.gap);
        assert_eq!(contact.sides[0].nodes(), [1], "{name}");
    }
}

#[test]
fn a_beam_on_a_sphere_is_as_far_as_the_sphere_is() {
    let found = detected(0.05, &|scene| {
        add(scene, &chain([[-1.0, 0.0, 0.56], [1.0, 0.0, 0.56]], 3, 0.05));
        let ball = Arc::new(Sphere::new([0.0; 3], 0.5).expect("a sphere"));
        scene.add_shape(ball, &Pose::identity(), BodyOptions::default()).expect("a ball");
    });
    let least = found.iter().map(|c| c.gap).fold(f64::INFINITY, f64::min);
    assert!((least - 0.01).abs() < 2e-3, "{least}");
    // The chord within the margin, as the line from the centre sees it.
    let half = (0.6_f64.powi(2) - 0.56 * 0.56).sqrt();
    let seen = 2.0 * 0.56 * (half / 0.56).asinh();
    assert!((area(&found) / (0.1 * seen) - 1.0).abs() < 0.2, "{} {seen}", area(&found));
}

fn random_point(random: &mut SmallRng, size: f64) -> [f64; 3] {
    [0, 1, 2].map(|_| random.random_range(-size..size))
}

fn distance(a: &[[f64; 3]], b: &[[f64; 3]]) -> f64 {
    let [a, b] = [a, b].map(|points| PointSet::new(points).expect("points"));
    gjk::Query::default().distance(&a, &b).distance
}

/// The least gap, and how many contacts there are.
fn least_gap(scene: &mut Scene) -> f64 {
    scene.detect().iter().map(|contact| contact.gap).fold(f64::INFINITY, f64::min)
}

#[test]
fn the_least_gap_of_segments_is_their_distance_by_gjk() {
    let mut random = SmallRng::seed_from_u64(11);
    let (mut near, margin) = (0, 0.3);
    for _ in 0..3000 {
        let [a, b] = [0, 1].map(|_| [0, 1].map(|_| random_point(&mut random, 1.0)));
        let mut scene = Scene::new(Config::new(margin).expect("a margin")).expect("threads");
        add(&mut scene, &beam(a, 0.05));
        add(&mut scene, &beam(b, 0.02));
        let wanted = distance(&a, &b) - 0.07;
        let found = least_gap(&mut scene);
        if wanted < margin - 1e-9 {
            near += 1;
            assert!((found - wanted).abs() < 1e-13, "{a:?} {b:?}: {found}, not {wanted}");
        } else if wanted > margin + 1e-9 {
            assert_eq!(found, f64::INFINITY);
        }
    }
    assert!(near > 800, "{near}");
}

#[test]
fn the_least_gap_to_a_solid_is_the_distance_by_gjk() {
    let mut random = SmallRng::seed_from_u64(12);
    let solid: TetMesh = shifted(&block([2, 1, 3], [1.0; 3]), [-0.5; 3]);
    let corners: Vec<[f64; 3]> =
        (0..8).map(|i| [0, 1, 2].map(|k| f64::from(i >> k & 1) - 0.5)).collect();
    let (mut near, margin) = (0, 0.3);
    for _ in 0..2000 {
        let ends = [0, 1].map(|_| random_point(&mut random, 1.2));
        let wanted = distance(&ends, &corners) - 0.05;
        if wanted < -0.04 {
            continue;
        }
        let mut scene = Scene::new(Config::new(margin).expect("a margin")).expect("threads");
        scene.add_mesh(&solid, BodyOptions::default()).expect("a mesh");
        add(&mut scene, &beam(ends, 0.05));
        let found = least_gap(&mut scene);
        if wanted < margin - 1e-9 {
            near += 1;
            assert!((found - wanted).abs() < 1e-13, "{ends:?}: {found}, not {wanted}");
        } else if wanted > margin + 1e-9 {
            assert_eq!(found, f64::INFINITY);
        }
    }
    assert!(near > 500, "{near}");
}

#[test]
fn a_chain_meets_itself_but_not_where_it_was_made_to() {
    // A spiral of two turns, whose segments are shorter than they are thick.
    let at = |i: u32| {
        let angle = f64::from(i) * PI / 20.0;
        [angle.cos(), angle.sin(), 0.05 * f64::from(i) / 20.0]
    };
    let segments: Vec<[u32; 2]> = (0..80).map(|i| [i, i + 1]).collect();
    let nodes: Vec<[f64; 3]> = (0..=80).map(at).collect();
    let spiral = BeamMesh::new(nodes.clone(), &segments, &[0.045]).expect("a chain");
    let options = BodyOptions::default().with_self_contact(true);
    let mut scene = Scene::new(Config::new(0.02).expect("a margin")).expect("threads");
    let body = scene.add_beams(&spiral, options).expect("beams");
    scene.detect();
    let turns = |c: &Contact| c.sides[1].element.unwrap() - c.sides[0].element.unwrap();
    assert!(!scene.contacts().is_empty());
    assert!(scene.contacts().iter().all(|c| (37..=43).contains(&turns(c))));
    let mean: f64 = scene.contacts().iter().map(|c| c.gap * c.area).sum::<f64>();
    assert!((mean / area(scene.contacts()) - 0.01).abs() < 1e-3);
    // Pressed together.
    let pressed: Vec<[f64; 3]> = nodes.iter().map(|[x, y, z]| [*x, *y, 0.85 * z]).collect();
    scene.set_positions(body, &pressed).expect("positions");
    assert!(least_gap(&mut scene) < -0.004);
    assert!(scene.contacts().iter().any(|c| c.age == 1));
}

#[test]
fn segments_die_and_a_wrong_call_changes_nothing() {
    let mut scene = Scene::new(Config::new(0.01).expect("a margin")).expect("threads");
    let low = chain([[0.0, 0.0, 0.05], [1.0, 0.0, 0.05]], 4, 0.05);
    let body = scene.add_beams(&low, BodyOptions::default()).expect("beams");
    scene.add_plane([0.0; 3], [0.0, 0.0, 1.0], BodyOptions::default()).expect("a plane");
    scene.detect();
    assert!((area(scene.contacts()) - 0.1).abs() < 1e-14);
    assert_eq!(scene.set_active(body, &[1, 2], false).expect("segments"), 2);
    scene.detect();
    assert!((area(scene.contacts()) - 0.05).abs() < 1e-14);
    assert!(scene.contacts().iter().all(|c| c.age == 1));
    assert!(scene.set_active(body, &[4], false).is_err());
    scene.set_body_active(body, false).expect("a body");
    assert!(scene.detect().is_empty());
    scene.set_body_active(body, true).expect("a body");
    scene.set_active(body, &[1], true).expect("a segment");
    scene.detect();
    assert!((area(scene.contacts()) - 0.075).abs() < 1e-14);
    let state = scene.save();
    let known = scene.contacts().to_vec();
    scene.restore(&state).expect("its own state");
    assert_eq!(scene.contacts(), known);
}

#[test]
fn what_is_wrong_with_beams_is_named() {
    let nodes = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0; 3], [f64::NAN, 0.0, 0.0]];
    let refused = |nodes: &[[f64; 3]], segments: &[[u32; 2]], radius: &[f64]| {
        BeamMesh::new(nodes.to_vec(), segments, radius).unwrap_err().to_string()
    };
    assert!(refused(&nodes, &[[0, 1]], &[0.1]).contains("node 3"));
    let nodes = &nodes[..3];
    assert_eq!(refused(nodes, &[[0, 1], [0, 2]], &[0.1]), "beam 1 has no length");
    assert_eq!(refused(nodes, &[[0, 1], [1, 0]], &[0.1]), "beam 1 has the same nodes as beam 0");
    assert!(refused(nodes, &[[0, 7]], &[0.1]).contains("there are 3 nodes"));
    assert!(refused(nodes, &[[0, 1]], &[0.0]).contains("radius"));
    assert!(refused(nodes, &[[0, 1]], &[0.1, 0.1]).contains("radii"));
    assert!(refused(nodes, &[], &[0.1]).contains("no elements"));
    let config = Config::new(0.1).expect("a margin");
    let config = config.with_resolution(gapkit::scene::Resolution::Facet);
    let mut scene = Scene::new(config).expect("threads");
    let one = beam([[0.0; 3], [1.0, 0.0, 0.0]], 0.1);
    assert!(scene.add_beams(&one, BodyOptions::default()).is_err());
    assert_eq!(scene.body_count(), 0);
}
