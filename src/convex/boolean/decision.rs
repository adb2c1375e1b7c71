//! What a boolean test answers.

use crate::Vec3;

/// A vector that separates two bodies: every point of A is lower along it than every point of B.
///
/// It is not normalised, because rounding could take the proof away.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axis {
    /// The vector, from A to B.
    pub direction: Vec3,
    /// What has to be added to it, without rounding, for the proof to hold. Zero unless the exact
    /// mode separates bodies between which no plane with an f64 normal fits. Through a slit of less
    /// than about 2^-100 of their size not even the sum can aim: the verdict holds, but the axis
    /// does not prove it.
    pub rest: Vec3,
}

impl Axis {
    /// A vector that needs nothing added.
    #[inline(always)]
    pub(crate) fn new(direction: Vec3) -> Self {
        Self { direction, rest: Vec3::zeros() }
    }

    /// The unit vector along it, rounded.
    #[must_use]
    pub fn unit(&self) -> Vec3 {
        // Scaled first: the squares of a very short vector could underflow.
        (self.direction / self.direction.amax()).normalize()
    }
}

/// Whether two bodies have a point in common.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Verdict {
    /// They have none: the axis proves it.
    Disjoint(Axis),
    /// They touch or overlap.
    Intersecting,
    /// The test ended without an answer: it reached the iteration limit, or its sub-algorithm
    /// failed.
    Undecided,
}

impl Verdict {
    /// Whether the bodies have to be taken for intersecting: the undecided ones too.
    #[must_use]
    pub fn may_intersect(&self) -> bool {
        !matches!(self, Self::Disjoint(_))
    }
}

/// The answer of a boolean test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Decision {
    /// The answer.
    pub verdict: Verdict,
    /// How many planes were tested for separation: support calls of the iterative tests, axes of
    /// the others.
    pub plane_tests: u32,
}

impl Decision {
    #[inline(always)]
    pub(crate) fn disjoint(axis: Axis, plane_tests: u32) -> Self {
        Self { verdict: Verdict::Disjoint(axis), plane_tests }
    }

    /// The same of the bodies in the other order.
    pub(crate) fn turned(self) -> Self {
        let verdict = match self.verdict {
            Verdict::Disjoint(Axis { direction, rest }) => {
                Verdict::Disjoint(Axis { direction: -direction, rest: -rest })
            }
            other => other,
        };
        Self { verdict, ..self }
    }

    #[inline(always)]
    pub(crate) fn intersecting(plane_tests: u32) -> Self {
        Self { verdict: Verdict::Intersecting, plane_tests }
    }

    #[inline(always)]
    pub(crate) fn undecided(plane_tests: u32) -> Self {
        Self { verdict: Verdict::Undecided, plane_tests }
    }
}
