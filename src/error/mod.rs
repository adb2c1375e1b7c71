//! What can be wrong with the input: every error names the culprit.

mod fault;
mod kind;
mod reason;

pub(crate) use fault::{Fault, Name};
pub use kind::ErrorKind;
pub(crate) use reason::Reason;

use crate::Vec3;

/// An input that was refused. Nothing has been changed when one is returned.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{reason}")]
pub struct Error {
    /// In a box, so that results are no larger for what can be wrong with them.
    reason: Box<Reason>,
}

impl Error {
    /// What kind of error it is, for programs; the text is for people.
    ///
    /// ```
    /// use gapkit::error::ErrorKind;
    /// use gapkit::scene::{Config, Scene};
    ///
    /// let error = Config::new(f64::NAN).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Value);
    /// let scene = Scene::new(Config::new(0.1)?)?;
    /// assert_eq!(scene.positions(7).unwrap_err().kind(), ErrorKind::NoBody);
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.reason.kind()
    }

    /// An error of which the host's side knows the text.
    pub(crate) fn of_host(text: String) -> Self {
        Reason::Host { text }.into()
    }

    /// The same error, with the node that it names, if any, called by another number: hosts have
    /// their own, of which the scene knows nothing. Errors of meshes that were read from a file
    /// have the numbers of the file already.
    ///
    /// ```
    /// use gapkit::mesh::bodies;
    /// use gapkit::scene::{BodyOptions, Config, Scene};
    ///
    /// let mut scene = Scene::new(Config::new(0.1)?)?;
    /// let body = scene.add_mesh(&bodies::block([1; 3], [1.0; 3])?, BodyOptions::default())?;
    /// let mut positions = scene.positions(body)?.to_vec();
    /// positions[3][1] = 1e60;
    /// let error = scene.set_positions(body, &positions).unwrap_err();
    /// assert!(error.to_string().starts_with("coordinate y of node 3 is 1e60;"));
    /// let error = error.with_node_numbers(|node| 100 + node);
    /// assert!(error.to_string().starts_with("coordinate y of node 103 is 1e60;"));
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    #[must_use]
    pub fn with_node_numbers(mut self, number: impl FnOnce(u64) -> u64) -> Self {
        if let Reason::NodeValue { node, .. } = &mut *self.reason {
            *node = number(*node);
        }
        self
    }

    /// The same error with faces or elements and nodes called as the host calls them, where it is
    /// about those of a surface or about an element of a body.
    ///
    /// ```
    /// use gapkit::mesh::BeamMesh;
    ///
    /// let error = BeamMesh::new(vec![[0.0; 3]; 2], &[[0, 1]], &[0.1]).unwrap_err();
    /// let named = error.with_face_numbers(|beam| beam + 71, |node| node + 1);
    /// assert_eq!(named.to_string(), "beam 71 has no length");
    /// ```
    #[must_use]
    pub fn with_face_numbers(
        mut self,
        face: impl Fn(u64) -> u64,
        node: impl Fn(u64) -> u64,
    ) -> Self {
        match &mut *self.reason {
            Reason::Mesh(fault) => fault.rename(face, node),
            Reason::NoElement { element, .. } => *element = face(*element),
            _ => {}
        }
        self
    }
}

impl From<Reason> for Error {
    fn from(reason: Reason) -> Self {
        Self { reason: Box::new(reason) }
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Reason::from(fault).into()
    }
}

/// 2^1000: differences of larger coordinates could overflow.
pub(crate) const MAX_MAGNITUDE: f64 = f64::from_bits((1000 + 1023) << 52);

/// Checks that every coordinate is finite and that there is at least one point.
#[inline]
pub(crate) fn check_points(what: &'static str, points: &[[f64; 3]]) -> Result<(), Error> {
    check_coordinates(what, points)
}

/// The same for points of the plane.
pub(crate) fn check_plane_points(what: &'static str, points: &[[f64; 2]]) -> Result<(), Error> {
    check_coordinates(what, points)
}

/// There are fewer points than this.
const MAX_POINTS: usize = u32::MAX as usize;

#[inline]
fn check_coordinates<const N: usize>(what: &'static str, points: &[[f64; N]]) -> Result<(), Error> {
    if (1..MAX_POINTS).contains(&points.len()) && all_in_range(points.as_flattened()) {
        return Ok(());
    }
    find_fault(what, points)
}

