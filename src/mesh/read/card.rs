//! Cards: lines of fields in columns, or separated by commas.

use super::cursor::parse;
use super::error::{Parsed, Problem, ReadFault, quote};

/// The fields of a line.
#[derive(Debug)]
pub(super) struct Card<'a>(Vec<&'a [u8]>);

impl<'a> Card<'a> {
    /// The fields of a line: separated by commas if there are any, else in columns of these widths.
    pub(super) fn new(line: &'a [u8], widths: &[usize]) -> Self {
        if line.contains(&b',') {
            return Self(line.split(|&byte| byte == b',').map(<[u8]>::trim_ascii).collect());
        }
        let mut rest = line;
        let mut fields = Vec::with_capacity(widths.len());
        for &width in widths {
            let (field, after) = rest.split_at(width.min(rest.len()));
            fields.push(field.trim_ascii());
            rest = after;
        }
        Self(fields)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// A field; one that is not there is blank.
    pub(super) fn get(&self, place: usize) -> &'a [u8] {
        self.0.get(place).copied().unwrap_or_default()
    }
}

/// A whole number of at least 0.
pub(super) fn integer(field: &[u8], what: &'static str, at: usize) -> Parsed<u64> {
    let found = || Problem::Expected { what, found: quote(field) };
    parse(field).ok_or_else(|| ReadFault::text(at, found()))
}

/// A real number. Fortran writes exponents with D also, and cards leave the letter out: `1.5-3`.
pub(super) fn real(field: &[u8], at: usize) -> Parsed<f64> {
    let found = || Problem::Expected { what: "a coordinate", found: quote(field) };
    let spelled = || {
        let mut usual = Vec::with_capacity(field.len() + 1);
        for (place, &byte) in field.iter().enumerate() {
            let is_sign = matches!(byte, b'+' | b'-');
            let follows_digit = place > 0 && matches!(field[place - 1], b'0'..=b'9' | b'.');
            if is_sign && follows_digit {
                usual.push(b'e');
            }
            usual.push(if matches!(byte, b'd' | b'D') { b'e' } else { byte });
        }
        parse(&usual)
    };
    parse(field).or_else(spelled).ok_or_else(|| ReadFault::text(at, found()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_columns_or_between_commas() {
        let card = Card::new(b"       1      23 4", &[8, 8, 8]);
        assert_eq!((card.get(0), card.get(1), card.get(2)), (&b"1"[..], &b"23"[..], &b"4"[..]));
        assert_eq!((card.len(), card.get(3)), (3, &b""[..]));
        assert_eq!(Card::new(b"1, 2,,4", &[8]).get(3), b"4");
    }

    #[test]
    fn reals_are_read_as_cards_have_them() {
        for (text, value) in [("1.5", 1.5), ("1.5-3", 1.5e-3), ("-2.+2", -200.0), ("1.D1", 10.0)] {
            assert_eq!(real(text.as_bytes(), 0).expect(text), value);
        }
        for text in ["", "x", "1.5-", "1-2-3", "nan?"] {
            assert!(real(text.as_bytes(), 0).is_err(), "{text}");
        }
    }
}
