//! Pairs of facets: which of two pieces may be near each other, and what their features are.
//!
//! A pair of facets passes through three stages. The filter rules out pairs by their boxes and by
//! the planes between their centres, in lanes ([`filter`], over the [`blocks`] of a piece). What is
//! left is queued and measured by GJK, the pairs of all pieces of a job together so that lanes are
//! full ([`queue`], [`measure`]). Of pairs within the search radius the nodes and edges are
//! examined ([`features`]).

pub(super) mod blocks;

pub(super) mod filter;
pub(super) mod measure;
pub(super) mod queue;
pub(super) mod simplices;
