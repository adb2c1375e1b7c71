//! The closure: the smallest convex union that holds a piece and one more tetrahedron.
//!
//! If the fan of a piece round an edge is reflex, every convex union that holds the piece also
//! holds the tetrahedra in the gap of that fan. So they are added, and the fans that they change
//! are tested in turn. The closure fails where the gap holds the outside, a wall, or a tetrahedron
//! that belongs to another piece. Such a failure stays one however the piece grows, so it is
//! remembered, and a closure that comes across it fails at once.

use super::exposed::ExposedFacets;
use super::fan::{fan, step};
use super::hinge;
use super::hull::Hull;
use super::neighbors::{EDGES, Neighbors, WALL};
use super::options::Limits;
use super::pool::MAX_UNION_TETS;
use crate::Vec3;

const FREE: u32 = 0;
const TAKEN: u32 = 1;

/// An attempt may add this many tetrahedra for each one the piece has, so that an attempt that
/// fails costs no more than the piece did. A layer on a block has no more tetrahedra than the
/// block.
const MAX_GROWTH_FACTOR: usize = 2;

/// Number of tetrahedra that every attempt may add. On unstructured meshes few convex unions are
/// larger.
const MIN_GROWTH_LIMIT: usize = 24;

/// How deep a piece may be below its hull where several hinges bend it inwards, in tolerances. With
/// one instead of two, the coarse bunny had 194 active pieces at a tolerance of 0.1 instead of 183.
const MAX_HULL_DEPTH: f64 = 2.0;

/// The part of a growth that an attempt changes, to undo it.
#[derive(Debug, Clone, Copy)]
pub(super) struct GrowthState {
    pub(super) len: usize,
    size: f64,
    pub(super) deepest: f64,
}

/// A piece that grows, and what it may grow into.
pub(super) struct Growth<'a> {
    pub(super) nodes: &'a [[f64; 3]],
    pub(super) neighbors: &'a Neighbors,
    /// The mean edge of each tetrahedron.
    sizes: &'a [f64],
    limits: Limits,
    /// What the hull must not stick out of, if that is the rule.
    exposed: Option<&'a ExposedFacets>,
    /// Free, taken, in the present piece, or known to fail for the present piece.
    marks: Vec<u32>,
    /// The mark of the present piece; one more marks what fails.
    own: u32,
    pub(super) piece: Vec<u32>,
    /// The sum of the sizes of its tetrahedra.
    size: f64,
    /// No hinge of the piece is deeper.
    deepest: f64,
}

impl<'a> Growth<'a> {
    pub(super) fn new(
        nodes: &'a [[f64; 3]],
        neighbors: &'a Neighbors,
        sizes: &'a [f64],
        limits: Limits,
    ) -> Self {
        let marks = vec![FREE; neighbors.len()];
        Self {
            nodes,
            neighbors,
            sizes,
            limits,
            exposed: None,
            marks,
            own: 2,
            piece: Vec::new(),
            size: 0.0,
            deepest: 0.0,
        }
    }

    /// Goes by how far hulls stick out of these facets, if they are given, instead of by hinges.
    pub(super) fn within(mut self, exposed: Option<&'a ExposedFacets>) -> Self {
        self.exposed = exposed;
        self
    }

    /// Marks all tetrahedra as taken.
    pub(super) fn close_all(&mut self) {
        self.marks.fill(TAKEN);
    }

    /// Makes these tetrahedra free.
    pub(super) fn release(&mut self, tets: &[u32]) {
        tets.iter().for_each(|&tet| self.marks[tet as usize] = FREE);
    }

    pub(super) fn is_taken(&self, tet: u32) -> bool {
        self.marks[tet as usize] == TAKEN
    }

    /// Whether a tetrahedron may be tried as the next one.
    pub(super) fn is_open(&self, tet: u32) -> bool {
        let mark = self.marks[tet as usize];
        mark != TAKEN && mark != self.own && mark != self.own + 1
    }

    /// The mean edge of the piece.
    pub(super) fn mean(&self) -> f64 {
        self.size / self.piece.len() as f64
    }

    /// Starts a piece; one that was not taken is forgotten.
    pub(super) fn start(&mut self, tets: &[u32]) {
        self.piece.drain(..).for_each(|tet| {
            if self.marks[tet as usize] == self.own {
                self.marks[tet as usize] = FREE;
            }
        });
        self.own += 2;
        self.size = 0.0;
        self.deepest = 0.0;
        tets.iter().for_each(|&tet| self.push(tet));
    }

    /// Says how deep the hinges of a piece that was started may be.
    pub(super) fn deepen(&mut self, deepest: f64) {
        self.deepest = deepest;
    }

