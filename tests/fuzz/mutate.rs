//! Mutations of byte strings.

use rand::RngExt;
use rand::rngs::SmallRng;

/// The longest input.
const MAX_LENGTH: usize = 4096;

/// Numbers that change what is done, as bytes.
const SPECIAL: [u64; 8] = [
    0,
    u64::MAX,
    0x7ff0_0000_0000_0000,
    0x7ff8_0000_0000_0000,
    0x3ff0_0000_0000_0000,
    0x0010_0000_0000_0000,
    0x7fef_ffff_ffff_ffff,
    1,
];

/// An input made of those in the corpus.
pub(crate) fn mutated(random: &mut SmallRng, corpus: &[Vec<u8>]) -> Vec<u8> {
    if corpus.is_empty() || random.random_range(0..4) == 0 {
        return (0..random.random_range(0..400)).map(|_| random.random()).collect();
    }
    let mut bytes = corpus[random.random_range(0..corpus.len())].clone();
    for _ in 0..random.random_range(1..8) {
        mutate(random, &mut bytes, corpus);
    }
    bytes.truncate(MAX_LENGTH.max(corpus.iter().map(Vec::len).max().unwrap_or(0)));
    bytes
}

fn mutate(random: &mut SmallRng, bytes: &mut Vec<u8>, corpus: &[Vec<u8>]) {
    let length = bytes.len();
    let at = if length == 0 { 0 } else { random.random_range(0..length) };
    match random.random_range(0..8) {
        _ if length == 0 => bytes.push(random.random()),
        0 => bytes[at] ^= 1 << random.random_range(0..8),
        1 => bytes[at] = random.random(),
        2 => bytes.insert(at, random.random()),
        3 => drop(bytes.drain(at..(at + random.random_range(1..16)).min(length))),
        4 => bytes.truncate(at.max(1)),
        5 => {
            let special = SPECIAL[random.random_range(0..SPECIAL.len())].to_le_bytes();
            let end = (at + 8).min(length);
            bytes[at..end].copy_from_slice(&special[..end - at]);
        }
        6 => {
            let end = (at + random.random_range(1..32)).min(length);
            let copy = bytes[at..end].to_vec();
            bytes.splice(at..at, copy);
        }
        _ => {
            let other = &corpus[random.random_range(0..corpus.len())];
            let from = random.random_range(0..=other.len());
            bytes.truncate(at);
            bytes.extend(&other[from..]);
        }
    }
}
