//! The list of pairs of grains, with what is kept of each.

use super::examine::Output;
use super::table::{Kind, Table, kind};
use crate::scene::body::Geometry;
use crate::scene::candidates::Surroundings;
use crate::scene::contact::{Contact, Kind as Origin, Part, Side};
use crate::scene::motion::Motion;
use crate::scene::records::shape::separation;
use crate::scene::tolerances::RANGE_SLACK;
use crate::scene::world::World;

/// What kinds of grains a pair is of, in its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::scene) enum Case {
    Points,
    PointSegment,
    SegmentPoint,
    Segments,
    PointBox,
    BoxPoint,
    Boxes,
    /// A shape of any kind and a plane.
    OnPlane,
    UnderPlane,
    /// Two shapes without a closed form.
    Others,
}

impl Case {
    fn of(kinds: [Kind; 2]) -> Self {
        match kinds {
            [_, Kind::Plane] => Self::OnPlane,
            [Kind::Plane, _] => Self::UnderPlane,
            [Kind::Point, Kind::Point] => Self::Points,
            [Kind::Point, Kind::Segment] => Self::PointSegment,
            [Kind::Segment, Kind::Point] => Self::SegmentPoint,
            [Kind::Segment, Kind::Segment] => Self::Segments,
            [Kind::Point, Kind::Box] => Self::PointBox,
            [Kind::Box, Kind::Point] => Self::BoxPoint,
            [Kind::Box, Kind::Box] => Self::Boxes,
            _ => Self::Others,
        }
    }
}

/// Two grains, or a grain and a plane.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene) struct Pair {
    pub(in crate::scene) bodies: [u32; 2],
    pub(in crate::scene) case: Case,
}

/// What keeps a pair from being asked.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene) struct Track {
    /// Lower bound on the gap, plus the path lengths of both at that time.
    pub(in crate::scene) lower_bound: f64,
    /// A direction from the first to the second along which they were separated; zero if none is
    /// known.
    pub(in crate::scene) axis: [f32; 3],
}

const UNKNOWN: Track = Track { lower_bound: f64::NEG_INFINITY, axis: [0.0; 3] };

/// Pairs of grains that may be near, in the order of their bodies.
#[derive(Debug, Default)]
pub(in crate::scene) struct GrainPairs {
    pub(in crate::scene) pairs: Vec<Pair>,
    /// One for each pair, as the next.
    pub(in crate::scene) tracks: Vec<Track>,
    /// The ids of contacts of one point.
    pub(in crate::scene) ids: Vec<u64>,
    pub(in crate::scene) table: Table,
    pub(in crate::scene) outputs: Vec<Output>,
    /// The lists before, to save allocations.
    spare: (Vec<Pair>, Vec<Track>, Vec<u64>),
}

impl GrainPairs {
    pub(in crate::scene) fn clear(&mut self) {
        self.pairs.clear();
        self.tracks.clear();
        self.ids.clear();
    }

    /// Takes the pairs of grains out of a sorted list of pairs of pieces, with what is known of those
    /// that were here before. Path lengths start from zero again. Returns the other pairs.
    pub(in crate::scene) fn carry_over<F: Fn(u32, u32) -> bool + Sync>(
        &mut self,
        found: Vec<[u32; 2]>,
        now: &Surroundings<F>,
        (motion, skin): (&Motion, f64),
    ) -> Vec<[u32; 2]> {
        let Surroundings { world, bodies, .. } = *now;
        let (mut pairs, mut tracks, mut ids) = std::mem::take(&mut self.spare);
        pairs.clear();
        tracks.clear();
        ids.clear();
        let mut rest = found;
        let mut at = 0;
        rest.retain(|&pieces| {
            let own = pieces.map(|piece| world.piece_body[piece as usize]);
            let kinds = own.map(|body| kind(&bodies[body as usize]));
            if kinds.contains(&Kind::Mesh) {
                return true;
            }
            if is_near(now, own, skin) {
                while self.pairs.get(at).is_some_and(|pair| pair.bodies < own) {
                    at += 1;
                }
                let known = self.pairs.get(at).is_some_and(|pair| pair.bodies == own);
                let Track { lower_bound, axis } = if known { self.tracks[at] } else { UNKNOWN };
                let lower_bound = lower_bound - motion.path_length(pieces);
                pairs.push(Pair { bodies: own, case: Case::of(kinds) });
                tracks.push(Track { lower_bound, axis });
                ids.push(if known { self.ids[at] } else { id(world, own) });
            }
            false
        });
        let old = (&mut self.pairs, &mut self.tracks, &mut self.ids);
        self.spare = (
            std::mem::replace(old.0, pairs),
            std::mem::replace(old.1, tracks),
            std::mem::replace(old.2, ids),
        );
        rest
    }
}

/// Whether two grains can come within their search radius before the list is made anew, as the
/// spheres around them tell.
fn is_near<F>(now: &Surroundings<F>, pair: [u32; 2], skin: f64) -> bool {
    let [one, two] = pair.map(|body| &now.bodies[body as usize]);
    let (Geometry::Shape(a), Geometry::Shape(b)) = (&one.geometry, &two.geometry) else {
        return true;
    };
    let layers = one.options.thickness + two.options.thickness;
    let radius = (now.margins.of(pair) + layers + skin) * (1.0 + 4.0 * RANGE_SLACK);
    !now.config.skips() || separation::by_spheres(a, b) <= radius
}

/// The id of the contact of two bodies.
fn id(world: &World, bodies: [u32; 2]) -> u64 {
    let sides = bodies.map(whole);
    world.contact_id(&Contact { sides, kind: Origin::Nearest, ..Contact::NONE })
}

/// The side of a contact that is a body as a whole.
#[inline]
pub(in crate::scene) fn whole(body: u32) -> Side {
    Side { body, part: Part::Whole, ..Contact::NONE.sides[0] }
}
