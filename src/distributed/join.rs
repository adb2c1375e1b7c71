//! How the parts of a body fit together. What several ranks have to know of each other - a node, a
//! face or an element by its number - is told to the rank that its number is dealt to, which compares
//! and answers; so no rank ever holds the whole body.

use super::comm::Channel;
use super::given::{NodeHome, Part};
use super::plain::{Plain, plain_struct};
use crate::error::{Error, Reason};
use crate::mesh::{FACES, OUTSIDE, TetMesh};

plain_struct! {
    /// A node as a rank has it.
    NodeCard {
        number: u64,
        index: u32,
        at: [f64; 3],
    }
}

plain_struct! {
    /// Where a node belongs, and whether several ranks have it.
    NodeAnswer {
        home: NodeHome,
        is_shared: u8,
    }
}

plain_struct! {
    /// A face of which all nodes are shared.
    FaceCard {
        /// In ascending order.
        nodes: [u64; 3],
        element: u64,
        /// Whether these nodes are clockwise as seen from outside of the tetrahedron.
        is_turned: u8,
        /// Whether the rank has a tetrahedron on the other side, too.
        is_inner: u8,
    }
}

plain_struct! {
    /// A unit of another rank.
    SharedUnit {
        rank: u32,
        slot: u32,
    }
}

plain_struct! {
    /// A unit at a shared node.
    UnitCard {
        number: u64,
        slot: u32,
    }
}

plain_struct! {
    /// A unit of some rank at a shared node.
    UnitAnswer {
        number: u64,
        unit: SharedUnit,
    }
}

/// The rank that a number is dealt to.
fn dealt(number: u64, size: usize) -> usize {
    let mixed = (number ^ (number >> 29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed >> 32) as usize) % size
}

/// Deals cards out to ranks.
fn deal<T: Plain + Copy>(
    channel: &mut Channel,
    cards: impl Iterator<Item = (u64, T)>,
) -> Result<Vec<Vec<T>>, Error> {
    let size = channel.size();
    let mut lists = vec![Vec::new(); size];
    cards.for_each(|(number, card)| lists[dealt(number, size)].push(card));
    channel.all_to_all(&lists)
}

/// All cards with the rank that they came from, and their place in its list, sorted by what they are
/// about, then by rank.
fn sorted<T, K: Ord>(lists: &[Vec<T>], key: impl Fn(&T) -> K) -> Vec<(usize, usize, &T)> {
    let list = lists.iter().enumerate();
    let mut all: Vec<_> = list
        .flat_map(|(rank, cards)| cards.iter().enumerate().map(move |(i, c)| (rank, i, c)))
        .collect();
    all.sort_by_key(|(.., card)| key(card));
    all
}

/// What is known of the nodes of a part, in the order of the host.
pub(super) struct Nodes {
    pub(super) homes: Vec<NodeHome>,
    pub(super) is_shared: Vec<bool>,
}

/// Finds out which rank each node belongs to: the lowest of those that have it. `first` is the number
/// of nodes that this rank had before.
pub(super) fn nodes(
    channel: &mut Channel,
    (numbers, at): (&[u64], &[[f64; 3]]),
    first: u32,
) -> Result<Nodes, Error> {
    let size = channel.size();
    let cards = numbers.iter().zip(at).zip(first..);
    let cards = cards.map(|((&number, &at), index)| (number, NodeCard { number, index, at }));
    let cards = deal(channel, cards)?;
    let mut answers: Vec<Vec<NodeAnswer>> =
        cards.iter().map(|list| vec![NodeAnswer::default(); list.len()]).collect();
    let mut fault = Ok(());
    let all = sorted(&cards, |card| card.number);
    for group in all.chunk_by(|one, two| one.2.number == two.2.number) {
        let (rank, _, lowest) = group[0];
        let home = NodeHome { rank: rank as u32, index: lowest.index };
        for &(rank, place, card) in group {
            answers[rank][place] = NodeAnswer { home, is_shared: u8::from(group.len() > 1) };
            if card.at != lowest.at && fault.is_ok() {
                let (node, other) = (card.number, card.at);
                fault = Err(Reason::NodeApart { node, other, rank }.into());
            }
        }
    }
    channel.agree(fault)?;
    let answers = channel.all_to_all(&answers)?;
    let mut next: Vec<_> = answers.iter().map(|list| list.iter()).collect();
    let mut nodes = Nodes { homes: Vec::new(), is_shared: Vec::new() };
    for &number in numbers {
        let answer = next[dealt(number, size)].next().copied().unwrap_or_default();
        nodes.homes.push(answer.home);
        nodes.is_shared.push(answer.is_shared != 0);
    }
    Ok(nodes)
}

/// Checks that no element is on two ranks.
pub(super) fn elements(channel: &mut Channel, numbers: &[u64]) -> Result<(), Error> {
    let cards = deal(channel, numbers.iter().map(|&number| (number, number)))?;
    let all = sorted(&cards, |number| *number);
    let twice = all.windows(2).find(|two| two[0].2 == two[1].2);
    let fault = twice.map_or(Ok(()), |two| {
        let [first, second] = [two[0].0 as u32, two[1].0 as u32];
        Err(Reason::ElementTwice { element: *two[0].2, first, second }.into())
    });
    channel.agree(fault)
}

