//! The list of candidates (L. Verlet, Computer "experiments" on classical fluids, Phys. Rev. 159,
//! 1967, doi:10.1103/PhysRev.159.98): pairs of pieces whose fattened boxes meet. It is valid until
//! something has moved by half the skin.

pub(super) mod containment;
mod cover;
mod planes;
pub(super) mod record;
pub(super) mod renumber;
pub(super) mod split;

use std::ops::Range;

use rayon::prelude::*;

use self::containment::ContainmentCandidate;
use self::cover::Cover;
use self::planes::FattenedBoxes;
use self::record::{Candidate, PairRecord};
use self::renumber::Exposed;
use crate::Vec3;
use crate::broad::{self, Bounds, Forest};
use crate::scene::body::{Body, Geometry};
use crate::scene::config::{Config, Resolution, Skin};
use crate::scene::facet_pairs::blocks::Blocks;
use crate::scene::facet_pairs::near_pairs::{GONE, NearPairs, PairLimit};
use crate::scene::grains::list::GrainPairs;
use crate::scene::margins::Margins;
use crate::scene::motion::{Behind, Motion, Snapshot};
use crate::scene::records::facet::clearance::Clearance;
use crate::scene::records::facet::depths::Depths;
use crate::scene::records::shape::separation;
use crate::scene::statistics::Statistics;
use crate::scene::tolerances::{DISTANCE_ROUNDING, RANGE_SLACK};
use crate::scene::world::{Span, World};
use crate::shape::SupportMap;

/// The first skin, in sizes of small pieces: in explicit steps nothing moves by more than a
/// hundredth or so.
const FIRST_SKIN: f64 = 0.1;

/// The number of detections that the list should last for: fewer cost rebuilds, more cost
/// candidates.
const LIFETIME: Range<usize> = 8..64;

/// The factor by which the skin adapts, and its limits in sizes of small pieces.
const ADAPTION: f64 = 1.5;
const RELATIVE_SKINS: Range<f64> = 0.05..2.0;

/// With more candidates than this a larger skin costs more than it saves.
const MAX_PAIRS_PER_PIECE: usize = 16;

/// By how much facets that are exposed later may be deeper than those of their piece, relatively: as
/// heights of equal elements differ by rounding.
const DEPTH_SLACK: f64 = 1e-9;

/// Jobs of threads are no smaller than this.
const MIN_PIECES_PER_JOB: usize = 512;

/// What candidates are found in.
#[derive(Clone, Copy)]
pub(in crate::scene) struct Surroundings<'a, F> {
    pub(in crate::scene) world: &'a World,
    pub(in crate::scene) bodies: &'a [Body],
    pub(in crate::scene) config: &'a Config,
    pub(in crate::scene) margins: &'a Margins,
    /// Upper bounds on the displacement of each piece in the time step ahead.
    pub(in crate::scene) step_bounds: &'a [f64],
    /// Whether two bodies can be in contact.
    pub(in crate::scene) can_touch: F,
}

/// The candidates, and what decides whether they are still valid.
#[derive(Debug, Default)]
pub(in crate::scene) struct Candidates {
    pub(in crate::scene) pairs: Vec<Candidate>,
    /// One for each pair.
    pub(in crate::scene) records: Vec<PairRecord>,
    /// Which facet pairs of each pair are to be examined in this detection.
    pub(in crate::scene) limits: Vec<PairLimit>,
    /// The number that each pair of the list before has now, if the list was rebuilt.
    pub(in crate::scene) renumbered: Vec<u32>,
    pub(in crate::scene) near_pairs: NearPairs,
    /// The pairs of grains, which are not among the others.
    pub(in crate::scene) grains: GrainPairs,
    pub(in crate::scene) clearance: Clearance,
    pub(in crate::scene) depths: Depths,
    /// Trees over the fattened boxes of the pieces.
    pub(in crate::scene) forest: Forest,
    /// The facets of all pieces, at their positions when the list was built.
    pub(in crate::scene) blocks: Blocks,
    pub(in crate::scene) containments: Vec<ContainmentCandidate>,
    /// Facets that are new since the last detection, in order.
    pub(in crate::scene) exposed: Vec<Exposed>,
    /// What the list was built for: the box of each piece, and how deep its facets can be. They are
    /// those of the exposed facets, but where elements die those of all that may be exposed next.
    cover: Vec<Cover>,
    /// Whether surfaces have changed since the last detection.
    has_changed: bool,
    /// Boxes around the bodies, as large as they can get until the list is rebuilt.
    pub(in crate::scene) boxes: Vec<Bounds>,
    pub(in crate::scene) rebuilds: usize,
    /// The number of comparisons of boxes that building the list took.
    pub(in crate::scene) compared: u64,
    pub(in crate::scene) skin: f64,
    /// The adaptive skin in sizes of small pieces.
    relative_skin: f64,
    /// Positions when the list was built.
    snapshot: Snapshot,
    /// The step bound of each piece when the list was built.
    step_bounds: Vec<f64>,
    /// Detections since the list was built.
    pub(in crate::scene) age: usize,
    is_built: bool,
    /// Whether it is the first list of all, which has no skin.
    is_first: bool,
    /// The largest margin that the list was built for.
    margin: f64,
}

