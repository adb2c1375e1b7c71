//! When the contacts of the last detection close within the time step ahead.

use super::Scene;
use super::contact::{Contact, Side};
use crate::Vec3;
use crate::impact::{edge_edge, node_facet};

impl Scene {
    /// The time at which the gap of each contact closes, as a fraction of the time step that
    /// [`Scene::set_velocities`] told: 0 if it is closed already, infinity if it does not close
    /// within the step. In the order of [`Scene::contacts`]; they should be those of the present
    /// positions.
    ///
    /// A node that meets its facet and an edge that meets its edge, between bodies without
    /// thickness, have the time of [`node_facet`] and [`edge_edge`]. All other contacts have that
    /// at which the gap along their normal closes while their two points move straight.
    ///
    /// ```
    /// use gapkit::mesh::bodies;
    /// use gapkit::scene::{BodyOptions, Config, Scene};
    ///
    /// let block = bodies::block([1; 3], [1.0; 3])?;
    /// let mut scene = Scene::new(Config::new(0.01)?)?;
    /// let body = scene.add_mesh(&block, BodyOptions::default())?;
    /// scene.add_plane([0.0, 0.0, -0.5], [0.0, 0.0, 1.0], BodyOptions::default())?;
    /// // It falls by twice its distance from the plane in the time step.
    /// scene.set_velocities(body, &[[0.0, 0.0, -100.0]; 8], 0.01)?;
    /// scene.detect();
    /// assert!(!scene.contacts().is_empty());
    /// assert!(scene.impact_times().all(|time| (time - 0.5).abs() < 1e-12));
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    pub fn impact_times(&self) -> impl ExactSizeIterator<Item = f64> {
        self.contacts().iter().map(|contact| self.impact_time(contact))
    }

    fn impact_time(&self, contact: &Contact) -> f64 {
        if contact.gap <= 0.0 {
            return 0.0;
        }
        if let Some(time) = self.feature_time(contact) {
            return time;
        }
        let [a, b] = contact.sides.each_ref().map(|side| self.step_displacement(side));
        let closing = contact.normal.dot(&(a - b));
        // Written so that what is not a number does not close.
        if closing >= contact.gap { contact.gap / closing } else { f64::INFINITY }
    }

    /// How the point of a side moves in the time step.
    fn step_displacement(&self, side: &Side) -> Vec3 {
        let pairs = side.nodes().iter().zip(side.weights());
        pairs.fold(Vec3::zeros(), |sum, (&node, &weight)| {
            sum + Vec3::from(self.node_displacement(side.body, node)) * weight
        })
    }

    fn node_displacement(&self, body: u32, node: u32) -> [f64; 3] {
        let at = self.world.spans[body as usize].nodes.start + node as usize;
        self.step_displacements.get(at).copied().unwrap_or([0.0; 3])
    }

    /// When the features themselves meet, if they are a node and a facet or two edges that do.
    fn feature_time(&self, contact: &Contact) -> Option<f64> {
        let thickness = |side: &Side| self.bodies[side.body as usize].options.thickness;
        let [a, b] = &contact.sides;
        if thickness(a) + thickness(b) > 0.0 {
            return None;
        }
        let meet = match [a.nodes().len(), b.nodes().len()] {
            [1, 3] | [3, 1] => node_facet,
            [2, 2] => edge_edge,
            _ => return None,
        };
        let [a, b] = if a.nodes().len() == 3 { [b, a] } else { [a, b] };
        let (mut start, mut end) = ([[0.0; 3]; 4], [[0.0; 3]; 4]);
        let sides = [a, b].into_iter();
        let nodes = sides.flat_map(|side| side.nodes().iter().map(|&node| (side.body, node)));
        for (i, (body, node)) in nodes.enumerate() {
            let first = self.world.spans[body as usize].nodes.start;
            start[i] = self.world.nodes[first + node as usize];
            let by = self.node_displacement(body, node);
            end[i] = [0, 1, 2].map(|k| start[i][k] + by[k]);
        }
        let time = meet(&start, &end).ok()?.time;
        time.is_finite().then_some(time)
    }
}
