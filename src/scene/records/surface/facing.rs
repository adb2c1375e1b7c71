//! Two facets that face each other, as seen along the mean of their normals; a pair per lane.

use super::common_area::{FULLY_FACING, OBLIQUE, OPPOSITE};
use super::facet_numbers::{AREA, CORNERS, DEEP, MAGNITUDE, NORMAL, NUMBERS, THICKNESS};
use super::plane_points::{Flat, HalfPlane};
use crate::scene::tolerances::{DISTANCE_ROUNDING, PLANE_SIDE_ROUNDING, RANGE_SLACK};
use crate::simd::{MAX_LANES, Quad3, Several};

/// A number for each lane.
type Lanes = [f64; MAX_LANES];

/// The facets of up to eight pairs, those of A first.
pub(in crate::scene::records) type PairRows<'a> = [[&'a [f64; NUMBERS]; MAX_LANES]; 2];

/// Rows for pairs that are not there.
pub(in crate::scene::records) const NO_ROWS: PairRows = [[&[0.0; NUMBERS]; MAX_LANES]; 2];

/// The numbers of pairs of facets, a pair per lane.
#[derive(Debug, Clone)]
#[repr(align(64))]
pub(in crate::scene::records) struct PairBlock {
    facets: [[Lanes; NUMBERS]; 2],
    /// The displacements of the corners in the time step ahead.
    steps: [[Lanes; 9]; 2],
    has_steps: bool,
    margin: Lanes,
}

impl PairBlock {
    /// Pairs with a margin, unless others are set.
    pub(in crate::scene::records) fn new(margin: f64) -> Self {
        Self {
            facets: [[[0.0; MAX_LANES]; NUMBERS]; 2],
            steps: [[[0.0; MAX_LANES]; 9]; 2],
            has_steps: false,
            margin: [margin; MAX_LANES],
        }
    }

    /// Puts pairs into the lanes from `first` on.
    #[inline(always)]
    pub(in crate::scene::records) fn set<S: Several>(&mut self, rows: &PairRows, first: usize) {
        for side in 0..2 {
            for at in [0, 4, 8, 12] {
                let columns = S::columns(&rows[side][first..], at);
                for k in 0..4 {
                    columns[k].store(&mut self.facets[side][at + k][first..]);
                }
            }
        }
    }

    /// Puts the margin of two facets into a lane.
    #[inline(always)]
    pub(super) fn set_margin(&mut self, lane: usize, margin: f64) {
        self.margin[lane] = margin;
    }

    /// Puts the depth of two facets into a lane.
    #[inline(always)]
    pub(super) fn set_deep(&mut self, lane: usize, deep: f64) {
        self.facets.iter_mut().for_each(|facets| facets[DEEP][lane] = deep);
    }

    /// Puts the displacements of the corners of one side into a lane.
    pub(super) fn set_steps(&mut self, lane: usize, side: usize, steps: [[f64; 3]; 3]) {
        self.has_steps = true;
        for (place, number) in self.steps[side].iter_mut().zip(steps.as_flattened()) {
            place[lane] = *number;
        }
    }

    /// The thickness of a body.
    #[inline(always)]
    pub(super) fn thickness<S: Several>(&self, side: usize, first: usize) -> S {
        self.number(side, THICKNESS, first)
    }

    /// 1 where the corners of a facet are counterclockwise as seen from outside, else -1; and its
    /// area.
    #[inline(always)]
    fn turn_and_area<S: Several>(&self, side: usize, first: usize) -> (S, S) {
        let area = self.number::<S>(side, AREA, first);
        let turn = S::select(S::all(0.0).less(area), S::all(1.0), S::all(-1.0));
        (turn, area * turn)
    }

    #[inline(always)]
    fn number<S: Several>(&self, side: usize, place: usize, first: usize) -> S {
        S::load(&self.facets[side][place][first..])
    }

    #[inline(always)]
    fn vector<S: Several>(&self, side: usize, place: usize, first: usize) -> Quad3<S> {
        Quad3 {
            x: self.number(side, place, first),
            y: self.number(side, place + 1, first),
            z: self.number(side, place + 2, first),
        }
    }

    /// How far apart the facets may be, how deep, and how far apart their points at the most, for
    /// this normal and cosine of the angle between the facets.
    #[inline(always)]
    fn ranges<S: Several>(&self, normal: &Quad3<S>, cosine: S, first: usize) -> [S; 3] {
        let deepest = self.number::<S>(0, DEEP, first).min(self.number(1, DEEP, first));
        let thickness = self.thickness::<S>(0, first) + self.thickness(1, first);
        let margin = S::load(&self.margin[first..]);
        let still = margin + thickness;
        let max_distance = still + self.closing(normal, first);
        // Oblique facets are in contact as deep as far, opposite ones deeper.
        let oblique = deepest.min(still + margin);
        let deep = oblique * smoothstep(cosine / S::all(OBLIQUE))
            + (deepest - oblique)
                * smoothstep((cosine - S::all(OPPOSITE[0])) / S::all(OPPOSITE[1]));
        let largest = self.number::<S>(0, MAGNITUDE, first).max(self.number(1, MAGNITUDE, first));
        let limit = max_distance.max(deepest) * S::all(1.0 + RANGE_SLACK)
            + S::all(0.25 * DISTANCE_ROUNDING) * largest;
        [max_distance, deep, limit]
    }

