//! The loop of an explicit code: move nodes, detect, push.
//!
//! ```sh
//! cargo run --release --example scene_loop
//! ```
//!
//! A rigid block falls on a plane and bounces, which is enough to see how contacts become forces;
//! `crates/solver` has elements that deform.

use gapkit::mesh::bodies;
use gapkit::scene::{BodyOptions, Config, Scene};

const DT: f64 = 1e-4;
const GRAVITY: f64 = -9.81;
const MASS: f64 = 500.0;
/// Pressure per depth.
const STIFFNESS: f64 = 1e7;

fn main() -> Result<(), gapkit::Error> {
    let block = bodies::block([4, 4, 2], [1.0, 1.0, 0.5])?;
    let mut positions: Vec<[f64; 3]> =
        block.nodes().iter().map(|[x, y, z]| [*x, *y, z + 0.05]).collect();
    let mut velocity = 0.0;

    let mut scene = Scene::new(Config::new(0.01)?)?;
    scene.add_plane([0.0; 3], [0.0, 0.0, 1.0], BodyOptions::default())?;
    let body = scene.add_mesh(&block, BodyOptions::default())?;

    let (mut most, mut lowest) = (0.0f64, f64::INFINITY);
    for step in 0..2000 {
        scene.set_positions(body, &positions)?;
        let mut force = MASS * GRAVITY;
        let mut area = 0.0;
        for contact in scene.detect().iter().filter(|contact| contact.gap < 0.0) {
            // A pressure times the area. The normal points from side 0, the plane, to side 1. In a
            // body that deforms, each node of the side takes its share by its weight.
            force += STIFFNESS * -contact.gap * contact.area * contact.normal.z;
            area += contact.area;
        }
        most = most.max(area);
        velocity += DT * force / MASS;
        positions.iter_mut().for_each(|x| x[2] += DT * velocity);
        lowest = positions.iter().map(|x| x[2]).fold(lowest, f64::min);
        if step % 400 == 0 {
            println!("t = {:.3} s, {} contacts", step as f64 * DT, scene.contacts().len());
        }
    }
    println!("at most {most:.3} m2 in contact; the lowest node was at {lowest:.4} m");
    assert!((most - 1.0).abs() < 1e-12 && lowest > -0.05);
    Ok(())
}
