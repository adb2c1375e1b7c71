//! Signs beyond doubt, so that the verdict on polytopes with f64 vertices is right, always.
//!
//! A sign is first taken in f64 and believed where the value is larger than all rounding can have
//! made it. Otherwise it is computed again in integers of any length. Where the centre of a region
//! so small that f64 cannot aim into it cuts nothing off, one step of the search is made in integers:
//! its direction lies strictly inside the region, so it either separates the bodies or finds a vertex
//! that cuts. There are finitely many vertices, so the search ends.
//!
//! The bounds: local coordinates are at most the extent `E` and off by `eps E / 2`, so a site is at
//! most `2 E` and off by `2 eps E` in every coordinate.

use std::cell::OnceCell;
use std::cmp::Ordering;

use dashu_int::IBig;

use super::decision::Axis;
use super::integers::{Int3, direction, integers};
use super::region::{Kind, Region};
use super::signs::{Corner, Signs, Site, Stalled};
use crate::Vec3;
use crate::gjk::difference::Difference;

/// The error of a coordinate of a vector product of two sites, in `eps E^2`: each of its two products
/// is of two factors of `2 E` off by `2 eps E` (8 and the rounding of 2), and their difference is
/// rounded (4).
const PRODUCT: f64 = 24.0;

/// The error of a volume of three sites, in `eps E^3`: three times a coordinate of the product
/// ([`PRODUCT`]) by a site (`2 E`) and of a site (`2 eps E`) by the product (`8 E^2`), and the rounding of
/// three products and two sums of up to `48 E^3`: 144 + 48 + 72.
const VOLUME: f64 = 272.0;

/// The error of normalising the product and multiplying it by a site, in `eps E`.
const UNIT: f64 = 16.0;

/// Exact signs for the vertices of a pair.
pub(super) struct Exact<'p> {
    points: [&'p [[f64; 3]]; 2],
    extent: f64,
    integers: OnceCell<[Vec<Int3>; 2]>,
}

/// How a corner was made: the vector product of these two sites.
#[derive(Debug, Clone, Copy)]
pub(super) struct Origin {
    sites: [[u32; 2]; 2],
    /// Heights up to this may be rounding.
    doubt: f64,
}

impl<'p> Exact<'p> {
    pub(super) fn new<D: Difference>(
        a: &'p [[f64; 3]],
        b: &'p [[f64; 3]],
        difference: &D,
    ) -> Self {
        Self { points: [a, b], extent: difference.reach(), integers: OnceCell::new() }
    }

    fn integers(&self) -> &[Vec<Int3>; 2] {
        self.integers.get_or_init(|| integers(self.points[0], self.points[1]))
    }

    fn site(&self, [i, j]: [u32; 2]) -> Int3 {
        let [a, b] = self.integers();
        a[i as usize].minus(&b[j as usize])
    }

    fn product(&self, [p, q]: [[u32; 2]; 2]) -> Int3 {
        self.site(p).cross(&self.site(q))
    }

    #[cold]
    #[inline(never)]
    fn exact_volume(&self, sites: [[u32; 2]; 2], r: [u32; 2]) -> f64 {
        sign(&self.product(sites).dot(&self.site(r)))
    }

    #[cold]
    #[inline(never)]
    fn exact_across(&self, p: [u32; 2], q: [u32; 2], across: Vec3) -> Result<Vec3, f64> {
        if !self.product([p, q]).is_zero() {
            return Ok(across);
        }
        Err(sign(&self.site(p).dot(&self.site(q))))
    }

    /// A direction strictly inside the region.
    fn center(&self, region: &Region<Self>) -> Int3 {
        let [p, q] = region.sites();
        match region.kind() {
            Kind::Sphere => direction(&Vec3::x()),
            Kind::Hemisphere => self.site(p.ids),
            Kind::Lune => {
                let (p, q) = (self.site(p.ids), self.site(q.ids));
                // Perpendicular to the line of the tips, and as high above one site as the other.
                p.cross(&q).cross(&p.minus(&q))
            }
            Kind::Polygon => {
                let corners: Vec<Int3> =
                    region.corners().iter().map(|c| self.product(c.origin.sites)).collect();
                // Of about the same length each, by powers of two.
                let bits = corners.iter().map(Int3::bits).max().unwrap_or(0);
                let scaled = corners.iter().map(|c| c.times_power_of_two(bits - c.bits()));
                scaled.reduce(|sum, c| sum.plus(&c)).unwrap_or_else(|| direction(&Vec3::x()))
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
        let [high, low] = u.rounded();
        if self.support(&direction(&high)).1 {
            return Axis::new(-high);
        }
        Axis { direction: -high, rest: -low }
    }
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

    #[inline(always)]
    fn is_origin(&self, p: &Site) -> bool {
        p.s.amax() <= 2.0 * f64::EPSILON * self.extent && self.site(p.ids).is_zero()
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
    fn volume(&self, across: &Vec3, p: &Site, q: &Site, r: &Site) -> f64 {
        let volume = across.dot(&r.s);
        let cube = self.extent * self.extent * self.extent;
        if volume.abs() > VOLUME * f64::EPSILON * cube {
            return volume;
        }
        self.exact_volume([p.ids, q.ids], r.ids)
    }

    fn inner_sides(&self, _: &Vec3, p: &Site, q: &Site, r: &Site) -> [f64; 2] {
        let (p, q, r) = (self.site(p.ids), self.site(q.ids), self.site(r.ids));
        let across = p.cross(&q);
        [sign(&across.dot(&p.cross(&r))), sign(&across.dot(&r.cross(&q)))]
    }

    #[inline(always)]
    fn corner(&self, incoming: &Site, outgoing: &Site) -> Corner<Origin> {
        let product = incoming.s.cross(&outgoing.s);
        let extent = self.extent;
        let inverse = 1.0 / product.norm();
        let doubt =
            f64::EPSILON * extent * (VOLUME * extent * extent * inverse + UNIT);
        let origin = Origin { sites: [incoming.ids, outgoing.ids], doubt };
        Corner { direction: product * inverse, outgoing: *outgoing, height: 0.0, origin }
    }

    #[inline(always)]
    fn height(&self, corner: &Corner<Origin>, site: &Site) -> f64 {
        let height = corner.direction.dot(&site.s);
        // Written so that a direction that is not a number is in doubt.
        if height.abs() > corner.origin.doubt {
            return height;
        }
        self.exact_volume(corner.origin.sites, site.ids)
    }

    #[inline(always)]
    fn leave(&self, kept: &Corner<Origin>, cut: &Corner<Origin>, new: &Site) -> Corner<Origin> {
        if cut.height == 0.0 {
            return Corner { outgoing: *new, ..*cut };
        }
        self.corner(&kept.outgoing, new)
    }

    #[inline(always)]
    fn enter(&self, cut: &Corner<Origin>, _: &Corner<Origin>, new: &Site) -> Corner<Origin> {
        if cut.height == 0.0 {
            return *cut;
        }
        self.corner(new, &cut.outgoing)
    }

    #[cold]
    #[inline(never)]
    fn stalled(&self, region: &Region<Self>) -> Stalled {
        let u = self.center(region);
        let (ids, apart) = self.support(&u);
        if apart { Stalled::Separated(self.axis(&u)) } else { Stalled::Cut(ids) }
    }
}
