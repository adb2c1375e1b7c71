#!/usr/bin/env python3
"""Lets other tools write mesh files in every variant that gapkit reads.

    scripts/write_files.py FOLDER
    scripts/write_files.py --few tests/fixtures/tools     # the committed samples

Writes the files and `expected.json`, which tells what is in them. The expectations come from the
data in memory, or from the tool's own interface, never from the files. Uses whichever of the Python
packages `vtk`, `meshio`, `pyvista` and `gmsh` are there, and says which are not.

An expectation of a mesh has the nodes (or only their number, where the tool decides on their order),
the elements by number with the positions of the nodes that gapkit keeps, the number of cells that
are not volumes, and the volume. `relative` is the error that the printed digits allow, 0 for binary
files. An expectation of a surface has its points; one of a file that gapkit does not read has what
the message must contain. A file with the same mesh as another one refers to it by `like`.
"""

import contextlib
import importlib
import io
import json
import math
import pathlib
import sys

import numpy as np

# By the number of the cell in VTK: what gapkit calls it, its name in meshio, and its corners.
TET = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
HEX = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]
WEDGE = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (0, 1, 1)]
PYRAMID = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0.5, 0.5, 1)]
VOXEL = [HEX[i] for i in (0, 1, 3, 2, 4, 5, 7, 6)]
KINDS = {
    10: ("tetrahedron", "tetra", TET, 4),
    11: ("hexahedron", None, VOXEL, 8),
    12: ("hexahedron", "hexahedron", HEX, 8),
    13: ("wedge", "wedge", WEDGE, 6),
    14: ("pyramid", "pyramid", PYRAMID, 5),
    24: ("quadratic tetrahedron", "tetra10", TET, 10),
    25: ("quadratic hexahedron", "hexahedron20", HEX, 20),
    26: ("quadratic wedge", "wedge15", WEDGE, 15),
    27: ("quadratic pyramid", "pyramid13", PYRAMID, 13),
    29: ("triquadratic hexahedron", "hexahedron27", HEX, 27),
    32: ("biquadratic wedge", "wedge18", WEDGE, 18),
    33: ("hexahedron", "hexahedron24", HEX, 24),
    37: ("pyramid", None, PYRAMID, 19),
    3: (None, "line", HEX[:2], 2),
    5: (None, "triangle", HEX[:3], 3),
    22: (None, "triangle6", HEX[:3], 6),
}
EDGES = {
    3: [(0, 1), (1, 2), (2, 0)],
    4: [(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)],
    5: [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (1, 4), (2, 4), (3, 4)],
    6: [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)],
    8: [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)],
}
# What the nodes behind those on the edges are in the middle of.
FACES = {
    29: [(0, 4, 7, 3), (1, 2, 6, 5), (0, 1, 5, 4), (3, 7, 6, 2), (0, 1, 2, 3), (4, 5, 6, 7), range(8)],
    32: [(0, 1, 4, 3), (1, 2, 5, 4), (2, 0, 3, 5)],
}
VOLUMES = {"tetrahedron": 1 / 6, "hexahedron": 1, "wedge": 0.5, "pyramid": 1 / 3}
# Turns and stretches, so that no coordinate is round and none is where another axis has it.
FRAME = np.array([[math.pi / 3, 0.1, -0.2], [1 / 7, math.e / 3, 0.3], [0.25, -1 / 9, math.sqrt(2)]])
# The error of text with eleven digits, as VTK writes it in legacy files, and with fourteen.
ELEVEN, FOURTEEN = 5e-11, 5e-14
DETERMINANT = float(np.linalg.det(FRAME))


def dimension(kind):
    return {3: 1, 5: 2, 22: 2}.get(kind, 3)


def cell_nodes(kind):
    """The nodes of a cell, with those on the edges and, where there are more, some within."""
    _, _, corners, count = KINDS[kind]
    nodes = [np.array(corner, float) for corner in corners]
    if count > len(nodes):
        nodes += [(nodes[a] + nodes[b]) / 2 for a, b in EDGES[len(corners)]]
    centre = sum(nodes[: len(corners)]) / len(corners)
    if count > len(nodes) and kind in FACES:
        nodes += [sum(nodes[k] for k in face) / len(face) for face in FACES[kind]]
    while len(nodes) < count:
        nodes.append(centre + (nodes[len(nodes) % len(corners)] - centre) / (3 + len(nodes)))
    return nodes


