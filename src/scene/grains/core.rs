//! Which shapes have closed forms: those whose core is a point, a segment or a box.

use crate::Vec3;
use crate::scene::body::Shape;
use crate::shape::SupportMap;

/// What is left of a shape without its radius, relative to its centre and unmoved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::scene) enum Core {
    Point,
    /// From minus to plus this.
    Segment(Vec3),
    /// A box along the axes with these half extents, and no radius.
    Box(Vec3),
    /// Any other convex shape.
    Other,
}

impl Core {
    /// What the vertices of a shape say. Only what is so to the last bit counts: a set of eight
    /// points that is nearly a box is none.
    pub(in crate::scene) fn of(shape: &Shape) -> Self {
        let center = shape.center();
        match shape.points() {
            Some(&[p]) if Vec3::from(p) == center => Self::Point,
            Some(&[p, q]) => Self::of_ends(p.into(), q.into(), center),
            Some(points) if points.len() == 8 && shape.radius() == 0.0 => {
                Self::of_box(shape, points)
            }
            _ => Self::Other,
        }
    }

    fn of_ends(p: Vec3, q: Vec3, center: Vec3) -> Self {
        if (p + q) * 0.5 != center {
            return Self::Other;
        }
        let half = (q - p) * 0.5;
        if half == Vec3::zeros() { Self::Point } else { Self::Segment(half) }
    }

    fn of_box(shape: &Shape, points: &[[f64; 3]]) -> Self {
        let Some(around) = shape.oriented_box() else { return Self::Other };
        let (center, half) = (around.center, around.half);
        let is_upright = around.axes == nalgebra::Matrix3::identity() && center == shape.center();
        let is_corner = |(bits, point): (usize, &[f64; 3])| {
            (0..3).all(|k| {
                let wanted =
                    if bits >> k & 1 == 1 { center[k] + half[k] } else { center[k] - half[k] };
                point[k] == wanted
            })
        };
        let has_sides = half.iter().all(|h| *h > 0.0);
        let is_box = is_upright && has_sides && points.iter().enumerate().all(is_corner);
        if is_box { Self::Box(half) } else { Self::Other }
    }
}
