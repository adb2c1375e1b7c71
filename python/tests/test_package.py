"""The package against the C interface, closed forms and the command. Run by scripts/check_python.sh.

    python -m unittest discover python/tests
"""

import doctest
import gc
import importlib
import json
import os
import pathlib
import re
import struct
import subprocess
import tempfile
import unittest
import weakref

import numpy as np

import gapkit
from gapkit import _native

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMAND = os.environ.get("GAPKIT_COMMAND", "")


def load_tests(loader, tests, pattern):
    """Examples of the documentation are tests, too."""
    for file in sorted(pathlib.Path(gapkit.__file__).parent.glob("[a-z]*.py")):
        tests.addTests(doctest.DocTestSuite(importlib.import_module(f"gapkit.{file.stem}")))
    tests.addTests(doctest.DocTestSuite(gapkit))
    page = ROOT / "docs" / "python.md"
    tests.addTests(doctest.DocFileSuite(str(page), module_relative=False))
    return tests


class Interface(unittest.TestCase):
    """What the package says of the C interface is what the header says."""

    def test_signatures_are_those_of_the_header(self):
        header = (ROOT / "include" / "gapkit.h").read_text()
        header = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
        found = {}
        for name, arguments in re.findall(r"\bgapkit_status gapkit_(\w+)\(([^;]*)\);", header):
            found[name] = "".join(self.letter(a) for a in arguments.split(","))
        missing = set(_native.SIGNATURES) - set(found)
        self.assertEqual(missing, set())
        self.assertEqual(_native.SIGNATURES, {name: found[name] for name in _native.SIGNATURES})

    def letter(self, argument):
        kind = " ".join(argument.split())
        if "char *" in kind:
            return "s"
        functions = ("gapkit_mass", "gapkit_log", "gapkit_support", "gapkit_stop")
        if "*" in kind or any(name in kind for name in functions):
            return "p"
        letters = {"size_t": "n", "double": "d", "int32_t": "i", "uint32_t": "u"}
        return letters[kind.split()[0]]

    def test_the_list_that_was_installed_is_the_one_of_the_repository(self):
        self.assertEqual(_native._ABI_TEXT, (ROOT / "include" / "gapkit.abi").read_text())

    def test_enumerations_are_the_constants(self):
        prefixes = {
            "Outcome": "", "ContactStatus": "CONTACT_", "Kind": "KIND_", "ImpactOutcome": "IMPACT_",
            "Change": "CHANGE_",
        }
        for name, prefix in prefixes.items():
            for member in getattr(gapkit, name):
                self.assertEqual(_native.CONSTANTS[f"GAPKIT_{prefix}{member.name}"], member.value)

    def test_there_is_an_exception_for_each_status(self):
        header = (ROOT / "src" / "capi" / "status.rs").read_text()
        statuses = [int(n) for n in re.findall(r"pub const GAPKIT_\w+: gapkit_status = ([1-9]\d*);", header)]
        self.assertEqual(sorted(gapkit.errors.BY_STATUS), sorted(statuses))

    def test_a_struct_that_grew_is_noticed(self):
        text = _native._ABI_TEXT.replace("struct gapkit_contact 264", "struct gapkit_contact 272")
        self.assertNotEqual(text, _native._ABI_TEXT)
        structs, _, _ = _native.read_abi(text)
        before = _native.STRUCTS
        try:
            _native.STRUCTS = structs
            with self.assertRaisesRegex(ImportError, "gapkit_contact has 264 bytes"):
                _native._check_library()
        finally:
            _native.STRUCTS = before


