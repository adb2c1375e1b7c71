//! Yes or no: whether two convex bodies have a point in common.
//!
//! All tests stand behind one trait ([`BooleanTest`]) and one enum ([`BooleanAlgorithm`]), and
//! every verdict [`Disjoint`](Verdict::Disjoint) carries the axis that proves it:
//!
//! | test | shapes | what it is |
//! |---|---|---|
//! | [`Gjk`](BooleanAlgorithm::Gjk) | any | GJK with the separating-axis exit, over any sub-algorithm |
//! | [`Dss`](BooleanAlgorithm::Dss) | any, unbounded ones too ([`unbounded`]) | decision sphere search |
//! | [`ExactDss`](BooleanAlgorithm::ExactDss) | hulls of f64 points | the same with exact signs: right, always |
//! | [`Hybrid`](BooleanAlgorithm::Hybrid) | any | four steps of GJK, then decision sphere search |
//! | [`Tetrahedra`](BooleanAlgorithm::Tetrahedra) | two tetrahedra | separating axes of faces and edge pairs |
//! | [`Boxes`](BooleanAlgorithm::Boxes) | two boxes, posed or not | the 15 separating axes of two boxes |
//! | [`Polyhedra`](BooleanAlgorithm::Polyhedra) | all with vertices | all faces and pairs of edges |
//! | [`BoxPolyhedron`](BooleanAlgorithm::BoxPolyhedron) | a box and a body with vertices | Greene's test |
//!
//! Of all but the exact one, `Disjoint` is a proof, and `Intersecting` means that the bodies are at
//! most [`ROUNDING_BOUND`] eps times the largest coordinate difference in the pair apart; of the tests
//! of faces (the last two, and tetrahedra) the latter holds for bodies without needles as faces.
//!
//! ```
//! use gapkit::boolean::{BooleanAlgorithm, BooleanTest, Verdict};
//! use gapkit::{Query, shape::PointSet};
//!
//! let tet = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
//! let far = tet.map(|[x, y, z]| [x + 2.0, y, z]);
//! let (a, b) = (PointSet::new(&tet)?, PointSet::new(&far)?);
//! let decision = BooleanAlgorithm::ExactDss.decide(&Query::default(), &a, &b)?;
//! let Verdict::Disjoint(axis) = decision.verdict else { panic!() };
//! assert!(axis.direction.x > 0.0);
//! # Ok::<(), gapkit::Error>(())
//! ```

mod bisection;
mod box_polyhedron;
mod boxes;
mod decision;
mod dss;
mod exact;
mod facets;
mod gjk;
mod hybrid;
pub(crate) mod integers;
mod polyhedra;
mod region;
mod signs;
mod tetrahedra;
pub(crate) mod tolerances;
pub mod unbounded;

pub use bisection::{Bisection, bisection};
pub use decision::{Axis, Decision, Verdict};
pub use dss::Enclosing;
use facets::facets;

use std::fmt;
use std::str::FromStr;

use crate::convex::Query;
use crate::convex::centre_plane::centre_plane_test;
use crate::convex::solve::{Points, Strategy, core, small};
use crate::error::{Error, Reason};
use crate::shape::{OrientedBox, SupportMap};

/// Bodies that are farther apart than this many eps times the largest coordinate difference in the
/// pair are not taken for intersecting. Of ten million pairs of tetrahedra near touching, the
/// farthest that were are half as far apart.
pub const ROUNDING_BOUND: f64 = 32.0;

/// A test whether two bodies have a point in common.
pub trait BooleanTest {
    /// The answer for these bodies; an error if the test is not made for such shapes.
    ///
    /// Of the query, the sub-algorithm, the instruction set and the iteration limit count.
    fn decide<A: SupportMap, B: SupportMap>(
        &self,
        query: &Query,
        a: &A,
        b: &B,
    ) -> Result<Decision, Error>;
}

/// The tests to choose from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum BooleanAlgorithm {
    /// GJK with the separating-axis exit: the default.
    #[default]
    Gjk,
    /// Decision sphere search.
    Dss,
    /// Decision sphere search with exact signs, for hulls of f64 points.
    ExactDss,
    /// GJK for four steps, then decision sphere search.
    Hybrid,
    /// Separating axes of two tetrahedra (hulls of four points).
    Tetrahedra,
    /// Separating axes of two boxes ([`Cuboid`](crate::shape::Cuboid), posed or not, or the hull of
    /// their eight corners).
    Boxes,
    /// All faces and pairs of edges of two bodies with vertices. Those of a
    /// [`Polyhedron`](crate::shape::Polyhedron) are kept; of any other body the hull is made for each
    /// query.
    Polyhedra,
    /// A box and a body with vertices, whose faces and edges are taken as for
    /// [`Polyhedra`](Self::Polyhedra).
    BoxPolyhedron,
}

impl BooleanAlgorithm {
    /// Every test, the default first.
    pub const ALL: [Self; 8] = [
        Self::Gjk,
        Self::Dss,
        Self::ExactDss,
        Self::Hybrid,
        Self::Tetrahedra,
        Self::Boxes,
        Self::Polyhedra,
        Self::BoxPolyhedron,
    ];

    /// The name used on the command line and in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gjk => "gjk",
            Self::Dss => "dss",
            Self::ExactDss => "exact-dss",
            Self::Hybrid => "hybrid",
            Self::Tetrahedra => "tetrahedra",
            Self::Boxes => "boxes",
            Self::Polyhedra => "polyhedra",
            Self::BoxPolyhedron => "box-polyhedron",
        }
    }
}

