//! `gapkit detect --out FILE.vtm`: the surfaces beside the contacts.

use std::fs;
use std::path::Path;

use super::{file, stdout};

#[test]
fn surfaces_are_blocks_beside_the_contacts_with_the_names_of_the_bodies() {
    let nodes = "11, 0, 0, 0\n12, 1, 0, 0\n13, 0, 1, 0\n14, 0, 0, 1\n\
                 21, 0, 0, -0.1\n22, 1, 0, -0.1\n23, 0, 1, -0.1\n24, 0, 0, -1.1\n";
    let sets = "*ELEMENT, TYPE=C3D4, ELSET=upper\n71, 11, 12, 13, 14\n\
                *ELEMENT, TYPE=C3D4, ELSET=lower\n81, 21, 23, 22, 24\n";
    let mesh = file("blocks.inp", format!("*NODE\n{nodes}{sets}"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("blocks out");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let out = folder.join("all.vtm");
    let options = ["detect", "--margin", "0.2", "--out", out.to_str().unwrap()];
    stdout(&[&options[..], &[mesh.to_str().unwrap()]].concat());
    let text = fs::read_to_string(&out).unwrap();
    let names: Vec<&str> =
        text.split("name=\"").skip(1).filter_map(|s| s.split('"').next()).collect();
    assert_eq!(names, ["contacts", "upper", "lower"]);
    for part in text.split("file=\"").skip(1).filter_map(|s| s.split('"').next()) {
        let content = fs::read(folder.join(part)).unwrap();
        assert!(String::from_utf8_lossy(&content).contains("PolyData"), "{part}");
    }
    // A folder that cannot be made is an error with its name, and no list is left behind.
    let blocked = folder.join("blocked.vtm");
    fs::write(folder.join("blocked"), "a file").unwrap();
    let options = ["detect", "--margin", "0.2", "--out", blocked.to_str().unwrap()];
    let message = super::refusal(&[&options[..], &[mesh.to_str().unwrap()]].concat());
    assert!(message.contains("blocked"), "{message}");
    assert!(!blocked.exists());
}
