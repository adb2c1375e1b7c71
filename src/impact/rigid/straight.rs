//! Bodies that do not turn: a ray against the set of all differences of their points.
//!
//! The differences `c = b - a` of the points of two convex bodies fill a convex set, and bodies that
//! move straight meet where the ray from the origin against their relative motion enters it: G. van
//! den Bergen, Ray casting against general convex objects with application to continuous collision
//! detection, 2004. Three points of the set whose triangle the ray goes through are a portal, and
//! the farthest point beyond it makes a nearer one: G. Snethen, XenoCollide: complex collision made
//! simple, Game Programming Gems 7, 2008. Of bodies with vertices the last portal is in a face of the
//! set, so that few supports decide.
//!
//! Where we deviate, and why: nothing is believed of a portal. What counts is the plane that it
//! gives, along which the gap changes at a constant rate: with a bound on rounding it tells how
//! long bodies do not meet, however bad the portal was. Where the points of the portal do not show that they
//! are as near then as bodies that have met, the search by distances goes on from that time.

use super::gap::Body;
use super::{AIM, GAP_ROUNDING, MET, Pair};
use crate::shape::SupportMap;
use crate::{Answer, Vec3};

/// Supports until the ray is within a triangle, and until the triangle is a face. Bodies with
/// vertices need about ten in all; curved ones need some dozens, since a triangle that is half as large
/// is four times as near. What is not found by then is left to the search by distances.
const MAX_AROUND: usize = 24;
const MAX_NEARER: usize = 128;

/// Products of four lengths in this range neither overflow nor lose digits.
const RANGE: std::ops::Range<f64> = 1e-60..1e60;

/// What a ray tells.
pub(super) enum Cast {
    /// The bodies do not meet within the step.
    Apart(Lie),
    /// They meet at this time, and lie like this.
    Met(f64, Lie),
    /// They do not meet before this time.
    Until(f64),
}

/// How the bodies lie.
pub(super) struct Lie {
    pub(super) distance: f64,
    pub(super) point_a: Vec3,
    pub(super) point_b: Vec3,
    /// From A to B.
    pub(super) direction: Vec3,
}

impl Lie {
    pub(super) fn answer(self) -> Answer {
        let Self { distance, point_a, point_b, direction } = self;
        Answer { distance, point_a, point_b, direction, ..Answer::default() }
    }
}

/// A point of the set of differences, and the point of A.
#[derive(Debug, Clone, Copy)]
struct Corner {
    c: Vec3,
    a: Vec3,
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
struct Ray<'p, 'a, A, B> {
    pair: &'p Pair<'a, A, B>,
    /// The relative motion.
    w: Vec3,
    /// What a gap may be off.
    rounding: f64,
    /// What gaps are brought down to.
    aim: f64,
}

/// When bodies that do not turn meet.
pub(super) fn cast<A: SupportMap, B: SupportMap>(pair: &Pair<A, B>) -> Cast {
    let w = pair.between[1];
    let is_straight = pair.a.angle == 0.0 && pair.b.angle == 0.0;
    let is_hard = pair.a.radius + pair.b.radius == 0.0;
    let is_good = RANGE.contains(&w.norm()) && RANGE.contains(&pair.extent);
    if !(is_straight && is_hard && is_good) {
        return Cast::Until(0.0);
    }
    let unit = f64::EPSILON * pair.extent;
    let (rounding, aim) = (GAP_ROUNDING * unit, (GAP_ROUNDING + AIM * MET) * unit);
    let ray = Ray { pair, w, rounding, aim };
    match ray.portal() {
        Ok((portal, plane)) => ray.narrow(portal, plane),
        Err(cast) => cast,
    }
}

impl<A: SupportMap, B: SupportMap> Ray<'_, '_, A, B> {
    /// The point of the set that is farthest along a direction.
    #[inline(always)]
    fn support(&self, n: &Vec3) -> Corner {
        let (a, b) = (&self.pair.a, &self.pair.b);
        let a = farthest(a, &-n);
        Corner { c: farthest(b, n) + self.pair.between[0] - a, a }
    }

