//! What deformation does to pieces: their convexity defects, their boxes, and splitting.
//!
//! All of it is linear in the size of the pieces. Pieces are independent of each
//! other, so the results do not depend on the number of threads.

use rayon::prelude::*;

use super::closure::Growth;
use super::fast;
use super::hinge::{self, mean_edge};
use super::partition::{Partition, sorted};
use super::surface::Surfaces;
use crate::error::{Error, Reason, check_parameter, check_points};
use crate::num::Bounds;
use crate::num::Lists;

/// Minimum number of pieces per parallel job.
const MIN_PIECES_PER_JOB: usize = 256;

impl Partition {
    /// How far each piece is from convex with its nodes at these positions: the depth of its
    /// deepest reflex hinge, in mean edges of the piece. It is 0 if and only if no hinge is reflex
    /// by the exact predicate.
    ///
    /// ```
    /// use gapkit::mesh::TetMesh;
    /// use gapkit::partition::Partition;
    /// let mut nodes =
    ///     vec![[0., 0., 0.], [1., 0., 0.], [0., 1., 0.], [0.2, 0.2, 1.], [0.2, 0.2, -1.]];
    /// let mesh = TetMesh::new(nodes.clone(), vec![[0, 1, 2, 3], [0, 2, 1, 4]])?;
    /// let partition = Partition::new(&mesh)?;
    /// assert_eq!(partition.defects(&nodes)?, [0.0]);
    /// nodes[3][0] = 2.0;
    /// nodes[4][0] = 2.0;
    /// assert!(partition.defects(&nodes)?[0] > 0.1);
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is not one finite position for each node of the mesh.
    pub fn defects(&self, nodes: &[[f64; 3]]) -> Result<Vec<f64>, Error> {
        self.check(nodes)?;
        let defect = |piece: usize| self.defect(piece, nodes);
        Ok((0..self.len()).into_par_iter().with_min_len(MIN_PIECES_PER_JOB).map(defect).collect())
    }

    fn defect(&self, piece: usize, nodes: &[[f64; 3]]) -> f64 {
        let at = |list: [u32; 4]| list.map(|i| nodes[i as usize]);
        let depths = self.piece(piece).hinges().iter().map(|&h| hinge::depth(at(h)));
        let deepest = depths.fold(0.0, f64::max);
        if deepest == 0.0 {
            return 0.0;
        }
        let tets = self.tets.of(piece);
        let size: f64 = tets.iter().map(|&t| mean_edge(at(self.neighbors.tets[t as usize]))).sum();
        deepest / (size / tets.len() as f64)
    }

    /// The box of each piece with its nodes at these positions.
    ///
    /// # Errors
    /// If there is not one finite position for each node of the mesh.
    pub fn bounds(&self, nodes: &[[f64; 3]]) -> Result<Vec<Bounds>, Error> {
        self.check(nodes)?;
        let bounds = |piece: usize| bounds_of(self.piece(piece).vertices(), nodes);
        Ok((0..self.len()).into_par_iter().with_min_len(MIN_PIECES_PER_JOB).map(bounds).collect())
    }

