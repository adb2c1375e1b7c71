//! The region of the sphere that may still hold a separating direction.
//!
//! Every known point `s` of the Minkowski difference leaves only the directions `u` with `u.s > 0`:
//! an open hemisphere. The region is what all of them have in common: at first the sphere, then a
//! hemisphere, from two on a convex spherical polygon. A lune, which has two corners only, gets a
//! straight corner in the middle of each edge, and so does any edge of almost half a turn: then all
//! polygons are alike, and none needs a rule of its own.

use smallvec::SmallVec;

use super::signs::{RegionCorner, Signs, Site};
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
    Polygon,
}

/// A convex region of the sphere.
pub(crate) struct Region<S: Signs> {
    kind: Kind,
    /// What bounds a hemisphere.
    pole: Site,
    /// The corners of the polygon, in the half that `turn` tells; the other is for the next cut.
    corners: [SmallVec<[RegionCorner<S::Origin>; USUAL]>; 2],
    turn: usize,
}

impl<S: Signs> Region<S> {
    /// All directions.
    #[inline(always)]
    pub(crate) fn sphere() -> Self {
        let nowhere = Site { s: Vec3::zeros(), ids: [0; 2] };
        Self {
            kind: Kind::Sphere,
            pole: nowhere,
            corners: [SmallVec::new_const(), SmallVec::new_const()],
            turn: 0,
        }
    }

    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    /// The site that bounds a hemisphere.
    pub(crate) fn pole(&self) -> &Site {
        &self.pole
    }

    /// The corners of a polygon.
    #[inline(always)]
    pub(crate) fn corners(&self) -> &[RegionCorner<S::Origin>] {
        &self.corners[self.turn]
    }

    /// The sites that bound the region, each once.
    pub(crate) fn bounds(&self) -> SmallVec<[Site; USUAL]> {
        let mut sites: SmallVec<[Site; USUAL]> = match self.kind {
            Kind::Sphere => SmallVec::new(),
            Kind::Hemisphere => [self.pole].into_iter().collect(),
            Kind::Polygon => self.corners().iter().map(|corner| corner.outgoing).collect(),
        };
        // Straight corners are on the same edge as the corner before them.
        sites.dedup_by_key(|site| site.ids);
        sites
    }

    /// A direction near the middle of the region; of a large one, near `lean`.
    ///
    /// The average of the corners, as in the paper.
    #[inline(always)]
    pub(crate) fn center(&self, lean: &Vec3) -> Vec3 {
        match self.kind {
            Kind::Sphere => *lean,
            Kind::Hemisphere => bisector(&self.pole.s, lean),
            Kind::Polygon => {
                let mut sum = Vec3::zeros();
                for corner in self.corners() {
                    sum += corner.direction;
                }
                sum
            }
        }
    }

    /// Takes away the directions on the wrong side of the site; `unit` is eps times the extent.
    #[inline(always)]
    pub(crate) fn cut(&mut self, signs: &S, site: &Site, unit: f64) -> Cut {
        match self.kind {
            Kind::Polygon => self.cut_polygon(signs, site, unit),
            Kind::Hemisphere => self.cut_hemisphere(signs, site),
            Kind::Sphere => {
                if signs.is_origin(site) {
                    return Cut::Empty;
                }
                (self.kind, self.pole) = (Kind::Hemisphere, *site);
                Cut::Smaller
            }
        }
    }

    #[inline(always)]
    fn cut_hemisphere(&mut self, signs: &S, site: &Site) -> Cut {
        match signs.across(&self.pole, site) {
            Ok(across) => {
                self.kind = Kind::Polygon;
                let corners = signs.lune(&across, &self.pole, site);
                self.corners[self.turn].extend(corners);
                Cut::Smaller
            }
            Err(along) if along > 0.0 => Cut::Unchanged,
            Err(_) => Cut::Empty,
        }
    }

    #[inline(always)]
    fn cut_polygon(&mut self, signs: &S, site: &Site, unit: f64) -> Cut {
        let (now, next) = two(&mut self.corners, self.turn);
        let noise = S::NOISE * unit;
        let (mut above, mut below) = (false, false);
        for corner in now.iter_mut() {
            let height = signs.height(corner, site);
            corner.height = height;
            above |= height > noise;
            below |= height < -noise;
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
        let enter = signs.enter(&now[back(first)], &now[first], site);
        next.push(enter);
        let mut last = first;
        next.push(now[last]);
        while kept(on(last)) {
            last = on(last);
            next.push(now[last]);
        }
        let leave = signs.leave(&now[last], &now[on(last)], site);
        next.push(leave);
        if leave.direction.dot(&enter.direction) < S::OPPOSITE {
            next.extend(signs.middle(&leave));
        }
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
