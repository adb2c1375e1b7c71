//! A convex polyhedron with vertex adjacency, searched by a scan or by hill climbing.
//!
//! S. Cameron, Enhancing GJK: computing minimum and penetration distances between convex
//! polyhedra, ICRA 1997, section 3.2, doi:10.1109/ROBOT.1997.606761: from the vertex found last,
//! move to a neighbour that is farther along the direction until there is none.
//!
//! Where we deviate, and why: a vertex with no better neighbour is the farthest one in exact
//! arithmetic only, and not even there if it lies inside a flat part of the surface that faces the
//! opposite direction. So neighbours that are level with the last vertex up to rounding are
//! compared once more by the slope of the edge, which short edges keep exact, and a climb that ends
//! behind the centre is repeated as a scan.

use std::sync::OnceLock;

use super::hierarchy::Coarser;
use super::points::mean;
use super::{Facets, Support, SupportMap};
use super::{hull, surface};
use crate::Vec3;
use crate::error::{Error, check_points};
use crate::num::PowersOfTwo;
use crate::num::dd::Dd3;
use crate::simd::{self, Block, LANES};

/// Polyhedra with at least this many vertices are climbed unless told otherwise.
const CLIMB_FROM: usize = 64;

/// Neighbours whose heights differ by less than this are level, in eps times the largest product
/// sum: each of two heights has four roundings of half an eps.
const HEIGHT_ROUNDING: f64 = 4.0;

/// Slopes below this, in eps times the sum of the products' magnitudes, may have the wrong sign:
/// four roundings of half an eps.
const SLOPE_ROUNDING: f64 = 2.0;

/// Shorter edges are made longer before they are compared with a direction of about unit length: the
/// products would lose digits.
const SHORT_EDGE: f64 = 1e-140;

/// How a polyhedron searches its farthest vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Search {
    /// All vertices, one after the other: the fastest for small polyhedra.
    Scan,
    /// From the vertex found last, along the edges.
    HillClimbing,
    /// From the farthest vertex of the hull of some of the vertices, which is found in the same way:
    /// for large polyhedra about which nothing is known from an earlier search. Takes about three
    /// times the memory, and the time of a few hulls to set up. Polygons are climbed instead.
    Hierarchy,
}

impl Search {
    /// Every search.
    pub const ALL: [Self; 3] = [Self::Scan, Self::HillClimbing, Self::Hierarchy];
}

/// A vertex as the climb sees it, in half a cache line: the point relative to the centre, and
/// where its neighbours are.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
struct Node {
    at: Vec3,
    first: u32,
    degree: u32,
}

/// A convex polyhedron that owns its vertices.
///
/// ```
/// use gapkit::shape::{Polyhedron, Sphere};
///
/// let vertices = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
/// let tetrahedron = Polyhedron::new(vertices, &faces)?;
/// let above = Sphere::new([0.0, 0.0, 4.0], 1.0)?;
/// assert_eq!(gapkit::distance(&tetrahedron, &above).distance, 2.0);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Polyhedron {
    vertices: Vec<[f64; 3]>,
    /// The vertices relative to the centre in blocks of x, y and z, the last one filled up with
    /// its last vertex.
    blocks: Vec<Block>,
    nodes: Vec<Node>,
    neighbours: Vec<u32>,
    center: Vec3,
    /// The largest coordinates relative to the centre.
    max_coordinates: Vec3,
    search: Search,
    /// For [`Search::Hierarchy`].
    coarser: Option<Box<Coarser>>,
    /// Made when they are first asked for.
    facets: OnceLock<Option<Box<Facets>>>,
}

