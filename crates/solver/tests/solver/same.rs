//! What must not make a difference, to the last bit.

use gapkit::broad::Method;
use gapkit::gjk::SubAlgorithm;
use gapkit::scene;
use gapkit_solver::{Checkpoint, Friction, Penalty, Settings, Solver};

use crate::common::{OFFSET, falling};

/// Everything at once: friction, damping, self-contact, contacts that are reused.
fn settings() -> Settings {
    let penalty = Penalty::new(OFFSET).expect("valid").with_factor(16.0).expect("valid");
    let penalty = penalty.with_soft_bound(2.0).expect("valid").with_damping(0.1).expect("valid");
    let penalty = penalty.with_friction(Friction::new(0.5).expect("valid"));
    Settings::new(penalty)
        .expect("valid")
        .with_damping(2.0)
        .expect("valid")
        .with_contact_reuse(1.0)
        .expect("valid")
}

/// The hash of the contacts, and the bits of energies and positions, every so many steps.
fn history(solver: &mut Solver, steps: u64) -> Vec<u64> {
    let mut history = Vec::new();
    for step in 1..=steps {
        solver.step().expect("valid");
        if step.is_multiple_of(40) {
            let entry = solver.entry().expect("valid");
            history.push(scene::hash(solver.scene().contacts()));
            history.push(entry.contacts as u64);
            history.extend([entry.kinetic, entry.total].map(f64::to_bits));
            history.extend(solver.positions().iter().flatten().map(|x| x.to_bits()));
        }
    }
    history
}

const STEPS: u64 = 400;

fn run(settings: Settings) -> Vec<u64> {
    history(&mut falling(settings), STEPS)
}

#[test]
fn any_number_of_threads() {
    let one = run(settings().with_threads(1));
    for threads in [2, 3] {
        assert!(run(settings().with_threads(threads)) == one, "{threads} threads");
    }
}

#[test]
fn any_sub_algorithm_and_broad_phase() {
    let usual = run(settings().with_threads(2));
    let subs = [SubAlgorithm::Backup, SubAlgorithm::JohnsonBackup];
    for sub in subs {
        assert!(run(settings().with_threads(2).with_sub(sub)) == usual, "{sub}");
    }
    let brute = settings().with_threads(2).with_broad(Method::Brute);
    let mut solver = falling(brute);
    let short = history(&mut solver, STEPS / 4);
    assert!(usual.starts_with(&short), "brute force");
}

#[test]
fn a_run_that_was_stopped_and_goes_on() {
    let mut whole = falling(settings().with_threads(1));
    let mut first = falling(settings().with_threads(1));
    history(&mut whole, STEPS);
    history(&mut first, STEPS);
    assert!(first.contacts().any(|(_, force)| force.friction.norm() > 0.0));
    let state = first.save().expect("valid");
    drop(first);
    // A run that begins anew from its own state does the same as one that goes on from a file.
    whole.restore(&state).expect("valid");
    let mut second = falling(settings().with_threads(2));
    second.restore(&Checkpoint::from_bytes(&state.to_bytes()).expect("valid")).expect("valid");
    let is_old = |solver: &Solver| solver.contacts().any(|(contact, _)| contact.age > 10);
    assert!(is_old(&second));
    for _ in 0..10 {
        let [one, two] = [&mut second, &mut whole].map(|solver| {
            for _ in 0..40 {
                solver.step().expect("valid");
            }
            let ages: Vec<u32> = solver.contacts().map(|(contact, _)| contact.age).collect();
            let tally = *solver.tally();
            (solver.entry().expect("valid"), solver.positions().to_vec(), ages, tally)
        });
        assert!(one == two);
    }
}

/// Reused contacts are detected again only now and then: a state saved in between must not change
/// when.
#[test]
fn a_run_that_was_stopped_between_detections() {
    for stop in [1, 37, 203] {
        let mut whole = falling(settings().with_threads(1));
        let mut first = falling(settings().with_threads(1));
        for solver in [&mut whole, &mut first] {
            history(solver, 200);
        }
        for _ in 0..stop {
            first.step().expect("valid");
            whole.step().expect("valid");
        }
        let bytes = first.save().expect("valid").to_bytes();
        // Books that are made at the end of a run find contacts; the state is from before.
        first.entry().expect("valid");
        let mut second = falling(settings().with_threads(2));
        second.restore(&Checkpoint::from_bytes(&bytes).expect("valid")).expect("valid");
        let detections = whole.tally().detections;
        for _ in 0..60 {
            whole.step().expect("valid");
            second.step().expect("valid");
            assert!(whole.positions() == second.positions(), "{stop}");
        }
        assert!(whole.velocities() == second.velocities(), "{stop}");
        // Otherwise nothing was carried along.
        assert!(whole.tally().detections - detections < 60);
        assert_eq!(whole.tally().detections, second.tally().detections);
        assert_eq!(whole.entry().expect("valid"), second.entry().expect("valid"));
    }
}
