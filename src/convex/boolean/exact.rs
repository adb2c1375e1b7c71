//! Signs beyond doubt, so that the verdict on polytopes with f64 vertices is right, always.
//!
//! A sign is first taken in f64 and believed where the value is larger than all rounding can have
//! made it. Otherwise it is computed again in integers of any length. Where the centre of a region
//! so small that f64 cannot aim into it cuts nothing off, one step of the search is made in
//! integers: its direction lies strictly inside the region, so it either separates the bodies or
//! finds a vertex that cuts. There are finitely many vertices, so the search ends.
//!
//! The bounds: local coordinates are at most the extent `E` and off by `eps E / 2`, so a vertex of
//! the difference is at most `2 E` and off by `2 eps E` in every coordinate, and the mean of up to
//! 16 of them by `8 eps E`.

use crate::convex::boolean::tolerances::{CLEAR_DIRECTION, PRODUCT, UNIT_VECTOR, VOLUME};
use std::cell::OnceCell;
use std::cmp::Ordering;

use dashu_int::IBig;

use super::decision::Axis;
use super::integers::{Int3, direction, integers, sum};
use super::region::{Kind, Region};
use super::signs::{INSIDE, RegionCorner, Signs, Site, Stalled};
use crate::Vec3;
use crate::convex::difference::Difference;

/// The exponent of an axis whose small coordinates would underflow at unit length.
const LONG: i32 = 900;

/// Exact signs for the vertices of a pair.
pub(super) struct Exact<'p> {
    points: [&'p [[f64; 3]]; 2],
    /// See [`Difference::inside`].
    lanes: usize,
    extent: f64,
    integers: OnceCell<[Vec<Int3>; 2]>,
}

/// How a corner was made: as the vector product of two sites, and, if it is a straight one, of
/// another site with that.
#[derive(Debug, Clone, Copy)]
pub(super) struct Origin {
    sites: [[u32; 2]; 2],
    turned: Option<[u32; 2]>,
    /// Heights up to this may be rounding.
    uncertainty: f64,
}

impl Origin {
    /// Nothing is known of the height yet.
    #[inline(always)]
    fn new(sites: [[u32; 2]; 2], turned: Option<[u32; 2]>) -> Self {
        Self { sites, turned, uncertainty: f64::INFINITY }
    }
}

impl<'p> Exact<'p> {
    #[inline(always)]
    pub(super) fn new<D: Difference>(a: &'p [[f64; 3]], b: &'p [[f64; 3]], difference: &D) -> Self {
        let lanes = difference.inside().map_or(0, |(_, lanes)| lanes);
        Self {
            points: [a, b],
            lanes,
            extent: difference.max_coordinate(),
            integers: OnceCell::new(),
        }
    }

    fn integers(&self) -> &[Vec<Int3>; 2] {
        self.integers.get_or_init(|| integers(self.points[0], self.points[1]))
    }

    fn site(&self, ids: [u32; 2]) -> Int3 {
        let [a, b] = self.integers();
        if ids == INSIDE {
            return total(a, self.lanes).minus(&total(b, self.lanes));
        }
        a[ids[0] as usize].minus(&b[ids[1] as usize])
    }

    /// The direction of a corner.
    fn corner(&self, origin: &Origin) -> Int3 {
        let [p, q] = origin.sites.map(|ids| self.site(ids));
        let product = p.cross(&q);
        match origin.turned {
            Some(ids) => self.site(ids).cross(&product),
            None => product,
        }
    }

    #[cold]
    #[inline(never)]
    fn exact_height(&self, origin: &Origin, site: [u32; 2]) -> f64 {
        sign(&self.corner(origin).dot(&self.site(site)))
    }

    #[cold]
    #[inline(never)]
    fn exact_across(&self, p: [u32; 2], q: [u32; 2], across: Vec3) -> Result<Vec3, f64> {
        let [p, q] = [p, q].map(|ids| self.site(ids));
        if p.cross(&q).is_zero() { Err(sign(&p.dot(&q))) } else { Ok(across) }
    }

    /// A corner from its direction in f64 and the length of the vector product that made it.
    #[inline(always)]
    fn place(
        &self,
        mut direction: Vec3,
        length: f64,
        outgoing: &Site,
        mut origin: Origin,
    ) -> RegionCorner<Origin> {
        let extent = self.extent;
        if length > CLEAR_DIRECTION * extent * extent {
            origin.uncertainty =
                f64::EPSILON * extent * (VOLUME * extent * extent / length + UNIT_VECTOR);
        } else {
            direction = self.exact_direction(&origin);
        }
        RegionCorner::new(direction, outgoing, origin)
    }

    /// The direction of a corner of which f64 knows next to nothing.
    #[cold]
    #[inline(never)]
    fn exact_direction(&self, origin: &Origin) -> Vec3 {
        let [high, _] = self.corner(origin).rounded(0);
        high.normalize()
    }

    /// The corner between the great circles of two sites.
    #[inline(always)]
    fn crossing(&self, incoming: &Site, outgoing: &Site) -> RegionCorner<Origin> {
        let product = incoming.s.cross(&outgoing.s);
        let length = product.norm();
        let origin = Origin::new([incoming.ids, outgoing.ids], None);
        self.place(product * (1.0 / length), length, outgoing, origin)
    }

    /// A direction strictly inside the region.
    fn center(&self, region: &Region<Self>) -> Int3 {
        match region.kind() {
            Kind::Sphere => direction(&Vec3::x()),
            Kind::Hemisphere => self.site(region.pole().ids),
            Kind::Polygon => {
                let corners = region.corners().iter().map(|c| self.corner(&c.origin));
                let sum = corners.reduce(|sum, c| sum.scaled_like(&c).plus(&c.scaled_like(&sum)));
                sum.unwrap_or_else(|| direction(&Vec3::x()))
            }
        }
    }

