//! Where a face of a box meets a face of another, or a plane: points with their gaps and areas.

use super::Gap;
use super::boxes::{Axis, Boxes};
use super::clip::{Corner, Polygon, doubled};
use crate::Vec3;
use crate::scene::grains::table::{Frame, Grain};
use crate::scene::tolerances::{MIN_COMMON_AREA, SAME_BORDER, SAME_HEIGHT};

/// How many points a patch has at most.
const MAX_POINTS: usize = 4;

/// A point of a patch.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene) struct PatchPoint {
    pub(in crate::scene) gap: Gap,
    pub(in crate::scene) area: f64,
    /// Its number, which lasts while the same faces and edges meet.
    pub(in crate::scene) name: u32,
}

/// The points of two faces.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene) struct Patch {
    points: [Option<PatchPoint>; MAX_POINTS],
}

impl Patch {
    /// In the order of their numbers.
    pub(in crate::scene) fn points(&self) -> impl Iterator<Item = &PatchPoint> {
        self.points.iter().flatten()
    }
}

/// A face that another one is over: a point of it in space, two directions in it, the normal, and
/// what names of points begin with.
struct Ground<'a> {
    grain: &'a Grain,
    /// The middle, relative to the centre.
    middle: Vec3,
    axes: [Vec3; 2],
    normal: Vec3,
    /// Half of its lengths; `None` for planes.
    half: Option<[f64; 2]>,
    /// Whether it is that of A.
    is_first: bool,
    number: u32,
}

/// What is over the ground.
struct Over {
    polygon: Polygon,
    number: u32,
}

/// How many names the corners of a polygon, and the faces of a box, can have.
const CORNER_NAMES: u32 = 64;
const FACES: u32 = 8;

/// The number of a face of a box.
fn face_number(axis: usize, sign: f64) -> u32 {
    2 * axis as u32 + u32::from(sign < 0.0)
}

impl Ground<'_> {
    /// The face of a box that faces down on the ground the most.
    fn face_over(&self, frame: &Frame, way: Vec3) -> Over {
        let along = frame.axes.tr_mul(&self.normal);
        let axis = (1..3).fold(0, |b, k| if along[k].abs() > along[b].abs() { k } else { b });
        let sign = if along[axis] > 0.0 { -1.0 } else { 1.0 };
        let [k1, k2] = [(axis + 1) % 3, (axis + 2) % 3];
        let corner = |(s1, s2): (f64, f64)| {
            let mut local = Vec3::zeros();
            (local[axis], local[k1], local[k2]) =
                (sign * frame.half[axis], s1 * frame.half[k1], s2 * frame.half[k2]);
            let at = way + frame.axes * local - self.middle;
            [at.dot(&self.axes[0]), at.dot(&self.axes[1]), at.dot(&self.normal)]
        };
        let corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].map(corner);
        Over { polygon: Polygon::new(corners), number: face_number(axis, sign) }
    }

    /// What of the face is over the ground, and not higher than this.
    fn clip(&self, over: &mut Over, height: f64) {
        if let Some([x, y]) = self.half {
            over.polygon.cut(0, |at| x - at[0]);
            over.polygon.cut(1, |at| x + at[0]);
            over.polygon.cut(2, |at| y - at[1]);
            over.polygon.cut(3, |at| y + at[1]);
        }
        over.polygon.cut(4, |at| height - at[2]);
        over.polygon.lower(height);
    }

    /// The gap at a point of the face above.
    fn gap_at(&self, [x, y, height]: [f64; 3]) -> Gap {
        let low = self.grain.place(self.middle + self.axes[0] * x + self.axes[1] * y);
        let high = low + self.normal * height;
        let (normal, point_a, point_b) =
            if self.is_first { (self.normal, low, high) } else { (-self.normal, high, low) };
        Gap { gap: height, normal, point_a, point_b }
    }

    /// The points of a polygon over the ground; `None` if it has no area to speak of.
    fn patch(&self, over: &Over, whole: f64) -> Option<Patch> {
        let area = over.polygon.area();
        // Not a number is no area.
        if area.is_nan() || area <= MIN_COMMON_AREA * whole {
            return None;
        }
        let (corners, len) = over.polygon.four();
        let shares = shares(&corners[..len])?;
        let mut points = [None; MAX_POINTS];
        for (k, corner) in corners[..len].iter().enumerate() {
            let faces = (self.number * 2 + u32::from(self.is_first)) * FACES + over.number;
            points[k] = Some(PatchPoint {
                gap: self.gap_at(corner.at),
                area: area * shares[k],
                name: faces * CORNER_NAMES + corner.name,
            });
        }
        points[..len].sort_unstable_by_key(|point| point.map(|p| p.name));
        Some(Patch { points })
    }

    /// The middle of the lowest corners of a polygon, with a gap that is known.
    fn lowest(&self, over: &Over, gap: f64, size: f64) -> Option<Gap> {
        let corners = over.polygon.corners();
        let lowest = corners.iter().map(|corner| corner.at[2]).fold(f64::INFINITY, f64::min);
        let is_low = |corner: &&Corner| corner.at[2] <= lowest + SAME_HEIGHT * size;
        let (mut sum, mut count) = ([0.0; 2], 0.0);
        for corner in corners.iter().filter(is_low) {
            sum = [sum[0] + corner.at[0], sum[1] + corner.at[1]];
            count += 1.0;
        }
        (count > 0.0).then(|| self.gap_at([sum[0] / count, sum[1] / count, gap]))
    }
}

