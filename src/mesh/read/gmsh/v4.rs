//! Entities, nodes and elements of version 4.1, where binary counts and tags of nodes and elements
//! have 64 bits and all other integers have 32.

use super::super::error::Parsed;
use super::Gmsh;

/// Reads `$Nodes`: blocks with the tags of their nodes, then the coordinates.
pub(super) fn nodes(file: &mut Gmsh<'_>) -> Parsed<()> {
    let blocks = header(file)?;
    for _ in 0..blocks {
        let dimension: i32 = file.cursor.value("a dimension")?;
        let _entity: i32 = file.cursor.value("the tag of an entity")?;
        let parametric: i32 = file.cursor.value("0 or 1")?;
        let count = count(file, "nodes", if file.binary { 32 } else { 8 })?;
        let tags: Vec<u64> =
            (0..count).map(|_| file.cursor.value("the tag of a node")).collect::<Parsed<_>>()?;
        let extra = if parametric == 0 { 0 } else { dimension.clamp(0, 3) };
        for tag in tags {
            let at = file.cursor.at();
            let mut point = [0.0; 3];
            for coordinate in &mut point {
                *coordinate = file.cursor.value("a coordinate")?;
            }
            for _ in 0..extra {
                let _: f64 = file.cursor.value("a parameter")?;
            }
            let added = file.mesh.node(tag, point);
            added.map_err(|problem| file.cursor.fault_at(at, problem))?;
        }
    }
    Ok(())
}

/// Reads `$Elements`: blocks of elements of one type in one entity.
pub(super) fn elements(file: &mut Gmsh<'_>) -> Parsed<()> {
    let blocks = header(file)?;
    for _ in 0..blocks {
        let dimension: i32 = file.cursor.value("a dimension")?;
        let entity: i32 = file.cursor.value("the tag of an entity")?;
        let (cell, nodes) = file.cell_type()?;
        let count = count(file, "elements", (1 + nodes) * if file.binary { 8 } else { 2 })?;
        let physical = file.physical.get(&entity).copied().filter(|_| dimension == 3);
        let region = physical.unwrap_or(entity.unsigned_abs());
        for _ in 0..count {
            let at = file.cursor.at();
            let number = file.cursor.value("the tag of an element")?;
            let mut list = [0; 64];
            for place in &mut list[..nodes] {
                *place = file.cursor.value("a node of an element")?;
            }
            file.mesh.cell(cell, &list[..nodes], number, region, at);
        }
    }
    Ok(())
}

/// Reads `$Entities` for the physical tags of volumes.
pub(super) fn entities(file: &mut Gmsh<'_>) -> Parsed<()> {
    read_entities(file, false)
}

/// Reads `$PartitionedEntities`, where each entity also tells its parent and its partitions.
pub(super) fn partitioned_entities(file: &mut Gmsh<'_>) -> Parsed<()> {
    let _partitions: u64 = file.cursor.value("the number of partitions")?;
    let ghosts = count(file, "ghost entities", 4)?;
    for _ in 0..2 * ghosts {
        let _: i32 = file.cursor.value("a tag")?;
    }
    read_entities(file, true)
}

fn read_entities(file: &mut Gmsh<'_>, partitioned: bool) -> Parsed<()> {
    let mut counts = [0; 4];
    for many in &mut counts {
        *many = count(file, "entities", 5)?;
    }
    for (dimension, many) in counts.into_iter().enumerate() {
        for _ in 0..many {
            entity(file, dimension, partitioned)?;
        }
    }
    Ok(())
}

fn entity(file: &mut Gmsh<'_>, dimension: usize, partitioned: bool) -> Parsed<()> {
    let tag: i32 = file.cursor.value("the tag of an entity")?;
    if partitioned {
        let _parent: [i32; 2] = [file.cursor.value("a dimension")?, file.cursor.value("a tag")?];
        tags(file)?;
    }
    // A point has its position, all others a box.
    for _ in 0..if dimension == 0 { 3 } else { 6 } {
        let _: f64 = file.cursor.value("a coordinate")?;
    }
    let physical = tags(file)?;
    if dimension > 0 {
        tags(file)?;
    }
    if let (3, Some(physical)) = (dimension, physical) {
        file.physical.insert(tag, physical);
    }
    Ok(())
}

/// Reads a number of tags and the tags; returns the first without its sign, an orientation.
fn tags(file: &mut Gmsh<'_>) -> Parsed<Option<u32>> {
    let count = count(file, "tags", if file.binary { 4 } else { 2 })?;
    let mut first = None;
    for _ in 0..count {
        let tag: i32 = file.cursor.value("a tag")?;
        first = first.or(Some(tag.unsigned_abs()));
    }
    Ok(first)
}

/// Reads the header of nodes or elements: blocks, number, smallest and largest tag.
fn header(file: &mut Gmsh<'_>) -> Parsed<usize> {
    let blocks = count(file, "blocks", 8)?;
    for _ in 0..3 {
        let _: u64 = file.cursor.value("a count")?;
    }
    Ok(blocks)
}

fn count(file: &mut Gmsh<'_>, what: &'static str, min_bytes: usize) -> Parsed<usize> {
    let count = file.cursor.value(what)?;
    file.cursor.check_count(what, count, min_bytes)
}
