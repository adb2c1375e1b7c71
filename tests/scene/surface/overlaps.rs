//! Overlaps deeper than areas and corners see: one flagged contact for each, and no force.

use gapkit::mesh::TetMesh;
use gapkit::scene::{BodyOptions, Contact, Kind};

use super::{scene_of, simple, surfaces};
use crate::common::{block, shifted};

fn deep(contacts: &[Contact]) -> Vec<Contact> {
    contacts.iter().filter(|contact| contact.kind == Kind::Deep).copied().collect()
}

fn lower() -> TetMesh {
    block([8, 8, 8], [1.0; 3])
}

#[test]
fn a_shallow_overlap_is_not_flagged() {
    let upper = block([6, 6, 6], [0.6; 3]);
    for depth in [1e-12, 1e-6, 1e-3, 0.02] {
        let above = shifted(&upper, [0.21, 0.17, 1.0 - depth]);
        let mut scene = simple(0.01, &[lower(), above]);
        assert!(!scene.detect().is_empty());
        assert_eq!(deep(scene.contacts()), [], "{depth}");
    }
}

#[test]
fn an_overlap_of_several_elements_is_one_flagged_contact() {
    let upper = block([6, 6, 6], [0.6; 3]);
    for depth in [0.2, 0.35, 0.5] {
        let above = shifted(&upper, [0.21, 0.17, 1.0 - depth]);
        let mut scene = simple(0.01, &[lower(), above]);
        let found = deep(scene.detect());
        assert_eq!(found.len(), 1, "{depth}: {:#?}", scene.contacts());
        assert!(found[0].gap < 0.0 && found[0].area == 0.0);
    }
}

/// The same body twice, or two of the same outside: no node is below the other's surface, and no
/// facet faces another.
#[test]
fn bodies_that_coincide_are_flagged() {
    for cells in [[1, 1], [2, 2], [2, 3], [3, 3], [4, 5]] {
        let meshes = cells.map(|cells| block([cells; 3], [1.0; 3]));
        for thickness in [0.0, 0.01] {
            let options = BodyOptions::default().with_thickness(thickness).expect("a length");
            let mut scene = scene_of(surfaces(0.01), options, &meshes);
            scene.detect();
            let is_closed = |contact: &Contact| contact.gap < 0.0;
            assert!(scene.contacts().iter().any(is_closed), "{cells:?}");
            let found = deep(scene.contacts());
            assert!(found.len() == 1 || cells == [1, 1], "{cells:?}: {found:#?}");
        }
    }
}

#[test]
fn two_overlaps_of_two_bodies_are_two_flagged_contacts() {
    // A table on two legs, as one block with a notch below: two blocks joined by a plate.
    let cells = block([9, 3, 3], [0.9, 0.3, 0.3]);
    let is_leg = |tet: &&[u32; 4]| {
        let centre =
            |k: usize| tet.iter().map(|&node| cells.nodes()[node as usize][k]).sum::<f64>() / 4.0;
        centre(2) > 0.2 || centre(0) < 0.3 || centre(0) > 0.6
    };
    let tets: Vec<[u32; 4]> = cells.tets().iter().filter(is_leg).copied().collect();
    let table = TetMesh::new(cells.nodes().to_vec(), tets).expect("a table");
    let sunk = shifted(&table, [0.05, 0.35, 0.83]);
    let mut scene = simple(0.01, &[lower(), sunk]);
    assert_eq!(deep(scene.detect()).len(), 2);
}

#[test]
fn a_body_inside_another_is_flagged() {
    let inner = shifted(&block([2, 2, 2], [0.2; 3]), [0.41, 0.37, 0.43]);
    let mut scene = simple(0.01, &[lower(), inner.clone()]);
    assert_eq!(deep(scene.detect()).len(), 1);
    let outside = shifted(&inner, [2.0, 0.0, 0.0]);
    scene.set_positions(1, outside.nodes()).expect("positions");
    assert_eq!(scene.detect(), []);
}
