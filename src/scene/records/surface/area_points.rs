//! The rule of surface contacts in lanes: the areas that pairs of facets have in common, and the
//! points that stand for them. What [`common_area`](super::common_area) says for one pair, for many.

use super::common_area::CommonArea;
use super::facet_numbers::FacetNumbers;
use super::facing::{Facing, InsideEdge, NotTooDeep, PairBlock, WithinReach};
use super::plane_points::{Border, Flat};
use super::select::PairsOfFacets;
use super::{Range, SurfaceRule};
use crate::Vec3;
use crate::scene::config::Points;
use crate::scene::contact::Contact;
use crate::scene::tolerances::{MIN_COMMON_AREA, UNIT_ROUNDING};
use crate::simd::{MAX_LANES, Quad3, Several, SeveralTask};

/// A number for each lane.
type Lanes = [f64; MAX_LANES];

/// The points of the areas in common of up to eight pairs, one in each lane.
#[derive(Debug, Clone)]
#[repr(align(64))]
pub(in crate::scene) struct AreaBlock {
    /// The unit vector from A to B.
    pub(super) normal: [Lanes; 3],
    /// The area of each point.
    pub(super) area: Lanes,
    pub(super) points: [PointLanes; 3],
    /// The lanes in which each point is a contact, a bit each.
    pub(super) lanes: [u32; 3],
    /// The lanes in which all weights of each point are positive, on A and on B.
    inner: [[u32; 2]; 3],
}

/// A point of each area.
#[derive(Debug, Clone)]
pub(super) struct PointLanes {
    pub(super) weights: [[Lanes; 3]; 2],
    /// The points on the surfaces of A and B, their layers included.
    pub(super) points: [[Lanes; 3]; 2],
    pub(super) gap: Lanes,
}

impl AreaBlock {
    const EMPTY: Self = Self {
        normal: [[0.0; MAX_LANES]; 3],
        area: [0.0; MAX_LANES],
        points: [const {
            PointLanes {
                weights: [[[0.0; MAX_LANES]; 3]; 2],
                points: [[[0.0; MAX_LANES]; 3]; 2],
                gap: [0.0; MAX_LANES],
            }
        }; 3],
        lanes: [0; 3],
        inner: [[0; 2]; 3],
    };

    /// How many contacts there are in a lane.
    pub(super) fn len_of(&self, lane: usize) -> usize {
        self.lanes.iter().map(|lanes| (lanes >> lane & 1) as usize).sum()
    }

    /// Notes what was made as point `k` of those lanes from `first` on that are in the mask.
    #[inline(always)]
    fn add<S: Several>(&mut self, k: usize, first: usize, mask: S::Mask, made: &Made<S>) {
        self.lanes[k] |= S::bits(mask & made.is_near) << first;
        for side in 0..2 {
            self.inner[k][side] |= S::bits(made.is_inner[side]) << first;
        }
    }

    /// Removes the contacts of a lane.
    pub(super) fn remove(&mut self, lane: usize) {
        let all = self.lanes.iter_mut().chain(self.inner.as_flattened_mut());
        all.for_each(|lanes| *lanes &= !(1 << lane));
    }
}

/// Makes the points of pairs, a block for each eight. Blocks that are not needed stay as they are.
pub(super) struct MakePoints<'a> {
    pub(super) pairs: PairsOfFacets<'a>,
    pub(super) blocks: &'a mut Vec<AreaBlock>,
}

impl SeveralTask for MakePoints<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Several>(self) {
        let Self { pairs, blocks } = self;
        let points = pairs.rule.points;
        let count = pairs.selected.len().div_ceil(MAX_LANES);
        if blocks.len() < count {
            blocks.resize(count, AreaBlock::EMPTY);
        }
        let mut block = pairs.block();
        for (selected, out) in pairs.selected.chunks(MAX_LANES).zip(blocks) {
            pairs.fill::<S>(&mut block, selected);
            (out.lanes, out.inner) = ([0; 3], [[0; 2]; 3]);
            let mut doubtful = 0;
            for first in (0..selected.len()).step_by(S::LANES) {
                doubtful |= points_of_lanes::<S>(&block, first, points, out) << first;
            }
            let used = (1 << selected.len()) - 1;
            out.lanes.iter_mut().for_each(|lanes| *lanes &= used);
            for (lane, &pair) in selected.iter().enumerate() {
                if doubtful >> lane & 1 != 0 {
                    pairs.rule.points_of_one(pairs.facets[pair as usize], lane, out);
                }
            }
        }
    }
}

