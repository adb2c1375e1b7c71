//! The region of the sphere that may still hold a separating direction.
//!
//! Every known point `s` of the Minkowski difference leaves only the directions `u` with `u.s > 0`:
//! an open hemisphere. The region is what all of them have in common: at first the sphere, then a
//! hemisphere, a lune between two of them, and from three on (unless they lie in one plane) a convex
//! spherical polygon.

use smallvec::SmallVec;

use super::signs::{Corner, Signs, Site};
use crate::Vec3;

/// The corners a polygon has room for without allocation. Each cut takes away at least one corner
/// and adds two; since it goes through the middle, about half of them go.
const USUAL: usize = 10;

/// What a cut did to the region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cut {
    /// Part of it is gone.
    Smaller,
    /// All of it was on the right side.
    Unchanged,
    /// Nothing is left: the known points hold the origin between them.
    Empty,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Sphere,
    /// Bounded by the first site.
    Hemisphere,
    /// Bounded by both sites.
    Lune,
    Polygon,
}

/// A convex region of the sphere.
pub(crate) struct Region<S: Signs> {
    kind: Kind,
    sites: [Site; 2],
    /// The vector product of the sites of a lune.
    across: Vec3,
    /// The corners of the polygon, in the half that `turn` tells; the other is for the next cut.
    corners: [SmallVec<[Corner<S::Origin>; USUAL]>; 2],
    turn: usize,
}

impl<S: Signs> Region<S> {
    /// All directions.
    #[inline(always)]
    pub(crate) fn sphere() -> Self {
        let nowhere = Site { s: Vec3::zeros(), ids: [0; 2] };
        Self {
            kind: Kind::Sphere,
            sites: [nowhere; 2],
            across: Vec3::zeros(),
            corners: [SmallVec::new_const(), SmallVec::new_const()],
            turn: 0,
        }
    }

    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    /// The sites of a hemisphere or lune.
    pub(crate) fn sites(&self) -> &[Site; 2] {
        &self.sites
    }

    /// The corners of a polygon.
    #[inline(always)]
    pub(crate) fn corners(&self) -> &[Corner<S::Origin>] {
        &self.corners[self.turn]
    }

    /// The sites that bound the region.
    pub(crate) fn bounds(&self) -> SmallVec<[Site; USUAL]> {
        match self.kind {
            Kind::Sphere => SmallVec::new(),
            Kind::Hemisphere => self.sites[..1].iter().copied().collect(),
            Kind::Lune => self.sites.iter().copied().collect(),
            Kind::Polygon => self.corners().iter().map(|corner| corner.outgoing).collect(),
        }
    }

    /// A direction near the middle of the region; of a large one, near `lean`.
    ///
    /// The average of the corners, as in the paper. A lune has no corners to average: the middle
    /// between its two poles will do.
    #[inline(always)]
    pub(crate) fn center(&self, lean: &Vec3) -> Vec3 {
        let [p, q] = [&self.sites[0].s, &self.sites[1].s];
        match self.kind {
            Kind::Sphere => *lean,
            Kind::Hemisphere => bisector(p, lean),
            Kind::Lune => bisector(p, q),
            Kind::Polygon => {
                let mut sum = Vec3::zeros();
                for corner in self.corners() {
                    sum += corner.direction;
                }
                sum
            }
        }
    }

    /// Takes away the directions on the wrong side of the site.
    #[inline(always)]
    pub(crate) fn cut(&mut self, signs: &S, site: &Site) -> Cut {
        match self.kind {
            Kind::Polygon => self.cut_polygon(signs, site),
            Kind::Lune => self.cut_lune(signs, site),
            Kind::Hemisphere => self.cut_hemisphere(signs, site),
            Kind::Sphere => {
                if signs.is_origin(site) {
                    return Cut::Empty;
                }
                (self.kind, self.sites[0]) = (Kind::Hemisphere, *site);
                Cut::Smaller
            }
        }
    }

