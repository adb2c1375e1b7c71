//! Searches that lanes brought to an end but could not prove: handed over, so that none is searched
//! again.

use std::mem::MaybeUninit;

use super::super::answer::Answer;
use super::super::difference::Resolve;
use super::super::difference::points::PointDifference;
use super::super::query::Query;
use super::super::search::{Face, State, Vertex};
use super::super::solve::limits;
use super::finish::{code, decode};
use super::search::State as Lanes;
use crate::Vec3;
use crate::shape::PointSet;
use crate::simd::{Baseline, MAX_LANES, Part, Wide};

/// The ends of the searches of a block, a lane each; only those that were not proven.
pub(super) struct Ends {
    /// Vertices, reason and counts: see [`code`].
    codes: [f64; MAX_LANES],
    weights: [[f64; MAX_LANES]; 4],
    direction: [[f64; MAX_LANES]; 3],
    w: [[f64; MAX_LANES]; 3],
}

impl Ends {
    pub(super) fn new() -> Self {
        let none = [0.0; MAX_LANES];
        Self { codes: none, weights: [none; 4], direction: [none; 3], w: [none; 3] }
    }

    /// What a single query answers where its search ended like that of this lane.
    #[cold]
    #[inline(never)]
    pub(super) fn answer(&self, lane: usize, query: &Query, a: &PointSet, b: &PointSet) -> Answer {
        let points = [a.points, b.points];
        match points[0].len().max(points[1].len()) {
            0..=4 => self.resolve::<4>(lane, query, points),
            5..=8 => self.resolve::<8>(lane, query, points),
            _ => self.resolve::<16>(lane, query, points),
        }
    }

    fn resolve<const N: usize>(
        &self,
        lane: usize,
        query: &Query,
        points: [&[[f64; 3]]; 2],
    ) -> Answer {
        let mut place = [const { MaybeUninit::uninit() }; 2];
        let mut difference = PointDifference::<Baseline, N>::new(points, &mut place);
        let state = self.state(lane, &difference);
        difference.resolve(query, &limits(query, &difference), &state)
    }

    /// The search as a single query would have left it. No step follows, so no orientation is
    /// needed.
    fn state<const N: usize>(
        &self,
        lane: usize,
        difference: &PointDifference<Baseline, N>,
    ) -> State<[u32; 2]> {
        let found = decode(self.codes[lane]);
        let vertex = |i: usize| difference.vertex([found.vertex_a[i], found.vertex_b[i]]);
        let vector = |v: &[[f64; MAX_LANES]; 3]| Vec3::new(v[0][lane], v[1][lane], v[2][lane]);
        let kept: [Vertex<[u32; 2]>; 3] = [vertex(0), vertex(1), vertex(2)];
        let face = Face {
            kept,
            last: vertex(3),
            len: found.vertex_count,
            weights: self.weights.map(|weight| weight[lane]),
            direction: vector(&self.direction),
            orientation: 0.0,
        };
        State {
            face,
            w: vector(&self.w),
            stop: found.stop,
            iterations: found.iterations,
            sub_calls: found.sub_calls,
            backup_calls: 0,
        }
    }
}

/// Writes down the ends of searches.
pub(super) struct Write<'a, W: Wide> {
    pub(super) state: Lanes<W>,
    pub(super) ends: &'a mut Ends,
}

impl<W: Wide> Part for Write<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { state, ends } = self;
        let weights = state.face.weights(&state.last());
        let (u, w) = (&state.face.direction, &state.w.s);
        code(&state).store(&mut ends.codes);
        for i in 0..4 {
            weights[i].store(&mut ends.weights[i]);
        }
        for (number, place) in [u.x, u.y, u.z].into_iter().zip(&mut ends.direction) {
            number.store(place);
        }
        for (number, place) in [w.x, w.y, w.z].into_iter().zip(&mut ends.w) {
            number.store(place);
        }
    }
}
