//! Rigid convex grains: the discrete-element method on the same scene.
//!
//! Positions and quaternions are at full steps; velocities and angular momenta half a step later.

use super::error::{Error, check};
use super::grain::Grain;
use super::slip::{self, HISTORY};
use super::tally::Clock;
use gapkit::Vec3;
use gapkit::forces::Friction;
use gapkit::scene::{BodyOptions, Config, Contact, Resolution, Scene};

/// How grains push, and what acts on them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GrainSettings {
    /// The force per overlap.
    pub stiffness: f64,
    /// The share of critical damping along the normal.
    pub damping: f64,
    /// The friction.
    pub friction: Friction,
    /// The acceleration of everything.
    pub gravity: Vec3,
    /// The threads of the scene.
    pub threads: usize,
}

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

/// The dissipative force of a contact: dashpot and friction.
#[derive(Debug)]
struct Dissipation {
    grains: [Option<usize>; 2],
    point: Vec3,
    /// On the second.
    force: Vec3,
}

/// A contact that pushes.
#[derive(Debug, Clone, Copy)]
struct Touch {
    normal: Vec3,
    overlap: f64,
    /// That of B as seen from A.
    velocity: Vec3,
    /// The part of the spring of its pair.
    share: f64,
}

/// The area of all contacts of a pair.
#[derive(Debug, Default)]
struct PairArea {
    bodies: Option<[u32; 2]>,
    sum: f64,
}

impl PairArea {
    /// The share of a contact in the spring of its pair: that of its area, and all of it where a pair
    /// touches in a point. Contacts have to be asked in their order.
    fn share(&mut self, contacts: &[Contact], at: usize) -> f64 {
        let bodies = |contact: &Contact| contact.sides.each_ref().map(|side| side.body);
        let own = bodies(&contacts[at]);
        if self.bodies != Some(own) {
            let all = contacts[at..].iter().take_while(|contact| bodies(contact) == own);
            *self = Self { bodies: Some(own), sum: all.map(|contact| contact.area).sum() };
        }
        if self.sum > 0.0 { contacts[at].area / self.sum } else { 1.0 }
    }
}

/// Rigid grains between rigid planes.
#[derive(Debug)]
pub struct Grains {
    settings: GrainSettings,
    scene: Scene,
    grains: Vec<Grain>,
    /// The grain of each body of the scene; planes have none.
    of_body: Vec<Option<usize>>,
    loads: Vec<[Vec3; 2]>,
    dissipations: Vec<Dissipation>,
    dt: f64,
    time: f64,
    entry: GrainEntry,
    start_height: f64,
    clock: Clock,
}

/// Steps per half period of the stiffest contact. A grain has up to a dozen contacts, each of which
/// adds to the stiffness that it feels.
const STEPS_PER_HALF_PERIOD: f64 = 20.0;

