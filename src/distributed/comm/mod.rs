//! How ranks talk to each other: a trait of the shape of MPI, so that the library needs none.

mod channel;
mod one;
mod threads;

pub(super) use channel::Channel;
pub use channel::Traffic;
pub use one::OneRank;
pub use threads::{ThreadRank, run_ranks};

use std::fmt;

/// A message did not get through: the communicator, or a rank of it, has failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken(
    /// What failed, for the text of errors.
    pub String,
);

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Broken {}

/// How numbers of all ranks are made one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub enum Reduction {
    /// The largest.
    Max = 0,
    /// The sum.
    Sum = 1,
}

/// Ranks that exchange bytes. All calls block; all ranks make the same collective calls in the same
/// order. A rank that gets an error makes no further calls: what has failed stays so.
pub trait Communicator: Send + Sync {
    /// The number of this rank, from 0.
    fn rank(&self) -> usize;

    /// How many ranks there are.
    fn size(&self) -> usize;

    /// Collective: the bytes of all ranks, which all give as many, in the order of ranks.
    ///
    /// # Errors
    /// If the communicator has failed.
    fn gather(&self, own: &[u8], all: &mut [u8]) -> Result<(), Broken>;

    /// Collective: to each rank those bytes of `send` that follow the ones of the rank before, and
    /// from each rank as many as `receive_lengths` says, which is what that rank sends.
    ///
    /// # Errors
    /// If the communicator has failed.
    fn all_to_all(
        &self,
        send: &[u8],
        send_lengths: &[usize],
        receive: &mut [u8],
        receive_lengths: &[usize],
    ) -> Result<(), Broken>;

    /// A message to each of some ranks, and one from each of others, of lengths that both know.
    /// Messages between two ranks arrive in the order in which they were sent.
    ///
    /// # Errors
    /// If the communicator has failed.
    fn exchange(
        &self,
        outgoing: &[(usize, &[u8])],
        incoming: &mut [(usize, &mut [u8])],
    ) -> Result<(), Broken>;

    /// Collective: each number becomes the largest, or the sum, of those of all ranks. All ranks get
    /// the same bits.
    ///
    /// # Errors
    /// If the communicator has failed.
    fn reduce(&self, numbers: &mut [f64], how: Reduction) -> Result<(), Broken>;

    /// Tells the other ranks that this one has failed, so that calls they wait in return an error.
    fn fail(&self);
}
