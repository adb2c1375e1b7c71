//! Which contacts of a node push.
//!
//! The scene reports every point of the other surface that is *locally* nearest to a node. Over a face that
//! is flat but for a little deformation these come and go by the half-dozen, all within a hair of the same
//! gap. If each had a spring, the stiffness would jump, and with it the energy. So of contacts whose normals are
//! less than a right angle apart only the nearest pushes: the smallest of several gaps changes
//! continuously. Two walls that face each other both keep pushing.

use crate::Vec3;
use crate::scene::Contact;

/// A node of a contact.
#[derive(Debug, Clone, Copy)]
struct Claim {
    node: u32,
    body: u32,
    contact: u32,
    side: u8,
    gap: f64,
    /// Away from the node.
    normal: Vec3,
}

/// For each contact, whether the node on side A and the one on side B push.
#[derive(Debug, Default)]
pub(super) struct Claims {
    claims: Vec<Claim>,
    pub(super) pushes: Vec<[bool; 2]>,
}

impl Claims {
    /// Finds out for these contacts; `number` numbers the nodes of all bodies.
    pub(super) fn update(&mut self, contacts: &[Contact], number: impl Fn(u32, u32) -> usize) {
        self.claims.clear();
        for (contact, of) in contacts.iter().zip(0..) {
            for side in [0, 1] {
                let [own, other] = [&contact.sides[side], &contact.sides[1 - side]];
                if let [node] = *own.nodes() {
                    self.claims.push(Claim {
                        node: number(own.body, node) as u32,
                        body: other.body,
                        contact: of,
                        side: side as u8,
                        gap: contact.gap,
                        normal: if side == 0 { contact.normal } else { -contact.normal },
                    });
                }
            }
        }
        // Of the same node and body the nearest comes first; of equals, that with the smaller number.
        self.claims.sort_unstable_by(|a, b| {
            let key = |c: &Claim| (c.node, c.body);
            let gap = a.gap.total_cmp(&b.gap);
            key(a).cmp(&key(b)).then(gap).then((a.contact, a.side).cmp(&(b.contact, b.side)))
        });
        self.pushes.clear();
        self.pushes.resize(contacts.len(), [false; 2]);
        for group in self.claims.chunk_by(|a, b| (a.node, a.body) == (b.node, b.body)) {
            for (i, claim) in group.iter().enumerate() {
                let is_second =
                    group[..i].iter().any(|first| first.normal.dot(&claim.normal) > 0.0);
                self.pushes[claim.contact as usize][claim.side as usize] = !is_second;
            }
        }
    }
}