class Grid:
    """Cells that do not touch, each with nodes, a region and a number of its own."""

    def __init__(self, kinds, turned=()):
        self.kinds, self.cells, points = list(kinds), [], []
        for place, kind in enumerate(self.kinds):
            nodes = cell_nodes(kind)
            self.cells.append(list(range(len(points), len(points) + len(nodes))))
            points += [FRAME @ (node + (3 * place, 0, 0)) for node in nodes]
            if place in turned:
                # The order of wedges that VTK documents: the first triangle looks outward.
                self.cells[-1] = [self.cells[-1][k] for k in (3, 4, 5, 0, 1, 2)]
        # A node that no cell uses, and coordinates that text formats tend to spoil.
        self.points = np.array(points + [(1e-300, -1e150, 1 / 3)])
        self.regions = [3 + place % 4 for place in range(len(self.kinds))]
        self.numbers = [100 + 7 * place for place in range(len(self.kinds))]

    def expectation(self, relative=0.0, numbers=None, regions=None, turn=False, points=None):
        points = self.points if points is None else points
        numbers = self.numbers if numbers is None else numbers
        regions = self.regions if regions is None else regions
        elements, skipped = [], 0
        for kind, cell, number, region in zip(self.kinds, self.cells, numbers, regions):
            name = KINDS[kind][0]
            if name is None:
                skipped += 1
                continue
            kept = cell[: 10 if kind == 24 else len(KINDS[kind][2])]
            if kind == 11:
                kept = [kept[k] for k in (0, 1, 3, 2, 4, 5, 7, 6)]
            if turn and kind == 13:
                kept = [kept[k] for k in (0, 2, 1, 3, 5, 4)]
            at = [list(map(float, points[node])) for node in kept]
            elements.append({"kind": name, "number": number, "region": region, "nodes": at})
        volume = DETERMINANT * sum(VOLUMES[element["kind"].split()[-1]] for element in elements)
        nodes = [list(map(float, point)) for point in points]
        return {"nodes": nodes, "elements": elements, "skipped": skipped, "volume": volume, "relative": relative}


ALL = Grid([10, 12, 5, 13, 14, 3, 24, 25, 26, 27, 22, 29, 32, 33, 37, 11, 13], turned=[16])
BOX = [[0, 2, 1], [0, 3, 2], [4, 5, 6], [4, 6, 7], [0, 1, 5], [0, 5, 4]]
BOX += [[1, 2, 6], [1, 6, 5], [2, 3, 7], [2, 7, 6], [3, 0, 4], [3, 4, 7]]


# One or two of each format and coding, and the wedges of each tool.
FEW = {"vtk-ascii.vtu", "vtk-appended-raw-zlib-u64.vtu", "vtk-binary-zlib-big.vtu", "vtk-appended-base64.vtu",
       "vtk-42-binary.vtk", "vtk-51-ascii.vtk", "vtk-source-13.vtu", "vtk-source-26.vtu", "vtk-binary-lz4.vtu",
       "vtk-appended-raw-lz4-u64.vtu", "vtk-binary-lzma.vtu", "vtk-appended-raw-lzma.vtu", "meshio-lzma.vtu",
       "pyvista-binary.vtu", "pyvista-ascii.vtk", "pyvista-example-wedge.vtu", "pyvista-example-quadraticwedge.vtu",
       "meshio-zlib.vtu", "meshio-51-binary.vtk", "meshio-22-binary.msh", "meshio-41-binary.msh",
       "meshio-41-ascii.msh", "meshio.inp", "gmsh-serendipity-41-binary.msh", "gmsh-quadratic-41-ascii.msh",
       "gmsh-quadratic-22-binary.msh", "gmsh-abaqus.inp", "gmsh-cells.inp", "gmsh-cells-binary.vtk",
       "gmsh-serendipity-ascii.vtk"}


