//! Bodies that do not turn: a ray against the set of all differences of their points.
//!
//! The differences `c = b - a` of the points of two convex bodies fill a convex set, and bodies
//! that move straight meet where the ray from the origin against their relative motion enters it:
//! G. van den Bergen, Ray casting against general convex objects with application to continuous
//! collision detection, 2004. Three points of the set whose triangle the ray goes through are a
//! portal, and the farthest point beyond it makes a nearer one: G. Snethen, XenoCollide: complex
//! collision made simple, Game Programming Gems 7, 2008. Of bodies with vertices the last portal is
//! in a face of the set, so that few supports decide.
//!
//! Where we deviate, and why: nothing is believed of a portal. What counts is the plane that it
//! gives, along which the gap changes at a constant rate: with a bound on rounding it tells how
//! long bodies do not meet, however bad the portal was. Where the points of the portal do not show
//! that they are as near then as bodies that have met, the search by distances goes on from that
//! time.

use super::turned::Turned;
use super::{AIM, GAP_ROUNDING, Lie, MET, Motion, RigidImpact, boxes, impact};
use crate::Vec3;
use crate::impact::Outcome;
use crate::shape::SupportMap;

/// Supports until the ray is within a triangle, and until the triangle is a face. Bodies with
/// vertices need about ten in all; curved ones need some dozens, since a triangle that is half as
/// large is four times as near. What is not found by then is left to the search by distances.
const MAX_AROUND: usize = 24;
const MAX_NEARER: usize = 128;

/// Of these, what may be tried where the triangle is too thin to have a normal.
const MAX_THIN: usize = 14;

/// Products of four lengths in this range neither overflow nor lose digits.
const RANGE: std::ops::Range<f64> = 1e-60..1e60;

/// What a ray tells.
pub(super) enum Cast {
    /// Whether they meet within the step, and when.
    Known(RigidImpact),
    /// They do not meet before this time.
    Until(f64),
}

/// A point of the set of differences, the point of A, and along which direction they were farthest.
#[derive(Debug, Clone, Copy)]
pub(super) struct Corner {
    pub(super) c: Vec3,
    pub(super) a: Vec3,
    pub(super) normal: Vec3,
}

/// The plane that keeps the bodies apart longest so far.
#[derive(Debug, Clone, Copy)]
struct Plane {
    /// From B to A, of unit length, and by how far it keeps them apart at the start.
    normal: Vec3,
    gap: f64,
    /// How fast the gap closes.
    closing: f64,
}

/// Two bodies that move straight.
pub(super) struct Ray<'p, 'a, A, B> {
    pub(super) bodies: (&'p Turned<'a, A>, &'p Turned<'a, B>),
    /// From the origin of A to that of B at the start.
    pub(super) between: Vec3,
    /// The relative motion.
    pub(super) w: Vec3,
    /// What a gap may be off.
    rounding: f64,
    /// What gaps are brought down to.
    aim: f64,
    /// Bodies this near have met.
    met: f64,
}

/// When bodies that do not turn meet.
#[inline]
pub(super) fn cast<A: SupportMap, B: SupportMap>(
    a: &A,
    motion_a: &Motion,
    b: &B,
    motion_b: &Motion,
) -> Cast {
    let is_still = |motion: &Motion| motion.rotation == Vec3::zeros();
    let is_hard = || a.radius() + b.radius() == 0.0;
    if !(is_still(motion_a) && is_still(motion_b) && is_hard()) {
        return Cast::Until(0.0);
    }
    let turn = |motion: &Motion| *motion.start.rotation.to_rotation_matrix().matrix();
    let (a, b) = (&Turned::new(a, turn(motion_a)), &Turned::new(b, turn(motion_b)));
    let between = motion_b.start.translation.vector - motion_a.start.translation.vector;
    let w = motion_b.displacement - motion_a.displacement;
    let (speed, extent) = (w.norm(), a.reach() + b.reach() + between.norm());
    let extent = extent + speed;
    if !(RANGE.contains(&speed) && RANGE.contains(&extent)) {
        return Cast::Until(0.0);
    }
    let ray = Ray::new((a, b), [between, w], extent);
    let ends =
        |outcome, time, lie: &Lie| Cast::Known(impact(motion_a, (outcome, time), lie, ray.met));
    let found = boxes::meet(&ray).unwrap_or_else(|| ray.enter());
    match found {
        Ok((time, lie)) => ends(Outcome::Impact, time, &lie),
        Err(End::Apart(lie)) => ends(Outcome::None, 0.0, &lie),
        Err(End::Until(time)) => Cast::Until(time),
    }
}

/// Why the ray goes no farther.
pub(super) enum End {
    Apart(Lie),
    Until(f64),
}

