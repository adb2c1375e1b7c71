//! Nodes and elements of versions 2.x, where binary integers have 32 bits.

use super::super::cell::Cell;
use super::super::error::{Parsed, Problem};
use super::Gmsh;

/// Reads `$Nodes`: number and coordinates of each node.
pub(super) fn nodes(file: &mut Gmsh<'_>) -> Parsed<()> {
    // The count is text in binary files too.
    let count = file.cursor.count("nodes", if file.binary { 28 } else { 8 })?;
    start(file);
    for _ in 0..count {
        let at = file.cursor.at();
        let tag = tag(file, "the number of a node")?;
        let point = point(file)?;
        let added = file.mesh.node(tag, point);
        added.map_err(|problem| file.cursor.fault_at(at, problem))?;
    }
    Ok(())
}

/// Reads `$Elements`: number, type, tags and nodes of each element; in binary files, blocks of
/// elements with the same type and number of tags.
pub(super) fn elements(file: &mut Gmsh<'_>) -> Parsed<()> {
    let count = file.cursor.count("elements", 8)?;
    start(file);
    let mut seen = 0;
    while seen < count {
        let first = if file.binary { 0 } else { tag(file, "the number of an element")? };
        let (cell, nodes) = file.cell_type()?;
        if !file.binary {
            let tags = tag(file, "the number of tags")?;
            element(file, cell, first, tags, nodes)?;
            seen += 1;
            continue;
        }
        let follow = tag(file, "the number of elements in a block")?;
        let tags = tag(file, "the number of tags")?;
        let min_bytes = 4usize.saturating_mul(1 + nodes);
        let follow = file.cursor.check_count("elements", follow, min_bytes)?;
        for _ in 0..follow {
            let number = tag(file, "the number of an element")?;
            element(file, cell, number, tags, nodes)?;
        }
        // A block without elements must not keep the loop where it is.
        seen += follow.max(1);
    }
    Ok(())
}

/// Reads the tags and nodes of an element: the first tag is physical, the second elementary.
fn element(file: &mut Gmsh<'_>, cell: Cell, number: u64, tags: u64, nodes: usize) -> Parsed<()> {
    let at = file.cursor.at();
    let tags = file.cursor.check_count("tags", tags, if file.binary { 4 } else { 2 })?;
    let mut region = 0;
    for i in 0..tags {
        let tag: i32 = file.cursor.value("a tag")?;
        if i < 2 && region == 0 {
            // The sign of a physical tag is an orientation.
            region = tag.unsigned_abs();
        }
    }
    let mut list = [0; 64];
    for place in &mut list[..nodes] {
        *place = tag(file, "a node of an element")?;
    }
    // An element in several physical groups is written once for each, under other numbers.
    if !file.mesh.repeats(cell, &list[..nodes]) {
        file.mesh.cell(cell, &list[..nodes], number, region, at);
    }
    Ok(())
}

/// Goes to the first number of a section whose count was text.
fn start(file: &mut Gmsh<'_>) {
    if file.binary {
        file.cursor.line();
    }
}

fn tag(file: &mut Gmsh<'_>, what: &'static str) -> Parsed<u64> {
    if file.binary {
        let at = file.cursor.at();
        let tag: i32 = file.cursor.binary(what)?;
        let found = || Problem::Expected { what, found: tag.to_string() };
        return u64::try_from(tag).map_err(|_| file.cursor.fault_at(at, found()));
    }
    file.cursor.number(what)
}

fn point(file: &mut Gmsh<'_>) -> Parsed<[f64; 3]> {
    let mut point = [0.0; 3];
    for coordinate in &mut point {
        *coordinate = file.cursor.value("a coordinate")?;
    }
    Ok(point)
}
