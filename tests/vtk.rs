//! VTK files that are written, and read back.

#![cfg(feature = "io")]
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use gapkit::mesh::{self, ElementKind, Elements};
use gapkit::vtk::{Encoding, Series, Surface, Volume};

/// A folder for one test; `name` must differ between tests.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("vtk-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// Elements of every kind, more than one block of compression, with awkward coordinates.
fn elements() -> Elements {
    let mut elements = Elements::default();
    for i in 0..3000_u32 {
        let x = f64::from(i);
        elements.nodes.push([x / 3.0, -x * 1e-300, (x + 1.0) * 1e200]);
    }
    for i in 0..2000_u32 {
        let kind = ElementKind::ALL[i as usize % ElementKind::ALL.len()];
        let nodes: Vec<u32> = (0..10).map(|k| (i * 7 + k * 11) % 3000).collect();
        elements.push(kind, &nodes[..kind.nodes()], u64::from(i * 3), i % 5);
    }
    elements
}

#[test]
fn a_volume_comes_back_bit_for_bit_in_every_encoding() {
    let elements = elements();
    let numbers: Vec<u32> = elements.numbers.iter().map(|&number| number as u32).collect();
    for encoding in Encoding::ALL {
        let path = folder(&format!("volume-{encoding:?}")).join("volume.vtu");
        Volume::elements(&elements)
            .cell_data("region", &elements.regions)
            .cell_data("number", &numbers)
            .point_data("position", &elements.nodes)
            .encoding(encoding)
            .write(&path)
            .unwrap();
        let back = mesh::read(&path).unwrap();
        assert_eq!(back.elements, elements, "{encoding:?}");
        assert_eq!(back.skipped, 0);
    }
}

#[test]
fn names_may_hold_any_character() {
    let nodes = [[0.0; 3]; 4];
    let mut file = Vec::new();
    Volume::tets(&nodes, &[[0, 1, 2, 3]])
        .point_data("a<b> & \"c\" 'd' é\n", &[f64::NAN; 4])
        .cell_data("region", &[9_u8])
        .write_to(&mut file)
        .unwrap();
    let back = mesh::read::parse("x.vtu", &file).unwrap();
    assert_eq!(back.elements.regions, [9]);
}

#[test]
fn an_empty_volume_is_a_file_too() {
    for encoding in Encoding::ALL {
        let mut file = Vec::new();
        Volume::tets(&[], &[]).encoding(encoding).write_to(&mut file).unwrap();
        let error = mesh::read::parse("x.vtu", &file).unwrap_err();
        assert_eq!(error.to_string(), "x.vtu: there are no volume elements in this file");
    }
}

#[test]
fn wrong_data_are_refused_by_name_and_nothing_is_written() {
    let path = folder("refused").join("bad.vtu");
    let nodes = [[0.0; 3]; 4];
    let tets = [[0, 1, 2, 3], [1, 2, 3, 4]];
    let message = |volume: Volume<'_>| {
        let message = volume.write(&path).unwrap_err().to_string();
        message.strip_prefix(&format!("{}: ", path.display())).unwrap().to_owned()
    };
    assert_eq!(
        message(Volume::tets(&nodes, &tets)),
        "cell 1 refers to point 4, but there are 4 points"
    );
    assert_eq!(
        message(Volume::tets(&nodes, &tets[..1]).point_data("speed", &[1.0])),
        "`speed` has 1 values, but there are 4 points"
    );
    let mut short = elements();
    short.connectivity.pop();
    assert!(message(Volume::elements(&short)).contains("nodes together"));
    let surface = Surface::new(&nodes).line(&[0, 1]).polygon(&[1, 2, 9]);
    let error = surface.write(&path).unwrap_err().to_string();
    assert!(error.ends_with("cell 1 refers to point 9, but there are 4 points"), "{error}");
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 0);
}

#[test]
fn a_folder_that_is_not_there_is_an_error_with_the_path() {
    let path = folder("missing").join("no such folder").join("x.vtu");
    let error = Volume::tets(&[], &[]).write(&path).unwrap_err().to_string();
    assert!(error.starts_with(path.to_str().unwrap()), "{error}");
}

#[test]
fn a_surface_counts_vertices_lines_and_polygons() {
    let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for encoding in Encoding::ALL {
        let path = folder(&format!("surface-{encoding:?}")).join("surface.vtp");
        Surface::new(&points)
            .triangles(&[[0, 1, 2]])
            .polygon(&[0, 1, 2, 3, 1])
            .line(&[0, 1, 2])
            .lines(&[[0, 3]])
            .vertices()
            .cell_data("a<b> & \"c\" 'd' é", &[0_u8, 1, 2, 3, 4, 5, 6, 7])
            .point_data("turn", &[-1, 0, 1, i32::MAX])
            .point_data("gap", &[0.1, -0.0, f64::NAN, f64::INFINITY])
            .encoding(encoding)
            .write(&path)
            .unwrap();
        let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        let piece = "NumberOfPoints=\"4\" NumberOfVerts=\"4\" NumberOfLines=\"2\" \
                     NumberOfStrips=\"0\" NumberOfPolys=\"2\"";
        assert!(text.contains(piece), "{text}");
        assert!(text.contains("Name=\"a&lt;b&gt; &amp; &quot;c&quot; 'd' é\""), "{text}");
    }
}

#[test]
fn a_series_is_complete_after_each_step() {
    let folder = folder("series");
    let path = folder.join("run.pvd");
    let mut series = Series::new(&path);
    let nodes = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for step in 0..3 {
        let name = format!("a&b_{step}.vtu");
        Volume::tets(&nodes, &[[0, 1, 2, 3]]).write(folder.join(&name)).unwrap();
        series.add_part(f64::from(step) * 0.1, 1, folder.join(&name)).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.matches("<DataSet").count(), step as usize + 1);
        assert!(text.ends_with("</VTKFile>\n"));
        assert!(text.contains(&format!("part=\"1\" file=\"a&amp;b_{step}.vtu\"")), "{text}");
    }
    assert!(
        series.add(f64::NAN, "x.vtu").unwrap_err().to_string().ends_with("not a finite number")
    );
    // No drafts are left behind.
    assert_eq!(fs::read_dir(folder).unwrap().count(), 4);
}
