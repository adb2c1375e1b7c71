//! The layers of the library: a folder of `src` imports what stands below it, never the reverse.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each layer, from the bottom up, and the layers that it may import. `docs/design.md` has the
/// picture.
const LAYERS: [(&str, &[&str]); 15] = [
    ("num", &[]),
    ("error", &["num"]),
    ("simd", &["num", "error"]),
    ("shape", &["num", "error", "simd"]),
    ("convex", &["num", "error", "simd", "shape"]),
    ("planar", &["num", "error", "shape", "convex"]),
    ("impact", &["num", "error", "shape", "convex"]),
    ("mesh", &["num", "error"]),
    ("partition", &["num", "error", "mesh"]),
    ("broad", &["num", "error"]),
    ("vtk", &["num", "error", "mesh"]),
    (
        "scene",
        &["num", "error", "simd", "shape", "convex", "impact", "mesh", "partition", "broad", "vtk"],
    ),
    ("forces", &["num", "error", "scene"]),
    ("distributed", &["num", "error", "shape", "mesh", "broad", "scene"]),
    (
        "capi",
        &[
            "num",
            "error",
            "simd",
            "shape",
            "convex",
            "planar",
            "impact",
            "mesh",
            "partition",
            "broad",
            "vtk",
            "scene",
            "forces",
            "distributed",
        ],
    ),
];

/// The public faces of the layer `convex`, and what the root of the library re-exports.
const CONVEX: [&str; 8] =
    ["gjk", "boolean", "penetration", "intersects", "distance", "Answer", "Outcome", "Query"];
const ANYWHERE: [&str; 2] = ["Vec3", "Error"];

#[test]
fn no_layer_imports_one_above_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for file in files(&root) {
        let text = fs::read_to_string(&file).expect("a source file");
        let name = file.strip_prefix(&root).expect("below src").to_path_buf();
        let Some(layer) = layer_of_file(&name) else { continue };
        for import in imports(&text) {
            if !may_import(layer, &import) {
                wrong.push(format!("{}: crate::{import}", name.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "imports from above:\n{}", wrong.join("\n"));
}

#[test]
fn every_folder_is_a_layer() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let folders: BTreeSet<String> = fs::read_dir(root)
        .expect("src")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().expect("a name").to_string_lossy().into_owned())
        .collect();
    let layers: BTreeSet<String> = LAYERS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(folders, layers);
}

#[test]
fn an_import_that_is_turned_around_is_found() {
    assert!(may_import("scene", "mesh") && !may_import("mesh", "scene"));
    assert!(may_import("convex", "shape") && !may_import("shape", "gjk"));
    assert!(!may_import("num", "error") && !may_import("shape", "penetration"));
    let text = "use crate::{Vec3, scene::Scene};\nuse crate::mesh::TetMesh;\n// crate::capi\n\
                #[cfg(test)]\nuse crate::vtk;\n";
    let found: Vec<String> = imports(text).into_iter().collect();
    assert_eq!(found, ["Vec3", "mesh", "scene", "vtk"]);
}

fn may_import(layer: &str, import: &str) -> bool {
    let target = if CONVEX.contains(&import) { "convex" } else { import };
    let (_, below) = LAYERS.iter().find(|(name, _)| *name == layer).expect("a layer");
    target == layer || below.contains(&target) || ANYWHERE.contains(&import)
}

/// The folder of a file below `src`; nothing for the files of the root, which only re-export.
fn layer_of_file(name: &Path) -> Option<&'static str> {
    let first = name.components().next()?.as_os_str().to_str()?;
    LAYERS.iter().map(|(layer, _)| *layer).find(|layer| *layer == first)
}

/// The first word of every path that begins with `crate::`, comments left out.
fn imports(text: &str) -> BTreeSet<String> {
    let code: String = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n");
    let mut found = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            Some(list) => found.extend(group(list)),
            None => drop(found.insert(word(rest))),
        }
    }
    found.remove("");
    found
}

/// The first words of the members of `{a::b, c::{d, e}}`, given what follows the brace.
fn group(list: &str) -> Vec<String> {
    let (mut depth, mut member, mut words) = (0, String::new(), Vec::new());
    for c in list.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => words.push(word(std::mem::take(&mut member).trim())),
            _ if depth == 0 => member.push(c),
            _ => {}
        }
    }
    words.push(word(member.trim()));
    words
}

fn word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let (folders, files): (Vec<_>, Vec<_>) =
        entries.map(|entry| entry.path()).partition(|path| path.is_dir());
    let rust = files.into_iter().filter(|path| path.extension().is_some_and(|ext| ext == "rs"));
    rust.chain(folders.iter().flat_map(|folder| self::files(folder))).collect()
}
