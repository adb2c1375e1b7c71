//! Sets of nodes by their numbers, checked once for all lanes.

#![cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), allow(dead_code))]

/// A set of nodes for each lane: indices into an array of points that were found to be inside it,
/// so that the lanes can be read without a check for each.
#[derive(Clone, Copy)]
pub(crate) struct Nodes<'a> {
    numbers: &'a [f64],
    indices: &'a [u32],
    lanes: usize,
    size: usize,
}

impl<'a> Nodes<'a> {
    /// Sets of `size` nodes, one after the other. `None` where one of them is no node, or the last
    /// of all nodes, which no fourth number follows.
    #[inline(always)]
    pub(super) fn new(
        numbers: &'a [f64],
        indices: &'a [u32],
        lanes: usize,
        size: usize,
    ) -> Option<Self> {
        let mut most = 0;
        for &index in indices {
            most = if index > most { index } else { most };
        }
        let inside = numbers.len() >= 4 && most as usize <= (numbers.len() - 4) / 3;
        let all = indices.len() == lanes * size;
        (inside && all).then_some(Self { numbers, indices, lanes, size })
    }

    /// Where the numbers of node `k` of a lane begin; at least four follow.
    ///
    /// # Safety
    /// It must [`have`](Self::have) more lanes than `lane`, and node `k`.
    #[inline(always)]
    pub(super) unsafe fn at(&self, lane: usize, k: usize) -> *const f64 {
        // SAFETY: the caller's promise for the index, and `new` for the node.
        unsafe {
            let index = *self.indices.get_unchecked(lane * self.size + k);
            self.numbers.as_ptr().add(3 * index as usize)
        }
    }

    /// Whether the sets are for this number of lanes, and have a node `k`.
    #[inline(always)]
    pub(super) fn have(&self, lanes: usize, k: usize) -> bool {
        self.lanes == lanes && k < self.size
    }
}