impl Candidates {
    /// Invalidates the list if it was built for another margin, the largest of all: the records rely
    /// on margins not becoming smaller.
    pub(in crate::scene) fn invalidate_unless_margin(&mut self, margin: f64) {
        if self.margin != margin {
            self.invalidate();
            self.margin = margin;
        }
    }

    /// Invalidates the list and drops all records, as when pieces are renumbered.
    pub(in crate::scene) fn invalidate(&mut self) {
        self.is_built = false;
        self.pairs.clear();
        self.records.clear();
        self.near_pairs.clear();
        self.grains.clear();
        self.exposed.clear();
    }

    /// Forgets all that detections have left, and keeps how facets are laid out.
    pub(in crate::scene) fn forget(&mut self) {
        let Self { blocks, rebuilds, .. } = std::mem::take(self);
        *self = Self { blocks, rebuilds, ..Self::default() };
    }

    /// Rebuilds the list if it is no longer valid. Returns whether it was rebuilt.
    pub(in crate::scene) fn refresh(
        &mut self,
        now: &Surroundings<impl Fn(u32, u32) -> bool + Sync>,
        motion: &mut Motion,
    ) -> bool {
        let Surroundings { world, bodies, step_bounds, .. } = *now;
        if self.is_built && self.is_valid(world, bodies, step_bounds, motion) {
            self.age += 1;
            if std::mem::take(&mut self.has_changed) {
                if self.blocks.is_stale() {
                    // Where facets were when the list was built, which is what its boxes hold for.
                    self.blocks.fit(world, self.snapshot.nodes());
                }
                self.refresh_containments(now);
            }
            return false;
        }
        if self.is_first {
            // What may come near was not looked for: nothing of it can be carried over.
            self.invalidate();
        }
        self.depths.fit(world.nodes.len());
        // Fattened boxes of the pieces, their trees, and boxes of the bodies.
        self.blocks.fit(world, &world.nodes);
        self.choose_skin(bodies, now.config);
        self.choose_cover(now, &mut motion.behind);
        let boxes = self.fattened(now);
        let ranges: Vec<_> = world.spans.iter().map(|span| span.pieces.clone()).collect();
        self.forest = Forest::new(&boxes, &ranges);
        let around = |span: &Span| {
            boxes[span.pieces.clone()].iter().fold(Bounds::EMPTY, |all, one| all.joined(one))
        };
        self.boxes = world.spans.iter().map(around).collect();
        self.compared = self.find_containments(now);
        let found = self.find_pairs(now, &boxes, &motion.behind);
        let found = broad::sorted(boxes.len(), &found);
        let found = self.grains.carry_over(found, now, (motion, self.skin));
        self.carry_over(&found, motion);
        // Motion counts from here.
        motion.reset();
        self.snapshot.take(world, bodies);
        self.step_bounds.clear();
        self.step_bounds.extend_from_slice(step_bounds);
        (self.age, self.is_built, self.has_changed) = (0, true, false);
        self.rebuilds += 1;
        true
    }

