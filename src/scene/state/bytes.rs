//! States as bytes, for a file from which another process goes on.
//!
//! Words of eight bytes, the least significant first: a mark, the version of the layout, what the
//! scene is known by, the contacts with all their numbers, the values of the host, ids, ages and values
//! of contacts that were put aside since elements died, what others keep with it, and a checksum of all words before it. Numbers are kept by their bits.

use super::{Identity, State};
use crate::Vec3;
use crate::error::{Error, Reason};
use crate::scene::config::Resolution;
use crate::scene::contact::{Contact, Kind, Part, Side};
use crate::scene::contacts::history::{Mark, Retired};
use crate::scene::hash::Fnv;

/// What the bytes of a state begin with.
const MARK: u64 = u64::from_le_bytes(*b"gapkit-s");

/// The layout that is written. Others are not read.
const VERSION: u64 = 3;

/// The words of a contact.
const CONTACT_WORDS: usize = 38;

/// The words of a contact that was put aside.
const MARK_WORDS: usize = 2;

/// What stands for no element and no index.
const NONE: u64 = u64::MAX;

const RESOLUTIONS: [Resolution; 3] = [Resolution::Piece, Resolution::Facet, Resolution::Surface];

const KINDS: [Kind; 6] =
    [Kind::Nearest, Kind::Area, Kind::Corner, Kind::Deep, Kind::Fallback, Kind::Node];

impl State {
    /// The state as bytes: the same on every machine.
    ///
    /// ```
    /// use gapkit::scene::{Config, Scene, State};
    ///
    /// let scene = Scene::new(Config::new(0.01)?)?;
    /// let bytes = scene.save().to_bytes();
    /// assert_eq!(State::from_bytes(&bytes)?, scene.save());
    /// assert!(State::from_bytes(&bytes[1..]).is_err());
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer { bytes: Vec::with_capacity(self.byte_count()) };
        let resolution = RESOLUTIONS.iter().position(|r| *r == self.identity.resolution);
        for word in [MARK, VERSION, resolution.map_or(NONE, |r| r as u64)] {
            writer.word(word);
        }
        self.counts().into_iter().for_each(|count| writer.word(count as u64));
        self.identity.bodies.iter().for_each(|hash| writer.word(*hash));
        self.contacts.iter().for_each(|contact| writer.contact(contact));
        self.values.iter().for_each(|value| writer.real(*value));
        for mark in &self.retired.marks {
            writer.word(mark.id);
            writer.word(u64::from(mark.age));
        }
        self.retired.values.iter().for_each(|value| writer.real(*value));
        self.attachment.iter().for_each(|word| writer.word(*word));
        let checksum = checksum(&writer.bytes);
        writer.word(checksum);
        writer.bytes
    }

    /// How many bytes [`State::to_bytes`] gives.
    #[must_use]
    pub fn byte_count(&self) -> usize {
        8 * word_count(self.counts())
    }

    fn counts(&self) -> Counts {
        let (bodies, contacts) = (self.identity.bodies.len(), self.contacts.len());
        [self.each, bodies, contacts, self.retired.marks.len(), self.attachment.len()]
    }

    /// The state that was written as these bytes.
    ///
    /// # Errors
    /// If they are not those of a state: of another version, cut, or changed in any bit.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Reader::new(bytes)?.state()
    }
}

/// How many values each contact has, and how many bodies, contacts, contacts that were put aside, and
/// words of others there are.
type Counts = [usize; 5];

/// The words of a state.
fn word_count([each, bodies, contacts, retired, attachment]: Counts) -> usize {
    // The mark, the version, the resolution, five counts, and the checksum.
    let rest = bodies.saturating_add(attachment).saturating_add(9);
    let contacts = contacts.saturating_mul(each.saturating_add(CONTACT_WORDS));
    let retired = retired.saturating_mul(each.saturating_add(MARK_WORDS));
    contacts.saturating_add(retired).saturating_add(rest)
}

fn checksum(bytes: &[u8]) -> u64 {
    let mut fnv = Fnv::new();
    bytes.chunks_exact(8).for_each(|word| fnv.add(from_bytes(word)));
    fnv.value()
}

fn from_bytes(word: &[u8]) -> u64 {
    word.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    fn word(&mut self, word: u64) {
        self.bytes.extend_from_slice(&word.to_le_bytes());
    }

    fn real(&mut self, number: f64) {
        self.word(number.to_bits());
    }

    fn side(&mut self, side: &Side) {
        let (part, number) = match side.part {
            Part::Whole => (0, 0),
            Part::Piece(number) => (1, number),
            Part::Facet(number) => (2, number),
            Part::Segment(number) => (3, number),
        };
        for word in [u64::from(side.body), part, u64::from(number)] {
            self.word(word);
        }
        self.word(side.element.map_or(NONE, u64::from));
        self.word(u64::from(side.count));
        side.nodes.iter().for_each(|node| self.word(u64::from(*node)));
        side.weights.iter().for_each(|weight| self.real(*weight));
    }

    fn contact(&mut self, contact: &Contact) {
        contact.sides.iter().for_each(|side| self.side(side));
        let vectors = [&contact.point_a, &contact.point_b, &contact.normal];
        vectors.into_iter().flatten().for_each(|number| self.real(*number));
        self.real(contact.gap);
        self.real(contact.area);
        let Contact { kind, point, id, age, previous, .. } = contact;
        let previous = previous.map_or(NONE, u64::from);
        for word in [*kind as u64, u64::from(*point), *id, u64::from(*age), previous] {
            self.word(word);
        }
    }
}

