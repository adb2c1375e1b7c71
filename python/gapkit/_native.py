"""The shared library: its structs as NumPy types, and its functions.

Structs are not declared here: `gapkit.abi`, the list that the tests of the library keep true, says
what fields there are and where. The library is asked for the size of each.
"""

from __future__ import annotations

import ctypes
import os
import pathlib
import sys
from typing import Any, Dict, List, Tuple

import numpy as np

from . import errors

# The binary interface that this package was written for.
ABI = 1

_HERE = pathlib.Path(__file__).resolve().parent


def _library_name() -> str:
    if sys.platform == "win32":
        return "gapkit.dll"
    return "libgapkit.dylib" if sys.platform == "darwin" else "libgapkit.so"


def _find(what: str, places: List[pathlib.Path]) -> pathlib.Path:
    for place in places:
        if place.is_file():
            return place
    tried = ", ".join(str(place) for place in places)
    raise ImportError(f"{what} of gapkit is in none of these places: {tried}")


def _library_path() -> pathlib.Path:
    given = os.environ.get("GAPKIT_LIBRARY")
    if given:
        return _find("the library", [pathlib.Path(given)])
    # From the repository: what cargo built.
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", "target"))
    built = _HERE.parents[1] / target / "release"
    return _find("the library", [_HERE / _library_name(), built / _library_name()])


_NUMBERS = {
    "double": "f8",
    "int64_t": "i8",
    "uint64_t": "u8",
    "uint32_t": "u4",
    "size_t": f"u{ctypes.sizeof(ctypes.c_size_t)}",
    "pointer": f"u{ctypes.sizeof(ctypes.c_void_p)}",
}


def read_abi(text: str) -> Tuple[Dict[str, np.dtype], Dict[str, int], List[str]]:
    """The structs, constants and functions of the list."""
    sizes: Dict[str, int] = {}
    fields: Dict[str, Dict[str, list]] = {}
    constants: Dict[str, int] = {}
    functions: List[str] = []
    for line in text.splitlines():
        word, *rest = line.split()
        if word == "struct":
            sizes[rest[0]] = int(rest[1])
            fields[rest[0]] = {"names": [], "formats": [], "offsets": []}
        elif word == "field":
            struct, name, offset, kind, count = rest
            # What is left are the types of constants, which are all int32_t.
            number = _NUMBERS.get(kind, "i4")
            fields[struct]["names"].append(name)
            fields[struct]["formats"].append(number if count == "1" else (number, (int(count),)))
            fields[struct]["offsets"].append(int(offset))
        elif word == "constant":
            constants[rest[0]] = int(rest[1])
        elif word == "function":
            functions.append(rest[0])
    dtype: Any = np.dtype
    types = {
        name: dtype((np.record, dtype({**fields[name], "itemsize": size})))
        for name, size in sizes.items()
    }
    return types, constants, functions


_ABI_TEXT = _find(
    "the list of the interface", [_HERE / "gapkit.abi", _HERE.parents[1] / "include" / "gapkit.abi"]
).read_text()

#: The structs of the header as types of NumPy, the constants, and the names of all functions.
STRUCTS, CONSTANTS, FUNCTIONS = read_abi(_ABI_TEXT)

