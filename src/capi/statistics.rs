//! What a detection did.

use super::scene::{gapkit_scene, with_scene};
use super::sized::{self, Growing};
use super::status::gapkit_status;
use crate::scene::Statistics;

/// Counts and times of one detection.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct gapkit_statistics {
    /// sizeof(gapkit_statistics)
    pub size: usize,
    /// Pairs of pieces on the list of candidates.
    pub candidates: u64,
    /// Candidates that were skipped because they cannot have come near.
    pub skipped: u64,
    /// GJK queries: of pieces, and of facets that may be near.
    pub queries: u64,
    /// Support evaluations of all queries.
    pub iterations: u64,
    /// Calls of the sub-algorithm.
    pub sub_calls: u64,
    /// How many of them fell back on the backup procedure.
    pub backup_calls: u64,
    /// Pairs of pieces of which facets were examined.
    pub facet_pairs: u64,
    /// How often the candidates have been found anew in the life of the scene.
    pub rebuilds: u64,
    /// Contacts found.
    pub contacts: u64,
    /// Seconds of the broad phase: motion and candidates.
    pub broad_seconds: f64,
    /// Seconds of the narrow phase: pairs of pieces and facets.
    pub narrow_seconds: f64,
    /// Seconds to build contacts from features.
    pub build_seconds: f64,
    /// 1 if the candidates were found anew this time.
    pub rebuilt: i32,
    /// Always 0.
    pub reserved: i32,
}

// SAFETY: `repr(C)` with plain numbers, the size first.
unsafe impl Growing for gapkit_statistics {
    const NAME: &'static str = "statistics";
    const FIRST: usize = size_of::<Self>();

    fn preset() -> Self {
        Self { size: size_of::<Self>(), ..Self::default() }
    }
}

impl From<&Statistics> for gapkit_statistics {
    fn from(done: &Statistics) -> Self {
        Self {
            candidates: done.candidates as u64,
            skipped: done.skipped as u64,
            queries: done.queries as u64,
            iterations: done.iterations,
            sub_calls: done.sub_calls,
            backup_calls: done.backup_calls,
            facet_pairs: done.facet_pairs as u64,
            rebuilds: done.rebuilds as u64,
            contacts: done.contacts as u64,
            broad_seconds: done.broad.as_secs_f64(),
            narrow_seconds: done.narrow.as_secs_f64(),
            build_seconds: done.build.as_secs_f64(),
            rebuilt: i32::from(done.rebuilt),
            ..Self::preset()
        }
    }
}

/// Gives the counts and times of the last detection. `size` is sizeof(gapkit_statistics) of the
/// caller's header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_statistics(
    scene: *const gapkit_scene,
    statistics: *mut gapkit_statistics,
    size: usize,
) -> gapkit_status {
    // SAFETY: the caller's memory, as the header asks.
    with_scene(scene, |hosted| unsafe {
        sized::write(statistics, size, &hosted.scene.statistics().into())
    })
}
