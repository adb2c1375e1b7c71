//! All pairs of boxes.

use rayon::prelude::*;

use super::Bounds;

/// The result of [`pairs`](super::pairs), by testing all pairs.
#[must_use]
pub fn pairs(boxes: &[Bounds], allowed: impl Fn(u32, u32) -> bool + Sync) -> Vec<[u32; 2]> {
    let count = boxes.len() as u32;
    let of = |i: u32| {
        let near = |j: &u32| boxes[i as usize].meets(&boxes[*j as usize]) && allowed(i, *j);
        (i + 1..count).filter(near).map(move |j| [i, j]).collect::<Vec<_>>()
    };
    (0..count).into_par_iter().with_min_len(16).flat_map_iter(of).collect()
}
