//! `include/gapkit.h` is what cbindgen makes of `src/capi` as it is now, in chapters.

use super::book::arranged;
use super::common::{blessed, file};

fn generated() -> String {
    let root = env!("CARGO_MANIFEST_DIR");
    let config = cbindgen::Config::from_file(format!("{root}/cbindgen.toml")).expect("a config");
    // From the sources of the interface alone: the rest of the crate is no part of the header.
    let mut builder = cbindgen::Builder::new().with_config(config);
    let mut sources: Vec<_> = std::fs::read_dir(format!("{root}/src/capi"))
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| !path.ends_with("mod.rs"))
        .collect();
    sources.sort();
    for source in sources {
        builder = builder.with_src(source);
    }
    let mut text = Vec::new();
    builder.generate().expect("cbindgen understands src/capi").write(&mut text);
    arranged(&String::from_utf8(text).expect("UTF-8"))
}

#[test]
fn the_header_is_fresh() {
    let generated = generated();
    if blessed("include/gapkit.h", &generated) {
        return;
    }
    assert!(
        generated == file("include/gapkit.h"),
        "include/gapkit.h is stale: GAPKIT_BLESS=1 cargo test --test capi header"
    );
}
