//! Communicators of the host: functions that move bytes between ranks.

use std::ffi::c_void;

use super::callback::User;
use super::sized::Growing;
use super::status::{Failure, GAPKIT_BAD_ARGUMENT, GAPKIT_NULL_POINTER};
use crate::distributed::{Broken, Communicator, Reduction};

/// Collective: each rank gives `bytes` bytes; `all` becomes those of all ranks, in the order of ranks.
/// Returns 0, or any other number if it failed.
pub type gapkit_comm_gather = Option<
    unsafe extern "C" fn(
        context: *mut c_void,
        own: *const c_void,
        bytes: usize,
        all: *mut c_void,
    ) -> i32,
>;

/// Collective: to each rank r go the `send_bytes[r]` bytes of `send` that follow those for the ranks
/// before, and from each rank come `receive_bytes[r]`, which is what it sends. More than 2^31 bytes
/// may be sent. Returns 0, or any other number if it failed.
pub type gapkit_comm_all_to_all = Option<
    unsafe extern "C" fn(
        context: *mut c_void,
        send: *const c_void,
        send_bytes: *const usize,
        receive: *mut c_void,
        receive_bytes: *const usize,
    ) -> i32,
>;

/// Sends a message to each of some ranks and receives one from each of others, of lengths that both
/// sides know; ranks without messages do not call it. Messages between two ranks arrive in the order in
/// which they were sent. Returns 0, or any other number if it failed.
pub type gapkit_comm_exchange = Option<
    unsafe extern "C" fn(
        context: *mut c_void,
        send_count: usize,
        send_ranks: *const i32,
        send: *const *const c_void,
        send_bytes: *const usize,
        receive_count: usize,
        receive_ranks: *const i32,
        receive: *const *mut c_void,
        receive_bytes: *const usize,
    ) -> i32,
>;

/// Collective: each of `count` numbers becomes the largest (`how` 0) or the sum (1) of those of all
/// ranks, with the same bits on all. Returns 0, or any other number if it failed.
pub type gapkit_comm_reduce = Option<
    unsafe extern "C" fn(context: *mut c_void, numbers: *mut f64, count: usize, how: i32) -> i32,
>;

/// Tells the other ranks that this one makes no further calls, so that functions that they wait in
/// return a number other than 0.
pub type gapkit_comm_fail = Option<unsafe extern "C" fn(context: *mut c_void)>;

/// Ranks that exchange bytes. `gapkit_mpi_comm` of gapkit_mpi.h fills it from a communicator of MPI.
///
/// The functions are called by one thread at a time, that of the call of the scene. One that fails
/// is not called again, nor is any other but `fail`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct gapkit_comm {
    /// sizeof(gapkit_comm)
    pub size: usize,
    /// Handed to the functions.
    pub context: *mut c_void,
    /// The number of this rank, from 0.
    pub rank: i32,
    /// How many ranks there are.
    pub ranks: i32,
    /// See gapkit_comm_gather.
    pub gather: gapkit_comm_gather,
    /// See gapkit_comm_all_to_all.
    pub all_to_all: gapkit_comm_all_to_all,
    /// See gapkit_comm_exchange.
    pub exchange: gapkit_comm_exchange,
    /// See gapkit_comm_reduce.
    pub reduce: gapkit_comm_reduce,
    /// See gapkit_comm_fail.
    pub fail: gapkit_comm_fail,
}

// SAFETY: `repr(C)` with numbers and pointers, the size first. Functions are NULL or, by the promise
// of the caller, functions.
unsafe impl Growing for gapkit_comm {
    const NAME: &'static str = "comm";
    const FIRST: usize = size_of::<Self>();

    fn preset() -> Self {
        Self {
            size: size_of::<Self>(),
            context: std::ptr::null_mut(),
            rank: 0,
            ranks: 1,
            gather: None,
            all_to_all: None,
            exchange: None,
            reduce: None,
            fail: None,
        }
    }
}

/// The communicator of a host.
pub(super) struct HostComm {
    user: User,
    rank: usize,
    size: usize,
    gather: unsafe extern "C" fn(*mut c_void, *const c_void, usize, *mut c_void) -> i32,
    all_to_all: unsafe extern "C" fn(
        *mut c_void,
        *const c_void,
        *const usize,
        *mut c_void,
        *const usize,
    ) -> i32,
    exchange: unsafe extern "C" fn(
        *mut c_void,
        usize,
        *const i32,
        *const *const c_void,
        *const usize,
        usize,
        *const i32,
        *const *mut c_void,
        *const usize,
    ) -> i32,
    reduce: unsafe extern "C" fn(*mut c_void, *mut f64, usize, i32) -> i32,
    fail: unsafe extern "C" fn(*mut c_void),
}