impl Polyhedron {
    /// The convex body inside a closed surface of triangles, which are counterclockwise as seen
    /// from outside. Vertices may lie inside faces and edges of the body, but all must be used.
    ///
    /// # Errors
    /// Names the vertex that is not finite or belongs to no face, the face that is degenerate or
    /// refers to no vertex, the edge that is not shared by two faces, or the face and the vertex
    /// that prove, exactly, that the surface is not convex.
    pub fn new(vertices: Vec<[f64; 3]>, faces: &[[u32; 3]]) -> Result<Self, Error> {
        check_points("polyhedron", &vertices)?;
        let neighbours = surface::adjacency(&vertices, faces)?;
        let center = mean(&vertices);
        let node = |(i, p): (usize, &[f64; 3])| Node {
            at: Vec3::from(*p) - center,
            first: neighbours.start(i) as u32,
            degree: neighbours.of(i).len() as u32,
        };
        let nodes: Vec<Node> = vertices.iter().enumerate().map(node).collect();
        let max_coordinates = nodes.iter().fold(Vec3::zeros(), |max, node| max.sup(&node.at.abs()));
        let blocks = nodes.chunks(LANES).map(block).collect();
        let climb = vertices.len() >= CLIMB_FROM;
        let search = if climb { Search::HillClimbing } else { Search::Scan };
        let neighbours = neighbours.into_items();
        let (coarser, facets) = (None, OnceLock::new());
        Ok(Self {
            vertices,
            blocks,
            nodes,
            neighbours,
            center,
            max_coordinates,
            search,
            coarser,
            facets,
        })
    }

    /// The convex hull of points, exactly: its vertices are those that are extreme, in the order
    /// given, and no others.
    ///
    /// ```
    /// use gapkit::shape::Polyhedron;
    ///
    /// // The corners of a cube, and points inside, on an edge and on a face.
    /// let mut points = vec![[0.5, 0.5, 0.5], [0.5, 0.0, 0.0], [0.5, 0.5, 1.0]];
    /// points.extend((0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2 & 1].map(f64::from)));
    /// assert_eq!(Polyhedron::hull(&points)?.vertices(), &points[3..]);
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Errors
    /// Names the point that is not finite; if there are none, or all lie in one plane.
    pub fn hull(points: &[[f64; 3]]) -> Result<Self, Error> {
        check_points("hull", points)?;
        Self::hull_numbered(points).map(|(hull, _)| hull)
    }

    /// The convex hull of points, and which of them its vertices are.
    pub(super) fn hull_numbered(points: &[[f64; 3]]) -> Result<(Self, Vec<u32>), Error> {
        let (extreme, faces) = hull::hull(points)?;
        let vertices = extreme.iter().map(|&vertex| points[vertex as usize]).collect();
        Ok((Self::new(vertices, &faces)?, extreme))
    }

    /// The same polyhedron with this search. The answers are the same up to rounding.
    #[must_use]
    pub fn with_search(self, search: Search) -> Self {
        let coarser = match search {
            Search::Hierarchy if self.coarser.is_none() => Coarser::of(&self),
            Search::Hierarchy => self.coarser,
            Search::Scan | Search::HillClimbing => None,
        };
        Self { search, coarser, ..self }
    }

    /// How the farthest vertex is searched.
    #[must_use]
    pub fn search(&self) -> Search {
        self.search
    }

    /// The vertices.
    #[must_use]
    pub fn vertices(&self) -> &[[f64; 3]] {
        &self.vertices
    }

    /// The vertices that share an edge with this one.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[must_use]
    pub fn neighbours(&self, vertex: u32) -> &[u32] {
        self.ring(&self.nodes[vertex as usize])
    }

    #[inline(always)]
    fn ring(&self, node: &Node) -> &[u32] {
        &self.neighbours[node.first as usize..][..node.degree as usize]
    }

    /// The farthest vertex by a scan of all vertices.
    #[inline]
    fn scan(&self, direction: &Vec3) -> usize {
        simd::farthest(&self.blocks, direction).min(self.nodes.len() - 1)
    }

    /// The farthest vertex by hill climbing, and how many vertices were visited.
    #[inline]
    fn climb(&self, direction: &Vec3, hint: u32) -> (usize, u32) {
        let mut here = if (hint as usize) < self.nodes.len() { hint as usize } else { 0 };
        let mut height = direction.dot(&self.nodes[here].at);
        let mut visited = 1;
        loop {
            let node = &self.nodes[here];
            let (mut best, mut next) = (f64::NEG_INFINITY, here);
            for &neighbour in self.ring(node) {
                let other = direction.dot(&self.nodes[neighbour as usize].at);
                if other > best {
                    (best, next) = (other, neighbour as usize);
                }
            }
            visited += node.degree;
            if best > height {
                (height, here) = (best, next);
                continue;
            }
            let rounding =
                HEIGHT_ROUNDING * f64::EPSILON * direction.abs().dot(&self.max_coordinates);
            // Written so that a direction that is not a number is scanned.
            if best < height - rounding && height > 0.0 {
                return (here, visited);
            }
            return self.climb_slopes(direction, here, visited);
        }
    }

