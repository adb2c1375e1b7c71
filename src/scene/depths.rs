//! How deep something can be behind a facet of a surface without a volume mesh, and still be in
//! contact with it.
//!
//! Behind a facet of a volume mesh that is half of the least height of its tetrahedron. A surface
//! alone does not tell its elements, but the size of its facets and how thick the body is: half of
//! the least height of the facet, and no more than half of the way through the body.

use crate::Vec3;
use crate::broad::{Bounds, Forest};
use crate::mesh::{self, SurfaceMesh};

/// The depth behind the faces of a tetrahedron at rest.
pub(super) fn behind_side(nodes: &[[f64; 3]], tet: &[u32; 4]) -> f64 {
    0.5 * mesh::least_height(tet.map(|node| nodes[node as usize].into()))
}

/// The depth behind each facet.
pub(super) fn behind_facets(skin: &SurfaceMesh) -> Vec<f64> {
    if !skin.heights().is_empty() {
        return skin.heights().iter().map(|height| 0.5 * height).collect();
    }
    let corners: Vec<[Vec3; 3]> = skin.facets().iter().map(|f| f.map(|n| at(skin, n))).collect();
    if skin.is_open() {
        return corners.iter().map(|corners| 0.5 * least_height(corners)).collect();
    }
    let around = |corners: &[Vec3; 3]| Bounds::around(corners.map(<[f64; 3]>::from));
    let boxes: Vec<Bounds> = corners.iter().map(around).collect();
    let forest = Forest::new(&boxes, std::slice::from_ref(&(0..boxes.len())));
    let of = |(facet, own): (usize, &[Vec3; 3])| {
        let height = least_height(own);
        let [a, b, c] = *own;
        let inward = -(b - a).cross(&(c - a)).normalize();
        let from = (a + b + c) / 3.0;
        let mut through = height;
        let on_the_way = Bounds::around([from.into(), (from + inward * height).into()]);
        forest.each(&on_the_way, |other| {
            let is_next =
                skin.facets()[other as usize].iter().any(|n| skin.facets()[facet].contains(n));
            if !is_next && let Some(way) = meets(from, inward, &corners[other as usize]) {
                through = through.min(way);
            }
        });
        0.5 * through
    };
    corners.iter().enumerate().map(of).collect()
}

fn at(skin: &SurfaceMesh, node: u32) -> Vec3 {
    Vec3::from(skin.nodes()[node as usize])
}

/// The least of the three heights of a triangle.
fn least_height([a, b, c]: &[Vec3; 3]) -> f64 {
    let longest = (b - a).norm().max((c - b).norm()).max((a - c).norm());
    (b - a).cross(&(c - a)).norm() / longest
}

/// How far along a ray a triangle is that it meets.
fn meets(from: Vec3, along: Vec3, corners: &[Vec3; 3]) -> Option<f64> {
    let [a, b, c] = corners.map(|x| x - from);
    let sides = [along.dot(&b.cross(&c)), along.dot(&c.cross(&a)), along.dot(&a.cross(&b))];
    let is_met = sides.iter().all(|s| *s >= 0.0) || sides.iter().all(|s| *s <= 0.0);
    let normal = (b - a).cross(&(c - a));
    let way = normal.dot(&a) / normal.dot(&along);
    (is_met && way > 0.0).then_some(way)
}
