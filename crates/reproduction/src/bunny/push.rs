//! Contacts between convex pieces of different bodies by GJK alone, as the paper makes them: one pair of
//! nearest points for two pieces, which are pushed apart along the line between these.

use std::ops::Range;

use gapkit::broad::{self, Bounds, Forest};
use gapkit::gjk::{Simplex, SubAlgorithm};
use gapkit::shape::PointSet;
use gapkit::{Outcome, Query, Vec3};
use gapkit_solver::Solver;
use rayon::prelude::*;

use crate::Error;
use crate::bunny_knots::CONTACT_DAMPING;
use crate::published::{Gjk, PublishedEnd};

/// Boxes are larger by this many offsets than what can push, so that the list of pairs lasts.
const SKIN: f64 = 2.0;

/// One candidate in this many gives its simplices to the timer.
const SAMPLED: usize = 40;

/// Which GJK finds the nearest points.
#[derive(Debug, Clone, Copy)]
pub(super) enum Finder {
    Printed(Gjk),
    /// The library's query, cold.
    Ours(SubAlgorithm),
}

/// What was counted.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Calls {
    pub(super) queries: u64,
    pub(super) sub_calls: u64,
    pub(super) backup_calls: u64,
    /// Searches that came to the limit of iterations, or whose sub-algorithm had no answer.
    pub(super) unended: u64,
    /// Pieces that overlap, which GJK gives no direction to push along.
    pub(super) overlaps: u64,
}

impl Calls {
    pub(super) fn add(&mut self, other: &Self) {
        self.queries += other.queries;
        self.sub_calls += other.sub_calls;
        self.backup_calls += other.backup_calls;
        self.unended += other.unended;
        self.overlaps += other.overlaps;
    }
}

/// The nearest points of two pieces: vertices of both with their weights.
#[derive(Debug, Clone, Copy, Default)]
struct Nearest {
    calls: Calls,
    /// From B to A; zero where they overlap.
    v: Vec3,
    count: usize,
    vertices: [[u32; 2]; 4],
    weights: [f64; 4],
}

impl Finder {
    fn nearest(&self, a: &PointSet, b: &PointSet, watch: impl FnMut(&Simplex)) -> Nearest {
        let mut nearest = Nearest::default();
        nearest.calls.queries = 1;
        match self {
            Self::Printed(gjk) => {
                let found = gjk.run((a, b), &[], watch);
                nearest.calls.sub_calls = found.sub_calls.into();
                nearest.calls.backup_calls = found.backup_calls.into();
                nearest.calls.unended = u64::from(found.end == PublishedEnd::Failed);
                nearest.count = found.face.len();
                nearest.vertices[..found.face.len()].copy_from_slice(&found.face);
                nearest.weights = found.weights;
                if found.end != PublishedEnd::Contact {
                    nearest.v = found.v;
                }
            }
            Self::Ours(sub) => {
                let found = Query::default().with_sub(*sub).distance(a, b);
                nearest.calls.sub_calls = found.sub_calls.into();
                nearest.calls.backup_calls = found.backup_calls.into();
                nearest.count = found.vertex_count;
                for k in 0..found.vertex_count {
                    nearest.vertices[k] = [found.vertex_a[k], found.vertex_b[k]];
                }
                nearest.weights = found.weight;
                if found.outcome == Outcome::Separated {
                    nearest.v = found.point_a - found.point_b;
                }
            }
        }
        nearest.calls.overlaps = u64::from(nearest.v == Vec3::zeros());
        nearest
    }
}

/// Two pieces that may be near each other, and the direction that they were last pushed apart along.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    pieces: [u32; 2],
    last: Vec3,
}

/// The convex pieces of all bodies that have a part in the surface, and which are near each other.
pub(super) struct PieceContacts {
    /// The body of each piece, and its nodes in `nodes`.
    owners: Vec<u32>,
    ranges: Vec<Range<usize>>,
    nodes: Vec<u32>,
    /// Where these nodes are.
    points: Vec<[f64; 3]>,
    candidates: Vec<Candidate>,
    /// Positions that the candidates were found at.
    from: Vec<[f64; 3]>,
    pub(super) offset: f64,
    pub(super) stiffness: f64,
}

impl PieceContacts {
    pub(super) fn of(solver: &Solver, offset: f64, stiffness: f64) -> Self {
        let (mut owners, mut ranges, mut nodes) = (Vec::new(), Vec::new(), Vec::new());
        for (body, number) in solver.bodies().iter().zip(0..) {
            let first = body.nodes().start as u32;
            let pieces = body.partition().into_iter().flat_map(|partition| partition.pieces());
            for piece in pieces.filter(|piece| piece.is_active()) {
                let start = nodes.len();
                nodes.extend(piece.vertices().iter().map(|vertex| first + vertex));
                ranges.push(start..nodes.len());
                owners.push(number);
            }
        }
        let points = vec![[0.0; 3]; nodes.len()];
        let (candidates, from) = (Vec::new(), Vec::new());
        Self { owners, ranges, nodes, points, candidates, from, offset, stiffness }
    }

