//! Queries: the options and the three levels.

use super::answer::{Answer, Outcome, Separation};
use super::output::{Boolean, Distance, Full, Output, Within};
use super::solve::{solve, solve_tracked};
use super::sub::SubAlgorithm;
use super::tracking::Cache;
use super::verify;
use crate::error::{Error, check_parameter};
use crate::shape::SupportMap;
use crate::simd::{Available, Isa};

/// The distance of two bodies with the default options.
///
/// ```
/// use gapkit::shape::PointSet;
/// let point = [[0.0, 0.0, 2.0]];
/// let tri = [[-1.0, -1.0, 0.0], [2.0, -1.0, 0.0], [-1.0, 2.0, 0.0]];
/// let answer = gapkit::distance(&PointSet::new(&point)?, &PointSet::new(&tri)?);
/// assert_eq!((answer.distance, answer.vertex_count), (2.0, 3));
/// # Ok::<(), gapkit::Error>(())
/// ```
#[must_use]
pub fn distance<A: SupportMap, B: SupportMap>(a: &A, b: &B) -> Answer {
    Query::default().distance(a, b)
}

/// The options of a query. The default is machine precision with Signed Volumes.
///
/// ```
/// use gapkit::Query;
/// use gapkit::gjk::SubAlgorithm;
/// let query = Query::default().with_sub(SubAlgorithm::SignedVolumes).with_tolerance(1e-6)?;
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Query {
    pub(crate) sub: SubAlgorithm,
    pub(crate) tolerance: f64,
    pub(crate) bound: f64,
    pub(crate) max_iterations: u32,
    pub(crate) polish: bool,
    pub(crate) verify: bool,
    pub(crate) isa: Option<Available>,
}

