//! Two teeth that approach each other.

use std::f64::consts::PI;

use gapkit::gjk::SubAlgorithm;
use gapkit::mesh::bodies::{GearTooth, gear_tooth};
use gapkit::shape::PointSet;
use gapkit::{Query, Vec3};
use nalgebra::Rotation3;

use super::determinant;
use crate::Error;
use crate::published::{Gjk, PublishedEnd, Rules, Search};

/// Teeth of the gears, each of module 1.
const TEETH: u32 = 50;
const PRESSURE_ANGLE: f64 = PI / 9.0;

/// The first gap, in modules.
const START: f64 = 0.7;

/// What of the gap a step takes.
const STEP: f64 = 0.4;

/// A distance counts as measured where its error is at most this share of it.
const RIGHT: f64 = 0.1;

/// More steps than it takes from [`START`] to rounding.
const MAX_STEPS: usize = 120;

/// The hull of a tooth, and of one of the other gear at the same place.
pub(super) struct Teeth {
    pub(super) a: Vec<[f64; 3]>,
    b: Vec<Vec3>,
}

impl Teeth {
    /// Teeth with this many steps along the involute, the second of them turned by a small angle
    /// against the axis of the first.
    pub(super) fn new(profile: usize, tilt: f64) -> Result<Self, Error> {
        let cells = (profile / 2).max(2);
        let tooth = GearTooth {
            pressure_angle: PRESSURE_ANGLE,
            columns: cells,
            layers: cells,
            ..GearTooth::standard(TEETH, profile)
        };
        let mesh = gear_tooth(&tooth).map_err(Error::Body)?;
        // Half a pitch beside the line of centres; the pitch point is the origin.
        let turn = Rotation3::from_axis_angle(&Vec3::z_axis(), PI / f64::from(2 * TEETH));
        let pitch = Vec3::new(0.0, f64::from(TEETH) / 2.0, 0.5);
        let place = |node: &[f64; 3]| turn * Vec3::from(*node) - pitch;
        let other = Rotation3::new(Vec3::new(0.7, 0.5, 0.3) * tilt);
        let opposite = |p: Vec3| other * Vec3::new(-p.x, -p.y, p.z);
        let a: Vec<Vec3> = mesh.nodes().iter().map(place).collect();
        let b = a.iter().map(|&p| opposite(p)).collect();
        Ok(Self { a: a.into_iter().map(Into::into).collect(), b })
    }

    /// The second tooth, moved out of the first along the line of action.
    fn second(&self, by: f64) -> Vec<[f64; 3]> {
        let along = Vec3::new(PRESSURE_ANGLE.cos(), PRESSURE_ANGLE.sin(), 0.0);
        self.b.iter().map(|p| (p + along * by).into()).collect()
    }
}

/// One step of the approach.
#[derive(Debug, Clone)]
pub(super) struct Step {
    /// The distance in double-double arithmetic.
    pub(super) exact: f64,
    pub(super) found: Search,
    /// The smallest and the largest determinant of the systems that the sub-algorithm solved.
    pub(super) det: [f64; 2],
}

impl Step {
    /// Whether the search ended with a distance, and a right one.
    pub(super) fn is_right(&self) -> bool {
        let error = (self.found.distance - self.exact).abs();
        self.found.end == PublishedEnd::Apart && error <= RIGHT * self.exact
    }
}

/// The steps until the exact distance is below eps, as the paper ends its test.
pub(super) fn approach(teeth: &Teeth, sub: SubAlgorithm, rules: Rules) -> Result<Vec<Step>, Error> {
    let a = PointSet::new(&teeth.a).map_err(Error::Body)?;
    let (mut by, mut steps) = (START, Vec::new());
    while steps.len() < MAX_STEPS {
        let nodes = teeth.second(by);
        let b = PointSet::new(&nodes).map_err(Error::Body)?;
        let exact = Query::default().polished().distance(&a, &b).distance;
        if exact < f64::EPSILON {
            break;
        }
        let mut det = [f64::INFINITY, 0.0_f64];
        let found = Gjk { sub, rules }.run((&a, &b), &[], |simplex| {
            if let Some(value) = determinant::of(sub, simplex) {
                det = [det[0].min(value), det[1].max(value)];
            }
        });
        steps.push(Step { exact, found, det });
        by -= STEP * exact;
    }
    Ok(steps)
}
