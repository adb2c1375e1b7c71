//! The signs on which the clipping of a spherical region hangs: in f64, or beyond doubt (see
//! [`super::exact`]).

use super::decision::Axis;
use super::region::Region;
use crate::Vec3;
use crate::convex::boolean::tolerances::SQUARE;
use crate::convex::tolerances::LOWER_BOUND_ROUNDING;

/// A point of the Minkowski difference, which bounds the region by `u.s >= 0`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Site {
    pub(crate) s: Vec3,
    /// The vertices of A and B whose difference it is.
    pub(crate) ids: [u32; 2],
}

/// Names a point inside the difference: see
/// [`Difference::inside`](crate::convex::difference::Difference::inside).
pub(crate) const INSIDE: [u32; 2] = [u32::MAX; 2];

/// A corner of a spherical polygon.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RegionCorner<E> {
    /// Of unit length.
    pub(crate) direction: Vec3,
    /// The site whose great circle leads on to the next corner.
    pub(crate) outgoing: Site,
    /// How high the newest site lies above its plane.
    pub(crate) height: f64,
    /// What exact signs need to know.
    pub(crate) origin: E,
}

impl<E> RegionCorner<E> {
    #[inline(always)]
    pub(crate) fn new(direction: Vec3, outgoing: &Site, origin: E) -> Self {
        Self { direction, outgoing: *outgoing, height: 0.0, origin }
    }
}

/// What to do when a step of the search cut nothing off.
pub(crate) enum Stalled {
    /// Rounding stands in the way: the bodies touch as far as f64 can tell.
    GiveUp,
    /// A direction separates the bodies.
    Separated(Axis),
    /// The vertices of a site that does cut something off.
    Cut([u32; 2]),
}

/// How signs are decided. Of every number returned, only the sign is sure.
pub(crate) trait Signs: Sized {
    /// What a corner remembers.
    type Origin: Copy;

    /// What the heights of a support plane may be off by, in eps times the extent, before the plane
    /// counts as separating.
    const ROUNDING: f64;

    /// What the height of a site above the plane of a corner may be off by, in eps times the
    /// extent: a cut that is no deeper is none.
    const NOISE: f64;

    /// An edge gets a straight corner if the inner product of its ends is less than this.
    const OPPOSITE: f64;

    /// The means of more vertices than this are too inexact to be sites.
    const MAX_INSIDE: usize;

    /// A mean that is nearer to the origin than this, times the extent, is no use as a site.
    const MIN_INSIDE: f64;

    /// The extent against which rounding is measured, from the largest local coordinate met so far.
    fn extent(&self, met: f64) -> f64;

    /// Whether the site is the origin.
    fn is_origin(&self, p: &Site) -> bool;

    /// The vector product of two sites, or how they point if it is zero: positive for the same way,
    /// negative for opposite ways, or where one of them is zero.
    fn across(&self, p: &Site, q: &Site) -> Result<Vec3, f64>;

    /// The corners of the lune between two sites: its tips, and a straight corner on each edge.
    fn lune(&self, across: &Vec3, p: &Site, q: &Site) -> [RegionCorner<Self::Origin>; 4];

    /// The straight corner a quarter turn on along the edge that leaves a corner; `None` if the
    /// corner is a straight one itself, so that the opposite one cannot be in the region.
    fn middle(&self, from: &RegionCorner<Self::Origin>) -> Option<RegionCorner<Self::Origin>>;

    /// How high a site lies above the plane of a corner.
    fn height(&self, corner: &RegionCorner<Self::Origin>, site: &Site) -> f64;

    /// The corner where the great circle of the new site leaves the polygon: after `kept`.
    fn leave(
        &self,
        kept: &RegionCorner<Self::Origin>,
        cut: &RegionCorner<Self::Origin>,
        new: &Site,
    ) -> RegionCorner<Self::Origin>;

