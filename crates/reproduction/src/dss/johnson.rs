//! Johnson's sub-algorithm in any precision, without the backup procedure.
//!
//! E. G. Gilbert, D. W. Johnson, S. S. Keerthi 1988, doi:10.1109/56.2083; what the library has in
//! f64 is [`gapkit::gjk::sub::johnson`].

use nalgebra::Vector3;

use super::support::Scalar;

/// Up to four points of the difference.
#[derive(Debug, Clone, Copy)]
pub(super) struct Simplex<T: Scalar> {
    s: [Vector3<T>; 4],
    len: usize,
}

impl<T: Scalar> Default for Simplex<T> {
    fn default() -> Self {
        Self { s: [Vector3::zeros(); 4], len: 0 }
    }
}

impl<T: Scalar> Simplex<T> {
    pub(super) fn points(&self) -> &[Vector3<T>] {
        &self.s[..self.len]
    }

    pub(super) fn is_full(&self) -> bool {
        self.len == 4
    }

    pub(super) fn holds(&self, p: &Vector3<T>) -> bool {
        self.points().contains(p)
    }

    pub(super) fn push(&mut self, p: Vector3<T>) {
        self.s[self.len] = p;
        self.len += 1;
    }

    /// Keeps the face that holds the nearest point, which is returned; `None` where no face meets
    /// Johnson's conditions.
    pub(super) fn reduce(&mut self) -> Option<Vector3<T>> {
        let delta = self.deltas();
        let end = 1 << self.len;
        let positive = |w: usize| members(w).all(|i| delta[w][i] > T::zero());
        let blocked = |w: usize, i: usize| delta[w | 1 << i][i] <= T::zero();
        let optimal = |w: &usize| positive(*w) && members((end - 1) & !w).all(|i| blocked(*w, i));
        let w = (1..end).find(optimal)?;
        let sum = members(w).fold(T::zero(), |sum, i| sum + delta[w][i]);
        let (old, mut v) = (self.s, Vector3::zeros());
        self.len = 0;
        for i in members(w) {
            v += old[i] * (delta[w][i] / sum);
            self.push(old[i]);
        }
        Some(v)
    }

    /// The cofactors of every subset: bit `i` stands for point `i`.
    fn deltas(&self) -> [[T; 4]; 16] {
        let mut delta = [[T::zero(); 4]; 16];
        for w in 1..1 << self.len {
            for i in members(w) {
                let y = w & !(1 << i);
                let z = y.trailing_zeros() as usize;
                delta[w][i] = if y == 0 {
                    T::one()
                } else {
                    let edge = self.s[z] - self.s[i];
                    members(y).fold(T::zero(), |sum, j| sum + delta[y][j] * self.s[j].dot(&edge))
                };
            }
        }
        delta
    }
}

/// The points of a subset.
fn members(w: usize) -> impl Iterator<Item = usize> {
    (0..4).filter(move |i| w >> i & 1 == 1)
}