    /// Pairs of fattened boxes that meet, pieces near planes, pieces with themselves.
    fn find_pairs(
        &mut self,
        now: &Surroundings<impl Fn(u32, u32) -> bool + Sync>,
        boxes: &[Bounds],
        behind: &Behind,
    ) -> Vec<[u32; 2]> {
        let Surroundings { world, config, .. } = *now;
        let body = |piece: u32| world.piece_body[piece as usize];
        let allowed = |a: u32, b: u32| (now.can_touch)(body(a), body(b));
        let (mut found, compared) = match config.broad {
            broad::Method::RTree => self.forest.pairs(allowed),
            broad::Method::Brute => {
                let count = boxes.len() as u64;
                (broad::brute_pairs(boxes, allowed), count * count.saturating_sub(1) / 2)
            }
        };
        self.compared += compared;
        let fattened = FattenedBoxes { boxes, forest: &self.forest, skin: self.skin };
        self.compared += fattened.add_planes(now, &allowed, &mut found);
        if config.resolution.is_of_facets() {
            add_self_pairs(now, behind, &allowed, &mut found);
        }
        found
    }

    /// The counts of the broad phase.
    pub(in crate::scene) fn statistics(&self, rebuilt: bool) -> Statistics {
        Statistics {
            candidates: self.pairs.len() + self.grains.pairs.len(),
            rebuilds: self.rebuilds,
            rebuilt,
            compared: if rebuilt { self.compared } else { 0 },
            ..Statistics::default()
        }
    }

    /// The boxes of all pieces, grown by half of the distance beyond which two are no candidates.
    /// Planes and pieces that are not exposed have empty boxes.
    fn fattened<F: Sync>(&self, now: &Surroundings<F>) -> Vec<Bounds> {
        let Surroundings { world, bodies, config, margins, step_bounds, .. } = now;
        let resolution = config.resolution;
        let of = |piece: usize| {
            let number = world.piece_body[piece];
            let body = &bodies[number as usize];
            let Cover { bounds: exposed, deep } = &self.cover[piece];
            let bounds = match &body.geometry {
                Geometry::Mesh(_) if resolution.is_of_facets() || exposed.is_empty() => *exposed,
                Geometry::Mesh(_) => world.piece_box(piece as u32),
                Geometry::Shape(shape) => {
                    shape_box(&shape.posed).grown(separation::rounding(shape))
                }
                Geometry::Plane(_) => return Bounds::EMPTY,
            };
            let mut half = body.options.thickness + step_bounds[piece] + margins.share(number);
            if resolution == Resolution::Surface {
                // Surfaces are in contact up to the smaller of two depths, or half of each.
                let deep = deep * (1.0 + DEPTH_SLACK);
                half = half.max(0.5 * deep) * (1.0 + 2.0 * RANGE_SLACK);
            }
            bounds.grown(half + rounding(&bounds) + 0.5 * self.skin)
        };
        (0..world.piece_body.len())
            .into_par_iter()
            .with_min_len(MIN_PIECES_PER_JOB)
            .map(of)
            .collect()
    }

    fn is_valid(
        &self,
        world: &World,
        bodies: &[Body],
        step_bounds: &[f64],
        motion: &Motion,
    ) -> bool {
        let faster = |piece: usize| (step_bounds[piece] - self.step_bounds[piece]).max(0.0);
        let far =
            (0..step_bounds.len()).map(|i| motion.path_lengths[i] + faster(i)).fold(0.0, f64::max);
        // No displacement is larger than the path length, which costs less to find.
        far == 0.0
            || 2.0 * far < self.skin
            || 2.0 * self.snapshot.max_displacement((world, bodies), &motion.behind, faster)
                < self.skin
    }

