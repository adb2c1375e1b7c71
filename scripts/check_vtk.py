#!/usr/bin/env python3
"""Checks with VTK itself that the VTK files of gapkit hold what was put into them.

    cargo test --test vtk --test vtkio   # writes the files
    scripts/check_vtk.py FOLDER     # the folder that the tests wrote to, e.g. target/tmp

Needs the Python package `vtk`. The tests write the files `vtk-volume-*/volume.vtu`,
`vtk-surface-*/surface.vtp`, `vtk-contacts*/contacts.vtp`, `vtk-series/run.pvd`,
`vtk-blocks/all.vtm` and `vtkio/*.vtk`; what they hold is computed here again.
"""

import math
import pathlib
import sys
import xml.etree.ElementTree

import vtk


def read(reader, path):
    errors = []
    reader.AddObserver("ErrorEvent", lambda *_: errors.append(path))
    reader.SetFileName(str(path))
    reader.Update()
    assert not errors, f"{path}: VTK reports an error"
    return reader.GetOutput()


def check(name, given, wanted):
    same = given == wanted or (isinstance(wanted, float) and math.isnan(wanted) and math.isnan(given))
    assert same, f"{name}: {given} instead of {wanted}"


# The kinds of elements in the order of `ElementKind::ALL`: cell types of VTK, and their nodes.
KINDS = [(10, 4), (12, 8), (13, 6), (14, 5), (24, 10), (25, 20), (26, 15), (27, 13), (29, 27), (32, 18)]


def volume(path):
    grid = read(vtk.vtkXMLUnstructuredGridReader(), path)
    check("points", grid.GetNumberOfPoints(), 3000)
    check("cells", grid.GetNumberOfCells(), 2000)
    position = grid.GetPointData().GetArray("position")
    for i in range(3000):
        point = (i / 3.0, -i * 1e-300, (i + 1.0) * 1e200)
        check(f"point {i}", grid.GetPoint(i), point)
        check(f"position {i}", position.GetTuple3(i), point)
    ids = vtk.vtkIdList()
    for i in range(2000):
        kind, count = KINDS[i % len(KINDS)]
        grid.GetCellPoints(i, ids)
        check(f"kind {i}", grid.GetCellType(i), kind)
        nodes = [ids.GetId(k) for k in range(ids.GetNumberOfIds())]
        check(f"nodes {i}", nodes, [(i * 7 + k * 11) % 3000 for k in range(count)])
        check(f"region {i}", grid.GetCellData().GetArray("region").GetTuple1(i), i % 5)
        check(f"number {i}", grid.GetCellData().GetArray("number").GetTuple1(i), 3 * i)
    check("cells of 64 bits", bool(grid.GetCells().IsStorage64Bit()), False)
    check("names", texts(grid, "names"), ["a<b> & \"c\"", "", "é"])
    sizes = grid.GetFieldData().GetArray("sizes")
    check("sizes", [sizes.GetValue(i) for i in range(sizes.GetNumberOfTuples())], [1.5, -2.0])
    reader = vtk.vtkXMLUnstructuredGridReader()
    reader.SetFileName(str(path))
    reader.UpdateInformation()
    times = reader.GetOutputInformation(0).Get(vtk.vtkStreamingDemandDrivenPipeline.TIME_STEPS())
    check("time", times, (0.125,))


def texts(data, name):
    array = data.GetFieldData().GetAbstractArray(name)
    return [array.GetValue(i) for i in range(array.GetNumberOfValues())]


def blocks(path):
    data = read(vtk.vtkXMLMultiBlockDataReader(), path)
    names = [data.GetMetaData(i).Get(vtk.vtkCompositeDataSet.NAME()) for i in range(2)]
    check("names", names, ["low & flat", "high"])
    for i in range(2):
        surface = data.GetBlock(i)
        gap = surface.GetCellData().GetArray("gap")
        check("facets", surface.GetNumberOfCells(), gap.GetNumberOfTuples())
        check("facing", any(gap.GetValue(k) == 0.25 for k in range(gap.GetNumberOfTuples())), True)


def surface(path):
    data = read(vtk.vtkXMLPolyDataReader(), path)
    counts = (data.GetNumberOfVerts(), data.GetNumberOfLines(), data.GetNumberOfPolys())
    check("cells", counts, (4, 2, 2))
    kinds = [data.GetCellType(i) for i in range(8)]
    check("kinds", kinds, [1, 1, 1, 1, 4, 3, 5, 7])
    status = data.GetCellData().GetArray("a<b> & \"c\" 'd' \u00e9")
    assert status is not None, f"{path}: the name is not kept"
    check("type", status.GetDataTypeAsString(), "unsigned char")
    check("status", [status.GetValue(i) for i in range(8)], list(range(8)))
    turn = data.GetPointData().GetArray("turn")
    check("type", turn.GetDataTypeAsString(), "int")
    check("turn", [turn.GetValue(i) for i in range(4)], [-1, 0, 1, 2147483647])
    gap = data.GetPointData().GetArray("gap")
    for i, value in enumerate((0.1, -0.0, math.nan, math.inf)):
        check(f"gap {i}", gap.GetValue(i), value)


