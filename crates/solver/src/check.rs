//! An independent test of whether bodies overlap: every node and edge against every facet, with
//! none of the code that found the contacts.
//!
//! What only touches does not overlap, so the signs on which the verdict rests are exact: rounding
//! would let edges in flat faces go through their neighbours.

use rayon::prelude::*;

use super::crossing::{self, Meeting, Side};
use super::leapfrog::Solver;
use gapkit::Vec3;

/// What overlaps.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Overlap {
    /// Nodes inside another body, and not on its surface.
    pub nodes: usize,
    /// Edges that go through a facet of another body, or of their own; what only touches does not.
    pub edges: usize,
    /// How far the deepest of these nodes, and of the middles of what is inside of these edges, are
    /// below the surface.
    pub depth: f64,
}

impl Overlap {
    fn and(self, other: Self) -> Self {
        Self {
            nodes: self.nodes + other.nodes,
            edges: self.edges + other.edges,
            depth: self.depth.max(other.depth),
        }
    }
}

/// The surface of a body where it is now.
struct SurfaceNow {
    facets: Vec<[u32; 3]>,
    corners: Vec<[Vec3; 3]>,
    boxes: Vec<[Vec3; 2]>,
    edges: Vec<[u32; 2]>,
    nodes: Vec<u32>,
    whole: [Vec3; 2],
}

fn box_of(points: impl IntoIterator<Item = Vec3>) -> [Vec3; 2] {
    let empty = [Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY)];
    points.into_iter().fold(empty, |[low, high], p| [low.inf(&p), high.sup(&p)])
}

fn meet(a: &[Vec3; 2], b: &[Vec3; 2]) -> bool {
    (0..3).all(|k| a[0][k] <= b[1][k] && b[0][k] <= a[1][k])
}

impl SurfaceNow {
    fn new(facets: &[[u32; 3]], x: &[[f64; 3]]) -> Self {
        let at = |node: u32| Vec3::from(x[node as usize]);
        let corners: Vec<[Vec3; 3]> = facets.iter().map(|facet| facet.map(at)).collect();
        let sides = |&[a, b, c]: &[u32; 3]| [[a, b], [b, c], [c, a]];
        let edges = facets.iter().flat_map(sides).filter(|[from, to]| from < to).collect();
        let mut nodes: Vec<u32> = facets.iter().flatten().copied().collect();
        nodes.sort_unstable();
        nodes.dedup();
        let whole = box_of(corners.iter().flatten().copied());
        let boxes = corners.iter().map(|list| box_of(*list)).collect();
        Self { facets: facets.to_vec(), corners, boxes, edges, nodes, whole }
    }

    /// Whether a point is inside, and not on the surface.
    fn holds(&self, p: Vec3) -> bool {
        let near = self.corners.iter().zip(&self.boxes).filter(|(_, extent)| {
            let beside = p.y < extent[0].y || p.y > extent[1].y || p.z < extent[0].z;
            !(beside || p.z > extent[1].z || p.x > extent[1].x)
        });
        crossing::is_inside(p, near.map(|(corners, _)| corners))
    }

    /// The distance of a point from the surface.
    fn distance(&self, p: Vec3) -> f64 {
        self.corners.iter().map(|corners| from_triangle(p, corners)).fold(f64::INFINITY, f64::min)
    }

    /// The nodes of another surface that are inside this one.
    fn nodes_inside(&self, other: &Self, x: &[[f64; 3]]) -> Overlap {
        let test = |&node: &u32| {
            let p = Vec3::from(x[node as usize]);
            if !meet(&[p, p], &self.whole) || !self.holds(p) {
                return Overlap::default();
            }
            Overlap { nodes: 1, edges: 0, depth: self.distance(p) }
        };
        other.nodes.iter().map(test).fold(Overlap::default(), Overlap::and)
    }

    /// The edges of another surface, or of the same, that go through this one.
    fn edges_through(&self, other: &Self, x: &[[f64; 3]]) -> Overlap {
        let mut found = Overlap::default();
        for edge in &other.edges {
            let ends = edge.map(|node| Vec3::from(x[node as usize]));
            let around = box_of(ends);
            if !meet(&around, &self.whole) {
                continue;
            }
            let hits = self.hits(edge, &ends, &around);
            if !hits.is_empty() {
                let middle = ends[0] + (ends[1] - ends[0]) * middle_of(&hits);
                let depth = if self.holds(middle) { self.distance(middle) } else { 0.0 };
                found = found.and(Overlap { nodes: 0, edges: 1, depth });
            }
        }
        found
    }

