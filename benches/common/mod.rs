//! What the benches share: a timer, pairs, the peer, and the page the tables go to.

#![allow(dead_code, reason = "shared by benches, none of which uses all of it")]

pub(crate) mod measure;
pub(crate) mod page;
pub(crate) mod pairs;
pub(crate) mod peer;
pub(crate) mod peer_queries;
mod touching;
