//! The bodies made by formula, against what is known of them.

use std::f64::consts::{PI, TAU};

use gapkit::mesh::ElementKind;
use gapkit::mesh::bodies::{self, Cylinder, GearTooth, Knot};

use super::common::{assert_sound, euler};

fn text<T>(result: Result<T, gapkit::Error>) -> String {
    result.err().expect("it should be refused").to_string()
}

#[test]
fn a_block_fills_its_box() {
    for cells in [[1, 1, 1], [1, 2, 3], [5, 4, 3]] {
        let mesh = bodies::block(cells, [0.1, 0.7, 3.0]).unwrap();
        assert_sound(&mesh);
        let summary = mesh.summary();
        assert!((summary.volume / 0.21 - 1.0).abs() < 1e-13);
        assert_eq!((summary.low, summary.high), ([0.0; 3], [0.1, 0.7, 3.0]));
        let count: usize = cells.iter().product();
        assert_eq!((summary.tets, mesh.element_count(ElementKind::Hex8)), (6 * count, count));
    }
}

#[test]
fn a_cylinder_has_the_volume_of_its_prism() {
    for (sides, rings, layers) in [(3, 1, 1), (7, 2, 3), (24, 5, 10)] {
        let shape = Cylinder { radius: 0.3, height: 1.7, sides, rings, layers };
        let mesh = bodies::cylinder(&shape).unwrap();
        let surface = assert_sound(&mesh);
        assert_eq!(euler(surface.facets()), 2);
        let n = sides as f64;
        let prism = n / 2.0 * (TAU / n).sin() * 0.3 * 0.3 * 1.7;
        assert!((mesh.summary().volume / prism - 1.0).abs() < 1e-13);
    }
}

#[test]
fn a_sphere_approaches_its_volume_with_the_square_of_the_edge() {
    let missing = |layers: usize| {
        let mesh = bodies::sphere(1.5, layers).unwrap();
        let surface = assert_sound(&mesh);
        assert_eq!(euler(surface.facets()), 2);
        assert_eq!(
            (mesh.tets().len(), surface.facets().len()),
            (20 * layers.pow(3), 20 * layers.pow(2))
        );
        for &node in surface.facets().iter().flatten() {
            let radius = gapkit::Vec3::from(mesh.nodes()[node as usize]).norm();
            assert!((radius / 1.5 - 1.0).abs() < 1e-15);
        }
        1.0 - mesh.summary().volume / (4.0 / 3.0 * PI * 1.5_f64.powi(3))
    };
    // An icosahedron of circumradius 1.
    let golden = (1.0 + 5.0_f64.sqrt()) / 2.0;
    let edge = 2.0 / (golden * golden + 1.0).sqrt();
    let icosahedron = 5.0 * (3.0 + 5.0_f64.sqrt()) / 12.0 * edge.powi(3);
    assert!((missing(1) - (1.0 - icosahedron / (4.0 / 3.0 * PI))).abs() < 1e-14);
    for layers in [4, 8] {
        let ratio = missing(layers) / missing(2 * layers);
        assert!((3.8..4.2).contains(&ratio), "{layers}: {ratio}");
    }
}

#[test]
fn spheres_of_every_resolution_are_sound() {
    for layers in 1..=12 {
        let summary = bodies::sphere(1.0, layers).unwrap().summary();
        assert!(summary.smallest_volume > 0.2 * summary.largest_volume, "{layers} {summary}");
    }
}

#[test]
fn the_trefoils_of_the_demo_have_the_numbers_of_tetrahedra_and_facets_asked_for() {
    for (sections, sides, rings, tets, facets) in [(44, 5, 1, 660, 440), (109, 8, 2, 7848, 1744)] {
        let mesh = bodies::knot(&Knot::trefoil(sections, sides, rings)).unwrap();
        let surface = assert_sound(&mesh);
        assert_eq!((mesh.tets().len(), surface.facets().len()), (tets, facets));
        assert_eq!(euler(surface.facets()), 0);
    }
}

/// The length of a torus knot, by the trapezoidal rule, which is exact to rounding for a period.
fn length(shape: &Knot) -> f64 {
    let (p, q) = (f64::from(shape.p), f64::from(shape.q));
    let speed = |i: usize| {
        let reach = shape.major + shape.minor * (q * TAU * i as f64 / 4096.0).cos();
        (p * reach).hypot(q * shape.minor)
    };
    (0..4096).map(speed).sum::<f64>() * TAU / 4096.0
}

#[test]
fn a_rope_has_the_volume_of_its_section_times_its_length() {
    for shape in [
        Knot::trefoil(800, 9, 2),
        Knot { p: 3, q: 2, rope: 0.2, ..Knot::trefoil(800, 9, 2) },
        Knot { p: 1, q: 1, ..Knot::trefoil(800, 6, 1) },
        Knot { q: 5, rope: 0.3, ..Knot::trefoil(800, 4, 3) },
    ] {
        let mesh = bodies::knot(&shape).unwrap();
        assert_eq!(euler(assert_sound(&mesh).facets()), 0);
        let n = shape.sides as f64;
        let section = n / 2.0 * (TAU / n).sin() * shape.rope * shape.rope;
        let expected = section * length(&shape);
        assert!((mesh.summary().volume / expected - 1.0).abs() < 2e-3, "{shape:?}");
    }
}

