"""Rigid convex shapes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._native import Handle, address, errors, points, vector


class Shape:
    """A rigid convex shape in its own frame, for queries and scenes. It does not change, and may be in
    any number of scenes.

    >>> import gapkit
    >>> ball, box = gapkit.Shape.sphere(1.0), gapkit.Shape.box([1, 1, 1])
    >>> print(gapkit.distance(ball, box, pose_b=gapkit.pose([4, 0, 0])).distance)
    2.0
    """

    __slots__ = ("_handle", "_text")

    def __init__(self, make: str, *arguments: Any, text: str = "") -> None:
        self._handle = Handle("shape", f"shape_{make}", *arguments)
        self._text = text or make

    def __repr__(self) -> str:
        return f"<gapkit.Shape {self._text}>"

    @classmethod
    def sphere(cls, radius: float) -> Shape:
        """A sphere around the origin.

        >>> import gapkit
        >>> gapkit.Shape.sphere(-1.0)
        Traceback (most recent call last):
            ...
        gapkit.errors.BadArgument: sphere radius is -1; it must be finite and >= 0
        """
        return cls("sphere", float(radius))

    @classmethod
    def box(cls, half_extents: Any) -> Shape:
        """A box around the origin, by half its lengths along x, y and z."""
        return cls("box", address(vector("half_extents", half_extents)))

    @classmethod
    def capsule(cls, start: Any, end: Any, radius: float) -> Shape:
        """All points within `radius` of the segment from `start` to `end`."""
        ends = [vector("start", start), vector("end", end)]
        return cls("capsule", *map(address, ends), float(radius))

    @classmethod
    def ellipsoid(cls, half_axes: Any) -> Shape:
        """An ellipsoid around the origin, by its half axes along x, y and z."""
        return cls("ellipsoid", address(vector("half_axes", half_axes)))

    @classmethod
    def cylinder(cls, radius: float, half_height: float) -> Shape:
        """A cylinder around the z axis, from `-half_height` to `half_height`."""
        return cls("cylinder", float(radius), float(half_height))

    @classmethod
    def cone(cls, radius: float, half_height: float) -> Shape:
        """A cone around the z axis, with its base at `-half_height` and its tip at `half_height`."""
        return cls("cone", float(radius), float(half_height))

    @classmethod
    def polyhedron(cls, vertices: Any, triangles: Any) -> Shape:
        """A convex polyhedron, by its vertices and the triangles of its surface: three vertices each,
        counter-clockwise as seen from outside. That it is closed and convex is checked exactly.

        >>> import gapkit
        >>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
        >>> gapkit.Shape.polyhedron(corners, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
        <gapkit.Shape polyhedron>
        """
        corners = points("vertices", vertices)
        faces = np.ascontiguousarray(triangles, dtype=np.int32)
        if faces.ndim != 2 or faces.shape[1] != 3:
            raise errors.BadArgument(f"`triangles` has the shape {faces.shape}; it must be (n, 3)")
        return cls("polyhedron", address(corners), len(corners), address(faces), len(faces))

    def rounded(self, radius: float) -> Shape:
        """All points within `radius` of this shape."""
        return Shape("rounded", self._handle.value, float(radius), text=f"rounded {self._text}")
