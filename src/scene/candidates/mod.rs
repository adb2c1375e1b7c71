//! The list of candidates (L. Verlet, Computer "experiments" on classical fluids, Phys. Rev. 159, 1967,
//! doi:10.1103/PhysRev.159.98): pairs of pieces whose fattened boxes meet. It is good until something has
//! moved by half the skin.

pub(super) mod containment;
mod planes;

use std::ops::Range;

use rayon::prelude::*;
use smallvec::SmallVec;

use self::containment::Swallow;
use self::planes::Grown;
use crate::Vec3;
use crate::broad::{self, Bounds, Forest};
use crate::convex::Cache;
use crate::scene::body::{Body, Geometry};
use crate::scene::config::{Config, Resolution, Skin};
use crate::scene::facet_pairs::blocks::Blocks;
use crate::scene::motion::{Drift, Motion, Places};
use crate::scene::shape_pairs::separation;
use crate::scene::world::{Span, World};
use crate::shape::SupportMap;

/// The first skin, in sizes of small pieces: in explicit steps nothing moves by more than a hundredth or so.
const FIRST_SKIN: f64 = 0.1;

/// The list should last for about as many detections: fewer cost rebuilds, more cost candidates.
const LASTING: Range<usize> = 8..64;

/// The factor by which the skin adapts, and its limits in sizes of small pieces.
const ADAPTION: f64 = 1.5;
const SKINS: Range<f64> = 0.05..2.0;

/// With more candidates than this a larger skin costs more than it saves.
const MAX_PAIRS_PER_PIECE: usize = 16;

/// As many pieces are one job for a thread.
const LEAST_JOB: usize = 512;

/// A pair of pieces that may come near.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene) struct Pair {
    pub(in crate::scene) pieces: [u32; 2],
    /// Nothing of interest is nearer than this minus what both have travelled.
    pub(in crate::scene) beyond: f64,
}

/// Two facets that may come near.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene) struct Live {
    pub(in crate::scene) facets: [u32; 2],
    /// Nothing of interest is nearer than this minus the way of the pieces.
    pub(in crate::scene) beyond: f64,
}

/// What is remembered of a pair of pieces. Apart from the pair, since most are only passed over.
#[derive(Debug, Default)]
pub(in crate::scene) struct Memory {
    /// The facets that may come near; all others are farther apart than `rest` minus the way of the pieces.
    pub(in crate::scene) live: SmallVec<[Live; 4]>,
    pub(in crate::scene) rest: f64,
    /// Where GJK ended.
    pub(in crate::scene) cache: Option<Box<Cache>>,
    /// How far the two pieces have come relative to each other, at most, and where they were at the last look.
    way: f64,
    seen: Drift,
}

/// What is remembered of a pair.
#[derive(Debug, Default)]
pub(in crate::scene) struct Slot {
    /// Of two pieces of meshes, if anything.
    pub(in crate::scene) memory: Option<Box<Memory>>,
    /// Of two shapes: a direction from the first to the second, along which they were apart; zero if none is known.
    pub(in crate::scene) axis: [f32; 3],
}

impl Memory {
    /// Begins with what was found now.
    pub(in crate::scene) fn begin(&mut self, now: Drift, rest: f64, live: &[Live]) {
        (self.way, self.seen, self.rest) = (0.0, now, rest);
        self.live.clear();
        self.live.reserve_exact(live.len());
        self.live.extend_from_slice(live);
    }

    /// How far the pieces had come relative to each other at the last look.
    pub(in crate::scene) fn way(&self) -> f64 {
        self.way
    }

    /// Takes over how far some of the facets are apart now, in the order in which they are remembered.
    pub(in crate::scene) fn learn(&mut self, bounds: impl Iterator<Item = ([u32; 2], f64)>) {
        let mut live = self.live.iter_mut();
        for (facets, beyond) in bounds {
            if let Some(live) = live.find(|live| live.facets == facets) {
                live.beyond = beyond + self.way;
            }
        }
    }

    /// How far the pieces have come relative to each other since it began, now that they are here.
    pub(in crate::scene) fn come(&mut self, now: Drift) -> f64 {
        self.way += now.since(&self.seen);
        self.seen = now;
        self.way
    }
}