    /// The corner where it enters again: before `kept`.
    fn enter(
        &self,
        cut: &RegionCorner<Self::Origin>,
        kept: &RegionCorner<Self::Origin>,
        new: &Site,
    ) -> RegionCorner<Self::Origin>;

    /// Called when a support point at the region's centre cut nothing off.
    fn stalled(&self, region: &Region<Self>) -> Stalled;
}

/// Signs as f64 has them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlainSigns;

impl Signs for PlainSigns {
    type Origin = ();
    const ROUNDING: f64 = LOWER_BOUND_ROUNDING;
    const NOISE: f64 = 2.0;
    const MAX_INSIDE: usize = usize::MAX;
    const MIN_INSIDE: f64 = 0.0;

    /// The height half-way along an edge is the sum of those at its ends, over their distance from
    /// being opposite, and so is its rounding: here, it grows to at most 4.5 times.
    const OPPOSITE: f64 = -0.9;

    #[inline(always)]
    fn extent(&self, met: f64) -> f64 {
        met
    }

    #[inline(always)]
    fn is_origin(&self, p: &Site) -> bool {
        p.s == Vec3::zeros()
    }

    #[inline(always)]
    fn across(&self, p: &Site, q: &Site) -> Result<Vec3, f64> {
        let across = p.s.cross(&q.s);
        if across == Vec3::zeros() { Err(p.s.dot(&q.s)) } else { Ok(across) }
    }

    #[inline(always)]
    fn lune(&self, across: &Vec3, p: &Site, q: &Site) -> [RegionCorner<()>; 4] {
        let [p_unit, q_unit] = [p.s * (1.0 / p.s.norm()), q.s * (1.0 / q.s.norm())];
        let mut tip = across * (1.0 / across.norm());
        let off = tip.dot(&p_unit).abs() + tip.dot(&q_unit).abs();
        if off > SQUARE {
            tip = squared(tip, &p_unit, &q_unit);
        }
        [
            RegionCorner::new(tip, q, ()),
            RegionCorner::new(q_unit.cross(&tip), q, ()),
            RegionCorner::new(-tip, p, ()),
            RegionCorner::new(tip.cross(&p_unit), p, ()),
        ]
    }

    #[inline(always)]
    fn middle(&self, from: &RegionCorner<()>) -> Option<RegionCorner<()>> {
        let direction = from.outgoing.s.cross(&from.direction).normalize();
        Some(RegionCorner { direction, ..*from })
    }

    #[inline(always)]
    fn height(&self, corner: &RegionCorner<()>, site: &Site) -> f64 {
        corner.direction.dot(&site.s)
    }

    #[inline(always)]
    fn leave(
        &self,
        kept: &RegionCorner<()>,
        cut: &RegionCorner<()>,
        new: &Site,
    ) -> RegionCorner<()> {
        RegionCorner::new(between(kept, cut), new, ())
    }

    #[inline(always)]
    fn enter(&self, cut: &RegionCorner<()>, kept: &RegionCorner<()>, _: &Site) -> RegionCorner<()> {
        RegionCorner::new(between(kept, cut), &cut.outgoing, ())
    }

    fn stalled(&self, _: &Region<Self>) -> Stalled {
        Stalled::GiveUp
    }
}

/// The tip of a lune whose sites are almost parallel or opposite. Their product is off by eps over
/// its length; taken square to both once more, it is in both planes again, and what is left of the
/// error lies along the edges, where it does no harm.
#[cold]
fn squared(mut tip: Vec3, p: &Vec3, q: &Vec3) -> Vec3 {
    for site in [p, q, p, q] {
        tip -= site * tip.dot(site);
    }
    tip.normalize()
}

/// Where the plane of the new site crosses the edge. Interpolated, not a vector product of two
/// sites: where those are almost parallel, an error along the edge does no harm, one across it
/// does.
#[inline(always)]
fn between(kept: &RegionCorner<()>, cut: &RegionCorner<()>) -> Vec3 {
    let x = cut.direction * kept.height - kept.direction * cut.height;
    x * (1.0 / x.norm())
}
