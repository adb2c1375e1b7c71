//! What an experiment leaves behind, and how it is written.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::claim::{self, Claim};
use super::plot::Picture;
use super::table::Table;
use crate::Error;

/// Tables, pictures and claims of an experiment.
#[derive(Debug, Default)]
pub(super) struct Report {
    pub(super) tables: Vec<Table>,
    pub(super) pictures: Vec<Picture>,
    pub(super) claims: Vec<Claim>,
    /// How far times vary, in words.
    pub(super) spread: Option<String>,
}

impl Report {
    /// Writes every table as .csv, every picture as .svg, and a page with all of them.
    pub(super) fn write(&self, folder: &Path, name: &str, heading: &str) -> Result<(), Error> {
        let mut page = format!("# {heading}\n");
        for picture in &self.pictures {
            put(folder, &format!("{}.svg", picture.name), &picture.svg)?;
            let _ = write!(page, "\n![{}]({}.svg)\n", picture.title, picture.name);
        }
        for table in &self.tables {
            put(folder, &format!("{}.csv", table.name), &table.csv())?;
            let _ = write!(page, "\n{}", table.markdown());
        }
        let _ = write!(page, "\n{}", claim::table(&self.claims).markdown());
        if let Some(spread) = &self.spread {
            let _ = writeln!(page, "\n{spread}");
        }
        put(folder, &format!("{name}.md"), &page)
    }
}

/// Writes a file of the folder, which is made if there is none.
pub(super) fn put(folder: &Path, name: &str, text: &str) -> Result<(), Error> {
    let path = folder.join(name);
    let done = fs::create_dir_all(folder).and_then(|()| fs::write(&path, text));
    done.map_err(|error| Error::Files(format!("{}: cannot be written: {error}", path.display())))
}