class Queries(unittest.TestCase):
    def test_batches_are_the_single_queries_to_the_last_bit(self):
        random = np.random.default_rng(7)
        a, b = random.normal(size=(50, 6, 3)), random.normal(size=(50, 4, 3)) + [3, 0, 0]
        batch = gapkit.distance_batch(a, b)
        lists = gapkit.distance_batch(list(a), list(b))
        self.assertEqual(batch.tobytes(), lists.tobytes())
        single = np.array([gapkit.distance(*pair) for pair in zip(a, b)], dtype=batch.dtype)
        for name in batch.dtype.names:
            np.testing.assert_array_equal(batch[name], single[name])
        nodes = np.concatenate([a.reshape(-1, 3), b.reshape(-1, 3)])
        numbers = np.arange(50 * 6).reshape(50, 6), 300 + np.arange(50 * 4).reshape(50, 4)
        elements = gapkit.distance_elements(nodes, *numbers)
        np.testing.assert_array_equal(elements["distance"], batch["distance"])
        within = gapkit.within_elements(nodes, *numbers, bound=0.5)
        self.assertTrue(within[batch["distance"] < 0.5].all() and not within.all())
        touching = gapkit.intersects_elements(nodes, *numbers)
        np.testing.assert_array_equal(touching, gapkit.intersects_batch(a, b))
        np.testing.assert_array_equal(touching, batch["distance"] == 0)

    def test_wrong_input_is_named(self):
        errors = gapkit.errors
        square = [[0, 0], [1, 0]]
        for kind, call, text in [
            (errors.BadArgument, lambda: gapkit.distance(square, [[0, 0, 0]]), r"\(2, 2\)"),
            (errors.BadEnum, lambda: gapkit.distance([[0, 0, 0]], [[1, 0, 0]], sub_algorithm="x"), "johnson"),
            (TypeError, lambda: gapkit.distance([[0, 0, 0]], [[1, 0, 0]], colour=1), "tolerance"),
            (errors.BadArgument, lambda: gapkit.distance([[0, 0, 0]], gapkit.Shape.sphere(1)), "both"),
            (errors.BadArgument, lambda: gapkit.distance_batch([[[0, 0, 0]]], []), "1 bodies a, but 0"),
            (errors.BadMesh, lambda: gapkit.Mesh([[0, 0, 0]], [[0, 1, 2]]), r"\(1, 3\)"),
            (errors.BadArgument, lambda: gapkit.Scene(float("nan")), "margin"),
            (errors.FileError, lambda: gapkit.Scene(0.1).write("no/such/folder/a.vtp"), "folder"),
        ]:
            with self.assertRaisesRegex(kind, text):
                call()
        self.assertTrue(issubclass(errors.BadMesh, ValueError))
        self.assertTrue(issubclass(errors.FileError, OSError))


def two_blocks(**settings):
    scene = gapkit.Scene(margin=0.05, **settings)
    block = gapkit.Mesh.block([4, 4, 2], [1, 1, 0.5])
    scene.add_mesh(block)
    scene.add_mesh(block.moved(block.points + [0.13, 0.21, 0.49]))
    return scene, block


