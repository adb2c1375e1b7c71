//! Finding equal keys among many: the faces, elements or edges with the same nodes.

/// The keys `key(0)`, `key(1)`, ... with their numbers, equal keys next to each other and in
/// ascending order of their numbers.
///
/// The keys are dealt into buckets by their first entry and sorted there. Meshes number their nodes
/// so that few keys begin with the same one, so this takes linear time and stays in the cache.
pub(super) fn grouped<const K: usize>(
    count: usize,
    key: impl Fn(usize) -> [u32; K],
) -> Vec<([u32; K], u32)> {
    debug_assert!(count < u32::MAX as usize);
    // Node numbers may be sparse, so they are folded: the buckets never outnumber the keys.
    let mask = count.next_power_of_two() as u32 - 1;
    let mut first = vec![0_u32; mask as usize + 2];
    for i in 0..count {
        first[(key(i)[0] & mask) as usize + 1] += 1;
    }
    for bucket in 0..=mask as usize {
        first[bucket + 1] += first[bucket];
    }
    let mut sorted = vec![([0; K], 0); count];
    let mut next = first.clone();
    for i in 0..count {
        let key = key(i);
        let place = &mut next[(key[0] & mask) as usize];
        sorted[*place as usize] = (key, i as u32);
        *place += 1;
    }
    for bounds in first.windows(2) {
        sorted[bounds[0] as usize..bounds[1] as usize].sort_unstable();
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn equal_keys_are_neighbours_in_order_even_when_buckets_are_shared() {
        // Keys 1 and 9 fall into the same of eight buckets.
        let keys = [[9, 0], [1, 2], [9, 0], [1, 1], [9, 1], [1, 2], [9, 0]];
        let sorted = grouped(keys.len(), |i| keys[i]);
        let expected = [
            ([1, 1], 3),
            ([1, 2], 1),
            ([1, 2], 5),
            ([9, 0], 0),
            ([9, 0], 2),
            ([9, 0], 6),
            ([9, 1], 4),
        ];
        assert_eq!(sorted, expected);
    }

    #[test]
    fn no_keys_give_nothing() {
        assert!(grouped(0, |_| [0_u32; 3]).is_empty());
    }
}
