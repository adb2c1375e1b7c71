//! A folder belongs to one run at a time.

use std::fs::{File, TryLockError};
use std::path::Path;

use super::folder::failed;
use crate::error::Error;

pub(super) const NAME: &str = "run.lock";

/// The lock on a folder. The operating system takes it back when the process ends, however it ends;
/// the empty file stays, since deleting it would let two runs lock two files of that name.
pub(super) struct Lock {
    _file: Option<File>,
}

impl Lock {
    /// Locks a folder that is there.
    pub(super) fn take(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(NAME);
        let file = File::options().create(true).append(true).open(&path);
        let file = file.map_err(|source| failed(&path, source))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: Some(file) }),
            Err(TryLockError::WouldBlock) => Err(Error::Demo(format!(
                "{}: another run writes to this folder; wait for its end or choose another --out",
                folder.display()
            ))),
            // Some network folders know no locks, which is no reason to refuse them.
            Err(TryLockError::Error(_)) => Ok(Self { _file: None }),
        }
    }
}
