"""What Python adds to a step of a scene: set positions, detect, and look at the contacts.

    python python/examples/overhead.py [STEPS]

The time that the library needs is that of the C functions of the step alone, which ctypes calls with
addresses that were taken before. Both kinds of steps take turns, in the time of the processor, and
the medians count.
"""

import ctypes
import sys
import time

import numpy as np

import gapkit
from gapkit._native import lib

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 300
scene = gapkit.Scene(margin=0.02, threads=1)
block = gapkit.Mesh.block([16, 16, 4], [1, 1, 0.25])
scene.add_mesh(block)
upper = scene.add_mesh(block.moved(block.points + [0.03, 0.02, 0.25]))
x = np.empty_like(block.points)
place, count = ctypes.c_void_p(), ctypes.c_size_t()
outs = [ctypes.addressof(place), ctypes.addressof(count)]
address = x.ctypes.data


def in_c():
    lib.scene_set_positions(scene._scene, upper, address, address + 8, address + 16, 3, len(x))
    lib.scene_detect(scene._scene, outs[1])


def in_python():
    scene.set_positions(upper, x)
    contacts = scene.detect()
    return contacts["gap"], contacts["normal"]


times = {in_c: [], in_python: []}
for step in range(steps):
    np.add(block.points, [0.03 + 1e-5 * step, 0.02, 0.25], out=x)
    for call in (in_c, in_python) if step % 2 else (in_python, in_c):
        scene.set_positions(upper, x + [1e-6, 0, 0])
        start = time.process_time()
        call()
        times[call].append(time.process_time() - start)
alone, whole = (np.median(times[call]) for call in (in_c, in_python))
print(f"{len(scene.contacts)} contacts, library {alone * 1e6:.0f} us, step in Python {whole * 1e6:.0f} us: "
      f"{100 * (whole / alone - 1):.1f} % more")
