"""What the numbers in answers and contacts mean."""

from enum import IntEnum


class Outcome(IntEnum):
    """How two bodies lie to each other: `outcome` of answers, depths and gaps."""

    SEPARATED = 0
    TOUCHING = 1
    OVERLAPPING = 2
    ITERATION_LIMIT = 3


class ContactStatus(IntEnum):
    """Whether the bodies overlap at a contact: its `status`."""

    OPEN = 0
    CLOSED = 1
    DEEP = 2


class Kind(IntEnum):
    """How a contact came about: its `kind`."""

    NEAREST = 0
    AREA = 1
    CORNER = 2
    DEEP = 3
    FALLBACK = 4


class Feature(IntEnum):
    """What a side of a contact lies on: the number of its nodes, `node_count_a` or `node_count_b`."""

    SHAPE = 0
    NODE = 1
    EDGE = 2
    FACET = 3


class Change(IntEnum):
    """How a contact changed since the last detection: `Scene.changes`."""

    NONE = 0
    OPENED = 1
    CLOSED = 2
    LOST = 3


class ImpactOutcome(IntEnum):
    """Whether bodies meet within a step: `outcome` of impacts."""

    NONE = 0
    WITHIN = 1
    AT_START = 2
    UNRESOLVED = 3
