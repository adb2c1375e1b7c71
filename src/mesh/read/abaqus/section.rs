//! Sections: how thick shells and beams are.

use super::super::card::real;
use super::super::error::Parsed;
use super::super::thin::radius_of;
use super::fields;
use super::keyword::Keyword;

/// The sizes that a section tells; 0 where it tells none.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Section {
    pub(super) thickness: f64,
    pub(super) radius: f64,
}

impl Section {
    /// The first line of a section: a thickness, a radius, the sides of a rectangle, or an area.
    pub(super) fn of(keyword: &Keyword, line: &[u8], at: usize) -> Parsed<Self> {
        let mut sizes = [0.0; 2];
        let is_layered = keyword.get("COMPOSITE").is_some();
        let given = fields(line).take(if is_layered { 0 } else { 2 });
        for (size, field) in sizes.iter_mut().zip(given) {
            // Behind the thickness there may be a name.
            *size = if field.is_empty() { 0.0 } else { real(field, at).unwrap_or(0.0) };
        }
        let [first, second] = sizes;
        let none = Self::default();
        let kind = keyword.get("SECTION").unwrap_or_default().to_ascii_uppercase();
        Ok(match (keyword.name.as_str(), kind.as_str()) {
            ("SHELL SECTION" | "MEMBRANE SECTION", _) => Self { thickness: first, ..none },
            ("SOLID SECTION", _) => Self { radius: radius_of(first), ..none },
            (_, "CIRC" | "PIPE" | "THICK PIPE") => Self { radius: first, ..none },
            (_, "RECT") => Self { radius: radius_of(first * second), ..none },
            _ => none,
        })
    }
}