class Scenes(unittest.TestCase):
    def test_contacts_are_a_view_that_outlives_detections_and_the_scene(self):
        scene, block = two_blocks()
        first = scene.detect()
        self.assertFalse(first.flags.owndata or first.flags.writeable)
        self.assertEqual(first.dtype, gapkit.CONTACT)
        kept, copy = first, first.copy()
        for step in range(5):
            scene.set_positions(1, block.points + [0.13, 0.21, 0.6 + step])
            scene.detect()
        self.assertEqual(len(scene.contacts), 0)
        owner = weakref.ref(scene)
        del scene, first
        gc.collect()
        self.assertIsNone(owner())
        self.assertEqual(kept.tobytes(), copy.tobytes())
        # A part of it keeps all of it.
        part = kept["normal"][3:5]
        del kept
        gc.collect()
        np.testing.assert_array_equal(part, copy["normal"][3:5])

    def test_memory_does_not_grow_with_the_number_of_detections(self):
        scene, _ = two_blocks()
        places = {scene.detect().ctypes.data for _ in range(50)}
        self.assertLessEqual(len(places), 2)

    def test_strides_of_the_caller_do_not_matter(self):
        hashes = set()
        scene, block = two_blocks()
        there = block.points + [0.1, 0.2, 0.48]
        state = scene.save()
        wide = np.zeros((len(there), 7))
        wide[:, 2:5] = there
        for layout in [there, np.asfortranarray(there), wide[:, 2:5], there[::-1].copy()[::-1],
                       there.tolist()]:
            scene.restore(state)
            scene.set_positions(1, layout)
            scene.detect()
            hashes.add(scene.hash())
        self.assertEqual(len(hashes), 1)

    def test_forces_keep_momentum_and_give_the_pressure(self):
        scene, block = two_blocks()
        contacts = scene.detect()
        force = 3.0 * contacts["area"][:, None] * contacts["normal"]
        sums = scene.resultants(force)
        nodal = [scene.nodal_forces(body, force) for body in (0, 1)]
        places = [block.points, block.points + [0.13, 0.21, 0.49]]
        for body in (0, 1):
            np.testing.assert_allclose(nodal[body].sum(axis=0), sums["force"][body], atol=1e-12)
            moment = np.cross(places[body], nodal[body]).sum(axis=0)
            np.testing.assert_allclose(moment, sums["moment"][body], atol=1e-12)
        self.assertAlmostEqual(sums["force"][1][2], 3.0 * 0.87 * 0.79, places=12)
        # A plane presses on the whole lower side: every node of it has that pressure, at the rim too.
        flat = gapkit.Scene(margin=0.01)
        flat.add_plane([0, 0, 0], [0, 0, 1])
        body = flat.add_mesh(block)
        contacts = flat.detect()
        pressed = flat.tractions(body, 5.0 * contacts["area"][:, None] * contacts["normal"])
        inner = block.points[:, 2] == 0
        np.testing.assert_allclose(pressed[inner], [[0, 0, 5.0]] * inner.sum(), atol=1e-12)
        self.assertEqual(np.abs(pressed[block.points[:, 2] > 0.1]).max(), 0.0)

    def test_values_states_and_steps(self):
        scene, block = two_blocks(history=2)
        count = len(scene.detect())
        scene.values = np.arange(2.0 * count).reshape(-1, 2)
        state = scene.save()
        again = scene.detect()
        np.testing.assert_array_equal(scene.values[again["previous"] >= 0].sum(), count * (2 * count - 1))
        self.assertEqual(set(again["age"]), {1})
        scene.restore(state)
        self.assertEqual(set(scene.contacts["age"]), {0})
        other = gapkit.Scene(margin=0.1)
        other.add_plane([0, 0, 0], [0, 0, 1])
        with self.assertRaises(gapkit.errors.ForeignState):
            other.restore(state)
        step, contact = scene.stable_time_step(1e3, [1.0, np.full(len(block.points), 2.0)])
        self.assertTrue(0 < step < np.inf and 0 <= contact < count)
        with self.assertRaisesRegex(gapkit.errors.BadCallback, "of body 1"):
            scene.stable_time_step(1e3, [1.0, np.zeros(2)])
        self.assertEqual(len(scene.overlaps()), (scene.contacts["gap"] < 0).sum())

    def test_a_gap_of_known_speed_closes_in_time(self):
        scene, block = two_blocks()
        scene.set_positions(1, block.points + [0.13, 0.21, 0.51])
        scene.set_velocities(1, np.tile([0.0, 0.0, -1.0], (len(block.points), 1)), dt=0.02)
        scene.detect()
        np.testing.assert_allclose(scene.impact_times(), 0.5, atol=1e-9)
        scene.clear_velocities()

    def test_numbers_are_those_of_the_caller(self):
        block = gapkit.Mesh.block([2, 2, 2], [1, 1, 1])
        cells = block.connectivity.reshape(-1, 4)
        one = gapkit.Mesh(block.points, cells.astype(np.int64) + 1, index_base=1,
                          numbers=np.arange(len(cells)) + 1000)
        scene = gapkit.Scene(margin=0.1)
        scene.add_plane([0, 0, 0], [0, 0, 1])
        body = scene.add_mesh(one)
        contacts = scene.detect()
        self.assertGreaterEqual(contacts["element_b"].min(), 1000)
        tets = scene.tets(body)
        np.testing.assert_array_equal(tets.nodes, cells + 1)
        np.testing.assert_array_equal(tets.elements, np.arange(len(cells)) + 1000)
        facets = scene.facets(body)
        low = facets[contacts["facet_b"]] - 1
        self.assertEqual(np.abs(block.points[low][:, :, 2]).max(), 0.0)

    def test_pieces_are_convex_unions(self):
        knot = gapkit.Mesh.knot(60, 6, 1)
        fast = gapkit.partition(knot, tolerance=0.1)
        single = gapkit.partition(knot, build="trivial")
        np.testing.assert_array_equal(single.pieces, np.arange(len(knot.kinds)))
        self.assertEqual(len(fast.pieces), len(knot.kinds))
        self.assertLess(fast.pieces.max(), len(knot.kinds) / 4)

    def test_a_fork_has_the_contacts_of_its_parent(self):
        if not hasattr(os, "fork"):
            self.skipTest("there is no fork")
        scene, _ = two_blocks()
        before = scene.detect().copy()
        child = os.fork()
        if child == 0:
            try:
                scene.detect()
                os._exit(1)
            except gapkit.errors.Forked:
                same = scene.contacts.tobytes() == before.tobytes()
                os._exit(0 if same else 2)
        self.assertEqual(os.waitpid(child, 0)[1], 0)


