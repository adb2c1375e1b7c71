//! What the scene says over a communicator: lists of plain values, counted, with errors that all
//! ranks agree on.

use std::fmt;
use std::sync::Arc;

use super::{Broken, Communicator, Reduction};
use crate::distributed::plain::{self, Plain};
use crate::error::{Error, ErrorKind, Reason};

/// The longest text of an error that travels.
const MAX_TEXT: usize = 480;

/// What a rank has sent to others. Collectives count as one message each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Traffic {
    /// Messages to neighbours.
    pub messages: u64,
    /// The bytes of these.
    pub bytes: u64,
    /// Of these bytes, positions and velocities of nodes.
    pub node_bytes: u64,
    /// Gathers, all-to-alls and reductions.
    pub collectives: u64,
    /// The bytes that this rank gave to them.
    pub collective_bytes: u64,
}

/// A communicator with counters.
pub(in crate::distributed) struct Channel {
    communicator: Arc<dyn Communicator>,
    pub(in crate::distributed) traffic: Traffic,
    has_failed: bool,
}

impl fmt::Debug for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Channel").field("rank", &self.rank()).finish_non_exhaustive()
    }
}

impl Channel {
    pub(in crate::distributed) fn new(communicator: Arc<dyn Communicator>) -> Self {
        Self { communicator, traffic: Traffic::default(), has_failed: false }
    }

    pub(in crate::distributed) fn rank(&self) -> usize {
        self.communicator.rank()
    }

    pub(in crate::distributed) fn size(&self) -> usize {
        self.communicator.size()
    }

    /// Tells the others that this rank makes no further calls.
    pub(in crate::distributed) fn fail(&mut self) {
        self.has_failed = true;
        self.communicator.fail();
    }

    fn done<T>(&mut self, result: Result<T, Broken>) -> Result<T, Error> {
        result.map_err(|broken| {
            self.fail();
            Reason::Communication { rank: self.rank(), what: broken.0 }.into()
        })
    }

    /// Fails if an earlier call has.
    pub(in crate::distributed) fn check(&self) -> Result<(), Error> {
        if self.has_failed {
            let what = "an earlier call has failed".to_owned();
            return Err(Reason::Communication { rank: self.rank(), what }.into());
        }
        Ok(())
    }

    fn count(&mut self, bytes: usize) -> Result<(), Error> {
        self.check()?;
        self.traffic.collectives += 1;
        self.traffic.collective_bytes += bytes as u64;
        Ok(())
    }

    /// The lists of all ranks, which have the same length, one after the other.
    pub(in crate::distributed) fn gather<T: Plain>(&mut self, own: &[T]) -> Result<Vec<T>, Error> {
        let bytes = plain::encode(own);
        self.count(bytes.len())?;
        let mut all = vec![0; bytes.len() * self.size()];
        let result = self.communicator.gather(&bytes, &mut all);
        self.done(result)?;
        plain::decode(&all).ok_or_else(|| self.garbled())
    }

    pub(in crate::distributed) fn reduce(
        &mut self,
        numbers: &mut [f64],
        how: Reduction,
    ) -> Result<(), Error> {
        self.count(8 * numbers.len())?;
        let result = self.communicator.reduce(numbers, how);
        self.done(result)
    }

    /// A list to each rank, and one from each. Collective.
    pub(in crate::distributed) fn all_to_all<T: Plain>(
        &mut self,
        lists: &[Vec<T>],
    ) -> Result<Vec<Vec<T>>, Error> {
        let size = self.size();
        let encoded: Vec<Vec<u8>> = lists.iter().map(|list| plain::encode(list)).collect();
        let lengths: Vec<usize> = encoded.iter().map(Vec::len).collect();
        self.count(8 * size + lengths.iter().sum::<usize>())?;
        let announced: Vec<u64> = lengths.iter().map(|&length| length as u64).collect();
        let mut answer = vec![0; 8 * size];
        let result = self.communicator.all_to_all(
            &plain::encode(&announced),
            &vec![8; size],
            &mut answer,
            &vec![8; size],
        );
        self.done(result)?;
        let coming: Vec<u64> = plain::decode(&answer).ok_or_else(|| self.garbled())?;
        let coming: Vec<usize> = coming.into_iter().map(|length| length as usize).collect();
        let mut received = vec![0; coming.iter().sum()];
        let sent = encoded.concat();
        let result = self.communicator.all_to_all(&sent, &lengths, &mut received, &coming);
        self.done(result)?;
        let mut at = 0;
        let lists = coming.iter().map(|&length| {
            at += length;
            plain::decode(&received[at - length..at])
        });
        let lists: Option<Vec<Vec<T>>> = lists.collect();
        lists.ok_or_else(|| self.garbled())
    }

