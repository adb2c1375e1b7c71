//! Files that announce more than they hold: refused by their own length, before memory is taken.

use std::io::Write;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use gapkit::mesh;
use gapkit::mesh::read::Options;

use super::damage::{allowance, peak};

fn refused(name: &str, bytes: &[u8]) {
    let path = Path::new(name);
    let (result, most) = peak(|| match name.rsplit_once('.') {
        Some((_, "stl" | "ply" | "obj")) => mesh::read::parse_points(path, bytes).map(drop),
        _ => mesh::read::parse(path, bytes).map(drop),
    });
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(300)]);
    assert!(result.is_err(), "{name} was read: {text}");
    assert!(most < allowance(bytes), "{name} took {most} bytes for {}: {text}", bytes.len());
}

/// Counts that overflow when they are multiplied, or that no machine has room for.
const HUGE: [u64; 5] = [1 << 24, 1 << 31, u32::MAX as u64, 1 << 61, u64::MAX];

#[test]
fn counts_in_texts_are_not_believed() {
    for n in HUGE {
        for coding in ["ASCII", "BINARY"] {
            let head =
                format!("# vtk DataFile Version 5.1\n\n{coding}\nDATASET UNSTRUCTURED_GRID\n");
            for body in [
                format!("POINTS {n} double\n"),
                format!("CELLS {n} {n}\n"),
                format!("CELLS {n} 1\n0\n"),
                format!("CELLS {n} {n}\nOFFSETS vtktypeint64\n"),
                format!("CELLS 1 {n}\nOFFSETS vtktypeint64\n0\nCONNECTIVITY vtktypeint64\n"),
                format!("CELL_TYPES {n}\n"),
                format!("FIELD f {n}\n"),
                format!("FIELD f 1\na {n} {n} double\n"),
                format!("FIELD f 1\na {n} 1 string\n"),
                format!("CELL_DATA {n}\nSCALARS region int 1\nLOOKUP_TABLE default\n"),
                format!("POINT_DATA 1\nLOOKUP_TABLE t {n}\n"),
            ] {
                refused("x.vtk", (head.clone() + &body).as_bytes());
            }
        }
        for version in ["2.2", "4.1"] {
            let head = format!("$MeshFormat\n{version} 0 8\n$EndMeshFormat\n");
            for body in [
                format!("$Nodes\n{n}\n"),
                format!("$Nodes\n{n} {n} 1 {n}\n3 1 0 {n}\n"),
                format!("$Nodes\n1 {n} 1 {n}\n3 1 0 {n}\n"),
                format!("$Elements\n{n}\n"),
                format!("$Elements\n1\n1 4 {n} 1\n"),
                format!("$Elements\n1 {n} 1 {n}\n3 1 4 {n}\n"),
                format!("$Entities\n{n} {n} {n} {n}\n"),
                format!("$Entities\n0 0 0 1\n1 0 0 0 0 0 0 {n}\n"),
                format!("$PartitionedEntities\n2 {n}\n"),
                format!("$PhysicalNames\n{n}\n"),
            ] {
                refused("x.msh", (head.clone() + &body).as_bytes());
            }
        }
        let set = format!("*NODE\n1,0,0,0\n*ELSET, ELSET=a, GENERATE\n1, {n}, 1\n0, {n}, 0\n");
        refused("x.inp", set.as_bytes());
        for coding in ["ascii", "binary_little_endian"] {
            let head = format!("ply\nformat {coding} 1.0\n");
            let vertex = "property double x\nproperty double y\nproperty double z\nend_header\n";
            refused("x.ply", format!("{head}element vertex {n}\n{vertex}").as_bytes());
            let list = format!("{head}element face {n}\nproperty list uint int v\n{vertex}");
            refused("x.ply", list.as_bytes());
        }
    }
}

#[test]
fn counts_in_binary_data_are_not_believed() {
    for n in HUGE {
        let mut stl = vec![0; 80];
        stl.extend((n as u32).to_le_bytes());
        refused("x.stl", &stl);
        let two = b"$MeshFormat\n2.2 1 8\n\x01\0\0\0\n$EndMeshFormat\n$Elements\n1\n";
        let (four, tail) = (b"$MeshFormat\n4.1 1 8\n\x01\0\0\0\n$EndMeshFormat\n$", [0; 64]);
        for (follow, tags) in [(n as u32, 2), (1, n as u32)] {
            let words = [4, follow, tags, 7, 1, 1, 1, 1].map(u32::to_le_bytes);
            refused("x.msh", &[two.as_slice(), words.as_flattened()].concat());
        }
        for section in ["Nodes", "Elements", "Entities", "PartitionedEntities"] {
            // The count stands at one of the places, and small numbers before it.
            for place in 0..6 {
                let mut body = [four.as_slice(), section.as_bytes(), b"\n"].concat();
                body.extend([1_u64, 1, 1, 1, 3, 4][..place].iter().flat_map(|w| w.to_le_bytes()));
                body.extend(n.to_le_bytes());
                refused("x.msh", &[body.as_slice(), &tail].concat());
            }
        }
    }
}

