//! The connected parts of a mesh as meshes of their own.

use super::Elements;
use super::check::{self, Names};
use crate::error::Error;

impl Elements {
    /// The parts that are connected by shared nodes, in the order of their first elements, each
    /// with the nodes that it uses. Nodes and elements keep the numbers by which they were called,
    /// and their order. Nodes at the same place are not one node.
    ///
    /// ```
    /// use gapkit::mesh::{ElementKind, Elements};
    ///
    /// let mut elements = Elements::default();
    /// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let above = corners.map(|[x, y, z]| [x, y, z + 2.0]);
    /// elements.nodes = corners.into_iter().chain(above).collect();
    /// elements.push(ElementKind::Tet4, &[4, 5, 6, 7], 17, 5);
    /// elements.push(ElementKind::Tet4, &[0, 1, 2, 3], 18, 5);
    /// let parts = elements.by_component()?;
    /// assert_eq!((&parts[0].numbers, &parts[1].numbers), (&vec![17], &vec![18]));
    /// assert_eq!(parts[0].node_numbers, [4, 5, 6, 7]);
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the arrays do not fit each other, or an element refers to a node that is not there or to
    /// one twice.
    pub fn by_component(&self) -> Result<Vec<Self>, Error> {
        let names = Names::of(self);
        check::lengths(self)?;
        let starts = self.starts();
        let of = |i: usize| &self.connectivity[starts[i]..][..self.kinds[i].nodes()];
        let mut sets = DisjointSets::new(self.nodes.len());
        for i in 0..self.kinds.len() {
            check::indices(of(i), self.nodes.len(), i, names)?;
            of(i).windows(2).for_each(|pair| sets.join(pair[0], pair[1]));
        }
        let mut members: Vec<Vec<usize>> = Vec::new();
        let mut places = vec![usize::MAX; self.nodes.len()];
        for i in 0..self.kinds.len() {
            let place = &mut places[sets.root(of(i)[0]) as usize];
            if *place == usize::MAX {
                *place = members.len();
                members.push(Vec::new());
            }
            members[*place].push(i);
        }
        Ok(members.iter().map(|members| self.only(members, &starts)).collect())
    }
}

/// Disjoint sets of nodes (union-find): R. E. Tarjan, Efficiency of a good but not linear set union
/// algorithm, Journal of the ACM 22(2), 1975, doi:10.1145/321879.321884, with paths halved.
struct DisjointSets(Vec<u32>);

impl DisjointSets {
    fn new(count: usize) -> Self {
        Self((0..).take(count).collect())
    }

    /// The node that stands for the set of another.
    fn root(&mut self, mut node: u32) -> u32 {
        while self.0[node as usize] != node {
            let next = self.0[node as usize];
            self.0[node as usize] = self.0[next as usize];
            node = next;
        }
        node
    }

    fn join(&mut self, one: u32, two: u32) {
        let (one, two) = (self.root(one), self.root(two));
        // The smaller number stands for both, so that the result does not depend on the order.
        self.0[one.max(two) as usize] = one.min(two);
    }
}

#[cfg(test)]
mod tests {
    use crate::mesh::{ElementKind, Elements};

    fn of(tets: &[[u32; 4]]) -> Vec<Vec<u64>> {
        let elements = Elements {
            nodes: vec![[0.0; 3]; 20],
            kinds: vec![ElementKind::Tet4; tets.len()],
            connectivity: tets.concat(),
            ..Elements::default()
        };
        elements.by_component().unwrap().into_iter().map(|part| part.numbers).collect()
    }

    #[test]
    fn a_node_in_common_is_enough_and_may_come_late() {
        assert_eq!(of(&[[0, 1, 2, 3], [4, 5, 6, 7]]), [[0], [1]]);
        assert_eq!(of(&[[0, 1, 2, 3], [3, 5, 6, 7]]), [[0, 1]]);
        // The last one joins the others.
        let joined = of(&[[10, 11, 12, 13], [4, 5, 6, 7], [0, 1, 2, 3], [13, 4, 8, 9]]);
        assert_eq!(joined, [vec![0, 1, 3], vec![2]]);
    }

    #[test]
    fn long_chains_are_one_part() {
        let chain: Vec<[u32; 4]> = (0..6).rev().map(|i| [0, 1, 2, 3].map(|k| 3 * i + k)).collect();
        assert_eq!(of(&chain).len(), 1);
    }

    #[test]
    fn regions_are_kept() {
        let mut elements = Elements { nodes: vec![[0.0; 3]; 8], ..Elements::default() };
        elements.push(ElementKind::Tet4, &[0, 1, 2, 3], 7, 4);
        elements.push(ElementKind::Tet4, &[4, 5, 6, 7], 8, 3);
        let parts = elements.by_component().unwrap();
        assert_eq!((&parts[0].regions[..], &parts[1].regions[..]), (&[4][..], &[3][..]));
        elements.connectivity[2] = 9;
        assert!(elements.by_component().is_err());
        assert!(Elements::default().by_component().is_err());
    }
}
