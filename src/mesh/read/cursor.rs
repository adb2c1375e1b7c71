//! A position in a file that is read as text, as binary data, or as both in turn.

use super::error::{Parsed, Problem, ReadFault, quote};

/// Reads a file from the front. Whatever it returns was in the file: counts are checked against
/// the bytes that are left before anything is reserved.
#[derive(Debug, Clone)]
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Whether faults are told by byte instead of by line.
    pub(super) binary: bool,
    /// Whether binary numbers have their most significant byte first.
    pub(super) big_endian: bool,
}

/// A number with a fixed size in binary data.
pub(super) trait Binary: Sized + Copy {
    const SIZE: usize;
    /// The number in these bytes, of which there are `SIZE`.
    fn read(bytes: &[u8], big_endian: bool) -> Option<Self>;
    /// The nearest `f64`.
    fn real(self) -> f64;
    /// The number as a count; `None` if it is negative or of a floating-point type.
    fn natural(self) -> Option<u64>;
}

macro_rules! binary {
    ($($kind:ty: $natural:expr),*) => {$(
        impl Binary for $kind {
            const SIZE: usize = size_of::<$kind>();

            fn read(bytes: &[u8], big_endian: bool) -> Option<Self> {
                let bytes = bytes.try_into().ok()?;
                let read = if big_endian { Self::from_be_bytes } else { Self::from_le_bytes };
                Some(read(bytes))
            }

            fn real(self) -> f64 {
                self as f64
            }

            fn natural(self) -> Option<u64> {
                $natural(self)
            }
        }
    )*};
}
binary!(
    u8: |number| Some(u64::from(number)),
    u16: |number| Some(u64::from(number)),
    u32: |number| Some(u64::from(number)),
    u64: Some,
    i8: |number| u64::try_from(number).ok(),
    i16: |number| u64::try_from(number).ok(),
    i32: |number| u64::try_from(number).ok(),
    i64: |number| u64::try_from(number).ok(),
    f32: |_| None,
    f64: |_| None
);

impl<'a> Cursor<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, binary: false, big_endian: false }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Goes to a byte of the file, or to its end if it is shorter.
    pub(super) fn seek(&mut self, at: usize) {
        self.at = at.min(self.bytes.len());
    }

    /// The bytes that have not been read.
    pub(super) fn remaining(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// A fault at the current position.
    pub(super) fn fault(&self, problem: Problem) -> ReadFault {
        self.fault_at(self.at, problem)
    }

    pub(super) fn fault_at(&self, at: usize, problem: Problem) -> ReadFault {
        if self.binary { ReadFault::binary(at, problem) } else { ReadFault::text(at, problem) }
    }

    /// The next line without its end; `None` at the end of the file.
    pub(super) fn line(&mut self) -> Option<&'a [u8]> {
        let rest = self.remaining();
        if rest.is_empty() {
            return None;
        }
        let length = rest.iter().position(|&byte| byte == b'\n');
        self.at += length.map_or(rest.len(), |length| length + 1);
        Some(rest[..length.unwrap_or(rest.len())].trim_ascii())
    }

    /// The next line with its blanks, in which columns count; `None` at the end of the file.
    pub(super) fn raw_line(&mut self) -> Option<&'a [u8]> {
        let rest = self.remaining();
        let length = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        self.line().map(|_| rest[..length].strip_suffix(b"\r").unwrap_or(&rest[..length]))
    }

    /// The next line that is not blank.
    pub(super) fn full_line(&mut self, what: &'static str) -> Parsed<&'a [u8]> {
        self.skip_blanks();
        self.line().ok_or_else(|| self.fault(Problem::Ends { what }))
    }

    pub(super) fn skip_blanks(&mut self) {
        let rest = self.remaining();
        self.at += rest.len() - rest.trim_ascii_start().len();
    }

    /// The next token, the text between blanks; `None` at the end of the file.
    pub(super) fn token(&mut self) -> Option<&'a [u8]> {
        self.skip_blanks();
        let rest = self.remaining();
        let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        self.at += length;
        (length > 0).then(|| &rest[..length])
    }

    /// The next token as a number.
    pub(super) fn number<T: std::str::FromStr>(&mut self, what: &'static str) -> Parsed<T> {
        let token = self.token().ok_or_else(|| self.fault(Problem::Ends { what }))?;
        parse(token).ok_or_else(|| {
            let found = quote(token);
            self.fault_at(self.at - token.len(), Problem::Expected { what, found })
        })
    }

    /// Reads a count of items that take at min_bytes `min_bytes` each, as text.
    pub(super) fn count(&mut self, what: &'static str, min_bytes: usize) -> Parsed<usize> {
        let count = self.number(what)?;
        self.check_count(what, count, min_bytes)
    }

    /// Checks a count against the bytes that are left.
    pub(super) fn check_count(
        &self,
        what: &'static str,
        count: u64,
        min_bytes: usize,
    ) -> Parsed<usize> {
        // One more, because the last token of a text has no blank after it.
        let limit = (self.remaining().len() as u64 + 1) / min_bytes.max(1) as u64;
        match usize::try_from(count) {
            Ok(fits) if count <= limit => Ok(fits),
            _ => Err(self.fault(Problem::TooMany { what, count, limit })),
        }
    }

    /// The next bytes.
    pub(super) fn take(&mut self, count: usize, what: &'static str) -> Parsed<&'a [u8]> {
        let taken = self.remaining().get(..count);
        let taken = taken.ok_or_else(|| self.fault(Problem::Ends { what }))?;
        self.at += count;
        Ok(taken)
    }

    /// The next binary number.
    pub(super) fn binary<T: Binary>(&mut self, what: &'static str) -> Parsed<T> {
        let bytes = self.take(T::SIZE, what)?;
        T::read(bytes, self.big_endian).ok_or_else(|| self.fault(Problem::Ends { what }))
    }

    /// The next number in the mode of the cursor, text or binary.
    pub(super) fn value<T: Binary + std::str::FromStr>(&mut self, what: &'static str) -> Parsed<T> {
        if self.binary { self.binary(what) } else { self.number(what) }
    }

    /// Goes behind the next occurrence of `mark`; `None` if there is none.
    pub(super) fn find(&mut self, mark: &[u8]) -> Option<()> {
        let found = self.remaining().windows(mark.len()).position(|window| window == mark)?;
        self.at += found + mark.len();
        Some(())
    }
}

/// The number that a token spells.
pub(super) fn parse<T: std::str::FromStr>(token: &[u8]) -> Option<T> {
    std::str::from_utf8(token).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_lines_and_binary_numbers_follow_each_other() {
        let mut cursor = Cursor::new(b" 12 -1.5e2\r\n\n  rest of it \n\x01\x00\x00\x00");
        assert_eq!(cursor.number::<u64>("a").unwrap(), 12);
        assert_eq!(cursor.number::<f64>("b").unwrap(), -150.0);
        assert_eq!(cursor.full_line("c").unwrap(), b"rest of it");
        assert_eq!(cursor.binary::<i32>("d").unwrap(), 1);
        assert!(cursor.line().is_none() && cursor.token().is_none());
    }

    #[test]
    fn a_count_cannot_promise_more_than_the_file_holds() {
        assert_eq!(Cursor::new(b"3 1 2 3").count("things", 2).unwrap(), 3);
        assert!(Cursor::new(b"4 1 2 3").count("things", 2).is_err());
        assert!(Cursor::new(b"99999999999999999999 1 2 3").count("things", 2).is_err());
        assert!(Cursor::new(b"-1 1 2 3").count("things", 2).is_err());
    }
}