/// The area of the tooth from the root circle to the tip circle.
fn tooth_area(tooth: &GearTooth) -> f64 {
    let pitch = tooth.module * f64::from(tooth.teeth) / 2.0;
    let base = pitch * tooth.pressure_angle.cos();
    let (root, tip) = (pitch - 1.25 * tooth.module, pitch + tooth.module);
    let involute = |angle: f64| angle.tan() - angle;
    let at_base = PI / (2.0 * f64::from(tooth.teeth)) + involute(tooth.pressure_angle);
    // The integral of r inv(r) dr, with r = base / cos(angle).
    let lost = |radius: f64| {
        let angle = (base / radius).min(1.0).acos();
        let t = angle.tan();
        base * base * (t.powi(3) / 3.0 - angle * t * t / 2.0 + (t - angle) / 2.0)
    };
    at_base * (tip * tip - root * root) - 2.0 * (lost(tip) - lost(root))
}

#[test]
fn a_gear_tooth_approaches_the_area_under_its_involutes() {
    // The root of a gear with 20 teeth is inside its base circle, that of one with 60 is not.
    for teeth in [20, 60] {
        let missing = |cells: usize| {
            let tooth = GearTooth {
                columns: cells,
                layers: 2,
                thickness: 0.5,
                module: 2.0,
                ..GearTooth::standard(teeth, cells)
            };
            let mesh = bodies::gear_tooth(&tooth).unwrap();
            assert_eq!(euler(assert_sound(&mesh).facets()), 2);
            let tip = 2.0 * (f64::from(teeth) / 2.0 + 1.0);
            assert!((mesh.summary().high[1] - tip).abs() < 1e-12);
            mesh.summary().volume / 0.5 / tooth_area(&tooth) - 1.0
        };
        let (coarse, fine) = (missing(8), missing(16));
        assert!(fine.abs() < 1e-3, "{teeth}: {fine}");
        assert!((3.5..4.5).contains(&(coarse / fine)), "{teeth}: {coarse} {fine}");
    }
}

#[test]
fn the_thickness_of_a_gear_tooth_at_the_pitch_circle_is_half_the_pitch() {
    // With many steps, some node of the flank is near the pitch circle.
    let tooth = GearTooth { columns: 2, layers: 1, ..GearTooth::standard(40, 4000) };
    let mesh = bodies::gear_tooth(&tooth).unwrap();
    let half = mesh
        .nodes()
        .iter()
        .filter(|[x, y, _]| (x.hypot(*y) - 20.0).abs() < 5e-4)
        .map(|[x, y, _]| 20.0 * x.atan2(*y))
        .fold(0.0, f64::max);
    assert!((2.0 * half - PI / 2.0).abs() < 1e-3, "{half}");
}

#[test]
fn bad_parameters_are_refused_by_name() {
    assert_eq!(
        text(bodies::block([1, 0, 1], [1.0; 3])),
        "cells along y is 0; it must be at least 1"
    );
    assert!(text(bodies::block([1; 3], [1.0, 1.0, -1.0])).starts_with("size along z is -1"));
    assert!(text(bodies::block([usize::MAX; 3], [1.0; 3])).contains("limit is 1073741823"));
    assert!(text(bodies::sphere(f64::NAN, 2)).starts_with("radius is NaN"));
    assert!(text(bodies::sphere(1.0, 0)).starts_with("layers is 0"));
    let cylinder = Cylinder { radius: 1.0, height: 1.0, sides: 2, rings: 1, layers: 1 };
    assert!(text(bodies::cylinder(&cylinder)).starts_with("sides is 2; it must be at least 3"));
    let knot = Knot { p: 4, q: 6, ..Knot::trefoil(50, 5, 1) };
    assert!(text(bodies::knot(&knot)).starts_with("p and q of a torus knot are 4 and 6"));
    let knot = Knot { rope: 3.0, ..Knot::trefoil(50, 5, 1) };
    assert!(text(bodies::knot(&knot)).contains("is distorted"));
    let tooth = GearTooth { pressure_angle: 2.0, ..GearTooth::standard(20, 5) };
    assert!(text(bodies::gear_tooth(&tooth)).starts_with("pressure angle is 2"));
    let tooth = GearTooth { pressure_angle: 0.7, ..GearTooth::standard(20, 5) };
    assert!(text(bodies::gear_tooth(&tooth)).starts_with("the tooth is pointed below its tip"));
    let tooth = GearTooth { pressure_angle: 0.6, ..GearTooth::standard(40, 5) };
    assert!(text(bodies::gear_tooth(&tooth)).starts_with("the tooth is wider than its share"));
}
