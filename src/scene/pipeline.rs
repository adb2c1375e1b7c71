//! The whole of one detection, stage by stage; each is a function over plain data.
//!
//! | stage | what goes in | what comes out | where |
//! |---|---|---|---|
//! | candidates | boxes of pieces | pairs of pieces that may be near | `candidates` |
//! | examine | pairs of pieces | what is skipped, searched or measured at once | `examine` |
//! | near pairs | facets of two pieces | the list of facets that are or may come near | `facet_pairs` |
//! | scan | that list | pairs within the search radius now, and their records | `facet_pairs::scan` |
//! | records | a pair of facets, features, pieces, shapes | its contribution, a pure function of it | `records` |
//! | inside | edges that meet facets | nodes inside bodies | `contacts::inside` |
//! | contacts | records of all jobs | the list in order, with areas and warnings | `contacts` |
//! | nodes, beams | one-sided pairs, segments | their contacts, by searches of their own | `contacts::{nodes, beams}` |
//! | history | that list and the one before | ages, previous indices, the host's values | `contacts::history` |

use std::sync::Mutex;
use std::time::Instant;

use super::body::Body;
use super::candidates::split::{Index, Lists};
use super::candidates::{Candidates, Surroundings};
use super::config::{Config, Resolution};
use super::contact::Contact;
use super::contacts;
use super::contacts::features::{FeatureScratch, finish_features};
use super::contacts::nodes::NodeScratch;
use super::contacts::surfaces::{SurfaceRecords, SurfaceScratch};
use super::examine::jobs::Jobs;
use super::examine::{Narrow, Output, ThreadScratch};
use super::facet_pairs::facet_set::FacetMarks;
use super::facet_pairs::near_pairs::{GONE, NearPairs};
use super::facet_pairs::scan::ScanJob;
use super::lengths::PieceLengths;
use super::motion::Motion;
use super::pairs::PairRules;
use super::records::facet::Found;
use super::records::facet::area::{AreaScratch, NearFacets};
use super::records::facet::build_contact::Scope;
use super::records::facet::inside::InsideScratch;
use super::records::facet::locate::TetIndex;
use super::records::surface::SurfaceRule;
use super::records::surface::tables::{Marked, SurfaceTables};
use super::statistics::Statistics;
use super::stop::Stop;
use super::tolerances::DISTANCE_ROUNDING;
use super::world::World;
use crate::broad::{Forest, Method};

/// In one of so many detections, what will have to be searched within this part of the skin is
/// searched.
const FORESIGHT: (usize, f64) = (8, 0.25);

/// Memory that is kept from one detection to the next, to save allocations.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    outputs: Vec<Output>,
    /// One for each thread.
    threads: Vec<Mutex<ThreadScratch>>,
    /// Whether each candidate was searched.
    is_searched: Vec<bool>,
    jobs: Vec<ScanJob>,
    marks: FacetMarks,
    features: Found,
    inside: InsideScratch,
    tets: TetIndex,
    build: BuildScratch,
    pieces: PieceLengths,
    pub(super) nodes: NodeScratch,
    /// The list of contacts before the last. Lists of large scenes would come from the system and
    /// go back to it at every detection, which clears their pages each time.
    pub(super) spare: Vec<Contact>,
}

/// What contacts are built with.
#[derive(Debug, Default)]
struct BuildScratch {
    /// The contacts with shapes, or of pieces.
    given: Vec<Contact>,
    tables: SurfaceTables,
    features: FeatureScratch,
    surfaces: SurfaceScratch,
    areas: AreaScratch,
}

/// What the scan found of facets.
struct Recorded<'a> {
    pairs: &'a mut NearPairs,
    jobs: &'a [ScanJob],
    features: &'a Found,
}

/// What is known when the candidates are up to date.
struct Now<'a> {
    /// Whether candidates are new.
    rebuilt: bool,
    motion: &'a Motion,
    /// All pieces, if there are no candidates.
    everything: Option<&'a Forest>,
}

/// The parts of a scene that do not change in a detection.
pub(super) struct Detection<'a> {
    pub(super) config: &'a Config,
    pub(super) bodies: &'a [Body],
    pub(super) rules: &'a PairRules,
    pub(super) world: &'a World,
    /// The displacement of each node in the time step ahead; empty without velocities.
    pub(super) step_displacements: &'a [[f64; 3]],
    /// Upper bound on the distance of any two points of the scene.
    pub(super) size: f64,
    pub(super) stop: &'a Stop<'a>,
}

