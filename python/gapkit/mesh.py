"""Volume meshes: from arrays, files, and the objects of meshio, pyvista and VTK."""

from __future__ import annotations

import ctypes
import os
from typing import Any, Dict, Iterable, Optional, Tuple

import numpy as np

from . import errors
from ._native import CONSTANTS, Handle, address, lent, lib, points, preset

# The elements by their numbers in VTK: how many nodes, and what meshio calls them.
_NODES = {10: 4, 12: 8, 13: 6, 14: 5, 24: 10, 25: 20, 26: 15, 27: 13, 29: 27, 32: 18}
_MESHIO = {"tetra": 10, "hexahedron": 12, "wedge": 13, "pyramid": 14, "tetra10": 24,
           "hexahedron20": 25, "wedge15": 26, "pyramid13": 27, "hexahedron27": 29, "wedge18": 32}
_BY_NODES = {count: kind for kind, count in _NODES.items()}
# Cells that are no volumes are left out: points, lines, triangles and quadrilaterals of VTK.
_FLAT_VTK = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 21, 22, 23, 28, 30, 34, 35, 36, 68, 69, 70}
_FLAT_MESHIO = ("vertex", "line", "triangle", "quad", "polygon")


class Mesh:
    """Nodes and volume elements. Arrays that fit are used as they are and not copied.

    `cells` is an array with the nodes of an element in each row, from `index_base`: 4 nodes are
    tetrahedra, 8 hexahedra, 6 wedges, 5 pyramids, and 10, 20 or 27, 15 or 18, and 13 the quadratic ones,
    all in the order of VTK; or a list of such arrays. `numbers` are the numbers of the elements in contacts, and `regions` numbers
    >= 0 that pieces do not cross. `repair` turns elements over whose nodes are in mirrored order.

    >>> import gapkit
    >>> gapkit.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]])
    <gapkit.Mesh 4 nodes, 1 element>
    """

    def __init__(
        self,
        nodes: Any,
        cells: Any,
        *,
        numbers: Any = None,
        regions: Any = None,
        index_base: int = 0,
        repair: bool = False,
    ) -> None:
        blocks = cells if isinstance(cells, (list, tuple)) and _is_blocks(cells) else [cells]
        arrays = [_indices(block) for block in blocks]
        kinds = [np.full(len(block), _BY_NODES[block.shape[1]], np.uint8) for block in arrays]
        flat = [block.reshape(-1) for block in arrays]
        connectivity = flat[0] if len(flat) == 1 else np.concatenate([f.astype(np.int64) for f in flat])
        self._set(points("nodes", nodes), connectivity, np.concatenate(kinds), numbers, regions)
        self.index_base = index_base
        self.repair = repair

    def _set(self, nodes: Any, connectivity: Any, kinds: Any, numbers: Any, regions: Any) -> None:
        #: The coordinates of the nodes, one in each row.
        self.points: np.ndarray = nodes
        #: The nodes of all elements, one after the other.
        self.connectivity: np.ndarray = np.ascontiguousarray(connectivity)
        #: The kind of each element, by its number in VTK.
        self.kinds: np.ndarray = np.ascontiguousarray(kinds, dtype=np.uint8)
        count = len(self.kinds)
        #: The number of each element in contacts, or None for counting.
        self.numbers = _each("numbers", numbers, count, np.int64)
        #: The region of each element, or None.
        self.regions = _each("regions", regions, count, np.int32)
        #: What the file calls each node, or None. Contacts have the place in `points` instead.
        self.node_numbers: Optional[np.ndarray] = None
        self.index_base = 0
        self.repair = False

    @classmethod
    def _of_arrays(cls, *arrays: Any) -> Mesh:
        made = cls.__new__(cls)
        made._set(*arrays)
        return made

    @classmethod
    def read(cls, path: Any, *, repair: bool = False) -> Mesh:
        """Reads a mesh file: `.vtu`, `.vtk`, `.msh` or `.inp`, as `gapkit detect` does. Elements have
        the numbers of the file, and `node_numbers` are those of the nodes.

        >>> import gapkit
        >>> gapkit.Mesh.read("no such file.vtu")
        Traceback (most recent call last):
            ...
        gapkit.errors.FileError: no such file.vtu: No such file or directory (os error 2)
        """
        handle = Handle("file", "file_read", os.fspath(path).encode())
        made = cls._lent(handle, "file_mesh")
        place, count = ctypes.c_void_p(), ctypes.c_size_t()
        outs = map(ctypes.addressof, (place, count))
        lib.file_node_numbers(handle.value, *outs)
        made.node_numbers = lent(handle, place.value or 0, count.value, np.int64)
        made.repair = repair
        return made

    @classmethod
    def of(cls, other: Any, *, regions: Any = None) -> Mesh:
        """The volume elements of a mesh of meshio, pyvista or VTK. Elements are numbered as there:
        meshio's by their place in all blocks, VTK's by their cells. `regions` is the name of cell data.

        >>> import gapkit
        >>> class Cells:
        ...     type, data = "tetra", [[0, 1, 2, 3]]
        >>> class FromMeshio:
        ...     points, cells = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [Cells]
        >>> gapkit.Mesh.of(FromMeshio)
        <gapkit.Mesh 4 nodes, 1 element>
        """
        if hasattr(other, "GetCellTypes"):
            return cls._of_vtk(other, regions)
        if hasattr(other, "cells") and hasattr(other, "points"):
            return cls._of_meshio(other, regions)
        raise TypeError(f"{type(other).__name__} is no mesh of meshio, pyvista or VTK")

    @classmethod
    def _of_meshio(cls, other: Any, regions: Optional[str]) -> Mesh:
        blocks, kinds, places, first = [], [], [], 0
        for block in other.cells:
            count = len(block.data)
            if block.type in _MESHIO:
                blocks.append(np.asarray(block.data).reshape(-1).astype(np.int64, copy=False))
                kinds.append(np.full(count, _MESHIO[block.type], np.uint8))
                places.append(np.arange(first, first + count, dtype=np.int64))
            elif not str(block.type).startswith(_FLAT_MESHIO):
                raise errors.BadMesh(f"elements of the type {block.type} are not supported")
            first += count
        if not blocks:
            raise errors.BadMesh("there are no volume elements")
        numbers = np.concatenate(places)
        named = None
        if regions is not None:
            named = np.concatenate([np.asarray(part) for part in other.cell_data[regions]])[numbers]
        nodes = points("points", other.points)
        return cls._of_arrays(nodes, np.concatenate(blocks), np.concatenate(kinds), numbers, named)

    @classmethod
    def _of_vtk(cls, other: Any, regions: Optional[str]) -> Mesh:
        from vtkmodules.util.numpy_support import vtk_to_numpy

        if not other.GetNumberOfCells():
            raise errors.BadMesh("there are no volume elements")
        nodes = points("points", vtk_to_numpy(other.GetPoints().GetData()))
        try:
            types = other.GetCellTypes()
        except TypeError:
            # Before VTK 9.6 this is another function.
            types = other.GetCellTypesArray()
        kinds = vtk_to_numpy(types)
        offsets = vtk_to_numpy(other.GetCells().GetOffsetsArray())
        connectivity = vtk_to_numpy(other.GetCells().GetConnectivityArray())
        strange = set(np.unique(kinds).tolist()) - set(_NODES) - _FLAT_VTK
        if strange:
            raise errors.BadMesh(f"cells of the VTK types {sorted(strange)} are not supported")
        chosen = np.isin(kinds, list(_NODES))
        numbers = np.flatnonzero(chosen)
        if not len(numbers):
            raise errors.BadMesh("there are no volume elements")
        if not chosen.all():
            connectivity = connectivity[np.repeat(chosen, np.diff(offsets))]
        named = None
        if regions is not None:
            array = other.GetCellData().GetArray(regions)
            if array is None:
                raise errors.BadArgument(f"there is no cell data {regions!r}")
            named = vtk_to_numpy(array)[numbers]
        return cls._of_arrays(nodes, connectivity, kinds[chosen], numbers, named)

    @classmethod
    def _lent(cls, handle: Handle, function: str) -> Mesh:
        """A mesh whose arrays the library lends."""
        view = preset("mesh")
        getattr(lib, function)(handle.value, address(view), view.itemsize)
        told = view[0]
        nodes = lent(handle, int(told["x"]), 3 * int(told["node_count"]), np.float64).reshape(-1, 3)
        numbers = int(told["connectivity_count"])
        connectivity = lent(handle, int(told["connectivity"]), numbers, np.int32)

        def each(field: str, dtype: Any) -> Any:
            place = int(told[field])
            return lent(handle, place, int(told["element_count"]), dtype) if place else None

        kinds = each("element_types", np.uint8)
        if kinds is None:
            kinds = np.full(int(told["element_count"]), told["element_type"], np.uint8)
        lists = each("element_numbers", np.int64), each("regions", np.int32)
        return cls._of_arrays(nodes, connectivity, kinds, *lists)

    @classmethod
    def block(cls, cells: Any, size: Any) -> Mesh:
        """A block from the origin to `size`, of `cells` hexahedra cut into six tetrahedra each.

        >>> import gapkit
        >>> gapkit.Mesh.block([2, 2, 2], [1, 1, 1])
        <gapkit.Mesh 27 nodes, 48 elements>
        """
        counts = np.ascontiguousarray(cells, dtype=np.uintp)
        lengths = np.ascontiguousarray(size, dtype=np.float64)
        if counts.shape != (3,) or lengths.shape != (3,):
            raise errors.BadArgument("`cells` and `size` must have three numbers each")
        return cls._lent(Handle("demo", "demo_block", address(counts), address(lengths)), "demo_mesh")

    @classmethod
    def sphere(cls, radius: float, layers: int) -> Mesh:
        """A solid sphere around the origin, of 20 * layers^3 tetrahedra."""
        return cls._lent(Handle("demo", "demo_sphere", radius, layers), "demo_mesh")

    @classmethod
    def cylinder(cls, radius: float, height: float, sides: int, rings: int, layers: int) -> Mesh:
        """A cylinder around the z axis, from z = 0 up."""
        made = Handle("demo", "demo_cylinder", radius, height, sides, rings, layers)
        return cls._lent(made, "demo_mesh")

    @classmethod
    def knot(cls, sections: int = 72, sides: int = 6, rings: int = 1) -> Mesh:
        """A trefoil knot, about 6 wide and 3 high."""
        return cls._lent(Handle("demo", "demo_knot", sections, sides, rings), "demo_mesh")

    @classmethod
    def gear_tooth(cls, teeth: int, profile: int) -> Mesh:
        """One tooth of an involute gear of module 1, with `profile` steps along its profile."""
        return cls._lent(Handle("demo", "demo_gear_tooth", teeth, profile), "demo_mesh")

    def moved(self, nodes: Any) -> Mesh:
        """The same elements with their nodes elsewhere.

        >>> import gapkit
        >>> block = gapkit.Mesh.block([1, 1, 1], [1, 1, 1])
        >>> block.moved(block.points + [0, 0, 2]).points[0]
        array([0., 0., 2.])
        """
        there = points("nodes", nodes)
        if len(there) != len(self.points):
            raise errors.BadArgument(f"there are {len(self.points)} nodes, not {len(there)}")
        made = self.only(None)
        made.points = there
        return made

    def only(self, chosen: Any) -> Mesh:
        """Some of the elements, by a mask or their places; they keep their numbers, and the nodes
        theirs. None for all."""
        lists = (self.connectivity, self.kinds, self.numbers, self.regions)
        if chosen is not None:
            mask = np.zeros(len(self.kinds), bool)
            mask[chosen] = True
            base = np.arange(len(self.kinds), dtype=np.int64) + self.index_base
            numbers = base if self.numbers is None else self.numbers
            regions = None if self.regions is None else self.regions[mask]
            nodes = self.connectivity[np.repeat(mask, self._widths())]
            lists = (nodes, self.kinds[mask], numbers[mask], regions)
        made = type(self)._of_arrays(self.points, *lists)
        made.node_numbers = self.node_numbers
        made.index_base, made.repair = self.index_base, self.repair
        return made

    def by_region(self) -> Dict[int, Mesh]:
        """A mesh for each region, by its number.

        >>> import gapkit
        >>> block = gapkit.Mesh.block([2, 1, 1], [2, 1, 1])
        >>> block.regions = [0] * 6 + [4] * 6
        >>> block.by_region()
        {0: <gapkit.Mesh 12 nodes, 6 elements>, 4: <gapkit.Mesh 12 nodes, 6 elements>}
        """
        regions = _each("regions", self.regions, len(self.kinds), np.int32)
        if regions is None:
            return {0: self}
        self.regions = regions
        return {int(region): self.only(regions == region) for region in np.unique(regions)}

    def diagonal(self) -> float:
        """The diagonal of the box around the elements."""
        used = self.points[np.unique(self.connectivity) - self.index_base]
        length = used.max(axis=0) - used.min(axis=0)
        return float(np.hypot(np.hypot(length[0], length[1]), length[2]))

    def __repr__(self) -> str:
        count = len(self.kinds)
        return f"<gapkit.Mesh {len(self.points)} nodes, {count} element{'' if count == 1 else 's'}>"

    def _widths(self) -> np.ndarray:
        table = np.zeros(256, np.intp)
        for kind, count in _NODES.items():
            table[kind] = count
        return table[self.kinds]

    def _struct(self) -> Tuple[np.ndarray, Iterable[Any]]:
        """The mesh as the library takes it, and what must live as long as that."""
        made = preset("mesh")
        long = self.connectivity.dtype != np.int32
        nodes = np.ascontiguousarray(self.connectivity, np.int64 if long else np.int32)
        lists = {
            "element_numbers": _each("numbers", self.numbers, len(self.kinds), np.int64),
            "regions": _each("regions", self.regions, len(self.kinds), np.int32),
        }
        x = points("points", self.points)
        made["x"], made["node_count"] = address(x), len(x)
        made["connectivity"], made["connectivity_count"] = address(nodes), len(nodes)
        made["element_count"], made["element_types"] = len(self.kinds), address(self.kinds)
        for name, array in lists.items():
            made[name] = address(array) or 0
        made["index_type"] = CONSTANTS["GAPKIT_INT64" if long else "GAPKIT_INT32"]
        made["index_base"] = self.index_base
        made["orientation"] = int(self.repair)
        return made, (x, nodes, lists, self.kinds)


def _is_blocks(cells: Any) -> bool:
    """Whether this is a list of arrays of elements, and not one of nodes."""
    return len(cells) > 0 and np.ndim(cells[0]) == 2


def _indices(block: Any) -> np.ndarray:
    array = np.asarray(block)
    if array.ndim != 2 or array.shape[1] not in _BY_NODES:
        known = ", ".join(map(str, sorted(_BY_NODES)))
        raise errors.BadMesh(f"`cells` has the shape {array.shape}; it must be (n, nodes) with {known}")
    if array.dtype.kind not in "iu":
        raise errors.BadMesh(f"`cells` has numbers of the type {array.dtype}; they must be integers")
    return np.ascontiguousarray(array, np.int32 if array.dtype == np.int32 else np.int64)


def _each(name: str, values: Any, count: int, dtype: Any) -> Optional[np.ndarray]:
    """A number for each element, or None."""
    if values is None:
        return None
    array = np.ascontiguousarray(values, dtype=dtype)
    if array.shape != (count,):
        raise errors.BadArgument(f"`{name}` has the shape {array.shape}; it must be ({count},)")
    return array
