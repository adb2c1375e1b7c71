//! What programs that were compiled before rely on: functions, constants, and where the fields of
//! structs are.

use gapkit::capi::*;

use super::book::NOT_STABLE;
use super::common::{blessed, file};
use super::parse::{constants, functions, layout, structs};

/// The interface of the header, a line for each thing that must stay.
fn interface() -> String {
    let header = file("include/gapkit.h");
    let mut lines = vec![
        "# The binary interface; see docs/abi.md. Made by GAPKIT_BLESS=1 cargo test --test capi abi".into(),
    ];
    let functions = functions(&header);
    let stable = functions.iter().filter(|name| !name.starts_with(NOT_STABLE));
    lines.extend(stable.map(|name| format!("function {name}")));
    let constants = constants(&header);
    lines.extend(constants.iter().map(|(name, value)| format!("constant {name} {value}")));
    for found in structs(&header) {
        let (offsets, size) = layout(&found.fields);
        lines.push(format!("struct {} {size}", found.name));
        lines.extend(found.fields.iter().zip(offsets).map(|(field, offset)| {
            format!("field {} {} {offset} {} {}", found.name, field.name, field.kind, field.count)
        }));
    }
    lines.join("\n") + "\n"
}

#[test]
fn the_interface_is_the_one_on_the_list() {
    let interface = interface();
    if blessed("include/gapkit.abi", &interface) {
        return;
    }
    let list = file("include/gapkit.abi");
    let missing: Vec<_> =
        list.lines().filter(|line| !interface.lines().any(|l| l == *line)).collect();
    assert!(missing.is_empty(), "gone or changed, which breaks programs: {missing:#?}");
    let added: Vec<_> =
        interface.lines().filter(|line| !list.lines().any(|l| l == *line)).collect();
    assert!(
        added.is_empty(),
        "not on the list include/gapkit.abi; if it was meant, bless: {added:#?}"
    );
    assert_eq!(interface, list);
}

#[test]
fn structs_are_as_large_in_rust() {
    let header = file("include/gapkit.h");
    let sizes: Vec<(String, usize)> =
        structs(&header).iter().map(|s| (s.name.clone(), layout(&s.fields).1)).collect();
    macro_rules! same {
        ($($name:ident)*) => {
            let mut known = vec![$((stringify!($name).to_owned(), size_of::<$name>())),*];
            let mut sizes = sizes;
            known.sort();
            sizes.sort();
            assert_eq!(sizes, known);
        };
    }
    same!(gapkit_answer gapkit_body_options gapkit_cache gapkit_comm gapkit_contact gapkit_contact_nodes gapkit_depth gapkit_derivatives gapkit_force_law gapkit_force_pair
        gapkit_forces gapkit_friction gapkit_gap gapkit_impact gapkit_mesh
        gapkit_motion gapkit_nodal_impact
        gapkit_planar_answer gapkit_planar_depth gapkit_pose gapkit_query gapkit_resultant
        gapkit_scene_config gapkit_statistics gapkit_update);
}

#[test]
fn every_function_is_abused() {
    let abuse = file("tests/capi/abuse.c");
    for name in functions(&file("include/gapkit.h")) {
        let short = name.trim_start_matches("gapkit_");
        let called = abuse.contains(&format!("{name}("))
            || abuse.contains(&format!("({short}, gapkit_"))
            || abuse.contains(&format!("({short}, int32_t)"))
            || abuse.contains(&format!("ON_DEFAULTS({})", short.trim_end_matches("_default")));
        assert!(called, "tests/capi/abuse.c does not call {name}");
    }
}

#[test]
fn the_soname_and_the_packages_have_the_abi_and_the_version() {
    assert!(file("build.rs").contains(&format!("libgapkit.so.{GAPKIT_ABI}")));
    assert!(file("scripts/install.sh").contains(&format!("abi={GAPKIT_ABI}\n")));
    let version = env!("CARGO_PKG_VERSION");
    assert!(file("cmake/gapkit-config-version.cmake").contains(&format!("\"{version}\"")));
    assert!(file("docs/abi.md").contains(&format!("ABI number is **{GAPKIT_ABI}**")));
}
