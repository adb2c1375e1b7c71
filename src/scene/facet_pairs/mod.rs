//! Pairs of facets: which of two pieces may be near each other.
//!
//! A search of two pieces rules out pairs by their boxes and by the planes between their centres, in
//! lanes ([`search`], [`filter`], over the [`blocks`] of a piece). What is left is listed for as long
//! as nothing else can have come near ([`near_pairs`], [`changes`]). In each detection the list is scanned
//! ([`scan`]): pairs that can be within the search radius go on to their records; at the resolution
//! of features they are measured by GJK first, in lanes ([`measure`]).

pub(super) mod blocks;
mod changes;
pub(super) mod facet_set;
pub(super) mod filter;
pub(super) mod found_pairs;
pub(super) mod measure;
pub(super) mod near_pairs;
mod pair_order;
pub(super) mod scan;
pub(super) mod search;
pub(super) mod simplices;
