//! `gapkit body`.

use std::path::Path;

use super::{refusal, stdout};

#[test]
fn bodies_are_written_as_meshes_of_the_size_asked_for() {
    for (args, tets) in [
        (&["block", "--cells", "2", "3", "4"][..], 6 * 2 * 3 * 4),
        (&["sphere", "--radius", "2", "--layers", "2"], 20 * 8),
        (&["cylinder", "--sides", "5", "--rings", "1", "--layers", "2"], 5 * 2 * 3),
        // Four steps of the involute, and two below the base circle.
        (&["gear", "--teeth", "20", "--profile", "4"], 6 * 4 * 4 * (4 + 2)),
        (&["knot"], 660),
    ] {
        let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("body-{}.vtu", args[0]));
        let out = out.to_str().unwrap();
        let text = stdout(&[&["body"], args, &["--out", out]].concat());
        assert!(text.contains(&format!("{tets} tetrahedra")), "{text}");
        let info = stdout(&["info", out]);
        assert!(info.contains(&format!("tetrahedra       {tets}\n")), "{info}");
    }
    let info = stdout(&["info", concat!(env!("CARGO_TARGET_TMPDIR"), "/body-block.vtu")]);
    assert!(info.contains("0.0 .. 3.0") || info.contains("-1.5 .. 1.5"), "{info}");
    assert!(refusal(&["body", "knot"]).contains("--out"));
    let message = refusal(&["body", "sphere", "--radius", "-1", "--out", "never.vtu"]);
    assert!(message.contains("radius is -1"), "{message}");
    assert!(!Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("never.vtu").exists());
    let help = stdout(&["body", "--help"]);
    assert!(help.contains("Examples:\n  gapkit body block"), "{help}");
}
