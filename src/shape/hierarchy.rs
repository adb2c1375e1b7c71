//! A hierarchy over the vertices of a polyhedron: hulls of fewer and fewer of them.
//!
//! D. P. Dobkin, D. G. Kirkpatrick, Determining the separation of preprocessed polyhedra: a unified
//! approach, ICALP 1990, doi:10.1007/BFb0032047. Each level leaves out vertices of which no two are
//! neighbours. So the farthest vertex of a level is that of the next coarser one or a neighbour of
//! it, and a search takes a few vertices of each level: S. Hornus 2017
//! (doi:10.1016/j.cad.2017.05.009), Figure 7, has such a search for large hulls.
//!
//! Where we deviate, and why: from the vertex of the coarser level the search climbs
//! ([`super::polyhedron`]). In exact arithmetic it makes at most one step; with rounding, what is
//! found is as far as what a climb from anywhere finds. Vertices with many neighbours stay for
//! longer, so that no level makes the neighbourhoods of the next large.

use super::{Polyhedron, Search};

/// Hulls with fewer vertices than this are scanned.
const SCANNED: usize = 64;

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
    /// The next coarser hull, with all that are coarser still; `None` for small polyhedra, and
    /// where too few vertices can be left out.
    pub(super) fn of(fine: &Polyhedron) -> Option<Box<Self>> {
        if fine.vertices().len() < SCANNED {
            return None;
        }
        let left = left_over(fine);
        let points: Vec<[f64; 3]> = left.iter().map(|&v| fine.vertices()[v as usize]).collect();
        // Flat leftovers are no hull.
        let (hull, numbers) = Polyhedron::hull_numbered(&points).ok()?;
        if hull.vertices().len() * 10 > fine.vertices().len() * 9 {
            return None;
        }
        let finer = numbers.into_iter().map(|number| left[number as usize]).collect();
        Some(Box::new(Self { hull: hull.with_search(Search::Hierarchy), finer }))
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
