//! Ranks that are threads of one process: for tests, and to see what many ranks would do.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::{Broken, Communicator, Reduction};

/// The letters to one rank.
#[derive(Debug, Default)]
struct Mailbox {
    /// Those of each sender.
    letters: Mutex<Vec<VecDeque<Vec<u8>>>>,
    arrived: Condvar,
}

/// What all ranks share.
#[derive(Debug)]
struct Shared {
    boxes: Vec<Mailbox>,
    meeting: Mutex<Meeting>,
    met: Condvar,
    has_failed: AtomicBool,
}

/// A collective at work: what ranks have brought, and what the last one left for all.
#[derive(Debug, Default)]
struct Meeting {
    round: u64,
    present: usize,
    brought: Vec<Vec<u8>>,
    result: Arc<Vec<Vec<u8>>>,
}

/// One of several ranks that are threads.
#[derive(Debug, Clone)]
pub struct ThreadRank {
    rank: usize,
    shared: Arc<Shared>,
}

/// Runs ranks as threads, each with its communicator; what they returned, in the order of ranks.
///
/// ```
/// use gapkit::distributed::{Communicator, Reduction, run_ranks};
///
/// let sums = run_ranks(3, |ranks| {
///     let mut numbers = [ranks.rank() as f64];
///     ranks.reduce(&mut numbers, Reduction::Sum).map(|()| numbers[0])
/// });
/// assert_eq!(sums, vec![Ok(3.0); 3]);
/// ```
///
/// # Panics
/// If a rank panics; the others are told before.
pub fn run_ranks<R: Send>(size: usize, work: impl Fn(ThreadRank) -> R + Sync) -> Vec<R> {
    let boxes = (0..size).map(|_| Mailbox {
        letters: Mutex::new(vec![VecDeque::new(); size]),
        arrived: Condvar::new(),
    });
    let shared = Arc::new(Shared {
        boxes: boxes.collect(),
        meeting: Mutex::new(Meeting { brought: vec![Vec::new(); size], ..Meeting::default() }),
        met: Condvar::new(),
        has_failed: AtomicBool::new(false),
    });
    let run = |rank: usize| {
        let own = ThreadRank { rank, shared: Arc::clone(&shared) };
        let result = catch_unwind(AssertUnwindSafe(|| work(own.clone())));
        if result.is_err() {
            own.fail();
        }
        result
    };
    let results: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..size).map(|rank| scope.spawn(move || run(rank))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(Err)).collect()
    });
    results.into_iter().map(|result| result.unwrap_or_else(|panic| resume_unwind(panic))).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ThreadRank {
    fn check(&self) -> Result<(), Broken> {
        if self.shared.has_failed.load(Ordering::SeqCst) {
            return Err(Broken("another rank has failed".into()));
        }
        Ok(())
    }

    fn send(&self, to: usize, bytes: &[u8]) {
        let mailbox = &self.shared.boxes[to];
        lock(&mailbox.letters)[self.rank].push_back(bytes.to_vec());
        mailbox.arrived.notify_one();
    }

    fn receive(&self, from: usize) -> Result<Vec<u8>, Broken> {
        let mailbox = &self.shared.boxes[self.rank];
        let mut letters = lock(&mailbox.letters);
        loop {
            if let Some(letter) = letters[from].pop_front() {
                return Ok(letter);
            }
            self.check()?;
            letters = mailbox.arrived.wait(letters).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// What all ranks brought, for all of them.
    fn meet(&self, own: Vec<u8>) -> Result<Arc<Vec<Vec<u8>>>, Broken> {
        let Shared { meeting, met, boxes, .. } = &*self.shared;
        let mut now = lock(meeting);
        self.check()?;
        now.brought[self.rank] = own;
        now.present += 1;
        if now.present == boxes.len() {
            let brought = std::mem::replace(&mut now.brought, vec![Vec::new(); boxes.len()]);
            (now.result, now.present, now.round) = (Arc::new(brought), 0, now.round + 1);
            met.notify_all();
            return Ok(Arc::clone(&now.result));
        }
        let round = now.round;
        while now.round == round {
            self.check()?;
            now = met.wait(now).unwrap_or_else(PoisonError::into_inner);
        }
        Ok(Arc::clone(&now.result))
    }
}

/// A message of another length than the one that was expected is a fault of the caller.
fn fill(place: &mut [u8], letter: &[u8]) -> Result<(), Broken> {
    if place.len() != letter.len() {
        let text = format!("a message has {} bytes, not {}", letter.len(), place.len());
        return Err(Broken(text));
    }
    place.copy_from_slice(letter);
    Ok(())
}

impl Communicator for ThreadRank {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.shared.boxes.len()
    }

    fn gather(&self, own: &[u8], all: &mut [u8]) -> Result<(), Broken> {
        let brought = self.meet(own.to_vec())?;
        fill(all, &brought.concat())
    }

    fn all_to_all(
        &self,
        send: &[u8],
        send_lengths: &[usize],
        receive: &mut [u8],
        receive_lengths: &[usize],
    ) -> Result<(), Broken> {
        let mut at = 0;
        for (to, length) in send_lengths.iter().enumerate() {
            self.send(to, &send[at..at + length]);
            at += length;
        }
        let mut at = 0;
        for (from, length) in receive_lengths.iter().enumerate() {
            fill(&mut receive[at..at + length], &self.receive(from)?)?;
            at += length;
        }
        Ok(())
    }

    fn exchange(
        &self,
        outgoing: &[(usize, &[u8])],
        incoming: &mut [(usize, &mut [u8])],
    ) -> Result<(), Broken> {
        self.check()?;
        outgoing.iter().for_each(|(to, bytes)| self.send(*to, bytes));
        incoming.iter_mut().try_for_each(|(from, place)| fill(place, &self.receive(*from)?))
    }

    fn reduce(&self, numbers: &mut [f64], how: Reduction) -> Result<(), Broken> {
        let own = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let brought = self.meet(own)?;
        for (k, number) in numbers.iter_mut().enumerate() {
            let of = |bytes: &Vec<u8>| {
                let own = bytes.get(8 * k..8 * k + 8)?.try_into().ok()?;
                Some(f64::from_le_bytes(own))
            };
            let all: Option<Vec<f64>> = brought.iter().map(of).collect();
            let all = all.ok_or_else(|| Broken("ranks reduce different numbers".into()))?;
            *number = match how {
                Reduction::Max => all.into_iter().fold(f64::NEG_INFINITY, f64::max),
                Reduction::Sum => all.into_iter().sum(),
            };
        }
        Ok(())
    }

    fn fail(&self) {
        self.shared.has_failed.store(true, Ordering::SeqCst);
        for mailbox in &self.shared.boxes {
            drop(lock(&mailbox.letters));
            mailbox.arrived.notify_all();
        }
        drop(lock(&self.shared.meeting));
        self.shared.met.notify_all();
    }
}
