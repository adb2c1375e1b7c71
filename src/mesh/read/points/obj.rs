//! Wavefront OBJ files: the lines that begin with `v`.

use super::super::cursor::{Cursor, parse};
use super::super::error::{Parsed, Problem, quote};

/// Reads the vertices. A fourth number is a weight, more are a colour: both are passed over.
pub(super) fn read(bytes: &[u8]) -> Parsed<Vec<[f64; 3]>> {
    let mut cursor = Cursor::new(bytes);
    let mut points = Vec::new();
    loop {
        let at = cursor.at();
        let Some(line) = cursor.line() else { return Ok(points) };
        let mut tokens = line.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty());
        if tokens.next() != Some(b"v") {
            continue;
        }
        let mut point = [0.0; 3];
        for coordinate in &mut point {
            let token = tokens.next().unwrap_or_default();
            *coordinate = parse(token).ok_or_else(|| {
                let (what, found) = ("a coordinate", quote(token));
                cursor.fault_at(at, Problem::Expected { what, found })
            })?;
        }
        points.push(point);
    }
}