/// The candidates, and all that says whether they are still good.
#[derive(Debug, Default)]
pub(in crate::scene) struct List {
    pub(in crate::scene) pairs: Vec<Pair>,
    /// Of each pair.
    pub(in crate::scene) memories: Vec<Slot>,
    pub(in crate::scene) forest: Forest,
    /// The facets of all pieces, where they were when the list was made.
    pub(in crate::scene) blocks: Blocks,
    pub(in crate::scene) swallows: Vec<Swallow>,
    /// Boxes around the bodies, as large as they can get until the list is made anew.
    pub(in crate::scene) boxes: Vec<Bounds>,
    pub(in crate::scene) rebuilds: usize,
    /// How many boxes were compared with each other to make the list.
    pub(in crate::scene) compared: u64,
    pub(in crate::scene) skin: f64,
    /// The same in sizes of small pieces, if it is adapted.
    relative_skin: f64,
    places: Places,
    /// How far each piece could move in the time step when the list was made.
    sweeps: Vec<f64>,
    age: usize,
    is_made: bool,
    /// The margin that it was made for.
    margin: f64,
}

impl List {
    /// Makes the list invalid if it was made for another margin. What is remembered of a pair relies on the margin
    /// not becoming smaller.
    pub(in crate::scene) fn renew_for(&mut self, margin: f64) {
        if self.margin != margin {
            self.drop_all();
            self.margin = margin;
        }
    }

    /// Makes the list invalid: the pieces have been numbered anew.
    pub(in crate::scene) fn drop_all(&mut self) {
        self.is_made = false;
        self.pairs.clear();
        self.memories.clear();
    }

    /// Makes the list anew if it is no longer good; whether it did.
    pub(in crate::scene) fn refresh(
        &mut self,
        world: &World,
        bodies: &[Body],
        config: &Config,
        sweeps: &[f64],
        motion: &mut Motion,
        can_touch: impl Fn(u32, u32) -> bool + Sync,
    ) -> bool {
        if self.is_made && self.is_good(world, bodies, sweeps, motion) {
            self.age += 1;
            return false;
        }
        self.blocks.fit(world);
        self.choose_skin(bodies, config);
        let boxes = self.fattened(world, bodies, config, sweeps);
        let ranges: Vec<_> = world.spans.iter().map(|span| span.pieces.clone()).collect();
        self.forest = Forest::new(&boxes, &ranges);
        let around = |span: &Span| {
            boxes[span.pieces.clone()].iter().fold(Bounds::EMPTY, |all, one| all.joined(one))
        };
        self.boxes = world.spans.iter().map(around).collect();
        self.compared = containment::find(world, &self.boxes, &can_touch, &mut self.swallows);
        let allowed =
            |a: u32, b: u32| can_touch(world.piece_body[a as usize], world.piece_body[b as usize]);
        let (mut found, compared) = match config.broad {
            broad::Method::RTree => self.forest.pairs(allowed),
            broad::Method::Brute => {
                let count = boxes.len() as u64;
                (broad::brute_pairs(&boxes, allowed), count * count.saturating_sub(1) / 2)
            }
        };
        self.compared += compared;
        let half = 0.5 * (config.margin + self.skin);
        let grown = Grown { boxes: &boxes, forest: &self.forest, half };
        self.compared += grown.add_planes(world, bodies, config.broad, &allowed, &mut found);
        if config.resolution == Resolution::Facet {
            add_selves(world, &allowed, &mut found);
        }
        self.take_over(&broad::sorted(boxes.len(), &found), motion);
        motion.reset();
        self.places.renew(world, bodies);
        self.sweeps.clear();
        self.sweeps.extend_from_slice(sweeps);
        (self.age, self.is_made) = (0, true);
        self.rebuilds += 1;
        true
    }

    /// The boxes of all pieces, with half of what must be between two for them not to be candidates. Planes, and
    /// pieces that are not exposed, have none.
    fn fattened(
        &self,
        world: &World,
        bodies: &[Body],
        config: &Config,
        sweeps: &[f64],
    ) -> Vec<Bounds> {
        let Config { margin, resolution, .. } = *config;
        let of = |piece: usize| {
            let body = &bodies[world.piece_body[piece] as usize];
            let exposed = &self.blocks.boxes[piece];
            let bounds = match &body.geometry {
                Geometry::Mesh(_) if resolution == Resolution::Facet || exposed.is_empty() => {
                    *exposed
                }
                Geometry::Mesh(_) => world.piece_box(piece as u32),
                Geometry::Shape(shape) => {
                    shape_box(&shape.posed).grown(separation::rounding(shape))
                }
                Geometry::Plane(_) => return Bounds::EMPTY,
            };
            bounds.grown(body.options.thickness + sweeps[piece] + 0.5 * (margin + self.skin))
        };
        (0..world.piece_body.len()).into_par_iter().with_min_len(LEAST_JOB).map(of).collect()
    }

