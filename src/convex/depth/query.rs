//! Queries: the options, and which way an answer is found.

use super::answer::Depth;
use super::deep::{Effort, deepen};
use super::gap::SignedGap;
use super::method::Method;
use super::sat;
use super::strategy::Deep;
use crate::convex;
use crate::convex::depth::tolerances::SMOOTH_TOLERANCE;
use crate::convex::difference::Difference;
use crate::convex::difference::support::{Indexed, SupportDifference};
use crate::convex::solve;
use crate::error::{Error, check_parameter};
use crate::shape::SupportMap;
use crate::simd::{Available, Isa};

/// The depth of two bodies with the default options.
///
/// ```
/// use gapkit::penetration::penetration;
/// use gapkit::shape::PointSet;
///
/// let tet = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
/// let tip = [[1.0, 1.0, 0.5], [0.0, 1.0, -3.0], [1.0, 0.0, -3.0], [2.0, 2.0, -3.0]];
/// let depth = penetration(&PointSet::new(&tet)?, &PointSet::new(&tip)?);
/// assert!((depth.depth - 0.5).abs() <= 16.0 * f64::EPSILON * 7.0);
/// assert!((depth.normal + gapkit::Vec3::z()).norm() <= 4.0 * f64::EPSILON);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[must_use]
pub fn penetration<A: SupportMap, B: SupportMap>(a: &A, b: &B) -> Depth {
    Query::default().penetration(a, b)
}

/// Support calls of the expanding polytope, unless the caller says otherwise.
pub(super) const MAX_ITERATIONS: u32 = 1024;

/// The same for smooth shapes: bodies of revolution about one axis, which are as deep along a whole
/// circle of directions, would grow a polytope for milliseconds, and a walk finds the depth anyway.
pub(super) const SMOOTH_ITERATIONS: u32 = 112;

/// The options of a depth query. The default is machine precision by the fastest method, and 1e-6
/// of the depth for smooth shapes.
///
/// ```
/// use gapkit::penetration::{Method, Query};
/// use gapkit::shape::Sphere;
///
/// let query = Query::default().with_method(Method::Epa).with_tolerance(1e-3)?;
/// let (a, b) = (Sphere::new([0.0; 3], 1.0)?, Sphere::new([1.5, 0.0, 0.0], 1.0)?);
/// assert!((query.penetration(&a, &b).depth - 0.5).abs() <= f64::EPSILON);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Query {
    method: Method,
    tolerance: f64,
    smooth: f64,
    max_iterations: u32,
    isa: Option<Available>,
}

impl Default for Query {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Query {
    pub(crate) const DEFAULT: Self = Self {
        method: Method::Auto,
        tolerance: 0.0,
        smooth: SMOOTH_TOLERANCE,
        max_iterations: MAX_ITERATIONS,
        isa: None,
    };

    /// The method.
    #[must_use]
    pub fn with_method(self, method: Method) -> Self {
        Self { method, ..self }
    }

    /// The polytope may stop growing once `upper_bound - lower_bound <= tolerance * depth`; 0 means
    /// machine precision, which smooth shapes may miss. Without it those are within 1e-6 of their
    /// depth as a rule, and the polytope, from which the lower bound is, ends early.
    pub fn with_tolerance(self, tolerance: f64) -> Result<Self, Error> {
        let tolerance = check_parameter("tolerance", tolerance, false)?;
        Ok(Self { tolerance, smooth: tolerance, ..self })
    }

    /// The largest number of support calls of the expanding polytope, and one more that decides
    /// the answer. Where it is reached, the answer holds within its bounds.
    #[must_use]
    pub fn with_max_iterations(self, max_iterations: u32) -> Self {
        Self { max_iterations, ..self }
    }

    /// The instruction set, where it should not be the fastest one. The answer does not depend on
    /// it.
    pub fn with_isa(self, isa: Isa) -> Result<Self, Error> {
        Ok(Self { isa: Some(isa.required()?), ..self })
    }

    /// How deep the bodies overlap.
    #[inline]
    #[must_use]
    pub fn penetration<A: SupportMap, B: SupportMap>(&self, a: &A, b: &B) -> Depth {
        self.solve(a, b, true).into()
    }

    /// The distance of the bodies, or minus their depth.
    #[inline]
    #[must_use]
    pub fn signed_gap<A: SupportMap, B: SupportMap>(&self, a: &A, b: &B) -> SignedGap {
        self.solve(a, b, false)
    }