struct Reader<'a> {
    /// What is left to read: as many words as the counts say.
    words: std::slice::ChunksExact<'a, u8>,
    resolution: Resolution,
    counts: Counts,
}

/// The error for bytes that are no state.
fn damaged(what: impl Into<String>) -> Error {
    Reason::DamagedState { what: what.into() }.into()
}

impl<'a> Reader<'a> {
    /// Checks mark, version, length and checksum.
    fn new(bytes: &'a [u8]) -> Result<Self, Error> {
        let mut words = bytes.chunks_exact(8);
        let mut next = || words.next().map(from_bytes).ok_or_else(|| damaged("it ends too soon"));
        if next()? != MARK {
            return Err(damaged("it does not begin as a state does"));
        }
        let version = next()?;
        if version != VERSION {
            return Err(damaged(format!("its version is {version}, known is {VERSION}")));
        }
        let resolution = usize::try_from(next()?).ok().and_then(|n| RESOLUTIONS.get(n).copied());
        let mut counts = Counts::default();
        for count in &mut counts {
            // What is more than all bytes cannot be a count of anything in them.
            *count = usize::try_from(next()?).unwrap_or(usize::MAX).min(bytes.len());
        }
        let wanted = word_count(counts).saturating_mul(8);
        if bytes.len() != wanted {
            return Err(damaged(format!("it has {} bytes instead of {wanted}", bytes.len())));
        }
        let (body, end) = bytes.split_at(bytes.len() - 8);
        if checksum(body) != from_bytes(end) {
            return Err(damaged("its checksum is wrong"));
        }
        let resolution = resolution.ok_or_else(|| damaged("its resolution is not known"))?;
        Ok(Self { words, resolution, counts })
    }

    fn state(mut self) -> Result<State, Error> {
        let [each, bodies, contacts, retired, attachment] = self.counts;
        let bodies = (0..bodies).map(|_| self.word()).collect();
        let contacts = (0..contacts).map(|_| self.contact()).collect::<Result<Vec<_>, _>>()?;
        let values = (0..contacts.len() * each).map(|_| self.real()).collect();
        let marks = (0..retired).map(|_| self.mark()).collect::<Result<Vec<_>, _>>()?;
        let retired =
            Retired { values: (0..marks.len() * each).map(|_| self.real()).collect(), marks };
        let identity = Identity { resolution: self.resolution, bodies };
        let attachment = (0..attachment).map(|_| self.word()).collect();
        Ok(State { contacts, values, each, retired, identity, attachment })
    }

    fn word(&mut self) -> u64 {
        self.words.next().map_or(0, from_bytes)
    }

    fn real(&mut self) -> f64 {
        f64::from_bits(self.word())
    }

    fn number(&mut self) -> Result<u32, Error> {
        u32::try_from(self.word()).map_err(|_| damaged("a number is too large"))
    }

    /// A number, or none.
    fn optional(&mut self) -> Result<Option<u32>, Error> {
        match self.word() {
            NONE => Ok(None),
            word => u32::try_from(word).map(Some).map_err(|_| damaged("a number is too large")),
        }
    }

    fn vector(&mut self) -> Vec3 {
        Vec3::from_fn(|_, _| self.real())
    }

    fn side(&mut self) -> Result<Side, Error> {
        let body = self.number()?;
        let part = match (self.number()?, self.number()?) {
            (0, _) => Part::Whole,
            (1, number) => Part::Piece(number),
            (2, number) => Part::Facet(number),
            (3, number) => Part::Segment(number),
            _ => return Err(damaged("a part is of no known kind")),
        };
        let element = self.optional()?;
        let count = u8::try_from(self.word()).ok().filter(|count| *count <= 3);
        let count = count.ok_or_else(|| damaged("a side has more than 3 nodes"))?;
        let nodes = [self.number()?, self.number()?, self.number()?];
        let weights = [self.real(), self.real(), self.real()];
        Ok(Side { body, part, element, count, nodes, weights })
    }

    fn mark(&mut self) -> Result<Mark, Error> {
        Ok(Mark { id: self.word(), age: self.number()? })
    }

    fn contact(&mut self) -> Result<Contact, Error> {
        let sides = [self.side()?, self.side()?];
        let (point_a, point_b, normal) = (self.vector(), self.vector(), self.vector());
        let (gap, area) = (self.real(), self.real());
        let kind = KINDS.get(self.number()? as usize).copied();
        let kind = kind.ok_or_else(|| damaged("a contact is of no known kind"))?;
        let (point, id, age) = (self.number()?, self.word(), self.number()?);
        let previous = self.optional()?;
        Ok(Contact { sides, point_a, point_b, normal, gap, area, kind, point, id, age, previous })
    }
}
