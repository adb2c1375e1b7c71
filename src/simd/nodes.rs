//! Sets of nodes by their numbers, checked once for all lanes.

/// A set of nodes for each lane: indices into an array of points that were found to be inside it, so that
/// the lanes can be read without a check for each.
#[derive(Clone, Copy)]
pub(crate) struct Nodes<'a> {
    numbers: &'a [f64],
    indices: &'a [u32],
    size: usize,
}

impl<'a> Nodes<'a> {
    /// Sets of `size` nodes, one after the other. `None` where one of them is no node, or the last of all
    /// nodes, which no fourth number follows.
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
        let inside = 3 * (most as usize) + 4 <= numbers.len();
        (inside && indices.len() == lanes * size).then_some(Self { numbers, indices, size })
    }

    /// Where the numbers of node `k` of a lane begin; at least four follow.
    ///
    /// # Safety
    /// There must be such a lane and such a node.
    #[inline(always)]
    pub(super) unsafe fn at(&self, lane: usize, k: usize) -> *const f64 {
        // SAFETY: the caller's promise for the index, and `new` for the node.
        unsafe {
            let index = *self.indices.get_unchecked(lane * self.size + k);
            self.numbers.as_ptr().add(3 * index as usize)
        }
    }

    #[inline(always)]
    pub(super) fn size(&self) -> usize {
        self.size
    }
}
