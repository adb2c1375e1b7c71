//! Rigid convex grains: the discrete-element method on the same scene.
//!
//! Positions and quaternions are at full steps; velocities and angular momenta half a step later.

use super::error::{Error, check};
use super::grain::Grain;
use super::grain_contact::{Dissipation, PairArea, Push, Touch};
use super::grain_law::Couple;
use super::grain_settings::{Frictions, GrainSettings};
use super::slip::HISTORY;
use super::tally::Clock;
use gapkit::Vec3;
use gapkit::forces::Friction;
use gapkit::scene::{BodyOptions, Config, Resolution, Scene};
use gapkit::shape::Pose;

/// An entry of the energy ledger of grains.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct GrainEntry {
    /// The kinetic energy.
    pub kinetic: f64,
    /// The potential energy since the start.
    pub gravity: f64,
    /// The energy in contacts.
    pub contact: f64,
    /// The energy dissipated by friction and damping.
    pub lost: f64,
    /// The contacts that push.
    pub contacts: usize,
    /// The deepest overlap.
    pub overlap: f64,
}

/// Rigid grains between rigid planes.
#[derive(Debug)]
pub struct Grains {
    settings: GrainSettings,
    drag: f64,
    scene: Scene,
    grains: Vec<Grain>,
    /// The grain of each body of the scene; planes have none.
    of_body: Vec<Option<usize>>,
    /// The angular velocities of grains, and their radii.
    turning: Vec<Vec3>,
    radii: Vec<f64>,
    frictions: Frictions,
    poses: Vec<(u32, Pose)>,
    loads: Vec<[Vec3; 2]>,
    dissipations: Vec<Dissipation>,
    dt: f64,
    time: f64,
    entry: GrainEntry,
    start_height: f64,
    clock: Clock,
}

impl Grains {
    /// No grains yet. Contacts are known from a gap of `margin` on, and push where grains overlap.
    ///
    /// # Errors
    /// If a setting makes no sense or the threads cannot be started.
    pub fn new(settings: GrainSettings, margin: f64) -> Result<Self, Error> {
        settings.check()?;
        // Faces that meet push at several points.
        let config = Config::new(margin)?
            .with_resolution(Resolution::Surface)
            .with_history(HISTORY)
            .with_areas(false)
            .with_threads(settings.threads);
        Ok(Self {
            settings,
            drag: 0.0,
            scene: Scene::new(config)?,
            grains: Vec::new(),
            of_body: Vec::new(),
            turning: Vec::new(),
            radii: Vec::new(),
            frictions: Frictions::default(),
            poses: Vec::new(),
            loads: Vec::new(),
            dissipations: Vec::new(),
            dt: f64::INFINITY,
            time: 0.0,
            entry: GrainEntry::default(),
            start_height: 0.0,
            clock: Clock::default(),
        })
    }

    /// Adds a grain.
    ///
    /// # Errors
    /// If mass or inertia are not positive or the pose is not finite.
    pub fn add(&mut self, grain: Grain) -> Result<u32, Error> {
        check("mass", grain.mass, false)?;
        grain
            .inertia
            .iter()
            .try_for_each(|&moment| check("moment of inertia", moment, false).map(|_| ()))?;
        let options = BodyOptions::default();
        let number = self.scene.add_shape(grain.shape.clone(), &grain.pose, options)?;
        self.of_body.push(Some(self.grains.len()));
        self.dt = self.dt.min(self.settings.law.time_step(&grain));
        self.start_height += grain.mass * self.settings.gravity.dot(&grain.pose.translation.vector);
        self.radii.push(grain.radius());
        self.turning.push(grain.angular_velocity());
        self.poses.push((number, grain.pose));
        self.frictions.groups.push(0);
        self.grains.push(grain);
        self.loads.push([Vec3::zeros(); 2]);
        Ok(number)
    }

