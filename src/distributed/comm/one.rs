//! One rank alone.

use super::{Broken, Communicator, Reduction};

/// A communicator of one rank.
#[derive(Debug, Clone, Copy, Default)]
pub struct OneRank;

impl Communicator for OneRank {
    fn rank(&self) -> usize {
        0
    }

    fn size(&self) -> usize {
        1
    }

    fn gather(&self, own: &[u8], all: &mut [u8]) -> Result<(), Broken> {
        all.copy_from_slice(own);
        Ok(())
    }

    fn all_to_all(
        &self,
        send: &[u8],
        _: &[usize],
        receive: &mut [u8],
        _: &[usize],
    ) -> Result<(), Broken> {
        receive.copy_from_slice(send);
        Ok(())
    }

    fn exchange(
        &self,
        outgoing: &[(usize, &[u8])],
        incoming: &mut [(usize, &mut [u8])],
    ) -> Result<(), Broken> {
        for ((_, sent), (_, place)) in outgoing.iter().zip(incoming) {
            place.copy_from_slice(sent);
        }
        Ok(())
    }

    fn reduce(&self, _: &mut [f64], _: Reduction) -> Result<(), Broken> {
        Ok(())
    }

    fn fail(&self) {}
}