/// Which faces of each tetrahedron of a part are exposed, a bit each: those between ranks are not.
pub(super) fn exposed_faces(
    channel: &mut Channel,
    part: &Part,
    nodes: &Nodes,
) -> Result<Vec<u8>, Error> {
    let size = channel.size();
    let (cards, outer) =
        part.mesh.as_ref().map_or_else(Default::default, |mesh| face_cards(mesh, part, nodes));
    let dealt_to = |card: &FaceCard| card.nodes[0].wrapping_add(card.nodes[1].rotate_left(21));
    let dealt_cards = deal(channel, cards.iter().map(|card| (dealt_to(card), *card)))?;
    let mut answers: Vec<Vec<u8>> = dealt_cards.iter().map(|list| vec![0; list.len()]).collect();
    let mut fault = Ok(());
    let all = sorted(&dealt_cards, |card| card.nodes);
    for group in all.chunk_by(|one, two| one.2.nodes == two.2.nodes) {
        fault = fault.and_then(|()| check_face(group));
        for &(rank, place, card) in group {
            answers[rank][place] = u8::from(group.len() == 1 && card.is_inner == 0);
        }
    }
    channel.agree(fault)?;
    let answers = channel.all_to_all(&answers)?;
    let mut next: Vec<_> = answers.iter().map(|list| list.iter()).collect();
    let mut exposed = vec![0; part.places.len()];
    let mut cards = cards.iter();
    for (tet, face, is_shared) in outer {
        let is_exposed = !is_shared || {
            let card = cards.next().copied().unwrap_or_default();
            next[dealt(dealt_to(&card), size)].next().is_some_and(|answer| *answer != 0)
        };
        exposed[tet] |= u8::from(is_exposed) << face;
    }
    Ok(exposed)
}

/// The faces whose nodes are all shared, the outer ones first; and all outer faces in order, with
/// whether they are among these.
fn face_cards(
    mesh: &TetMesh,
    part: &Part,
    nodes: &Nodes,
) -> (Vec<FaceCard>, Vec<(usize, usize, bool)>) {
    let (mut cards, mut inner, mut outer) = (Vec::new(), Vec::new(), Vec::new());
    for (tet, corners) in mesh.tets().iter().enumerate() {
        for (face, list) in FACES.iter().enumerate() {
            let own = list.map(|i| corners[i]);
            let is_shared = own.iter().all(|&n| nodes.is_shared[part.order[n as usize] as usize]);
            let is_inner = mesh.neighbors()[tet][face] != OUTSIDE;
            if is_shared {
                let mut sorted = own;
                sorted.sort_unstable();
                let at = own.iter().position(|n| *n == sorted[0]).unwrap_or(0);
                let card = FaceCard {
                    nodes: sorted.map(|node| mesh.node_number(node)),
                    element: part.elements[mesh.owners()[tet] as usize],
                    is_turned: u8::from(own[(at + 1) % 3] != sorted[1]),
                    is_inner: u8::from(is_inner),
                };
                if is_inner { &mut inner } else { &mut cards }.push(card);
            }
            if !is_inner {
                outer.push((tet, face, is_shared));
            }
        }
    }
    cards.append(&mut inner);
    (cards, outer)
}

/// Checks that a face is between two tetrahedra on its two sides. Inner faces come from both.
fn check_face(group: &[(usize, usize, &FaceCard)]) -> Result<(), Error> {
    let elements = || group.iter().map(|(.., card)| card.element).collect();
    let ranks = || group.iter().map(|(rank, ..)| *rank as u32).collect();
    let face = group[0].2.nodes;
    if group.len() > 2 {
        return Err(Reason::CrowdedRanks { face, elements: elements(), ranks: ranks() }.into());
    }
    if group.len() == 2 && group[0].2.is_turned == group[1].2.is_turned {
        return Err(Reason::SameSideRanks { face, elements: elements(), ranks: ranks() }.into());
    }
    Ok(())
}

/// Tells ranks of the units of others at the nodes that they share: node of this rank, unit.
pub(super) fn shared_units(
    channel: &mut Channel,
    cards: &[(u64, u32)],
    node_of: impl Fn(u64) -> Option<u32>,
) -> Result<Vec<(u32, SharedUnit)>, Error> {
    let cards = cards.iter().map(|&(number, slot)| (number, UnitCard { number, slot }));
    let dealt_cards = deal(channel, cards)?;
    let mut answers = vec![Vec::new(); channel.size()];
    let all = sorted(&dealt_cards, |card| card.number);
    for group in all.chunk_by(|one, two| one.2.number == two.2.number) {
        for ranks in group.chunk_by(|one, two| one.0 == two.0) {
            let rank = ranks[0].0;
            let others = group.iter().filter(|(other, ..)| *other != rank);
            answers[rank].extend(others.map(|(other, _, card)| {
                let unit = SharedUnit { rank: *other as u32, slot: card.slot };
                UnitAnswer { number: card.number, unit }
            }));
        }
    }
    let answers = channel.all_to_all(&answers)?;
    let own = answers.into_iter().flatten();
    Ok(own.filter_map(|answer| Some((node_of(answer.number)?, answer.unit))).collect())
}
