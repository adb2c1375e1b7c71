//! The loop over pairs: which are asked, and what they answer.

use rayon::prelude::*;

use super::closed::boxes::{self, Axis, Boxes, Verdict};
use super::closed::patch::{self, Patch};
use super::closed::{self, Form, Gap, segments};
use super::list::{Case, GrainPairs, Pair, Track};
use super::table::{Frame, Kind, Table, kind};
use crate::Vec3;
use crate::scene::body::{Geometry, Plane, ShapeBody};
use crate::scene::config::{Points, Resolution};
use crate::scene::examine::{Narrow, ROUNDED_UP};
use crate::scene::records::shape::{contact, separation};
use crate::scene::statistics::Statistics;
use crate::scene::tolerances::FACE_FIRST;
use crate::shape::SupportMap;

/// The number of jobs that pairs are split into, and the sizes of jobs.
const TARGET_JOBS: usize = 32;
const PAIRS_PER_JOB: [usize; 2] = [64, 4096];

/// The number of the only point of a pair.
pub(super) const ONLY: u32 = u32::MAX;

/// A contact that was found.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene) struct Hit {
    /// The index of the pair.
    pub(super) pair: u32,
    /// The number of the point, or `ONLY`.
    pub(super) point: u32,
    pub(super) gap: Gap,
    pub(super) area: f64,
}

/// What a job found.
#[derive(Debug, Default)]
pub(in crate::scene) struct Output {
    pub(super) hits: Vec<Hit>,
    statistics: Statistics,
}

/// What a job reads.
struct Job<'a, 'b> {
    narrow: &'a Narrow<'b>,
    table: &'a Table,
    /// The margin of all bodies, if they have the same.
    margin: Option<f64>,
    skips: bool,
    /// Whether faces that meet make several points.
    patches: bool,
}

/// What a pair answers.
#[expect(clippy::large_enum_variant, reason = "it lives on the stack, for one pair at a time")]
enum Answer {
    One(Form),
    Several(Patch),
}

/// How far two grains may be apart.
#[derive(Debug, Clone, Copy)]
struct Range {
    /// The largest gap of their shapes without layers.
    most: f64,
    /// More than that by any rounding.
    search_radius: f64,
}

impl Narrow<'_> {
    /// Finds the contacts of grains.
    pub(in crate::scene) fn examine_grains(&self, list: &mut GrainPairs) -> Statistics {
        let GrainPairs { pairs, tracks, table, outputs, .. } = list;
        let mut sum = Statistics::default();
        if pairs.is_empty() {
            outputs.clear();
            return sum;
        }
        table.fill(self.scope.world, self.bodies, self.motion);
        let config = self.config;
        let job = Job {
            narrow: self,
            table,
            margin: self.scope.margins.uniform(),
            skips: config.skips(),
            patches: config.resolution == Resolution::Surface && config.points == Points::Three,
        };
        let size = (pairs.len() / TARGET_JOBS).clamp(PAIRS_PER_JOB[0], PAIRS_PER_JOB[1]);
        outputs.resize_with(pairs.len().div_ceil(size), Output::default);
        let jobs = pairs.par_chunks(size).zip(tracks.par_chunks_mut(size)).zip(&mut *outputs);
        jobs.enumerate().with_max_len(1).for_each(|(i, ((pairs, tracks), output))| {
            output.hits.clear();
            output.statistics = Statistics::default();
            job.run((i * size) as u32, pairs, tracks, output);
        });
        outputs.iter().for_each(|output| sum.add(&output.statistics));
        sum
    }
}

impl Job<'_, '_> {
    fn run(&self, first: u32, pairs: &[Pair], tracks: &mut [Track], output: &mut Output) {
        if self.narrow.scope.stop.is_wanted() {
            return;
        }
        for ((pair, track), number) in pairs.iter().zip(tracks).zip(first..) {
            let range = self.range(pair.bodies);
            if self.skips && self.is_apart(pair, track, range.search_radius) {
                output.statistics.skipped += 1;
                continue;
            }
            if pair.case == Case::Others && self.narrow.scope.stop.is_wanted() {
                return;
            }
            self.ask(number, pair, (track, range), output);
        }
    }