    /// How deep the bodies overlap, by the expanding polytope started from these vertices of the
    /// difference (of A and of B), of which their hull should hold the origin: what another search
    /// left behind, for instance decision sphere search
    /// ([`boolean::enclosing`](crate::convex::boolean::enclosing)). Names of no vertex are passed
    /// over; without any that counts, or where the bodies do not overlap, it is
    /// [`penetration`](Self::penetration).
    ///
    /// ```
    /// use gapkit::penetration::Query;
    /// use gapkit::shape::PointSet;
    ///
    /// let tet = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// let point = [[1.0, 1.0, 0.5]];
    /// let (a, b) = (PointSet::new(&tet)?, PointSet::new(&point)?);
    /// let start = gapkit::boolean::enclosing(&a, &b).expect("the point is inside");
    /// let depth = Query::default().expand(&a, &b, &start);
    /// assert!((depth.depth - 0.5).abs() <= 16.0 * f64::EPSILON * 4.0);
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    #[must_use]
    pub fn expand<A: SupportMap, B: SupportMap>(&self, a: &A, b: &B, start: &[[u32; 2]]) -> Depth {
        let (pa, pb): (&dyn SupportMap, &dyn SupportMap) = (&a, &b);
        let mut difference = SupportDifference::<_, _, Indexed>::new(pa, pb, [0; 2]);
        let vertices: Vec<_> = start.iter().filter_map(|&ids| difference.revive(ids)).collect();
        if vertices.is_empty() {
            return self.penetration(a, b);
        }
        let core = deepen(&mut difference, &self.effort(), &vertices);
        if core.upper_bound >= 0.0 {
            return self.penetration(a, b);
        }
        core.rounded(a.radius(), b.radius()).into()
    }

    fn effort(&self) -> Effort {
        let Self { tolerance, smooth, max_iterations: iterations, .. } = *self;
        // Where no tolerance was asked for, the polytope of smooth bodies ends early.
        let is_asked = tolerance == smooth;
        let smooth_iterations =
            if is_asked { iterations } else { iterations.min(SMOOTH_ITERATIONS) };
        Effort { tolerance, smooth, iterations, smooth_iterations, made: 0 }
    }

    /// The gap; `overlapping` where the caller expects an overlap.
    #[inline]
    fn solve<A: SupportMap, B: SupportMap>(&self, a: &A, b: &B, overlapping: bool) -> SignedGap {
        let core = self.core(a, b, overlapping);
        if a.radius() + b.radius() == 0.0 { core } else { core.rounded(a.radius(), b.radius()) }
    }

    #[inline]
    fn core<A: SupportMap, B: SupportMap>(&self, a: &A, b: &B, overlapping: bool) -> SignedGap {
        let most = match self.method {
            Method::Auto => 4,
            Method::Epa => 0,
            Method::Sat => sat::MAX_VERTICES,
        };
        match (a.points(), b.points()) {
            (Some(pa), Some(pb)) if pa.len().max(pb.len()) <= most => {
                self.by_axes(pa, pb, overlapping)
            }
            _ => self.search(a, b, false).expect("invariant: asked for the depth"),
        }
    }

    /// Separating axes, before the distance or after it.
    fn by_axes(&self, a: &[[f64; 3]], b: &[[f64; 3]], overlapping: bool) -> SignedGap {
        let isa = self.isa.unwrap_or_else(Available::detect);
        if overlapping && let Some(gap) = sat::clear_overlap(a, b, isa) {
            return gap;
        }
        let (pa, pb) = (crate::shape::PointSet::checked(a), crate::shape::PointSet::checked(b));
        let at_once = || if overlapping { None } else { sat::clear_overlap(a, b, isa) };
        let by_axes = || at_once().or_else(|| sat::overlap(a, b, isa));
        let by_expansion = || self.search(&pa, &pb, false).expect("invariant: asked for the depth");
        self.search(&pa, &pb, true).or_else(by_axes).unwrap_or_else(by_expansion)
    }

    #[inline]
    fn search<A: SupportMap, B: SupportMap>(
        &self,
        a: &A,
        b: &B,
        distance_only: bool,
    ) -> Option<SignedGap> {
        let query = convex::Query { isa: self.isa, ..convex::Query::default() };
        solve::core(&query, a, b, Deep { effort: self.effort(), distance_only })
    }
}
