//! Queries: their options and the outputs to choose from.

use super::boolean::{Classify, Nearest, Test};
use super::bounds::{proven, report, reported_lower};
use super::facing::Facing;
use super::fallback::resolve_unproven;
use super::pair::{Pair, extent, is_usual};
use super::search::{Stop, run};
use super::support::{Climb, ClimbQuads, Find, Scan};
use super::{Answer, Polygon};
use crate::convex::{Outcome, Separation};
use crate::shape::Search;

/// The distance of two polygons with the default options.
///
/// ```
/// use gapkit::planar::{self, Polygon};
/// let segment = [[-1.0, 0.0], [1.0, 0.0]];
/// let answer = planar::distance(&Polygon::new(&segment)?, &Polygon::new(&[[0.5, 2.0]])?);
/// assert_eq!((answer.distance, answer.point_a.x), (2.0, 0.5));
/// assert_eq!((answer.vertex_count, answer.weight[..2].iter().sum()), (2, 1.0));
/// # Ok::<(), gapkit::Error>(())
/// ```
#[must_use]
pub fn distance(a: &Polygon, b: &Polygon) -> Answer {
    Query::default().distance(a, b)
}

/// Whether two polygons touch or overlap, with the default options.
///
/// ```
/// use gapkit::planar::{self, Polygon};
/// let (a, b) = ([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]], [[1.0, 1.0], [3.0, 1.0]]);
/// assert!(planar::intersects(&Polygon::new(&a)?, &Polygon::new(&b)?));
/// # Ok::<(), gapkit::Error>(())
/// ```
#[must_use]
pub fn intersects(a: &Polygon, b: &Polygon) -> bool {
    Query::default().intersects(a, b)
}

/// The options of a query in the plane. The default is machine precision, with polygons of four and
/// more vertices climbed.
///
/// ```
/// use gapkit::planar::{Polygon, Query};
/// use gapkit::shape::Search;
/// let query = Query::default().with_search(Search::HillClimbing);
/// let (a, b) = ([[0.0, 0.0]], [[3.0, 4.0]]);
/// assert_eq!(query.distance(&Polygon::new(&a)?, &Polygon::new(&b)?).distance, 5.0);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Query {
    search: Option<Search>,
    max_iterations: u32,
}

impl Default for Query {
    fn default() -> Self {
        Self { search: None, max_iterations: 256 }
    }
}

/// Polygons with at least this many vertices on average are climbed unless told otherwise.
const CLIMB_FROM: usize = 4;

/// Polygons of at most this many vertices on average are not climbed step by step: see [`Facing`].
const FACING_TO: usize = 128;

/// Runs a function on the pair, scaled where necessary. Each is compiled separately for every
/// support search, and no state of the search is passed by reference, so that all of it stays in
/// registers.
macro_rules! on_pair {
    ($query:expr, $a:expr, $b:expr, $function:ident) => {{
        let (extent, limit) = (extent($a, $b), $query.max_iterations);
        macro_rules! with {
            ($find:ty) => {
                if is_usual(extent) {
                    $function::<$find, false>($a, $b, extent, limit)
                } else {
                    $function::<$find, true>($a, $b, extent, limit)
                }
            };
        }
        if !$query.climbs($a, $b) {
            with!(Scan)
        } else if ($a.points.len() == 4) & ($b.points.len() == 4) {
            with!(ClimbQuads)
        } else if $a.points.len() + $b.points.len() <= 2 * FACING_TO {
            with!(Facing)
        } else {
            with!(Climb)
        }
    }};
}

impl Query {
    /// Sets how the farthest vertices are searched; the answers are the same up to rounding.
    #[must_use]
    pub fn with_search(self, search: Search) -> Self {
        Self { search: Some(search), ..self }
    }

    /// Sets the maximum number of support calls; at least one is made.
    #[must_use]
    pub fn with_max_iterations(self, max_iterations: u32) -> Self {
        Self { max_iterations, ..self }
    }

    #[inline(always)]
    fn climbs(&self, a: &Polygon, b: &Polygon) -> bool {
        match self.search {
            Some(search) => search != Search::Scan,
            None => a.points.len() + b.points.len() >= 2 * CLIMB_FROM,
        }
    }

    /// Level 1 of the paper, its Algorithm 6: whether the polygons touch or overlap. `false` is a
    /// proof that they do not; `true` means that they are within rounding of a common point.
    #[must_use]
    pub fn intersects(&self, a: &Polygon, b: &Polygon) -> bool {
        on_pair!(self, a, b, test)
    }