impl HostComm {
    pub(super) fn new(comm: &gapkit_comm) -> Result<Self, Failure> {
        let missing =
            |name: &str| Failure::new(GAPKIT_NULL_POINTER, format!("`{name}` of `comm` is NULL"));
        let (rank, size) = (comm.rank, comm.ranks);
        if size < 1 || !(0..size).contains(&rank) {
            let text = format!("`comm` says that this is rank {rank} of {size}");
            return Err(Failure::new(GAPKIT_BAD_ARGUMENT, text));
        }
        Ok(Self {
            user: User(comm.context),
            rank: rank as usize,
            size: size as usize,
            gather: comm.gather.ok_or_else(|| missing("gather"))?,
            all_to_all: comm.all_to_all.ok_or_else(|| missing("all_to_all"))?,
            exchange: comm.exchange.ok_or_else(|| missing("exchange"))?,
            reduce: comm.reduce.ok_or_else(|| missing("reduce"))?,
            fail: comm.fail.ok_or_else(|| missing("fail"))?,
        })
    }
}

fn done(name: &str, status: i32) -> Result<(), Broken> {
    if status == 0 { Ok(()) } else { Err(Broken(format!("`{name}` of `comm` returned {status}"))) }
}

impl Communicator for HostComm {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn gather(&self, own: &[u8], all: &mut [u8]) -> Result<(), Broken> {
        let (from, to) = (own.as_ptr().cast(), all.as_mut_ptr().cast());
        // SAFETY: both are as long as the header says.
        done("gather", unsafe { (self.gather)(self.user.0, from, own.len(), to) })
    }

    fn all_to_all(
        &self,
        send: &[u8],
        send_lengths: &[usize],
        receive: &mut [u8],
        receive_lengths: &[usize],
    ) -> Result<(), Broken> {
        let (from, to) = (send.as_ptr().cast(), receive.as_mut_ptr().cast());
        let (lengths, coming) = (send_lengths.as_ptr(), receive_lengths.as_ptr());
        // SAFETY: both are as long as the lengths, of which there is one for each rank, add up to.
        done("all_to_all", unsafe { (self.all_to_all)(self.user.0, from, lengths, to, coming) })
    }

    fn exchange(
        &self,
        outgoing: &[(usize, &[u8])],
        incoming: &mut [(usize, &mut [u8])],
    ) -> Result<(), Broken> {
        if outgoing.is_empty() && incoming.is_empty() {
            return Ok(());
        }
        let to: Vec<i32> = outgoing.iter().map(|(rank, _)| *rank as i32).collect();
        let send: Vec<*const c_void> = outgoing.iter().map(|(_, b)| b.as_ptr().cast()).collect();
        let lengths: Vec<usize> = outgoing.iter().map(|(_, bytes)| bytes.len()).collect();
        let from: Vec<i32> = incoming.iter().map(|(rank, _)| *rank as i32).collect();
        let coming: Vec<usize> = incoming.iter().map(|(_, place)| place.len()).collect();
        let places: Vec<*mut c_void> =
            incoming.iter_mut().map(|(_, place)| place.as_mut_ptr().cast()).collect();
        // SAFETY: lists are as long as their counts, and messages as their lengths.
        let status = unsafe {
            (self.exchange)(
                self.user.0,
                to.len(),
                to.as_ptr(),
                send.as_ptr(),
                lengths.as_ptr(),
                from.len(),
                from.as_ptr(),
                places.as_ptr(),
                coming.as_ptr(),
            )
        };
        done("exchange", status)
    }

    fn reduce(&self, numbers: &mut [f64], how: Reduction) -> Result<(), Broken> {
        // SAFETY: there are as many numbers as are said.
        let status =
            unsafe { (self.reduce)(self.user.0, numbers.as_mut_ptr(), numbers.len(), how as i32) };
        done("reduce", status)
    }

    fn fail(&self) {
        // SAFETY: a function of the host, by its promise.
        unsafe { (self.fail)(self.user.0) }
    }
}