    #[inline(always)]
    fn cut_hemisphere(&mut self, signs: &S, r: &Site) -> Cut {
        match signs.across(&self.sites[0], r) {
            Ok(across) => {
                (self.kind, self.sites[1], self.across) = (Kind::Lune, *r, across);
                Cut::Smaller
            }
            Err(along) if along > 0.0 => Cut::Unchanged,
            Err(_) => Cut::Empty,
        }
    }

    #[inline(always)]
    fn cut_lune(&mut self, signs: &S, r: &Site) -> Cut {
        let [p, q] = self.sites;
        let volume = signs.volume(&self.across, &p, &q, r);
        if volume == 0.0 {
            return self.turn_lune(signs, r);
        }
        // In the order in which every two of them have the inside on the same hand.
        let [p, q] = if volume > 0.0 { [p, q] } else { [q, p] };
        self.kind = Kind::Polygon;
        let corners = &mut self.corners[self.turn];
        corners.clear();
        for [incoming, outgoing] in [[&p, &q], [&q, r], [r, &p]] {
            corners.push(signs.corner(incoming, outgoing));
        }
        Cut::Smaller
    }

    /// A cut along a great circle through both tips of the lune leaves a lune.
    #[cold]
    fn turn_lune(&mut self, signs: &S, r: &Site) -> Cut {
        let [p, q] = self.sites;
        let [inside_p, inside_q] = signs.inner_sides(&self.across, &p, &q, r);
        let replaced = match (inside_p > 0.0, inside_q > 0.0) {
            (true, false) if inside_q < 0.0 => 1,
            (false, true) if inside_p < 0.0 => 0,
            (false, false) => return Cut::Empty,
            _ => return Cut::Unchanged,
        };
        self.sites[replaced] = *r;
        match signs.across(&self.sites[0], &self.sites[1]) {
            Ok(across) => self.across = across,
            // Opposite sites: the origin is between them.
            Err(_) => return Cut::Empty,
        }
        Cut::Smaller
    }

    #[inline(always)]
    fn cut_polygon(&mut self, signs: &S, site: &Site) -> Cut {
        let (now, next) = two(&mut self.corners, self.turn);
        let (mut above, mut below) = (false, false);
        for corner in now.iter_mut() {
            let height = signs.height(corner, site);
            corner.height = height;
            above |= height > 0.0;
            below |= height < 0.0;
        }
        if !above {
            return Cut::Empty;
        }
        if !below {
            return Cut::Unchanged;
        }
        // The kept corners follow each other: those from `first` to `last`, round the end.
        let now = &now[..];
        let back = |i: usize| if i == 0 { now.len() - 1 } else { i - 1 };
        let on = |i: usize| if i + 1 == now.len() { 0 } else { i + 1 };
        let kept = |i: usize| now[i].height > 0.0;
        let mut first = 0;
        while !kept(first) {
            first += 1;
        }
        while kept(back(first)) {
            first = back(first);
        }
        next.clear();
        next.push(signs.enter(&now[back(first)], &now[first], site));
        let mut last = first;
        next.push(now[last]);
        while kept(on(last)) {
            last = on(last);
            next.push(now[last]);
        }
        next.push(signs.leave(&now[last], &now[on(last)], site));
        self.turn ^= 1;
        Cut::Smaller
    }
}

/// The two halves of a pair, the one with this index first.
#[inline(always)]
fn two<T>(pair: &mut [T; 2], first: usize) -> (&mut T, &mut T) {
    let [p, q] = pair;
    if first == 0 { (p, q) } else { (q, p) }
}

/// The direction half-way between two; the first if they are opposite.
#[inline(always)]
fn bisector(p: &Vec3, q: &Vec3) -> Vec3 {
    let sum = p * q.norm() + q * p.norm();
    if sum == Vec3::zeros() { *p } else { sum }
}
