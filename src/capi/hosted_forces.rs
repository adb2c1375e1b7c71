//! The contact law of a scene, with what it was told of the bodies and what it took so far.

use super::forces::gapkit_forces;
use super::scene::HostedScene;
use super::sized::Growing;
use super::status::{Failure, GAPKIT_BAD_ARGUMENT, GAPKIT_FOREIGN_STATE};
use crate::forces::{
    ContactForces, ForceState, Material, Motion, Penalty, RigidVelocity, Time, deep_overlaps,
};
use crate::scene::Scene;

/// The contact law of a scene, and what it is told of the bodies.
#[derive(Debug, Default)]
pub(super) struct HostedForces {
    pub(super) law: Option<Law>,
    pub(super) materials: Vec<Option<Material>>,
    /// The masses of nodes that the host gave, for each body; empty for the lumped ones.
    pub(super) masses: Vec<Vec<f64>>,
    /// How shapes and half-spaces move.
    pub(super) rigid: Vec<RigidVelocity>,
}

#[derive(Debug)]
pub(super) struct Law {
    pub(super) forces: ContactForces,
    /// The time step of the elements.
    elements: f64,
    /// The masses of all nodes.
    masses: Vec<f64>,
    /// The last step; `None` before forces were evaluated.
    last_step: Option<f64>,
}

/// The place of a body in a list that grows as needed.
pub(super) fn at<T: Clone + Default>(list: &mut Vec<T>, body: u32) -> &mut T {
    let place = body as usize;
    if list.len() <= place {
        list.resize(place + 1, T::default());
    }
    &mut list[place]
}

impl Law {
    /// A law with the materials and masses that are known of the bodies.
    pub(super) fn new(
        scene: &Scene,
        of: &HostedForces,
        penalty: Penalty,
        elements: f64,
    ) -> Result<Self, Failure> {
        let mut forces = ContactForces::new(penalty);
        for (body, material) in (0..).zip(&of.materials) {
            if let Some(material) = material {
                forces.set_material(scene, body, *material)?;
            }
        }
        forces.set_time_step(scene, elements)?;
        let mut masses = Vec::with_capacity(scene.all_positions().len());
        for body in 0..scene.body_count() as u32 {
            match of.masses.get(body as usize) {
                Some(given) if !given.is_empty() => masses.extend_from_slice(given),
                _ if scene.node_range(body).is_empty() => {}
                _ => masses.extend(forces.lumped_masses(scene, body)?),
            }
        }
        Ok(Self { forces, elements, masses, last_step: None })
    }

    /// Evaluates the forces a time `dt` after the last time.
    pub(super) fn evaluate(
        &mut self,
        scene: &Scene,
        rigid: &[RigidVelocity],
        dt: f64,
    ) -> Result<(), Failure> {
        let motion = Motion { x: scene.all_positions(), v: scene.all_velocities(), rigid };
        let time = match self.last_step {
            None => Time::Start,
            Some(last) if dt == 0.0 => Time::Again(last),
            Some(_) => Time::After(dt),
        };
        let forces = &mut self.forces;
        scene.install(|| {
            if let Time::After(dt) = time {
                // The forces at the beginning of the step, with the velocity that led to its end.
                forces.update_powers(&motion);
                forces.add_work(0.5 * dt);
            }
            forces.evaluate(scene, &motion, time)?;
            forces.add_work(if let Time::After(dt) = time { 0.5 * dt } else { 0.0 });
            Ok::<(), crate::Error>(())
        })?;
        self.last_step = Some(if dt > 0.0 { dt } else { self.last_step.unwrap_or(0.0) });
        Ok(())
    }

    pub(super) fn summary(&self, scene: &Scene) -> gapkit_forces {
        let forces = &self.forces;
        let [normal_work, damping_work, friction_work] = forces.work();
        let elements = (2.0 / self.elements).powi(2);
        gapkit_forces {
            stable_time_step: forces.limits(&self.masses).stable_step(elements),
            energy: forces.pairs().iter().map(|pair| pair.energy).sum(),
            normal_work,
            friction_work,
            damping_work,
            max_closure: forces.max_closure() / forces.penalty().offset(),
            pushing: forces.pairs().iter().map(|pair| pair.contacts as u64).sum(),
            deep: deep_overlaps(scene) as u64,
            ..gapkit_forces::preset()
        }
    }
}

impl HostedForces {
    /// The law, with forces evaluated.
    pub(super) fn evaluated(&self) -> Result<&Law, Failure> {
        let law = self.law.as_ref().filter(|law| law.last_step.is_some());
        law.ok_or_else(|| {
            let text = "no forces are known: call gapkit_scene_forces first";
            Failure::new(GAPKIT_BAD_ARGUMENT, text)
        })
    }

    /// What is kept with a state; nothing without a law.
    pub(super) fn save(&self) -> Vec<u64> {
        let Some(law) = &self.law else { return Vec::new() };
        let step = law.last_step.unwrap_or(-1.0);
        let mut words = vec![step.to_bits()];
        words.extend(law.forces.save().to_words());
        words
    }

    /// What [`HostedForces::save`] kept, if this scene has a law.
    pub(super) fn read(
        &self,
        scene: &Scene,
        words: &[u64],
    ) -> Result<Option<(Option<f64>, ForceState)>, Failure> {
        match (words.split_first(), &self.law) {
            (None, None) => Ok(None),
            (None, Some(_)) => Ok(Some((None, ForceState::default()))),
            (Some(_), None) => {
                let text = "`state` has forces; set the same force law before";
                Err(Failure::new(GAPKIT_FOREIGN_STATE, text))
            }
            (Some((&step, words)), Some(_)) => {
                let step = Some(f64::from_bits(step)).filter(|step| *step >= 0.0);
                let state = ForceState::from_words(words)?;
                state.check_bodies(scene)?;
                Ok(Some((step, state)))
            }
        }
    }

    /// Goes back to what was kept, with the contacts of the same state.
    pub(super) fn restore(
        &mut self,
        scene: &Scene,
        kept: Option<(Option<f64>, ForceState)>,
    ) -> Result<(), Failure> {
        let (Some(law), Some((step, state))) = (&mut self.law, kept) else { return Ok(()) };
        law.forces.restore(scene, &state)?;
        law.last_step = step;
        Ok(())
    }
}

impl HostedScene {
    /// The law, which must have been set.
    pub(super) fn law(&mut self) -> Result<&mut Law, Failure> {
        self.forces.law.as_mut().ok_or_else(|| {
            let text = "there is no contact law: call gapkit_scene_set_force_law first";
            Failure::new(GAPKIT_BAD_ARGUMENT, text)
        })
    }

    /// Checks that a body is a mesh.
    pub(super) fn check_mesh(&self, body: u32) -> Result<(), Failure> {
        self.check_body(body)?;
        if self.scene.node_range(body).is_empty() {
            let text = format!("body {body} is not a mesh");
            return Err(Failure::new(GAPKIT_BAD_ARGUMENT, text));
        }
        Ok(())
    }
}
