//! Numbers that belong to points or cells.

use super::error::Problem;

/// One value per point or cell.
///
/// ```
/// use gapkit::vtk::Data;
///
/// assert!(matches!(Data::from(&[0.5, 1.5]), Data::Reals([0.5, 1.5])));
/// assert!(matches!(Data::from(&vec![[0.0, 0.0, 1.0]]), Data::Vectors(_)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Data<'a> {
    /// Scalars.
    Reals(&'a [f64]),
    /// Vectors or points.
    Vectors(&'a [[f64; 3]]),
    /// Whole numbers from 0 on.
    Naturals(&'a [u32]),
    /// Whole numbers.
    Integers(&'a [i32]),
    /// Small whole numbers, such as the state of a contact.
    Bytes(&'a [u8]),
    /// Large whole numbers, such as the number that a host calls an element by.
    Longs(&'a [i64]),
    /// Words of 64 bits, such as the identity of a contact.
    Words(&'a [u64]),
    /// Names, such as those of bodies.
    Texts(&'a [&'a str]),
}

macro_rules! from {
    ($($variant:ident: $kind:ty),*) => {$(
        impl<'a> From<&'a [$kind]> for Data<'a> {
            fn from(values: &'a [$kind]) -> Self {
                Self::$variant(values)
            }
        }

        impl<'a> From<&'a Vec<$kind>> for Data<'a> {
            fn from(values: &'a Vec<$kind>) -> Self {
                Self::$variant(values)
            }
        }

        impl<'a, const N: usize> From<&'a [$kind; N]> for Data<'a> {
            fn from(values: &'a [$kind; N]) -> Self {
                Self::$variant(values)
            }
        }
    )*};
}
from!(Reals: f64, Vectors: [f64; 3], Naturals: u32, Integers: i32);
from!(Bytes: u8, Longs: i64, Words: u64, Texts: &'a str);

impl Data<'_> {
    /// How many values there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Reals(values) => values.len(),
            Self::Vectors(values) => values.len(),
            Self::Naturals(values) => values.len(),
            Self::Integers(values) => values.len(),
            Self::Bytes(values) => values.len(),
            Self::Longs(values) => values.len(),
            Self::Words(values) => values.len(),
            Self::Texts(values) => values.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The name of the type in VTK.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Reals(_) | Self::Vectors(_) => "Float64",
            Self::Naturals(_) => "UInt32",
            Self::Integers(_) => "Int32",
            Self::Bytes(_) => "UInt8",
            Self::Longs(_) => "Int64",
            Self::Words(_) => "UInt64",
            Self::Texts(_) => "String",
        }
    }

    pub(super) fn components(&self) -> usize {
        if matches!(self, Self::Vectors(_)) { 3 } else { 1 }
    }

    /// The bytes as they are in a file, the least significant first.
    pub(super) fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Reals(values) => joined(values, f64::to_le_bytes),
            Self::Vectors(values) => joined(values.as_flattened(), f64::to_le_bytes),
            Self::Naturals(values) => joined(values, u32::to_le_bytes),
            Self::Integers(values) => joined(values, i32::to_le_bytes),
            Self::Bytes(values) => values.to_vec(),
            Self::Longs(values) => joined(values, i64::to_le_bytes),
            Self::Words(values) => joined(values, u64::to_le_bytes),
            // Each ends with a zero, as in C.
            Self::Texts(values) => values
                .iter()
                .flat_map(|value| value.bytes().filter(|&b| b != 0).chain([0]))
                .collect(),
        }
    }
}

/// The bytes of all values, one after the other.
fn joined<T: Copy, const N: usize>(values: &[T], bytes_of: impl Fn(T) -> [u8; N]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(N * values.len());
    values.iter().for_each(|&value| bytes.extend_from_slice(&bytes_of(value)));
    bytes
}

/// The data of points, of cells or of the file, by name.
#[derive(Debug, Clone, Default)]
pub(super) struct Fields<'a>(Vec<(String, Data<'a>)>);

impl<'a> Fields<'a> {
    /// Adds data, or replaces those with the same name: a reader could not tell them apart.
    pub(super) fn set(&mut self, name: &str, data: Data<'a>) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = data,
            None => self.0.push((name.to_owned(), data)),
        }
    }

    /// Checks that there is one value for each of `count` points or cells.
    pub(super) fn check(&self, of: &'static str, count: usize) -> Result<(), Problem> {
        match self.0.iter().find(|(_, data)| data.len() != count) {
            None => Ok(()),
            Some((name, data)) => {
                Err(Problem::Length { name: name.clone(), given: data.len(), of, count })
            }
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, Data<'a>)> {
        self.0.iter().map(|(name, data)| (name.as_str(), *data))
    }
}
