//! The options of one-shot queries.

use super::sized::{self, Growing, flag, is_set};
use super::status::{Failure, GAPKIT_BAD_ENUM, gapkit_status, guard};
use crate::boolean::BooleanAlgorithm;
use crate::gjk::SubAlgorithm;
use crate::penetration::{self, Method};
use crate::simd::Isa;

/// A sub-algorithm of GJK: one of GAPKIT_SUB_...
pub type gapkit_sub_algorithm = i32;

/// Signed Volumes in the tuned form: the default.
pub const GAPKIT_SUB_SIGNED_VOLUMES: gapkit_sub_algorithm = 0;
/// Signed Volumes as published.
pub const GAPKIT_SUB_LITERAL_SIGNED_VOLUMES: gapkit_sub_algorithm = 1;
/// Signed Volumes with the signs of exact predicates.
pub const GAPKIT_SUB_EXACT_SIGNS: gapkit_sub_algorithm = 2;
/// Signed Volumes with the barycode search in its faces.
pub const GAPKIT_SUB_BARYCODE: gapkit_sub_algorithm = 3;
/// Johnson's algorithm, which may fail and then says so.
pub const GAPKIT_SUB_JOHNSON: gapkit_sub_algorithm = 4;
/// Johnson's algorithm with the backup procedure where it fails.
pub const GAPKIT_SUB_JOHNSON_BACKUP: gapkit_sub_algorithm = 5;
/// The backup procedure alone.
pub const GAPKIT_SUB_BACKUP: gapkit_sub_algorithm = 6;
/// Least squares by divide and conquer.
pub const GAPKIT_SUB_LEAST_SQUARES: gapkit_sub_algorithm = 7;

/// A test whether bodies intersect: one of GAPKIT_BOOLEAN_...
pub type gapkit_boolean_test = i32;

/// GJK that ends at the first separating plane: the default.
pub const GAPKIT_BOOLEAN_GJK: gapkit_boolean_test = 0;
/// Decision sphere search.
pub const GAPKIT_BOOLEAN_DSS: gapkit_boolean_test = 1;
/// Decision sphere search with exact signs, for hulls of points: always right.
pub const GAPKIT_BOOLEAN_EXACT_DSS: gapkit_boolean_test = 2;
/// Four steps of GJK, then decision sphere search.
pub const GAPKIT_BOOLEAN_HYBRID: gapkit_boolean_test = 3;
/// Separating axes, for two tetrahedra only.
pub const GAPKIT_BOOLEAN_TETRAHEDRA: gapkit_boolean_test = 4;
/// Separating axes, for two boxes only: shapes, or the eight corners in any order.
pub const GAPKIT_BOOLEAN_BOXES: gapkit_boolean_test = 5;
/// All faces and pairs of edges of two bodies with vertices. Polyhedra keep them; of any other body
/// the hull is made in each call.
pub const GAPKIT_BOOLEAN_POLYHEDRA: gapkit_boolean_test = 6;
/// Greene's test of a box and a body with vertices, whose faces and edges are taken in the same way.
pub const GAPKIT_BOOLEAN_BOX_POLYHEDRON: gapkit_boolean_test = 7;

/// A way to the depth of overlapping bodies: one of GAPKIT_DEPTH_...
pub type gapkit_depth_method = i32;

/// Separating axes for tetrahedra and less, the expanding polytope for everything else: the
/// default.
pub const GAPKIT_DEPTH_AUTO: gapkit_depth_method = 0;
/// The expanding polytope.
pub const GAPKIT_DEPTH_EPA: gapkit_depth_method = 1;
/// Separating axes for small point sets, the expanding polytope beyond.
pub const GAPKIT_DEPTH_SAT: gapkit_depth_method = 2;

/// An instruction set: one of GAPKIT_ISA_... The answers do not depend on it.
pub type gapkit_isa = i32;

/// The fastest that the machine has: the default.
pub const GAPKIT_ISA_AUTO: gapkit_isa = 0;
/// What every machine of the architecture has.
pub const GAPKIT_ISA_PORTABLE: gapkit_isa = 1;
/// 256-bit lanes.
pub const GAPKIT_ISA_AVX2: gapkit_isa = 2;
/// 512-bit lanes.
pub const GAPKIT_ISA_AVX512: gapkit_isa = 3;

