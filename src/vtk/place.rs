//! Files that appear under their name only when they are complete and on the disk.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

/// Writes a file beside its place and moves it there: whoever reads sees the old file or the new
/// one, never a half, and so does who comes after a power failure.
pub(super) fn write<E: From<io::Error>>(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let draft = draft(path);
    let written = fill(&draft, content).and_then(|()| Ok(fs::rename(&draft, path)?));
    if written.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&draft);
    }
    written
}

fn fill<E: From<io::Error>>(
    draft: &Path,
    content: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let mut writer = BufWriter::new(File::create_new(draft)?);
    content(&mut writer)?;
    let file = writer.into_inner().map_err(|error| error.into_error())?;
    Ok(file.sync_all()?)
}

/// A name in the same directory that nobody else uses, be it another thread or another process.
fn draft(path: &Path) -> PathBuf {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let number = COUNTER.fetch_add(1, Ordering::Relaxed);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}-{number}.tmp", process::id()));
    path.with_file_name(name)
}

/// A file as seen from a list of files, so that both can be moved together.
pub(super) fn relative(list: &Path, file: &Path) -> String {
    let folder = list.parent().filter(|folder| !folder.as_os_str().is_empty());
    let within = folder.and_then(|folder| file.strip_prefix(folder).ok());
    within.unwrap_or(file).to_string_lossy().into_owned()
}
