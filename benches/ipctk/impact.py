#!/usr/bin/env python3
"""Compares the time of impact of features with the IPC toolkit, on the same pairs in one run.

    pip install ipctk numpy
    benches/ipctk/impact.py

Runs `cargo bench --bench impact -- export=...`, which writes pairs, our times of impact and what one takes,
then calls the tight inclusion of ipctk for each pair from Python. The cost of such a call is that of its test of
boxes with the same arguments, and is subtracted. Writes docs/benchmarks/ipctk_impact.md and exits with 1 if
ipctk is later than the end of our tolerance: its times are conservative, so then ours would be wrong.
"""

import pathlib
import subprocess
import sys
import tempfile
import time

import ipctk
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEAD = """# Time of impact beside the IPC toolkit

Made by `benches/ipctk/impact.py` with ipctk {version} (tight inclusion, default tolerance {tolerance:g}, no rescaling).
Nanoseconds per pair, one thread; the cost of a call from Python, in brackets, is subtracted. `early` is by how much
ipctk is earlier than gapkit, in steps, at most; `made up` are impacts of ipctk where there is none.

| features | pairs | gapkit | ipctk | ratio | early | made up |
|---|---|---|---|---|---|---|"""


def per_call(call, rows):
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        for row in rows:
            call(*row)
        best = min(best, time.perf_counter() - start)
    return 1e9 * best / len(rows)


def compare(folder, features, family):
    name = folder / f"{features} {family}"
    nodes = np.fromfile(f"{name}.nodes", dtype="<f8").reshape(-1, 8, 3)
    ours = np.fromfile(f"{name}.times", dtype="<f8")
    cost = float(pathlib.Path(f"{name}.cost").read_text())
    ccd = ipctk.TightInclusionCCD(conservative_rescaling=1.0)
    call = ccd.point_triangle_ccd if features == "node-facet" else ccd.edge_edge_ccd
    box = ipctk.point_triangle_aabb_ccd if features == "node-facet" else ipctk.edge_edge_aabb_ccd
    rows = [tuple(pair) for pair in nodes]
    overhead = per_call(lambda *row: box(*row, 0.0), rows)
    theirs = per_call(call, rows) - overhead
    answers = [call(*row) for row in rows]
    pairs = [(t, toi) for t, (hit, toi) in zip(ours, answers) if hit]
    early = max((t - toi for t, toi in pairs if np.isfinite(t)), default=0.0)
    made_up = sum(not np.isfinite(t) for t, _ in pairs)
    late = sum(toi > t + 2.0**-30 for t, toi in pairs) + sum(
        np.isfinite(t) and not hit for t, (hit, _) in zip(ours, answers))
    row = (f"| {features} | {family} | {cost:.0f} | {theirs:.0f} ({overhead:.0f}) | {theirs / cost:.1f} | "
           f"{early:.1e} | {made_up} |")
    return row, late


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        command = ["cargo", "bench", "--bench", "impact", "--", f"export={folder}"]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        page = [HEAD.format(version=ipctk.__version__, tolerance=ipctk.TightInclusionCCD.DEFAULT_TOLERANCE)]
        late = 0
        for features in ("node-facet", "edge-edge"):
            for family in ("random", "through", "touching"):
                row, wrong = compare(folder, features, family)
                page.append(row)
                late += wrong
    text = "\n".join(page) + "\n"
    print(text)
    (ROOT / "docs/benchmarks/ipctk_impact.md").write_text(text)
    sys.exit(1 if late else 0)


if __name__ == "__main__":
    main()
