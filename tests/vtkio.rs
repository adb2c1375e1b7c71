//! Conversions from and to the data model of vtkio, and the legacy files that it writes.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use gapkit::mesh::read::{from_vtkio, points_from_vtkio, triangles_from_vtkio};
use gapkit::mesh::{self, ElementKind, Elements, bodies};
use gapkit::scene::{BodyOptions, Config, Scene};
use gapkit::vtk::{Legacy, Surface, Volume};
use vtkio::model::{
    Attributes, CellType, Cells, DataSet, IOBuffer, Piece, PolyDataPiece, UnstructuredGridPiece,
    VertexNumbers, Vtk,
};

fn file(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("vtkio");
    fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

/// Elements of every kind, with awkward coordinates, numbers and regions.
fn elements() -> Elements {
    let mut elements = Elements::default();
    for i in 0..300_u32 {
        let x = f64::from(i);
        elements.nodes.push([x / 3.0, -x * 1e-300, (x + 1.0) * 1e200]);
    }
    for i in 0..200_u32 {
        let kind = ElementKind::ALL[i as usize % ElementKind::ALL.len()];
        let nodes: Vec<u32> = (0..27).map(|k| (i * 7 + k * 11) % 300).collect();
        elements.push(kind, &nodes[..kind.nodes()], u64::from(i * 3), i % 5);
    }
    elements
}

/// What is done with a volume that has all of these.
fn with_volume<T>(elements: &Elements, run: impl FnOnce(Volume<'_>) -> T) -> T {
    let numbers: Vec<u64> = elements.numbers.clone();
    let volume = Volume::elements(elements)
        .cell_data("region", &elements.regions)
        .cell_data("number", &numbers)
        .point_data("a name of words", &elements.nodes);
    run(volume)
}

#[test]
fn a_mesh_comes_back_bit_for_bit() {
    let elements = elements();
    let model = with_volume(&elements, |volume| volume.to_vtkio().unwrap());
    assert_eq!(from_vtkio(&model).unwrap().elements, elements);
    assert_eq!(points_from_vtkio(&model).unwrap(), elements.nodes);
    // The other way to list cells.
    let mut model = model;
    let DataSet::UnstructuredGrid { pieces, .. } = &mut model.data else { panic!() };
    let Piece::Inline(piece) = &mut pieces[0] else { panic!() };
    let (num_cells, vertices) = piece.cells.cell_verts.clone().into_legacy();
    piece.cells.cell_verts = VertexNumbers::Legacy { num_cells, vertices };
    assert_eq!(from_vtkio(&model).unwrap().elements, elements);
}

#[test]
fn legacy_files_by_vtkio_come_back_bit_for_bit() {
    let elements = elements();
    for (form, name) in [(Legacy::Ascii, "ascii.vtk"), (Legacy::Binary, "binary.vtk")] {
        let path = file(name);
        with_volume(&elements, |volume| volume.write_legacy(&path, form).unwrap());
        let back = mesh::read(&path).unwrap();
        assert_eq!(back.elements, elements, "{form:?}");
        let text = fs::read(&path).unwrap();
        let name = b"a%20name%20of%20words 3 300 double";
        assert!(text.windows(name.len()).any(|part| part == name), "{form:?}");
        // vtkio reads its own.
        let model = Vtk::import_legacy_be(&path).unwrap();
        assert_eq!(from_vtkio(&model).unwrap().elements, elements, "{form:?}");
    }
}

#[test]
fn surfaces_come_back_and_polygons_become_fans() {
    let points = [[0.0, 0.0, 0.5], [1.0, 0.0, 0.5], [1.0, 1.0, 0.5], [0.0, 1.0, 0.5]];
    let surface = Surface::new(&points).polygon(&[0, 1, 2, 3]).line(&[0, 2]).vertices();
    let model = surface.to_vtkio().unwrap();
    let back = triangles_from_vtkio(&model).unwrap();
    assert_eq!(back.points, points);
    assert_eq!(back.triangles, [[0, 1, 2], [0, 2, 3]]);
    let ball = bodies::sphere(1.0, 3).unwrap();
    let boundary = ball.boundary();
    let model = Surface::new(ball.nodes()).triangles(boundary.facets()).to_vtkio().unwrap();
    let back = triangles_from_vtkio(&model).unwrap();
    assert_eq!(
        (back.points.as_slice(), back.triangles.as_slice()),
        (ball.nodes(), boundary.facets())
    );
}

#[test]
fn contacts_are_points_with_their_data() {
    let mut scene = Scene::new(Config::new(0.1).unwrap()).unwrap();
    let block = bodies::block([1, 1, 1], [1.0; 3]).unwrap();
    scene.add_mesh(&block, BodyOptions::default()).unwrap();
    let above = scene.add_mesh(&block, BodyOptions::default()).unwrap();
    let nodes: Vec<[f64; 3]> = block.nodes().iter().map(|&[x, y, z]| [x, y, z + 1.05]).collect();
    scene.set_positions(above, &nodes).unwrap();
    let count = scene.detect().len();
    assert!(count > 0);
    let model = scene.contacts_to_vtkio().unwrap();
    let points = points_from_vtkio(&model).unwrap();
    let expected: Vec<[f64; 3]> = scene.contacts().iter().map(|c| c.point_a.into()).collect();
    assert_eq!(points.len(), 2 * count);
    assert_eq!(points[..count], expected);
    let DataSet::PolyData { pieces, .. } = &model.data else { panic!() };
    let Piece::Inline(piece) = &pieces[0] else { panic!() };
    let gap = piece.data.point.iter().find(|array| array.name() == "gap").unwrap();
    let vtkio::model::Attribute::DataArray(gap) = gap else { panic!() };
    let gaps: Vec<f64> = scene.contacts().iter().map(|contact| contact.gap).collect();
    assert_eq!(gap.data, IOBuffer::F64([gaps.clone(), gaps].concat()));
}

/// A model of a tetrahedron with these parts.
fn tet(points: IOBuffer, cell_verts: VertexNumbers, types: Vec<CellType>) -> Vtk {
    let cells = Cells { cell_verts, types };
    let piece = UnstructuredGridPiece { points, cells, data: Attributes::default() };
    Vtk {
        version: vtkio::model::Version::Auto,
        title: String::new(),
        byte_order: vtkio::model::ByteOrder::BigEndian,
        data: DataSet::inline(piece),
        file_path: None,
    }
}

#[test]
fn what_is_wrong_in_a_model_is_refused_and_nothing_panics() {
    let points = || IOBuffer::F32(vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
    let xml = |connectivity: &[u64], offsets: &[u64]| VertexNumbers::XML {
        connectivity: connectivity.to_vec(),
        offsets: offsets.to_vec(),
    };
    let legacy =
        |vertices: &[u32]| VertexNumbers::Legacy { num_cells: 1, vertices: vertices.to_vec() };
    for numbers in [xml(&[0, 1, 2, 3], &[4]), xml(&[0, 1, 2, 3], &[0, 4]), legacy(&[4, 0, 1, 2, 3])]
    {
        let mesh = from_vtkio(&tet(points(), numbers, vec![CellType::Tetra])).unwrap();
        assert_eq!(mesh.elements.connectivity, [0, 1, 2, 3]);
    }
    let good = || xml(&[0, 1, 2, 3], &[4]);
    let tetra = || vec![CellType::Tetra];
    for (model, message) in [
        (tet(points(), xml(&[0, 1, 2, 4], &[4]), tetra()), "element 0 refers to node 4"),
        (tet(points(), xml(&[0, 1, 2, 3], &[5]), tetra()), "should be at 0 to 5"),
        (tet(points(), xml(&[0, 1, 2, 3], &[u64::MAX]), tetra()), "should be at 0 to"),
        (tet(points(), xml(&[0, 1, 2, 3], &[]), tetra()), "0 cells, but there should be 1"),
        (tet(points(), legacy(&[9, 0, 1]), tetra()), "ends where the nodes of a cell"),
        (tet(points(), legacy(&[u32::MAX]), tetra()), "ends where the nodes of a cell"),
        (tet(points(), good(), vec![CellType::Wedge]), "has 4 nodes, but a cell of type 13 has 6"),
        (tet(IOBuffer::F64(vec![0.0; 13]), good(), tetra()), "13 coordinates"),
        (tet(points(), xml(&[], &[]), vec![]), "there are no volume elements"),
    ] {
        let error = from_vtkio(&model).unwrap_err().to_string();
        assert!(error.contains(message) && error.starts_with("model of vtkio: "), "{error}");
    }
    let empty = PolyDataPiece {
        points: points(),
        verts: None,
        lines: None,
        polys: Some(legacy(&[3, 0, 1, 7])),
        strips: None,
        data: Attributes::default(),
    };
    let model = Vtk { data: DataSet::inline(empty), ..tet(points(), good(), tetra()) };
    let error = triangles_from_vtkio(&model).unwrap_err().to_string();
    assert!(error.contains("element 0 refers to node 7"), "{error}");
    let error = from_vtkio(&model).unwrap_err().to_string();
    assert!(error.contains("data set `PolyData` is not supported"), "{error}");
}
