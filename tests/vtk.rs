//! VTK files that are written, and read back.

#![cfg(feature = "io")]
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use gapkit::mesh::{self, ElementKind, Elements, TetMesh, bodies};
use gapkit::scene::{BodyOptions, Config, Resolution, Scene};
use gapkit::vtk::{Blocks, Encoding, Series, Surface, Volume};

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
        let nodes: Vec<u32> = (0..27).map(|k| (i * 7 + k * 11) % 3000).collect();
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
            .field_data("names", &["a<b> & \"c\"", "", "é"])
            .field_data("sizes", &[1.5, -2.0])
            .time(0.125)
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
        assert_eq!(
            error.to_string(),
            "x.vtu: there are no volume elements, shells or beams in this file"
        );
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

/// Two flat blocks, the upper one a quarter above the lower, and what is found within a margin.
fn blocks(margin: f64) -> Scene {
    let low = bodies::block([2, 2, 1], [1.0, 1.0, 0.5]).unwrap();
    let nodes = low.nodes().iter().map(|&[x, y, z]| [x, y, z + 0.75]).collect();
    let high = TetMesh::new(nodes, low.tets().to_vec()).unwrap();
    let config = Config::new(margin).unwrap().with_resolution(Resolution::Facet);
    let mut scene = Scene::new(config).unwrap();
    for mesh in [&low, &high] {
        scene.add_mesh(mesh, BodyOptions::default()).unwrap();
    }
    scene.detect();
    scene
}

/// The bytes of an array of a file with raw data behind the XML.
fn array<'a>(file: &'a [u8], kind: &str, name: &str) -> &'a [u8] {
    let text = String::from_utf8_lossy(file);
    let start = text.find(&format!("type=\"{kind}\" Name=\"{name}\"")).unwrap();
    let offset = text[start..].split("offset=\"").nth(1).unwrap().split('"').next().unwrap();
    let mark = b"<AppendedData encoding=\"raw\">\n_";
    let data = file.windows(mark.len()).position(|bytes| bytes == mark).unwrap() + mark.len();
    let at = data + offset.parse::<usize>().unwrap();
    let length = u64::from_le_bytes(file[at..at + 8].try_into().unwrap()) as usize;
    &file[at + 8..][..length]
}

fn words(bytes: &[u8]) -> Vec<u64> {
    bytes.chunks(8).map(|word| u64::from_le_bytes(word.try_into().unwrap())).collect()
}

fn reals(bytes: &[u8]) -> Vec<f64> {
    words(bytes).into_iter().map(f64::from_bits).collect()
}

#[test]
fn contacts_are_vertices_and_lines_with_all_that_they_have() {
    let scene = blocks(0.3);
    let path = folder("contacts").join("contacts.vtp");
    scene.write_contacts_as(&path, |body, element| u64::from(body * 1000 + element)).unwrap();
    let file = fs::read(&path).unwrap();
    let piece = "NumberOfPoints=\"18\" NumberOfVerts=\"9\" NumberOfLines=\"9\"";
    assert!(String::from_utf8_lossy(&file).contains(piece));
    // The ends of all contacts on A, then those on B.
    let contacts = scene.contacts();
    let both = || contacts.iter().chain(contacts);
    let points = contacts.iter().map(|c| c.point_a).chain(contacts.iter().map(|c| c.point_b));
    let points: Vec<f64> = points.flat_map(|p| [p.x, p.y, p.z]).collect();
    assert_eq!(reals(array(&file, "Float64", "Points")), points);
    let normals: Vec<f64> = both().flat_map(|c| [c.normal.x, c.normal.y, c.normal.z]).collect();
    assert_eq!(reals(array(&file, "Float64", "normal")), normals);
    assert_eq!(reals(array(&file, "Float64", "gap")), [0.25; 18]);
    let areas: Vec<f64> = both().map(|c| c.area).collect();
    assert_eq!(reals(array(&file, "Float64", "area")), areas);
    let ids: Vec<u64> = both().map(|c| c.id).collect();
    assert_eq!(words(array(&file, "UInt64", "id")), ids);
    for (side, name) in ["element_a", "element_b"].into_iter().enumerate() {
        let number = |element: Option<u32>| 1000 * side as u64 + u64::from(element.unwrap());
        let elements: Vec<u64> = both().map(|c| number(c.sides[side].element)).collect();
        assert_eq!(words(array(&file, "Int64", name)), elements);
    }
    assert_eq!(array(&file, "UInt8", "side"), [[0; 9], [1; 9]].as_flattened());
    assert_eq!(array(&file, "UInt8", "feature_a"), [1; 18]);
    assert_eq!(array(&file, "UInt8", "kind"), [0; 18]);
    assert_eq!(array(&file, "UInt32", "body_b"), 1_u32.to_le_bytes().repeat(18));
}