impl Default for Query {
    #[inline]
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Query {
    pub(crate) const DEFAULT: Self = Self {
        sub: SubAlgorithm::SignedVolumes,
        tolerance: 0.0,
        bound: f64::INFINITY,
        max_iterations: 256,
        polish: false,
        verify: false,
        isa: None,
    };

    /// The sub-algorithm.
    #[must_use]
    pub fn with_sub(self, sub: SubAlgorithm) -> Self {
        Self { sub, ..self }
    }

    /// The search may end once `distance - lower_bound <= tolerance * distance`; 0 (the default)
    /// means machine precision.
    pub fn with_tolerance(self, tolerance: f64) -> Result<Self, Error> {
        Ok(Self { tolerance: check_parameter("tolerance", tolerance, false)?, ..self })
    }

    /// A distance beyond which the caller does not care: the search ends as soon as the bodies are
    /// proven to be farther apart. The answer then has
    /// [`Stop::BeyondBound`](super::Stop::BeyondBound), and its distance is only an upper bound.
    pub fn with_bound(self, bound: f64) -> Result<Self, Error> {
        if bound == f64::INFINITY {
            return Ok(Self { bound, ..self });
        }
        Ok(Self { bound: check_parameter("bound", bound, false)?, ..self })
    }

    /// The largest number of support calls; at least one is made.
    #[must_use]
    pub fn with_max_iterations(self, max_iterations: u32) -> Self {
        Self { max_iterations, ..self }
    }

    /// Finishes every search in double-double arithmetic, from the original vertices: features,
    /// distance and direction are then right to a few units in the last place however small the
    /// gap is against the bodies. Smooth shapes have no vertices to start from and stay as they
    /// are.
    #[must_use]
    pub fn polished(self) -> Self {
        Self { polish: true, ..self }
    }

    /// Verifies every answer before it is given, and does not trust the search for it: the witness
    /// points are blended anew from the vertices that the answer names, and the plane normal to its
    /// direction is held against all vertices of both bodies, as they were given. Should that refuse
    /// an answer, the pair is asked by another way, in double-double arithmetic; and if that one is
    /// refused too, the outcome is [`Outcome::Unproven`] with a lower bound of 0. Of shapes
    /// without vertices the support map and the witness points are all there is to see.
    ///
    /// No answer is known to be refused: this is for processors and compilers that go wrong. It costs
    /// a look at every vertex of both bodies, also of large ones whose search climbs, and batches are
    /// asked singly.
    ///
    /// ```
    /// use gapkit::{Query, shape::Cuboid};
    /// let (a, b) = (Cuboid::new([0.0; 3], [1.0; 3])?, Cuboid::new([5.0, 0.5, 0.0], [1.0; 3])?);
    /// let query = Query::default();
    /// assert_eq!(query.verified().distance(&a, &b), query.distance(&a, &b));
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    #[must_use]
    pub fn verified(self) -> Self {
        Self { verify: true, ..self }
    }

    /// The instruction set, where it should not be the fastest one. The answer does not depend on
    /// it.
    pub fn with_isa(self, isa: Isa) -> Result<Self, Error> {
        Ok(Self { isa: Some(isa.required()?), ..self })
    }

    /// Output 1: how the bodies lie to each other, and nothing more. The search ends as soon as a
    /// plane is found between them.
    ///
    /// ```
    /// use gapkit::{Outcome, Query, shape::Cuboid};
    /// let (a, b) = (Cuboid::new([0.0; 3], [1.0; 3])?, Cuboid::new([2.0, 0.0, 0.0], [1.0; 3])?);
    /// assert_eq!(Query::default().outcome(&a, &b), Outcome::Touching);
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    #[must_use]
    pub fn outcome<A: SupportMap, B: SupportMap>(&self, a: &A, b: &B) -> Outcome {
        let query = Self { bound: 0.0, polish: false, ..*self };
        if self.verify {
            return verify::distance(&query, a, b, None).outcome;
        }
        solve::<A, B, Boolean>(&query, a, b)
    }

    /// Output 1 with a margin: whether the bodies may be nearer than the bound of the query.
    ///
    /// `false` is a proof that they are farther apart; it takes one support call for bodies that
    /// clearly are.
    ///
    /// ```
    /// use gapkit::{Query, shape::Sphere};
    /// let (a, b) = (Sphere::new([0.0; 3], 1.0)?, Sphere::new([5.0, 0.0, 0.0], 1.0)?);
    /// assert!(!Query::default().with_bound(2.0)?.within(&a, &b));
    /// assert!(Query::default().with_bound(4.0)?.within(&a, &b));
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    #[must_use]
    pub fn within<A: SupportMap, B: SupportMap>(&self, a: &A, b: &B) -> bool {
        let query = Self { polish: false, ..*self };
        if self.verify {
            return Within::of(verify::distance(&query, a, b, None));
        }
        solve::<A, B, Within>(&query, a, b)
    }

    /// Output 2: the distance and its lower bound.
    ///
    /// ```
    /// use gapkit::{Query, shape::Cuboid};
    /// let (a, b) = (Cuboid::new([0.0; 3], [1.0; 3])?, Cuboid::new([5.0, 0.0, 0.0], [1.0; 3])?);
    /// let separation = Query::default().separation(&a, &b);
    /// assert!(separation.lower_bound <= 3.0 && separation.distance == 3.0);
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    #[must_use]
    pub fn separation<A: SupportMap, B: SupportMap>(&self, a: &A, b: &B) -> Separation {
        if self.verify {
            return Distance::of(verify::distance(self, a, b, None));
        }
        solve::<A, B, Distance>(self, a, b)
    }

    /// Output 3: the distance with witness points, direction and features.
    #[must_use]
    pub fn distance<A: SupportMap, B: SupportMap>(&self, a: &A, b: &B) -> Answer {
        if self.verify {
            verify::distance(self, a, b, None)
        } else {
            solve::<A, B, Full>(self, a, b)
        }
    }

    /// Output 3 for a pair that moves in small steps: starts from where the last query with this
    /// cache ended.
    ///
    /// ```
    /// use gapkit::{Query, gjk::Cache, shape::Cuboid};
    /// let (query, mut cache) = (Query::default(), Cache::default());
    /// let a = Cuboid::new([0.0; 3], [1.0; 3])?;
    /// for step in 0..4 {
    ///     let x = 5.0 + 0.25 * f64::from(step);
    ///     let b = Cuboid::new([x, 0.0, 0.0], [1.0; 3])?;
    ///     assert_eq!(query.tracked(&a, &b, &mut cache).distance, x - 2.0);
    /// }
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    pub fn tracked<A: SupportMap, B: SupportMap>(&self, a: &A, b: &B, cache: &mut Cache) -> Answer {
        if self.verify {
            return verify::distance(self, a, b, Some(cache));
        }
        solve_tracked(self, a, b, cache)
    }
}
