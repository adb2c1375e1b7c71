//! Witness points: where on the nearest face the origin has its foot.

use super::kernel::Kernel;
use super::polytope::Polytope;
use crate::Vec3;

/// A face, by the positions of its corners, with the weights of a point on it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Foot {
    pub(crate) corners: [usize; 3],
    pub(crate) weights: [f64; 3],
    /// The largest coordinate by which the blended corners miss the point.
    pub(crate) miss: f64,
}

/// The foot `t` of the origin on the faces that are no farther than `offset_limit`: the one that it
/// hits best, since several may lie in one plane.
pub(crate) fn foot<K: Kernel>(
    polytope: &Polytope<K>,
    round: impl Fn(&K::Point) -> Vec3,
    t: &Vec3,
    offset_limit: f64,
) -> Option<Foot> {
    let mut best: Option<Foot> = None;
    for (plane, face) in polytope.faces() {
        if K::offset(plane) > offset_limit {
            continue;
        }
        let corners = face.corners.map(usize::from);
        let [p, q, r] = corners.map(|i| round(&polytope.points()[i]));
        let (weights, miss) = blend(&p, &q, &r, t);
        if best.as_ref().is_none_or(|other| miss < other.miss) {
            best = Some(Foot { corners, weights, miss });
        }
    }
    best
}

/// The weights of the point of a triangle nearest to `t`, nearly: what lies outside is cut off. And
/// how far the blended corners are from `t`.
pub(crate) fn blend(p: &Vec3, q: &Vec3, r: &Vec3, t: &Vec3) -> ([f64; 3], f64) {
    let n = (q - p).cross(&(r - p));
    let (tp, tq, tr) = (p - t, q - t, r - t);
    let areas = [n.dot(&tq.cross(&tr)), n.dot(&tr.cross(&tp)), n.dot(&tp.cross(&tq))];
    let areas = areas.map(|area| if area > 0.0 { area } else { 0.0 });
    let sum = areas[0] + areas[1] + areas[2];
    let weights = if sum > 0.0 { areas.map(|area| area / sum) } else { [1.0, 0.0, 0.0] };
    let off = tp * weights[0] + tq * weights[1] + tr * weights[2];
    (weights, off.amax())
}
