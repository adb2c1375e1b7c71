//! Files that real tools wrote together with what is in them, by `scripts/write_files.py`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use gapkit::mesh::read::Contents;
use gapkit::mesh::{self, Elements, Orientation, TetMesh};
use serde_json::Value;

/// A few of the files, for machines that do not have the tools.
pub(crate) const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/tools");

#[test]
fn committed_files_of_real_tools_are_read_as_they_were_written() {
    let files = check_folder(Path::new(FOLDER));
    assert!(files >= 20, "{files}");
}

#[test]
#[ignore = "needs files that the tools have just written: run scripts/check_files.sh"]
fn real_tools() {
    let folder = std::env::var("GAPKIT_TOOL_FILES").expect("GAPKIT_TOOL_FILES names the folder");
    println!("{} files are read as they were written", check_folder(Path::new(&folder)));
}

/// Checks every file of the folder; all that are wrong are told at once.
fn check_folder(folder: &Path) -> usize {
    let text = fs::read_to_string(folder.join("expected.json")).unwrap();
    let expected: Vec<Value> = serde_json::from_str(&text).unwrap();
    let wrong: Vec<String> = expected
        .iter()
        .filter_map(|entry| {
            let name = entry["file"].as_str().unwrap();
            let like = expected.iter().find(|other| other["file"] == entry["like"]);
            let result = check_file(&folder.join(name), entry, like.unwrap_or(entry));
            result.err().map(|message| format!("{name}: {message}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{} files are wrong:\n{}", wrong.len(), wrong.join("\n"));
    expected.len()
}

/// Checks a file against its own entry and the one with its mesh.
fn check_file(path: &Path, entry: &Value, expected: &Value) -> Result<(), String> {
    if let Some(message) = entry["error"].as_str() {
        let error = mesh::read(path).err().ok_or("it was read")?.to_string();
        return if error.contains(message) { Ok(()) } else { Err(error) };
    }
    let relative = entry["relative"].as_f64().unwrap_or(0.0);
    if let Some(points) = entry["points"].as_array() {
        let found = mesh::read_points(path).map_err(|error| error.to_string())?;
        return check_points("points", &found, points, relative);
    }
    let found = mesh::read(path).map_err(|error| error.to_string())?;
    same("left out", found.skipped as u64, expected["skipped"].as_u64().unwrap())?;
    match &expected["nodes"] {
        Value::Array(nodes) => check_points("nodes", &found.elements.nodes, nodes, relative)?,
        count => same("nodes", found.elements.nodes.len() as u64, count.as_u64().unwrap())?,
    }
    match &expected["elements"] {
        Value::Array(elements) => check_elements(&found, elements, relative)?,
        _ => check_cells(&found.elements, &expected["cells"])?,
    }
    check_volume(&found.elements, expected["volume"].as_f64().unwrap())
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, wanted: T) -> Result<(), String> {
    if found == wanted { Ok(()) } else { Err(format!("{what}: {found:?} instead of {wanted:?}")) }
}

/// Bit for bit, or within the digits that a text has.
fn check_points(
    what: &str,
    found: &[[f64; 3]],
    wanted: &[Value],
    relative: f64,
) -> Result<(), String> {
    same(what, found.len(), wanted.len())?;
    for (i, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        for axis in 0..3 {
            let (found, wanted) = (found[axis], wanted[axis].as_f64().unwrap());
            let near = (found - wanted).abs() <= relative * wanted.abs();
            if found.to_bits() != wanted.to_bits() && (relative == 0.0 || !near) {
                return Err(format!("{what}: {found:e} instead of {wanted:e} at {i}, axis {axis}"));
            }
        }
    }
    Ok(())
}

/// The elements by their numbers; where the tool makes up the numbers, in the order of the file.
fn check_elements(found: &Contents, wanted: &[Value], relative: f64) -> Result<(), String> {
    let elements = &found.elements;
    same("elements", elements.kinds.len(), wanted.len())?;
    let mut start = 0;
    let mut by_number = BTreeMap::new();
    for (i, kind) in elements.kinds.iter().enumerate() {
        let number = if wanted[i]["number"].is_null() { i as u64 } else { elements.numbers[i] };
        by_number.insert(number, (i, start));
        start += kind.nodes();
    }
    for (i, wanted) in wanted.iter().enumerate() {
        let number = wanted["number"].as_u64().unwrap_or(i as u64);
        let &(at, start) = by_number.get(&number).ok_or(format!("no element {number}"))?;
        let kind = elements.kinds[at];
        let what = format!("element {number}");
        same(&what, kind.name(), wanted["kind"].as_str().unwrap())?;
        if let Some(region) = wanted["region"].as_u64() {
            same(&format!("region of {what}"), u64::from(elements.regions[at]), region)?;
        }
        // The nodes beyond those are checked by the volume.
        let wanted = wanted["nodes"].as_array().unwrap();
        let nodes = elements.connectivity[start..start + kind.nodes()].iter().take(wanted.len());
        let places: Vec<[f64; 3]> = nodes.map(|&i| elements.nodes[i as usize]).collect();
        check_points(&what, &places, wanted, relative)?;
    }
    Ok(())
}

/// Elements of one kind, of which only the number is known.
fn check_cells(elements: &Elements, wanted: &Value) -> Result<(), String> {
    let kind = wanted["kind"].as_str().unwrap();
    same("elements", elements.kinds.len() as u64, wanted["count"].as_u64().unwrap())?;
    elements.kinds.iter().try_for_each(|found| same("kind", found.name(), kind))
}

/// What a tool wrote is a valid mesh as it is, and has the volume that the tool meant.
fn check_volume(elements: &Elements, wanted: f64) -> Result<(), String> {
    let mesh = TetMesh::from_elements(elements, Orientation::Refuse);
    let volume = mesh.map_err(|error| error.to_string())?.summary().volume;
    let near = (volume - wanted).abs() <= 1e-9 * wanted;
    if near { Ok(()) } else { Err(format!("volume {volume} instead of {wanted}")) }
}
