//! Ids of contacts: by the numbers of bodies and nodes, so that a contact has the same id in another
//! run, after a restart, and where the mesh has lost or changed the order of nodes and elements.

use super::contact::{AREA, CORNER, Contact, DEEP, Kind, NODE, PIECE, Part, Side};
use super::world::World;

/// What ids begin with.
const START: u64 = 0x9e37_79b9_7f4a_7c15;

impl World {
    /// The id of a contact: as good as unique (64 bits well mixed).
    pub(super) fn contact_id(&self, contact: &Contact) -> u64 {
        let [a, b] = &contact.sides;
        match contact.kind {
            Kind::Area => area_id(area_seed([a, b].map(|side| self.part_id(side))), contact.point),
            // A node and a body, whichever of its facets is nearest.
            Kind::Corner | Kind::Node => {
                let code = if contact.kind == Kind::Corner { CORNER } else { NODE };
                let (node, other) = if contact.node_side() == 0 { (a, b) } else { (b, a) };
                hash_words(START, [code.into(), self.feature_id(node), self.body_number(other)])
            }
            Kind::Deep => hash_words(START, [DEEP.into(), self.part_id(a), self.part_id(b)]),
            Kind::Nearest | Kind::Fallback => {
                hash_words(START, [self.feature_id(a), self.feature_id(b)])
            }
        }
    }

    fn body_number(&self, side: &Side) -> u64 {
        self.body_numbers[side.body as usize]
    }

    /// A number for a facet, by its body and nodes; that of a shell by its side, too.
    pub(super) fn make_facet_id(&self, facet: u32, is_open: bool) -> u64 {
        let side = &self.facet_sides[facet as usize];
        let numbers = side.nodes.map(|node| self.node_numbers[node as usize]);
        let id = hash_words(self.body_numbers[side.body as usize], numbers);
        let is_back = is_open && side.turn() < 0.0;
        if is_back { mix(id) } else { id }
    }

    /// A number for the piece, facet or whole body of a side.
    fn part_id(&self, side: &Side) -> u64 {
        match side.part {
            Part::Whole => self.body_number(side),
            Part::Piece(piece) => hash_words(self.body_number(side), [PIECE.into(), piece.into()]),
            Part::Facet(facet) => {
                self.facet_ids[self.spans[side.body as usize].facets.start + facet as usize]
            }
            Part::Segment(segment) => {
                let first = self.spans[side.body as usize].segments.start;
                let mut nodes = self.beams.nodes[first + segment as usize]
                    .map(|node| self.node_numbers[node as usize]);
                nodes.sort_unstable();
                hash_words(self.body_number(side), nodes)
            }
        }
    }

    /// A number for the nodes of a side, or its piece.
    fn feature_id(&self, side: &Side) -> u64 {
        if let Part::Piece(_) = side.part {
            return self.part_id(side);
        }
        let first = self.spans[side.body as usize].nodes.start;
        let mut numbers = side.nodes.map(u64::from);
        let own = &mut numbers[..side.count as usize];
        own.iter_mut().for_each(|node| *node = self.node_numbers[first + *node as usize]);
        own.sort_unstable();
        hash_words(
            self.body_number(side),
            std::iter::once(side.count.into()).chain(own.iter().copied()),
        )
    }
}

fn hash_words(start: u64, words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(mix(start), |hash, word| mix(hash ^ word))
}

/// What the ids of all points of the area of two facets begin with.
pub(super) fn area_seed(facets: [u64; 2]) -> u64 {
    hash_words(START, [AREA.into(), facets[0], facets[1]])
}

/// The id of a point of an area.
#[inline]
pub(super) fn area_id(seed: u64, point: u32) -> u64 {
    mix(seed ^ u64::from(point))
}

/// A bijection of 64 bits in which every bit of the input changes about half of the output (the
/// finisher of splitmix64).
fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
