//! Derivatives of contacts, for implicit codes.

use super::pointer::slice_mut;
use super::scene::{HostedScene, gapkit_scene, with_scene};
use super::sized::{self, Growing};
use super::status::{Failure, GAPKIT_BAD_ARGUMENT, GAPKIT_NOT_SUPPORTED, gapkit_status};
use crate::scene::{Contact, Derivatives, Row};

/// The derivatives of a contact by the coordinates of its nodes. Each has 18 columns: x, y and z of
/// three nodes of A, then of three nodes of B; where there are fewer nodes, the columns that are
/// left are 0.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct gapkit_derivatives {
    /// sizeof(gapkit_derivatives)
    pub size: usize,
    /// The nodes of A, by the host's numbers, in ascending order: for a point of an area all three
    /// of the facet, whatever their weights. -1 beyond `node_count_a`.
    pub node_a: [i64; 3],
    /// Those of B.
    pub node_b: [i64; 3],
    /// The weights of the nodes of A, of which some may be 0.
    pub weight_a: [f64; 3],
    /// Those of B.
    pub weight_b: [f64; 3],
    /// The derivatives of the gap.
    pub gap: [f64; 18],
    /// Those of the area; 0 where it is not a function of these nodes alone, as for sharp nodes and
    /// nearest features, whose area is best held fixed in an iteration.
    pub area: [f64; 18],
    /// Those of the normal: 18 of its x, then of its y, then of its z.
    pub normal: [f64; 54],
    /// Those of the weights of A: 18 of the first node, then of the second, then of the third.
    pub weights_a: [f64; 54],
    /// Those of the weights of B.
    pub weights_b: [f64; 54],
    /// How many nodes of A there are, 0 to 3.
    pub node_count_a: i32,
    /// Those of B.
    pub node_count_b: i32,
}

// SAFETY: `repr(C)` with plain numbers, the size first.
unsafe impl Growing for gapkit_derivatives {
    const NAME: &'static str = "derivatives";
    const FIRST: usize = size_of::<Self>();

    fn preset() -> Self {
        Self {
            size: size_of::<Self>(),
            node_a: [-1; 3],
            node_b: [-1; 3],
            weight_a: [0.0; 3],
            weight_b: [0.0; 3],
            gap: [0.0; 18],
            area: [0.0; 18],
            normal: [0.0; 54],
            weights_a: [0.0; 54],
            weights_b: [0.0; 54],
            node_count_a: 0,
            node_count_b: 0,
        }
    }
}

/// Three rows, one after the other.
fn flat(rows: &[Row; 3]) -> [f64; 54] {
    let mut numbers = [0.0; 54];
    numbers.copy_from_slice(rows.as_flattened());
    numbers
}

impl HostedScene {
    /// A contact and its derivatives.
    fn derivatives(&self, contact: usize) -> Result<(&Contact, Derivatives), Failure> {
        let contacts = self.scene.contacts();
        let Some(found) = contacts.get(contact) else {
            let text = format!("`contact` is {contact}; there are {} contacts", contacts.len());
            return Err(Failure::new(GAPKIT_BAD_ARGUMENT, text));
        };
        let derivatives = self.scene.derivatives(contact).ok_or_else(|| {
            let text = format!("contact {contact} has no derivatives in closed form");
            Failure::new(GAPKIT_NOT_SUPPORTED, text)
        })?;
        Ok((found, derivatives))
    }

    /// The nodes of a side by the host's numbers.
    fn named(&self, contact: &Contact, found: &Derivatives, side: usize) -> [i64; 3] {
        let numbers = &self.numbers[contact.sides[side].body as usize];
        let mut nodes = [-1; 3];
        for (place, &node) in nodes.iter_mut().zip(&found.nodes[side][..found.counts[side]]) {
            *place = numbers.node(node);
        }
        nodes
    }
}

/// Gives the derivatives of a contact, by its index in `gapkit_scene_contacts` (from 0), at the
/// present positions. `size` is sizeof(gapkit_derivatives) of the caller's header. Contacts with
/// rigid shapes, of pieces, of deep overlaps and of features that coincide have none:
/// GAPKIT_NOT_SUPPORTED.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_derivatives(
    scene: *const gapkit_scene,
    contact: usize,
    derivatives: *mut gapkit_derivatives,
    size: usize,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        let (contact, found) = hosted.derivatives(contact)?;
        let [node_a, node_b] = [0, 1].map(|side| hosted.named(contact, &found, side));
        let value = gapkit_derivatives {
            size,
            node_a,
            node_b,
            weight_a: found.weights[0],
            weight_b: found.weights[1],
            gap: found.gap_by,
            area: found.area_by,
            normal: flat(&found.normal_by),
            weights_a: flat(&found.weights_by[0]),
            weights_b: flat(&found.weights_by[1]),
            node_count_a: found.counts[0] as i32,
            node_count_b: found.counts[1] as i32,
        };
        // SAFETY: the caller's memory, as the header asks.
        unsafe { sized::write(derivatives, size, &value) }
    })
}

/// Gives the derivatives of the forces of a contact on its nodes under a pressure which is a
/// function of the gap, and whose derivative by the gap is `slope` (negative where it pushes):
/// `matrix` has 18 rows of 18 columns, both x, y and z of the nodes in the order of
/// `gapkit_scene_derivatives`. The force on the nodes of B is pressure times area times weight along
/// the normal, and the opposite on those of A.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_stiffness(
    scene: *const gapkit_scene,
    contact: usize,
    pressure: f64,
    slope: f64,
    matrix: *mut f64,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        for (name, value) in [("pressure", pressure), ("slope", slope)] {
            if !value.is_finite() {
                let text = format!("`{name}` is {value}; it must be finite");
                return Err(Failure::new(GAPKIT_BAD_ARGUMENT, text));
            }
        }
        let (contact, found) = hosted.derivatives(contact)?;
        // SAFETY: the caller's memory, as the header asks.
        let target = unsafe { slice_mut("matrix", matrix, 18 * 18) }?;
        target.copy_from_slice(found.forces_by(contact, pressure, slope).as_flattened());
        Ok(())
    })
}
