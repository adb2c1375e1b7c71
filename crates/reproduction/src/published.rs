//! GJK as it is printed, for comparison with the papers.
//!
//! M. Montanari, N. Petrinic, E. Barbieri, Improving the GJK algorithm for faster and more reliable
//! distance queries between convex objects, ACM Transactions on Graphics 36(3), 2017,
//! doi:10.1145/3083724, Algorithm 1. The library's own search is not used here because it hides
//! what the paper is about: it computes in coordinates of the pair, stops by another rule, and
//! finishes in double-double arithmetic what a sub-algorithm leaves unproven.
//!
//! `w in Y` of Algorithm 1 is read as "already in the simplex". Section 5.2 speaks of equations 9 and 10
//! alone, as they are put into the code of Cameron; both are here. Neither need end in floating point, so
//! there is a limit of iterations, and a guard that neither has: a norm that does not decrease ends the search.

use gapkit::Vec3;
use gapkit::gjk::{Simplex, SubAlgorithm};
use gapkit::shape::SupportMap;

/// What ends a search that rounding keeps from ending. Healthy ones take far fewer.
const MAX_ITERATIONS: usize = 100;

/// When a search ends: eq. 9, eq. 10, the test for repeated vertices and the guard.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rules {
    /// In contact where `|v|^2 <= contact * max |y|^2`.
    pub(super) contact: f64,
    /// Nearest where `|v|^2 - v.w <= relative^2 |v|^2`.
    pub(super) relative: f64,
    /// Whether a support vertex that is already in the simplex ends the search.
    pub(super) repeats: bool,
    /// Whether a norm that does not decrease ends the search.
    pub(super) decrease: bool,
}

impl Rules {
    /// Algorithm 1 as printed: eq. 9 has the tolerance, eq. 10 its square.
    pub(super) fn printed(tolerance: f64) -> Self {
        Self { contact: tolerance, relative: tolerance, repeats: true, decrease: false }
    }

    /// Eq. 9 and eq. 10 alone.
    pub(super) fn equations(tolerance: f64) -> Self {
        Self { repeats: false, ..Self::printed(tolerance) }
    }

    /// Eq. 9 and eq. 10 alone, where the `eps_rel^2` of eq. 10 is read as the tolerance itself.
    pub(super) fn loose_equations(tolerance: f64) -> Self {
        Self { relative: tolerance.sqrt(), ..Self::equations(tolerance) }
    }

    /// With squares in both, so that a gap of `tolerance` times the size is still seen, and guarded.
    pub(super) fn squared(tolerance: f64) -> Self {
        Self { contact: tolerance * tolerance, ..Self::printed(tolerance).guarded() }
    }

    /// The same, and a norm that does not decrease ends the search.
    pub(super) fn guarded(self) -> Self {
        Self { decrease: true, ..self }
    }
}

/// What ends a search, in words, and the rules for a tolerance.
pub(super) struct Ending {
    pub(super) name: &'static str,
    pub(super) rules: fn(f64) -> Rules,
}

/// From what the equations say to what the library's author would not do without.
pub(super) const ENDINGS: [Ending; 4] = [
    Ending { name: "eq. 9 and 10 alone", rules: Rules::equations },
    Ending { name: "the same, eps_rel^2 = eps_tol", rules: Rules::loose_equations },
    Ending { name: "Algorithm 1", rules: Rules::printed },
    Ending { name: "Algorithm 1, guarded", rules: |tolerance| Rules::printed(tolerance).guarded() },
];

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PublishedEnd {
    Apart,
    Contact,
    /// The sub-algorithm had no answer, or the limit of iterations was reached.
    Failed,
}

/// A vertex of the difference: of A, and of B.
pub(super) type Pair = [u32; 2];

/// What a search found and took.
#[derive(Debug, Clone)]
pub(super) struct Search {
    pub(super) end: PublishedEnd,
    /// The norm of the nearest point found.
    pub(super) distance: f64,
    /// The last point of least norm, of A less of B, and the weights of the vertices of `face` in it.
    pub(super) v: Vec3,
    pub(super) weights: [f64; 4],
    pub(super) sub_calls: u32,
    pub(super) backup_calls: u32,
    /// Vertices that support maps visited.
    pub(super) visited: u32,
    /// The face at the end, to start from in the next step of a motion.
    pub(super) face: Vec<Pair>,
}

/// GJK with a sub-algorithm, and with rules to end it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gjk {
    pub(super) sub: SubAlgorithm,
    pub(super) rules: Rules,
}