/// Makes the points of the lanes from `first` on. Returns the lanes that have to be done singly.
#[inline(always)]
fn points_of_lanes<S: Several>(
    block: &PairBlock,
    first: usize,
    points: Points,
    out: &mut AreaBlock,
) -> u32 {
    let facing = Facing::<S>::new(block, first);
    let mut border = Border::triangle(&facing.flat[0]);
    border.clip(&InsideEdge(&facing, 0));
    border.clip(&InsideEdge(&facing, 1));
    border.clip(&InsideEdge(&facing, 2));
    // What is not cut stays as it is, to the bit, so that lanes do not depend on each other.
    if border.is_cut(&WithinReach(&facing), facing.mask) {
        border.clip(&WithinReach(&facing));
    }
    if border.is_cut(&NotTooDeep(&facing), facing.mask) {
        border.clip(&NotTooDeep(&facing));
    }
    let moments = border.moments(facing.turns[0]);
    let mask = facing.mask & (S::all(MIN_COMMON_AREA) * facing.size).less(moments.area);
    let unit = facing.normal.dot(&facing.normal) - S::all(1.0);
    let mask = mask & unit.max(-unit).at_most(S::all(UNIT_ROUNDING));
    store3(&facing.normal, &mut out.normal, first);
    let area = facing.weight * moments.area;
    match points {
        Points::One => {
            area.store(&mut out.area[first..]);
            let made = point(&facing, &moments.centroid, (block, first), &mut out.points[0]);
            out.add(0, first, mask, &made);
        }
        Points::Three => {
            (area * S::all(1.0 / 3.0)).store(&mut out.area[first..]);
            let list = moments.points();
            for k in 0..3 {
                let made = point(&facing, &list[k], (block, first), &mut out.points[k]);
                out.add(k, first, mask, &made);
            }
        }
    }
    S::bits(border.is_doubtful & facing.mask)
}

#[inline(always)]
fn store3<S: Several>(vector: &Quad3<S>, place: &mut [Lanes; 3], first: usize) {
    vector.x.store(&mut place[0][first..]);
    vector.y.store(&mut place[1][first..]);
    vector.z.store(&mut place[2][first..]);
}

/// The point of a facet that is seen at a place, relative to the first corner of A, and its weights,
/// which are stored, too.
#[inline(always)]
pub(in crate::scene::records) fn on_facet<S: Several>(
    facing: &Facing<S>,
    side: usize,
    x: &Flat<S>,
    (place, first): (&mut [Lanes; 3], usize),
) -> [Quad3<S>; 2] {
    let corners = &facing.flat[side];
    let [a, b, c] = [corners[0] - *x, corners[1] - *x, corners[2] - *x];
    let (zero, turn) = (S::all(0.0), facing.turns[side]);
    let shares = [
        (b.cross(&c) * turn).max(zero),
        (c.cross(&a) * turn).max(zero),
        (a.cross(&b) * turn).max(zero),
    ];
    let whole = S::all(1.0) / (shares[0] + shares[1] + shares[2]);
    let weights = Quad3 { x: shares[0] * whole, y: shares[1] * whole, z: shares[2] * whole };
    store3(&weights, place, first);
    let corners = &facing.corners[side];
    let at =
        corners[0].times(weights.x) + corners[1].times(weights.y) + corners[2].times(weights.z);
    [at, weights]
}

/// A point that was made in some lanes.
struct Made<S: Several> {
    /// Where its points on both facets are within reach of each other.
    is_near: S::Mask,
    /// Where all weights are positive, on A and on B.
    is_inner: [S::Mask; 2],
}