    /// How many pieces there are.
    pub(super) fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Takes the positions of a step, and finds the candidates anew if they may be others.
    pub(super) fn take(&mut self, x: &[[f64; 3]]) {
        for (point, node) in self.points.iter_mut().zip(&self.nodes) {
            *point = x[*node as usize];
        }
        let skin = SKIN * self.offset;
        let moved = |(p, q): (&[f64; 3], &[f64; 3])| (Vec3::from(*p) - Vec3::from(*q)).norm();
        let farthest = x.iter().zip(&self.from).map(moved).fold(0.0, f64::max);
        if self.from.is_empty() || farthest >= 0.5 * skin {
            self.refresh(0.5 * (self.offset + skin));
            self.from = x.to_vec();
        }
    }

    fn refresh(&mut self, grown: f64) {
        let Self { owners, ranges, points, .. } = self;
        let around = |range: &Range<usize>| Bounds::around(points[range.clone()].iter().copied());
        let boxes: Vec<Bounds> = ranges.iter().map(|range| around(range).grown(grown)).collect();
        let forest = Forest::new(&boxes, std::slice::from_ref(&(0..boxes.len())));
        let others = |a: u32, b: u32| owners[a as usize] != owners[b as usize];
        let old = std::mem::take(&mut self.candidates);
        let last = |pieces: [u32; 2]| {
            let known = old.binary_search_by_key(&pieces, |candidate| candidate.pieces);
            known.map_or(Vec3::zeros(), |i| old[i].last)
        };
        let found = broad::pairs(&boxes, &forest, others);
        let candidate = |pieces: [u32; 2]| Candidate { pieces, last: last(pieces) };
        self.candidates = found.into_iter().map(candidate).collect();
    }

    fn sets(&self) -> Result<Vec<PointSet<'_>>, Error> {
        let set = |range: &Range<usize>| PointSet::new(&self.points[range.clone()]);
        self.ranges.iter().map(set).collect::<Result<_, _>>().map_err(Error::Body)
    }

    /// What another GJK would take for the same candidates.
    pub(super) fn count(&self, finder: Finder) -> Result<Calls, Error> {
        let sets = self.sets()?;
        let mut calls = Calls::default();
        for candidate in &self.candidates {
            let [a, b] = candidate.pieces.map(|piece| &sets[piece as usize]);
            calls.add(&finder.nearest(a, b, |_| ()).calls);
        }
        Ok(calls)
    }

    /// The simplices that some of the candidates meet.
    pub(super) fn sample(&self, finder: Finder, seen: &mut Vec<Simplex>) -> Result<(), Error> {
        let sets = self.sets()?;
        for candidate in self.candidates.iter().step_by(SAMPLED) {
            let [a, b] = candidate.pieces.map(|piece| &sets[piece as usize]);
            finder.nearest(a, b, |simplex| seen.push(*simplex));
        }
        Ok(())
    }

    /// Adds the forces of all candidates.
    pub(super) fn add_forces(
        &mut self,
        finder: Finder,
        v: &[Vec3],
        sum: &mut [Vec3],
    ) -> Result<Calls, Error> {
        let sets = self.sets()?;
        let nearest = |candidate: &Candidate| {
            let [a, b] = candidate.pieces.map(|piece| &sets[piece as usize]);
            finder.nearest(a, b, |_| ())
        };
        let found: Vec<Nearest> = self.candidates.par_iter().map(nearest).collect();
        let mut candidates = std::mem::take(&mut self.candidates);
        let mut calls = Calls::default();
        for (candidate, nearest) in candidates.iter_mut().zip(&found) {
            calls.add(&nearest.calls);
            self.push(candidate, nearest, v, sum);
        }
        self.candidates = candidates;
        Ok(calls)
    }

    /// A spring and a dashpot between the nearest points, from a gap of the offset on. Pieces that overlap
    /// are pushed apart as if they touched, along the last direction that there was.
    fn push(&self, candidate: &mut Candidate, nearest: &Nearest, v: &[Vec3], sum: &mut [Vec3]) {
        let gap = nearest.v.norm();
        if gap > 0.0 {
            candidate.last = nearest.v / gap;
        }
        let closure = self.offset - gap;
        if closure <= 0.0 {
            return;
        }
        let [a, b] = candidate.pieces.map(|piece| self.ranges[piece as usize].start);
        let node = |first: usize, vertex: u32| self.nodes[first + vertex as usize] as usize;
        let carriers = || (0..nearest.count).map(|k| (nearest.vertices[k], nearest.weights[k]));
        let relative: Vec3 =
            carriers().map(|([p, q], weight)| (v[node(a, p)] - v[node(b, q)]) * weight).sum();
        let closing = -relative.dot(&candidate.last);
        let damped = (1.0 + CONTACT_DAMPING * closing).max(0.0);
        let force = candidate.last * (self.stiffness * closure * damped);
        for ([p, q], weight) in carriers() {
            sum[node(a, p)] += force * weight;
            sum[node(b, q)] -= force * weight;
        }
    }
}
