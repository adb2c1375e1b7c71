//! VTK XML files of unstructured grids.
//!
//! Behind the XML there may be raw data that are no XML, so the structure is read with a pull
//! parser that ends there. Only the arrays that make up the mesh are decoded.

mod array;
mod codec;
mod xml;
mod xz;

use super::Contents;
use super::error::{Parsed, Problem, ReadFault};
use super::grid::Grid;
use super::regions::Role;
use array::{Decoder, Stored};
use xml::{Piece, Section};

/// Reads a file. Pieces follow one another as VTK appends them: nodes that two pieces share stay
/// double.
pub(super) fn read(bytes: &[u8], max_expansion: u64) -> Parsed<Contents> {
    let file = xml::read(bytes)?;
    let mut decoder = Decoder::new(bytes, file.coding, max_expansion);
    let mut contents = Contents::default();
    for piece in &file.pieces {
        let grid = grid(piece, &mut decoder)?;
        grid.append_to(&mut contents).map_err(|problem| ReadFault::text(piece.at, problem))?;
    }
    Ok(contents)
}

fn grid(piece: &Piece, decoder: &mut Decoder<'_>) -> Parsed<Grid> {
    let mut grid = Grid::default();
    let (points, cells) = (piece.points, piece.cells);
    if points > 0 {
        let array = find(piece, Section::Points, None, "the array of points")?;
        let values: Vec<f64> = decoder.numbers(array, points.saturating_mul(3))?;
        check(array, "coordinates", values.len(), points.saturating_mul(3))?;
        grid.points = values.as_chunks().0.to_vec();
    }
    if cells == 0 {
        return Ok(grid);
    }
    let array = find(piece, Section::Cells, Some("types"), "the array `types`")?;
    grid.types = decoder.numbers(array, cells)?;
    check(array, "cell types", grid.types.len(), cells)?;
    let array = find(piece, Section::Cells, Some("offsets"), "the array `offsets`")?;
    grid.ends = decoder.numbers(array, cells)?;
    check(array, "offsets", grid.ends.len(), cells)?;
    let array = find(piece, Section::Cells, Some("connectivity"), "the array `connectivity`")?;
    let last = grid.ends.last().copied().unwrap_or(0);
    grid.connectivity = decoder.numbers(array, usize::try_from(last).unwrap_or(usize::MAX))?;
    let single = |array: &&Stored| array.part == Section::CellData && array.components == 1;
    for array in piece.arrays.iter().filter(single) {
        let Some(role) = Role::of(&array.name) else { continue };
        let values: Vec<f64> = decoder.numbers(array, cells)?;
        if values.len() == cells {
            grid.labels.offer(role, &values);
        }
    }
    Ok(grid)
}

fn find<'a>(
    piece: &'a Piece,
    part: Section,
    name: Option<&str>,
    what: &'static str,
) -> Parsed<&'a Stored> {
    let found = |array: &&Stored| array.part == part && name.is_none_or(|name| array.name == name);
    let missing = || ReadFault::text(piece.at, Problem::Missing { what });
    piece.arrays.iter().find(found).ok_or_else(missing)
}

fn check(array: &Stored, what: &'static str, given: usize, wanted: usize) -> Parsed<()> {
    if given == wanted {
        Ok(())
    } else {
        Err(ReadFault::text(array.at, Problem::Count { what, given, wanted }))
    }
}