class Folder:
    def __init__(self, path, few):
        self.path, self.few, self.expected = pathlib.Path(path), few, []
        self.path.mkdir(parents=True, exist_ok=True)

    def add(self, name, write, expectation):
        """Has a file written; `write` takes its path."""
        if self.few and name not in FEW:
            return
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            write(str(self.path / name))
        self.expected.append({"file": name, **expectation})

    def finish(self):
        seen = {}
        for entry in self.expected:
            mesh = {key: entry.pop(key) for key in ("nodes", "elements", "skipped", "volume") if key in entry}
            like = seen.setdefault(json.dumps(mesh), entry["file"]) if "elements" in mesh else entry["file"]
            entry.update(mesh if like == entry["file"] else {"like": like})
        text = ",\n".join(json.dumps(entry) for entry in self.expected)
        (self.path / "expected.json").write_text(f"[\n{text}\n]\n")


def vtk_grid(vtk, grid):
    points = vtk.vtkPoints()
    points.SetDataTypeToDouble()
    for point in grid.points:
        points.InsertNextPoint(point)
    result = vtk.vtkUnstructuredGrid()
    result.SetPoints(points)
    for kind, cell in zip(grid.kinds, grid.cells):
        result.InsertNextCell(kind, len(cell), cell)
    for name, values in (("region", grid.regions), ("number", grid.numbers)):
        array = vtk.vtkIntArray()
        array.SetName(name)
        for value in values:
            array.InsertNextValue(value)
        result.GetCellData().AddArray(array)
    return result


def named(vtk):
    """The grid with names of points, cells and itself, whose lengths take one to four bytes."""
    grid = vtk_grid(vtk, ALL)
    for data, count in ((grid.GetPointData(), len(ALL.points)), (grid.GetCellData(), len(ALL.cells)),
                        (grid.GetFieldData(), 2)):
        names = vtk.vtkStringArray()
        names.SetName("names")
        for i in range(count):
            names.InsertNextValue("x" * (i % 7 if i > 1 else (63 + i) if data is grid.GetPointData() else 1))
        data.AddArray(names)
    long = vtk.vtkStringArray()
    long.SetName("long")
    for length in (0, 1, 63, 64, 300, 16383, 16384):
        long.InsertNextValue("y" * length)
    grid.GetFieldData().AddArray(long)
    return grid


def by_vtk(folder):
    import vtk

    grid = vtk_grid(vtk, ALL)
    compressors = {"": None, "-zlib": vtk.vtkZLibDataCompressor(), "-lz4": vtk.vtkLZ4DataCompressor(),
                   "-lzma": vtk.vtkLZMADataCompressor()}

    def xml(path, mode, compressor, wide, big, small, grid=grid):
        writer = vtk.vtkXMLUnstructuredGridWriter()
        writer.SetFileName(path)
        writer.SetInputData(grid)
        writer.SetDataMode({"ascii": 0, "binary": 1, "appended-raw": 2, "appended-base64": 2}[mode])
        writer.SetEncodeAppendedData(mode == "appended-base64")
        writer.SetCompressor(compressor)
        writer.SetHeaderTypeToUInt64() if wide else writer.SetHeaderTypeToUInt32()
        writer.SetByteOrderToBigEndian() if big else writer.SetByteOrderToLittleEndian()
        if small:
            writer.SetBlockSize(small)
        assert writer.Write() == 1

    for mode in ("ascii", "binary", "appended-raw", "appended-base64"):
        for coded, compressor in compressors.items():
            if mode == "ascii" and coded:
                continue
            for wide in (False, True):
                for big in (False, True):
                    tail = coded + ("-u64" if wide else "") + ("-big" if big else "")
                    expectation = ALL.expectation(1e-15 if mode == "ascii" else 0.0)
                    # Blocks so small that there are several of each array.
                    small = 256 if coded else None
                    folder.add(f"vtk-{mode}{tail}.vtu",
                               lambda path: xml(path, mode, compressor, wide, big, small), expectation)

    def legacy(path, version, binary, grid=grid):
        writer = vtk.vtkUnstructuredGridWriter()
        writer.SetFileName(path)
        writer.SetInputData(grid)
        writer.SetFileVersion(version)
        writer.SetFileTypeToBinary() if binary else writer.SetFileTypeToASCII()
        assert writer.Write() == 1

    for version in (42, 51):
        for binary in (False, True):
            name = f"vtk-{version}-{'binary' if binary else 'ascii'}.vtk"
            expectation = ALL.expectation(0.0 if binary else ELEVEN)
            folder.add(name, lambda path: legacy(path, version, binary), expectation)
            name = f"vtk-{version}-{'binary' if binary else 'ascii'}-strings.vtk"
            folder.add(name, lambda path: legacy(path, version, binary, named(vtk)), expectation)

    # Meshes as VTK itself makes them, in the order that it gives to each kind.
    for kind in (10, 12, 13, 14, 24, 25, 26, 27, 29, 37):
        source = vtk.vtkCellTypeSource()
        source.SetCellType(kind)
        source.SetOutputPrecision(1)
        source.SetBlocksDimensions(2, 1, 3)
        source.Update()
        output = source.GetOutput()
        cells = {"count": output.GetNumberOfCells(), "kind": KINDS[kind][0]}
        expectation = {"nodes": output.GetNumberOfPoints(), "cells": cells, "skipped": 0, "volume": 6.0}
        folder.add(f"vtk-source-{kind}.vtu",
                   lambda path: xml(path, "appended-raw", None, True, False, None, output), expectation)


