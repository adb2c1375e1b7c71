"""Where rigid bodies are, and how they move within a step."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from . import _native, errors


def pose(translation: Any = (0.0, 0.0, 0.0), rotation: Any = (0.0, 0.0, 0.0, 1.0)) -> np.record:
    """A rotation, as a quaternion x, y, z, w of any length, followed by a translation.

    >>> import gapkit
    >>> gapkit.pose([1, 2, 3]).translation
    array([1., 2., 3.])
    """
    made = _native.record("pose")
    made["translation"] = _native.vector("translation", translation)
    made["rotation"] = _native.vector("rotation", rotation, 4)
    return made[0]


def motion(
    start: Optional[np.record] = None,
    displacement: Any = (0.0, 0.0, 0.0),
    turn: Any = (0.0, 0.0, 0.0),
) -> np.record:
    """A motion from a pose (None for where the body was made): the origin of its frame moves straight
    by `displacement`, and the body turns about an axis through it, by `turn` (radians along the axis).

    >>> import gapkit
    >>> gapkit.motion(displacement=[0, 0, -2]).displacement
    array([ 0.,  0., -2.])
    """
    begin = pose() if start is None else start
    made = _native.record("motion")
    made["translation"] = begin["translation"]
    made["rotation"] = begin["rotation"]
    made["displacement"] = _native.vector("displacement", displacement)
    made["turn"] = _native.vector("turn", turn)
    return made[0]


def motion_between(start: Optional[np.record], end: Optional[np.record]) -> np.record:
    """The motion from one pose to another, turning the shorter way.

    >>> import gapkit
    >>> gapkit.motion_between(None, gapkit.pose([0, 0, 1])).displacement
    array([0., 0., 1.])
    """
    made = _native.record("motion")
    places = [as_struct("pose", start), as_struct("pose", end)]
    _native.lib.motion_between(*map(_native.address, places), _native.address(made))
    return made[0]


def as_struct(kind: str, value: Optional[Any]) -> Optional[np.ndarray]:
    """A pose or motion as the library takes it; None is NULL. Of a pose, seven numbers do too."""
    if value is None:
        return None
    made = _native.record(kind)
    if isinstance(value, np.record) and value.dtype == made.dtype:
        made[0] = value
        return made
    if kind == "pose":
        seven = _native.vector("pose", value, 7)
        made["translation"], made["rotation"] = seven[:3], seven[3:]
        return made
    raise errors.BadArgument(f"a {kind} is made by gapkit.{kind}(), not {type(value).__name__}")
