//! Pairs of pieces at the resolution of pieces: one contact for each pair.

pub(in crate::scene) mod tets;

use smallvec::SmallVec;

use crate::scene::contact::{Contact, Part, Side};
use crate::scene::records::facet::build_contact::{Meeting, Scope};
use crate::scene::records::shape::contact::signed_gap;
use crate::scene::weights::Weighted;
use crate::scene::world::World;
use crate::shape::{PointSet, SupportMap};

/// The vertices of a piece, side by side.
type Vertices = SmallVec<[[f64; 3]; 32]>;

/// The positions of the vertices of a piece.
pub(in crate::scene) fn vertices(world: &World, piece: u32) -> impl Iterator<Item = [f64; 3]> {
    world.piece_vertices.of(piece).iter().map(|&node| world.nodes[node as usize])
}

/// The contact of two pieces.
pub(in crate::scene) fn contact_of_pieces(scope: &Scope, pair: [u32; 2]) -> Option<Contact> {
    let points = pair.map(|piece| vertices(scope.world, piece).collect::<Vertices>());
    let [a, b] = points.each_ref().map(|list| PointSet::checked(list));
    let gap = scope.depth.signed_gap(&a, &b);
    let of = |piece: u32, list: [u32; 4]| {
        piece_side(scope.world, piece, &list[..gap.vertex_count], &gap.weight)
    };
    let sides = [of(pair[0], gap.vertex_a), of(pair[1], gap.vertex_b)];
    scope.build(sides, Meeting::from(&gap))
}

/// The contact of a piece and a shape.
pub(in crate::scene) fn piece_on_shape(
    scope: &Scope,
    piece: u32,
    shape_body: u32,
    shape: &dyn SupportMap,
) -> Option<Contact> {
    let points: Vertices = vertices(scope.world, piece).collect();
    let gap = signed_gap(scope, &PointSet::checked(&points), shape);
    let sides = [
        piece_side(scope.world, piece, &gap.vertex_a[..gap.vertex_count], &gap.weight),
        scope.side(shape_body, None, Weighted::default()),
    ];
    scope.build(sides, Meeting::from(&gap))
}

/// The side of a contact that is a piece: its vertices with the weights added up.
fn piece_side(world: &World, piece: u32, vertices: &[u32], weights: &[f64; 4]) -> Side {
    let body = world.piece_body[piece as usize];
    let span = &world.spans[body as usize];
    let nodes = world.piece_vertices.of(piece);
    let carrying = vertices.iter().map(|&v| nodes[v as usize]).zip(weights.iter().copied());
    let weighted = Weighted::new(carrying, |node| world.at(node));
    let local = weighted.counted_from(span.nodes.start as u32);
    let element = Some(world.piece_element[piece as usize]);
    Side::new(body, Part::Piece(piece - span.pieces.start as u32), element, &local)
}

/// Whether two pieces share a node. Both lists are in ascending order.
pub(in crate::scene) fn are_joined(world: &World, [a, b]: [u32; 2]) -> bool {
    if a == b || world.piece_body[a as usize] != world.piece_body[b as usize] {
        return a == b;
    }
    let (one, two) = (world.piece_vertices.of(a), world.piece_vertices.of(b));
    let (mut i, mut j) = (0, 0);
    while i < one.len() && j < two.len() {
        match one[i].cmp(&two[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => return true,
        }
    }
    false
}
