//! The bodies of a distributed scene: what all ranks know of them.

use crate::Vec3;
use crate::num::Bounds;
use crate::scene::{BodyOptions, Config, Shape};
use crate::shape::{Pose, SupportMap};

/// What a body is.
pub(super) enum BodyKind {
    /// A mesh, of which each rank has a part.
    Mesh,
    /// A rigid shape, which all ranks have.
    Shape { shape: Shape, pose: Pose, radius: f64 },
    /// A half-space, which all ranks have.
    Plane { point: Vec3, normal: Vec3 },
}

/// All bodies.
pub(super) struct Bodies {
    margin: f64,
    /// The least margin of a body.
    least: f64,
    list: Vec<(BodyOptions, BodyKind)>,
    /// Which of them are shapes or planes.
    rigid: Vec<u32>,
}

impl std::fmt::Debug for Bodies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bodies").field("count", &self.list.len()).finish_non_exhaustive()
    }
}

impl Bodies {
    pub(super) fn new(config: &Config) -> Self {
        Self { margin: config.margin(), least: f64::INFINITY, list: Vec::new(), rigid: Vec::new() }
    }

    pub(super) fn push(&mut self, options: BodyOptions, kind: BodyKind) -> u32 {
        let body = self.list.len() as u32;
        self.least = self.least.min(options.lengths().1.unwrap_or(self.margin));
        if !matches!(kind, BodyKind::Mesh) {
            self.rigid.push(body);
        }
        self.list.push((options, kind));
        body
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn kind(&self, body: u32) -> &BodyKind {
        &self.list[body as usize].1
    }

    pub(super) fn kind_mut(&mut self, body: u32) -> Option<&mut BodyKind> {
        self.list.get_mut(body as usize).map(|(_, kind)| kind)
    }

    pub(super) fn is_mesh(&self, body: u32) -> bool {
        matches!(self.list.get(body as usize), Some((_, BodyKind::Mesh)))
    }

    pub(super) fn options(&self, body: u32) -> BodyOptions {
        self.list[body as usize].0
    }

    /// What ids call the body.
    pub(super) fn number(&self, body: u32) -> u64 {
        self.options(body).number().unwrap_or(body.into())
    }

    /// Whether two bodies can be in contact, or one with itself.
    pub(super) fn may_touch(&self, a: u32, b: u32) -> bool {
        let [one, two] = [a, b].map(|body| self.options(body));
        if a == b { one.touches_itself() && self.is_mesh(a) } else { one.can_touch(&two) }
    }

    /// The share of a body in how far apart two are in contact: no pair has more than the sum of its
    /// shares.
    pub(super) fn reach(&self, body: u32) -> f64 {
        let (thickness, margin) = self.list[body as usize].0.lengths();
        thickness + margin.unwrap_or(self.margin) - 0.5 * self.least
    }

    /// How many shapes and planes that a body can touch meet a box of it. Shapes may turn, and move by
    /// half the skin.
    pub(super) fn count_rigid(&self, body: u32, bounds: &Bounds, skin: f64) -> u32 {
        let meets = |&other: &u32| {
            let reach = self.reach(other) + 0.5 * skin;
            let meets = match self.kind(other) {
                BodyKind::Mesh => false,
                BodyKind::Shape { radius, .. } => {
                    let around = Bounds::around([self.center(other).into()]);
                    around.grown(radius + reach).meets(bounds)
                }
                BodyKind::Plane { point, normal } => lowest(bounds, point, normal) <= reach,
            };
            u32::from(meets && self.may_touch(body, other))
        };
        self.rigid.iter().map(meets).sum()
    }

    /// The centre of a shape.
    fn center(&self, body: u32) -> Vec3 {
        match self.kind(body) {
            BodyKind::Shape { shape, pose, .. } => {
                pose.transform_point(&shape.center().into()).coords
            }
            _ => Vec3::zeros(),
        }
    }

    /// The centres of all shapes; zero for other bodies.
    pub(super) fn centers(&self) -> Vec<Vec3> {
        (0..self.list.len() as u32).map(|body| self.center(body)).collect()
    }
}

/// The least height of a box over a plane, less rounding.
fn lowest(bounds: &Bounds, point: &Vec3, normal: &Vec3) -> f64 {
    let unit = normal / normal.norm();
    let along = |k: usize| {
        let ends = [bounds.min[k], bounds.max[k]].map(|x| unit[k] * (x - point[k]));
        ends[0].min(ends[1])
    };
    let size = bounds.magnitude().max(point.amax());
    along(0) + along(1) + along(2) - 1e-12 * size
}
