"""Convex pieces of a mesh."""

from __future__ import annotations

from typing import Any

from .mesh import Mesh
from .scene import Scene, Tets


def partition(mesh: Mesh, **settings: Any) -> Tets:
    """The convex pieces of a mesh: its tetrahedra, with the element and the piece of each. Settings are
    `tolerance`, `protrusion`, `build` (`"fast"`, `"trivial"`, `"optimised"`), `seed`, `max_tets` and
    `max_vertices`.

    >>> import gapkit
    >>> pieces = gapkit.partition(gapkit.Mesh.knot(48, 5, 1), tolerance=0.1).pieces
    >>> int(pieces.max()) + 1 < len(pieces) / 4
    True
    """
    scene = Scene(0.0, threads=1, **{f"partition_{key}": value for key, value in settings.items()})
    return scene.tets(scene.add_mesh(mesh))
