//! What is wrong on one rank is an error on all, with the same words, and nothing hangs.

use std::sync::Arc;
use std::time::{Duration, Instant};

use gapkit::Error;
use gapkit::distributed::{Broken, Communicator, OneRank, Reduction, Scene, ThreadRank, run_ranks};
use gapkit::error::ErrorKind;
use gapkit::mesh::{ElementKind, Elements, Orientation};
use gapkit::scene::{BodyOptions, Config, Resolution};

use crate::models::{self, Cut, Ranked};

fn config() -> Config {
    Config::new(0.02).expect("a margin").with_threads(1)
}

/// The error that all ranks have, within a second after all have begun.
fn common_error(results: Vec<Result<(), Error>>) -> Error {
    let errors: Vec<Error> = results.into_iter().map(|r| r.expect_err("an error")).collect();
    assert!(errors.iter().all(|error| error == &errors[0]), "{errors:?}");
    errors[0].clone()
}

#[test]
fn a_coordinate_that_is_no_number_is_named_on_all_ranks_and_changes_nothing() {
    let model = models::plates();
    let dealt = models::deal(&model, Cut::Bisection, 4);
    let results = run_ranks(4, |rank| {
        let mut ranked = Ranked::new(&model, &dealt, rank, 0).expect("a scene");
        ranked.place(0);
        let scene = &mut ranked.scene;
        scene.detect().expect("contacts");
        let (before, hash) = (scene.contacts().to_vec(), scene.hash());
        if scene.rank() == 1 {
            let mut bad = ranked.own_positions(1, 0);
            bad[3][1] = f64::NAN;
            ranked.scene.set_positions(1, &bad);
        }
        let begin = Instant::now();
        let result = ranked.scene.detect().map(|_| ());
        assert!(begin.elapsed() < Duration::from_secs(1));
        assert_eq!(ranked.scene.contacts(), before);
        // And it goes on.
        ranked.place(0);
        ranked.scene.detect().expect("contacts");
        assert_ne!(ranked.scene.hash(), hash, "ages have grown");
        result
    });
    let error = common_error(results);
    assert_eq!(error.kind(), ErrorKind::Value);
    let text = error.to_string();
    assert!(text.starts_with("rank 1: coordinate y of node 10995"), "{text}");
    assert!(text.contains("is NaN"), "{text}");
}

#[test]
fn ranks_that_differ_in_margins_options_or_time_steps_are_told_so() {
    let error = common_error(run_ranks(3, |rank| {
        let margin = if rank.rank() == 2 { 0.1 } else { 0.2 };
        let config = Config::new(margin)?.with_threads(1);
        Scene::new(config, Arc::new(rank)).map(|_| ())
    }));
    assert_eq!(error.to_string(), "the settings of rank 2 are not those of rank 0");
    let error = common_error(run_ranks(2, |rank| {
        let height = rank.rank() as f64;
        let mut scene = Scene::new(config(), Arc::new(rank))?;
        scene.add_plane([0.0, 0.0, height], [0.0, 0.0, 1.0], BodyOptions::default())?;
        Ok(())
    }));
    assert_eq!(error.to_string(), "the planes of rank 1 are not those of rank 0");
    let model = models::plates();
    let dealt = models::deal(&model, Cut::Bisection, 2);
    let error = common_error(run_ranks(2, |rank| {
        let mut ranked = Ranked::new(&model, &dealt, rank, 0)?;
        let still = vec![[0.0; 3]; ranked.own_positions(0, 0).len()];
        let dt = if ranked.scene.rank() == 0 { 0.1 } else { 0.2 };
        ranked.scene.set_velocities(0, &still, dt);
        ranked.scene.detect().map(|_| ())
    }));
    assert!(error.to_string().contains("the time steps of rank 0"), "{error}");
}

#[test]
fn only_surface_contacts_are_for_several_ranks() {
    for (resolution, what) in [(Resolution::Facet, "facet"), (Resolution::Piece, "piece")] {
        let config = config().with_resolution(resolution);
        let error = Scene::new(config, Arc::new(OneRank)).expect_err("refused");
        assert_eq!(error.kind(), ErrorKind::Unsupported);
        let wanted = format!("rank 0: scenes over several ranks have no {what} contacts");
        assert_eq!(error.to_string(), wanted);
    }
}

const CORNERS: [[f64; 3]; 6] = [
    [0.0, 0.0, 0.0],
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.3, 0.3, 1.0],
    [0.3, 0.3, -1.0],
    [0.4, 0.2, 1.5],
];

/// A part of tetrahedra, whose nodes are numbered as the corners.
fn part(tets: &[(u64, [u32; 4])]) -> Elements {
    let mut part = Elements::default();
    if tets.is_empty() {
        return part;
    }
    part.nodes = CORNERS.to_vec();
    part.node_numbers = (0..6).collect();
    for (number, nodes) in tets {
        part.push(ElementKind::Tet4, nodes, *number, 0);
    }
    part
}