impl<'p, 'a, A: SupportMap, B: SupportMap> Ray<'p, 'a, A, B> {
    /// Of bodies whose lengths are rounded as if they were as long as `extent`.
    #[inline(always)]
    pub(super) fn new(
        bodies: (&'p Turned<'a, A>, &'p Turned<'a, B>),
        [between, w]: [Vec3; 2],
        extent: f64,
    ) -> Self {
        let unit = f64::EPSILON * extent;
        let (rounding, aim) = (GAP_ROUNDING * unit, (GAP_ROUNDING + AIM * MET) * unit);
        Self { bodies, between, w, rounding, aim, met: MET * unit }
    }

    /// When the ray enters the set, and where.
    #[inline(always)]
    pub(super) fn enter(&self) -> Result<(f64, Lie), End> {
        self.portal().and_then(|(portal, plane)| self.narrow(portal, plane))
    }

    /// The farthest point along a direction, and how long its plane keeps the bodies apart; the end
    /// if it does so all the time.
    #[inline(always)]
    pub(super) fn touch(&self, n: &Vec3) -> Result<(Corner, f64), End> {
        let corner = self.support(n);
        let plane = self.plane(&corner);
        let time = self.until(&plane);
        if time > 1.0 { Err(self.apart(&plane, &corner)) } else { Ok((corner, time)) }
    }

    /// Whether points that are this far apart have met.
    #[inline(always)]
    pub(super) fn is_near(&self, apart: &Vec3) -> bool {
        // What is not a number is not.
        apart.norm() <= self.met - self.rounding
    }

    /// The point of the set that is farthest along a direction.
    #[inline(always)]
    fn support(&self, n: &Vec3) -> Corner {
        let (a, b) = self.bodies;
        let a = a.farthest(&-n);
        // The root of the length is taken beside those that shapes take.
        Corner { c: b.farthest(n) + self.between - a, a, normal: n * (1.0 / n.norm()) }
    }

    /// The plane through a farthest point.
    #[inline(always)]
    fn plane(&self, Corner { c, normal, .. }: &Corner) -> Plane {
        Plane { normal: *normal, gap: -normal.dot(c), closing: normal.dot(&self.w) }
    }

    /// Until when a plane keeps the bodies apart; beyond 1, all the time.
    #[inline(always)]
    fn until(&self, plane: &Plane) -> f64 {
        let open = plane.gap - self.aim;
        // Written so that what is not a number says nothing.
        let is_open = open > 0.0;
        if !is_open {
            return 0.0;
        }
        if open > plane.closing { f64::INFINITY } else { (open / plane.closing).next_down() }
    }

    /// They do not meet, as a plane shows.
    fn apart(&self, plane: &Plane, corner: &Corner) -> End {
        End::Apart(Lie {
            distance: plane.gap,
            point_a: corner.a,
            point_b: corner.a + corner.c,
            direction: -plane.normal,
        })
    }

    /// The farthest point along a direction, or the end if its plane keeps the bodies apart.
    #[inline(always)]
    fn probe(&self, n: &Vec3, best: &mut Plane) -> Result<Corner, End> {
        let corner = self.support(n);
        let plane = self.plane(&corner);
        if self.until(&plane) > 1.0 {
            return Err(self.apart(&plane, &corner));
        }
        if plane.closing > 0.0 && plane.gap * best.closing > best.gap * plane.closing {
            *best = plane;
        }
        Ok(corner)
    }

    /// Three points of the set around the ray, as seen along it.
    #[inline(always)]
    fn portal(&self) -> Result<([Corner; 3], Plane), End> {
        let w = self.w;
        let start = Plane { normal: w, gap: 0.0, closing: 1.0 };
        let best = &mut { start };
        // The foremost point; and where they move apart, the hindmost.
        let first = self.probe(&w, best)?;
        if w.dot(&first.c) > 0.0 {
            self.probe(&-w, best)?;
        }
        let square = |v: Vec3| v * w.norm_squared() - w * w.dot(&v);
        let towards = square(-first.c);
        let mut second = self.probe(&towards, best)?;
        // On the side of the line from the first to the second point where the ray is.
        let mut side = w.cross(&(second.c - first.c));
        if side.dot(&first.c) > 0.0 {
            side = -side;
        }
        let mut third = self.probe(&side, best)?;
        for _ in 0..MAX_AROUND {
            let mut beyond = w.cross(&(third.c - first.c));
            if beyond.dot(&(second.c - first.c)) > 0.0 {
                beyond = -beyond;
            }
            if beyond.dot(&first.c) < 0.0 {
                (second, third) = (third, self.probe(&beyond, best)?);
                continue;
            }
            let mut outward = w.cross(&(third.c - second.c));
            if outward.dot(&(first.c - second.c)) > 0.0 {
                outward = -outward;
            }
            if outward.dot(&second.c) >= 0.0 {
                return Ok(([first, second, third], *best));
            }
            let next = self.probe(&outward, best)?;
            let mut between = w.cross(&(next.c - first.c));
            if between.dot(&(second.c - first.c)) > 0.0 {
                between = -between;
            }
            if between.dot(&first.c) < 0.0 {
                second = next;
            } else {
                third = next;
            }
        }
        Err(End::Until(self.until(best)))
    }

