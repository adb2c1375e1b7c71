//! The signed gap on its way through contact.

use crate::common;

use common::bodies::{self, facing, hanging, hanging_box, rotation, turned};
use common::{Pair, Points};
use gapkit::Vec3;
use gapkit::penetration::{SignedGap, signed_gap};
use rayon::prelude::*;

/// Two bodies in contact along the first row of a rotation, with a face, or an edge each, in the
/// plane between them.
fn in_contact(index: u64) -> (Pair, Vec3) {
    let mut rng = bodies::random(2000, index);
    let (a, b): (Points, Points) = match index % 4 {
        0 => (hanging(&mut rng, 4, 1 + (index / 4 % 3) as usize), hanging(&mut rng, 4, 3)),
        1 => (hanging_box(&mut rng, 1 << (index / 4 % 3)), hanging_box(&mut rng, 4)),
        2 => (hanging(&mut rng, 16, 1 + (index / 4 % 3) as usize), hanging(&mut rng, 16, 3)),
        _ => (hanging(&mut rng, 4, 2), hanging(&mut rng, 4, 2)),
    };
    let (a, b) = facing(&mut rng, &a, &b, 0.0);
    let rows = rotation(&mut rng);
    let normal = Vec3::new(rows[0].z, rows[1].z, rows[2].z);
    (Pair { family: "in contact", a: turned(&a, &rows), b: turned(&b, &rows) }, normal)
}

/// What a sweep through contact showed: the largest deviation of the gap from the motion between
/// steps, in eps times the size and reach, and the largest turn of the normal.
#[derive(Debug, Clone, Copy, Default)]
struct Swept {
    off: f64,
    jump: f64,
    turn: f64,
    outcomes: [u64; 4],
}

const STEPS: i32 = 1000;

fn sweep(index: u64) -> Swept {
    let (pair, normal) = in_contact(index);
    // The vertices of B are rounded anew at every step.
    let unit = f64::EPSILON * (pair.size() + pair.reach());
    let range = 1e-6 * pair.size();
    let mut swept = Swept::default();
    let mut last: Option<(f64, SignedGap)> = None;
    for step in (-STEPS..=STEPS).rev() {
        let s = range * f64::from(step) / f64::from(STEPS);
        let b: Points = pair.b.iter().map(|p| (Vec3::from(*p) + normal * s).into()).collect();
        let moved = Pair { b, ..pair.clone() };
        let (x, y) = moved.sets();
        let gap = signed_gap(&x, &y);
        swept.outcomes[gap.outcome as usize] += 1;
        assert!(gap.lower_bound <= gap.gap && gap.gap <= gap.upper_bound, "{moved:?}\n{gap:?}");
        assert!(gap.normal.dot(&normal) > 0.0, "the normal flips: {moved:?}\n{gap:?}");
        if let Some((before, old)) = last {
            // Never more than the motion, and never back.
            let (by, moved_by) = (old.gap - gap.gap, before - s);
            swept.jump = swept.jump.max((by - moved_by) / unit).max(-by / unit);
            // The plane of contact is the only one, so this must hold at every step, also where
            // apart becomes touching and then overlapping.
            swept.turn = swept.turn.max(old.normal.cross(&gap.normal).norm());
        }
        swept.off = swept.off.max((gap.gap - s).abs() / unit);
        last = Some((s, gap));
    }
    swept
}

/// How far the gap may deviate from the motion, in eps times the size and reach: twice the promised
/// error for the difference of two gaps.
const FOLLOW: f64 = 2.0 * 16.0;

#[test]
fn the_gap_follows_the_motion_through_contact() {
    let join = |p: Swept, q: Swept| Swept {
        off: p.off.max(q.off),
        jump: p.jump.max(q.jump),
        turn: p.turn.max(q.turn),
        outcomes: std::array::from_fn(|i| p.outcomes[i] + q.outcomes[i]),
    };
    let swept = (0..1000u64).into_par_iter().map(sweep).reduce(Swept::default, join);
    println!("{swept:?}");
    assert!(swept.jump <= FOLLOW, "{swept:?}");
    assert!(swept.turn < 1e-3, "{swept:?}");
    let [apart, touching, overlapping, undecided] = swept.outcomes;
    assert!(apart > 900_000 && overlapping > 900_000 && touching > 500 && undecided == 0);
}
