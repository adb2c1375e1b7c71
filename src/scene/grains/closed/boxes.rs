//! Boxes: with spheres, by the nearest point; with each other, by separating axes.
//!
//! Boxes that overlap are as deep as the best of fifteen axes says: the normals of their faces and
//! the cross products of their edges (S. Gottschalk, M. C. Lin, D. Manocha, OBBTree, SIGGRAPH 1996,
//! doi:10.1145/237170.237244). Boxes that are apart are at least as far apart as any axis says, which
//! settles those beyond the margin.

use nalgebra::Matrix3;

use super::{Form, Gap};
use crate::Vec3;
use crate::scene::grains::table::{Frame, Grain};
use crate::scene::tolerances::{AXIS_ROUNDING, CLEAR_CORES, PARALLEL_EDGES_OF_BOXES, SHARP_AXIS};

/// A box and a sphere.
pub(in crate::scene) fn box_point(a: &Grain, frame: &Frame, b: &Grain) -> Form {
    let Frame { axes, half } = frame;
    let at = axes.tr_mul(&a.to(b));
    let nearest = Vec3::from_fn(|k, _| at[k].clamp(-half[k], half[k]));
    let off = at - nearest;
    let outside = (0..3).filter(|&k| off[k] != 0.0).count();
    let (distance, local, nearest) = match outside {
        0 => inside(at, *half),
        // Over a face: the normal is that of the face to the last bit.
        1 => (off.amax(), off.map(|x| if x == 0.0 { 0.0 } else { x.signum() }), nearest),
        _ => {
            let distance = super::length(off);
            if distance <= CLEAR_CORES * half.norm() {
                return Form::Ask;
            }
            (distance, off / distance, nearest)
        }
    };
    let normal = axes * local;
    Form::Near(Gap {
        gap: distance - b.radius,
        normal,
        point_a: a.place(axes * nearest),
        point_b: b.place(normal * -b.radius),
    })
}

/// A sphere and a box.
pub(in crate::scene) fn point_box(a: &Grain, b: &Grain, frame: &Frame) -> Form {
    match box_point(b, frame, a) {
        Form::Near(Gap { gap, normal, point_a, point_b }) => {
            Form::Near(Gap { gap, normal: -normal, point_a: point_b, point_b: point_a })
        }
        other => other,
    }
}

/// A point inside a box: minus its depth, the direction out through the nearest face, and the point
/// there.
fn inside(at: Vec3, half: Vec3) -> (f64, Vec3, Vec3) {
    let depth = |k: usize| half[k] - at[k].abs();
    let k = (1..3).fold(0, |best, k| if depth(k) < depth(best) { k } else { best });
    let sign = if at[k] < 0.0 { -1.0 } else { 1.0 };
    let mut nearest = at;
    nearest[k] = sign * half[k];
    (-depth(k), Vec3::ith(k, sign), nearest)
}

/// How two boxes lie to each other.
pub(in crate::scene) struct Boxes<'a> {
    pub(in crate::scene) grains: [&'a Grain; 2],
    pub(in crate::scene) frames: [&'a Frame; 2],
    /// From the centre of A to that of B.
    pub(in crate::scene) way: Vec3,
    /// The axes of B as A sees them.
    turn: Matrix3<f64>,
    size: f64,
}

/// The best axis of two boxes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::scene) enum Axis {
    /// The normal of a face of A, if 0, or of B, towards the other.
    Face { of: usize, axis: usize, sign: f64 },
    /// That of two edges, from A to B.
    Edges { axes: [usize; 2], normal: Vec3 },
}

/// What separating axes say.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::scene) enum Verdict {
    Apart(f64),
    /// The best axis and the separation along it.
    Best(Axis, f64),
    /// Rounding decides between axes that are not alike.
    Unclear,
}

/// Two edges that are not parallel.
#[derive(Debug, Clone, Copy)]
struct Edges {
    axes: [usize; 2],
    /// Their cross product as A sees it, from A to B, and its length.
    cross: Vec3,
    sine: f64,
    separation: f64,
}

impl<'a> Boxes<'a> {
    pub(in crate::scene) fn new(grains: [&'a Grain; 2], frames: [&'a Frame; 2]) -> Self {
        let way = grains[0].to(grains[1]);
        let turn = frames[0].axes.tr_mul(&frames[1].axes);
        let size = frames[0].half.norm() + frames[1].half.norm();
        Self { grains, frames, way, turn, size }
    }

    /// The best of all axes, if none separates the boxes by more than `limit`. Faces of B have to be
    /// better than those of A by this part of the size.
    pub(in crate::scene) fn best(&self, limit: f64, bias: f64) -> Verdict {
        let extent = self.turn.abs();
        let (one, of_one) = self.best_face(0, &extent);
        let (two, of_two) = self.best_face(1, &extent);
        let most = of_one.max(of_two);
        if most > limit {
            return Verdict::Apart(most);
        }
        let is_second = of_two > of_one + bias * self.size;
        let face = if is_second { (two, of_two) } else { (one, of_one) };
        self.best_edges(&extent, face, limit)
    }

