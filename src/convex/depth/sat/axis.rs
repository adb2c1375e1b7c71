//! A candidate for a face normal of the difference.

/// What spans the candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FaceSpan {
    /// An edge of A and an edge of B.
    Edges([u8; 2], [u8; 2]),
    /// Three vertices of A.
    FaceOfA([u8; 3]),
    /// Three vertices of B.
    FaceOfB([u8; 3]),
}

/// The triples of up to four vertices; fewer vertices repeat the first.
pub(super) const TRIPLES: [[u8; 3]; 4] = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]];

/// The edges of up to four vertices, padded.
pub(super) const EDGES: [[u8; 2]; 8] =
    [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3], [0, 1], [0, 1]];

/// The same, each with the two other vertices.
pub(super) const CORNERS: [[usize; 4]; 8] = [
    [0, 1, 2, 3],
    [0, 2, 1, 3],
    [0, 3, 1, 2],
    [1, 2, 0, 3],
    [1, 3, 0, 2],
    [2, 3, 0, 1],
    [0, 1, 2, 3],
    [0, 1, 2, 3],
];

/// Which vertices share an edge that can be on the hull: a row of bits for each.
pub(super) type Adjacent = [u16; super::MAX_VERTICES];

/// The edges in a list.
pub(super) struct Edges {
    pub(super) list: [[u8; 2]; super::MAX_VERTICES * (super::MAX_VERTICES - 1) / 2],
    pub(super) len: usize,
}

impl Edges {
    /// The edges among this many vertices.
    pub(super) fn of(adjacent: &Adjacent, count: usize) -> Self {
        let mut edges =
            Self { list: [[0; 2]; super::MAX_VERTICES * (super::MAX_VERTICES - 1) / 2], len: 0 };
        for i in 0..count {
            for j in i + 1..count {
                if adjacent[i] >> j & 1 == 1 || adjacent[j] >> i & 1 == 1 {
                    edges.list[edges.len] = [i as u8, j as u8];
                    edges.len += 1;
                }
            }
        }
        edges
    }
}

/// Calls `visit` with every triple of this many vertices.
pub(super) fn each_triple(count: usize, mut visit: impl FnMut([u8; 3])) {
    for i in 0..count {
        for j in i + 1..count {
            for k in j + 1..count {
                visit([i as u8, j as u8, k as u8]);
            }
        }
    }
}
