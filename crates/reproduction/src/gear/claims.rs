//! What is claimed of the gear teeth.

use super::teeth::Step;
use super::{EPS, Row, TILT};
use crate::claim::Bound::{AtLeast, AtMost, Between};
use crate::claim::Claim;
use crate::timing::median;

/// The claims, from the approaches with Johnson and with Signed Volumes and from what was reached
/// on all meshes.
pub(super) fn all(johnson: &[Step], volumes: &[Step], rows: &[Row]) -> Vec<Claim> {
    let mut claims = accuracy(rows);
    claims.extend(robustness(johnson, volumes, rows));
    claims
}

/// What was reached on each mesh with this misalignment, in ascending order.
fn sorted(rows: &[Row], tilt: f64, value: impl Fn(&Row) -> f64) -> Vec<f64> {
    let mut values: Vec<f64> = rows.iter().filter(|row| row.tilt == tilt).map(value).collect();
    values.sort_by(f64::total_cmp);
    values
}

fn accuracy(rows: &[Row]) -> Vec<Claim> {
    let johnson = sorted(rows, TILT, |row| row.johnson.distance);
    let volumes = sorted(rows, TILT, |row| row.volumes.distance);
    let aligned = sorted(rows, 0.0, |row| row.johnson.distance);
    let printed = sorted(rows, TILT, |row| row.printed.distance);
    let root = EPS.sqrt();
    vec![
        Claim::reproduced(
            "gear-1",
            "misaligned teeth: the smallest distance of Signed Volumes, median mesh, in eps",
            median(volumes.clone()) / EPS,
            AtMost(3.0),
        ),
        Claim::reproduced(
            "gear-2",
            "misaligned teeth: the smallest distance of Johnson, best mesh, in sqrt(eps)",
            johnson[0] / root,
            Between(1.0, 5.0),
        ),
        Claim::reproduced(
            "gear-3",
            "misaligned teeth: Signed Volumes on its worst mesh over Johnson on its best",
            volumes[volumes.len() - 1] / johnson[0],
            AtMost(3e-6),
        ),
        Claim::missed(
            "gear-4",
            "aligned teeth: the smallest distance of Johnson, best mesh, in sqrt(eps)",
            aligned[0] / root,
            AtLeast(0.5),
        ),
        Claim::missed(
            "gear-5",
            "eq. 9 as printed: the smallest distance of Signed Volumes, median mesh, in eps",
            median(printed) / EPS,
            AtMost(10.0),
        ),
    ]
}

fn robustness(johnson: &[Step], volumes: &[Step], rows: &[Row]) -> Vec<Claim> {
    let min_det = |steps: &[Step]| steps.iter().map(|s| s.det[0]).fold(f64::INFINITY, f64::min);
    let wrong = |value: &dyn Fn(&Row) -> usize| rows.iter().map(value).sum::<usize>() as f64;
    vec![
        Claim::reproduced(
            "gear-6",
            "misaligned teeth: the least |det A| of Johnson, in eps",
            min_det(johnson) / EPS,
            AtMost(1.0),
        ),
        Claim::reproduced(
            "gear-7",
            "misaligned teeth: the least |det M| of Signed Volumes, in eps",
            min_det(volumes) / EPS,
            AtLeast(2e8),
        ),
        Claim::reproduced(
            "gear-8",
            "steps that went wrong with Johnson, per one with Signed Volumes, all meshes",
            wrong(&|row| row.johnson.wrong) / wrong(&|row| row.volumes.wrong).max(1.0),
            AtLeast(4.0),
        ),
    ]
}
