"""Many pairs in one call.

Bodies are given as a list of point arrays, or, as a finite-element code has them, by an array of
nodes and the numbers of the nodes of each element or facet.
"""

from __future__ import annotations

from typing import Any, Tuple

import numpy as np

from . import errors
from ._native import STRUCTS, address, fill, lib, points


def _joined(name: str, bodies: Any) -> Tuple[np.ndarray, np.ndarray]:
    """The points of all bodies one after the other, and where each begins."""
    array = np.asarray(bodies) if isinstance(bodies, np.ndarray) else None
    if array is not None and array.ndim == 3 and array.shape[2] == 3:
        flat = np.ascontiguousarray(array.reshape(-1, 3), dtype=np.float64)
        return flat, np.arange(0, len(flat) + 1, array.shape[1] or 1, dtype=np.uintp)
    lists = [points(f"{name}[{i}]", body) for i, body in enumerate(bodies)]
    offsets = np.zeros(len(lists) + 1, dtype=np.uintp)
    np.cumsum([len(body) for body in lists], out=offsets[1:])
    return (np.concatenate(lists) if lists else np.zeros((0, 3))), offsets


def _batch(name: str, a: Any, b: Any, options: dict, dtype: Any) -> np.ndarray:
    (first, at), (second, bt) = _joined("a", a), _joined("b", b)
    if len(at) != len(bt):
        raise errors.BadArgument(f"there are {len(at) - 1} bodies a, but {len(bt) - 1} bodies b")
    out = np.zeros(len(at) - 1, dtype)
    query = fill("query", options)
    lists = (address(first), address(at), address(second), address(bt), len(out))
    getattr(lib, f"{name}_batch")(*lists, address(query), address(out))
    return out


def _elements(name: str, nodes: Any, a: Any, b: Any, options: dict, dtype: Any) -> np.ndarray:
    x = points("nodes", nodes)
    sides = [np.ascontiguousarray(side, dtype=np.int32) for side in (a, b)]
    for side, array in zip("ab", sides):
        if array.ndim != 2:
            raise errors.BadArgument(f"`{side}` has the shape {array.shape}; it must be (pairs, corners)")
    first, second = sides
    if len(first) != len(second):
        raise errors.BadArgument(f"there are {len(first)} bodies a, but {len(second)} bodies b")
    out = np.zeros(len(first), dtype)
    query = fill("query", options)
    lists = (address(first), first.shape[1], address(second), second.shape[1], len(out))
    getattr(lib, f"{name}_elements")(address(x), len(x), *lists, address(query), address(out))
    return out


def distance_batch(a: Any, b: Any, **options: Any) -> np.ndarray:
    """The distances of many pairs of hulls, as an array of answers: `a[i]` with `b[i]`. Each is a list
    of point arrays, or one array of the shape (pairs, points, 3).

    >>> import gapkit
    >>> answers = gapkit.distance_batch([[[0, 0, 0]], [[0, 0, 0], [1, 0, 0]]], [[[0, 0, 2]], [[4, 0, 0]]])
    >>> answers["distance"]
    array([2., 3.])
    """
    return _batch("distance", a, b, options, STRUCTS["gapkit_answer"])


def within_batch(a: Any, b: Any, bound: float, **options: Any) -> np.ndarray:
    """Which of many pairs of hulls may be nearer than `bound`. False is a proof that they are farther.

    >>> import gapkit
    >>> gapkit.within_batch([[[0, 0, 0]]], [[[0, 0, 2]]], bound=1.0)
    array([False])
    """
    return _batch("within", a, b, {**options, "bound": bound}, np.int32) != 0


def intersects_batch(a: Any, b: Any, **options: Any) -> np.ndarray:
    """Which of many pairs of hulls touch or overlap.

    >>> import gapkit
    >>> gapkit.intersects_batch([[[0, 0, 0]]], [[[0, 0, -1], [0, 0, 1]]])
    array([ True])
    """
    return _batch("intersects", a, b, options, np.int32) != 0


def distance_elements(nodes: Any, a: Any, b: Any, **options: Any) -> np.ndarray:
    """The distances of many pairs of elements or facets, by the numbers of their nodes.

    >>> import gapkit
    >>> nodes = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.2, 0.2, 3]]
    >>> gapkit.distance_elements(nodes, [[0, 1, 2]], [[3]])["distance"]
    array([3.])
    """
    return _elements("distance", nodes, a, b, options, STRUCTS["gapkit_answer"])


def within_elements(nodes: Any, a: Any, b: Any, bound: float, **options: Any) -> np.ndarray:
    """Which of many pairs of elements or facets may be nearer than `bound`."""
    return _elements("within", nodes, a, b, {**options, "bound": bound}, np.int32) != 0


def intersects_elements(nodes: Any, a: Any, b: Any, **options: Any) -> np.ndarray:
    """Which of many pairs of elements or facets touch or overlap."""
    return _elements("intersects", nodes, a, b, options, np.int32) != 0


def _impacts(name: str, start: Any, end: Any, nodes: Any) -> np.ndarray:
    x, y = points("start", start), points("end", end)
    pairs = np.ascontiguousarray(nodes, dtype=np.int32)
    if len(x) != len(y):
        raise errors.BadArgument(f"`start` has {len(x)} nodes, but `end` has {len(y)}")
    if pairs.ndim != 2 or pairs.shape[1] != 4:
        raise errors.BadArgument(f"`nodes` has the shape {pairs.shape}; it must be (pairs, 4)")
    out = np.zeros(len(pairs), STRUCTS["gapkit_nodal_impact"])
    getattr(lib, name)(address(x), address(y), len(x), address(pairs), len(pairs), address(out))
    return out


def impact_node_facets(start: Any, end: Any, nodes: Any) -> np.ndarray:
    """When nodes first meet facets: `nodes` has a node and the three nodes of a facet in each row.

    >>> import gapkit
    >>> start = [[0.2, 0.2, 1], [0, 0, 0], [1, 0, 0], [0, 1, 0]]
    >>> end = [[0.2, 0.2, -1], [0, 0, 0], [1, 0, 0], [0, 1, 0]]
    >>> float(round(gapkit.impact_node_facets(start, end, [[0, 1, 2, 3]])["time"][0], 6))
    0.5
    """
    return _impacts("impact_node_facets", start, end, nodes)


def impact_edge_edges(start: Any, end: Any, nodes: Any) -> np.ndarray:
    """When edges first meet edges: `nodes` has the two nodes of an edge and those of the other."""
    return _impacts("impact_edge_edges", start, end, nodes)
