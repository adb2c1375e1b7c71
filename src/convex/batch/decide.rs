//! Yes or no in all lanes at once: the search of [`boolean`](crate::convex::boolean) with a
//! separating plane as its end.

use super::super::search::Limits;
use super::block::{Block, Vertex};
use super::face::Face;
use super::search::{State, begin, run, start};
use crate::convex::tolerances::{CONTACT_ZERO, NEGATIVE_WEIGHT};
use crate::simd::{Part, Wide};

/// A boolean search in each lane that is to `go`.
pub(super) struct Decide<'a, W: Wide> {
    pub(super) block: &'a Block<W>,
    pub(super) limits: &'a Limits,
    pub(super) go: W::Mask,
}

/// The lanes in which something was proven.
pub(super) struct Decided<W: Wide> {
    pub(super) disjoint: W::Mask,
    pub(super) meeting: W::Mask,
}

impl<W: Wide> Part for Decide<'_, W> {
    type Output = Decided<W>;

    #[inline(always)]
    fn run(self) -> Decided<W> {
        let Self { block, limits, go } = self;
        let (mut state, go) = begin::<W, 0, 0>(block, limits, &start::<W, 0, 0>(block), go);
        // A point inside the difference is the first vertex, which saves a support call.
        let newest = state.face.kept[2];
        let inside = block.apart::<0, 0>().times(W::all(1.0 / block.padded() as f64));
        let most = inside.x.abs().max(inside.y.abs()).max(inside.z.abs());
        let centred = go & most.at_most(W::all(CONTACT_ZERO * f64::EPSILON) * block.extent);
        let go = go & !centred;
        let direction = state.face.direction;
        state.face = Face::vertex(Vertex { s: inside, name: newest.name });
        state.face.direction = direction;
        state.face.step_from_vertex(&newest, go);
        run::<W, 0, 0, 2>(block, limits, &mut state, go);
        Decided {
            disjoint: state.beyond & !centred,
            meeting: centred | holds_origin(block, &state),
        }
    }
}

/// Where the weights of a tetrahedron bring its vertices together at the origin.
#[inline(always)]
fn holds_origin<W: Wide>(block: &Block<W>, state: &State<W>) -> W::Mask {
    let inside = state.face.whole;
    let last = state.last();
    let [p, q, r, t] = state.face.weights(&last);
    let sum = (p + q) + (r + t);
    let d = last.s;
    let [a, b, c] = [state.face.kept[0].s - d, state.face.kept[1].s - d, state.face.kept[2].s - d];
    let v = d.times(sum) + a.times(p) + b.times(q) + c.times(r);
    let least = W::all(NEGATIVE_WEIGHT) * sum;
    let convex = least.at_most(p) & least.at_most(q) & least.at_most(r) & least.at_most(t);
    let most = W::all(CONTACT_ZERO * f64::EPSILON) * block.extent * sum;
    inside & convex & v.dot(&v).at_most(most * most)
}
