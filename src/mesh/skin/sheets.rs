//! Which facets of a surface are neighbours.
//!
//! The facets at an edge are looked at along it, from its lower to its higher node. One that has the
//! edge in this direction has its outside counterclockwise of itself, one that has it the other way
//! round has it clockwise.

use crate::Vec3;
use crate::error::Fault;
use crate::mesh::grouped::grouped;

/// Angles of the same facet differ by less than this.
const ANGLE_ROUNDING: f64 = 64.0 * f64::EPSILON;

/// The edge of a facet: three times the facet, plus the place.
type Side = u32;

/// Joins the facets of the skin of a solid: around an edge the solid is between two neighbours.
pub(super) fn join_closed(
    nodes: &[[f64; 3]],
    facets: &[[u32; 3]],
    owners: &[u32],
) -> Result<Vec<[u32; 3]>, Fault> {
    let mut neighbors = vec![[u32::MAX; 3]; facets.len()];
    for edge in Edges::of(facets) {
        let open = |side: Side| {
            let [from, to] = ends(facets, side);
            let facet = owners[side as usize / 3].into();
            Fault::OpenEdge { edge: [from.into(), to.into()], face: facet }
        };
        match edge.sides[..] {
            [one, two] if is_ahead(facets, one) != is_ahead(facets, two) => {
                join(&mut neighbors, one, two);
            }
            _ => {
                let turned = edge.in_order(nodes, facets);
                for (at, &one) in turned.iter().enumerate() {
                    // Clockwise of an edge that goes ahead is the solid.
                    let before = turned[(at + turned.len() - 1) % turned.len()];
                    if is_ahead(facets, one) {
                        if is_ahead(facets, before) || before == one {
                            return Err(open(one));
                        }
                        join(&mut neighbors, one, before);
                    }
                }
                let left = turned
                    .iter()
                    .find(|side| neighbors[**side as usize / 3][**side as usize % 3] == u32::MAX);
                if let Some(&side) = left {
                    return Err(open(side));
                }
            }
        }
    }
    Ok(neighbors)
}

/// Joins the two sides of the faces of a shell: around an edge nothing is between two neighbours.
pub(super) fn join_sides(nodes: &[[f64; 3]], facets: &[[u32; 3]]) -> Vec<[u32; 3]> {
    let count = facets.len() as u32 / 2;
    let mut neighbors = vec![[u32::MAX; 3]; facets.len()];
    for edge in Edges::of(facets) {
        let mut ahead: Vec<Side> = edge.in_order(nodes, facets);
        ahead.retain(|&side| is_ahead(facets, side));
        for (at, &one) in ahead.iter().enumerate() {
            // The other side of the next face counterclockwise, which may be the face itself.
            let next = ahead[(at + 1) % ahead.len()];
            let facet = next / 3;
            let back = if facet < count { facet + count } else { facet - count };
            let [from, to] = ends(facets, next);
            let place = (0..3).find(|k| ends(facets, 3 * back + k) == [to, from]).unwrap_or(0);
            join(&mut neighbors, one, 3 * back + place);
        }
    }
    neighbors
}

fn join(neighbors: &mut [[u32; 3]], one: Side, two: Side) {
    neighbors[one as usize / 3][one as usize % 3] = two / 3;
    neighbors[two as usize / 3][two as usize % 3] = one / 3;
}

/// The nodes of an edge in the direction of its facet.
fn ends(facets: &[[u32; 3]], side: Side) -> [u32; 2] {
    let (facet, k) = (facets[side as usize / 3], side as usize % 3);
    [facet[k], facet[(k + 1) % 3]]
}

fn is_ahead(facets: &[[u32; 3]], side: Side) -> bool {
    let [from, to] = ends(facets, side);
    from < to
}

/// An edge and the facets that have it.
struct Edge {
    ends: [u32; 2],
    sides: Vec<Side>,
}

impl Edge {
    /// The sides of the facets counterclockwise around the edge.
    fn in_order(&self, nodes: &[[f64; 3]], facets: &[[u32; 3]]) -> Vec<Side> {
        let at = |node: u32| Vec3::from(nodes[node as usize]);
        let from = at(self.ends[0]);
        let along = at(self.ends[1]) - from;
        let along = along / along.amax();
        let across = |side: Side| {
            let (facet, k) = (facets[side as usize / 3], side as usize % 3);
            let far = at(facet[(k + 2) % 3]) - from;
            let far = far / far.amax();
            far - along * (far.dot(&along) / along.norm_squared())
        };
        let first = across(self.sides[0]);
        let second = along.cross(&first) / along.norm();
        let angle = |side: &Side| {
            let x = across(*side);
            let angle = x.dot(&second).atan2(x.dot(&first));
            // The first one, and the back of it, are at 0 whatever the rounding.
            if angle < -ANGLE_ROUNDING { angle + std::f64::consts::TAU } else { angle }
        };
        let mut sides = self.sides.clone();
        sides.sort_by(|one, two| angle(one).total_cmp(&angle(two)).then(one.cmp(two)));
        sides
    }
}

/// All edges, in the order of their nodes.
struct Edges {
    sorted: Vec<([u32; 2], u32)>,
    next: usize,
}

impl Edges {
    fn of(facets: &[[u32; 3]]) -> Self {
        let key = |side: usize| {
            let [from, to] = ends(facets, side as Side);
            [from.min(to), from.max(to)]
        };
        Self { sorted: grouped(3 * facets.len(), key), next: 0 }
    }
}

impl Iterator for Edges {
    type Item = Edge;

    fn next(&mut self) -> Option<Edge> {
        let rest = &self.sorted[self.next..];
        let ends = rest.first()?.0;
        let sides: Vec<Side> =
            rest.iter().take_while(|(key, _)| *key == ends).map(|(_, side)| *side).collect();
        self.next += sides.len();
        Some(Edge { ends, sides })
    }
}
