//! Bodies that overlap though no node is inside and no pair of edges makes a contact: corners of
//! coarse meshes that cut each other. No overlap may be missed, so the tetrahedra that meet there
//! make one contact.

use super::build_contact::{Meeting, Scope};
use super::inside::pierces;
use crate::broad::Bounds;
use crate::penetration::SignedGap;
use crate::scene::contact::Contact;
use crate::shape::PointSet;

/// Scratch memory.
#[derive(Debug, Default)]
pub(in crate::scene) struct OverlapScratch {
    /// Bodies that go through each other, and whether that makes contacts of its own.
    pairs: Vec<([u32; 2], bool)>,
    /// Bodies with a contact of negative gap.
    penetrating: Vec<[u32; 2]>,
}

impl OverlapScratch {
    /// Adds a contact for each pair of bodies that go through each other deeper than what `hidden`
    /// says of the pair and of whether it has nodes inside; `None` if other contacts show it.
    pub(in crate::scene) fn add_contacts(
        &mut self,
        scope: &Scope,
        hidden: impl Fn([u32; 2], bool) -> Option<f64>,
        contacts: &mut Vec<Contact>,
    ) {
        let pairs = &mut self.pairs;
        let in_order = |a: u32, b: u32| [a.min(b), a.max(b)];
        pairs.clear();
        pairs.extend(scope.piercing.iter().map(|p| (in_order(p[0], p[1]), false)));
        pairs.dedup();
        pairs.sort_unstable();
        pairs.dedup();
        let inside = if pairs.is_empty() { &[] } else { scope.inside };
        for &[node, body] in inside {
            let bodies = in_order(scope.world.node_body[node as usize], body);
            if let Ok(at) = pairs.binary_search_by_key(&bodies, |(pair, _)| *pair) {
                pairs[at].1 = true;
            }
        }
        // What has no tetrahedra has none that overlap.
        let is_solid = |body: u32| !scope.world.spans[body as usize].is_hollow();
        let are_solid = |[a, b]: [u32; 2]| a != b && is_solid(a) && is_solid(b);
        let apart = pairs.iter().filter(|(pair, _)| are_solid(*pair));
        contacts.extend(apart.filter_map(|&(pair, has_nodes)| {
            let depth = hidden(pair, has_nodes)?;
            deepest(scope, pair, depth)
        }));
    }

    /// The same for bodies that have no contact of negative gap, without their layers, in the list.
    pub(in crate::scene) fn add_hidden(&mut self, scope: &Scope, contacts: &mut Vec<Contact>) {
        let penetrates = |contact: &&Contact| {
            let both: f64 = contact.sides.iter().map(|s| scope.thickness[s.body as usize]).sum();
            contact.gap + both < 0.0
        };
        let mut penetrating = std::mem::take(&mut self.penetrating);
        penetrating.clear();
        penetrating.extend(contacts.iter().filter(penetrates).map(Contact::bodies));
        penetrating.dedup();
        penetrating.sort_unstable();
        // Nodes inside a body make contacts of their own, even if it is only touched.
        let hidden = |pair, has_nodes: bool| {
            (!has_nodes && penetrating.binary_search(&pair).is_err()).then_some(0.0)
        };
        self.add_contacts(scope, hidden, contacts);
        self.penetrating = penetrating;
    }
}

/// The contact of the two tetrahedra that overlap most, of those with an edge of one through a
/// facet of the other; `None` if they do not by more than a depth.
fn deepest(scope: &Scope, [a, b]: [u32; 2], depth: f64) -> Option<Contact> {
    let mut best: Option<([u32; 2], SignedGap)> = None;
    for [one, two] in [[a, b], [b, a]] {
        for &[_, _, edge] in scope.piercing_of([one, two]) {
            if scope.stop.is_wanted() {
                return None;
            }
            for facet in pierced(scope, edge, two) {
                let own = scope.world.edges[edge as usize].facets[0];
                let facets = if one == a { [own, facet] } else { [facet, own] };
                let gap = of_tets(scope, facets);
                let key = (gap.gap, facets);
                let rounding = scope.world.rounding(&nodes_of(scope, facets));
                if gap.gap < -rounding.max(depth)
                    && best.as_ref().is_none_or(|b| key < (b.1.gap, b.0))
                {
                    best = Some((facets, gap));
                }
            }
        }
    }
    let (facets, gap) = best?;
    let side = |i: usize, vertices: &[u32; 4]| {
        let tet = scope.world.tets[scope.world.facet_tets[facets[i] as usize] as usize];
        let nodes = vertices[..gap.vertex_count].iter().map(|&vertex| tet[vertex as usize]);
        scope.side_at(facets[i], scope.weighted(nodes.zip(gap.weight)))
    };
    let sides = [side(0, &gap.vertex_a), side(1, &gap.vertex_b)];
    scope.build(sides, Meeting::from(&gap))
}

/// The facets of a body that an edge meets.
fn pierced(scope: &Scope, edge: u32, body: u32) -> impl Iterator<Item = u32> {
    let world = scope.world;
    let ends = world.edges[edge as usize].nodes.map(|node| world.nodes[node as usize]);
    let around = Bounds::around(ends);
    world.spans[body as usize].facets.clone().map(|facet| facet as u32).filter(move |&facet| {
        world.boxes[facet as usize].meets(&around) && pierces(world, edge, facet)
    })
}

/// The nodes of the tetrahedra of two facets.
fn nodes_of(scope: &Scope, facets: [u32; 2]) -> [u32; 8] {
    let world = scope.world;
    let [one, two] = facets.map(|facet| world.tets[world.facet_tets[facet as usize] as usize]);
    [one[0], one[1], one[2], one[3], two[0], two[1], two[2], two[3]]
}

/// The signed gap of the tetrahedra of two facets.
fn of_tets(scope: &Scope, facets: [u32; 2]) -> SignedGap {
    let world = scope.world;
    let points = facets.map(|facet| {
        let tet = world.tets[world.facet_tets[facet as usize] as usize];
        tet.map(|node| world.nodes[node as usize])
    });
    let [a, b] = points.each_ref().map(|list| PointSet::checked(list));
    scope.depth.signed_gap(&a, &b)
}
