//! The signs on which the clipping of a spherical region hangs: in f64, or beyond doubt (see
//! [`super::exact`]).

use super::decision::Axis;
use super::region::Region;
use crate::Vec3;

/// A point of the Minkowski difference, which bounds the region by `u.s >= 0`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Site {
    pub(crate) s: Vec3,
    /// The vertices of A and B whose difference it is.
    pub(crate) ids: [u32; 2],
}

/// A corner of a spherical polygon.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Corner<E> {
    /// Of unit length.
    pub(crate) direction: Vec3,
    /// The site whose great circle leads on to the next corner.
    pub(crate) outgoing: Site,
    /// How high the newest site lies above its plane.
    pub(crate) height: f64,
    /// What exact signs need to know.
    pub(crate) origin: E,
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

    /// Whether the site is the origin.
    fn is_origin(&self, p: &Site) -> bool;

    /// The vector product of two sites, or how they point if it is zero: positive for the same way,
    /// negative for opposite ways, or where one of them is zero.
    fn across(&self, p: &Site, q: &Site) -> Result<Vec3, f64>;

    /// The volume spanned by three sites, of which `across` is the product of the first two.
    fn volume(&self, across: &Vec3, p: &Site, q: &Site, r: &Site) -> f64;

    /// For three sites in one plane: whether `r` lies on the inner side of `p`, and of `q`, as seen from
    /// the cone between them.
    fn inner_sides(&self, across: &Vec3, p: &Site, q: &Site, r: &Site) -> [f64; 2];

    /// The corner between the great circles of two sites.
    fn corner(&self, incoming: &Site, outgoing: &Site) -> Corner<Self::Origin>;

    /// How high a site lies above the plane of a corner.
    fn height(&self, corner: &Corner<Self::Origin>, site: &Site) -> f64;

    /// The corner where the great circle of the new site leaves the polygon: after `kept`.
    fn leave(
        &self,
        kept: &Corner<Self::Origin>,
        cut: &Corner<Self::Origin>,
        new: &Site,
    ) -> Corner<Self::Origin>;

    /// The corner where it enters again: before `kept`.
    fn enter(
        &self,
        cut: &Corner<Self::Origin>,
        kept: &Corner<Self::Origin>,
        new: &Site,
    ) -> Corner<Self::Origin>;

    /// Called when a support point at the region's centre cut nothing off.
    fn stalled(&self, region: &Region<Self>) -> Stalled;
}

/// Signs as f64 has them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plain;

impl Signs for Plain {
    type Origin = ();
    const ROUNDING: f64 = crate::gjk::search::ROUNDING;

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
    fn volume(&self, across: &Vec3, _: &Site, _: &Site, r: &Site) -> f64 {
        across.dot(&r.s)
    }

    fn inner_sides(&self, across: &Vec3, p: &Site, q: &Site, r: &Site) -> [f64; 2] {
        [across.dot(&p.s.cross(&r.s)), across.dot(&r.s.cross(&q.s))]
    }

    #[inline(always)]
    fn corner(&self, incoming: &Site, outgoing: &Site) -> Corner<()> {
        let direction = incoming.s.cross(&outgoing.s);
        let direction = direction * (1.0 / direction.norm());
        Corner { direction, outgoing: *outgoing, height: 0.0, origin: () }
    }

    #[inline(always)]
    fn height(&self, corner: &Corner<()>, site: &Site) -> f64 {
        corner.direction.dot(&site.s)
    }

    #[inline(always)]
    fn leave(&self, kept: &Corner<()>, cut: &Corner<()>, new: &Site) -> Corner<()> {
        Corner { direction: between(kept, cut), outgoing: *new, height: 0.0, origin: () }
    }

    #[inline(always)]
    fn enter(&self, cut: &Corner<()>, kept: &Corner<()>, _: &Site) -> Corner<()> {
        Corner { direction: between(kept, cut), outgoing: cut.outgoing, height: 0.0, origin: () }
    }

    fn stalled(&self, _: &Region<Self>) -> Stalled {
        Stalled::GiveUp
    }
}

/// Where the plane of the new site crosses the edge. Interpolated, not a vector product of two sites:
/// where those are almost parallel, an error along the edge does no harm, one across it does.
#[inline(always)]
fn between(kept: &Corner<()>, cut: &Corner<()>) -> Vec3 {
    let x = cut.direction * kept.height - kept.direction * cut.height;
    x * (1.0 / x.norm())
}