impl fmt::Display for BooleanAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for BooleanAlgorithm {
    type Err = Error;
    fn from_str(given: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|test| test.name() == given).ok_or_else(|| {
            let known = Self::ALL.map(Self::name).join(", ");
            Reason::UnknownName { what: "boolean test", given: given.into(), known }.into()
        })
    }
}

/// Whether two bodies touch or overlap, by the default test.
///
/// ```
/// use gapkit::shape::{Cuboid, Sphere};
/// let cube = Cuboid::new([0.0; 3], [1.0; 3])?;
/// assert!(gapkit::intersects(&cube, &Sphere::new([2.0, 0.0, 0.0], 1.0)?));
/// assert!(!gapkit::intersects(&cube, &Sphere::new([2.0, 2.0, 0.0], 1.0)?));
/// # Ok::<(), gapkit::Error>(())
/// ```
#[must_use]
#[inline]
pub fn intersects<A: SupportMap, B: SupportMap>(a: &A, b: &B) -> bool {
    gjk_decide(&Query::default(), a, b).verdict.may_intersect()
}

/// The default test.
#[inline]
pub(crate) fn gjk_decide<A: SupportMap, B: SupportMap>(query: &Query, a: &A, b: &B) -> Decision {
    let bound = a.radius() + b.radius();
    core(&Query { bound, tolerance: 0.0, polish: false, ..*query }, a, b, gjk::GjkSearch)
}

impl BooleanTest for BooleanAlgorithm {
    #[inline]
    fn decide<A: SupportMap, B: SupportMap>(
        &self,
        query: &Query,
        a: &A,
        b: &B,
    ) -> Result<Decision, Error> {
        let radius = a.radius() + b.radius();
        match self {
            Self::Gjk => Ok(gjk_decide(query, a, b)),
            Self::Hybrid => {
                let query = Query { bound: radius, tolerance: 0.0, polish: false, ..*query };
                Ok(core(&query, a, b, hybrid::HybridSearch))
            }
            Self::Dss => Ok(core(&dss::query(query), a, b, dss::PlainSearch { radius })),
            Self::ExactDss => {
                let points = [corners("A", a)?, corners("B", b)?];
                let strategy = dss::ExactSearch { a: points[0], b: points[1] };
                Ok(core(&dss::query(query), a, b, strategy))
            }
            Self::Tetrahedra => tetrahedra::decide(four("A", a)?, four("B", b)?),
            Self::Boxes => Ok(boxes::decide(&oriented("A", a)?, &oriented("B", b)?)),
            Self::Polyhedra => Ok(polyhedra::decide(&*facets("A", a)?, &*facets("B", b)?)),
            Self::BoxPolyhedron => match oriented("B", b) {
                Ok(brick) => Ok(box_polyhedron::decide(&*facets("A", a)?, &brick)),
                Err(neither) => {
                    let brick = oriented("A", a).map_err(|_| neither)?;
                    Ok(box_polyhedron::decide(&*facets("B", b)?, &brick).turned())
                }
            },
        }
    }
}

/// Vertices of the difference of two intersecting bodies that hold the origin between them, as
/// pairs of a vertex of A and one of B: from where a search for the depth can start (Hornus 2017,
/// section 5.4; see [`penetration::Query::expand`](crate::convex::depth::Query::expand)).
///
/// They are those that bounded the last region of decision sphere search, and the one that left
/// nothing of it. `None` if the bodies are apart, if they touch up to rounding, and for shapes
/// without vertices.
///
/// ```
/// use gapkit::shape::PointSet;
/// let tet = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let moved = tet.map(|[x, y, z]| [x + 0.1, y + 0.1, z - 0.1]);
/// let (a, b) = (PointSet::new(&tet)?, PointSet::new(&moved)?);
/// let vertices = gapkit::boolean::enclosing(&a, &b).expect("they overlap");
/// assert!(vertices.len() >= 4);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[must_use]
pub fn enclosing<A: SupportMap, B: SupportMap>(a: &A, b: &B) -> Option<Enclosing> {
    if a.vertex_count().min(b.vertex_count()) == 0 {
        return None;
    }
    core(&dss::query(&Query::default()), a, b, dss::EnclosingSearch)
}

/// Searches small point sets: tests the plane between the centres first, with
/// heights off by up to `rounding` eps times the extent.
#[inline(always)]
fn in_lanes<J: Strategy<Output = Decision>>(
    query: &Query,
    rounding: f64,
    a: Points,
    b: Points,
    strategy: J,
) -> Decision {
    match centre_plane_test(query, rounding, a, b) {
        Some(u) => Decision::disjoint(Axis::new(-u), 1),
        None => small(query, a, b, strategy),
    }
}

/// The points whose hull the shape is.
fn corners<'s, S: SupportMap>(which: &'static str, shape: &'s S) -> Result<&'s [[f64; 3]], Error> {
    let points = if shape.radius() == 0.0 { shape.points() } else { None };
    points.ok_or_else(|| Reason::NotPoints { which }.into())
}

/// The points of a tetrahedron.
fn four<'s, S: SupportMap>(which: &'static str, shape: &'s S) -> Result<&'s [[f64; 3]], Error> {
    let points = corners(which, shape)?;
    let what = "tetrahedron";
    if points.len() == 4 { Ok(points) } else { Err(Reason::WrongShape { which, what }.into()) }
}

fn oriented<S: SupportMap>(which: &'static str, shape: &S) -> Result<OrientedBox, Error> {
    let found = if shape.radius() == 0.0 { shape.oriented_box() } else { None };
    found.ok_or_else(|| Reason::WrongShape { which, what: "box" }.into())
}