    /// The best normal of the faces of a box, and the separation along it.
    fn best_face(&self, of: usize, extent: &Matrix3<f64>) -> (Axis, f64) {
        let [a, b] = self.frames.map(|frame| frame.half);
        let at = self.frames[of].axes.tr_mul(&self.way);
        let away = if of == 0 { extent * b + a } else { extent.tr_mul(&a) + b };
        let separation = at.abs() - away;
        let axis = (1..3).fold(0, |b, k| if separation[k] > separation[b] { k } else { b });
        let sign = if at[axis] < 0.0 { -1.0 } else { 1.0 };
        (Axis::Face { of, axis, sign }, separation[axis])
    }

    /// The best of the cross products of edges and a face.
    fn best_edges(
        &self,
        extent: &Matrix3<f64>,
        (face, of_face): (Axis, f64),
        limit: f64,
    ) -> Verdict {
        let at = self.frames[0].axes.tr_mul(&self.way);
        let rounding = self.rounding();
        let (mut best, mut most) = (None, of_face + rounding);
        for i in 0..3 {
            for j in 0..3 {
                let Some(edges) = self.edges([i, j], extent, &at) else { continue };
                let Edges { sine, separation, .. } = edges;
                if sine < SHARP_AXIS {
                    let rounding = rounding / sine;
                    if separation - rounding > limit {
                        return Verdict::Apart(separation - rounding);
                    }
                    if separation > of_face - rounding && !self.is_along(&edges, face) {
                        return Verdict::Unclear;
                    }
                } else if separation > limit {
                    return Verdict::Apart(separation);
                } else if separation > most {
                    (best, most) = (Some(edges), separation);
                }
            }
        }
        let Some(edges) = best else { return Verdict::Best(face, of_face) };
        let normal = self.frames[0].axes * (edges.cross / edges.sine);
        Verdict::Best(Axis::Edges { axes: edges.axes, normal }, most)
    }

    /// The separation along the cross product of two edges; `None` if they are parallel.
    #[inline]
    fn edges(&self, [i, j]: [usize; 2], extent: &Matrix3<f64>, at: &Vec3) -> Option<Edges> {
        let [a, b] = self.frames.map(|frame| frame.half);
        let [i1, i2, j1, j2] = [(i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3];
        let (x1, x2) = (-self.turn[(i2, j)], self.turn[(i1, j)]);
        let sine = (x1 * x1 + x2 * x2).sqrt();
        if sine <= PARALLEL_EDGES_OF_BOXES {
            return None;
        }
        let along = at[i1] * x1 + at[i2] * x2;
        let away = (a[i1] * extent[(i2, j)] + a[i2] * extent[(i1, j)])
            + (b[j1] * extent[(i, j2)] + b[j2] * extent[(i, j1)]);
        let sign = if along < 0.0 { -1.0 } else { 1.0 };
        let mut cross = Vec3::zeros();
        (cross[i1], cross[i2]) = (x1 * sign, x2 * sign);
        Some(Edges { axes: [i, j], cross, sine, separation: (along.abs() - away) / sine })
    }

    /// Whether the cross product of two edges is along the normal of a face, as that of edges in two
    /// faces that are all but parallel: then the face is as good.
    fn is_along(&self, edges: &Edges, face: Axis) -> bool {
        let cross = self.frames[0].axes * edges.cross;
        self.normal_of(face).cross(&cross).norm() <= PARALLEL_EDGES_OF_BOXES
    }

    /// Bounds the rounding error of a separation.
    fn rounding(&self) -> f64 {
        AXIS_ROUNDING * (self.size + self.way.amax())
    }

    /// The unit vector of an axis, from A to B.
    pub(in crate::scene) fn normal_of(&self, axis: Axis) -> Vec3 {
        match axis {
            Axis::Face { of, axis, sign } => self.frames[of].axes.column(axis) * sign,
            Axis::Edges { normal, .. } => normal,
        }
    }

    /// Whether boxes with this separation along their best axis touch or overlap: apart, they can be
    /// farther apart than any axis says.
    pub(in crate::scene) fn meet(&self, separation: f64) -> bool {
        separation <= self.rounding()
    }

    /// The gap at two edges that cross.
    pub(in crate::scene) fn at_edges(&self, axes: [usize; 2], normal: Vec3, gap: f64) -> Gap {
        // The edges that reach farthest along the normal, by their middles.
        let middle = |of: usize, direction: Vec3| {
            let Frame { axes: own, half } = self.frames[of];
            let along = own.tr_mul(&direction);
            let corner = Vec3::from_fn(|k, _| if along[k] < 0.0 { -half[k] } else { half[k] });
            let mut middle = corner;
            middle[axes[of]] = 0.0;
            own * middle
        };
        let (p, q) = (middle(0, normal), self.way + middle(1, -normal));
        let [u, v] = [0, 1].map(|of| Vec3::from(self.frames[of].axes.column(axes[of])));
        // On the first, where the second crosses it as seen along the normal.
        let across = v.cross(&normal);
        let s = (q - p).dot(&across) / u.dot(&across);
        let limit = self.frames[0].half[axes[0]];
        let point_a = self.grains[0].place(p + u * s.clamp(-limit, limit));
        Gap { gap, normal, point_a, point_b: point_a + normal * gap }
    }
}