# The arguments of the functions: p a pointer, n size_t, d double, i int32_t, u uint32_t, s a text.
SIGNATURES = {
    "struct_size": "sp",
    "distance": "pnpnpp",
    "intersects": "pnpnpp",
    "penetration": "pnpnpp",
    "signed_gap": "pnpnpp",
    "distance_batch": "ppppnpp",
    "within_batch": "ppppnpp",
    "intersects_batch": "ppppnpp",
    "distance_elements": "pnpnpnnpp",
    "within_elements": "pnpnpnnpp",
    "intersects_elements": "pnpnpnnpp",
    "planar_distance": "pnpnp",
    "planar_intersects": "pnpnp",
    "planar_penetration": "pnpnp",
    "query_default": "pn",
    "body_options_default": "pn",
    "scene_config_default": "pn",
    "mesh_default": "pn",
    "demo_block": "ppp",
    "demo_sphere": "dnp",
    "demo_cylinder": "ddnnnp",
    "demo_knot": "nnnp",
    "demo_gear_tooth": "unp",
    "demo_mesh": "ppn",
    "demo_free": "p",
    "file_read": "sp",
    "file_mesh": "ppn",
    "file_node_numbers": "ppp",
    "file_free": "p",
    "shape_sphere": "dp",
    "shape_box": "pp",
    "shape_capsule": "ppdp",
    "shape_ellipsoid": "pp",
    "shape_cylinder": "ddp",
    "shape_cone": "ddp",
    "shape_polyhedron": "pnpnp",
    "shape_rounded": "pdp",
    "shape_free": "p",
    "shape_distance": "pppppp",
    "shape_intersects": "pppppp",
    "shape_penetration": "pppppp",
    "shape_signed_gap": "pppppp",
    "motion_between": "ppp",
    "time_of_impact": "pnppnpp",
    "shape_time_of_impact": "ppppp",
    "impact_node_facets": "ppnpnp",
    "impact_edge_edges": "ppnpnp",
    "scene_new": "pp",
    "scene_free": "p",
    "scene_add_mesh": "pppp",
    "scene_add_shape": "ppppp",
    "scene_add_plane": "ppppp",
    "scene_exclude": "puu",
    "scene_set_margin": "puud",
    "scene_set_one_sided": "puu",
    "scene_node_gaps": "pupn",
    "scene_body_count": "pp",
    "scene_body_size": "puppp",
    "scene_tets": "pupppnp",
    "scene_facets": "puppn",
    "scene_split": "pudp",
    "scene_set_positions": "pupppnn",
    "scene_set_velocities": "pupppnnd",
    "scene_clear_velocities": "p",
    "scene_set_pose": "pup",
    "scene_set_poses": "ppnpnpn",
    "scene_positions": "pupn",
    "scene_detect": "pp",
    "scene_keep_contacts": "pp",
    "contact_list_view": "pppn",
    "contact_list_free": "p",
    "scene_overlaps": "pppn",
    "scene_hash": "pp",
    "scene_get_values": "ppn",
    "scene_set_values": "ppn",
    "scene_save": "pp",
    "scene_restore": "pp",
    "state_free": "p",
    "state_write": "ppnp",
    "state_read": "pnp",
    "scene_update": "ppn",
    "scene_changes": "ppn",
    "scene_statistics": "ppn",
    "scene_resultants": "ppnppn",
    "scene_stable_time_step": "pdpppp",
    "scene_impact_times": "ppn",
    "scene_write_vtk": "ps",
}

_KINDS: Dict[str, Any] = {
    "p": ctypes.c_void_p,
    "n": ctypes.c_size_t,
    "d": ctypes.c_double,
    "i": ctypes.c_int32,
    "u": ctypes.c_uint32,
    "s": ctypes.c_char_p,
}


def _raise_failure(status: int, function: Any, arguments: Any) -> int:
    if status:
        text = _dll.gapkit_last_error().decode() or _dll.gapkit_status_string(status).decode()
        raise errors.of_status(status, text)
    return status


class Library:
    """The functions of the library without their prefix; a failure is an exception."""

    def __getattr__(self, name: str) -> Any:
        function = getattr(_dll, f"gapkit_{name}")
        function.restype = ctypes.c_int32
        function.argtypes = [_KINDS[kind] for kind in SIGNATURES[name]]
        function.errcheck = _raise_failure
        setattr(self, name, function)
        return function


LIBRARY_PATH = _library_path()
_dll = ctypes.CDLL(str(LIBRARY_PATH))
for _name in ("gapkit_version", "gapkit_last_error", "gapkit_status_string"):
    getattr(_dll, _name).restype = ctypes.c_char_p
_dll.gapkit_status_string.argtypes = [ctypes.c_int32]
lib = Library()


def version() -> str:
    """The version of the library."""
    return _dll.gapkit_version().decode()


def _check_library() -> None:
    found = _dll.gapkit_abi_version()
    if found != ABI:
        raise ImportError(f"{LIBRARY_PATH} has the binary interface {found}; this package needs {ABI}")
    for name, kind in STRUCTS.items():
        size = ctypes.c_size_t()
        lib.struct_size(name.encode(), ctypes.addressof(size))
        if size.value != kind.itemsize:
            raise ImportError(f"{name} has {size.value} bytes in {LIBRARY_PATH}, {kind.itemsize} here")