def by_pyvista(folder):
    import pyvista

    grid = pyvista.UnstructuredGrid(
        np.concatenate([[len(cell), *cell] for cell in ALL.cells]), np.array(ALL.kinds), ALL.points)
    grid.cell_data["region"] = np.array(ALL.regions)
    grid.cell_data["number"] = np.array(ALL.numbers)
    for end in ("vtu", "vtk"):
        for binary in (False, True):
            folder.add(f"pyvista-{'binary' if binary else 'ascii'}.{end}",
                       lambda path: grid.save(path, binary=binary), ALL.expectation(0.0 if binary else {"vtu": 1e-15, "vtk": ELEVEN}[end]))
    points = np.array(HEX, float) @ FRAME.T
    single = points.astype(np.float32)
    faces = np.concatenate([[3, *face] for face in BOX])
    for end, binary in (("stl", False), ("stl", True), ("ply", False), ("ply", True), ("obj", False)):
        surface = pyvista.PolyData(single, faces)
        order = single[first_seen(BOX)] if end == "stl" else single
        name = f"pyvista{'-binary' if binary else ''}.{end}"
        folder.add(name, lambda path: surface.save(path, binary=binary), surface_expectation(order, 0 if binary else 5e-6))
    for name in ("Wedge", "QuadraticWedge", "Pyramid", "Hexahedron", "Tetrahedron"):
        cell = getattr(pyvista.examples.cells, name)()
        volume = float(cell.compute_cell_sizes()["Volume"].sum())
        kind = KINDS[int(cell.celltypes[0])][0]
        folder.add(f"pyvista-example-{name.lower()}.vtu", lambda path: cell.save(path),
                   {"nodes": cell.n_points, "cells": {"count": 1, "kind": kind}, "skipped": 0, "volume": volume})


def first_seen(faces):
    seen = []
    for node in (node for face in faces for node in face):
        if node not in seen:
            seen.append(node)
    return seen


def surface_expectation(points, relative):
    return {"points": [list(map(float, point)) for point in points], "relative": relative}


