//! Sets: numbers one by one, or from one THRU another.

use super::super::card::integer;
use super::super::error::{Parsed, Problem, ReadFault, quote};
use super::super::sets::{SetKind, TaggedSet};
use super::Entry;

/// Whether an entry is a set, of which all fields are kept.
pub(super) fn is_set(name: &[u8]) -> bool {
    let name = name.strip_suffix(b"*").unwrap_or(name).trim_ascii();
    name.eq_ignore_ascii_case(b"SET1") || name.eq_ignore_ascii_case(b"SET3")
}

/// Reads a set of nodes, or of what it says; others are passed over.
pub(super) fn set(entry: &Entry<'_>, sets: &mut Vec<TaggedSet>) -> Parsed<()> {
    let number = integer(entry.field(0), "the number of a set", entry.at)?;
    let (kind, first) = if entry.name == "SET1" {
        (SetKind::Nodes, 1)
    } else {
        match entry.field(1).to_ascii_uppercase().as_slice() {
            b"GRID" | b"POINT" => (SetKind::Nodes, 2),
            b"ELEM" => (SetKind::Elements, 2),
            b"PROP" => (SetKind::Regions, 2),
            _ => return Ok(()),
        }
    };
    let (mut single, mut ranges) = (Vec::new(), Vec::new());
    let fields = entry.fields.iter().skip(first).filter(|field| !field.is_empty());
    let mut fields = fields.copied();
    while let Some(field) = fields.next() {
        if !field.eq_ignore_ascii_case(b"THRU") {
            single.push(integer(field, "the number of a member of a set", entry.at)?);
            continue;
        }
        let end = fields.next().unwrap_or_default();
        let last = integer(end, "the last number of a range", entry.at)?;
        let expected = || Problem::Expected { what: "a number before THRU", found: quote(field) };
        let start = single.pop().ok_or_else(|| ReadFault::text(entry.at, expected()))?;
        ranges.push([start, last]);
    }
    sets.push(TaggedSet { kind, number, name: String::new(), at: entry.at, single, ranges });
    Ok(())
}