    /// How far two grains may be apart and be in contact.
    #[inline]
    fn range(&self, bodies: [u32; 2]) -> Range {
        let scope = &self.narrow.scope;
        let margin = self.margin.unwrap_or_else(|| scope.margins.of(bodies));
        let [a, b] = bodies.map(|body| scope.thickness[body as usize]);
        let most = margin + (a + b);
        Range { most, search_radius: most * ROUNDED_UP + scope.guard }
    }

    /// Whether a pair is proven to be apart without asking it.
    #[inline]
    fn is_apart(&self, pair: &Pair, track: &Track, search_radius: f64) -> bool {
        if matches!(pair.case, Case::OnPlane | Case::UnderPlane) {
            return false;
        }
        let [a, b] = pair.bodies.map(|body| &self.table.grains[body as usize]);
        let reach = a.reach + b.reach + search_radius;
        // Layers are in both: a little more than enough.
        if a.to(b).norm_squared() > reach * reach {
            return true;
        }
        if pair.case == Case::Points {
            return false;
        }
        track.lower_bound - self.path_length(pair) > search_radius
    }

    /// The sum of the path lengths of both.
    fn path_length(&self, pair: &Pair) -> f64 {
        let [a, b] = pair.bodies.map(|body| self.table.path_lengths[body as usize]);
        a + b
    }

    fn ask(
        &self,
        number: u32,
        pair: &Pair,
        (track, range): (&mut Track, Range),
        output: &mut Output,
    ) {
        if pair.case == Case::Others {
            self.ask_search(number, pair, (track, range), output);
            return;
        }
        if !matches!(pair.case, Case::OnPlane | Case::UnderPlane) {
            output.statistics.queries += 1;
        }
        let (point, area) = (ONLY, 0.0);
        match self.answer(pair, range) {
            Answer::One(Form::Near(gap)) => {
                self.keep(pair, Hit { pair: number, point, gap, area }, output);
            }
            Answer::One(Form::Apart(bound)) => {
                track.lower_bound = bound + self.path_length(pair);
            }
            Answer::One(Form::Ask) => self.ask_search(number, pair, (track, range), output),
            Answer::Several(patch) => {
                for found in patch.points() {
                    let (gap, area) = (found.gap, found.area);
                    self.keep(pair, Hit { pair: number, point: found.name, gap, area }, output);
                }
            }
        }
    }

    /// What the closed form of a pair says.
    #[inline]
    fn answer(&self, pair: &Pair, range: Range) -> Answer {
        let [a, b] = pair.bodies.map(|body| &self.table.grains[body as usize]);
        let [f, g] = pair.bodies.map(|body| &self.table.frames[body as usize]);
        Answer::One(match pair.case {
            Case::Points => closed::points([a, b]),
            Case::PointSegment => segments::point_segment(a, b, g),
            Case::SegmentPoint => segments::segment_point(a, f, b),
            Case::Segments => segments::segments([a, b], [f, g]),
            Case::PointBox => boxes::point_box(a, b, g),
            Case::BoxPoint => boxes::box_point(a, f, b),
            Case::Boxes => return self.two_boxes(&Boxes::new([a, b], [f, g]), range),
            Case::OnPlane => return self.on_plane(pair.bodies, true, range),
            Case::UnderPlane => {
                let [plane, shape] = pair.bodies;
                return self.on_plane([shape, plane], false, range);
            }
            Case::Others => Form::Ask,
        })
    }

    fn two_boxes(&self, boxes: &Boxes, range: Range) -> Answer {
        let bias = if self.patches { FACE_FIRST } else { 0.0 };
        let (axis, separation) = match boxes.best(range.search_radius, bias) {
            Verdict::Apart(bound) => return Answer::One(Form::Apart(bound)),
            Verdict::Unclear => return Answer::One(Form::Ask),
            Verdict::Best(axis, separation) => (axis, separation),
        };
        if self.patches
            && let Some(patch) = boxes.patch(axis, range.most)
        {
            return Answer::Several(patch);
        }
        let gap = match axis {
            _ if !boxes.meet(separation) => None,
            Axis::Edges { axes, normal } => Some(boxes.at_edges(axes, normal, separation)),
            Axis::Face { .. } => boxes.at_face(axis, separation),
        };
        Answer::One(gap.map_or(Form::Ask, Form::Near))
    }

