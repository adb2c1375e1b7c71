//! What can be wrong with a file, and where.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A file that was refused: its path, the place in it, and what is wrong there.
///
/// ```
/// use gapkit::mesh;
///
/// let error = mesh::read("no such file.vtu").unwrap_err();
/// assert!(error.to_string().starts_with("no such file.vtu: "));
/// ```
#[derive(Debug, thiserror::Error)]
#[error("{}{place}: {problem}", .path.display())]
pub struct ReadError {
    path: PathBuf,
    place: FilePlace,
    #[source]
    problem: Problem,
}

impl ReadError {
    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The line that is wrong, counted from 1; `None` within binary data.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        match self.place {
            FilePlace::Line(line) => Some(line),
            _ => None,
        }
    }

    pub(super) fn unreadable(path: &Path, source: io::Error) -> Self {
        Self {
            path: path.to_path_buf(),
            place: FilePlace::File,
            problem: Problem::Unreadable(source),
        }
    }

    pub(super) fn new(path: &Path, bytes: &[u8], fault: ReadFault) -> Self {
        Self { path: path.to_path_buf(), place: fault.place(bytes), problem: fault.problem }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FilePlace {
    File,
    Line(usize),
    Byte(usize),
}

impl fmt::Display for FilePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => Ok(()),
            Self::Line(line) => write!(f, ":{line}"),
            Self::Byte(byte) => write!(f, ": byte {byte}"),
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub(super) enum Problem {
    #[error("{0}")]
    Unreadable(io::Error),
    #[error("set {set} has node {node}, which does not exist")]
    NoMember { set: u64, node: u64 },
    #[error("this is not a file of a known kind; known are {known}")]
    UnknownKind { known: &'static str },
    #[error("expected {what}, found `{found}`")]
    Expected { what: &'static str, found: String },
    #[error("the file ends where {what} should be")]
    Ends { what: &'static str },
    #[error(
        "its compressed data expand to more than {limit} bytes, the limit for a file of this size (a maximum \
         expansion of {ratio}); a larger one can be asked for"
    )]
    Expands { limit: u64, ratio: u64 },
    #[error("{count} {what} are announced, but there is room for {limit} at most")]
    TooMany { what: &'static str, count: u64, limit: u64 },
    #[error("{given} {what}, but there should be {wanted}")]
    Count { what: &'static str, given: usize, wanted: usize },
    #[error("{what} `{given}` is not supported")]
    Unsupported { what: &'static str, given: String },
    #[error("element {element} has {given} nodes, but a cell of type {number} has {wanted}")]
    Nodes { element: u64, number: u64, given: usize, wanted: usize },
    #[error("element {element} is of cell type {number}, which is not supported")]
    CellType { element: u64, number: u64 },
    #[error(
        "the nodes of element {element} should be at {start} to {end} of the connectivity, \
         which has {count}"
    )]
    Offsets { element: u64, start: u64, end: u64, count: usize },
    #[error("{what} is missing")]
    Missing { what: &'static str },
    #[error("element {element} refers to node {node}, which does not exist")]
    NoNode { element: u64, node: u64 },
    #[error("{what} {tag} is defined twice")]
    Twice { what: &'static str, tag: u64 },
    #[error("the data cannot be decoded: {0}")]
    Encoding(String),
    #[error("this is not well-formed XML: {0}")]
    Xml(String),
    #[error("there are no {what} in this file")]
    Nothing { what: &'static str },
}

/// A problem at a byte of the file. Lines are only counted when an error is shown.
#[derive(Debug)]
pub(super) struct ReadFault {
    at: usize,
    kind: PlaceKind,
    problem: Problem,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PlaceKind {
    Text,
    Binary,
    Whole,
}

impl ReadFault {
    pub(super) fn text(at: usize, problem: Problem) -> Self {
        Self { at, kind: PlaceKind::Text, problem }
    }

    pub(super) fn binary(at: usize, problem: Problem) -> Self {
        Self { at, kind: PlaceKind::Binary, problem }
    }

    /// A problem of the file as a whole.
    pub(super) fn whole(problem: Problem) -> Self {
        Self { at: 0, kind: PlaceKind::Whole, problem }
    }

    fn place(&self, bytes: &[u8]) -> FilePlace {
        match self.kind {
            PlaceKind::Whole => FilePlace::File,
            PlaceKind::Binary => FilePlace::Byte(self.at),
            PlaceKind::Text => {
                let before = &bytes[..self.at.min(bytes.len())];
                FilePlace::Line(1 + before.iter().filter(|&&byte| byte == b'\n').count())
            }
        }
    }
}

/// The result of reading a part of a file.
pub(super) type Parsed<T> = Result<T, ReadFault>;

/// A piece of the file, short enough for a message.
pub(super) fn quote(bytes: &[u8]) -> String {
    /// Maximum length of a quotation in bytes.
    const MAX_LEN: usize = 40;
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_LEN)]);
    text.escape_debug().to_string()
}