impl Gjk {
    /// The distance, beginning with the vertices of an earlier face if there are any. `watch` sees
    /// every simplex that the sub-algorithm is given.
    pub(super) fn run<A: SupportMap, B: SupportMap>(
        &self,
        (a, b): (&A, &B),
        start: &[Pair],
        mut watch: impl FnMut(&Simplex),
    ) -> Search {
        let mut state = PublishedState::new(a, b, start);
        for _ in 0..MAX_ITERATIONS {
            let Some(v) = state.reduce(self.sub, &mut watch) else { break };
            let (norm2, before) = (v.norm_squared(), state.found.distance);
            state.found.distance = norm2.sqrt().min(before);
            if state.len == 4 || norm2 <= self.rules.contact * state.size2() {
                state.found.end = PublishedEnd::Contact;
                break;
            }
            let w = state.support(&v);
            let gap = norm2 - v.dot(&w.0);
            let near = gap <= self.rules.relative.powi(2) * norm2;
            let stuck = self.rules.decrease && norm2.sqrt() >= before;
            if near || stuck || (self.rules.repeats && state.holds(w.1)) {
                state.found.end = PublishedEnd::Apart;
                break;
            }
            state.push(w);
        }
        state.found.face = state.s[..state.len].iter().map(|vertex| vertex.1).collect();
        state.found
    }
}

/// The simplex, and the bodies that it comes from.
struct PublishedState<'a, A, B> {
    a: &'a A,
    b: &'a B,
    hints: Pair,
    s: [(Vec3, Pair); 4],
    len: usize,
    found: Search,
}

impl<'a, A: SupportMap, B: SupportMap> PublishedState<'a, A, B> {
    /// With these vertices, or the one nearest along the line between the centres.
    fn new(a: &'a A, b: &'a B, start: &[Pair]) -> Self {
        let origin = Vec3::zeros();
        let found = Search {
            end: PublishedEnd::Failed,
            distance: f64::INFINITY,
            v: origin,
            weights: [0.0; 4],
            sub_calls: 0,
            backup_calls: 0,
            visited: 0,
            face: Vec::new(),
        };
        let mut state = Self { a, b, hints: [0; 2], s: [(origin, [0; 2]); 4], len: 0, found };
        for &pair in start.iter().take(4) {
            if let (Some(p), Some(q)) = (a.vertex(pair[0], &origin), b.vertex(pair[1], &origin)) {
                state.push((p - q, pair));
                state.hints = pair;
            }
        }
        if state.len == 0 {
            let first = state.support(&(a.center() - b.center()));
            state.push(first);
        }
        state
    }

    /// The vertex of the difference that is lowest along `v`.
    fn support(&mut self, v: &Vec3) -> (Vec3, Pair) {
        let origin = Vec3::zeros();
        let p = self.a.support(&-v, &origin, self.hints[0]);
        let q = self.b.support(v, &origin, self.hints[1]);
        self.hints = [p.vertex, q.vertex];
        self.found.visited += p.visited + q.visited;
        (p.point - q.point, self.hints)
    }

    fn push(&mut self, vertex: (Vec3, Pair)) {
        self.s[self.len] = vertex;
        self.len += 1;
    }

    fn holds(&self, pair: Pair) -> bool {
        self.s[..self.len].iter().any(|vertex| vertex.1 == pair)
    }

    fn size2(&self) -> f64 {
        self.s[..self.len].iter().map(|vertex| vertex.0.norm_squared()).fold(0.0, f64::max)
    }

    /// Keeps the face that holds the nearest point, and blends that point.
    fn reduce(&mut self, sub: SubAlgorithm, watch: &mut impl FnMut(&Simplex)) -> Option<Vec3> {
        let points = self.s.map(|vertex| vertex.0);
        let simplex = Simplex::of(&points[..self.len])?;
        watch(&simplex);
        self.found.sub_calls += 1;
        let solution = sub.solve(&simplex)?;
        self.found.backup_calls += u32::from(solution.backup);
        let (old, weights) = (self.s, solution.normalised());
        let mut v = Vec3::zeros();
        self.len = solution.len;
        for i in 0..self.len {
            self.s[i] = old[solution.keep[i] as usize];
            v += self.s[i].0 * weights[i];
            self.found.weights[i] = weights[i];
        }
        self.found.v = v;
        Some(v)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gapkit::shape::PointSet;

    #[test]
    fn the_printed_search_finds_the_distance_of_the_library() {
        let tet = [[0.0, 0.0, 0.0], [8.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
        let edge = [[3.0, 4.0, 3.0], [4.0, 5.0, 4.0]];
        let (a, b) = (PointSet::new(&tet).unwrap(), PointSet::new(&edge).unwrap());
        for sub in [SubAlgorithm::JohnsonBackup, SubAlgorithm::LiteralSignedVolumes] {
            let gjk = Gjk { sub, rules: Rules::squared(1e-14) };
            let mut calls = 0;
            let found = gjk.run((&a, &b), &[], |_| calls += 1);
            assert_eq!((found.end, calls), (PublishedEnd::Apart, found.sub_calls));
            assert!((found.distance - 3.0).abs() < 1e-14, "{found:?}");
            let again = gjk.run((&a, &b), &found.face, |_| ());
            assert_eq!((again.end, again.sub_calls), (PublishedEnd::Apart, 1));
        }
    }
}