/// Stores a point of the area.
#[inline(always)]
fn point<S: Several>(
    facing: &Facing<S>,
    x: &Flat<S>,
    (block, first): (&PairBlock, usize),
    place: &mut PointLanes,
) -> Made<S> {
    let [weights_a, weights_b] = &mut place.weights;
    let [p, a] = on_facet(facing, 0, x, (weights_a, first));
    let [q, b] = on_facet(facing, 1, x, (weights_b, first));
    // Where weights are not numbers, the points are not near either.
    let least = [a.x.min(a.y).min(a.z), b.x.min(b.y).min(b.z)];
    // Both are on their facets: so the facets are no farther apart than this.
    let between = q - p;
    let apart = between.dot(&between).sqrt();
    let (one, two) = (block.thickness::<S>(0, first), block.thickness(1, first));
    let gap = facing.normal.dot(&between) - one - two;
    let point_a = p + facing.origin + facing.normal.times(one);
    let point_b = point_a + facing.normal.times(gap);
    gap.store(&mut place.gap[first..]);
    store3(&point_a, &mut place.points[0], first);
    store3(&point_b, &mut place.points[1], first);
    Made {
        is_near: apart.at_most(facing.limit),
        is_inner: [S::all(0.0).less(least[0]), S::all(0.0).less(least[1])],
    }
}

impl SurfaceRule<'_> {
    /// Makes the points of a pair in a lane, singly: where rounding confuses the lanes.
    #[cold]
    #[inline(never)]
    fn points_of_one(&self, facets: [u32; 2], lane: usize, out: &mut AreaBlock) {
        out.remove(lane);
        let numbers = facets.map(|facet| self.tables.numbers(facet));
        let range = self.range(facets);
        let Some(common) = common_area(numbers, &range) else { return };
        let origin = numbers[0].first_corner();
        let [Some(a), Some(b)] = numbers.map(|facet| facet.triangle(&origin)) else { return };
        let limit = self.limit(&range, &common.normal, facets);
        let (points, count) = self.points_of(&common);
        (0..3).for_each(|k| out.normal[k][lane] = common.normal[k]);
        out.area[lane] = common.area / count as f64;
        let [one, two] = facets.map(|facet| self.facet_thickness(facet));
        for (k, x) in points[..count].iter().enumerate() {
            let weights = [a.weights(x, &common.normal), b.weights(x, &common.normal)];
            let [p, q] = [a.point(&weights[0]), b.point(&weights[1])];
            if (q - p).norm() > limit || (q - p).norm().is_nan() {
                continue;
            }
            let gap = common.normal.dot(&(q - p)) - one - two;
            let point_a = p + origin + common.normal * one;
            out.points[k].set(lane, weights, [point_a, point_a + common.normal * gap], gap);
            out.lanes[k] |= 1 << lane;
        }
    }
}

impl AreaBlock {
    /// Writes what lanes know of point `k` into a contact whose sides have all nodes of their facets.
    #[inline(always)]
    pub(super) fn write(&self, lane: usize, k: usize, contact: &mut Contact) {
        let (lane, point) = (lane % MAX_LANES, &self.points[k]);
        let at = |numbers: &[Lanes; 3]| [numbers[0][lane], numbers[1][lane], numbers[2][lane]];
        contact.sides[0].weights = at(&point.weights[0]);
        contact.sides[1].weights = at(&point.weights[1]);
        contact.point_a = at(&point.points[0]).into();
        contact.point_b = at(&point.points[1]).into();
        contact.normal = at(&self.normal).into();
        contact.gap = point.gap[lane];
        contact.area = self.area[lane];
        for (side, inner) in contact.sides.iter_mut().zip(self.inner[k]) {
            if inner >> lane & 1 == 0 {
                side.drop_idle_nodes();
            }
        }
    }
}

impl PointLanes {
    fn set(&mut self, lane: usize, weights: [[f64; 3]; 2], points: [Vec3; 2], gap: f64) {
        for side in 0..2 {
            for k in 0..3 {
                self.weights[side][k][lane] = weights[side][k];
                self.points[side][k][lane] = points[side][k];
            }
        }
        self.gap[lane] = gap;
    }
}

/// The area in common of two facets, singly.
pub(in crate::scene::records) fn common_area(
    facets: [&FacetNumbers; 2],
    range: &Range,
) -> Option<CommonArea> {
    let origin = facets[0].first_corner();
    let [a, b] = facets.map(|facet| facet.triangle(&origin));
    CommonArea::of_facets(&a?, &b?, range)
}

#[cfg(test)]
mod tests {
    use super::super::common_area::Triangle;
    use super::super::facet_numbers::{AREA, CORNERS, DEEP, MAGNITUDE, NORMAL, NUMBERS, THICKNESS};
    use super::*;
    use crate::simd::{Available, Isa, dispatch_any};
    use proptest::prelude::*;

    const MARGIN: f64 = 0.3;

