//! Point files: one point per line, or a surface or mesh whose points count.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use gapkit::mesh::ReadError;
use gapkit::shape::PointSet;

use super::reading::Reading;

/// What is wrong with a point file, and where.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("{}: {source}", .path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("{}:{line}: {problem}", .path.display())]
    Line { path: PathBuf, line: usize, problem: Problem },
    #[error(
        "{}: this is not a file of a known kind; known are .stl, .obj, .ply, .vtu, .vtk, .msh, .inp, .k, .bdf, and text with \
         one point per line", .path.display()
    )]
    UnknownKind { path: PathBuf },
    #[error("{}: no points in this file", .path.display())]
    Empty { path: PathBuf },
    #[error("{}: {source}", .path.display())]
    Refused { path: PathBuf, source: gapkit::Error },
    #[error(transparent)]
    Mesh(#[from] ReadError),
}

/// What is wrong with a line.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum Problem {
    #[error("{count} numbers, but a point has 3")]
    Count { count: usize },
    #[error("`{given}` is not a number")]
    NotANumber { given: String },
    #[error("`{given}` is not a finite number")]
    NotFinite { given: String },
    #[error("`{given}` is too large; magnitudes beyond 2^1000 are not supported")]
    TooLarge { given: String },
    #[error("a number is missing next to a comma")]
    Missing,
}

/// The extensions of files that hold more than points.
const MESHES: [&str; 12] =
    ["stl", "obj", "ply", "vtu", "vtk", "msh", "inp", "k", "key", "dyn", "bdf", "nas"];

/// The extensions of files with one point per line. Others may hold that too, but a line that is no
/// point then rather means that they are of another kind.
const TEXTS: [&str; 7] = ["", "xyz", "txt", "csv", "dat", "pts", "asc"];

/// Reads the points of a file.
pub(crate) fn read(path: &Path, reading: Reading) -> Result<Vec<[f64; 3]>, Error> {
    let path = path.to_path_buf();
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    let points = if MESHES.iter().any(|known| *known == extension) {
        reading.points(&path)?
    } else {
        lines(&path)?
    };
    match PointSet::new(&points) {
        Ok(_) => Ok(points),
        Err(source) => Err(Error::Refused { path, source }),
    }
}

/// Reads a file with one point per line.
fn lines(path: &Path) -> Result<Vec<[f64; 3]>, Error> {
    let path = path.to_path_buf();
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(source) if source.kind() == io::ErrorKind::InvalidData => {
            return Err(Error::UnknownKind { path });
        }
        Err(source) => return Err(Error::Unreadable { path, source }),
    };
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    let is_text = TEXTS.iter().any(|known| *known == extension) && !text.contains('\0');
    let mut points = Vec::new();
    for (i, line) in text.lines().enumerate() {
        match parse(line) {
            Ok(point) => points.extend(point),
            Err(_) if points.is_empty() && !is_text => return Err(Error::UnknownKind { path }),
            Err(problem) => return Err(Error::Line { path, line: i + 1, problem }),
        }
    }
    if points.is_empty() {
        return Err(Error::Empty { path });
    }
    Ok(points)
}

/// The point on a line; `None` if there is nothing but blanks or a comment.
fn parse(line: &str) -> Result<Option<[f64; 3]>, Problem> {
    let content = line.split('#').next().unwrap_or_default().trim();
    if content.is_empty() {
        return Ok(None);
    }
    let mut numbers = Vec::new();
    for field in content.split(',') {
        let before = numbers.len();
        for word in field.split_whitespace() {
            numbers.push(number(word)?);
        }
        if numbers.len() == before {
            return Err(Problem::Missing);
        }
    }
    let count = numbers.len();
    <[f64; 3]>::try_from(numbers).map(Some).map_err(|_| Problem::Count { count })
}

fn number(word: &str) -> Result<f64, Problem> {
    let given = || word.to_owned();
    let value: f64 = word.parse().map_err(|_| Problem::NotANumber { given: given() })?;
    if !value.is_finite() {
        return Err(Problem::NotFinite { given: given() });
    }
    // The library knows its limit; asking it here lets the message name the line.
    match PointSet::new(&[[value; 3]]) {
        Ok(_) => Ok(value),
        Err(_) => Err(Problem::TooLarge { given: given() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_may_be_separated_by_blanks_tabs_or_commas() {
        for line in ["1 -2 3e1", "1\t-2\t30", "1,-2,30", " 1 , -2, 30 # a comment", "1, -2 30"] {
            assert_eq!(parse(line), Ok(Some([1.0, -2.0, 30.0])), "{line}");
        }
    }

    #[test]
    fn blank_lines_and_comments_hold_no_point() {
        for line in ["", "  \t", "# 1 2 3", "   # x"] {
            assert_eq!(parse(line), Ok(None), "{line}");
        }
    }

    #[test]
    fn a_bad_line_is_named_by_what_is_wrong_with_it() {
        let given = |s: &str| s.to_owned();
        for (line, problem) in [
            ("1 2", Problem::Count { count: 2 }),
            ("1 2 3 4", Problem::Count { count: 4 }),
            ("1 2 z", Problem::NotANumber { given: given("z") }),
            ("1 nan 3", Problem::NotFinite { given: given("nan") }),
            ("1 2 1e999", Problem::NotFinite { given: given("1e999") }),
            ("1 2 1e305", Problem::TooLarge { given: given("1e305") }),
            ("1,,2,3", Problem::Missing),
            ("1,2,3,", Problem::Missing),
        ] {
            assert_eq!(parse(line), Err(problem), "{line}");
        }
    }
}
