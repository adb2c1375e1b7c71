//! Many short lists in two arrays.

/// Lists one after the other.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Lists<T> {
    /// Where each list starts; one more than there are lists.
    first: Vec<usize>,
    items: Vec<T>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { first: vec![0], items: Vec::new() }
    }
}

impl<T: Copy> Lists<T> {
    pub(super) fn len(&self) -> usize {
        self.first.len() - 1
    }

    pub(super) fn of(&self, list: usize) -> &[T] {
        &self.items[self.first[list]..self.first[list + 1]]
    }

    /// The number of the first item of a list among all items.
    pub(super) fn start(&self, list: usize) -> usize {
        self.first[list]
    }

    pub(super) fn items(&self) -> &[T] {
        &self.items
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[T]> {
        (0..self.len()).map(|list| self.of(list))
    }

    /// Adds a list.
    pub(super) fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.first.push(self.items.len());
    }

    /// Adds all lists of another set.
    pub(super) fn append(&mut self, other: &Self) {
        let offset = self.items.len();
        self.items.extend_from_slice(&other.items);
        self.first.extend(other.first[1..].iter().map(|first| first + offset));
    }
}
