//! Files that commands write: what they hold is what their name says, and no input is written over.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use super::error::Error;
use super::place;

/// What a file holds, by its extension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Volume elements.
    Vtu,
    /// A surface, or points and lines.
    Vtp,
    /// Several files by name.
    Vtm,
    /// The triangles of a surface.
    Stl,
    /// Volume elements, in the old format.
    Vtk,
}

impl Kind {
    fn extension(self) -> &'static str {
        match self {
            Self::Vtu => "vtu",
            Self::Vtp => "vtp",
            Self::Vtm => "vtm",
            Self::Stl => "stl",
            Self::Vtk => "vtk",
        }
    }
}

/// A file to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) path: PathBuf,
    pub(super) kind: Kind,
}

impl Target {
    /// A file of one of some kinds; `what` says what is written to it.
    pub(super) fn parse(text: &str, what: &str, kinds: &[Kind]) -> Result<Self, String> {
        let path = PathBuf::from(text);
        let found = path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
        let kind = kinds.iter().find(|kind| found.as_deref() == Some(kind.extension()));
        match kind {
            Some(&kind) => Ok(Self { path, kind }),
            None => {
                let known: Vec<String> =
                    kinds.iter().map(|kind| format!(".{}", kind.extension())).collect();
                Err(format!("{what} are written as {}", known.join(" or ")))
            }
        }
    }

    /// Refuses a file that is one of the inputs, whatever it is called.
    pub(super) fn spare<'a>(
        &self,
        inputs: impl IntoIterator<Item = &'a PathBuf>,
    ) -> Result<(), Error> {
        match inputs.into_iter().find(|input| is_same(&self.path, input)) {
            Some(input) => Err(Error::SameFile { path: self.path.clone(), input: input.clone() }),
            None => Ok(()),
        }
    }

    /// Writes a file, which appears under its name when it is complete.
    pub(super) fn write(&self, bytes: &[u8]) -> Result<(), Error> {
        place::write(&self.path, bytes)
            .map_err(|source| Error::Unwritable { path: self.path.clone(), source })
    }
}

/// Whether two names are those of one file: by way of links, too.
fn is_same(one: &Path, two: &Path) -> bool {
    let real = |path: &Path| fs::canonicalize(path).ok();
    let is_path = real(one).is_some_and(|path| Some(path) == real(two));
    is_path || is_linked(one, two)
}

#[cfg(unix)]
fn is_linked(one: &Path, two: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let file = |path: &Path| fs::metadata(path).ok().map(|data| (data.dev(), data.ino()));
    file(one).is_some_and(|known| Some(known) == file(two))
}

#[cfg(not(unix))]
fn is_linked(_: &Path, _: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_the_kind_of_its_extension_or_is_refused() {
        let kinds = [Kind::Vtu, Kind::Stl];
        let parse = |text| Target::parse(text, "bodies", &kinds).map(|target| target.kind);
        assert_eq!(parse("a/b.VTU"), Ok(Kind::Vtu));
        assert_eq!(parse("b.vtu.stl"), Ok(Kind::Stl));
        for text in ["b.vtp", "b", ".vtu", "stl", "b.vtu/", "b.vtk"] {
            let expected = if text == "b.vtu/" { Ok(Kind::Vtu) } else { Err(()) };
            assert_eq!(parse(text).map_err(|_| ()), expected, "{text}");
        }
        assert_eq!(parse("b.vtp").unwrap_err(), "bodies are written as .vtu or .stl");
    }
}
