//! Forces on nodes of other ranks go home.
//!
//! A contact is reported by the rank of its first node, but pushes others as well. Those that the rank
//! does not have are its ghosts. Their forces go to the ranks that found the contacts, which know whom
//! they belong to, and from there to their owners: along the ways that positions come, so that no rank
//! has to ask who else has something for it.

use super::plain::{self, Plain};
use super::report::Ghost;
use super::scene::Scene;
use crate::error::{Error, Reason};

impl Scene {
    /// How many nodes carry contacts of this rank that it does not have: see
    /// [`Node::ghost`](super::Node::ghost).
    #[must_use]
    pub fn ghost_count(&self) -> usize {
        self.report.ghosts.len()
    }

    /// Sends the forces on ghosts, one for each, to the ranks that their nodes belong to, and hands
    /// those that came here to `add`: body, index of the node, force. They come in an order that
    /// depends on nothing but the contacts and the number of ranks. Collective.
    ///
    /// # Errors
    /// If there is not one finite force for each ghost on some rank, on all ranks; if ranks cannot
    /// communicate.
    pub fn exchange_forces(
        &mut self,
        ghosts: &[[f64; 3]],
        mut add: impl FnMut(u32, u32, [f64; 3]),
    ) -> Result<(), Error> {
        self.channel.check()?;
        let checked = check(ghosts, self.report.ghosts.len());
        self.channel.agree(checked)?;
        let sums = self.send_to_finders(ghosts)?;
        let Some(plan) = &self.plan else { return Ok(()) };
        let own = self.channel.rank();
        let of_route = |nodes: &[u32]| -> Vec<u8> {
            let forces: Vec<[f64; 3]> = nodes.iter().map(|&node| sums[node as usize]).collect();
            plain::encode(&forces)
        };
        let others = plan.incoming.iter().filter(|route| route.rank != own);
        let outgoing: Vec<_> = others.map(|route| (route.rank, of_route(&route.nodes))).collect();
        let others = plan.outgoing.iter().filter(|route| route.rank != own);
        let mut incoming: Vec<_> =
            others.map(|route| (route.rank, vec![0; 24 * route.nodes.len()])).collect();
        self.channel.exchange(&outgoing, &mut incoming)?;
        let mut is_whole = true;
        for route in &plan.outgoing {
            let bytes = match incoming.iter().find(|(rank, _)| *rank == route.rank) {
                Some((_, bytes)) => bytes.clone(),
                None => {
                    let own = plan.incoming.iter().find(|other| other.rank == route.rank);
                    own.map_or_else(Vec::new, |own| of_route(&own.nodes))
                }
            };
            let forces: Vec<[f64; 3]> = plain::decode(&bytes).unwrap_or_default();
            is_whole &= forces.len() == route.nodes.len();
            for (&node, force) in route.nodes.iter().zip(forces) {
                if force != [0.0; 3] {
                    let (body, index) = self.given.place_of(node);
                    add(body, index, force);
                }
            }
        }
        if is_whole { Ok(()) } else { Err(self.channel.garbled()) }
    }

    /// Sends the forces on ghosts to the ranks that found their contacts; the sums for the nodes of the
    /// plan of this rank.
    fn send_to_finders(&mut self, ghosts: &[[f64; 3]]) -> Result<Vec<[f64; 3]>, Error> {
        let own = self.channel.rank();
        let sources = &self.report.sources;
        let mut lists: Vec<(usize, Vec<u8>)> =
            sources.iter().map(|source| (source.rank, Vec::new())).collect();
        for (Ghost { source, planned }, force) in self.report.ghosts.iter().zip(ghosts) {
            planned.put(&mut lists[*source].1);
            force.put(&mut lists[*source].1);
        }
        let mine = lists.iter().position(|(rank, _)| *rank == own).map(|at| lists.remove(at).1);
        let Some(plan) = &self.plan else { return Ok(Vec::new()) };
        let from = plan.incoming.iter().map(|route| route.rank).filter(|rank| *rank != own);
        let from: Vec<usize> = from.collect();
        let count = plan.nodes.len();
        let mut incoming = self.channel.exchange_any(&lists, &from)?;
        incoming.push((own, mine.unwrap_or_default()));
        incoming.sort_by_key(|(rank, _)| *rank);
        let mut sums = vec![[0.0; 3]; count];
        for (_, bytes) in &incoming {
            for mut bytes in bytes.chunks(28) {
                let node = u32::take(&mut bytes).ok_or_else(|| self.channel.garbled())?;
                let force: [f64; 3] =
                    Plain::take(&mut bytes).ok_or_else(|| self.channel.garbled())?;
                let sum = sums.get_mut(node as usize).ok_or_else(|| self.channel.garbled())?;
                (0..3).for_each(|k| sum[k] += force[k]);
            }
        }
        Ok(sums)
    }
}

fn check(ghosts: &[[f64; 3]], count: usize) -> Result<(), Error> {
    if ghosts.len() != count {
        return Err(Reason::GhostCount { given: ghosts.len(), count }.into());
    }
    let bad = ghosts.as_flattened().iter().find(|x| !x.is_finite());
    bad.map_or(Ok(()), |&value| {
        Err(Reason::BadParameter { name: "force on a ghost", value, limit: "a number" }.into())
    })
}
