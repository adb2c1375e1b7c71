#!/usr/bin/env python3
"""Compares detection with the IPC toolkit, on the same scenes in one run.

    pip install ipctk numpy
    benches/ipctk/compare.py [--threads 2]

Runs `cargo bench --bench scene -- export=...`, which writes the scenes and our times, then times
`NormalCollisions.build` of ipctk with each of its broad phases, cold, rebuilt in each step, and with kept
`Candidates` (built with an inflation radius, and again when something has moved by half of it); then ours
once more, since the machine is noisy. Writes docs/benchmarks/ipctk.md and exits with 1 if a contact of ours
is not among the collisions of ipctk.
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
MARGIN = 0.01
STEPS = 200
INFLATIONS = (0.001, 0.002, 0.004)


def export(folder, threads):
    command = ["cargo", "bench", "--bench", "scene", "--", f"export={folder}", f"threads={threads}"]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return {name: ours(folder / name) for name in ("coarse", "fine")}


def ours(folder):
    cold, mean, median = map(float, (folder / "times.txt").read_text().split())
    return {"cold": cold, "mean": mean, "median": median}


class Scene:
    def __init__(self, folder):
        self.facets = np.fromfile(folder / "facets.u32", dtype="<u4").reshape(-1, 3).astype(np.int32)
        self.bodies = np.fromfile(folder / "bodies.u32", dtype="<u4")
        positions = np.fromfile(folder / "positions.f64", dtype="<f8").reshape(STEPS + 1, -1, 3)
        self.contacts = np.fromfile(folder / "contacts.f64", dtype="<f8").reshape(-1, 3)
        edges = ipctk.edges(self.facets)
        self.mesh = ipctk.CollisionMesh.build_from_full_mesh(positions[0], edges, self.facets)
        self.steps = [self.mesh.vertices(step) for step in positions]


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
    collisions.build(scene.mesh, scene.steps[step], MARGIN, 0.0, phase)
    return collisions


def cold(scene, phase):
    return min(timed(lambda: build(scene, 0, phase()))[0] for _ in range(7))


def rebuilt(scene, phase):
    return float(np.mean([timed(lambda: build(scene, s, phase))[0] for s in range(1, STEPS + 1)]))


def kept(scene, phase, inflation):
    total, reference, candidates = 0.0, None, None

    def step(vertices):
        nonlocal reference, candidates
        moved = np.inf if reference is None else np.sqrt(((vertices - reference) ** 2).sum(1).max())
        if moved > inflation / 2:
            candidates = ipctk.Candidates()
            candidates.build(scene.mesh, vertices, (MARGIN + inflation) / 2, phase)
            reference = vertices
        collisions = ipctk.NormalCollisions()
        collisions.build(candidates, scene.mesh, vertices, MARGIN)

    for number in range(1, STEPS + 1):
        total += timed(lambda: step(scene.steps[number]))[0]
    return total / STEPS


def distances(scene, collisions):
    """The distances of all collisions of ipctk by pair of bodies."""
    # Nodes that are not on the surface are left out by ipctk.
    used = np.unique(scene.facets)
    bodies = scene.bodies[used] if scene.mesh.num_vertices == len(used) else scene.bodies
    found = {}
    for i in range(len(collisions)):
        collision = collisions[i]
        ids = collision.vertex_ids(scene.mesh.edges, scene.mesh.faces)
        ids = [v for v in ids if v >= 0]
        points = collision.dof(scene.steps[0], scene.mesh.edges, scene.mesh.faces)
        distance = np.sqrt(collision.compute_distance(points))
        pair = tuple(sorted({int(bodies[v]) for v in ids}))
        found.setdefault(pair if len(pair) == 2 else pair * 2, []).append(distance)
    return found


def check(scene, collisions):
    """How many of our contacts at positive gaps are not among those of ipctk, and how much the least distances
    of pairs of bodies differ at most."""
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


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--threads", type=int, default=2)
    threads = arguments.parse_args().threads
    ipctk.set_num_threads(threads)
    page = ["# Detection beside the IPC toolkit", "",
            f"Made by `benches/ipctk/compare.py` with ipctk {ipctk.__version__}, {threads} threads, margin {MARGIN}, "
            "self-contact on. Milliseconds; cold: the shortest of seven; moving: the mean of 200 steps.", "",
            "| scene | what | gapkit | ipctk | ratio |", "|---|---|---|---|---|"]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        first = export(folder, threads)
        rows = []
        for name in first:
            scene = Scene(folder / name)
            phases = broad_phases()
            colds = {phase: cold(scene, phases[phase]) for phase in phases if phase != "BruteForce"}
            fastest = min(colds, key=colds.get)
            phase = phases[fastest]
            again = rebuilt(scene, phase())
            keeps = {inflation: kept(scene, phase(), inflation) for inflation in INFLATIONS}
            least = min(keeps, key=keeps.get)
            missing, worst = check(scene, build(scene, 0, phase()))
            failed += missing
            rows.append((name, fastest, colds[fastest], again, least, keeps[least], missing, worst))
        second = export(folder, threads)
    for name, fastest, cold_time, again, least, keep, missing, worst in rows:
        own = {key: min(first[name][key], second[name][key]) for key in first[name]}
        page += [f"| {name} | cold ({fastest}) | {own['cold']:.2f} | {cold_time:.2f} | {cold_time / own['cold']:.1f} |",
                 f"| {name} | moving, rebuilt | {own['mean']:.3f} | {again:.2f} | {again / own['mean']:.1f} |",
                 f"| {name} | moving, kept ({least}) | {own['mean']:.3f} | {keep:.2f} | {keep / own['mean']:.1f} |"]
        page += [f"| {name} | contacts of ours not in ipctk | {missing} | | |",
                 f"| {name} | least distances differ by at most | {worst:.1e} | | |"]
    text = "\n".join(page) + "\n"
    print(text)
    (ROOT / "docs/benchmarks/ipctk.md").write_text(text)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