def by_meshio(folder):
    import meshio

    def mesh(grid, data, **points):
        cells = [(KINDS[kind][1], [cell]) for kind, cell in zip(grid.kinds, grid.cells)]
        marks = {name: [np.array([value]) for value in values] for name, values in data.items()}
        return meshio.Mesh(grid.points, cells, cell_data=marks, **points)

    # Of the wedges, meshio turns those of six nodes for VTK files: their first triangle looks
    # outward.
    known = Grid([10, 12, 5, 13, 14, 3, 24, 25, 22, 29, 32])
    marks = {"region": known.regions, "number": known.numbers}
    for coded, options in (("ascii", {"binary": False}), ("zlib", {"compression": "zlib"}),
                           ("lzma", {"compression": "lzma"}), ("base64", {"compression": None})):
        folder.add(f"meshio-{coded}.vtu", lambda path: mesh(known, marks).write(path, **options),
                   known.expectation(1e-10 if coded == "ascii" else 0.0, turn=True))
    for version in ("42", "51"):
        for binary in (False, True):
            folder.add(f"meshio-{version}-{'binary' if binary else 'ascii'}.vtk",
                       lambda path: mesh(known, marks).write(path, file_format=f"vtk{version}", binary=binary),
                       known.expectation(0.0 if binary else 1e-15, turn=True))
    counted = list(range(1, len(known.kinds) + 1))
    data = {"gmsh:physical": known.regions, "gmsh:geometrical": counted}
    # Version 4 wants to know the entity of each node; the last node belongs to none.
    entities = [(dimension(kind), place) for place, kind in zip(counted, known.kinds) for _ in cell_nodes(kind)]
    tags = {"point_data": {"gmsh:dim_tags": np.array([*entities, entities[-1]])}}
    for version, name, points in (("22", "gmsh22", {}), ("41", "gmsh", tags)):
        for binary in (False, True):
            expectation = known.expectation(0.0 if binary else 1e-15, numbers=counted)
            if version == "41":
                # meshio sorts the nodes by their entities.
                expectation["nodes"] = len(known.points)
            folder.add(f"meshio-{version}-{'binary' if binary else 'ascii'}.msh",
                       lambda path: mesh(known, data, **points).write(path, file_format=name, binary=binary),
                       expectation)
    abaqus = Grid([10, 12, 13, 24, 25, 5])
    folder.add("meshio.inp", lambda path: mesh(abaqus, {}).write(path),
               abaqus.expectation(1e-15, numbers=list(range(1, 7)), regions=[0] * 6))
    points = np.array(HEX, float) @ FRAME.T
    for end, binary in (("stl", False), ("stl", True), ("ply", False), ("ply", True), ("obj", None)):
        options = {} if binary is None else {"binary": binary}
        order = points[first_seen(BOX)] if end == "stl" else points
        expectation = surface_expectation(order.astype(np.float32) if end == "stl" and binary else order,
                                          0 if binary else 1e-15)
        folder.add(f"meshio{'-binary' if binary else ''}.{end}",
                   lambda path: meshio.Mesh(points, [("triangle", BOX)]).write(path, **options), expectation)


