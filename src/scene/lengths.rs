//! Lengths that decide which candidates are skipped in a detection.

use super::config::Resolution;
use super::examine::PieceExtent;
use super::motion::Motion;
use super::pipeline::Detection;
use crate::Vec3;

/// Lengths of pieces and bodies.
#[derive(Debug, Default)]
pub(super) struct PieceLengths {
    pub(super) step_bounds: Vec<f64>,
    /// That of each body.
    pub(super) thickness: Vec<f64>,
    pub(super) extents: Vec<PieceExtent>,
}

impl PieceLengths {
    /// The largest step bound of all pieces.
    pub(super) fn max_step_bound(&self) -> f64 {
        self.step_bounds.iter().copied().fold(0.0, f64::max)
    }
}

impl Detection<'_> {
    /// Upper bounds on the displacement of each piece in the time step ahead, limited to the size
    /// of the scene.
    pub(super) fn find_step_bounds(&self, step_bounds: &mut Vec<f64>) {
        let of = |piece: u32| {
            if self.step_displacements.is_empty() {
                return 0.0;
            }
            let vertices = self.world.piece_vertices.of(piece).iter();
            let lengths =
                vertices.map(|&node| Vec3::from(self.step_displacements[node as usize]).norm());
            lengths.fold(0.0, f64::max).min(self.size)
        };
        step_bounds.clear();
        step_bounds.extend((0..self.world.piece_body.len() as u32).map(of));
    }

    /// What decides which candidates are skipped.
    pub(super) fn find_extents(
        &self,
        step_bounds: &[f64],
        motion: &Motion,
        extents: &mut Vec<PieceExtent>,
    ) {
        let extent = |piece: usize| {
            let body = &self.bodies[self.world.piece_body[piece] as usize];
            let search_radius = body.options.thickness + step_bounds[piece];
            let is_surface = self.config.resolution == Resolution::Surface;
            let deep = if is_surface { self.world.piece_deep[piece] } else { 0.0 };
            PieceExtent { search_radius, deep, path_length: motion.path_lengths[piece] }
        };
        extents.clear();
        extents.extend((0..step_bounds.len()).map(extent));
    }
}
