//! A hierarchy over the vertices of a polyhedron: hulls of fewer and fewer of them.
//!
//! D. P. Dobkin, D. G. Kirkpatrick, Determining the separation of preprocessed polyhedra: a unified
//! approach, ICALP 1990, doi:10.1007/BFb0032047. A hull is made coarser by leaving out vertices of which
//! no two are neighbours. So its farthest vertex is that of the coarser hull or a neighbour of it, and a
//! search from the coarsest to the finest takes a few vertices of each: S. Hornus 2017
//! (doi:10.1016/j.cad.2017.05.009), Figure 7, has such a search for large hulls.
//!
//! Where we deviate, and why: of these hulls only every few are kept as levels, and from the vertex of the
//! coarser level the search climbs ([`super::polyhedron`]). A level costs a ring of neighbours even where
//! nothing is to climb, in memory that no cache has: with all hulls, searches of large ones took twice as
//! long. With rounding, what is found is as far as what a climb from anywhere finds. Vertices with many
//! neighbours stay for longer, so that no set makes the neighbourhoods of the next hull large.

use super::{Polyhedron, Search};

/// Hulls with fewer vertices than this are scanned.
const SCANNED: usize = 64;

/// Sets are left out until a level has one in so many of the vertices of the next finer one. Of 2, 3, 4, 8
/// and 16 it was the fastest for hulls of 256 to 1024 vertices, and within a tenth of that elsewhere.
const LEVEL_RATIO: usize = 4;

/// Vertices with more neighbours than this are not left out.
const MAX_DEGREE: usize = 12;

/// The hull of some vertices of a polyhedron.
#[derive(Debug, Clone)]
pub(super) struct Coarser {
    pub(super) hull: Polyhedron,
    /// The numbers of its vertices in the finer polyhedron.
    pub(super) finer: Vec<u32>,
}

impl Coarser {
    /// The next coarser level, with all that are coarser still; `None` for small polyhedra, and
    /// where too few vertices can be left out.
    pub(super) fn of(fine: &Polyhedron) -> Option<Box<Self>> {
        let all = fine.vertices().len();
        let next = |hull: &Polyhedron| (hull.vertices().len() >= SCANNED).then(|| Self::next(hull));
        let mut level = next(fine)??;
        while level.hull.vertices().len() * LEVEL_RATIO > all {
            let Some(Self { hull, finer }) = next(&level.hull).flatten() else { break };
            let finer = finer.into_iter().map(|v| level.finer[v as usize]).collect();
            level = Self { hull, finer };
        }
        let Self { hull, finer } = level;
        Some(Box::new(Self { hull: hull.with_search(Search::Hierarchy), finer }))
    }

    /// The hull of what is left when one set of vertices is left out.
    fn next(fine: &Polyhedron) -> Option<Self> {
        let left = left_over(fine);
        let points: Vec<[f64; 3]> = left.iter().map(|&v| fine.vertices()[v as usize]).collect();
        // Flat leftovers are no hull.
        let (hull, numbers) = Polyhedron::hull_numbered(&points).ok()?;
        if hull.vertices().len() * 10 > fine.vertices().len() * 9 {
            return None;
        }
        let finer = numbers.into_iter().map(|number| left[number as usize]).collect();
        Some(Self { hull, finer })
    }
}

/// All vertices but some that are no neighbours of each other, those with few neighbours first.
fn left_over(fine: &Polyhedron) -> Vec<u32> {
    let count = fine.vertices().len() as u32;
    let mut order: Vec<u32> = (0..count).collect();
    order.sort_by_key(|&v| fine.neighbours(v).len());
    let mut is_kept = vec![false; count as usize];
    let mut is_left_out = vec![false; count as usize];
    for v in order {
        let ring = fine.neighbours(v);
        if !is_kept[v as usize] && ring.len() <= MAX_DEGREE {
            is_left_out[v as usize] = true;
            ring.iter().for_each(|&neighbour| is_kept[neighbour as usize] = true);
        }
    }
    (0..count).filter(|&v| !is_left_out[v as usize]).collect()
}
