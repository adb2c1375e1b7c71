//! What an instruction set does for two small vertex sets, and how plain Rust does it.

use std::mem::MaybeUninit;

use super::{Four, Part, Quad, Soa};
use crate::Vec3;

/// Operations on vertices in lanes. `lanes` is how many are in use: a multiple of 4, and of 8 from
/// 8 on.
///
/// The methods are written out in plain Rust, in the order of operations that every instruction set
/// follows: an implementation may replace them, with the same bits.
pub(crate) trait Lanes {
    /// Four numbers at a time.
    type Quad: Quad;

    /// Runs what is rare in a function of its own, which has the instruction set too: one that is
    /// merely not inlined would call every intrinsic through memory.
    #[cold]
    #[inline(never)]
    fn out_of_line<P: Part>(part: P) -> P::Output {
        part.run()
    }

    /// Writes the vertices `points - origin` into the place given.
    #[inline(always)]
    fn fill<'a, const N: usize>(
        points: &[[f64; 3]],
        origin: &Vec3,
        lanes: usize,
        place: &'a mut MaybeUninit<Soa<N>>,
    ) -> &'a mut Soa<N> {
        let () = Soa::<N>::CHECKED;
        let soa = place.write(Soa::ORIGIN);
        let first = points[0];
        for i in 0..lanes {
            let p = points.get(i).unwrap_or(&first);
            (soa.x[i], soa.y[i], soa.z[i]) = (p[0] - origin.x, p[1] - origin.y, p[2] - origin.z);
        }
        soa
    }

    /// The largest absolute coordinate of both sets.
    #[inline(always)]
    fn max_coordinate<const N: usize>(a: &Soa<N>, b: &Soa<N>, lanes: usize) -> f64 {
        let mut most = [0.0; 2];
        for c in [&a.x, &a.y, &a.z, &b.x, &b.y, &b.z] {
            for two in c[..lanes].as_chunks::<2>().0 {
                for j in 0..2 {
                    let c = two[j].abs();
                    most[j] = if c > most[j] { c } else { most[j] };
                }
            }
        }
        if most[0] > most[1] { most[0] } else { most[1] }
    }

    /// The sum of the vertex differences `a - b`, lane by lane.
    #[inline(always)]
    fn apart<const N: usize>(a: &Soa<N>, b: &Soa<N>, lanes: usize) -> Vec3 {
        Vec3::new(sum(&a.x, &b.x, lanes), sum(&a.y, &b.y, lanes), sum(&a.z, &b.z, lanes))
    }

    /// The least height of a vertex along `u`.
    #[inline(always)]
    fn lowest<const N: usize>(soa: &Soa<N>, lanes: usize, u: &Vec3) -> f64 {
        let mut least = f64::INFINITY;
        for i in 0..lanes {
            least = min(soa.x[i] * u.x + soa.y[i] * u.y + soa.z[i] * u.z, least);
        }
        least
    }

    /// The first vertex that is least along `u`, and where it is.
    #[inline(always)]
    fn least_vertex<const N: usize>(soa: &Soa<N>, lanes: usize, u: &Vec3) -> (usize, Vec3) {
        let index = Self::least(soa, lanes, u);
        (index, soa.get(index))
    }

    /// The first vertex that is least along `u`: products first, then their least by a tree, then
    /// the first that equals it: no step waits for a chain of comparisons.
    #[inline(always)]
    fn least<const N: usize>(soa: &Soa<N>, lanes: usize, u: &Vec3) -> usize {
        let () = Soa::<N>::CHECKED;
        let mut along = [0.0; N];
        for i in 0..lanes {
            along[i] = soa.x[i] * u.x + soa.y[i] * u.y + soa.z[i] * u.z;
        }
        let mut least = [along[0], along[1], along[2], along[3]];
        for four in along[4..lanes.max(4)].as_chunks::<4>().0 {
            for j in 0..4 {
                least[j] = min(least[j], four[j]);
            }
        }
        let least = min(min(least[0], least[2]), min(least[1], least[3]));
        let mut index = 0;
        for i in (0..lanes).rev() {
            index = if along[i] == least { i } else { index };
        }
        index
    }
}

/// Plain Rust, for any machine.
pub(crate) struct Portable;

impl Lanes for Portable {
    type Quad = Four;
}

#[inline(always)]
fn min(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// Four running sums of `a - b`, then `(0 + 2) + (1 + 3)`: the order of a 256-bit register.
#[inline(always)]
fn sum<const N: usize>(a: &[f64; N], b: &[f64; N], lanes: usize) -> f64 {
    let mut sum = [a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]];
    for k in (4..lanes).step_by(4) {
        for j in 0..4 {
            sum[j] += a[k + j] - b[k + j];
        }
    }
    (sum[0] + sum[2]) + (sum[1] + sum[3])
}
