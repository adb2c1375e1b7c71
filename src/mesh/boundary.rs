//! The exposed facets of a mesh, and how they hang together.

use super::{FACES, OUTSIDE};

/// The facets that belong to one tetrahedron only: the surface of the bodies.
///
/// They are in the order of their tetrahedra, and within one in the order of its
/// [`FACES`]. Interior faces, also those between two regions, are not among them.
///
/// Two facets are neighbours across an edge if one can go from the one to the other around the edge
/// *through the tetrahedra*. For an edge with two facets these are its two. Where bodies or parts
/// of one touch along an edge only, more facets meet there, and each is joined to the one that
/// bounds the same part: the surface falls into closed sheets as if the parts did not touch. So
/// every facet has three neighbours, and being neighbours is mutual.
///
/// ```
/// use gapkit::mesh::bodies;
///
/// let surface = bodies::block([2, 1, 1], [2.0, 1.0, 1.0])?.boundary();
/// assert_eq!(surface.facets().len(), 20);
/// let [a, b, _] = surface.facets()[0];
/// // The facet across the edge from a to b has the same edge from b to a.
/// let across = surface.facets()[surface.neighbors()[0][0] as usize];
/// assert!(across.contains(&a) && across.contains(&b));
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Boundary {
    facets: Vec<[u32; 3]>,
    /// Four times the tetrahedron, plus the face.
    sides: Vec<u32>,
    neighbors: Vec<[u32; 3]>,
}

impl Boundary {
    /// The boundary of tetrahedra whose neighbours are known from [`neighbors`](super::neighbors).
    ///
    /// ```
    /// use gapkit::mesh::{Boundary, neighbors};
    ///
    /// let tets = [[0, 1, 2, 3], [1, 2, 3, 4]];
    /// let surface = Boundary::new(&tets, &neighbors(&tets)?);
    /// assert_eq!(surface.facets()[0], [0, 3, 2]);
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Panics
    /// If the neighbours are not those of the tetrahedra.
    #[must_use]
    pub fn new(tets: &[[u32; 4]], neighbors: &[[u32; 4]]) -> Self {
        assert_eq!(tets.len(), neighbors.len(), "the neighbours are not those of the tetrahedra");
        let exposed = |side: &u32| neighbors[*side as usize / 4][*side as usize % 4] == OUTSIDE;
        Self::of_sides(tets, neighbors, (0..4 * tets.len() as u32).filter(exposed).collect())
    }

    /// The boundary of which these sides are exposed: four times the tetrahedron, plus the face, in
    /// ascending order.
    pub(crate) fn of_sides(tets: &[[u32; 4]], neighbors: &[[u32; 4]], sides: Vec<u32>) -> Self {
        let facets: Vec<[u32; 3]> = sides.iter().map(|&side| Self::facet(tets, side)).collect();
        let across = |(&side, &[a, b, c]): (&u32, &[u32; 3])| {
            [c, a, b].map(|third| {
                let end = Self::turn(tets, neighbors, side, third);
                sides.binary_search(&end).expect("invariant: the turn ends at an exposed side")
                    as u32
            })
        };
        let joined = sides.iter().zip(&facets).map(across).collect();
        Self { facets, sides, neighbors: joined }
    }

    /// The boundary of these sides, whose neighbours are known.
    pub(crate) fn of_known(tets: &[[u32; 4]], sides: Vec<u32>, neighbors: Vec<[u32; 3]>) -> Self {
        let facets = sides.iter().map(|&side| Self::facet(tets, side)).collect();
        Self { facets, sides, neighbors }
    }

    /// Its sides, and their neighbours.
    pub(crate) fn into_parts(self) -> (Vec<u32>, Vec<[u32; 3]>) {
        (self.sides, self.neighbors)
    }

    /// The nodes of a side, counterclockwise as seen from outside.
    pub(crate) fn facet(tets: &[[u32; 4]], side: u32) -> [u32; 3] {
        FACES[side as usize % 4].map(|i| tets[side as usize / 4][i])
    }

    /// The nodes of each facet, counterclockwise as seen from outside.
    #[must_use]
    pub fn facets(&self) -> &[[u32; 3]] {
        &self.facets
    }

    /// The tetrahedron that the facet belongs to.
    ///
    /// # Panics
    /// If there is no such facet.
    #[must_use]
    pub fn tet(&self, facet: usize) -> u32 {
        self.sides[facet] / 4
    }

    /// The face of its tetrahedron that the facet is: an index into [`FACES`].
    ///
    /// # Panics
    /// If there is no such facet.
    #[must_use]
    pub fn face(&self, facet: usize) -> usize {
        self.sides[facet] as usize % 4
    }

    /// The three neighbours of each facet `[a, b, c]`: across the edge from a to b, from b to c and
    /// from c to a.
    #[must_use]
    pub fn neighbors(&self) -> &[[u32; 3]] {
        &self.neighbors
    }

    /// The side at which one gets out again when going from an exposed side into the mesh and around
    /// that edge of it which is opposite its node `third`.
    pub(crate) fn turn(tets: &[[u32; 4]], neighbors: &[[u32; 4]], side: u32, third: u32) -> u32 {
        let place = |tet: usize, node: u32| {
            tets[tet]
                .iter()
                .position(|&n| n == node)
                .expect("invariant: neighbours share three nodes")
        };
        let (mut tet, mut entry) = (side as usize / 4, side as usize % 4);
        // Of a tetrahedron's two nodes off the edge, the one behind the entry and the other.
        let mut passed = third;
        loop {
            let exit = place(tet, passed);
            let next = neighbors[tet][exit];
            if next == OUTSIDE {
                return 4 * tet as u32 + exit as u32;
            }
            passed = tets[tet][entry];
            // The entry of the next tetrahedron is opposite its one node that this one does not have.
            let here = tets[tet];
            tet = next as usize;
            entry = (0..4)
                .find(|&i| !here.contains(&tets[tet][i]))
                .expect("invariant: no two tetrahedra have the same nodes");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::neighbors;

    fn surface(tets: &[[u32; 4]]) -> Boundary {
        Boundary::new(tets, &neighbors(tets).unwrap())
    }

    #[test]
    fn a_tetrahedron_has_its_four_faces() {
        let surface = surface(&[[0, 1, 2, 3]]);
        assert_eq!(surface.facets(), [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]]);
        assert_eq!(surface.neighbors()[0], [3, 1, 2]);
        assert_eq!((surface.tet(2), surface.face(2)), (0, 2));
    }

    #[test]
    fn an_edge_between_two_parts_joins_each_part_to_itself() {
        // Two tetrahedra that share the edge 0-1 only.
        let surface = surface(&[[0, 1, 2, 3], [0, 1, 4, 5]]);
        for (facet, neighbors) in surface.neighbors().iter().enumerate() {
            for &other in neighbors {
                assert_eq!(surface.tet(facet), surface.tet(other as usize));
                assert!(surface.neighbors()[other as usize].contains(&(facet as u32)));
            }
        }
    }
}
