//! Counts and sizes of a mesh.

use std::fmt;

use super::{ElementKind, OUTSIDE, TetMesh, volume};
use crate::Vec3;
use crate::num::PowersOfTwo;

/// What there is in a mesh. Orphan nodes and separate components are allowed, but may be a mistake.
///
/// Sizes are those of the tetrahedra. One that is too large for a number is infinite, and one that
/// is too small is zero; the volumes of the mesh are positive nevertheless.
///
/// ```
/// let mesh = gapkit::mesh::bodies::block([2, 2, 2], [1.0, 1.0, 4.0])?;
/// let summary = mesh.summary();
/// assert_eq!((summary.nodes, summary.orphans, summary.tets), (27, 0, 48));
/// assert_eq!(summary.high, [1.0, 1.0, 4.0]);
/// assert_eq!(summary.smallest_edge, 0.5);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// How many nodes there are.
    pub nodes: usize,
    /// How many nodes no tetrahedron uses.
    pub orphans: usize,
    /// How many elements there were of each kind, in the order of [`ElementKind::ALL`].
    pub elements: [usize; ElementKind::ALL.len()],
    /// How many tetrahedra there are.
    pub tets: usize,
    /// How many parts there are that are connected by faces.
    pub components: usize,
    /// How many facets are exposed.
    pub facets: usize,
    /// The volume of all tetrahedra.
    pub volume: f64,
    /// The smallest coordinates of the nodes that tetrahedra use.
    pub low: [f64; 3],
    /// The largest coordinates of the nodes that tetrahedra use.
    pub high: [f64; 3],
    /// The length of the shortest edge.
    pub smallest_edge: f64,
    /// The length of the longest edge.
    pub largest_edge: f64,
    /// The volume of the smallest tetrahedron.
    pub smallest_volume: f64,
    /// The volume of the largest tetrahedron.
    pub largest_volume: f64,
}

impl Summary {
    pub(super) fn of(mesh: &TetMesh) -> Self {
        let mut used = vec![false; mesh.nodes().len()];
        mesh.tets().iter().flatten().for_each(|&node| used[node as usize] = true);
        let neighbors = mesh.neighbors();
        let (low, high) = bounds(mesh.nodes(), &used);
        let sizes = Sizes::of(mesh, low, high);
        Self {
            nodes: mesh.nodes().len(),
            orphans: used.iter().filter(|used| !**used).count(),
            elements: ElementKind::ALL.map(|kind| mesh.element_count(kind)),
            tets: mesh.tets().len(),
            components: components(neighbors),
            facets: neighbors.iter().flatten().filter(|next| **next == OUTSIDE).count(),
            volume: sizes.volume,
            low,
            high,
            smallest_edge: sizes.edges[0],
            largest_edge: sizes.edges[1],
            smallest_volume: sizes.volumes[0],
            largest_volume: sizes.volumes[1],
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "nodes       {} ({} unused)", self.nodes, self.orphans)?;
        for (kind, count) in ElementKind::ALL.iter().zip(self.elements) {
            if count > 0 {
                writeln!(f, "elements    {count} ({})", kind.name())?;
            }
        }
        writeln!(f, "tetrahedra  {}", self.tets)?;
        writeln!(f, "components  {}", self.components)?;
        writeln!(f, "facets      {}", self.facets)?;
        writeln!(f, "volume      {:e}", self.volume)?;
        writeln!(f, "box         {:?} to {:?}", self.low, self.high)?;
        writeln!(f, "edges       {:e} to {:e}", self.smallest_edge, self.largest_edge)?;
        write!(f, "volumes     {:e} to {:e}", self.smallest_volume, self.largest_volume)
    }
}

fn bounds(nodes: &[[f64; 3]], used: &[bool]) -> ([f64; 3], [f64; 3]) {
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for (point, _) in nodes.iter().zip(used).filter(|(_, used)| **used) {
        for axis in 0..3 {
            low[axis] = low[axis].min(point[axis]);
            high[axis] = high[axis].max(point[axis]);
        }
    }
    (low, high)
}

/// How many parts are connected by faces.
fn components(neighbors: &[[u32; 4]]) -> usize {
    let mut seen = vec![false; neighbors.len()];
    let mut stack = Vec::new();
    let mut count = 0;
    for start in 0..neighbors.len() {
        if seen[start] {
            continue;
        }
        count += 1;
        seen[start] = true;
        stack.push(start as u32);
        while let Some(tet) = stack.pop() {
            for &next in &neighbors[tet as usize] {
                if next != OUTSIDE && !seen[next as usize] {
                    seen[next as usize] = true;
                    stack.push(next);
                }
            }
        }
    }
    count
}

struct Sizes {
    volume: f64,
    edges: [f64; 2],
    volumes: [f64; 2],
}

impl Sizes {
    /// Measures in units of the power of two below the largest coordinate, in which nothing
    /// overflows.
    fn of(mesh: &TetMesh, low: [f64; 3], high: [f64; 3]) -> Self {
        let max = low.iter().chain(&high).fold(0.0, |max: f64, c| max.max(c.abs()));
        let PowersOfTwo { power: up, inverse: down } = PowersOfTwo::of(max);
        let nodes: Vec<[f64; 3]> =
            mesh.nodes().iter().map(|p| p.map(|c| c * down[0] * down[1])).collect();
        let (mut volume, mut edges) = (0.0, [f64::INFINITY, 0.0]);
        let mut volumes = edges;
        for tet in mesh.tets() {
            let corners = tet.map(|node| nodes[node as usize]);
            // Underflow could cost this value its sign, which is known.
            let six = volume::determinant(corners).max(0.0);
            volume += six;
            widen(&mut volumes, six);
            for [a, b] in [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]] {
                let edge = Vec3::from(corners[b]) - Vec3::from(corners[a]);
                widen(&mut edges, edge.norm_squared());
            }
        }
        let length = |squared: f64| squared.sqrt() * up[0] * up[1];
        let cube =
            |six: f64| up.iter().fold(six / 6.0, |value, &factor| value * factor * factor * factor);
        Self { volume: cube(volume), edges: edges.map(length), volumes: volumes.map(cube) }
    }
}

fn widen(range: &mut [f64; 2], value: f64) {
    *range = [range[0].min(value), range[1].max(value)];
}
