//! Contacts of what was found, written once into their places.

use super::closed::Gap;
use super::examine::{Hit, ONLY, Output};
use super::list::{GrainPairs, whole};
use crate::scene::contact::{Contact, Kind, Side};
use crate::scene::identity::{area_id, area_seed};
use crate::scene::records::facet::build_contact::Scope;

impl GrainPairs {
    /// Makes the contacts that were found, in order, in place of what a list holds.
    pub(in crate::scene) fn write(&self, scope: &Scope, contacts: &mut Vec<Contact>) {
        let count = self.outputs.iter().map(|output| output.hits.len()).sum();
        // What was there before is overwritten, so that only what is new is filled twice.
        contacts.resize(count, Contact::NONE);
        self.write_jobs(scope, &self.outputs, contacts);
    }

    /// Writes what some jobs found, halved among the threads.
    fn write_jobs(&self, scope: &Scope, outputs: &[Output], contacts: &mut [Contact]) {
        match outputs {
            [] => {}
            [output] => {
                for (hit, contact) in output.hits.iter().zip(contacts) {
                    *contact = self.contact(scope, hit);
                }
            }
            _ => {
                let (low, high) = outputs.split_at(outputs.len() / 2);
                let count = low.iter().map(|output| output.hits.len()).sum();
                let (lows, highs) = contacts.split_at_mut(count);
                rayon::join(
                    || self.write_jobs(scope, low, lows),
                    || self.write_jobs(scope, high, highs),
                );
            }
        }
    }

    #[inline]
    fn contact(&self, scope: &Scope, hit: &Hit) -> Contact {
        let bodies = self.pairs[hit.pair as usize].bodies;
        let [one, two] = bodies.map(|body| scope.thickness[body as usize]);
        let Gap { gap, normal, point_a, point_b } = hit.gap;
        let sides: [Side; 2] = bodies.map(whole);
        let (id, kind, point) = if hit.point == ONLY {
            (self.ids[hit.pair as usize], Kind::Nearest, 0)
        } else {
            let seed = area_seed(bodies.map(|body| scope.world.body_numbers[body as usize]));
            (area_id(seed, hit.point), Kind::Area, hit.point)
        };
        Contact {
            sides,
            point_a: point_a + normal * one,
            point_b: point_b - normal * two,
            normal,
            gap: gap - one - two,
            area: hit.area,
            kind,
            point,
            id,
            age: 0,
            previous: None,
        }
    }
}
