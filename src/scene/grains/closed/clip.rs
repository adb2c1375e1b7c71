//! The part of a face of one box that is over a face of another, cut off above a height
//! (I. E. Sutherland, G. W. Hodgman, Reentrant polygon clipping, CACM 17, 1974,
//! doi:10.1145/360767.360802), with a name for each corner that lasts while both faces move.

/// A quadrilateral that is cut by five planes has at most nine corners.
const MAX_CORNERS: usize = 10;

/// How many borders can cut; the names of corners are below `4 + (4 + CUTS) * CUTS`.
const CUTS: u32 = 5;

/// A corner: two coordinates in the plane of the face below, the height over it.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::scene) struct Corner {
    pub(in crate::scene) at: [f64; 3],
    /// Where it comes from: a corner of the face above, or an edge and what cuts it.
    pub(in crate::scene) name: u32,
    /// The edge to the next corner: of the face above, or the number of the cut behind these.
    edge: u32,
}

/// A convex polygon.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene) struct Polygon {
    corners: [Corner; MAX_CORNERS],
    len: usize,
}

impl Polygon {
    /// A face by its corners, counterclockwise or clockwise.
    pub(in crate::scene) fn new(face: [[f64; 3]; 4]) -> Self {
        let mut corners = [Corner::default(); MAX_CORNERS];
        for (corner, (at, k)) in corners.iter_mut().zip(face.into_iter().zip(0..)) {
            *corner = Corner { at, name: k, edge: k };
        }
        Self { corners, len: 4 }
    }

    pub(in crate::scene) fn corners(&self) -> &[Corner] {
        &self.corners[..self.len]
    }

    /// Keeps what is at least 0 by a function that is linear in space.
    pub(in crate::scene) fn cut(&mut self, number: u32, inside: impl Fn(&[f64; 3]) -> f64) {
        let old = *self;
        let values = {
            let mut values = [0.0; MAX_CORNERS];
            for (value, corner) in values.iter_mut().zip(old.corners()) {
                *value = inside(&corner.at);
            }
            values
        };
        if values[..old.len].iter().all(|value| *value >= 0.0) {
            return;
        }
        self.len = 0;
        for i in 0..old.len {
            let j = (i + 1) % old.len;
            let (from, to) = (old.corners[i], old.corners[j]);
            let (here, there) = (values[i], values[j]);
            if here >= 0.0 {
                self.push(from);
            }
            if (here >= 0.0) != (there >= 0.0) {
                let t = here / (here - there);
                let at = [0, 1, 2].map(|k| from.at[k] + (to.at[k] - from.at[k]) * t);
                let name = 4 + from.edge * CUTS + number;
                // What leaves goes on along the cut.
                let edge = if here >= 0.0 { 4 + number } else { from.edge };
                self.push(Corner { at, name, edge });
            }
        }
    }

    /// Takes the rounding off corners that were cut at a height.
    pub(in crate::scene) fn lower(&mut self, height: f64) {
        let corners = self.corners[..self.len].iter_mut();
        corners.for_each(|corner| corner.at[2] = corner.at[2].min(height));
    }

    fn push(&mut self, corner: Corner) {
        // Rounding can make more of a sliver than there can be.
        if self.len < MAX_CORNERS {
            self.corners[self.len] = corner;
            self.len += 1;
        }
    }

    /// Its area as seen from above.
    pub(in crate::scene) fn area(&self) -> f64 {
        let list = self.corners();
        let Some(first) = list.first() else { return 0.0 };
        let triangles = list.windows(2).map(|pair| doubled(first, &pair[0], &pair[1]));
        0.5 * triangles.sum::<f64>().abs()
    }

    /// At most four of its corners in order: the lowest, the farthest from it, and those that are
    /// farthest from the line between them on both sides.
    pub(in crate::scene) fn four(&self) -> ([Corner; 4], usize) {
        let list = self.corners();
        let mut kept = [Corner::default(); 4];
        if list.len() <= 4 {
            kept[..list.len()].copy_from_slice(list);
            return (kept, list.len());
        }
        let best = |value: &dyn Fn(&Corner) -> f64| {
            (1..list.len()).fold(0, |b, i| if value(&list[i]) > value(&list[b]) { i } else { b })
        };
        let low = best(&|corner| -corner.at[2]);
        let far = best(&|corner| {
            let [x, y] = [0, 1].map(|k| corner.at[k] - list[low].at[k]);
            x * x + y * y
        });
        let left = best(&|corner| doubled(&list[low], &list[far], corner));
        let right = best(&|corner| -doubled(&list[low], &list[far], corner));
        let mut chosen = [low, far, left, right];
        chosen.sort_unstable();
        let mut len = 0;
        for (k, &i) in chosen.iter().enumerate() {
            if k == 0 || chosen[k - 1] != i {
                kept[len] = list[i];
                len += 1;
            }
        }
        (kept, len)
    }
}

/// Twice the area of a triangle as seen from above, with a sign.
pub(in crate::scene) fn doubled(a: &Corner, b: &Corner, c: &Corner) -> f64 {
    let [ux, uy] = [b.at[0] - a.at[0], b.at[1] - a.at[1]];
    let [vx, vy] = [c.at[0] - a.at[0], c.at[1] - a.at[1]];
    ux * vy - uy * vx
}
