//! The regions of a mesh as meshes of their own.

use std::collections::BTreeMap;

use super::Elements;
use super::check::{self, Names};
use crate::error::Error;

impl Elements {
    /// The elements of each region with the nodes that they use, in the same order as before. Nodes and
    /// elements keep the numbers by which they were called.
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
    /// If the arrays do not fit each other, or an element refers to a node that is not there or to one
    /// twice.
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
        let only =
            |(region, members): (u32, Vec<usize>)| (region, self.only(&members, &starts, region));
        Ok(members.into_iter().map(only).collect())
    }

    /// Some of the elements, with the nodes that they use.
    fn only(&self, members: &[usize], starts: &[usize], region: u32) -> Self {
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
            regions: vec![region; members.len()],
        }
    }
}