/// The shares of the corners in the area of their polygon: half of the triangles on both sides, seen
/// from the middle.
fn shares(corners: &[Corner]) -> Option<[f64; MAX_POINTS]> {
    let len = corners.len();
    let mean = |k: usize| corners.iter().map(|corner| corner.at[k]).sum::<f64>() / len as f64;
    let mut middle = Corner::default();
    middle.at = [mean(0), mean(1), 0.0];
    let mut shares = [0.0; MAX_POINTS];
    let mut whole = 0.0;
    for i in 0..len {
        let j = (i + 1) % len;
        let area = doubled(&middle, &corners[i], &corners[j]).abs();
        shares[i] += 0.5 * area;
        shares[j] += 0.5 * area;
        whole += area;
    }
    (whole > 0.0).then(|| shares.map(|share| share / whole))
}

impl Boxes<'_> {
    /// The ground that a face of one box is, which reaches farther by a part of its size, and the face
    /// of the other that is over it.
    fn ground(&self, of: usize, (axis, sign): (usize, f64), border: f64) -> (Ground<'_>, Over) {
        let Frame { axes, half } = self.frames[of];
        // The sign is that of the way from A to B.
        let sign = if of == 0 { sign } else { -sign };
        let [k1, k2] = [(axis + 1) % 3, (axis + 2) % 3];
        let normal = axes.column(axis) * sign;
        let ground = Ground {
            grain: self.grains[of],
            middle: normal * half[axis],
            axes: [axes.column(k1).into(), axes.column(k2).into()],
            normal,
            half: Some([half[k1], half[k2]].map(|h| h * (1.0 + border))),
            is_first: of == 0,
            number: face_number(axis, sign),
        };
        let way = if of == 0 { self.way } else { -self.way };
        let over = ground.face_over(self.frames[1 - of], way);
        (ground, over)
    }

    /// The points in which a face and what is over it, up to a height, meet.
    pub(in crate::scene) fn patch(&self, axis: Axis, height: f64) -> Option<Patch> {
        let Axis::Face { of, axis, sign } = axis else { return None };
        let (ground, mut over) = self.ground(of, (axis, sign), SAME_BORDER);
        let [k1, k2] = [(axis + 1) % 3, (axis + 2) % 3];
        let whole = 4.0 * self.frames[of].half[k1] * self.frames[of].half[k2];
        ground.clip(&mut over, height);
        ground.patch(&over, whole)
    }

    /// The deepest point over a face.
    pub(in crate::scene) fn at_face(&self, axis: Axis, gap: f64) -> Option<Gap> {
        let Axis::Face { of, axis, sign } = axis else { return None };
        let (ground, mut over) = self.ground(of, (axis, sign), 0.0);
        ground.clip(&mut over, f64::INFINITY);
        let size = self.frames[0].half.norm() + self.frames[1].half.norm();
        ground.lowest(&over, gap, size)
    }
}

/// The points in which a box and a plane meet, up to a height. The normal is that of the plane, and
/// points away from it if the box is A.
pub(in crate::scene) fn on_plane(
    (grain, frame): (&Grain, &Frame),
    (point, normal): (Vec3, Vec3),
    is_box_first: bool,
    height: f64,
) -> Option<Patch> {
    let along = frame.axes.tr_mul(&normal);
    let axis = (1..3).fold(0, |b, k| if along[k].abs() > along[b].abs() { k } else { b });
    let [k1, k2] = [(axis + 1) % 3, (axis + 2) % 3];
    // Directions in the plane: those of the face, made square to the normal.
    let u = Vec3::from(frame.axes.column(k1));
    let u = (u - normal * u.dot(&normal)).normalize();
    let ground = Ground {
        grain,
        middle: normal * -normal.dot(&grain.place(-point)),
        axes: [u, normal.cross(&u)],
        normal,
        half: None,
        is_first: !is_box_first,
        number: 0,
    };
    let mut over = ground.face_over(frame, Vec3::zeros());
    ground.clip(&mut over, height);
    ground.patch(&over, 4.0 * frame.half[k1] * frame.half[k2])
}
