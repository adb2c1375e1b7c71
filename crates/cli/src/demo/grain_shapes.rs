//! The shapes of the grains of `gapkit demo dem`.

use std::sync::Arc;

use gapkit::Vec3;
use gapkit::scene::Shape;
use gapkit::shape::{Capsule, Cuboid, Cylinder, Ellipsoid, Sphere};

use super::dem::SIZE;

/// Which of five shapes a grain has; neighbours in a row, a column and a layer differ.
pub(super) fn kind(number: u32) -> u32 {
    (number + number / 5 + number / 25) % 5
}

/// What the shapes are called.
pub(super) const KINDS: [&str; 5] = ["sphere", "box", "capsule", "ellipsoid", "cylinder"];

/// A shape with its volume and, for unit density, its moments of inertia.
pub(super) fn shape(kind: u32) -> Result<(Shape, f64, Vec3), gapkit::Error> {
    use std::f64::consts::PI;
    let r = SIZE;
    let box_inertia = |mass: f64, [a, b, c]: [f64; 3]| {
        Vec3::new(b * b + c * c, a * a + c * c, a * a + b * b) * (mass / 3.0)
    };
    Ok(match kind {
        0 => {
            let volume = 4.0 / 3.0 * PI * r.powi(3);
            (Arc::new(Sphere::new([0.0; 3], r)?), volume, Vec3::repeat(0.4 * volume * r * r))
        }
        1 => {
            let half = [0.7 * r, 0.8 * r, r];
            let volume = 8.0 * half.iter().product::<f64>();
            (Arc::new(Cuboid::new([0.0; 3], half)?), volume, box_inertia(volume, half))
        }
        2 => capsule(0.6 * r, 0.6 * r)?,
        3 => {
            let half = [0.6 * r, 0.8 * r, 1.2 * r];
            let volume = 4.0 / 3.0 * PI * half.iter().product::<f64>();
            // An ellipsoid has 3/5 of the moments of the box around it.
            let inertia = box_inertia(volume, half) * 0.6;
            (Arc::new(Ellipsoid::new(half)?), volume, inertia)
        }
        _ => {
            let (radius, half) = (0.8 * r, 0.7 * r);
            let volume = PI * radius * radius * 2.0 * half;
            let across = volume * (3.0 * radius * radius + 4.0 * half * half) / 12.0;
            let inertia = Vec3::new(across, across, 0.5 * volume * radius * radius);
            (Arc::new(Cylinder::new(radius, half)?), volume, inertia)
        }
    })
}

/// A capsule along z: a cylinder of this radius and half length, and two half spheres.
fn capsule(radius: f64, half: f64) -> Result<(Shape, f64, Vec3), gapkit::Error> {
    use std::f64::consts::PI;
    let shape = Capsule::new([0.0, 0.0, -half], [0.0, 0.0, half], radius)?;
    let (rod, ball) = (PI * radius * radius * 2.0 * half, 4.0 / 3.0 * PI * radius.powi(3));
    let along = 0.5 * rod * radius * radius + 0.4 * ball * radius * radius;
    let across = rod * (3.0 * radius * radius + 4.0 * half * half) / 12.0
        + ball * (0.4 * radius * radius + half * half + 0.75 * half * radius);
    Ok((Arc::new(shape), rod + ball, Vec3::new(across, across, along)))
}