    /// Adds a rigid half-space.
    ///
    /// # Errors
    /// If the point is not finite, or the normal has no direction.
    pub fn add_plane(
        &mut self,
        point: impl Into<Vec3>,
        normal: impl Into<Vec3>,
    ) -> Result<u32, Error> {
        let number = self.scene.add_plane(point, normal, BodyOptions::default())?;
        self.of_body.push(None);
        self.frictions.groups.push(0);
        Ok(number)
    }

    /// Takes a half-space away; what its contacts held is lost. Its number stays taken.
    ///
    /// # Errors
    /// If there is no such half-space.
    pub fn remove_plane(&mut self, body: u32) -> Result<(), Error> {
        self.check_body(body)?;
        if self.of_body[body as usize].is_some() {
            return Err(Error::Missing { what: "half-space", number: body as usize, count: 0 });
        }
        let mut whole = PairArea::default();
        for (i, contact) in self.scene.contacts().iter().enumerate() {
            let share = whole.share(self.scene.contacts(), i);
            let bodies = contact.sides.each_ref().map(|side| side.body);
            if bodies.contains(&body) && contact.gap < 0.0 {
                let couple = self.couple(bodies.map(|body| self.of_body[body as usize]));
                self.entry.lost +=
                    self.settings.law.spring(&couple, -contact.gap, 0.0).energy * share;
            }
        }
        Ok(self.scene.remove_body(body)?)
    }

    /// Damps all motion from now on, at a rate per time: for grains that are let down to where they
    /// shall begin.
    ///
    /// # Errors
    /// If it is negative.
    pub fn set_drag(&mut self, rate: f64) -> Result<(), Error> {
        self.drag = check("drag", rate, true)?;
        Ok(())
    }

