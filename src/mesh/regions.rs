//! The regions of a mesh as meshes of their own.

use std::collections::BTreeMap;

use super::Elements;
use super::check::{self, Names};
use crate::error::Error;

impl Elements {
    /// The elements of each region with the nodes that they use, in the same order as before. Nodes
    /// and elements keep the numbers by which they were called.
    ///
    /// ```
    /// use gapkit::mesh::{ElementKind, Elements};
    ///
    /// let mut elements = Elements::default();
    /// elements.nodes = vec![
    ///     [0.0, 0.0, -1.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0],
    /// ];
    /// elements.push(ElementKind::Tet4, &[1, 2, 3, 4], 17, 5);
    /// elements.push(ElementKind::Tet4, &[1, 3, 2, 0], 18, 6);
    /// let regions = elements.by_region()?;
    /// assert_eq!(regions[&5].node_numbers, [1, 2, 3, 4]);
    /// assert_eq!((&regions[&5].numbers, &regions[&6].numbers), (&vec![17], &vec![18]));
    /// assert_eq!(regions[&6].connectivity, [1, 3, 2, 0]);
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the arrays do not fit each other, or an element refers to a node that is not there or to
    /// one twice.
    pub fn by_region(&self) -> Result<BTreeMap<u32, Self>, Error> {
        let names = Names::of(self);
        check::lengths(self)?;
        let starts = self.starts();
        let mut members: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (i, kind) in self.kinds.iter().enumerate() {
            let nodes = &self.connectivity[starts[i]..][..kind.nodes()];
            check::indices(nodes, self.nodes.len(), i, names)?;
            let region = self.regions.get(i).copied().unwrap_or(0);
            members.entry(region).or_default().push(i);
        }
        let only = |(region, members): (u32, Vec<usize>)| (region, self.only(&members, &starts));
        Ok(members.into_iter().map(only).collect())
    }

    /// Some of the elements, with the nodes that they use.
    pub(super) fn only(&self, members: &[usize], starts: &[usize]) -> Self {
        let names = Names::of(self);
        let of = |i: usize| &self.connectivity[starts[i]..][..self.kinds[i].nodes()];
        let mut used: Vec<u32> = members.iter().flat_map(|&i| of(i)).copied().collect();
        used.sort_unstable();
        used.dedup();
        let place = |node: &u32| used.partition_point(|known| known < node) as u32;
        Self {
            nodes: used.iter().map(|&node| self.nodes[node as usize]).collect(),
            node_numbers: used.iter().map(|&node| names.node(node as usize)).collect(),
            kinds: members.iter().map(|&i| self.kinds[i]).collect(),
            connectivity: members.iter().flat_map(|&i| of(i)).map(place).collect(),
            numbers: members.iter().map(|&i| names.name(i).number).collect(),
            regions: members.iter().map(|&i| self.regions.get(i).copied().unwrap_or(0)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::mesh::{ElementKind, Elements};

    /// Two tetrahedra on six nodes, of which the last is not used.
    fn two() -> Elements {
        Elements {
            nodes: vec![[0.0; 3], [1.0; 3], [2.0; 3], [3.0; 3], [4.0; 3], [f64::NAN; 3]],
            kinds: vec![ElementKind::Tet4; 2],
            connectivity: vec![4, 3, 2, 1, 0, 1, 2, 3],
            ..Elements::default()
        }
    }

    #[test]
    fn without_numbers_and_regions_indices_are_kept_as_numbers() {
        let regions = two().by_region().unwrap();
        assert_eq!(regions.len(), 1);
        assert_eq!(regions[&0].numbers, [0, 1]);
        assert_eq!(regions[&0].node_numbers, [0, 1, 2, 3, 4]);
        assert_eq!(regions[&0].connectivity, two().connectivity);
        let apart = Elements { regions: vec![7, 3], ..two() }.by_region().unwrap();
        assert_eq!(apart.keys().copied().collect::<Vec<_>>(), [3, 7]);
        assert_eq!(
            (&apart[&7].numbers[..], &apart[&7].node_numbers[..]),
            (&[0][..], &[1, 2, 3, 4][..])
        );
        assert_eq!(apart[&7].connectivity, [3, 2, 1, 0]);
        assert_eq!(apart[&7].regions, [7]);
    }

    #[test]
    fn arrays_that_do_not_fit_and_nodes_that_are_not_there_are_errors() {
        let mut short = two();
        short.connectivity.pop();
        assert!(short.by_region().is_err());
        let mut beyond = two();
        beyond.connectivity[5] = 6;
        let message = beyond.by_region().unwrap_err().to_string();
        assert_eq!(message, "local node 1 of tetrahedron 1 is 6, but there are 6 nodes");
        assert!(Elements::default().by_region().is_err());
    }
}
