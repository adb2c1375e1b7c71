//! Many short lists in two arrays.

/// Lists one after the other, numbered from 0.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Lists<T> {
    /// Where each list starts; one more than there are lists.
    starts: Vec<usize>,
    items: Vec<T>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { starts: vec![0], items: Vec::new() }
    }
}

impl<T: Copy> Lists<T> {
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// A list; an empty one if there is none of that number.
    #[inline]
    pub(crate) fn of(&self, list: impl TryInto<usize>) -> &[T] {
        let range = list.try_into().ok().and_then(|list| self.starts.get(list..list + 2));
        range.map_or(&[], |range| &self.items[range[0]..range[1]])
    }

    /// The number of the first item of a list among all items.
    pub(crate) fn start(&self, list: usize) -> usize {
        self.starts[list]
    }

    pub(crate) fn items(&self) -> &[T] {
        &self.items
    }

    /// The items of all lists, for those who keep the starts elsewhere.
    pub(crate) fn into_items(self) -> Vec<T> {
        self.items
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &[T]> {
        (0..self.len()).map(|list| self.of(list))
    }

    /// Adds a list.
    pub(crate) fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.starts.push(self.items.len());
    }

    /// Adds all lists of another set, with a change to their items.
    pub(crate) fn append(&mut self, other: &Self, change: impl Fn(T) -> T) {
        let offset = self.items.len();
        self.items.extend(other.items.iter().map(|&item| change(item)));
        self.starts.extend(other.starts[1..].iter().map(|start| start + offset));
    }
}

impl<T: Copy> Lists<T> {
    /// Takes the lists from a number on.
    pub(crate) fn split_off(&mut self, list: usize) -> Self {
        let start = self.starts[list];
        let starts = self.starts[list..].iter().map(|own| own - start).collect();
        self.starts.truncate(list + 1);
        Self { starts, items: self.items.split_off(start) }
    }
}

impl<T: Copy + Default> Lists<T> {
    /// The lists of the items of each key from 0 to `count`, in the order given.
    pub(crate) fn grouped(count: usize, pairs: impl Iterator<Item = (u32, T)> + Clone) -> Self {
        let mut starts = vec![0; count + 1];
        pairs.clone().for_each(|(key, _)| starts[key as usize + 1] += 1);
        for i in 0..count {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut items = vec![T::default(); starts[count]];
        for (key, item) in pairs {
            let at = &mut next[key as usize];
            items[*at] = item;
            *at += 1;
        }
        Self { starts, items }
    }
}

/// The items in ascending order, each once.
pub(crate) fn ascending(items: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut list: Vec<u32> = items.collect();
    list.sort_unstable();
    list.dedup();
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_grouped_by_key_in_the_order_given() {
        let lists = Lists::grouped(3, [(2, 7_u32), (0, 8), (2, 9)].into_iter());
        assert_eq!(lists.iter().collect::<Vec<_>>(), [&[8][..], &[], &[7, 9]]);
        assert_eq!((lists.of(2_u32), lists.of(3_usize), lists.start(2)), (&[7, 9][..], &[][..], 1));
    }

    #[test]
    fn lists_are_appended_with_their_items_moved() {
        let mut all = Lists::default();
        all.push([1_u32, 2]);
        let other = all.clone();
        all.append(&other, |item| item + 10);
        assert_eq!(all.iter().collect::<Vec<_>>(), [[1, 2], [11, 12]]);
        assert_eq!((all.len(), all.items()), (2, &[1, 2, 11, 12][..]));
        let tail = all.split_off(1);
        assert_eq!((all.len(), all.items()), (1, &[1, 2][..]));
        assert_eq!(tail.iter().collect::<Vec<_>>(), [[11, 12]]);
    }
}
