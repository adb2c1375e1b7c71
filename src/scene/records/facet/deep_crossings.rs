//! Crossings of edges deeper than the search radius.
//!
//! Within the search radius crossings are found with the facets. But where two edges overlap deeply
//! and none of their nodes is inside, as with crossed beams, nothing may be within it, and yet the
//! bodies overlap.

use rayon::prelude::*;

use super::build_contact::Scope;
use super::{Crossing, edges};
use crate::scene::records::facet::features;

/// Scratch memory.
#[derive(Debug, Default)]
pub(in crate::scene) struct CrossingScratch {
    jobs: Vec<BodiesJob>,
}

/// The edges of two bodies that meet facets of the other with no end inside, and their crossings.
#[derive(Debug, Default)]
struct BodiesJob {
    bodies: [u32; 2],
    free: [Vec<u32>; 2],
    found: Vec<Crossing>,
}

impl CrossingScratch {
    /// The crossings of edges that meet facets of each other's bodies, with no end inside. Those
    /// within the search radius may be among them.
    pub(in crate::scene) fn find(&mut self, scope: &Scope) -> impl Iterator<Item = &Crossing> {
        let mut count = 0;
        for ones in scope.piercing.chunk_by(|p, q| p[..2] == q[..2]) {
            let [body, other, _] = ones[0];
            if body > other || scope.piercing_of([other, body]).is_empty() {
                continue;
            }
            self.jobs.resize_with(self.jobs.len().max(count + 1), BodiesJob::default);
            self.jobs[count].bodies = [body, other];
            count += 1;
        }
        let jobs = &mut self.jobs[..count];
        jobs.par_iter_mut().with_max_len(1).for_each(|job| job.run(scope));
        jobs.iter().flat_map(|job| &job.found)
    }
}

impl BodiesJob {
    /// Finds the crossings; the two bodies may be the same.
    fn run(&mut self, scope: &Scope) {
        let world = scope.world;
        let Self { bodies: [body, other], free, found } = self;
        let is_free = |&&[_, other, edge]: &&[u32; 3]| {
            let ends = world.edges[edge as usize].nodes;
            !ends.into_iter().any(|node| scope.is_inside(node, other))
        };
        for (bodies, free) in [[*body, *other], [*other, *body]].into_iter().zip(&mut *free) {
            free.clear();
            let edges = scope.piercing_of(bodies).iter().filter(is_free);
            free.extend(edges.map(|pierced| pierced[2]));
        }
        found.clear();
        let [ones, twos] = free;
        for &one in &*ones {
            if scope.stop.is_wanted() {
                break;
            }
            for &two in &*twos {
                let pair = [one.min(two), one.max(two)];
                let is_own = body == other && (one >= two || features::are_edges_next(world, pair));
                if !is_own {
                    edges::measure(world, pair, f64::INFINITY, found);
                }
            }
        }
        found.retain(|crossing| crossing.gap < -crossing.rounding(world));
    }
}
