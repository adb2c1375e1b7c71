//! Johnson's algorithm, and the backup procedure where it fails.
//!
//! E. G. Gilbert, D. W. Johnson, S. S. Keerthi, A fast procedure for computing the distance
//! between complex objects in three-dimensional space, IEEE Journal of Robotics and Automation
//! 4(2), 1988, 193-203, doi:10.1109/56.2083: the original pairing, `JB` in Montanari et al. 2017
//! (doi:10.1145/3083724).
//!
//! Both share one table of `Delta`s, so the backup costs no new determinants. It is called where no
//! subset meets Johnson's conditions; a subset that meets them by rounding alone is not noticed, as
//! in the original. The direction is `v = sum(lambda s)`.

use super::super::simplex::{Simplex, Solution};
use super::SubDistance;
use super::johnson::Deltas;

/// Johnson's algorithm with the backup procedure.
#[derive(Debug, Clone, Copy, Default)]
pub struct JohnsonBackup;

impl SubDistance for JohnsonBackup {
    const DIRECTION_IS_NEAREST_POINT: bool = true;

    fn solve(&self, simplex: &Simplex) -> Option<Solution> {
        let deltas = Deltas::new(simplex);
        match deltas.optimal() {
            Some(optimal) => Some(optimal.solution()),
            None => Some(Solution { backup: true, ..deltas.nearest()?.solution() }),
        }
    }
}
