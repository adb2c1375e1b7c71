//! STL files: the corners of triangles.

use std::collections::HashSet;

use super::super::cursor::Cursor;
use super::super::error::{Parsed, Problem};

/// A head of 80 bytes and the number of triangles.
const HEAD: usize = 84;
/// A normal, three corners and two bytes of attributes.
const TRIANGLE: usize = 50;

/// Reads a text or binary file. Binary files may begin with `solid` as text files do, so the
/// length decides.
pub(super) fn read(bytes: &[u8]) -> Parsed<Vec<[f64; 3]>> {
    let text = bytes.trim_ascii_start().starts_with(b"solid");
    let mut points = if text && !fits_binary(bytes) { ascii(bytes) } else { binary(bytes) }?;
    // Each triangle has its own copies of its corners. Zero with either sign is one place.
    let mut seen = HashSet::with_capacity(points.len() / 3);
    points.retain(|point| seen.insert(point.map(|x| (x + 0.0).to_bits())));
    Ok(points)
}

/// Whether the file is as long as its number of triangles says.
fn fits_binary(bytes: &[u8]) -> bool {
    let mut cursor = Cursor::new(bytes);
    cursor.seek(HEAD - 4);
    let count = cursor.binary::<u32>("").ok().and_then(|count| usize::try_from(count).ok());
    count.and_then(|count| count.checked_mul(TRIANGLE)) == Some(cursor.remaining().len())
}

fn binary(bytes: &[u8]) -> Parsed<Vec<[f64; 3]>> {
    let mut cursor = Cursor::new(bytes);
    cursor.binary = true;
    cursor.take(HEAD - 4, "the head of a binary STL file")?;
    let count: u32 = cursor.binary("the number of triangles")?;
    let count = cursor.check_count("triangles", count.into(), TRIANGLE)?;
    let mut points = Vec::with_capacity(3 * count);
    for _ in 0..count {
        cursor.take(12, "a normal")?;
        for _ in 0..3 {
            let mut point = [0.0; 3];
            for coordinate in &mut point {
                *coordinate = f64::from(cursor.binary::<f32>("a corner")?);
            }
            points.push(point);
        }
        cursor.take(2, "the attributes of a triangle")?;
    }
    Ok(points)
}

fn ascii(bytes: &[u8]) -> Parsed<Vec<[f64; 3]>> {
    let mut cursor = Cursor::new(bytes);
    let mut points = Vec::new();
    let mut closed = false;
    // The name of the solid may hold any token.
    cursor.line();
    while let Some(token) = cursor.token() {
        closed = token.eq_ignore_ascii_case(b"endsolid");
        if token.eq_ignore_ascii_case(b"vertex") {
            let mut point = [0.0; 3];
            for coordinate in &mut point {
                *coordinate = cursor.number("a coordinate")?;
            }
            points.push(point);
        } else if closed {
            // Another solid may follow, with a name of its own.
            cursor.line();
            cursor.skip_blanks();
            cursor.line();
        }
    }
    if closed { Ok(points) } else { Err(cursor.fault(Problem::Ends { what: "endsolid" })) }
}
