//! The area that two facing facets have in common, as points with weights: the rule of surface
//! contacts.
//!
//! Both facets are seen along the mean of their normals. Where their projections overlap and the
//! gap is within reach, there is a polygon; three points stand for it. Nothing is chosen: a pair
//! counts with an area that is zero wherever it appears or vanishes, so that forces are continuous
//! in the coordinates and rounding stays rounding. M. A. Puso, T. A. Laursen, A mortar
//! segment-to-segment contact method for large deformation solid mechanics, Comput. Methods Appl.
//! Mech. Engrg. 193 (2004), doi:10.1016/j.cma.2003.10.010, integrate over the same polygons; here
//! the gap is not averaged, and the polygon ends where the gap leaves the reach, so that the first
//! touch of anything curved is seen.

use super::polygon::{Moments, Polygon};
use crate::Vec3;
use crate::scene::tolerances::{MIN_COMMON_AREA, MIN_SQUARE};

/// The cosine of the angle between facing facets from which on they count fully: 60 degrees from
/// opposite. At a right angle they count nothing, as the side walls of flush blocks must.
pub(in crate::scene) const FULLY_FACING: f64 = 0.5;

/// The cosine from which on facets are opposite enough to be in contact at any depth, and the range
/// above over which they become so. The side walls of two blocks that are turned against each other
/// face each other obliquely, and are deep in each other as soon as the blocks touch: they must not
/// push.
pub(in crate::scene) const OPPOSITE: [f64; 2] = [0.7, 0.2];

/// The cosine below which the depth falls to 0, which it is at a right angle: the side walls of
/// blocks that bulge hardly face each other.
pub(in crate::scene) const OBLIQUE: f64 = 0.3;

/// A facet: its corners in ascending order of their nodes, so that what is computed has the same
/// bits from wherever it was found.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene::records) struct Triangle {
    pub(super) corners: [Vec3; 3],
    /// The outward unit normal.
    pub(super) normal: Vec3,
    /// 1 if the corners are counterclockwise as seen from outside, else -1.
    pub(super) turn: f64,
    pub(super) area: f64,
}

impl Triangle {
    /// `None` if it is so small or flat that it has no normal.
    pub(super) fn new(corners: [Vec3; 3], turn: f64) -> Option<Self> {
        let [a, b, c] = corners;
        let cross = (b - a).cross(&(c - a)) * turn;
        let squared = cross.norm_squared();
        if squared < MIN_SQUARE || squared.is_nan() {
            return None;
        }
        let length = squared.sqrt();
        Some(Self { corners, normal: cross / length, turn, area: 0.5 * length })
    }

    /// The barycentric weights of a point as seen along a direction, made a whole.
    pub(in crate::scene::records) fn weights(&self, point: &Vec3, along: &Vec3) -> [f64; 3] {
        let [a, b, c] = self.corners.map(|corner| corner - point);
        // From behind, the corners turn the other way.
        let turn = if self.normal.dot(along) < 0.0 { -self.turn } else { self.turn };
        let shares =
            [b.cross(&c), c.cross(&a), a.cross(&b)].map(|cross| (turn * cross.dot(along)).max(0.0));
        let sum = shares[0] + shares[1] + shares[2];
        shares.map(|share| share / sum)
    }

    /// The point that has these weights.
    pub(in crate::scene::records) fn point(&self, weights: &[f64; 3]) -> Vec3 {
        let [a, b, c] = self.corners;
        a * weights[0] + b * weights[1] + c * weights[2]
    }
}

/// How far apart and how deep in each other two facets are in contact.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene::records) struct Range {
    /// The largest distance, without velocities.
    pub(in crate::scene::records) max_distance: f64,
    /// The largest depth of facets that are opposite to each other.
    pub(in crate::scene::records) deep: f64,
    /// The largest depth of facets that are oblique.
    pub(in crate::scene::records) oblique_deep: f64,
    /// The displacements of the corners of both in the time step ahead, if there are velocities.
    pub(in crate::scene::records) steps: Option<[[Vec3; 3]; 2]>,
}

impl Range {
    /// The largest depth of facets that face each other with this cosine.
    fn deep_at(&self, cosine: f64) -> f64 {
        let oblique = smoothstep(cosine / OBLIQUE);
        let opposite = smoothstep((cosine - OPPOSITE[0]) / OPPOSITE[1]);
        self.oblique_deep * oblique + (self.deep - self.oblique_deep) * opposite
    }