    /// A shape and a plane, and whether the shape is the first.
    fn on_plane(&self, [body, plane]: [u32; 2], is_first: bool, range: Range) -> Answer {
        let [one, other] = [body, plane].map(|body| &self.narrow.bodies[body as usize]);
        let (Geometry::Shape(shape), Geometry::Plane(plane)) = (&one.geometry, &other.geometry)
        else {
            return Answer::One(Form::Apart(f64::INFINITY));
        };
        let (lowest, height) = self.lowest(body, kind(one), shape, plane);
        if height > range.search_radius {
            return Answer::One(Form::Apart(height));
        }
        if self.patches && kind(one) == Kind::Box {
            let (grain, frame) =
                (&self.table.grains[body as usize], &self.table.frames[body as usize]);
            let ground = (plane.point, plane.normal);
            if let Some(patch) = patch::on_plane((grain, frame), ground, is_first, range.most) {
                return Answer::Several(patch);
            }
        }
        let on_shape = plane.point + lowest;
        let on_plane = on_shape - plane.normal * height;
        let (normal, point_a, point_b) = if is_first {
            (-plane.normal, on_shape, on_plane)
        } else {
            (plane.normal, on_plane, on_shape)
        };
        Answer::One(Form::Near(Gap { gap: height, normal, point_a, point_b }))
    }

    /// The lowest point of a shape over a plane, relative to the point of the plane, so that nothing is
    /// lost far from zero, and its height.
    fn lowest(&self, body: u32, kind: Kind, shape: &ShapeBody, plane: &Plane) -> (Vec3, f64) {
        let (grain, normal) = (&self.table.grains[body as usize], plane.normal);
        let center = (grain.center - plane.point) + grain.low;
        let Frame { axes, half } = &self.table.frames[body as usize];
        let core = match kind {
            Kind::Point => center,
            Kind::Segment if normal.dot(half) > 0.0 => center - half,
            Kind::Segment => center + half,
            Kind::Box => {
                let along = axes.tr_mul(&normal);
                let local = |k: usize| if along[k] > 0.0 { -half[k] } else { half[k] };
                center + axes * Vec3::from_fn(|k, _| local(k))
            }
            _ => shape.posed.support(&-normal, &plane.point, 0).point,
        };
        (core - normal * shape.radius, normal.dot(&core) - shape.radius)
    }

    /// Two shapes by the general search, unless a direction proves that they are beyond the search
    /// radius.
    #[cold]
    fn ask_search(
        &self,
        number: u32,
        pair: &Pair,
        (track, range): (&mut Track, Range),
        output: &mut Output,
    ) {
        let [one, two] = pair.bodies.map(|body| &self.narrow.bodies[body as usize].geometry);
        let (Geometry::Shape(a), Geometry::Shape(b)) = (one, two) else { return };
        if self.skips {
            let bound = separation::along(a, b, separation::first_axis(a, b, track.axis));
            if bound > range.search_radius {
                track.lower_bound = bound + self.path_length(pair);
                return;
            }
        }
        if pair.case == Case::Others {
            output.statistics.queries += 1;
        }
        let found = contact::signed_gap(&self.narrow.scope, &a.posed, &b.posed);
        // Single precision will do for a direction.
        track.axis = [0, 1, 2].map(|k| found.normal[k] as f32);
        let (normal, point_a, point_b) = (found.normal, found.point_a, found.point_b);
        let gap = Gap { gap: found.gap, normal, point_a, point_b };
        let hit = Hit { pair: number, point: ONLY, gap, area: 0.0 };
        let is_kept = self.keep(pair, hit, output);
        let bound = if is_kept { 0.0 } else { separation::along(a, b, normal) };
        track.lower_bound = bound + self.path_length(pair);
    }

    /// Keeps what is within the margin and all numbers. Returns whether it is.
    #[inline]
    fn keep(&self, pair: &Pair, hit: Hit, output: &mut Output) -> bool {
        let margin = self.margin.unwrap_or_else(|| self.narrow.scope.margins.of(pair.bodies));
        let [one, two] = pair.bodies.map(|body| self.narrow.scope.thickness[body as usize]);
        let is_kept = hit.gap.gap - one - two <= margin && hit.gap.is_sound();
        if is_kept {
            output.hits.push(hit);
        }
        is_kept
    }
}