    /// Messages to and from neighbours, of lengths that both sides know. Empty ones are not sent.
    pub(in crate::distributed) fn exchange(
        &mut self,
        outgoing: &[(usize, Vec<u8>)],
        incoming: &mut [(usize, Vec<u8>)],
    ) -> Result<(), Error> {
        self.check()?;
        let outgoing = outgoing.iter().filter(|(_, bytes)| !bytes.is_empty());
        let outgoing: Vec<(usize, &[u8])> = outgoing.map(|(to, b)| (*to, &b[..])).collect();
        let incoming = incoming.iter_mut().filter(|(_, place)| !place.is_empty());
        let mut incoming: Vec<(usize, &mut [u8])> =
            incoming.map(|(from, place)| (*from, &mut place[..])).collect();
        self.traffic.messages += outgoing.len() as u64;
        self.traffic.bytes += outgoing.iter().map(|(_, bytes)| bytes.len() as u64).sum::<u64>();
        let result = self.communicator.exchange(&outgoing, &mut incoming);
        self.done(result)
    }

    /// Messages of any length: lengths travel first.
    pub(in crate::distributed) fn exchange_any(
        &mut self,
        outgoing: &[(usize, Vec<u8>)],
        sources: &[usize],
    ) -> Result<Vec<(usize, Vec<u8>)>, Error> {
        let lengths: Vec<_> =
            outgoing.iter().map(|(to, b)| (*to, plain::encode(&[b.len() as u64]))).collect();
        let mut answers: Vec<_> = sources.iter().map(|&from| (from, vec![0; 8])).collect();
        self.exchange(&lengths, &mut answers)?;
        let place = |(from, bytes): &(usize, Vec<u8>)| {
            let length: Vec<u64> = plain::decode(bytes)?;
            Some((*from, vec![0; *length.first()? as usize]))
        };
        let places: Option<Vec<_>> = answers.iter().map(place).collect();
        let mut incoming = places.ok_or_else(|| self.garbled())?;
        self.exchange(outgoing, &mut incoming)?;
        Ok(incoming)
    }

    pub(in crate::distributed) fn garbled(&mut self) -> Error {
        self.fail();
        let what = "a message is not what it should be".to_owned();
        Reason::Communication { rank: self.rank(), what }.into()
    }

    /// A result that is an error on all ranks if it is one on any: that of the lowest such rank.
    pub(in crate::distributed) fn agree<T>(
        &mut self,
        result: Result<T, Error>,
    ) -> Result<T, Error> {
        let mut first = [self.vote(result.is_err())];
        self.reduce(&mut first, Reduction::Max)?;
        self.conclude(result, first[0])
    }

    /// A number of which the largest names the lowest rank that has a fault.
    pub(in crate::distributed) fn vote(&self, has_fault: bool) -> f64 {
        if has_fault { (self.size() - self.rank()) as f64 } else { 0.0 }
    }

    /// The error that all ranks have, if the largest of their votes says so.
    pub(in crate::distributed) fn conclude<T>(
        &mut self,
        result: Result<T, Error>,
        votes: f64,
    ) -> Result<T, Error> {
        if votes == 0.0 {
            return result;
        }
        let rank = self.size() - votes as usize;
        let mut own = [0u8; MAX_TEXT + 2];
        if let (Err(error), true) = (&result, self.rank() == rank) {
            let mut text = error.to_string();
            let cut = (0..=MAX_TEXT.min(text.len())).rev().find(|&i| text.is_char_boundary(i));
            text.truncate(cut.unwrap_or(0));
            own[0] = error.kind() as u8;
            own[2..2 + text.len()].copy_from_slice(text.as_bytes());
        }
        let all = self.gather(&own)?;
        let text = &all[rank * own.len()..][..own.len()];
        let kind = ErrorKind::ALL.into_iter().find(|kind| *kind as u8 == text[0]);
        let words = text[2..].split(|byte| *byte == 0).next().unwrap_or_default();
        let text = String::from_utf8_lossy(words).into_owned();
        let kind = kind.unwrap_or(ErrorKind::Communication);
        Err(Reason::OfRank { rank, kind, text }.into())
    }
}
