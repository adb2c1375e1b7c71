//! Surfaces as STL. The text form keeps all digits of the nodes, which the binary one would not.

use std::fmt::Write as _;

use gapkit::Vec3;

/// The file of a surface with triangles that are counterclockwise as seen from outside.
pub(super) fn text(nodes: &[[f64; 3]], facets: &[[u32; 3]]) -> String {
    let mut text = String::from("solid gapkit\n");
    for facet in facets {
        // Zeros without a sign.
        let corners = facet.map(|node| nodes[node as usize].map(|x| x + 0.0));
        let [a, b, c] = corners.map(Vec3::from);
        let normal = (b - a).cross(&(c - a)).try_normalize(0.0).unwrap_or_default().add_scalar(0.0);
        // Writing to a string does not fail.
        let _ = writeln!(text, "facet normal {:e} {:e} {:e}", normal.x, normal.y, normal.z);
        text.push_str("outer loop\n");
        for [x, y, z] in corners {
            let _ = writeln!(text, "vertex {x:e} {y:e} {z:e}");
        }
        text.push_str("endloop\nendfacet\n");
    }
    text.push_str("endsolid gapkit\n");
    text
}
