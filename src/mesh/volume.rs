//! Volumes of tetrahedra: their exact sign, and their value.

use std::cmp::Ordering;

use dashu_int::IBig;
use robust::{Coord3D, orient3d};

/// Coordinates from 2^-280 to 2^300 can be multiplied by three without overflow, and the error
/// terms of the products, 2^159 times smaller, without underflow.
const EXACT_RANGE: [f64; 2] =
    [f64::from_bits((1023 - 280) << 52), f64::from_bits((1023 + 300) << 52)];

/// Six times the volume of the tetrahedron, positive if the first three corners are
/// counterclockwise as seen from the fourth, as VTK has it. The sign is exact where [`is_exact`]
/// holds for all corners.
pub(super) fn determinant(corners: [[f64; 3]; 4]) -> f64 {
    let [a, b, c, d] = corners.map(|[x, y, z]| Coord3D { x, y, z });
    // The predicate is positive for the other order.
    orient3d(b, a, c, d)
}

/// The exact sign of the volume.
pub(super) fn sign(corners: [[f64; 3]; 4]) -> Ordering {
    if corners.iter().all(is_exact) {
        determinant(corners).total_cmp(&0.0)
    } else {
        sign_by_integers(corners)
    }
}

fn is_exact(point: &[f64; 3]) -> bool {
    let [min, max] = EXACT_RANGE;
    point.iter().all(|c| *c == 0.0 || (min..=max).contains(&c.abs()))
}

/// The sign in integers, for coordinates of extreme magnitudes.
#[cold]
fn sign_by_integers(corners: [[f64; 3]; 4]) -> Ordering {
    let [a, b, c, d] = corners.map(|point| point.map(integer));
    let edge = |p: &[IBig; 3]| [&p[0] - &a[0], &p[1] - &a[1], &p[2] - &a[2]];
    let [u, v, w] = [edge(&b), edge(&c), edge(&d)];
    let minor = |i: usize, j: usize| &u[i] * &v[j] - &u[j] * &v[i];
    (minor(1, 2) * &w[0] + minor(2, 0) * &w[1] + minor(0, 1) * &w[2]).cmp(&IBig::ZERO)
}

/// The number in units of the smallest denormal one.
fn integer(x: f64) -> IBig {
    let exponent = (x.to_bits() >> 52) as usize & 0x7ff;
    let fraction = x.to_bits() & ((1 << 52) - 1);
    let magnitude = match exponent {
        0 => IBig::from(fraction),
        _ => IBig::from(fraction | (1 << 52)) << (exponent - 1),
    };
    if x < 0.0 { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: [[f64; 3]; 4] =
        [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

    fn scaled(factor: f64) -> [[f64; 3]; 4] {
        UNIT.map(|p| p.map(|c| c * factor))
    }

    #[test]
    fn the_unit_tetrahedron_has_a_sixth() {
        assert_eq!(determinant(UNIT), 1.0);
    }

    #[test]
    fn the_sign_is_right_at_every_magnitude() {
        for exponent in [-1074, -1000, -400, -281, -280, 0, 300, 301, 700, 1000] {
            let [a, b, c, d] =
                scaled(2.0_f64.powi(exponent / 2) * 2.0_f64.powi(exponent - exponent / 2));
            assert_eq!(sign([a, b, c, d]), Ordering::Greater, "2^{exponent}");
            assert_eq!(sign([b, a, c, d]), Ordering::Less, "2^{exponent}");
            assert_eq!(sign([a, b, c, b]), Ordering::Equal, "2^{exponent}");
        }
    }

    #[test]
    fn products_that_overflow_do_not_decide_the_sign() {
        // A flat tetrahedron whose products are all different, and one that is off by a bit.
        for exponent in [0, 200, 299, 345, 400, 600] {
            let scale = 2.0_f64.powi(exponent);
            for (bit, wanted) in [(0.0, Ordering::Equal), (2.0_f64.powi(-50), Ordering::Greater)] {
                let corners =
                    [[1.0, 2.0, 3.0], [4.0, 1.0, 5.0], [2.0, 6.0, 7.0], [3.5, 2.25, 5.5 + bit]];
                assert_eq!(sign(corners.map(|p| p.map(|c| c * scale))), wanted, "2^{exponent}");
            }
        }
    }

    #[test]
    fn denormal_numbers_count_by_the_same_unit_as_others() {
        // Both add up to a number that is not denormal any more.
        let normal = f64::MIN_POSITIVE;
        let denormal = normal.next_down();
        let corners =
            |z| [[0.0, 0.0, 0.0], [1.0, 0.0, normal], [0.0, 1.0, denormal], [1.0, 1.0, z]];
        let sum = normal + denormal;
        assert_eq!(sign(corners(sum)), Ordering::Equal);
        assert_eq!(sign(corners(sum.next_up())), Ordering::Greater);
        assert_eq!(sign(corners(sum.next_down())), Ordering::Less);
    }

    #[test]
    fn both_methods_agree_on_the_last_bit() {
        // The plane is x = z, and the last point leaves it by single bits, up or down.
        for bits in -3_i64..=3 {
            let z = f64::from_bits((0.7_f64.to_bits() as i64 + bits) as u64);
            let corners = [[0.1, 0.2, 0.1], [0.5, 0.9, 0.5], [0.3, 0.4, 0.3], [0.7, 0.1, z]];
            assert_eq!(sign(corners), 0.cmp(&bits));
            assert_eq!(sign(corners), sign_by_integers(corners));
        }
    }

    #[test]
    fn tiny_and_huge_coordinates_together_are_exact() {
        let tiny = f64::from_bits(1);
        let huge = 2.0_f64.powi(1000);
        let corners = [[0.0, 0.0, 0.0], [huge, 0.0, 0.0], [0.0, huge, 0.0], [huge, huge, tiny]];
        assert_eq!(sign(corners), Ordering::Greater);
    }
}
