//! The folder that a run writes: series of files, the ledger, the state to go on from.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use gapkit::vtk::Series;

use super::lock::Lock;
use super::owner;
use crate::error::Error;
use crate::place;

const LEDGER: &str = "ledger.csv";
const BODIES: &str = "bodies.pvd";
const CONTACTS: &str = "contacts.pvd";

/// The plot of the ledger.
pub(super) const PLOT: &str = "ledger.svg";

const PAIRS: &str = "pairs.csv";

/// The columns of the ledger of pairs of bodies.
pub(super) const PAIR_COLUMNS: &str = "output,time,body_a,body_b,contacts,force_x,force_y,force_z,\
    contact,normal,friction,damping";

/// The file with the state to go on from.
pub(super) const STATE: &str = "state.bin";

/// The files of a run.
pub(super) struct Folder {
    path: PathBuf,
    bodies: Series,
    contacts: Series,
    /// How many outputs there are.
    pub(super) frames: usize,
    /// The lines of the ledger, the first of which has the names of the columns.
    pub(super) ledger: Vec<String>,
    /// The lines of the ledger of pairs of bodies, of demos that have one.
    pairs: Vec<String>,
    _lock: Lock,
}

impl Folder {
    /// A folder for a new run. The files of an earlier one are deleted, lest the series mix both;
    /// all others stay. A folder that is not of this demo is only taken by force or with consent.
    pub(super) fn new(path: &Path, columns: &str, demo: &str, force: bool) -> Result<Self, Error> {
        owner::check(path, demo, force)?;
        fs::create_dir_all(path).map_err(|source| failed(path, source))?;
        let lock = Lock::take(path)?;
        // First what would let a run go on that is no longer complete.
        for name in [STATE, BODIES, CONTACTS, LEDGER, PAIRS, PLOT] {
            remove(&path.join(name))?;
        }
        delete_outputs(path, 0)?;
        Ok(Self::empty(path, columns, lock))
    }

    fn empty(path: &Path, columns: &str, lock: Lock) -> Self {
        Self {
            path: path.to_path_buf(),
            bodies: Series::new(path.join(BODIES)),
            contacts: Series::new(path.join(CONTACTS)),
            frames: 0,
            ledger: vec![columns.to_owned()],
            pairs: vec![PAIR_COLUMNS.to_owned()],
            _lock: lock,
        }
    }

    /// The folder of an earlier run, to continue after `outputs` outputs; later ones are deleted.
    pub(super) fn reopen(
        path: &Path,
        columns: &str,
        outputs: usize,
        lock: Lock,
    ) -> Result<Self, Error> {
        let mut folder = Self::empty(path, columns, lock);
        let file = folder.file(LEDGER);
        let text = fs::read_to_string(&file).map_err(|source| failed(&file, source))?;
        let lines: Vec<&str> = text.lines().skip(1).take(outputs).collect();
        let time = |line: &&str| line.split(',').nth(1).and_then(|t| t.parse::<f64>().ok());
        let times: Vec<f64> = lines.iter().filter_map(time).collect();
        if times.len() != outputs {
            let found = times.len();
            let what = format!("{found} outputs, but {STATE} comes after {outputs}");
            return Err(Error::Demo(format!("{}: {what}", file.display())));
        }
        // Nothing has been changed until here.
        delete_outputs(path, outputs)?;
        folder.ledger.extend(lines.into_iter().map(str::to_owned));
        folder.list(&times)?;
        folder.write_ledger()?;
        // A folder without it was written by a demo that has none.
        if let Ok(text) = fs::read_to_string(folder.file(PAIRS)) {
            let number = |line: &str| line.split(',').next().and_then(|n| n.parse::<usize>().ok());
            let is_kept = |line: &&str| number(line).is_some_and(|number| number < outputs);
            folder.pairs.extend(text.lines().filter(is_kept).map(str::to_owned));
            folder.write_lines(PAIRS, &folder.pairs)?;
        }
        Ok(folder)
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// A file in the folder.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The file of the bodies of the next output.
    pub(super) fn bodies_file(&self, extension: &str) -> PathBuf {
        self.file(&format!("bodies_{:04}.{extension}", self.frames))
    }

    /// The file of the contacts of the next output.
    pub(super) fn contacts_file(&self) -> PathBuf {
        self.file(&format!("contacts_{:04}.vtp", self.frames))
    }

    /// Adds the files of the next outputs, which have been written, to the series.
    fn list(&mut self, times: &[f64]) -> Result<(), Error> {
        let (mut bodies, mut contacts) = (Vec::new(), Vec::new());
        for &time in times {
            let volume = self.bodies_file("vtu");
            let file = if volume.exists() { volume } else { self.bodies_file("vtp") };
            bodies.push((time, file));
            contacts.push((time, self.contacts_file()));
            self.frames += 1;
        }
        self.bodies.extend(&bodies)?;
        Ok(self.contacts.extend(&contacts)?)
    }

    /// Adds an output whose files have been written, with its line of the ledger.
    pub(super) fn add(&mut self, time: f64, line: &str) -> Result<(), Error> {
        self.list(&[time])?;
        // A zero has no sign.
        let fields = line.split(',').map(|field| if field == "-0" { "0" } else { field });
        self.ledger.push(fields.collect::<Vec<_>>().join(","));
        self.write_ledger()
    }

    /// Adds lines on the pairs of bodies of the next output, without its number.
    pub(super) fn add_pairs(&mut self, lines: impl Iterator<Item = String>) -> Result<(), Error> {
        let number = self.frames;
        self.pairs.extend(lines.map(|line| format!("{number},{line}")));
        self.write_lines(PAIRS, &self.pairs)
    }

    fn write_ledger(&self) -> Result<(), Error> {
        self.write_lines(LEDGER, &self.ledger)
    }

    fn write_lines(&self, name: &str, lines: &[String]) -> Result<(), Error> {
        let mut text = lines.join("\n");
        text.push('\n');
        self.write(name, text.as_bytes())
    }

    /// Writes a file, which appears under its name when it is complete.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        let path = self.file(name);
        place::write(&path, bytes).map_err(|source| failed(&path, source))
    }

