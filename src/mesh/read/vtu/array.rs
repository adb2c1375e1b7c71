//! The data of an array: text, base64 or raw bytes, compressed or not.

use std::ops::Range;

use base64::Engine;
use base64::alphabet;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};

use super::super::cursor::{Binary, Cursor};
use super::super::error::{Parsed, Problem, ReadFault};
use super::super::scalar::{self, Scalar, Target};
use super::codec::Codec;
use super::xml::Section;

/// How a file codes its data.
#[derive(Debug, Clone, Copy)]
pub(super) struct Coding {
    /// Whether headers are of 64 bits instead of 32.
    pub(super) wide: bool,
    pub(super) big_endian: bool,
    /// How blocks are compressed, if they are.
    pub(super) codec: Option<Codec>,
    /// Where the appended data start.
    pub(super) appended: Option<usize>,
    /// Whether they are raw instead of base64.
    pub(super) raw: bool,
}

/// An array in the file.
#[derive(Debug)]
pub(super) struct Stored {
    pub(super) at: usize,
    pub(super) part: Section,
    pub(super) name: String,
    pub(super) scalar: Option<Scalar>,
    /// How many numbers belong together.
    pub(super) components: usize,
    pub(super) place: Storage,
}

/// Where the content is.
#[derive(Debug, Clone)]
pub(super) enum Storage {
    Ascii(Range<usize>),
    /// Base64 between the tags.
    Inline(Range<usize>),
    /// Offset into the appended data.
    Appended(usize),
}

/// Maximum number of times that the arrays together may use the bytes of the file: arrays may share
/// data, but a small file that names the same data a thousand times is an attack.
const MAX_SHARING: usize = 4;

/// Decodes arrays of one file.
#[derive(Debug)]
pub(super) struct Decoder<'a> {
    bytes: &'a [u8],
    coding: Coding,
    /// How many bytes the arrays that are still to come may take.
    budget: usize,
    expansion: Expansion,
}

/// How much the arrays may expand to.
#[derive(Debug, Clone, Copy)]
struct Expansion {
    /// In bytes, all arrays together, and what is left of it.
    limit: u64,
    left: u64,
    /// The limit in sizes of the file.
    ratio: u64,
}

/// A file may always expand to this many bytes, however small it is.
const FREE_EXPANSION: u64 = 1 << 26;

impl<'a> Decoder<'a> {
    /// Arrays may expand to `ratio` times the size of the file.
    pub(super) fn new(bytes: &'a [u8], coding: Coding, ratio: u64) -> Self {
        let limit = (bytes.len() as u64).saturating_mul(ratio).max(FREE_EXPANSION);
        let expansion = Expansion { limit, left: limit, ratio };
        Self { bytes, coding, budget: bytes.len().saturating_mul(MAX_SHARING), expansion }
    }

    /// The numbers of an array, at most `max_count`: a few bytes could unpack to any number of
    /// zeros.
    pub(super) fn numbers<U: Target>(
        &mut self,
        array: &Stored,
        max_count: usize,
    ) -> Parsed<Vec<U>> {
        let Some(scalar) = array.scalar else {
            let (what, given) = ("the type of the array", array.name.clone());
            return Err(ReadFault::text(array.at, Problem::Unsupported { what, given }));
        };
        if let Storage::Ascii(range) = &array.place {
            self.spend(range.len(), range.start)?;
            return self.ascii(range.clone());
        }
        let data = self.data(array, max_count.saturating_mul(scalar.size()))?;
        let decoded = scalar.decode(&data, self.coding.big_endian);
        decoded.map_err(|problem| ReadFault::text(array.at, problem))
    }

    fn ascii<U: Target>(&self, range: Range<usize>) -> Parsed<Vec<U>> {
        let mut cursor = Cursor::new(&self.bytes[..range.end]);
        cursor.seek(range.start);
        let mut numbers = Vec::new();
        loop {
            cursor.skip_blanks();
            if cursor.remaining().is_empty() {
                return Ok(numbers);
            }
            numbers.push(scalar::token(&mut cursor)?);
        }
    }

    /// Takes bytes off the budget.
    fn spend(&mut self, bytes: usize, at: usize) -> Parsed<()> {
        let (count, limit) = (bytes as u64, self.budget as u64);
        let problem = || Problem::TooMany { what: "bytes", count, limit };
        self.budget =
            self.budget.checked_sub(bytes).ok_or_else(|| ReadFault::binary(at, problem()))?;
        Ok(())
    }

    /// The bytes of an array that is not text.
    fn data(&mut self, array: &Stored, max_bytes: usize) -> Parsed<Vec<u8>> {
        let (start, end) = match &array.place {
            Storage::Inline(range) => (range.start, range.end),
            Storage::Appended(offset) => {
                let missing =
                    ReadFault::text(array.at, Problem::Missing { what: "<AppendedData>" });
                let start = self.coding.appended.ok_or(missing)?.saturating_add(*offset);
                (start, self.bytes.len())
            }
            Storage::Ascii(_) => (0, 0),
        };
        let outside = || ReadFault::binary(start, Problem::Ends { what: "the data of an array" });
        let stored = self.bytes.get(start..end).ok_or_else(outside)?;
        let mut blocks = if self.coding.raw && matches!(array.place, Storage::Appended(_)) {
            Blocks::raw(stored, self.coding)
        } else {
            Blocks::base64(stored, self.coding)
        };
        let result = blocks.read(max_bytes as u64, &mut self.expansion);
        let used = blocks.used;
        let data = result.map_err(|problem| ReadFault::binary(start + used, problem))?;
        self.spend(used, start)?;
        Ok(data)
    }
}