/// What the numbers stand for; nothing is the fastest one.
pub(super) const INSTRUCTION_SETS: [Option<Isa>; 4] =
    [None, Some(Isa::Portable), Some(Isa::Avx2), Some(Isa::Avx512)];

/// The options of a query. Set all by `gapkit_query_default`, then change what should differ.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct gapkit_query {
    /// sizeof(gapkit_query)
    pub size: usize,
    /// The search may end once distance - lower_bound <= tolerance * distance; 0, the default,
    /// means machine precision.
    pub tolerance: f64,
    /// The search may end once the bodies are proven to be farther apart than this; INFINITY by
    /// default.
    pub bound: f64,
    /// The same as `tolerance` for the depth of overlapping bodies. Negative, the default, means
    /// machine precision for points and 1e-6 for smooth shapes.
    pub depth_tolerance: f64,
    /// The largest number of support calls; 256 by default.
    pub max_iterations: u32,
    /// The same for the depth of overlapping bodies; 1024 by default.
    pub depth_max_iterations: u32,
    /// One of GAPKIT_SUB_...
    pub sub_algorithm: gapkit_sub_algorithm,
    /// One of GAPKIT_BOOLEAN_...
    pub boolean_test: gapkit_boolean_test,
    /// One of GAPKIT_DEPTH_...
    pub depth_method: gapkit_depth_method,
    /// One of GAPKIT_ISA_...
    pub isa: gapkit_isa,
    /// 1 to finish every distance in double-double arithmetic, 0 by default.
    pub polish: i32,
    /// 1 to hold every distance, before it is given, against all vertices once more, in arithmetic apart
    /// from the search; 0 by default.
    pub verify: i32,
}

// SAFETY: `repr(C)` with plain numbers, the size first.
unsafe impl Growing for gapkit_query {
    const NAME: &'static str = "query";
    const FIRST: usize = size_of::<Self>();

    fn preset() -> Self {
        Self {
            size: size_of::<Self>(),
            tolerance: 0.0,
            bound: f64::INFINITY,
            depth_tolerance: -1.0,
            max_iterations: 256,
            depth_max_iterations: 1024,
            sub_algorithm: GAPKIT_SUB_SIGNED_VOLUMES,
            boolean_test: GAPKIT_BOOLEAN_GJK,
            depth_method: GAPKIT_DEPTH_AUTO,
            isa: GAPKIT_ISA_AUTO,
            polish: 0,
            verify: 0,
        }
    }
}

/// Sets all options to their defaults. `size` is sizeof(gapkit_query) of the caller's header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_query_default(
    query: *mut gapkit_query,
    size: usize,
) -> gapkit_status {
    // SAFETY: the caller's memory, as the header asks.
    guard(|| unsafe { sized::write(query, size, &gapkit_query::preset()) })
}

/// One of the values that a number stands for.
pub(super) fn choice<T: Copy>(name: &str, all: &[T], number: i32) -> Result<T, Failure> {
    let chosen = usize::try_from(number).ok().and_then(|at| all.get(at)).copied();
    chosen.ok_or_else(|| {
        let text = format!("`{name}` is {number}; it must be 0 to {}", all.len() - 1);
        Failure::new(GAPKIT_BAD_ENUM, text)
    })
}

/// All that a query says, checked.
#[derive(Clone, Copy)]
pub(super) struct Options {
    pub(super) distance: crate::Query,
    pub(super) boolean: BooleanAlgorithm,
    pub(super) depth: penetration::Query,
}

impl Options {
    /// What NULL stands for.
    const DEFAULT: Self = Self {
        distance: crate::Query::DEFAULT,
        boolean: BooleanAlgorithm::Gjk,
        depth: penetration::Query::DEFAULT,
    };

    /// What a query says, in the place given where it is not NULL.
    ///
    /// # Safety
    /// A pointer that is not NULL must be valid for reading as much as the size in it says.
    #[inline]
    pub(super) unsafe fn read(
        query: *const gapkit_query,
        place: &mut Option<Self>,
    ) -> Result<&Self, Failure> {
        if query.is_null() {
            return Ok(&Self::DEFAULT);
        }
        // SAFETY: the caller's promise.
        Ok(place.insert(unsafe { Self::given(query) }?))
    }

