//! The distance, the depth and the yes or no of two convex bodies.
//!
//! ```sh
//! cargo run --release --example distance
//! ```

use gapkit::penetration::signed_gap;
use gapkit::shape::{Cuboid, PointSet};
use gapkit::{Outcome, Query};

fn main() -> Result<(), gapkit::Error> {
    let tet = [[0.0, 0.0, 0.0], [8.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    let edge = [[3.0, 4.0, 3.0], [4.0, 5.0, 4.0]];
    let (a, b) = (PointSet::new(&tet)?, PointSet::new(&edge)?);

    // Upper and lower bound: what lies between is all that the answer leaves open.
    let answer = gapkit::distance(&a, &b);
    println!("distance {}, proven to be at least {}", answer.distance, answer.lower_bound);
    assert_eq!((answer.outcome, answer.distance), (Outcome::Separated, 3.0));

    // The weights of the vertices are what a solver spreads a force with.
    for i in 0..answer.vertex_count {
        println!("  vertex {} of A, weight {}", answer.vertex_a[i], answer.weight[i]);
    }

    // "Farther apart than 1?" needs less work than "how far apart?".
    println!(
        "nearer than 1: {}",
        Query::default().with_bound(1.0)?.distance(&a, &b).distance < 1.0
    );

    // A signed gap goes on smoothly where bodies overlap.
    for x in [2.5, 2.0, 1.5] {
        let cubes = (Cuboid::new([0.0; 3], [1.0; 3])?, Cuboid::new([x, 0.0, 0.0], [1.0; 3])?);
        println!("cubes at {x}: gap {}", signed_gap(&cubes.0, &cubes.1).gap);
    }
    Ok(())
}
