//! The settings of a scene.

use super::query::{
    GAPKIT_ISA_AUTO, GAPKIT_SUB_SIGNED_VOLUMES, INSTRUCTION_SETS, choice, gapkit_isa,
    gapkit_sub_algorithm,
};
use super::sized::{self, Growing, flag, is_set};
use super::status::{Failure, GAPKIT_BAD_ARGUMENT, gapkit_status, guard};
use crate::broad;
use crate::gjk::SubAlgorithm;
use crate::partition::Build;
use crate::scene::{Config, Points, Resolution};

/// What a contact is between: one of GAPKIT_RESOLUTION_...
pub type gapkit_resolution = i32;

/// The locally nearest pairs of nodes, edges and facets: to ask for geometry. No list of nodes and
/// edges passes a patch test; push with GAPKIT_RESOLUTION_SURFACE.
pub const GAPKIT_RESOLUTION_FACET: gapkit_resolution = 0;
/// One contact for each pair of convex pieces, for rigid bodies.
pub const GAPKIT_RESOLUTION_PIECE: gapkit_resolution = 1;
/// Points of the area that two facing facets have in common, and sharp nodes, for finite elements:
/// the default. A pressure times the area of each, along its normal, is continuous in the
/// coordinates, exact at flush interfaces through zero gap, and passes the patch test.
pub const GAPKIT_RESOLUTION_SURFACE: gapkit_resolution = 2;

/// How candidates are found: one of GAPKIT_BROAD_... The contacts do not depend on it.
pub type gapkit_broad = i32;

/// An R-tree: the default.
pub const GAPKIT_BROAD_RTREE: gapkit_broad = 0;
/// Every pair of facets, in every detection: to compare with.
pub const GAPKIT_BROAD_BRUTE: gapkit_broad = 1;

/// How convex pieces are found: one of GAPKIT_BUILD_... The contacts of facets do not depend on it.
pub type gapkit_build = i32;

/// Pieces grow from the boundary inwards: the default.
pub const GAPKIT_BUILD_FAST: gapkit_build = 0;
/// Each tetrahedron is a piece.
pub const GAPKIT_BUILD_TRIVIAL: gapkit_build = 1;
/// Fewer pieces, in far longer time.
pub const GAPKIT_BUILD_OPTIMISED: gapkit_build = 2;

/// Upper limit of history values per contact.
pub const GAPKIT_MAX_HISTORY: u32 = 1024;

/// The settings of a scene. Set all by `gapkit_scene_config_default`, then change what should
/// differ; `margin` must be set.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct gapkit_scene_config {
    /// sizeof(gapkit_scene_config)
    pub size: usize,
    /// The largest gap that is reported, in the unit of the coordinates; 0 by default.
    pub margin: f64,
    /// Bodies nearer than this are candidates; at least the margin. Negative, the default, lets the
    /// library choose and adapt it.
    pub search_distance: f64,
    /// How deep a piece may be bent inwards, in mean edges. Negative for the default.
    pub partition_tolerance: f64,
    /// How far the hull of a piece may stick out of the body, in mean edges, instead of the
    /// tolerance. Negative, the default, for no such rule.
    pub partition_protrusion: f64,
    /// Where the random numbers of GAPKIT_BUILD_OPTIMISED start.
    pub partition_seed: u64,
    /// The maximum number of tetrahedra of a piece; 0 for the default.
    pub partition_max_tets: u64,
    /// The maximum number of nodes of a piece; 0, the default, for no limit.
    pub partition_max_vertices: u64,
    /// The threads of the scene's own pool, at most 1024; 0, the default, means one for each
    /// processor. The contacts do not depend on it. Hosts with MPI or OpenMP set it.
    pub threads: u32,
    /// How many numbers of the host are carried along with each contact, at most
    /// GAPKIT_MAX_HISTORY; 0 by default.
    pub history: u32,
    /// One of GAPKIT_RESOLUTION_...
    pub resolution: gapkit_resolution,
    /// One of GAPKIT_BROAD_...
    pub broad: gapkit_broad,
    /// One of GAPKIT_BUILD_...
    pub partition_build: gapkit_build,
    /// One of GAPKIT_SUB_...: the sub-algorithm of the queries that decide which pieces and facets
    /// are near.
    pub sub_algorithm: gapkit_sub_algorithm,
    /// At GAPKIT_RESOLUTION_FACET: 1, the default, to compute the areas of contacts; 0 leaves them 0
    /// and saves time.
    pub areas: i32,
    /// 1, the default, to skip pairs that cannot have come near; 0 to examine all. The contacts do
    /// not depend on it.
    pub skipping: i32,
    /// One of GAPKIT_ISA_...; GAPKIT_ISA_PORTABLE under tools that do not know all instructions, as
    /// valgrind. The contacts do not depend on it.
    pub isa: gapkit_isa,
    /// At GAPKIT_RESOLUTION_SURFACE: how many contacts stand for the area that two facets have in
    /// common: 3, the default, by which linear pressure is integrated exactly, or 1.
    pub points: i32,
}

