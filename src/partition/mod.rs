//! Convex pieces of tetrahedral meshes.
//!
//! A piece is a set of tetrahedra, connected through their faces, whose union is convex. Its
//! vertices are nodes of the mesh, so it moves with them. [`Options::partition`] puts every
//! tetrahedron into exactly one piece.
//!
//! **The test.** A fan is the set of tetrahedra of a piece that follow each other round an edge. A
//! piece is convex if and only if no fan is reflex, that is, none fills more than half a turn. This
//! is the theorem of H. Tietze (Über Konvexheit im kleinen und im großen, Math. Z. 28, 1928,
//! doi:10.1007/BF01181191) and S. Nakajima (Über konvexe Kurven und Flächen, Tohoku Math. J. 29,
//! 1928): a closed connected set is convex if it is convex near each of its points. Glue the
//! tetrahedra of a piece at their common faces only: the fans are then what lies near an edge. The
//! theorem asks for the corners too; that they need no test of their own has not been proven
//! here. It is checked: the tests compare the volume of every piece with that of its hull.
//! The sign that decides about a fan is exact ([`robust::orient3d`]), so at tolerance 0 there is no
//! rounding in the answer.
//!
//! **The tolerance.** A hinge, the two facets of a piece at an edge, may be bent inwards by this
//! many mean edges of the piece: seen along its edge, that is the distance of the edge from the
//! chord between the two far corners. This is the *defect* of a piece, for its deepest hinge: a
//! measure of one hinge at a time, cheap enough for every step of a solver. Where several hinges
//! bend the same way they add up, so a piece of up to 1,024 tetrahedra is also held against its
//! hull when it is made: it is proven that no point of its surface is deeper below the hull than
//! two tolerances. The default, [`ROUND_OFF`], only lets rounding pass, and hulls are not computed.
//! More makes pieces larger and their hulls overlap a little, which costs nothing in correctness
//! where the hull of a piece is a filter for what is inside. [`Statistics::hull_excess`] is the
//! volume of that overlap.
//!
//! **The protrusion.** For a search only, a piece need not be convex: its hull may overlap the rest
//! of the body as it likes, and only what sticks out of the body can cause a false candidate. With
//! [`Options::with_protrusion`] a piece is accepted if whatever is deeper below its hull than the
//! limit is inside the body. This is proven against all exposed facets of the mesh near the hull,
//! those of other pieces too, so a hull does not close a gap to another part of the body either. A
//! point on a hull is then about as far from the body as the limit at most; at a sharp edge of the
//! hull it can be farther, by one over the sine of half the angle. A part of such a piece has a
//! smaller hull, so it is accepted too: the optimised build drops what is neither exposed nor
//! needed to connect a piece, which leaves more possibilities to pack them.
//!
//! **Growth.** What lies in the gap of a reflex fan belongs to every convex union that holds the
//! piece. So a piece grows by a neighbour and whatever that entails, or not at all. The [fast
//! build](Build::Fast) does so from the boundary inwards; the [optimised](Build::Optimised) one
//! collects the pieces that can be reached, and covers one small region after the other with them
//! at least cost, until nothing more is gained. What costs time in a search for contacts is a piece
//! with a part of the boundary, an *active* piece, so their number is what is made small.
//!
//! **Deformation.** [`Partition::defects`] tells how far each piece is from convex with the nodes
//! at new positions, [`Partition::split`] splits those that are too far.

mod closure;
mod cover;
mod defect;
mod exchange;
mod exposed;
mod fan;
mod fast;
mod hinge;
mod hull;
mod lean;
mod neighbors;
mod options;
mod pack;
#[expect(clippy::module_inception, reason = "the concept of the module has its name")]
mod partition;
mod piece;
mod pool;
mod random;
mod shallow;
mod statistics;
mod surface;

pub use options::{Build, Options, ROUND_OFF};
pub use partition::Partition;
pub use piece::{Facet, Piece};
pub use statistics::Statistics;