def by_gmsh(folder):
    import gmsh

    gmsh.initialize(interruptible=False)
    gmsh.option.setNumber("General.Terminal", 0)
    # By the type in Gmsh: the kind, and the nodes that are kept in the order of VTK.
    kinds = {4: ("tetrahedron", 4), 5: ("hexahedron", 8), 6: ("wedge", 6), 7: ("pyramid", 5),
             11: ("quadratic tetrahedron", 10), 12: ("triquadratic hexahedron", 8), 13: ("biquadratic wedge", 6),
             14: ("pyramid", 5), 17: ("quadratic hexahedron", 8), 18: ("quadratic wedge", 6),
             19: ("quadratic pyramid", 5)}

    def expectation(volume, relative, region=lambda group, entity: group or entity, dimensions=3):
        """What Gmsh has in memory, with the regions as the format has them, and the cells of the lower
        dimensions, of which some formats leave out points."""
        tags, coordinates, _ = gmsh.model.mesh.getNodes()
        points = dict(zip(map(int, tags), coordinates.reshape(-1, 3).tolist()))
        elements = []
        for _, entity in gmsh.model.getEntities(3):
            groups = [int(tag) for tag in gmsh.model.getPhysicalGroupsForEntity(3, entity)]
            for kind, numbers, nodes in zip(*gmsh.model.mesh.getElements(3, entity)):
                name, kept = kinds[kind]
                for number, cell in zip(numbers, nodes.reshape(len(numbers), -1)):
                    cell = [int(node) for node in cell[:kept]]
                    if kept == 10:
                        cell[8], cell[9] = cell[9], cell[8]
                    elements.append({"kind": name, "number": int(number), "region": region((groups or [0])[0], entity),
                                     "nodes": [points[node] for node in cell]})
        others = sum(len(numbers) for dimension in range(3 - dimensions, 3)
                     for numbers in gmsh.model.mesh.getElements(dimension)[1])
        return {"nodes": len(points), "elements": elements, "skipped": others, "volume": volume, "relative": relative}

    def save(stem, volume, abaqus=True, turned=True):
        """In each format. Like meshio, Gmsh turns wedges of six nodes for VTK files."""
        gmsh.option.setNumber("Mesh.SaveAll", 1)
        for version in (2.2, 4.1):
            for binary in (0, 1):
                gmsh.option.setNumber("Mesh.MshFileVersion", version)
                gmsh.option.setNumber("Mesh.Binary", binary)
                # When Gmsh saves all elements in version 2.2, it numbers them anew and forgets the
                # groups.
                relative = 0.0 if binary else 1e-15
                expected = (expectation(volume, relative) if version == 4.1 else
                            unnumbered(expectation(volume, relative, lambda group, entity: entity)))
                name = f"gmsh-{stem}-{str(version).replace('.', '')}-{'binary' if binary else 'ascii'}.msh"
                folder.add(name, gmsh.write, expected)
        for binary in (0, 1):
            gmsh.option.setNumber("Mesh.Binary", binary)
            relative = 0.0 if binary else 1e-15
            expected = unnumbered(expectation(volume, relative, lambda group, entity: group))
            for element in expected["elements"] if turned else []:
                if element["kind"] == "wedge":
                    element["nodes"] = [element["nodes"][k] for k in (0, 2, 1, 3, 5, 4)]
            folder.add(f"gmsh-{stem}-{'binary' if binary else 'ascii'}.vtk", gmsh.write, expected)
        if abaqus:
            # Sets have names and not numbers.
            expected = expectation(volume, FOURTEEN, lambda group, entity: None, dimensions=2)
            folder.add(f"gmsh-{stem}.inp", gmsh.write, expected)

    def unnumbered(expected):
        for element in expected["elements"]:
            element["number"] = None
        return expected

    def discrete(kinds):
        """The linear cells of a grid as they are, in one volume each with a physical group."""
        grid = Grid(kinds)
        gmsh.clear()
        gmsh.model.add("cells")
        types = {10: 4, 12: 5, 13: 6, 14: 7}
        for place, (kind, cell) in enumerate(zip(grid.kinds, grid.cells)):
            entity = gmsh.model.addDiscreteEntity(3, 5 + place)
            tags = [10 + 3 * node for node in cell]
            gmsh.model.mesh.addNodes(3, entity, tags, grid.points[cell].ravel())
            gmsh.model.mesh.addElementsByType(entity, types[kind], [40 + 2 * place], tags)
            gmsh.model.addPhysicalGroup(3, [entity], 60 + place)
        return DETERMINANT * sum(VOLUMES[KINDS[kind][0]] for kind in kinds)

    save("cells", discrete([10, 12, 13, 14]))
    # Abaqus has no elements with nodes on their faces, and no quadratic pyramids.
    for stem, incomplete, cells, abaqus in (("quadratic", 0, [10, 12, 13, 14], False),
                                            ("serendipity", 1, [10, 12, 13, 14], False),
                                            ("abaqus", 1, [10, 12, 13], True)):
        volume = discrete(cells)
        gmsh.option.setNumber("Mesh.SecondOrderIncomplete", incomplete)
        gmsh.model.mesh.setOrder(2)
        save(stem, volume, abaqus, turned=False)

    # Meshes of Gmsh's own making: tetrahedra, and wedges by extrusion.
    gmsh.clear()
    gmsh.option.setNumber("Mesh.MeshSizeMin", 0.7)
    gmsh.model.occ.addBox(0, 0, 0, 1, 2, 1.5)
    gmsh.model.occ.synchronize()
    gmsh.model.mesh.generate(3)
    save("box", 3.0)
    gmsh.clear()
    square = gmsh.model.occ.addRectangle(0, 0, 0, 2, 1)
    gmsh.model.occ.extrude([(2, square)], 0.2, 0.3, 1, [3], recombine=True)
    gmsh.model.occ.synchronize()
    gmsh.model.mesh.generate(3)
    save("extruded", 2.0)
    gmsh.finalize()


def main():
    folder = Folder(sys.argv[-1], few="--few" in sys.argv)
    for tool, write in (("vtk", by_vtk), ("pyvista", by_pyvista), ("meshio", by_meshio), ("gmsh", by_gmsh)):
        try:
            importlib.import_module(tool)
        except (ImportError, OSError) as error:
            print(f"going on without {tool}: {error}")
            continue
        before = len(folder.expected)
        write(folder)
        print(f"{tool} wrote {len(folder.expected) - before} files")
    folder.finish()


if __name__ == "__main__":
    main()
