//! Tracking: what one query leaves behind for the next on the same pair.
//!
//! S. Cameron, Enhancing GJK: computing minimum and penetration distances between convex
//! polyhedra, ICRA 1997, doi:10.1109/ROBOT.1997.606761. The remembered simplex is evaluated where
//! its vertices are now; if it still holds its nearest point, one support call certifies it, and if
//! not, the search starts from the remembered direction. Either way the answer is certified afresh,
//! so a stale or foreign cache costs time and nothing else.

use super::answer::Answer;
use super::difference::Difference;
use super::search::{State, Stop};
use super::sub::signed_volumes;
use crate::Vec3;

/// The last simplex, direction and support vertices of a pair. The default is empty and valid, and
/// so is the cache of any other pair.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Cache {
    pub(crate) ids: [[u32; 2]; 4],
    pub(crate) len: usize,
    pub(crate) direction: [f64; 3],
    pub(crate) hints: [u32; 2],
}

impl Cache {
    /// The direction to start from, if there is one.
    #[inline(always)]
    pub(crate) fn direction(&self) -> Option<Vec3> {
        let u = Vec3::from(self.direction);
        let uu = u.dot(&u);
        if uu > 0.0 && uu < f64::INFINITY { Some(u) } else { None }
    }

    /// Remembers where a query ended.
    #[inline(always)]
    pub(crate) fn remember(&mut self, answer: &Answer, hints: [u32; 2]) {
        for i in 0..4 {
            self.ids[i] = [answer.vertex_a[i], answer.vertex_b[i]];
        }
        self.len = answer.vertex_count;
        self.direction = (-answer.direction).into();
        self.hints = hints;
    }

    /// The remembered simplex as the state of a search, if it still holds its nearest point.
    #[inline(always)]
    pub(crate) fn revive<D: Difference>(&self, difference: &mut D) -> Option<State<D::Tag>> {
        let len = self.len.min(4);
        if len == 0 {
            return None;
        }
        let first = difference.revive(self.ids[0])?;
        let mut vertices = [first; 4];
        for i in 1..len {
            vertices[i] = difference.revive(self.ids[i])?;
        }
        let face = signed_volumes::whole(&vertices, len)?;
        let mut state = State { iterations: 0, ..State::new(face) };
        if face.len == 4 {
            state.stop = Stop::OriginInside;
            state.face.direction = self.direction()?;
        }
        Some(state)
    }
}