    fn is_good(&self, world: &World, bodies: &[Body], sweeps: &[f64], motion: &Motion) -> bool {
        let faster = |piece: usize| (sweeps[piece] - self.sweeps[piece]).max(0.0);
        let far = (0..sweeps.len()).map(|i| motion.travelled[i] + faster(i)).fold(0.0, f64::max);
        // Nothing is farther from where it was than it has travelled.
        2.0 * far < self.skin || 2.0 * self.places.most_moved(world, bodies, faster) < self.skin
    }

    /// Chooses the skin from the size of small pieces, and by how long the last list was good. Brute force, which
    /// others are compared with, has none.
    fn choose_skin(&mut self, bodies: &[Body], config: &Config) {
        if let Skin::Fixed(skin) = config.skin {
            self.skin = skin;
            return;
        }
        if config.broad == broad::Method::Brute {
            self.skin = 0.0;
            return;
        }
        let is_crowded = self.pairs.len() > MAX_PAIRS_PER_PIECE * self.blocks.boxes.len();
        if self.relative_skin == 0.0 {
            self.relative_skin = FIRST_SKIN;
        } else if self.is_made && self.age < LASTING.start && !is_crowded {
            self.relative_skin = (self.relative_skin * ADAPTION).min(SKINS.end);
        } else if self.is_made && self.age > LASTING.end {
            self.relative_skin = (self.relative_skin / ADAPTION).max(SKINS.start);
        }
        // Bodies may have been added since the last time, and be much smaller.
        self.skin = self.relative_skin * small_size(&self.blocks.boxes, bodies);
    }

    /// The new pairs, with what was known of them before, as the motion is counted from now on.
    fn take_over(&mut self, found: &[[u32; 2]], motion: &Motion) {
        let unknown = |pieces: [u32; 2]| Pair { pieces, beyond: f64::NEG_INFINITY };
        if self.pairs.is_empty() {
            self.pairs.extend(found.iter().map(|&pieces| unknown(pieces)));
            self.memories.resize_with(found.len(), Slot::default);
            return;
        }
        let memories = std::mem::take(&mut self.memories);
        let mut old = std::mem::take(&mut self.pairs).into_iter().zip(memories).peekable();
        self.pairs.reserve(found.len());
        self.memories.reserve(found.len());
        for &pieces in found {
            while old.next_if(|(pair, _)| pair.pieces < pieces).is_some() {}
            let known = old.next_if(|(pair, _)| pair.pieces == pieces);
            let (mut pair, mut slot) = known.unwrap_or_else(|| (unknown(pieces), Slot::default()));
            pair.beyond -= motion.travelled(pieces);
            if let Some(memory) = &mut slot.memory {
                memory.come(motion.between(pieces));
                memory.seen = Drift::default();
            }
            self.pairs.push(pair);
            self.memories.push(slot);
        }
    }
}

/// The size of a small piece or shape: a tenth of them are smaller. Pieces that are not exposed do not count.
fn small_size(exposed: &[Bounds], bodies: &[Body]) -> f64 {
    let pieces = exposed.iter().filter(|bounds| !bounds.is_empty()).map(Bounds::diagonal);
    let shapes = bodies.iter().filter_map(|body| match &body.geometry {
        Geometry::Shape(shape) => Some(2.0 * shape.bounding_radius),
        _ => None,
    });
    let mut sizes: Vec<f64> = pieces.chain(shapes).filter(|size| size.is_finite()).collect();
    if sizes.is_empty() {
        return 0.0;
    }
    let tenth = sizes.len() / 10;
    *sizes.select_nth_unstable_by(tenth, f64::total_cmp).1
}

pub(in crate::scene) fn shape_box(shape: &impl SupportMap) -> Bounds {
    let origin = Vec3::zeros();
    let along = |k: usize, sign: f64| {
        let axis = Vec3::ith(k, sign);
        shape.support(&axis, &origin, 0).point[k] + sign * shape.radius()
    };
    Bounds { min: [0, 1, 2].map(|k| along(k, -1.0)), max: [0, 1, 2].map(|k| along(k, 1.0)) }
}

/// Adds each piece with itself, where facets of it need not share nodes.
fn add_selves(world: &World, allowed: &impl Fn(u32, u32) -> bool, found: &mut Vec<[u32; 2]>) {
    for piece in 0..world.piece_body.len() as u32 {
        if world.piece_facets.of(piece).len() > 4 && allowed(piece, piece) {
            found.push([piece, piece]);
        }
    }
}