impl Grains {
    /// No grains yet. Contacts are known from a gap of `margin` on, and push where grains overlap.
    ///
    /// # Errors
    /// If a setting makes no sense or the threads cannot be started.
    pub fn new(settings: GrainSettings, margin: f64) -> Result<Self, Error> {
        check("contact stiffness", settings.stiffness, false)?;
        check("contact damping", settings.damping, true)?;
        // Faces that meet push at several points.
        let config = Config::new(margin)?
            .with_resolution(Resolution::Surface)
            .with_history(HISTORY)
            .with_areas(false)
            .with_threads(settings.threads);
        Ok(Self {
            settings,
            scene: Scene::new(config)?,
            grains: Vec::new(),
            of_body: Vec::new(),
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
        let period = std::f64::consts::PI * (grain.mass / self.settings.stiffness).sqrt();
        self.dt = self.dt.min(period / STEPS_PER_HALF_PERIOD);
        self.start_height += grain.mass * self.settings.gravity.dot(&grain.pose.translation.vector);
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
        Ok(number)
    }

    /// One time step.
    ///
    /// # Errors
    /// If a grain has flown away.
    pub fn step(&mut self) -> Result<(), Error> {
        let start = std::time::Instant::now();
        for (body, grain) in self.of_body.iter().zip(0..).filter_map(|(g, n)| Some((n, (*g)?))) {
            self.scene.set_pose(body, &self.grains[grain].pose)?;
        }
        self.scene.detect();
        self.clock.detection += start.elapsed();
        let start = std::time::Instant::now();
        self.push();
        self.add_energies();
        self.clock.contacts += start.elapsed();
        let start = std::time::Instant::now();
        for (grain, [force, moment]) in self.grains.iter_mut().zip(&self.loads) {
            grain.velocity += (force / grain.mass + self.settings.gravity) * self.dt;
            grain.spin += moment * self.dt;
        }
        self.add_energies();
        self.grains.iter_mut().for_each(|grain| grain.advance(self.dt));
        self.time += self.dt;
        self.clock.motion += start.elapsed();
        Ok(())
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
            let contact = self.scene.contacts()[i];
            let overlap = -contact.gap;
            if overlap <= 0.0 {
                self.scene.values_mut(i).fill(0.0);
                continue;
            }
            // Relative velocity and reduced mass of the two grains.
            let grains = contact.sides.each_ref().map(|side| self.of_body[side.body as usize]);
            let point = (contact.point_a + contact.point_b) * 0.5;
            let [a, b] = grains
                .map(|g| g.map_or(Vec3::zeros(), |grain| self.grains[grain].velocity_at(point)));
            let inverse: f64 =
                grains.iter().flatten().map(|&grain| self.grains[grain].mass.recip()).sum();
            let touch = Touch { normal: contact.normal, overlap, velocity: b - a, share };
            let (force, dissipative) = self.force(&touch, inverse, i);
            // Energies, and forces and moments on both grains.
            self.entry.contact += 0.5 * self.settings.stiffness * share * overlap * overlap;
            self.dissipations.push(Dissipation { grains, point, force: dissipative });
            self.entry.contacts += 1;
            self.entry.overlap = self.entry.overlap.max(overlap);
            for (grain, sign) in grains.into_iter().zip([-1.0, 1.0]) {
                if let Some(grain) = grain {
                    let arm = point - self.grains[grain].pose.translation.vector;
                    self.loads[grain][0] += force * sign;
                    self.loads[grain][1] += arm.cross(&force) * sign;
                }
            }
        }
        for grain in &self.grains {
            self.entry.gravity -=
                grain.mass * self.settings.gravity.dot(&grain.pose.translation.vector);
        }
        self.entry.gravity += self.start_height;
    }

    /// Adds half of the kinetic energy, and of the energy dissipated over the step, at the current
    /// velocities; the other half is added after they have changed.
    fn add_energies(&mut self) {
        let Self { grains, dissipations, entry, .. } = self;
        for Dissipation { grains: [a, b], point, force } in dissipations {
            let velocity = |grain: &Option<usize>| {
                grain.map_or(Vec3::zeros(), |g| grains[g].velocity_at(*point))
            };
            entry.lost -= force.dot(&(velocity(b) - velocity(a))) * 0.5 * self.dt;
        }
        entry.kinetic += 0.5 * grains.iter().map(Grain::kinetic).sum::<f64>();
    }

    /// The force of a contact on B, and its dissipative part.
    fn force(&mut self, touch: &Touch, inverse_mass: f64, contact: usize) -> (Vec3, Vec3) {
        let GrainSettings { stiffness, damping, friction, .. } = self.settings;
        let Touch { normal, overlap, velocity, share } = *touch;
        let stiffness = stiffness * share;
        let elastic = stiffness * overlap;
        // The points of a patch share the mass, too.
        let critical = 2.0 * (stiffness * share / inverse_mass).sqrt();
        let viscous = (-damping * critical * velocity.dot(&normal)).max(-elastic);
        let slip = self.scene.values_mut(contact);
        let of_spring = [friction.stiffness() * stiffness, elastic + viscous];
        let along = slip::force(&friction, [normal, velocity], self.dt, of_spring, slip);
        let dissipative = normal * viscous + along;
        (normal * elastic + dissipative, dissipative)
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