impl Detection<'_> {
    /// Finds all contacts, in the order of their keys; some or none if it is stopped.
    pub(super) fn run(
        &self,
        candidates: &mut Candidates,
        motion: &mut Motion,
        scratch: &mut Scratch,
    ) -> (Vec<Contact>, Statistics) {
        let (rebuilt, mut statistics) = self.refresh(candidates, motion, &mut scratch.pieces);
        let start = Instant::now();
        let everything = self.is_exhaustive().then(|| Forest::everything(self.pieces()));
        let now = Now { rebuilt, motion, everything: everything.as_ref() };
        self.find(candidates, &now, scratch, &mut statistics);
        statistics.narrow = start.elapsed();
        // What is left undone would be missed by the stages that follow.
        if self.stop.has_ended() {
            return (Vec::new(), statistics);
        }
        let start = Instant::now();
        let contacts = self.write(candidates, &now, scratch);
        candidates.exposed.clear();
        statistics.build = start.elapsed();
        (contacts, statistics)
    }

    /// Finds what is near and what is inside; not all of it if it is stopped.
    fn find(
        &self,
        candidates: &mut Candidates,
        now: &Now,
        scratch: &mut Scratch,
        statistics: &mut Statistics,
    ) {
        let (index, lists) = candidates.split(now.everything);
        let Lists { pairs, records, limits, near_pairs, grains, containments } = lists;
        let Scratch { outputs, threads, jobs, features, build, pieces, marks, .. } = scratch;
        let (no_tets, no_tables) = (TetIndex::default(), SurfaceTables::default());
        let scope = self.scope(index, &pieces.thickness, &no_tets);
        let surface = self.surface_rule(&no_tables);
        let narrow = self.narrow((scope, surface), index, now, pieces);
        statistics.add(&narrow.examine_grains(grains));
        self.examine(&narrow, Jobs { outputs, scratch: threads, pairs, records, limits });
        grains.write(&narrow.scope, &mut build.given);
        contacts::join_contacts(outputs, &mut build.given, statistics);
        if self.stop.has_ended() {
            return;
        }
        let renumbered = now.rebuilt.then_some(index.renumbered);
        self.list_pairs(outputs, renumbered, &mut scratch.is_searched, near_pairs);
        // The list may be of candidates that are no more.
        if self.stop.has_ended() {
            return;
        }
        marks.begin(self.world);
        narrow.scan(near_pairs, limits, jobs, marks);
        let near = Marked { list: &near_pairs.facets.list, marks };
        self.describe(&narrow.surface, &pieces.thickness, near, &mut build.tables);
        Narrow { surface: self.surface_rule(&build.tables), ..narrow }
            .record(near_pairs, limits, jobs, threads);
        contacts::join_features(jobs, features, statistics);
        if self.stop.has_ended() {
            return;
        }
        let inside = (&mut *features, &mut scratch.inside, &mut scratch.tets);
        self.find_inside(&scope, now.motion, containments, inside);
    }

    /// The context in which candidates are examined.
    fn narrow<'b>(
        &'b self,
        (scope, surface): (Scope<'b>, SurfaceRule<'b>),
        index: Index<'b>,
        now: &Now<'b>,
        lengths: &'b PieceLengths,
    ) -> Narrow<'b> {
        let skin = index.skin;
        let has_foresight = index.age.is_multiple_of(FORESIGHT.0);
        Narrow {
            scope,
            bodies: self.bodies,
            config: self.config,
            motion: now.motion,
            surface,
            extents: &lengths.extents,
            max_step_bound: lengths.max_step_bound(),
            skin,
            foresight: if has_foresight { FORESIGHT.1 * skin } else { 0.0 },
            blocks: now.rebuilt.then_some(index.blocks),
            exposed: index.exposed,
        }
    }

    /// Makes the list of contacts, in order, of all that was found.
    fn write(&self, candidates: &mut Candidates, now: &Now, scratch: &mut Scratch) -> Vec<Contact> {
        let mut contacts = std::mem::take(&mut scratch.spare);
        let (index, lists) = candidates.split(now.everything);
        let Scratch { jobs, features, build, tets, nodes, pieces, .. } = scratch;
        let scope = Scope {
            inside: &features.inside,
            piercing: &features.piercing,
            ..self.scope(index, &pieces.thickness, tets)
        };
        let recorded = Recorded { pairs: lists.near_pairs, jobs, features };
        self.build(&scope, recorded, build, &mut contacts);
        self.add_nodes(&scope, pieces.max_step_bound(), nodes, &mut contacts);
        self.add_beams(&scope, &mut contacts);
        contacts
    }

    /// Brings the candidates up to date, and the lengths that decide which of them are skipped.
    /// Returns whether candidates are new.
    fn refresh(
        &self,
        candidates: &mut Candidates,
        motion: &mut Motion,
        lengths: &mut PieceLengths,
    ) -> (bool, Statistics) {
        let start = Instant::now();
        let PieceLengths { step_bounds, thickness, extents } = lengths;
        self.find_step_bounds(step_bounds);
        let rebuilt = candidates.refresh(&self.surroundings(step_bounds), motion);
        thickness.clear();
        thickness.extend(self.bodies.iter().map(|body| body.options.thickness));
        self.find_extents(step_bounds, motion, extents);
        self.refresh_clearance(candidates, rebuilt, motion);
        (rebuilt, Statistics { broad: start.elapsed(), ..candidates.statistics(rebuilt) })
    }

    /// Makes the list of contacts, in order, of what was found, and of those with shapes or of pieces.
    /// What the list held before is overwritten.
    fn build(
        &self,
        scope: &Scope,
        recorded: Recorded,
        scratch: &mut BuildScratch,
        contacts: &mut Vec<Contact>,
    ) {
        let Recorded { pairs, jobs, features } = recorded;
        let BuildScratch { given, tables, .. } = scratch;
        match self.config.resolution {
            Resolution::Surface => {
                let rule = &self.surface_rule(tables);
                let records = SurfaceRecords { rule, pairs: &pairs.columns, jobs };
                records.finish(scope, &mut scratch.surfaces, (given, contacts));
            }
            Resolution::Facet => {
                finish_features(scope, features, &mut scratch.features, (given, contacts));
                if self.config.areas {
                    let no_tables = SurfaceTables::default();
                    let rule = SurfaceRule { steps: &[], ..self.surface_rule(&no_tables) };
                    let near = NearFacets { rule, thickness: scope.thickness, pairs };
                    self.share_areas(near, &mut scratch.areas, tables, contacts);
                }
            }
            Resolution::Piece => {
                std::mem::swap(contacts, given);
                contacts::sort(contacts);
            }
        }
    }

    /// The candidates, or all pairs of facets.
    fn examine(&self, narrow: &Narrow, jobs: Jobs) {
        ThreadScratch::prepare(jobs.scratch, rayon::current_num_threads());
        if self.is_exhaustive() {
            jobs.examine_everything(narrow, &|a: u32, b: u32| self.can_touch(a, b));
        } else {
            jobs.examine_candidates(narrow);
        }
    }

    /// Computes what is needed of the facets of near pairs. `thickness` is that of each body.
    fn describe(
        &self,
        rule: &SurfaceRule,
        thickness: &[f64],
        near: Marked,
        tables: &mut SurfaceTables,
    ) {
        match self.config.resolution {
            Resolution::Surface => {
                tables.update_numbers(self.world, thickness, near);
                tables.update_sharp_nodes(rule, near);
            }
            Resolution::Facet => tables.update_convex_edges(self.world, near),
            Resolution::Piece => {}
        }
    }

    /// Brings the list of near pairs up to date: pairs of candidates that are no more, or that were
    /// searched, go, and those that were found come.
    fn list_pairs(
        &self,
        outputs: &[Output],
        renumbered: Option<&[u32]>,
        is_searched: &mut Vec<bool>,
        list: &mut NearPairs,
    ) {
        let found = || outputs.iter().map(|output| &output.found_pairs);
        if self.is_exhaustive() {
            list.replace((self.world, self.stop), found(), |_| GONE);
            return;
        }
        let searched = || outputs.iter().flat_map(|output| &output.searched);
        let none = found().all(|list| list.facets.is_empty());
        if renumbered.is_none() && none && searched().next().is_none() {
            return;
        }
        let count = searched().copied().max().map_or(0, |last| last as usize + 1);
        is_searched.clear();
        is_searched.resize(count, false);
        searched().for_each(|&candidate| is_searched[candidate as usize] = true);
        list.replace((self.world, self.stop), found(), |candidate| {
            let now = renumbered.map_or(candidate, |list| list[candidate as usize]);
            let is_searched = is_searched.get(now as usize).is_some_and(|searched| *searched);
            if is_searched { GONE } else { now }
        });
    }

    /// Whether all pairs of facets are examined, without candidates.
    pub(super) fn is_exhaustive(&self) -> bool {
        self.config.broad == Method::Brute && self.config.resolution.is_of_facets()
    }

    fn pieces(&self) -> usize {
        self.world.piece_body.len()
    }

    fn surroundings<'b>(
        &'b self,
        step_bounds: &'b [f64],
    ) -> Surroundings<'b, impl Fn(u32, u32) -> bool + Sync> {
        Surroundings {
            world: self.world,
            bodies: self.bodies,
            config: self.config,
            margins: &self.rules.margins,
            step_bounds,
            can_touch: |a: u32, b: u32| !self.stop.is_wanted() && self.can_touch(a, b),
        }
    }

    /// The context in which contacts are built; inside and piercing features are not known yet.
    fn scope<'b>(
        &'b self,
        index: Index<'b>,
        thickness: &'b [f64],
        tets: &'b TetIndex,
    ) -> Scope<'b> {
        let guard = DISTANCE_ROUNDING * self.world.magnitude;
        Scope {
            world: self.world,
            forest: index.forest,
            blocks: index.blocks,
            block_slack: 0.5 * index.skin + guard,
            clearance: index.clearance,
            depths: index.depths,
            thickness,
            margins: &self.rules.margins,
            guard,
            boxes: index.boxes,
            exhaustive: self.is_exhaustive(),
            tets,
            step_displacements: self.step_displacements,
            inside: &[],
            piercing: &[],
            depth: self.config.depth,
            stop: self.stop,
        }
    }

    fn surface_rule<'b>(&'b self, tables: &'b SurfaceTables) -> SurfaceRule<'b> {
        SurfaceRule {
            world: self.world,
            bodies: self.bodies,
            margins: &self.rules.margins,
            points: self.config.points,
            steps: self.step_displacements,
            tables,
        }
    }

    fn can_touch(&self, a: u32, b: u32) -> bool {
        self.rules.can_touch(self.bodies, [a, b])
    }
}