    /// Chooses the skin from the size of small pieces and the lifetime of the last list. The first
    /// list has none: who asks once does not pay for what may come near, and if something moves, the
    /// next list is made at once. Brute force, the reference for other methods, has none either.
    fn choose_skin(&mut self, bodies: &[Body], config: &Config) {
        if let Skin::Fixed(skin) = config.skin {
            self.skin = skin;
            return;
        }
        if config.broad == broad::Method::Brute {
            self.skin = 0.0;
            return;
        }
        self.is_first = self.relative_skin == 0.0;
        if self.is_first {
            (self.skin, self.relative_skin) = (0.0, FIRST_SKIN);
            return;
        }
        let count = self.pairs.len() + self.grains.pairs.len();
        let is_crowded = count > MAX_PAIRS_PER_PIECE * self.blocks.boxes.len();
        if self.is_built && self.age < LIFETIME.start && !is_crowded {
            self.relative_skin = (self.relative_skin * ADAPTION).min(RELATIVE_SKINS.end);
        } else if self.is_built && self.age > LIFETIME.end {
            self.relative_skin = (self.relative_skin / ADAPTION).max(RELATIVE_SKINS.start);
        }
        // Bodies may have been added since the last time, and be much smaller.
        self.skin = self.relative_skin * small_size(&self.blocks.boxes, bodies);
    }

    /// Takes over the new pairs with the records of those that were candidates before. Path lengths
    /// start from zero again, so bounds are reduced by what they were.
    fn carry_over(&mut self, found: &[[u32; 2]], motion: &Motion) {
        let unknown = |pieces: [u32; 2]| Candidate { pieces, lower_bound: f64::NEG_INFINITY };
        if self.pairs.is_empty() {
            self.pairs.extend(found.iter().map(|&pieces| unknown(pieces)));
            self.records.resize_with(found.len(), PairRecord::default);
            return;
        }
        self.renumbered.clear();
        self.renumbered.resize(self.pairs.len(), GONE);
        let records = std::mem::take(&mut self.records);
        let old = std::mem::take(&mut self.pairs).into_iter().zip(records);
        let mut old = old.enumerate().map(|(i, (pair, record))| (pair, record, i)).peekable();
        self.pairs.reserve(found.len());
        self.records.reserve(found.len());
        for &pieces in found {
            while old.next_if(|(pair, ..)| pair.pieces < pieces).is_some() {}
            let (mut pair, mut record) = match old.next_if(|(pair, ..)| pair.pieces == pieces) {
                Some((pair, record, number)) => {
                    self.renumbered[number] = self.pairs.len() as u32;
                    (pair, record)
                }
                None => (unknown(pieces), PairRecord::default()),
            };
            pair.lower_bound -= motion.path_length(pieces);
            if let Some(mesh) = &mut record.mesh {
                mesh.carry_over(motion.relative_displacement(pieces));
            }
            self.pairs.push(pair);
            self.records.push(record);
        }
    }
}

/// Upper bound on the rounding error of distances from what is in a box.
fn rounding(bounds: &Bounds) -> f64 {
    DISTANCE_ROUNDING * bounds.magnitude()
}

/// The size of a small piece or shape: the lowest decile. Pieces that are not exposed do not count.
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

/// The box around a shape.
pub(in crate::scene) fn shape_box(shape: &impl SupportMap) -> Bounds {
    let origin = Vec3::zeros();
    let along = |k: usize, sign: f64| {
        let axis = Vec3::ith(k, sign);
        shape.support(&axis, &origin, 0).point[k] + sign * shape.radius()
    };
    Bounds { min: [0, 1, 2].map(|k| along(k, -1.0)), max: [0, 1, 2].map(|k| along(k, 1.0)) }
}

/// Adds each piece paired with itself, if it has facets that share no node, or may get some.
fn add_self_pairs<F>(
    now: &Surroundings<F>,
    behind: &Behind,
    allowed: &impl Fn(u32, u32) -> bool,
    found: &mut Vec<[u32; 2]>,
) {
    let Surroundings { world, bodies, .. } = now;
    for piece in 0..world.piece_body.len() as u32 {
        // Any two of the four facets of a tetrahedron share a node; those of a surface need not.
        let body = world.piece_body[piece as usize] as usize;
        let sharing = if world.spans[body].is_hollow() { 1 } else { 4 };
        let count = world.piece_facets.of(piece).len();
        let may_get_some = bodies[body].is_eroding()
            && (count > 0 || behind.has(piece as usize))
            && world.piece_tets.of(piece).len() > 1;
        if (count > sharing || may_get_some) && allowed(piece, piece) {
            found.push([piece, piece]);
        }
    }
}