/// A grid of `points` points whose coordinates have this content.
fn grid(points: u64, header: &str, array: &str, appended: &str) -> String {
    format!(
        "<VTKFile type=\"UnstructuredGrid\" byte_order=\"LittleEndian\" {header}>\n\
         <UnstructuredGrid><Piece NumberOfPoints=\"{points}\" NumberOfCells=\"1\">\n\
         <Points><DataArray type=\"UInt8\" NumberOfComponents=\"3\" {array}</DataArray></Points>\n\
         <Cells></Cells></Piece></UnstructuredGrid>{appended}\n</VTKFile>"
    )
}

#[test]
fn sizes_in_vtu_files_are_not_believed() {
    for n in HUGE {
        refused("x.vtu", grid(n, "", "format=\"ascii\">1 2 3", "").as_bytes());
        let outside = format!("format=\"appended\" offset=\"{n}\">");
        let data = "<AppendedData encoding=\"raw\">_abc</AppendedData>";
        refused("x.vtu", grid(1, "", &outside, data).as_bytes());
        let codes = ["", "vtkZLibDataCompressor", "vtkLZ4DataCompressor", "vtkLZMADataCompressor"];
        let headers = [vec![n], vec![n, 1, 1], vec![1, n, n], vec![1, 1 << 20, 0, n]];
        for (compressor, words) in
            codes.into_iter().flat_map(|c| headers.iter().map(move |h| (c, h)))
        {
            let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            bytes.extend([0; 40]);
            let header = format!("header_type=\"UInt64\" compressor=\"{compressor}\"");
            let inline = format!("format=\"binary\">{}", STANDARD.encode(&bytes));
            refused("x.vtu", grid(n, &header, &inline, "").as_bytes());
            let coded = STANDARD.encode(&bytes);
            let data = format!("<AppendedData encoding=\"base64\">_{coded}</AppendedData>");
            let array = "format=\"appended\" offset=\"0\">";
            refused("x.vtu", grid(n, &header, array, &data).as_bytes());
        }
    }
}

#[test]
fn a_block_that_unpacks_to_less_than_announced_is_an_error() {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&[1, 2, 3]).unwrap();
    let packed = encoder.finish().unwrap();
    for (announced, message) in
        [(3, "the array `types` is missing"), (6, "3 bytes in a block, but there should be 6")]
    {
        let words = [1, announced, 0, packed.len() as u64].map(u64::to_le_bytes);
        let coded = STANDARD.encode(words.as_flattened()) + &STANDARD.encode(&packed);
        let header = "header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\"";
        let file = grid(announced / 3, header, &format!("format=\"binary\">{coded}"), "");
        let error = mesh::read::parse("x.vtu", file.as_bytes()).unwrap_err().to_string();
        assert!(error.ends_with(message), "{error}");
    }
}

#[test]
fn what_unpacks_to_more_than_the_mesh_needs_is_not_unpacked() {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&vec![0; 1 << 26]).unwrap();
    let packed = encoder.finish().unwrap();
    let words = [1, 1 << 26, 0, packed.len() as u64].map(u64::to_le_bytes);
    let coded = STANDARD.encode(words.as_flattened()) + &STANDARD.encode(&packed);
    let header = "header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\"";
    let file = grid(1, header, &format!("format=\"binary\">{coded}"), "");
    refused("x.vtu", file.as_bytes());
    let error = mesh::read::parse("x.vtu", file.as_bytes()).unwrap_err().to_string();
    assert!(
        error.ends_with("67108864 bytes are announced, but there is room for 3 at most"),
        "{error}"
    );
}

/// A grid of `points` points at 0 in one block of zlib.
fn zeros(points: usize) -> String {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&vec![0; 3 * points]).unwrap();
    let packed = encoder.finish().unwrap();
    let words = [1, 3 * points as u64, 0, packed.len() as u64].map(u64::to_le_bytes);
    let coded = STANDARD.encode(words.as_flattened()) + &STANDARD.encode(&packed);
    let header = "header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\"";
    grid(points as u64, header, &format!("format=\"binary\">{coded}"), "")
}

#[test]
fn a_file_that_expands_too_much_is_refused_unless_asked_for() {
    // More than a small file may expand to in any case.
    let file = zeros(30_000_000);
    let parse = |options: Options| options.parse("x.vtu", file.as_bytes()).unwrap_err().to_string();
    let (error, most) = peak(|| parse(Options::default()));
    assert!(most < allowance(file.as_bytes()), "{most}");
    assert!(error.contains("expand to more than 67108864 bytes"), "{error}");
    assert!(error.contains("maximum expansion of 256"), "{error}");
    // What is wrong else is told when it may expand.
    let error = parse(Options::default().with_max_expansion(1000));
    assert!(error.ends_with("the array `types` is missing"), "{error}");
    let error = Options::default().parse("x.vtu", zeros(1_000_000).as_bytes()).unwrap_err();
    assert!(error.to_string().ends_with("the array `types` is missing"), "{error}");
}