    /// Where an edge goes through facets that it has no node of, in parts of its length.
    fn hits(&self, edge: &[u32; 2], ends: &[Vec3; 2], around: &[Vec3; 2]) -> Vec<f64> {
        let mut hits = Vec::new();
        for (facet, (corners, extent)) in
            self.facets.iter().zip(self.corners.iter().zip(&self.boxes))
        {
            if meet(around, extent) && !edge.iter().any(|node| facet.contains(node)) {
                let met = crossing::meet(ends, corners);
                hits.extend(met.filter(|met| self.enters(ends, facet, met)).map(|met| met.place));
            }
        }
        hits.sort_by(f64::total_cmp);
        hits
    }

    /// Whether an edge that meets a facet has a part inside of the body right there. Where it meets
    /// the rim of the facet, it depends on the facets around.
    fn enters(&self, ends: &[Vec3; 2], facet: &[u32; 3], met: &Meeting) -> bool {
        let rim: Vec<u32> = (0..3).filter(|&k| met.on[k]).map(|k| facet[k]).collect();
        let mut below = (0..2).filter(|&end| met.sides[end] == Side::Inside).map(|end| ends[end]);
        if rim.len() == 3 {
            return below.next().is_some();
        }
        let all = self.facets.iter().zip(&self.corners);
        let around: Vec<&[Vec3; 3]> = all
            .filter(|(other, _)| rim.iter().all(|node| other.contains(node)))
            .map(|(_, corners)| corners)
            .collect();
        let is_reflex = rim.len() == 2 && crossing::is_reflex(&around);
        let is_below_all =
            |end: Vec3| around.iter().all(|facet| crossing::side(end, facet) == Side::Inside);
        below.any(|end| is_reflex || is_below_all(end))
    }
}

/// The middle of the first stretch between two hits; the end that is inside, if there is one hit.
fn middle_of(hits: &[f64]) -> f64 {
    match hits {
        [first, second, ..] => 0.5 * (first + second),
        [one] => *one,
        [] => 0.0,
    }
}

/// The distance of a point from a triangle: from its plane if it is over it, else from its sides.
fn from_triangle(p: Vec3, [a, b, c]: &[Vec3; 3]) -> f64 {
    let normal = (b - a).cross(&(c - a));
    let is_left = |m: &Vec3, n: &Vec3| normal.dot(&(n - m).cross(&(p - m))) >= 0.0;
    if is_left(a, b) && is_left(b, c) && is_left(c, a) {
        return (normal.dot(&(p - a)) / normal.norm()).abs();
    }
    let from_side = |m: &Vec3, n: &Vec3| {
        let along = n - m;
        let place = (along.dot(&(p - m)) / along.norm_squared()).clamp(0.0, 1.0);
        (p - m - along * place).norm()
    };
    from_side(a, b).min(from_side(b, c)).min(from_side(c, a))
}

impl Solver {
    /// Finds overlaps between all bodies, and of each with itself, without the scene. Planes are
    /// tested by the heights of nodes above them.
    #[must_use]
    pub fn overlap(&self) -> Overlap {
        let x = &self.x;
        let surfaces: Vec<SurfaceNow> =
            self.bodies.list.iter().map(|body| SurfaceNow::new(&body.facets, x)).collect();
        let count = surfaces.len();
        let pairs = (0..count * count).into_par_iter().map(|pair| {
            let (one, two) = (&surfaces[pair / count], &surfaces[pair % count]);
            if !meet(&one.whole, &two.whole) {
                return Overlap::default();
            }
            let through = one.edges_through(two, x);
            let is_same = pair / count == pair % count;
            if is_same { through } else { through.and(one.nodes_inside(two, x)) }
        });
        let found = pairs.collect::<Vec<_>>().into_iter().fold(Overlap::default(), Overlap::and);
        self.bodies.planes.iter().fold(found, |found, (point, normal)| {
            let depths = x.iter().map(|x| normal.dot(&(point - Vec3::from(*x))));
            depths
                .filter(|depth| *depth > 0.0)
                .fold(found, |found, depth| found.and(Overlap { nodes: 1, edges: 0, depth }))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_and_a_point() {
        let triangle = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0]].map(Vec3::from);
        let cases = [
            ([0.5, 0.5, -3.0], 3.0),
            ([1.0, -2.0, 0.0], 2.0),
            ([3.0, 0.0, 0.0], 1.0),
            ([2.0, 2.0, 0.0], 2.0_f64.sqrt()),
        ];
        for (p, expected) in cases {
            assert!((from_triangle(p.into(), &triangle) - expected).abs() < 1e-14);
        }
    }
}
