//! A detection in words: a table of pairs of bodies, and a line of totals.

use std::fmt::Write;

use gapkit::scene;

use super::bodies::File;
use super::report::{Report, pairs};
use crate::numbers::full;

const HEAD: [&str; 6] =
    ["body a", "body b", "contacts", "minimum gap", "deepest penetration", "contact area"];

/// Number of columns with names, which are aligned left; numbers are aligned right.
const NAMES: usize = 2;

pub(super) fn text(report: &Report<'_>) -> String {
    let contacts = report.scene.contacts();
    let rows = rows(report);
    let table = if rows.is_empty() {
        "no contacts within the margin\n".to_owned()
    } else {
        align(&[vec![HEAD.map(str::to_owned)], rows].concat())
    };
    let (margin, notes, totals) = (margin(report), notes(report), totals(report));
    format!("{margin}\n{notes}\n{table}\n{totals}\nhash    {:016x}\n", scene::hash(contacts))
}

fn margin(report: &Report<'_>) -> String {
    let value = report.margin.value;
    let of = report.margin.of.map(|body| &report.bodies[body].name);
    let why = of.map(|name| format!(" (1 % of the diagonal of {name})")).unwrap_or_default();
    format!("margin  {}{why}", full(value))
}

/// A line for each file of which something is left out of account.
fn notes(report: &Report<'_>) -> String {
    let line = |file: &File| {
        let note = file.quadratic.note()?;
        Some(format!("note    {}: {note}\n", file.path.display()))
    };
    report.files.iter().filter_map(line).collect()
}

fn totals(report: &Report<'_>) -> String {
    let [facets, pieces] = report.sizes();
    let count =
        |count: usize, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
    let counts = [
        count(report.bodies.len(), "body").replace("bodys", "bodies"),
        count(facets, "exposed facet"),
        count(pieces, "piece"),
        count(report.scene.statistics().candidates, "candidate"),
        count(report.scene.contacts().len(), "contact"),
    ];
    let [prepared, detected] = report.seconds;
    let counts = counts.join(", ");
    format!("total   {counts}; {prepared:.3} s to prepare, {detected:.3} s to detect")
}

fn rows(report: &Report<'_>) -> Vec<[String; 6]> {
    let length = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), number);
    let pairs = pairs(report.scene.contacts());
    let row = |(bodies, pair): (&[usize; 2], &super::report::Pair)| {
        let [a, b] = bodies.map(|body| report.bodies[body].name.clone());
        let contacts = pair.contacts.to_string();
        [a, b, contacts, length(pair.gap), length(pair.depth), number(pair.area)]
    };
    pairs.iter().map(row).collect()
}

/// As many digits as anyone compares by eye; `--json` has all of them.
fn number(x: f64) -> String {
    // Without the sign of a zero, which means nothing here.
    format!("{:.5e}", x + 0.0)
}

fn align(rows: &[[String; 6]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..HEAD.len()).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let gap = if column == 0 { "" } else { "  " };
            let written = if column < NAMES {
                write!(text, "{gap}{cell:<width$}")
            } else {
                write!(text, "{gap}{cell:>width$}")
            };
            written.expect("invariant: a string takes what is written");
        }
        text.push('\n');
    }
    text
}
