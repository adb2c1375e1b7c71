//! Files that appear under their name only when they are complete, and are complete after a power
//! failure too.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

/// Writes a file beside its place and moves it there once it is on the disk. If that fails, what had
/// the name before is still there.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = draft(path);
    let written = fill(&draft, bytes).and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&draft);
    }
    written
}

fn fill(draft: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(draft)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn draft(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", process::id()));
    path.with_file_name(name)
}
