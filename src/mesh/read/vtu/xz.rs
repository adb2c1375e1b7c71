//! The .xz container around LZMA2 data (L. Collin, The .xz File Format, version 1.2.1, 2024).
//!
//! VTK writes one stream with one block for each of its own blocks, so that is all that is read:
//! the header of the stream, the header of the block, the data and their check. What comes behind
//! only repeats it.

use std::io::Read;

use flate2::Crc;
use lzma_rust2::Lzma2Reader;

use super::super::error::Problem;

const MAGIC: &[u8; 6] = b"\xfd7zXZ\0";

/// The number of the filter LZMA2.
const LZMA2: u64 = 0x21;

/// Adds the content of a stream, at most `size` bytes and one.
pub(super) fn unpack(stream: &[u8], size: usize, data: &mut Vec<u8>) -> Result<(), Problem> {
    let (check, rest) = stream_header(stream)?;
    let (dictionary, packed) = block_header(rest)?;
    // What is farther back than the block is long is never looked up.
    let dictionary = dictionary.min(u32::try_from(size).unwrap_or(u32::MAX)).max(4096);
    let before = data.len();
    let mut reader = Lzma2Reader::new(packed, dictionary, None);
    let read = reader.by_ref().take(size as u64 + 1).read_to_end(data);
    read.map_err(|error| Problem::Encoding(error.to_string()))?;
    let used = packed.len() - reader.inner().len();
    if check != Check::Crc32 {
        return Ok(());
    }
    let sum = packed.get(used.next_multiple_of(4)..).unwrap_or_default().first_chunk();
    let sum = sum.ok_or(ENDS)?;
    if crc32(&data[before..]) == u32::from_le_bytes(*sum) { Ok(()) } else { Err(damaged()) }
}

/// What a block ends with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Check {
    Crc32,
    /// None, or one that VTK does not write.
    Other,
}

const ENDS: Problem = Problem::Ends { what: "compressed data" };

fn damaged() -> Problem {
    Problem::Encoding("a checksum of the compressed data is wrong".to_owned())
}

fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// The check of the stream, and what follows its header.
fn stream_header(stream: &[u8]) -> Result<(Check, &[u8]), Problem> {
    let not_xz = || Problem::Encoding("this is no stream of LZMA data".to_owned());
    let rest = stream.strip_prefix(MAGIC).ok_or_else(not_xz)?;
    let (flags, rest) = rest.split_first_chunk::<2>().ok_or(ENDS)?;
    let (sum, rest) = rest.split_first_chunk::<4>().ok_or(ENDS)?;
    if crc32(flags) != u32::from_le_bytes(*sum) {
        return Err(damaged());
    }
    Ok((if flags[1] == 1 { Check::Crc32 } else { Check::Other }, rest))
}

/// The size of the dictionary, and the data behind the header.
fn block_header(rest: &[u8]) -> Result<(u32, &[u8]), Problem> {
    let words = usize::from(*rest.first().ok_or(ENDS)?);
    if words == 0 {
        // An index: the stream has no block.
        return Err(ENDS);
    }
    let (header, packed) = rest.split_at_checked(4 * (words + 1)).ok_or(ENDS)?;
    let (header, sum) = header.split_last_chunk::<4>().ok_or(ENDS)?;
    if crc32(header) != u32::from_le_bytes(*sum) {
        return Err(damaged());
    }
    let mut fields = &header[2..];
    // The sizes of the block before and after, if they are given.
    for flag in [0x40, 0x80] {
        if header[1] & flag != 0 {
            number(&mut fields)?;
        }
    }
    let (filter, length) = (number(&mut fields)?, number(&mut fields)?);
    let is_single = header[1] & 3 == 0;
    let (Some(&bits), true) = (fields.first(), is_single && filter == LZMA2 && length == 1) else {
        let given = format!("number {filter} of LZMA data");
        return Err(Problem::Unsupported { what: "filter", given });
    };
    Ok((dictionary(bits)?, packed))
}

/// The size of the dictionary: two bits of mantissa and an exponent.
fn dictionary(bits: u8) -> Result<u32, Problem> {
    match bits {
        0..40 => Ok((2 | u32::from(bits & 1)) << (bits / 2 + 11)),
        40 => Ok(u32::MAX),
        _ => Err(Problem::Encoding(format!("`{bits}` is no size of a dictionary"))),
    }
}

/// A number in groups of seven bits, the lowest first; the last has no high bit.
fn number(fields: &mut &[u8]) -> Result<u64, Problem> {
    let mut value = 0;
    for group in 0..9 {
        let (&byte, rest) = fields.split_first().ok_or(ENDS)?;
        *fields = rest;
        value |= u64::from(byte & 0x7f) << (7 * group);
        if byte & 0x80 == 0 {
            return Ok(value);
        }
    }
    Err(ENDS)
}
