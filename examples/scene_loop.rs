//! The loop of an explicit code: move nodes, detect, push.
//!
//! ```sh
//! cargo run --release --example scene_loop
//! ```
//!
//! A block falls on a rigid plane. Its nodes are masses without springs between them, which is
//! enough to see how contacts become forces; `crates/solver` has the elements.

use gapkit::mesh::bodies;
use gapkit::scene::{BodyOptions, Config, Scene};

const DT: f64 = 1e-4;
const GRAVITY: f64 = -9.81;
const STIFFNESS: f64 = 1e4;

fn main() -> Result<(), gapkit::Error> {
    let block = bodies::block([4, 4, 2], [1.0, 1.0, 0.5])?;
    let mut positions: Vec<[f64; 3]> =
        block.nodes().iter().map(|[x, y, z]| [*x, *y, z + 0.05]).collect();
    let mut velocities = vec![0.0; positions.len()];

    let mut scene = Scene::new(Config::new(0.01)?)?;
    scene.add_plane([0.0; 3], [0.0, 0.0, 1.0], BodyOptions::default())?;
    let body = scene.add_mesh(&block, BodyOptions::default())?;

    let mut most = 0;
    for step in 0..2000 {
        scene.set_positions(body, &positions)?;
        let mut forces = vec![GRAVITY; positions.len()];
        let contacts = scene.detect();
        most = most.max(contacts.len());
        for contact in contacts.iter().filter(|contact| contact.gap < 0.0) {
            // The normal points from side 0 to side 1; each node takes its share.
            let push = -STIFFNESS * contact.gap * contact.normal.z;
            let side = &contact.sides[1];
            for (&node, weight) in side.nodes().iter().zip(side.weights()) {
                forces[node as usize] += push * weight;
            }
        }
        for ((x, v), force) in positions.iter_mut().zip(&mut velocities).zip(&forces) {
            *v += DT * force;
            x[2] += DT * *v;
        }
        if step % 400 == 0 {
            println!("t = {:.3} s, {} contacts", step as f64 * DT, scene.contacts().len());
        }
    }
    let lowest = positions.iter().map(|x| x[2]).fold(f64::INFINITY, f64::min);
    println!("at most {most} contacts; the lowest node is at {lowest:.4} m");
    assert!(most == 25 && lowest > -0.05);
    Ok(())
}
