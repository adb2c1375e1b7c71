//! The boolean tests of the paper, in any precision.
//!
//! S. Hornus, Detecting the intersection of two convex shapes by searching on the 2-sphere,
//! Computer-Aided Design, 2017, doi:10.1016/j.cad.2017.05.009: Algorithm 1 as a decision, Algorithm
//! 2, and the mixture of section 6.5.1. As there, a search that takes [`MAX_PLANES`] plane tests
//! has failed.

use nalgebra::Vector3;

use super::johnson::Simplex;
use super::region::{Left, Region};
use super::support::{Scalar, Support};

/// The bound of the paper.
const MAX_PLANES: u32 = 20;

/// The plane tests after which the mixture turns to the sphere: with the point that it starts from,
/// there is a tetrahedron then.
const FIRST: u32 = 3;

/// How a test ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Apart,
    Meeting,
    Failed,
}

/// A verdict and how many planes it took.
#[derive(Debug, Clone, Copy)]
pub(super) struct Decision {
    pub(super) verdict: Verdict,
    pub(super) planes: u32,
}

/// The point of A - B farthest along `n`.
#[inline(always)]
fn extreme<T: Scalar>(a: &impl Support<T>, b: &impl Support<T>, n: &Vector3<T>) -> Vector3<T> {
    a.support(n) - b.support(&-n)
}

/// GJK with Johnson's sub-algorithm.
pub(super) fn gjk<T: Scalar>(a: &impl Support<T>, b: &impl Support<T>) -> Decision {
    match search(a, b, MAX_PLANES) {
        SearchEnd::Ended(decision) => decision,
        SearchEnd::Open(..) => Decision { verdict: Verdict::Failed, planes: MAX_PLANES },
    }
}

/// Decision sphere search.
pub(super) fn dss<T: Scalar>(a: &impl Support<T>, b: &impl Support<T>) -> Decision {
    let first = a.center() - b.center();
    let p = extreme(a, b, &-first);
    let decided = |verdict| Decision { verdict, planes: 1 };
    if first.dot(&p) > T::zero() {
        return decided(Verdict::Apart);
    }
    match Region::lune(&first, &p) {
        Some(region) => descend(a, b, region, 1),
        None => decided(Verdict::Meeting),
    }
}

/// Some steps of GJK, then decision sphere search.
pub(super) fn hybrid<T: Scalar>(a: &impl Support<T>, b: &impl Support<T>) -> Decision {
    let (simplex, planes) = match search(a, b, FIRST) {
        SearchEnd::Ended(decision) if decision.verdict != Verdict::Failed => return decision,
        SearchEnd::Ended(failed) => {
            let decision = dss(a, b);
            return Decision { planes: failed.planes + decision.planes, ..decision };
        }
        SearchEnd::Open(simplex, planes) => (simplex, planes),
    };
    let points = simplex.points();
    let meeting = Decision { verdict: Verdict::Meeting, planes };
    let (Some(q), Some(p)) = (points.get(1), points.first()) else { return dss(a, b) };
    let Some(mut region) = Region::lune(p, q) else { return meeting };
    for p in &points[2..] {
        if region.cut(p) == Left::Nothing {
            return meeting;
        }
    }
    descend(a, b, region, planes)
}

/// Where GJK is after some plane tests.
enum SearchEnd<T: Scalar> {
    Ended(Decision),
    Open(Simplex<T>, u32),
}

#[inline]
fn search<T: Scalar>(a: &impl Support<T>, b: &impl Support<T>, max_planes: u32) -> SearchEnd<T> {
    // The difference of the centres is a point of A - B, and the first of the simplex.
    let (mut simplex, mut v) = (Simplex::default(), a.center() - b.center());
    simplex.push(v);
    for planes in 1..=max_planes {
        let ended = |verdict| SearchEnd::Ended(Decision { verdict, planes });
        let p = extreme(a, b, &-v);
        if v.dot(&p) > T::zero() {
            return ended(Verdict::Apart);
        }
        if simplex.holds(&p) {
            // Nothing changes from here on.
            return ended(Verdict::Failed);
        }
        simplex.push(p);
        if planes == max_planes {
            break;
        }
        match simplex.reduce() {
            None => return ended(Verdict::Failed),
            Some(nearest) if simplex.is_full() || nearest == Vector3::zeros() => {
                return ended(Verdict::Meeting);
            }
            Some(nearest) => v = nearest,
        }
    }
    SearchEnd::Open(simplex, max_planes)
}

#[inline]
fn descend<T: Scalar>(
    a: &impl Support<T>,
    b: &impl Support<T>,
    mut region: Region<T>,
    before: u32,
) -> Decision {
    for planes in before + 1..=MAX_PLANES {
        let n = region.center();
        let p = extreme(a, b, &n);
        if n.dot(&p) < T::zero() {
            return Decision { verdict: Verdict::Apart, planes };
        }
        if region.cut(&p) == Left::Nothing {
            return Decision { verdict: Verdict::Meeting, planes };
        }
    }
    Decision { verdict: Verdict::Failed, planes: MAX_PLANES }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dss::support::{Ball, Points};

    fn check<T: Scalar>() {
        let tet = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let moved = |by: f64| Points::<T>::new(&tet.map(|[x, y, z]| [x + by, y + 0.1, z - 0.2]));
        let (a, ball) = (moved(0.0), Ball::<T>::new([0.9, 0.9, 0.9], 0.5));
        for (by, verdict) in
            [(0.25, Verdict::Meeting), (1.2, Verdict::Apart), (3.0, Verdict::Apart)]
        {
            let b = moved(by);
            let found = [gjk(&a, &b), dss(&a, &b), hybrid(&a, &b)];
            assert_eq!(found.map(|d| d.verdict), [verdict; 3], "{by}");
            assert!(found.iter().all(|d| d.planes >= 1 && d.planes < 10));
        }
        let found = [gjk(&a, &ball), dss(&a, &ball), hybrid(&a, &ball)];
        assert_eq!(found.map(|d| d.verdict), [Verdict::Apart; 3]);
    }

    #[test]
    fn all_tests_agree_in_both_precisions() {
        check::<f32>();
        check::<f64>();
    }
}
