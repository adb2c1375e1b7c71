//! The threads of a scene.

use crate::error::{Error, Reason};
use crate::simd::Environment;

/// The threads of a scene are called so, with a number, for debuggers and panic hooks to know them
/// by.
pub const THREAD_NAME: &str = "gapkit-scene";

/// Upper limit of the number of threads.
const MAX_THREADS: usize = 1024;

/// A pool of threads, and the process that has them. A fork copies the memory of a process but none
/// of its threads: a pool in the child would wait for ever.
#[derive(Debug)]
pub(super) struct Threads {
    /// Always there, but while it is dropped.
    pool: Option<rayon::ThreadPool>,
    process: u32,
}

impl Threads {
    /// A pool of `threads` threads; 0 for one on each processor.
    pub(super) fn new(threads: usize) -> Result<Self, Error> {
        let failed = || Reason::NoThreads { threads };
        if threads > MAX_THREADS {
            return Err(failed().into());
        }
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|number| format!("{THREAD_NAME}-{number}"))
            // Threads begin with the environment of whoever starts them.
            .start_handler(|_| Environment::set_default())
            .build()
            .map_err(|_| failed())?;
        Ok(Self { pool: Some(pool), process: std::process::id() })
    }

    /// Whether they are in this process, and not in the one that it was forked from.
    pub(super) fn are_here(&self) -> bool {
        self.process == std::process::id()
    }

    /// Fails if they are not in this process.
    pub(super) fn check(&self) -> Result<(), Error> {
        if self.are_here() { Ok(()) } else { Err(Reason::Forked.into()) }
    }

    /// Runs something on them.
    ///
    /// # Panics
    /// If they are not in this process.
    pub(super) fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        assert!(
            self.are_here(),
            "the threads of a scene are not in a process that was forked since"
        );
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        if !self.are_here() {
            // To end threads that do not exist would wait for ever.
            std::mem::forget(self.pool.take());
        }
    }
}
