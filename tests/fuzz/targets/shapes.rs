//! Shapes with parameters of any bits, in any pose: what an answer proves must hold.

use gapkit::gjk::{Cache, SubAlgorithm};
use gapkit::shape::{
    Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Pose, Posed, Rounded, Sphere, SupportMap,
};
use gapkit::{Answer, Error, Outcome, Query, Vec3, penetration};
use nalgebra::{Translation3, UnitQuaternion};

use crate::input::{Input, Kind};

/// What two heights are rounded by, in eps of the size, and in the smallest number that there is.
const HEIGHT: f64 = 64.0;

fn shape(input: &mut Input, kind: Kind) -> Result<Box<dyn SupportMap>, Error> {
    let number = |input: &mut Input| input.number(kind).abs();
    let [x, y, z, soft] = std::array::from_fn(|_| number(input));
    Ok(match input.below(9) {
        0 => Box::new(Sphere::new([0.0; 3], x)?),
        1 => Box::new(Capsule::new([0.0, 0.0, -z], [0.0, 0.0, z], x)?),
        2 => Box::new(Cylinder::new(x, z)?),
        3 => Box::new(Cone::new(x, z)?),
        4 => Box::new(Ellipsoid::new([x, y, z])?),
        5 => Box::new(Cuboid::new([0.0; 3], [x, y, z])?),
        6 => Box::new(Rounded::new(Cone::new(x, z)?, soft)?),
        7 => Box::new(Rounded::new(Cuboid::new([0.0; 3], [x, y, z])?, soft)?),
        _ => Box::new(Rounded::new(Ellipsoid::new([x, y, z])?, soft)?),
    })
}

fn pose(input: &mut Input, kind: Kind) -> Pose {
    let (at, turn) = (Vec3::from(input.point(kind)), Vec3::from(input.point(Kind::Grid)));
    Pose::from_parts(Translation3::from(at), UnitQuaternion::new(turn))
}

pub(crate) fn run(bytes: &[u8]) {
    let input = &mut Input::new(bytes);
    let kind = input.kind();
    let (Ok(a), Ok(b)) = (shape(input, kind), shape(input, kind)) else { return };
    let (pose_a, pose_b) = (pose(input, kind), pose(input, kind));
    let (Ok(a), Ok(b)) = (Posed::new(&*a, &pose_a), Posed::new(&*b, &pose_b)) else { return };
    let far = pose_a.translation.vector.amax() + pose_b.translation.vector.amax();
    let size = far + a.bounding_radius() + b.bounding_radius();
    // Squares of directions and sizes beyond this promise nothing but an answer.
    let is_measured = size < 1e150;
    let rounding = HEIGHT * (f64::EPSILON * size + f64::from_bits(1));
    let plain = Query::default();
    let mut cache = Cache::default();
    let mut answers = vec![
        plain.distance(&a, &b),
        plain.polished().distance(&a, &b),
        plain.tracked(&a, &b, &mut cache),
        plain.tracked(&a, &b, &mut cache),
    ];
    answers.extend(SubAlgorithm::ALL.map(|sub| plain.with_sub(sub).distance(&a, &b)));
    let gap = penetration::signed_gap(&a, &b);
    if !is_measured {
        return;
    }
    assert_eq!(format!("{:?}", plain.verified().distance(&a, &b)), format!("{:?}", answers[0]));
    for answer in &answers {
        check(&a, &b, answer, rounding);
    }
    let open = height(&a, &b, &gap.normal);
    let (least, most) = (gap.lower_bound - rounding, gap.upper_bound + rounding);
    assert!(least <= gap.gap && gap.gap <= most, "{gap:?}");
    assert!(least <= open && open <= most, "{open:e} along the normal, {gap:?}");
}

/// How far the bodies are apart along a unit vector from A to B.
fn height(a: &dyn SupportMap, b: &dyn SupportMap, n: &Vec3) -> f64 {
    let origin = a.center();
    let (p, q) = (a.support(n, &origin, 0).point, b.support(&-n, &origin, 0).point);
    n.dot(&(q - p)) - a.radius() - b.radius()
}

fn check(a: &dyn SupportMap, b: &dyn SupportMap, answer: &Answer, rounding: f64) {
    let Answer { distance, lower_bound, direction, .. } = *answer;
    assert!(lower_bound <= distance + rounding, "{answer:?}");
    assert!((direction.norm() - 1.0).abs() <= 1e-12, "{answer:?}");
    let open = height(a, b, &direction);
    assert!(open <= distance + rounding, "{open:e} along the direction, {answer:?}");
    assert!(lower_bound <= open.max(0.0) + rounding, "{open:e} along the direction, {answer:?}");
    let between = answer.point_b - answer.point_a;
    let most = between.amax();
    let apart = if most > 0.0 { (between / most).norm() * most } else { 0.0 };
    let is_proven = answer.outcome != Outcome::Unproven;
    assert!(!is_proven || (apart - distance).abs() <= rounding, "points {apart:e}, {answer:?}");
}
