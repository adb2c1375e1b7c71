//! What the tests of the C interface share.

/// A file of the repository.
pub(crate) fn file(path: &str) -> String {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Writes a file that is kept in the repository anew, if `GAPKIT_BLESS` says so.
pub(crate) fn blessed(path: &str, text: &str) -> bool {
    let bless = std::env::var_os("GAPKIT_BLESS").is_some();
    if bless {
        let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
        std::fs::write(path, text).expect("the repository can be written");
    }
    bless
}
