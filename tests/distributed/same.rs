//! The contacts of any number of ranks are those of one scene.

use std::collections::BTreeMap;

use gapkit::distributed::{self, run_ranks};
use gapkit::scene::{self, Kind, Part};

use crate::models::{self, Cut, Model, Ranked, element_number, node_number};

/// All that a contact says, in numbers that all ranks and scenes have in common.
type Facts = (Vec<u64>, Vec<u64>);

fn bits(vectors: &[gapkit::Vec3], numbers: &[f64]) -> Vec<u64> {
    let all = vectors.iter().flat_map(|v| v.iter().copied().collect::<Vec<_>>());
    all.chain(numbers.iter().copied()).map(f64::to_bits).collect()
}

fn of_scene(contact: &scene::Contact, values: &[f64]) -> Facts {
    let mut names = vec![contact.kind as u64, contact.point.into(), contact.age.into()];
    let mut weights = Vec::new();
    for side in &contact.sides {
        names.push(side.body.into());
        names.push(side.element.map_or(0, |e| element_number(e.into())));
        names.push(u64::from(!matches!(side.part, Part::Whole)));
        names.extend(side.nodes().iter().map(|&node| node_number(node)));
        weights.extend(side.weights());
    }
    let c = contact;
    let mut numbers = bits(&[c.point_a, c.point_b, c.normal], &[c.gap, c.area]);
    numbers.extend(weights.iter().chain(values).map(|x| x.to_bits()));
    (names, numbers)
}

fn of_rank(contact: &distributed::Contact, values: &[f64]) -> Facts {
    let mut names = vec![contact.kind as u64, contact.point.into(), contact.age.into()];
    let mut weights = Vec::new();
    for side in &contact.sides {
        names.push(side.body.into());
        names.push(side.element.unwrap_or(0));
        names.push(u64::from(side.element.is_some()));
        names.extend(side.nodes().iter().map(|node| node.number));
        weights.extend(side.weights());
    }
    let c = contact;
    let mut numbers = bits(&[c.point_a, c.point_b, c.normal], &[c.gap, c.area]);
    numbers.extend(weights.iter().chain(values).map(|x| x.to_bits()));
    (names, numbers)
}

/// What a host keeps with a contact: the largest depth, and a count.
fn update(values: &mut [f64], gap: f64) {
    if let [deepest, count] = values {
        *deepest = deepest.min(gap);
        *count += 1.0;
    }
}

/// The contacts of each step of one scene. Deep overlaps, which ranks do not look for, are left out.
fn expected(model: &Model, history: usize) -> Vec<BTreeMap<u64, Facts>> {
    let mut scene = models::alone(model, history);
    let step = |step: usize| {
        let time = step as f64 / model.steps as f64;
        for (moving, body) in model.bodies.iter().zip(0..) {
            scene.set_positions(body, &moving.at(time)).expect("positions");
        }
        scene.detect();
        for at in 0..scene.contacts().len() {
            let gap = scene.contacts()[at].gap;
            update(scene.values_mut(at), gap);
        }
        let all = scene.contacts().iter().enumerate().filter(|(_, c)| c.kind != Kind::Deep);
        all.map(|(i, c)| (c.id, of_scene(c, scene.values(i)))).collect()
    };
    (0..model.steps).map(step).collect()
}

/// The contacts of each step of some ranks; each is on one of them only.
fn found(model: &Model, cut: Cut, ranks: usize, history: usize) -> Vec<BTreeMap<u64, Facts>> {
    let dealt = models::deal(model, cut, ranks);
    let lists = run_ranks(ranks, |rank| {
        let mut ranked = Ranked::new(model, &dealt, rank, history).expect("a scene");
        let own = ranked.scene.rank() as u32;
        let step = |step: usize| -> Vec<(u64, Facts)> {
            ranked.place(step);
            ranked.scene.detect().expect("contacts");
            let scene = &mut ranked.scene;
            for at in 0..scene.contacts().len() {
                let gap = scene.contacts()[at].gap;
                update(scene.values_mut(at), gap);
            }
            let first = |c: &distributed::Contact| {
                c.sides.iter().flat_map(|side| side.nodes()).next().map_or(0, |node| node.owner)
            };
            assert!(scene.contacts().iter().all(|c| first(c) == own));
            let all = scene.contacts().iter().enumerate();
            all.map(|(i, c)| (c.id, of_rank(c, scene.values(i)))).collect()
        };
        (0..model.steps).map(step).collect::<Vec<_>>()
    });
    let join = |step: usize| {
        let mut all = BTreeMap::new();
        for (id, facts) in lists.iter().flat_map(|steps| &steps[step]) {
            assert!(all.insert(*id, facts.clone()).is_none(), "{id} is on two ranks");
        }
        all
    };
    (0..model.steps).map(join).collect()
}

fn check(model: &Model, least: usize) {
    let expected = expected(model, 2);
    let count: usize = expected.iter().map(BTreeMap::len).sum();
    assert!(count > least, "{}: only {count} contacts", model.name);
    for ranks in [1, 2, 3, 4, 7, 16] {
        for cut in Cut::ALL {
            let found = found(model, cut, ranks, 2);
            for (step, (one, all)) in expected.iter().zip(&found).enumerate() {
                let missing = one.iter().find(|(id, facts)| all.get(id) != Some(facts));
                let what = format!("{} on {ranks} ranks by {cut:?}, step {step}", model.name);
                if let Some((id, facts)) = missing {
                    panic!("{what}:\n{facts:?}\n{:?}", all.get(id));
                }
                assert_eq!(one.len(), all.len(), "{what}: contacts that one scene has not");
            }
        }
    }
}

#[test]
fn plates_have_the_same_contacts_on_any_ranks() {
    check(&models::plates(), 100_000);
}

#[test]
fn a_knot_that_meets_itself_has_the_same_contacts_on_any_ranks() {
    check(&models::knot(), 1000);
}

#[test]
fn bunny_and_knots_have_the_same_contacts_on_any_ranks() {
    check(&models::bunny_and_knots(), 1000);
}