// SAFETY: `repr(C)` with plain numbers, the size first.
unsafe impl Growing for gapkit_scene_config {
    const NAME: &'static str = "config";
    const FIRST: usize = size_of::<Self>();

    fn preset() -> Self {
        Self {
            size: size_of::<Self>(),
            margin: 0.0,
            search_distance: -1.0,
            partition_tolerance: -1.0,
            partition_protrusion: -1.0,
            partition_seed: 0,
            partition_max_tets: 0,
            partition_max_vertices: 0,
            threads: 0,
            history: 0,
            resolution: GAPKIT_RESOLUTION_SURFACE,
            broad: GAPKIT_BROAD_RTREE,
            partition_build: GAPKIT_BUILD_FAST,
            sub_algorithm: GAPKIT_SUB_SIGNED_VOLUMES,
            areas: 1,
            skipping: 1,
            isa: GAPKIT_ISA_AUTO,
            points: 3,
        }
    }
}

/// Sets all settings to their defaults. `size` is sizeof(gapkit_scene_config) of the caller's
/// header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_config_default(
    config: *mut gapkit_scene_config,
    size: usize,
) -> gapkit_status {
    // SAFETY: the caller's memory, as the header asks.
    guard(|| unsafe { sized::write(config, size, &gapkit_scene_config::preset()) })
}

impl gapkit_scene_config {
    /// The settings as the library has them.
    pub(super) fn checked(&self) -> Result<Config, Failure> {
        if self.history > GAPKIT_MAX_HISTORY {
            let text =
                format!("`history` is {}; the maximum is {GAPKIT_MAX_HISTORY}", self.history);
            return Err(Failure::new(GAPKIT_BAD_ARGUMENT, text));
        }
        let resolutions = [Resolution::Facet, Resolution::Piece, Resolution::Surface];
        let points = match self.points {
            1 => Points::One,
            3 => Points::Three,
            other => {
                let text = format!("`points` is {other}; it must be 1 or 3");
                return Err(Failure::new(GAPKIT_BAD_ARGUMENT, text));
            }
        };
        let mut config = Config::new(self.margin)?
            .with_resolution(choice("resolution", &resolutions, self.resolution)?)
            .with_broad(choice("broad", &broad::Method::ALL, self.broad)?)
            .with_threads(self.threads as usize)
            .with_history(self.history as usize)
            .with_areas(flag("areas", self.areas)?)
            .with_points(points)
            .with_skipping(flag("skipping", self.skipping)?)
            .with_sub(choice("sub_algorithm", &SubAlgorithm::ALL, self.sub_algorithm)?);
        if is_set(self.search_distance) {
            config = config.with_search_distance(self.search_distance)?;
        }
        if let Some(isa) = choice("isa", &INSTRUCTION_SETS, self.isa)? {
            config = config.with_isa(isa)?;
        }
        self.partitioned(config)
    }

    fn partitioned(&self, config: Config) -> Result<Config, Failure> {
        let builds = [Build::Fast, Build::Trivial, Build::Optimised];
        let build = choice("partition_build", &builds, self.partition_build)?;
        let mut partition = config.partition().with_build(build).with_seed(self.partition_seed);
        if is_set(self.partition_tolerance) {
            partition = partition.with_tolerance(self.partition_tolerance)?;
        }
        if is_set(self.partition_protrusion) {
            partition = partition.with_protrusion(self.partition_protrusion)?;
        }
        if self.partition_max_tets > 0 {
            partition = partition.with_max_tets(saturated(self.partition_max_tets));
        }
        if self.partition_max_vertices > 0 {
            partition = partition.with_max_vertices(saturated(self.partition_max_vertices));
        }
        // Only if something was set: the preset depends on the resolution.
        Ok(if partition == config.partition() { config } else { config.with_partition(partition) })
    }
}

fn saturated(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_preset_is_the_default_of_the_library() {
        let config = gapkit_scene_config { margin: 0.5, ..gapkit_scene_config::preset() };
        let default = Config::new(0.5).expect("a margin");
        assert_eq!(config.checked().expect("good"), default);
    }
}
