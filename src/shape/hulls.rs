//! Many sets of points in one array.

use smallvec::SmallVec;

use super::PointSet;
use crate::error::{Error, Reason, check_points};
use crate::simd::{Nodes, Quad3, Wide};

/// Maximum number of points in a set that is given by indices.
pub(crate) const MAX_INDEXED: usize = 16;

/// Sets for the lanes of a register, copied: at most sixteen points for each of eight lanes.
pub(crate) type CopiedPoints = SmallVec<[f64; 512]>;

/// The convex hulls of many sets of points, for queries on many pairs at once: one set after the
/// other in an array, or as indices into an array of nodes. Nothing is copied; all coordinates and
/// indices are checked once, here.
///
/// ```
/// use gapkit::Query;
/// use gapkit::shape::Hulls;
///
/// // Two tetrahedra of a mesh with five nodes, and a point for each.
/// let nodes = [[0., 0., 0.], [1., 0., 0.], [0., 1., 0.], [0., 0., 1.], [1., 1., 1.]];
/// let tets = Hulls::indexed(&nodes, &[0, 1, 2, 3, 1, 2, 3, 4], 4)?;
/// let tips = Hulls::packed(&[[0.0, 0.0, 3.0], [1.0, 1.0, 4.0]], 1)?;
/// let mut answers = vec![Default::default(); 2];
/// Query::default().distance_batch(&tets, &tips, &mut answers)?;
/// assert_eq!((answers[0].distance, answers[1].distance), (2.0, 3.0));
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Hulls<'a> {
    points: &'a [[f64; 3]],
    /// Where the points of the sets are, if not one after the other.
    indices: Option<&'a [u32]>,
    sets: SetRanges<'a>,
}

/// Where sets begin and end.
#[derive(Debug, Clone, Copy)]
enum SetRanges<'a> {
    /// `count` sets of `size` points each.
    Equal { size: usize, count: usize },
    /// Set i is the range from offset i to offset i + 1.
    Offsets(&'a [usize]),
}

impl<'a> Hulls<'a> {
    /// Set i is made of the points `offsets[i]..offsets[i + 1]`.
    ///
    /// # Errors
    /// Names the coordinate that is not finite, or the set that is empty or not within the array.
    pub fn new(points: &'a [[f64; 3]], offsets: &'a [usize]) -> Result<Self, Error> {
        check_points("array of point sets", points)?;
        let count = points.len();
        for (set, ends) in offsets.windows(2).enumerate() {
            if ends[0] >= ends[1] || ends[1] > count {
                let (from, to) = (ends[0], ends[1]);
                return Err(Reason::Offsets { set, from, to, count }.into());
            }
        }
        Ok(Self { points, indices: None, sets: SetRanges::Offsets(offsets) })
    }

    /// Set i is made of the points `i * size..(i + 1) * size`.
    ///
    /// # Errors
    /// Names the coordinate that is not finite, or the size that does not fit the array.
    pub fn packed(points: &'a [[f64; 3]], size: usize) -> Result<Self, Error> {
        check_points("array of point sets", points)?;
        let sets = SetRanges::equal("points", size, points.len())?;
        Ok(Self { points, indices: None, sets })
    }

    /// Set i is made of the nodes whose numbers, from 0, are `indices[i * size..(i + 1) * size]`:
    /// elements or facets as a finite-element code has them, of at most 16 nodes each.
    ///
    /// # Errors
    /// Names the coordinate that is not finite, the index that is no node, or the size that does
    /// not fit.
    pub fn indexed(nodes: &'a [[f64; 3]], indices: &'a [u32], size: usize) -> Result<Self, Error> {
        check_points("array of nodes", nodes)?;
        let sets = SetRanges::equal("indices", size, indices.len())?;
        if size > MAX_INDEXED {
            return Err(Reason::TooMany { count: size, limit: MAX_INDEXED }.into());
        }
        let count = nodes.len();
        if let Some(at) = indices.iter().position(|&index| index as usize >= count) {
            let (set, index) = (at / size, indices[at]);
            return Err(Reason::SetIndex { set, index, count }.into());
        }
        Ok(Self { points: nodes, indices: Some(indices), sets })
    }

    /// Cells of nodes that are known to be sound.
    pub(crate) fn cells<const N: usize>(nodes: &'a [[f64; 3]], cells: &'a [[u32; N]]) -> Self {
        const { assert!(N > 0 && N <= MAX_INDEXED) };
        let sets = SetRanges::Equal { size: N, count: cells.len() };
        Self { points: nodes, indices: Some(cells.as_flattened()), sets }
    }

    /// How many sets there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self.sets {
            SetRanges::Equal { count, .. } => count,
            SetRanges::Offsets(offsets) => offsets.len().saturating_sub(1),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many points a set has.
    #[inline]
    pub(crate) fn size(&self, set: usize) -> usize {
        match self.sets {
            SetRanges::Equal { size, .. } => size,
            SetRanges::Offsets(offsets) => offsets[set + 1] - offsets[set],
        }
    }

