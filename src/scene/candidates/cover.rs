//! What a list of candidates holds for: the pieces that are exposed, and where elements die also those
//! that may be next, so that the list need not be made anew for each.

use super::{Candidates, Surroundings};
use crate::broad::{Bounds, Method};
use crate::scene::config::Resolution;
use crate::scene::motion::Behind;

/// What the list holds for of a piece.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cover {
    pub(super) bounds: Bounds,
    pub(super) deep: f64,
}

impl Candidates {
    /// Chooses what the list is to hold for: of bodies that lose elements the whole of each piece that
    /// is exposed or may be next, as deep as any of the body, so that the list stays while they die.
    pub(super) fn choose_cover<F>(&mut self, now: &Surroundings<F>, behind: &mut Behind) {
        let Surroundings { world, bodies, config, .. } = now;
        let exposed = self.blocks.boxes.iter().zip(&world.piece_deep);
        self.cover.clear();
        self.cover.extend(exposed.map(|(&bounds, &deep)| Cover { bounds, deep }));
        if config.resolution != Resolution::Surface || config.broad != Method::RTree {
            return;
        }
        behind.find(world, bodies);
        for (_, span) in bodies.iter().zip(&world.spans).filter(|(body, _)| body.is_eroding()) {
            let deep = world.piece_deep[span.pieces.clone()].iter().copied().fold(0.0, f64::max);
            for piece in span.pieces.clone() {
                if behind.has(piece) || !self.cover[piece].bounds.is_empty() {
                    self.cover[piece] = Cover { bounds: world.piece_box(piece as u32), deep };
                }
            }
        }
    }
}
