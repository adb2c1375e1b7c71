//! Sizes beyond the usual: what is computed with them must neither overflow nor lose digits.

use crate::Vec3;

/// Sizes between 2^-this and 2^this are usual: products of them with the directions of a search
/// stay normal numbers.
const USUAL_EXPONENT: i32 = 256;

/// One for a usual size, else the power of two that brings it near one.
pub(super) fn usual_factor(size: f64) -> f64 {
    let exponent = ((size.to_bits() >> 52) & 0x7ff) as i32 - 1023;
    if size == 0.0 || exponent.abs() <= USUAL_EXPONENT { 1.0 } else { power_of_two(-exponent) }
}

/// A power of two that is a normal number, as its inverse is.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent.clamp(-1000, 1000)) as u64) << 52)
}

/// A squared length below this may have lost digits: squares of its components may be subnormal.
pub(crate) const LEAST_SQUARE: f64 = 1e-280;

/// The vector scaled to unit length, whatever its size; `None` if it is zero or not finite.
#[inline]
pub(crate) fn unit(v: &Vec3) -> Option<Vec3> {
    let square = v.dot(v);
    // Within these bounds the squares of all components that matter are normal numbers.
    if (LEAST_SQUARE..=1.0 / LEAST_SQUARE).contains(&square) {
        return Some(v / square.sqrt());
    }
    unit_of_extreme(v)
}

#[cold]
fn unit_of_extreme(v: &Vec3) -> Option<Vec3> {
    let max = v.amax();
    // Divided, not multiplied by the inverse: that of a denormal number is infinite.
    let scaled = v / max;
    (max > 0.0 && scaled.iter().all(|c| c.is_finite())).then(|| scaled / scaled.norm())
}

/// The length of a vector whose square may be beyond the range of numbers.
pub(crate) fn length(v: &Vec3) -> f64 {
    let most = v.amax();
    if *v == Vec3::zeros() { 0.0 } else { (v / most).norm() * most }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_beyond_the_usual_come_near_one() {
        for size in [0.0, 1.0, -1.0, 1e-70, 1e70] {
            assert_eq!(usual_factor(size), 1.0, "{size:e}");
        }
        for size in [1e-300, 1e-100, 1e100, 1e300] {
            assert!((1.0..2.0).contains(&(size * usual_factor(size))), "{size:e}");
        }
        for size in [5e-324, f64::MIN_POSITIVE, f64::MAX] {
            assert!(usual_factor(size).is_normal(), "{size:e}");
        }
    }

    #[test]
    fn unit_vectors_have_unit_length_whatever_they_are_made_of() {
        for scale in [5e-324, 1e-300, 1e-160, 1e-140, 1.0, 1e140, 1e160, 1e300] {
            let found = unit(&Vec3::new(scale, -scale, 0.0)).expect("a direction");
            assert!((found.norm() - 1.0).abs() <= 2.0 * f64::EPSILON, "{scale:e}");
        }
        for none in [0.0, f64::NAN, f64::INFINITY] {
            assert_eq!(unit(&Vec3::new(none, 0.0, 0.0)), None);
        }
    }

    #[test]
    fn lengths_are_those_of_numbers_without_limits() {
        for scale in [1e-300, 1e-200, 1.0, 1e200, 1e300] {
            let found = length(&Vec3::new(3.0 * scale, 0.0, 4.0 * scale));
            assert!((found / scale - 5.0).abs() <= 8.0 * f64::EPSILON, "{scale:e}");
        }
        assert_eq!(length(&Vec3::zeros()), 0.0);
        assert_eq!(length(&Vec3::new(5e-324, 0.0, 0.0)), 5e-324);
    }
}