class OtherTools(unittest.TestCase):
    def check_same(self, mesh, other):
        hashes = set()
        for each in (mesh, other):
            scene = gapkit.Scene(margin=0.1)
            scene.add_mesh(each)
            scene.add_plane([0, 0, 0], [0, 0, 1])
            scene.detect()
            hashes.add(scene.hash())
        self.assertEqual(len(hashes), 1)

    def test_meshio(self):
        try:
            import meshio
        except ImportError:
            self.skipTest("there is no meshio")
        block = gapkit.Mesh.block([2, 2, 2], [1, 1, 1])
        cells = block.connectivity.reshape(-1, 4)
        made = meshio.Mesh(block.points, [("tetra", cells[:20]), ("line", [[0, 1]]), ("tetra", cells[20:])])
        mesh = gapkit.Mesh.of(made)
        self.check_same(block, mesh)
        np.testing.assert_array_equal(mesh.numbers[[0, 19, 20]], [0, 19, 21])
        with self.assertRaisesRegex(gapkit.errors.BadMesh, "hexahedron64"):
            gapkit.Mesh.of(meshio.Mesh(np.zeros((64, 3)), [("hexahedron64", [list(range(64))])]))

    def test_pyvista(self):
        try:
            import pyvista
        except ImportError:
            self.skipTest("there is no pyvista")
        block = gapkit.Mesh.block([2, 2, 2], [1, 1, 1])
        cells = block.connectivity.reshape(-1, 4)
        grid = pyvista.UnstructuredGrid({pyvista.CellType.TETRA: cells}, block.points)
        grid.cell_data["part"] = np.arange(len(cells)) % 2
        self.check_same(block, gapkit.Mesh.of(grid))
        parts = gapkit.Mesh.of(grid, regions="part").by_region()
        self.assertEqual([len(part.kinds) for part in parts.values()], [24, 24])


def bits(x):
    """All bits of a number but the sign of a zero, which the command does not print; the hash has it."""
    return struct.pack("<d", x + 0.0)