    /// Goes on to nearer portals until one is in a face.
    ///
    /// A triangle that is all but a line, as where a side line of a cylinder meets a rim, has no
    /// good normal. There the normals of its corners help, blended, and square to its longest side.
    #[inline(always)]
    fn narrow(&self, mut portal: [Corner; 3], mut best: Plane) -> Result<(f64, Lie), End> {
        let w = &self.w;
        let mut thin = 0;
        for _ in 0..MAX_NEARER {
            let mut n = normal(&portal);
            if n.dot(w) < 0.0 {
                portal.swap(1, 2);
                n = -n;
            }
            let gap = -n.dot(&portal[0].c);
            if gap < 0.0 {
                // Its points are beyond the start.
                return Err(End::Until(0.0));
            }
            let left = gap / n.dot(w) * best.closing - best.gap;
            // Written so that what is not a number is looked at.
            let is_far = left > self.rounding;
            if thin > 0 || !is_far {
                if let Some(met) = self.met(&portal, &best) {
                    return Ok(met);
                }
                thin += 1;
            }
            if thin > MAX_THIN {
                break;
            }
            let by_corners = thin % 2 == 1;
            let next = if by_corners { self.blended(&portal) } else { n };
            let next = self.probe(&next, &mut best)?;
            let is_nearer = n.dot(&(next.c - portal[0].c)) > 0.5 * self.rounding * n.norm();
            if thin == 0 && !is_nearer {
                thin = 1;
            }
            // The one of the three triangles with the new point that the ray goes through.
            let turns = portal.map(|corner| w.dot(&next.c.cross(&corner.c)));
            let Some(i) = (0..3).find(|&i| turns[i] >= 0.0 && turns[(i + 1) % 3] <= 0.0) else {
                break;
            };
            portal[(i + 2) % 3] = next;
        }
        Err(End::Until(self.until(&best)))
    }

    /// The normals of the corners, by where the ray is between them, square to the longest side.
    fn blended(&self, portal: &[Corner; 3]) -> Vec3 {
        let weights = shares(portal, |p, q| self.w.dot(&p.cross(q)));
        let blend = (0..3).fold(Vec3::zeros(), |sum, i| sum + portal[i].normal * weights[i]);
        let (_, _, side) = longest(portal);
        blend - side * (blend.dot(&side) / side.norm_squared())
    }

    /// They meet at a plane, if the points of the portal are near enough then: that which is
    /// nearest, by weights that are made good along the longest side, where a thin triangle has few
    /// digits.
    #[inline(always)]
    fn met(&self, portal: &[Corner; 3], plane: &Plane) -> Option<(f64, Lie)> {
        let time = self.until(plane);
        let moved = portal.map(|corner| Corner { c: corner.c + self.w * time, ..corner });
        let weights = shares(&moved, |p, q| plane.normal.dot(&p.cross(q)));
        let blend = |of: fn(&Corner) -> Vec3| {
            (0..3).fold(Vec3::zeros(), |all, i| all + of(&moved[i]) * weights[i])
        };
        let (i, j, side) = longest(&moved);
        let apart = blend(|corner| corner.c);
        // Written so that what is not a number comes through.
        let by = (-apart.dot(&side) / side.norm_squared()).max(-weights[j]).min(weights[i]);
        let (apart, point_a) =
            (apart + side * by, blend(|corner| corner.a) + (moved[j].a - moved[i].a) * by);
        // Written so that what is not a number is left to the search.
        if !(time > 0.0 && self.is_near(&apart)) {
            return None;
        }
        let direction = -plane.normal;
        let distance = apart.dot(&direction);
        Some((time, Lie { distance, point_a, point_b: point_a + apart, direction }))
    }
}

/// Square to a portal.
#[inline(always)]
fn normal([p, q, r]: &[Corner; 3]) -> Vec3 {
    (q.c - p.c).cross(&(r.c - p.c))
}

/// The longest side of a portal: its ends, and the way from the first to the second.
#[inline(always)]
fn longest(portal: &[Corner; 3]) -> (usize, usize, Vec3) {
    let side = |i: usize| portal[(i + 1) % 3].c - portal[i].c;
    let sides = [side(0), side(1), side(2)];
    let lengths = sides.map(|side| side.norm_squared());
    let i = if lengths[0] >= lengths[1].max(lengths[2]) {
        0
    } else {
        1 + usize::from(lengths[2] > lengths[1])
    };
    (i, (i + 1) % 3, sides[i])
}

/// The weights of corners from the areas opposite to them, as seen along a line through the origin.
#[inline(always)]
fn shares(portal: &[Corner; 3], area: impl Fn(&Vec3, &Vec3) -> f64) -> [f64; 3] {
    let areas = [0, 1, 2].map(|i| area(&portal[(i + 1) % 3].c, &portal[(i + 2) % 3].c).max(0.0));
    let sum = areas[0] + areas[1] + areas[2];
    areas.map(|area| area / sum)
}
