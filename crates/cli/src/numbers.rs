//! Numbers as they are printed: a zero has no sign, which would mean nothing to anyone.

use std::io;

use serde::Serialize;
use serde_json::ser::{CharEscape, Formatter, PrettyFormatter, Serializer};

/// A number with all its digits; unlike `Display`, with an exponent where it is very small or
/// large.
pub(crate) fn full(x: f64) -> String {
    // Turns -0 into 0, and nothing else.
    format!("{:?}", x + 0.0)
}

/// A number with some digits behind the point. What is rounded to zero is zero.
pub(crate) fn fixed(x: f64, digits: usize) -> String {
    let text = format!("{x:.digits$}");
    let is_zero = text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
    if is_zero { text.trim_start_matches('-').to_owned() } else { text }
}

/// Lines of an object, as people and programs read them.
pub(crate) fn json(value: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    let format = Unsigned(PrettyFormatter::new());
    let written = value.serialize(&mut Serializer::with_formatter(&mut bytes, format));
    written.expect("invariant: numbers and strings can be written as JSON");
    bytes.push(b'\n');
    String::from_utf8(bytes).expect("invariant: JSON is text")
}

/// Indented JSON whose zeros have no sign.
struct Unsigned(PrettyFormatter<'static>);

/// Hands what is to be written on to the formatter within.
macro_rules! delegate {
    ($($name:ident($($argument:ident: $kind:ty),*);)*) => {$(
        fn $name<W: ?Sized + io::Write>(&mut self, writer: &mut W $(, $argument: $kind)*) -> io::Result<()> {
            self.0.$name(writer $(, $argument)*)
        }
    )*};
}

impl Formatter for Unsigned {
    fn write_f64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        self.0.write_f64(writer, value + 0.0)
    }

    delegate! {
        begin_array();
        end_array();
        begin_array_value(first: bool);
        end_array_value();
        begin_object();
        end_object();
        begin_object_key(first: bool);
        begin_object_value();
        end_object_value();
        write_char_escape(escape: CharEscape);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_have_no_sign() {
        assert_eq!([full(-0.0), full(0.0), full(-1e-300)], ["0.0", "0.0", "-1e-300"]);
        assert_eq!(fixed(-0.004, 2), "0.00");
        assert_eq!(fixed(-0.0, 0), "0");
        assert_eq!(fixed(-0.006, 2), "-0.01");
        assert_eq!(fixed(-10.0, 1), "-10.0");
        assert_eq!(fixed(f64::NEG_INFINITY, 1), "-inf");
    }

    #[test]
    fn json_is_that_of_the_library_but_for_zeros() {
        let value =
            serde_json::json!({"a": [1, -1.5, [], {}], "b": {"c": "x\"\n\u{1}"}, "d": null});
        assert_eq!(json(&value), serde_json::to_string_pretty(&value).expect("valid") + "\n");
        assert_eq!(json(&[-0.0, 0.0]), "[\n  0.0,\n  0.0\n]\n");
    }
}