    /// The plane through a farthest point along a direction.
    #[inline(always)]
    fn plane(&self, n: &Vec3, corner: &Corner) -> Plane {
        let normal = n / n.norm();
        Plane { normal, gap: -normal.dot(&corner.c), closing: normal.dot(&self.w) }
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
    fn apart(&self, plane: &Plane, corner: &Corner) -> Cast {
        Cast::Apart(Lie {
            distance: plane.gap,
            point_a: corner.a,
            point_b: corner.a + corner.c,
            direction: -plane.normal,
        })
    }

    /// The farthest point along a direction, or the end if its plane keeps the bodies apart.
    #[inline(always)]
    fn probe(&self, n: &Vec3, best: &mut Plane) -> Result<Corner, Cast> {
        let corner = self.support(n);
        let plane = self.plane(n, &corner);
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
    fn portal(&self) -> Result<([Corner; 3], Plane), Cast> {
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
        Err(Cast::Until(self.until(best)))
    }

    /// Goes on to nearer portals until one is in a face.
    #[inline(always)]
    fn narrow(&self, mut portal: [Corner; 3], mut best: Plane) -> Cast {
        let w = &self.w;
        for _ in 0..MAX_NEARER {
            let [p, q, r] = portal;
            let mut n = (q.c - p.c).cross(&(r.c - p.c));
            if n.dot(w) < 0.0 {
                portal.swap(1, 2);
                n = -n;
            }
            let next = match self.probe(&n, &mut best) {
                Ok(next) => next,
                Err(cast) => return cast,
            };
            // Written so that what is not a number ends it.
            let is_nearer = n.dot(&(next.c - p.c)) > self.rounding * n.norm();
            if !is_nearer {
                return self.met(&portal, &self.plane(&n, &next));
            }
            // The one of the three triangles with the new point that the ray goes through.
            let turns = portal.map(|corner| w.dot(&next.c.cross(&corner.c)));
            let Some(i) = (0..3).find(|&i| turns[i] >= 0.0 && turns[(i + 1) % 3] <= 0.0) else {
                break;
            };
            portal[(i + 2) % 3] = next;
        }
        Cast::Until(self.until(&best))
    }

    /// They meet at the plane of a portal, if its points are near enough then.
    #[inline(always)]
    fn met(&self, portal: &[Corner; 3], plane: &Plane) -> Cast {
        let time = self.until(plane);
        let areas = [0, 1, 2].map(|i| {
            let [p, q] = [portal[(i + 1) % 3].c, portal[(i + 2) % 3].c];
            self.w.dot(&p.cross(&q)).max(0.0)
        });
        let sum = areas[0] + areas[1] + areas[2];
        let blend = |of: fn(&Corner) -> Vec3| {
            (0..3).fold(Vec3::zeros(), |all, i| all + of(&portal[i]) * (areas[i] / sum))
        };
        let point_a = blend(|corner| corner.a);
        let apart = blend(|corner| corner.c) + self.w * time;
        let met = MET * f64::EPSILON * self.pair.extent;
        // Written so that what is not a number is left to the search.
        let is_near = time > 0.0 && apart.norm() <= met - self.rounding;
        if !is_near {
            return Cast::Until(time);
        }
        let direction = -plane.normal;
        let distance = apart.dot(&direction);
        Cast::Met(time, Lie { distance, point_a, point_b: point_a + apart, direction })
    }
}

/// The point of a body that is farthest along a direction, from the origin of its frame.
#[inline(always)]
fn farthest<S: SupportMap>(body: &Body<S>, n: &Vec3) -> Vec3 {
    let direction = body.start.tr_mul(n);
    if body.vertices.count == 0 {
        return body.start * body.shape.support(&direction, &Vec3::zeros(), 0).point;
    }
    let mut found = (f64::NEG_INFINITY, [0.0; 3]);
    for &point in body.vertices.points() {
        let height = direction.dot(&Vec3::from(point));
        if height > found.0 {
            found = (height, point);
        }
    }
    body.start * Vec3::from(found.1)
}