    /// The farthest vertex by the levels of the hierarchy, and how many vertices were visited.
    fn descend(&self, direction: &Vec3) -> (usize, u32) {
        let Some(coarser) = &self.coarser else {
            return (self.scan(direction), self.vertices.len() as u32);
        };
        let (start, visited) = coarser.hull.descend(direction);
        let (found, more) = self.climb(direction, coarser.finer[start]);
        (found, visited + more)
    }

    /// Continues from a vertex that is level with a neighbour, along edges that certainly rise.
    #[inline(never)]
    fn climb_slopes(&self, direction: &Vec3, mut here: usize, mut visited: u32) -> (usize, u32) {
        // About as long as one: products of short vectors would vanish.
        let near_one = |v: Vec3| {
            let [first, second] = PowersOfTwo::of(v.amax()).inverse;
            v * first * second
        };
        let direction = &near_one(*direction);
        let rises = |from: usize, to: u32| {
            let edge = Vec3::from(self.vertices[to as usize]) - Vec3::from(self.vertices[from]);
            let edge = if edge.amax() >= SHORT_EDGE { edge } else { near_one(edge) };
            let rounding = SLOPE_ROUNDING * f64::EPSILON * direction.abs().dot(&edge.abs());
            direction.dot(&edge) > rounding
        };
        loop {
            let ring = self.ring(&self.nodes[here]);
            visited += ring.len() as u32;
            match ring.iter().find(|&&next| rises(here, next)) {
                Some(&next) => here = next as usize,
                None => break,
            }
        }
        if direction.dot(&self.nodes[here].at) > 0.0 {
            return (here, visited);
        }
        (self.scan(direction), visited + self.nodes.len() as u32)
    }
}

/// Up to [`LANES`] vertices in lanes.
fn block(nodes: &[Node]) -> Block {
    let mut lanes = [[0.0; LANES]; 3];
    for (axis, lane) in lanes.iter_mut().enumerate() {
        for (j, value) in lane.iter_mut().enumerate() {
            *value = nodes[j.min(nodes.len() - 1)].at[axis];
        }
    }
    lanes
}

impl SupportMap for Polyhedron {
    #[inline]
    fn support(&self, direction: &Vec3, origin: &Vec3, hint: u32) -> Support {
        let (vertex, visited) = match self.search {
            Search::Scan => (self.scan(direction), self.vertices.len() as u32),
            Search::HillClimbing => self.climb(direction, hint),
            Search::Hierarchy => self.descend(direction),
        };
        let point = Vec3::from(self.vertices[vertex]) - origin;
        Support { point, vertex: vertex as u32, visited }
    }

    #[inline]
    fn center(&self) -> Vec3 {
        self.center
    }

    #[inline]
    fn extent(&self) -> f64 {
        self.max_coordinates.amax()
    }

    #[inline]
    fn vertex(&self, index: u32, origin: &Vec3) -> Option<Vec3> {
        self.vertices.get(index as usize).map(|p| Vec3::from(*p) - origin)
    }

    fn exact_vertex(&self, index: u32) -> Option<Dd3> {
        self.vertices.get(index as usize).map(|p| Dd3::from(*p))
    }

    #[inline]
    fn vertex_count(&self) -> usize {
        self.vertices.len()
    }

    /// Only for a polyhedron that is scanned: the search may then use its own scan.
    #[inline]
    fn points(&self) -> Option<&[[f64; 3]]> {
        (self.search == Search::Scan).then_some(&self.vertices[..])
    }

    fn facets(&self) -> Option<&Facets> {
        let made = || Facets::of_hull(&self.vertices).ok().map(Box::new);
        self.facets.get_or_init(made).as_deref()
    }
}
