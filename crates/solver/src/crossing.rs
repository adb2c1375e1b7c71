//! Points and segments against triangles of a closed surface, by exact signs.
//!
//! Triangles are counterclockwise as seen from outside. The signs are those of J. R. Shewchuk,
//! Adaptive precision floating-point arithmetic and fast robust geometric predicates, Discrete &
//! Computational Geometry 18(3), 1997, doi:10.1007/PL00009321.

use robust::{Coord, Coord3D, orient2d, orient3d};

use gapkit::Vec3;

/// Where a point is as seen from the plane of a facet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Inside,
    On,
    Outside,
}

fn coord(p: &Vec3) -> Coord3D<f64> {
    Coord3D { x: p.x, y: p.y, z: p.z }
}

/// Six times the signed volume of a tetrahedron, with an exact sign; positive where `p` is inside.
fn volume(p: &Vec3, [a, b, c]: [&Vec3; 3]) -> f64 {
    orient3d(coord(a), coord(b), coord(c), coord(p))
}

/// The side of a facet on which a point is.
pub(super) fn side(p: Vec3, [a, b, c]: &[Vec3; 3]) -> Side {
    let volume = volume(&p, [a, b, c]);
    if volume > 0.0 {
        Side::Inside
    } else if volume < 0.0 {
        Side::Outside
    } else {
        Side::On
    }
}

/// A segment and a facet that have one point in common.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Meeting {
    /// Where on the segment, in parts of its length.
    pub(super) place: f64,
    /// The sides on which the ends are.
    pub(super) sides: [Side; 2],
    /// Which corners of the facet span the point: one, the two of an edge, or all three.
    pub(super) on: [bool; 3],
}

/// Where a segment meets a triangle; nothing if it passes by, or lies in its plane.
pub(super) fn meet([p, q]: &[Vec3; 2], facet: &[Vec3; 3]) -> Option<Meeting> {
    let sides = [side(*p, facet), side(*q, facet)];
    if sides[0] == sides[1] {
        return None;
    }
    let [a, b, c] = facet;
    // Of the side opposite to each corner: where it is 0, the line goes through that side.
    let turns = [volume(p, [b, c, q]), volume(p, [c, a, q]), volume(p, [a, b, q])];
    let is_through = turns.iter().all(|t| *t >= 0.0) || turns.iter().all(|t| *t <= 0.0);
    if !is_through || turns == [0.0; 3] {
        return None;
    }
    let [from, to] = [p, q].map(|end| volume(end, [a, b, c]));
    Some(Meeting { place: from / (from - to), sides, on: turns.map(|turn| turn != 0.0) })
}

/// Whether the surface is bent inwards at the edge between two facets.
pub(super) fn is_reflex(facets: &[&[Vec3; 3]]) -> bool {
    let [one, two] = facets else { return false };
    two.iter().any(|corner| side(*corner, one) == Side::Outside)
}

/// Whether a point is inside a closed surface, and not on it: a ray along x goes out once more than
/// it goes in. Facets that the ray cannot meet may be left out.
///
/// A ray that meets an edge is moved aside by so little that nothing else changes, the same for all
/// facets, so that it meets one of the two there.
pub(super) fn is_inside<'a>(p: Vec3, facets: impl Iterator<Item = &'a [Vec3; 3]>) -> bool {
    let mut is_inside = false;
    for facet in facets {
        if is_on(p, facet) {
            return false;
        }
        let [a, b, c] = facet;
        let turns = [turn(&p, b, c), turn(&p, c, a), turn(&p, a, b)];
        let is_met = turns.iter().all(|t| *t > 0) || turns.iter().all(|t| *t < 0);
        // Counterclockwise against the ray: its outside is ahead of the ray, and `p` behind it.
        let behind = if turns[0] > 0 { Side::Inside } else { Side::Outside };
        is_inside ^= is_met && side(p, facet) == behind;
    }
    is_inside
}

/// The sign of the turn from one point to another around `p`, seen against x. Where it is 0, that
/// around a point which is beside `p` by an infinitesimal along y, and one of higher order along z.
fn turn(p: &Vec3, a: &Vec3, b: &Vec3) -> i8 {
    let flat = |v: &Vec3| Coord { x: v.y, y: v.z };
    let signs = [orient2d(flat(p), flat(a), flat(b)), a.z - b.z, b.y - a.y];
    let sign = signs.into_iter().find(|sign| *sign != 0.0).unwrap_or(0.0);
    i8::from(sign > 0.0) - i8::from(sign < 0.0)
}

