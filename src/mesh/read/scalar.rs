//! The types of numbers in binary files.

use super::cursor::{Binary, Cursor};
use super::error::{Parsed, Problem, quote};

/// The type of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
}

/// What numbers of any type are turned into: `f64`, or `u64` for those that count something.
pub(super) trait Target: Sized {
    /// What such a number is called in messages.
    const WHAT: &'static str;
    /// The number, if it can be one.
    fn from_number<T: Binary>(number: T) -> Option<Self>;
    /// The number that a token spells.
    fn from_token(token: &[u8]) -> Option<Self>;
}

impl Target for f64 {
    const WHAT: &'static str = "a number";

    fn from_number<T: Binary>(number: T) -> Option<Self> {
        Some(number.real())
    }

    fn from_token(token: &[u8]) -> Option<Self> {
        super::cursor::parse(token)
    }
}

impl Target for u64 {
    const WHAT: &'static str = "a whole number from 0 on";

    fn from_number<T: Binary>(number: T) -> Option<Self> {
        number.natural()
    }

    fn from_token(token: &[u8]) -> Option<Self> {
        super::cursor::parse(token)
    }
}

impl Scalar {
    /// The type by its name in VTK XML.
    pub(super) fn of_vtu(name: &str) -> Option<Self> {
        Some(match name {
            "Int8" => Self::I8,
            "UInt8" => Self::U8,
            "Int16" => Self::I16,
            "UInt16" => Self::U16,
            "Int32" => Self::I32,
            "UInt32" => Self::U32,
            "Int64" => Self::I64,
            "UInt64" => Self::U64,
            "Float32" => Self::F32,
            "Float64" => Self::F64,
            _ => return None,
        })
    }

    /// The type by its name in legacy VTK files, where `long` is that of the machines of today.
    pub(super) fn of_legacy(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "char" | "signed_char" | "vtktypeint8" => Self::I8,
            "unsigned_char" | "vtktypeuint8" => Self::U8,
            "short" | "vtktypeint16" => Self::I16,
            "unsigned_short" | "vtktypeuint16" => Self::U16,
            // VTK writes its own type of indices in 32 bits.
            "int" | "vtktypeint32" | "vtkidtype" => Self::I32,
            "unsigned_int" | "vtktypeuint32" => Self::U32,
            "long" | "vtktypeint64" => Self::I64,
            "unsigned_long" | "vtktypeuint64" => Self::U64,
            "float" => Self::F32,
            "double" => Self::F64,
            _ => return None,
        })
    }

    /// The type by its name in PLY files.
    pub(super) fn of_ply(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"char" | b"int8" => Self::I8,
            b"uchar" | b"uint8" => Self::U8,
            b"short" | b"int16" => Self::I16,
            b"ushort" | b"uint16" => Self::U16,
            b"int" | b"int32" => Self::I32,
            b"uint" | b"uint32" => Self::U32,
            b"float" | b"float32" => Self::F32,
            b"double" | b"float64" => Self::F64,
            _ => return None,
        })
    }

    /// How many bytes a number takes.
    pub(super) fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::I64 | Self::U64 | Self::F64 => 8,
        }
    }

    /// The numbers in these bytes.
    pub(super) fn decode<U: Target>(
        self,
        data: &[u8],
        big_endian: bool,
    ) -> Result<Vec<U>, Problem> {
        match self {
            Self::I8 => convert::<i8, U>(data, big_endian),
            Self::U8 => convert::<u8, U>(data, big_endian),
            Self::I16 => convert::<i16, U>(data, big_endian),
            Self::U16 => convert::<u16, U>(data, big_endian),
            Self::I32 => convert::<i32, U>(data, big_endian),
            Self::U32 => convert::<u32, U>(data, big_endian),
            Self::I64 => convert::<i64, U>(data, big_endian),
            Self::U64 => convert::<u64, U>(data, big_endian),
            Self::F32 => convert::<f32, U>(data, big_endian),
            Self::F64 => convert::<f64, U>(data, big_endian),
        }
    }

    /// The next `count` numbers, in the mode of the cursor.
    pub(super) fn read<U: Target>(self, cursor: &mut Cursor<'_>, count: usize) -> Parsed<Vec<U>> {
        if cursor.binary {
            let count = cursor.check_count("numbers", count as u64, self.size())?;
            let at = cursor.at();
            let data = cursor.take(count * self.size(), "an array")?;
            return self
                .decode(data, cursor.big_endian)
                .map_err(|problem| cursor.fault_at(at, problem));
        }
        // A number and the blank behind it.
        let count = cursor.check_count("numbers", count as u64, 2)?;
        (0..count).map(|_| token(cursor)).collect()
    }
}

/// The next number of a text.
pub(super) fn token<U: Target>(cursor: &mut Cursor<'_>) -> Parsed<U> {
    let token = cursor.token().ok_or_else(|| cursor.fault(Problem::Ends { what: U::WHAT }))?;
    U::from_token(token).ok_or_else(|| {
        let at = cursor.at() - token.len();
        cursor.fault_at(at, Problem::Expected { what: U::WHAT, found: quote(token) })
    })
}

fn convert<T: Binary, U: Target>(data: &[u8], big_endian: bool) -> Result<Vec<U>, Problem> {
    let chunks = data.chunks_exact(T::SIZE);
    if !chunks.remainder().is_empty() {
        return Err(Problem::Encoding(format!("{} bytes are no whole numbers", data.len())));
    }
    let read = |chunk| {
        let number = T::read(chunk, big_endian);
        number.and_then(U::from_number).ok_or_else(|| {
            let found = number.map_or_else(String::new, |number| number.real().to_string());
            Problem::Expected { what: U::WHAT, found }
        })
    };
    chunks.map(read).collect()
}
