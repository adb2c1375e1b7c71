#!/usr/bin/env python3
"""Compares detection with the IPC toolkit, on the same scenes in one run.

    benches/ipctk/run.sh [--threads 2] [--only "plates 29" ...]

Runs `cargo bench --bench scene -- export=...`, which writes the scenes and our times, then times
`NormalCollisions.build` of ipctk with each of its broad phases, cold, rebuilt in each step, and
with kept `Candidates` (built with an inflation radius, and again when something has moved by half
of it), and the set-up of its `CollisionMesh`; then ours once more, since the machine is noisy.
Writes docs/benchmarks/ipctk.md, unless only some scenes are asked for. Exits with 1 if a contact of
ours at an open gap is not among the collisions of ipctk, in the scenes where nothing overlaps.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

import ipctk
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Inflation radii of kept candidates, relative to the margin.
INFLATIONS = (0.1, 0.2, 0.4, 1.0, 2.0)
SCENES = ("coarse", "fine", "coarse crush", "fine crush", "plates 29", "plates 91")
BLOCKS = ("structured", "jittered")
RESOLUTIONS = ("Surface", "Facet")


def export(folder, threads, only):
    """Our times of the scenes and, unless only some are asked for, of the blocks."""
    command = ["cargo", "bench", "--bench", "scene", "--", f"export={folder}",
               f"threads={threads}"]
    if only is not None:
        command.append("only=" + ",".join(only))
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    scenes = {name: ours(folder / name) for name in (SCENES if only is None else only)}
    if only is not None:
        return scenes
    return scenes | {
        name: float((folder / "blocks" / name / "times.txt").read_text().split()[1])
        for name in BLOCKS}


def ours(folder):
    rows = [line.split() for line in (folder / "times.txt").read_text().splitlines()]
    return {name: dict(zip(("cold", "mean", "median", "contacts"), map(float, numbers)))
            for name, *numbers in rows}


def surface(folder):
    facets = np.fromfile(folder / "facets.u32", dtype="<u4").reshape(-1, 3).astype(np.int32)
    return facets, np.fromfile(folder / "positions.f64", dtype="<f8")


class Scene:
    def __init__(self, folder):
        margin, steps, self_contact = (folder / "settings.txt").read_text().split()
        self.margin, self.count = float(margin), int(steps)
        self.facets, positions = surface(folder)
        self.bodies = np.fromfile(folder / "bodies.u32", dtype="<u4")
        positions = positions.reshape(self.count + 1, -1, 3)
        self.contacts = np.fromfile(folder / "contacts.f64", dtype="<f8").reshape(-1, 3)
        edges = ipctk.edges(self.facets)
        self.mesh = ipctk.CollisionMesh.build_from_full_mesh(positions[0], edges, self.facets)
        self.steps = [self.mesh.vertices(step) for step in positions]
        # Nodes that are not on the surface are left out by ipctk.
        used = np.unique(self.facets)
        if self.mesh.num_vertices == len(used):
            self.bodies = self.bodies[used]
        if self_contact == "0":
            # A filter of the toolkit: a function in Python would be most of its time.
            self.mesh.can_collide = ipctk.make_vertex_patches_filter(self.bodies.astype(np.int32))


def broad_phases():
    types = [getattr(ipctk, name) for name in dir(ipctk)]
    subclasses = [t for t in types if isinstance(t, type) and issubclass(t, ipctk.BroadPhase)]
    return {t.__name__: t for t in subclasses if t is not ipctk.BroadPhase}


def timed(job):
    start = time.perf_counter()
    result = job()
    return 1e3 * (time.perf_counter() - start), result


def build(scene, step, phase):
    collisions = ipctk.NormalCollisions()
    collisions.build(scene.mesh, scene.steps[step], scene.margin, 0.0, phase)
    return collisions


def cold(scene, phase):
    return min(timed(lambda: build(scene, 0, phase()))[0] for _ in range(7))


def rebuilt(scene, phase):
    steps = range(1, scene.count + 1)
    return float(np.mean([timed(lambda: build(scene, s, phase))[0] for s in steps]))


def kept(scene, phase, inflation):
    """The mean time of a step with candidates that are kept."""
    times, reference, candidates = [], None, None

    def step(vertices):
        nonlocal reference, candidates
        moved = np.inf
        if reference is not None:
            moved = np.sqrt(((vertices - reference) ** 2).sum(1).max())
        if moved > inflation / 2:
            candidates = ipctk.Candidates()
            candidates.build(scene.mesh, vertices, (scene.margin + inflation) / 2, phase)
            reference = vertices
        collisions = ipctk.NormalCollisions()
        collisions.build(candidates, scene.mesh, vertices, scene.margin)

    for number in range(1, scene.count + 1):
        times.append(timed(lambda: step(scene.steps[number]))[0])
    return float(np.mean(times))


def setup(folder):
    facets, positions = surface(folder)
    positions = positions.reshape(-1, 3)

    def make():
        edges = ipctk.edges(facets)
        return ipctk.CollisionMesh.build_from_full_mesh(positions, edges, facets)

    return min(timed(make)[0] for _ in range(3)) / 1e3


def distances(scene, collisions):
    """The distances of all collisions of ipctk by pair of bodies."""
    found = {}
    for i in range(len(collisions)):
        collision = collisions[i]
        ids = collision.vertex_ids(scene.mesh.edges, scene.mesh.faces)
        ids = [v for v in ids if v >= 0]
        points = collision.dof(scene.steps[0], scene.mesh.edges, scene.mesh.faces)
        distance = np.sqrt(collision.compute_distance(points))
        pair = tuple(sorted({int(scene.bodies[v]) for v in ids}))
        found.setdefault(pair if len(pair) == 2 else pair * 2, []).append(distance)
    return found


def check(scene, collisions):
    """How many of our contacts at positive gaps are not among those of ipctk, and how much the
    least distances of pairs of bodies differ at most."""
    theirs = {pair: np.sort(list_) for pair, list_ in distances(scene, collisions).items()}
    missing, worst = 0, 0.0
    for a, b, gap in scene.contacts:
        if gap <= 0:
            continue
        near = theirs.get((int(a), int(b)), np.array([np.inf]))
        missing += np.abs(near - gap).min() > 1e-12
    for a, b in {(int(a), int(b)) for a, b, gap in scene.contacts if gap > 0 and a != b}:
        own = scene.contacts[(scene.contacts[:, 0] == a) & (scene.contacts[:, 1] == b), 2]
        if own.min() > 0:
            worst = max(worst, abs(own.min() - theirs[(a, b)].min()))
    return missing, worst


def measure(scene):
    """The times of ipctk with its fastest broad phase, and how its distances compare with ours."""
    phases = {name: phase for name, phase in broad_phases().items() if name != "BruteForce"}
    colds = {name: cold(scene, phase) for name, phase in phases.items()}
    fastest = min(colds, key=colds.get)
    phase = phases[fastest]
    # The better of two runs, as ours.
    again = min(rebuilt(scene, phase()) for _ in range(2))
    keeps = {i: min(kept(scene, phase(), i * scene.margin) for _ in range(2)) for i in INFLATIONS}
    least = min(keeps, key=keeps.get)
    collisions = build(scene, 0, phase())
    is_open = bool((scene.contacts[:, 2] > 0).all())
    return {"phase": fastest, "cold": colds[fastest], "rebuilt": again,
            "inflation": least, "kept": keeps[least], "collisions": len(collisions),
            "check": check(scene, collisions) if is_open else None}


def rows_of(name, theirs, first, second):
    """The lines of a scene in the table: ours is the better of two runs."""
    rows = []
    for resolution in RESOLUTIONS:
        one, two = first[name][resolution], second[name][resolution]
        own = {key: min(one[key], two[key]) for key in one}

        def row(what, ours, other):
            rows.append(f"| {name} | {resolution} | {what} | {ours:.3f} | {other:.2f} | "
                        f"{other / ours:.1f} |")

        row(f"cold ({theirs['phase']})", own["cold"], theirs["cold"])
        row("moving, rebuilt", own["mean"], theirs["rebuilt"])
        row(f"moving, kept ({theirs['inflation']} of the margin)", own["mean"], theirs["kept"])
        rows.append(f"| {name} | {resolution} | contacts, collisions | {own['contacts']:.0f} | "
                    f"{theirs['collisions']} | |")
    if theirs["check"]:
        missing, worst = theirs["check"]
        rows += [f"| {name} | Facet | contacts of ours not in ipctk | {missing} | | |",
                 f"| {name} | Facet | least distances differ by at most | {worst:.1e} | | |"]
    return rows


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--threads", type=int, default=2)
    arguments.add_argument("--only", nargs="*", default=None, help="scenes, by name")
    arguments = arguments.parse_args()
    threads = arguments.threads
    ipctk.set_num_threads(threads)
    page = ["# Detection beside the IPC toolkit", "",
            f"Made by `benches/ipctk/run.sh` with ipctk {ipctk.__version__}, {threads} threads. "
            "The scenes are those of [scene.md](scene.md). Milliseconds; cold: the shortest of "
            "seven; moving: the mean of all steps. Kept: candidates of ipctk that last until "
            "something has moved by half of their inflation, the best of several; ours are "
            "always kept. Means are the better of two runs.", "",
            "| scene | resolution | what | gapkit | ipctk | ratio |", "|---|---|---|---|---|---|"]
    chosen = [name for name in SCENES if arguments.only is None or name in arguments.only]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        first = export(folder, threads, arguments.only)
        theirs = {name: measure(Scene(folder / name)) for name in chosen}
        blocks = BLOCKS if arguments.only is None else ()
        setups = {name: setup(folder / "blocks" / name) for name in blocks}
        second = export(folder, threads, arguments.only)
    for name in chosen:
        page += rows_of(name, theirs[name], first, second)
    if blocks:
        page += ["", "Set-up of a block of 998,250 tetrahedra, seconds, one thread: ours with "
                 "partition and first detection; that of ipctk is of the surface alone.", "",
                 "| mesh | gapkit | ipctk |", "|---|---|---|"]
    for name in blocks:
        page.append(f"| {name} | {min(first[name], second[name]):.2f} | {setups[name]:.2f} |")
    text = "\n".join(page) + "\n"
    print(text)
    if arguments.only is None:
        (ROOT / "docs/benchmarks/ipctk.md").write_text(text)
    sys.exit(1 if any(scene["check"] and scene["check"][0] for scene in theirs.values()) else 0)


if __name__ == "__main__":
    main()