#[test]
fn kinds_and_features_have_their_names_in_the_file() {
    use gapkit::scene::{Feature, Kind};
    let path = folder("contacts-names").join("contacts.vtp");
    blocks(0.3).write_contacts(&path).unwrap();
    let file = fs::read(&path).unwrap();
    let names = |name: &str| -> Vec<String> {
        let bytes = array(&file, "String", name);
        bytes.split(|&b| b == 0).map(|text| String::from_utf8(text.to_vec()).unwrap()).collect()
    };
    let [kinds, features] = [names("kind_names"), names("feature_names")];
    for (kind, name) in [(Kind::Nearest, "nearest"), (Kind::Deep, "deep")] {
        assert_eq!(kinds[kind as usize], name);
    }
    for kind in [Kind::Nearest, Kind::Area, Kind::Corner, Kind::Deep, Kind::Fallback] {
        assert_eq!(kinds[kind as usize], format!("{kind:?}").to_lowercase());
    }
    for feature in [Feature::Shape, Feature::Node, Feature::Edge, Feature::Facet] {
        assert_eq!(features[feature as usize], format!("{feature:?}").to_lowercase());
    }
}

#[test]
fn numbers_of_cells_have_32_bits_and_a_sign() {
    let nodes = [[0.0; 3]; 4];
    let mut file = Vec::new();
    Volume::tets(&nodes, &[[0, 1, 2, 3]]).write_to(&mut file).unwrap();
    let numbers = |name: &str| -> Vec<i32> {
        let bytes = array(&file, "Int32", name).chunks(4);
        bytes.map(|number| i32::from_le_bytes(number.try_into().unwrap())).collect()
    };
    assert_eq!((numbers("connectivity"), numbers("offsets")), (vec![0, 1, 2, 3], vec![4]));
}

#[test]
fn surfaces_stand_beside_contacts_as_blocks_with_names() {
    let scene = blocks(0.3);
    let folder = folder("blocks");
    let mut all = Blocks::new(folder.join("all.vtm"));
    for (body, name) in [(0, "low & flat"), (1, "high")] {
        let path = folder.join(format!("body_{body}.vtp"));
        scene.write_surface(body, &path, |element| 1000 + u64::from(element)).unwrap();
        all = all.block(name, &path);
        let file = fs::read(&path).unwrap();
        let elements = words(array(&file, "Int64", "element"));
        assert_eq!(elements.len(), scene.facet_count(body).unwrap());
        assert!(elements.iter().all(|&element| element >= 1000));
        // Eight facets face the other block, and share the area of all contacts.
        let (gaps, areas) =
            (reals(array(&file, "Float64", "gap")), reals(array(&file, "Float64", "contact_area")));
        let total: f64 = scene.contacts().iter().map(|contact| contact.area).sum();
        assert!((areas.iter().sum::<f64>() - total).abs() < 1e-12);
        let facing = gaps.iter().zip(&areas).filter(|(gap, _)| gap.is_finite());
        assert!(facing.clone().all(|(gap, _)| *gap == 0.25));
        assert!((1..=8).contains(&facing.count()));
    }
    all.write().unwrap();
    let text = fs::read_to_string(folder.join("all.vtm")).unwrap();
    assert!(text.contains("index=\"0\" name=\"low &amp; flat\" file=\"body_0.vtp\""), "{text}");
    assert!(text.contains("index=\"1\" name=\"high\" file=\"body_1.vtp\""), "{text}");
    let error = scene.write_surface(7, folder.join("no.vtp"), u64::from).unwrap_err();
    assert!(error.to_string().contains('7'), "{error}");
}

#[test]
fn shapes_have_no_element_and_no_contacts_are_a_file_too() {
    let mut scene = blocks(0.1);
    scene.write_contacts(folder("contacts-none").join("contacts.vtp")).unwrap();
    scene.add_plane([0.0; 3], [0.0, 0.0, 1.0], BodyOptions::default()).unwrap();
    assert_eq!(scene.detect().len(), 9);
    let path = folder("contacts-plane").join("contacts.vtp");
    scene.write_contacts(&path).unwrap();
    let file = fs::read(&path).unwrap();
    assert_eq!(words(array(&file, "Int64", "element_b")), [-1_i64 as u64; 18]);
    assert_eq!(array(&file, "UInt8", "feature_b"), [0; 18]);
    let missing = folder("contacts-missing").join("no such folder").join("x.vtp");
    let error = scene.write_contacts(&missing).unwrap_err().to_string();
    assert!(error.starts_with(missing.to_str().unwrap()), "{error}");
}