    fn numbers(corners: [[f64; 3]; 3], turn: f64) -> FacetNumbers {
        let corners = corners.map(Vec3::from);
        let mut list = [f64::NAN; NUMBERS];
        list[CORNERS..NORMAL].copy_from_slice(corners.map(<[f64; 3]>::from).as_flattened());
        if let Some(triangle) = Triangle::new(corners, turn) {
            list[NORMAL..AREA].copy_from_slice(triangle.normal.as_slice());
            list[AREA] = triangle.area * turn;
        }
        (list[THICKNESS], list[DEEP]) = (0.0, 0.5);
        list[MAGNITUDE] = corners.iter().map(Vec3::amax).fold(0.0, f64::max);
        FacetNumbers(list)
    }

    /// The points of a pair, in the first lane.
    struct One<'a>([&'a FacetNumbers; 2]);

    impl SeveralTask for One<'_> {
        type Output = (AreaBlock, u32);

        #[inline(always)]
        fn run<S: Several>(self) -> Self::Output {
            let mut block = PairBlock::new(MARGIN);
            let rows = self.0.map(|facet| [facet.row(); MAX_LANES]);
            (0..MAX_LANES).step_by(S::LANES).for_each(|first| block.set::<S>(&rows, first));
            let mut out = AreaBlock::EMPTY;
            let doubtful = points_of_lanes::<S>(&block, 0, Points::Three, &mut out);
            (out, doubtful & 1)
        }
    }

    /// Coordinates on a coarse grid, where edges are on each other, or anywhere.
    fn coordinate() -> impl Strategy<Value = f64> {
        prop_oneof![(-2i32..=2).prop_map(|x| 0.5 * f64::from(x)), -1.0..1.0]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn lanes_say_what_lists_of_vertices_say(
            a in prop::array::uniform3((coordinate(), coordinate(), -0.1..0.1)),
            b in prop::array::uniform3((coordinate(), coordinate(), -0.1..0.1)),
            is_flat in any::<bool>(),
        ) {
            let lift = |(x, y, height): (f64, f64, f64), z: f64| {
                [x, y, if is_flat { z } else { height + z }]
            };
            let (a, b) = (a.map(|x| lift(x, 0.0)), b.map(|x| lift(x, 0.1)));
            // A looks up, B down.
            let up = |c: [[f64; 3]; 3]| {
                let [p, q, r] = c.map(Vec3::from);
                (q - p).cross(&(r - p)).z.signum()
            };
            let facets = [numbers(a, up(a)), numbers(b, -up(b))];
            let (block, doubtful) = dispatch_any(Available::Portable, One(facets.each_ref()));
            for isa in Isa::ALL.into_iter().filter_map(Available::of) {
                let (other, is_doubtful) = dispatch_any(isa, One(facets.each_ref()));
                prop_assert_eq!(is_doubtful, doubtful);
                for k in 0..3 {
                    prop_assert_eq!(other.lanes[k] & 1, block.lanes[k] & 1);
                    if block.lanes[k] & 1 != 0 {
                        let gap = other.points[k].gap[0];
                        prop_assert_eq!(gap.to_bits(), block.points[k].gap[0].to_bits());
                        prop_assert_eq!(other.area[0].to_bits(), block.area[0].to_bits());
                    }
                }
            }
            let deep = 0.5f64;
            let range =
                Range { max_distance: MARGIN, deep, oblique_deep: deep.min(2.0 * MARGIN), steps: None };
            let known = common_area(facets.each_ref(), &range);
            let area = known.map_or(0.0, |common| common.area);
            let found = if block.lanes[0] & 1 != 0 { 3.0 * block.area[0] } else { 0.0 };
            if doubtful == 0 {
                prop_assert!((found - area).abs() <= 1e-14, "{found} is not {area}");
            }
            if let Some(common) = known.filter(|common| doubtful == 0 && common.area > 1e-6) {
                let origin = facets[0].first_corner();
                let sums = common.points().map(|x| x + origin).iter().sum::<Vec3>();
                let points = block.points.each_ref().map(|point| {
                    Vec3::from([0, 1, 2].map(|i| point.points[0][i][0]))
                });
                let error = (points.iter().sum::<Vec3>() - sums).norm();
                prop_assert!(error <= 1e-8, "{error} for an area of {area}");
            }
        }
    }
}
