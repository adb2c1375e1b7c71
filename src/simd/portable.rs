//! Plain Rust lanes, and the order of operations that the others follow.

use super::{Lanes, Soa};
use crate::Vec3;

/// Plain Rust, for any machine.
pub(crate) struct Portable;

impl Lanes for Portable {
    #[inline(always)]
    fn fill<const N: usize>(points: &[[f64; 3]], origin: &Vec3, soa: &mut Soa<N>) {
        let first = points[0];
        for i in 0..soa.lanes() {
            let p = points.get(i).unwrap_or(&first);
            (soa.x[i], soa.y[i], soa.z[i]) = (p[0] - origin.x, p[1] - origin.y, p[2] - origin.z);
        }
    }

    #[inline(always)]
    fn reach<const N: usize>(soa: &Soa<N>) -> f64 {
        let mut most: f64 = 0.0;
        for i in 0..soa.lanes() {
            for c in [soa.x[i].abs(), soa.y[i].abs(), soa.z[i].abs()] {
                most = if c > most { c } else { most };
            }
        }
        most
    }

    #[inline(always)]
    fn sum<const N: usize>(soa: &Soa<N>) -> Vec3 {
        Vec3::new(
            sum_lanes(&soa.x[..soa.lanes()]),
            sum_lanes(&soa.y[..soa.lanes()]),
            sum_lanes(&soa.z[..soa.lanes()]),
        )
    }

    #[inline(always)]
    fn least<const N: usize>(soa: &Soa<N>, u: &Vec3) -> usize {
        let (mut best, mut index) = (f64::INFINITY, 0);
        for i in 0..soa.lanes() {
            let along = soa.x[i] * u.x + soa.y[i] * u.y + soa.z[i] * u.z;
            if along < best {
                (best, index) = (along, i);
            }
        }
        index
    }
}

/// Four running sums, then `(0 + 2) + (1 + 3)`: the order of a 256-bit register.
#[inline(always)]
fn sum_lanes(c: &[f64]) -> f64 {
    let mut sum = [c[0], c[1], c[2], c[3]];
    for four in c[4..].chunks_exact(4) {
        for j in 0..4 {
            sum[j] += four[j];
        }
    }
    (sum[0] + sum[2]) + (sum[1] + sum[3])
}