    /// The vertices of A and B that are least along `u`, and whether the bodies are apart along it.
    fn support(&self, u: &Int3) -> ([u32; 2], bool) {
        let [a, b] = self.integers();
        let least = |points: &[Int3], sign: i32| -> (usize, IBig) {
            let heights = points.iter().map(|p| p.dot(u) * sign).enumerate();
            heights.min_by(|p, q| p.1.cmp(&q.1)).unwrap_or((0, IBig::ZERO))
        };
        let ((i, low), (j, high)) = (least(a, 1), least(b, -1));
        ([i as u32, j as u32], low + high > IBig::ZERO)
    }

    /// The axis along `-u`, in as few digits as still separate the bodies.
    fn axis(&self, u: &Int3) -> Axis {
        let [high, low] = u.rounded(0);
        if self.support(&direction(&high)).1 {
            return Axis::new(-high);
        }
        if self.support(&sum(&high, &low)).1 {
            return Axis { direction: -high, rest: -low };
        }
        // A long axis has room for coordinates that are next to nothing beside the largest.
        let [high, low] = u.rounded(LONG);
        Axis { direction: -high, rest: -low }
    }
}

/// The sum of the points with the first one repeated up to this many.
fn total(points: &[Int3], count: usize) -> Int3 {
    let more = points.iter().chain(std::iter::repeat(&points[0])).take(count).skip(1);
    more.fold(points[0].clone(), |sum, p| sum.plus(p))
}

fn sign(x: &IBig) -> f64 {
    match x.cmp(&IBig::ZERO) {
        Ordering::Less => -1.0,
        Ordering::Equal => 0.0,
        Ordering::Greater => 1.0,
    }
}

impl Signs for Exact<'_> {
    type Origin = Origin;

    /// The heights of the support points of A and of B may each be too low by `2 eps E |u|_1` and
    /// belong to a vertex that is too high by as much again; with the height of their difference
    /// (5) and `|u|_1` up to `sqrt(3) |u|` this makes 22.5.
    const ROUNDING: f64 = 24.0;
    const NOISE: f64 = 0.0;
    const MAX_INSIDE: usize = 16;
    const MIN_INSIDE: f64 = 1e-9;

    /// Corners that are opposite, whatever rounding did to them: without another one between them,
    /// their sum would not be inside.
    const OPPOSITE: f64 = -1.0 + 1e-9;

    /// That of all vertices: one that was not met yet may be the one that is off most.
    #[inline(always)]
    fn extent(&self, _: f64) -> f64 {
        self.extent
    }

    #[inline(always)]
    fn is_origin(&self, p: &Site) -> bool {
        p.s.amax() <= 8.0 * f64::EPSILON * self.extent && self.site(p.ids).is_zero()
    }

    #[inline(always)]
    fn across(&self, p: &Site, q: &Site) -> Result<Vec3, f64> {
        let across = p.s.cross(&q.s);
        if across.amax() > PRODUCT * f64::EPSILON * self.extent * self.extent {
            return Ok(across);
        }
        self.exact_across(p.ids, q.ids, across)
    }

    #[inline(always)]
    fn lune(&self, across: &Vec3, p: &Site, q: &Site) -> [RegionCorner<Origin>; 4] {
        let [p_unit, q_unit] = [p.s * (1.0 / p.s.norm()), q.s * (1.0 / q.s.norm())];
        let length = across.norm();
        let tip = across * (1.0 / length);
        let (there, back) = ([p.ids, q.ids], [q.ids, p.ids]);
        [
            self.place(tip, length, q, Origin::new(there, None)),
            self.place(q_unit.cross(&tip), length, q, Origin::new(there, Some(q.ids))),
            self.place(-tip, length, p, Origin::new(back, None)),
            self.place(tip.cross(&p_unit), length, p, Origin::new(back, Some(p.ids))),
        ]
    }

    #[cold]
    fn middle(&self, from: &RegionCorner<Origin>) -> Option<RegionCorner<Origin>> {
        if from.origin.turned.is_some() {
            return None;
        }
        let origin = Origin::new(from.origin.sites, Some(from.outgoing.ids));
        // What its direction may be off by was not followed up, so every height is computed anew.
        Some(RegionCorner { direction: self.exact_direction(&origin), origin, ..*from })
    }

    #[inline(always)]
    fn height(&self, corner: &RegionCorner<Origin>, site: &Site) -> f64 {
        let height = corner.direction.dot(&site.s);
        // Written so that a direction that is not a number is in doubt.
        if height.abs() > corner.origin.uncertainty {
            return height;
        }
        self.exact_height(&corner.origin, site.ids)
    }

    #[inline(always)]
    fn leave(
        &self,
        kept: &RegionCorner<Origin>,
        cut: &RegionCorner<Origin>,
        new: &Site,
    ) -> RegionCorner<Origin> {
        if cut.height == 0.0 {
            return RegionCorner { outgoing: *new, ..*cut };
        }
        self.crossing(&kept.outgoing, new)
    }

    #[inline(always)]
    fn enter(
        &self,
        cut: &RegionCorner<Origin>,
        _: &RegionCorner<Origin>,
        new: &Site,
    ) -> RegionCorner<Origin> {
        if cut.height == 0.0 {
            return *cut;
        }
        self.crossing(new, &cut.outgoing)
    }

    #[cold]
    #[inline(never)]
    fn stalled(&self, region: &Region<Self>) -> Stalled {
        let u = self.center(region);
        let (ids, apart) = self.support(&u);
        if apart { Stalled::Separated(self.axis(&u)) } else { Stalled::Cut(ids) }
    }
}