    /// Splits the pieces whose defect at these positions is more than `limit`, and returns the
    /// numbers of the pieces that are new: a piece that is split leaves its number to one of its
    /// parts, and the other parts come after all pieces that there were. No other piece changes.
    /// The parts keep to the tolerance of the options, or to the limit if that is less.
    ///
    /// ```
    /// # use gapkit::mesh::TetMesh;
    /// # use gapkit::partition::Partition;
    /// # let mut nodes =
    /// #     vec![[0., 0., 0.], [1., 0., 0.], [0., 1., 0.], [0.2, 0.2, 1.], [0.2, 0.2, -1.]];
    /// # let mesh = TetMesh::new(nodes.clone(), vec![[0, 1, 2, 3], [0, 2, 1, 4]])?;
    /// let mut partition = Partition::new(&mesh)?;
    /// nodes[3][0] = 2.0;
    /// nodes[4][0] = 2.0;
    /// assert_eq!(partition.split(&nodes, 0.1)?, [0, 1]);
    /// assert_eq!(partition.defects(&nodes)?, [0.0, 0.0]);
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is not one finite position for each node of the mesh, or if the limit is not a
    /// finite number of at least 0. Nothing has changed then.
    pub fn split(&mut self, nodes: &[[f64; 3]], limit: f64) -> Result<Vec<usize>, Error> {
        let limit = check_parameter("limit", limit, false)?;
        let defects = self.defects(nodes)?;
        let old: Vec<usize> = (0..self.len()).filter(|&piece| defects[piece] > limit).collect();
        if old.is_empty() {
            return Ok(old);
        }
        let parts = self.regrow(&old, nodes, limit);
        let count = self.len();
        let (mut numbers, mut tets) = (Vec::new(), Lists::default());
        let mut next = count;
        for (&piece, parts) in old.iter().zip(&parts) {
            for (i, part) in parts.iter().enumerate() {
                let number = if i == 0 { piece } else { next };
                next += usize::from(i > 0);
                numbers.push(number);
                tets.push(part.iter().copied());
                part.iter().for_each(|&tet| self.owners[tet as usize] = number as u32);
            }
        }
        let surfaces = Surfaces::new(nodes, &self.neighbors, &tets, &self.owners);
        self.replace(next, &numbers, &tets, &surfaces);
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// The parts of these pieces, each grown within its piece.
    fn regrow(&self, old: &[usize], nodes: &[[f64; 3]], limit: f64) -> Vec<Vec<Vec<u32>>> {
        let mut limits = self.options.limits;
        limits.tolerance = limits.tolerance.min(limit);
        let mut sizes = vec![0.0; self.neighbors.len()];
        for &tet in old.iter().flat_map(|&piece| self.tets.of(piece)) {
            let corners = self.neighbors.tets[tet as usize];
            sizes[tet as usize] = mean_edge(corners.map(|i| nodes[i as usize]));
        }
        let mut growth = Growth::new(nodes, &self.neighbors, &sizes, limits);
        growth.close_all();
        let mut parts_of = |&piece: &usize| {
            let mut parts = Vec::new();
            growth.release(self.tets.of(piece));
            fast::grow_all(&mut growth, self.tets.of(piece), |part| parts.push(sorted(part)));
            parts
        };
        old.iter().map(&mut parts_of).collect()
    }

    /// Replaces the pieces with these numbers; the others are copied as they are.
    fn replace(&mut self, count: usize, numbers: &[usize], tets: &Lists<u32>, new: &Surfaces) {
        let mut place = vec![None; count];
        for (i, &number) in numbers.iter().enumerate() {
            place[number] = Some(i);
        }
        let (mut all_tets, mut all) = (Lists::default(), Surfaces::default());
        for (number, place) in place.into_iter().enumerate() {
            let (tets, surfaces, from) = match place {
                Some(i) => (tets, new, i),
                None => (&self.tets, &self.surfaces, number),
            };
            all_tets.push(tets.of(from).iter().copied());
            all.copy(surfaces, from);
        }
        (self.tets, self.surfaces) = (all_tets, all);
    }

    pub(super) fn check(&self, nodes: &[[f64; 3]]) -> Result<(), Error> {
        if nodes.len() != self.node_count {
            let (given, count) = (nodes.len(), self.node_count);
            return Err(Reason::PositionCount { given, count }.into());
        }
        if nodes.is_empty() { Ok(()) } else { check_points("mesh", nodes) }
    }
}

fn bounds_of(vertices: &[u32], nodes: &[[f64; 3]]) -> Bounds {
    let empty = Bounds { min: [f64::INFINITY; 3], max: [f64::NEG_INFINITY; 3] };
    vertices.iter().map(|&i| nodes[i as usize]).fold(empty, |bounds, p| Bounds {
        min: std::array::from_fn(|i| bounds.min[i].min(p[i])),
        max: std::array::from_fn(|i| bounds.max[i].max(p[i])),
    })
}