/// What all ranks say to these parts.
fn refused(parts: &[Vec<(u64, [u32; 4])>]) -> Error {
    common_error(run_ranks(parts.len(), |rank| {
        let own = part(&parts[rank.rank()]);
        let mut scene = Scene::new(config(), Arc::new(rank))?;
        let result = scene.add_mesh(&own, Orientation::Repair, BodyOptions::default());
        assert_eq!(scene.body_count(), usize::from(result.is_ok()));
        result.map(|_| ())
    }))
}

#[test]
fn parts_that_do_not_fit_together_are_refused_by_name() {
    let (up, down, other) = ((7, [0, 1, 2, 3]), (8, [0, 1, 2, 4]), (9, [0, 1, 2, 5]));
    let text = refused(&[vec![up], vec![down], vec![other]]).to_string();
    assert!(text.contains("face with nodes [0, 1, 2] belongs to more than two"), "{text}");
    assert!(text.contains("[7, 8, 9] of ranks [0, 1, 2]"), "{text}");
    // The same if two of them are on one rank, which has no outer face there.
    let text = refused(&[vec![up, down], vec![other]]).to_string();
    assert!(text.contains("belongs to more than two"), "{text}");
    let text = refused(&[vec![up], vec![other]]).to_string();
    assert!(text.contains("same side of the face"), "{text}");
    let text = refused(&[vec![up], vec![(7, [0, 1, 2, 4])]]).to_string();
    assert!(text.contains("element 7 is given by rank 0 and by rank 1"), "{text}");
    let text = refused(&[vec![], vec![(5, [0, 1, 2, 9])]]).to_string();
    assert!(text.starts_with("rank 1: local node 3 of tetrahedron 5 is 9"), "{text}");
    let text = refused(&[vec![], vec![]]).to_string();
    assert!(text.contains("no elements"), "{text}");
}

#[test]
fn a_node_that_is_not_at_one_place_is_refused() {
    let error = common_error(run_ranks(2, |rank| {
        let number = 7 + rank.rank() as u64;
        let nodes = if rank.rank() == 0 { [0, 1, 2, 3] } else { [0, 1, 2, 4] };
        let mut own = part(&[(number, nodes)]);
        own.nodes[2][0] += rank.rank() as f64 * 1e-9;
        let mut scene = Scene::new(config(), Arc::new(rank))?;
        scene.add_mesh(&own, Orientation::Repair, BodyOptions::default()).map(|_| ())
    }));
    assert!(error.to_string().contains("node 2 is at"), "{error}");
}

/// A communicator whose calls fail from some call on.
struct Failing {
    inner: ThreadRank,
    left: std::sync::atomic::AtomicI64,
}

impl Failing {
    fn check(&self) -> Result<(), Broken> {
        let left = self.left.fetch_sub(1, std::sync::atomic::Ordering::Relaxed);
        if left > 0 { Ok(()) } else { Err(Broken("the cable is cut".into())) }
    }
}

impl Communicator for Failing {
    fn rank(&self) -> usize {
        self.inner.rank()
    }
    fn size(&self) -> usize {
        self.inner.size()
    }
    fn gather(&self, own: &[u8], all: &mut [u8]) -> Result<(), Broken> {
        self.check()?;
        self.inner.gather(own, all)
    }
    fn all_to_all(
        &self,
        send: &[u8],
        lengths: &[usize],
        receive: &mut [u8],
        coming: &[usize],
    ) -> Result<(), Broken> {
        self.check()?;
        self.inner.all_to_all(send, lengths, receive, coming)
    }
    fn exchange(
        &self,
        outgoing: &[(usize, &[u8])],
        incoming: &mut [(usize, &mut [u8])],
    ) -> Result<(), Broken> {
        self.check()?;
        self.inner.exchange(outgoing, incoming)
    }
    fn reduce(&self, numbers: &mut [f64], how: Reduction) -> Result<(), Broken> {
        self.check()?;
        self.inner.reduce(numbers, how)
    }
    fn fail(&self) {
        self.inner.fail();
    }
}

