//! The bytes of a saved state: a head with a version, 64-bit words, and a checksum.

use super::error::Error;

/// What a file with a state begins with.
const MAGIC: &[u8; 7] = b"GAPKIT\0";

/// The byte after it. Version 1 had neither a checksum nor a note, version 2 other contacts,
/// version 3 no pairs of bodies, version 4 no contacts of the scene, version 5 other words of forces.
const VERSION: u8 = 6;

/// FNV-1a with 64 bits (G. Fowler, L. C. Noll, K.-P. Vo, 1991). Each byte turns the sum so far into
/// another by a bijection, so that a change of one byte cannot be undone by those that follow.
pub(super) fn fingerprint(bytes: impl IntoIterator<Item = u8>) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let step = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(PRIME);
    bytes.into_iter().fold(OFFSET, step)
}

fn bad(what: &str) -> Error {
    Error::State(what.to_owned())
}

/// Writes the bytes.
pub(super) struct Writer(Vec<u8>);

impl Writer {
    pub(super) fn new() -> Self {
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        Self(bytes)
    }

    pub(super) fn word(&mut self, word: u64) {
        self.0.extend(word.to_le_bytes());
    }

    pub(super) fn reals(&mut self, numbers: &[f64]) {
        numbers.iter().for_each(|number| self.word(number.to_bits()));
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        self.0.extend(bytes);
    }

    pub(super) fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// The bytes with their checksum.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let sum = fingerprint(self.0.iter().copied());
        self.word(sum);
        self.0
    }
}

/// Reads the bytes, whose checksum has been found right.
pub(super) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Result<Self, Error> {
        let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| bad("it is not one of gapkit"))?;
        let (&version, _) = rest.split_first().ok_or_else(|| bad("it ends too early"))?;
        if version != VERSION {
            let what = format!("it has version {version}; this gapkit reads version {VERSION}");
            return Err(Error::State(what));
        }
        let (content, sum) =
            bytes.split_last_chunk::<8>().ok_or_else(|| bad("it ends too early"))?;
        let content_words =
            content.get(MAGIC.len() + 1..).ok_or_else(|| bad("it ends too early"))?;
        if fingerprint(content.iter().copied()) != u64::from_le_bytes(*sum) {
            return Err(bad("its checksum is wrong: the file is damaged or was cut off"));
        }
        Ok(Self(content_words))
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], Error> {
        let (taken, rest) =
            self.0.split_at_checked(count).ok_or_else(|| bad("it ends too early"))?;
        self.0 = rest;
        Ok(taken)
    }

    pub(super) fn word(&mut self) -> Result<u64, Error> {
        let mut word = [0; 8];
        word.copy_from_slice(self.take(8)?);
        Ok(u64::from_le_bytes(word))
    }

    pub(super) fn words<const N: usize>(&mut self) -> Result<[u64; N], Error> {
        let mut words = [0; N];
        for word in &mut words {
            *word = self.word()?;
        }
        Ok(words)
    }

    pub(super) fn reals<const N: usize>(&mut self) -> Result<[f64; N], Error> {
        Ok(self.words()?.map(f64::from_bits))
    }

    pub(super) fn bytes(&mut self) -> Result<&'a [u8], Error> {
        let count = usize::try_from(self.word()?).map_err(|_| bad("it ends too early"))?;
        self.take(count)
    }

    pub(super) fn text(&mut self) -> Result<String, Error> {
        let bytes = self.bytes()?.to_vec();
        String::from_utf8(bytes).map_err(|_| bad("its note is no text"))
    }

    pub(super) fn vectors(&mut self) -> Result<Vec<[f64; 3]>, Error> {
        let mut list = Vec::new();
        for _ in 0..self.word()? {
            list.push(self.reals()?);
        }
        Ok(list)
    }

    /// Nothing may be left.
    pub(super) fn finish(self) -> Result<(), Error> {
        if self.0.is_empty() { Ok(()) } else { Err(bad("it goes on beyond its end")) }
    }
}