/// Header and blocks of one array.
struct Blocks<'a> {
    stored: &'a [u8],
    base64: bool,
    coding: Coding,
    /// How many of the stored bytes have been used.
    used: usize,
    /// Bytes decoded from base64 but not yet taken: a header need not end at a group of four
    /// letters.
    ahead: Vec<u8>,
}

impl<'a> Blocks<'a> {
    fn raw(stored: &'a [u8], coding: Coding) -> Self {
        Self { stored, base64: false, coding, used: 0, ahead: Vec::new() }
    }

    fn base64(stored: &'a [u8], coding: Coding) -> Self {
        Self { stored, base64: true, coding, used: 0, ahead: Vec::new() }
    }

    fn read(&mut self, max_bytes: u64, expansion: &mut Expansion) -> Result<Vec<u8>, Problem> {
        if self.base64 && self.stored.trim_ascii().is_empty() {
            return Ok(Vec::new());
        }
        let Some(codec) = self.coding.codec else {
            let size = self.header()?;
            return self.take(size);
        };
        let count = self.header()?;
        let (block, last) = (self.header()?, self.header()?);
        // The header has at least four bytes for each block.
        let limit = self.stored.len() as u64 / 4;
        if count > limit {
            return Err(Problem::TooMany { what: "blocks", count, limit });
        }
        let sizes = (0..count).map(|_| self.header()).collect::<Result<Vec<_>, _>>()?;
        let announced = block.saturating_mul(count.saturating_sub(u64::from(last != 0)));
        let announced = announced.saturating_add(last);
        if announced > max_bytes {
            return Err(Problem::TooMany { what: "bytes", count: announced, limit: max_bytes });
        }
        let Expansion { limit, ratio, .. } = *expansion;
        let expands = Problem::Expands { limit, ratio };
        expansion.left = expansion.left.checked_sub(announced).ok_or(expands)?;
        let mut data = Vec::new();
        for (i, &size) in sizes.iter().enumerate() {
            let partial = i + 1 == sizes.len() && last != 0;
            let packed = self.take(size)?;
            codec.unpack(&packed, if partial { last } else { block }, &mut data)?;
        }
        Ok(data)
    }

    fn header(&mut self) -> Result<u64, Problem> {
        let (size, big) = (if self.coding.wide { 8 } else { 4 }, self.coding.big_endian);
        let bytes = self.take(size)?;
        let value = if self.coding.wide {
            u64::read(&bytes, big)
        } else {
            u32::read(&bytes, big).map(u64::from)
        };
        value.ok_or(Problem::Ends { what: "the header of an array" })
    }

    /// The next bytes.
    fn take(&mut self, count: u64) -> Result<Vec<u8>, Problem> {
        let limit = (self.stored.len() - self.used + self.ahead.len()) as u64;
        let too_many = Problem::TooMany { what: "bytes", count, limit };
        let count = usize::try_from(count).ok().filter(|_| count <= limit).ok_or(too_many)?;
        if self.base64 {
            return self.take_base64(count);
        }
        let taken = self.stored[self.used..self.used + count].to_vec();
        self.used += count;
        Ok(taken)
    }

    fn take_base64(&mut self, count: usize) -> Result<Vec<u8>, Problem> {
        const ENDS: Problem = Problem::Ends { what: "base64 data" };
        let mut group = Vec::with_capacity(4096);
        while self.ahead.len() < count {
            let missing = (count - self.ahead.len()).div_ceil(3) * 4;
            self.group(missing.min(4096), &mut group);
            if group.is_empty() {
                return Err(ENDS);
            }
            let decoded = LENIENT.decode(&group);
            self.ahead.extend(decoded.map_err(|error| Problem::Encoding(error.to_string()))?);
        }
        let unread = self.ahead.split_off(count);
        Ok(std::mem::replace(&mut self.ahead, unread))
    }

    /// Takes up to `max_len` letters, a multiple of four; fewer at a padding, behind which another
    /// run of base64 may begin.
    fn group(&mut self, max_len: usize, group: &mut Vec<u8>) {
        group.clear();
        while group.len() < max_len {
            match self.stored.get(self.used) {
                Some(byte) if byte.is_ascii_whitespace() => {}
                // The end tag of the appended data.
                Some(b'<') | None => break,
                Some(&byte) => group.push(byte),
            }
            self.used += 1;
            if group.len().is_multiple_of(4) && group.last() == Some(&b'=') {
                break;
            }
        }
    }
}

/// Takes data with or without padding.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);
