//! Ways to the depth.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, Reason};

/// How the depth is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Method {
    /// Separating axes for tetrahedra and less, the expanding polytope for everything else: the
    /// default.
    #[default]
    Auto,
    /// The expanding polytope: see [`epa`](super::epa).
    Epa,
    /// Separating axes, for point sets of up to [`sat::MAX_VERTICES`](super::sat::MAX_VERTICES)
    /// vertices each, and the expanding polytope beyond: see [`sat`](super::sat).
    Sat,
}

impl Method {
    /// Every method, the default first.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Epa, Self::Sat];

    /// The name used on the command line and in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Epa => "epa",
            Self::Sat => "sat",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Method {
    type Err = Error;
    fn from_str(given: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|method| method.name() == given).ok_or_else(|| {
            let known = Self::ALL.map(Self::name).join(", ");
            Reason::UnknownName { what: "method", given: given.into(), known }.into()
        })
    }
}
