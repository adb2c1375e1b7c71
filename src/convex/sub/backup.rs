//! The backup procedure alone: every face of the simplex is tried, and the nearest point wins.
//!
//! E. G. Gilbert, D. W. Johnson, S. S. Keerthi, A fast procedure for computing the distance
//! between complex objects in three-dimensional space, IEEE Journal of Robotics and Automation
//! 4(2), 1988, 193-203, doi:10.1109/56.2083. Montanari et al. 2017 (doi:10.1145/3083724) measure it
//! as `BK`, and count every call of it as a backup call; so do we.
//!
//! The candidates are the subsets whose `Delta`s are all positive, vertices included, so it always
//! has an answer. The direction is `v = sum(lambda s)`, as published.

use super::super::simplex::{Simplex, Solution};
use super::SubDistance;
use super::johnson::Deltas;

/// The backup procedure.
#[derive(Debug, Clone, Copy, Default)]
pub struct Backup;

impl SubDistance for Backup {
    const DIRECTION_IS_NEAREST_POINT: bool = true;

    fn solve(&self, simplex: &Simplex) -> Option<Solution> {
        let nearest = Deltas::new(simplex).nearest()?;
        Some(Solution { backup: true, ..nearest.solution() })
    }
}
