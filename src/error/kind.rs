//! Kinds of errors, for programs to match.

/// What kind of input was refused. More kinds may come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A number is not finite, or out of its range.
    Value,
    /// There is nothing, or too much, or lists are not of the same length.
    Count,
    /// A number refers to something that is not there.
    Index,
    /// A polyhedron or polygon is not closed, not convex or wound the wrong way.
    Shape,
    /// A mesh is faulty; the text names the element or node.
    Mesh,
    /// A name is not known.
    Name,
    /// The machine does not have it, or the algorithm does not do it for these shapes.
    Unsupported,
    /// The scene has no body of that number.
    NoBody,
    /// The body is not of the kind that the call is for.
    WrongBody,
    /// Threads could not be started.
    Threads,
    /// The threads of the scene are in another process.
    Forked,
    /// The state is that of another scene.
    State,
    /// Bytes are not what they should be: cut, changed, or of another version.
    Damaged,
    /// Ranks could not talk to each other.
    Communication,
    /// The host stopped the work.
    Stopped,
}

impl ErrorKind {
    /// Every kind.
    pub(crate) const ALL: [Self; 15] = [
        Self::Value,
        Self::Count,
        Self::Index,
        Self::Shape,
        Self::Mesh,
        Self::Name,
        Self::Unsupported,
        Self::NoBody,
        Self::WrongBody,
        Self::Threads,
        Self::Forked,
        Self::State,
        Self::Damaged,
        Self::Communication,
        Self::Stopped,
    ];
}
