"""Pairs of convex bodies: distance, depth, signed gap, intersection and time of impact.

A body is the hull of points, an array with one in each row, or a `Shape`, which may have a pose.
"""

from __future__ import annotations

import ctypes
from typing import Any, Optional, Tuple, Union

import numpy as np

from . import errors
from ._native import address, fill, lib, points, record
from .pose import as_struct
from .shapes import Shape

Body = Union[Shape, Any]


def _ask(name: str, a: Body, b: Body, poses: Tuple[Any, Any], options: dict, out: int) -> None:
    """Calls the function of a query for two shapes or two sets of points."""
    filled = fill("query", options) if options else None
    query = address(filled)
    if isinstance(a, Shape) and isinstance(b, Shape):
        first, second = (as_struct("pose", pose) for pose in poses)
        sides = (a._handle.value, address(first), b._handle.value, address(second))
        getattr(lib, f"shape_{name}")(*sides, query, out)
        return
    if isinstance(a, Shape) or isinstance(b, Shape):
        raise errors.BadArgument("one body is a shape and the other is not; make both shapes or points")
    if poses != (None, None):
        raise errors.BadArgument("only shapes have poses; move the points instead")
    first, second = points("a", a), points("b", b)
    getattr(lib, name)(address(first), len(first), address(second), len(second), query, out)


def distance(
    a: Body, b: Body, *, pose_a: Any = None, pose_b: Any = None, **options: Any
) -> np.record:
    """The distance of two bodies, with witness points, vertices and weights.

    Options are the fields of `gapkit_query`, numbers or names: `tolerance`, `bound`, `sub_algorithm`,
    `max_iterations`, `polish`, `verify`, `isa`.

    >>> import gapkit
    >>> tet = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    >>> answer = gapkit.distance(tet, [[0, 0, 3]])
    >>> print(answer.distance, gapkit.Outcome(answer.outcome).name)
    2.0 SEPARATED
    >>> answer.point_a
    array([0., 0., 1.])
    >>> gapkit.distance(tet, [[float("nan"), 0, 3]])
    Traceback (most recent call last):
        ...
    gapkit.errors.BadArgument: `b`: coordinate x of point 0 is NaN, not a finite number
    """
    answer = record("answer")
    _ask("distance", a, b, (pose_a, pose_b), options, address(answer))
    return answer[0]


def intersects(a: Body, b: Body, *, pose_a: Any = None, pose_b: Any = None, **options: Any) -> bool:
    """Whether two bodies touch or overlap. False is a proof that they do not; True may also mean that
    they are within rounding of each other.

    >>> import gapkit
    >>> gapkit.intersects(gapkit.Shape.sphere(1), gapkit.Shape.sphere(1), pose_b=gapkit.pose([3, 0, 0]))
    False
    """
    out = ctypes.c_int32()
    _ask("intersects", a, b, (pose_a, pose_b), options, ctypes.addressof(out))
    return bool(out.value)


def penetration(
    a: Body, b: Body, *, pose_a: Any = None, pose_b: Any = None, **options: Any
) -> np.record:
    """How deep two bodies overlap, with bounds, normal and the deepest points.

    >>> import gapkit
    >>> balls = gapkit.Shape.sphere(1), gapkit.Shape.sphere(1)
    >>> float(round(gapkit.penetration(*balls, pose_b=gapkit.pose([1.5, 0, 0])).depth, 6))
    0.5
    """
    depth = record("depth")
    _ask("penetration", a, b, (pose_a, pose_b), options, address(depth))
    return depth[0]


def signed_gap(
    a: Body, b: Body, *, pose_a: Any = None, pose_b: Any = None, **options: Any
) -> np.record:
    """The distance of two bodies, or minus their depth; continuous through contact.

    >>> import gapkit, numpy as np
    >>> cube = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=float)
    >>> [float(gapkit.signed_gap(cube, cube + [0, 0, h]).gap) for h in (1.5, 1.125, 0.75)]
    [0.5, 0.125, -0.25]
    """
    gap = record("gap")
    _ask("signed_gap", a, b, (pose_a, pose_b), options, address(gap))
    return gap[0]


def time_of_impact(
    a: Body, b: Body, motion_a: Optional[np.record] = None, motion_b: Optional[np.record] = None
) -> np.record:
    """When two bodies first meet, each in its motion (None for none), from 0 at the start of the step
    to 1 at its end; infinity if they do not.

    >>> import gapkit
    >>> ball = gapkit.Shape.sphere(1)
    >>> fall = gapkit.motion(gapkit.pose([0, 0, 4]), displacement=[0, 0, -4])
    >>> impact = gapkit.time_of_impact(ball, ball, motion_b=fall)
    >>> float(round(impact.time, 12)), gapkit.ImpactOutcome(impact.outcome).name
    (0.5, 'WITHIN')
    """
    impact = record("impact")
    moves = [as_struct("motion", motion_a), as_struct("motion", motion_b)]
    one, two = map(address, moves)
    if isinstance(a, Shape) and isinstance(b, Shape):
        lib.shape_time_of_impact(a._handle.value, one, b._handle.value, two, address(impact))
    elif isinstance(a, Shape) or isinstance(b, Shape):
        raise errors.BadArgument("one body is a shape and the other is not; make both shapes or points")
    else:
        first, second = points("a", a), points("b", b)
        sides = (address(first), len(first), one, address(second), len(second), two)
        lib.time_of_impact(*sides, address(impact))
    return impact[0]


def planar_distance(a: Any, b: Any) -> np.record:
    """The distance of two convex polygons in the plane, vertices counter-clockwise.

    >>> import gapkit
    >>> square = [[0, 0], [1, 0], [1, 1], [0, 1]]
    >>> print(gapkit.planar_distance(square, [[3, 0.5]]).distance)
    2.0
    """
    answer = record("planar_answer")
    first, second = points("a", a, 2), points("b", b, 2)
    sides = (address(first), len(first), address(second), len(second))
    lib.planar_distance(*sides, address(answer))
    return answer[0]