    /// The corners of both, the first of A last of all: the origin of the others.
    #[inline(always)]
    fn corners<S: Several>(&self, first: usize) -> ([[Quad3<S>; 3]; 2], Quad3<S>) {
        let origin = self.vector(0, CORNERS, first);
        let mut corners = [[origin; 3]; 2];
        for side in 0..2 {
            for k in 0..3 {
                corners[side][k] = self.vector(side, CORNERS + 3 * k, first) - origin;
            }
        }
        (corners, origin)
    }

    /// By how much the corners can come nearer to each other along a direction from A to B.
    #[inline(always)]
    fn closing<S: Several>(&self, normal: &Quad3<S>, first: usize) -> S {
        if !self.has_steps {
            return S::all(0.0);
        }
        let mut ends = [S::all(f64::NEG_INFINITY), S::all(f64::INFINITY)];
        for k in 0..3 {
            let mut along = [S::all(0.0); 2];
            for side in 0..2 {
                let step = &self.steps[side][3 * k..3 * k + 3];
                let step = Quad3 {
                    x: S::load(&step[0][first..]),
                    y: S::load(&step[1][first..]),
                    z: S::load(&step[2][first..]),
                };
                along[side] = step.dot(normal);
            }
            ends = [along[0].max(ends[0]), along[1].min(ends[1])];
        }
        (ends[0] - ends[1]).max(S::all(0.0))
    }
}

/// 0 up to 0, 1 from 1 on, with slope 0 at both.
#[inline(always)]
fn smoothstep<S: Several>(x: S) -> S {
    let x = x.max(S::all(0.0)).min(S::all(1.0));
    x * x * (S::all(3.0) - S::all(2.0) * x)
}

/// The facets of some lanes, from where they face each other.
#[derive(Clone, Copy)]
pub(in crate::scene::records) struct Facing<S: Several> {
    /// Where the facets face each other.
    pub(in crate::scene::records) mask: S::Mask,
    /// The unit vector from A to B.
    pub(in crate::scene::records) normal: Quad3<S>,
    /// The corners in space, relative to the first of A.
    pub(super) corners: [[Quad3<S>; 3]; 2],
    /// That corner.
    pub(super) origin: Quad3<S>,
    /// The corners as seen along the normal.
    pub(in crate::scene::records) flat: [[Flat<S>; 3]; 2],
    /// 1 where the corners as seen are counterclockwise, else -1.
    pub(in crate::scene::records) turns: [S; 2],
    /// The gap at the first corner of A, and by how much it grows along both axes.
    pub(super) gap: S,
    pub(super) slope: Flat<S>,
    /// The range of gaps.
    pub(super) max_distance: S,
    pub(super) deep: S,
    /// The largest distance of the points of a contact. Candidates are found up to this distance,
    /// so it must be part of the rule: the planes of slivers are not exact enough.
    pub(super) limit: S,
    /// How much the area counts.
    pub(super) weight: S,
    /// The area of the smaller facet.
    pub(in crate::scene::records) size: S,
}

impl<S: Several> Facing<S> {
    /// The pairs in the lanes from `first` on.
    #[inline(always)]
    pub(in crate::scene::records) fn new(block: &PairBlock, first: usize) -> Self {
        let zero = S::all(0.0);
        let normals: [Quad3<S>; 2] =
            [block.vector(0, NORMAL, first), block.vector(1, NORMAL, first)];
        let cosine = -normals[0].dot(&normals[1]);
        let across = normals[0] - normals[1];
        let normal = across.times(S::all(1.0) / across.dot(&across).sqrt());
        let (corners, origin) = block.corners(first);
        // Axes across the normal: the first edge of A, which is never along it, and another.
        let edge = corners[0][1];
        let along = edge - normal.times(edge.dot(&normal));
        let u = along.times(S::all(1.0) / along.dot(&along).sqrt());
        let v = normal.cross(&u);
        let mut flat = [[Flat { x: zero, y: zero }; 3]; 2];
        for side in 0..2 {
            for k in 0..3 {
                let corner = &corners[side][k];
                flat[side][k] = Flat { x: corner.dot(&u), y: corner.dot(&v) };
            }
        }
        // The gap along the normal from the plane of A to that of B, neither of which is parallel.
        let cosines = [normal.dot(&normals[0]), normal.dot(&normals[1])];
        let gap = corners[1][0].dot(&normals[1]) / cosines[1];
        let slope = Flat {
            x: normals[0].dot(&u) / cosines[0] - normals[1].dot(&u) / cosines[1],
            y: normals[0].dot(&v) / cosines[0] - normals[1].dot(&v) / cosines[1],
        };
        let [max_distance, deep, limit] = block.ranges(&normal, cosine, first);
        let [(turn, area), (other_turn, other_area)] =
            [block.turn_and_area(0, first), block.turn_and_area(1, first)];
        Self {
            mask: zero.less(cosine),
            normal,
            corners,
            origin,
            flat,
            turns: [turn, -other_turn],
            gap,
            slope,
            max_distance,
            deep,
            limit,
            weight: smoothstep(cosine / S::all(FULLY_FACING)),
            size: area.min(other_area),
        }
    }