    /// # Safety
    /// As for [`read`](Self::read); not NULL.
    #[inline(never)]
    unsafe fn given(query: *const gapkit_query) -> Result<Self, Failure> {
        // SAFETY: the caller's promise.
        Self::of(&unsafe { sized::read(query) }?)
    }

    fn of(query: &gapkit_query) -> Result<Self, Failure> {
        let sub = choice("sub_algorithm", &SubAlgorithm::ALL, query.sub_algorithm)?;
        let mut distance = crate::Query::default()
            .with_sub(sub)
            .with_tolerance(query.tolerance)?
            .with_bound(query.bound)?
            .with_max_iterations(query.max_iterations);
        let mut depth = penetration::Query::default()
            .with_method(choice("depth_method", &Method::ALL, query.depth_method)?)
            .with_max_iterations(query.depth_max_iterations);
        if is_set(query.depth_tolerance) {
            depth = depth.with_tolerance(query.depth_tolerance)?;
        }
        if flag("polish", query.polish)? {
            distance = distance.polished();
        }
        if flag("verify", query.verify)? {
            distance = distance.verified();
        }
        if let Some(isa) = choice("isa", &INSTRUCTION_SETS, query.isa)? {
            (distance, depth) = (distance.with_isa(isa)?, depth.with_isa(isa)?);
        }
        let boolean = choice("boolean_test", &BooleanAlgorithm::ALL, query.boolean_test)?;
        Ok(Self { distance, boolean, depth })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_for_what_they_are_called() {
        let names = [
            (GAPKIT_SUB_LITERAL_SIGNED_VOLUMES, "literal-signed-volumes"),
            (GAPKIT_SUB_EXACT_SIGNS, "exact-signs"),
            (GAPKIT_SUB_BARYCODE, "barycode"),
            (GAPKIT_SUB_JOHNSON, "johnson"),
            (GAPKIT_SUB_JOHNSON_BACKUP, "johnson-backup"),
            (GAPKIT_SUB_BACKUP, "backup"),
            (GAPKIT_SUB_LEAST_SQUARES, "least-squares"),
            (GAPKIT_SUB_SIGNED_VOLUMES, "signed-volumes"),
        ];
        for (number, name) in names {
            let sub = choice("sub_algorithm", &SubAlgorithm::ALL, number);
            assert_eq!(sub.expect("known").name(), name);
        }
        let tests = [
            (GAPKIT_BOOLEAN_GJK, "gjk"),
            (GAPKIT_BOOLEAN_DSS, "dss"),
            (GAPKIT_BOOLEAN_EXACT_DSS, "exact-dss"),
            (GAPKIT_BOOLEAN_HYBRID, "hybrid"),
            (GAPKIT_BOOLEAN_TETRAHEDRA, "tetrahedra"),
            (GAPKIT_BOOLEAN_BOXES, "boxes"),
            (GAPKIT_BOOLEAN_POLYHEDRA, "polyhedra"),
            (GAPKIT_BOOLEAN_BOX_POLYHEDRON, "box-polyhedron"),
        ];
        for (number, name) in tests {
            let test = choice("boolean_test", &BooleanAlgorithm::ALL, number);
            assert_eq!(test.expect("known").name(), name);
        }
        for (number, name) in
            [(GAPKIT_DEPTH_AUTO, "auto"), (GAPKIT_DEPTH_EPA, "epa"), (GAPKIT_DEPTH_SAT, "sat")]
        {
            let method = choice("depth_method", &Method::ALL, number);
            assert_eq!(method.expect("known").name(), name);
        }
    }

    #[test]
    fn the_preset_is_the_default_of_the_library() {
        let preset = Options::of(&gapkit_query::preset()).expect("good");
        for options in [preset, Options::DEFAULT] {
            assert_eq!(options.distance, crate::Query::default());
            assert_eq!(options.depth, penetration::Query::default());
            assert_eq!(options.boolean, BooleanAlgorithm::default());
        }
    }
}
