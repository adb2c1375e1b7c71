//! Which faces hold the nearest point, and what becomes of simplices that are nearly flat.
//!
//! Montanari et al. 2017 (doi:10.1145/3083724), Table I and Figure 7. The paper argues from Table I that the
//! nearest point mostly lies in a triangle, so that a search from above finds it sooner, and from Figure 7 that
//! Johnson's sub-algorithm fails on a flat simplex only if the face that holds the nearest point is the flat one.

mod flat;
mod table1;

use crate::report::Report;
use crate::{Effort, Error, Tell};

pub(super) fn run(effort: Effort, tell: Tell) -> Result<Report, Error> {
    let combinations = table1::measure(effort.pick(50, 1000))?;
    tell(0.5);
    let heights = flat::measure(effort.pick(200, 5000));
    tell(1.0);
    let mut report = Report::default();
    report.claims.extend(table1::claims(&combinations));
    report.claims.extend(flat::claims(&heights));
    report.tables.push(table1::table(&combinations));
    report.tables.push(flat::table(&heights));
    Ok(report)
}