    /// The centroid of a tetrahedron.
    pub(super) fn center(&self, tet: u32) -> Vec3 {
        let corners = self.neighbors.tets[tet as usize];
        corners.iter().map(|&i| Vec3::from(self.nodes[i as usize])).sum::<Vec3>() / 4.0
    }

    /// How many faces a tetrahedron shares with the piece.
    pub(super) fn shared(&self, tet: u32) -> usize {
        let across = self.neighbors.across[tet as usize];
        let inside = |code: &&u32| **code < WALL && self.marks[**code as usize / 4] == self.own;
        across.iter().filter(inside).count()
    }

    /// Whether no hinge of the piece is too deep and the piece not too large.
    pub(super) fn keeps_limits(&mut self) -> bool {
        self.deepest = 0.0;
        let max_depth = self.limits.tolerance * self.mean();
        for i in 0..self.piece.len() {
            for edge in EDGES {
                self.deepest = self.deepest.max(self.depth(self.piece[i], edge));
            }
            if self.deepest > max_depth {
                return false;
            }
        }
        self.is_within_limits()
    }

    /// The depth of the fan round an edge of a tetrahedron of the piece.
    fn depth(&self, tet: u32, edge: [usize; 4]) -> f64 {
        let inside = |other: u32| self.marks[other as usize] == self.own;
        let fan = match fan(self.neighbors, tet, edge, inside) {
            Some(fan) if fan.several => fan,
            _ => return 0.0,
        };
        let [a, b] = [edge[0], edge[1]].map(|i| self.neighbors.tets[tet as usize][i]);
        let [x, y] = fan.ends;
        hinge::depth([a, b, x, y].map(|i| self.nodes[i as usize]))
    }

    /// The volume by which the hull exceeds the piece; `None` if it is not proven that every point
    /// of its surface is within [`MAX_HULL_DEPTH`] tolerances of the hull.
    pub(super) fn excess(&self) -> Option<f64> {
        let hull = Hull::new(&self.points());
        let max_depth = MAX_HULL_DEPTH * self.limits.tolerance * self.mean();
        let own = |&tet: &u32| self.neighbors.volume(self.nodes, tet);
        let inside: f64 = self.piece.iter().map(own).sum();
        hull.is_near(&self.facets(), max_depth).then(|| (hull.volume - inside).max(0.0))
    }

    /// The nodes of the piece, without repetition.
    fn points(&self) -> Vec<[f64; 3]> {
        self.node_list().into_iter().map(|i| self.nodes[i as usize]).collect()
    }

    /// The corners of the facets of the piece.
    fn facets(&self) -> Vec<[Vec3; 3]> {
        let at = |i: u32| Vec3::from(self.nodes[i as usize]);
        let outside = |code: u32| code >= WALL || self.marks[code as usize / 4] != self.own;
        let mut facets = Vec::new();
        for &tet in &self.piece {
            let across = self.neighbors.across[tet as usize];
            let corners = (0..4).filter(|&corner| outside(across[corner]));
            facets.extend(corners.map(|corner| self.neighbors.face(tet, corner).map(at)));
        }
        facets
    }

    /// Takes the piece: its tetrahedra are no longer free.
    pub(super) fn take(&mut self) {
        self.piece.iter().for_each(|&tet| self.marks[tet as usize] = TAKEN);
    }

    /// Adds a tetrahedron, whatever that entails.
    pub(super) fn push(&mut self, tet: u32) {
        self.piece.push(tet);
        self.marks[tet as usize] = self.own;
        self.size += self.sizes[tet as usize];
    }

    /// The state for [`Growth::back_to`].
    pub(super) fn state(&self) -> GrowthState {
        GrowthState { len: self.piece.len(), size: self.size, deepest: self.deepest }
    }

    /// Shortens the piece to what it was.
    pub(super) fn back_to(&mut self, state: GrowthState) {
        self.piece.drain(state.len..).for_each(|tet| self.marks[tet as usize] = FREE);
        (self.size, self.deepest) = (state.size, state.deepest);
    }

    /// The neighbours that may be tried, without repetition.
    pub(super) fn frontier(&self) -> Vec<u32> {
        let mut list = Vec::new();
        for &tet in &self.piece {
            for code in self.neighbors.across[tet as usize] {
                if code < WALL && self.is_open(code / 4) && !list.contains(&(code / 4)) {
                    list.push(code / 4);
                }
            }
        }
        list
    }