/// Whether every number is finite and at most [`MAX_MAGNITUDE`] in magnitude.
///
/// Numbers without their signs are ordered as their bits are, and those that are not finite come
/// last: so what is too much reaches the sign bit in a sum, without a branch for each.
#[inline(always)]
fn all_in_range(numbers: &[f64]) -> bool {
    const SIGN: u64 = 1 << 63;
    const UP_TO_SIGN: u64 = SIGN - 1 - MAX_MAGNITUDE.to_bits();
    let beyond = |c: &f64| (c.to_bits() & !SIGN) + UP_TO_SIGN;
    let mut any = [0; 4];
    let (fours, rest) = numbers.as_chunks::<4>();
    for four in fours {
        for k in 0..4 {
            any[k] |= beyond(&four[k]);
        }
    }
    let any = rest.iter().fold((any[0] | any[1]) | (any[2] | any[3]), |any, c| any | beyond(c));
    any & SIGN == 0
}

/// What is wrong with points, of which something is.
#[cold]
#[inline(never)]
fn find_fault<const N: usize>(what: &'static str, points: &[[f64; N]]) -> Result<(), Error> {
    if points.is_empty() {
        return Err(Reason::Empty { what }.into());
    }
    if points.len() >= MAX_POINTS {
        return Err(Reason::TooMany { count: points.len(), limit: MAX_POINTS }.into());
    }
    points.iter().enumerate().try_for_each(|(index, point)| check_point(index, point))
}

/// Checks one of several points.
pub(crate) fn check_point<const N: usize>(index: usize, point: &[f64; N]) -> Result<(), Error> {
    for (axis, &value) in ['x', 'y', 'z'].into_iter().zip(point) {
        if !value.is_finite() {
            return Err(Reason::PointNotFinite { index, axis, value }.into());
        }
        if value.abs() > MAX_MAGNITUDE {
            return Err(Reason::PointTooLarge { index, axis, value }.into());
        }
    }
    Ok(())
}

/// Checks a scalar parameter of a shape or query: finite and `>= 0`, or `> 0` where `positive`.
pub(crate) fn check_parameter(
    name: &'static str,
    value: f64,
    positive: bool,
) -> Result<f64, Error> {
    let good = value.is_finite() && if positive { value > 0.0 } else { value >= 0.0 };
    let limit = if positive { "> 0" } else { ">= 0" };
    if good { Ok(value) } else { Err(Reason::BadParameter { name, value, limit }.into()) }
}

/// Checks a length of a shape as [`check_parameter`] does, and that it leaves room for sums.
pub(crate) fn check_length(name: &'static str, value: f64, positive: bool) -> Result<f64, Error> {
    check_parameter(name, value, positive)?;
    check_magnitude(name, value)
}

/// Checks the coordinates of a position of a shape.
pub(crate) fn check_position(name: &'static str, position: Vec3) -> Result<Vec3, Error> {
    for &value in &position {
        check_magnitude(name, value)?;
    }
    Ok(position)
}

fn check_magnitude(name: &'static str, value: f64) -> Result<f64, Error> {
    let limit = "at most 2^1000 in magnitude";
    // Written so that a value that is not a number is refused.
    if value.abs() <= MAX_MAGNITUDE {
        Ok(value)
    } else {
        Err(Reason::BadParameter { name, value, limit }.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coordinate_out_of_range_is_found_wherever_it_is() {
        let too_much = MAX_MAGNITUDE.next_up();
        for bad in [f64::NAN, -f64::NAN, f64::INFINITY, f64::NEG_INFINITY, too_much, -too_much] {
            for count in 1..9 {
                for at in 0..3 * count {
                    let mut points = vec![[MAX_MAGNITUDE, -MAX_MAGNITUDE, -0.0]; count];
                    assert_eq!(check_points("set", &points), Ok(()));
                    points[at / 3][at % 3] = bad;
                    let text = check_points("set", &points).unwrap_err().to_string();
                    let axis = ["x", "y", "z"][at % 3];
                    assert!(text.contains(&format!("{axis} of point {}", at / 3)), "{text}");
                }
            }
        }
        assert!(check_points("set", &[]).is_err());
    }
}