_check_library()


def record(struct: str) -> np.ndarray:
    """A zeroed struct, as an array of one: the library writes to it, `[0]` is the record."""
    return np.zeros(1, STRUCTS[f"gapkit_{struct}"])


def preset(struct: str) -> np.ndarray:
    """A struct that grows, with its defaults."""
    made = record(struct)
    getattr(lib, f"{struct}_default")(address(made), made.itemsize)
    return made


def address(array: Any) -> Any:
    """The address of an array; None stands for NULL."""
    return None if array is None else array.ctypes.data


class Handle:
    """A handle of the library that is freed with the object."""

    __slots__ = ("value", "_free", "__weakref__")

    def __init__(self, kind: str, make: str, *arguments: Any) -> None:
        self.value = None
        self._free = getattr(lib, f"{kind}_free")
        handle = ctypes.c_void_p()
        getattr(lib, make)(*arguments, ctypes.addressof(handle))
        self.value = handle.value

    def __del__(self) -> None:
        value, self.value = self.value, None
        if value is not None:
            self._free(value)


class _Lent:
    """Memory of the library, and what keeps it there."""

    __slots__ = ("owner", "__array_interface__")

    def __init__(self, owner: Any, place: int, count: int, width: int) -> None:
        self.owner = owner
        self.__array_interface__ = {
            "version": 3,
            "shape": (count * width,),
            "typestr": "|u1",
            "data": (place, True),
        }


def lent(owner: Any, place: int, count: int, dtype: Any) -> np.ndarray:
    """An array over memory of the library, read-only, that keeps its owner alive."""
    dtype = np.dtype(dtype)
    if not count:
        return np.zeros(0, dtype)
    return np.asarray(_Lent(owner, place, count, dtype.itemsize)).view(dtype)


def number(prefix: str, value: Any) -> int:
    """A constant by its name, as `"johnson"` for GAPKIT_SUB_JOHNSON, or by its number."""
    if not isinstance(value, str):
        return int(value)
    name = f"GAPKIT_{prefix}_{value.upper().replace('-', '_')}"
    if name in CONSTANTS:
        return CONSTANTS[name]
    known = [key for key in CONSTANTS if key.startswith(f"GAPKIT_{prefix}_")]
    names = ", ".join(key[len(prefix) + 8 :].lower() for key in known)
    raise errors.BadEnum(f"there is no {value!r}; there are {names}")


# The fields whose numbers have names, and the prefix of those.
_NAMED = {
    "sub_algorithm": "SUB",
    "boolean_test": "BOOLEAN",
    "depth_method": "DEPTH",
    "isa": "ISA",
    "resolution": "RESOLUTION",
    "broad": "BROAD",
    "partition_build": "BUILD",
}


def fill(struct: str, settings: Dict[str, Any]) -> np.ndarray:
    """A struct that grows, with its defaults and what is set."""
    made = preset(struct)
    names = made.dtype.names or ()
    for key, value in settings.items():
        if key not in names or key in ("size", "reserved"):
            known = ", ".join(sorted(set(names) - {"size", "reserved"}))
            raise TypeError(f"there is no option {key!r}; there are {known}")
        if value is not None:
            made[key] = number(_NAMED[key], value) if key in _NAMED else value
    return made


def vector(name: str, value: Any, length: int = 3) -> np.ndarray:
    """A vector of doubles."""
    array = np.ascontiguousarray(value, dtype=np.float64)
    if array.shape != (length,):
        raise errors.BadArgument(f"`{name}` has the shape {array.shape}; it must be ({length},)")
    return array


def points(name: str, value: Any, width: int = 3) -> np.ndarray:
    """Points, one in each row."""
    array = np.ascontiguousarray(value, dtype=np.float64)
    if array.ndim != 2 or array.shape[1] != width:
        raise errors.BadArgument(f"`{name}` has the shape {array.shape}; it must be (n, {width})")
    return array
