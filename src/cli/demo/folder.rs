//! The folder that a run writes: series of files, the ledger, the state to go on from.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use gapkit::vtk::Series;

use crate::cli::error::Error;

/// The files of a run.
pub(super) struct Folder {
    path: PathBuf,
    bodies: Series,
    contacts: Series,
    /// How many outputs there are.
    pub(super) frames: usize,
    /// The lines of the ledger, the first of which has the names of the columns.
    pub(super) ledger: Vec<String>,
}

impl Folder {
    /// An empty folder; files of an earlier run are written over.
    pub(super) fn new(path: &Path, columns: &str) -> Result<Self, Error> {
        fs::create_dir_all(path).map_err(|source| failed(path, source))?;
        Ok(Self {
            path: path.to_path_buf(),
            bodies: Series::new(path.join("bodies.pvd")),
            contacts: Series::new(path.join("contacts.pvd")),
            frames: 0,
            ledger: vec![columns.to_owned()],
        })
    }

    /// The folder of an earlier run, to go on after this step.
    pub(super) fn reopen(path: &Path, columns: &str, step: u64) -> Result<Self, Error> {
        let mut folder = Self::new(path, columns)?;
        let file = folder.file("ledger.csv");
        let text = fs::read_to_string(&file).map_err(|source| failed(&file, source))?;
        for line in text.lines().skip(1) {
            let numbers: Vec<&str> = line.split(',').collect();
            let done = numbers.first().and_then(|number| number.parse::<u64>().ok());
            let time = numbers.get(1).and_then(|number| number.parse::<f64>().ok());
            if let (Some(done), Some(time)) = (done, time)
                && done <= step
            {
                folder.list(time)?;
                folder.ledger.push(line.to_owned());
            }
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

    /// Adds the files of the next output, which have been written, to the series.
    fn list(&mut self, time: f64) -> Result<(), Error> {
        let volume = self.bodies_file("vtu");
        let bodies = if volume.exists() { volume } else { self.bodies_file("vtp") };
        self.bodies.add(time, bodies)?;
        self.contacts.add(time, self.contacts_file())?;
        self.frames += 1;
        Ok(())
    }

    /// Adds an output whose files have been written, with its line of the ledger.
    pub(super) fn add(&mut self, time: f64, line: String) -> Result<(), Error> {
        self.list(time)?;
        self.ledger.push(line);
        let mut text = self.ledger.join("\n");
        text.push('\n');
        self.write("ledger.csv", text.as_bytes())
    }

    /// Writes a file, which appears under its name when it is complete.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        let (path, part) = (self.file(name), self.file(&format!("{name}.part")));
        let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, &path));
        written.map_err(|source| failed(&path, source))
    }

    /// Reads a file.
    pub(super) fn read(path: &Path, name: &str) -> Result<Vec<u8>, Error> {
        let file = path.join(name);
        fs::read(&file).map_err(|source| failed(&file, source))
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

fn failed(path: &Path, source: io::Error) -> Error {
    Error::Demo(format!("{}: {source}", path.display()))
}
