//! The page of known contacts: every test that it names is one of ours.

use std::fs;
use std::path::Path;

/// The text of a file of the repository.
fn text(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Where the tests of a module are.
fn file(module: &str) -> String {
    match module.split_once("::") {
        Some(("solver", module)) => format!("crates/solver/tests/solver/{module}.rs"),
        _ => format!("tests/scene/{}.rs", module.replace("::", "/")),
    }
}

#[test]
fn the_page_of_known_contacts_names_tests_that_exist() {
    let page = text("docs/contacts.md");
    let quoted: Vec<&str> = page.split('`').skip(1).step_by(2).collect();
    let tests: Vec<_> = quoted.iter().filter_map(|name| name.rsplit_once("::")).collect();
    for (module, name) in &tests {
        let file = file(module);
        let test = format!("\nfn {name}() {{");
        assert!(text(&file).contains(&test), "{name} is not in {file}");
    }
    assert!(tests.len() >= 20, "{}", tests.len());
    // All closed forms are on the page.
    for module in ["surface/known", "surface/gears", "surface/ridges", "surface/overlaps"] {
        let source = text(&format!("tests/scene/{module}.rs"));
        for name in source.split("#[test]\nfn ").skip(1).filter_map(|rest| rest.split('(').next()) {
            assert!(page.contains(&format!("::{name}`")), "{name} is not on the page");
        }
    }
}