    /// The numbers of a column of the ledger.
    pub(super) fn column(&self, name: &str) -> Vec<f64> {
        let Some(at) = self.ledger[0].split(',').position(|column| column == name) else {
            return Vec::new();
        };
        let number = |line: &String| {
            line.split(',').nth(at).and_then(|number| number.parse().ok()).unwrap_or(f64::NAN)
        };
        self.ledger[1..].iter().map(number).collect()
    }
}

/// Deletes the files of outputs from this number on, and what is left of those that were never
/// completed.
fn delete_outputs(folder: &Path, first: usize) -> Result<(), Error> {
    let entries = fs::read_dir(folder).map_err(|source| failed(folder, source))?;
    for entry in entries {
        let entry = entry.map_err(|source| failed(folder, source))?;
        let name = entry.file_name();
        let number = name.to_str().and_then(output_number);
        let is_draft = name.to_str().is_some_and(is_draft);
        if is_draft || number.is_some_and(|number| number >= first) {
            remove(&entry.path())?;
        }
    }
    Ok(())
}

/// The number of the output that a file is of, if it has the name of one or of a draft of one.
fn output_number(name: &str) -> Option<usize> {
    let suffix = name.strip_prefix("bodies_").or_else(|| name.strip_prefix("contacts_"))?;
    let (number, extension) = suffix.split_once('.')?;
    let is_number = number.len() >= 4 && number.bytes().all(|byte| byte.is_ascii_digit());
    let kind = extension.split('.').next()?;
    let is_draft = kind == extension || extension.ends_with(".tmp");
    let is_own = is_number && ["vtu", "vtp"].contains(&kind) && is_draft;
    if is_own { number.parse().ok() } else { None }
}

/// Whether this is what a run left that was killed while it wrote one of its other files.
fn is_draft(name: &str) -> bool {
    let stem = name.strip_suffix(".tmp").and_then(|rest| rest.rsplit_once('.'));
    stem.is_some_and(|(stem, writer)| {
        let is_own =
            [STATE, BODIES, CONTACTS, LEDGER, PLOT, "README.txt", "view.py"].contains(&stem);
        is_own && writer.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
    })
}

fn remove(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => Err(failed(path, source)),
        _ => Ok(()),
    }
}

pub(super) fn failed(path: &Path, source: io::Error) -> Error {
    Error::Demo(format!("{}: {source}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_outputs_have_a_number() {
        for (name, number) in [("bodies_0012.vtu", 12), ("contacts_12345.vtp", 12345)] {
            assert_eq!(output_number(name), Some(number), "{name}");
        }
        assert_eq!(output_number("bodies_0003.vtu.77-1.tmp"), Some(3));
        for name in ["bodies.pvd", "bodies_12.vtu", "bodies_0012.stl", "my_bodies_0012.vtu"] {
            assert_eq!(output_number(name), None, "{name}");
        }
        assert_eq!(output_number("bodies_0012.vtu.bak"), None);
        assert_eq!(output_number("bodies_00a2.vtu"), None);
    }

    #[test]
    fn only_drafts_of_own_files_are_drafts() {
        for name in ["state.bin.77.tmp", "bodies.pvd.77-12.tmp", "view.py.1.tmp"] {
            assert!(is_draft(name), "{name}");
        }
        for name in ["state.bin", "state.bin.tmp", "state.bin.old.tmp", "mine.txt.77.tmp"] {
            assert!(!is_draft(name), "{name}");
        }
    }
}