    /// The gap over a point as seen along the normal.
    #[inline(always)]
    pub(in crate::scene::records) fn gap_at(&self, x: &Flat<S>) -> S {
        self.gap + self.slope.x * x.x + self.slope.y * x.y
    }

    /// Where some gap over A may be in range.
    #[inline(always)]
    pub(super) fn in_range(&self) -> S::Mask {
        let mut least = self.gap_at(&self.flat[0][0]);
        let mut most = least;
        for k in 1..3 {
            let gap = self.gap_at(&self.flat[0][k]);
            (least, most) = (gap.min(least), gap.max(most));
        }
        least.at_most(self.max_distance) & (-self.deep).at_most(most)
    }

    /// How far a point is inside an edge of a facet, times the length of the edge.
    #[inline(always)]
    pub(in crate::scene::records) fn inside(&self, side: usize, k: usize, x: &Flat<S>) -> S {
        let (p, q) = (&self.flat[side][k], &self.flat[side][(k + 1) % 3]);
        (*q - *p).cross(&(*x - *p)) * self.turns[side]
    }

    /// Where they face each other and no edge of one has all of the other beyond it, as seen along
    /// the normal.
    #[inline(always)]
    pub(in crate::scene::records) fn may_overlap(&self) -> S::Mask {
        let mut mask = self.mask;
        for side in 0..2 {
            for k in 0..3 {
                let mut most = S::all(f64::NEG_INFINITY);
                for other in 0..3 {
                    most = self.inside(side, k, &self.flat[1 - side][other]).max(most);
                }
                mask = mask & S::all(0.0).less(most);
            }
        }
        mask
    }
}

/// The inside of an edge of B.
pub(in crate::scene::records) struct InsideEdge<'a, S: Several>(
    pub(in crate::scene::records) &'a Facing<S>,
    pub(in crate::scene::records) usize,
);

impl<S: Several> HalfPlane<S> for InsideEdge<'_, S> {
    #[inline(always)]
    fn side(&self, x: &Flat<S>) -> S {
        self.0.inside(1, self.1, x)
    }
}

/// Where the gap is within reach.
pub(super) struct WithinReach<'a, S: Several>(pub(super) &'a Facing<S>);

impl<S: Several> HalfPlane<S> for WithinReach<'_, S> {
    #[inline(always)]
    fn side(&self, x: &Flat<S>) -> S {
        self.0.max_distance - self.0.gap_at(x)
    }
}

/// Where the gap is not too deep.
pub(super) struct NotTooDeep<'a, S: Several>(pub(super) &'a Facing<S>);

impl<S: Several> HalfPlane<S> for NotTooDeep<'_, S> {
    #[inline(always)]
    fn side(&self, x: &Flat<S>) -> S {
        self.0.gap_at(x) + self.0.deep
    }
}

/// Where neither facet is clearly on one side of the plane of the other, so that they may meet.
#[inline(always)]
pub(super) fn may_meet<S: Several>(block: &PairBlock, first: usize) -> S::Mask {
    let (corners, _) = block.corners::<S>(first);
    let mut extent = S::all(0.0);
    for side in 0..2 {
        for corner in &corners[side] {
            for x in [corner.x, corner.y, corner.z] {
                extent = x.max(-x).max(extent);
            }
        }
    }
    let volume = S::all(PLANE_SIDE_ROUNDING) * extent * extent * extent;
    let mut mask = S::mask(!0);
    for side in 0..2 {
        let normal = block.vector::<S>(side, NORMAL, first);
        let rounding = volume / block.turn_and_area::<S>(side, first).1;
        let mut ends = [S::all(f64::INFINITY), S::all(f64::NEG_INFINITY)];
        for k in 0..3 {
            let height = (corners[1 - side][k] - corners[side][0]).dot(&normal);
            ends = [height.min(ends[0]), height.max(ends[1])];
        }
        mask = mask & !(rounding.less(ends[0]) | ends[1].less(-rounding));
    }
    mask
}