#[test]
fn a_communicator_that_fails_on_one_rank_is_an_error_on_all() {
    let model = models::plates();
    let dealt = models::deal(&model, Cut::Checkerboard, 3);
    let (mut lasted, mut calls) = (0, 0);
    while lasted == 0 {
        let begin = Instant::now();
        let results = run_ranks(3, |rank| {
            let left = if rank.rank() == 1 { calls } else { i64::MAX };
            let failing = Failing { inner: rank, left: left.into() };
            let mut ranked = Ranked::on(&model, &dealt, Arc::new(failing), 1)?;
            for step in 0..3 {
                ranked.place(40 * step);
                ranked.scene.detect()?;
            }
            ranked.scene.hash()
        });
        assert!(begin.elapsed() < Duration::from_secs(20), "call {calls}");
        if results.iter().all(Result::is_ok) {
            lasted = calls;
        }
        let is_communication = |r: &Result<u64, Error>| {
            r.as_ref().is_err_and(|e| e.kind() == ErrorKind::Communication)
        };
        // Whoever has done with all calls before the failure may be content.
        assert!(lasted > 0 || is_communication(&results[1]), "call {calls}: {results:?}");
        calls += 1 + calls / 8;
    }
    assert!(lasted > 50, "{lasted}");
}

#[test]
fn a_state_goes_on_with_another_number_of_ranks() {
    let model = models::plates();
    let run = |ranks: usize, cut: Cut, steps: std::ops::Range<usize>, state: Option<&_>| {
        let dealt = models::deal(&model, cut, ranks);
        run_ranks(ranks, |rank| {
            let mut ranked = Ranked::new(&model, &dealt, rank, 2).expect("a scene");
            if let Some(state) = state {
                ranked.scene.restore(state).expect("a state");
            }
            for step in steps.clone() {
                ranked.place(step);
                ranked.scene.detect().expect("contacts");
                for at in 0..ranked.scene.contacts().len() {
                    let gap = ranked.scene.contacts()[at].gap;
                    ranked.scene.values_mut(at)[0] += gap;
                }
            }
            let hash = ranked.scene.hash().expect("a hash");
            (hash, ranked.scene.state().expect("a state"))
        })
        .remove(0)
    };
    let (whole, _) = run(1, Cut::Bodies, 0..24, None);
    let (_, half) = run(4, Cut::Bisection, 0..12, None);
    let (hash, state) = run(3, Cut::Checkerboard, 12..24, Some(&half));
    assert_eq!(hash, whole);
    assert_eq!(gapkit::distributed::State::from_bytes(&state.to_bytes()), Ok(state.clone()));
    assert!(gapkit::distributed::State::from_bytes(&state.to_bytes()[1..]).is_err());
}

#[test]
fn forces_on_nodes_of_other_ranks_go_home() {
    let model = models::plates();
    // The force of each contact is 1 along its normal, on B; the sums of all nodes of all ranks.
    let sums = |ranks: usize, cut: Cut| {
        let dealt = models::deal(&model, cut, ranks);
        let lists = run_ranks(ranks, |rank| {
            let mut ranked = Ranked::new(&model, &dealt, rank, 0).expect("a scene");
            ranked.place(30);
            ranked.scene.detect().expect("contacts");
            let mut forces = ranked.no_forces();
            let mut ghosts = vec![[0.0; 3]; ranked.scene.ghost_count()];
            for contact in ranked.scene.contacts() {
                for (side, sign) in contact.sides.iter().zip([-1.0, 1.0]) {
                    for (node, weight) in side.nodes().iter().zip(side.weights()) {
                        let force = match (node.index, node.ghost) {
                            (Some(index), _) => &mut forces[side.body as usize][index as usize],
                            (None, ghost) => &mut ghosts[ghost.expect("a ghost") as usize],
                        };
                        (0..3).for_each(|k| force[k] += sign * weight * contact.normal[k]);
                    }
                }
            }
            let add = |body: u32, node: u32, force: [f64; 3]| {
                let place = &mut forces[body as usize][node as usize];
                (0..3).for_each(|k| place[k] += force[k]);
            };
            ranked.scene.exchange_forces(&ghosts, add).expect("forces");
            (ranked.by_node(&forces), ghosts.len())
        });
        let mut sums = vec![[0.0; 3]; lists[0].0.len()];
        for (list, _) in &lists {
            for (sum, force) in sums.iter_mut().zip(list) {
                (0..3).for_each(|k| sum[k] += force[k]);
            }
        }
        (sums, lists.iter().map(|(_, ghosts)| ghosts).sum::<usize>())
    };
    let (alone, none) = sums(1, Cut::Bodies);
    assert_eq!(none, 0);
    let largest = alone.as_flattened().iter().fold(0.0f64, |max, x| max.max(x.abs()));
    assert!(largest > 0.5);
    for (ranks, cut) in [(2, Cut::Bodies), (4, Cut::Bisection), (7, Cut::Checkerboard)] {
        let (shared, ghosts) = sums(ranks, cut);
        assert!(ghosts > 20, "{ghosts}");
        for (one, other) in alone.as_flattened().iter().zip(shared.as_flattened()) {
            assert!((one - other).abs() <= 1e-14 * largest * 64.0, "{one} {other}");
        }
    }
}
