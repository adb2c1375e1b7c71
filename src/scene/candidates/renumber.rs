//! Facets that come and go while the list of candidates stays, as where elements die.

use std::ops::Range;

use super::{Candidates, DEPTH_SLACK};
use crate::mesh::FACES;
use crate::num::ascending;
use crate::scene::facet_pairs::near_pairs::GONE;
use crate::scene::surface::Surface;
use crate::scene::world::{Span, World};

/// How the facets of a body have changed.
#[derive(Debug)]
pub(in crate::scene) struct FacetChange {
    /// Those before.
    before: Range<usize>,
    /// The number that each of them has now, or [`GONE`].
    now: Vec<u32>,
    /// Where those of the body end now.
    end: usize,
    /// Those that are new, with their pieces.
    new: Vec<Exposed>,
    /// The nodes around which facets came or went, in ascending order.
    nodes: Vec<u32>,
}

/// A facet that is new on the surface of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::scene) struct Exposed {
    pub(in crate::scene) piece: u32,
    pub(in crate::scene) facet: u32,
}

impl FacetChange {
    /// The change from the surface that a solid has to another one. `owners` are the pieces of its
    /// tetrahedra.
    pub(in crate::scene) fn new(
        world: &World,
        span: &Span,
        surface: &Surface,
        owners: &[u32],
    ) -> Self {
        let before = span.facets.clone();
        let (node, tet) = (span.nodes.start as u32, span.tets.start as u32);
        // Facets are in the order of their tetrahedra, and of the faces of these.
        let side = |tet: u32, facet: &[u32; 3]| {
            let nodes = &world.tets[span.tets.start + tet as usize];
            let is_face = |face: &[usize; 3]| face.map(|local| nodes[local]) == *facet;
            4 * tet + FACES.iter().position(is_face).unwrap_or(0) as u32
        };
        let old = |facet: usize| side(world.facet_tets[facet] - tet, &world.facets[facet]);
        let (mut now, mut new, mut at) = (Vec::with_capacity(before.len()), Vec::new(), 0);
        for facet in before.clone() {
            let wanted = old(facet);
            let mut found = GONE;
            while let Some(&own) = surface.tets.get(at) {
                let here = side(own, &surface.facets[at].map(|local| local + node));
                if here > wanted {
                    break;
                }
                let number = (before.start + at) as u32;
                at += 1;
                if here == wanted {
                    found = number;
                    break;
                }
                new.push((own, number));
            }
            now.push(found);
        }
        new.extend(
            (at..surface.tets.len()).map(|at| (surface.tets[at], (before.start + at) as u32)),
        );
        let piece = |own: u32| owners[own as usize] + span.pieces.start as u32;
        let new = new.into_iter().map(|(own, facet)| Exposed { piece: piece(own), facet });
        let (end, new) = (before.start + surface.facets.len(), new.collect::<Vec<_>>());
        let gone = before.clone().zip(&now).filter(|(_, now)| **now == GONE);
        let gone = gone.flat_map(|(facet, _)| world.facets[facet]);
        let come = new.iter().map(|own| surface.facets[own.facet as usize - before.start]);
        let come = come.flat_map(|facet| facet.map(|local| local + node));
        let nodes = ascending(gone.chain(come));
        Self { before, now, end, new, nodes }
    }

    /// The facets around nodes where facets came or went: they may own other nodes now, and what
    /// these nodes contribute has changed.
    fn affected(&self, world: &World) -> Vec<u32> {
        ascending(self.nodes.iter().flat_map(|&node| world.node_facets.of(node).iter().copied()))
    }

    /// The pieces on which facets came or went, in ascending order. The pieces of the world are still
    /// those before.
    pub(in crate::scene) fn pieces(&self, world: &World) -> Vec<u32> {
        let gone = self.before.clone().zip(&self.now).filter(|(_, now)| **now == GONE);
        let gone = gone.map(|(facet, _)| world.facet_piece[facet]);
        ascending(gone.chain(self.new.iter().map(|own| own.piece)))
    }

    /// The number that a facet has now, or [`GONE`].
    fn number(&self, facet: u32) -> u32 {
        let at = facet as usize;
        if at < self.before.start {
            facet
        } else if at < self.before.end {
            self.now[at - self.before.start]
        } else {
            (at + self.end - self.before.end) as u32
        }
    }
}

impl Candidates {
    /// Keeps the list after facets have changed, if what is new is within what the list was built
    /// for: it is then found in the next detection. The pieces of the world are still those before.
    /// Returns whether the list was kept.
    pub(in crate::scene) fn keep(&mut self, world: &World, change: &FacetChange) -> bool {
        let is_covered = |new: &Exposed| {
            let facet = new.facet as usize;
            let nodes =
                world.facets[facet].map(|node| self.snapshot.nodes().get(node as usize).copied());
            // Pieces that the list does not hold for have empty boxes.
            self.cover.get(new.piece as usize).is_some_and(|cover| {
                nodes.into_iter().all(|node| node.is_some_and(|x| cover.bounds.holds(x)))
                    && world.facet_deep[facet] <= cover.deep * (1.0 + DEPTH_SLACK)
            })
        };
        if !self.is_built || !change.new.iter().all(is_covered) {
            return false;
        }
        self.near_pairs.renumber(world, |facet| change.number(facet), &change.affected(world));
        let kept =
            self.exposed.iter().map(|own| Exposed { facet: change.number(own.facet), ..*own });
        let kept: Vec<Exposed> = kept.filter(|own| own.facet != GONE).collect();
        self.exposed = kept;
        self.exposed.extend(&change.new);
        self.exposed.sort_unstable();
        self.has_changed = true;
        true
    }

    /// Brings the blocks up to date after facets of some pieces have changed and the list was kept.
    pub(in crate::scene) fn renumber_blocks(
        &mut self,
        world: &World,
        change: &FacetChange,
        pieces: &[u32],
    ) {
        let nodes = self.snapshot.nodes();
        self.blocks.renumber(world, nodes, |facet| change.number(facet), pieces);
    }

    /// Forgets how far parts of surfaces are from bodies that they may be inside of: one has grown.
    pub(in crate::scene) fn forget_containments(&mut self) {
        self.containments.clear();
    }
}

/// Those of a list in order that are of a piece.
pub(in crate::scene) fn exposed_of(list: &[Exposed], piece: u32) -> &[Exposed] {
    let start = list.partition_point(|own| own.piece < piece);
    let count = list[start..].partition_point(|own| own.piece == piece);
    &list[start..start + count]
}