    /// The largest distance along a direction from A to B: what the corners can come nearer to each
    /// other in the time step ahead is added.
    pub(super) fn max_distance_along(&self, normal: &Vec3) -> f64 {
        let Some([a, b]) = &self.steps else { return self.max_distance };
        let most = a.iter().map(|step| step.dot(normal)).fold(f64::NEG_INFINITY, f64::max);
        let least = b.iter().map(|step| step.dot(normal)).fold(f64::INFINITY, f64::min);
        self.max_distance + (most - least).max(0.0)
    }
}

/// 0 up to 0, 1 from 1 on, with slope 0 at both.
pub(super) fn smoothstep(x: f64) -> f64 {
    let x = x.clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}

/// How much a facet counts whose normal makes this cosine with the direction that it faces.
pub(super) fn facing(cosine: f64) -> f64 {
    smoothstep(cosine / FULLY_FACING)
}

/// The area in common of two facets, or of a facet and a half-space.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene::records) struct CommonArea {
    /// The unit vector from A to B.
    pub(in crate::scene::records) normal: Vec3,
    /// The area, scaled down where the facets hardly face each other.
    pub(super) area: f64,
    moments: Moments,
    axes: [Vec3; 2],
}

impl CommonArea {
    /// The area in common of two facets; `None` if they have nothing in common within the range.
    pub(super) fn of_facets(a: &Triangle, b: &Triangle, range: &Range) -> Option<Self> {
        let cosine = -a.normal.dot(&b.normal);
        if cosine <= 0.0 || cosine.is_nan() {
            return None;
        }
        let across = a.normal - b.normal;
        let normal = across / across.norm();
        let (max_distance, deep) = (range.max_distance_along(&normal), range.deep_at(cosine));
        // The distance along the normal from a point to the plane of B, which is never parallel.
        let slope = normal.dot(&b.normal);
        let gap = |x: &Vec3| (b.corners[0] - x).dot(&b.normal) / slope;
        let gaps = a.corners.each_ref().map(gap);
        if gaps.iter().all(|gap| *gap > max_distance) || gaps.iter().all(|gap| *gap < -deep) {
            return None;
        }
        // The prism over B along the normal, then the range of gaps.
        let mut polygon = Polygon::triangle(&a.corners);
        for k in 0..3 {
            let (p, q) = (b.corners[k], b.corners[(k + 1) % 3]);
            let inward = normal.cross(&(q - p)) * -b.turn;
            polygon.clip(|x| inward.dot(&(x - p)));
        }
        polygon.clip(|x| max_distance - gap(x));
        polygon.clip(|x| gap(x) + deep);
        Self::of_polygon(a, &polygon, normal, facing(cosine), a.area.min(b.area))
    }

    /// The part of a facet that is within reach of a half-space, or in it. `height` is the height
    /// over its plane, `normal` points down. However deep: a half-space has no far side.
    pub(super) fn on_plane(
        a: &Triangle,
        normal: Vec3,
        height: impl Fn(&Vec3) -> f64,
        max_distance: f64,
    ) -> Option<Self> {
        let cosine = a.normal.dot(&normal);
        if cosine <= 0.0 || cosine.is_nan() {
            return None;
        }
        let mut polygon = Polygon::triangle(&a.corners);
        polygon.clip(|x| max_distance - height(x));
        Self::of_polygon(a, &polygon, normal, facing(cosine), a.area)
    }

    /// `None` if the polygon, a part of `a`, has next to no area relative to `size`.
    fn of_polygon(
        a: &Triangle,
        polygon: &Polygon,
        normal: Vec3,
        weight: f64,
        size: f64,
    ) -> Option<Self> {
        if polygon.vertices().len() < 3 {
            return None;
        }
        let edge = a.corners[1] - a.corners[0];
        let along = edge - normal * edge.dot(&normal);
        let u = along / along.norm();
        let axes = [u, normal.cross(&u)];
        let moments = polygon.moments(&normal, axes.each_ref());
        // The vertices turn as the corners do.
        let area = moments.area * a.turn;
        (area > MIN_COMMON_AREA * size).then_some(Self {
            normal,
            area: weight * area,
            moments,
            axes,
        })
    }

    /// The area, however the facets face each other.
    pub(in crate::scene::records) fn bare_area(&self) -> f64 {
        self.moments.area.abs()
    }

    /// Three points of equal share, by which linear pressure is integrated exactly.
    pub(super) fn points(&self) -> [Vec3; 3] {
        self.moments.points(self.axes.each_ref())
    }

    /// The centroid.
    pub(in crate::scene::records) fn centroid(&self) -> Vec3 {
        self.moments.centroid
    }
}