    /// Level 1 with touching told from overlapping, which takes longer next to contact.
    ///
    /// ```
    /// use gapkit::Outcome;
    /// use gapkit::planar::{Polygon, Query};
    /// let a = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    /// let b = a.map(|[x, y]| [x + 1.0, y + 0.5]);
    /// let outcome = Query::default().outcome(&Polygon::new(&a)?, &Polygon::new(&b)?);
    /// assert_eq!(outcome, Outcome::Touching);
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    #[must_use]
    pub fn outcome(&self, a: &Polygon, b: &Polygon) -> Outcome {
        on_pair!(self, a, b, classify)
    }

    /// Level 2: the distance and its lower bound.
    ///
    /// ```
    /// use gapkit::planar::{Polygon, Query};
    /// let (a, b) = ([[0.0, 0.0], [1.0, 0.0]], [[0.0, 3.0], [-1.0, 3.0]]);
    /// let separation = Query::default().separation(&Polygon::new(&a)?, &Polygon::new(&b)?);
    /// assert!(separation.lower_bound <= 3.0 && separation.distance == 3.0);
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    #[must_use]
    pub fn separation(&self, a: &Polygon, b: &Polygon) -> Separation {
        on_pair!(self, a, b, separate)
    }

    /// Level 3: the distance with witness points, direction and features.
    #[must_use]
    pub fn distance(&self, a: &Polygon, b: &Polygon) -> Answer {
        on_pair!(self, a, b, answer)
    }
}

#[inline(never)]
fn test<F: Find, const SCALED: bool>(a: &Polygon, b: &Polygon, extent: f64, limit: u32) -> bool {
    let pair = Pair::<F, SCALED>::new(a, b, extent);
    let end = run::<Test, F, SCALED>(&pair, limit);
    match end.stop {
        Stop::Line => false,
        Stop::Contact | Stop::Inside | Stop::InsideEdge => true,
        Stop::Converged | Stop::Limit => {
            resolve_unproven::<F, SCALED>(a, b, extent, limit).outcome != Outcome::Separated
        }
    }
}

#[inline(never)]
fn classify<F: Find, const SCALED: bool>(
    a: &Polygon,
    b: &Polygon,
    extent: f64,
    limit: u32,
) -> Outcome {
    let pair = Pair::<F, SCALED>::new(a, b, extent);
    let end = run::<Classify, F, SCALED>(&pair, limit);
    match end.stop {
        Stop::Line => Outcome::Separated,
        Stop::Inside => Outcome::Overlapping,
        _ => match proven(&end, pair.unit()) {
            Some((_, outcome)) => outcome,
            None => resolve_unproven::<F, SCALED>(a, b, extent, limit).outcome,
        },
    }
}

#[inline(never)]
fn separate<F: Find, const SCALED: bool>(
    a: &Polygon,
    b: &Polygon,
    extent: f64,
    limit: u32,
) -> Separation {
    let pair = Pair::<F, SCALED>::new(a, b, extent);
    let end = run::<Nearest, F, SCALED>(&pair, limit);
    match proven(&end, pair.unit()) {
        Some((_, Outcome::Overlapping)) => {
            Separation { distance: 0.0, lower_bound: 0.0, outcome: Outcome::Overlapping }
        }
        Some((bounds, outcome)) => {
            let lower_bound = reported_lower(bounds.lower, pair.unit()) * pair.inverse;
            Separation { distance: bounds.upper * pair.inverse, lower_bound, outcome }
        }
        None => {
            let Answer { distance, lower_bound, outcome, .. } =
                resolve_unproven::<F, SCALED>(a, b, extent, limit);
            Separation { distance, lower_bound, outcome }
        }
    }
}

#[inline(never)]
fn answer<F: Find, const SCALED: bool>(
    a: &Polygon,
    b: &Polygon,
    extent: f64,
    limit: u32,
) -> Answer {
    let pair = Pair::<F, SCALED>::new(a, b, extent);
    let end = run::<Nearest, F, SCALED>(&pair, limit);
    match proven(&end, pair.unit()) {
        Some((bounds, outcome)) => report(&pair, &end, &bounds, outcome),
        None => resolve_unproven::<F, SCALED>(a, b, extent, limit),
    }
}
