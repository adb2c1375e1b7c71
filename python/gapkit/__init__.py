"""Contact detection for finite-element and discrete-element codes.

A thin layer of NumPy arrays over the C interface of the library: queries of convex bodies
(`distance`, `signed_gap`, `intersects`, ...), batches of them, `Shape`, `Mesh` and `Scene`. Answers
and contacts are records with the fields of the C structs. Nothing is computed here that the library
computes.

>>> import gapkit
>>> print(gapkit.signed_gap([[0, 0, 0], [0, 0, 1]], [[0, 0, 3]]).gap)
2.0
"""

from . import errors
from ._native import version
from .batches import (
    distance_batch,
    distance_elements,
    impact_edge_edges,
    impact_node_facets,
    intersects_batch,
    intersects_elements,
    within_batch,
    within_elements,
)
from .enums import Change, ContactStatus, Feature, ImpactOutcome, Kind, Outcome
from .errors import Error
from .mesh import Mesh
from .pose import motion, motion_between, pose
from .queries import (
    distance,
    intersects,
    penetration,
    planar_distance,
    signed_gap,
    time_of_impact,
)
from .scene import CONTACT, BodySize, Scene, State, Tets, partition
from .shapes import Shape

__version__ = version()

__all__ = [
    "CONTACT",
    "BodySize",
    "Change",
    "ContactStatus",
    "Error",
    "Feature",
    "ImpactOutcome",
    "Kind",
    "Mesh",
    "Outcome",
    "Scene",
    "Shape",
    "State",
    "Tets",
    "distance",
    "distance_batch",
    "distance_elements",
    "errors",
    "impact_edge_edges",
    "impact_node_facets",
    "intersects",
    "intersects_batch",
    "intersects_elements",
    "motion",
    "motion_between",
    "partition",
    "penetration",
    "planar_distance",
    "pose",
    "signed_gap",
    "time_of_impact",
    "version",
    "within_batch",
    "within_elements",
]
