//! Values as bytes, the least significant first: what messages are made of.

/// A value of a fixed number of bytes.
pub(super) trait Plain: Sized {
    /// How many bytes it has.
    const SIZE: usize;

    fn put(&self, bytes: &mut Vec<u8>);

    /// The value of the first bytes, which are taken away.
    fn take(bytes: &mut &[u8]) -> Option<Self>;
}

/// The bytes of a list.
pub(super) fn encode<T: Plain>(list: &[T]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(list.len() * T::SIZE);
    list.iter().for_each(|item| item.put(&mut bytes));
    bytes
}

/// The list that these bytes are; `None` if they are not.
pub(super) fn decode<T: Plain>(mut bytes: &[u8]) -> Option<Vec<T>> {
    let count = bytes.len() / T::SIZE;
    (bytes.len() == count * T::SIZE).then(|| (0..count).map(|_| T::take(&mut bytes)).collect())?
}

macro_rules! number {
    ($($kind:ty),*) => {$(
        impl Plain for $kind {
            const SIZE: usize = size_of::<$kind>();

            fn put(&self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }

            fn take(bytes: &mut &[u8]) -> Option<Self> {
                let (own, others) = bytes.split_first_chunk()?;
                *bytes = others;
                Some(Self::from_le_bytes(*own))
            }
        }
    )*};
}

number!(u8, u32, u64, f64);

impl<T: Plain + Copy + Default, const N: usize> Plain for [T; N] {
    const SIZE: usize = N * T::SIZE;

    fn put(&self, bytes: &mut Vec<u8>) {
        self.iter().for_each(|item| item.put(bytes));
    }

    fn take(bytes: &mut &[u8]) -> Option<Self> {
        let mut all = [T::default(); N];
        for item in &mut all {
            *item = T::take(bytes)?;
        }
        Some(all)
    }
}

/// Declares a struct that is the sequence of its fields.
macro_rules! plain_struct {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $kind:ty,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Default)]
        pub(in crate::distributed) struct $name {
            $($(#[$field_doc])* pub(in crate::distributed) $field: $kind,)*
        }

        impl $crate::distributed::plain::Plain for $name {
            const SIZE: usize = 0 $(+ <$kind as $crate::distributed::plain::Plain>::SIZE)*;

            fn put(&self, bytes: &mut Vec<u8>) {
                $($crate::distributed::plain::Plain::put(&self.$field, bytes);)*
            }

            fn take(bytes: &mut &[u8]) -> Option<Self> {
                Some(Self { $($field: $crate::distributed::plain::Plain::take(bytes)?,)* })
            }
        }
    };
}

pub(super) use plain_struct;

#[cfg(test)]
mod tests {
    use super::*;

    plain_struct! {
        /// Something.
        Thing {
            a: u32,
            b: [f64; 2],
            c: u8,
        }
    }

    #[test]
    fn lists_are_read_as_they_were_written_and_cut_ones_not_at_all() {
        let list = [Thing { a: 7, b: [-0.0, 1e300], c: 3 }, Thing { a: 1, b: [0.5; 2], c: 0 }];
        let bytes = encode(&list);
        assert_eq!((bytes.len(), Thing::SIZE), (42, 21));
        assert_eq!(decode::<Thing>(&bytes).as_deref(), Some(&list[..]));
        assert_eq!(decode::<Thing>(&bytes[..41]), None);
        assert_eq!(decode::<Thing>(&[]), Some(vec![]));
    }
}
