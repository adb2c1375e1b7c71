//! A hash of contacts, which shows whether two lists are the same to the last bit.

use super::contact::{Contact, Part, Side};

/// The parameters of FNV-1a with 64 bits (G. Fowler, L. C. Noll, K.-P. Vo, 1991).
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// A hash of all fields of all contacts, in their order: FNV-1a over the bytes, the least
/// significant first. Numbers count by their bits, so that 0 and -0 differ.
///
/// At facet resolution it does not depend on the threads, on the broad phase or on the partition.
///
/// ```
/// use gapkit::mesh::bodies;
/// use gapkit::scene::{self, BodyOptions, Config, Scene};
///
/// let block = bodies::block([2, 2, 1], [1.0, 1.0, 0.5])?;
/// let hash = |threads: usize| {
///     let mut scene = Scene::new(Config::new(0.01)?.with_threads(threads))?;
///     scene.add_mesh(&block, BodyOptions::default())?;
///     scene.add_plane([0.0, 0.0, -0.005], [0.0, 0.0, 1.0], BodyOptions::default())?;
///     Ok::<u64, gapkit::Error>(scene::hash(scene.detect()))
/// };
/// assert_eq!(hash(1)?, hash(2)?);
/// assert_ne!(hash(1)?, scene::hash(&[]));
/// # Ok::<(), gapkit::Error>(())
/// ```
#[must_use]
pub fn hash(contacts: &[Contact]) -> u64 {
    let mut fnv = Fnv::new();
    fnv.add(contacts.len() as u64);
    contacts.iter().for_each(|contact| fnv.contact(contact));
    fnv.value()
}

/// A hash that grows.
pub(super) struct Fnv(u64);

impl Fnv {
    pub(super) fn new() -> Self {
        Self(OFFSET)
    }

    pub(super) fn value(&self) -> u64 {
        self.0
    }

    pub(super) fn add(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(PRIME);
        }
    }

    pub(super) fn numbers(&mut self, numbers: &[u32]) {
        self.add(numbers.len() as u64);
        numbers.iter().for_each(|&number| self.add(u64::from(number)));
    }

    pub(super) fn reals(&mut self, numbers: &[f64]) {
        numbers.iter().for_each(|number| self.add(number.to_bits()));
    }

    fn contact(&mut self, contact: &Contact) {
        // Taken apart, so that a field that is added cannot be forgotten here.
        let Contact { sides, point_a, point_b, normal, gap, area, kind, point, id, age, previous } =
            contact;
        sides.iter().for_each(|side| self.side(side));
        for vector in [point_a, point_b, normal] {
            self.reals(vector.as_slice());
        }
        self.reals(&[*gap, *area]);
        self.add(u64::from(*kind as u8) << 32 | u64::from(*point));
        self.add(*id);
        self.add(u64::from(*age));
        // No list is as long as the number that stands for none.
        self.add(previous.map_or(u64::MAX, u64::from));
    }

    fn side(&mut self, side: &Side) {
        let Side { body, part, element, count, nodes: _, weights: _ } = side;
        self.add(u64::from(*body));
        let (kind, number) = match *part {
            Part::Whole => (0, 0),
            Part::Piece(piece) => (1, piece),
            Part::Facet(facet) => (2, facet),
            Part::Segment(segment) => (3, segment),
        };
        self.add(kind);
        self.add(u64::from(number));
        // No element has the number that stands for none.
        self.add(element.map_or(u64::MAX, u64::from));
        self.add(u64::from(*count));
        side.nodes().iter().for_each(|&node| self.add(u64::from(node)));
        self.reals(side.weights());
    }
}

#[cfg(test)]
mod tests {
    use super::super::contact::Kind;
    use super::super::weights::Weighted;
    use super::*;
    use crate::Vec3;

    fn contact() -> Contact {
        let weighted = Weighted::new([(3, 0.25), (7, 0.75)], |_| Vec3::zeros());
        Contact {
            sides: [
                Side::new(0, Part::Facet(5), Some(2), &weighted),
                Side::new(1, Part::Whole, None, &Weighted::default()),
            ],
            point_a: Vec3::new(0.0, 1.0, 2.0),
            point_b: Vec3::new(0.0, 1.0, 2.5),
            normal: Vec3::new(0.0, 0.0, 1.0),
            gap: 0.5,
            area: 0.125,
            kind: Kind::Area,
            point: 2,
            id: 99,
            age: 4,
            previous: Some(7),
        }
    }

    #[test]
    fn bytes_are_hashed_as_published() {
        // The value for "foobar" is one of the authors' test vectors.
        let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(PRIME);
        assert_eq!(b"foobar".iter().fold(OFFSET, step), 0x8594_4171_f739_67e8);
        let mut fnv = Fnv(OFFSET);
        fnv.add(u64::from_le_bytes(*b"foobar42"));
        assert_eq!(fnv.0, b"foobar42".iter().fold(OFFSET, step));
    }

    #[test]
    fn every_field_counts() {
        let changes: [fn(&mut Contact); 20] = [
            |c| c.sides[0].body = 9,
            |c| c.sides[0].part = Part::Piece(5),
            |c| c.sides[0].part = Part::Facet(6),
            |c| c.sides[0].element = None,
            |c| c.sides[0].element = Some(0),
            |c| c.sides[0].nodes[1] = 8,
            |c| c.sides[0].weights[0] = 0.25 + f64::EPSILON,
            |c| c.sides[0].count = 1,
            |c| c.sides.swap(0, 1),
            |c| c.point_a.x = -0.0,
            |c| c.point_b.z = 2.0,
            |c| c.normal.y = 1e-300,
            |c| c.gap = f64::from_bits(0.5f64.to_bits() + 1),
            |c| c.area = -0.125,
            |c| c.kind = Kind::Corner,
            |c| c.point = 1,
            |c| c.previous = None,
            |c| c.previous = Some(0),
            |c| c.id = 98,
            |c| c.age = 5,
        ];
        let before = hash(&[contact()]);
        for (number, change) in changes.iter().enumerate() {
            let mut other = contact();
            change(&mut other);
            assert_ne!(hash(&[other]), before, "change {number}");
        }
    }

    #[test]
    fn what_is_no_field_does_not_count() {
        let mut other = contact();
        other.sides[0].nodes[2] = 77;
        other.sides[1].weights[0] = 0.5;
        assert_eq!(hash(&[other]), hash(&[contact()]));
        assert_ne!(hash(&[contact(), contact()]), hash(&[contact()]));
    }
}