@unittest.skipUnless(COMMAND, "GAPKIT_COMMAND does not name the command")
class Command(unittest.TestCase):
    """The contacts are those of `gapkit detect --json`, to the last bit."""

    def check_same(self, meshes, files, least=6, **settings):
        options = [f"--{key}={value}" for key, value in settings.items()]
        command = [COMMAND, "detect", "--json", *options, *map(str, files)]
        told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        within = settings.pop("thickness", 0.0)
        scene = gapkit.Scene(margin=told["margin"], resolution=told["resolution"])
        for mesh in meshes:
            scene.add_mesh(mesh, thickness=within)
        contacts = scene.detect()
        self.assertEqual(f"{scene.hash():016x}", told["hash"])
        self.assertEqual(len(contacts), len(told["contacts"]))
        self.assertGreaterEqual(len(contacts), least)
        for ours, theirs in zip(contacts, told["contacts"]):
            self.assertEqual(f"{ours['id']:016x}", theirs["id"])
            self.assertEqual(gapkit.Kind(ours["kind"]).name.lower(), theirs["kind"])
            for field in ("gap", "area"):
                self.assertEqual(bits(ours[field]), bits(theirs[field]))
            for field in ("normal", "point_a", "point_b"):
                self.assertEqual(list(map(bits, ours[field])), list(map(bits, theirs[field])))
            for side in "ab":
                body, count = ours[f"body_{side}"], ours[f"node_count_{side}"]
                mesh, there = meshes[body], theirs[side]
                nodes = mesh.node_numbers[ours[f"node_{side}"][:count]]
                self.assertEqual((body, nodes.tolist()), (there["body"], there["nodes"]))
                weights = ours[f"weight_{side}"][:count]
                self.assertEqual(list(map(bits, weights)), list(map(bits, there["weights"])))
                self.assertEqual(ours[f"element_{side}"], there["element"])
                self.assertEqual(gapkit.Feature(count).name.lower(), there["feature"])

    def test_files_and_regions_give_the_contacts_of_the_command(self):
        with tempfile.TemporaryDirectory() as folder:
            knot = pathlib.Path(folder) / "knot.vtu"
            bunny = ROOT / "assets" / "bunny_coarse.vtu"
            make = [COMMAND, "body", "knot", "--scale", "0.05", "--at", "0.2", "0.2", "0.25"]
            subprocess.run([*make, "--out", str(knot)], check=True, capture_output=True)
            files = [bunny, knot]
            meshes = [gapkit.Mesh.read(file) for file in files]
            for resolution in ("surface", "facet", "piece"):
                self.check_same(meshes, files, resolution=resolution, margin=0.03)
            self.check_same(meshes, files, resolution="surface", margin=0.02, thickness=0.01)
            # Both in one file, as its two regions.
            scene = gapkit.Scene(margin=0.03)
            for mesh in meshes:
                scene.add_mesh(mesh)
            both = pathlib.Path(folder) / "both.vtu"
            scene.write(both)
            regions = gapkit.Mesh.read(both).by_region()
            self.check_same(list(regions.values()), [both], margin=0.03, resolution="surface")


    def test_a_file_with_numbers_of_its_own_gives_the_contacts_of_the_command(self):
        nodes = ("11, 0, 0, 0\n12, 1, 0, 0\n13, 0, 1, 0\n14, 0, 0, 1\n"
                 "21, 0, 0, -0.1\n22, 1, 0, -0.1\n23, 0, 1, -0.1\n24, 0, 0, -1.1\n")
        sets = ("*ELEMENT, TYPE=C3D4, ELSET=upper\n71, 11, 12, 13, 14\n"
                "*ELEMENT, TYPE=C3D4, ELSET=lower\n81, 21, 23, 22, 24\n")
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "two.inp"
            file.write_text("*NODE\n" + nodes + sets)
            mesh = gapkit.Mesh.read(file)
            self.assertEqual(mesh.node_numbers.tolist(), [11, 12, 13, 14, 21, 22, 23, 24])
            parts = list(mesh.by_region().values())
            for resolution in ("surface", "facet"):
                self.check_same(parts, [file], least=3, margin=0.2, resolution=resolution)


if __name__ == "__main__":
    unittest.main()
