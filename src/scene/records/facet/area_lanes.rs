//! The areas in common of facets for facet contacts, in lanes: area, and the weights of the corners
//! of both facets at its centre.

use crate::scene::records::surface::area_points::{common_area, on_facet};
use crate::scene::records::surface::common_area::Range;
use crate::scene::records::surface::facing::{Facing, InsideEdge, PairBlock};
use crate::scene::records::surface::plane_points::Border;
use crate::scene::records::surface::tables::SurfaceTables;
use crate::scene::tolerances::MIN_COMMON_AREA;
use crate::simd::{MAX_LANES, Several, SeveralTask};

/// A number for each lane.
type Lanes = [f64; MAX_LANES];

/// The areas of pairs of facets that have one.
#[derive(Debug, Default)]
pub(super) struct FacetAreas {
    list: Vec<FacetArea>,
}

/// The area of a pair, by its index, and the weights of the sorted nodes of both facets.
#[derive(Debug, Clone, Copy)]
struct FacetArea {
    pair: u32,
    area: f64,
    weights: [[f64; 3]; 2],
}

impl FacetAreas {
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, f64, [[f64; 3]; 2])> {
        self.list.iter().map(|entry| (entry.pair, entry.area, entry.weights))
    }
}

/// Makes the areas of selected pairs, in their order.
pub(super) struct MakeAreas<'a, R> {
    pub(super) tables: &'a SurfaceTables,
    pub(super) facets: &'a [[u32; 2]],
    pub(super) selected: &'a [u32],
    /// The search radius of a pair.
    pub(super) radius: R,
    pub(super) areas: &'a mut FacetAreas,
}

/// What is found for up to eight pairs.
#[repr(align(64))]
struct AreaLanes {
    area: Lanes,
    /// The gap at the centre.
    gap: Lanes,
    weights: [[Lanes; 3]; 2],
}

impl<R: Fn(u32) -> f64> SeveralTask for MakeAreas<'_, R> {
    type Output = ();

    #[inline(always)]
    fn run<S: Several>(self) {
        let mut block = PairBlock::new(0.0);
        let mut lanes = AreaLanes {
            area: [0.0; MAX_LANES],
            gap: [0.0; MAX_LANES],
            weights: [[[0.0; MAX_LANES]; 3]; 2],
        };
        self.areas.list.clear();
        for selected in self.selected.chunks(MAX_LANES) {
            let rows = self.tables.rows(self.facets, selected);
            let (mut found, mut doubtful) = (0, 0);
            for first in (0..selected.len()).step_by(S::LANES) {
                block.set::<S>(&rows, first);
                let [some, others] = areas_of_lanes::<S>(&block, first, &mut lanes);
                (found, doubtful) = (found | some << first, doubtful | others << first);
            }
            for (lane, &pair) in selected.iter().enumerate() {
                if doubtful >> lane & 1 != 0 {
                    self.areas.list.extend(self.area_of_one(pair));
                } else if found >> lane & 1 != 0 && lanes.gap[lane].abs() <= (self.radius)(pair) {
                    self.areas.list.push(lanes.get(lane, pair));
                }
            }
        }
    }
}

impl<R: Fn(u32) -> f64> MakeAreas<'_, R> {
    /// The area of a pair, singly: where rounding confuses the lanes.
    #[cold]
    #[inline(never)]
    fn area_of_one(&self, pair: u32) -> Option<FacetArea> {
        let facets = self.facets[pair as usize];
        let numbers = facets.map(|facet| self.tables.numbers(facet));
        let all = f64::MAX;
        let range = Range { max_distance: all, deep: all, oblique_deep: all, steps: None };
        let common = common_area(numbers, &range)?;
        let origin = numbers[0].first_corner();
        let (a, b) = (numbers[0].triangle(&origin)?, numbers[1].triangle(&origin)?);
        let center = common.centroid();
        let weights = [&a, &b].map(|facet| facet.weights(&center, &common.normal));
        let between = b.point(&weights[1]) - a.point(&weights[0]);
        let is_near = common.normal.dot(&between).abs() <= (self.radius)(pair);
        is_near.then_some(FacetArea { pair, area: common.bare_area(), weights })
    }
}

impl AreaLanes {
    fn get(&self, lane: usize, pair: u32) -> FacetArea {
        let weights = [0, 1].map(|side| [0, 1, 2].map(|k| self.weights[side][k][lane]));
        FacetArea { pair, area: self.area[lane], weights }
    }
}

/// The areas of the lanes from `first` on. Returns where there is one, and where it has to be found
/// singly.
#[inline(always)]
fn areas_of_lanes<S: Several>(block: &PairBlock, first: usize, out: &mut AreaLanes) -> [u32; 2] {
    let facing = Facing::<S>::new(block, first);
    let mask = facing.may_overlap();
    if !S::any(mask) {
        return [0; 2];
    }
    let mut border = Border::triangle(&facing.flat[0]);
    border.clip(&InsideEdge(&facing, 0));
    border.clip(&InsideEdge(&facing, 1));
    border.clip(&InsideEdge(&facing, 2));
    let moments = border.moments(facing.turns[0]);
    let found = mask & (S::all(MIN_COMMON_AREA) * facing.size).less(moments.area);
    moments.area.store(&mut out.area[first..]);
    let [weights_a, weights_b] = &mut out.weights;
    let [p, _] = on_facet(&facing, 0, &moments.centroid, (weights_a, first));
    let [q, _] = on_facet(&facing, 1, &moments.centroid, (weights_b, first));
    facing.normal.dot(&(q - p)).store(&mut out.gap[first..]);
    [S::bits(found), S::bits(border.is_doubtful & mask)]
}
