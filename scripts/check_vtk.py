#!/usr/bin/env python3
"""Checks with VTK itself that the VTK files of gapkit hold what was put into them.

    cargo test --test vtk           # writes the files
    scripts/check_vtk.py FOLDER     # the folder that the tests wrote to, e.g. target/tmp

Needs the Python package `vtk`. The tests write the files `vtk-volume-*/volume.vtu` and
`vtk-surface-*/surface.vtp` and `vtk-series/run.pvd`; what they hold is computed here again.
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


def volume(path):
    grid = read(vtk.vtkXMLUnstructuredGridReader(), path)
    check("points", grid.GetNumberOfPoints(), 3000)
    check("cells", grid.GetNumberOfCells(), 2000)
    position = grid.GetPointData().GetArray("position")
    for i in range(3000):
        point = (i / 3.0, -i * 1e-300, (i + 1.0) * 1e200)
        check(f"point {i}", grid.GetPoint(i), point)
        check(f"position {i}", position.GetTuple3(i), point)
    kinds = [(10, 4), (12, 8), (13, 6), (14, 5), (24, 10)]
    ids = vtk.vtkIdList()
    for i in range(2000):
        kind, count = kinds[i % 5]
        grid.GetCellPoints(i, ids)
        check(f"kind {i}", grid.GetCellType(i), kind)
        nodes = [ids.GetId(k) for k in range(ids.GetNumberOfIds())]
        check(f"nodes {i}", nodes, [(i * 7 + k * 11) % 3000 for k in range(count)])
        check(f"region {i}", grid.GetCellData().GetArray("region").GetTuple1(i), i % 5)
        check(f"number {i}", grid.GetCellData().GetArray("number").GetTuple1(i), 3 * i)


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


def series(path):
    entries = xml.etree.ElementTree.parse(path).getroot().findall("Collection/DataSet")
    check("times", [float(entry.get("timestep")) for entry in entries], [0.0, 0.1, 0.2])
    for entry in entries:
        grid = read(vtk.vtkXMLUnstructuredGridReader(), path.parent / entry.get("file"))
        check("points", grid.GetNumberOfPoints(), 4)
        check("cells", grid.GetNumberOfCells(), 1)


def main():
    folder = pathlib.Path(sys.argv[1])
    files = 0
    for path in sorted(folder.glob("vtk-volume-*/volume.vtu")):
        volume(path)
        files += 1
    for path in sorted(folder.glob("vtk-surface-*/surface.vtp")):
        surface(path)
        files += 1
    for path in sorted(folder.glob("vtk-series/run.pvd")):
        series(path)
        files += 1
    assert files == 9, f"{files} files instead of 9 in {folder}: run the test first"
    print(f"{files} files are right in VTK {vtk.vtkVersion().GetVTKVersion()}")


if __name__ == "__main__":
    main()
