//! Parts of surfaces that may lie inside another body as a whole, where no facets are near each
//! other.

use super::{Candidates, Surroundings};
use crate::broad::{Bounds, Forest};
use crate::scene::world::World;

/// A connected part of a surface that may lie inside another body as a whole.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene) struct ContainmentCandidate {
    /// A node of the part.
    pub(in crate::scene) node: u32,
    pub(in crate::scene) body: u32,
    /// Lower bound on the signed distance of the node, plus the path lengths of both bodies at that
    /// time: the part is outside while this exceeds their path lengths.
    pub(in crate::scene) lower_bound: f64,
}

/// Finds the parts of surfaces that are in the box of a mesh that they can touch, in the order of
/// nodes and bodies. Returns the number of boxes that were compared with a node.
///
/// It uses a tree over the boxes of the meshes: there may be billions of pairs of bodies.
pub(in crate::scene) fn find(
    world: &World,
    boxes: &[Bounds],
    can_touch: &impl Fn(u32, u32) -> bool,
    found: &mut Vec<ContainmentCandidate>,
) -> u64 {
    found.clear();
    let of_mesh = |(span, bounds): (&crate::scene::world::Span, &Bounds)| {
        if span.facets.is_empty() || span.is_open { Bounds::EMPTY } else { *bounds }
    };
    // Nothing can be in what has no inside.
    if world.facets.is_empty() {
        return 0;
    }
    let meshes: Vec<Bounds> = world.spans.iter().zip(boxes).map(of_mesh).collect();
    let forest = Forest::new(&meshes, std::slice::from_ref(&(0..meshes.len())));
    let mut compared = 0;
    for (span, body) in world.spans.iter().zip(0..) {
        for &node in &span.parts {
            let first = found.len();
            forest.each(&Bounds::around([world.nodes[node as usize]]), |other| {
                compared += 1;
                // One part of a body can be in another part of it.
                let is_possible = body != other || span.parts.len() > 1;
                if is_possible && can_touch(body, other) {
                    found.push(ContainmentCandidate {
                        node,
                        body: other,
                        lower_bound: f64::NEG_INFINITY,
                    });
                }
            });
            found[first..].sort_unstable_by_key(|candidate| candidate.body);
        }
    }
    compared
}

impl Candidates {
    /// Finds parts of surfaces that may be inside others. Returns how many boxes were compared.
    pub(super) fn find_containments(
        &mut self,
        now: &Surroundings<impl Fn(u32, u32) -> bool + Sync>,
    ) -> u64 {
        let Self { boxes, containments, .. } = self;
        if !now.config.warns {
            return 0;
        }
        find(now.world, boxes, &now.can_touch, containments)
    }

    /// Finds them again where bodies have lost elements. What was outside of a body is no nearer to
    /// what is left of it, so that distances that are known stay lower bounds.
    pub(super) fn refresh_containments(
        &mut self,
        now: &Surroundings<impl Fn(u32, u32) -> bool + Sync>,
    ) {
        let of = |candidate: &ContainmentCandidate| (candidate.node, candidate.body);
        let mut known = std::mem::take(&mut self.containments);
        known.sort_unstable_by_key(of);
        self.find_containments(now);
        for candidate in &mut self.containments {
            if let Ok(at) = known.binary_search_by_key(&of(candidate), of) {
                candidate.lower_bound = known[at].lower_bound;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::mesh::{TetMesh, bodies};
    use crate::scene::{BodyOptions, Config, Scene};

    /// Blocks of all sizes about the origin: many are in the boxes of others.
    fn nested() -> Vec<TetMesh> {
        let at = |i: usize| {
            let size = 0.1 * 1.3f64.powi(i as i32 % 17);
            let mesh = bodies::block([1, 1, 1], [size; 3]).expect("a block");
            let shift = [(i * 7 % 23) as f64, (i * 11 % 19) as f64, (i * 5 % 17) as f64];
            let moved = |x: &[f64; 3]| [0, 1, 2].map(|k| x[k] + 0.2 * shift[k]);
            let nodes = mesh.nodes().iter().map(moved).collect();
            TetMesh::new(nodes, mesh.tets().to_vec()).expect("a block")
        };
        (0..120).map(at).collect()
    }

    #[test]
    fn parts_are_found_in_the_boxes_that_all_pairs_say() {
        let mut scene = Scene::new(Config::new(0.01).expect("a margin")).expect("threads");
        for (mesh, i) in nested().iter().zip(0..) {
            // Those of odd numbers do not touch each other.
            let options = BodyOptions::default().with_groups(1 << (i % 2)).with_mask(3 >> (i % 2));
            scene.add_mesh(mesh, options).expect("a mesh");
        }
        scene.add_plane([0.0; 3], [0.0, 0.0, 1.0], BodyOptions::default()).expect("a plane");
        scene.detect();
        let Scene { world, candidates, bodies, .. } = &scene;
        let mut wanted = Vec::new();
        for (span, body) in world.spans.iter().zip(0u32..) {
            for (&node, (bounds, other)) in span.parts.iter().flat_map(|node| {
                candidates.boxes.iter().zip(0u32..).map(move |bounds| (node, bounds))
            }) {
                let [one, two] = [body, other].map(|b| &bodies[b as usize].options);
                let is_mesh = !world.spans[other as usize].facets.is_empty();
                let may = body != other && is_mesh && one.can_touch(two);
                if may && bounds.holds(world.nodes[node as usize]) {
                    wanted.push((node, other));
                }
            }
        }
        let found: Vec<_> = candidates.containments.iter().map(|s| (s.node, s.body)).collect();
        assert!(wanted.len() > 100, "{}", wanted.len());
        assert_eq!(found, wanted);
    }
}