def contacts(path):
    """Two blocks a quarter apart, with nine nodes on each of the faces; the same on a plane; nothing."""
    data = read(vtk.vtkXMLPolyDataReader(), path)
    kind = path.parent.name
    count = 0 if kind == "vtk-contacts-none" else 9
    check("points", data.GetNumberOfPoints(), 2 * count)
    cells = (data.GetNumberOfVerts(), data.GetNumberOfLines(), data.GetNumberOfPolys())
    check("cells", cells, (count, count, 0))
    if count == 0:
        return
    check("kinds", texts(data, "kind_names"), ["nearest", "area", "corner", "deep", "fallback", "node"])
    arrays = {
        "normal": "double", "gap": "double", "area": "double", "age": "unsigned int", "side": "unsigned char",
        "body_a": "unsigned int", "body_b": "unsigned int",
        "feature_a": "unsigned char", "feature_b": "unsigned char",
    }
    get = data.GetPointData().GetArray
    for name, wanted in arrays.items():
        check(f"type of {name}", get(name).GetDataTypeAsString(), wanted)
    for name in ("id", "element_a", "element_b"):
        check(f"size of {name}", get(name).GetDataTypeSize(), 8)
    gap, normal = (-0.0, (0.0, 0.0, -1.0)) if kind == "vtk-contacts-plane" else (0.25, (0.0, 0.0, 1.0))
    ids = vtk.vtkIdList()
    for i in range(count):
        data.GetCellPoints(i, ids)
        check(f"vertex {i}", [ids.GetId(0)], [i])
        data.GetCellPoints(count + i, ids)
        check(f"line {i}", [ids.GetId(0), ids.GetId(1)], [i, count + i])
        a, b = data.GetPoint(i), data.GetPoint(count + i)
        check(f"line {i}", b, tuple(x + gap * n for x, n in zip(a, normal)))
    for i in range(2 * count):
        check(f"side {i}", get("side").GetValue(i), i // count)
        check(f"gap {i}", get("gap").GetValue(i), gap)
        check(f"normal {i}", get("normal").GetTuple3(i), normal)
        check(f"id {i}", get("id").GetValue(i), get("id").GetValue(i % count))
    check("ids", len({get("id").GetValue(i) for i in range(count)}), count)
    if kind == "vtk-contacts-plane":
        check("no element", {get("element_b").GetValue(i) for i in range(2 * count)}, {-1})
    else:
        check("area", round(sum(get("area").GetValue(i) for i in range(count)), 12), 1.0)
    glyphs(data, 2 * count)


def glyphs(data, count):
    """The filter that draws normals puts an arrow at every point."""
    arrow = vtk.vtkArrowSource()
    arrow.Update()
    glyph = vtk.vtkGlyph3D()
    glyph.SetInputData(data)
    glyph.SetSourceConnection(arrow.GetOutputPort())
    glyph.SetInputArrayToProcess(1, 0, 0, vtk.vtkDataObject.FIELD_ASSOCIATION_POINTS, "normal")
    glyph.SetVectorModeToUseVector()
    glyph.OrientOn()
    glyph.Update()
    check("arrows", glyph.GetOutput().GetNumberOfCells(), count * arrow.GetOutput().GetNumberOfCells())


def series(path):
    entries = xml.etree.ElementTree.parse(path).getroot().findall("Collection/DataSet")
    check("times", [float(entry.get("timestep")) for entry in entries], [0.0, 0.1, 0.2])
    for entry in entries:
        grid = read(vtk.vtkXMLUnstructuredGridReader(), path.parent / entry.get("file"))
        check("points", grid.GetNumberOfPoints(), 4)
        check("cells", grid.GetNumberOfCells(), 1)


def legacy(path):
    grid = read(vtk.vtkUnstructuredGridReader(), path)
    check("points", grid.GetNumberOfPoints(), 300)
    check("cells", grid.GetNumberOfCells(), 200)
    names = grid.GetPointData().GetArray("a name of words")
    for i in range(300):
        point = (i / 3.0, -i * 1e-300, (i + 1.0) * 1e200)
        check(f"point {i}", grid.GetPoint(i), point)
        check(f"vector {i}", names.GetTuple3(i), point)
    for i in range(200):
        check(f"kind {i}", grid.GetCellType(i), KINDS[i % len(KINDS)][0])
        check(f"first node {i}", grid.GetCell(i).GetPointId(0), i * 7 % 300)
        check(f"region {i}", grid.GetCellData().GetArray("region").GetTuple1(i), i % 5)
        check(f"number {i}", grid.GetCellData().GetArray("number").GetTuple1(i), 3 * i)


def main():
    folder = pathlib.Path(sys.argv[1])
    files = 0
    for path in sorted(folder.glob("vtk-volume-*/volume.vtu")):
        volume(path)
        files += 1
    for path in sorted(folder.glob("vtk-surface-*/surface.vtp")):
        surface(path)
        files += 1
    for path in sorted(folder.glob("vtk-contacts*/contacts.vtp")):
        contacts(path)
        files += 1
    for path in sorted(folder.glob("vtk-series/run.pvd")):
        series(path)
        files += 1
    for path in sorted(folder.glob("vtk-blocks/all.vtm")):
        blocks(path)
        files += 1
    for path in sorted(folder.glob("vtkio/*.vtk")):
        legacy(path)
        files += 1
    assert files == 16, f"{files} files instead of 16 in {folder}: run the tests first"
    print(f"{files} files are right in VTK {vtk.vtkVersion().GetVTKVersion()}")


if __name__ == "__main__":
    main()
