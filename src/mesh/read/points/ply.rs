//! PLY files: the elements `vertex`.

use super::super::cursor::Cursor;
use super::super::error::{Parsed, Problem, quote};
use super::super::scalar::{self, Scalar};

/// A property of an element: a number, or a list with the type of its length before.
#[derive(Debug)]
struct Property {
    name: Vec<u8>,
    scalar: Scalar,
    list: Option<Scalar>,
}

#[derive(Debug)]
struct Element {
    vertex: bool,
    count: u64,
    properties: Vec<Property>,
}

/// Reads the vertices.
pub(super) fn read(bytes: &[u8]) -> Parsed<Vec<[f64; 3]>> {
    let mut cursor = Cursor::new(bytes);
    let first = cursor.full_line("ply")?;
    if first != b"ply" {
        return Err(expected(&cursor, "ply", first));
    }
    let elements = header(&mut cursor)?;
    for element in &elements {
        if element.vertex {
            return vertices(&mut cursor, element);
        }
        for _ in 0..check(&cursor, element)? {
            values(&mut cursor, element)?;
        }
    }
    Err(cursor.fault(Problem::Missing { what: "an element `vertex`" }))
}

fn expected(
    cursor: &Cursor<'_>,
    what: &'static str,
    found: &[u8],
) -> super::super::error::ReadFault {
    cursor.fault(Problem::Expected { what, found: quote(found) })
}

/// Reads the head and sets the mode of the cursor.
fn header(cursor: &mut Cursor<'_>) -> Parsed<Vec<Element>> {
    let mut elements: Vec<Element> = Vec::new();
    let mut binary = None;
    loop {
        let line = cursor.full_line("end_header")?;
        let tokens: Vec<_> =
            line.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty()).collect();
        match tokens.as_slice() {
            [b"format", b"ascii", ..] => binary = Some(false),
            [b"format", b"binary_little_endian", ..] => binary = Some(true),
            [b"format", b"binary_big_endian", ..] => {
                binary = Some(true);
                cursor.big_endian = true;
            }
            [b"comment" | b"obj_info", ..] => {}
            [b"element", name, count] => {
                let count = super::super::cursor::parse(count)
                    .ok_or_else(|| expected(cursor, "a count of elements", count))?;
                let vertex = *name == b"vertex";
                elements.push(Element { vertex, count, properties: Vec::new() });
            }
            [b"property", rest @ ..] => {
                let property =
                    property(rest).ok_or_else(|| expected(cursor, "a property", line))?;
                match elements.last_mut() {
                    Some(element) => element.properties.push(property),
                    None => return Err(expected(cursor, "an element", line)),
                }
            }
            [b"end_header"] => break,
            _ => return Err(expected(cursor, "a line of the head", line)),
        }
    }
    cursor.binary = binary.ok_or_else(|| cursor.fault(Problem::Missing { what: "the format" }))?;
    Ok(elements)
}

fn property(tokens: &[&[u8]]) -> Option<Property> {
    match tokens {
        [b"list", length, scalar, name] => Some(Property {
            name: name.to_vec(),
            scalar: Scalar::of_ply(scalar)?,
            list: Some(Scalar::of_ply(length)?),
        }),
        [scalar, name] => {
            Some(Property { name: name.to_vec(), scalar: Scalar::of_ply(scalar)?, list: None })
        }
        _ => None,
    }
}

/// The number of an element, checked against the bytes that are left. Elements without properties
/// take none.
fn check(cursor: &Cursor<'_>, element: &Element) -> Parsed<usize> {
    let min_bytes = |property: &Property| match (cursor.binary, property.list) {
        (true, Some(length)) => length.size(),
        (true, None) => property.scalar.size(),
        (false, _) => 2,
    };
    let min_bytes = element.properties.iter().map(min_bytes).sum();
    if min_bytes == 0 {
        return Ok(0);
    }
    cursor.check_count("elements", element.count, min_bytes)
}

fn vertices(cursor: &mut Cursor<'_>, element: &Element) -> Parsed<Vec<[f64; 3]>> {
    let places = ["x", "y", "z"].map(|axis| {
        element.properties.iter().position(|property| property.name == axis.as_bytes())
    });
    let [Some(x), Some(y), Some(z)] = places else {
        return Err(cursor.fault(Problem::Missing { what: "a property x, y or z" }));
    };
    let count = check(cursor, element)?;
    let mut points = Vec::with_capacity(count);
    for _ in 0..count {
        let values = values(cursor, element)?;
        points.push([values[x], values[y], values[z]]);
    }
    Ok(points)
}

/// The values of the next element, one per property; 0 for a list.
fn values(cursor: &mut Cursor<'_>, element: &Element) -> Parsed<Vec<f64>> {
    let one = |cursor: &mut Cursor<'_>, scalar: Scalar| -> Parsed<f64> {
        if !cursor.binary {
            return scalar::token(cursor);
        }
        let value: Vec<f64> = scalar.read(cursor, 1)?;
        Ok(value[0])
    };
    let mut values = Vec::with_capacity(element.properties.len());
    for property in &element.properties {
        let Some(length) = property.list else {
            values.push(one(cursor, property.scalar)?);
            continue;
        };
        let length = one(cursor, length)?;
        // A list longer than the file ends at its end.
        for _ in 0..length.max(0.0) as u64 {
            one(cursor, property.scalar)?;
        }
        values.push(0.0);
    }
    Ok(values)
}