/// Whether a point is on a triangle, rim and all.
fn is_on(p: Vec3, facet: &[Vec3; 3]) -> bool {
    if side(p, facet) != Side::On {
        return false;
    }
    // A point of the plane is on the triangle if it is there as seen along each axis; along at
    // least one of them the triangle is not flat.
    (0..3).all(|axis| {
        let flat = |v: &Vec3| Coord { x: v[(axis + 1) % 3], y: v[(axis + 2) % 3] };
        let [a, b, c] = facet.each_ref().map(flat);
        let p = flat(&p);
        let turns = [orient2d(p, b, c), orient2d(p, c, a), orient2d(p, a, b)];
        turns.iter().all(|t| *t >= 0.0) || turns.iter().all(|t| *t <= 0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRIANGLE: [[f64; 3]; 3] = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0]];

    /// Far below the rounding of the other coordinates.
    const TINY: f64 = 1e-60;

    fn met(p: [f64; 3], q: [f64; 3]) -> Option<(f64, [bool; 3])> {
        let met = meet(&[p.into(), q.into()], &TRIANGLE.map(Vec3::from));
        met.map(|met| (met.place, met.on))
    }

    #[test]
    fn a_segment_meets_a_facet_an_edge_or_a_corner() {
        assert_eq!(met([0.5, 0.5, -1.0], [0.5, 0.5, 3.0]), Some((0.25, [true; 3])));
        assert_eq!(met([1.0, 1.0, -1.0], [1.0, 1.0, 3.0]), Some((0.25, [false, true, true])));
        assert_eq!(met([2.0, 0.0, 1.0], [2.0, 0.0, -1.0]), Some((0.5, [false, true, false])));
        assert_eq!(met([0.5, 0.5, 0.0], [0.5, 0.5, 3.0]), Some((0.0, [true; 3])));
        assert_eq!(met([1.5, 1.5, -1.0], [1.5, 1.5, 3.0]), None);
        assert_eq!(met([0.5, 0.5, 1.0], [0.5, 0.5, 3.0]), None);
        // In the plane, across the triangle.
        assert_eq!(met([-1.0, 0.5, 0.0], [3.0, 0.5, 0.0]), None);
    }

    #[test]
    fn a_segment_that_is_off_by_the_last_bit_passes_by() {
        let beyond = 1.0 + f64::EPSILON;
        assert_eq!(met([1.0, beyond, -1.0], [1.0, beyond, 3.0]), None);
        // In a face that is flat to rounding, a neighbour of the facet.
        assert_eq!(met([2.0 + f64::EPSILON, 0.0, -TINY], [4.0, 1.0, TINY]), None);
        assert!(met([0.5, 0.5, -TINY], [4.0, 0.5, TINY]).is_none());
        assert!(met([0.5, 0.5, -TINY], [0.75, 0.5, TINY]).is_some());
    }

    /// A cube of two triangles a side, from 0 to 1.
    fn cube() -> Vec<[Vec3; 3]> {
        let corner = |i: usize| Vec3::from([0, 1, 2].map(|k| f64::from((i >> k & 1) as u8)));
        let quads =
            [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let halves = |[a, b, c, d]: [usize; 4]| [[a, b, c], [a, c, d]];
        quads.into_iter().flat_map(halves).map(|facet| facet.map(corner)).collect()
    }

    #[test]
    fn rays_through_edges_and_corners_count_once() {
        let cube = cube();
        let steps = [-0.5, 0.0, 0.25, 0.5, 0.75, 1.0, 1.5];
        for x in steps {
            for y in steps {
                for z in steps {
                    let expected = [x, y, z].iter().all(|&c| c > 0.0 && c < 1.0);
                    let found = is_inside(Vec3::new(x, y, z), cube.iter());
                    assert_eq!(found, expected, "{x} {y} {z}");
                }
            }
        }
        assert!(is_inside(Vec3::repeat(TINY), cube.iter()));
        assert!(!is_inside(Vec3::new(-TINY, 0.5, 0.5), cube.iter()));
    }
}
