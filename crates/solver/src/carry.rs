//! Contacts from one detection to the next: where their features are now.

use super::body::Bodies;
use super::leapfrog::Solver;
use gapkit::Vec3;
use gapkit::scene::{Contact, Side};

/// The geometry of a contact at the current positions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Touch {
    pub(super) normal: Vec3,
    pub(super) gap: f64,
    /// Those of the nodes of each side.
    pub(super) weights: [[f64; 3]; 2],
}

impl Touch {
    /// As it was detected.
    pub(super) fn found(contact: &Contact) -> Self {
        let weights = contact.sides.each_ref().map(|side| {
            let mut weights = [0.0; 3];
            weights[..side.weights().len()].copy_from_slice(side.weights());
            weights
        });
        Self { normal: contact.normal, gap: contact.gap, weights }
    }

    /// The weighted sum of a nodal quantity over the nodes of each side.
    pub(super) fn sum<T>(&self, contact: &Contact, of_node: impl Fn(u32, u32, f64) -> T) -> [T; 2]
    where
        T: std::iter::Sum,
    {
        [0, 1].map(|i| {
            let side = &contact.sides[i];
            let pairs = side.nodes().iter().zip(&self.weights[i]);
            pairs.map(|(&node, &weight)| of_node(side.body, node, weight)).sum()
        })
    }

    /// A nodal vector at the point on B less that at the point on A.
    pub(super) fn relative(&self, contact: &Contact, of_node: impl Fn(u32, u32) -> Vec3) -> Vec3 {
        let [a, b] = self.sum(contact, |body, node, weight| of_node(body, node) * weight);
        b - a
    }
}

/// Two edges that cross, where they are now; nothing if they no longer are nearest to each other
/// there: the place is beyond the end of an edge, or the normal no longer between those of the
/// facets beside it.
fn crossing(contact: &Contact, bodies: &Bodies, x: &[[f64; 3]]) -> Option<Touch> {
    let ends = |side: &Side| {
        let at = |node: u32| Vec3::from(x[bodies.node(side.body, node)]);
        let &[one, two] = side.nodes() else { return None };
        let [_, _, left, right] = bodies.list[side.body as usize].edges.around([one, two]);
        Some([one, two, left, right].map(at))
    };
    let (a, b) = (ends(&contact.sides[0])?, ends(&contact.sides[1])?);
    let (u, w, r) = (a[1] - a[0], b[1] - b[0], b[0] - a[0]);
    let both = u.cross(&w);
    let squared = both.norm_squared();
    let places = [r.cross(&w).dot(&both) / squared, r.cross(&u).dot(&both) / squared];
    let normal = both.normalize() * both.dot(&contact.normal).signum();
    let falls = |edge: &[Vec3; 4], outward: Vec3| {
        edge[2..].iter().all(|far| outward.dot(&(far - edge[0])) <= 0.0)
    };
    let is_inside = places.iter().all(|place| (0.0..=1.0).contains(place));
    if !(is_inside && falls(&a, normal) && falls(&b, -normal)) {
        return None;
    }
    let weights = places.map(|place| [1.0 - place, place, 0.0]);
    Some(Touch { normal, gap: normal.dot(&r), weights })
}

impl Solver {
    /// The contacts as they were found.
    pub(super) fn touch_as_found(&mut self) {
        self.touches.clear();
        self.touches.extend(self.scene.contacts().iter().map(Touch::found));
    }

    /// Moves the contacts to the current positions of their features; returns whether all that push
    /// still exist. Crossings of edges are followed exactly: an edge that rocks on a facet crosses
    /// it on one side and then on the other within a few steps.
    pub(super) fn carry(&mut self) -> bool {
        let Self { scene, bodies, x, detected, touches, settings, .. } = self;
        let displacement = |b: u32, n: u32| {
            let node = bodies.node(b, n);
            Vec3::from(x[node]) - Vec3::from(detected[node])
        };
        let mut all = true;
        for (contact, touch) in scene.contacts().iter().zip(touches) {
            if contact.sides.each_ref().map(|side| side.nodes().len()) == [2, 2] {
                match crossing(contact, bodies, x) {
                    Some(now) => *touch = now,
                    None => all &= touch.gap >= settings.penalty.offset,
                }
            } else {
                let found = Touch::found(contact);
                let gap = contact.gap + found.relative(contact, displacement).dot(&contact.normal);
                *touch = Touch { gap, ..found };
            }
        }
        all
    }
}