    /// Puts a grain or a half-space into a group, for [`Grains::set_friction`]. All begin in group 0.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn set_group(&mut self, body: u32, group: u32) -> Result<(), Error> {
        self.check_body(body)?;
        self.frictions.groups[body as usize] = group;
        Ok(())
    }

    /// Sets the friction of bodies of two groups, or of one with itself.
    pub fn set_friction(&mut self, groups: [u32; 2], friction: Friction) {
        self.frictions.set(groups, friction);
    }

    fn check_body(&self, body: u32) -> Result<(), Error> {
        let (number, count) = (body as usize, self.of_body.len());
        let missing = Error::Missing { what: "body", number, count };
        if number < count { Ok(()) } else { Err(missing) }
    }

    /// One time step.
    ///
    /// # Errors
    /// If a grain has flown away.
    pub fn step(&mut self) -> Result<(), Error> {
        let start = std::time::Instant::now();
        let moved = self.poses.iter_mut().zip(&self.grains);
        moved.for_each(|((_, pose), grain)| *pose = grain.pose);
        self.scene.set_poses(&self.poses)?;
        self.scene.detect();
        self.clock.detection += start.elapsed();
        let start = std::time::Instant::now();
        self.push();
        self.add_energies();
        self.clock.contacts += start.elapsed();
        let start = std::time::Instant::now();
        for (grain, [force, moment]) in self.grains.iter_mut().zip(&self.loads) {
            let drag = grain.velocity * self.drag;
            grain.velocity += (force / grain.mass + self.settings.gravity - drag) * self.dt;
            grain.spin += (moment - grain.spin * self.drag) * self.dt;
        }
        self.update_turning();
        self.add_energies();
        self.grains.iter_mut().for_each(|grain| grain.advance(self.dt));
        // The moments of inertia have turned.
        self.update_turning();
        self.time += self.dt;
        self.clock.motion += start.elapsed();
        Ok(())
    }

    fn update_turning(&mut self) {
        let all = self.turning.iter_mut().zip(&self.grains);
        all.for_each(|(turning, grain)| *turning = grain.angular_velocity());
    }

    /// The forces of all contacts, in their order.
    fn push(&mut self) {
        self.loads.fill([Vec3::zeros(); 2]);
        self.dissipations.clear();
        let lost = self.entry.lost;
        self.entry = GrainEntry { lost, ..GrainEntry::default() };
        let mut whole = PairArea::default();
        for i in 0..self.scene.contacts().len() {
            let share = whole.share(self.scene.contacts(), i);
            let contact = &self.scene.contacts()[i];
            let (overlap, normal) = (-contact.gap, contact.normal);
            if overlap <= 0.0 {
                self.scene.values_mut(i).fill(0.0);
                continue;
            }
            let bodies = contact.sides.each_ref().map(|side| side.body);
            let point = (contact.point_a + contact.point_b) * 0.5;
            let grains = bodies.map(|body| self.of_body[body as usize]);
            let couple = self.couple(grains);
            let [velocity, turning] = self.relative(grains, point);
            let touch = Touch { normal, overlap, couple, velocity, turning, share };
            let friction = self.frictions.of(bodies).unwrap_or(&self.settings.friction);
            let history = self.scene.values_mut(i);
            let push = touch.push(&self.settings, friction, self.dt, history);
            self.load(grains, point, &push);
            self.entry.overlap = self.entry.overlap.max(overlap);
        }
        for grain in &self.grains {
            self.entry.gravity -=
                grain.mass * self.settings.gravity.dot(&grain.pose.translation.vector);
        }
        self.entry.gravity += self.start_height;
    }

    /// Adds a contact to the forces and moments on both grains, and to the energies.
    fn load(&mut self, grains: [Option<usize>; 2], point: Vec3, push: &Push) {
        let &Push { force, dissipative, moment, energy } = push;
        self.entry.contact += energy;
        self.entry.contacts += 1;
        self.dissipations.push(Dissipation { grains, point, force: dissipative, moment });
        for (grain, sign) in grains.into_iter().zip([-1.0, 1.0]) {
            if let Some(grain) = grain {
                let arm = point - self.grains[grain].pose.translation.vector;
                self.loads[grain][0] += force * sign;
                self.loads[grain][1] += (arm.cross(&force) + moment) * sign;
            }
        }
    }

    /// The radius and the mass of two grains together; walls are flat and do not move.
    fn couple(&self, grains: [Option<usize>; 2]) -> Couple {
        let sum = |inverse: &dyn Fn(usize) -> f64| {
            grains.iter().flatten().map(|&grain| inverse(grain)).sum::<f64>().recip()
        };
        Couple {
            radius: sum(&|grain| self.radii[grain].recip()),
            mass: sum(&|grain| self.grains[grain].mass.recip()),
        }
    }

    /// The velocity at a point and the angular velocity of the second grain as seen from the first.
    fn relative(&self, grains: [Option<usize>; 2], point: Vec3) -> [Vec3; 2] {
        let [a, b] = grains.map(|grain| {
            grain.map_or([Vec3::zeros(); 2], |g| {
                [self.grains[g].velocity_at(point, &self.turning[g]), self.turning[g]]
            })
        });
        [b[0] - a[0], b[1] - a[1]]
    }

    /// Adds half of the kinetic energy, and of the energy dissipated over the step, at the current
    /// velocities; the other half is added after they have changed.
    fn add_energies(&mut self) {
        let mut lost = 0.0;
        for &Dissipation { grains, point, force, moment } in &self.dissipations {
            let [velocity, turning] = self.relative(grains, point);
            lost -= force.dot(&velocity) + moment.dot(&turning);
        }
        let kinetic: f64 = self.grains.iter().map(Grain::kinetic).sum();
        self.entry.lost += (lost + 2.0 * self.drag * kinetic) * 0.5 * self.dt;
        self.entry.kinetic += 0.5 * kinetic;
    }

    /// The grains.
    #[must_use]
    pub fn grains(&self) -> &[Grain] {
        &self.grains
    }

    /// The time step.
    #[must_use]
    pub fn time_step(&self) -> f64 {
        self.dt
    }

    /// The simulated time.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.time
    }

    /// The ledger entry at the beginning of the last step.
    #[must_use]
    pub fn entry(&self) -> &GrainEntry {
        &self.entry
    }

    /// The scene, with the contacts of the last step.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Where the time went.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }
}
