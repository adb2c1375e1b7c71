//! Blocks that are compressed by zlib, LZ4 or LZMA, each of a size that the file announces.

use std::io::Read;

use flate2::read::ZlibDecoder;

use super::super::error::Problem;
use super::xz;

/// How blocks are compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Codec {
    Zlib,
    /// A bare LZ4 block (Y. Collet, LZ4 block format description).
    Lz4,
    /// A stream of the .xz format with LZMA2 in it.
    Lzma,
}

impl Codec {
    /// By the name of VTK's compressor.
    pub(super) fn of_vtk(name: &str) -> Option<Self> {
        Some(match name {
            "vtkZLibDataCompressor" => Self::Zlib,
            "vtkLZ4DataCompressor" => Self::Lz4,
            "vtkLZMADataCompressor" => Self::Lzma,
            _ => return None,
        })
    }

    /// The most bytes that one can become. Deflate cannot do better than 1032 to 1; see the
    /// technical notes of zlib. A byte of LZ4 adds at most 255 to the length of a match. In LZMA a
    /// decision that is certain costs 0.022 bits, and the longest match, of 273 bytes, takes 14 of
    /// them: 7090 to 1.
    fn max_expansion(self) -> u64 {
        match self {
            Self::Zlib => 1040,
            Self::Lz4 => 256,
            Self::Lzma => 8192,
        }
    }

    /// Adds the content of a block, which must have the announced size.
    pub(super) fn unpack(
        self,
        packed: &[u8],
        size: u64,
        data: &mut Vec<u8>,
    ) -> Result<(), Problem> {
        let limit = (packed.len() as u64).saturating_mul(self.max_expansion());
        let wanted = usize::try_from(size).ok().filter(|_| size <= limit);
        let wanted = wanted.ok_or(Problem::TooMany { what: "bytes", count: size, limit })?;
        let before = data.len();
        match self {
            Self::Zlib => {
                let read = ZlibDecoder::new(packed).take(size).read_to_end(data);
                read.map_err(|error| Problem::Encoding(error.to_string()))?;
            }
            Self::Lz4 => {
                data.resize(before + wanted, 0);
                let unpacked = lz4_flex::block::decompress_into(packed, &mut data[before..]);
                let given = unpacked.map_err(|error| Problem::Encoding(error.to_string()))?;
                data.truncate(before + given);
            }
            Self::Lzma => xz::unpack(packed, wanted, data)?,
        }
        let given = data.len() - before;
        if given == wanted {
            Ok(())
        } else {
            Err(Problem::Count { what: "bytes in a block", given, wanted })
        }
    }
}