    /// Whether `count` consecutive sets all have the size of the first.
    #[inline]
    pub(crate) fn alike(&self, first: usize, count: usize) -> bool {
        match self.sets {
            SetRanges::Equal { .. } => true,
            SetRanges::Offsets(_) => {
                let size = self.size(first);
                (first + 1..first + count).all(|set| self.size(set) == size)
            }
        }
    }

    /// A set; points that are not contiguous are copied to `scratch`.
    pub(crate) fn set<'b>(
        &'b self,
        set: usize,
        scratch: &'b mut [[f64; 3]; MAX_INDEXED],
    ) -> PointSet<'b> {
        let (start, size) = (self.start(set), self.size(set));
        let Some(indices) = self.indices else {
            return PointSet::checked(&self.points[start..start + size]);
        };
        for (place, &index) in scratch.iter_mut().zip(&indices[start..start + size]) {
            *place = self.points[index as usize];
        }
        PointSet::checked(&scratch[..size])
    }

    #[inline(always)]
    fn start(&self, set: usize) -> usize {
        match self.sets {
            SetRanges::Equal { size, .. } => set * size,
            SetRanges::Offsets(offsets) => offsets[set],
        }
    }

    /// Consecutive sets of one size, one per lane; lanes past the last set repeat it. Sets
    /// that cannot be read in place are copied to `scratch`.
    #[inline(always)]
    pub(crate) fn lanes<'b, W: Wide>(
        &'b self,
        first: usize,
        count: usize,
        scratch: &'b mut CopiedPoints,
    ) -> LaneSets<'b> {
        let (start, size) = (self.start(first), self.size(first));
        let numbers = self.points.as_flattened();
        let (end, full) = (start + count * size, count == W::LANES);
        let places = match self.indices {
            // One more number, for the last point.
            None if full && 3 * end < numbers.len() => {
                LanePoints::Strided(&numbers[3 * start..3 * end + 1])
            }
            Some(indices) if full => match W::nodes(numbers, &indices[start..end], size) {
                Some(nodes) => LanePoints::Nodes(nodes),
                None => LanePoints::Strided(self.copied(first, count, W::LANES, scratch)),
            },
            _ => LanePoints::Strided(self.copied(first, count, W::LANES, scratch)),
        };
        LaneSets { size, places }
    }

    /// A contiguous copy of sets of one size, padded by one number.
    #[cold]
    #[inline(never)]
    fn copied<'b>(
        &self,
        first: usize,
        count: usize,
        lanes: usize,
        scratch: &'b mut CopiedPoints,
    ) -> &'b [f64] {
        scratch.clear();
        for lane in 0..lanes {
            let start = self.start(first + lane.min(count - 1));
            for k in start..start + self.size(first) {
                let at = self.indices.map_or(k, |indices| indices[k] as usize);
                scratch.extend_from_slice(&self.points[at]);
            }
        }
        scratch.push(0.0);
        scratch.as_slice()
    }
}

/// Sets of one size, one per lane.
pub(crate) struct LaneSets<'a> {
    pub(crate) size: usize,
    places: LanePoints<'a>,
}

enum LanePoints<'a> {
    /// One set after the other, padded by one number.
    Strided(&'a [f64]),
    /// By numbers that were checked.
    Nodes(Nodes<'a>),
}

impl LaneSets<'_> {
    /// Corner `k` of the sets.
    #[inline(always)]
    fn corner<W: Wide>(&self, k: usize) -> Quad3<W> {
        match &self.places {
            LanePoints::Strided(numbers) => W::strided(&numbers[3 * k..], 3 * self.size),
            LanePoints::Nodes(nodes) => W::node(nodes, k),
        }
    }

    /// The corners of the sets.
    #[inline(always)]
    pub(crate) fn fill<W: Wide>(&self, corners: &mut [Quad3<W>]) {
        for (k, corner) in corners.iter_mut().enumerate() {
            *corner = self.corner(k);
        }
    }

    /// The corners of sets of `N`, which are three or four; of three the last comes twice. Written
    /// out, so that they stay in registers.
    #[inline(always)]
    pub(crate) fn few<W: Wide, const N: usize>(&self) -> [Quad3<W>; 4] {
        match &self.places {
            LanePoints::Strided(numbers) if N == 4 => W::tetrahedra(numbers),
            _ => [self.corner(0), self.corner(1), self.corner(2), self.corner(N - 1)],
        }
    }
}

impl SetRanges<'_> {
    /// Sets of one size in an array of `total` points or indices.
    fn equal(what: &'static str, size: usize, total: usize) -> Result<Self, Error> {
        if size == 0 || !total.is_multiple_of(size) {
            return Err(Reason::SetSize { size, total, what }.into());
        }
        Ok(Self::Equal { size, count: total / size })
    }
}