    /// Adds a tetrahedron and what the rule entails; on failure the piece stays as it was, and the
    /// tetrahedron is remembered, since it can never succeed.
    pub(super) fn add(&mut self, tet: u32) -> bool {
        let before = self.state();
        let good = match self.exposed {
            Some(exposed) => self.add_covered(tet, exposed),
            None => self.add_closed(tet) && self.is_within_limits(),
        };
        if !good {
            self.back_to(before);
            self.marks[tet as usize] = self.own + 1;
        }
        good
    }

    /// Adds a tetrahedron and closes.
    fn add_closed(&mut self, tet: u32) -> bool {
        let mut next = self.piece.len();
        let max_len = next + (MAX_GROWTH_FACTOR * next).max(MIN_GROWTH_LIMIT);
        self.push(tet);
        let mut good = true;
        while good && next < self.piece.len() {
            good = self.close_round(self.piece[next]) && self.piece.len() <= max_len;
            next += 1;
        }
        good
    }

    /// Adds a tetrahedron and tells whether the hull is within the surface. Most attempts take a
    /// hull, so pieces must not become large.
    fn add_covered(&mut self, tet: u32, exposed: &ExposedFacets) -> bool {
        let before = self.min_mean_edge();
        let same_hull = self.has_corners(tet);
        self.push(tet);
        let covered = || {
            let limit = self.limits.protrusion.unwrap_or(0.0) * self.min_mean_edge();
            let centers = self.piece.iter().map(|&tet| self.center(tet));
            exposed.covers(&self.points(), centers, limit)
        };
        self.piece.len() <= MAX_UNION_TETS
            && self.is_small()
            && (same_hull && self.min_mean_edge() == before || covered())
    }

    /// The mean edge of the smallest tetrahedron. A part of the piece has no smaller one, so it is
    /// within the surface if the piece is.
    fn min_mean_edge(&self) -> f64 {
        self.piece.iter().map(|&tet| self.sizes[tet as usize]).fold(f64::INFINITY, f64::min)
    }

    /// Whether all corners of a tetrahedron are nodes of the piece.
    fn has_corners(&self, tet: u32) -> bool {
        let corners = |tet: u32| &self.neighbors.tets[tet as usize];
        let has = |node: &u32| self.piece.iter().any(|&own| corners(own).contains(node));
        corners(tet).iter().all(has)
    }

    /// Forgets which tetrahedra failed.
    pub(super) fn forget(&mut self) {
        self.own += 2;
        self.piece.iter().for_each(|&tet| self.marks[tet as usize] = self.own);
    }

    fn is_within_limits(&self) -> bool {
        self.deepest <= self.limits.tolerance * self.mean() && self.is_small()
    }

    fn is_small(&self) -> bool {
        self.piece.len() <= self.limits.max_tets
            && (self.limits.max_vertices == usize::MAX
                || self.node_list().len() <= self.limits.max_vertices)
    }

    /// The nodes of the piece, those inside too: their number never falls while it grows.
    fn node_list(&self) -> Vec<u32> {
        let corners = |&tet: &u32| self.neighbors.tets[tet as usize];
        let mut nodes: Vec<u32> = self.piece.iter().flat_map(corners).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }

    /// Closes the reflex fans round the edges of a tetrahedron.
    fn close_round(&mut self, tet: u32) -> bool {
        EDGES.iter().all(|&edge| self.close_edge(tet, edge))
    }

    fn close_edge(&mut self, tet: u32, edge: [usize; 4]) -> bool {
        let inside = |other: u32| self.marks[other as usize] == self.own;
        let fan = match fan(self.neighbors, tet, edge, inside) {
            Some(fan) if fan.several => fan,
            _ => return true,
        };
        let [a, b] = [edge[0], edge[1]].map(|i| self.neighbors.tets[tet as usize][i]);
        let [x, y] = fan.ends;
        let depth = hinge::depth([a, b, x, y].map(|i| self.nodes[i as usize]));
        if depth == 0.0 {
            return true;
        }
        if depth <= self.limits.tolerance * self.mean() {
            self.deepest = self.deepest.max(depth);
            return true;
        }
        self.fill(fan.behind, y)
    }

    /// Adds what lies in the gap behind the last face of a fan, whose far corner is `y`.
    fn fill(&mut self, mut behind: u32, mut y: u32) -> bool {
        loop {
            if behind >= WALL {
                return false;
            }
            let tet = behind / 4;
            if self.marks[tet as usize] == self.own {
                return true;
            }
            if !self.is_open(tet) || self.piece.len() >= self.limits.max_tets {
                return false;
            }
            self.push(tet);
            (behind, y) = step(self.neighbors, behind, y);
        }
    }
}
