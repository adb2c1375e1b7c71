"""Scenes: bodies that move, and the contacts between them."""

from __future__ import annotations

import ctypes
import os
from typing import Any, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from . import errors
from ._native import STRUCTS, Handle, address, fill, lent, lib, points, record, vector
from .mesh import Mesh
from .pose import as_struct
from .shapes import Shape
from .state import State

#: The type of contacts: the fields of `gapkit_contact`.
CONTACT = STRUCTS["gapkit_contact"]
_MASS = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int64)


class Tets(NamedTuple):
    """The tetrahedra of a mesh: their nodes, elements and convex pieces."""

    nodes: np.ndarray
    elements: np.ndarray
    pieces: np.ndarray


class BodySize(NamedTuple):
    """How large a body is."""

    nodes: int
    facets: int
    pieces: int


class Scene:
    """Bodies and the contacts between them that are nearer than `margin`.

    More settings are the fields of `gapkit_scene_config`, numbers or names, such as
    `resolution="facet"`, `threads=1` or `history=3`. Bodies are numbered from 0.

    >>> import gapkit
    >>> scene = gapkit.Scene(margin=0.05)
    >>> block = gapkit.Mesh.block([2, 2, 2], [1, 1, 1])
    >>> lower = scene.add_mesh(block)
    >>> upper = scene.add_mesh(block.moved(block.points + [0.1, 0.1, 1.01]))
    >>> contacts = scene.detect()
    >>> float(round(contacts["gap"].min(), 12)), float(round(contacts["area"].sum(), 12))
    (0.01, 0.81)
    """

    def __init__(self, margin: float, **settings: Any) -> None:
        config = fill("scene_config", {"margin": margin, **settings})
        self._handle = Handle("scene", "scene_new", address(config))
        self._scene = self._handle.value
        self._history = int(config["history"][0])
        self._contacts: Optional[np.ndarray] = None
        # For each body, how many nodes the caller has and from where they are counted.
        self._nodes: List[Tuple[int, int]] = []

    def _body(self, function: str, nodes: Tuple[int, int], options: dict, *arguments: Any) -> int:
        filled = fill("body_options", options)
        body = ctypes.c_uint32()
        getattr(lib, function)(self._scene, *arguments, address(filled), ctypes.addressof(body))
        self._nodes.append(nodes)
        return body.value

    def add_mesh(self, mesh: Mesh, **options: Any) -> int:
        """Adds a mesh and returns its number. Options are `thickness`, `groups`, `mask`,
        `self_contact` and `margin`.

        >>> import gapkit
        >>> flat = gapkit.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]], [[0, 1, 2, 3]])
        >>> gapkit.Scene(margin=0.1).add_mesh(flat)
        Traceback (most recent call last):
            ...
        gapkit.errors.BadMesh: tetrahedron 0 is flat: its volume is zero
        """
        struct, kept = mesh._struct()
        body = self._body("scene_add_mesh", (len(mesh.points), mesh.index_base), options, address(struct))
        del kept
        return body

    def add_shape(self, shape: Shape, pose: Any = None, **options: Any) -> int:
        """Adds a rigid shape in a pose and returns its number."""
        place = as_struct("pose", pose)
        lists = (shape._handle.value, address(place))
        return self._body("scene_add_shape", (0, 0), options, *lists)

    def add_plane(self, point: Any, normal: Any, **options: Any) -> int:
        """Adds the half-space below the plane through `point` and returns its number."""
        lists = [vector("point", point), vector("normal", normal)]
        return self._body("scene_add_plane", (0, 0), options, *map(address, lists))

    def exclude(self, a: int, b: int) -> None:
        """Leaves out the contacts of two bodies."""
        lib.scene_exclude(self._scene, a, b)

    def set_margin(self, a: int, b: int, margin: Optional[float]) -> None:
        """Sets the largest gap that is reported between two bodies; None for the larger of their
        own."""
        lib.scene_set_margin(self._scene, a, b, -1.0 if margin is None else margin)

    def set_one_sided(self, nodes: int, facets: int) -> None:
        """From now on the contacts of two bodies are those of the nodes of the first with the
        surface of the second."""
        lib.scene_set_one_sided(self._scene, nodes, facets)

    def node_gaps(self, body: int) -> np.ndarray:
        """The signed gap of each node of a mesh to the nearest surface of the other bodies, infinite
        beyond the margin.

        >>> import gapkit
        >>> scene = gapkit.Scene(margin=0.1)
        >>> cube = scene.add_mesh(gapkit.Mesh.block([1, 1, 1], [1, 1, 1]))
        >>> ground = scene.add_plane([0, 0, 0.25], [0, 0, 1])
        >>> sorted(scene.node_gaps(cube).tolist())
        [-0.25, -0.25, -0.25, -0.25, inf, inf, inf, inf]
        """
        count = self._nodes[body][0] if 0 <= body < len(self._nodes) else 0
        gaps = np.zeros(count)
        lib.scene_node_gaps(self._scene, body, address(gaps), count)
        return gaps

    def body_count(self) -> int:
        """How many bodies there are."""
        return self._number("scene_body_count")

    def body_size(self, body: int) -> BodySize:
        """How many nodes, exposed facets and convex pieces a body has.

        >>> import gapkit
        >>> scene = gapkit.Scene(margin=0.1)
        >>> scene.body_size(scene.add_mesh(gapkit.Mesh.block([1, 1, 1], [1, 1, 1])))
        BodySize(nodes=8, facets=12, pieces=1)
        >>> scene.body_size(7)
        Traceback (most recent call last):
            ...
        gapkit.errors.NoBody: there is no body 7; the scene has 1
        """
        sizes = np.zeros(3, np.uintp)
        places = [sizes[i:].ctypes.data for i in range(3)]
        lib.scene_body_size(self._scene, body, *places)
        return BodySize(*map(int, sizes))

    def tets(self, body: int) -> Tets:
        """The tetrahedra of a mesh by the caller's numbers, with their elements and convex pieces."""
        count = ctypes.c_size_t()
        lib.scene_tets(self._scene, body, None, None, None, 0, ctypes.addressof(count))
        size = count.value
        made = Tets(np.zeros((size, 4), np.int64), np.zeros(size, np.int64), np.zeros(size, np.uint32))
        lib.scene_tets(self._scene, body, *map(address, made), size, ctypes.addressof(count))
        return made

    def facets(self, body: int) -> np.ndarray:
        """The exposed facets of a mesh, which `facet_a` and `facet_b` of contacts number: the three
        nodes of each by the caller's numbers, counter-clockwise as seen from outside."""
        nodes = np.zeros((self.body_size(body).facets, 3), np.int64)
        lib.scene_facets(self._scene, body, address(nodes), None, len(nodes))
        return nodes

    def split(self, body: int, limit: float) -> int:
        """Splits the pieces of a mesh that have been bent by more than `limit` mean edges."""
        count = ctypes.c_size_t()
        lib.scene_split(self._scene, body, limit, ctypes.addressof(count))
        return count.value

    def set_positions(self, body: int, x: Any) -> None:
        """Moves the nodes of a mesh. An array of doubles is read where it is, whatever its strides.

        >>> import gapkit
        >>> block = gapkit.Mesh.block([1, 1, 1], [1, 1, 1])
        >>> scene = gapkit.Scene(margin=0.1)
        >>> body = scene.add_mesh(block)
        >>> scene.set_positions(body, block.points + [0, 0, 5])
        >>> scene.positions(body)[0]
        array([0., 0., 5.])
        """
        array, places, stride = _strided(x)
        lib.scene_set_positions(self._scene, body, *places, stride, len(array))

    def set_velocities(self, body: int, v: Any, dt: float) -> None:
        """Tells how the nodes of a mesh move in the time step ahead: contacts are then also reported
        where the gap will be within the margin at its end."""
        array, places, stride = _strided(v)
        lib.scene_set_velocities(self._scene, body, *places, stride, len(array), dt)

    def clear_velocities(self) -> None:
        """Forgets all velocities."""
        lib.scene_clear_velocities(self._scene)

    def set_pose(self, body: int, pose: Any) -> None:
        """Moves a shape, or a mesh as a whole, from where it was made; None moves it back there."""
        place = as_struct("pose", pose)
        lib.scene_set_pose(self._scene, body, address(place))

    def set_poses(self, translations: Any, rotations: Any = None, bodies: Any = None) -> None:
        """Moves many shapes, or meshes as a whole, from where they were made: all of them, or none if
        one is refused. `translations` has a row of 3 for each, `rotations` one of 4 (x, y, z, w);
        without `bodies` they are those of the bodies from 0 on.

        >>> import gapkit
        >>> scene = gapkit.Scene(margin=0.2)
        >>> for _ in range(2):
        ...     ball = scene.add_shape(gapkit.Shape.sphere(1.0))
        >>> scene.set_poses([[0, 0, 0], [0, 0, 1.875]])
        >>> scene.detect()["gap"].tolist()
        [-0.125]
        """
        places = points("translations", translations)
        turns = None if rotations is None else points("rotations", rotations, 4)
        if turns is not None and len(turns) != len(places):
            raise errors.BadArgument(f"{len(places)} translations and {len(turns)} rotations")
        numbers = None if bodies is None else np.ascontiguousarray(bodies, dtype=np.uint32)
        if numbers is not None and numbers.shape != (len(places),):
            shape = numbers.shape
            raise errors.BadArgument(f"{len(places)} translations and bodies of shape {shape}")
        lib.scene_set_poses(
            self._scene, address(numbers), len(places), address(places), 3, address(turns), 4
        )

    def positions(self, body: int) -> np.ndarray:
        """Where the nodes that the elements of a mesh use are now."""
        nodes = np.zeros((self.body_size(body).nodes, 3))
        lib.scene_positions(self._scene, body, address(nodes), len(nodes))
        return nodes

    def detect(self) -> np.ndarray:
        """Finds the contacts at the present positions: an array with the fields of `gapkit_contact`,
        over the memory of the library. It stays as it is when contacts are detected again, and after
        the scene: what it needs lives as long as it.

        >>> import gapkit
        >>> scene = gapkit.Scene(margin=0.2)
        >>> ground = scene.add_plane([0, 0, 0], [0, 0, 1])
        >>> ball = scene.add_shape(gapkit.Shape.sphere(1.0), gapkit.pose([0, 0, 1.125]))
        >>> before = scene.detect()
        >>> scene.set_pose(ball, gapkit.pose([0, 0, 0.875]))
        >>> after = scene.detect()
        >>> float(before["gap"][0]), float(after["gap"][0]), int(after["age"][0])
        (0.125, -0.125, 1)
        """
        lib.scene_detect(self._scene, None)
        self._contacts = None
        return self.contacts

    @property
    def contacts(self) -> np.ndarray:
        """The contacts of the last detection, as `detect` returned them."""
        if self._contacts is None:
            handle = Handle("contact_list", "scene_keep_contacts", self._scene)
            place, count = ctypes.c_void_p(), ctypes.c_size_t()
            outs = map(ctypes.addressof, (place, count))
            lib.contact_list_view(handle.value, *outs, CONTACT.itemsize)
            self._contacts = lent(handle, place.value or 0, count.value, CONTACT)
        return self._contacts

    def update(self) -> np.record:
        """Evaluates the contacts of the last detection at the present positions: none comes, none goes.
        Tells how many `opened`, `closed` and would be `lost` or `gained`. For Newton's method.

        >>> import gapkit
        >>> scene = gapkit.Scene(margin=0.2)
        >>> ground = scene.add_plane([0, 0, 0], [0, 0, 1])
        >>> ball = scene.add_shape(gapkit.Shape.sphere(1.0), gapkit.pose([0, 0, 1.125]))
        >>> contacts = scene.detect()
        >>> scene.set_pose(ball, gapkit.pose([0, 0, 0.875]))
        >>> print(scene.update().closed, scene.contacts["gap"][0], gapkit.Change(scene.changes()[0]).name)
        1 -0.125 CLOSED
        """
        out = record("update")
        lib.scene_update(self._scene, address(out), out.itemsize)
        self._contacts = None
        return out[0]

    def changes(self) -> np.ndarray:
        """How each contact changed since the last detection, as of the last `update`: `Change`."""
        out = np.zeros(len(self.contacts), np.int32)
        lib.scene_changes(self._scene, address(out), len(out))
        return out

    def overlaps(self) -> np.ndarray:
        """The contacts that penetrate at the present positions, deepest first; nothing else changes."""
        place, count = ctypes.c_void_p(), ctypes.c_size_t()
        outs = map(ctypes.addressof, (place, count))
        lib.scene_overlaps(self._scene, *outs, CONTACT.itemsize)
        return lent(None, place.value or 0, count.value, CONTACT).copy()

    def hash(self) -> int:
        """A hash of all contacts of the last detection, to the last bit."""
        out = ctypes.c_uint64()
        lib.scene_hash(self._scene, ctypes.addressof(out))
        return out.value

    def statistics(self) -> np.record:
        """Counts and times of the last detection."""
        out = record("statistics")
        lib.scene_statistics(self._scene, address(out), out.itemsize)
        return out[0]

    @property
    def values(self) -> np.ndarray:
        """The values of the caller for each contact, `history` in each row, which stay with it while it
        lasts: a copy. Assign to it to set them."""
        out = np.zeros((len(self.contacts), self._history))
        lib.scene_get_values(self._scene, address(out), out.size)
        return out

    @values.setter
    def values(self, values: Any) -> None:
        shape = (len(self.contacts), self._history)
        array = np.ascontiguousarray(np.broadcast_to(np.asarray(values, dtype=np.float64), shape))
        lib.scene_set_values(self._scene, address(array), array.size)

    def save(self) -> State:
        """Keeps the contacts, their ages and values; positions are the caller's and are not kept.

        >>> import gapkit
        >>> scene = gapkit.Scene(margin=0.2)
        >>> bodies = scene.add_plane([0, 0, 0], [0, 0, 1]), scene.add_shape(gapkit.Shape.sphere(1.0))
        >>> state, contacts = scene.save(), scene.detect()
        >>> int(scene.detect()["age"][0])
        1
        >>> scene.restore(state)
        >>> int(scene.detect()["age"][0])
        0
        """
        return State(Handle("state", "scene_save", self._scene))

    def restore(self, state: State) -> None:
        """Goes back to a state of this scene or of one that was made alike."""
        lib.scene_restore(self._scene, state._handle.value)
        self._contacts = None

    def resultants(self, forces: Any, point: Any = (0.0, 0.0, 0.0)) -> np.ndarray:
        """The sums of forces that are given for each contact, for each body: `force`, and `moment`
        about a point. A force acts on B, the opposite one on A."""
        given, about = points("forces", forces), vector("point", point)
        out = np.zeros(self.body_count(), STRUCTS["gapkit_resultant"])
        lists = (address(given), len(given), address(about), address(out), len(out))
        lib.scene_resultants(self._scene, *lists)
        return out

    def nodal_forces(self, body: int, forces: Any) -> np.ndarray:
        """Spreads forces that are given for each contact over the nodes of a mesh: a row for each node
        of the caller. This keeps linear and angular momentum.

        >>> import gapkit
        >>> scene = gapkit.Scene(margin=0.1)
        >>> block = gapkit.Mesh.block([1, 1, 1], [1, 1, 1])
        >>> ground, body = scene.add_plane([0, 0, 0], [0, 0, 1]), scene.add_mesh(block)
        >>> contacts = scene.detect()
        >>> push = contacts["area"][:, None] * contacts["normal"]
        >>> scene.nodal_forces(body, push).sum(axis=0)
        array([0., 0., 1.])
        """
        given, contacts = points("forces", forces), self.contacts
        if len(given) != len(contacts):
            raise errors.BadArgument(f"there are {len(contacts)} contacts, but {len(given)} forces")
        self.body_size(body)
        count, base = self._nodes[body]
        out = np.zeros((count, 3))
        for side, sign in (("a", -1.0), ("b", 1.0)):
            of = contacts[f"body_{side}"] == body
            nodes, weights = contacts[f"node_{side}"][of], contacts[f"weight_{side}"][of]
            for i in range(3):
                used = nodes[:, i] >= 0
                share = sign * weights[used, i, None] * given[of][used]
                np.add.at(out, nodes[used, i] - base, share)
        return out

    def tractions(self, body: int, forces: Any) -> np.ndarray:
        """The force per area on the nodes of a mesh: nodal forces over a third of the facets around each
        node that face the force, as seen along their normal; zero where there are none. Its part against
        that normal is the pressure, also at the rim of a face."""
        nodal = self.nodal_forces(body, forces)
        count, base = self._nodes[body]
        facets = self.facets(body) - base
        x = np.zeros((count, 3))
        used = np.unique(self.tets(body).nodes) - base
        x[used] = self.positions(body)
        corners = x[facets]
        shares = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]) / 6.0
        units = shares / np.linalg.norm(shares, axis=1)[:, None]
        # For each node the normal of what faces the force, and the area along it.
        facing = np.maximum(-np.einsum("fk,fnk->fn", units, nodal[facets]), 0.0)
        normals = np.zeros((count, 3))
        np.add.at(normals, facets, facing[:, :, None] * shares[:, None, :])
        lengths = np.linalg.norm(normals, axis=1)
        pushed = lengths > 0.0
        normals[pushed] /= lengths[pushed, None]
        areas = np.zeros(count)
        np.add.at(areas, facets, np.maximum(np.einsum("fk,fnk->fn", shares, normals[facets]), 0.0))
        nodal[pushed] /= areas[pushed, None]
        nodal[~pushed] = 0.0
        return nodal

    def stable_time_step(
        self, stiffness: float, masses: Sequence[Any]
    ) -> Tuple[float, Optional[int]]:
        """The largest stable time step of contacts that act as springs, and the contact that limits it:
        `stiffness` is force per area and gap; `masses` has for each body an array with the mass of each
        node, or one number for all."""
        lists = [np.asarray(mass, dtype=np.float64) for mass in masses]
        bases = [base for _, base in self._nodes]

        def mass(_: Any, body: int, node: int) -> float:
            try:
                of = lists[body]
                return float(of if of.ndim == 0 else of[node - bases[body]])
            except IndexError:
                return float("nan")

        step, contact = ctypes.c_double(), ctypes.c_size_t()
        callback = _MASS(mass)
        outs = (ctypes.addressof(step), ctypes.addressof(contact))
        function = ctypes.cast(callback, ctypes.c_void_p)
        lib.scene_stable_time_step(self._scene, stiffness, function, None, *outs)
        return step.value, None if np.isinf(step.value) else contact.value

    def impact_times(self) -> np.ndarray:
        """When the contacts close, as fractions of the time step of `set_velocities`: 0 where a gap is
        closed already, infinity where it does not close within the step."""
        times = np.zeros(len(self.contacts))
        lib.scene_impact_times(self._scene, address(times), len(times))
        return times

    def write(self, path: Any) -> None:
        """Writes a file for ParaView: contacts to a `.vtp`, meshes to a `.vtu`."""
        lib.scene_write_vtk(self._scene, os.fspath(path).encode())

    def _number(self, function: str) -> int:
        out = ctypes.c_size_t()
        getattr(lib, function)(self._scene, ctypes.addressof(out))
        return out.value


def _strided(x: Any) -> Tuple[np.ndarray, Tuple[int, int, int], int]:
    """An array of vectors, the addresses of its first x, y and z, and its stride in doubles."""
    array = np.asarray(x, dtype=np.float64)
    if array.ndim != 2 or array.shape[1] != 3:
        raise errors.BadArgument(f"the shape is {array.shape}; it must be (n, 3)")
    rows, columns = array.strides
    if rows < 8 or rows % 8 or columns < 8 or columns % 8 or array.ctypes.data % 8:
        array = np.ascontiguousarray(array)
        rows, columns = array.strides
    first = array.ctypes.data
    return array, (first, first + columns, first + 2 * columns), rows // 8
