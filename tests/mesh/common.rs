//! What several of the tests need.

use std::collections::{BTreeMap, BTreeSet};

use gapkit::mesh::{Boundary, TetMesh};

/// The volume inside a surface of outward triangles, by the divergence theorem.
pub(crate) fn enclosed(nodes: &[[f64; 3]], facets: &[[u32; 3]]) -> f64 {
    let six = |facet: &[u32; 3]| {
        let [a, b, c] = facet.map(|node| nodes[node as usize]);
        a[0] * (b[1] * c[2] - b[2] * c[1])
            + a[1] * (b[2] * c[0] - b[0] * c[2])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
    };
    facets.iter().map(six).sum::<f64>() / 6.0
}

/// How many facets have each directed edge.
pub(crate) fn directed_edges(facets: &[[u32; 3]]) -> BTreeMap<[u32; 2], usize> {
    let mut edges = BTreeMap::new();
    for &[a, b, c] in facets {
        for edge in [[a, b], [b, c], [c, a]] {
            *edges.entry(edge).or_insert(0) += 1;
        }
    }
    edges
}

/// Every edge belongs to exactly two facets, which run through it in opposite senses.
pub(crate) fn is_closed(facets: &[[u32; 3]]) -> bool {
    let edges = directed_edges(facets);
    edges.iter().all(|(&[a, b], &count)| count == 1 && edges.get(&[b, a]) == Some(&1))
}

/// Vertices minus edges plus faces.
pub(crate) fn euler(facets: &[[u32; 3]]) -> i64 {
    let vertices: BTreeSet<u32> = facets.iter().flatten().copied().collect();
    let edges = directed_edges(facets).keys().filter(|[a, b]| a < b).count();
    vertices.len() as i64 - edges as i64 + facets.len() as i64
}

/// The neighbours of a facet share the edge that they are listed for, in the opposite sense, and
/// are mutual.
pub(crate) fn assert_joined(surface: &Boundary) {
    let facets = surface.facets();
    for (i, neighbors) in surface.neighbors().iter().enumerate() {
        for edge in 0..3 {
            let (a, b) = (facets[i][edge], facets[i][(edge + 1) % 3]);
            let other = neighbors[edge] as usize;
            let back = (0..3).find(|&e| [facets[other][e], facets[other][(e + 1) % 3]] == [b, a]);
            let back =
                back.unwrap_or_else(|| panic!("facets {i} and {other} do not share {a}-{b}"));
            assert_eq!(surface.neighbors()[other][back], i as u32);
        }
    }
}

/// Everything that must hold for a body with a closed surface; returns the surface.
pub(crate) fn assert_sound(mesh: &TetMesh) -> Boundary {
    let (surface, summary) = (mesh.boundary(), mesh.summary());
    assert!(is_closed(surface.facets()));
    assert_joined(&surface);
    assert_eq!((summary.components, summary.orphans), (1, 0));
    assert!(summary.smallest_volume > 0.0);
    let enclosed = enclosed(mesh.nodes(), surface.facets());
    assert!((enclosed / summary.volume - 1.0).abs() < 1e-12, "{enclosed} {}", summary.volume);
    surface
}
